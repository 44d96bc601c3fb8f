// Arrays of float64 with any number of axes, row by row in memory; true is 1 and false is 0.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});

  class NdArray {
    constructor(shape, data) {
      Object.assign(this, { shape, data });
    }

    get ndim() {
      return this.shape.length;
    }

    get size() {
      return this.data.length;
    }
  }
  const count = (shape) => shape.reduce((product, n) => product * n, 1);
  const same = (a, b) => a.length === b.length && a.every((n, k) => n === b[k]);
  const stridesOf = (shape) => {
    const strides = new Array(shape.length);
    for (let k = shape.length - 1, step = 1; k >= 0; step *= shape[k], k--) strides[k] = step;
    return strides;
  };
  const full = (shape, x) => new NdArray([...shape], new Float64Array(count(shape)).fill(x));
  const scalar = (value) => full([], value);
  const eye = (n) => {
    const made = full([n, n], 0);
    for (let k = 0; k < n; k++) made.data[k * n + k] = 1;
    return made;
  };
  const line = (numbers) => new NdArray([numbers.length], Float64Array.from(numbers));

  function broadcastShapes(...shapes) {
    const rank = Math.max(0, ...shapes.map((one) => one.length));
    const made = new Array(rank).fill(1);
    for (const shape of shapes) {
      shape.forEach((n, k) => {
        const at = rank - shape.length + k;
        if (made[at] === 1) made[at] = n;
        else if (n !== 1 && n !== made[at]) throw new RangeError("shapes do not broadcast");
      });
    }
    return made;
  }

  /** For every entry of `shape` in order, the offset that the strides give. */
  function* offsets(shape, strides) {
    const total = count(shape);
    const at = new Array(shape.length).fill(0);
    for (let n = 0, offset = 0; n < total; n++) {
      yield offset;
      for (let k = shape.length - 1; k >= 0; k--) {
        offset += strides[k];
        if (++at[k] < shape[k]) break;
        offset -= strides[k] * shape[k];
        at[k] = 0;
      }
    }
  }

  function broadcastTo(a, shape) {
    if (same(a.shape, shape)) return a;
    if (!same(broadcastShapes(a.shape, shape), shape)) throw new RangeError("no such broadcast");
    const own = stridesOf(a.shape);
    const extra = shape.length - a.ndim;
    const strides = shape.map((_, k) => (a.shape[k - extra] > 1 ? own[k - extra] : 0));
    const data = new Float64Array(count(shape));
    let n = 0;
    for (const offset of offsets(shape, strides)) data[n++] = a.data[offset];
    return new NdArray([...shape], data);
  }

  const map = (f, a) => new NdArray(a.shape, a.data.map((x) => +f(x)));

  /** A function of numbers at every entry of arrays on common axes. */
  function zip(f, ...arrays) {
    const shape = broadcastShapes(...arrays.map((one) => one.shape));
    const data = new Float64Array(count(shape));
    const all = arrays.map((one) => broadcastTo(one, shape).data);
    if (all.length === 2) {
      const [x, y] = all;
      for (let n = 0; n < data.length; n++) data[n] = f(x[n], y[n]);
    } else {
      for (let n = 0; n < data.length; n++) data[n] = f(...all.map((one) => one[n]));
    }
    return new NdArray(shape, data);
  }

  function reshape(a, shape) {
    if (count(shape) !== a.size) throw new RangeError("no such shape");
    return new NdArray([...shape], a.data);
  }

  function transpose(a, order) {
    const own = stridesOf(a.shape);
    const shape = order.map((k) => a.shape[k]);
    const data = new Float64Array(a.size);
    let n = 0;
    for (const offset of offsets(shape, order.map((k) => own[k]))) data[n++] = a.data[offset];
    return new NdArray(shape, data);
  }

  function moveaxis(a, from, to) {
    const order = a.shape.map((_, k) => k).filter((k) => k !== from);
    order.splice(to, 0, from);
    return transpose(a, order);
  }

  const swapLast = (a) => moveaxis(a, a.ndim - 1, a.ndim - 2);

  /** The axis as the middle one of three: what is before, it, what is after. */
  function around(a, axis) {
    return [count(a.shape.slice(0, axis)), a.shape[axis], count(a.shape.slice(axis + 1))];
  }

  /** A function of the numbers along one axis, which goes. */
  function along(f, a, axis) {
    const [before, n, after] = around(a, axis);
    const data = new Float64Array(before * after);
    const row = new Float64Array(n);
    for (let i = 0; i < before; i++) {
      for (let j = 0; j < after; j++) {
        for (let k = 0; k < n; k++) row[k] = a.data[(i * n + k) * after + j];
        data[i * after + j] = f(row);
      }
    }
    return new NdArray([...a.shape.slice(0, axis), ...a.shape.slice(axis + 1)], data);
  }

  const take = (a, at, axis) => along((row) => row[at], a, axis);

  /** The entry of every row along an axis at the position that `at`, without the axis, says. */
  function takeAlong(a, at, axis) {
    let n = 0;
    return along((row) => row[at.data[n++]], a, axis);
  }

  function concatenate(arrays, axis) {
    const shape = [...arrays[0].shape];
    shape[axis] = arrays.reduce((sum, one) => sum + one.shape[axis], 0);
    const data = new Float64Array(count(shape));
    const before = count(shape.slice(0, axis));
    let n = 0;
    for (let i = 0; i < before; i++) {
      for (const one of arrays) {
        const block = one.size / before;
        data.set(one.data.subarray(i * block, (i + 1) * block), n);
        n += block;
      }
    }
    return new NdArray(shape, data);
  }

  const expand = (a, axis) => reshape(a, [...a.shape.slice(0, axis), 1, ...a.shape.slice(axis)]);
  const stack = (arrays, axis) => concatenate(arrays.map((one) => expand(one, axis)), axis);

  /** Entries at positions for the first axes; the axes after these are kept. */
  function gather(a, positions) {
    const strides = stridesOf(a.shape);
    const block = count(a.shape.slice(positions.length));
    const at = zip((...all) => all.reduce((sum, n, k) => sum + n * strides[k], 0), ...positions);
    const data = new Float64Array(at.size * block);
    at.data.forEach((from, n) => data.set(a.data.subarray(from, from + block), n * block));
    return new NdArray([...at.shape, ...a.shape.slice(positions.length)], data);
  }

  const total = (row) => row.reduce((sum, x) => sum + x, 0);
  const sum = (a, axis) => along(total, a, axis);
  const any = (a) => a.data.some((x) => x !== 0);
  const all = (f, a) => a.data.every(f);

  /** The position of the largest by an order that a NaN always wins. */
  function best(row, isMore) {
    let at = 0;
    for (let k = 0; k < row.length; k++) {
      if (Number.isNaN(row[k])) return k;
      if (isMore(row[k], row[at])) at = k;
    }
    return at;
  }
  const argmax = (row) => best(row, (x, y) => x > y);
  const argmin = (row) => best(row, (x, y) => x < y);

  /** The index of an entry from its place in memory. */
  function unravel(n, shape) {
    return stridesOf(shape).map((step, k) => Math.floor(n / step) % shape[k]);
  }
  const first = (a) => unravel(a.data.findIndex((x) => x !== 0), a.shape);
  const get = (a, index) => a.data[stridesOf(a.shape).reduce((n, s, k) => n + s * index[k], 0)];
  const most = (numbers) => numbers.reduce((x, y) => Math.max(x, y), -Infinity);

  my.array = {
    NdArray, count, same, full, scalar, eye, line, broadcastShapes, broadcastTo, map, zip, reshape,
    transpose, moveaxis, swapLast, along, take, takeAlong, concatenate, stack, expand, gather,
    total, sum, any, all, argmax, argmin, unravel, first, get, most,
  };
})();
