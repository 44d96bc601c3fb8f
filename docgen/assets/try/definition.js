// Functions that an equation of the page defines: their right side at the arguments.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { Quantity } = my.quantity;
  const KEPT = [
    "parameters", "sizes", "locals", "localValues", "path", "keys", "scope", "live", "base",
  ];

  /** Letters that the function binds, which are not those of its arguments. */
  function boundLetters(definition) {
    const found = new Set();
    const waiting = [definition.body, ...definition.locals.map(([, term]) => term)];
    while (waiting.length) {
      const term = waiting.pop();
      if (term.op === "binder" || term.op === "series") found.add(term.text);
      else if (term.op === "apply") term.names.forEach((name) => found.add(name));
      waiting.push(...term.args);
    }
    return found;
  }

  /** The right side of an equation that defines the function. */
  function called(definition, given, extra, term, see) {
    if (see.keys.includes(definition.key)) {
      throw my.stop("unsupported-latex", "a function that is defined by itself");
    }
    const inner = boundLetters(definition);
    const primes = "′".repeat(see.keys.length + 1);
    const clashing = given.flatMap((one) => one.letters).filter((letter) => inner.has(letter));
    const fresh = new Map(clashing.map((letter) => [letter, letter + primes]));
    const renamed = (letters, names) => letters.map((letter) => names.get(letter) ?? letter);
    const values = given.map((one) => one.with(renamed(one.letters, fresh), one.state));
    const kept = KEPT.map((field) => see[field]);
    see.base = definition.base;
    see.sizes = sizesIn(definition, values, see);
    see.parameters = new Map(definition.parameters.map((name, k) => [name, values[k]]));
    see.locals = new Map(definition.locals);
    see.localValues = new Map();
    see.place = see.span(term);
    see.path = [...see.path, term.id];
    see.keys = [...see.keys, definition.key];
    see.scope = new Map([...see.scope].filter(([letter]) => !inner.has(letter)));
    see.live = liveIn(see.live, fresh, extra);
    let result = null;
    try {
      result = see.quantity(definition.body);
    } finally {
      KEPT.forEach((field, k) => {
        see[field] = kept[k];
      });
    }
    const back = new Map([...fresh].map(([old, name]) => [name, old]));
    return result.with(renamed(result.letters, back), result.state);
  }

  /** Where the function's value counts, on the axes that it knows. */
  function liveIn(live, fresh, extra) {
    if (live === null) return null;
    const letters = live.letters.map((one) => fresh.get(one) ?? one);
    if (live.rank && A.same(live.visible, [...extra.values()])) {
      return new Quantity(live.data, live.error, [...letters, ...extra.keys()]);
    }
    let { data } = live;
    while (data.ndim > letters.length) data = A.along(A.most, data, data.ndim - 1);
    return new Quantity(data, A.full(data.shape, 0), letters);
  }

  /** Sizes of letters within the function: those of its arguments go before the page's. */
  function sizesIn(definition, values, see) {
    const { isName, sizeOf } = my.extent;
    const own = new Map();
    const pairs = values.flatMap((value, at) => {
      const shape = definition.shapes[at] ?? null;
      if (shape === null || value.isElastic) return [];
      return my.application.wantedOf(shape).map((axis, k) => [axis, value.visible[k]]);
    });
    for (const [axis, size] of pairs) {
      if (!isName(axis)) continue;
      if (!own.has(axis)) own.set(axis, size);
      if (own.get(axis) !== size) {
        throw my.stop(
          "shape-mismatch",
          `\`${axis}\` is ${own.get(axis)} in one argument and ${size} in another`);
      }
    }
    const sizes = new Map([...see.sizes, ...own]);
    for (const [axis, size] of pairs) {
      const known = sizeOf(axis, sizes);
      if (known !== null && known !== size) {
        throw my.stop("shape-mismatch", `an argument has the size ${size} along \`${axis}\``);
      }
    }
    return sizes;
  }

  my.definition = { called };
})();
