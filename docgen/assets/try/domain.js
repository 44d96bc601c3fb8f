// The range of an index: from its bounds, its axis, or what it is an index of.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const shown = (x) => my.written.general(x);

  /** To the nearest whole number; halves to the even one. */
  function rint(x) {
    const down = Math.floor(x);
    if (x - down !== 0.5) return Math.round(x);
    return down % 2 === 0 ? down : down + 1;
  }

  /** The numbers that an index takes, and where bounds on other indices end it earlier. */
  function run(one, see, uses) {
    const low = bound(one.low, see) ?? my.quantity.constant(one.base);
    const high =
      bound(one.high, see) ?? my.quantity.constant(one.base + lengthOf(one, see, uses) - 1);
    const first = -A.most(low.data.data.map((x) => -x));
    const last = A.most(high.data.data);
    let step = 1;
    if (one.step !== null) {
      const second = bound(one.step, see);
      if (low.letters.length || second.letters.length) {
        throw my.stop("unsupported-latex", "a step that depends on an index");
      }
      step = second.data.data[0] - first;
      if (step <= 0 || (last - first) % step) {
        throw my.stop(
          "unsupported-latex",
          `index \`${one.letter}\` runs ${shown(first)}, ${shown(first + step)}, … and never ` +
            `meets ${shown(last)}`);
      }
    }
    const length = Math.max(0, Math.ceil((last + 0.5 - first) / step));
    const numbers = A.line(Array.from({ length }, (_, k) => first + k * step));
    const running = new my.Running(one.letter, numbers, one.base);
    if (!low.letters.length && !high.letters.length) return [running, null];
    const { both, relation } = my.condition;
    return [running, both(
      relation(low, running.quantity, "≤"), relation(running.quantity, high, "≤"))];
  }

  function bound(term, see) {
    if (term === null) return null;
    const value = see.number(term, "a bound").good();
    const isWhole = (x) => rint(x) === x;
    if (!A.all((x) => Number.isFinite(x) && isWhole(x), value.data)) {
      const odd = value.data.data.find((x) => !isWhole(x)) ?? value.data.data[0];
      throw my.stop("shape-mismatch", `a bound is ${shown(odd)}, no whole number`);
    }
    return value;
  }

  function lengthOf(one, see, uses) {
    const size = one.axis ? see.size(one.axis) : null;
    if (size !== null) return size;
    const found = [...usedSizes(one.letter, see, uses)].sort((a, b) => a - b);
    if (found.length === 1) return found[0];
    if (found.length) {
      const entries = found.join(" and ");
      throw my.stop(
        "shape-mismatch", `index \`${one.letter}\` runs along axes of ${entries} entries`);
    }
    const bounds = `write its bounds, as in \`${one.letter} = 1, \\dots, n\``;
    if (one.axis) {
      throw my.stop(
        "unsupported-latex",
        `index \`${one.letter}\` runs along \`${one.axis}\`, whose length is unknown in this run`,
        { help: `${my.sizeSource(one.axis)}; or ${bounds}` },
      );
    }
    throw my.stop("unsupported-latex", `the range of index \`${one.letter}\` is unknown`, {
      help: bounds,
    });
  }

  /** Lengths of the axes that the letter runs along, by itself. */
  function usedSizes(letter, see, uses) {
    const found = new Set();
    const waiting = [...uses];
    while (waiting.length) {
      const term = waiting.pop();
      waiting.push(...term.args);
      if (term.op === "leaf") {
        for (const [name] of see.leaves.get(term.text).letters) {
          if (name !== letter || !see.arrays.has(term.text)) continue;
          const value = see.leaf(term.text);
          found.add(value.data.shape[value.letters.indexOf(letter)]);
        }
      }
      if (term.op !== "at" || my.lettersIn(term.args.slice(0, 1)).has(letter)) continue;
      term.args.slice(1).forEach((one, k) => {
        if (one.op !== "index" || one.text !== letter) return;
        try {
          const value = see.quantity(term.args[0]);
          if (value.rank > k) found.add(value.visible[k]);
        } catch (failure) {
          if (!(failure instanceof my.Stop)) throw failure;
        }
      });
    }
    return found;
  }

  my.domain = { run, rint };
})();
