"""What a lowering is: a machine of a simpler kind that does the same, and the way there and back.

A lowered machine takes one or more steps for each step of its source. In some of its configurations a step of the
source begins; the others lie in the middle of one. The view of a configuration says which source configuration it
stands for and whether a step begins there, so that a trace of the lowered machine translates into the source's trace,
configuration by configuration. A source that is stuck leaves its lowered machine stuck too, maybe after some reading:
the view of that last configuration is the source's last, but no step begins there.

The source is a tape machine or, of `program_tapes`, a program; the lowered machine has tapes or, by `to_grid`, a grid.
Lowerings compose if what is between them has tapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import short_repr
from turingrad.errors import LimitError, MachineError
from turingrad.machine.fresh import fresh
from turingrad.machine.program.program import Program, ProgramConfiguration
from turingrad.machine.tape import Rule, Tape, TapeConfiguration, TapeMachine, require_two_sided

Tapes: TypeAlias = tuple[tuple[str, ...], ...]
Layout: TypeAlias = Callable[[TapeConfiguration], tuple[tuple[int, ...], tuple[Tape, ...]]]

K = TypeVar("K")
S = TypeVar("S", TapeMachine, Program)  # the source,
D = TypeVar("D", TapeConfiguration, ProgramConfiguration)  # its configurations
M = TypeVar("M")  # the lowered machine,
C = TypeVar("C")  # its configurations
G = TypeVar("G")  # and what it is given

MAX_RULES = 500_000  # a few hundred MB of rules; a table beyond it is a mistake, not a machine to run


class View(NamedTuple, Generic[D]):
    """The source configuration that a lowered one stands for, and whether a step of the source begins there."""

    configuration: D
    begins: bool


@dataclass(frozen=True)
class Lowering(Generic[S, D, M, C, G]):
    """`machine` does step by step what `source` does. Its own input is the source's (tapes, or a program's bytes),
    encoded."""

    name: str
    source: S
    machine: M
    encode: Callable[[Any], G] = field(repr=False, compare=False)
    view: Callable[[C], View[D] | None] = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        if isinstance(self.source, TapeMachine):
            require_two_sided(self.source, "a lowering")

    def encode_input(self, given: Any = None) -> G:
        """The lowered machine's input, one tuple of symbols per tape (a grid and its head's cell); None is the
        source's own input (for a program: no input)."""
        source = self.source
        return self.encode(source.input_bytes(given or b"") if isinstance(source, Program) else source.tapes_of(given))

    def begins_step(self, configuration: C) -> bool:
        """True if a step of the source begins (or would, had it not halted)."""
        view = self.view(configuration)
        return view is not None and view.begins

    def decode(self, configuration: C, step: int = 0) -> D | None:
        """The source's configuration, or None in the middle of a step.

        A lone configuration does not tell how many steps the source has taken: `step` is that number, and
        `translate` counts it.
        """
        view = self.view(configuration)
        return None if view is None else replace(view.configuration, step=step)

    def translate(self, trace: Iterable[C]) -> Iterator[D]:
        """The source's trace from a full trace (every step, from the first) of the lowered machine."""
        step = 0
        for configuration in trace:
            view = self.view(configuration)
            if view is not None and view.begins:
                yield replace(view.configuration, step=step)
                step += 1


TapeLowering: TypeAlias = Lowering[TapeMachine, TapeConfiguration, TapeMachine, TapeConfiguration, Tapes]
ProgramLowering: TypeAlias = Lowering[Program, ProgramConfiguration, TapeMachine, TapeConfiguration, Tapes]


def identity_lowering(name: str, machine: TapeMachine) -> TapeLowering:
    """The lowering of a machine that is already as it should be."""
    return Lowering(name, machine, machine, keep_tapes, as_it_is)


def keep_tapes(tapes: Tapes) -> Tapes:
    return tapes


def as_it_is(configuration: TapeConfiguration) -> View[TapeConfiguration]:
    return View(configuration, True)


@validate_arguments
def compose(
    first: Lowering[S, D, TapeMachine, TapeConfiguration, Tapes],
    second: Lowering[TapeMachine, TapeConfiguration, M, C, G],
) -> Lowering[S, D, M, C, G]:
    """Compose two lowerings.

    Args:
        first: The first.
        second: A lowering of the machine that `first` made.

    Returns:
        A lowering from the first one's source to the second one's machine.

    Example:
        >>> from turingrad.machine.lower import compose, guarded, two_symbols
        >>> first = two_symbols(tg.read("palindrome"))
        >>> compose(first, guarded(first.machine)).source == first.source
        True
    """
    if second.source != first.machine:
        raise MachineError(f"lowering {second.name!r} does not start from the machine that {first.name!r} made")

    name = ", ".join(part for part in (first.name, second.name) if part)
    encode, view = partial(encode_twice, first, second), partial(view_through, first, second)
    return Lowering(name, first.source, second.machine, encode, view)


