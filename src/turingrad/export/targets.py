"""What an export writes, and how one is found: `turingrad.export.NAME` with a value `TARGET`."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from turingrad._support.files import whole_folder
from turingrad._support.text import name_alternatives
from turingrad._support.validation.arguments import require, validate_arguments
from turingrad.constructions.resolve import is_network_folder, resolve
from turingrad.errors import InputError
from turingrad.machine.run import Progress, quiet


@dataclass(frozen=True)
class Exported:
    """What was written, and the figures of the check that was made of it."""

    path: Path
    figures: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Target:
    """A form to export to.

    write(network, path, dtype, check, progress): writes the network to a new path and returns figures. `check`: run
    what was written if its runtime is installed.
    construction: what a machine is compiled to for it; None if the kind of machine decides
        (`Kind.default_construction`).
    constructions: those that it takes.
    settings: further arguments that `write` takes by name.
    """

    what: str
    write: Callable[..., Mapping[str, Any]]
    construction: str | None
    constructions: tuple[str, ...]
    dtypes: tuple[str, ...] = ("float32",)
    folder: bool = True
    settings: tuple[str, ...] = ()


def target_names() -> tuple[str, ...]:
    """List the modules of this package that hold a target, without loading them or their tools.

    Returns:
        Their names.

    Example:
        >>> from turingrad.export import target_names
        >>> "onnx" in target_names()
        True
    """
    folder = Path(__file__).parent
    sources = [*folder.glob("*.py"), *folder.glob("*/__init__.py")]
    holding = [path for path in sources if re.search(r"^TARGET = ", path.read_text(encoding="utf-8"), re.MULTILINE)]
    return tuple(sorted(path.parent.name if path.name == "__init__.py" else path.stem for path in holding))


@validate_arguments
def target(name: str) -> Target:
    """Return the target of that name, which is the name of its module.

    Args:
        name: Such as `onnx` or `llama`.

    Returns:
        The target.

    Raises:
        InputError: There is no such target.

    Example:
        >>> from turingrad.export import target
        >>> "float32" in target("onnx").dtypes
        True
    """
    if name not in target_names():
        raise InputError(f"cannot export to {name!r}{name_alternatives(name, target_names())}")
    found: Target = importlib.import_module(f"turingrad.export.{name}").TARGET
    return found


@validate_arguments
def export(
    network: Any,
    to: str,
    path: str | Path,
    *,
    dtype: str = "float32",
    check: bool = True,
    progress: Progress = quiet,
    **settings: Any,
) -> Exported:
    """Write a compiled network in another tool's form, whole or not at all.

    Args:
        network: the compiled network, or the folder of one.
        to: the form, such as `onnx`, `llama` or `gguf`; `target_names()` lists them.
        path: a new file or folder; an existing one is not overwritten.
        dtype: the number format that is written; refused if the network is not exact in it.
        check: run what was written if its runtime is installed, and compare.
        progress: called with a label, the work done and how much there is.
        settings: the target's own, such as ONNX's `graph` and `opset`: see its `settings`.

    Returns:
        Where it was written, and the figures of the check.

    Example:
        >>> from turingrad.export import export
        >>> export(tg.compile("busy-beaver-2", "descent", cells=16), "onnx", "beaver.onnx", check=False).path.name
        'beaver.onnx'
    """
    from turingrad.constructions.network import Network  # brings torch

    network = resolve(network) if isinstance(network, str | Path) and is_network_folder(network) else network
    require(network, Network, "what is exported")
    form, place = target(to), Path(path)
    for name in settings:
        if name not in form.settings:
            raise InputError(
                f"{to} takes no option {name!r}" + (f"; it takes {', '.join(form.settings)}" if form.settings else "")
            )
    if network.construction not in form.constructions:
        raise InputError(f"{to} takes {', '.join(form.constructions)}, not a network of {network.construction}")
    if dtype not in form.dtypes:
        raise InputError(f"{to} is written in {', '.join(form.dtypes)}, not in {dtype}")
    with whole_folder(place, "folder" if form.folder else "file") as temporary:
        inside = temporary if form.folder else temporary / place.name
        figures = form.write(network, inside, dtype, check, progress, **settings)
    return Exported(place, figures)
