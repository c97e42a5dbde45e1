"""One pass over everything that is reached: functions are compiled when something first refers to them."""

from __future__ import annotations

import ast
import contextlib
from typing import Any

from turingrad.python.programs.assembler import A0, A7, BASE, RA, Code
from turingrad.python.programs.classes import ClassTable
from turingrad.python.programs.functions import Functions
from turingrad.python.programs.layout import (
    EXIT_LEFT_OUT,
    FIXED,
    HOLE,
    LETTERS,
    MESSAGE_NUMBERS,
    SYSTEM_OFFSETS,
    TYPES,
)
from turingrad.python.programs.raw_bodies import compile_body, emit
from turingrad.python.programs.refusals import Asked, RefusedError
from turingrad.python.programs.runtime_files import managed_namespace, raw_functions, runtime_key
from turingrad.python.programs.stand_ins import stand_ins
from turingrad.python.programs.static import StaticObject
from turingrad.python.programs.world import World

MAKERS = {  # raw functions that make objects of a type which other code must then know
    "to_float": "HAS_FLOAT",
    "small_float": "HAS_FLOAT",
    "float_div": "HAS_FLOAT",
    "divide": "HAS_FLOAT",
    "float_bits": "HAS_FLOAT",
    "mt_float": "HAS_FLOAT",
    "pcg_float": "HAS_FLOAT",
    "pcg_fraction": "HAS_FLOAT",
    "text_of_size": "HAS_STR",
    "small_text": "HAS_STR",
    "join_texts": "HAS_STR",
    "text_char": "HAS_STR",
    "letter": "HAS_STR",
    "str_slice": "HAS_STR",
    "new_dict": "HAS_DICT",
    "new_set": "HAS_SET",
    "range_of": "HAS_RANGE",
    "slice_object": "HAS_SLICE",
    "new_generator": "HAS_GEN",
    "view_of": "HAS_DICT",
    "shown_class": "HAS_CLASS_TEXT",
}


LEFT_OUT = "left_out"
WRITTEN_HERE = ("main_entry", LEFT_OUT)
# what a run needs or not depending on the size of its memory
ALWAYS_LINKED = {
    "start",
    "finish",
    "alloc",
    "out_of_reserve",
    "room",
    "room1",
    "room2",
    "room3",
    "safepoint",
    "collect",
}
ALWAYS_LINKED |= {"visit", "visit_objects", "visit_heap"}
ALWAYS_LINKED |= {"room1_slow", "room2_slow", "room3_slow", "append_collect", "grow"}
EXIT_CALL = 93


class Facts:
    """What a pass found out that the next one needs. Passes are repeated until nothing is new."""

    def __init__(self, options: dict[str, int], entered: frozenset[str] | None = None) -> None:
        self.entered = entered  # functions of the run time that a trial run entered; None links all
        self.flags: set[str] = set()
        self.table = ClassTable(stand_ins())
        self.stored_globals: set[tuple[int, str]] = set()
        self.stored_attributes: set[str] = set()
        self.loose: set[Any] = set()  # methods that may be called with objects of other classes
        self.options = options
        self.local_classes: dict[Any, Any] = {}  # classes inside functions
        self.asked: dict[type, Asked] = {}  # the user's line where a class is first needed

    def size(self) -> tuple[int, ...]:
        return (len(self.flags), len(self.stored_globals), len(self.stored_attributes), len(self.loose))


