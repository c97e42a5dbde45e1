"""The way back: from the residual stream, or from tokens, to configurations; and one stream vector in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import F64
from turingrad.constructions.decoder.features import BOOT, Features
from turingrad.constructions.decoder.options import Options
from turingrad.constructions.decoder.vocabulary import BOS_ID, EDGE_ID, HALT_ID, START_ID, Vocabulary
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape import Tape, TapeConfiguration, TapeMachine

FIELDS = ("st", "sym", "cell", "wr", "next", "to", "read", "place", "dig", "turn", "goto", "goal")
FLAGS = ("bos", "right", "left", "halt", "edge", "writes", "step", "stop", "fall")


@dataclass(frozen=True)
class Reading:
    """One stream vector in words: `fields` has the value of each field that is on, `flags` those that are on.

    Cells are the machine's numbers; a one-hot field with none or several features on is left out.
    """

    fields: dict[str, str | int]
    flags: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([*(f"{name}={value}" for name, value in self.fields.items()), *self.flags])


def read_vector(vector: F64, features: Features, options: Options) -> Reading:
    on = vector > 0
    fields: dict[str, str | int] = {}
    for field in FIELDS:
        names = features.group(field)
        values = [name for name in names if on[features[name]]]
        if names and names[0].startswith(f"{field}."):
            number = sum(1 << int(name.rpartition(".")[2]) for name in values)
            fields[field] = number if field == "dig" else number - options.left
        elif len(values) == 1:
            fields[field] = values[0].partition("=")[2]
    return Reading(fields, tuple(flag for flag in FLAGS if flag in features and on[features[flag]]))


class Playback:
    """Follows a run token by token: inputs fill cells, each step's token shows a configuration."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.machine: TapeMachine = vocabulary.machine
        self.cells: dict[int, str] = {}
        self.digits: dict[int, int] = {}
        self.step, self.state, self.symbol, self.head = -1, self.machine.start, self.machine.blank, -1
        self.ended: str | None = None
        self.filled = 0  # the cell of the last input

    def follow(self, tokens: Sequence[int]) -> None:
        for token in tokens:
            self._follow(token)

    def _follow(self, token: int) -> None:
        said, o = self.vocabulary.said[token], self.vocabulary.options
        if said.digit is not None:
            self.digits[said.digit[0]] = said.digit[1]
            return
        if token in (HALT_ID, EDGE_ID):
            self.ended = said.kind
            return
        if token in (BOS_ID, START_ID):
            return
        cell = said.cell
        if o.digits:
            cell = sum(value << place * o.digit_bits for place, value in self.digits.items()) - o.left
        if cell is None or said.symbol is None:
            raise InputError(f"token {token} ({self.vocabulary.texts[token]}) is not part of a run")
        if said.kind == "input":
            self.cells[cell], self.filled = said.symbol, cell
            return
        self._leave()
        assert said.state is not None
        self.step, self.state, self.symbol, self.head = self.step + 1, said.state, said.symbol, cell

    def _leave(self) -> None:
        """The write of the step that the last token began."""
        if self.step < 0:
            return
        rule = self.machine.rule(self.state, (self.symbol,))
        if rule is not None:
            self.cells[self.head] = rule.write[0]

    def configuration(self) -> TapeConfiguration:
        return TapeConfiguration(self.step, self.state, (self.head,), (Tape.of(self.cells, self.machine.blank),))

    def require_inside(self) -> None:
        if self.ended == "edge":
            o = self.vocabulary.options
            raise LimitError(
                f"the head leaves the {o.cells} cells of the decoder's tape after step {self.step}: "
                f"compile with more cells"
            )


def configuration_at(
    stream: F64, at: int, features: Features, options: Options, machine: TapeMachine
) -> TapeConfiguration:
    """The configuration after step `at`, from the last block's stream (tokens, width): state and head from the token of
    that step, the tape from what all tokens before it wrote."""
    on = stream > 0
    steps = np.flatnonzero(on[:, [features[name] for name in features.group("st")]].any(axis=1))
    steps = steps[~on[steps, features[f"st=<{BOOT}>"]]]
    if not 0 <= at < len(steps):
        raise InputError(f"step {at} is not among the {len(steps)} steps of these activations")
    last, cells = int(steps[at]), {}
    state, head = "", 0
    for place in range(last + 1):
        reading = read_vector(stream[place], features, options)
        cell = reading.fields["cell"]
        assert isinstance(cell, int)
        if place == last:
            state, head = str(reading.fields["st"]), cell
        elif (
            "wr" in reading.fields and "bos" not in reading.flags and (not options.digits or "writes" in reading.flags)
        ):
            cells[cell] = str(reading.fields["wr"])
    return TapeConfiguration(at, state, (head,), (Tape.of(cells, machine.blank),))
