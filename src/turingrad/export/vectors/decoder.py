"""Test vectors of decoder networks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from turingrad._support.arrays import I64
from turingrad.constructions.decoder import DecoderNetwork, ProgramDecoder
from turingrad.constructions.decoder.processor.said import RunTokens
from turingrad.errors import InputError
from turingrad.export.vectors.arrays import INPUT_LENGTH, Arrays, Tell
from turingrad.machine.program.draws import draw_input

PADDING = -1  # of token rows that end early
MAX_FOLLOWING = 4096  # tokens of a program's run: its context may have a million


def of_decoder(network: DecoderNetwork, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Prompts and the tokens that follow, to the end of the run or the context; rows are filled up with -1."""
    length = min(INPUT_LENGTH, network.options.cells - network.options.left)
    given = [[str(s) for s in rng.choice(network.machine.symbols, length)] for _ in range(count)]
    following = []
    for number, each in enumerate(given):
        tell(number)
        following.append(network.expected_tokens(each))
    return {"prompt": fill_rows([network.prompt(each) for each in given]), "following": fill_rows(following)}


def of_processor(network: ProgramDecoder, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Prompts of the program with random input bytes, and at most 4,096 tokens that follow; rows are filled up with
    -1."""
    program = network.machine
    if program.input_at is None and count > 1:
        raise InputError(f"the program takes no input, so it has one run: 1 vector, not {count:,}")
    prompts, following = [], []
    for number in range(count):
        tell(number)
        given = draw_input(program, INPUT_LENGTH, rng)
        prompts.append(network.prompt(given))
        room = min(MAX_FOLLOWING, network.options.context - len(prompts[-1]))
        following.append(RunTokens(network.vocabulary, program, given).take(room).tolist())
    return {"prompt": fill_rows(prompts), "following": fill_rows(following)}


def fill_rows(rows: Sequence[Sequence[int]]) -> I64:
    """Rows of tokens as one array, (rows, longest row)."""
    filled = np.full((len(rows), max(map(len, rows))), PADDING, np.int64)
    for place, tokens in zip(filled, rows, strict=True):
        place[: len(tokens)] = tokens
    return filled


MAKERS = {ProgramDecoder: of_processor, DecoderNetwork: of_decoder}
