"""The memory of a program back to Python: its result, or the error that ended it."""

from __future__ import annotations

import bisect
import enum
import struct
from dataclasses import dataclass
from typing import Any

from turingrad.python.programs.classes import boxed_base, family_of
from turingrad.python.programs.error_texts import count_of_arguments, missing_arguments, name_in_errors
from turingrad.python.programs.image import Image
from turingrad.python.programs.layout import (
    FALSE,
    HOLE,
    MESSAGE_TEXTS,
    NONE,
    SYSTEM_OFFSETS,
    TRUE,
    TYPES,
    WRONG_CALL,
    WRONG_CALL_CURE,
)
from turingrad.python.programs.refusals import PythonProgramError, RefusedError
from turingrad.python.programs.runtime_files import is_runtime
from turingrad.python.programs.stand_ins import stand_ins
from turingrad.python.programs.verify import is_own

SHOWN_KINDS = {"FUNC": "function", "METHOD": "method", "GEN": "generator", "CLASS": "type", "NATIVE": "function"}
NAMES = {number: name for name, number in TYPES.items()}
KINDS = {
    "SINGLE": "a plain object()",
    "GEN": "a generator",
    **dict.fromkeys(("FUNC", "NATIVE", "METHOD"), "a function"),
    **dict.fromkeys(("LISTITER", "STRITER", "RANGEITER", "DICTITER", "SETITER"), "an iterator"),
}
"""What is not returned, in a user's words."""


@dataclass(frozen=True)
class ProgramFailure:
    """A Python error that ended a run: its type, text and line."""

    error: BaseException
    file: str
    line: int
    function: str

    def __str__(self) -> str:
        place = f" ({self.file}:{self.line}, in {self.function})" if self.file else ""
        return f"{type(self.error).__name__}: {self.error}{place}"


