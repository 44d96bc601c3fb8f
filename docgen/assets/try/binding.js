// Recorded arrays become values with named axes, as their Shapes say.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { ANY, shownAxes, split } = my.extent;
  const WORDS = { inf: Infinity, "-inf": -Infinity, nan: NaN };
  const KINDS = ["float", "float32", "float16", "int", "bool"];

  const numberOf = (x) => (typeof x === "string" ? WORDS[x] ?? NaN : Number(x));

  /**
   * An array from `shape` and `data`, numbers or the words for what is not finite.
   *
   * Where only the shape is known every entry is NaN, which no comparison accepts.
   */
  function arrayOf({ shape, data }) {
    if (data.length === 0) return A.full(shape, NaN);
    return A.reshape(A.line(Array.from(data, numberOf)), shape);
  }

  /** A recorded value as an array of numbers with its kind; throws a Stop. */
  function toArray(leaf, value) {
    const kind = value.kind ?? "float";
    if (!KINDS.includes(kind)) {
      throw my.stop(
        "shape-mismatch", `\`${leaf.symbol}\` holds values of type ${kind}, not numbers`);
    }
    const bound = value.error ? arrayOf({ ...value, data: value.error }) : null;
    return Object.assign(arrayOf(value), { kind, bound });
  }

  const isFloat = (array) => array.kind.startsWith("float");

  /** Names of the leaves that a statement reads, functions included. */
  function usedLeaves(formula, statement) {
    const found = new Set();
    const seen = new Set();
    const waiting = [...statement.sides, ...statement.conditions];
    waiting.push(...statement.locals.map(([, term]) => term));
    for (const one of statement.free) {
      waiting.push(...[one.low, one.high, one.step].filter((term) => term !== null));
    }
    const definitions = new Map(formula.definitions.map((one) => [one.key, one]));
    while (waiting.length) {
      const term = waiting.pop();
      if (term.op === "leaf") {
        found.add(term.text);
      } else if (term.op === "apply" || term.op === "compose") {
        for (const key of [term.text, ...term.names]) {
          if (!definitions.has(key) || seen.has(key)) continue;
          seen.add(key);
          waiting.push(definitions.get(key).body);
          waiting.push(...definitions.get(key).locals.map(([, inner]) => inner));
        }
      }
      waiting.push(...term.args);
    }
    return found;
  }

  /** Axes of the letters, the other axes, visible sizes and leading sizes. */
  function parts(leaf, sizes) {
    const rank = sizes.length;
    const letters = leaf.letters.map(([, axis]) => (axis < 0 ? axis + rank : axis));
    const others = sizes.map((_, axis) => axis).filter((axis) => !letters.includes(axis));
    const seen = others.map((axis) => sizes[axis]);
    const isInside = letters.every((axis) => axis >= 0 && axis < rank);
    const fits = isInside && new Set(letters).size === letters.length;
    const found = leaf.shape === null ? [seen, []] : split(leaf.shape, seen);
    if (found === null || !fits) {
      const declared = shownAxes(leaf.shape ?? []);
      const real = my.written.tuple(sizes);
      throw my.stop(
        "shape-mismatch", `\`${leaf.symbol}\` is declared ${declared}; the run has ${real}`);
    }
    return [letters, others, ...found];
  }

  /** Sizes of the leading axes that all leaves with `…` share. */
  function commonLeads(leaves, arrays) {
    const found = new Map();
    for (const leaf of leaves) {
      if (!leaf.shape?.includes(ANY)) continue;
      const leads = parts(leaf, arrays.get(leaf.name).shape)[3];
      if (leads.length && !found.has(`${leads}`)) found.set(`${leads}`, [leads, leaf]);
    }
    const all = [...found.values()];
    if (all.length < 2) return all.length ? all[0][0] : [];
    // The last leaf of equal sizes takes the place of the first, as in a dictionary.
    const dropped = new Map();
    for (const [leads, leaf] of all) {
      const without = leads.filter((size) => size !== 1);
      dropped.set(`${without}`, [without, leaf]);
    }
    const kept = [...dropped.values()];
    if (kept.length > 1) {
      const [[one, first], [other, second]] = kept;
      const shown = my.written.tuple;
      throw my.stop(
        "shape-mismatch",
        `leading axes of \`${first.symbol}\` are ${shown(one)}, ` +
          `those of \`${second.symbol}\` ${shown(other)}`);
    }
    return kept[0][0];
  }

  /** The value of a leaf: letters of its cell, leading axes, then the axes that are seen. */
  function bind(leaf, array, common) {
    const [letters, others, visible, declared] = parts(leaf, array.shape);
    const count = letters.length;
    const names = leaf.letters.map(([letter]) => letter);
    const at = count + (leaf.shape?.indexOf(ANY) ?? -1);
    const leads = leaf.shape?.includes(ANY) && declared.length ? common : declared;
    if (leads === common) names.push(...common.map((_, n) => `…${n}`));
    const arranged = (one) => {
      let data = count ? A.transpose(one, [...letters, ...others]) : one;
      if (leaf.shape?.includes(ANY)) {
        const places = data.shape.map((_, k) => k);
        const [from, to] = [at, at + declared.length];
        const order = [
          ...places.slice(0, count), ...places.slice(from, to), ...places.slice(count, from),
          ...places.slice(to),
        ];
        if (!A.same(order, places)) data = A.transpose(data, order);
      }
      return A.reshape(data, [...data.shape.slice(0, count), ...leads, ...visible]);
    };
    const data = arranged(array);
    // Whole numbers are exact: their digits carry no rounding.
    const bound = (x) => (isFloat(array) && Number.isFinite(x) ? Math.abs(x) : 0);
    const error = array.bound ? arranged(array.bound) : A.map(bound, data);
    return new my.quantity.Quantity(data, error, names, "", { isVague: leaf.shape === null });
  }

  my.binding = { arrayOf, toArray, usedLeaves, commonLeads, bind };
})();
