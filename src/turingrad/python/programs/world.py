"""One identity map from live Python objects to static data."""

from __future__ import annotations

import enum
import sys
import types
from collections.abc import Callable
from typing import Any

from turingrad.python.programs.classes import ClassTable, base_value, boxed_base, family_of
from turingrad.python.programs.hashes import DATES, contains_text, dict_hash, dict_index
from turingrad.python.programs.layout import FIRST_ENTRIES, HOLE, SET_ORDER_SEEDS, TYPES
from turingrad.python.programs.refusals import RefusedError
from turingrad.python.programs.static import (
    SetTable,
    StaticObject,
    Word,
    big_limbs,
    constant_word,
    float_words,
    python_hash,
    set_hashes,
    set_places,
    small,
    text_words,
)

PLAIN = (list, dict, set, frozenset, tuple)


def slots_of_instance(value: Any) -> dict[str, Any]:
    """The attributes of a live instance."""
    found = dict(getattr(value, "__dict__", {}))
    for base in type(value).__mro__:
        names = vars(base).get("__slots__", ())
        for name in (names,) if isinstance(names, str) else names:
            if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                found[name] = getattr(value, name)
    return found


class World:
    """Static objects of one pass. `function_word` and `class_word` come from the linker."""

    def __init__(self, table: ClassTable, flags: set[str], stand_ins: dict[Any, Any], wide: bool = False) -> None:
        self.table, self.flags, self.stand_ins, self.wide = table, flags, stand_ins, wide
        self.by_identity: dict[int, Word] = {}
        self.by_value: dict[tuple[Any, ...], StaticObject] = {}
        self.alive: list[Any] = []
        self.objects: list[StaticObject] = []
        self.seed = SET_ORDER_SEEDS[0]
        self.function_word: Callable[[Any], Word] = lambda _value: 0
        self.class_word: Callable[[type, bool], Word] = lambda _value, _called: 0
        self.other_word: Callable[[Any], Word | None] = lambda _value: None
        self.from_user = False
        self.live: list[Any] = []  # mutable live objects that were reached
        self.empty_array = self.make(TYPES["ARRAY"], [])
        self.empty_tuple = self.make(TYPES["TUPLE"], [])
        self.empty_array.address, self.empty_tuple.address = 44, 48

    def make(self, kind: int, words: list[Word], changes: bool = False) -> StaticObject:
        made = StaticObject(kind, words, changes)
        self.objects.append(made)
        return made

    def make_hashed(self, kind: int, words: Callable[[], list[Word]], changes: bool = True) -> StaticObject:
        """An object with words that depend on the hashes of texts."""
        made = self.make(kind, words(), changes)
        made.renew = words
        return made

    def flag(self, name: str) -> None:
        if self.from_user:
            self.flags.add(name)

    def word(self, value: Any) -> Word:
        """The word of a live object: itself, or the address of its data."""
        known = constant_word(value)
        if known is not None:
            return known
        if type(value) in (int, float, str):
            return self.immutable(value)
        if id(value) in self.by_identity:
            return self.by_identity[id(value)]
        self.alive.append(value)
        if value is NotImplemented or value is ... or type(value) is object:
            made = self.make(TYPES["SINGLE"], [0])
        elif isinstance(value, type):
            return self.class_word(value, self.from_user)
        elif callable(value) and not self.is_instance(value):
            made = self.function_word(value)
        else:
            return self.container(value)
        self.by_identity[id(value)] = made
        return made

    def is_instance(self, value: Any) -> bool:
        kind = type(value)
        return kind.__module__ not in ("builtins", "functools", "types") or kind in PLAIN

    def immutable(self, value: int | float | str) -> StaticObject:
        key = (type(value), value.hex() if isinstance(value, float) else value)
        if key not in self.by_value:
            self.by_value[key] = self.make_immutable(value)
        return self.by_value[key]

    def make_immutable(self, value: int | float | str) -> StaticObject:
        if isinstance(value, str):
            self.flag("HAS_STR")
            if self.from_user and "SETS_COMPUTED" in self.flags:
                self.table.store_computed(value)
            if not self.wide and any(ord(character) > 255 for character in value):
                self.flags.add("WIDE")
                value = value.encode("latin-1", "replace").decode("latin-1")
            return self.make_hashed(TYPES["STR"], lambda: text_words(value, self.wide, self.seed), changes=False)
        if isinstance(value, float):
            self.flag("HAS_FLOAT")
            return self.make(TYPES["FLOAT"], list(float_words(value)))
        return self.make(TYPES["BIG"], big_limbs(value))

    def container(self, value: Any) -> Word:
        """Objects with parts: entered into the map before their parts, which may point back."""
        stand_in = self.other_word(value)
        if stand_in is not None:
            self.by_identity[id(value)] = stand_in
            return stand_in
        kind = type(value)
        boxed = boxed_base(kind) is not None
        if kind is tuple and not value:
            return self.empty_tuple
        made = self.make(0, [], changes=kind is not tuple)
        self.by_identity[id(value)] = made
        if made.changes:
            self.live.append(value)
        if kind is range:
            self.flag("HAS_RANGE")
            made.kind, made.words = TYPES["RANGE"], [self.word(each) for each in (value.start, value.stop, value.step)]
        elif kind is slice:
            self.flag("HAS_SLICE")
            made.kind, made.words = TYPES["SLICE"], [self.word(each) for each in (value.start, value.stop, value.step)]
        elif isinstance(value, tuple) and not boxed:
            self.table.add(kind)
            made.kind = self.table.numbers.get(kind, TYPES["TUPLE"])
            made.words = [self.word(each) for each in value]
            if kind is tuple and not any(isinstance(each, StaticObject) and each.changes for each in made.words):
                made.changes = False
        elif isinstance(value, list | dict | set | frozenset) and not boxed:
            self.collection(made, value)
        else:
            self.instance(made, value)
        return made

    def collection(self, made: StaticObject, value: Any) -> None:
        kind = type(value)
        self.table.add(kind)
        made.kind = self.table.numbers.get(kind, 0)
        if isinstance(value, list):
            items = [self.word(each) for each in value]
            made.words = [small(len(items)), self.make(TYPES["ARRAY"], items or [0], changes=True)]
        elif isinstance(value, dict):
            self.flag("HAS_DICT")
            made.words = self.dict_words(value)
        else:
            self.flag("HAS_SET")
            made.words = self.set_words(value)
        if kind not in PLAIN:
            self.fill_slots(made, value)

    def dict_words(self, value: dict[Any, Any]) -> list[Word]:
        keys, count = list(value), len(value)
        words = [(self.word(key), self.word(each)) for key, each in value.items()]

        size = 8
        while size * 2 // 3 < count:
            size *= 2
        free = size * 2 // 3 - count  # as in CPython's tables

        def entries() -> list[Word]:
            found = [[self.small_hash(key), *pair] for key, pair in zip(keys, words, strict=True)]
            return [word for entry in found for word in entry] + [0] * 3 * free

        index: Word = HOLE
        if count > FIRST_ENTRIES:
            index = self.make_hashed(TYPES["RAW"], lambda: dict_index(list(map(self.small_hash, keys)), size))
        return [small(count), small(count), self.make_hashed(TYPES["ARRAY"], entries), index]

    def set_words(self, value: set[Any] | frozenset[Any]) -> list[Word]:
        keys = list(value)
        for key in keys:
            self.require_set_key(key)
        words = [self.word(each) for each in keys]

        def table_of_keys() -> SetTable:
            return SetTable([python_hash(self.stand_in_key(each), self.seed) for each in keys])

        table = table_of_keys()
        expected = [keys[table.places[place]] for place in sorted(table.places)]
        plain = not any(contains_text(each) for each in keys)
        if plain and [id(each) for each in expected] != [id(each) for each in keys]:
            size = max(8, (sys.getsizeof(value) - sys.getsizeof(set())) // 16)
            table.mask, table.places = size - 1, {}
            for index, hashed in enumerate(table.hashes):
                table.places[table.free_place(hashed)] = index
            if [table.places[place] for place in sorted(table.places)] != list(range(len(keys))):
                raise RefusedError(
                    "a set whose order comes from keys that it no longer has", "build the set in the program"
                )
        current: Callable[[], SetTable] = (lambda: table) if plain else table_of_keys
        return [
            small(len(keys)),
            small(len(keys)),
            small(table.mask),
            self.make_hashed(TYPES["ARRAY"], lambda: set_places(current(), words)),
            self.make_hashed(TYPES["RAW"], lambda: set_hashes(current())),
            0,
        ]

    def require_set_key(self, key: Any) -> None:
        if not isinstance(key, int | float | str | tuple | type(None) | enum.Enum | DATES):
            raise RefusedError(
                f"a set of {type(key).__name__} objects exists before the program starts", "build it in the program"
            )

    def stand_in_key(self, key: Any) -> Any:
        return key

    def small_hash(self, key: Any) -> int:
        """The hash word of a key, as `hash_small` of the run time computes it."""
        return dict_hash(key, self.seed, self.identity_number)

    def identity_number(self, key: Any) -> int:
        """The identity word of a static instance that is a key."""
        made = self.word(key)
        assert isinstance(made, StaticObject)
        if "__eq__" in {name for base in type(key).__mro__[:-1] for name in vars(base)} and not isinstance(
            key, enum.Enum
        ):
            raise RefusedError(
                f"a dict with keys of class {type(key).__name__} exists before the program starts",
                "build it in the program",
            )
        if made.words[0] == 0:
            made.words[0] = small(1 << 20 | len(self.alive))
        return int(made.words[0])

    def instance(self, made: StaticObject, value: Any) -> None:
        kind = type(value)
        if isinstance(value, BaseException):
            raise RefusedError(
                f"an exception object {kind.__name__} exists before the program starts", "raise it in the program"
            )
        if kind.__module__ in ("builtins", "numpy", "torch", "types", "_io") or isinstance(value, types.ModuleType):
            raise RefusedError(
                f"an object of type {kind.__module__}.{kind.__name__}",
                "use ints, floats, texts, lists, dicts or your own classes",
            )
        self.table.add(kind)
        family_of(kind)
        made.kind = self.table.numbers.get(kind, 0)
        made.words = [0]
        self.fill_slots(made, value)

    def fill_slots(self, made: StaticObject, value: Any) -> None:
        kind = type(value)
        hidden = self.table.hidden_base(kind)
        if hidden is not None:
            raise RefusedError(
                f"an object of class {kind.__name__}, a kind of {hidden.__name__}, exists before the program starts",
                "make it in the program",
            )
        layout = self.table.layouts.get(kind, {})
        attributes = slots_of_instance(value)
        if boxed_base(kind) is not None:
            attributes["_value_"] = base_value(value)
        if isinstance(value, enum.Enum):
            attributes = {
                "_name_": value._name_,
                "_value_": value._value_,
                **{k: v for k, v in attributes.items() if not k.startswith("_")},
            }
        size = self.table.words(kind) - 1 if kind in self.table.layouts else 2
        made.words += [HOLE] * (size - len(made.words))
        for name, each in attributes.items():
            if name.startswith("__"):
                continue
            self.table.store(kind, name)
            word = self.word(each)
            if name in layout:
                made.words[layout[name] - 1] = word
