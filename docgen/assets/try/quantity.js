// Values with a rounding bound beside each entry, aligned by the letters of their axes.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const LARGEST = 2 ** 26;
  const [PLAIN, COLUMN, ROW] = ["plain", "column", "row"];

  /** A value; the fields are those of the Python class. */
  class Quantity {
    constructor(data, error, letters = [], state = "", more = {}) {
      this.data = data;
      this.error = error;
      this.letters = letters;
      this.rank = data.ndim - letters.length;
      this.state = this.rank === 1 ? state || PLAIN : "";
      this.elastic = more.elastic ?? [];
      this.bad = more.bad ?? null;
      this.isVague = more.isVague ?? false;
      this.isUnit = more.isUnit ?? false;
    }

    get visible() {
      return this.data.shape.slice(this.letters.length);
    }

    get isElastic() {
      return this.elastic.length > 0;
    }

    /** Whether it is a matrix with as many rows as columns in this run. */
    get isSquare() {
      const [rows, columns] = this.visible;
      return this.rank === 2 && rows === columns && !this.isElastic;
    }

    /** Other entries on the same axes. */
    like(data, error) {
      const { elastic, bad, isVague } = this;
      return new Quantity(data, error, this.letters, this.state, { elastic, bad, isVague });
    }

    /** The same entries with other letters or another orientation. */
    with(letters, state) {
      return new Quantity(this.data, this.error, letters, state, this);
    }

    /** Itself, where no index left its axis. */
    good() {
      if (this.bad !== null) my.escape.refuseBad(this.bad, this.letters);
      return this;
    }
  }

  function constant(value, isExact = true) {
    return new Quantity(A.scalar(value), A.scalar(isExact ? 0 : Math.abs(value)));
  }

  /** The bound with 0 where the value is not finite: an infinity is exact. */
  function settle(data, error) {
    if (Number.isFinite(A.total(error.data))) return error;
    // A finite value whose bound is lost must not pass for verified.
    const bound = (x, e) => (!Number.isFinite(x) ? 0 : Number.isNaN(e) ? Infinity : e);
    return A.zip(bound, data, error);
  }

  /** Letters of all, in order of appearance. */
  function merged(values) {
    const sizes = new Map();
    for (const one of values) {
      one.letters.forEach((letter, k) => {
        const size = one.data.shape[k];
        const known = sizes.get(letter) ?? size;
        if (known !== size) {
          const name = letter.startsWith("…") ? "leading axes are" : `axis \`${letter}\` is`;
          throw my.stop("shape-mismatch", `${name} ${known} long here and ${size} there`);
        }
        sizes.set(letter, size);
      });
    }
    if (A.count([...sizes.values()]) > LARGEST) {
      throw my.stop(
        "run-failed", `${[...sizes.values()].join(" × ")} numbers at once are too many`,
        { help: "use a smaller example" });
    }
    return [...sizes.keys()];
  }

  /** An array with an axis for each of `letters`, then `rank` axes; one long where it has none. */
  function spread(array, own, letters, rank) {
    const lead = own.length;
    const mine = array.ndim - lead;
    if (mine === rank && A.same(own, letters)) return array;
    const places = own.map((_, k) => k);
    const order = [...places].sort((a, b) => letters.indexOf(own[a]) - letters.indexOf(own[b]));
    const sizes = new Map(own.map((letter, k) => [letter, array.shape[k]]));
    const visible = array.shape.slice(lead);
    const moved = A.same(order, places)
      ? array
      : A.transpose(array, [...order, ...visible.map((_, k) => lead + k)]);
    const front = letters.map((letter) => sizes.get(letter) ?? 1);
    return A.reshape(moved, [...front, ...new Array(rank - mine).fill(1), ...visible]);
  }

  /** Check that the last axes agree; the result is what stays elastic. */
  function meet(a, b) {
    const [left, right] = [a.visible, b.visible];
    const rank = Math.max(a.rank, b.rank);
    const count = Math.min(a.rank, b.rank);
    const wide = (one) => [
      ...new Array(rank - one.rank).fill(null),
      ...(one.isElastic ? one.elastic : new Array(one.rank).fill(null)),
    ];
    const [ones, others] = [wide(a), wide(b)];
    const result = [];
    for (let at = 0; at < rank; at++) {
      const [one, other] = [ones[at], others[at]];
      const [n, m] = [left[at - rank + a.rank], right[at - rank + b.rank]];
      let kept = null;
      if (at < rank - count) {
        kept = one ?? other;
      } else if (one !== null && other !== null) {
        one.join(other);
        kept = one;
      } else if (one !== null || other !== null) {
        (one ?? other).fix(one !== null ? m : n);
      } else if (n !== m) {
        throw unequal(a, b);
      }
      result.push(kept);
    }
    return tidy(result);
  }

  /** What is elastic; nothing where no axis is. */
  const tidy = (elastic) => (elastic.some((one) => one !== null) ? elastic : []);

  function unequal(a, b, help = "") {
    const shapes = `${shownShape(a)} and ${shownShape(b)}`;
    return my.stop("shape-mismatch", `shapes ${shapes} do not fit`, { help });
  }

  function shownShape(value) {
    const text = my.written.tuple(value.visible);
    return value.state === COLUMN || value.state === ROW ? `${text} ${value.state}` : text;
  }

  /** Where any of the values is bad, on the axes of what is made of them. */
  function badOf(values, letters, shape) {
    const found = values.filter((one) => one.bad !== null);
    if (!found.length) return null;
    const rank = shape.length - letters.length;
    let mask = A.full(shape, 0);
    const escapes = new Set();
    for (const one of found) {
      const own = A.broadcastTo(spread(one.bad.mask, one.letters, letters, rank), shape);
      mask = A.zip((x, y) => x || y, mask, own);
      one.bad.escapes.forEach((escape) => escapes.add(escape));
    }
    return new my.escape.Bad(mask, [...escapes]);
  }

  my.quantity = {
    PLAIN, COLUMN, ROW, Quantity, constant, settle, merged, spread, meet, tidy, unequal,
    shownShape, badOf,
  };
})();
