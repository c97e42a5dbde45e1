"""The processor's rules: a tape machine with six tapes over {0, 1, blank} that runs microcode.

    C  the code: one record of micro-operations per instruction, a blank left of each
    R  the registers, words of 32 bits (least first) between blanks, and the address of D's word
    D  the memory: words with one bit before them that forbids stores
    A  the accumulator, 32 bits         B  a counter or a word that is shifted, blank when idle
    O  the output, eight bits per byte

A head rests on the blank left of its word; at the start of an instruction the head of C is on the blank left of its
record, and that of R on the home word. Numbers in the microcode are unary (ones and a zero) or in pairs (a one and a
bit, for each bit, then a zero). Seeks count down on B: one word or record per count.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from turingrad.machine.processor.arithmetic import arithmetic, pick, shifts
from turingrad.machine.processor.tapes import ANY, BIT, BLANK, CODES, OUT, READY, WITH_SAMPLES, A, B, C, D, R, X
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.assembler import StateAssembler

EXIT, BREAK, TRAP, BEFORE, BEHIND = HALTING = ("exit", "break", "trap", "outside.left", "outside.right")
FETCH = "fetch"


@lru_cache(maxsize=2)
def processor_machine(samples: bool = False) -> TapeMachine:
    """The machine; it depends on no program. With `samples`, a first tape holds input that `input` copies to memory."""
    own = {C: ANY, R: BLANK, D: BLANK, A: BLANK, B: BLANK, OUT: BLANK}
    states = StateAssembler({X: BLANK, **own} if samples else own, ANY, BLANK)
    states.rule("start", {C: BLANK}, FETCH, moves={C: 1})
    decode(states, WITH_SAMPLES if samples else CODES)
    if samples:
        copy_input(states)
    arithmetic(states)
    shifts(states)
    memory(states)
    branch(states)
    seek(states, "code", C)
    seek(states, "data", D)
    system(states)
    name = "processor-with-samples" if samples else "processor"
    return states.machine("start", HALTING, name=name, doc="Runs RV32I programs as microcode on its tapes.")


def copy_input(states: StateAssembler) -> None:
    """Words of X to D, from the word that D's head is at; then both heads go back, and that of the output to cell 1,
    since what is left of it depends on nothing."""
    back, on = {X: -1, D: -1}, {X: 1, D: 1}
    states.rule("input", {}, "input.word", moves={**on, OUT: 1})
    for bit in BIT:
        states.rule("input.word", {X: bit, D: BIT}, "input.word", {D: bit}, on)
    states.rule("input.word", {}, "input.next", moves=on)
    states.rule("input.next", {X: BIT, D: BIT}, "input.word")
    states.rule("input.next", {X: BIT, D: BLANK}, TRAP)  # the memory is full
    states.rule("input.next", {D: ANY}, "input.end", moves=back)
    states.rule("input.end", {}, "input.left", moves=back)
    states.rule("input.left", {X: BIT, D: BIT}, "input.left", moves=back)
    states.rule("input.left", {}, "input.gap", moves=back)
    states.rule("input.gap", {X: BIT, D: BIT}, "input.left", moves=back)
    states.rule("input.gap", {D: ANY}, READY, moves=on)


def decode(states: StateAssembler, codes: Mapping[str, str]) -> None:
    """One state per node of the prefix code. A record ends at a blank, where the next instruction begins."""
    nodes = {code[:length] for code in codes.values() for length in range(len(code))}
    leaves = {code: name for name, code in codes.items()}
    for node in sorted(nodes, key=lambda node: (len(node), node)):
        for state in ("ready." + node,) if node else (READY, FETCH):
            for bit in BIT:
                name = leaves.get(node + bit)
                to = f"ready.{node}{bit}" if name is None else name
                states.rule(state, {C: bit, D: ANY, B: ANY}, to, moves={C: 1})
    states.rule(READY, {C: BLANK}, FETCH, moves={C: 1})
    states.rule(FETCH, {C: BLANK}, TRAP)  # after the last instruction
    for name, step in (("right", 1), ("left", -1)):
        states.rule(name, {}, f"{name}.word", moves={R: step})
        states.rule(f"{name}.word", {R: BIT}, f"{name}.word", moves={R: step})
        states.rule(f"{name}.word", {}, READY)


def memory(states: StateAssembler) -> None:
    """Loads and stores. `aim`: A is the address; it becomes the address word under R's head, and the difference in
    words of the two goes to B."""
    for name, bits in (("even", 1), ("word", 2)):
        states.rule(name, {}, f"{name}.1", moves={A: 1})
        for place in range(1, bits + 1):
            states.rule(f"{name}.{place}", {A: "1"}, TRAP)
            to = f"{name}.{place + 1}" if place < bits else "home"
            states.rule(f"{name}.{place}", {A: "0"}, to, moves={A: 1 if place < bits else -1})
    states.rule("aim", {}, "aim.0", moves={R: 1, A: 1})
    for a in BIT:
        states.rule("aim.0", {R: BIT, A: a}, "aim.1", {R: a}, {R: 1, A: 1})
        states.rule("aim.1", {R: BIT, A: a}, "aim.10", {R: a}, {R: 1, A: 1, B: 1})
        for carry in (0, 1):
            for sign in BIT:
                for r in BIT:
                    total = int(a) + 1 - int(r) + carry
                    bit = str(total & 1)
                    states.rule(
                        f"aim.{carry}{sign}", {R: r, A: a}, f"aim.{total >> 1}{bit}", {R: a, B: bit},
                        {R: 1, A: 1, B: 1},
                    )  # fmt: skip
    for sign in BIT:
        for held in BIT:
            states.rule(f"aim.{held}{sign}", {}, f"aimed.{sign}", moves={R: -1, A: -1, B: -1})
        for bit in BIT:
            kept = bit if sign == "0" else "10"[int(bit)]  # of -m, the complement is m - 1
            states.rule(f"aimed.{sign}", {R: BIT, A: BIT, B: bit}, f"aimed.{sign}", {B: kept}, {R: -1, A: -1, B: -1})
        states.rule(f"aimed.{sign}", {R: BIT, A: BIT}, f"aimed.{sign}", moves={R: -1, A: -1})
    states.rule("aimed.0", {}, "data.right.count", moves={B: 1})
    states.rule("aimed.1", {}, "data.left.leave", moves={D: -1})
    states.rule("enter", {}, "enter.1", moves={D: 1})
    states.rule("enter.1", {D: BIT}, READY, moves={D: 1})
    states.rule("enter.1", {}, TRAP)
    states.rule("guard", {}, "guard.1", moves={D: 1})
    states.rule("guard.1", {D: "0"}, READY, moves={D: 1})
    states.rule("guard.1", {D: "1_"}, TRAP)
    pick(states, "byte", D, 1)
    for bit in BIT:
        states.rule("get.1", {A: BIT, D: bit}, "get.1", {A: bit}, {A: 1, D: 1})
        states.rule("put.1", {A: bit, D: BIT}, "put.1", {D: bit}, {A: 1, D: 1})
        states.rule("part.1", {C: "1", A: bit, D: BIT}, "part.1", {D: bit}, {A: 1, C: 1, D: 1})
    for name in ("get", "put", "part"):
        states.rule(name, {D: BIT}, f"{name}.1", moves={A: 1})
    states.rule("get.1", {A: BIT}, "get.1", {A: "0"}, {A: 1})  # bits after the word
    states.rule("get.1", {}, "leave", moves={A: -1, D: -1})
    states.rule("put.1", {}, "leave", moves={A: -1, D: -1})
    states.rule("part.1", {C: "0", A: ANY, D: ANY}, "leave", moves={A: -1, C: 1, D: -1})
    states.rule("leave", {D: BIT, A: ANY}, "leave", moves={D: -1})
    states.rule("leave", {A: ANY}, "home")
    states.rule("extend", {}, "extend.1", moves={A: 1})
    states.rule("extend.1", {C: "1", A: BIT}, "extend.1", moves={A: 1, C: 1})
    states.rule("extend.1", {C: "0", A: BIT}, "extend.2", moves={C: 1})
    for bit in BIT:
        states.rule("extend.2", {C: "1", A: bit}, f"fill.{bit}", moves={A: 1, C: 1})
        states.rule("extend.2", {C: "0", A: bit}, "fill.0", moves={A: 1, C: 1})
        states.rule(f"fill.{bit}", {A: BIT}, f"fill.{bit}", {A: bit}, {A: 1})
        states.rule(f"fill.{bit}", {}, "home", moves={A: -1})


def branch(states: StateAssembler) -> None:
    """`if` and `unless` test bit 0 of A, and else skip the record. A jump counts records: `forward` from the end of its
    own, `back` from its start; `far` by the difference in B, which `target` has made of A."""
    for name, taken in (("if", "1"), ("unless", "0")):
        states.rule(name, {}, f"{name}.1", moves={A: 1})
        for bit in BIT:
            states.rule(f"{name}.1", {A: bit}, READY if bit == taken else "skip", moves={A: -1})
    states.rule("skip", {C: BIT}, "skip", moves={C: 1})
    states.rule("skip", {C: BLANK}, READY)
    for name, step in (("forward", 1), ("back", -1), ("begin", 1)):
        states.rule(name, {}, f"{name}.bits", moves={B: 1})
        states.rule(f"{name}.bits", {C: "1"}, f"{name}.bit", moves={C: 1})
        for bit in BIT:
            states.rule(f"{name}.bit", {C: bit}, f"{name}.bits", {B: bit}, {B: 1, C: 1})
        states.rule(f"{name}.bits", {C: "0"}, f"{name}.rest", moves={B: -1})
        states.rule(f"{name}.rest", {B: BIT}, f"{name}.rest", moves={B: -1})
        states.rule(f"{name}.rest", {}, f"{name}.edge")
        states.rule(f"{name}.edge", {C: BIT}, f"{name}.edge", moves={C: step})
    states.rule("forward.edge", {C: BLANK}, "code.right.count", moves={B: 1})
    states.rule("back.edge", {C: BLANK}, "code.left.count", moves={B: 1})
    states.rule("begin.edge", {C: BLANK}, "code.right.count", moves={B: 1, C: 1})
    states.rule("target", {}, "target.0", moves={A: 1})
    states.rule("target.0", {A: BIT}, "target.1", moves={A: 1})
    states.rule("target.1", {A: "1"}, TRAP)
    states.rule("target.1", {A: "0"}, "target.2", moves={A: 1, B: 1})
    for bit in BIT:
        states.rule("target.2", {A: bit}, "target.2", {B: bit}, {A: 1, B: 1})
    states.rule("target.2", {}, "target.3", moves={A: -1, B: -1})
    states.rule("target.3", {A: BIT, B: BIT}, "target.3", moves={A: -1, B: -1})
    states.rule("target.3", {A: BIT}, "target.3", moves={A: -1})
    states.rule("target.3", {}, READY)
    states.rule("far", {}, "far.0", moves={B: 1})
    for last in BIT:
        for bit in BIT:
            states.rule(f"far.{last}", {B: bit}, f"far.{bit}", moves={B: 1})
            states.rule(f"far.{last}.back", {B: bit}, f"far.{last}.back", {B: str(int(bit) ^ int(last))}, {B: -1})
        states.rule(f"far.{last}", {}, f"far.{last}.back", moves={B: -1})
        states.rule(f"far.{last}.back", {C: BIT}, f"far.{last}.back", moves={C: 1})
    states.rule("far.0.back", {C: BLANK}, "code.right.count", moves={B: 1})
    states.rule("far.1.back", {C: BLANK}, "code.left.leave", moves={C: -1})


def seek(states: StateAssembler, name: str, tape: str) -> None:
    """As many words as B counts: it is decremented until it underflows, and the head moves once for each."""
    for way, step, outside in (("right", 1, BEHIND), ("left", -1, BEFORE)):
        to = f"{name}.{way}"
        states.rule(f"{to}.count", {B: "0", tape: BLANK}, f"{to}.count", {B: "1"}, {B: 1})
        states.rule(f"{to}.count", {B: "1", tape: BLANK}, f"{to}.rest", {B: "0"}, {B: -1})
        states.rule(f"{to}.count", {B: BLANK, tape: BLANK}, f"{to}.clear", moves={B: -1})
        states.rule(f"{to}.rest", {B: BIT, tape: BLANK}, f"{to}.rest", moves={B: -1})
        states.rule(f"{to}.rest", {B: BLANK, tape: BLANK}, f"{to}.leave", moves={tape: step})
        states.rule(f"{to}.leave", {tape: BIT}, f"{to}.go", moves={tape: step})
        states.rule(f"{to}.leave", {tape: BLANK}, outside if tape == C else TRAP)
        states.rule(f"{to}.go", {tape: BIT}, f"{to}.go", moves={tape: step})
        states.rule(f"{to}.go", {tape: BLANK}, f"{to}.count", moves={B: 1})
        states.rule(f"{to}.clear", {B: BIT, tape: BLANK}, f"{to}.clear", {B: BLANK}, {B: -1})
        states.rule(f"{to}.clear", {B: BLANK, tape: BLANK}, READY)


def system(states: StateAssembler) -> None:
    """Exits, traps, and the output of R's low byte."""
    states.rule("stop", {}, "stop.1", moves={A: 1})
    states.rule("stop.1", {A: "1"}, EXIT)
    states.rule("stop.1", {A: "0"}, READY, moves={A: -1})
    states.rule("require", {}, "require.1", moves={A: 1})
    states.rule("require.1", {A: "0"}, TRAP)
    states.rule("require.1", {A: "1"}, READY, moves={A: -1})
    states.rule("ebreak", {}, BREAK)
    states.rule("fault", {}, TRAP)
    states.rule("print", {}, "print.1", moves={R: 1})
    for bit in BIT:
        states.rule("print.1", {C: "1", R: bit}, "print.1", {OUT: bit}, {C: 1, R: 1, OUT: 1})
    states.rule("print.1", {C: "0", R: BIT}, "print.2", moves={C: 1})
    states.rule("print.2", {R: BIT}, "print.2", moves={R: -1})
    states.rule("print.2", {}, READY)
