"""Hypothesis strategies whose values are tape machines and their inputs."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine

PLAIN_SYMBOLS = ("_", "0", "1", "a", "b", "c", "d", "e")
# What file formats stumble over: YAML's words and marks, XML's brackets, JFLAP's wildcards, other scripts.
ODD_SYMBOLS = ("0", " ", "#", ",", "'", '"', ":", "-", "+", "~", "!", "<", "&", "{", "]", "\\", "é", "漢", "*", "|")
ODD_STATES = ("no", "on", "null", "0x1F", "007", "~", "a: b", "q #1", "ü", "L", "write", "'", " x ", "<q>", "[0,1]")
# Larger tables are drawn as a sample of their entries, so that a machine stays quick to generate.
FULL_TABLE = 64


@st.composite
def tape_machines(
    draw: st.DrawFn,
    max_states: int = 4,
    max_symbols: int = 4,
    max_tapes: int = 1,
    stay: bool = True,
    odd_names: bool = False,
) -> TapeMachine:
    """A random machine: up to `max_states` states with rules and up to three that halt, some accepting or rejecting.

    About one entry in nine of a table is missing. `odd_names` draws names that are hard for file formats.
    """
    tapes = draw(st.integers(1, max_tapes))
    symbols = _symbols(draw, max_symbols, odd_names)
    count = draw(st.integers(1, max_states))
    ends = draw(st.integers(0, 3))
    if odd_names:
        pool = st.lists(st.sampled_from(ODD_STATES), unique=True, min_size=count + ends, max_size=count + ends)
        names = draw(pool)
    else:
        names = [f"q{i}" for i in range(count)] + ["halt", "accept", "reject"][:ends]
    working, halting = names[:count], names[count:]
    moves = (LEFT, STAY, RIGHT) if stay else (LEFT, RIGHT)
    places = list(product(working, product(symbols, repeat=tapes)))
    if len(places) > FULL_TABLE:
        places = draw(st.lists(st.sampled_from(places), unique=True, max_size=FULL_TABLE))
    writes, shifts = list(product(symbols, repeat=tapes)), list(product(moves, repeat=tapes))
    actions = len(names) * len(writes) * len(shifts)
    rules = []
    for state, read in places:
        action = draw(st.integers(0, actions + actions // 8))
        if action < actions:
            action, next_state = divmod(action, len(names))
            write, shift = divmod(action, len(shifts))
            rules.append(Rule(state, read, writes[write], shifts[shift], names[next_state]))
    return TapeMachine(
        states=tuple(names),
        symbols=symbols,
        blank=draw(st.sampled_from(symbols)),
        start=draw(st.sampled_from(working)),
        rules=tuple(rules),
        halting=tuple(halting),
        accept=tuple(halting[1:2]),
        reject=tuple(halting[2:3]),
        tapes=tapes,
        input=tuple(draw(st.tuples(*[st.lists(st.sampled_from(symbols), max_size=5).map(tuple)] * tapes))),
    )


def _symbols(draw: st.DrawFn, most: int, odd_names: bool) -> tuple[str, ...]:
    if not odd_names:
        return PLAIN_SYMBOLS[: draw(st.integers(2, most))]
    return tuple(draw(st.lists(st.sampled_from(ODD_SYMBOLS), unique=True, min_size=2, max_size=most)))


def inputs_for(machine: TapeMachine, max_length: int = 8) -> st.SearchStrategy[tuple[tuple[str, ...], ...]]:
    """Inputs of a machine: one tuple of its symbols a tape."""
    row = st.lists(st.sampled_from(machine.symbols), max_size=max_length).map(tuple)
    return st.tuples(*[row] * machine.tapes)
