# ruff: noqa
"""A line editor with undo and redo, built on the command pattern."""

from abc import ABC, abstractmethod
from dataclasses import dataclass


class Command(ABC):
    @abstractmethod
    def do(self, text: str) -> str: ...

    @abstractmethod
    def undo(self, text: str) -> str: ...


@dataclass
class Insert(Command):
    position: int
    piece: str

    def do(self, text):
        if not 0 <= self.position <= len(text):
            raise IndexError(f"position {self.position} of {len(text)}")
        return text[: self.position] + self.piece + text[self.position :]

    def undo(self, text):
        return text[: self.position] + text[self.position + len(self.piece) :]


@dataclass
class Delete(Command):
    start: int
    end: int
    removed: str = ""

    def do(self, text):
        self.removed = text[self.start : self.end]
        return text[: self.start] + text[self.end :]

    def undo(self, text):
        return text[: self.start] + self.removed + text[self.start :]


class Editor:
    def __init__(self, text=""):
        self.text = text
        self.done: list[Command] = []
        self.undone: list[Command] = []

    def execute(self, command):
        self.text = command.do(self.text)
        self.done.append(command)
        self.undone.clear()

    def undo(self):
        if self.done:
            command = self.done.pop()
            self.text = command.undo(self.text)
            self.undone.append(command)

    def redo(self):
        if self.undone:
            command = self.undone.pop()
            self.text = command.do(self.text)
            self.done.append(command)


def main(text, script):
    editor = Editor(text)
    history = []
    for name, *args in script:
        try:
            if name == "insert":
                editor.execute(Insert(*args))
            elif name == "delete":
                editor.execute(Delete(*args))
            else:
                getattr(editor, name)()
        except (IndexError, AttributeError) as e:
            history.append(f"{type(e).__name__}")
        history.append(editor.text)
    return history, len(editor.done), len(editor.undone)


CASES = [
    ("hello", [("insert", 5, " world"), ("undo",), ("redo",)]),
    ("abcdef", [("delete", 1, 3), ("delete", 0, 1), ("undo",), ("undo",), ("undo",)]),
    ("", [("insert", 3, "x"), ("insert", 0, "x")]),
    ("tea", [("insert", 0, "s"), ("undo",), ("insert", 3, "m"), ("redo",)]),
    ("x", [("explode",)]),
    ("loop", [("delete", 0, 9), ("undo",), ("redo",), ("undo",)]),
]
