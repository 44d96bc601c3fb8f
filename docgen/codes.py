"""What every finding code means: title, meaning, an example and the cure.

`CODES["unknown-anchor"].cure` is the text that `docgen explain unknown-anchor` ends with. A code
names the fault, reads well after "allow", and is never renamed.
"""

from __future__ import annotations

from dataclasses import dataclass

from docgen.diagnostics import Severity


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of fault.

    Attributes:
        title: A few words, lower case.
        meaning: When it is raised, and why it matters.
        example: An excerpt of a page, a module or the settings that has the fault.
        cure: What to do.
        severity: What it is unless the settings say otherwise.
    """

    name: str
    title: str
    meaning: str
    example: str
    cure: str
    severity: Severity = "error"


_TABLE = (
    Code(
        "unknown-function",
        "no such function in the documented modules",
        "Raised when a concept, a block or a link names a function, class or module that the"
        " modules of the settings do not define.",
        "/// concept | ffn_foward\n///",
        "Write a name that the code has. The help line names the nearest one; `modules` in"
        " `[tool.docgen]` says where docgen looks.",
    ),
    Code(
        "unknown-anchor",
        "no statement has this name",
        "Raised when a code anchor matches nothing in its function: the name is not bound there, or"
        " the quoted code does not occur. This is how a page notices that code was renamed.",
        '```math code="Zz"\nZ = X_n W_1\n```',
        "Take one of the statements that the notes quote, or the new name in the help line.",
    ),
    Code(
        "ambiguous-anchor",
        "several statements have this name",
        "Raised when a code anchor, or the left side of an equation, fits more than one statement,"
        " or a short test name fits several tests. docgen never picks one by itself.",
        "def f(x):\n    y = x + 1\n    y = y * 2    # two statements bind y",
        "Quote the statement you mean, as in `y = y * 2`, or settle an equation with"
        ' `code="..."`. Only statements that are identical are told apart by `.1`, `.2`.',
    ),
    Code(
        "needless-reason",
        "a reason for a statement that an equation explains",
        "Raised when `[tool.docgen.unexplained]` says why no equation explains a statement, and an"
        " independent equation does. The list would say less of the code than is known.",
        '[tool.docgen.unexplained]\n"model.f.z" = "drawn at random"    # an equation has it',
        "Take the line out of the table.",
    ),
    Code(
        "unchecked-link",
        "a linked statement plays no part in the check",
        "Raised when an equation is linked to a statement whose value is not compared, and no"
        " compared value depends on it. The link would claim more than was checked.",
        '```math code="Z; log_line"\nZ = X_n W_1\n```',
        "Remove the statement from the equation's `code`, or link the statement that uses it.",
    ),
    Code(
        "stale-link",
        "linked code changed since it was reviewed",
        "Raised when the syntax of a linked statement differs from what was confirmed last, or when"
        " a link was never confirmed; only where docgen.lock exists. Moved, reformatted or"
        " commented code is not stale, and an equation with another error has only that.",
        "Z = Xn @ W1 + b1      # confirmed\nZ = Xn @ W1 - b1      # now",
        "Read the code and the paragraphs about it, correct the page, then confirm both with"
        " `docgen review`.",
    ),
    Code(
        "bare-line-reference",
        "a line number typed by hand",
        "Raised when prose or inline code names a line of a file of the project. The number is"
        " wrong after the next edit of that file, and nothing would notice.",
        "The rows are widened in transformer.py:113.",
        "Link the statement by name, as in `[the product](code:ffn_forward.Z)`: docgen appends the"
        " file and the line.",
    ),
    Code(
        "unsupported-latex",
        "LaTeX that the reader does not read",
        "Raised when an equation holds a command or a construction that docgen cannot read as"
        " mathematics. The caret stands under it; nothing is skipped.",
        "```math\nZ = X_n \\star W_1\n```",
        "Write it with supported commands, declare the whole expression as a symbol, or say"
        ' `stated="reason"` on the fence.',
    ),
    Code(
        "ambiguous-latex",
        "LaTeX that can be read in several ways",
        "Raised when an equation can be read in several ways that differ in value, such as the"
        " product of two vectors that are neither rows nor columns. The readings are shown.",
        "```math\ns = u v\n```",
        "Write the reading you mean: `u^\\top v`, `u v^\\top` or `u \\odot v`.",
    ),
    Code(
        "unrenderable-latex",
        "LaTeX that cannot be set",
        "Raised when mathematics cannot be turned into MathML: an unknown command, a brace that is"
        " not closed, two subscripts on one letter. The caret stands where setting stopped.",
        "```math\nZ = \\frac{X_n}{2\n```",
        "Mend the LaTeX at the caret.",
    ),
    Code(
        "unchecked-math",
        "displayed mathematics outside an equation",
        "Raised for a display between `$$`. A reader takes every display for a checked equation.",
        "$$ Z = X_n W_1 $$",
        "Write a `math` fence; where nothing is to be checked, say so there with"
        ' `stated="reason"`.',
    ),
    Code(
        "unbound-symbol",
        "a symbol without a row",
        "Raised when mathematics inside a concept uses a letter that no symbol table in reach"
        " declares, and that is no index, no dimension and no built-in name.",
        "```math\nZ = X_n W_1 + c\n```",
        "Add a row for the symbol, or look up another concept's table with `with:`.",
    ),
    Code(
        "unused-symbol",
        "a row that nothing uses",
        "Raised when a symbol table has a row whose symbol stands in no equation, no sentence and"
        " no Shape of its concept.",
        "| $q$ | Left over | `q` | (T,) |",
        "Remove the row, or use the symbol.",
    ),
    Code(
        "symbol-clash",
        "one symbol, two values",
        "Raised when a symbol would have two values within one call: rows that declare it"
        " differently, or a name that the code binds again between two equations.",
        "| $x$ | Before | `x` at `entry` | (T, d) |\n| $x$ | After | `x` | (T, d) |",
        "Give each value a symbol of its own. Only a symbol left of `\\leftarrow` may change.",
    ),
    Code(
        "equation-mismatch",
        "equation and code differ",
        "Raised when the equation, evaluated on the values of a run, differs from what the code"
        " computed by more than rounding can explain. Both values are shown at one entry.",
        "```math\nS = \\frac{Q K^\\top}{d_k}\n```",
        "Find out which is wrong. The notes give the ratio and the difference where these are the"
        " same everywhere.",
    ),
    Code(
        "weak-verdict",
        "values that cannot tell right from wrong",
        "Raised when wrong variants of the equation also agree with the code on every run: one row,"
        " zeros, equal sizes or positions; when no run has other numbers; when a branch or a"
        " condition of the equation is always or never met; when a `…` of a Shape never stands for"
        " an axis; and when two letters of shapes are equal in every run.",
        "Xn = np.zeros((1, 1))\nffn_forward(Xn, params)",
        "Add the run that the help line describes, usually one with distinct sizes.",
    ),
    Code(
        "shape-mismatch",
        "shapes that do not fit",
        "Raised when a Shape in a symbol table or a shape block differs from the shape that the"
        " array had in a run, when the shapes of an equation do not fit at one of its products or"
        " sums, and when a symbol of an equation has no Shape.",
        "| $Z$ | The widened rows | `Z` | (F, T) |",
        "Write the shape that the message gives, or correct the code.",
    ),
    Code(
        "never-executed",
        "no run reaches the statement",
        "Raised when a value, a shape or an equation rests on a statement that no example executed."
        " Nothing was checked there.",
        "if cfg.causal:\n    scores = scores + mask    # every example has causal off",
        "Add an example that takes the branch.",
    ),
    Code(
        "nonfinite-value",
        "a value that is not finite",
        "Raised when a compared value holds `nan` or `inf` and nothing declares it, or when the"
        " output of a gradient check does: comparing such values proves nothing. Raised for a"
        " `plot` when a number has no place in the picture.",
        "p = np.log(np.zeros(3))",
        "Choose inputs for which the code stays finite, or declare the infinity in the equation.",
    ),
    Code(
        "run-failed",
        "the example raised an exception",
        "Raised when an example raises, calls `sys.exit`, dies, or cannot be imported. The place in"
        " the project's code is given where there is one.",
        "/// example | One row\n    run: tests.test_model.test_removed\n///",
        "Run the callable by hand and mend it; without the run nothing on the page can be shown.",
    ),
    Code(
        "run-timeout",
        "the example did not finish in time",
        "Raised when an example runs longer than `timeout` seconds. It was ended with its process"
        " group, and on Linux with everything else that it had started.",
        "def example():\n    while True:\n        pass",
        "Make the example smaller, or raise `timeout` in `[tool.docgen]`.",
    ),
    Code(
        "unstable-run",
        "two executions gave different values",
        "Raised when an example, run twice, gives different values for something that the page"
        " shows. Its numbers would change with every build.",
        "def example():\n    return f(np.random.default_rng().normal(size=3))",
        "Seed the generator, and use nothing that depends on the time, the order of a set or the"
        " machine.",
    ),
    Code(
        "ill-conditioned",
        "an inverse that tells nothing",
        "Raised when an equation takes the inverse of a matrix that is singular, or whose condition"
        " number is above 1e6: rounding could hide any error.",
        "A = np.ones((2, 2))    # the page has A^{-1}",
        "Choose a matrix that is well conditioned.",
    ),
    Code(
        "callee-changed",
        "a function called by linked code changed",
        "Raised when the linked statements of a section are as they were confirmed, but its"
        " function is not, or a function that this one calls or a constant that it reads, directly"
        " or through others: a sentence about it may no longer be true. Only where docgen.lock"
        " exists.",
        "A = relu(Z)    # the body of relu changed",
        "Read the section again and confirm it with `docgen review`. `severity = { callee-changed ="
        ' "error" }` in `[tool.docgen]` makes it fail the check.',
        "warning",
    ),
    Code(
        "gradient-mismatch",
        "backward code and central differences differ",
        "Raised when a gradient of the backward code differs from the numerical one by more than"
        " the tolerance that the table states. Entries at a kink are left out and named.",
        "dW1 = Xn.T @ dA    # dZ was meant",
        "Compare the two values in the row; the first entry that differs is given.",
    ),
    Code(
        "malformed-block",
        "a block that cannot be read",
        "Raised when a block, a fence or the settings cannot be read: a block that is not closed or"
        " of an unknown kind, an option without a colon, a table without its columns, a repeated"
        " key, a value of the wrong kind.",
        "/// exmaple | One row\n    run: tests.test_model.test_row\n///",
        "Write the block as the help line shows. Options are indented by four spaces, directly"
        " below the line that opens the block.",
    ),
    Code(
        "unknown-option",
        "an option that the block does not have",
        "Raised when a block, a fence, the front matter or the settings have a key that docgen"
        " does not know. An option that is ignored would look like one that works.",
        "/// listing\n    highligth: Z\n///",
        "Use the nearest known option, which the help line names.",
    ),
    Code(
        "duplicate-id",
        "two parts of a page with one id",
        "Raised when two equations, blocks or headings of one page have the same id, so that links"
        " to the second would lead to the first, and when a page cites a label that two places of a"
        " document have.",
        "**Widen**\n```math\nZ = X_n W_1\n```\n\n**Widen**\n```math\nA = X_n W_2\n```",
        "Change one of the titles, or give one of the fences an `id`.",
    ),
    Code(
        "unknown-reference",
        "a reference to something that the site does not have",
        "Raised when a page refers to a concept, an equation, a test or a cited source that is not"
        " declared.",
        "    cites: vaswani2071 Section 3.3",
        "Write a name that is declared, or declare the source in `[tool.docgen.sources]`.",
    ),
    Code(
        "wrong-locator",
        "a section, equation or page that the source does not have",
        "Raised when a citation of a document of the project types a section, a number or a page"
        " that its label does not have in the compiled document, or when a paper is cited at"
        " another place than the `locators` of its settings say. A paper without `locators` is not"
        " at hand, and what is typed of it is not checked.",
        "    cites: notes#eq:widen Section 4.5, Eq. 52, p. 11",
        "Write the label alone: docgen fills in section, number and page. Of a paper, look the"
        " place up and write it as in `Section 3.3, Eq. 2, p. 5`.",
    ),
    Code(
        "source-unreadable",
        "a file that cannot be read as code or page",
        "Raised when a module has a syntax error or an unknown encoding, when a page is not UTF-8,"
        " or when a document of the settings' `notes` cannot be compiled: it has an error, the"
        " compiler warns of something, or the package `typst` is not installed. Everything that"
        " rests on the file is left unchecked.",
        "def f(x:\n    return x",
        "Mend the file at the place given.",
    ),
    Code(
        "ambiguous-module",
        "several files for one module",
        "Raised when a module name fits more than one file of the project, or another file than"
        " the one documented was imported.",
        "model.py\nmodel/__init__.py",
        "Remove or rename one of the files.",
    ),
    Code(
        "mutated-argument",
        "the function changed its argument",
        "Raised when the forward function of a `gradcheck` changes an array that was passed to it,"
        " so that repeating the call would not give the same values.",
        "def f(x):\n    x += 1\n    return x",
        "Work on a copy: `x = x + 1`.",
    ),
    Code(
        "uncommitted-source",
        "code that differs from the built commit",
        "Raised when a file that a page links to at the source host differs from the commit the"
        " site is built from: the line numbers of the link would be wrong there.",
        "git status: modified: model/transformer.py",
        "Commit the file before building the site for publication.",
        "error",
    ),
    Code(
        "no-source-host",
        "links to the source host cannot be made",
        "Raised when links to the source are asked for but `repo_url` names a host whose form of"
        " link docgen does not know.",
        "repo_url: ssh://code.internal/model",
        "Set `source_link` in `[tool.docgen]` to a template with `{path}`, `{commit}`, `{first}`"
        " and `{last}`.",
    ),
    Code(
        "value-mismatch",
        "a number in prose that the code contradicts",
        "Raised when the text of a `value:` link differs from the value that the link names.",
        "Rows of [48](value:config.emb_dim) numbers.",
        "Write the value that the message gives, or correct the code.",
    ),
)

CODES: dict[str, Code] = {code.name: code for code in _TABLE}
"""Every code by name, in the order of the table."""
