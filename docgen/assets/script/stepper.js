// <dg-stepper> shows one step at a time.
(() => {
  const next = ({ step, row, last, plays }, action) => {
    const starts = !!action.flip && !plays;
    const to = starts && step === last ? 0 : (action.to ?? step + (action.by ?? 0));
    step = Math.max(0, Math.min(last, to));
    plays = (starts || !!action.tick) && step < last;
    return { step, row: action.row ?? row, last, plays };
  };
  const KEYS = { ArrowLeft: { by: -1 }, ArrowRight: { by: 1 }, Home: { to: 0 }, End: { to: 1e9 } };
  const BOXES = ".dg-scroll, .dg-math";
  const scrolls = (box) => box && box.scrollWidth > box.clientWidth;

  const connect = (root) => {
    const find = (selector) => [...root.querySelectorAll(selector)];
    const set = (selector, act) => find(selector).forEach(act);
    const [bar, list] = find("div.dg-bar, ol");
    const [back, forth, play] = find("button");
    const [track, whole] = find("[type=range], [type=checkbox]");
    const items = [...list.children];
    const first = root.dataset.row;
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const bound = new AbortController();
    const on = (target, type, act) => target.addEventListener(type, act, bound);
    let state = { step: 0, row: first, last: items.length - 1 };
    let timer, start;

    const draw = (action) => {
      state = next(state, action);
      const { step, row, last, plays } = state;
      clearTimeout(timer);
      if (plays) timer = setTimeout(act, 2000, { by: 1, tick: 1 });
      items.forEach((item, at) => (item.ariaCurrent = at === step ? "step" : null));
      set("[data-row]", (each) => (each.hidden = each.dataset.row !== row));
      set("[name]", (each) => (each.checked = each.value === row));
      set(".dg-rowno", (each) => (each.textContent = row));
      set(BOXES, (each) => (each.style.touchAction = scrolls(each) ? "" : "inherit"));
      track.value = step + 1;
      back.disabled = !step;
      forth.disabled = step === last;
      play.hidden = still.matches;
      play.textContent = plays ? "Pause" : "Play";
      return items[step];
    };
    const act = (action) => {
      if (!action.row) whole.checked = false;
      const { id, firstChild } = draw(action);
      const { row } = state;
      if (find(":disabled:focus, li:not([aria-current]) :focus")[0]) track.focus();
      bar.lastChild.textContent = firstChild.textContent;
      history.replaceState(history.state, "", `#${id}${row === first ? "" : `-r${row}`}`);
    };
    const stop = () => draw({});
    const follow = () => {
      const node = find("[id]").find(({ id }) => `#${encodeURI(id)}` === location.hash);
      if (!node) return;
      const to = items.indexOf(node.closest("li"));
      draw({ to, row: node.dataset.row ?? first }).scrollIntoView();
    };

    back.onclick = () => act({ by: -1 });
    forth.onclick = () => act({ by: 1 });
    play.onclick = () => act({ flip: 1 });
    track.oninput = () => act({ to: track.value - 1 });
    bar.onchange = ({ target }) => target.name && act({ row: target.value });
    root.onkeydown = (event) => {
      const { key, target } = event;
      if (target !== play) stop();
      if (event.altKey || event.ctrlKey || event.metaKey || whole.checked || !KEYS[key]) return;
      if (event.defaultPrevented || scrolls(target.closest(BOXES))) return;
      event.preventDefault();
      act(KEYS[key]);
    };
    list.onpointerdown = (event) => {
      stop();
      start = event.pointerType === "touch" && !scrolls(event.target.closest(BOXES)) && event;
    };
    list.onpointerup = (event) => {
      const x = start && event.x - start.x;
      if (Math.abs(x) > 40 + Math.abs(event.y - start.y)) act({ by: x < 0 ? 1 : -1 });
    };
    on(window, "hashchange", follow);
    on(window, "resize", stop);
    on(document, "visibilitychange", stop);
    stop();
    follow();
    return () => clearTimeout(timer, bound.abort());
  };

  customElements.get("dg-stepper") || customElements.define("dg-stepper", class extends HTMLElement {
    static next = next;

    connectedCallback() {
      this.leave = connect(this);
    }

    disconnectedCallback() {
      this.leave();
    }
  });
})();
