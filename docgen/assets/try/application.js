// Functions at their arguments: those an equation defines, and calls of the project's code.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { ANY, shownAxes } = my.extent;
  const { PLAIN, Quantity, merged, spread } = my.quantity;
  const shownSizes = (sizes) => my.written.tuple(sizes);
  const wantedOf = (shape) => (shape ?? []).filter((axis) => axis !== ANY);

  /** A function with a key at its arguments. */
  function apply(term, see) {
    if (!term.names.length) {
      const values = term.args.map((one) => see.quantity(one));
      return applied(term.text, values, term.args, term, see);
    }
    if (term.names.length > 1) {
      throw my.stop("unsupported-latex", "a function along several indices");
    }
    const [letter] = term.names;
    const outer = see.scope;
    const isRunning = outer.has(letter);
    let line = null;
    let values = null;
    try {
      if (!isRunning) {
        const range = { letter, axis: "", base: see.base, low: null, high: null, step: null };
        const [found] = my.domain.run(range, see, term.args);
        see.scope = new Map(outer).set(letter, found);
      }
      line = see.scope.get(letter);
      values = term.args.map((one) => seen(see.quantity(one), line));
    } finally {
      see.scope = outer;
    }
    const result = applied(term.text, values, term.args, term, see);
    return isRunning ? hidden(result, line) : result;
  }

  /** The value with the letter's axis as the one that the function sees. */
  function seen(value, line) {
    if (value.rank) {
      throw my.stop("unsupported-latex", `a function along \`${line.letter}\` of an array`, {
        help: "index it",
      });
    }
    const rest = value.letters.filter((one) => one !== line.letter);
    merged([value, line.quantity]);
    const order = [...rest, line.letter];
    const shape = order.map((one) => {
      const k = value.letters.indexOf(one);
      return k < 0 ? line.numbers.size : value.data.shape[k];
    });
    value.good();
    const [data, error] = [value.data, value.error].map((one) =>
      A.broadcastTo(spread(one, value.letters, order, 0), shape));
    return new Quantity(data, error, rest, PLAIN, { isVague: value.isVague });
  }

  /** The value with its one visible axis as the letter's. */
  function hidden(value, line) {
    if (value.rank === 0) return value;
    if (value.rank > 1 || value.visible[0] !== line.numbers.size) {
      const shape = shownSizes(value.visible);
      throw my.stop("shape-mismatch", `a function along \`${line.letter}\` of shape ${shape}`);
    }
    const { bad, isVague } = value;
    const letters = [...value.letters, line.letter];
    return new Quantity(value.data, value.error, letters, "", { bad, isVague });
  }

  /** Functions one after the other, the last named first. */
  function compose(term, see) {
    if (!term.args.length) {
      throw my.stop("unsupported-latex", "a function without its argument", {
        help: "write `f(g(x))`",
      });
    }
    const values = term.args.map((one) => see.quantity(one));
    const outwards = [...term.names].reverse();
    return outwards.reduce((found, key) => [applied(key, found, [], term, see)], values)[0];
  }

  function applied(key, values, terms, term, see) {
    const definition = see.definitions.get(key);
    const signature = see.signatures.get(key);
    const padded = (all, n) => [...all, ...new Array(Math.max(0, n - all.length)).fill(null)];
    let shapes = [];
    let count = -1;
    if (definition) {
      count = definition.parameters.length;
      shapes = padded(definition.shapes, count);
    } else {
      shapes = signature?.shapes ?? [];
      count = shapes.length || -1;
      if (count < values.length) [shapes, count] = [padded(shapes, values.length), -1];
    }
    if (count >= 0 && count !== values.length) {
      const noun = count === 1 ? "argument" : "arguments";
      throw my.stop("shape-mismatch", `a function of ${count} ${noun} gets ${values.length}`);
    }
    const [extra, opened] = open(values, shapes, !definition, see);
    if (extra.size) {
      see.notes.add("a function of fewer axes runs over the leading axes of its argument");
    }
    const result = definition
      ? my.definition.called(definition, opened, extra, term, see)
      : my.opaque.called(key, signature, opened, terms, see);
    return closed(result, extra, values);
  }

  /** Arguments with the axes that the function does not declare as hidden ones, and these. */
  function open(values, shapes, isOpaque, see) {
    let extra = new Map();
    const opened = values.map((value, at) => {
      const shape = shapes[at];
      let wanted = wantedOf(shape).length;
      const isAny = shape === null || shape.includes(ANY);
      if (isOpaque && isAny) wanted = Math.max(value.rank, wanted);
      const more = value.rank - wanted;
      if (more < 0) {
        throw my.stop(
          "shape-mismatch",
          `an argument of shape ${shownSizes(value.visible)}, and the function takes ` +
            shownAxes(shape ?? []));
      }
      if (value.isElastic && (more || isOpaque)) {
        throw my.stop("unsupported-latex", "ones without a length as an argument");
      }
      if (more === 0) {
        return value.with(value.letters, isOpaque || shape === null ? value.state : PLAIN);
      }
      const names = Array.from({ length: more }, (_, k) => `°${see.keys.length}.${k}`);
      const sizes = new Map(names.map((name, k) => [name, value.visible[k]]));
      if (extra.size && !A.same([...sizes].flat(), [...extra].flat())) {
        throw my.stop(
          "shape-mismatch",
          `a function runs over axes ${shownSizes([...extra.values()])} of one argument and ` +
            `${shownSizes([...sizes.values()])} of another`);
      }
      extra = sizes;
      return value.with([...value.letters, ...names], PLAIN);
    });
    return [extra, opened];
  }

  /** The value with the axes that the function ran over in front of its own. */
  function closed(result, extra, values) {
    if (!extra.size) {
      const first = values[0] ?? result;
      const isVector = result.rank === 1 && first.rank === 1;
      return isVector ? result.with(result.letters, first.state) : result;
    }
    const rest = result.letters.filter((one) => !extra.has(one));
    const order = [...rest, ...extra.keys()];
    const front = order.map((one) => {
      const k = result.letters.indexOf(one);
      return k < 0 ? extra.get(one) ?? 1 : result.data.shape[k];
    });
    const wide = (one) => A.broadcastTo(
      spread(one, result.letters, order, result.rank), [...front, ...result.visible]);
    const { bad, isVague } = result;
    const isWhole = (one) => one.rank === 1 && extra.size === 1;
    const state = result.rank === 0 ? values.find(isWhole)?.state ?? "" : "";
    return new Quantity(wide(result.data), wide(result.error), rest, state, {
      bad: bad === null ? null : new my.escape.Bad(wide(bad.mask), bad.escapes),
      isVague,
    });
  }

  my.application = { apply, compose, wantedOf };
})();
