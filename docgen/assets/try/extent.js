// Arithmetic over the letters of shapes, and what letters stand for in a run.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const ANY = "…";
  const isName = (text) => /^[\p{L}\p{Nl}_][\p{L}\p{M}\p{N}_]*$/u.test(text);

  /** Axes as people write them: `(T, 2d)`, `(d,)`. */
  function shownAxes(axes) {
    const inner = axes.map((axis) => axis.replaceAll("*", "")).join(", ");
    return axes.length === 1 ? `(${inner},)` : `(${inner})`;
  }

  const lettersOf = (axis) => [...new Set(axis.match(/[\p{L}_][\p{L}\p{M}\p{N}_]*/gu) ?? [])];

  /** The number an axis stands for, if all its letters have one; else null. */
  function sizeOf(axis, values) {
    if (values.has(axis)) return values.get(axis);
    const tokens = axis.match(/\/\/|[-+*/()]|[\p{L}\p{M}\p{N}_]+|\S/gu) ?? [];
    let at = 0;
    const bad = () => {
      throw new SyntaxError(axis);
    };
    const operate = (sign, left, right) => {
      if (left === null || right === null) return null;
      if (sign === "+") return left + right;
      if (sign === "-") return left - right;
      if (sign === "*") return left * right;
      return right && left % right === 0 ? left / right : null;
    };
    const atom = () => {
      const token = tokens[at++];
      if (token === "-") {
        const inner = atom();
        return inner === null ? null : -inner;
      }
      if (token === "(") {
        const inner = sum();
        return tokens[at++] === ")" ? inner : bad();
      }
      if (/^\d+$/.test(token ?? "")) return Number(token);
      return isName(token ?? "") ? values.get(token) ?? null : bad();
    };
    const chain = (next, signs) => () => {
      let found = next();
      while (signs.includes(tokens[at])) found = operate(tokens[at++], found, next());
      return found;
    };
    const sum = chain(chain(atom, ["*", "/", "//"]), ["+", "-"]);
    try {
      const found = sum();
      return at === tokens.length ? found : null;
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  /** Sizes of the declared axes and of the leading axes at `…`; null where they do not fit. */
  function split(axes, actual) {
    if (!axes.includes(ANY)) {
      const visible = withoutOnes(actual, axes.length);
      return visible.length === axes.length ? [visible, []] : null;
    }
    const at = axes.indexOf(ANY);
    const after = axes.length - 1 - at;
    if (actual.length < at + after) return null;
    const end = actual.length - after;
    return [[...actual.slice(0, at), ...actual.slice(end)], actual.slice(at, end)];
  }

  /** Drop axes of length one, from the left, until `rank` axes are left. */
  function withoutOnes(sizes, rank) {
    const kept = [...sizes];
    while (kept.length > rank && kept.includes(1)) kept.splice(kept.indexOf(1), 1);
    return kept;
  }

  const unknownIn = (axis, bound) => lettersOf(axis).filter((name) => !bound.has(name));

  /** Bind the one unknown letter of a composite axis such as `2*d`, if one size fits. */
  function solve(axis, size, bound) {
    const unknown = unknownIn(axis, bound);
    if (unknown.length !== 1) return false;
    const found = fitting(axis, size, bound, unknown[0]);
    if (found.length !== 1) return false;
    bound.set(unknown[0], found[0]);
    return true;
  }

  /** Whether several sizes of its letters fit. */
  function isOpen(axis, size, bound) {
    const unknown = unknownIn(axis, bound);
    if (unknown.length === 1) return fitting(axis, size, bound, unknown[0]).length > 1;
    return unknown.length > 1;
  }

  /** Sizes of one letter that make an axis a number long. */
  function fitting(axis, size, bound, name) {
    const trial = new Map(bound);
    const at = (n) => sizeOf(axis, trial.set(name, n));
    const [one, two] = [at(1), at(2)];
    if (one !== null && two !== null && two !== one) {
      const guess = 1 + Math.floor((size - one) / (two - one));
      if (at(3) === two + (two - one)) return guess > 0 && at(guess) === size ? [guess] : [];
    }
    const limit = Math.min(64 * (size + 1), 100000);
    const found = [];
    for (let n = 1; n < limit; n++) if (at(n) === size) found.push(n);
    return found;
  }

  /** Sizes of the letters of shapes, from all leaves whose arrays are known; throws a Stop. */
  function measure(leaves, arrays, sizes) {
    const bound = new Map(sizes);
    let odd = null;
    const waiting = [];
    for (const leaf of leaves) {
      if (leaf.shape === null || !arrays.has(leaf.name)) continue;
      const actual = arrays.get(leaf.name).shape;
      const seen = seenOf(leaf, actual);
      const found = seen === null ? null : split(leaf.shape, seen);
      if (found === null) {
        odd ??= [leaf, actual];
        continue;
      }
      const declared = leaf.shape.filter((axis) => axis !== ANY);
      declared.forEach((axis, k) => {
        if (!bound.has(axis) && isName(axis)) bound.set(axis, found[0][k]);
      });
      waiting.push([leaf, declared, found[0], actual]);
    }
    const pairs = waiting.flatMap(([, axes, real]) => axes.map((axis, k) => [axis, real[k]]));
    const isSolved = ([axis, size]) => sizeOf(axis, bound) === null && solve(axis, size, bound);
    while (pairs.some(isSolved));
    for (const [axis, size] of pairs) {
      if (!bound.has(axis) && isOpen(axis, size, bound)) bound.set(axis, size);
    }
    if (odd !== null) throw disagreement(...odd, bound);
    for (const [leaf, declared, real, actual] of waiting) {
      const isOff = (axis, k) => sizeOf(axis, bound) !== real[k];
      if (declared.some(isOff)) throw disagreement(leaf, actual, bound);
    }
    return bound;
  }

  /** The sizes without the axes of the letters in the cell. */
  function seenOf(leaf, actual) {
    const rank = actual.length;
    const axes = leaf.letters.map(([, axis]) => axis).filter((n) => -rank <= n && n < rank);
    const taken = new Set(axes.map((axis) => (axis + rank) % rank));
    if (taken.size < leaf.letters.length) return null;
    return actual.filter((_, axis) => !taken.has(axis));
  }

  function disagreement(leaf, actual, bound) {
    const real = shownAxes(leaf.shape.map((axis) => {
      const size = axis === ANY ? null : sizeOf(axis, bound);
      return size === null ? axis : String(size);
    }));
    const declared = shownAxes(leaf.shape);
    let that = real !== declared ? `, that is ${real}` : "";
    if (leaf.letters.length) {
      that += ` and an axis for ${leaf.letters.map(([letter]) => `\`${letter}\``).join(", ")}`;
    }
    const sizes = my.written.tuple(actual);
    return my.stop(
      "shape-mismatch",
      `\`${leaf.symbol}\` is declared ${declared}${that}; the run has ${sizes}`);
  }

  my.extent = { ANY, isName, shownAxes, sizeOf, split, measure };
})();
