"""A statement, of a paper or of ours, as a check that can fail.

A claim's `check` computes evidence and returns figures; where the evidence speaks against the recorded status it raises
`ClaimError`, mostly through `require`. Each claim names mutations: changes of our own code, or of a constant, under
which the check must fail. A check that passes under its mutation proves nothing, and the tests say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, get_args

from turingrad.errors import InputError

Status = Literal["holds", "corrected", "fails", "asymptotic", "open"]
"""`holds`; `corrected`: an erratum, mended; `fails`: as printed, with a verified counterexample; `asymptotic`: what is
measured instead; `open`: the paper says so."""

STATUSES: tuple[Status, ...] = get_args(Status)
PAPERS = {
    "goel": "Goel, Kakade, Kalai, Zhang: Recurrent Convolutional Neural Networks Learn Succinct Learning Algorithms",
    "welper": "Welper: gradient descent traces Turing machines",
    "abbe-sandon": "Abbe, Sandon: On the universality of deep learning",
    "wei": "Wei, Chen, Ma: Statistically Meaningful Approximation",
}
SOURCES = {**PAPERS, "ours": "turingrad: what is not a paper's"}

Figures = Mapping[str, float | int | str | bool]


class ClaimError(AssertionError):
    """The evidence that a check computed speaks against the recorded status of its claim."""


def require(condition: bool, message: str) -> None:
    """One piece of evidence."""
    if not condition:
        raise ClaimError(message)


@dataclass(frozen=True)
class Mutation:
    """A named change under which the check must fail: the printed form of an erratum, a dropped fix, a constant."""

    name: str
    change: Callable[[], AbstractContextManager[Any]]


@contextmanager
def replaced(path: str, value: Any) -> Iterator[None]:
    """While it lasts, the attribute that an import path names (`turingrad.a.b.NAME`, or of a class) is `value`."""
    owner, name = owner_of(path)
    before = owner.__dict__[name] if isinstance(owner, type) else getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def mutation(name: str, path: str, value: Any) -> Mutation:
    """A mutation that replaces one attribute."""
    return Mutation(name, lambda: replaced(path, value))


def resolve(path: str) -> Any:
    """What an import path names."""
    owner, name = owner_of(path)
    return getattr(owner, name)


def owner_of(path: str) -> tuple[Any, str]:
    """The module or class that holds the last part of an import path, and that part."""
    parts = path.split(".")
    for split in range(len(parts) - 1, 0, -1):
        try:
            owner: Any = import_module(".".join(parts[:split]))
        except ModuleNotFoundError as error:
            if error.name is not None and not ".".join(parts).startswith(error.name):
                raise  # a module is there, but needs one that is not
            continue
        for part in parts[split:-1]:
            owner = getattr(owner, part)
        if not hasattr(owner, parts[-1]):
            raise InputError(f"{path}: there is no {parts[-1]!r} in {'.'.join(parts[:-1])}")
        return owner, parts[-1]
    raise InputError(f"{path} names no module")


@dataclass(frozen=True)
class Claim:
    """One statement of a paper, or of ours. `code` are import paths of what embodies it; `erratum` says what is wrong
    in print."""

    paper: str
    number: str
    where: str
    statement: str
    check: Callable[[], Figures]
    mutations: tuple[Mutation, ...]
    code: tuple[str, ...]
    status: Status = "holds"
    assumptions: str = ""
    erratum: str = ""
    thorough: bool = False

    def __post_init__(self) -> None:
        if self.paper not in SOURCES:
            raise InputError(f"claim {self.number}: no paper {self.paper!r}; there are {', '.join(SOURCES)}")
        if self.status not in STATUSES:
            raise InputError(f"{self.name}: no status {self.status!r}; there are {', '.join(STATUSES)}")
        if not self.mutations:
            raise InputError(f"{self.name} has no mutation: a check that nothing makes fail proves nothing")
        if not self.code:
            raise InputError(f"{self.name} names no code that embodies it")
        if bool(self.erratum) != (self.status in ("corrected", "fails")):
            raise InputError(f"{self.name}: an erratum goes with 'corrected' and 'fails', and with nothing else")

    @property
    def name(self) -> str:
        return f"{self.paper} {self.number}"
