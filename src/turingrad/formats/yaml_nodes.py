"""YAML text to nodes that know their place, with every scalar a string as it was written.

A loader of the yaml package would turn `no`, `on` and `010` into other things and refuses sequences as keys. Here the
parser's events are collected without recursion, so that deep nesting is an error and not a stack overflow; aliases,
which a small file can use to stand for a huge one, are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from turingrad.errors import FormatError, LimitError
from turingrad.formats.source_text import SourceText

MAX_DEPTH = 16  # a machine needs 5: document, table, state, symbol, instruction
MAX_NODES = 1_000_000
NOTHING = {"", "~", "null", "Null", "NULL"}  # what YAML reads as no value, where it is not quoted
UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# The parser of libyaml where PyYAML was built with it: some ten times faster.
Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass(frozen=True, slots=True)
class Scalar:
    line: int
    column: int
    text: str
    plain: bool  # neither quoted nor a block
    block: bool  # a literal block, `|`

    @property
    def is_nothing(self) -> bool:
        return self.plain and self.text in NOTHING


@dataclass(frozen=True, slots=True)
class Sequence:
    line: int
    column: int
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Mapping:
    line: int
    column: int
    pairs: tuple[tuple[Node, Node], ...]


Node = Scalar | Sequence | Mapping


@dataclass(slots=True)
class OpenCollection:
    """A sequence or mapping whose end has not been met yet."""

    line: int
    column: int
    mapping: bool
    children: list[Node]

    def close(self) -> Sequence | Mapping:
        if not self.mapping:
            return Sequence(self.line, self.column, tuple(self.children))
        pairs = zip(self.children[::2], self.children[1::2], strict=True)
        return Mapping(self.line, self.column, tuple(pairs))


def compose(text: SourceText) -> Node:
    """The one document of a YAML text."""
    bad = UNPRINTABLE.search(text.text)
    if bad:
        raise text.error_at(bad.start(), f"the character U+{ord(bad.group()):04X} is not allowed", "printable text")
    try:
        return collect(text)
    except yaml.MarkedYAMLError as error:
        raise syntax_error(text, error) from None
    except yaml.YAMLError as error:
        raise text.error(f"not YAML: {' '.join(str(error).split())}") from None


def collect(text: SourceText) -> Node:
    document: list[Node] = []
    stack = [OpenCollection(1, 1, False, document)]
    for count, (event, line, column) in enumerate(events(text)):
        if count > MAX_NODES:
            raise LimitError(f"{text.source}: more than {MAX_NODES:,} YAML nodes")
        if isinstance(event, yaml.ScalarEvent):
            plain = event.style in (None, "")
            stack[-1].children.append(Scalar(line, column, event.value, plain, event.style == "|"))
        elif isinstance(event, yaml.CollectionStartEvent):
            if len(stack) > MAX_DEPTH:
                raise text.error("nested too deeply", line, column, f"at most {MAX_DEPTH} levels")
            stack.append(OpenCollection(line, column, isinstance(event, yaml.MappingStartEvent), []))
        elif isinstance(event, yaml.CollectionEndEvent):
            ended = stack.pop()
            stack[-1].children.append(ended.close())
        elif isinstance(event, yaml.DocumentStartEvent) and document:
            raise text.error("a second document", line, column, "one document per file")
    if not document:
        raise text.error("the document is empty", 1, 1, "a machine with 'blank', 'start state' and 'table'")
    return document[0]


def events(text: SourceText) -> Iterator[tuple[yaml.Event, int, int]]:
    """The parser's events with their places, without the ones that a machine has no use for."""
    for event in yaml.parse(text.text, Loader=Loader):
        mark = event.start_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        if isinstance(event, yaml.AliasEvent):
            raise text.error("a YAML alias", line, column, f"a value, or the symbol in quotes: '*{event.anchor}'")
        if getattr(event, "anchor", None):
            raise text.error("a YAML anchor", line, column, f"a value, or the symbol in quotes: '&{event.anchor}'")
        if getattr(event, "tag", None):
            raise text.error("a YAML tag", line, column, "a plain or quoted value")
        yield event, line, column


def syntax_error(text: SourceText, error: yaml.MarkedYAMLError) -> FormatError:
    what = " ".join(part for part in (error.problem, error.context) if part)
    mark = error.problem_mark or error.context_mark
    hint = "valid YAML; quote symbols such as '*', '&', '#', ':' or ','"
    if mark is None:
        return text.error(f"not YAML: {what}", expected=hint)
    return text.error(f"not YAML: {what}", mark.line + 1, mark.column + 1, hint)
