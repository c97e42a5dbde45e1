"""A machine between program and dialect: numbered states, and what each does on each read that can occur."""

from __future__ import annotations

from dataclasses import dataclass

Read = tuple[str, ...]  # the symbols under the heads; ("#",) at a wall


@dataclass(frozen=True, slots=True)
class Action:
    """What is written on each tape (nothing at a wall), and the move of each head, as letters."""

    write: tuple[str, ...]
    move: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """What a state does on one read: the action, then another state (by number) or a halting state (by name)."""

    action: Action
    next: int | str


Table = list[dict[Read, Entry]]  # one dictionary per state; state 0 is the first; a missing read is a don't-care
