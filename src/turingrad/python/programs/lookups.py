"""What a class has under a name: searched for in its MRO, with what stands for Python's own classes."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from types import MemberDescriptorType, MethodDescriptorType, WrapperDescriptorType
from typing import Any

from turingrad.python.programs.classes import FAMILY_OF, with_stand_ins

HASHING = ("__hash__", "__eq__")


class Lookups:
    """Searches of one pass. `bases` maps built-in classes to their stand-ins."""

    def __init__(self, bases: dict[Any, Any]) -> None:
        self.bases = bases
        self.orders: dict[type, list[tuple[type, Mapping[str, Any]]]] = {}

    def find(self, cls: type, name: str) -> tuple[type, Any] | None:
        """The class in the MRO that defines `name`, and what it is."""
        order = self.orders.get(cls)
        if order is None:
            order = self.orders[cls] = [(own, vars(own)) for own in self.search_order(cls)]
        for own, members in order:
            if name not in members:
                continue
            found = members[name]
            if isinstance(found, MemberDescriptorType | WrapperDescriptorType):
                continue
            if isinstance(found, MethodDescriptorType) and issubclass(own, enum.Enum):
                continue  # int.__format__, which Python copies into an IntEnum: its stand-in has its own
            if getattr(found, "__module__", "") == "enum" and issubclass(own, enum.Enum):
                continue  # which Python copies into an enum
            return own, found
        return None

    def search_order(self, cls: type) -> Iterator[type]:
        """The classes that are searched: not Python's own, but what stands for them."""
        for own in with_stand_ins(cls, self.bases):
            if own in (object, BaseException, Exception) or own in FAMILY_OF or own.__module__ in ("builtins", "enum"):
                continue
            yield own

    def default_equality(self, cls: type) -> bool:
        """Whether instances are equal only to themselves, and hashed so."""
        return all(self.find(cls, name) is None for name in HASHING)
