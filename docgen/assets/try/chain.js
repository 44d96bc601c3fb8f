// What the code computed, computed again from the reader's numbers: by other equations of the page.
(() => {
  "use strict";
  const my = globalThis.docgenTry;
  const ui = (my.ui ??= {});
  const CLOSE = { float: 1e-9, float32: 1e-4, float16: 1e-2 };

  /** Values of the leaves that the code computed, and by which equations; null where by none. */
  ui.chained = (trial, values) => {
    const { chain, sizes } = trial.data;
    const resized = Object.keys(sizes).filter((letter) => sizes[letter] !== trial.sizes[letter]);
    if (!chain.length || !chain.every((link) => follows(stepOf(trial, link), resized))) return null;
    if (!isFaithful(trial)) return null;
    const found = computed(trial, values, trial.sizes);
    const fits = trial.leaves.every((leaf) =>
      !leaf.recorded || found[leaf.name]?.shape.join() === trial.shapeOf(leaf).join());
    const names = chain.map((link) => stepOf(trial, link).title);
    return fits ? { values: found, names: [...new Set(names)] } : null;
  };

  function stepOf(trial, link) {
    const equation = trial.equations[link.equation];
    const data = equation.statements[link.statement];
    return { data, formula: equation.formulas[data.formula], title: equation.title || data.latex };
  }

  /** Whether an equation can be resized along with the one that is tried. */
  const follows = ({ data }, resized) =>
    resized.every((letter) => !(letter in data.sizes) || data.letters.includes(letter));

  /** Whether the recorded numbers give what the code computed. */
  function isFaithful(trial) {
    if (trial.isFaithful !== undefined) return trial.isFaithful;
    const { values, sizes } = trial.data;
    try {
      trial.isFaithful = Object.entries(computed(trial, values, sizes)).every(([name, one]) => {
        const recorded = values[name].data.map(ui.numberOf);
        const size = recorded.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 0);
        const isNear = (x, y) => Object.is(x, y) || Math.abs(x - y) <= CLOSE[one.kind] * size;
        return one.shape.join() === values[name].shape.join()
          && recorded.every((x, at) => isNear(x, one.data[at]));
      });
    } catch (found) {
      if (!(found instanceof my.Stop)) throw found;
      trial.isFaithful = false;
    }
    return trial.isFaithful;
  }

  /** The leaves that the chain fills. */
  function computed(trial, values, sizes) {
    const made = [];
    const filled = {};
    for (const link of trial.data.chain) {
      const step = stepOf(trial, link);
      const given = {};
      for (const [name, source] of Object.entries(link.inputs)) {
        given[name] = typeof source === "number" ? made[source] : values[source];
      }
      const all = { ...step.data.sizes, ...sizes };
      const found = my.side(step.formula, step.data.number, 1, given, {}, {}, all);
      if (found.problem) {
        const { code, message, ...more } = found.problem;
        throw my.stop(code, `in “${step.title}”, ${message}`, more);
      }
      const whole = spread(found, link, step.data, all);
      made.push(whole);
      if (link.fills) filled[link.fills] = whole;
    }
    return filled;
  }

  /** A side on all axes of the leaf that it is equal to. */
  function spread(found, { axes, gives }, data, sizes) {
    const recorded = data.values[gives];
    const count = found.letters.length;
    const visible = axes.flatMap((letter, axis) => (letter ? [] : [axis]));
    const places = axes.map((letter, axis) =>
      (letter ? found.letters.indexOf(letter) : count + visible.indexOf(axis)));
    const texts = data.leaves.find((one) => one.name === gives).axes;
    const shape = places.map((place, axis) => {
      const size = place < 0 ? 1 : found.shape[place];
      if (size !== 1) return size;
      return texts[axis] ? ui.lengthOf(texts[axis], sizes) : recorded.shape[axis];
    });
    if (found.shape.length !== count + visible.length || found.letters.some((one) => !axes.includes(one))) {
      throw my.stop("shape-mismatch", "its sides have other axes");
    }
    const order = ui.indices(shape).map((index) => {
      const at = found.shape.map((size, place) => (size === 1 ? 0 : index[places.indexOf(place)]));
      return ui.offset(at, found.shape);
    });
    const pick = (all) => order.map((at) => all[at]);
    return { shape, data: pick(found.data), error: pick(found.error), kind: recorded.kind };
  }
})();
