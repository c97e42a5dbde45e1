"""Reads the machines of turingmachine.io: YAML, bare or wrapped.

    input: '1011'                 one character is one symbol
    blank: ' '
    start state: right
    synonyms:
      accept: {R: accept}
    table:
      right:
        [1,0]: R                  several symbols, the same instruction; R alone keeps symbol and state
        ' ': {L: carry}
      carry:
        1: {write: 0, L}
        [0,' ']: {write: 1, L: done}
      done:                       a state without rules halts

A wrapped document holds that text under `source code`, next to `name` and `positions`. Four more keys, which
turingmachine.io ignores, carry what its table cannot: `symbols` (all of them, in order), `halting`, `accept` and
`reject`. Without them the symbols are taken in their order of appearance, the states without rules halt, and of these
the ones called `accept` and `reject` do that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from turingrad.errors import FormatError, InputError, MachineError
from turingrad.formats.source_text import SourceText, quote_piece
from turingrad.formats.yaml_nodes import Mapping, Node, Scalar, Sequence, compose
from turingrad.machine.tape import LEFT, RIGHT, Rule, TapeMachine

DIRECTIONS = {"L": LEFT, "R": RIGHT}
LISTS = ("symbols", "halting", "accept", "reject")
KEYS = ("name", "positions", "input", "blank", "start state", "synonyms", "table", *LISTS)
DOCUMENT = "a mapping with 'blank', 'start state' and 'table'"
INSTRUCTION = "L, R, a synonym, or a mapping such as {write: 1, R: state}"

Entries = dict[str, tuple[Scalar, Node]]
"""A mapping by the text of its keys: key node and value."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """What to do; `write` None keeps the symbol, `next` None keeps the state."""

    move: int
    write: str | None
    next: str | None


def read_turingmachine_io(data: bytes, source: str) -> TapeMachine:
    text = SourceText.decode(data, source)
    outer = document(text)
    if "source code" not in outer:
        return read_machine(text, outer)
    wrapped = outer["source code"][1]
    if not isinstance(wrapped, Scalar):
        raise wrong(text, wrapped, "'source code' is not text", "a block of text after 'source code: |'")
    inner = unwrap_source(text, wrapped)
    return read_machine(inner, {**document(inner), **({"name": outer["name"]} if "name" in outer else {})})


def document(text: SourceText) -> Entries:
    node = compose(text)
    if not isinstance(node, Mapping):
        raise wrong(text, node, "this is not a machine", DOCUMENT)
    return key_entries(text, node)


def unwrap_source(text: SourceText, block: Scalar) -> SourceText:
    """The text under `source code`, with its lines and columns where they are in the file.

    A literal block is the file's own lines with a common indent, which YAML allows a document to have; empty lines
    stand for what came before it. A text that is quoted, folded or has document marks counts from its own start.
    """
    content = block.text.rstrip("\n").split("\n")
    lines = text.lines[block.line : block.line + len(content)]
    indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip(" ")), default=0)
    marked = any(line.startswith(("---", "...", "%")) for line in content)
    if block.block and not marked and [line[indent:] for line in lines] == content:
        return SourceText(text.source, "\n" * block.line + "\n".join(lines))
    return SourceText(f"{text.source} (source code)", block.text)


def read_machine(text: SourceText, entries: Entries) -> TapeMachine:
    for key, (place, _) in entries.items():
        if key not in KEYS:
            raise wrong(text, place, f"unknown key {quote_piece(key)}", "one of " + ", ".join(KEYS))
    blank = one_symbol(text, require_key(text, entries, "blank", "a line such as blank: ' '"))
    start = require_key(text, entries, "start state", "a line such as start state: q0")
    table = require_key(text, entries, "table", "a table of states")
    if not isinstance(table, Mapping):
        raise wrong(text, table, "the table is not a mapping", "states, each with its symbols and instructions")
    states = key_entries(text, table)
    if not isinstance(start, Scalar) or start.text not in states:
        raise wrong(text, start, "the start state is not in the table", "one of its states")
    synonyms = read_synonyms(text, entries, states)
    rules = [rule for state, (_, body) in states.items() for rule in read_state(text, state, body, states, synonyms)]
    given = read_input(text, entries)
    with_rules = {rule.state for rule in rules}
    halting = listed_names(text, entries, "halting", [state for state in states if state not in with_rules])
    try:
        return TapeMachine(
            states=tuple(states),
            symbols=listed_names(text, entries, "symbols", in_order_of_appearance(blank, rules, given)),
            blank=blank,
            start=start.text,
            rules=tuple(rules),
            halting=halting,
            accept=listed_names(text, entries, "accept", [state for state in halting if state == "accept"]),
            reject=listed_names(text, entries, "reject", [state for state in halting if state == "reject"]),
            input=(given,),
            name=name.text if "name" in entries and isinstance(name := entries["name"][1], Scalar) else "",
            doc=leading_comment(text),
        )
    except (MachineError, InputError) as error:
        raise text.error(str(error)) from None


def read_state(
    text: SourceText, state: str, body: Node, states: Entries, synonyms: dict[str, Instruction]
) -> list[Rule]:
    if isinstance(body, Scalar) and body.is_nothing:
        return []
    if not isinstance(body, Mapping):
        raise wrong(text, body, f"state {quote_piece(state)} is not a mapping", "symbols, each with its instruction")
    rules: dict[str, Rule] = {}
    for key, value in body.pairs:
        instruction = read_instruction(text, value, states, synonyms)
        for place in key.items if isinstance(key, Sequence) else (key,):
            symbol = one_symbol(text, place)
            if symbol in rules:
                raise wrong(
                    text,
                    place,
                    f"state {quote_piece(state)} has two rules for symbol {quote_piece(symbol)}",
                    "one rule",
                )
            write = symbol if instruction.write is None else instruction.write
            goes = state if instruction.next is None else instruction.next
            rules[symbol] = Rule(state, (symbol,), (write,), (instruction.move,), goes)
    return list(rules.values())


def read_instruction(text: SourceText, node: Node, states: Entries, synonyms: dict[str, Instruction]) -> Instruction:
    if isinstance(node, Scalar):
        if node.text in DIRECTIONS:
            return Instruction(DIRECTIONS[node.text], None, None)
        if node.text in synonyms and not node.is_nothing:
            return synonyms[node.text]
        what = "there is no instruction" if node.is_nothing else f"{quote_piece(node.text)} is not an instruction"
        raise wrong(text, node, what, INSTRUCTION)
    if not isinstance(node, Mapping):
        raise wrong(text, node, "a list is not an instruction", INSTRUCTION)
    parts = key_entries(text, node)
    for key, (place, _) in parts.items():
        if key != "write" and key not in DIRECTIONS:
            raise wrong(text, place, f"unknown part {quote_piece(key)} of an instruction", "write, L or R")
    directions = [key for key in parts if key in DIRECTIONS]
    if len(directions) != 1:
        raise wrong(text, node, f"an instruction with {len(directions)} moves", "one of L and R")
    target = parts[directions[0]][1]
    write = one_symbol(text, parts["write"][1]) if "write" in parts else None
    return Instruction(DIRECTIONS[directions[0]], write, target_state(text, target, states))


def target_state(text: SourceText, node: Node, states: Entries) -> str | None:
    if isinstance(node, Scalar):
        if node.is_nothing:
            return None
        if node.text in states:
            return node.text
        raise wrong(text, node, f"unknown state {quote_piece(node.text)}", "a state of the table")
    raise wrong(text, node, "the next state is not a name", "a state of the table")


def read_synonyms(text: SourceText, entries: Entries, states: Entries) -> dict[str, Instruction]:
    if "synonyms" not in entries:
        return {}
    node = entries["synonyms"][1]
    if isinstance(node, Scalar) and node.is_nothing:
        return {}
    if not isinstance(node, Mapping):
        raise wrong(text, node, "the synonyms are not a mapping", "names, each with its instruction")
    return {key: read_instruction(text, value, states, {}) for key, (_, value) in key_entries(text, node).items()}


def read_input(text: SourceText, entries: Entries) -> tuple[str, ...]:
    if "input" not in entries:
        return ()
    node = entries["input"][1]
    if not isinstance(node, Scalar):
        raise wrong(text, node, "the input is not text", "a text in quotes, one character per symbol")
    return () if node.is_nothing else tuple(node.text)


def in_order_of_appearance(blank: str, rules: Iterable[Rule], given: tuple[str, ...]) -> list[str]:
    """The alphabet of a table that lists none: the blank, each rule's two symbols, the input's."""
    used = [blank, *(symbol for rule in rules for symbol in rule.read + rule.write), *given]
    return list(dict.fromkeys(used))


def listed_names(text: SourceText, entries: Entries, key: str, otherwise: list[str]) -> tuple[str, ...]:
    if key not in entries:
        return tuple(otherwise)
    node = entries[key][1]
    if not isinstance(node, Sequence) or not all(isinstance(item, Scalar) for item in node.items):
        raise wrong(text, node, f"{key!r} is not a list of names", f"{key}: [a, b]")
    return tuple(item.text for item in node.items if isinstance(item, Scalar))


def require_key(text: SourceText, entries: Entries, key: str, expected: str) -> Node:
    if key not in entries:
        raise text.error(f"there is no {key!r}", expected=expected)
    node = entries[key][1]
    if isinstance(node, Scalar) and node.is_nothing:
        raise wrong(text, node, f"{key!r} is empty", expected)
    return node


def one_symbol(text: SourceText, node: Node) -> str:
    if isinstance(node, Scalar) and len(node.text) == 1:
        return node.text
    what = quote_piece(node.text) if isinstance(node, Scalar) else "a list or mapping"
    raise wrong(text, node, f"{what} is not a symbol", "one character, or a list such as [0,1]")


def key_entries(text: SourceText, node: Mapping) -> Entries:
    entries: Entries = {}
    for key, value in node.pairs:
        if not isinstance(key, Scalar):
            raise wrong(text, key, "a list or mapping as a name", "text")
        if key.text in entries:
            first = entries[key.text][0].line
            raise wrong(text, key, f"{quote_piece(key.text)} is given twice, first in line {first}", "one entry")
        entries[key.text] = (key, value)
    return entries


def leading_comment(text: SourceText) -> str:
    """The comment before the first key: what the machine's author says of it."""
    words: list[str] = []
    for line in (line.strip() for line in text.lines):
        if line and not line.startswith("#"):
            break
        words.append(line.removeprefix("#").removeprefix(" "))
    return "\n".join(words).strip()


def wrong(text: SourceText, node: Node, message: str, expected: str) -> FormatError:
    return text.error(message, node.line, node.column, expected)
