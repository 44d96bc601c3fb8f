// Functions of the project's code, called with arrays: what happens inside them is not seen.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { Quantity, merged, spread } = my.quantity;
  const CALL_BOUND = 4;

  /** The project's function, called for every value of the hidden indices. */
  function called(key, signature, values, terms, see) {
    const call = see.functions[key];
    const name = signature?.symbol ?? key;
    if (!call) throw my.stop("run-failed", `the function \`${name}\` was not found`);
    values.forEach((one) => one.good());
    const letters = values.length ? merged(values) : [];
    const sizes = new Map(values.flatMap((one) =>
      one.letters.map((letter, k) => [letter, one.data.shape[k]])));
    const shape = letters.map((letter) => sizes.get(letter));
    const kinds = terms.length ? terms.map((one) => kindOf(one, see)) : values.map(() => "float");
    const wide = values.map((one) => A.broadcastTo(
      spread(one.data, one.letters, letters, one.rank), [...shape, ...one.visible]));
    const count = A.count(shape);
    const results = Array.from({ length: count }, (_, n) => {
      const entry = (one, k) => {
        const block = one.size / count;
        const data = one.data.slice(n * block, (n + 1) * block);
        return Object.assign(new A.NdArray(values[k].visible, data), { kind: kinds[k] });
      };
      return resultOf(call, wide.map(entry), name);
    });
    const shapes = [...new Set(results.map((one) => my.written.tuple(one.shape)))];
    if (shapes.length !== 1) {
      const what = shapes.length ? `arrays of shapes [${shapes.sort().join(", ")}]` : "nothing";
      throw my.stop("shape-mismatch", `\`${name}\` gives ${what}`);
    }
    const data = A.reshape(A.stack(results, 0), [...shape, ...results[0].shape]);
    checkResult(data.ndim - letters.length, name, signature);
    const error = A.map((x) => (Number.isFinite(x) ? CALL_BOUND * Math.abs(x) : 0), data);
    const isVague = (signature?.result ?? null) === null;
    return new Quantity(data, error, letters, "", { isVague });
  }

  /** Whether entries are whole numbers, which the code may use as indices. */
  function kindOf(term, see) {
    if (term.op === "at") return kindOf(term.args[0], see);
    const found = term.op === "leaf" ? see.arrays.get(term.text) : null;
    return found && !found.kind.startsWith("float") ? found.kind : "float";
  }

  function resultOf(call, given, name) {
    try {
      return my.binding.arrayOf(call(given));
    } catch (failure) {
      if (failure instanceof my.Stop) throw failure;
      const [text] = String(failure.message).split("\n");
      const said = text ? `${failure.name}: ${text}` : failure.name;
      throw my.stop("run-failed", `\`${name}\` raises ${said}`);
    }
  }

  function checkResult(rank, name, signature) {
    const result = signature?.result ?? null;
    if (result === null || result.includes(my.extent.ANY) || rank === result.length) return;
    throw my.stop(
      "shape-mismatch",
      `\`${name}\` is declared to give ${my.extent.shownAxes(result)}, and gives an array of ` +
        `${rank} axes`);
  }

  my.opaque = { called };
})();
