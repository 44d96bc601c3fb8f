"""Build time of N pages, against the same pages written out by hand on bare Material.

    python benchmarks/pages.py 10 50

A page documents a module of ten functions; each function has five equations, a symbol table, a
listing and a table of links. The floor has the same listings, tables and formulas in its Markdown.
Prints seconds and ratios of paired runs, made one after the other; nothing here is a test.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FUNCTIONS = 10
STATEMENTS = 5
FORMS = (
    ("{c} * {p} + a", r"{c} {p} + a"),
    ("np.tanh({p}) * b", r"\tanh({p})\, b"),
    ("{p} / ({c} + np.abs({p}))", r"\frac{{{p}}}{{{c} + |{p}|}}"),
    ("np.exp(-{p} / {c})", r"\exp(-{p} / {c})"),
    ("np.sqrt(np.abs({p}) + {c})", r"\sqrt{{|{p}| + {c}}}"),
)
MKDOCS = """site_name: benchmark
theme: {{name: material, font: false}}
plugins: [search{plugin}]
markdown_extensions: [attr_list, tables, pymdownx.superfences{extension}]
"""


def statements(module: int, function: int) -> list[tuple[str, str, str]]:
    """(name, Python, LaTeX) of a function's statements, different in every function."""
    rows = []
    before = "x"
    for number in range(STATEMENTS):
        constant = f"{1 + (module * 7 + function * 3 + number) % 17}.5"
        code, latex = FORMS[(module + function + number) % len(FORMS)]
        name = f"t{number}"
        tex = before if before == "x" else f"t_{before[1:]}"
        rows.append((name, code.format(c=constant, p=before), latex.format(c=constant, p=tex)))
        before = name
    return rows


def source(module: int) -> str:
    lines = [f'"""Module {module} of the benchmark."""', "", "import numpy as np", ""]
    for function in range(FUNCTIONS):
        lines += ["", f"def f{function}(x, a=0.5, b=1.5):", f'    """Stage {function}."""']
        lines += [f"    {name} = {code}" for name, code, _ in statements(module, function)]
        lines += [f"    return t{STATEMENTS - 1}", ""]
    lines += ["", "def example():", "    x = np.arange(1.0, 9.0)"]
    lines += [f"    f{function}(x)" for function in range(FUNCTIONS)]
    return "\n".join(lines) + "\n"


def checked_page(module: int) -> str:
    text = [f"---\ncode: pack.m{module}\n---\n# Module {module}\n"]
    for function in range(FUNCTIONS):
        text.append(f"## Stage {function}\n\n/// concept | f{function}\n///\n")
        text.append("| Symbol | Meaning | In code | Shape |\n|---|---|---|---|")
        text.append("| $x$ | State | `x` | (n,) |")
        rows = statements(module, function)
        text += [f"| $t_{name[1:]}$ | Step | `{name}` | (n,) |" for name, _, _ in rows]
        for name, _, latex in rows:
            title = f"**Stage {function}, step {name}**"
            text.append(f"\n{title}\n```math\nt_{name[1:]} = {latex}\n```\n")
        text.append(f"/// example | Stage {function}\n    run: pack.m{module}.example\n\n")
        text.append("| | |\n|---|---|\n| `x` | Input |\n///\n")
    return "\n".join(text)


def floor_page(module: int) -> str:
    text = [f"# Module {module}\n"]
    lines = source(module).split("\n")
    for function in range(FUNCTIONS):
        start = lines.index(f"def f{function}(x, a=0.5, b=1.5):")
        body = lines[start : start + STATEMENTS + 3]
        text.append(f"## Stage {function}\n")
        text.append(
            "| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n| x | State | `x` | (n,) |"
        )
        rows = statements(module, function)
        text += [f"| {name} | Step | `{name}` | (n,) |" for name, _, _ in rows]
        text += [
            f"\n**Stage {function}, step {name}**\n\n$$\n{latex}\n$$\n" for name, _, latex in rows
        ]
        text.append(f'### Implementation\n\n```python linenums="{start + 1}"')
        text += [*body, "```\n", "### Links\n", "| Equation | Lines | Code |\n|---|---|---|"]
        for number, (name, code, _) in enumerate(rows):
            line = start + 3 + number
            text.append(f"| Step {name} | m{module}.py:{line} | `{name} = {code}` |")
        text.append("")
    return "\n".join(text)


def write(folder: Path, count: int, checked: bool) -> None:
    (folder / "docs").mkdir(parents=True)
    (folder / "pack").mkdir()
    (folder / "pack" / "__init__.py").write_text("")
    text = MKDOCS.format(
        plugin=", docgen" if checked else "",
        extension="" if checked else ", {pymdownx.arithmatex: {generic: true}}",
    )
    (folder / "mkdocs.yml").write_text(text)
    (folder / "pyproject.toml").write_text(
        '[tool.docgen]\nmodules = ["pack"]\n[tool.docgen.dimensions]\nn = "pack.m0.n"\n'
    )
    (folder / "docs" / "index.md").write_text("# Benchmark\n")
    for module in range(count):
        extra = "\nn = 8\n" if module == 0 else ""
        (folder / "pack" / f"m{module}.py").write_text(source(module) + extra)
        page = checked_page(module) if checked else floor_page(module)
        (folder / "docs" / f"m{module}.md").write_text(page)


def seconds(folder: Path, *command: str) -> float:
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    taken = time.perf_counter() - start
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return taken


def measure(count: int) -> None:
    bin_folder = Path(sys.executable).parent
    build = (str(bin_folder / "mkdocs"), "build")
    check = (str(bin_folder / "docgen"), "check", "--format", "short")
    with tempfile.TemporaryDirectory() as temporary:
        floor, checked = Path(temporary) / "floor", Path(temporary) / "checked"
        write(floor, count, checked=False)
        write(checked, count, checked=True)
        base = seconds(floor, *build)
        rows = [("floor", base)]
        rows.append(("docgen check, cold", seconds(checked, *check)))
        rows.append(("docgen check, nothing changed", seconds(checked, *check)))
        shutil.rmtree(checked / ".docgen")
        rows.append(("build, cold", seconds(checked, *build, "--strict")))
        rows.append(("build, nothing changed", seconds(checked, *build, "--strict")))
    for name, taken in rows:
        print(f"N={count:<4} {name:32} {taken:7.2f} s   {taken / base:5.2f} x floor")


if __name__ == "__main__":
    for argument in sys.argv[1:] or ["10"]:
        measure(int(argument))
