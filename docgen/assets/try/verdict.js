// What came of a comparison, in words, and which entries of the sides differ.
(() => {
  "use strict";
  const my = globalThis.docgenTry;
  const ui = (my.ui ??= {});
  const LEAST = 1e-12;
  const MOST = "≤";

  const power = (value) => {
    if (!Number.isFinite(value)) return "infinity";
    let exponent = Math.max(-12, Math.ceil(Math.log10(value)));
    if (value > Number(`1e${exponent}`)) exponent++;
    return `1e${exponent}`;
  };

  /** `{state, text}`: the state is that of a badge. */
  ui.verdict = (trial, { outcome, problem, sides, by }) => {
    if (trial.invalid.size) {
      const what = trial.invalid.size === 1 ? "one field holds" : `${trial.invalid.size} fields hold`;
      return { state: "not-run", text: `Not evaluated: ${what} no number that can be used.` };
    }
    if (problem) return { state: "not-run", text: `Not evaluated: ${plain(problem)}.` };
    if (!outcome) {
      const text = "The code was not run at this size, so nothing is compared. "
        + `Below is the value of the formula alone, of shape ${ui.shown([...sides[0].shape])}.`;
      return { state: "not-run", text };
    }
    if (outcome.ratio <= 1) return { state: "verified", text: agreed(trial, outcome) };
    return { state: "mismatch", text: differing(trial, outcome, by) };
  };

  const plain = ({ message, help }) =>
    `${message}${help ? `; ${help}` : ""}`.replaceAll("`", "").replace(/\.$/, "");

  const isEqual = ({ statement }) => statement.relations.every((sign) => sign === "=" || sign === "≈");

  function agreed(trial, { gap, tolerance }) {
    const start = isEqual(trial) ? "Both sides agree" : "It holds";
    if (Math.max(gap, tolerance) <= LEAST) {
      return `${start}: largest gap below 1e-12, nothing but rounding.`;
    }
    return `${start}: largest gap ${MOST} ${power(gap)}, allowed there ${MOST} ${power(tolerance)}.`;
  }

  function differing(trial, { gap, place, left, right }, by) {
    const size = Number.isFinite(gap) ? `Differ by ${ui.format(gap)}` : "Differ";
    const start = isEqual(trial) ? size : "It does not hold";
    const at = place ? ` at ${place}` : "";
    const pair = `${start}${at}: left ${left}, right ${right}.`;
    if (!trial.hasRecorded) return `${pair} Both sides were evaluated from the numbers above.`;
    if (by) return `${pair} The left side is by ${ui.listed(by)}, with your numbers.`;
    return `${pair} The left side is what the code computed for the recorded numbers.`;
  }

  /** `“Widen”, “ReLU” and “Narrow”`. */
  ui.listed = (names) => {
    const quoted = names.map((name) => `“${name}”`);
    return [quoted.slice(0, -1).join(", "), quoted.at(-1)].filter(Boolean).join(" and ");
  };

  /** Which entries of one side are not those of the other: axes are matched by their letters. */
  ui.differs = (one, other, outcome) => {
    if (!outcome || outcome.ratio <= 1) return () => false;
    return (index) => {
      const at = matching(index, one, other);
      if (!at) return false;
      const a = ui.numberOf(one.data[ui.offset(index, one.shape)]);
      const b = ui.numberOf(other.data[ui.offset(at, other.shape)]);
      const least = LEAST * Math.max(Math.abs(a), Math.abs(b));
      return !(a === b || Math.abs(a - b) <= Math.max(outcome.tolerance, least));
    };
  };

  function matching(index, one, other) {
    const named = Object.fromEntries(one.letters.map((letter, axis) => [letter, index[axis]]));
    const visible = index.slice(one.letters.length);
    const rank = other.shape.length - other.letters.length;
    if (rank > visible.length) return null;
    const tail = visible.slice(visible.length - rank);
    const at = [...other.letters.map((letter) => named[letter]), ...tail];
    const fits = at.every((k, axis) => k !== undefined && (k < other.shape[axis] || other.shape[axis] === 1));
    return fits ? at.map((k, axis) => (other.shape[axis] === 1 ? 0 : k)) : null;
  }

  /** Whether the untouched example comes out here as the page's own check had it. */
  ui.isAsRecorded = (trial, { outcome, problem, sides }) => {
    if (problem || !outcome || !(outcome.ratio <= 1)) return false;
    return trial.data.sides.every(({ value, letters }, which) => {
      const here = sides[which];
      if (!here || here.shape.join() !== value.shape.join()) return !here;
      if (here.letters.join() !== letters.join()) return false;
      return value.data.every((entry, at) => {
        const [a, b] = [ui.numberOf(entry), ui.numberOf(here.data[at])];
        return a === b || Math.abs(a - b) <= outcome.tolerance + 1e-9 * Math.abs(a) || (a !== a && b !== b);
      });
    });
  };
})();
