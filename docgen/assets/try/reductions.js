// Big operators: sums, products, extremes and means over indices and under conditions.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { fmax } = my.functions;
  const { Quantity, merged, settle, spread } = my.quantity;

  /** Operators of wrong variants alone, and what they give where there is no term. */
  const LAST = new Map([["last term", 0], ["last factor", 1]]);

  /** A big operator at its body. */
  function reduce(term, see) {
    const binders = term.args.slice(1).filter((one) => one.op === "binder");
    const chains = term.args.slice(1).filter((one) => one.op !== "binder");
    const { scope: outer, live } = see;
    const { both, conditions } = my.condition;
    try {
      see.scope = new Map(outer);
      let mask = null;
      const lines = [];
      for (const one of binders) {
        const [running, inside] = my.domain.run(rangeOf(one), see, [term.args[0], ...chains]);
        see.scope.set(one.text, running);
        lines.push(running);
        mask = both(mask, inside);
      }
      see.live = both(live, mask);
      mask = both(mask, conditions(chains, see, true));
      if (mask !== null && mask.rank) {
        throw my.stop("unsupported-latex", "a condition on arrays", { help: "write indices" });
      }
      see.live = both(live, mask);
      if (term.text === "array") return tabulated(see.quantity(term.args[0]), lines);
      return reduced(term.text, see.quantity(term.args[0]), mask, lines, see);
    } finally {
      see.scope = outer;
      see.live = live;
    }
  }

  /** The body at every value of the indices, which become axes that the equation sees. */
  function tabulated(body, lines) {
    if (body.rank) {
      const shape = my.written.tuple(body.visible);
      throw my.stop("shape-mismatch", `an entry of a definition has shape ${shape}`, {
        help: "write an index on the left side for each axis of it",
      });
    }
    const everything = [body, ...lines.map((one) => one.quantity)];
    const inner = lines.map((one) => one.letter);
    const kept = merged(everything).filter((one) => !inner.includes(one));
    const order = [...kept, ...inner];
    const known = new Map(everything.flatMap((one) =>
      one.letters.map((letter, k) => [letter, one.data.shape[k]])));
    const shape = order.map((letter) => known.get(letter));
    const wide = (array) => A.broadcastTo(spread(array, body.letters, order, 0), shape);
    const bad = body.bad && new my.escape.Bad(wide(body.bad.mask), body.bad.escapes);
    const state = lines.length === 1 ? "plain" : "";
    return new Quantity(wide(body.data), wide(body.error), kept, state, {
      elastic: [],
      bad,
      isVague: body.isVague,
    });
  }

  function rangeOf(binder) {
    const [low, high] = binder.args.length === 2 ? binder.args : [null, null];
    const [axis = "", base = ""] = binder.names;
    return { letter: binder.text, axis, base: base === "0" ? 0 : 1, low, high, step: null };
  }

  function reduced(kind, body, mask, lines, see) {
    const quantities = lines.map((one) => one.quantity);
    const everything = mask === null ? [body, ...quantities] : [body, mask, ...quantities];
    const gone = lines.map((one) => one.letter);
    const kept = merged(everything).filter((one) => !gone.includes(one));
    const order = [...kept, ...gone];
    if (!["sum", "mean", "last term"].includes(kind) && body.rank) {
      const shape = my.written.tuple(body.visible);
      throw my.stop("unsupported-latex", `\`${kind}\` over arrays of shape ${shape}`, {
        help: "write it with all indices",
      });
    }
    const known = new Map(everything.flatMap((one) =>
      one.letters.map((letter, k) => [letter, one.data.shape[k]])));
    const sizes = order.map((letter) => known.get(letter));
    const shape = [...sizes, ...body.visible];
    const wide = (array, one) =>
      A.broadcastTo(spread(array, one.letters, order, body.rank), shape);
    let [data, error] = [wide(body.data, body), wide(body.error, body)];
    let on = null;
    if (mask !== null) {
      const raw = wide(mask.data, mask);
      on = A.map((x) => x === 1 || Number.isNaN(x), raw);
      data = A.zip((x, m) => (Number.isNaN(m) ? NaN : x), data, raw);
    }
    const lead = kept.length;
    const flat = [...sizes.slice(0, lead), A.count(sizes.slice(lead)), ...body.visible];
    const bad = badBelow(body, mask, on, wide, flat, lead);
    [data, error] = [data, error].map((one) => A.reshape(one, flat));
    if (on !== null) on = A.reshape(on, flat);
    const [result, bound] = foldAlong(kind, data, error, on, lead, lines, see);
    return new Quantity(result, settle(result, bound), kept, body.state, {
      elastic: kind === "sum" || kind === "mean" ? body.elastic : [],
      bad,
      isVague: body.isVague,
    });
  }

  /** An entry is bad where one that is summed is. */
  function badBelow(body, mask, on, wide, flat, lead) {
    let found = null;
    const escapes = [];
    for (const one of [body, mask]) {
      if (one === null || one.bad === null) continue;
      let where = wide(one.bad.mask, one);
      if (one === body && on !== null) where = A.zip((x, y) => x && y, where, on);
      found = found === null ? where : A.zip((x, y) => x || y, found, where);
      escapes.push(...one.bad.escapes);
    }
    if (found === null || !A.any(found)) return null;
    const isAny = (row) => Number(row.some((x) => x !== 0));
    return new my.escape.Bad(A.along(isAny, A.reshape(found, flat), lead), escapes);
  }

  const masked = (array, on, other) =>
    (on === null ? array : A.zip((x, m) => (m ? x : other), array, on));

  /** The reduction of one axis, and its bound. */
  function foldAlong(kind, data, error, on, axis, lines, see) {
    if (kind === "sum" || kind === "mean") {
      const [total, bound] = [data, error].map((one) => A.sum(masked(one, on, 0), axis));
      if (kind === "sum") return [total, bound];
      const number = on === null ? A.scalar(data.shape[axis]) : A.sum(on, axis);
      const mean = A.zip((x, n) => x / n, total, number);
      return [mean, A.zip((e, n, v) => e / n + Math.abs(v), bound, number, mean)];
    }
    if (kind === "prod") return productAlong(masked(data, on, 1), masked(error, on, 0), axis);
    if (LAST.has(kind) && on !== null) return lastAlong(data, error, on, axis, LAST.get(kind));
    if (["max", "min", "argmax", "argmin"].includes(kind)) {
      return extremeAlong(kind, data, error, on, axis, lines, see);
    }
    if (kind === "logsumexp") {
      return my.logsumexp(masked(data, on, -Infinity), masked(error, on, 0), axis);
    }
    throw my.stop("unsupported-latex", `\`${kind}\` over an index`);
  }

  /** Factors one after the other, each with its bound. */
  function productAlong(data, error, axis) {
    const shape = data.shape.filter((_, k) => k !== axis);
    let [total, bound] = [A.full(shape, 1), A.full(shape, 0)];
    for (let k = 0; k < data.shape[axis]; k++) {
      const [x, ex] = [data, error].map((one) => A.take(one, k, axis));
      const spoiled = (p, b, t, e) => Math.abs(p) * b + Math.abs(t) * e;
      bound = A.zip(spoiled, x, bound, total, ex);
      total = A.zip((t, p) => t * p, total, x);
      bound = A.zip((b, t) => b + Math.abs(t), bound, total);
    }
    return [total, bound];
  }

  /** The last term of each set, as if it were the only one. */
  function lastAlong(data, error, on, axis, nothing) {
    const at = A.along((row) => row.lastIndexOf(1), on, axis);
    const pick = (one, no) => A.zip((x, k) => (k < 0 ? no : x), A.takeAlong(one, at, axis), at);
    return [pick(data, nothing), pick(error, 0)];
  }

  function extremeAlong(kind, raw, bounds, on, axis, lines, see) {
    const isMax = kind.endsWith("max");
    const shape = raw.shape.filter((_, k) => k !== axis);
    if (raw.shape[axis] === 0) return [A.full(shape, NaN), A.full(shape, 0)];
    const data = masked(raw, on, isMax ? -Infinity : Infinity);
    const error = masked(bounds, on, 0);
    const at = A.along(isMax ? A.argmax : A.argmin, data, axis);
    const found = A.takeAlong(data, at, axis);
    let nothing = A.map(Number.isNaN, found);
    if (on !== null) {
      const none = A.along((row) => Number(!row.some((x) => x !== 0)), on, axis);
      nothing = A.zip((x, y) => x || y, nothing, none);
    }
    const unlessNothing = (one) => A.zip((x, no) => (no ? NaN : x), one, nothing);
    if (kind === "argmax" || kind === "argmin") {
      if (lines.length !== 1) {
        throw my.stop("unsupported-latex", `\`${kind}\` over several indices`);
      }
      const numbers = A.map((k) => lines[0].numbers.data[k], at);
      return [unlessNothing(numbers), A.full(shape, 0)];
    }
    // What is smaller by less than its bound may be the larger in the code.
    const gap = A.zip((v, x) => Math.abs(v - x) / see.u, A.expand(found, axis), data);
    const near = A.along(A.most, A.zip((e, g) => fmax(e - g, 0), error, gap), axis);
    const bound = A.zip((x, e) => fmax(x, e), near, A.takeAlong(error, at, axis));
    return [unlessNothing(found), bound];
  }

  my.reductions = { reduce };
})();
