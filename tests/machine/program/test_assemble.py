"""The assembler: pseudo-instructions, directives, symbols, and errors with their place."""

from __future__ import annotations

import pytest

from turingrad.errors import FormatError, MachineError
from turingrad.machine.program import assemble, disassemble
from turingrad.machine.program.run import run

PSEUDO = {
    "nop": "addi zero, zero, 0",
    "mv a0, a1": "addi a0, a1, 0",
    "not a0, a1": "xori a0, a1, -1",
    "neg a0, a1": "sub a0, zero, a1",
    "seqz a0, a1": "sltiu a0, a1, 1",
    "snez a0, a1": "sltu a0, zero, a1",
    "sltz a0, a1": "slt a0, a1, zero",
    "sgtz a0, a1": "slt a0, zero, a1",
    "beqz a0, 8": "beq a0, zero, 0x8",
    "bnez a0, 8": "bne a0, zero, 0x8",
    "blez a0, 8": "bge zero, a0, 0x8",
    "bgez a0, 8": "bge a0, zero, 0x8",
    "bltz a0, 8": "blt a0, zero, 0x8",
    "bgtz a0, 8": "blt zero, a0, 0x8",
    "bgt a0, a1, 8": "blt a1, a0, 0x8",
    "ble a0, a1, 8": "bge a1, a0, 0x8",
    "bgtu a0, a1, 8": "bltu a1, a0, 0x8",
    "bleu a0, a1, 8": "bgeu a1, a0, 0x8",
    "j 8": "jal zero, 0x8",
    "jal 8": "jal ra, 0x8",
    "jr a0": "jalr zero, 0(a0)",
    "jalr a0": "jalr ra, 0(a0)",
    "jalr a0, a1, 4": "jalr a0, 4(a1)",
    "ret": "jalr zero, 0(ra)",
    "call 8": "jal ra, 0x8",
    "tail 8": "jal zero, 0x8",
    "li a0, -5": "addi a0, zero, -5",
    "li a0, 0x12345000": "lui a0, 0x12345",
    "lw a0, (sp)": "lw a0, 0(sp)",
    "sw x10, -4(x2)": "sw a0, -4(sp)",
    "addi a0, a0, 'A'": "addi a0, a0, 65",
    "addi a0, a0, (1 << 3 | 2) + 6 / 2 * ~-2": "addi a0, a0, 13",
    "lui a0, %hi(0x12345fff)": "lui a0, 0x12346",
    "addi a0, a0, %lo(0x12345fff)": "addi a0, a0, -1",
}


@pytest.mark.parametrize("text", PSEUDO)
def test_pseudo_instructions_are_what_the_manual_says(text: str) -> None:
    (word,) = assemble(text).words
    assert disassemble(word) == PSEUDO[text]


@pytest.mark.parametrize("number", [0, -1, 2047, 2048, -2048, -2049, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, -(1 << 31)])
def test_li_loads_any_32_bit_number(number: int) -> None:
    assert run(assemble(f"li a0, {number}; ebreak")).configuration.registers[10] == number & 0xFFFFFFFF


def test_sections_symbols_and_data() -> None:
    program = assemble(
        """
        .equ STEP, end - table      # of labels that come later
        size = 4 * 3
        .globl _start
        first: nop
        _start: la a0, table; lw a1, 0(a0)
        1: addi a1, a1, size
        bnez zero, 1b
        beqz zero, 1f
        ebreak
        1: li a2, STEP
        la a3, zeros /* in
        .bss */
        sw a1, 4(a3); la a4, . ; ebreak
        .rodata
        text: .asciz "a\\n\\x41\\"#"
        .byte 1, -1
        .align 2
        table: .word 30, first, table
        end: .half 0xffff
        .bss
        zeros: .space 8
        """,
        "x.s",
    )
    symbols = dict(program.symbols)
    assert program.entry == symbols["_start"] == 4
    assert program.image[symbols["text"] : symbols["text"] + 6] == b'a\nA"#\0'
    last = run(program).configuration
    assert last.exit_code == 0
    assert last.registers[11:14] == (42, 12, symbols["zeros"])
    assert last.memory.word(symbols["zeros"] + 4) == 42
    assert last.memory.word(symbols["table"] + 8) == symbols["table"]
    assert symbols["zeros"] >= len(program.image)
    assert program.line_at[0] == 5
    assert program.name == "x"


def test_input_is_behind_everything() -> None:
    source = "la a0, __input; lw a1, (a0); lbu a2, 5(a0); ebreak; .bss; .space 5"
    program = assemble(source)
    assert program.input_at is not None
    assert run(program, "xyz").configuration.registers[11:13] == (3, ord("y"))
    assert assemble("ebreak").input_at is None


