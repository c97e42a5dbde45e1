"""A tape machine's steps as the columns of a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turingrad.machine.columns import code_text, rule_numbers, steps_fact
from turingrad.machine.run import Run
from turingrad.machine.tape import TapeConfiguration, TapeMachine

SHOWN_CELLS = 60  # cells to each side of the head; what lies further out is counted, not drawn


def tape_columns(machine: TapeMachine, moments: Sequence[TapeConfiguration]) -> dict[str, Any]:
    """Configurations as columns: state, rule and, for each tape, the head and the cells around it."""
    state = {name: k for k, name in enumerate(machine.states)}
    applying = [machine.rule(moment.state, machine.reads(moment)) for moment in moments]
    return {
        "step": [moment.step for moment in moments],
        "state": [state[moment.state] for moment in moments],
        "rule": rule_numbers(machine, applying),
        "tapes": [tape_column(machine, moments, number) for number in range(machine.tapes)],
    }


def tape_column(machine: TapeMachine, moments: Sequence[TapeConfiguration], number: int) -> dict[str, Any]:
    """`cells[k]` are the symbols from cell `start[k]` on; `left` and `right` count the cells that are not shown."""
    symbol = {name: k for k, name in enumerate(machine.symbols)}
    column: dict[str, list[Any]] = {"head": [], "start": [], "cells": [], "left": [], "right": []}
    for moment in moments:
        tape, head = moment.tapes[number], moment.heads[number]
        first, last = head - SHOWN_CELLS, head + SHOWN_CELLS
        kept = tape.symbols[max(0, first - tape.start) : max(0, last + 1 - tape.start)]
        start = max(tape.start, first)
        column["head"].append(head)
        column["start"].append(start if kept else head)
        column["cells"].append(code_text(symbol[name] for name in kept))
        column["left"].append(min(len(tape.symbols), max(0, first - tape.start)))
        column["right"].append(min(len(tape.symbols), max(0, tape.start + len(tape.symbols) - 1 - last)))
    return column


def tape_facts(run: Run[TapeConfiguration]) -> dict[str, Any]:
    """How the run ended, and its steps."""
    state = run.configuration.state
    endings = {"accept": "accepts", "reject": "rejects", "halted": f"halts in {state}"}
    ending = {"": endings.get(run.verdict, f"stuck in {state}")} if run.halted else {}
    return {**ending, **steps_fact(run)}
