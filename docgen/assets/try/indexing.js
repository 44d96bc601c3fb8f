// Indices: the numbers they take, the positions they mean, and entries read at them.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { Bad, Escape } = my.escape;
  const { Quantity, badOf, merged, spread } = my.quantity;

  /** An index letter, as the number that the page means. */
  function index(term, see) {
    const running = see.scope.get(term.text);
    if (!running) {
      throw my.stop("unsupported-latex", `index \`${term.text}\` is bound by nothing`);
    }
    return running.quantity;
  }

  /** A recorded value; axes of its cell's letters at the positions that these take. */
  function leaf(term, see) {
    let value = see.leaf(term.text);
    if (!value.letters.length) return value;
    for (const [letter] of see.leaves.get(term.text).letters) {
      const running = see.scope.get(letter);
      if (!running) continue;
      const size = value.data.shape[value.letters.indexOf(letter)];
      if (!running.covers(size)) value = atLetter(value, running, term, see);
    }
    return value;
  }

  /** The value with the axis of a letter read at the positions that the letter takes. */
  function atLetter(value, running, term, see) {
    const { letter, base } = running;
    const where = value.letters.indexOf(letter);
    const rest = value.letters.filter((one) => one !== letter);
    const moved = (one) => A.moveaxis(one, where, rest.length);
    const bad = value.bad === null ? null : new Bad(moved(value.bad.mask), value.bad.escapes);
    const opened = new Quantity(moved(value.data), moved(value.error), rest, "", {
      bad, isVague: value.isVague,
    });
    const numbers = A.map((n) => n - base, running.numbers);
    const positions = new Quantity(numbers, running.quantity.error, [letter]);
    const one = my.term.plain("index", letter, term.span);
    return gather(opened, [positions], [one], [base], see);
  }

  /** Whether the term is an entry, or all, of an array of positions. */
  function isPosition(term, see) {
    if (term.op === "at") return isPosition(term.args[0], see);
    if (term.op === "local" && see.locals.has(term.text)) {
      return isPosition(see.locals.get(term.text), see);
    }
    return term.op === "leaf" && see.leaves.get(term.text).target !== "";
  }

  /** The number that means the first position; null for numbers without an index. */
  function baseOf(term, see) {
    if (term.op === "reduce" && (term.text === "argmax" || term.text === "argmin")) {
      const isZero = (one) => one.names.length === 2 && one.names[1] === "0";
      return term.args.slice(1, 2).every(isZero) ? 0 : 1;
    }
    const letters = [...my.lettersIn([term])].filter((one) => see.scope.has(one));
    if (!letters.length) return null;
    return letters.every((one) => see.scope.get(one).base === 0) ? 0 : 1;
  }

  /** Positions from 0 that an index means, and the number that means the first. */
  function position(term, see) {
    if (isPosition(term, see)) return [see.number(term, "an index"), 0];
    if (operands(term).some((inner) => isPosition(inner, see))) {
      throw my.stop("unsupported-latex", "arithmetic on a position");
    }
    const value = see.number(term, "an index");
    const base = baseOf(term, see) ?? see.base;
    if (!base) return [value, base];
    const data = A.map((x) => x - base, value.data);
    return [new Quantity(data, value.error, value.letters, "", { bad: value.bad }), base];
  }

  /** The operands of sums and products in an index, without what stands in subscripts. */
  function operands(term) {
    if (!["sum", "product", "quotient", "power"].includes(term.op)) return [];
    return term.args.flatMap((inner) => [inner, ...operands(inner)]);
  }

  /** Entries, or rows where there are fewer indices than axes. */
  function at(term, see) {
    const base = see.quantity(term.args[0]);
    const indices = term.args.slice(1);
    const count = indices.length;
    if (base.rank < count) {
      const many = count > 1 ? `${count} indices` : "one index";
      const shape = my.written.tuple(base.visible);
      throw my.stop("shape-mismatch", `${many} on an array of shape ${shape}`);
    }
    if (base.isElastic) {
      throw my.stop("unsupported-latex", "an index on ones without a length");
    }
    if (isPlain(base, indices, see)) {
      const letters = [...base.letters, ...indices.map((one) => one.text)];
      const { bad, isVague } = base;
      return new Quantity(base.data, base.error, letters, "", { bad, isVague });
    }
    const found = indices.map((one) => position(one, see));
    const [positions, firsts] = [0, 1].map((k) => found.map((one) => one[k]));
    return gather(base, positions, indices, firsts, see);
  }

  /** Whether the indices are different letters that run over the whole of their axes. */
  function isPlain(base, indices, see) {
    const seen = new Set(base.letters);
    return indices.every((one, k) => {
      const running = one.op === "index" ? see.scope.get(one.text) : null;
      if (!running || seen.has(one.text) || !running.covers(base.visible[k])) return false;
      seen.add(one.text);
      return true;
    });
  }

  /** Entries at positions; those outside the axis are marked bad, never wrapped. */
  function gather(base, positions, terms, firsts, see) {
    const lead = base.letters.length;
    const front = A.full(base.data.shape.slice(0, lead), 0);
    const letters = merged([new Quantity(front, front, base.letters), ...positions]);
    const picked = base.letters.map((letter, k) => {
      const line = A.line(Array.from({ length: base.data.shape[k] }, (_, n) => n));
      return spread(line, [letter], letters, 0);
    });
    let outside = null;
    const escapes = [];
    positions.forEach((one, k) => {
      const size = base.data.shape[lead + k];
      const name = shown(terms[k]);
      const isOdd = (x) => my.domain.rint(x) !== x;
      const odd = one.data.data.find(isOdd);
      if (odd !== undefined && one.bad === null) {
        const number = my.written.general(odd + firsts[k]);
        throw my.stop("shape-mismatch", `index \`${name}\` is ${number}, no whole number`);
      }
      const whole = A.map(my.domain.rint, one.data);
      const out = A.map((x) => !(x >= 0 && x < size), whole);
      if (A.any(out)) {
        const numbers = A.map((x) => x + firsts[k], one.data);
        escapes.push(new Escape(name, size, one.letters, out, numbers, see.span(terms[k])));
        const mask = spread(out, one.letters, letters, 0);
        outside = outside === null ? mask : A.zip((x, y) => x || y, outside, mask);
      }
      // A place that does not exist reads the first entry, which is marked.
      const inside = A.zip((x, o) => (o ? 0 : x), whole, out);
      picked.push(spread(inside, one.letters, letters, 0));
    });
    if (base.data.shape.slice(0, lead + positions.length).includes(0)) {
      const shape = my.written.tuple(base.data.shape);
      throw my.stop("shape-mismatch", `an index on an axis of length 0: ${shape}`);
    }
    const [data, error] = [base.data, base.error].map((one) => A.gather(one, picked));
    const rank = data.ndim - letters.length;
    let mask = A.full(data.shape, 0);
    const join = (more) => {
      mask = A.zip((x, y) => x || y, mask, more);
    };
    const raised = (one) => A.reshape(one, [...one.shape, ...new Array(rank).fill(1)]);
    if (outside !== null) join(raised(outside));
    if (base.bad !== null) {
      join(A.gather(base.bad.mask, picked));
      escapes.push(...base.bad.escapes);
    }
    const inner = badOf(positions, letters, data.shape.slice(0, letters.length));
    if (inner !== null) {
      join(raised(inner.mask));
      escapes.push(...inner.escapes);
    }
    const bad = A.any(mask) ? new Bad(mask, escapes) : null;
    return new Quantity(data, error, letters, "", { bad, isVague: base.isVague });
  }

  /** An index as text. */
  function shown(term) {
    const parts = term.args.map(shown);
    switch (term.op) {
      case "index":
      case "number":
      case "size":
        return term.text;
      case "sum":
        return parts.map((part, k) => `${term.text[k]}${part}`).join("").replace(/^\+/, "");
      case "product":
        return parts.join(" ");
      case "leaf":
        return term.text.replace(/[<>]+$/, "");
      case "at":
        return `${parts[0]}_${parts.slice(1).join(",")}`;
      default:
        return "…";
    }
  }

  my.indexing = { index, leaf, isPosition, baseOf, at };
})();
