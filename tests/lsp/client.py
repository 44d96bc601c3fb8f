"""An editor for tests: speaks the Language Server Protocol in frames written by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any, BinaryIO

SECONDS = 120
"""The longest wait for a message."""
Message = dict[str, Any]


@dataclass
class Client:
    """One connection.

    Attributes:
        asked: What the server reads.
        answered: What it writes.
        seen: Messages that nobody waited for yet, in order.
        requests: Requests of the server, each answered at once.
    """

    asked: BinaryIO
    answered: BinaryIO
    root: Path
    seen: list[Message] = field(default_factory=list)
    requests: list[Message] = field(default_factory=list)
    versions: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.last = 0
        self.queue: Queue[Message | None] = Queue()
        self.listener = Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listen(self) -> None:
        """Put every message in the queue, and None at the end of the connection."""
        while True:
            length = 0
            while (line := self.answered.readline()).strip():
                name, _, value = line.decode().partition(":")
                if name == "Content-Length":
                    length = int(value)
            if not length:
                self.answered.close()
                self.queue.put(None)
                return
            self.queue.put(json.loads(self.answered.read(length)))

    def _send(self, message: Message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.asked.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.asked.flush()

    def wait(self, is_it: Callable[[Message], bool]) -> Message:
        """The first message, seen or to come, that is wanted; it is taken out."""
        for message in self.seen:
            if is_it(message):
                self.seen.remove(message)
                return message
        while True:
            message = self.queue.get(timeout=SECONDS)
            assert message is not None, f"the server ended; it said {self.seen}"
            if "method" in message and "id" in message:
                self.requests.append(message)
                is_shown = message["method"] == "window/showDocument"
                result = {"success": True} if is_shown else None
                self._send({"id": message["id"], "result": result})
            if is_it(message):
                return message
            self.seen.append(message)

    def notify(self, method: str, params: object = None) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: object = None) -> Any:
        """The result of a request."""
        self.last += 1
        number = self.last
        self._send({"id": number, "method": method, "params": params})
        answer = self.wait(lambda message: message.get("id") == number and "method" not in message)
        assert "error" not in answer, answer
        return answer["result"]

    # What an editor does.

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def begin(self, encodings: list[str] | None = None, watch: bool = False) -> Message:
        """Open the workspace; what the server can do."""
        general = {"positionEncodings": encodings} if encodings else {}
        watching = {"didChangeWatchedFiles": {"dynamicRegistration": watch}}
        result: Message = self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": None,
                "capabilities": {"general": general, "workspace": watching},
                "workspaceFolders": [{"uri": self.root.as_uri(), "name": "project"}],
            },
        )
        self.notify("initialized", {})
        return result["capabilities"]  # type: ignore[no-any-return]

    def open(self, path: str, text: str) -> None:
        self.versions[path] = 1
        language = "python" if path.endswith(".py") else "markdown"
        document = {"uri": self.uri(path), "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, path: str, text: str) -> None:
        self.versions[path] += 1
        self.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self.uri(path), "version": self.versions[path]},
                "contentChanges": [{"text": text}],
            },
        )

    def close(self, path: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": self.uri(path)}})

    def save(self, path: str) -> None:
        self.notify("textDocument/didSave", {"textDocument": {"uri": self.uri(path)}})

    def diagnostics(self, path: str) -> list[Message]:
        """The next diagnostics of a file; of an open one, those of the text it has now."""

        def is_it(message: Message) -> bool:
            if message.get("method") != "textDocument/publishDiagnostics":
                return False
            params = message["params"]
            version = self.versions.get(path)
            return params["uri"] == self.uri(path) and params.get("version") in (None, version)

        return self.wait(is_it)["params"]["diagnostics"]  # type: ignore[no-any-return]

    def message(self) -> str:
        """The next message that is shown to the author."""
        found = self.wait(lambda message: message.get("method") == "window/showMessage")
        return found["params"]["message"]  # type: ignore[no-any-return]

    def at(self, method: str, path: str, line: int, character: int, **more: object) -> Any:
        """The answer to a request about a position, lines and characters counted from 0."""
        return self.ask(
            f"textDocument/{method}",
            {
                "textDocument": {"uri": self.uri(path)},
                "position": {"line": line, "character": character},
                **more,
            },
        )

    def end(self) -> None:
        self.ask("shutdown")
        self.notify("exit")
