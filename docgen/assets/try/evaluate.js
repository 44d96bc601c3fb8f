// A statement of an equation evaluated at one point: recorded values in, an outcome out.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const ROUNDOFF = { float16: 2 ** -11, float32: 2 ** -24 };
  const DOUBLE = 2 ** -53;
  const isMap = (value) => value instanceof my.operator.Operator;
  const NOTHING = {
    entries: 0, gap: 0, tolerance: 0, ratio: 0, scale: 0, span: [0, 0], place: "", left: "",
    right: "", shape: [], branches: [], causes: [], notes: [], u: DOUBLE, problem: null,
  };

  /** Compare the sides of one statement; with a problem where they could not be compared. */
  my.evaluate = (data, number, values, functions = {}, derivatives = {}, sizes = {}) => {
    let u = DOUBLE;
    try {
      const formula = my.term.formula(data);
      const statement = formula.statements[number];
      const see = prepared(formula, statement, values, functions, derivatives, sizes);
      u = see.u;
      return { ...NOTHING, ...see.settled(() => compared(statement, see)), u };
    } catch (found) {
      if (!(found instanceof my.Stop)) throw found;
      return { ...NOTHING, problem: found.problem, u };
    }
  };

  /** The value of one side of a statement, its named axes first. */
  my.side = (data, number, which, values, functions = {}, derivatives = {}, sizes = {}) => {
    try {
      const formula = my.term.formula(data);
      const statement = formula.statements[number];
      const see = prepared(formula, statement, values, functions, derivatives, sizes);
      const found = see.settled(() => {
        open(statement, see);
        const value = see.value(statement.sides[which]);
        return isMap(value) ? my.operator.toQuantity(value) : value.good();
      });
      return {
        shape: found.data.shape,
        data: Array.from(found.data.data),
        error: Array.from(found.error.data),
        letters: found.letters,
      };
    } catch (found) {
      if (!(found instanceof my.Stop)) throw found;
      return { problem: found.problem };
    }
  };

  /** The state before anything is evaluated. */
  function prepared(formula, statement, values, functions, derivatives, sizes) {
    const used = my.binding.usedLeaves(formula, statement);
    const arrays = new Map();
    const all = [...formula.leaves, ...formula.sizing];
    for (const leaf of all) {
      if (!Object.hasOwn(values, leaf.name)) continue;
      try {
        arrays.set(leaf.name, my.binding.toArray(leaf, values[leaf.name]));
      } catch (found) {
        if (!(found instanceof my.Stop) || used.has(leaf.name)) throw found;
      }
    }
    const measured = my.extent.measure(all, arrays, Object.entries(sizes));
    const bound = formula.leaves.filter((leaf) => used.has(leaf.name) && arrays.has(leaf.name));
    const leads = my.binding.commonLeads(bound, arrays);
    const units = bound.map((leaf) => ROUNDOFF[arrays.get(leaf.name).kind] ?? DOUBLE);
    const see = new my.Evaluator(
      my.OPERATIONS, formula, arrays, measured, leads, Math.max(DOUBLE, ...units), functions,
      derivatives);
    see.locals = new Map(statement.locals);
    return see;
  }

  /** Put the free indices in force; the result is where the statement is compared. */
  function open(statement, see) {
    const { both, conditions } = my.condition;
    let mask = null;
    let waiting = [...statement.free];
    const names = new Set(waiting.map((one) => one.letter));
    const uses = [
      ...statement.sides, ...statement.locals.map(([, term]) => term), ...statement.conditions,
    ];
    while (waiting.length) {
      const isOpen = (letter) => names.has(letter) && !see.scope.has(letter);
      const ready = waiting.filter((one) => ![...needs(one)].some(isOpen));
      if (!ready.length) {
        throw my.stop("unsupported-latex", "ranges of indices that depend on one another");
      }
      for (const one of ready) {
        const [running, inside] = my.domain.run(one, see, uses);
        see.scope.set(one.letter, running);
        mask = both(mask, inside);
      }
      waiting = waiting.filter((one) => !ready.includes(one));
    }
    mask = both(mask, conditions(statement.conditions, see));
    if (mask !== null && mask.rank) {
      throw my.stop("unsupported-latex", "a condition on arrays", { help: "write indices" });
    }
    see.live = mask;
    return mask;
  }

  const needs = (one) =>
    my.lettersIn([one.low, one.high, one.step].filter((term) => term !== null));

  function compared(statement, see) {
    const mask = open(statement, see);
    const values = statement.sides.map((one) => see.value(one));
    let worst = null;
    let place = [0, 0];
    let entries = 0;
    statement.relations.forEach((sign, at) => {
      const [one, other] = statement.sides.slice(at, at + 2);
      const checks = isRecorded(other) && !isRecorded(one) ? 0 : 1;
      let found = null;
      try {
        const [left, right] = positions(one, other, values[at], values[at + 1], see);
        found = my.comparison.compare(
          left, right, sign, mask, statement.tolerance, see, checks);
      } catch (failure) {
        const isPlaced = !(failure instanceof my.Stop) || failure.isPlaced;
        if (!isPlaced) failure.place([one.span[0], other.span[1]]);
        throw failure;
      }
      entries += found.entries;
      if (worst === null || found.ratio > worst.ratio) {
        worst = found;
        place = statement.sides[at + checks].span;
      }
    });
    if (worst === null) throw my.stop("unsupported-latex", "a statement without a relation");
    return {
      ...worst,
      entries,
      span: worst.ratio > 1 ? place : [0, 0],
      branches: [...see.branches].sort(),
      notes: [...see.notes],
    };
  }

  /** Whether a side is what was recorded; the other then computes. */
  const isRecorded = (term) =>
    term.op === "leaf" || (term.op === "at" && term.args[0].op === "leaf");

  /** Both sides as positions where one of them is. */
  function positions(one, other, left, right, see) {
    const isSame = my.indexing.isPosition(one, see) === my.indexing.isPosition(other, see);
    if (isSame || isMap(left) || isMap(right)) return [left, right];
    return my.condition.asPositions(one, other, left, right, see);
  }
})();