ERRORS = {
    "addi a0, a0": ("the statement ends here", 1, 12),
    "nop\n addi a0, b0, 1": ("no register is called 'b0'", 2, 11),
    "frob a0": ("unknown instruction 'frob'", 1, 1),
    ".frob": ("unknown directive .frob", 1, 1),
    "addi a0, a0, 4096": ("the immediate of addi must be a whole number from -2,048 to 2,047", 1, 1),
    "j nowhere": ("unknown symbol 'nowhere'", 1, 3),
    "a: nop\na: nop": ("the symbol 'a' is defined twice", 2, 1),
    "j 1b\n1: nop": ("no label 1: before this line", 1, 3),
    "1: j 1f": ("unknown symbol '1f'", 1, 6),
    "nop; beqz a0, 3": ("even, not -1", 1, 6),
    ".byte 256": ("256 does not fit into 1 byte(s)", 1, 7),
    ".ascii 5": ("not a string", 1, 8),
    '.ascii "\\q"': ("unknown escape", 1, 8),
    ".data\nnop": ("an instruction in the section .data", 2, 1),
    ".byte 1\nnop": ("not a multiple of 4", 2, 1),
    ".bss\n.word 1": ("zeros only", 2, 1),
    ".space 1 << 40": ("the size of .space must be a number from 0", 1, 13),
    ".space later\nlater: nop": ("unknown symbol 'later'", 1, 8),
    ".equ a, b\n.equ b, a\nli a0, a": ("unknown symbol", 2, 9),
    "nop nop": ("unexpected text", 1, 5),
    "nop ?": ("unexpected character", 1, 5),
    "li a0, 1 / 0": ("division by zero", 1, 10),
    "li a0, 0x100000000": ("does not fit into 32 bits", 1, 1),
    "li a0, " + "(" * 200 + "1": ("more than 100 nested brackets", 1, 108),
    "__input: nop": ("__input is defined by the assembler", 1, 1),
    ".section .debug": ("unknown section .debug", 1, 10),
    # what C and other assemblers read in another way, or what an earlier version passed over
    "li a0, 010": ("is octal for other assemblers", 1, 8),
    "li a0, " + "9" * 5000: ("the number is larger than 64 bits", 1, 8),
    "li a0, \uff11\uff12": ("unexpected character", 1, 8),
    ".word 1 + 2 << 3": ("<< beside another operator", 1, 13),
    ".word 2 << 1 * 3": ("<< beside another operator", 1, 9),
    ".word 1 | 2 & 4": ("| beside another operator", 1, 9),
    ".word 1 + 2 | 4": ("| beside another operator", 1, 13),
    ".word -8 >> 1": ("a negative number shifted right", 1, 10),
    '.ascii "\\x4142"': ("has more than two digits", 1, 8),
    "nop\n/* nop\nnop": ("a comment that does not end", 2, None),
    "": ("no instructions", None, None),
}


def test_signs_of_comments_in_strings_and_comments_are_none() -> None:
    """An earlier version dropped what was between two such signs."""
    program = assemble('li a0, \'#\' # /* not a comment\nli a7, 93 // */\necall /* ; */ ; .rodata; .asciz "/*", "#*/"')
    assert run(program).configuration.exit_code == ord("#")
    assert program.image.rstrip(b"\0").endswith(b"/*\0#*/")


def test_statements_behind_a_directive_of_no_effect_are_assembled() -> None:
    program = assemble(".globl main; .option norvc; li a0, 5; .section .text; li a7, 93; .size main, 4; ecall")
    assert run(program).configuration.exit_code == 5


EXPRESSIONS = {"(1 + 2) << 3": 24, "1 << 3 | 2 * 3": 14, "1 + 2 * 3 - 4 / 2": 5, "7 & 6 & 3": 2, "~(1 << 4) & 255": 239}


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions_have_one_meaning(text: str) -> None:
    assert assemble(f".word {text}").words[0] == EXPRESSIONS[text]


@pytest.mark.parametrize("text", ERRORS)
def test_errors_have_a_place(text: str) -> None:
    message, line, column = ERRORS[text]
    with pytest.raises(FormatError) as caught:
        assemble(text, "x.s")
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith("x.s")


def test_what_does_not_fit_into_ram_is_refused_with_sizes() -> None:
    with pytest.raises(MachineError, match="needs 70,016 bytes, more than the 65,536 bytes of RAM"):
        assemble("ebreak; .bss; .space 70000")
    assert assemble("ebreak; .bss; .space 70000", ram=1 << 17).ram == 1 << 17
