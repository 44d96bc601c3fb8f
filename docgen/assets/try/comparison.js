// Two sides of a relation, entry by entry, against the rounding bound of both.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { fmax } = my.functions;
  const { Quantity, badOf, meet, merged, shownShape, spread } = my.quantity;
  const LIMIT = 32;
  // Of the smallest numbers, by unit roundoff; those of float32 and float64 never matter.
  const SPACING = { [2 ** -11]: 2 ** -24 };
  const ORDERS = ["<", ">", "≤", "≥", "≠"];
  const STRICT = ["<", ">", "≠"];

  /** The comparison, at the entry whose gap is largest against its tolerance. */
  function compare(left, right, sign, mask, tolerance, see, checks = 1) {
    const [a, b] = sides(left, right);
    const isOrder = ORDERS.includes(sign);
    if (a.rank !== b.rank && !(isOrder && (a.rank === 0 || b.rank === 0))) {
      throw my.stop(
        "shape-mismatch", `the left side is ${shownShape(a)}, the right ${shownShape(b)}`);
    }
    my.arithmetic.jointState(a, b);
    meet(a, b);
    checkLeads(a, b);
    const everything = mask === null ? [a, b] : [a, b, mask];
    const letters = merged(everything);
    const rank = Math.max(a.rank, b.rank);
    const wide = (array, one) => spread(array, one.letters, letters, rank);
    const arrays = everything.flatMap((one) => [wide(one.data, one), wide(one.error, one)]);
    const shape = A.broadcastShapes(...arrays.map((one) => one.shape));
    const [x, ex, y, ey, holds] = arrays.map((one) => A.broadcastTo(one, shape));
    let on = null;
    if (holds) {
      if (holds.data.some(Number.isNaN)) {
        throw my.stop("nonfinite-value", "a condition on the indices is NaN");
      }
      on = A.map((one) => one === 1, holds);
    }
    const entries = on === null ? x.size : A.total(on.data);
    if (entries === 0) {
      throw my.stop("nonfinite-value", "nothing was compared: there is no entry");
    }
    const bad = badOf([a, b], letters, shape);
    if (bad !== null) my.escape.refuseBad(bad, letters, on);
    if (mask !== null && mask.bad !== null) my.escape.refuseBad(mask.bad, mask.letters);
    const [gap, limit] = gaps(x, ex, y, ey, sign, tolerance, see.u);
    checkFinite(x, y, gap, limit, on, letters, see);
    let ratio = ratios(gap, limit, sign);
    if (STRICT.includes(sign)) {
      // Rounding may hide a small difference; it makes none out of two equal numbers.
      ratio = A.zip((r, p, q) => (p === q ? Infinity : r), ratio, x, y);
    }
    if (on !== null) ratio = A.zip((r, o) => (o ? r : -1), ratio, on);
    const first = A.argmax(ratio.data);
    const at = A.unravel(first, shape);
    const sizes = (checks ? y : x).data
      .filter((v, n) => Number.isFinite(v) && (on === null || on.data[n]))
      .map(Math.abs);
    const shown = texts(x.data[first], y.data[first]);
    return {
      entries,
      gap: gap.data[first],
      tolerance: limit.data[first],
      ratio: ratio.data[first],
      scale: Math.max(0, A.most(sizes)),
      place: my.condition.shownPlace(at, letters, see),
      left: shown[0],
      right: shown[1],
      shape,
    };
  }

  /** Both as arrays; beside a map, the identity is one. */
  function sides(left, right) {
    const { Operator, asOperator, isSame, toQuantity } = my.operator;
    const isMap = (one) => one instanceof Operator;
    let [one, other] = [left, right];
    if (isMap(one) && !isMap(other) && other.isUnit) other = asOperator(other, one);
    else if (isMap(other) && !isMap(one) && one.isUnit) one = asOperator(one, other);
    if (isMap(one) && isMap(other)) {
      if (!isSame(one, other)) {
        throw my.stop("shape-mismatch", "derivatives of different shapes");
      }
      return [flat(one), flat(other)];
    }
    return [one, other].map((each) => (isMap(each) ? toQuantity(each) : each));
  }

  /** The map as an array of all axes of both, hidden ones included. */
  function flat(one) {
    const shape = [...one.of.shape, ...one.by.shape];
    return new Quantity(A.reshape(one.data, shape), A.reshape(one.error, shape));
  }

  /** Refuse leading axes that only the right side has: the left would be spread along them. */
  function checkLeads(a, b) {
    const more = b.letters.filter((one) => one.startsWith("…") && !a.letters.includes(one));
    if (!more.length) return;
    const sizes = my.written.tuple(more.map((one) => b.data.shape[b.letters.indexOf(one)]));
    throw my.stop(
      "shape-mismatch", `the right side has leading axes ${sizes} that the left side has not`,
      { help: "write `…` in the Shape of the left side, or sum over them" });
  }

  /** Distances in the wrong direction, and what is allowed of them. */
  function gaps(x, ex, y, ey, sign, tolerance, u) {
    const distance = (p, q) => {
      if (Number.isNaN(p) || Number.isNaN(q)) return NaN;
      const difference = p === q ? 0 : p - q;
      if (sign === "<" || sign === "≤") return fmax(difference, 0);
      return sign === ">" || sign === "≥" ? fmax(-difference, 0) : Math.abs(difference);
    };
    const isRelative = sign === "≈" && tolerance > 0;
    const allowed = (p, ep, q, eq) => {
      if (!Number.isFinite(p) || !Number.isFinite(q)) return 0;
      if (isRelative) return tolerance * Math.max(Math.abs(p), Math.abs(q));
      return LIMIT * u * (ep + eq) + (SPACING[u] ?? 0);
    };
    return [A.zip(distance, x, y), A.zip(allowed, x, ex, y, ey)];
  }

  function ratios(gap, limit, sign) {
    if (sign === "≠") return A.zip((g, t) => (g > t ? 0 : Infinity), gap, limit);
    // What is not provably within its bound is outside.
    return A.zip((g, t) => {
      const ratio = g === 0 ? 0 : g / t;
      return g <= t || g === 0 ? Math.min(ratio, 1) : fmax(ratio, 1 + 1e-9);
    }, gap, limit);
  }

  function checkFinite(x, y, gap, limit, on, letters, see) {
    const where = (f, array) =>
      array.data.findIndex((v, n) => f(v) && (on === null || on.data[n] !== 0));
    const wrong = where(Number.isNaN, gap);
    const lost = where((v) => !Number.isFinite(v), limit);
    const found = wrong >= 0 ? wrong : lost;
    if (found < 0) return;
    const place = my.condition.shownPlace(A.unravel(found, x.shape), letters, see);
    let what = "the rounding bound is infinite";
    if (wrong >= 0) {
      const names = ["left", "right"].filter((_, k) => Number.isNaN([x, y][k].data[found]));
      what = `the ${names.join(" and the ")} side is NaN`;
    }
    throw my.stop("nonfinite-value", place ? `${what} at ${place}` : what);
  }

  /** Both numbers, as short as shows where they differ. */
  function texts(left, right) {
    for (const digits of [6, 9, 12, 17]) {
      const found = [left, right].map((one) => my.written.general(one, digits));
      if (found[0] !== found[1]) return found;
    }
    return [left, right].map((one) => my.written.general(one));
  }

  my.comparison = { compare };
})();
