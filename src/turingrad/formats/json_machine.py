"""Our own JSON for machines of all kinds, as described by `machine_schema()`.

    {
      "format": "turingrad", "version": 1, "kind": "tape",
      "states": ["A", "B", "H"], "symbols": ["0", "1"], "blank": "0", "start": "A", "halting": ["H"],
      "rules": [{"state": "A", "read": ["0"], "write": ["1"], "move": ["R"], "next": "B"}]
    }

`kind` is the name of a kind of machine, such as `tape` or `circuit`. It is the one format that carries
every machine in full.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import FormatError, InputError, MachineError
from turingrad.formats.json_places import offset_of
from turingrad.formats.json_schema import require_schema
from turingrad.formats.source_text import SourceText, quote_piece
from turingrad.machine.json_values import BadValueError, json_type
from turingrad.machine.kind import Machine
from turingrad.machine.kinds import kind_of, kinds

FORMAT = "turingrad"
VERSION = 1


def read_json(data: bytes, source: str) -> Machine:
    text = SourceText.decode(data, source)
    value = parse_json(text)
    try:
        return build(value)
    except BadValueError as error:
        raise text.error_at(offset_of(text.text, error.path), error.one_line(), error.expected) from None
    except (MachineError, InputError) as error:
        raise text.error(str(error)) from None


@validate_arguments
def from_object(value: object, source: str = "machine") -> Machine:
    """Make a machine from a parsed JSON value, such as the `machine` of a report.

    Args:
        value: The JSON value.
        source: What error messages call it.

    Returns:
        The machine that the value describes.

    Raises:
        FormatError: The value is not a machine; the message says where.

    Example:
        >>> from turingrad import formats
        >>> formats.from_object(formats.to_object(tg.read("palindrome"))) == tg.read("palindrome")
        True
    """
    try:
        return build(value)
    except BadValueError as error:
        raise FormatError(error.one_line(), source=source, expected=error.expected) from None
    except (MachineError, InputError) as error:
        raise FormatError(str(error), source=source) from None


@validate_arguments
def to_object(machine: Machine) -> dict[str, Any]:
    """Return a machine as a JSON value.

    Args:
        machine: A machine of any kind.

    Returns:
        The value, which `json.dumps` takes.

    Example:
        >>> from turingrad import formats
        >>> formats.to_object(tg.read("palindrome"))["kind"]
        'tape'
    """
    kind = kind_of(machine)
    header = {"format": FORMAT, "version": VERSION, "kind": kind.name}
    words = {key: getattr(machine, key) for key in ("name", "doc") if getattr(machine, key)}
    return {**header, **words, **kind.json.write(machine)}


def write_json(machine: Machine) -> bytes:
    try:
        return (render(to_object(machine), "") + "\n").encode()
    except UnicodeEncodeError:
        raise FormatError("a name has half a character (a lone surrogate), which no text file can hold") from None


def build(value: object) -> Machine:
    if not isinstance(value, dict) or not isinstance(value.get("format"), str) or value["format"] != FORMAT:
        raise BadValueError((), "this is not a machine of turingrad", f'an object with "format": "{FORMAT}"')
    version, kind = value.get("version"), value.get("kind")
    if type(version) is not int or version != VERSION:
        said = f"version {version}" if type(version) is int else f"{json_type(version)} out of place"
        raise BadValueError(("version",), said, f"version {VERSION}, the one that this program knows")
    if not isinstance(kind, str) or kind not in kinds():
        said = f"unknown kind {quote_piece(kind)}" if isinstance(kind, str) else f"{json_type(kind)} where text belongs"
        raise BadValueError(("kind",), said, "one of " + ", ".join(map(repr, kinds())))
    require_schema(value, kind)
    machine: Machine = kinds()[kind].json.read(value)
    return machine


def parse_json(text: SourceText) -> object:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
            raise text.error(f"the key {quote_piece(twice)} is given twice in one object")
        return members

    def constant(name: str) -> object:
        raise text.error(f"{name} is not JSON", expected="a finite number")

    try:
        return json.loads(text.text, object_pairs_hook=once, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise text.error_at(error.pos, f"not JSON: {error.msg}") from None
    except RecursionError:
        raise text.error("nested too deeply", expected="a machine of turingrad") from None
    except ValueError:
        raise text.error("a number with too many digits") from None


def render(value: object, indent: str) -> str:
    """JSON with a line for each key of a machine, and for each of its rules or gates."""
    deeper = indent + "  "
    if isinstance(value, dict) and any(has_parts(member) for member in value.values()):
        body = [f"{deeper}{json.dumps(key)}: {render(member, deeper)}" for key, member in value.items()]
        return "{\n" + ",\n".join(body) + f"\n{indent}}}"
    if isinstance(value, list) and has_parts(value):
        return "[\n" + ",\n".join(deeper + render(member, deeper) for member in value) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)


def has_parts(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(part, (dict, list)) for part in value)
    )
