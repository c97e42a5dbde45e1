"""A learner out of a user's Python file: `my_learner.py:Perceptron`. The file is executed, as any Python tool would."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from turingrad._support.files import is_file
from turingrad._support.text import name_alternatives
from turingrad.errors import FormatError, InputError


def is_python_source(source: str) -> bool:
    """True of FILE.py:NAME (and of FILE.py, to say what is missing)."""
    return source.partition(".py:")[1] != "" or source.endswith(".py")


def load_object(source: str) -> Any:
    """The class or object NAME of FILE.py:NAME. This runs the file."""
    file, _, name = source.rpartition(":") if ".py:" in source else (source, "", "")
    path = Path(file)
    if not name:
        raise InputError(f"{source}: say which class or function of the file, as in {path.name}:Name")
    if not is_file(path):
        raise InputError(f"there is no file {file}")
    try:
        module = execute(path, f"turingrad_program_{path.stem}")
    except SyntaxError as error:
        raise FormatError(
            error.msg, source=file, line=error.lineno, column=error.offset, text=(error.text or "").rstrip() or None
        ) from None
    except Exception as error:
        raise InputError(f"{place_raised(error, file)}{type(error).__name__}: {error}") from None
    if not hasattr(module, name):
        own = [n for n, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__]
        raise InputError(f"{file} has no class, function or object {name!r}{name_alternatives(name, own)}")
    return getattr(module, name)


def place_raised(error: BaseException, file: str) -> str:
    """`FILE.py:LINE: `, the innermost line of a user's file that an exception passed through, under the name that the
    user gave the file; the file alone if it is not in the traceback."""
    path = str(Path(file).resolve())
    own = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return f"{file}:{own[-1]}: " if own else f"{file}: "


def execute(path: Path, name: str) -> ModuleType:
    """The module of a Python file, under a name of its own."""
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickles look a class's module up
    spec.loader.exec_module(module)
    return module
