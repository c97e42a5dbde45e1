"""Mutated programs compile, or are refused with a FormatError or MachineError; nothing else, and no hanging."""

from __future__ import annotations

import random
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators_language import grid_programs, tape_programs
from turingrad.errors import FormatError, MachineError
from turingrad.language import compile_program
from turingrad.library.grids.programs import NAMES, program_text
from turingrad.machine.grid import GridMachine
from turingrad.machine.tape import TapeMachine

WORDS = sorted(
    set(chain.from_iterable(program_text(name).split() for name in NAMES))
    | {"(", ")", ":", ",", "=", "==", "*", "not", "\n", "    ", "\t", "'", '"""', "#", "é", "\0", "0", "9" * 30, "s[0]"}
)


def survives(text: str) -> bool:
    """True where the text compiles or is refused properly; any other exception passes through."""
    try:
        machine = compile_program(text, max_states=300)
    except (FormatError, MachineError) as error:
        return bool(str(error))
    return isinstance(machine, GridMachine | TapeMachine)


def mutate(text: str, rng: random.Random) -> str:
    """A few words or characters deleted, doubled, exchanged or replaced."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        length = rng.randint(0, 12)
        kind = rng.randrange(4)
        piece = text[at : at + length]
        new = ("", piece + piece, rng.choice(WORDS), "".join(rng.sample(piece, len(piece))))[kind]
        text = text[:at] + new + text[at + length :]
    return text


@pytest.mark.parametrize("name", NAMES)
def test_mutated_learner_programs_never_crash_the_compiler(name: str) -> None:
    rng = random.Random(name)
    assert all(survives(mutate(program_text(name), rng)) for _ in range(60))


@given(text=st.one_of(grid_programs(), tape_programs()), seed=st.integers(0, 10**6))
@settings(deadline=None, max_examples=60)
def test_mutated_random_programs_never_crash_the_compiler(text: str, seed: int) -> None:
    assert survives(mutate(text, random.Random(seed)))


@given(text=st.text(max_size=60))
@settings(deadline=None, max_examples=100)
@pytest.mark.slow
def test_arbitrary_text_after_a_header_never_crashes_the_compiler(text: str) -> None:
    assert survives("machine grid(work=1)\n" + text)
    assert survives("machine " + text)
