// Lengths that an equation leaves open: of ones and identities without a subscript.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});

  my.Stretch = class Stretch {
    constructor(span) {
      this.parent = null;
      this.size = 0;
      this.span = span;
      this.isFree = false;
    }

    get root() {
      let found = this;
      while (found.parent !== null) found = found.parent;
      return found;
    }

    join(other) {
      const one = this.root;
      const two = other.root;
      if (one === two) return;
      if (one.size && two.size) two.fix(one.size);
      two.parent = one;
      one.size ||= two.size;
    }

    fix(size) {
      const root = this.root;
      if (root.size && root.size !== size) {
        throw my.stop(
          "shape-mismatch", `ones are of length ${root.size} here and ${size} there`);
      }
      root.size = size;
    }
  };
})();
