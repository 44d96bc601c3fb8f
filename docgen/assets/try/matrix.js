// Products, inverses, determinants and condition numbers of matrices over leading axes.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const { NdArray, count, broadcastShapes, broadcastTo, reshape } = my.array;

  /** The product of the last two axes; an array of one axis is a row or a column. */
  function matmul(a, b) {
    if (a.ndim === 1) {
      const made = matmul(reshape(a, [1, ...a.shape]), b);
      return reshape(made, [...made.shape.slice(0, b.ndim === 1 ? 0 : -2), ...made.shape.slice(
        b.ndim === 1 ? 1 : -1)]);
    }
    if (b.ndim === 1) {
      const made = matmul(a, reshape(b, [...b.shape, 1]));
      return reshape(made, made.shape.slice(0, -1));
    }
    const [rows, inner] = a.shape.slice(-2);
    const [height, columns] = b.shape.slice(-2);
    if (inner !== height) throw new RangeError("shapes do not fit");
    const lead = broadcastShapes(a.shape.slice(0, -2), b.shape.slice(0, -2));
    const x = broadcastTo(a, [...lead, rows, inner]).data;
    const y = broadcastTo(b, [...lead, inner, columns]).data;
    const data = new Float64Array(count(lead) * rows * columns);
    for (let n = 0; n < count(lead); n++) {
      for (let i = 0; i < rows; i++) {
        const to = (n * rows + i) * columns;
        for (let k = 0; k < inner; k++) {
          const one = x[(n * rows + i) * inner + k];
          const from = (n * inner + k) * columns;
          for (let j = 0; j < columns; j++) data[to + j] += one * y[from + j];
        }
      }
    }
    return new NdArray([...lead, rows, columns], data);
  }

  /** Every square matrix of an array as rows of numbers. */
  function* matrices(a) {
    const n = a.shape[a.ndim - 1];
    for (let at = 0; at < count(a.shape.slice(0, -2)); at++) {
      yield Array.from({ length: n }, (_, i) =>
        Array.from(a.data.subarray((at * n + i) * n, (at * n + i + 1) * n)));
    }
  }

  /** Eliminate below, by the largest pivot; the rows of `right` go along. The determinant. */
  function eliminate(rows, right) {
    const n = rows.length;
    let determinant = 1;
    for (let k = 0; k < n; k++) {
      let at = k;
      for (let i = k + 1; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[at][k])) at = i;
      if (at !== k) {
        [rows[k], rows[at]] = [rows[at], rows[k]];
        [right[k], right[at]] = [right[at], right[k]];
        determinant = -determinant;
      }
      determinant *= rows[k][k];
      if (rows[k][k] === 0) continue;
      for (let i = k + 1; i < n; i++) {
        const factor = rows[i][k] / rows[k][k];
        for (let j = k; j < n; j++) rows[i][j] -= factor * rows[k][j];
        for (let j = 0; j < right[i].length; j++) right[i][j] -= factor * right[k][j];
      }
    }
    return determinant;
  }

  function determinant(a) {
    const found = [...matrices(a)].map((rows) => eliminate(rows, rows.map(() => [])));
    return new NdArray(a.shape.slice(0, -2), Float64Array.from(found));
  }

  function inverse(a) {
    const found = [...matrices(a)].map((rows) => {
      const n = rows.length;
      const right = rows.map((_, i) => rows.map((__, j) => (i === j ? 1 : 0)));
      eliminate(rows, right);
      for (let i = n - 1; i >= 0; i--) {
        for (let j = 0; j < n; j++) {
          for (let k = i + 1; k < n; k++) right[i][j] -= rows[i][k] * right[k][j];
          right[i][j] /= rows[i][i];
        }
      }
      return right.flat();
    });
    return new NdArray(a.shape, Float64Array.from(found.flat()));
  }

  /** Largest over smallest singular value, by rotations that make columns orthogonal. */
  function condition(rows) {
    const n = rows.length;
    // Squares of very large and very small numbers have no digits.
    const most = Math.max(0, ...rows.flat().map(Math.abs)) || 1;
    const columns = rows.map((_, j) => rows.map((row) => row[j] / most));
    const dot = (x, y) => x.reduce((sum, one, k) => sum + one * y[k], 0);
    for (let sweep = 0, moved = true; moved && sweep < 60; sweep++) {
      moved = false;
      for (let p = 0; p < n; p++) {
        for (let q = p + 1; q < n; q++) {
          const [x, y] = [columns[p], columns[q]];
          const [xx, yy, xy] = [dot(x, x), dot(y, y), dot(x, y)];
          if (!(Math.abs(xy) > 1e-15 * Math.sqrt(xx * yy))) continue;
          moved = true;
          const ratio = (yy - xx) / (2 * xy);
          const t = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.hypot(1, ratio));
          const cos = 1 / Math.hypot(1, t);
          columns[p] = x.map((one, k) => cos * (one - t * y[k]));
          columns[q] = y.map((one, k) => cos * (one + t * x[k]));
        }
      }
    }
    const sizes = columns.map((one) => Math.sqrt(dot(one, one)));
    return Math.max(...sizes) / Math.min(...sizes);
  }

  const conditions = (a) => [...matrices(a)].map(condition);

  my.matrix = { matmul, determinant, inverse, conditions };
})();
