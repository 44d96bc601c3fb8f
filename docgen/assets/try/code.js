// What the run tells of functions and derivatives that are code, and of matrices that are symmetric.
(() => {
  "use strict";
  const my = globalThis.docgenTry;
  const ui = (my.ui ??= {});
  const ROUNDING = { float32: 1e-4, float16: 1e-2 };

  ui.numberOf = (entry) =>
    (typeof entry === "string" ? Number(entry.replace("inf", "Infinity")) : Number(entry));
  ui.fromRecorded = (value) => ({ ...value, data: value.data.map(ui.numberOf) });
  const same = (one, other) => Object.is(ui.numberOf(one) + 0, ui.numberOf(other) + 0);

  /** Functions of the code: what they gave for what they were called with, and nothing else. */
  ui.functions = ({ symbols, calls }) => {
    const found = {};
    for (const [key, symbol] of Object.entries(symbols)) {
      found[key] = (args) => {
        const call = calls.find(
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
  };

  ui.derivatives = (data) =>
    Object.fromEntries(data.derivatives.map(([of, by, value]) => [`${of}|${by}`, ui.fromRecorded(value)]));

  /** Whether the last two axes can be exchanged, those of letters aside. */
  ui.isSymmetric = ({ shape, data, kind }, letters) => {
    const seen = letters.map(([, axis]) => (axis + shape.length) % shape.length);
    const [i, j] = shape.map((_, axis) => axis).filter((axis) => !seen.includes(axis)).slice(-2);
    const numbers = data.map(ui.numberOf);
    if (j === undefined || shape[i] !== shape[j] || !numbers.every(Number.isFinite)) return true;
    const size = numbers.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    return ui.indices(shape).every((index, at) => {
      const other = index.map((k, axis) => (axis === i ? index[j] : axis === j ? index[i] : k));
      const gap = Math.abs(numbers[at] - numbers[ui.offset(other, shape)]);
      return gap <= (ROUNDING[kind] ?? 1e-9) * size;
    });
  };
})();
