// Elementary functions entry by entry, powers, roots, bars and norms, with their bounds.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { Quantity, settle } = my.quantity;
  const { FUNCTIONS, SLOPES, fmin, pow } = my.functions;
  const { sqrt, abs } = Math;
  const STEPS = { sign: Math.sign, floor: Math.floor, ceil: Math.ceil };
  const isFinite = (array) => Number.isFinite(A.total(array.data));

  /** A built-in function. */
  function call(term, see) {
    const values = term.args.map((one) => see.quantity(one));
    const name = term.text;
    if (name === "max" || name === "min") {
      if (values.length === 1 && values[0].rank) {
        throw my.stop("ambiguous-latex", `\`${name}\` of an array`, {
          notes: [
            name === "max" ? "reading: its largest entry" : "reading: its smallest entry",
            `reading: one side of \`${name}\` is missing`,
          ],
          help: `write \`\\${name}_i v_i\`, or \`\\${name}(0, v)\``,
        });
      }
      return my.piecewise.extreme(term, values, see);
    }
    if (term.names.length) throw my.stop("unsupported-latex", `\`${name}\` along an index`);
    if (values.length !== 1) throw my.stop("unsupported-latex", `\`${name}\` takes one argument`);
    const [value] = values;
    if (Object.hasOwn(STEPS, name)) {
      return value.like(A.map(STEPS[name], value.data), A.full(value.data.shape, 0));
    }
    if (Object.hasOwn(FUNCTIONS, name)) {
      checkSquare(value, `\`${name}\``);
      const data = A.map(FUNCTIONS[name], value.data);
      const slope = (x, v, e) => SLOPES[name](x, v) * e;
      const steep = bent(A.zip(slope, value.data, data, value.error), value.error, see.u);
      return value.like(data, settle(data, A.zip((e, v) => e + abs(v), steep, data)));
    }
    if (["det", "tr", "diag"].includes(name)) return my.linear.named(name, value);
    throw my.stop("unsupported-latex", `\`${name}\` is no function that is known here`);
  }

  /** The bound where the slope is infinite: of a square root, what the curve allows. */
  function bent(error, inner, u) {
    if (isFinite(error)) return error;
    return A.zip((e, i) => (i === 0 ? 0 : fmin(e, sqrt((2 * i) / u))), error, inner);
  }

  /** Refuse a function of a matrix that may be square by more than accident. */
  function checkSquare(value, what) {
    if (!value.isSquare || !value.isVague) return;
    throw my.stop("ambiguous-latex", `${what} of a square matrix`, {
      notes: ["reading: of every entry", "reading: of the matrix"],
      help: "write it with indices, or declare the Shape as `(…)`",
    });
  }

  /** The absolute value of a number. */
  function absolute(term, see) {
    const value = see.quantity(term.args[0]);
    if (value.rank) {
      throw my.stop("ambiguous-latex", `bars round a ${value.rank === 1 ? "vector" : "matrix"}`, {
        notes: [
          `reading: the ${value.rank === 1 ? "norm" : "determinant"}`,
          "reading: the absolute value of every entry",
        ],
        help: "write `\\|v\\|` for the norm, `|v_i|` for entries, `\\det(A)`",
      });
    }
    return value.like(A.map(abs, value.data), value.error);
  }

  /** A norm over all visible axes: of entries, their absolute value. */
  function norm(term, see) {
    const value = see.quantity(term.args[0]).good();
    const order = term.text;
    if (value.rank === 2 && order !== "F") {
      const help = "write `\\|A\\|_F`";
      throw my.stop("unsupported-latex", "a matrix norm without `_F`", { help });
    }
    if (value.rank > 2 || (order === "F" && value.rank < 2)) {
      throw my.stop("unsupported-latex", `a norm of an array of ${value.rank} axes`);
    }
    const lead = value.data.shape.slice(0, value.letters.length);
    const flat = (one) => A.reshape(one, [...lead, A.count(value.visible)]);
    const fold = (f, one) => A.along(f, flat(one), lead.length);
    const most = (row) => Math.max(0, A.most(row));
    const size = A.map(abs, value.data);
    let data = null;
    let error = null;
    if (order === "1") {
      data = fold(A.total, size);
      error = A.zip((e, v) => e + v, fold(A.total, value.error), data);
    } else if (order === "infty") {
      data = fold(most, size);
      error = fold(most, value.error);
    } else {
      data = A.map(sqrt, fold(A.total, A.zip((x, y) => x * y, size, size)));
      const above = fold(A.total, A.zip((x, e) => x * e, size, value.error));
      error = A.zip((n, v, e) => (v > 0 ? n / v : e) + 2 * v, above, data,
        fold(A.total, value.error));
    }
    const { letters, isVague } = value;
    return new Quantity(data, settle(data, error), letters, "", { isVague });
  }

  /** A root, entry by entry. */
  function root(term, see) {
    const value = see.quantity(term.args[0]);
    checkSquare(value, "a root");
    if (term.args.length > 1) {
      const degree = see.number(term.args[1], "the degree of a root");
      const data = A.map((x) => 1 / x, degree.data);
      return raised(value, new Quantity(data, A.map(abs, data)), see);
    }
    const data = A.map(sqrt, value.data);
    const bound = (e, v) => (e > 0 ? fmin(e / (2 * v), sqrt(e / see.u)) : 0) + v;
    return value.like(data, settle(data, A.zip(bound, value.error, data)));
  }

  /** A power: of entries, or of a square matrix by itself. */
  function power(term, see) {
    const base = see.quantity(term.args[0]);
    const exponent = see.quantity(term.args[1]);
    if (base.rank && exponent.rank) {
      throw my.stop("unsupported-latex", "an array to the power of an array");
    }
    if (base.rank === 2 && term.text !== "entries") {
      if (!base.isSquare && !base.isElastic) {
        const help = "write `\\odot`, or indices";
        throw my.stop("unsupported-latex", "a power of a matrix that is not square", { help });
      }
      if (term.text !== "matrix") {
        throw my.stop("ambiguous-latex", "a power of a square matrix of unknown Shape", {
          notes: ["reading: the matrix times itself", "reading: the power of every entry"],
          help: "declare its Shape",
        });
      }
      return my.linear.power(base, exponent);
    }
    if (term.args[0].op === "constant" && term.args[0].text === "e") {
      checkSquare(exponent, "a power");
      const data = A.map(Math.exp, exponent.data);
      return exponent.like(data, settle(data, A.zip((v, e) => v * e + v, data, exponent.error)));
    }
    if (base.rank > 2) {
      throw my.stop("unsupported-latex", `a power of an array of ${base.rank} axes`);
    }
    checkSquare(exponent, "a power");
    return raised(base, exponent, see);
  }

  /** Every entry to a power. */
  function raised(base, exponent, see) {
    if (exponent.data.ndim === 0 && exponent.data.data[0] === 2) {
      const data = A.map((x) => x * x, base.data);
      const bound = (x, e, v) => 2 * abs(x) * e + v + see.u * e * e;
      return base.like(data, settle(data, A.zip(bound, base.data, base.error, data)));
    }
    const [x, ex, p, ep, letters] = my.arithmetic.pair(base, exponent);
    const data = A.zip(pow, x, p);
    let error = A.zip(
      (n, e, k) => (e > 0 && Number.isFinite(k) ? abs(k) * pow(abs(n), k - 1) * e : 0), x, ex, p);
    if (!isFinite(error)) {
      // Near 0 a power below 1 is steep: what the curve allows.
      const curve = (e, n, k) => {
        if (Number.isFinite(e) || !(k > 0 && k < 1)) return e;
        return pow(see.u * n, abs(k)) / see.u;
      };
      error = A.zip(curve, error, ex, p);
    }
    const own = (v, n, k) => (k > 0 ? abs(v * Math.log(abs(n))) * k : 0) + abs(v);
    error = A.zip((e, v, n, k) => e + own(v, n, k), error, data, x, ep);
    const { elastic, state } = base.rank ? base : exponent;
    return my.arithmetic.made(data, error, letters, base, exponent, state, false, elastic);
  }

  /** The inverse of a square matrix, or one over a number. */
  function inverse(term, see) {
    const value = see.quantity(term.args[0]);
    if (value.rank === 0) {
      const data = A.map((x) => 1 / x, value.data);
      const error = A.zip((v, e) => v * v * e + abs(v), data, value.error);
      return value.like(data, settle(data, error));
    }
    if (value.rank !== 2 || !(value.isSquare || value.isElastic)) {
      const shape = my.written.tuple(value.visible);
      throw my.stop("unsupported-latex", `an inverse of an array of shape ${shape}`);
    }
    return my.linear.inverse(value);
  }

  my.elementary = { call, absolute, norm, root, power, inverse };
})();
