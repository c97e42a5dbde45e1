"""The word machine: one tape machine that runs straight-line arithmetic on words, in loops over the samples.

Six tapes over {0, 1, blank}; a word is two's complement, least significant bit first, between blanks. A head rests on
the blank left of its word.

    X  the samples, word after word, read-only
    M  words that outlive a sample (weights)         N  words that do not
    P  the program: operations as a prefix code; a blank marks where a loop starts
    A  the accumulator                               C  a flag, a blank, and room for a product

The width of a word is not in the rules: it is the distance of the blanks. A product is made by Booth's digits,
b[i-1] - b[i] in {-1, 0, 1}: runs of equal bits cost one step each, every other digit adds or subtracts the
multiplicand where the head of C is. `point` bits of it are dropped: as many ones follow the operation in the program.
"""

from __future__ import annotations

from functools import lru_cache

from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.assembler import StateAssembler

BLANK = "_"
TAPES = X, M, N, P, A, C = "XMNPAC"
BIT, ANY = "01", "01_"
MEMORY = {"1": M, "2": N}
MOVES = ("R1", "L1", "R2", "L2")
COMMON = ("LD1", "LD2", "ST1", "ST2", "ADD1", "ADD2", "SUB1", "SUB2", "MUL1", "MUL2", "CON", "LDX")
CHOICES = ("LT1", "LT2", "GT1", "GT2", "CLD1", "CLD2")
RARE = ("FLAG", "NOT", "NEXT", "HALT")
CODES = {  # a prefix code: three bits, five, six, seven
    **{name: f"0{number:02b}" for number, name in enumerate(MOVES)},
    **{name: f"1{number:04b}" for number, name in enumerate(COMMON)},
    **{name: f"1{24 + number:05b}" for number, name in enumerate(CHOICES)},
    **{name: f"11111{number:02b}" for number, name in enumerate(RARE)},
}
READY, HALTED = "ready", "halted"


@lru_cache(maxsize=1)
def word_machine() -> TapeMachine:
    """The machine; its rules depend neither on the width of the words nor on the program."""
    states = StateAssembler({X: BLANK, M: BLANK, N: BLANK, P: ANY, A: BLANK, C: BIT}, ANY, BLANK)
    states.rule("start", {C: BLANK, P: BLANK}, READY, moves={C: 1, P: 1})
    decode(states)
    transfer(states)
    for number, tape in MEMORY.items():
        move(states, number, tape)
        add(states, number, tape)
        compare(states, number, tape)
        multiply(states, number, tape)
    take_product(states)
    loop(states)
    return states.machine(
        "start",
        (HALTED,),
        name="words",
        doc="Runs a program of additions, products, comparisons and choices on words, sample after sample.",
    )


def decode(states: StateAssembler) -> None:
    """One state per node of the prefix code; the last bit of an operation also makes its first move."""
    first = {
        **{f"{way}{n}": {tape: step} for way, step in (("R", 1), ("L", -1)) for n, tape in MEMORY.items()},
        **{
            f"{name}{n}": {tape: 1, A: 1}
            for name in ("LD", "ST", "ADD", "SUB", "LT", "GT")
            for n, tape in MEMORY.items()
        },
        **{f"MUL{n}": {tape: 1, A: 1, C: 1} for n, tape in MEMORY.items()},
        "CON": {A: 1},
        "LDX": {X: 1, A: 1},
        "FLAG": {A: 1},
        "NOT": {A: 1},
        "NEXT": {X: 1},
    }
    entries = {"ADD1": "add1.0", "ADD2": "add2.0", "SUB1": "sub1.1", "SUB2": "sub2.1", "HALT": HALTED}
    entries |= {f"{name}{n}": f"{name.lower()}{n}.10" for name in ("LT", "GT") for n in MEMORY}
    nodes = {code[:length] for code in CODES.values() for length in range(len(code))}
    leaves = {code: name for name, code in CODES.items()}
    for node in sorted(nodes, key=lambda node: (len(node), node)):
        state = f"ready.{node}" if node else READY
        for bit in BIT:
            name = leaves.get(node + bit)
            to = f"ready.{node}{bit}" if name is None else entries.get(name, name.lower())
            moves = {P: 1} if name is None else {P: 1, **first.get(name, {})}
            states.rule(state, {P: bit}, to, moves=moves)
    states.rule(READY, {P: BLANK}, READY, moves={P: 1})  # where a loop starts