def encode_twice(
    first: Lowering[S, D, TapeMachine, TapeConfiguration, Tapes],
    second: Lowering[TapeMachine, TapeConfiguration, M, C, G],
    given: Any,
) -> G:
    return second.encode(first.encode(given))


def view_through(
    first: Lowering[S, D, TapeMachine, TapeConfiguration, Tapes],
    second: Lowering[TapeMachine, TapeConfiguration, M, C, G],
    configuration: C,
) -> View[D] | None:
    middle = second.view(configuration)
    outer = None if middle is None else first.view(middle.configuration)
    return None if middle is None or outer is None else View(outer.configuration, outer.begins and middle.begins)


@validate_arguments
def chain(machine: TapeMachine, *passes: Callable[[TapeMachine], TapeLowering]) -> TapeLowering:
    """Apply several lowerings, one after the other: `chain(machine, single_tape, two_symbols, one_sided)`.

    Args:
        machine: The source machine.
        passes: Functions from a tape machine to a lowering.

    Returns:
        One lowering, which translates configurations back through all of them.

    Example:
        >>> from turingrad.machine.lower import chain, one_sided, two_symbols
        >>> chain(tg.read("palindrome"), two_symbols, one_sided).machine.symbols[:2]
        ('0^', '1^')
    """
    lowering = identity_lowering("", machine)
    for lower in passes:
        if not callable(lower) or isinstance(lower, type):
            raise MachineError(f"a lowering must be a function of a machine, not {short_repr(lower)}")
        lowering = compose(lowering, lower(lowering.machine))
    return lowering


def view_by_state(
    machine: TapeMachine, begins: Mapping[str, str], reading: Mapping[str, str], layout: Layout
) -> Callable[[TapeConfiguration], View[TapeConfiguration] | None]:
    """A view for machines whose state tells where in a step they are.

    `begins` maps the states in which a step begins, `reading` those in which it has begun but nothing has been
    written yet, to states of the source; the latter count only where the lowered machine is stuck in them. `layout`
    gives the source's heads and tapes.
    """
    return partial(find_view, machine, begins, reading, layout)


def find_view(
    machine: TapeMachine,
    begins: Mapping[str, str],
    reading: Mapping[str, str],
    layout: Layout,
    configuration: TapeConfiguration,
) -> View[TapeConfiguration] | None:
    state = begins.get(configuration.state)
    started = state is not None
    if state is None and configuration.state in reading and machine.halted(configuration):
        state = reading[configuration.state]
    return None if state is None else View(TapeConfiguration(0, state, *layout(configuration)), started)


def require_size(lowering: str, count: int, what: str) -> None:
    """Refuses a machine whose `count` states or symbols would not fit into a table of `MAX_RULES` rules."""
    if count > MAX_RULES:
        raise LimitError(f"lowering {lowering!r}: the machine would have more than {MAX_RULES:,} {what}")


class Table(Generic[K]):
    """Collects the states and rules of a lowered machine. A state is known by a key that says what it is for.

    `name_of` gives its name; where a name is taken already, primes are added.
    """

    def __init__(self, lowering: str, name_of: Callable[[K], str]) -> None:
        self.lowering = lowering
        self.name_of = name_of
        self.names: dict[K, str] = {}
        self.taken: set[str] = set()
        self.rules: list[Rule] = []

    def state(self, key: K) -> str:
        """The name of a state; a new key is a new state."""
        if key not in self.names:
            name = self.names[key] = fresh(self.name_of(key), self.taken)
            self.taken.add(name)
        return self.names[key]

    def rule(self, state: K, read: tuple[str, ...], write: tuple[str, ...], move: tuple[int, ...], to: K) -> None:
        require_size(self.lowering, len(self.rules) + 1, "rules")
        self.rules.append(Rule(self.state(state), read, write, move, self.state(to)))


def lowered_machine(
    source: TapeMachine,
    table: Table[K],
    *,
    symbols: tuple[str, ...],
    blank: str,
    start: K,
    ends: Mapping[str, Iterable[K]],
    given: Tapes,
) -> TapeMachine:
    """The machine of a table. `ends` maps each halting state of the source to the lowered states that stand for it,
    `given` is the source's own input, one row per tape."""
    start_name = table.state(start)
    halting = {state: tuple(table.state(key) for key in keys) for state, keys in ends.items()}
    return TapeMachine(
        states=tuple(table.names.values()),
        symbols=symbols,
        blank=blank,
        start=start_name,
        rules=tuple(table.rules),
        halting=tuple(name for state in source.halting for name in halting[state]),
        accept=tuple(name for state in source.accept for name in halting[state]),
        reject=tuple(name for state in source.reject for name in halting[state]),
        tapes=len(given),
        input=given,
        name=source.name,
        doc=source.doc,
    )
