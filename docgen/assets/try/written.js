// Numbers and shapes as Python writes them, for messages.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});

  /** Digits of a number and its power of ten; halves go to the even digit. */
  function rounded(x, digits) {
    let text = Math.abs(x).toExponential(digits - 1);
    const exact = Math.abs(x).toExponential(100).replace(".", "");
    const end = exact.indexOf("e");
    if (/^50*$/.test(exact.slice(digits, end)) && "02468".includes(exact[digits - 1])) {
      text = `${exact[0]}.${exact.slice(1, digits)}${exact.slice(end)}`;
    }
    const [mantissa, power] = text.split("e");
    return [mantissa.replace(".", ""), Number(power)];
  }

  const signed = (power) => `${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  const special = (x) => (Number.isNaN(x) ? "nan" : x > 0 ? "inf" : "-inf");

  /** `{x:.6g}` */
  function general(x, digits = 6) {
    if (!Number.isFinite(x)) return special(x);
    const sign = x < 0 || Object.is(x, -0) ? "-" : "";
    if (x === 0) return `${sign}0`;
    const [figures, power] = rounded(x, digits);
    const trim = (text) => text.replace(/0+$/, "").replace(/\.$/, "");
    if (power < -4 || power >= digits) {
      return `${sign}${trim(`${figures[0]}.${figures.slice(1)}`)}e${signed(power)}`;
    }
    if (power < 0) return `${sign}${trim(`0.${"0".repeat(-power - 1)}${figures}`)}`;
    return `${sign}${trim(`${figures.slice(0, power + 1)}.${figures.slice(power + 1)}`)}`;
  }

  /** `{x:.1e}` */
  function scientific(x) {
    if (!Number.isFinite(x)) return special(x);
    const [figures, power] = x === 0 ? ["00", 0] : rounded(x, 2);
    return `${x < 0 ? "-" : ""}${figures[0]}.${figures[1]}e${signed(power)}`;
  }

  const tuple = (sizes) => (sizes.length === 1 ? `(${sizes[0]},)` : `(${sizes.join(", ")})`);

  my.written = { general, scientific, tuple };
})();