def transfer(states: StateAssembler) -> None:
    """Constants, samples, the flag: what uses no word of the memory tapes."""
    for bit in BIT:
        states.rule("con", {A: BIT, P: bit}, "con", {A: bit}, {A: 1, P: 1})
        states.rule("ldx", {A: BIT, X: bit}, "ldx", {A: bit}, {A: 1, X: 1})
        states.rule("flag", {A: bit}, READY, {C: bit}, {A: -1})
        states.rule("not", {A: bit}, READY, {C: "10"[int(bit)]}, {A: -1})
    states.rule("con", {A: BLANK}, "home", moves={A: -1})
    states.rule("ldx", {A: BLANK}, "home", moves={A: -1})
    states.rule("home", {A: BIT}, "home", moves={A: -1})
    states.rule("home", {}, READY)


def move(states: StateAssembler, n: str, tape: str) -> None:
    """To the next word; copies between it and the accumulator."""
    for name, step in (("r", 1), ("l", -1)):
        states.rule(f"{name}{n}", {tape: BIT}, f"{name}{n}", moves={tape: step})
        states.rule(f"{name}{n}", {}, READY)
    for bit in BIT:
        states.rule(f"ld{n}", {tape: bit, A: BIT}, f"ld{n}", {A: bit}, {tape: 1, A: 1})
        states.rule(f"st{n}", {tape: BIT, A: bit}, f"st{n}", {tape: bit}, {tape: 1, A: 1})
    for state in (f"ld{n}", f"st{n}"):
        states.rule(state, {}, f"back{n}", moves={tape: -1, A: -1})
    states.rule(f"back{n}", {tape: BIT, A: BIT}, f"back{n}", moves={tape: -1, A: -1})
    states.rule(f"back{n}", {}, READY)
    states.rule(f"cld{n}", {C: "1"}, f"ld{n}", moves={tape: 1, A: 1})
    states.rule(f"cld{n}", {C: "0"}, READY)


def add(states: StateAssembler, n: str, tape: str) -> None:
    """A + word, and A - word = A + not word + 1; the state holds the carry."""
    for name, flip in (("add", 0), ("sub", 1)):
        for carry in (0, 1):
            state = f"{name}{n}.{carry}"
            for a in (0, 1):
                for b in (0, 1):
                    total = a + (b ^ flip) + carry
                    states.rule(
                        state, {A: str(a), tape: str(b)}, f"{name}{n}.{total >> 1}",
                        {A: str(total & 1)}, {A: 1, tape: 1},
                    )  # fmt: skip
            states.rule(state, {}, f"back{n}", moves={tape: -1, A: -1})


def compare(states: StateAssembler, n: str, tape: str) -> None:
    """A < word (lt) and A > word (gt): the sign of the difference with one bit more, then in all bits of A.

    The state holds the carry and the bit that would follow if the present bits were the signs.
    """
    for name in ("lt", "gt"):
        for carry in (0, 1):
            for sign in (0, 1):
                state = f"{name}{n}.{carry}{sign}"
                for a in (0, 1):
                    for b in (0, 1):
                        plus, minus = (a, b) if name == "lt" else (b, a)
                        total = plus + 1 - minus + carry
                        less = (plus + 1 - minus + (total >> 1)) & 1
                        states.rule(
                            state, {A: str(a), tape: str(b)}, f"{name}{n}.{total >> 1}{less}", moves={A: 1, tape: 1}
                        )
                states.rule(state, {}, f"fill{n}.{sign}", moves={tape: -1, A: -1})
    for bit in BIT:
        states.rule(f"fill{n}.{bit}", {tape: BIT, A: BIT}, f"fill{n}.{bit}", {A: bit}, {tape: -1, A: -1})
        states.rule(f"fill{n}.{bit}", {}, READY)


