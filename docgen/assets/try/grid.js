// Arrays as tables: of fields where numbers can be changed, of text where not.
(() => {
  "use strict";
  const my = globalThis.docgenTry;
  const ui = (my.ui ??= {});

  /** `make("p", {className: "a"}, "text", node)`. */
  ui.make = (name, properties = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key in made) made[key] = value;
      else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  };
  const { make } = ui;

  /** A number as the pages write it: at most 4 decimals, and none that looks like another. */
  ui.format = (entry) => {
    if (typeof entry === "boolean") return entry ? "1" : "0";
    const value = ui.numberOf(entry);
    if (Number.isNaN(value)) return "nan";
    if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
    const size = Math.abs(value);
    if (size && (size < 5e-5 || size >= 1e6)) return value.toExponential(4).replace(/\.?0+e/, "e");
    return value.toFixed(4).replace(/\.?0+$/, "").replace(/^-0$/, "0");
  };

  ui.shown = (shape) => (shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`);

  /** A box that scrolls, with a table for the last two axes at each index of the others. */
  ui.grid = (shape, label, cell) => {
    const box = make("div", { className: "dg-try-grid", role: "group", "aria-label": label });
    if (shape.includes(0)) box.append("no entries");
    else for (const head of ui.indices(shape.slice(0, -2))) box.append(...page(shape, head, cell));
    return box;
  };

  function page(shape, head, cell) {
    const table = make("table", { className: "dg-try-table" });
    const [rows, columns] = [shape.at(-2), shape.at(-1) ?? 1];
    if (columns > 1) {
      const numbers = Array.from({ length: columns }, (_, k) => make("th", { scope: "col" }, String(k)));
      table.createTHead().append(make("tr", {}, ...(rows === undefined ? [] : [make("td")]), ...numbers));
    }
    const body = table.createTBody();
    for (let row = 0; row < (rows ?? 1); row++) {
      const line = body.insertRow();
      if (rows !== undefined) line.append(make("th", { scope: "row" }, String(row)));
      for (let column = 0; column < columns; column++) {
        const tail = rows === undefined ? [column] : [row, column];
        line.append(cell(shape.length ? [...head, ...tail] : []));
      }
    }
    const caption = head.length ? [make("p", { className: "dg-try-part" }, `[${head.join(", ")}]`)] : [];
    return [...caption, table];
  }

  /** Field of one number: short until it is entered, then as it is; text is kept while typing. */
  ui.field = (trial, leaf, index, message, changed) => {
    const text = () => String(trial.entry(leaf, index)).replace("true", "1").replace("false", "0");
    const name = `${leaf.cell || leaf.symbol}${index.length ? ` [${index.join(", ")}]` : ""}`;
    const input = make("input", {
      className: "dg-try-field", type: "text", inputMode: "decimal", autocomplete: "off",
      spellcheck: false, value: ui.format(trial.entry(leaf, index)), "aria-label": name,
    });
    const twins = (trial.fields[`${leaf.same || leaf.name} ${index.join()}`] ??= []);
    const follow = (value) => {
      input.value = value;
      trial.type(leaf, index, value);
      mark(input, "", message, name);
    };
    twins.push(follow);
    input.addEventListener("focus", () => {
      if (input.getAttribute("aria-invalid") !== "true") input.value = text();
    });
    input.addEventListener("blur", () => {
      if (input.getAttribute("aria-invalid") !== "true") input.value = ui.format(trial.entry(leaf, index));
    });
    input.addEventListener("input", () => {
      const problem = trial.type(leaf, index, input.value);
      mark(input, problem, message, name);
      if (!problem) for (const one of twins) if (one !== follow) one(input.value);
      changed();
    });
    return make("td", {}, input);
  };

  /** Say what is wrong with a field, below its grid. */
  function mark(input, problem, message, name) {
    if (problem) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", message.id);
      message.textContent = `${name}: ${problem}`;
      return;
    }
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
    const left = input.closest(".dg-try-leaf").querySelector("[aria-invalid]");
    if (!left) message.textContent = "";
  }
  ui.mark = mark;

  /** Characters behind the whole part of a number: points stand below one another. */
  const tail = (text) => (text.includes(".") ? text.length - text.indexOf(".") : 0);

  /** Text cells of an array; `off` says which entries are marked as different. */
  ui.values = (value, label, off = () => false) => {
    const texts = Array.from(value.data, ui.format);
    const most = Math.max(0, ...texts.map(tail));
    const cell = (index) => {
      const text = texts[ui.offset(index, value.shape)];
      const isOff = off(index);
      const padded = text + "\u00a0".repeat(most - tail(text));
      return make("td", { className: isOff ? "dg-try-off" : "" }, isOff ? `≠ ${padded}` : padded);
    };
    return ui.grid([...value.shape], label, cell);
  };
})();
