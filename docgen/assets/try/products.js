// Products of arrays: matrix, dot, outer and entry by entry, by kind or by the values' ranks.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { matmul } = my.matrix;
  const { COLUMN, ROW, Quantity, merged, settle, spread, tidy, unequal } = my.quantity;
  const isMap = (value) => value instanceof my.operator.Operator;

  /** Factors folded from the left. */
  function product(term, see) {
    let values = term.args.map((one) => see.value(one));
    if (values.some((one) => !isMap(one) && one.bad !== null)) values = excused(term.args, values);
    return values.slice(1).reduce((left, right, at) => {
      if (isMap(left) || isMap(right)) return my.operator.product(left, right, see.u);
      return times(left, right, term.names[at] ?? "open", see.u);
    }, values[0]);
  }

  /** The factors without the bad entries that an indicator beside them makes 0. */
  function excused(terms, values) {
    let found = values;
    values.forEach((mask, k) => {
      if (!["indicator", "delta"].includes(terms[k].op) || isMap(mask)) return;
      found = found.map((one) => (isMap(one) || one === mask ? one : maskOut(one, mask)));
    });
    return found;
  }

  /** The value, 0 and no longer bad where the mask is 0. */
  function maskOut(value, mask) {
    if (value.bad === null) return value;
    const letters = merged([value, mask]);
    const rank = Math.max(value.rank, mask.rank);
    const on = spread(mask.data, mask.letters, letters, rank);
    const [data, error, bad] = [value.data, value.error, value.bad.mask].map((one) =>
      A.zip((x, m) => (m === 0 ? 0 : x), spread(one, value.letters, letters, rank), on));
    return new Quantity(data, error, letters, value.state || mask.state, {
      bad: A.any(bad) ? new my.escape.Bad(bad, value.bad.escapes) : null,
      isVague: value.isVague,
    });
  }

  /** One product. */
  function times(a, b, kind, u) {
    if (kind === "hadamard") {
      const isMixed = (a.rank === 0 || b.rank === 0) && a.rank !== b.rank;
      if (isMixed && (a.isVague || b.isVague)) {
        const number = a.rank === 0 ? a : b;
        if (!number.letters.some((letter) => letter.startsWith("…"))) {
          throw unequal(a, b, "`\\odot` takes equal shapes");
        }
      }
      return my.arithmetic.times(a, b, u);
    }
    if (a.rank === 0 || b.rank === 0) return my.arithmetic.times(a, b, u);
    if (kind === "scalar" || a.rank > 2 || b.rank > 2) {
      throw my.stop(
        "unsupported-latex", `a product of arrays of ${a.rank} and ${b.rank} axes`,
        { help: "write indices" });
    }
    if (a.rank === 1 && b.rank === 1) return vectors(a, b, kind, u);
    if (a.rank === 1 && a.state === COLUMN) {
      throw unequal(a, b, "a column stands to the right; write `^\\top`");
    }
    if (b.rank === 1 && b.state === ROW) {
      throw unequal(a, b, "a row stands to the left of a matrix");
    }
    return contract(a, b);
  }

  function vectors(a, b, written, u) {
    let kind = written;
    if (kind !== "dot" && kind !== "outer") {
      if (a.state === ROW && b.state !== ROW) kind = "dot";
      else if (a.state !== ROW && b.state === ROW) kind = "outer";
      else throw twoVectors();
    }
    if (kind === "dot") return contract(a, b);
    const letters = merged([a, b]);
    const [x, ex] = [a.data, a.error].map((one) => {
      const wide = spread(one, a.letters, letters, 1);
      return A.expand(wide, wide.ndim);
    });
    const [y, ey] = [b.data, b.error].map((one) => {
      const wide = spread(one, b.letters, letters, 1);
      return A.expand(wide, wide.ndim - 1);
    });
    a.good();
    b.good();
    const data = A.zip((p, q) => p * q, x, y);
    const error = A.zip(my.arithmetic.timesBound(u), x, ex, y, ey, data);
    return new Quantity(data, settle(data, error), letters, "", {
      elastic: tidy([a.elastic[0] ?? null, b.elastic[0] ?? null]),
      isVague: a.isVague || b.isVague,
    });
  }

  const twoVectors = () =>
    my.stop("ambiguous-latex", "a product of two vectors", {
      notes: [
        "reading: dot, u^\\top v",
        "reading: outer, u v^\\top",
        "reading: entry by entry, u \\odot v",
      ],
      help: "write `u^\\top v`, `u v^\\top` or `u \\odot v`",
    });

  /** The last axis of one against the first visible axis of the other. */
  function contract(a, b) {
    a.good();
    b.good();
    const isVague = a.isVague || b.isVague;
    const isUnit = a.isUnit && b.isUnit;
    const letters = merged([a, b]);
    const lead = letters.length;
    const wide = [a, b].flatMap((side) =>
      [side.data, side.error].map((one) => spread(one, side.letters, letters, side.rank)));
    let [x, ex, y, ey] = a.isElastic || b.isElastic ? stretched(a, b, wide, lead) : wide;
    if (x.shape[x.ndim - 1] !== y.shape[lead]) throw unequal(a, b);
    if (a.rank === 1) [x, ex] = [x, ex].map((one) => A.expand(one, one.ndim - 1));
    if (b.rank === 1) [y, ey] = [y, ey].map((one) => A.expand(one, one.ndim));
    const sum = (p, q) => p + q;
    const [xs, ys] = [A.map(Math.abs, x), A.map(Math.abs, y)];
    const whole = [
      matmul(x, y), A.zip(sum, matmul(xs, A.zip(sum, ey, ys)), matmul(ex, ys)),
    ];
    const [data, error] = whole.map((one) => {
      const [rows, columns] = one.shape.slice(-2);
      const visible = [...(a.rank === 1 ? [] : [rows]), ...(b.rank === 1 ? [] : [columns])];
      return A.reshape(one, [...one.shape.slice(0, -2), ...visible]);
    });
    const state = a.rank === b.rank ? "" : b.rank === 1 ? COLUMN : ROW;
    const each = (one) => (one.isElastic ? one.elastic : new Array(one.rank).fill(null));
    const elastic = tidy([...each(a).slice(0, -1), ...each(b).slice(1)]);
    return new Quantity(data, settle(data, error), letters, state, { elastic, isVague, isUnit });
  }

  /** The arrays with the contracted axis at the length of its partner. */
  function stretched(a, b, arrays, lead) {
    const [x, ex, y, ey] = arrays;
    const one = a.elastic[a.elastic.length - 1] ?? null;
    const other = b.elastic[0] ?? null;
    const widen = (array, axis, size) =>
      A.broadcastTo(array, array.shape.map((n, k) => (k === axis ? size : n)));
    if (one !== null && other !== null) {
      one.join(other);
    } else if (one !== null) {
      const size = y.shape[lead];
      one.fix(size);
      return [...[x, ex].map((each) => widen(each, each.ndim - 1, size)), y, ey];
    } else if (other !== null) {
      const size = x.shape[x.ndim - 1];
      other.fix(size);
      return [x, ex, ...[y, ey].map((each) => widen(each, lead, size))];
    }
    return arrays;
  }

  my.products = { product, contract, maskOut };
})();
