"""Writes machines for turingmachine.io: a wrapped document, which its import takes as it is."""

from __future__ import annotations

import re
from itertools import groupby

from turingrad.errors import FormatError
from turingrad.formats.source_text import quote_piece
from turingrad.formats.turingmachine_io import in_order_of_appearance
from turingrad.formats.yaml_nodes import UNPRINTABLE
from turingrad.machine.tape import MOVE_NAMES, STAY, Rule, TapeMachine, require_two_sided

MAX_KEY = 1000  # YAML allows a key of 1024 characters on one line
PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*|0|[1-9][0-9]{0,14}")
# Words that some YAML reader takes for something other than text.
SPECIAL = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}


def write_turingmachine_io(machine: TapeMachine) -> bytes:
    check(machine)
    by_state = {state: list(rules) for state, rules in groupby(machine.rules, key=lambda rule: rule.state)}
    lines = ["# " + UNPRINTABLE.sub(" ", line) for line in machine.doc.splitlines()]
    given = "".join(machine.input[0])
    if given:
        lines.append(f"input: {quote(given)}")
    lines += [f"blank: {quote(machine.blank)}", f"start state: {scalar(machine.start)}"]
    lines += extra_keys(machine, [state for state in machine.states if state not in by_state])
    lines.append("table:")
    for state in machine.states:
        lines.append(f"  {scalar(state)}:")
        for keys, action in group_instructions(by_state.get(state, [])):
            lines.append(f"    {keys}: {action}")
    name = [f"name: {scalar(machine.name)}"] if machine.name else []
    body = [("  " + line).rstrip() for line in lines]
    return "\n".join([*name, "source code: |", *body, ""]).encode()


def check(machine: TapeMachine) -> None:
    """What turingmachine.io has no words for."""
    require_two_sided(machine, "the turingmachine.io format")
    if machine.tapes != 1:
        raise FormatError(f"turingmachine.io machines have one tape; this one has {machine.tapes}")
    for symbol in machine.symbols:
        if len(symbol) != 1:
            raise FormatError(f"turingmachine.io symbols are one character; {quote_piece(symbol)} is not")
    for rule in machine.rules:
        if rule.move == (STAY,):
            raise FormatError(f"turingmachine.io heads move left or right at each step; rule '{rule}' stays")
    for state in machine.states:
        if len(scalar(state)) > MAX_KEY:
            raise FormatError(f"the name of state {quote_piece(state)} is too long for a YAML key")


def extra_keys(machine: TapeMachine, bare: list[str]) -> list[str]:
    """The keys that turingmachine.io ignores, where the reader's defaults would differ from the machine."""
    defaults = {
        "symbols": in_order_of_appearance(machine.blank, machine.rules, machine.input[0]),
        "halting": bare,
        "accept": [state for state in machine.halting if state == "accept"],
        "reject": [state for state in machine.halting if state == "reject"],
    }
    actual = {key: list(getattr(machine, key)) for key in defaults}
    return [f"{key}: [{', '.join(map(scalar, actual[key]))}]" for key in defaults if actual[key] != defaults[key]]


def group_instructions(rules: list[Rule]) -> list[tuple[str, str]]:
    """Keys and instructions of a state; neighbouring symbols with the same instruction share a line."""
    lines = []
    for action, group in groupby(rules, key=instruction):
        symbols = [scalar(rule.read[0]) for rule in group]
        lines.append((symbols[0] if len(symbols) == 1 else f"[{', '.join(symbols)}]", action))
    return lines


def instruction(rule: Rule) -> str:
    direction = MOVE_NAMES[rule.move[0]]
    if rule.write == rule.read and rule.next == rule.state:
        return direction
    write = f"write: {scalar(rule.write[0])}, " if rule.write != rule.read else ""
    return "{" + write + direction + (f": {scalar(rule.next)}" if rule.next != rule.state else "") + "}"


def scalar(text: str) -> str:
    """A name as YAML: plain where every YAML reader takes it for that text, quoted elsewhere."""
    return text if PLAIN.fullmatch(text) and text.lower() not in SPECIAL else quote(text)


def quote(text: str) -> str:
    if not UNPRINTABLE.search(text) and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(c if c.isprintable() and c not in '\\"' else escape(c) for c in text) + '"'


def escape(character: str) -> str:
    code = ord(character)
    if 0xD800 <= code < 0xE000:
        raise FormatError(f"U+{code:04X} is half a character, which no text file can carry")
    if character in '\\"':
        return "\\" + character
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
