"""What the build of the documentation makes: the API reference from docstrings, the import graph as a picture."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import turingrad
from turingrad.surface import packages

ROOT = Path(turingrad.__file__).parent
GENERATED = Path(__file__).parent / "generated"


def live_pages() -> None:
    """Pages of `turingrad view` that documents show in frames."""
    from turingrad.view import view

    folder = GENERATED / "extra" / "pages"
    folder.mkdir(parents=True, exist_ok=True)
    increment = turingrad.read("binary-increment")
    view(turingrad.read("busy-beaver-3"), on="transformer").save(folder / "transformer.html")
    view(increment, on="descent").save(folder / "descent.html")


def api_page() -> str:
    """Every public name, with its signature and its docstring."""
    parts = ["# API reference", "", "Made from the docstrings. Each package lists its public names in `__all__`.", ""]
    for name in packages():
        package = import_module(name)
        parts += [f"## {name}", "", text_of(package), ""]
        for public in sorted(getattr(package, "__all__", ())):
            value = getattr(package, public)
            if not inspect.ismodule(value):
                parts += [f"### {name}.{public}", "", *described(public, value), ""]
    return "\n".join(parts)


def described(name: str, value: object) -> list[str]:
    """A signature, the docstring, and of a class its public methods in a line each."""
    lines = []
    if callable(value):
        with suppress(TypeError, ValueError):  # not every callable tells its arguments
            lines += ["```text", f"{name}{inspect.signature(value)}", "```", ""]
    lines.append(text_of(value) if callable(value) else f"`{value!r}`"[:300])
    if inspect.isclass(value):
        own = [(method, found) for method, found in vars(value).items() if not method.startswith("_")]
        for method, found in own:
            function = getattr(found, "__func__", getattr(found, "fget", found))
            if inspect.isfunction(function) and function.__doc__:
                first = inspect.getdoc(function).split("\n\n")[0].replace("\n", " ")  # type: ignore[union-attr]
                lines += ["", f"- `{method}`: {first}"]
    return lines


def text_of(value: object) -> str:
    return inspect.getdoc(value) or ""


def imports() -> Counter[tuple[str, str]]:
    """How many import statements of one package name another."""
    found: Counter[tuple[str, str]] = Counter()
    for path in ROOT.rglob("*.py"):
        own = path.relative_to(ROOT).parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("turingrad."):
                other = str(node.module).split(".")[1]
                if other != own and own != "__init__" and path.stem not in ("bench", "demo", "claims"):
                    found[own, other] += 1
    return found


def import_graph() -> str:
    """The packages from left to right in the order of the route, an arc for each pair that imports."""
    edges = imports()
    names = order({name for pair in edges for name in pair} - {"errors"}, edges)
    place = {name: 40 + 74 * number for number, name in enumerate(names)}
    width, base = place[names[-1]] + 60, 330
    arcs = []
    for (user, used), count in sorted(edges.items()):
        if user in place and used in place:
            left, right = sorted((place[user], place[used]))
            height = base - 10 - (right - left) * 0.36
            arcs.append(
                f'<path d="M{right} {base - 12} Q{(left + right) / 2} {height} {left} {base - 12}" fill="none" '
                f'stroke="#3b6fb6" stroke-opacity="0.45" stroke-width="{0.6 + count**0.5 / 3:.2f}">'
                f"<title>{user} imports {used} in {count} statements</title></path>"
            )
    dots = [
        f'<circle cx="{x}" cy="{base - 6}" r="6" fill="#c8553d"/>'
        f'<text x="{x}" y="{base + 14}" font-size="12" text-anchor="end" '
        f'transform="rotate(-40 {x} {base + 14})">{name}</text>'
        for name, x in place.items()
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 420" font-family="system-ui, sans-serif">'
        f'<rect width="100%" height="100%" fill="white"/>{"".join(arcs)}{"".join(dots)}</svg>\n'
    )


def order(names: set[str], edges: Counter[tuple[str, str]]) -> list[str]:
    """Each package after all that it imports."""
    placed: list[str] = []
    while len(placed) < len(names):
        ready = [
            n for n in sorted(names - set(placed)) if all(u in placed or u not in names for o, u in edges if o == n)
        ]
        placed += ready[:1] or sorted(names - set(placed))[:1]
    return placed


def write() -> None:
    GENERATED.mkdir(exist_ok=True)
    (GENERATED / "api.md").write_text(api_page(), encoding="utf-8")
    (GENERATED / "imports.svg").write_text(import_graph(), encoding="utf-8")
    live_pages()


if __name__ == "__main__":
    write()
