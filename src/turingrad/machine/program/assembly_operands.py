"""The operands of instructions in assembly, as the fields of the instruction that they stand for."""

from __future__ import annotations

import re

from turingrad.machine.program.assembly_lines import AssemblyLine, Expression
from turingrad.machine.program.instructions import FORMS, LOADS, REGISTER_NUMBERS
from turingrad.machine.program.pseudo import PSEUDO, RA

Operand = Expression | int
Fields = dict[str, Operand]  # rd, rs1, rs2, imm; an immediate is an expression, evaluated in the second pass


def read_fields(line: AssemblyLine, name: str) -> tuple[str, Fields]:
    """The real instruction of a name (a pseudo-instruction's may be another) and its fields, from the line."""
    if name not in PSEUDO:
        return name, real_fields(line, name)
    pseudo = PSEUDO[name]
    given = dict(zip(pseudo.operands, parse_operands(line, pseudo.operands), strict=True))
    fields: Fields = {}
    for field in ("rd", "rs1", "rs2", "imm"):
        value = getattr(pseudo, field)
        fields[field] = given[value] if isinstance(value, str) else value
    return pseudo.name, fields


def real_fields(line: AssemblyLine, name: str) -> Fields:
    layout = FORMS[name].layout
    if name == "jalr":
        return jalr_fields(line)
    if name in LOADS or layout == "S":
        register = line.register()
        line.expect(",")
        return {"rs2" if layout == "S" else "rd": register, **address(line)}
    if layout == "J" and not any(token.text == "," for token in line.tokens[line.at :]):
        return {"rd": RA, "imm": line.expression()}
    if layout == "fence":
        return fence_fields(line)
    names, letters = {
        "R": (("rd", "rs1", "rs2"), "rrr"),
        "I": (("rd", "rs1", "imm"), "rrt"),
        "shift": (("rd", "rs1", "imm"), "rrt"),
        "B": (("rs1", "rs2", "imm"), "rrt"),
        "U": (("rd", "imm"), "rt"),
        "J": (("rd", "imm"), "rt"),
        "system": ((), ""),
    }[layout]
    return dict(zip(names, parse_operands(line, letters), strict=True))


def parse_operands(line: AssemblyLine, letters: str) -> list[Operand]:
    """Operands with commas between them: `t` is an expression, every other letter a register."""
    found: list[Operand] = []
    for letter in letters:
        if found:
            line.expect(",")
        found.append(line.expression() if letter == "t" else line.register())
    return found


def fence_fields(line: AssemblyLine) -> Fields:
    """`fence`, or the accesses before and after it as letters: `fence rw, w`."""
    if line.ended():
        return {}
    sets = [line.next("some of i, o, r, w")]
    line.expect(",")
    sets.append(line.next("some of i, o, r, w"))
    imm = 0
    for token in sets:
        if not re.fullmatch("i?o?r?w?|0", token.text):
            line.fail("not a set of accesses", token, "some of i, o, r, w in this order")
        imm = imm << 4 | sum(8 >> "iorw".index(letter) for letter in token.text if letter != "0")
    return {"imm": imm}


def jalr_fields(line: AssemblyLine) -> Fields:
    """`jalr rs`, `jalr rd, rs`, `jalr rd, rs, offset` and `jalr rd, offset(rs)`."""
    first = line.register()
    if not line.take(","):
        return {"rd": RA, "rs1": first}
    token = line.peek()
    if token is not None and token.text in REGISTER_NUMBERS:
        base = line.register()
        return {"rd": first, "rs1": base, "imm": line.expression() if line.take(",") else 0}
    return {"rd": first, **address(line)}


def address(line: AssemblyLine) -> Fields:
    """`offset(register)` or `(register)`."""
    ahead = [token.text for token in line.tokens[line.at : line.at + 2]]
    bare = len(ahead) == 2 and ahead[0] == "(" and ahead[1] in REGISTER_NUMBERS
    offset: Operand = 0 if bare else line.expression()
    line.expect("(")
    base = line.register()
    line.expect(")")
    return {"imm": offset, "rs1": base}
