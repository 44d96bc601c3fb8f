// With instant loading the theme puts one page in the place of another. A style that comes with
// the page would come too late: a jump to a line would end where the line is without it.
if (document.querySelector("#__config")?.text.includes("navigation.instant")) {
  const href = document.currentScript.src.replace(/js(?=\?|$)/, "css");
  addEventListener("load", () => document.body.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href })));
}
