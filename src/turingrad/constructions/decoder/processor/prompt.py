"""Prompts, which are live states, and the tokens that a run says.

A prompt is `<bos>`, the words of memory page by page, the registers that are not 0, and the pc. So the state in the
middle of a run is a prompt as well: a run that is longer than the context goes on from there in another window.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad._support.arrays import I32, I64, U8, U32
from turingrad._support.jit import njit
from turingrad.constructions.decoder.processor.tokens import BOS_ID, PAGE, ProcessorVocabulary
from turingrad.machine.program.kernel import NOTHING, OUTPUT

LONGEST_VALUE = 4
LONGEST_RECORD = 1 + LONGEST_VALUE


@njit(cache=True, nogil=True)
def spell(value: Any, byte: int, tokens: I32, at: int) -> int:
    """Writes the byte tokens of a value, the first kind of which begins at `byte`; returns the place after them."""
    for place in range(4):
        above = value >> 8 * (place + 1)
        ending = 1 if above == 0 else 2 if above == (1 << 8 * (3 - place)) - 1 else 0
        kind = 9 if place == 3 else 3 * place + ending
        tokens[at] = byte + kind * 256 + (value >> 8 * place & 0xFF)
        at += 1
        if ending:
            break
    return at


@njit(cache=True, nogil=True)
def spell_memory(words: U32, code: int, starts: I64, tokens: I32, at: int) -> int:
    """Records of all words of code, and of the words of data that are not 0; a page token in front of each page."""
    byte, code_token, data_token, page_token = starts[0], starts[1], starts[2], starts[3]
    page = -1
    for number in range(len(words)):
        if number >= code and words[number] == 0:
            continue
        if number // PAGE != page:
            page = number // PAGE
            tokens[at] = page_token + page
            at += 1
        tokens[at] = (code_token if number < code else data_token) + number % PAGE
        at = spell(np.int64(words[number]), byte, tokens, at + 1)
    return at


def state_tokens(vocabulary: ProcessorVocabulary, words: U32, code: int, registers: list[int], pc: int) -> I32:
    """The prompt of a state: memory as words, the number of words of code, 32 registers, and the pc, in bytes."""
    v = vocabulary
    tokens = np.empty(len(words) * (LONGEST_RECORD + 1) + 32 * LONGEST_RECORD + 2, dtype=np.int32)
    tokens[0] = BOS_ID
    starts = np.array([v.byte, v.code, v.data, v.page], dtype=np.int64)
    at = int(spell_memory(words, code, starts, tokens, 1))
    for number, value in enumerate(registers):
        if value:
            tokens[at] = v.register + number
            at = int(spell(value, v.byte, tokens, at + 1))
    tokens[at] = v.pc + pc // 4
    return tokens[: at + 1].copy()


@njit(cache=True, nogil=True)
def spell_effects(pcs: U32, kinds: U8, values: U32, starts: I64, tokens: I32, limit: int) -> tuple[int, int]:
    """The records of instructions that end within `limit` tokens: how many instructions, and how many tokens. The
    first pc token is not written: it is the last of what is before."""
    byte, out, pc = starts[0], starts[1], starts[2]
    at = 0
    for number in range(len(pcs)):
        if at + LONGEST_RECORD > limit:
            return number, at
        if number:
            tokens[at] = pc + (pcs[number] >> 2)
            at += 1
        if kinds[number] == OUTPUT:
            tokens[at] = out + values[number]
            at += 1
        elif kinds[number] != NOTHING:
            at = spell(np.int64(values[number]), byte, tokens, at)
    return len(pcs), at


def value_of(vocabulary: ProcessorVocabulary, tokens: list[int]) -> int:
    """The 32-bit value that byte tokens spell."""
    value, ending = 0, 1
    for token in tokens:
        place, ending, byte = vocabulary.spelled_byte(token)
        value |= byte << 8 * place
    filled = 8 * len(tokens)
    return value | ((1 << 32) - (1 << filled) if ending == 2 else 0)
