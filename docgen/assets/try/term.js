// Equations from their data: terms are arrays there and objects here, each with a number.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const known = new WeakMap();
  let last = 0;

  function term(data) {
    if (data == null) return null;
    const [op, args = [], text = "", names = [], span = [0, 0]] = data;
    return { op, args: args.map(term), text, names, span, id: ++last };
  }

  const plain = (op, text, span) => ({ op, args: [], text, names: [], span, id: ++last });
  const locals = (data = []) => data.map(([name, body]) => [name, term(body)]);

  const range = ({ letter, axis = "", base = 1, low, high, step }) => ({
    letter, axis, base, low: term(low), high: term(high), step: term(step),
  });

  const statement = (data) => ({
    sides: data.sides.map(term),
    relations: data.relations,
    free: (data.free ?? []).map(range),
    conditions: (data.conditions ?? []).map(term),
    locals: locals(data.locals),
    tolerance: data.tolerance ?? 0,
  });

  const leaf = ({ name, symbol, shape = null, letters = [], target = "" }) => ({
    name, symbol, shape, letters, target,
  });

  const definition = (data) => ({
    base: 1, ...data, body: term(data.body), locals: locals(data.locals),
  });

  const signature = ({ key, symbol, shapes = [], result = null }) => ({
    key, symbol, shapes, result,
  });

  /** The formula with its terms; of the same data always the same one. */
  function formula(data) {
    let found = known.get(data);
    if (!found) {
      found = {
        statements: data.statements.map(statement),
        leaves: data.leaves.map(leaf),
        definitions: (data.definitions ?? []).map(definition),
        signatures: (data.signatures ?? []).map(signature),
        base: data.base ?? 1,
        sizing: (data.sizing ?? []).map(leaf),
      };
      known.set(data, found);
    }
    return found;
  }

  my.term = { formula, plain };
})();
