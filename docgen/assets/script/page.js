// Cards of symbols, keys between them, and equations tied to the lines that compute them.
customElements.get("dg-page") || customElements.define("dg-page", class extends HTMLElement {
  connectedCallback() {
    const SYM = ".dg-sym", NO = ".dg-no", MATH = ".dg-math", BOX = MATH + ",.dg-listing code,table", EDGE = 8;
    const root = this.parentElement, bound = new AbortController();
    const all = (selector, within = root) => [...within.querySelectorAll(selector)];
    const make = (tag, ...inside) => {
      const made = document.createElement(tag);
      made.append(...inside);
      return made;
    };
    const box = this.appendChild(make("div"));
    let at, isPinned, timer, chosen = "", marked = [];

    // Cards

    const names = (place) => [...(place?.classList ?? "")].filter((name) => /^dg-s\d/.test(name));
    const light = (place) => {
      for (const each of all(".dg-lit")) each.classList.remove("dg-lit");
      for (const name of names(place)) for (const each of all("." + name)) each.classList.add("dg-lit");
    };
    const later = (call) => {
      clearTimeout(timer);
      timer = call && setTimeout(call, 150);
    };
    const hide = () => {
      later();
      if (box.contains(document.activeElement)) at?.focus({ preventScroll: true });
      at?.removeAttribute("aria-describedby");
      at = isPinned = null;
      box.hidePopover();
      light();
    };
    const leave = () => isPinned || later(() => at == document.activeElement ? light(at) : hide());
    const show = (place, cards, pin) => {
      hide();
      if (!cards[0]) return;
      at = place;
      isPinned = pin;
      light(at);
      box.replaceChildren(...cards);
      at.setAttribute("aria-describedby", box.id);
      follow();
    };
    const card = (place, pin) => {
      const cards = names(place).flatMap((name) => all(`[data-sym="${name.slice(4)}"]`, this.firstChild.content));
      show(place, cards.map((each) => each.cloneNode(true)), pin);
    };
    const follow = () => {
      if (!at) return;
      const { style } = box, place = at.getBoundingClientRect(), clip = (at.closest(BOX) ?? root).getBoundingClientRect();
      if (place.right < clip.left || place.left > clip.right || place.bottom < 0 || place.top > innerHeight) return box.hidePopover();
      if (!box.matches(":popover-open")) box.showPopover(at instanceof HTMLElement ? { source: at } : {});
      const under = innerHeight - place.bottom - 2 * EDGE, above = place.top - 2 * EDGE;
      style.maxHeight = "";
      const isUnder = box.offsetHeight <= under || under >= above;
      style.maxHeight = Math.max(isUnder ? under : above, 80) + "px";
      const fit = (start, size, room) => Math.max(Math.min(start, room - size - EDGE), EDGE) + "px";
      style.left = fit(place.left, box.offsetWidth, document.documentElement.clientWidth);
      style.top = fit(isUnder ? place.bottom + EDGE : place.top - EDGE - box.offsetHeight, box.offsetHeight, innerHeight);
    };

    // Equations and lines

    const hash = () => {
      try {
        return decodeURIComponent(location.hash.slice(1));
      } catch {
        return "";
      }
    };
    const name = (figure) => figure.closest("[id]")?.id;
    const figures = (id) => all(".dg-equation").filter((each) => name(each) == id);
    const tied = (line) => (line.dataset.eq ?? "").split(" ");
    const link = (id, text) => Object.assign(make("a", text), { href: "#" + id });
    const equation = (figure) => {
      const math = figure.querySelector("math").cloneNode(true);
      for (const each of all("[tabindex]", math)) each.removeAttribute("tabindex");
      return make("div", link(name(figure), figure.querySelector(".dg-title")?.textContent ?? "Equation"), math);
    };
    const code = (line) => {
      const place = line.closest(".dg-listing").querySelector(".dg-file").textContent.replace(/[^:]*$/, line.firstChild.dataset.line);
      return [place, make("div", link(line.id, place), make("code", line.textContent.trim()))];
    };
    const mark = (id) => {
      const line = all(".dg-line").find((each) => each.id == id);
      const maths = line ? tied(line).flatMap(figures) : figures(id);
      const lines = line || !maths[0] ? [] : all(".dg-line").filter((each) => tied(each).includes(id));
      for (const each of line || maths[0] ? all(".dg-on") : marked) each.classList.remove("dg-on");
      marked = [line ?? [], lines, maths].flat();
      for (const each of marked) each.classList.add("dg-on");
      chosen = marked[0] && id;
      return line ? maths.map(equation) : Object.values(Object.fromEntries(lines.map(code)));
    };
    const reveal = (place) => {
      const tab = place?.closest(".tabbed-block"), tabs = tab?.closest(".tabbed-set");
      if (!tab) return;
      tabs.children[[...tab.parentElement.children].indexOf(tab)].click();
      reveal(tabs.parentElement);
      place.scrollIntoView();
    };
    const read = () => {
      mark(hash());
      reveal(document.getElementById(hash()));
    };
    const state = (id) => history.replaceState(history.state, "", id ? "#" + id : location.pathname + location.search);
    const clear = () => {
      hide();
      if (chosen && hash() == chosen) state();
      mark();
    };
    const pick = (place, id) => {
      if (id == chosen && place.closest(".dg-on")) return clear();
      const rows = mark(id), card = make("div", ...rows);
      card.className = "dg-card dg-tied";
      state(id);
      show(place, rows[0] ? [card] : [], true);
    };

    // What a reader does

    const on = (target, handlers) => {
      for (const type in handlers) target.addEventListener(type, handlers[type], { capture: true, signal: bound.signal });
    };
    on(root, {
      pointerover({ target, pointerType, buttons }) {
        const place = box.contains(target) ? at : target.closest(SYM);
        if (isPinned || buttons || pointerType == "touch") return;
        if (!place) return leave();
        light(place);
        later(place != at && (() => card(place)));
      },
      pointerout: ({ relatedTarget }) => root.contains(relatedTarget) || leave(),
      focusin: ({ target }) => target.matches(SYM) && card(target),
      focusout: ({ target, relatedTarget }) => {
        if (!isPinned && (target == at || box.contains(target)) && !box.contains(relatedTarget)) hide();
      },
      keydown(event) {
        const { target, key } = event, kind = [SYM, NO].find((each) => target.matches(each));
        if (key == "Enter" && target.matches(".dg-math,.dg-sym:not(a)")) target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        if (!kind || event.altKey || event.ctrlKey || event.metaKey) return;
        const items = all(kind, target.closest(BOX) ?? this), now = items.indexOf(target), last = items.length - 1;
        const [back, forth] = kind == SYM ? ["Left", "Right"] : ["Up", "Down"];
        const next = items[{ Home: 0, End: last, ["Arrow" + back]: now - 1, ["Arrow" + forth]: now + 1 }[key]];
        if (!next) return;
        event.preventDefault();
        if (!target.id) target.setAttribute("tabindex", -1);
        next.setAttribute("tabindex", 0);
        next.focus();
      },
    });
    on(document, {
      keydown(event) {
        if (event.key != "Escape") return;
        if (at) event.stopPropagation();
        if (at?.matches(SYM)) hide();
        else if (at || !event.target.closest("[type=text],.dg-trial")) clear();
      },
      scroll: follow,
      click(event) {
        const { target } = event, link = target.closest("a,button,summary,label,input,.dg-badge,.dg-trial"), place = target.closest(SYM);
        const no = target.closest(NO), figure = target.closest(".dg-equation"), isOwn = !link || link == no || link == place;
        const isMath = event.pointerType == "mouse" && target.closest(MATH);
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        if (box.contains(target)) {
          // The theme would load the page for the link; the browser alone goes to the line.
          if (link) event.stopPropagation(), hide();
          return;
        }
        if (link && isOwn) event.preventDefault(), event.stopPropagation();
        if (!isOwn) hide();
        else if (no) pick(no, no.parentElement.id);
        else if (getSelection() + "") return;
        else if (place && !isMath && root.contains(place)) isPinned && at == place ? hide() : card(place, true);
        else if (!figure) clear();
        else pick(figure.querySelector(MATH), name(figure));
      },
    });
    on(window, { resize: follow, hashchange: read });

    this.stop = () => {
      later();
      bound.abort();
      box.remove();
    };
    box.id = box.className = "dg-cards";
    box.popover = "manual";
    box.role = "group";
    box.ariaLabel = "Card";
    box.tabIndex = 0;
    (root.closest(".md-content") ?? root).classList.add("dg-js");
    for (const each of all(BOX)) for (const kind of [SYM, NO]) each.querySelector(kind)?.setAttribute("tabindex", 0);
    read();
  }

  disconnectedCallback() {
    this.stop();
  }
});
