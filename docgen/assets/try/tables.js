// Numbers, sizes, ones, identities, matrices of entries or blocks, and lists.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;
  const { COLUMN, ROW, Quantity, constant, merged, spread } = my.quantity;
  const CONSTANTS = { pi: Math.PI, e: Math.E, infty: Infinity };
  const isVagueOf = (values) => ({ isVague: values.some((one) => one.isVague) });
  const shapesOf = (values) => values.map((one) => my.written.tuple(one.visible)).join(", ");

  /** Digits, exact where a float holds them. */
  const number = (term) => constant(Number(term.text), isExact(term.text));

  function isExact(text) {
    const [, whole, part = "", power = "0"] = /^(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
    let value = Number(text);
    if (!Number.isFinite(value)) return false;
    let scale = 1n;
    for (; !Number.isInteger(value); value *= 2) scale *= 2n;
    const digits = BigInt(whole + part) * scale;
    const shift = Number(power) - part.length;
    if (shift >= 0) return digits * 10n ** BigInt(shift) === BigInt(value);
    return digits === BigInt(value) * 10n ** BigInt(-shift);
  }

  function named(term) {
    const value = CONSTANTS[term.text];
    return constant(value, value === Infinity);
  }

  const size = (term, see) => constant(lengthOf(term.text, see));

  function lengthOf(axis, see) {
    const found = see.size(axis);
    if (found === null) {
      throw my.stop("unsupported-latex", `the length \`${axis}\` is unknown in this run`, {
        help: my.sizeSource(axis),
      });
    }
    return found;
  }

  /** The length of ones or of an identity; null where nothing says it. */
  function written(term, see) {
    if (!term.args.length) return term.text ? lengthOf(term.text, see) : null;
    const value = see.number(term.args[0], "a length").good();
    const length = value.letters.length ? NaN : value.data.data[0];
    if (!(length >= 0 && length === Math.trunc(length))) {
      throw my.stop("shape-mismatch", "a length that is no whole number");
    }
    return length;
  }

  /** A column of ones. */
  function ones(term, see) {
    let length = written(term, see);
    if (length === null) {
      const stretch = see.stretch(term);
      if (!stretch.root.size) {
        see.used.push(stretch);
        return new Quantity(A.full([1], 1), A.full([1], 0), [], COLUMN, { elastic: [stretch] });
      }
      length = stretch.root.size;
    }
    return new Quantity(A.full([length], 1), A.full([length], 0), [], COLUMN);
  }

  /** The identity matrix. */
  function identity(term, see) {
    let length = written(term, see);
    let elastic = [];
    if (length === null) {
      const stretch = see.stretch(term);
      length = stretch.root.size;
      if (!length) {
        see.used.push(stretch);
        elastic = [stretch, stretch];
        length = 1;
      }
    }
    const zeros = A.full([length, length], 0);
    return new Quantity(A.eye(length), zeros, [], "", { elastic, isUnit: true });
  }

  /** Entries or blocks, row by row; one column of numbers is a column, one row a row. */
  function matrix(term, see) {
    const rows = term.args.map((row) => row.args.map((one) => see.quantity(one).good()));
    const ranks = new Set(rows.flat().map((one) => one.rank));
    if (new Set(rows.map((row) => row.length)).size > 1) {
      throw my.stop("shape-mismatch", "rows of different length");
    }
    if (ranks.size === 1 && ranks.has(0)) {
      const whole = stacked(rows.map(stacked));
      if (rows[0].length === 1) return taken(whole, whole.data.ndim - 1, COLUMN);
      return rows.length === 1 ? taken(whole, whole.data.ndim - 2, ROW) : whole;
    }
    if (ranks.size !== 1 || !ranks.has(2)) {
      throw my.stop("unsupported-latex", "blocks that are no matrices", {
        help: "write matrices or numbers",
      });
    }
    if (rows.some((row) => new Set(row.map((one) => one.visible[0])).size > 1)) {
      throw my.stop("shape-mismatch", "blocks of one row have different heights");
    }
    const lines = rows.map((row) => joined(row, 1));
    const widths = rows.map((row) => row.map((one) => one.visible[1]));
    if (widths.some((one) => !A.same(one, widths[0]))) {
      throw my.stop("shape-mismatch", "blocks of one column have different widths");
    }
    return joined(lines, 0);
  }

  function taken(one, axis, state, at = 0, letters = one.letters) {
    const [data, error] = [one.data, one.error].map((each) => A.take(each, at, axis));
    return new Quantity(data, error, letters, state, { isVague: one.isVague });
  }

  /** Values of one shape along a new first axis. */
  function stacked(values) {
    const letters = merged(values);
    const [data, error] = ["data", "error"].map((field) => {
      const all = values.map((one) => spread(one[field], one.letters, letters, values[0].rank));
      const shape = A.broadcastShapes(...all.map((one) => one.shape));
      return A.stack(all.map((one) => A.broadcastTo(one, shape)), letters.length);
    });
    return new Quantity(data, error, letters, "", isVagueOf(values));
  }

  /** Arrays of one rank, one after the other along a visible axis. */
  function joined(values, axis) {
    const letters = merged(values);
    const lead = letters.length;
    const [data, error] = ["data", "error"].map((field) => {
      const all = values.map((one) => spread(one[field], one.letters, letters, values[0].rank));
      const others = all.map((one) => one.shape.slice(lead).filter((_, k) => k !== axis));
      if (others.some((one) => !A.same(one, others[0]))) {
        throw my.stop("shape-mismatch", `shapes ${shapesOf(values)} do not fit side by side`);
      }
      const front = A.broadcastShapes(...all.map((one) => one.shape.slice(0, lead)));
      return A.concatenate(
        all.map((one) => A.broadcastTo(one, [...front, ...one.shape.slice(lead)])), lead + axis);
    });
    return new Quantity(data, error, letters, "", isVagueOf(values));
  }

  /** A list: numbers and vectors make a vector, matrices a matrix. */
  function join(term, see) {
    const values = term.args.flatMap((part) =>
      (part.op === "series" ? series(part, see) : [see.quantity(part).good()]));
    if (new Set(term.names).size > 1) {
      throw my.stop("unsupported-latex", "two separators in one list", { help: "write a matrix" });
    }
    if (values.some((one) => one.isElastic)) {
      throw my.stop("unsupported-latex", "ones without a length in a list");
    }
    const separator = term.names[0] ?? ",";
    const ranks = new Set(values.map((one) => one.rank));
    if (!values.length || Math.max(...ranks) > 2 || (ranks.has(2) && ranks.size > 1)) {
      throw my.stop("shape-mismatch", `shapes ${shapesOf(values)} do not fit in one list`);
    }
    if (ranks.has(2)) return joined(values, separator === ";" ? 0 : 1);
    if (ranks.has(0) && separator === "‖") {
      throw my.stop("unsupported-latex", "`\\|` joins arrays");
    }
    return joined(values.map((one) => (one.rank ? one : single(one))), 0);
  }

  function single(one) {
    const [data, error] = [one.data, one.error].map((each) => A.expand(each, each.ndim));
    return new Quantity(data, error, one.letters, "", { isVague: one.isVague });
  }

  /** The body for every value of the letter, one after the other. */
  function series(term, see) {
    const letter = term.text;
    const base = term.names[0] === "0" ? 0 : 1;
    const [low = null, high = null] = term.args.slice(1);
    const [running, inside] = my.domain.run(
      { letter, axis: "", base, low, high, step: null }, see, []);
    if (inside !== null) {
      throw my.stop("unsupported-latex", "a list whose length depends on an index");
    }
    const outer = see.scope;
    see.scope = new Map(outer).set(letter, running);
    let body = null;
    try {
      body = see.quantity(term.args[0]).good();
    } finally {
      see.scope = outer;
    }
    const axis = body.letters.indexOf(letter);
    const rest = body.letters.filter((one) => one !== letter);
    return Array.from(running.numbers.data, (_, k) =>
      (axis < 0 ? body : taken(body, axis, body.state, k, rest)));
  }

  my.tables = { number, named, size, ones, identity, matrix, join };
})();
