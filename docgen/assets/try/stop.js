// How an equation that cannot be evaluated says why.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});

  /** `new Stop("run-failed", "...")`; `problem` is the data that Python calls `Problem`. */
  class Stop extends Error {
    constructor(code, message, { notes = [], help = "", span = [0, 0] } = {}) {
      super(message);
      this.problem = { code, message, span, notes, help };
    }

    get isPlaced() {
      return this.problem.span[0] !== 0 || this.problem.span[1] !== 0;
    }

    place(span) {
      this.problem = { ...this.problem, span };
    }
  }

  my.Stop = Stop;
  my.stop = (code, message, more) => new Stop(code, message, more);

  my.sizeSource = (axis) =>
    `add the row of an array that has a value in this run, with \`${axis}\` in its Shape`;
})();
