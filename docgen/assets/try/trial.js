// One statement of an equation with its numbers: changed, resized, evaluated again.
(() => {
  "use strict";
  const my = globalThis.docgenTry;
  const ui = (my.ui ??= {});
  const FLOAT = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
  const number = ui.numberOf;
  const cellOf = (leaf) => leaf.same || leaf.name;

  /** An array of which the shape alone was sent. */
  const blank = ({ shape, kind }) =>
    ({ shape, kind, data: new Array(shape.reduce((size, n) => size * n, 1)).fill(0) });

  /** The nearest number that an array of this kind holds. */
  function rounded(x, kind) {
    if (kind === "float32") return Math.fround(x);
    if (kind !== "float16") return x;
    const step = 2 ** (Math.max(Math.floor(Math.log2(Math.abs(x))), -14) - 10);
    const far = 1.5 * 2 ** 52 * step; // so large that doubles are one step apart
    const found = x + far - far;
    return Math.abs(found) < 2 ** 16 ? found : x * Infinity;
  }

  class Trial {
    constructor(equation, data, equations = {}) {
      this.data = data;
      this.equations = equations;
      this.formula = equation.formulas[data.formula];
      this.statement = this.formula.statements[data.number];
      this.leaves = data.leaves;
      this.reset();
    }

    reset() {
      this.sizes = { ...this.data.sizes };
      this.edits = {};
      this.invalid = new Set();
      this.fields = {};
    }

    get isResized() {
      return this.data.letters.some((letter) => this.sizes[letter] !== this.data.sizes[letter]);
    }

    get isChanged() {
      return this.leaves.some((leaf) => {
        const shape = this.shapeOf(leaf);
        return Object.keys(this.edits[cellOf(leaf)] ?? {}).some((key) =>
          (key ? key.split(",") : []).every((k, axis) => Number(k) < shape[axis]));
      });
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
      const typed = this.edits[cellOf(leaf)]?.[index.join()];
      const isThere = index.every((k, axis) => k < shape[axis]);
      const found = typed ?? (isThere ? data[ui.offset(index, shape)] : ui.filling(index, kind, limit, leaf.symmetric));
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
      value = rounded(value, kind);
      if (kind === "int") value += 0; // whole numbers have no negative zero
      if (kind === "bool") value = value === 1;
      const edits = (this.edits[cellOf(leaf)] ??= {});
      const isThere = index.every((k, axis) => k < shape[axis]);
      if (isThere && Object.is(number(value), number(data[ui.offset(index, shape)]))) delete edits[key];
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
      const value = rounded(Number(text), kind);
      const fits = FLOAT.test(text) && Number.isFinite(value);
      return fits ? "" : "Type a number, such as 0.5 or -2e-3.";
    }

    resize(letter, size) {
      this.sizes[letter] = size;
      this.invalid.delete(`size ${letter}`);
      for (const one of this.invalid) if (!one.startsWith("size ")) this.invalid.delete(one);
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
        if (!leaf.symmetric) continue;
        const data = ui.indices(shape).map((index) => this.entry(leaf, index));
        const { letters } = this.formula.leaves.find((one) => one.name === leaf.name);
        if (!ui.isSymmetric({ shape, data, kind: this.data.values[leaf.name].kind }, letters)) {
          return `${leaf.symbol} is declared symmetric, the array differs from its transpose; change both entries`;
        }
      }
      return "";
    }

    evaluated() {
      const values = this.values();
      const ask = [ui.functions(this.data), ui.derivatives(this.data), this.sizes];
      const { number: which } = this.data;
      const count = this.statement.sides.length;
      const by = this.hasRecorded && (this.isChanged || this.isResized) ? this.chained(values) : null;
      if (by?.problem) return { sides: [], problem: by.problem };
      if (by) Object.assign(values, by.values);
      if (this.isResized && this.hasRecorded && !by) {
        const found = my.side(this.formula, which, count - 1, values, ...ask);
        return { sides: found.problem ? [] : [found], problem: found.problem };
      }
      const outcome = my.evaluate(this.formula, which, values, ...ask);
      if (outcome.problem) return { sides: [], outcome, problem: outcome.problem, by: by?.names };
      const sides = this.statement.sides.map((_, side) => my.side(this.formula, which, side, values, ...ask));
      return { sides: sides.some((one) => one.problem) ? [] : sides, outcome, by: by?.names };
    }

    /** What other equations make of the numbers; at another size none is no problem. */
    chained(values) {
      try {
        return ui.chained(this, values);
      } catch (found) {
        if (!(found instanceof my.Stop)) throw found;
        return this.isResized ? null : { problem: found.problem };
      }
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
  }

  ui.Trial = Trial;
})();
