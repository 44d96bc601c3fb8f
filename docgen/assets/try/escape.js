// Entries that an index left: they are marked, and refused where they would count.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;

  /** Index numbers that leave their axis; `mask` says where, over `letters`. */
  class Escape {
    constructor(name, size, letters, mask, numbers, span) {
      Object.assign(this, { name, size, letters, mask, numbers, span });
    }

    /** The sentence for one place, or for the first. */
    text(place) {
      let at = this.letters.map((letter) => place.get(letter) ?? -1);
      const isOutside = at.some((n, k) => n < 0 || n >= this.mask.shape[k]);
      if (isOutside || !A.get(this.mask, at)) at = A.any(this.mask) ? A.first(this.mask) : [];
      const is = at.length === this.numbers.ndim;
      const number = is ? A.get(this.numbers, at) : this.numbers.data[0];
      const entries = this.size === 1 ? "1 entry" : `${this.size} entries`;
      const shown = my.written.general(number);
      return `index \`${this.name}\` is ${shown}, and its axis has ${entries}`;
    }
  }

  /** Entries that an index left: `mask` has the shape of the value's data. */
  class Bad {
    constructor(mask, escapes) {
      this.mask = mask;
      this.escapes = escapes;
    }
  }

  /** Throw what an index that left its axis says, if any entry is bad. */
  function refuseBad(bad, letters, among = null) {
    const mask = among === null ? bad.mask : A.zip((x, y) => x && y, bad.mask, among);
    if (!A.any(mask)) return;
    const first = A.first(mask);
    const place = new Map(letters.map((letter, k) => [letter, first[k]]));
    const chosen = bad.escapes.find((escape) => {
      const at = escape.letters.map((letter) => place.get(letter) ?? 0);
      return at.every((n, k) => n < escape.mask.shape[k]) && A.get(escape.mask, at);
    }) ?? bad.escapes[0];
    throw my.stop("shape-mismatch", chosen.text(place), {
      help: "let the index end earlier, or put the entry under a condition",
      span: chosen.span,
    });
  }

  my.escape = { Escape, Bad, refuseBad };
})();
