"""A document compiled in a process of its own, which a loop without end cannot keep alive.

`compile_within(root, "docs/notes/main.typ", "", 0, 30.0)` is what `compile_document` gives, or a
finding where that takes longer. `python -m docgen.notes.worker ROOT FILE FONTS TIMESTAMP SECONDS`
writes it as a pickle, which only the process that asked for it reads.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

from docgen.diagnostics import Finding
from docgen.notes.compile import Compiled, compile_document
from docgen.notes.document import Document
from docgen.text import SourceText, Span, decode_page

_HOME = str(Path(__file__).resolve().parents[2])
"""Folder that holds the package docgen."""


def compile_within(root: Path, file: str, fonts: str, timestamp: int, seconds: float) -> Compiled:
    """Compile a document of a project, and end that when its time is up.

    Args:
        root: Folder of the project.
        file: Main file of the document, from `root`.
        fonts: Folder of further fonts, from `root`; empty for none.
        timestamp: Seconds since 1970 that the document takes for today.
        seconds: It may take so long; the start of the process is not counted.

    Returns:
        What `compile_document` gives; or one `source-unreadable` finding, where the time was up or
        the compiler died.
    """
    paths = [_HOME, *filter(os.path.isabs, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    done = subprocess.run(
        [
            *(sys.executable, "-P", "-m", "docgen.notes.worker"),
            *(str(root), file, fonts, str(timestamp), str(seconds)),
        ],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths))},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode == 0:
        made = pickle.loads(done.stdout)
        assert isinstance(made, Compiled)
        return made
    if done.returncode == -signal.SIGALRM:
        message = f"Typst: the document was not compiled within {seconds:g} s"
        notes: tuple[str, ...] = (
            "where it was then is not known: the compiler tells nothing before its end",
        )
        advice = (
            "look for a loop without end in this file and in those that it includes; if there is "
            f"none, write `timeout = {2 * seconds:g}` below `[tool.docgen]`"
        )
    else:
        message = "Typst: the compiler died of this document"
        said = done.stderr.decode("utf-8", "replace").replace(_HOME + os.sep, "").split("\n")
        notes = tuple(line.strip()[:200] for line in said if line.strip())[-1:]
        advice = "take out parts of it until it compiles: what was taken out last is the cause"
    place = _source(root, file).place(Span(0, 0))
    return Compiled(
        Document(()), b"", (Finding("source-unreadable", message, place, notes=notes, help=advice),)
    )


def _source(root: Path, file: str) -> SourceText:
    try:
        return SourceText(file, decode_page((root / file).read_bytes()))
    except UnicodeDecodeError:
        return SourceText(file, "")


def main(arguments: list[str]) -> None:
    """Compile what the arguments name; the system ends this process when its time is up."""
    root, file, fonts, timestamp, seconds = arguments
    # Not by a Python handler: the compiler does not return to Python before it is done.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
    signal.setitimer(signal.ITIMER_REAL, float(seconds))
    made = compile_document(Path(root), file, fonts, int(timestamp))
    signal.setitimer(signal.ITIMER_REAL, 0)
    sys.stdout.buffer.write(pickle.dumps(made))


if __name__ == "__main__":
    main(sys.argv[1:])
