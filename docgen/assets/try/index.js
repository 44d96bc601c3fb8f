// The files of the page's evaluator, in the order in which they are loaded.
(() => {
  "use strict";
  const my = (globalThis.docgenTry ??= {});
  my.files = [
    "array.js", "matrix.js", "written.js", "stop.js", "term.js", "extent.js", "stretch.js",
    "escape.js", "quantity.js", "binding.js", "arithmetic.js", "operator.js", "domain.js",
    "evaluator.js", "tables.js", "products.js", "linear.js", "functions.js", "elementary.js",
    "condition.js", "piecewise.js", "indexing.js", "logsumexp.js", "reductions.js", "opaque.js",
    "definition.js", "application.js", "operations.js", "comparison.js", "evaluate.js",
  ];
})();