class Linker(Functions):
    """The state of one pass, and what compilers of functions ask for."""

    def __init__(self, facts: Facts) -> None:
        self.facts, self.table, self.flags = facts, facts.table, facts.flags
        self.table.number()
        self.code = Code()
        self.runtime = managed_namespace()
        self.world = World(self.table, self.flags, stand_ins(), wide="WIDE" in facts.flags)
        self.world.function_word = self.function_value
        self.world.class_word = self.class_object
        self.world.other_word = self.other_value
        self.raw_queue: list[str] = []
        self.raw_known: set[str] = set()
        self.queue = []
        self.compiling = None
        self.dispatchers = {}
        self.methods = {}
        self.labels = {}  # by id of the code object
        self.inner_units = {}
        self.templates = {}
        self.globals: dict[tuple[int, str], StaticObject] = {}
        self.namespaces: dict[int, dict[str, Any]] = {}
        self.cells: dict[int, StaticObject] = {}
        self.handlers: list[tuple[int, int, str, str, str, Any]] = []
        self.alive = []
        self.owners = self.find_owners()
        self.began = facts.size()
        self.prepare_tables()

    # What raw functions ask

    def constant(self, name: str) -> int | None:
        if name in FIXED:
            return FIXED[name]
        if name in self.table.constants:
            return self.table.constants[name]
        if name in MESSAGE_NUMBERS:
            return 2 * MESSAGE_NUMBERS[name]
        if name.startswith("TYPE_"):
            return self.exception_number(name[5:])
        if name == "HAS_MISSING":  # methods that are found by more than columns
            return int("HAS_FUNC_ATTRS" in self.facts.flags or self.defines("__getattr__"))
        if name.startswith("HAS_") or name == "WIDE":
            return int(name in self.facts.flags)
        if name == "LETTERS":
            if "HAS_STR" in self.facts.flags:
                self.symbol("letters")
            return LETTERS
        if name.startswith("T_"):
            value = self.constant(name[2:])
            return None if value is None else 2 * value
        if name == "EMPTY_TUPLE":
            return int(self.world.empty_tuple.tagged_word())
        if name == "EMPTY_ARRAY":
            return int(self.world.empty_array.tagged_word())
        found: int | None = self.facts.options.get(name)
        return found

    def system_word(self, name: str) -> int:
        return SYSTEM_OFFSETS[name]

    def raw_label(self, name: str) -> str:
        if name not in self.raw_known:
            assert name in raw_functions() or name in WRITTEN_HERE, f"no raw function {name}"
            self.raw_known.add(name)
            if name in MAKERS and self.is_linked(name):
                self.flags.add(MAKERS[name])
            self.raw_queue.append(name)
        return f"raw.{name}"

    def managed_label(self, name: str) -> str:
        assert name in self.runtime, f"no managed function {name}"
        return self.function_label(self.runtime[name])

    def flag(self, name: str) -> None:
        self.flags.add(name)

    # Functions

    def cell(self, live: Any) -> StaticObject:
        """The static cell of a live closure's cell."""
        if id(live) not in self.cells:
            self.alive.append(live)
            made = self.world.make(TYPES["CELL"], [HOLE], changes=True)
            self.cells[id(live)] = made
            with contextlib.suppress(ValueError):
                made.words[0] = self.world.word(self.stand_in(live.cell_contents))
            self.world.live.append(live)
        return self.cells[id(live)]

    def is_stored_global(self, namespace: dict[str, Any], name: str) -> bool:
        return (id(namespace), name) in self.facts.stored_globals

    def stored_names(self) -> list[tuple[dict[str, Any], str]]:
        """The globals that the program assigns, each with its namespace."""
        return [(self.namespaces[key], name) for key, name in self.facts.stored_globals if key in self.namespaces]

    def global_cell(self, namespace: dict[str, Any], name: str) -> StaticObject:
        key = (id(namespace), name)
        self.namespaces[id(namespace)] = namespace
        if key not in self.globals:
            made = self.world.make(TYPES["CELL"], [HOLE], changes=True)
            self.globals[key] = made
            if name in namespace:
                made.words[0] = self.world.word(self.stand_in(namespace[name]))
        return self.globals[key]

    def function_cell(self, function: Any, name: str) -> StaticObject:
        """The cell of an attribute of a live function."""
        self.world.live.append(vars(function))
        return self.global_cell(vars(function), name)

    # The work list

    def run(self, entry: Any) -> None:
        """Compile `entry` and everything that it reaches."""
        self.done = {}
        start = self.raw_label("start")
        self.code.jump(start)
        self.entry = self.function_label(entry)
        self.run_queues()

    def run_queues(self) -> None:
        """Compile until nothing is left."""
        while self.queue or self.raw_queue:
            while self.raw_queue:
                self.compile_raw(self.raw_queue.pop())
            if self.queue:
                unit = self.queue.pop(0)
                self.done[unit.label] = unit
                self.compiling = unit
                if self.is_linked(runtime_key(unit.file, unit.name)) or not unit.runtime:
                    unit.compile()
                    unit.finish(self.code)
                else:
                    self.leave_out(unit.label)
                self.compiling = None
            if not self.queue and not self.raw_queue:
                self.finish_tables()

    def compile_raw(self, name: str) -> None:
        if name in raw_functions() and not self.is_linked(name):
            self.leave_out(f"raw.{name}")
            return
        self.code.label(f"raw.{name}")
        self.code.mark(("", 0, name))
        if name == "main_entry":
            self.code.jump(self.entry, RA)
            self.code.move(A0, A0)
            self.code.jump(self.raw_label("finish"))
            return
        if name == LEFT_OUT:
            self.code.store(31, BASE, self.system_word("pc"))
            self.code.constant(A0, EXIT_LEFT_OUT)
            self.code.constant(A7, EXIT_CALL)
            self.code.op("ecall")
            return
        emit(compile_body(name, self.constant), self.code, self.resolve_raw)

    def resolve_raw(self, kind: str, name: str) -> Any:
        """What raw code refers to by its name."""
        if kind == "raw":
            return self.raw_label(name)
        return self.managed_label(name) if kind == "managed" else self.symbol(name)

    def is_linked(self, key: str) -> bool:
        """Whether a function of the run time is part of the program: all are, unless a trial run chose."""
        return self.facts.entered is None or key in self.facts.entered or key in ALWAYS_LINKED

    def leave_out(self, label: str) -> None:
        """One word in the place of a function of the run time: it ends the run, and says who was missing."""
        self.code.label(label)
        self.code.jump(self.raw_label(LEFT_OUT), 31)

    def handler(self, unit: Any, start: str, end: str, target: str, depth: int) -> None:
        size = 0 if unit.generator else unit
        self.handlers.append((depth, len(self.handlers), start, end, target, size))

    def import_names(self, unit: Any, node: ast.Import | ast.ImportFrom) -> None:
        """Names that a function imports are globals to the compiler."""
        from importlib import import_module

        for alias in node.names:
            name = alias.asname or alias.name
            if isinstance(node, ast.Import):
                value = import_module(alias.name)
                if alias.asname is None:
                    name = alias.name.split(".")[0]
                    value = import_module(name)
            else:
                if node.level:
                    raise RefusedError(
                        "a relative import inside a function", "import at the top", unit.file, node.lineno
                    )
                value = getattr(import_module(str(node.module)), alias.name)
            unit.imported[name] = value

    def changed(self) -> bool:
        grew, self.table.grew = self.table.grew, False
        return grew or self.facts.size() != self.began
