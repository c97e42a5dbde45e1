"""Machines as JSON values against their schema: the schema decides, here its verdict becomes one line.

The schema is put together from the kinds' own (`machine/NAME/schema.json`) and what they share (`machine/schema.json`).

fastjsonschema makes a Python function of the schema once per process (20 ms); it checks 20,000 rules in the time that
reading them takes, where an interpreter of schemas takes eight times that long.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from turingrad.machine.json_values import BadValueError, Path, json_type, quote
from turingrad.machine.kinds import kinds

WORDS = {"string": ("text", "a string"), "array": ("a list", "[...]"), "object": ("an object", "{...}")}
WORDS |= {"boolean": ("a flag", "true or false"), "null": ("nothing", "null")}
BITS = "^[01]*$"
CALLED = {"kind": "gate", "left_end": "left end", "states": "state", "symbols": "symbol", "inputs": "input"}


def require_schema(value: dict[str, Any], kind: str) -> None:
    """Refuse, as a BadValueError, what the schema refuses of a machine of this kind."""
    from fastjsonschema import JsonSchemaValueException

    try:
        validator(kind)(value)
    except JsonSchemaValueException as error:
        raise refusal(error, path_in(value, error.path[1:])) from None
    except RecursionError:  # it prints what it refuses
        raise BadValueError((), "nested too deeply", "what the schema of machines says") from None


def machine_schema() -> dict[str, Any]:
    """The JSON schema of machines of all kinds.

    Returns:
        The schema, as a JSON value.

    Example:
        >>> from turingrad import formats
        >>> formats.machine_schema()["$schema"]
        'https://json-schema.org/draft/2020-12/schema'
    """
    defs: dict[str, Any] = schema_part("turingrad.machine")
    for name in kinds():
        defs |= schema_part(f"turingrad.machine.{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:turingrad:machine:1",
        "title": "A machine of turingrad",
        "description": "Machines of all kinds. What a schema cannot say is checked when a machine is read: states and "
        "symbols of rules are listed ones, no two rules share state and symbols, a gate's inputs are earlier nodes.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in kinds()],
        "$defs": defs,
    }


def schema_part(package: str) -> dict[str, Any]:
    """The definitions of a package's `schema.json`."""
    found: dict[str, Any] = json.loads((files(package) / "schema.json").read_text(encoding="utf-8"))["$defs"]
    return found


@cache
def validator(kind: str) -> Callable[[Any], Any]:
    """A function that refuses what the schema refuses of a kind."""
    from fastjsonschema import compile as compile_schema

    schema = {"$ref": f"#/$defs/{kind}", "$defs": machine_schema()["$defs"]}
    made: Callable[[Any], Any] = compile_schema(schema, use_default=False)
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
            (*path, key), f"unknown key {quote(str(key))}", "one of " + ", ".join(wanted["properties"])
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
        return BadValueError(path, f"unknown {called} {quote(value)}", "one of " + ", ".join(map(repr, wanted["enum"])))
    if rule == "pattern":
        bits = wanted["pattern"] == BITS
        expected = 'such as "0110"' if bits else f"text that fits {wanted['pattern']}"
        return BadValueError(path, f"{quote(value)} is not {'a string of bits' if bits else 'right here'}", expected)
    if rule == "uniqueItems":
        twice = next(item for k, item in enumerate(value) if item in value[:k])
        return BadValueError(path, f"{CALLED.get(last, 'state')} {quote(str(twice))} is listed twice", "each once")
    if rule in ("minLength", "maxLength"):
        return BadValueError(path, "an empty name" if not value else f"{len(value)} characters", "1 to 32 characters")
    if rule in ("minItems", "maxItems"):
        return BadValueError(path, f"{len(value)} entries", "one for each tape, 64 at most")
    return BadValueError(path, f"{last} does not belong here", "what the schema of machines says")
