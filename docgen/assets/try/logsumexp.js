// The logarithm of a sum of exponentials along an axis, and the bound of its error.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  const A = my.array;

  function logsumexp(data, error, axis) {
    const top = A.along(A.most, data, axis);
    const safe = A.map((x) => (Number.isFinite(x) ? x : 0), top);
    const parts = A.zip((x, s) => Math.exp(x - s), data, A.expand(safe, axis));
    const total = A.sum(parts, axis);
    const result = A.zip((t, s) => Math.log(t) + s, total, safe);
    const weighted = A.zip((p, t, e) => (p / t) * (e + 1), parts, A.expand(total, axis), error);
    const size = (w, v, s) => w + Math.abs(v) + Math.abs(s);
    return [result, A.zip(size, A.sum(weighted, axis), result, safe)];
  }

  my.logsumexp = logsumexp;
})();
