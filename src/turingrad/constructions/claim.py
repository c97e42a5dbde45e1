"""A statement, of a paper or of ours, as a check that can fail.

A claim's `check` computes evidence and returns figures; where the evidence speaks against the recorded status it raises
`ClaimError`, mostly through `require`. Each claim names mutations: changes of our own code, or of a constant, under
which the check must fail. A check that passes under its mutation proves nothing, and the tests say so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, get_args

from turingrad.errors import InputError

Status = Literal["holds", "corrected", "fails", "asymptotic", "open"]
STATUSES: tuple[Status, ...] = get_args(Status)
MEANINGS: dict[str, str] = {
    "holds": "the check found the statement true as printed, in the range that its figures and its printed scope state",
    "corrected": "the statement, its constant or its printed construction is wrong; the corrected one holds, and the "
    "check fails without the correction",
    "fails": "the statement itself is false: the check verifies a counterexample, which its figures name",
    "asymptotic": "a statement about large sizes; the check measures it at sizes that can be run, which its "
    "figures give",
    "open": "neither proven nor refuted: the paper leaves it open, or its printed construction does not meet it and no "
    "other is known",
    "broken": "the outcome of a run, never a recorded status: the check contradicts the recorded status, which is a "
    "bug of ours",
}
"""One definition per status, for all papers; `docs/claims.md` and the reports print these."""

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


def require_bound(
    name: str,
    bound: float,
    runs: Iterable[float],
    *,
    side: Literal["upper", "lower"] = "upper",
    formula: float | None = None,
    attained_within: float | None = None,
    tolerance: float = 1e-9,
) -> Figures:
    """A bound tested from both sides: it holds on real runs, and it is neither too large nor too small.

    Args:
        name: What is bounded, for messages and figures.
        bound: What our code computes.
        runs: Measured values that the bound must not cut off.
        side: `upper` if no run may be above the bound, `lower` if none may be below.
        formula: The same bound, recomputed independently from the paper's formula; equal up to `tolerance`.
        attained_within: Instead of a formula: the worst run comes within this factor of the bound.
        tolerance: Relative, of the comparison with the formula.

    Returns:
        The figures: the bound, the worst run and how much of the bound that run reaches.
    """
    if (formula is None) == (attained_within is None):
        raise InputError(f"{name}: a bound is tested against a formula or against runs that attain it, one of the two")
    measured = list(runs)
    require(bool(measured), f"{name}: no run was measured")
    worst = max(measured) if side == "upper" else min(measured)
    slack = 1e-9 * abs(bound)
    inside = worst <= bound + slack if side == "upper" else worst >= bound - slack
    require(inside, f"{name}: a run has {worst:g}; the {side} bound is {bound:g}")
    if formula is not None:
        require(
            math.isclose(bound, formula, rel_tol=tolerance), f"{name}: {bound:g}; the paper's formula gives {formula:g}"
        )
    else:
        assert attained_within is not None
        reached = worst * attained_within >= bound if side == "upper" else worst <= bound * attained_within
        require(reached, f"{name}: the worst run has {worst:g}, not within {attained_within:g} of {bound:g}")
    return {f"{name}, bound": float(f"{bound:.6g}"), f"{name}, worst run": float(f"{worst:.6g}")}


@dataclass(frozen=True)
class Mutation:
    """A named change under which the check must fail: the printed form of an erratum, a dropped fix, a constant."""

    name: str
    change: Callable[[], AbstractContextManager[Any]]


@contextmanager
def replace_attribute(path: str, value: Any) -> Iterator[None]:
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
    return Mutation(name, lambda: replace_attribute(path, value))


def change_result(name: str, path: str, change: Callable[[Any], Any]) -> Mutation:
    """A mutation under which a function returns `change` of what it returns: a bound times 4, half of the layers."""

    def begin() -> AbstractContextManager[None]:
        original = resolve(path)
        return replace_attribute(path, lambda *arguments, **named: change(original(*arguments, **named)))

    return Mutation(name, begin)


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
    """One statement of a paper, or of ours.

    `code` are import paths of the functions, methods and classes that embody it: the check calls each of them.
    `erratum` says what is wrong in print, `leaves_out` what the check does not cover (noise, other sizes, all but
    random trials): both are printed with the result."""

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
    leaves_out: str = ""

    def __post_init__(self) -> None:
        if self.paper not in SOURCES:
            raise InputError(f"claim {self.number}: no paper {self.paper!r}; known: {', '.join(SOURCES)}")
        if self.status not in STATUSES:
            raise InputError(f"{self.name}: no status {self.status!r}; known: {', '.join(STATUSES)}")
        if not self.mutations:
            raise InputError(f"{self.name} has no mutation: a check that nothing makes fail proves nothing")
        if not self.code:
            raise InputError(f"{self.name} names no code that embodies it")
        if bool(self.erratum) != (self.status in ("corrected", "fails")):
            raise InputError(f"{self.name}: an erratum goes with 'corrected' and 'fails', and with nothing else")

    @property
    def name(self) -> str:
        return f"{self.paper} {self.number}"

    @property
    def limits(self) -> str:
        """What the check leaves out, in one line; that it runs code which only the claims use is part of it."""
        own = [path.rpartition(".")[2] for path in self.code if "claims" in path.split(".")]
        said = f"{', '.join(own)}: own code of the claims, which no network uses" if own else ""
        return "; ".join(part for part in (self.leaves_out, said) if part)


Check = Callable[[], Figures]


class Claims(list[Claim]):
    """The claims of a module, all of one paper; the module calls them `CLAIMS`."""

    def __init__(self, paper: str) -> None:
        super().__init__()
        self.paper = paper

    def state(
        self,
        number: str,
        *,
        where: str,
        statement: str,
        mutations: Mutation | tuple[Mutation, ...],
        code: str | tuple[str, ...],
        **more: Any,
    ) -> Callable[[Check], Check]:
        """State a claim whose check is the decorated function; `more` are further fields of `Claim`.

        A single mutation and a single import path need no tuple.
        """
        changes = (mutations,) if isinstance(mutations, Mutation) else mutations
        paths = (code,) if isinstance(code, str) else code

        def add(check: Check) -> Check:
            self.append(Claim(self.paper, number, where, statement, check, changes, paths, **more))
            return check

        return add
