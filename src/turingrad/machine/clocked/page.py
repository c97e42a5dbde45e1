"""A clocked circuit as the columns of a page: its signals as waveforms, bits of one name as a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from turingrad.machine.clocked.clocked import ClockedCircuit, ClockedConfiguration
from turingrad.machine.clocked.run import checked_stimulus

MAX_SIGNALS = 48  # drawn one by one; a page says how many it leaves out
INDEXED = re.compile(r"(?s)(.+?)\[(\d+)\]\Z")


@dataclass(frozen=True)
class Signal:
    """A bit, or a word whose bits are `name[0]`, `name[1]`, ...; `places` are those of its bits, lowest first."""

    name: str
    places: tuple[int, ...]


def group_signals(names: Sequence[str]) -> list[Signal]:
    """Names in their order, those of one word together; a word has its indices 0 to n - 1, each once."""
    words: dict[str, dict[int, int]] = {}
    for place, name in enumerate(names):
        if found := INDEXED.match(name):
            words.setdefault(found[1], {}).setdefault(int(found[2]), place)
    whole = {
        name: tuple(places[k] for k in range(len(places)))
        for name, places in words.items()
        if len(places) > 1 and set(places) == set(range(len(places)))
    }
    signals: dict[str, Signal] = {}
    inside = {place for places in whole.values() for place in places}
    for place, name in enumerate(names):
        if place in inside:
            word = INDEXED.match(name)
            assert word is not None
            signals.setdefault(f"{word[1]} []", Signal(word[1], whole[word[1]]))
        else:
            signals[name] = Signal(name, (place,))
    return list(signals.values())


def word_text(bits: Sequence[int], signal: Signal) -> str:
    """A signal's value: 0 or 1, of a word in hexadecimal; nothing before there is a value."""
    if not bits:
        return ""
    value = sum(bits[place] << k for k, place in enumerate(signal.places))
    width = len(signal.places)
    return str(value) if width == 1 else f"{value:0{-(-width // 4)}x}"


def waves(machine: ClockedCircuit, given: Any, shown: Sequence[ClockedConfiguration]) -> dict[str, Any]:
    """The signals with their values at each instant that is shown: inputs and outputs of the tick that led there, and
    the registers after it."""
    stimulus = checked_stimulus(machine, given)

    def inputs_at(step: int) -> list[int]:
        if not step:
            return []
        found: list[int] = [0] * len(machine.inputs) if stimulus is None else stimulus[step - 1].tolist()
        return found

    parts = (
        ("input", machine.inputs, [inputs_at(each.step) for each in shown]),
        ("register", machine.registers, [each.registers for each in shown]),
        ("output", machine.output_names, [each.outputs for each in shown]),
    )
    signals = [
        {
            "sort": sort,
            "name": signal.name,
            "wide": len(signal.places),
            "values": [word_text(row, signal) for row in rows],
        }
        for sort, signal, rows in select_signals(parts)
    ]
    total = sum(len(group_signals(names)) for _, names, _ in parts)
    left = total - len(signals)
    note = f"{left:,} of {total:,} signals are not drawn." if left else ""
    return {"signals": signals, "leftOut": note}


def select_signals(parts: Sequence[tuple[str, Sequence[str], list[Any]]]) -> Iterator[tuple[str, Signal, list[Any]]]:
    """As many signals as a page draws, each sort within a third of them at first."""
    grouped = [group_signals(names) for _, names, _ in parts]
    spare = MAX_SIGNALS - sum(min(len(signals), MAX_SIGNALS // 3) for signals in grouped)
    for (sort, _, rows), signals in zip(parts, grouped, strict=True):
        room = MAX_SIGNALS // 3 + spare
        spare -= max(0, min(len(signals), room) - MAX_SIGNALS // 3)
        for signal in signals[:room]:
            yield sort, signal, rows
