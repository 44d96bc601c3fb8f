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
    const panel = draw(host, my.pages[page].equations[eq]);
    panel.id = `${eq}-trial`;
    figure.append(panel);
    host.firstElementChild.setAttribute("aria-expanded", "true");
    host.firstElementChild.setAttribute("aria-controls", panel.id);
    settle(panel);
    panel.focus({ preventScroll: true });
    panel.scrollIntoView({ block: "nearest" });
  };

  /** What scrolls sideways without a field in it can be reached with the Tab key. */
  function settle(panel) {
    for (const box of panel.querySelectorAll(".dg-try-grid")) {
      const isStop = box.scrollWidth > box.clientWidth && !box.querySelector("input");
      if (isStop) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  }

  function close(host, panel) {
    panel.remove();
    host.firstElementChild.setAttribute("aria-expanded", "false");
    host.firstElementChild.removeAttribute("aria-controls");
    host.firstElementChild.focus();
  }

  function draw(host, equation) {
    const label = `Try it: ${equation.title || "this equation"}`;
    const panel = make("div", { className: "dg-trial", role: "group", tabIndex: -1, "aria-label": label });
    const body = make("div");
    const fill = () => body.replaceChildren(...equation.statements.map((one) => statement(equation, one)));
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

  function statement(equation, data) {
    const trial = new ui.Trial(equation, data);
    const part = make("div", { className: "dg-try-statement" });
    const alarm = make("p", { className: "dg-try-alarm", role: "alert" });
    const sizes = make("div", { className: "dg-try-sizes" });
    const inputs = make("div", { className: "dg-try-inputs" });
    const verdict = make("p", { className: "dg-try-verdict", role: "status" });
    const note = make("p", { className: "dg-try-note" });
    const sides = make("div", { className: "dg-try-sides" });
    if (equation.statements.length > 1) part.append(make("p", {}, ...set(data.mathml, data.latex)));
    part.append(alarm, sizes, inputs, verdict, note, sides);

    const update = () => {
      const found = trial.invalid.size ? { sides: [] } : trial.compute();
      const { state, text } = ui.verdict(trial, found);
      verdict.dataset.state = state;
      verdict.replaceChildren(make("span", { className: "dg-mark", "aria-hidden": "true" }), text);
      note.textContent = remark(trial, state);
      sides.replaceChildren(...results(trial, found));
      settle(part);
      return found;
    };
    const redraw = () => {
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

  function remark(trial, state) {
    if (trial.isResized) return ui.RULE;
    if (!trial.isChanged || !trial.hasRecorded || state === "mismatch") return "";
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

  function title(trial, which, count) {
    if (trial.isResized && trial.hasRecorded) return "The formula";
    if (which === count - 1) return "Right side: the formula";
    return which === 0 ? "Left side" : "Between them";
  }

  function results(trial, { sides, outcome }) {
    return sides.map((value, which) => {
      const isCode = which === 0 && trial.hasRecorded && !trial.isResized;
      const name = isCode ? `Left side: the code, ${told(trial)}` : title(trial, which, sides.length);
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
