// Sums, products and quotients entry by entry, with their rounding bounds.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { PLAIN, COLUMN, ROW, Quantity, settle, merged, spread, meet, unequal, badOf } =
    my.quantity;

  /** Data and bounds of both on common axes, and the letters of these. */
  function pair(a, b) {
    const rank = Math.max(a.rank, b.rank);
    const letters = merged([a, b]);
    return [
      spread(a.data, a.letters, letters, rank),
      spread(a.error, a.letters, letters, rank),
      spread(b.data, b.letters, letters, rank),
      spread(b.error, b.letters, letters, rank),
      letters,
    ];
  }

  /** A value made of two, which takes over what is known of both. */
  function made(data, error, letters, a, b, state = "", isUnit = false, elastic = []) {
    const bad = badOf([a, b], letters, data.shape);
    const isVague = a.isVague || b.isVague;
    const bound = settle(data, error);
    return new Quantity(data, bound, letters, state, { elastic, bad, isVague, isUnit });
  }

  /** The orientation of two vectors side by side. */
  function jointState(a, b) {
    if (a.rank !== 1 || b.rank !== 1) {
      if (a.rank === 1 && b.rank === 0) return a.state;
      return a.rank === 0 ? b.state : "";
    }
    if (a.state === PLAIN) return b.state;
    if (b.state !== PLAIN && b.state !== a.state) throw unequal(a, b, "transpose one of them");
    return a.state;
  }

  /** Refuse an array of fewer axes that has two readings beside the larger. */
  function checkLift(a, b) {
    const [larger, smaller] = a.rank > b.rank ? [a, b] : [b, a];
    if (smaller.state === COLUMN) {
      throw unequal(a, b, "write the column times `\\mathbf{1}^\\top`");
    }
    if (smaller.rank === 1 && (a.isVague || b.isVague) && larger.isSquare) {
      throw my.stop("ambiguous-latex", "a vector and a square matrix are put together", {
        notes: [
          "reading: the vector on every row",
          "reading: the vector on every column",
        ],
        help: "write `\\mathbf{1} v^\\top` or `v \\mathbf{1}^\\top`",
      });
    }
  }

  /** A sum or difference. */
  function add(a, b, sign = 1) {
    if (a.rank !== b.rank) {
      if (a.rank && b.rank) {
        checkLift(a, b);
      } else if ((a.isVague || b.isVague) && (a.rank ? a : b).isSquare) {
        throw my.stop("ambiguous-latex", "a number and a square matrix are added", {
          notes: [
            "reading: the number times the identity",
            "reading: the number on every entry",
          ],
          help: "write `\\lambda I`, or indices",
        });
      }
    }
    const state = jointState(a, b);
    const elastic = meet(a, b);
    const [x, ex, y, ey, letters] = pair(a, b);
    const data = A.zip((p, q) => (sign > 0 ? p + q : p - q), x, y);
    const error = A.zip((p, q, v) => p + q + Math.abs(v), ex, ey, data);
    return made(data, error, letters, a, b, state, a.isUnit && b.isUnit, elastic);
  }

  /** The bound of a product from the factors, their bounds and the product. */
  const timesBound = (u) => (p, ep, q, eq, v) =>
    Math.abs(p) * eq + Math.abs(q) * ep + Math.abs(v) + u * ep * eq;

  /** A product entry by entry; of a number with anything, or of equal shapes. */
  function times(a, b, u) {
    if (a.rank !== b.rank && a.rank && b.rank) checkLift(a, b);
    const state = jointState(a, b);
    const elastic = meet(a, b);
    const [x, ex, y, ey, letters] = pair(a, b);
    const data = A.zip((p, q) => p * q, x, y);
    const error = A.zip(timesBound(u), x, ex, y, ey, data);
    const isUnit = (a.isUnit && b.rank === 0) || (b.isUnit && a.rank === 0);
    return made(data, error, letters, a, b, state, isUnit, elastic);
  }

  /** A quotient by a number, or entry by entry. */
  function divide(a, b) {
    if (b.rank >= 2) {
      throw my.stop("unsupported-latex", "a division by a matrix", {
        help: "write the inverse, or indices",
      });
    }
    if (a.rank !== b.rank && a.rank && b.rank) checkLift(a, b);
    const state = jointState(a, b);
    const elastic = meet(a, b);
    const [x, ex, y, ey, letters] = pair(a, b);
    const data = A.zip((p, q) => p / q, x, y);
    const bound = (ep, q, eq, v) => (ep + Math.abs(v) * eq) / Math.abs(q) + Math.abs(v);
    const error = A.zip(bound, ex, y, ey, data);
    return made(data, error, letters, a, b, state, a.isUnit && b.rank === 0, elastic);
  }

  function negate(a) {
    return new Quantity(A.map((x) => -x, a.data), a.error, a.letters, a.state, a);
  }

  /** The transpose: plain and column vectors become rows, rows columns. */
  function flip(a) {
    if (a.rank === 0) return a;
    const { elastic, bad, isVague, isUnit } = a;
    if (a.rank === 1) {
      const state = a.state === ROW ? COLUMN : ROW;
      return new Quantity(a.data, a.error, a.letters, state, { elastic, bad, isVague });
    }
    if (a.rank > 2) {
      throw my.stop("unsupported-latex", `a transpose of an array of ${a.rank} axes`);
    }
    a.good();
    return new Quantity(A.swapLast(a.data), A.swapLast(a.error), a.letters, "", {
      elastic: [...elastic].reverse(), isVague, isUnit,
    });
  }

  my.arithmetic = {
    pair, made, jointState, checkLift, add, timesBound, times, divide, negate, flip,
  };
})();
