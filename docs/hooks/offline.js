/* Workers for pages opened from file://: the worker's script runs in a hidden frame. */
(() => {
  if (location.protocol !== "file:") return;

  class FrameWorker extends EventTarget {
    #frame = document.createElement("iframe");
    #loaded;

    constructor(address) {
      super();
      const url = new URL(address, document.baseURI);
      this.#frame.hidden = true;
      this.#loaded = new Promise((resolve) => {
        const start = () => resolve(this.#start(url));
        this.#frame.addEventListener("load", start, { once: true });
      });
      document.body.append(this.#frame);
    }

    postMessage(data) {
      this.#loaded.then((inside) => {
        inside.dispatchEvent(new inside.MessageEvent("message", { data: structuredClone(data) }));
      });
    }

    terminate() {
      this.#frame.remove();
    }

    /* The frame with the names that a worker knows, once its script has run. */
    async #start(url) {
      const inside = this.#frame.contentWindow;
      const load = (address) =>
        new Promise((resolve) => {
          const script = inside.document.createElement("script");
          script.src = new URL(address, url).href;
          script.addEventListener("load", resolve);
          script.addEventListener("error", () => this.dispatchEvent(new ErrorEvent("error")));
          inside.document.head.append(script);
        });
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = async (...addresses) => {
        for (const address of addresses) await load(address);
      };
      await load(url);
      return inside;
    }
  }

  globalThis.Worker = FrameWorker;
})();