def multiply(states: StateAssembler, n: str, tape: str) -> None:
    """The digits of A from the lowest; the state `digit` holds the bit before. In a row A shows 1 to subtract the word,
    0 to add it; the state holds the carry, the last bit of C (its sign where C ends) and the last bit of the word."""
    states.rule(f"mul{n}", {tape: BIT, A: BIT, C: BLANK}, f"digit{n}.0", moves={C: 1})
    for before in BIT:
        digit = f"digit{n}.{before}"
        states.rule(digit, {tape: BIT, A: before, C: BIT}, digit, moves={A: 1, C: 1})
        states.rule(digit, {tape: BIT, A: before, C: BLANK}, digit, {C: "0"}, {A: 1, C: 1})
        bit = "10"[int(before)]
        states.rule(digit, {tape: BIT, A: bit, C: ANY}, f"row{n}.{bit}00")
        states.rule(digit, {tape: BIT, A: BLANK, C: ANY}, "product", moves={tape: -1, A: -1, C: -1})
        states.rule(f"next{n}", {tape: BIT, A: before, C: ANY}, digit, moves={A: 1, C: 1})
    for carry in (0, 1):
        for sign in (0, 1):
            for last in (0, 1):
                row(states, n, tape, carry, sign, last)
    states.rule(f"return{n}", {tape: BIT, A: BIT, C: ANY}, f"return{n}", moves={tape: -1, C: -1})
    states.rule(f"return{n}", {tape: BLANK, A: BIT, C: ANY}, f"next{n}", moves={tape: 1, C: 1})


def row(states: StateAssembler, n: str, tape: str, carry: int, sign: int, last: int) -> None:
    for subtract in (0, 1):
        for seen in ANY:
            value = sign if seen == BLANK else int(seen)
            for bit in (0, 1):
                total = value + (bit ^ subtract) + carry
                states.rule(
                    f"row{n}.{carry}{sign}{last}", {tape: str(bit), A: str(subtract), C: seen},
                    f"row{n}.{total >> 1}{value}{bit}", {C: str(total & 1)}, {tape: 1, C: 1},
                )  # fmt: skip
            total = value + (last ^ subtract) + carry
            states.rule(
                f"row{n}.{carry}{sign}{last}", {tape: BLANK, A: str(subtract), C: seen},
                f"return{n}", {C: str(total & 1)}, {tape: -1, C: -1},
            )  # fmt: skip


def take_product(states: StateAssembler) -> None:
    """The bits of C from the point on become A; C is blank again."""
    states.rule("product", {A: BIT, C: BIT}, "product", moves={A: -1, C: -1})
    states.rule("product", {A: BLANK, C: BLANK}, "drop", moves={A: 1, C: 1})
    states.rule("drop", {P: "1", A: BIT, C: ANY}, "drop", {C: BLANK}, {P: 1, C: 1})
    states.rule("drop", {P: "0", A: BIT, C: ANY}, "take.0", moves={P: 1})
    for sign in BIT:
        for seen in ANY:
            bit = sign if seen == BLANK else seen
            states.rule(f"take.{sign}", {A: BIT, C: seen}, f"take.{bit}", {A: bit, C: BLANK}, {A: 1, C: 1})
        states.rule(f"take.{sign}", {C: ANY}, "erase", moves={A: -1})
    states.rule("erase", {A: BIT, C: BIT}, "erase", {C: BLANK}, {C: 1})
    states.rule("erase", {A: BIT, C: BLANK}, "rest", moves={A: -1, C: -1})
    states.rule("rest", {A: BIT, C: BLANK}, "rest", moves={A: -1, C: -1})
    states.rule("rest", {A: BLANK, C: BLANK}, "rest", moves={C: -1})
    states.rule("rest", {A: BIT, C: BIT}, "rest", moves={A: -1})
    states.rule("rest", {}, READY)


def loop(states: StateAssembler) -> None:
    """NEXT: back to where the loop starts if there is another sample; else the data head goes home."""
    states.rule("next", {X: BIT, P: ANY}, "again", moves={X: -1, P: -1})
    states.rule("again", {P: BIT}, "again", moves={P: -1})
    states.rule("again", {P: BLANK}, READY, moves={P: 1})
    states.rule("next", {P: ANY}, "end", moves={X: -1})
    states.rule("end", {P: ANY}, "rewind", moves={X: -1})
    states.rule("rewind", {X: BIT, P: ANY}, "rewind", moves={X: -1})
    states.rule("rewind", {X: BLANK, P: ANY}, "gap", moves={X: -1})
    states.rule("gap", {X: BIT, P: ANY}, "rewind", moves={X: -1})
    states.rule("gap", {X: BLANK, P: ANY}, READY, moves={X: 1})
