"""The processor's arithmetic: the accumulator and the word under R's head, bit by bit."""

from __future__ import annotations

from turingrad.machine.processor.tapes import ANY, BIT, READY, A, B, C, R
from turingrad.machine.tape.assembler import StateAssembler

BACK = {R: -1, A: -1}
ON = {R: 1, A: 1}


def arithmetic(states: StateAssembler) -> None:
    """Copies, constants, logic, sums and comparisons."""
    for bit in BIT:
        states.rule("load.1", {R: bit, A: BIT}, "load.1", {A: bit}, ON)
        states.rule("store.1", {R: BIT, A: bit}, "store.1", {R: bit}, ON)
    two_words(states, "load")
    two_words(states, "store")
    states.rule("return", {R: BIT, A: BIT}, "return", moves=BACK)
    states.rule("return", {}, READY)
    states.rule("home", {A: BIT}, "home", moves={A: -1})
    states.rule("home", {}, READY)
    constants(states)
    for name, table in (("and", "0001"), ("or", "0111"), ("xor", "0110")):
        two_words(states, name)
        for a in (0, 1):
            for r in (0, 1):
                states.rule(f"{name}.1", {A: str(a), R: str(r)}, f"{name}.1", {A: table[2 * a + r]}, ON)
    for name, flip in (("add", 0), ("sub", 1)):
        states.rule(name, {}, f"{name}.{flip}", moves=ON)
        for carry in (0, 1):
            states.rule(f"{name}.{carry}", {}, "return", moves=BACK)
            for a in (0, 1):
                for r in (0, 1):
                    total = a + (r ^ flip) + carry
                    states.rule(
                        f"{name}.{carry}", {A: str(a), R: str(r)}, f"{name}.{total >> 1}", {A: str(total & 1)}, ON
                    )
    compare(states)


def two_words(states: StateAssembler, name: str) -> None:
    """The start and the end of an operation without a carry."""
    states.rule(name, {}, f"{name}.1", moves=ON)
    states.rule(f"{name}.1", {}, "return", moves=BACK)


def constants(states: StateAssembler) -> None:
    """Pairs of a one and a bit, then a zero; the last bit is the sign of those that are not written."""
    states.rule("constant", {}, "constant.0", moves={A: 1})
    for last in BIT:
        states.rule(f"constant.{last}", {C: "1", A: ANY}, "constant.bit", moves={C: 1})
        states.rule(f"constant.{last}", {C: "0", A: ANY}, f"constant.{last}.fill", moves={C: 1})
        states.rule("constant.bit", {C: last, A: BIT}, f"constant.{last}", {A: last}, {A: 1, C: 1})
        states.rule(f"constant.{last}.fill", {A: BIT}, f"constant.{last}.fill", {A: last}, {A: 1})
        states.rule(f"constant.{last}.fill", {}, "home", moves={A: -1})


def compare(states: StateAssembler) -> None:
    """A < word (less, signed; below, unsigned), A > word (more, above), A = word: 1 or 0 becomes A."""
    for a in (0, 1):
        for r in (0, 1):
            for same in BIT:
                to = same if a == r else "0"
                states.rule(f"equal.{same}", {A: str(a), R: str(r)}, f"equal.{to}", moves=ON)
            for carry in (0, 1):
                for name in ("less", "more", "below", "above"):
                    plus, minus = (a, r) if name in ("less", "below") else (r, a)
                    total = plus + 1 - minus + carry
                    out = total >> 1
                    if name in ("below", "above"):
                        states.rule(f"{name}.{carry}", {A: str(a), R: str(r)}, f"{name}.{out}", moves=ON)
                        continue
                    sign = (plus + 1 - minus + out) & 1  # the next bit, if these are the signs
                    for before in BIT:
                        states.rule(f"{name}.{carry}{before}", {A: str(a), R: str(r)}, f"{name}.{out}{sign}", moves=ON)
    for name, start in (("equal", "1"), ("less", "10"), ("more", "10"), ("below", "1"), ("above", "1")):
        states.rule(name, {}, f"{name}.{start}", moves=ON)
    for bit in BIT:
        states.rule(f"equal.{bit}", {}, f"answer.{bit}", moves=BACK)
        for name in ("below", "above"):
            states.rule(f"{name}.{bit}", {}, f"answer.{'10'[int(bit)]}", moves=BACK)
        for name in ("less", "more"):
            for held in BIT:
                states.rule(f"{name}.{held}{bit}", {}, f"answer.{bit}", moves=BACK)
        states.rule(f"answer.{bit}", {R: BIT, A: BIT}, f"answer.{bit}", {A: "0"}, BACK)
        states.rule(f"answer.{bit}", {}, f"answer.{bit}.put", moves={A: 1})
        states.rule(f"answer.{bit}.put", {A: BIT}, READY, {A: bit}, {A: -1})


