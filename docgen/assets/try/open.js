// Loads what a panel needs, each file once, and opens it.
(() => {
  "use strict";
  const base = new URL("./", document.currentScript.src).href;
  const my = (globalThis.docgenTry ??= {});
  const own = [
    "panel.css", "sizes.js", "code.js", "chain.js", "trial.js", "grid.js", "verdict.js", "panel.js",
  ];
  const asked = {};
  my.pages = {};
  my.accept = (page, data) => {
    my.pages[page] = data;
  };

  const load = (file) =>
    (asked[file] ??= new Promise((onload, onerror) => {
      const isStyle = file.endsWith(".css");
      const tag = document.createElement(isStyle ? "link" : "script");
      if (isStyle) Object.assign(tag, { rel: "stylesheet", href: base + file });
      // Not async: they run in the order in which they are asked for.
      else Object.assign(tag, { src: base + file, async: false });
      tag.onload = onload;
      tag.onerror = () => {
        delete asked[file];
        tag.remove();
        onerror(new Error(file));
      };
      // Not the head, from which instant navigation takes what another page has not.
      document.body.append(tag);
    }));

  my.open = async (host) => {
    const button = host.firstElementChild;
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    const page = host.dataset.page.split("/").map(encodeURIComponent).join("/");
    try {
      await load("index.js");
      await Promise.all([...my.files, ...own, `pages/${page}.js`].map(load));
      button.textContent = "Try it";
      my.toggle(host);
    } catch (fault) {
      button.textContent = "Try it: not loaded";
      throw fault;
    } finally {
      button.removeAttribute("aria-busy");
    }
  };
})();
