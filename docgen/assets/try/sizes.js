// Arithmetic over the letters of shapes, indices of arrays, and the numbers that new entries get.
(() => {
  "use strict";
  const my = globalThis.docgenTry;
  const ui = (my.ui ??= {});

  /** The number that `2*d` stands for; null where it is none. */
  ui.lengthOf = (text, sizes) => {
    const found = my.extent.sizeOf(text, new Map(Object.entries(sizes)));
    return Number.isInteger(found) && found >= 0 ? found : null;
  };

  /** Indices of an array, row by row. */
  ui.indices = (shape) =>
    shape.reduce(
      (rows, size) => rows.flatMap((row) => Array.from({ length: size }, (_, k) => [...row, k])),
      [[]],
    );

  ui.offset = (index, shape) => index.reduce((at, k, axis) => at * shape[axis] + k, 0);

  ui.RULE = "New entries are quarters from −1.25 to 1.25, set by a fixed rule.";

  /** The number of an entry that was not recorded; a position is one of `limit`. */
  ui.filling = (index, kind, limit, isSymmetric = false) => {
    const [i, j] = index.slice(-2);
    const at = isSymmetric && i > j ? [...index.slice(0, -2), j, i] : index;
    const mixed = at.reduce((sum, k, axis) => sum + k * (3 + 2 * axis), 2);
    if (kind === "bool") return mixed % 2 === 0;
    if (kind === "int") return mixed % (limit || 5);
    return ((mixed % 11) - 5) / 4;
  };
})();
