// One statement of an equation with its numbers: changed, resized, evaluated again.
(() => {
  "use strict";
  const my = globalThis.docgenTry;
  const ui = (my.ui ??= {});
  const FLOAT = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
  const number = (entry) => (typeof entry === "string" ? Number(entry.replace("inf", "Infinity")) : Number(entry));
  const same = (one, other) => Object.is(number(one) + 0, number(other) + 0);

  /** An array of which the shape alone was sent. */
  const blank = ({ shape, kind }) =>
    ({ shape, kind, data: new Array(shape.reduce((size, n) => size * n, 1)).fill(0) });

  class Trial {
    constructor(equation, data) {
      this.data = data;
      this.formula = equation.formulas[data.formula];
      this.statement = this.formula.statements[data.number];
      this.leaves = data.leaves;
      this.reset();
    }

    reset() {
      this.sizes = { ...this.data.sizes };
      this.edits = {};
      this.invalid = new Set();
    }

    get isResized() {
      return this.data.letters.some((letter) => this.sizes[letter] !== this.data.sizes[letter]);
    }

    get isChanged() {
      return Object.values(this.edits).some((one) => Object.keys(one).length > 0);
    }

    get hasRecorded() {
      return this.leaves.some((leaf) => leaf.recorded);
    }

    shapeOf(leaf) {
      const { shape } = this.data.values[leaf.name];
      if (!this.isResized) return shape;
      return shape.map((size, axis) =>
        leaf.axes[axis] ? ui.lengthOf(leaf.axes[axis], this.sizes) : size,
      );
    }

    /** The entry at an index: as typed, as recorded, or as a fixed rule fills it. */
    entry(leaf, index) {
      const { shape, data, kind } = this.data.values[leaf.name];
      const limit = leaf.target ? ui.lengthOf(leaf.target, this.sizes) : 0;
      const typed = this.edits[leaf.name]?.[index.join()];
      const isThere = index.every((k, axis) => k < shape[axis]);
      const found = typed ?? (isThere ? data[ui.offset(index, shape)] : ui.filling(index, kind, limit));
      return limit && this.isResized ? number(found) % limit : found;
    }

    /** Take what was typed; the answer is what is wrong with it. */
    type(leaf, index, text) {
      const { shape, data, kind } = this.data.values[leaf.name];
      const key = index.join();
      const place = `${leaf.name} ${key}`;
      const problem = this.problemOf(leaf, kind, text.trim());
      if (problem) {
        this.invalid.add(place);
        return problem;
      }
      this.invalid.delete(place);
      let value = Number(text);
      if (kind === "float32") value = Math.fround(value);
      if (kind === "bool") value = value === 1;
      const edits = (this.edits[leaf.name] ??= {});
      const isThere = index.every((k, axis) => k < shape[axis]);
      if (isThere && same(value, data[ui.offset(index, shape)])) delete edits[key];
      else edits[key] = value;
      return "";
    }

    problemOf(leaf, kind, text) {
      if (kind === "bool") return /^[01]$/.test(text) ? "" : "Type 0 or 1.";
      const limit = leaf.target ? ui.lengthOf(leaf.target, this.sizes) : null;
      if (limit) {
        const fits = /^\d+$/.test(text) && Number(text) < limit;
        return fits ? "" : `Type a whole number from 0 to ${limit - 1}.`;
      }
      if (kind === "int") {
        const fits = /^[-+]?\d+$/.test(text) && Number.isSafeInteger(Number(text));
        return fits ? "" : "Type a whole number.";
      }
      const fits = FLOAT.test(text) && Number.isFinite(Number(text));
      return fits ? "" : "Type a number, such as 0.5 or -2e-3.";
    }

    resize(letter, size) {
      this.sizes[letter] = size;
      this.invalid.clear();
    }

    /** Both sides and how they compare: `{sides, outcome, problem}`. */
    compute() {
      const misfit = this.misfit();
      if (misfit) return { sides: [], problem: { message: misfit } };
      try {
        return this.evaluated();
      } catch (fault) {
        return { sides: [], problem: { message: `this panel has a fault: ${fault.message}` } };
      }
    }

    /** Why the numbers cannot be those of the leaves. */
    misfit() {
      for (const leaf of this.leaves) {
        const shape = this.shapeOf(leaf);
        if (shape.includes(null)) return `${leaf.axes[shape.indexOf(null)]} is no whole number at these sizes`;
        if (!leaf.symmetric || shape.length !== 2 || shape[0] !== shape[1]) continue;
        const isEven = ui.indices(shape).every(([i, j]) =>
          Math.abs(number(this.entry(leaf, [i, j])) - number(this.entry(leaf, [j, i]))) <= 1e-9);
        if (!isEven) return `${leaf.symbol} is declared symmetric; change both entries`;
      }
      return "";
    }

    evaluated() {
      const values = this.values();
      const ask = [this.functions(), this.derivatives()];
      const { number: which } = this.data;
      const count = this.statement.sides.length;
      if (this.isResized && this.hasRecorded) {
        const found = my.side(this.formula, which, count - 1, values, ...ask, this.sizes);
        return { sides: found.problem ? [] : [found], problem: found.problem };
      }
      const outcome = my.evaluate(this.formula, which, values, ...ask);
      if (outcome.problem) return { sides: [], outcome, problem: outcome.problem };
      const sides = this.statement.sides.map((_, side) =>
        my.side(this.formula, which, side, values, ...ask, this.sizes),
      );
      return { sides: sides.some((one) => one.problem) ? [] : sides, outcome };
    }

    values() {
      const found = {};
      for (const [name, value] of Object.entries(this.data.values)) {
        const leaf = this.leaves.find((one) => one.name === name);
        if (!leaf) {
          if (!this.isResized) found[name] = blank(value);
        } else if (!(leaf.recorded && this.isResized)) {
          const shape = this.shapeOf(leaf);
          const data = ui.indices(shape).map((index) => this.entry(leaf, index));
          found[name] = { shape, data, kind: value.kind };
        }
      }
      return found;
    }

    /** Functions of the code: what they gave for what they were called with, and nothing else. */
    functions() {
      const found = {};
      for (const [key, symbol] of Object.entries(this.data.symbols)) {
        found[key] = (args) => {
          const call = this.data.calls.find(
            (one) => one.key === key && one.arguments.every((argument, k) =>
              args[k].shape.join() === argument.shape.join()
                && argument.data.every((entry, at) => same(entry, args[k].data[at]))),
          );
          if (call) return ui.fromRecorded(call.result);
          throw my.stop(
            "run-failed", `${symbol} is code: its value is only known for the recorded numbers`,
          );
        };
      }
      return found;
    }

    derivatives() {
      const found = {};
      for (const [of, by, value] of this.data.derivatives) found[`${of}|${by}`] = ui.fromRecorded(value);
      return found;
    }
  }

  ui.Trial = Trial;
  ui.numberOf = number;
  ui.fromRecorded = (value) => ({ ...value, data: value.data.map(number) });
})();
