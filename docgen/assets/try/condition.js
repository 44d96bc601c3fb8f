// Conditions entry by entry: relations, chains, indicators, and which branches are taken.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { Quantity, badOf, meet, merged, shownShape, spread } = my.quantity;
  const RELATIONS = {
    "=": (x, y) => x === y, "≠": (x, y) => x !== y, "<": (x, y) => x < y,
    ">": (x, y) => x > y, "≤": (x, y) => x <= y, "≥": (x, y) => x >= y,
  };
  const isOne = (x) => x === 1;

  /** Where a relation holds: 1, 0, or NaN where one side is NaN. */
  function relation(left, right, sign) {
    if (left.rank !== right.rank && left.rank && right.rank) {
      const shapes = `${shownShape(left)} and ${shownShape(right)}`;
      throw my.stop("shape-mismatch", `a comparison of shapes ${shapes}`);
    }
    const state = my.arithmetic.jointState(left, right);
    const elastic = meet(left, right);
    const [x, , y, , letters] = my.arithmetic.pair(left, right);
    if (!RELATIONS[sign]) {
      throw my.stop("unsupported-latex", `the page's evaluator does not know \`${sign}\` here`);
    }
    const holds = (p, q) =>
      (Number.isNaN(p) || Number.isNaN(q) ? NaN : Number(RELATIONS[sign](p, q)));
    const data = A.zip(holds, x, y);
    const none = A.full(data.shape, 0);
    return my.arithmetic.made(data, none, letters, left, right, state, false, elastic);
  }

  /** Where two conditions hold; where one is false, the other may be anything. */
  function both(a, b) {
    if (a === null || b === null) return a ?? b;
    const state = my.arithmetic.jointState(a, b);
    const rank = Math.max(a.rank, b.rank);
    const letters = merged([a, b]);
    meet(a, b);
    const [x, y] = [a, b].map((one) => spread(one.data, one.letters, letters, rank));
    const data = A.zip((p, q) => (p === 0 || q === 0 ? 0 : p * q), x, y);
    let bad = badOf([a, b], letters, data.shape);
    if (bad !== null) {
      const mask = A.zip(
        (m, p, q) => m && !p && !q, bad.mask, isFalse(a, letters, rank),
        isFalse(b, letters, rank));
      bad = new my.escape.Bad(mask, bad.escapes);
    }
    const isVague = a.isVague || b.isVague;
    return new Quantity(data, A.full(data.shape, 0), letters, state, { bad, isVague });
  }

  function isFalse(a, letters, rank) {
    let off = A.map((x) => x === 0, a.data);
    if (a.bad !== null) off = A.zip((x, m) => x && !m, off, a.bad.mask);
    return spread(off, a.letters, letters, rank);
  }

  /** Two values side by side; an index beside a position is a position too. */
  function compared(left, right, see) {
    return asPositions(left, right, see.quantity(left), see.quantity(right), see);
  }

  /** Values of two terms, both as positions where one of them is. */
  function asPositions(left, right, a, b, see) {
    const one = my.indexing.isPosition(left, see);
    if (one === my.indexing.isPosition(right, see)) return [a, b];
    const [term, value] = one ? [right, b] : [left, a];
    const base = my.indexing.baseOf(term, see);
    if (base === null && see.base && isNumeral(term)) {
      throw my.stop("ambiguous-latex", "a numeral beside a position", {
        notes: [
          "reading: as the page counts, from 1",
          "reading: as the code counts, from 0",
        ],
        help: "compare it with an index",
      });
    }
    if (!base) return [a, b];
    const { error, letters, state, bad } = value;
    const data = A.map((x) => x - base, value.data);
    const shifted = new Quantity(data, error, letters, state, { bad });
    return one ? [a, shifted] : [shifted, b];
  }

  function isNumeral(term) {
    if (term.op === "number" || term.op === "size") return true;
    return term.args.length > 0 && term.args.every(isNumeral);
  }

  /** Where a chain holds. */
  function condition(term, see) {
    return term.names.reduce((found, sign, at) => {
      const [left, right] = compared(term.args[at], term.args[at + 1], see);
      return both(found, relation(left, right, sign));
    }, null);
  }

  /** Where all chains hold; null for no chain. What chooses among terms is noted as a branch. */
  function conditions(terms, see, isChoice = false) {
    return terms.reduce((found, term) => {
      const one = condition(term, see);
      if (isChoice) record(term, "", one, see);
      return both(found, one);
    }, null);
  }

  /** 1 where two terms are equal. */
  function delta(term, see) {
    const [left, right] = compared(term.args[0], term.args[1], see);
    return relation(left, right, "=");
  }

  /** 1 where a relation holds, entry by entry. */
  function indicator(term, see) {
    const found = condition(term.args[0], see);
    record(term, "", found, see);
    return found;
  }

  /** Note whether a branch is ever taken and ever not, where its value counts. */
  function record(term, which, taken, see) {
    let [yes, no] = [1, 0].map((n) => A.map((x) => x === n, taken.data));
    const { bad, letters: own } = taken;
    if (bad !== null) [yes, no] = [yes, no].map((x) => A.zip((p, m) => p && !m, x, bad.mask));
    if (see.live !== null) {
      const letters = merged([taken, see.live]);
      const rank = Math.max(taken.rank, see.live.rank);
      const on = spread(A.map(isOne, see.live.data), see.live.letters, letters, rank);
      [yes, no] = [yes, no].map((one) =>
        A.zip((p, q) => p && q, spread(one, own, letters, rank), on));
    }
    const name = term.op === "call" ? term.text : term.op;
    const inside = see.keys.map((one) => ` in ${one}`).join("");
    const key = `${name} ${term.span.join(":")}${which ? ` ${which}` : ""}${inside}`;
    if (A.any(yes)) see.branches.add(`${key}+`);
    if (A.any(no)) see.branches.add(`${key}-`);
  }

  /** `t = 2, [0, 3]`: letters with their numbers, then positions from 0. */
  function shownPlace(at, letters, see) {
    const parts = [];
    const positions = [];
    letters.forEach((letter, k) => {
      const running = see.scope.get(letter);
      if (running) {
        parts.push(`${letter} = ${my.written.general(running.numbers.data[at[k]])}`);
      } else if (letter.startsWith("…")) {
        positions.push(at[k]);
      } else {
        parts.push(`position ${at[k]} of ${letter.replace(/′+$/, "")}`);
      }
    });
    positions.push(...at.slice(letters.length));
    if (positions.length) parts.push(`[${positions.join(", ")}]`);
    return parts.join(", ");
  }

  my.condition = {
    relation, both, asPositions, conditions, delta, indicator, record, shownPlace,
  };
})();
