"""The instructions that candidate programs are made of, as values, as numbers for the kernel, and as text.

A program is a list of instructions that is repeated until one of them halts. An instruction either succeeds or fails,
and says for both what follows: the next instruction, the first one `again`, or an answer, `+` or `-`.

    step right              one cell; fails at a wall
    run up                  to the wall
    find down -0            from this cell on to the first cell that holds one of these symbols; fails at the wall
    scan down right -0      to the first such cell of the whole grid, going down each column, columns from the left;
                            fails if there is none (the head is then at the last cell)
    sweep right down v uv   for each cell u from this one to the wall, and its neighbour v on the side named second:
                            replaces (u, v) by the two values; a neighbour beyond the wall counts as + and stays away
    test -0                 fails if this cell holds another symbol
    write +

A sweep sees one bit of a cell: + or not +. Its two values are Boolean functions of the bits u and v: with the prior
`products` one of u, v, uv (+ if they are equal, the product of signs) and +, with `boolean` any of the sixteen. Nothing
here is about parities, but a pass over two adjacent rows is one instruction, and that is knowledge: the prior says that
rows are combined as a whole (`log2_prior` says how much).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

from turingrad._support.validation.values import choice, whole
from turingrad.errors import InputError

KINDS = ("step", "run", "find", "scan", "sweep", "test", "write")
STEP, RUN, FIND, SCAN, SWEEP, TEST, WRITE = range(7)
DIRECTIONS = ("up", "down", "left", "right")
SYMBOLS = "-0+"
EXITS = ("next", "again", "+", "-")
NEXT, AGAIN, ANSWER_PLUS, ANSWER_MINUS = range(4)
FIELDS = 6  # of an instruction as numbers: kind, direction, argument, side, exit if it succeeds, exit if it fails
PROGRAM = -4  # the first entry of a program's numbers: no entry of a rule table is as small
MAX_INSTRUCTIONS = 64
FAILING = (STEP, FIND, SCAN, TEST)  # the others always succeed

# Boolean functions of (u, v) as four bits: bit 2 u + v is the value, with + as 1
NAMES_OF_VALUES = {"u": 0b1100, "v": 0b1010, "uv": 0b1001, "+": 0b1111}
PRODUCTS = tuple(NAMES_OF_VALUES.values())
PRIORS = ("products", "boolean")


@dataclass(frozen=True)
class Instruction:
    """One instruction; `argument` is a set of symbols as bits (find, scan, test), two functions of four bits each
    (sweep), a symbol's number (write), or 0. `side` is 0 for up or left, 1 for down or right."""

    kind: int
    direction: int = 0
    argument: int = 0
    side: int = 0
    success: int = NEXT
    failure: int = NEXT

    @property
    def numbers(self) -> tuple[int, ...]:
        return (self.kind, self.direction, self.argument, self.side, self.success, self.failure)

    @property
    def side_direction(self) -> int:
        """Across the direction: left or right of a vertical one, up or down of a horizontal one."""
        return (2 if self.direction < 2 else 0) + self.side

    @property
    def symbols(self) -> str:
        return "".join(symbol for k, symbol in enumerate(SYMBOLS) if self.argument >> k & 1)

    @property
    def values(self) -> tuple[int, int]:
        """What a sweep puts in place of u and of v."""
        return self.argument & 15, self.argument >> 4

    def simplify(self) -> Instruction:
        """The same instruction with every number that has no effect set to 0."""
        directed = self.kind not in (TEST, WRITE)
        return Instruction(
            self.kind,
            self.direction if directed else 0,
            self.argument if self.kind not in (STEP, RUN) else 0,
            self.side if self.kind in (SCAN, SWEEP) else 0,
            self.success,
            self.failure if self.kind in FAILING else NEXT,
        )

    def __str__(self) -> str:
        words = [KINDS[self.kind]]
        if self.kind not in (TEST, WRITE):
            words.append(DIRECTIONS[self.direction])
        if self.kind in (SCAN, SWEEP):
            words.append(DIRECTIONS[self.side_direction])
        if self.kind in (FIND, SCAN, TEST):
            words.append(self.symbols)
        elif self.kind == SWEEP:
            words += map(name_of_value, self.values)
        elif self.kind == WRITE:
            words.append(SYMBOLS[self.argument])
        if self.success != NEXT:
            words += ["then", EXITS[self.success]]
        if self.kind in FAILING and self.failure != NEXT:
            words += ["else", EXITS[self.failure]]
        return " ".join(words)


def name_of_value(bits: int) -> str:
    names = {value: name for name, value in NAMES_OF_VALUES.items()}
    return names.get(bits, format(bits, "04b"))


