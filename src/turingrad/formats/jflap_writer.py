"""Writes machines for JFLAP."""

from __future__ import annotations

import json
import re
from xml.sax.saxutils import escape, quoteattr

from turingrad.errors import FormatError
from turingrad.formats.jflap import ANY, BLANK, MAX_TAPES, NOT, alphabet
from turingrad.formats.source_text import quote_piece
from turingrad.machine.tape import MOVE_NAMES, Rule, TapeMachine, require_two_sided

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
COLUMNS, SPACING = 6, 140  # the states are laid out in rows


def write_jflap(machine: TapeMachine) -> bytes:
    check(machine)
    # JFLAP knows no halting but by final states; without acceptance in the machine all its halting states are final.
    final = set(machine.accept if machine.accept or machine.reject else machine.halting)
    ids = {state: number for number, state in enumerate(machine.states)}
    lines = ['<?xml version="1.0" encoding="UTF-8" standalone="no"?>', "<structure>", "  <type>turing</type>"]
    if machine.tapes > 1:
        lines.append(f"  <tapes>{machine.tapes}</tapes>")
    lines.append("  <automaton>")
    for state, number in ids.items():
        marks = ("<initial/>" if state == machine.start else "") + ("<final/>" if state in final else "")
        x, y = SPACING * (number % COLUMNS + 1), SPACING * (number // COLUMNS + 1)
        lines.append(f'    <state id="{number}" name={quoteattr(state)}><x>{x}</x><y>{y}</y>{marks}</state>')
    for rule in machine.rules:
        ends = f"<from>{ids[rule.state]}</from><to>{ids[rule.next]}</to>"
        lines.append(f"    <transition>{ends}{labels(machine, rule)}</transition>")
    lines.append("  </automaton>")
    extra = what_jflap_lacks(machine, final)
    if extra:
        lines.append(f"  <turingrad>{escape(json.dumps(extra, ensure_ascii=True))}</turingrad>")
    return "\n".join([*lines, "</structure>", ""]).encode()


def labels(machine: TapeMachine, rule: Rule) -> str:
    text = ""
    for tape, (read, write, move) in enumerate(zip(rule.read, rule.write, rule.move, strict=True), 1):
        where = f' tape="{tape}"' if machine.tapes > 1 else ""
        for tag, value in (("read", read), ("write", write)):
            text += f"<{tag}{where}/>" if value == machine.blank else f"<{tag}{where}>{content(value)}</{tag}>"
        text += f"<move{where}>{MOVE_NAMES[move]}</move>"
    return text


def content(symbol: str) -> str:
    return escape(symbol, {"\r": "&#13;"})


def what_jflap_lacks(machine: TapeMachine, final: set[str]) -> dict[str, object]:
    """The machine's own values where the reader's defaults would be others."""
    busy = {rule.state for rule in machine.rules}
    defaults: dict[str, object] = {
        "blank": BLANK,
        "symbols": alphabet(machine.blank, (symbol for rule in machine.rules for symbol in rule.read + rule.write)),
        "halting": tuple(state for state in machine.states if state in final or state not in busy),
        "accept": tuple(state for state in machine.states if state in final),
        "reject": (),
        "input": ((),) * machine.tapes,
        "name": "",
        "doc": "",
    }
    return {key: value for key in defaults if (value := getattr(machine, key)) != defaults[key]}


def check(machine: TapeMachine) -> None:
    """What JFLAP cannot say."""
    require_two_sided(machine, "the JFLAP format")
    if machine.tapes > MAX_TAPES:
        raise FormatError(f"JFLAP machines have at most {MAX_TAPES} tapes; this one has {machine.tapes}")
    for symbol in machine.symbols:
        if len(symbol) != 1 and symbol != machine.blank:
            raise FormatError(f"JFLAP symbols are one character; {quote_piece(symbol)} is not")
        if symbol in (ANY, NOT, BLANK) and symbol != machine.blank:
            raise FormatError(
                f"JFLAP reads {symbol!r} as a wildcard or as the blank, but here it is an ordinary symbol; rename it"
            )
    for name in (*machine.states, *machine.symbols):
        if NOT_XML.search(name):
            raise FormatError(f"XML cannot carry the characters of {quote_piece(name)}")
