"""Machines as JSON values against `machine.schema.json`: the schema decides, here its verdict becomes one line.

fastjsonschema makes a Python function of the schema once a process (20 ms); it checks 20,000 rules in the time that
reading them takes, where an interpreter of schemas takes eight times that long.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from turingrad.formats.json_places import BadValueError, Path, json_type
from turingrad.formats.source_text import shown

WORDS = {"string": ("text", "a string"), "array": ("a list", "[...]"), "object": ("an object", "{...}")}
WORDS |= {"boolean": ("a flag", "true or false"), "null": ("nothing", "null")}
CALLED = {"kind": "gate", "left_end": "left end", "states": "state", "symbols": "symbol", "inputs": "input"}


def require_schema(value: dict[str, Any], kind: str) -> None:
    """Refuse, as a BadValueError, what the schema refuses of a machine of this kind."""
    from fastjsonschema import JsonSchemaValueException

    try:
        validator(kind)(value)
    except JsonSchemaValueException as error:
        raise refusal(error, path_in(value, error.path[1:])) from None
    except RecursionError:  # it prints what it refuses
        raise BadValueError((), "nested too deeply", "what machine.schema.json says") from None


@cache
def validator(kind: str) -> Callable[[Any], Any]:
    from fastjsonschema import compile as compile_schema

    schema = json.loads((files("turingrad.formats") / "machine.schema.json").read_text(encoding="utf-8"))
    made: Callable[[Any], Any] = compile_schema(
        {"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]}, use_default=False
    )
    return made


def path_in(value: Any, parts: list[str]) -> Path:
    """The path of an error: numbers where the document has lists."""
    path: Path = ()
    for part in parts:
        step: str | int = int(part) if isinstance(value, list) else part
        path, value = (*path, step), value[step] if isinstance(step, int) or step in value else None
    return path


def refusal(error: Any, path: Path) -> BadValueError:
    """What the schema says, in our words."""
    value, rule, wanted = error.value, error.rule, error.definition
    last = str(path[-1]) if path else "machine"
    if rule == "required":
        missing = next(key for key in wanted["required"] if key not in value)
        return BadValueError(path, f"{missing!r} is missing", f'"{missing}": ...')
    if rule == "additionalProperties":
        key = next(key for key in value if key not in wanted["properties"])
        return BadValueError(
            (*path, key), f"unknown key {shown(str(key))}", "one of " + ", ".join(wanted["properties"])
        )
    if rule == "type" and wanted["type"] == "null":
        return BadValueError(path, "nothing can be written at a wall", "null")
    if rule in ("minimum", "maximum") or (rule == "type" and wanted["type"] == "integer"):
        most = (
            f"from {wanted['minimum']} to {wanted['maximum']}"
            if "maximum" in wanted
            else f"from {wanted['minimum']} on"
        )
        return BadValueError(path, f"{json_type(value)} out of place", f"a whole number {most}")
    if rule == "type" or (rule == "enum" and not isinstance(value, str)):
        kind = wanted.get("type", "string")
        what, expected = WORDS[kind if isinstance(kind, str) else kind[0]]
        return BadValueError(path, f"{json_type(value)} where {what} belongs", expected)
    if rule == "enum":
        called = "move" if "move" in path else CALLED.get(last, last)
        return BadValueError(path, f"unknown {called} {shown(value)}", "one of " + ", ".join(map(repr, wanted["enum"])))
    if rule == "pattern":
        return BadValueError(path, f"{shown(value)} is not a string of bits", 'such as "0110"')
    if rule == "uniqueItems":
        twice = next(item for k, item in enumerate(value) if item in value[:k])
        return BadValueError(path, f"{CALLED.get(last, 'state')} {shown(str(twice))} is listed twice", "each once")
    if rule in ("minLength", "maxLength"):
        return BadValueError(path, "an empty name" if not value else f"{len(value)} characters", "1 to 32 characters")
    if rule in ("minItems", "maxItems"):
        return BadValueError(path, f"{len(value)} entries", "one for each tape, 64 at most")
    return BadValueError(path, f"{last} does not belong here", "what machine.schema.json says")
