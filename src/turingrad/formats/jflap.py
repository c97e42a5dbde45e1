"""Reads JFLAP's Turing machines, `.jff`: XML, one to five tapes.

An empty `<read/>` or `<write/>` is the blank, called `□` here as in JFLAP's own pictures. Final states accept and halt
on entry, so rules out of them are dropped; of the other states those without rules halt. In `<read>` a `~` stands for
any symbol and `!a` for any but a; in `<write>` a `~` keeps the symbol. Both range over the symbols of the file.

An element `<turingrad>`, which JFLAP ignores, holds as JSON what JFLAP has no place for: `blank`, `symbols`, `halting`,
`accept`, `reject`, `input`, `name`, `doc`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from turingrad.errors import FormatError, InputError, LimitError, MachineError
from turingrad.formats.source_text import SourceText, quote_piece
from turingrad.formats.xml_elements import Element, parse_elements
from turingrad.machine.tape.machine import MOVES, Rule, TapeMachine

BLANK = "□"
MAX_TAPES = 5
MAX_RULES = 1_000_000  # wildcards on five tapes multiply
ANY, NOT = "~", "!"
LIST_KEYS = ("symbols", "halting", "accept", "reject")
TEXT_KEYS = ("blank", "name", "doc")


@dataclass(frozen=True, slots=True)
class Transition:
    """A transition as it is written: `read` and `write` may hold wildcards, the empty string is the blank."""

    at: Element
    state: str
    read: tuple[str, ...]
    write: tuple[str, ...]
    move: tuple[int, ...]
    next: str


def read_jflap(data: bytes, source: str) -> TapeMachine:
    text = SourceText.decode(data, source)
    root = parse_elements(text)
    kind = root.first("type")
    if root.tag != "structure" or kind is None:
        raise wrong(text, root, "this is not a JFLAP file", "<structure> with a <type>")
    if kind.text.strip().lower() != "turing":
        raise wrong(text, kind, f"a JFLAP file of type {quote_piece(kind.text.strip())}", "type turing")
    tapes = read_tapes(text, root)
    automaton = root.first("automaton") or root
    refuse_blocks(text, automaton)
    places = list(automaton.all("state", "block"))
    names = state_names(text, places)
    final = {names[place.attributes["id"]]: None for place in places if place.first("final")}
    transitions = [read_transition(text, at, names, tapes) for at in automaton.all("transition")]
    extra = read_extra(text, root)
    blank = extra.get("blank", BLANK)
    symbols = alphabet(blank, (pattern for t in transitions for pattern in t.read + t.write))
    rules = expand(text, [t for t in transitions if t.state not in final], blank, symbols)
    busy = {rule.state for rule in rules}
    try:
        return TapeMachine(
            states=tuple(names.values()),
            symbols=extra.get("symbols", symbols),
            blank=blank,
            start=initial(text, automaton, places, names),
            rules=tuple(rules),
            halting=extra.get("halting", [name for name in names.values() if name in final or name not in busy]),
            accept=extra.get("accept", tuple(final)),
            reject=extra.get("reject", ()),
            tapes=tapes,
            input=tuple(tuple(row) for row in extra.get("input", ())),
            name=extra.get("name", ""),
            doc=extra.get("doc", ""),
        )
    except (MachineError, InputError) as error:
        raise text.error(str(error)) from None


def read_tapes(text: SourceText, root: Element) -> int:
    element = root.first("tapes")
    if element is None:
        return 1
    count = element.text.strip()
    if count not in map(str, range(1, MAX_TAPES + 1)):
        raise wrong(text, element, f"{quote_piece(count)} tapes", f"a number from 1 to {MAX_TAPES}")
    return int(count)


def refuse_blocks(text: SourceText, automaton: Element) -> None:
    """A building block is a state with a machine of its own inside; JFLAP writes plain states as empty blocks."""
    tags = {tag.text.strip() for block in automaton.all("block") if (tag := block.first("tag"))}
    for element in automaton.children:
        if element.tag in tags and element.children:
            raise wrong(text, element, f"the building block {quote_piece(element.tag)}", "plain states only")


def state_names(text: SourceText, places: list[Element]) -> dict[str, str]:
    """Names by id. JFLAP lets two states share a name; their ids are then added."""
    names: dict[str, str] = {}
    for place in places:
        number = place.attributes.get("id")
        if not number:
            raise wrong(text, place, "a state without an id", '<state id="0" name="q0">')
        if number in names:
            raise wrong(text, place, f"two states with id {quote_piece(number)}", "one state per id")
        names[number] = place.attributes.get("name") or f"q{number}"
    if not names:
        raise text.error("there are no states", expected="<state> elements in <automaton>")
    shared = {name for name, count in Counter(names.values()).items() if count > 1}
    return {number: f"{name} (id {number})" if name in shared else name for number, name in names.items()}


def initial(text: SourceText, automaton: Element, places: list[Element], names: dict[str, str]) -> str:
    starts = [place for place in places if place.first("initial")]
    if len(starts) != 1:
        raise wrong(text, starts[1] if starts else automaton, f"{len(starts)} initial states", "one")
    return names[starts[0].attributes["id"]]


def read_transition(text: SourceText, at: Element, names: dict[str, str], tapes: int) -> Transition:
    ends = []
    for tag in ("from", "to"):
        end = at.first(tag)
        if end is None or end.text.strip() not in names:
            what = "no state" if end is None else f"unknown state id {quote_piece(end.text.strip())}"
            raise wrong(text, end or at, f"a transition with {what} in <{tag}>", "the id of a state")
        ends.append(names[end.text.strip()])
    if at.attributes.get("block") == "true":
        raise wrong(text, at, "a transition between building blocks", "plain states only")
    read = per_tape(text, at, "read", tapes, "")
    write = per_tape(text, at, "write", tapes, "")
    moves = per_tape(text, at, "move", tapes, "R")
    for move in moves:
        if move not in MOVES:
            raise wrong(text, at, f"the move {quote_piece(move)}", "L, R or S")
    for symbol in (*read, *write):
        if len(symbol) > 1 and not (symbol in read and symbol[0] == NOT and len(symbol) == 2):
            raise wrong(
                text, at, f"the symbol {quote_piece(symbol)}", f"one character, or {NOT} and a character to read"
            )
    return Transition(at, ends[0], read, write, tuple(MOVES[move] for move in moves), ends[1])


def per_tape(text: SourceText, at: Element, tag: str, tapes: int, default: str) -> tuple[str, ...]:
    """One value per tape; as in JFLAP, what is left out is the blank, and the move R."""
    values = [default] * tapes
    for element in at.all(tag):
        number = element.attributes.get("tape", "1")
        if number not in map(str, range(1, tapes + 1)):
            raise wrong(text, element, f"tape {quote_piece(number)}", f"a tape from 1 to {tapes}")
        # A lone character is a symbol, even a space; longer white space is the layout of an empty element.
        values[int(number) - 1] = element.text if len(element.text) == 1 else element.text.strip()
    return tuple("" if value == BLANK else value for value in values)


def alphabet(blank: str, patterns: Iterable[str]) -> tuple[str, ...]:
    """The blank, then the symbols in their order of appearance."""
    named = (pattern[1] if len(pattern) == 2 and pattern[0] == NOT else pattern for pattern in patterns)
    return tuple(dict.fromkeys([blank, *(symbol for symbol in named if symbol not in ("", BLANK, ANY))]))


def expand(text: SourceText, transitions: list[Transition], blank: str, symbols: tuple[str, ...]) -> list[Rule]:
    """Rules without wildcards."""
    rules: dict[tuple[str, tuple[str, ...]], Rule] = {}
    for transition in transitions:
        choices = [match_symbols(pattern, blank, symbols) for pattern in transition.read]
        if len(rules) + prod(map(len, choices)) > MAX_RULES:
            raise LimitError(f"{text.source}:{transition.at.line}: more than {MAX_RULES:,} rules")
        for read in product(*choices):
            if (transition.state, read) in rules:
                what = f"state {quote_piece(transition.state)} has two rules for {quote_piece(','.join(read))}"
                raise wrong(text, transition.at, what, "one rule: the machine must be deterministic")
            pairs = zip(transition.write, read, strict=True)
            write = tuple(old if new == ANY else new or blank for new, old in pairs)
            rules[transition.state, read] = Rule(transition.state, read, write, transition.move, transition.next)
    return list(rules.values())


def match_symbols(pattern: str, blank: str, symbols: tuple[str, ...]) -> tuple[str, ...]:
    if pattern == ANY:
        return symbols
    if len(pattern) == 2:
        but = blank if pattern[1] == BLANK else pattern[1]
        return tuple(symbol for symbol in symbols if symbol != but)
    return (pattern or blank,)


def read_extra(text: SourceText, root: Element) -> dict[str, Any]:
    element = root.first("turingrad")
    if element is None:
        return {}
    try:
        extra = json.loads(element.text)
    except (ValueError, RecursionError):
        extra = None
    if not isinstance(extra, dict) or any(not valid_extra(key, value) for key, value in extra.items()):
        raise wrong(text, element, "this is not what <turingrad> holds", "a JSON object as turingrad writes it")
    return extra


def valid_extra(key: str, value: object) -> bool:
    if key in TEXT_KEYS:
        return is_text(value)
    if key == "input":
        return isinstance(value, list) and all(is_list_of_text(row) for row in value)
    return key in LIST_KEYS and is_list_of_text(value)


def is_list_of_text(value: object) -> bool:
    return isinstance(value, list) and all(is_text(item) for item in value)


def is_text(value: object) -> bool:
    """A string without lone surrogates, which JSON can escape and no file can hold."""
    return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)


def wrong(text: SourceText, element: Element, message: str, expected: str) -> FormatError:
    return text.error(message, element.line, element.column, expected)
