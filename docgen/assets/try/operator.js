// Derivatives of arrays by arrays: linear maps that vectors multiply from both sides.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { matmul } = my.matrix;
  const { Quantity, settle, spread } = my.quantity;
  const TOLERANCE = 1e-9;
  const shown = (sizes) => my.written.tuple(sizes);

  /** A map of shape (entries of `of`, entries of `by`). */
  class Operator {
    constructor(data, error, of, by) {
      Object.assign(this, { data, error, of, by });
    }
  }

  /** The axes of one of the two symbols, as its value has them. */
  const sideOf = (value) => ({
    letters: value.letters, shape: value.data.shape, size: value.data.size,
    visible: value.visible,
  });

  /** The map, or an ordinary value where one of the two is a number. */
  function derivative(data, of, by, u) {
    const [top, bottom] = [sideOf(of), sideOf(by)];
    const largest = Math.max(0, A.most(data.data.map(Math.abs)));
    const bound = (TOLERANCE * largest) / (32 * u);
    if (top.size * bottom.size !== data.size) {
      throw my.stop("run-failed", `the derivative has ${data.size} entries`);
    }
    const flat = A.reshape(data, [top.size, bottom.size]);
    const error = A.map((x) => (Number.isFinite(x) ? bound : 0), flat);
    if (top.shape.length && bottom.shape.length) return new Operator(flat, error, top, bottom);
    const side = top.shape.length ? top : bottom;
    const [whole, bounds] = [flat, error].map((one) => A.reshape(one, side.shape));
    return new Quantity(whole, bounds, side.letters);
  }

  const flip = (one) =>
    new Operator(A.swapLast(one.data), A.swapLast(one.error), one.by, one.of);

  const negate = (one) => new Operator(A.map((x) => -x, one.data), one.error, one.of, one.by);

  /** The map as an array whose visible axes are those of both. */
  function toQuantity(one) {
    if (one.of.letters.some((letter) => one.by.letters.includes(letter))) {
      throw my.stop(
        "unsupported-latex", "a derivative over leading axes, compared entry by entry",
        { help: "multiply it by a vector, or declare all axes" });
    }
    const shape = [...one.of.shape, ...one.by.shape];
    const places = shape.map((_, k) => k);
    const [top, bottom] = [one.of.letters.length, one.by.letters.length];
    const count = one.of.shape.length;
    const order = [
      ...places.slice(0, top), ...places.slice(count, count + bottom),
      ...places.slice(top, count), ...places.slice(count + bottom),
    ];
    const [data, error] = [one.data, one.error].map((each) =>
      A.transpose(A.reshape(each, shape), order));
    return new Quantity(data, error, [...one.of.letters, ...one.by.letters]);
  }

  /** A number times a map, two maps one after the other, or a map at an array. */
  function product(a, b, u) {
    if (a instanceof Operator && b instanceof Operator) {
      if (!A.same(a.by.shape, b.of.shape)) {
        throw my.stop(
          "shape-mismatch", `derivatives by ${shown(a.by.shape)} and of ${shown(b.of.shape)}`);
      }
      const [data, error] = contracted(a.data, a.error, b.data, b.error);
      return new Operator(data, error, a.of, b.by);
    }
    if (a instanceof Operator) return isNumber(b, a.by) ? scaled(a, b, u) : applied(a, b);
    return isNumber(a, b.of) ? scaled(b, a, u) : applied(flip(b), a);
  }

  const isNumber = (value, side) =>
    value.rank === 0 && !value.letters.length && side.shape.length > 0;

  function scaled(one, by, u) {
    const number = by.good().data.data[0];
    const bound = by.error.data[0];
    const data = A.map((x) => x * number, one.data);
    const error = A.zip(
      (x, e, v) => Math.abs(number) * e + bound * Math.abs(x) + Math.abs(v) + u * bound * e,
      one.data, one.error, data);
    return new Operator(data, settle(data, error), one.of, one.by);
  }

  /** The map at an array: sums over all axes of `by`. */
  function applied(one, value) {
    value.good();
    const side = one.by;
    const extra = value.letters.filter((letter) => !side.letters.includes(letter));
    const isMissing = side.letters.some((letter) => !value.letters.includes(letter));
    if (isMissing || !A.same(value.visible, side.visible)) {
      throw my.stop(
        "shape-mismatch",
        `an array of shape ${shown(value.visible)} beside a derivative of shape ` +
          shown(side.visible));
    }
    const order = [...extra, ...side.letters];
    const wide = [value.data, value.error].map((each) =>
      spread(each, value.letters, order, value.rank));
    const sizes = wide[0].shape.slice(0, extra.length);
    const [flat, bound] = wide.map((each) => A.reshape(each, [...sizes, side.size]));
    const [data, error] = contracted(flat, bound, A.swapLast(one.data), A.swapLast(one.error));
    const shape = [...sizes, ...one.of.shape];
    const letters = [...extra, ...one.of.letters];
    return new Quantity(A.reshape(data, shape), A.reshape(error, shape), letters);
  }

  function contracted(x, ex, y, ey) {
    const data = matmul(x, y);
    const [wide, size] = [A.map(Math.abs, x), A.map(Math.abs, y)];
    const sum = (p, q) => p + q;
    const error = A.zip(sum, matmul(wide, A.zip(sum, ey, size)), matmul(ex, size));
    return [data, settle(data, error)];
  }

  /** A sum of maps; the identity is the map of a symbol by one of its own shape. */
  function add(a, b, sign) {
    const like = a instanceof Operator ? a : b;
    const [left, right] = [asOperator(a, like), asOperator(b, like)];
    if (!isSame(left, right)) {
      throw my.stop("shape-mismatch", "a sum of derivatives of different shapes");
    }
    const data = A.zip((x, y) => x + sign * y, left.data, right.data);
    const error = A.zip((x, y, v) => x + y + Math.abs(v), left.error, right.error, data);
    return new Operator(data, settle(data, error), left.of, left.by);
  }

  const isSame = (a, b) => A.same(a.of.shape, b.of.shape) && A.same(a.by.shape, b.by.shape);

  /** The value as a map between the axes of another. */
  function asOperator(value, like) {
    if (value instanceof Operator) return value;
    value.good();
    const { of, by } = like;
    if (value.isUnit && value.isElastic && !value.letters.length) {
      if (!A.same(of.shape, by.shape)) {
        throw my.stop(
          "shape-mismatch",
          `the identity, and a derivative of ${shown(of.shape)} by ${shown(by.shape)}`);
      }
      for (const one of value.elastic) if (one !== null) one.root.isFree = true;
      const eye = A.eye(of.size);
      const [number, bound] = [value.data.data[0], value.error.data[0]];
      const [data, error] = [number, bound].map((n) => A.map((x) => n * x, eye));
      return new Operator(data, error, of, by);
    }
    const letters = [...of.letters, ...by.letters];
    const wanted = [...of.visible, ...by.visible];
    if (value.letters.length || !A.same(value.visible, wanted) || letters.length) {
      throw my.stop(
        "shape-mismatch",
        `an array of shape ${shown(value.visible)} beside a derivative of shape ` +
          shown([...of.shape, ...by.shape]));
    }
    const shape = [of.size, by.size];
    return new Operator(A.reshape(value.data, shape), A.reshape(value.error, shape), of, by);
  }

  my.operator = {
    Operator, derivative, flip, negate, toQuantity, product, add, asOperator, isSame,
  };
})();
