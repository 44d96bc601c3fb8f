// Every operation of a term with the function that computes it, and the small ones themselves.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const { arithmetic, operator, tables, indexing, condition, elementary } = my;
  const isMap = (value) => value instanceof operator.Operator;

  function sum(term, see) {
    const first = see.value(term.args[0]);
    return term.args.slice(1).reduce((result, one, at) => {
      const right = see.value(one);
      const sign = term.text[at + 1] === "-" ? -1 : 1;
      if (isMap(result) || isMap(right)) return operator.add(result, right, sign);
      const isMixed = result.rank > 0 && right.rank > 0 && result.rank !== right.rank;
      if (isMixed && (result.isVague || right.isVague)) {
        see.notes.add("arrays of different rank are added along their last axes");
      }
      return arithmetic.add(result, right, sign);
    }, term.text[0] === "-" ? negated(first) : first);
  }

  const negated = (value) => (isMap(value) ? operator.negate(value) : arithmetic.negate(value));

  function quotient(term, see) {
    const above = see.value(term.args[0]);
    const below = see.quantity(term.args[1]);
    if (!isMap(above)) return arithmetic.divide(above, below);
    if (below.rank) throw my.stop("unsupported-latex", "a derivative divided by an array");
    return operator.product(above, arithmetic.divide(my.quantity.constant(1), below), see.u);
  }

  function transpose(term, see) {
    const value = see.value(term.args[0]);
    return isMap(value) ? operator.flip(value) : arithmetic.flip(value);
  }

  function parameter(term, see) {
    const found = see.parameters.get(term.text);
    if (found) return found;
    throw my.stop("unsupported-latex", `\`${term.text}\` is an argument of no function here`);
  }

  function local(term, see) {
    if (!see.localValues.has(term.text)) {
      if (!see.locals.has(term.text)) {
        throw my.stop("unsupported-latex", `\`${term.text}\` is defined nowhere`);
      }
      see.localValues.set(term.text, see.value(see.locals.get(term.text)));
    }
    return see.localValues.get(term.text);
  }

  function derivative(term, see) {
    const [of, by] = term.args.map((one) => one.text);
    const found = see.derivatives[`${of}|${by}`];
    if (!found) throw my.stop("run-failed", "this derivative was not computed");
    const data = my.binding.arrayOf(found);
    return operator.derivative(data, see.leaf(of), see.leaf(by), see.u);
  }

  my.OPERATIONS = {
    __proto__: null,
    number: tables.number,
    constant: tables.named,
    leaf: indexing.leaf,
    local,
    parameter,
    size: tables.size,
    index: indexing.index,
    ones: tables.ones,
    identity: tables.identity,
    delta: condition.delta,
    at: indexing.at,
    sum,
    product: my.products.product,
    quotient,
    power: elementary.power,
    root: elementary.root,
    transpose,
    inverse: elementary.inverse,
    call: elementary.call,
    apply: my.application.apply,
    absolute: elementary.absolute,
    norm: elementary.norm,
    reduce: my.reductions.reduce,
    indicator: condition.indicator,
    cases: my.piecewise.cases,
    matrix: tables.matrix,
    join: tables.join,
    derivative,
    compose: my.application.compose,
  };
})();
