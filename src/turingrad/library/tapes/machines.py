"""Tape machines: the busy beavers, and algorithms on words and numbers. Their files are in `files`."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from importlib.resources import files

from turingrad import formats
from turingrad.library.entry import Variant, first_sentence
from turingrad.machine.tape import TapeMachine

# Steps and symbols left of the busy beavers; the tape that the others leave of their own input.
KNOWN: dict[str, dict[str, int | str]] = {
    "busy-beaver-2": {"steps": 6, "nonblank": 4},
    "busy-beaver-3": {"steps": 21, "nonblank": 5},
    "busy-beaver-4": {"steps": 107, "nonblank": 13},
    "busy-beaver-5": {"steps": 47_176_870, "nonblank": 4_098},
    "busy-beaver-2x3": {"steps": 38, "nonblank": 9},
    "busy-beaver-2x4": {"steps": 3_932_964, "nonblank": 2_050},
    "palindrome": {"state": "accept"},
    "binary-increment": {"tape": "1100"},
    "binary-add": {"tape": "100100"},
    "unary-multiplication": {"tape": "111111"},
    "balanced-parentheses": {"state": "accept"},
}
EXTENSIONS = (".yaml", ".txt")


def variants() -> tuple[Variant, ...]:
    return tuple(
        Variant(name, "tape", partial(sentence_of, name), partial(machine, name), known=KNOWN[name]) for name in KNOWN
    )


def sentence_of(name: str) -> str:
    return first_sentence(machine(name).doc)


@cache
def machine(name: str) -> TapeMachine:
    """A machine of the folder `files`, called by its file's name."""
    folder = files("turingrad.library.tapes") / "files"
    file = next(file for ending in EXTENSIONS if (file := folder / f"{name}{ending}").is_file())
    found = formats.parse(file.read_bytes(), file.name)
    assert isinstance(found, TapeMachine)
    return replace(found, name=name)
