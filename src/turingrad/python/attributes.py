"""Attributes of objects, modules, enumerations, lists and ints: read and assigned as Python would find them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Sequence
from enum import EnumType
from types import FunctionType, MemberDescriptorType, ModuleType

from turingrad.python.arithmetic import SubsetError
from turingrad.python.lifting import module_attribute
from turingrad.python.sequences import Sequences
from turingrad.python.values import (
    Choice,
    Instance,
    Item,
    ListMethod,
    Mapped,
    Method,
    NumberMethod,
    Ref,
    is_number,
    kind_of,
)


class Attributes(Sequences):
    def call(self, function: Item, given: Sequence[Item], named: dict[str, Item], node: ast.Call) -> Item:
        raise NotImplementedError  # calls.py

    def attribute(self, owner: Item, name: str) -> Item:
        if isinstance(owner, Instance):
            return self.attribute_of_object(owner, name)
        if isinstance(owner, ModuleType):
            return self.lifting.lift(module_attribute(owner, name), f"{owner.__name__}.{name}")
        if isinstance(owner, EnumType) and name in owner.__members__:
            return self.lifting.lift(owner.__members__[name], f"{owner.__name__}.{name}")
        if isinstance(owner, Ref | Choice | Mapped):
            return ListMethod(owner, name)
        if is_number(owner):
            return NumberMethod(owner, name)
        raise SubsetError(f"{kind_of(owner)} has no attribute {name!r} here")

    def attribute_of_object(self, owner: Instance, name: str) -> Item:
        kind = type(owner.object)
        found = inspect.getattr_static(kind, name, None)
        if isinstance(found, property) and isinstance(found.fget, FunctionType):
            return self.call(Method(found.fget, owner), (), {}, ast.Call(ast.Name(name), [], []))
        if hasattr(type(found), "__set__") and not isinstance(found, MemberDescriptorType):
            raise SubsetError(f"{kind.__name__}.{name} is read through code of its own; use a plain attribute")
        if (owner.number, name) in self.store.cells:
            return self.store.narrow(self.store.cells[owner.number, name])
        if isinstance(found, FunctionType):
            return Method(found, owner)
        if isinstance(found, staticmethod):
            return found.__func__
        if found is not None and not hasattr(type(found), "__get__") and not callable(found):
            return self.lifting.lift(found, f"the attribute {name} of the class {kind.__name__}")
        raise SubsetError(f"{kind.__name__} has no attribute {name!r} that can be followed")

    def assign_attribute(self, owner: Item, name: str, value: Item) -> None:
        if not isinstance(owner, Instance):
            raise SubsetError(f"an attribute of {kind_of(owner)} cannot be assigned; one of self can")
        kind = type(owner.object)
        found = inspect.getattr_static(kind, name, None)
        if isinstance(found, property) and isinstance(found.fset, FunctionType):
            self.call(Method(found.fset, owner), (value,), {}, ast.Call(ast.Name(name), [], []))
        elif hasattr(type(found), "__set__") and not isinstance(found, MemberDescriptorType):
            raise SubsetError(f"{kind.__name__}.{name} is set through code of its own; use a plain attribute")
        else:
            self.store.set((owner.number, name), value)
