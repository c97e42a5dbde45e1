"""Classes inside functions: made once, before the program starts, as the interpreter makes them when it gets there.

The class statements of a function are compiled by CPython as the body of a function whose parameters are the variables
around them. What methods use of these variables are cells of that call: the function that the program runs keeps its
variables in the same cells. A variable has one such cell, so a function with such variables may run only once.
"""

from __future__ import annotations

import ast
import types
from dataclasses import dataclass
from typing import Any

from turingrad.python.programs.refusals import RefusedError
from turingrad.python.programs.sources import file_of
from turingrad.python.programs.texts import read_lines


class Unknown:
    """A variable whose value is known at run time only."""

    def __init__(self, name: str) -> None:
        self.name = name


@dataclass(frozen=True)
class LocalClasses:
    """The classes of a function by name, and the cells of the variables that their methods use."""

    classes: dict[str, type]
    cells: dict[str, Any]
    entered: list[int]


def make_classes(unit: Any, nodes: tuple[ast.ClassDef, ...]) -> LocalClasses:
    """Execute the class statements of a function with what is known of its variables."""
    lines = {(each.name, each.lineno) for each in nodes}
    text = "".join(read_lines(file_of(unit.file)))
    written = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.ClassDef)]
    body = sorted((each for each in written if (each.name, each.lineno) in lines), key=lambda each: each.lineno)
    names = [each.name for each in nodes]
    if len(set(names)) < len(names):
        raise RefusedError(f"two classes {names[0]} inside a function", "rename one", unit.file, nodes[0].lineno)
    around = sorted((unit.scope.local | set(unit.scope.free)) - set(names))
    around = [each for each in around if each.isidentifier()]
    made = compile_statements(unit, body, around)
    values = [value_around(unit, each) for each in around]
    try:
        classes = dict(zip(names, made(*values), strict=True))
    except RefusedError:
        raise
    except Exception as error:
        refuse(unit, nodes[0], f"it raises {type(error).__name__}: {error}")
    for node, cls in zip(nodes, classes.values(), strict=True):
        cls.__qualname__ = f"{unit.name}.<locals>.{cls.__name__}"
        for value in vars(cls).values():
            if isinstance(value, Unknown):
                refuse(unit, node, f"its body uses the variable {value.name}")
    cells = captured_cells(classes.values())
    for name in list(cells):
        if name in classes or name in unit.imported or name not in unit.scope.local:
            if isinstance(cells[name].cell_contents, Unknown):
                refuse(unit, nodes[0], f"its methods use the variable {name} of an outer function")
            del cells[name]
    for cell in cells.values():
        del cell.cell_contents
    return LocalClasses(classes, cells, [0])


def refuse(unit: Any, node: ast.ClassDef, why: str) -> Any:
    raise RefusedError(
        f"the class {node.name} inside a function: {why}", "define it at the top of the file", unit.file, node.lineno
    )


def value_around(unit: Any, name: str) -> Any:
    if name in unit.imported:
        return unit.imported[name]
    if name in unit.live_cells:
        try:
            return unit.live_cells[name].cell_contents
        except ValueError:
            return Unknown(name)
    return Unknown(name)


def compile_statements(unit: Any, body: list[ast.ClassDef], around: list[str]) -> Any:
    """A function that makes the classes; `around` are its parameters."""
    parameters = ast.arguments([], [ast.arg(each) for each in around], None, [], [], None, [])
    result = ast.Return(ast.Tuple([ast.Name(each.name, ast.Load()) for each in body], ast.Load()))
    function = ast.FunctionDef("make", parameters, [*body, result], [], None)
    module = ast.fix_missing_locations(ast.Module([function], []))
    found: dict[str, Any] = {}
    exec(compile(module, unit.file, "exec"), unit.namespace, found)
    return found["make"]


def captured_cells(classes: Any) -> dict[str, Any]:
    """The cells that methods of the classes share."""
    found: dict[str, Any] = {}
    for cls in classes:
        for value in vars(cls).values():
            parts = [value.fget, value.fset, value.fdel] if isinstance(value, property) else [value]
            for part in parts:
                function = getattr(part, "__func__", getattr(part, "func", part))
                if isinstance(function, types.FunctionType):
                    pairs = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
                    found |= {name: cell for name, cell in pairs if name != "__class__"}
    return found
