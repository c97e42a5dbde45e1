"""A macro assembler of states: rules that name only the tapes which matter.

A machine with many tapes needs one rule per combination of symbols. Here a rule says what the tapes that it tests may
show; every other tape is idle, and the assembler writes the rule out for all symbols that an idle head may rest on.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from turingrad.errors import MachineError
from turingrad.machine.tape.machine import Rule, TapeMachine


class StateAssembler:
    """Collects rules. `resting` gives each tape, by name, the symbols that its head may rest on while it is idle."""

    def __init__(self, resting: Mapping[str, str], symbols: str, blank: str) -> None:
        self.resting, self.symbols, self.blank = dict(resting), symbols, blank
        self.tapes = tuple(resting)
        self.rules: dict[tuple[str, tuple[str, ...]], Rule] = {}
        self.states: dict[str, None] = {}

    def rule(
        self,
        state: str,
        reads: Mapping[str, str],
        to: str,
        writes: Mapping[str, str] | None = None,
        moves: Mapping[str, int] | None = None,
    ) -> None:
        """In `state`, if each tape of `reads` shows one of its symbols: write, move, go to `to`."""
        writes, moves = writes or {}, moves or {}
        unknown = {*reads, *writes, *moves} - {*self.tapes}
        if unknown:
            raise MachineError(f"state {state!r} names the tapes {sorted(unknown)}; known: {', '.join(self.tapes)}")
        self.states.setdefault(state)
        self.states.setdefault(to)
        shift = tuple(moves.get(tape, 0) for tape in self.tapes)
        for read in product(*(reads.get(tape, self.resting[tape]) for tape in self.tapes)):
            written = tuple(writes.get(tape, seen) for tape, seen in zip(self.tapes, read, strict=True))
            found = Rule(state, read, written, shift, to)
            if self.rules.setdefault((state, read), found) != found:
                raise MachineError(f"state {state!r} has two rules for {','.join(read)}")

    def machine(self, start: str, halting: tuple[str, ...], *, name: str, doc: str) -> TapeMachine:
        """The machine of all rules so far."""
        return TapeMachine(
            states=tuple(self.states),
            symbols=tuple(self.symbols),
            blank=self.blank,
            start=start,
            rules=tuple(self.rules.values()),
            halting=halting,
            tapes=len(self.tapes),
            name=name,
            doc=doc,
        )