class MemoryReader:
    """Objects of a memory. The same object is decoded once."""

    def __init__(self, image: Image, memory: Any) -> None:
        self.image = image
        self.memory = memory
        self.made: dict[int, Any] = {}

    def word(self, address: int) -> int:
        return int(struct.unpack_from("<I", self.memory, address)[0])

    def field(self, pointer: int, index: int) -> int:
        return self.word(pointer - 1 + 4 * index)

    def system(self, name: str) -> int:
        return self.word(self.image.system + SYSTEM_OFFSETS[name])

    def value(self, word: int) -> Any:
        if not word & 1:
            return ((word ^ 1 << 31) - (1 << 31)) >> 1
        if word in (NONE, FALSE, TRUE):
            return {NONE: None, FALSE: False, TRUE: True}[word]
        if word in self.made:
            return self.made[word]
        header = self.word(word - 1)
        return self.object(word, header & 255, header >> 8)

    def fields(self, pointer: int, count: int) -> list[int]:
        return list(struct.unpack_from(f"<{count}I", self.memory, pointer + 3))

    def object(self, pointer: int, kind: int, size: int) -> Any:
        name = NAMES.get(kind, "")
        if name == "BIG":
            limbs = self.fields(pointer, size - 1)
            total = sum(limb << 32 * index for index, limb in enumerate(limbs))
            return total - (1 << 32 * len(limbs)) if limbs[-1] >> 31 else total
        if name == "FLOAT":
            high, low = self.fields(pointer, 2)
            return struct.unpack("<d", struct.pack("<2I", low, high))[0]
        if name == "STR":
            return self.text(pointer)
        if pointer in self.image.live:
            return original(self.image.live[pointer])
        cls = self.image.numbers.get(kind)
        if kind == TYPES["RANGE"]:
            return range(*map(self.value, self.fields(pointer, 3)))
        if kind == TYPES["SLICE"]:
            return slice(*map(self.value, self.fields(pointer, 3)))
        if cls is not None:
            return self.instance(pointer, cls, size)
        if name == "VIEW":
            return self.view(pointer)
        raise self.no_value(KINDS.get(name, "an object without a value in Python"))

    def no_value(self, kind: str) -> PythonProgramError:
        return PythonProgramError(f"the result holds {kind}; return lists, dicts, numbers or texts")

    def view(self, pointer: int) -> Any:
        found = self.value(self.field(pointer, 1))
        which = self.field(pointer, 2) >> 1
        return (found.keys(), found.values(), found.items())[which]

    def text(self, pointer: int) -> str:
        count = self.field(pointer, 1) >> 1
        start = pointer + 11
        if self.image.wide:
            return bytes(self.memory[start : start + 4 * count]).decode("utf-32-le", "surrogatepass")
        return bytes(self.memory[start : start + count]).decode("latin-1")

    def instance(self, pointer: int, cls: Any, size: int) -> Any:
        family = family_of(cls)
        if family == "TUPLE":
            items = [self.value(each) for each in self.fields(pointer, size - 1)]
            return tuple.__new__(cls, items)
        if family == "EXC":
            return self.exception(pointer, cls)
        stands_for = getattr(cls, "stands_for", self.image.linker.table.hidden_base(cls))
        if stands_for is not None:
            return self.decode_stand_in(pointer, cls, stands_for)
        if issubclass(cls, enum.Enum):
            return cls(self.value(self.field(pointer, self.image.layouts[cls]["_value_"])))
        base: Any = boxed_base(cls)
        if base is not None:
            held = self.value(self.field(pointer, self.image.layouts[cls]["_value_"]))
        made: Any = cls.__new__(cls) if base is None else base.__new__(cls, held)
        self.made[pointer] = made
        if base in (list, dict):
            base.__init__(made, held)
        if family == "LIST":
            made.extend(self.items(pointer))
        elif family == "DICT":
            made.update(self.entries(pointer))
        elif family in ("SET", "FROZENSET"):
            keys = self.keys(pointer)
            made = self.made[pointer] = cls(keys)
        for name, index in self.image.layouts[cls].items():
            word = self.field(pointer, index)
            if word != HOLE and (base is None or name != "_value_"):
                object.__setattr__(made, name, self.value(word))
        return made

    def decode_stand_in(self, pointer: int, cls: Any, stands_for: Any) -> Any:
        if not hasattr(cls, "as_python"):
            raise self.no_value(f"an object of class {cls.__name__}")
        made = cls.__new__(cls)
        if issubclass(cls, dict):
            dict.update(made, self.entries(pointer))
        for name, index in self.image.layouts[cls].items():
            word = self.field(pointer, index)
            if word != HOLE:
                object.__setattr__(made, name, self.value(word))
        return made.as_python(stands_for)

    def items(self, pointer: int) -> list[Any]:
        count = self.field(pointer, 1) >> 1
        array = self.field(pointer, 2)
        return [self.value(each) for each in self.fields(array, count)]

    def entries(self, pointer: int) -> dict[Any, Any]:
        count = self.field(pointer, 2) >> 1
        words = self.fields(self.field(pointer, 3), 3 * count)
        found = {}
        for index in range(count):
            if words[3 * index + 1] != HOLE:
                found[self.value(words[3 * index + 1])] = self.value(words[3 * index + 2])
        return found

    def keys(self, pointer: int) -> list[Any]:
        count = (self.field(pointer, 3) >> 1) + 1
        return [self.value(each) for each in self.fields(self.field(pointer, 4), count) if each not in (HOLE, 5)]

    def exception(self, pointer: int, cls: type) -> Any:
        arguments = self.field(pointer, 2)
        if arguments != HOLE:
            values = self.value(arguments)
        else:
            values = self.message(pointer)
        made = cls.__new__(cls, *values)
        made.args = values
        if isinstance(made, SyntaxError) and values:
            made.msg = values[0]  # which `__init__` would set, and `str` shows
        for name, index in self.image.layouts[cls].items():
            word = self.field(pointer, index)
            if word != HOLE:
                setattr(made, name, self.value(word))
        return made

    def message(self, pointer: int) -> tuple[Any, ...]:
        """The text of an error of the run time."""
        text = MESSAGE_TEXTS[self.field(pointer, 3) >> 1]
        if text == WRONG_CALL:
            raise RefusedError(WRONG_CALL, WRONG_CALL_CURE, *self.own_place())
        if text == "{0!r}":
            return (self.value(self.field(pointer, 4)),)
        if text.startswith("(34"):
            return (34, "Numerical result out of range")
        operands = [self.field(pointer, 4), self.field(pointer, 5)]
        if "{0:type}" in text or "{1:type}" in text:
            shown = [self.type_name(each) for each in operands]
            text = text.replace("{0:type}", shown[0]).replace("{1:type}", shown[1])
        values = list(map(self.value, operands)) if "{" in text else []
        if "{1:names}" in text:
            return (text.replace("{1:names}", "{1}").format(values[0], missing_arguments(*values[1])),)
        if "{1:count}" in text:
            return (text.replace("{1:count}", "{1}").format(values[0], count_of_arguments(*values[1])),)
        return (text.format(*values) if values else text,)

    def type_name(self, word: int) -> str:
        name = NAMES.get(self.word(word - 1) & 255, "") if word & 1 else ""
        if name == "FUNC" and self.word(self.field(word, 3) + 23) == NONE:  # a function of the run time
            return "builtin_function_or_method"
        if name in SHOWN_KINDS:
            return SHOWN_KINDS[name]
        return name_in_errors(type(self.value(word)))

    # Errors

    def failure(self) -> ProgramFailure:
        error = self.value(self.system("exception"))
        places = [each for each in self.places() if not is_runtime(each[0])] or [("", 0, "")]
        file, line, function = next((each for each in places if is_own(each[0])), places[0])
        return ProgramFailure(error, file, line, function)

    def refusal(self) -> RefusedError:
        """Why the run time went no further, and the user's line."""
        return RefusedError(str(self.value(self.system("exception"))), "", *self.own_place())

    def own_place(self) -> tuple[str, int]:
        """The innermost file and line of the user's when the error was raised."""
        return next(((file, line) for file, line, _ in self.places() if is_own(file)), ("", 0))

    def places(self) -> list[tuple[str, int, str]]:
        """The innermost line of each open call when the error was raised."""
        found = []
        pc, fp = self.system("trace_pc"), self.system("trace_fp")
        for index in range(self.system("trace_depth")):
            found.append(self.line_of(pc - 4))
            pc = self.system(f"trace_{index + 1}")
        return [*found, *self.open_calls(pc, fp)]

    def open_calls(self, pc: int, fp: int) -> list[tuple[str, int, str]]:
        found, stack = [], self.system("stack")
        for _ in range(100_000):
            found.append(self.line_of(pc - 4))
            if fp == stack:
                break
            if fp & 1:
                pc, fp = self.word(fp + 7) or self.word(fp + 15), self.word(fp + 11)
            else:
                pc, fp = self.word(fp), self.word(fp + 4)
            if not 0 < pc < self.image.system:
                break
        return found

    def line_of(self, address: int) -> tuple[str, int, str]:
        marks = self.image.lines
        index = bisect.bisect_right(marks, address, key=lambda each: each[0]) - 1
        return marks[index][1] if index >= 0 else ("", 0, "")


def is_library_attribute(image: Image, error: BaseException) -> bool:
    """Whether an AttributeError may come from what the run time lacks: not of an object of the user's own class."""
    own = {cls.__name__ for cls in image.linker.table.classes if image.linker.is_own_class(cls)}
    parts = str(error).split("'")
    mine = len(parts) > 3 and parts[1] in own and not parts[3].startswith("__")
    return type(error) is AttributeError and not mine


def unknown_attribute(failure: ProgramFailure) -> RefusedError:
    """The refusal of an attribute that CPython's objects have and those of the program have not."""
    return RefusedError(
        f"an attribute that the run time does not know: {failure.error}",
        "use another method, or write a function of your own",
        failure.file,
        failure.line,
    )


def original(value: Any) -> Any:
    """The live object that a static one was made from."""
    if isinstance(value, type) and value.__module__ == "builtins":
        return value  # numpy's numbers have it in their place
    for live, made in stand_ins().items():
        if made is value:
            return live
    return value
