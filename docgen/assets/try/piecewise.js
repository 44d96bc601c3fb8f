// What is chosen entry by entry: `cases`, and the larger or smaller of values.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { fmax } = my.functions;
  const { Quantity, badOf, meet, merged, settle, shownShape, spread } = my.quantity;
  const stateOf = (values) => values.find((one) => one.rank === 1)?.state ?? "";
  const rankOf = (values) => Math.max(...values.map((one) => one.rank));

  /** The value of the one row that holds, entry by entry. */
  function cases(term, see) {
    const rows = term.args.map((row) => my.condition.conditions(row.args.slice(1), see));
    const known = rows.filter((one) => one !== null);
    const chosen = rows.map((one) => one ?? otherwise(known));
    checkRows(chosen, see);
    const outer = see.live;
    const values = term.args.map((row, at) => {
      my.condition.record(term, String(at + 1), chosen[at], see);
      see.live = my.condition.both(outer, chosen[at]);
      try {
        return see.quantity(row.args[0]);
      } finally {
        see.live = outer;
      }
    });
    return choose(values, chosen);
  }

  /** Where no condition holds. */
  function otherwise(known) {
    const letters = merged(known);
    const rank = rankOf(known);
    const wide = known.map((one) => spread(one.data, one.letters, letters, rank));
    const off = A.zip((...all) => all.reduce((left, x) => left * (1 - x), 1), ...wide);
    return new Quantity(off, A.full(off.shape, 0), letters, stateOf(known), {
      bad: badOf(known, letters, off.shape),
      isVague: known.some((one) => one.isVague),
    });
  }

  /** Refuse entries that no row covers, or several do. */
  function checkRows(chosen, see) {
    const among = see.live === null ? chosen : [...chosen, see.live];
    const letters = merged(among);
    const rank = rankOf(among);
    const wide = (array, one) => spread(array, one.letters, letters, rank);
    chosen.slice(1).forEach((one) => meet(chosen[0], one));
    const rows = chosen.map((one) => wide(one.data, one));
    const total = A.zip((...all) => all.reduce((sum, x) => sum + x, 0), ...rows);
    let wrong = A.map((x) => x !== 1 && !Number.isNaN(x), total);
    for (const one of chosen) {
      if (one.bad === null) continue;
      wrong = A.zip((x, m) => x && !m, wrong, wide(one.bad.mask, one));
    }
    if (see.live !== null) {
      wrong = A.zip((x, on) => x && on === 1, wrong, wide(see.live.data, see.live));
    }
    if (!A.any(wrong)) return;
    const first = A.first(wrong);
    const place = my.condition.shownPlace(first, letters, see);
    const where = place ? ` at ${place}` : "";
    const count = A.get(A.broadcastTo(total, wrong.shape), first);
    if (count === 0) throw my.stop("unsupported-latex", `no row of \`cases\` holds${where}`);
    const shown = my.written.general(count);
    throw my.stop("ambiguous-latex", `${shown} rows of \`cases\` hold${where}`);
  }

  /** Entry by entry the value whose condition holds; NaN where a condition is NaN. */
  function choose(values, where) {
    const everything = [...values, ...where];
    const letters = merged(everything);
    const rank = rankOf(everything);
    for (const one of everything) {
      if (one.rank !== 0 && one.rank !== rank) {
        throw my.stop("shape-mismatch", `rows of ${one.rank} and ${rank} axes`);
      }
    }
    everything.slice(1).forEach((b, k) => {
      const a = everything[k];
      if (!a.rank || !b.rank) return;
      meet(a, b);
      my.arithmetic.jointState(a, b);
    });
    const wide = (array, one) => spread(array, one.letters, letters, rank);
    const shape = A.broadcastShapes(...everything.map((one) => wide(one.data, one).shape));
    let [data, error, mask] = [NaN, 0, 0].map((x) => A.full(shape, x));
    const escapes = [];
    values.forEach((value, k) => {
      const on = wide(where[k].data, where[k]);
      const pick = (array, old) =>
        A.zip((c, x, y) => (c === 1 ? x : y), on, wide(array, value), old);
      data = pick(value.data, data);
      error = pick(value.error, error);
      if (value.bad !== null) {
        mask = A.zip((m, c, x) => m || (c === 1 && x), mask, on, wide(value.bad.mask, value));
        escapes.push(...value.bad.escapes);
      }
      const { bad } = where[k];
      if (bad !== null) {
        mask = A.zip((m, x) => m || x, mask, wide(bad.mask, where[k]));
        escapes.push(...bad.escapes);
      }
    });
    return new Quantity(data, settle(data, error), letters, stateOf(everything), {
      bad: A.any(mask) ? new my.escape.Bad(mask, escapes) : null,
      isVague: everything.some((one) => one.isVague),
    });
  }

  /** The largest or smallest of several values, entry by entry. */
  function extreme(term, values, see) {
    const larger = term.text === "max" ? Math.max : Math.min;
    values.slice(1).forEach((b, k) => {
      const a = values[k];
      if (a.rank === b.rank || !a.rank || !b.rank) return;
      const shapes = `${shownShape(a)} and ${shownShape(b)}`;
      throw my.stop("shape-mismatch", `\`${term.text}\` of shapes ${shapes}`);
    });
    const result = values.slice(1).reduce((found, one) => {
      const state = my.arithmetic.jointState(found, one);
      const elastic = meet(found, one);
      const [x, ex, y, ey, letters] = my.arithmetic.pair(found, one);
      const data = A.zip((p, q) => larger(p, q), x, y);
      // What is smaller by less than its bound may be the larger in the code.
      const near = (e, v, p) => fmax(e - Math.abs(v - p) / see.u, 0);
      const [first, second] = [A.zip(near, ex, data, x), A.zip(near, ey, data, y)];
      const error = A.zip((p, q) => Math.max(p, q), first, second);
      return my.arithmetic.made(data, error, letters, found, one, state, false, elastic);
    }, values[0]);
    if (values.length > 1) {
      values.forEach((one, at) => {
        const [x, , y, , letters] = my.arithmetic.pair(result, one);
        const taken = A.zip((p, q) => p === q, x, y);
        const found = new Quantity(taken, taken, letters, "", { bad: result.bad });
        my.condition.record(term, String(at + 1), found, see);
      });
    }
    return result;
  }

  my.piecewise = { cases, extreme };
})();
