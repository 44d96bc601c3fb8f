// The state of an evaluation: leaves, indices in force, parameters of functions, open lengths.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const byKey = (all, key) => new Map(all.map((one) => [one[key], one]));

  /** An index in force: the numbers it takes, as the page counts, and what means the first. */
  my.Running = class Running {
    constructor(letter, numbers, base) {
      Object.assign(this, { letter, numbers, base });
      this.quantity = new my.quantity.Quantity(numbers, A.full(numbers.shape, 0), [letter]);
    }

    /** Whether it takes every position of an axis, in order. */
    covers(size) {
      const { data } = this.numbers;
      return data.length === size && size > 0 && data.every((n, k) => n === this.base + k);
    }
  };

  /** One statement at one point; the fields are those of the Python class. */
  my.Evaluator = class Evaluator {
    constructor(table, formula, arrays, sizes, leads, u, functions, derivatives) {
      Object.assign(this, { table, formula, arrays, sizes, leads, u, functions, derivatives });
      this.base = formula.base;
      this.leaves = byKey(formula.leaves, "name");
      this.definitions = byKey(formula.definitions, "key");
      this.signatures = byKey(formula.signatures, "key");
      this.bound = new Map();
      this.locals = new Map();
      this.place = [0, 0];
      this.notes = new Set();
      this.stretches = new Map();
      this.reset();
    }

    /** The value of a term; what stops it gets the place of the innermost term. */
    value(term) {
      const operation = this.table[term.op];
      if (!operation) {
        throw my.stop("unsupported-latex", `the page's evaluator does not know \`${term.op}\``);
      }
      try {
        return operation(term, this);
      } catch (found) {
        const isHere = term.span[0] !== 0 || term.span[1] !== 0;
        if (found instanceof my.Stop && !found.isPlaced && isHere) found.place(this.span(term));
        throw found;
      }
    }

    /** Where a term stands; within a function, where the function is called. */
    span(term) {
      return this.keys.length ? this.place : term.span;
    }

    /** The value of a term that is no derivative. */
    quantity(term) {
      const value = this.value(term);
      if (value instanceof my.operator.Operator) {
        throw my.stop(
          "unsupported-latex", "a derivative of an array by an array stands here",
          { help: "multiply it by a vector, or compare it" });
      }
      return value;
    }

    /** A value without visible axes. */
    number(term, what) {
      const value = this.quantity(term);
      if (value.rank) {
        const shape = my.written.tuple(value.visible);
        throw my.stop("ambiguous-latex", `${what} is an array of shape ${shape}`);
      }
      return value;
    }

    size(axis) {
      return my.extent.sizeOf(axis, this.sizes);
    }

    /** The recorded value of a leaf, whole. */
    leaf(name) {
      if (!this.bound.has(name)) {
        const leaf = this.leaves.get(name);
        if (!this.arrays.has(name)) {
          throw my.stop("run-failed", `no value of \`${leaf.symbol}\` was recorded`);
        }
        this.bound.set(name, my.binding.bind(leaf, this.arrays.get(name), this.leads));
      }
      return this.bound.get(name);
    }

    /** The length of a term that says none; the same at every pass over the statement. */
    stretch(term) {
      const key = [...this.path, term.id].join();
      if (!this.stretches.has(key)) this.stretches.set(key, new my.Stretch(this.span(term)));
      return this.stretches.get(key);
    }

    /** Forget what a pass over the statement left behind, but for lengths that it found. */
    reset() {
      this.scope = new Map();
      this.parameters = new Map();
      this.localValues = new Map();
      this.path = [];
      this.keys = [];
      this.live = null;
      this.branches = new Set();
      this.used = [];
    }

    /** What a function computes once all lengths that it meets are known. */
    settled(compute) {
      for (;;) {
        this.reset();
        let failure = null;
        let result = null;
        try {
          result = compute();
        } catch (stopped) {
          if (!(stopped instanceof my.Stop)) throw stopped;
          failure = stopped;
        }
        if (this.used.some((one) => one.root.size)) continue;
        if (failure !== null) throw failure;
        const open = this.used.find((one) => !one.root.isFree);
        if (open) {
          throw my.stop("unsupported-latex", "nothing gives these ones a length", {
            help: "write their length, as in `\\mathbf{1}_n` or `I_n`",
            span: open.span,
          });
        }
        return result;
      }
    }
  };

  /** Index letters that stand in terms. */
  my.lettersIn = (terms) => {
    const found = new Set();
    const waiting = [...terms];
    while (waiting.length) {
      const term = waiting.pop();
      if (term.op === "index") found.add(term.text);
      waiting.push(...term.args);
    }
    return found;
  };
})();
