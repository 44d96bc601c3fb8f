// Shows the "Try it" buttons; what they open is loaded when one is used first.
(() => {
  if (customElements.get("dg-try")) return;
  const src = new URL("try/open.js", document.currentScript.src).href;
  let asked;
  customElements.define("dg-try", class extends HTMLElement {
    connectedCallback() {
      this.hidden = false;
      this.firstElementChild.onclick = ({ target }) => {
        asked ??= new Promise((onload, onerror) => {
          document.body.append(Object.assign(document.createElement("script"), { src, onload, onerror }));
        });
        asked.then(() => docgenTry.open(this), () => {
          asked = null;
          target.textContent = "Try it: not loaded";
        });
      };
    }
  });
})();
