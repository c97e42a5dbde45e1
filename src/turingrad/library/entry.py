"""What the library says of a machine, and how it is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from turingrad.machine.kind import Machine
from turingrad.machine.kinds import kinds

FORMS = (*kinds(), "trainer")
"""The forms that a name can have: the kinds of machines, and trainers, which are tape machines that write weights. Of
several, the first here is the default."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One form of a name.

    `build` takes no argument or, where `sized`, one whole number with a default: the size of a circuit, which is part
    of its name (`adder-8`), or the number of features of a learner. `known` are facts from the literature or by
    construction that the tests check: steps, symbols left, the tape after the machine's own input. `says` is its
    sentence, or finds it: a machine's file is read when it is asked for.
    """

    name: str
    form: str
    says: str | Callable[[], str]
    build: Callable[..., Machine] = field(repr=False)
    sized: bool = False
    known: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def doc(self) -> str:
        return self.says if isinstance(self.says, str) else self.says()


@dataclass(frozen=True, slots=True)
class Entry:
    """A name of the library: `kind` is the form that it has by default, `forms` are all of them."""

    name: str
    kind: str
    doc: str
    known: Mapping[str, int | str]
    forms: tuple[str, ...]
    sized: bool
    task: str


def variants_of(form: str, builders: Mapping[str, Callable[[int], Machine]]) -> tuple[Variant, ...]:
    """A variant for each function of a size; its docstring's first sentence is what it says."""
    return tuple(Variant(n, form, first_sentence(build.__doc__), build, sized=True) for n, build in builders.items())


def first_sentence(text: str | None) -> str:
    """The first sentence of a text, on one line."""
    words = " ".join((text or "").strip().split("\n\n")[0].split())
    sentence, stop, _ = words.partition(". ")
    return sentence + stop.strip()
