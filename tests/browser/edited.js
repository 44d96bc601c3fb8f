// What a reader gets who resizes the arrays of a statement and types numbers.
(text) => {
  const { ui } = globalThis.docgenTry;
  const answer = ({ equation, statement, equations, sizes, typed }) => {
    const trial = new ui.Trial(equation, equation.statements[statement], equations);
    for (const [letter, size] of Object.entries(sizes)) trial.resize(letter, size);
    const problems = typed.map(([name, index, entry]) =>
      trial.type(trial.leaves.find((leaf) => leaf.name === name), index, entry));
    const { sides, outcome, problem, by } = trial.compute();
    return { problems, values: trial.values(), sides, outcome, problem, by };
  };
  const plain = (key, value) =>
    (typeof value !== "number" || (Number.isFinite(value) && !Object.is(value, -0))
      ? value
      : Object.is(value, -0) ? "-0" : Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf");
  return JSON.stringify(JSON.parse(text).map(answer), plain);
}
