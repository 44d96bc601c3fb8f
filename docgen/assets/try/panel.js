// The panel of an equation: its inputs, both sides, and the verdict worked out again.
(() => {
  "use strict";
  const my = globalThis.docgenTry;
  const ui = (my.ui ??= {});
  const { make } = ui;
  let count = 0;

  /** Open the panel of a button's equation, or close it. */
  my.toggle = (host) => {
    const figure = host.closest("figure");
    const open = figure.querySelector(".dg-trial");
    if (open) return close(host, open);
    const { page, eq } = host.dataset;
    const { equations } = my.pages[page];
    const panel = draw(host, equations[eq], equations);
    panel.id = `${eq}-trial`;
    figure.append(panel);
    host.firstElementChild.setAttribute("aria-expanded", "true");
    host.firstElementChild.setAttribute("aria-controls", panel.id);
    settle(panel);
    panel.focus({ preventScroll: true });
    panel.scrollIntoView({ block: "nearest" });
  };

  /** What may scroll sideways without a field in it can be reached with the Tab key. */
  function settle(panel) {
    for (const box of panel.querySelectorAll(".dg-try-grid")) {
      if (box.querySelector("input")) box.removeAttribute("tabindex");
      else box.tabIndex = 0;
    }
  }

  function close(host, panel) {
    panel.remove();
    host.firstElementChild.setAttribute("aria-expanded", "false");
    host.firstElementChild.removeAttribute("aria-controls");
    host.firstElementChild.focus();
  }

  function draw(host, equation, equations) {
    const label = `Try it: ${equation.title || "this equation"}`;
    const panel = make("div", { className: "dg-trial", role: "group", tabIndex: -1, "aria-label": label });
    const body = make("div");
    const fill = () => body.replaceChildren(...equation.statements.map((one) => statement(equation, one, equations)),
      ...missing(equation));
    const reset = make("button", { type: "button", className: "dg-try-button" }, "Reset");
    const end = make("button", { type: "button", className: "dg-try-button" }, "Close");
    reset.addEventListener("click", fill);
    end.addEventListener("click", () => close(host, panel));
    panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close(host, panel);
    });
    const runs = [...new Set(equation.statements.map((one) => one.run))].join(", ");
    const isFixed = equation.statements.every((one) => one.leaves.every((leaf) => leaf.reason));
    const words = `The numbers are those of the run ${runs}. ${isFixed
      ? "None of them can be changed: code was called with them."
      : "Change one: your browser evaluates the formula again. Nothing is sent."}`;
    panel.append(make("p", { className: "dg-try-head" }, words), body,
      make("p", { className: "dg-try-buttons" }, reset, end));
    fill();
    return panel;
  }

  /** Parts of the equation of which no numbers were recorded. */
  const missing = ({ missing: parts }) =>
    parts.map((one) => make("p", {}, ...set(one.mathml, one.latex), " cannot be tried: its numbers were not recorded."));

  function statement(equation, data, equations) {
    const trial = new ui.Trial(equation, data, equations);
    const part = make("div", { className: "dg-try-statement" });
    const alarm = make("p", { className: "dg-try-alarm", role: "alert" });
    const sizes = make("div", { className: "dg-try-sizes" });
    const inputs = make("div", { className: "dg-try-inputs" });
    const verdict = make("p", { className: "dg-try-verdict", role: "status" });
    const note = make("p", { className: "dg-try-note" });
    const sides = make("div", { className: "dg-try-sides" });
    if (equation.statements.length + equation.missing.length > 1) part.append(make("p", {}, ...set(data.mathml, data.latex)));
    part.append(alarm, sizes, inputs, verdict, note, sides);

    const update = () => {
      const found = trial.invalid.size ? { sides: [] } : trial.compute();
      const { state, text } = ui.verdict(trial, found);
      verdict.dataset.state = state;
      verdict.replaceChildren(make("span", { className: "dg-mark", "aria-hidden": "true" }), text);
      note.textContent = remark(trial, state, found);
      sides.replaceChildren(...results(trial, found));
      settle(part);
      return found;
    };
    const redraw = () => {
      trial.fields = {};
      const used = trial.leaves.filter((leaf) => !leaf.recorded);
      inputs.replaceChildren(...used.map((leaf) => drawLeaf(trial, leaf, update)));
      return update();
    };
    sizes.append(...data.letters.map((letter) => drawSize(trial, letter, redraw, update)));
    if (!ui.isAsRecorded(trial, redraw())) {
      alarm.textContent = `This browser does not get what the page's check got: there the verdict is`
        + ` "${equation.label}". Trust the page, not this panel, and report it.`;
    }
    return part;
  }

  function remark(trial, state, { by, problem }) {
    const rule = trial.isResized ? ui.RULE : "";
    if (by && !problem) {
      const ways = `The left side is by ${ui.listed(by)}, with your numbers; the right side by this formula.`;
      return [state === "mismatch" ? "" : ways, rule].filter(Boolean).join(" ");
    }
    if (rule) return rule;
    if (!trial.isChanged || !trial.hasRecorded || state === "mismatch" || problem) return "";
    return "You changed a number. The left side stays what the code computed for the recorded ones.";
  }

  /** MathML that was made when the page was; it holds no script and no style. */
  function set(mathml, text) {
    if (!mathml) return [make("code", {}, text)];
    return [...new DOMParser().parseFromString(mathml, "text/html").body.childNodes];
  }

  function named(leaf) {
    const code = leaf.cell ? [" ", make("code", {}, leaf.cell)] : [];
    return make("span", {}, ...set(leaf.mathml, leaf.symbol), ...code);
  }

  function drawLeaf(trial, leaf, update) {
    const shape = trial.shapeOf(leaf);
    const message = make("p", { className: "dg-try-message", id: `dg-try-message-${++count}`, role: "status" });
    const size = make("span", { className: "dg-try-shape" }, shape.includes(null) ? "" : ui.shown(shape));
    const box = make("div", { className: "dg-try-leaf" }, make("p", {}, named(leaf), " ", size));
    if (shape.includes(null)) return box;
    const label = `Numbers of ${leaf.cell || leaf.symbol}`;
    if (leaf.reason) {
      const data = ui.indices(shape).map((index) => trial.entry(leaf, index));
      box.append(ui.values({ shape, data }, label));
      message.textContent = `Fixed: ${leaf.reason}.`;
    } else {
      box.append(ui.grid(shape, label, (index) => ui.field(trial, leaf, index, message, update)));
    }
    if (leaf.parts.length) {
      box.append(make("p", {}, `It shares entries with ${leaf.parts.join(", ")}; change them there too.`));
    }
    box.append(message);
    return box;
  }

  function drawSize(trial, letter, redraw, update) {
    const most = Math.max(6, trial.data.sizes[letter]);
    const message = make("span", { className: "dg-try-message", id: `dg-try-message-${++count}`, role: "status" });
    const input = make("input", {
      className: "dg-try-field", type: "text", inputMode: "numeric", autocomplete: "off",
      value: String(trial.sizes[letter]),
    });
    input.addEventListener("input", () => {
      const fits = /^\d+$/.test(input.value.trim()) && Number(input.value) >= 1 && Number(input.value) <= most;
      message.textContent = fits ? "" : `${letter}: type a whole number from 1 to ${most}.`;
      input.toggleAttribute("aria-invalid", false);
      if (!fits) {
        input.setAttribute("aria-invalid", "true");
        input.setAttribute("aria-describedby", message.id);
        trial.invalid.add(`size ${letter}`);
        update();
      } else {
        trial.resize(letter, Number(input.value));
        redraw();
      }
    });
    return make("span", {}, make("label", {}, `${letter} = `, input), " ", message);
  }

  /** What of the code the left side is. */
  function told(trial) {
    const recorded = trial.leaves.filter((leaf) => leaf.recorded).map((leaf) => leaf.cell || leaf.symbol);
    const names = [...new Set(recorded)];
    return names.length < recorded.length ? `the change of ${names.join(", ")}` : names.join(", ");
  }

  function title(trial, which, count, by) {
    if (trial.isResized && trial.hasRecorded && !by) return "The formula";
    if (which > 0) return which === count - 1 ? "Right side: the formula" : "Between them";
    if (by) return `Left side: by ${ui.listed(by)}, with your numbers`;
    return trial.hasRecorded ? `Left side: the code, ${told(trial)}` : "Left side";
  }

  function results(trial, { sides, outcome, by }) {
    return sides.map((value, which) => {
      const name = title(trial, which, sides.length, by);
      const shown = ui.shown([...value.shape]);
      const off = which > 0 ? ui.differs(value, sides[which - 1], outcome) : undefined;
      const letters = value.letters.filter((letter) => !letter.startsWith("…"));
      const along = letters.length ? `, first along ${letters.join(", ")}` : "";
      return make("div", { className: "dg-try-side" },
        make("p", {}, name, " ", make("span", { className: "dg-try-shape" }, `${shown}${along}`)),
        ui.values(value, name, off));
    });
  }
})();