def shifts(states: StateAssembler) -> None:
    """A is copied to B, B's head is moved by the number of places, and B is copied back from there."""
    states.rule("copy", {}, "copy.1", moves={A: 1, B: 1})
    for bit in BIT:
        states.rule("copy.1", {A: bit}, "copy.1", {B: bit}, {A: 1, B: 1})
    states.rule("copy.1", {}, "copy.2", moves={A: -1, B: -1})
    states.rule("copy.2", {A: BIT, B: BIT}, "copy.2", moves={A: -1, B: -1})
    states.rule("copy.2", {}, READY, moves={B: 1})
    for name, step in (("up", -1), ("down", 1)):
        states.rule(name, {C: "1", B: ANY}, name, moves={B: step, C: 1})
        states.rule(name, {C: "0", B: ANY}, READY, moves={C: 1})
        pick(states, f"{name}.by", B, step)
    for name in ("take.up", "take.down", "take.signed"):
        states.rule(name, {B: ANY}, f"{name}.0", moves={A: 1})
        for last in BIT:
            for seen in ANY:
                bit = seen if seen in BIT else last if name == "take.signed" else "0"
                states.rule(f"{name}.{last}", {A: BIT, B: seen}, f"{name}.{bit}", {A: bit}, {A: 1, B: 1})
            ending = "wipe.right" if name == "take.up" else "wipe.left"
            states.rule(f"{name}.{last}", {B: ANY}, ending, moves={A: -1, B: -1})
    states.rule("wipe.right", {A: ANY, B: BIT}, "wipe.right", moves={B: 1})
    states.rule("wipe.right", {A: ANY}, "wipe", moves={B: -1})
    states.rule("wipe.left", {A: ANY}, "wipe.left", moves={B: -1})
    states.rule("wipe.left", {A: ANY, B: BIT}, "wipe")
    states.rule("wipe", {A: ANY, B: BIT}, "wipe", {B: "_"}, {B: -1})
    states.rule("wipe", {A: ANY}, "home")


def pick(states: StateAssembler, name: str, tape: str, step: int) -> None:
    """Moves a head by what the low bits of R's word say: the microcode has one unary number per bit, then a zero."""
    states.rule(name, {tape: ANY}, f"{name}.1", moves={R: 1})
    states.rule(f"{name}.1", {R: "1", C: "1", tape: ANY}, f"{name}.2", moves={C: 1, tape: step})
    states.rule(f"{name}.1", {R: "0", C: "1", tape: ANY}, f"{name}.2", moves={C: 1})
    states.rule(f"{name}.2", {R: "1", C: "1", tape: ANY}, f"{name}.2", moves={C: 1, tape: step})
    states.rule(f"{name}.2", {R: "0", C: "1", tape: ANY}, f"{name}.2", moves={C: 1})
    states.rule(f"{name}.2", {R: BIT, C: "0", tape: ANY}, f"{name}.1", moves={C: 1, R: 1})
    states.rule(f"{name}.1", {R: BIT, C: "0", tape: ANY}, f"{name}.3", moves={C: 1})
    states.rule(f"{name}.3", {R: BIT, tape: ANY}, f"{name}.3", moves={R: -1})
    states.rule(f"{name}.3", {tape: ANY}, READY)
