"""Modules of installed packages, looked up by name and read like those of the project.

`Installed(("scipy",)).paths("scipy.special._logsumexp")` is `["scipy/special/_logsumexp.py"]`.
"""

from __future__ import annotations

from pathlib import Path

from docgen.environment import installed_folder


class Installed:
    """Installed packages that pages may document.

    Attributes:
        names: Path of each file that was looked up → its dotted name.
    """

    def __init__(self, packages: tuple[str, ...]) -> None:
        folders = {name: installed_folder(name) for name in packages}
        self._folders = {name: found for name, found in folders.items() if found is not None}
        self.names: dict[str, str] = {}

    @property
    def packages(self) -> tuple[str, ...]:
        """Those that were found."""
        return tuple(self._folders)

    def holds(self, name: str) -> bool:
        """Whether a dotted name begins with one of the packages."""
        return name.partition(".")[0] in self._folders

    def paths(self, name: str) -> list[str]:
        """The file of a module, from the folder that its package is installed in."""
        if not self.holds(name):
            return []
        folder = self._folders[name.partition(".")[0]]
        base = name.replace(".", "/")
        for path in (f"{base}/__init__.py", f"{base}.py"):
            if (folder / path).is_file():
                self.names[path] = name
                return [path]
        return []

    def file(self, path: str) -> Path:
        """Where a file of an installed package lies on the disk."""
        top = self.names[path].partition(".")[0]
        return self._folders[top] / path

    def is_package(self, name: str) -> bool:
        """Whether a documented installed package has a folder of this name."""
        if not self.holds(name):
            return False
        return (self._folders[name.partition(".")[0]] / name.replace(".", "/")).is_dir()

    def module_names(self, package: str) -> list[str]:
        """Names of the modules and packages right inside a package."""
        folder = self._folders[package.partition(".")[0]] / package.replace(".", "/")
        entries = folder.iterdir() if folder.is_dir() else iter(())
        names = {entry.stem for entry in entries if entry.suffix == ".py" or entry.is_dir()}
        return sorted(name for name in names if name.isidentifier() and name != "__init__")