def format_program(program: Sequence[Instruction]) -> str:
    """The program as one line of text, which `parse_program` reads back."""
    return "; ".join(map(str, program))


def parse_program(text: str) -> tuple[Instruction, ...]:
    """The program of a text such as "scan down right - else +; sweep right down v uv".

    Raises:
        InputError: the text is not a program; the message names the instruction.
    """
    parts = text.split(";")
    if len(parts) > MAX_INSTRUCTIONS:
        raise InputError(f"a program must have at most {MAX_INSTRUCTIONS} instructions, not {len(parts)}")
    return tuple(map(parse_instruction, parts))


def parse_instruction(text: str) -> Instruction:
    words = text.split()
    exits = {"then": NEXT, "else": NEXT}
    while len(words) > 2 and words[-2] in exits:
        exits[words[-2]] = EXITS.index(choice(words[-1], f"what follows {words[-2]!r} in {text.strip()!r}", EXITS))
        words = words[:-2]
    try:
        kind = KINDS.index(words[0])
        direction = DIRECTIONS.index(words.pop(1)) if kind not in (TEST, WRITE) else 0
        side = 0
        if kind in (SCAN, SWEEP):
            across = DIRECTIONS.index(words.pop(1))
            if (across < 2) == (direction < 2):
                raise ValueError
            side = across % 2
        argument = parse_argument(kind, words[1:])
    except (ValueError, IndexError):
        raise InputError(
            f"{text.strip()!r} is not an instruction; one is, for example, 'scan down right -0 else +'"
        ) from None
    return Instruction(kind, direction, argument, side, exits["then"], exits["else"]).simplify()


def parse_argument(kind: int, words: list[str]) -> int:
    """The argument of an instruction; a ValueError if the words do not fit its kind."""
    if kind in (STEP, RUN):
        if words:
            raise ValueError
        return 0
    if kind == SWEEP:
        upper, lower = (NAMES_OF_VALUES[w] if w in NAMES_OF_VALUES else int(w, 2) for w in words)
        if not (0 <= upper < 16 and 0 <= lower < 16):
            raise ValueError
        return upper | lower << 4
    (symbols,) = words
    numbers = [SYMBOLS.index(symbol) for symbol in symbols]
    if kind == WRITE:
        (number,) = numbers
        return number
    return sum(1 << number for number in set(numbers))


def valid_program(entries: Sequence[Any]) -> tuple[Instruction, ...]:
    """The program of untrusted numbers: PROGRAM, then six for each instruction."""
    count = (len(entries) - 1) // FIELDS
    if (len(entries) - 1) % FIELDS or not 1 <= count <= MAX_INSTRUCTIONS:
        raise InputError(
            f"a program must have 1 to {MAX_INSTRUCTIONS} instructions of {FIELDS} numbers, not {len(entries) - 1} "
            "numbers"
        )
    bounds = (len(KINDS) - 1, 3, 255, 1, len(EXITS) - 1, len(EXITS) - 1)
    program = []
    for k in range(1, len(entries), FIELDS):
        numbers = [
            whole(v, "an entry of a program", 0, most) for v, most in zip(entries[k : k + FIELDS], bounds, strict=True)
        ]
        one = Instruction(*numbers)
        most = {FIND: 7, SCAN: 7, TEST: 7, SWEEP: 255, WRITE: 2}.get(one.kind, 0)
        if one.argument > most:
            raise InputError(f"the argument {one.argument} of a {KINDS[one.kind]!r} is larger than {most}")
        program.append(one)
    return tuple(program)


def as_numbers(program: Sequence[Instruction]) -> tuple[int, ...]:
    """What `valid_program` reads."""
    return (PROGRAM, *(number for one in program for number in one.numbers))


def log2_prior(program: Sequence[Instruction], prior: str = "products") -> float:
    """The base-2 logarithm of the probability that the prior's draw gives exactly this program, its length given.

    An instruction's kind is uniform over seven; then its direction, side, symbols (six sets, neither empty nor all) or
    functions are uniform; each exit is `next` with probability 5/8 and each other with 1/8.
    """
    choice(prior, "the prior", PRIORS)
    functions = len(PRODUCTS) if prior == "products" else 16
    bits = 0.0
    for one in program:
        bits += log2(len(KINDS))
        bits += 2 if one.kind not in (TEST, WRITE) else 0
        bits += 1 if one.kind in (SCAN, SWEEP) else 0
        bits += {FIND: log2(6), SCAN: log2(6), TEST: log2(6), SWEEP: 2 * log2(functions), WRITE: log2(3)}.get(
            one.kind, 0
        )
        bits += log2(8 / 5) if one.success == NEXT else 3
        if one.kind in FAILING:
            bits += log2(8 / 5) if one.failure == NEXT else 3
    return -bits
