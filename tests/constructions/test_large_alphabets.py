"""Machines with very many symbols: right, or refused with the size, on every construction that takes tapes."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import turingrad as tg
from turingrad.constructions.decoder.weights import weight_count
from turingrad.errors import LimitError, TuringradError
from turingrad.machine.grid import GridMachine, GridRule
from turingrad.machine.program import assemble
from turingrad.machine.tape import Rule, TapeMachine


@cache
def shifting_machine(count: int) -> TapeMachine:
    """Writes the symbol after the one that it reads."""
    symbols = tuple(f"s{number}" for number in range(count))
    rules = [Rule("A", (read,), (symbols[(k + 1) % count],), (1,), "B") for k, read in enumerate(symbols)]
    rules.append(Rule("B", (symbols[0],), (symbols[-1],), (-1,), "A"))
    return TapeMachine(("A", "B"), symbols, symbols[0], "A", tuple(rules), name="shift")


@pytest.mark.slow
@pytest.mark.parametrize(
    "on", ["decoder", *(pytest.param(on, marks=pytest.mark.slow) for on in ("transformer", "rcnn", "descent"))]
)
def test_seventy_thousand_symbols_are_refused_with_their_size(on: str) -> None:
    with pytest.raises(TuringradError, match=r"70,?000|210,0\d\d"):
        tg.run(shifting_machine(70_000), ["s69998", "s3"], on=on, max_steps=5)


@pytest.mark.parametrize(
    ("on", "count"),
    [("decoder", 2_500), ("decoder", 20_000), ("transformer", 2_500), ("rcnn", 5_000), ("descent", 2_500)],
)
def test_what_is_too_large_is_refused_before_memory_is_asked_for(
    on: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    allocated = []
    zeros = np.zeros
    monkeypatch.setattr(
        np, "zeros", lambda shape, *rest, **named: allocated.append(shape) or zeros(shape, *rest, **named)
    )
    with pytest.raises(LimitError, match=f"{count:,}|{count}|{3 * count:,}"):
        tg.run(shifting_machine(count), ["s4", "s3"], on=on, max_steps=5)
    assert max((int(np.prod(shape)) for shape in allocated), default=0) < 1 << 20


def test_the_size_of_a_decoder_is_known_before_it_is_built() -> None:
    for machine in (shifting_machine(20), tg.read("busy-beaver-3"), assemble("ebreak")):
        network: Any = tg.compile(machine, "decoder")
        assert weight_count(network.blueprint) == sum(tensor.numel() for tensor in network.parameters())


def test_descent_refuses_more_symbols_than_its_tables_number() -> None:
    with pytest.raises(LimitError, match="at most 256 symbols; this machine has 257"):
        tg.run(shifting_machine(257), ["s255", "s3"], on="descent", max_steps=5)


def test_a_grid_machine_of_seventy_thousand_symbols_is_refused_with_its_size() -> None:
    symbols = tuple(f"s{number}" for number in range(70_000))
    rules = tuple(GridRule("A", read, symbols[0], "L", "A") for read in symbols)
    machine = GridMachine(("A",), symbols, symbols[0], "A", rules)
    with pytest.raises(LimitError, match=r"70,?000|140,000"):
        tg.run(machine, [["s3", "s4", "s0"]], on="rcnn", max_steps=5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("on", "count"), [("transformer", 300), ("transformer", 540), ("decoder", 300), ("decoder", 1_000), ("rcnn", 2_500)]
)
def test_hundreds_of_symbols_are_right(on: str, count: int) -> None:
    machine, given = shifting_machine(count), [f"s{count - 2}", "s3"]
    expected = tg.run(machine, given, max_steps=5, executor="python").configuration
    assert tg.run(machine, given, on=on, max_steps=5).configuration == expected
