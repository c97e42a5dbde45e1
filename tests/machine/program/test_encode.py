"""Instructions, words and text: each way back gives the same."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from turingrad.errors import InputError
from turingrad.machine.program import assemble, decode, disassemble, encode, encode_unchecked
from turingrad.machine.program.draws import draw_word
from turingrad.machine.program.encode import IMMEDIATES
from turingrad.machine.program.instructions import FORMS


def random_words(count: int) -> list[int]:
    rng = Random(0)
    return [draw_word(rng, 4 * (at % 500), 2000) for at in range(count)]


def test_decode_is_the_way_back_of_encode() -> None:
    seen = set()
    for word in random_words(4000):
        found = decode(word)
        if found is not None:
            seen.add(found.name)
            fields = {"rd": found.rd, "rs1": found.rs1, "rs2": found.rs2, "imm": found.imm}
            assert encode(found.name, **fields) == encode_unchecked(found.name, **fields) == word
    assert seen == set(FORMS)


def test_hostile_words_are_instructions_only_if_encode_makes_them() -> None:
    rng = np.random.default_rng(1)
    known = 0
    for word in rng.integers(0, 1 << 32, 20_000).tolist():
        found = decode(word | 3)  # all but compressed ones end in 11
        if found is not None:
            known += 1
            assert encode(found.name, rd=found.rd, rs1=found.rs1, rs2=found.rs2, imm=found.imm) == word | 3
    assert known > 1000


@pytest.mark.parametrize("word", [0, 0xFFFFFFFF, 0x00200073, 0x30200073, 0x0000100F, 0x02A50533, 1, 0x3003])
def test_words_of_extensions_are_none(word: int) -> None:
    assert decode(word) is None
    assert disassemble(word) == f".word {word:#010x}"


@pytest.mark.parametrize("name", [name for name in FORMS if FORMS[name].layout in IMMEDIATES])
def test_immediates_outside_of_their_bits_are_refused(name: str) -> None:
    least, most, unit = IMMEDIATES[FORMS[name].layout]
    for imm in (least, most):
        found = decode(encode(name, imm=imm))
        assert found is not None
        assert found.imm == imm
    for imm in (least - unit, most + unit, *((1,) if unit == 2 else ())):
        with pytest.raises(InputError, match="immediate"):
            encode(name, imm=imm)


def test_unknown_names_and_registers_are_refused() -> None:
    with pytest.raises(InputError, match="no RV32I instruction is called 'mul'"):
        encode("mul")
    with pytest.raises(InputError, match="rd of addi must be a register number"):
        encode("addi", rd=32)


def test_the_assembler_is_the_way_back_of_the_disassembler() -> None:
    words = random_words(3000)
    text = "\n".join(disassemble(word, 4 * at) for at, word in enumerate(words))
    assert list(assemble(text).words) == words
