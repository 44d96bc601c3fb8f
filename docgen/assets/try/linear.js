// Square matrices: powers, inverses, determinants, traces and diagonals.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { matmul } = my.matrix;
  const { Quantity, settle } = my.quantity;
  const CONDITION = 1e6;

  /** A square matrix times itself, so many times. */
  function power(base, exponent) {
    if (base.isElastic) {
      throw my.stop("unsupported-latex", "a power of an identity without a length");
    }
    const number = exponent.data.size === 1 ? exponent.data.data[0] : NaN;
    const isWhole = number >= 0 && number <= 64 && number === Math.trunc(number);
    if (exponent.letters.length || !isWhole) {
      throw my.stop("unsupported-latex", "a power of a matrix that is no whole number");
    }
    const size = base.visible[1];
    if (number === 0) {
      const { isVague } = base;
      return new Quantity(A.eye(size), A.full([size, size], 0), [], "", { isVague });
    }
    let result = base;
    for (let k = 1; k < number; k++) result = my.products.contract(result, base);
    return result;
  }

  /** The inverse of a square matrix. */
  function inverse(value) {
    value.good();
    const { letters, elastic, isVague } = value;
    if (value.isElastic) {
      if (!value.isUnit) return value;
      const data = A.map((x) => 1 / x, value.data);
      return new Quantity(data, A.map(Math.abs, data), letters, "", { elastic, isUnit: true });
    }
    const data = inverted(value.data);
    const size = A.map(Math.abs, data);
    const count = value.visible[1];
    const spoiled = A.zip((e, x) => e + count * Math.abs(x), value.error, value.data);
    const error = A.zip((x, y) => x + y, matmul(matmul(size, spoiled), size), size);
    return new Quantity(data, settle(data, error), letters, "", { isVague });
  }

  function inverted(matrix) {
    if (!A.all(Number.isFinite, matrix)) {
      throw my.stop(
        "nonfinite-value", "an inverse of a matrix with infinite or NaN entries");
    }
    const worst = Math.max(1, ...my.matrix.conditions(matrix));
    if (!(worst <= CONDITION)) {
      const shown = Number.isFinite(worst) ? my.written.scientific(worst) : "infinite";
      throw my.stop(
        "ill-conditioned",
        `the condition number of this matrix is ${shown}; above 1e6 its inverse tells nothing`);
    }
    return my.matrix.inverse(matrix);
  }

  /** `det`, `tr` or `diag`. */
  function named(name, value) {
    value.good();
    const { isVague, letters } = value;
    if (name === "diag" && value.rank === 1 && !value.isElastic) {
      const eye = A.eye(value.visible[0]);
      const [data, error] = [value.data, value.error].map((one) =>
        A.zip((x, y) => x * y, eye, A.expand(one, one.ndim - 1)));
      return new Quantity(data, error, letters, "", { isVague });
    }
    if (!value.isSquare) {
      const shape = my.written.tuple(value.visible);
      throw my.stop("unsupported-latex", `\`${name}\` of an array of shape ${shape}`);
    }
    if (name === "det") return determinant(value);
    const [data, bound] = [value.data, value.error].map(diagonal);
    if (name === "diag") return new Quantity(data, bound, letters, "", { isVague });
    const [total, error] = [data, bound].map((one) => A.sum(one, one.ndim - 1));
    return new Quantity(total, A.zip((e, x) => e + Math.abs(x), error, total), letters);
  }

  function diagonal(matrix) {
    const size = matrix.shape[matrix.ndim - 1];
    const flat = A.reshape(matrix, [...matrix.shape.slice(0, -2), size * size]);
    const entries = Array.from({ length: size }, (_, k) =>
      A.take(flat, k * (size + 1), flat.ndim - 1));
    return A.stack(entries, flat.ndim - 1);
  }

  /** Bound by rows: each entry's bound times the lengths of the other rows. */
  function determinant(value) {
    const count = value.visible[1];
    const data = my.matrix.determinant(value.data);
    const bound = A.zip((e, x) => e + count * Math.abs(x), value.error, value.data);
    const [rows, spoiled] = [value.data, bound].map((one) =>
      A.along((row) => Math.sqrt(A.total(row.map((x) => x * x))), one, one.ndim - 1));
    let error = A.map(Math.abs, data);
    for (let k = 0; k < count; k++) {
      const others = A.along(
        (row) => row.reduce((all, x, n) => (n === k ? all : all * x), 1), rows, rows.ndim - 1);
      const own = A.take(spoiled, k, spoiled.ndim - 1);
      error = A.zip((e, x, y) => e + x * y, error, own, others);
    }
    const { letters, isVague } = value;
    return new Quantity(data, settle(data, error), letters, "", { isVague });
  }

  my.linear = { power, inverse, named };
})();
