"""Machines with very many symbols: right, or refused with the size, on every construction that takes tapes."""

from __future__ import annotations

import pytest

import turingrad as tg
from turingrad.errors import LimitError, TuringradError
from turingrad.machine.tape import Rule, TapeMachine


def shifting_machine(count: int) -> TapeMachine:
    """Writes the symbol after the one that it reads."""
    symbols = tuple(f"s{number}" for number in range(count))
    rules = [Rule("A", (read,), (symbols[(k + 1) % count],), (1,), "B") for k, read in enumerate(symbols)]
    rules.append(Rule("B", (symbols[0],), (symbols[-1],), (-1,), "A"))
    return TapeMachine(("A", "B"), symbols, symbols[0], "A", tuple(rules), name="shift")


@pytest.mark.parametrize("on", ["transformer", "decoder", "rcnn", "descent"])
def test_seventy_thousand_symbols_are_refused_with_their_size(on: str) -> None:
    with pytest.raises(TuringradError, match=r"70,?000|210,0\d\d"):
        tg.run(shifting_machine(70_000), ["s69998", "s3"], on=on, max_steps=5)


def test_descent_refuses_more_symbols_than_its_tables_number() -> None:
    with pytest.raises(LimitError, match="at most 256 symbols, this machine has 257"):
        tg.run(shifting_machine(257), ["s255", "s3"], on="descent", max_steps=5)


@pytest.mark.slow
@pytest.mark.parametrize("on", ["transformer", "decoder", "rcnn"])
def test_three_hundred_symbols_are_right(on: str) -> None:
    machine, given = shifting_machine(300), ["s298", "s3"]
    expected = tg.run(machine, given, max_steps=5, executor="python").configuration
    assert tg.run(machine, given, on=on, max_steps=5).configuration == expected
