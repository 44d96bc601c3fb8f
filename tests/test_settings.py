"""Settings: every key, and every way to get one wrong."""

from __future__ import annotations

from pathlib import Path

from docgen.settings import CitedSource, DimensionSetting, Settings, read_settings


def write(folder: Path, text: str) -> Path:
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")
    return folder


def test_defaults_without_a_file(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == (Settings(tmp_path), [])


def test_every_key(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        """\
[tool.docgen]
docs = "pages"
modules = ["model"]
tests = ["checks"]
timeout = 5
memory = 512
source_link = "https://host.example/{commit}/{path}#{first}"
[tool.docgen.dimensions]
T = { code = "model.config.seq_len", note = "at most" }
d = "model.config.emb_dim"
[tool.docgen.lookup]
ff1_w = 'params[p + "ff1_w"]'
[tool.docgen.sources.ba2016]
title = "Layer Normalization"
year = 2016
[tool.docgen.severity]
callee-changed = "error"
""",
    )
    settings, findings = read_settings(root)
    assert findings == []
    assert settings == Settings(
        root,
        docs="pages",
        modules=("model",),
        tests=("checks",),
        timeout=5.0,
        memory=512,
        dimensions={
            "T": DimensionSetting("model.config.seq_len", "at most"),
            "d": DimensionSetting("model.config.emb_dim"),
        },
        lookup={"ff1_w": 'params[p + "ff1_w"]'},
        sources={"ba2016": CitedSource("Layer Normalization", year="2016")},
        severity={"callee-changed": "error"},
        source_link="https://host.example/{commit}/{path}#{first}",
    )


def test_faults_have_places_and_leave_defaults(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        """\
[tool.docgen]
timout = 5
memory = "much"
[tool.docgen.dimensions]
T = { note = "no code" }
[tool.docgen.sources.a]
title = "A"
yaer = "2016"
[tool.docgen.severity]
weak-verdict = "fatal"
""",
    )
    settings, findings = read_settings(root)
    assert settings.timeout == 30.0
    assert settings.memory == 4096
    assert settings.dimensions == {}
    assert settings.sources == {"a": CitedSource("A")}
    assert settings.severity == {}
    assert [(f.code, f.place.line, f.place.column, f.help) for f in findings] == [
        ("unknown-option", 2, 1, "did you mean `timeout`?"),
        ("malformed-block", 3, 1, ""),
        ("malformed-block", 5, 1, ""),
        ("unknown-option", 8, 1, "did you mean `year`?"),
        ("malformed-block", 10, 1, ""),
    ]


def test_broken_toml_is_a_finding_at_its_place(tmp_path: Path) -> None:
    root = write(tmp_path, "[tool.docgen]\ndocs = \n")
    settings, findings = read_settings(root)
    assert settings == Settings(root)
    assert [(f.code, f.place.path, f.place.line) for f in findings] == [
        ("malformed-block", "pyproject.toml", 2)
    ]
    assert findings[0].message.startswith("pyproject.toml is not valid TOML: ")
