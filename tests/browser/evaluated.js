// The answers of the page's evaluator to cases that Python has answered.
(text) => {
  const { formulas, points, cases } = JSON.parse(text);
  const my = globalThis.docgenTry;
  const number = (x) => Number(typeof x === "string" ? x.replace("inf", "Infinity") : x);
  const isNear = (x, y) =>
    x === y || Math.abs(x - y) <= 1e-9 * Math.max(Math.abs(x), Math.abs(y));
  const isSame = (one, other) =>
    one.shape.join() === other.shape.join()
    && one.data.every((x, n) => isNear(number(x), other.data[n]));
  const lookup = (calls, key) => (given) => {
    const found = calls.find(
      ([name, before]) => name === key && before.every((one, n) => isSame(one, given[n])));
    if (!found) throw new my.Stop("run-failed", `no call of ${key} with these arguments`);
    if (found[2].name) throw Object.assign(new Error(found[2].message), found[2]);
    return found[2];
  };
  const answer = (one) => {
    const formula = formulas[one.formula];
    const functions = {};
    for (const key of one.keys) functions[key] = lookup(one.calls, key);
    const given = [points[one.values], functions, one.derivatives];
    const { sides, relations } = formula.statements[one.number];
    try {
      return {
        outcome: relations.length ? my.evaluate(formula, one.number, ...given) : null,
        sides: sides.map((_, which) => 
          my.side(formula, one.number, which, ...given, one.sizes)),
      };
    } catch (failure) {
      return { crash: `${failure.stack}` };
    }
  };
  const plain = (key, value) =>
    (typeof value !== "number" || Number.isFinite(value)
      ? value
      : Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf");
  return JSON.stringify(cases.map(answer), plain);
}
