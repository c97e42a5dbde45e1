"""What the build of the documentation makes: the API reference from docstrings, a page a paper from the claims, the
import graph as a picture, live pages."""

from __future__ import annotations

import ast
import inspect
import re
from collections import Counter
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from public_packages import packages

import turingrad

ROOT = Path(turingrad.__file__).parent
GENERATED = Path(__file__).parent / "generated"
MOVED = {"decisions/04-one-room-per-construction": "decisions/04-one-folder-per-construction"}
"""Pages that had another name; the old `search` is the name of Sphinx's own page, which finds its successor."""


def moved_pages() -> None:
    """The old address of a page leads to the new one."""
    for old, new in MOVED.items():
        target = "../" * old.count("/") + f"{new}.html"
        page = GENERATED / "extra" / f"{old}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        refresh = f'<meta http-equiv="refresh" content="0; url={target}">'
        page.write_text(f'<!doctype html>{refresh}<title>Moved</title><a href="{target}">Moved</a>\n', encoding="utf-8")


def live_pages() -> None:
    """Pages of `turingrad view` that documents show in frames: one of each kind."""
    from turingrad.constructions.emulation.demo.clock import counter
    from turingrad.library import load, load_learner
    from turingrad.view import view, view_learning

    folder = GENERATED / "extra" / "pages"
    folder.mkdir(parents=True, exist_ok=True)
    view(turingrad.read("busy-beaver-3"), on="transformer").save(folder / "transformer.html")
    view(turingrad.read("busy-beaver-3"), on="decoder").save(folder / "decoder.html")
    view(turingrad.read("fib"), on="decoder", last=400).save(folder / "processor.html")
    view(turingrad.read("binary-increment"), on="descent").save(folder / "descent.html")
    view(load("adder"), [int(bit) for bit in "1011001011101001"], on="feedforward").save(folder / "feedforward.html")
    for on, learner, form, train in (("rcnn", "parity-small", "grid", 4), ("emulation", "parity", "learner", 8)):
        X, y, X_test, _ = turingrad.tasks.draw(turingrad.tasks.get("parity"), 1, 3, train, 5)
        page = view_learning(load_learner(learner, form=form, features=3), X, y, X_test, on=on, seed=1)
        page.save(folder / f"{on}.html")
    view(counter(), on="emulation", last=40).save(folder / "clock.html")
    search_live_page(folder / "search.html")


def search_live_page(target: Path) -> None:
    """A small search, unit by unit."""
    from turingrad.search import Settings, TaskProblems, search
    from turingrad.view.searches import search_page

    settings = Settings(states=2, budget=32_000, instances=100, units=4, unit_machines=2_000)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "search.sqlite"
        search(TaskProblems(turingrad.tasks.get("dictator"), 3, 5), settings, progress_file=path)
        search_page(path, command="turingrad search --task dictator --dim 3 --train 5 --states 2").save(target)


def paper_page(paper: str) -> str:
    """A paper, statement by statement, from the claims that the code embodies."""
    from turingrad.claims import find
    from turingrad.claims.scores import score_in_words
    from turingrad.constructions.claim import SOURCES, STATUSES

    found = find(paper)
    counts = Counter(claim.status for claim in found)
    summed = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
    parts = [f"# {SOURCES[paper]}", ""]
    said = f"{len(found)} statements as checks that can fail: {summed}."
    parts += [f"{said} What the words mean: [claims](../../claims.md).", ""]
    parts += ["```bash", f"turingrad claims --paper {paper}", "```", ""]
    for claim in found:
        parts += [
            f"## {escape_markdown(claim.number)}",
            "",
            f"*{escape_markdown(claim.where)}.* {escape_markdown(claim.statement)}",
            "",
        ]
        if claim.assumptions:
            parts += [f"Assumes: {escape_markdown(claim.assumptions)}", ""]
        parts += [f"**{claim.status}**" + (f": {escape_markdown(claim.erratum)}" if claim.erratum else "") + ".", ""]
        parts += [f"Scope of the check: {escape_markdown(claim.limits)}.", ""] if claim.limits else []
        parts += ["In the code: " + ", ".join(f"`{path}`" for path in claim.code) + ".", ""]
        parts += [f"[Mutants](../../claim-mutants.md): {score_in_words(claim)}.", ""]
        mutants = "; ".join(escape_markdown(mutation.name) for mutation in claim.mutations)
        parts += [f"Its check must fail under: {mutants}.", ""] if mutants else []
    return "\n".join(parts)


def escape_markdown(text: str) -> str:
    """Plain words as Markdown: signs that it would read as its own are escaped, code between backticks is left."""
    parts = text.strip().rstrip(".").split("`")
    return "`".join(part if k % 2 else re.sub(r"([\\*_<\[\]$#|~^])", r"\\\1", part) for k, part in enumerate(parts))


def api_page() -> str:
    """Every public name, with its signature and its docstring."""
    parts = ["# API reference", "", "Made from the docstrings. Each package lists its public names in `__all__`.", ""]
    for name in packages():
        package = import_module(name)
        parts += [f"## {name}", "", text_of(package), ""]
        for public in sorted(getattr(package, "__all__", ())):
            value = getattr(package, public)
            if name == "turingrad" and public == "machine":  # a package that can be called
                value = import_module("turingrad.machine.tape.from_table").from_table
            if not inspect.ismodule(value):
                parts += [f"### {name}.{public}", "", *describe_name(public, value), ""]
    return "\n".join(parts)


def describe_name(name: str, value: object) -> list[str]:
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
    from turingrad.constructions.claim import SOURCES

    papers = GENERATED / "papers"
    papers.mkdir(exist_ok=True)
    for paper in SOURCES:
        (papers / f"{paper}.md").write_text(paper_page(paper), encoding="utf-8")
    moved_pages()
    live_pages()


if __name__ == "__main__":
    write()
