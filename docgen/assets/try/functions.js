// Elementary functions of one number, and the sizes of their slopes.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const { sqrt, abs } = Math;

  /** The error function: a series near 0, a continued fraction far from it. */
  function erf(x) {
    const size = abs(x);
    if (!(size < 6)) return Number.isNaN(x) ? NaN : Math.sign(x);
    const scale = Math.exp(-size * size) / sqrt(Math.PI);
    if (size < 2.5) {
      let part = 2 * x;
      let sum = part;
      for (let n = 1; abs(part) > 1e-18 * abs(sum); n++) {
        part *= (2 * x * x) / (2 * n + 1);
        sum += part;
      }
      return scale * sum;
    }
    let below = size;
    for (let n = 80; n > 0; n--) below = size + n / 2 / below;
    return Math.sign(x) * (1 - scale / below);
  }

  const FUNCTIONS = {
    exp: Math.exp, log: Math.log, sin: Math.sin, cos: Math.cos, tan: Math.tan, tanh: Math.tanh,
    sinh: Math.sinh, cosh: Math.cosh, arcsin: Math.asin, arccos: Math.acos, arctan: Math.atan,
    erf, expm1: Math.expm1, log1p: Math.log1p,
  };

  /** The size of the slope of a function at x, where its value is v. */
  const SLOPES = {
    exp: (x, v) => v, expm1: (x, v) => v + 1, log: (x) => 1 / abs(x),
    log1p: (x) => 1 / abs(1 + x), sin: (x) => abs(Math.cos(x)), cos: (x) => abs(Math.sin(x)),
    tan: (x, v) => 1 + v * v, tanh: (x, v) => 1 - v * v, sinh: (x) => Math.cosh(x),
    cosh: (x) => abs(Math.sinh(x)), arcsin: (x) => 1 / sqrt(1 - x * x),
    arccos: (x) => 1 / sqrt(1 - x * x), arctan: (x) => 1 / (1 + x * x),
    erf: (x) => (2 / sqrt(Math.PI)) * Math.exp(-x * x),
  };

  /** A power as NumPy has it: of 1 always 1, of -1 at infinity 1; a half is the square root. */
  function pow(x, p) {
    if (p === 0.5) return sqrt(x);
    return x === 1 || (x === -1 && abs(p) === Infinity) ? 1 : x ** p;
  }

  /** The larger or smaller of two numbers; of a NaN and a number the number. */
  const fmax = (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y));
  const fmin = (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y));

  my.functions = { FUNCTIONS, SLOPES, pow, fmax, fmin };
})();
