// <dg-flow> shows one step at a time, and marks its lines in the listings.
customElements.get("dg-flow") || customElements.define("dg-flow", class extends HTMLElement {
  connectedCallback() {
    const [boxes, steps] = [".dg-box", "[data-lines]"].map((each) => [...this.querySelectorAll(each)]);
    const mark = (n) => [boxes, steps].forEach((each) => each.forEach((one, at) => one.ariaCurrent = at == n || null));
    const select = (n) => {
      const step = steps[n];
      mark(n);
      for (const on of document.querySelectorAll(".dg-on")) on.classList.remove("dg-on");
      for (const no of document.querySelectorAll(step.dataset.lines)) no.parentNode.classList.add("dg-on");
      step.querySelector("details")?.setAttribute("open", "");
      this.querySelector("[role=status]").textContent = boxes[n].ariaLabel;
      history.replaceState(history.state, "", "#" + step.id);
      if (Math.abs(step.getBoundingClientRect().top) > innerHeight / 2) step.scrollIntoView({ block: "nearest" });
    };
    this.onclick = this.onkeydown = (event) => {
      const at = boxes.indexOf(event.target.closest("a"));
      const n = { undefined: at, ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: boxes.length - 1 }[event.key];
      if (at < 0 || !boxes[n] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      boxes[n].focus();
      select(n);
    };
    // The theme takes a shut listing from the way of the Tab key: its first line number stays there.
    for (const each of this.querySelectorAll(".dg-listing")) each.querySelector(".dg-no")?.setAttribute("tabindex", 0);
    this.read = () => steps.forEach(({ id }, n) => "#" + encodeURI(id) == location.hash && select(n));
    mark(0);
    this.read();
    addEventListener("hashchange", this.read);
  }

  disconnectedCallback() {
    removeEventListener("hashchange", this.read);
  }
});
