"""The packages form a route: each may import those before it, never those after it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import turingrad

ROOT = Path(turingrad.__file__).parent
ROUTE = (
    *("errors", "_support"),
    *("machine", "formats", "language", "python", "library", "tasks", "exact", "constructions"),
    *("check", "theory", "search", "estimators", "export", "truth", "view", "claims", "api", "cli"),
    *("__init__", "__main__"),
)
PROJECT = Path(__file__).parent.parent
DEEP = re.compile(r"(?:from|import) (turingrad(?:\.\w+){3,})")
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
SHOWING = ("bench", "demo", "claims")
KERNELS = {  # one loop each over arrays that every line shares, compiled as a whole
    "constructions/descent/executors/kernel:advance",
    "constructions/emulation/executors/event:train_events",
    "constructions/rcnn/executors/kernel:advance_by_weights",
    "constructions/transformer/executors/indexed_kernel:advance_indexed",
    "constructions/transformer/executors/packed_kernel:advance_packed",
    "constructions/transformer/executors/packed_one_tape:advance_one_tape",
    "constructions/transformer/executors/packed_code:words_of_a_pass",
    "machine/program/kernel:advance_program",
    "search/census/tree:walk_kernel",
    "search/enumeration:enumerate_kernel",
    "search/groups:advance_group",
    "search/probability:mass_kernel",
}
CHANGING = {  # what collects or counts while it works: builders, clocks, readers in the middle of a file
    *("constructions/construction:BenchReport", "constructions/emulation/graph:GraphBuilder"),
    *("constructions/emulation/numeric:NumericNet", "constructions/one_tape:Rows"),
    *("constructions/transformer/executors/sparse_program:RowStore", "constructions/transformer/weights:Search"),
    *("formats/blif_hierarchy:Names", "formats/blif_hierarchy:Model", "formats/netlist:Netlist"),
    *("formats/xml_elements:Element", "formats/yaml_nodes:OpenCollection"),
    *("language/subroutines:Loop", "language/subroutines:Call", "machine/run:Clock", "python/store:Scope"),
    "search/driver:Rounds",
}
FILES = sorted(ROOT.rglob("*.py"))


@cache
def statements(path: Path) -> list[ast.stmt]:
    """The imports, classes and functions of a file."""
    return statements_in(path.read_text(encoding="utf-8"))


def statements_in(source: str) -> list[ast.stmt]:
    """Those of a text. Expressions are not walked: that would take ten times as long."""
    found, stack = [], list(ast.parse(source).body)
    while stack:
        node = stack.pop()
        if isinstance(node, FUNCTIONS | ast.ClassDef | ast.Import | ast.ImportFrom):
            found.append(node)
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            stack += getattr(node, part, ())
    return found


def imported_packages(found_statements: list[ast.stmt]) -> set[str]:
    """The top-level packages and modules of turingrad that import statements name."""
    found: set[str] = set()
    for node in found_statements:
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            if parts[0] == "turingrad":
                found |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("turingrad.")}
    return found & set(ROUTE)


def later_imports(path: Path, found_statements: list[ast.stmt]) -> set[str]:
    """What a file imports although it comes after the file's own package on the route."""
    parts = path.relative_to(ROOT).parts
    # What a construction shows of itself is at the end of the route: only the command line imports it, by name.
    shows = path.stem in SHOWING or path.parent.name in SHOWING  # claims may be a package
    own = "cli" if shows and len(parts) > 1 else parts[0].removesuffix(".py")
    return {name for name in imported_packages(found_statements) if ROUTE.index(name) > ROUTE.index(own)}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").as_posix()


def test_every_package_and_module_has_its_place_on_the_route() -> None:
    there = {path.stem for path in ROOT.glob("*.py")} | {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert there == set(ROUTE)


def test_a_package_imports_only_those_before_it() -> None:
    wrong = []
    for path in FILES:
        later = later_imports(path, statements(path))
        wrong += [f"{name_of(path)} imports {', '.join(sorted(later))}, which come later"] if later else []
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("file", "line", "later"),
    [
        ("machine/run.py", "from turingrad.api import run", "api"),
        ("machine/run.py", "    from turingrad import api", "api"),
        ("_support/validation/arguments.py", "from turingrad.cli import main", "cli"),
        ("_support/validation/values.py", "import turingrad.machine.run", "machine"),
        ("machine/tape/kind.py", "from turingrad.formats import read", "formats"),
        ("_support/text.py", "from turingrad.formats import read", "formats"),
        ("constructions/prepare.py", "from turingrad.check import check", "check"),
    ],
)
def test_an_import_of_what_comes_later_is_found(file: str, line: str, later: str) -> None:
    source = (ROOT / file).read_text(encoding="utf-8")
    assert not later_imports(ROOT / file, statements_in(source))
    body = f"{source}\ndef added():\n{line}\n" if line.startswith(" ") else f"{source}\n{line}\n"
    assert later_imports(ROOT / file, statements_in(body)) == {later}


def test_constructions_import_no_other_construction_and_networks_no_executors() -> None:
    wrong = []
    for path in (ROOT / "constructions").rglob("*.py"):
        own_folder, *inside = path.relative_to(ROOT / "constructions").parts
        if not inside or inside[0].removesuffix(".py") in SHOWING:
            continue
        modules = {node.module for node in statements(path) if isinstance(node, ast.ImportFrom) and node.module}
        folders = {name.split(".")[2] for name in modules if name.startswith("turingrad.constructions.")}
        others = {name for name in folders if (ROOT / "constructions" / name).is_dir()} - {own_folder}
        wrong += [f"{name_of(path)} imports the construction {name}" for name in sorted(others)]
        runs = f"turingrad.constructions.{own_folder}.executors"
        if inside[0] not in ("executors", "construction.py", "__init__.py"):
            wrong += [f"{name_of(path)} imports {name}" for name in modules if name.startswith(runs)]
    assert not wrong, "\n".join(wrong)


def test_nothing_private_of_other_packages_is_imported() -> None:
    """But what docs/decisions/09 names."""
    private = set()
    for path in FILES:
        for node in statements(path):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            parts = [part for name in names for part in f"{module}.{name}".split(".")]
            if not module.startswith("turingrad") and any(re.match(r"_[^_]", part) for part in parts):
                private.add(name_of(path))
    assert private == {"theory/descent/claims/measure", "python/programs/regexes"}


def test_types_of_arrays_are_named_in_one_place() -> None:
    spelled = {name_of(path) for path in FILES if "NDArray[" in path.read_text(encoding="utf-8")}
    assert spelled == {"_support/arrays"}


def test_a_file_fits_in_the_head() -> None:
    lines = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert not {name: count for name, count in lines.items() if count > 300}


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function without its docstring."""
    first = function.body[0]
    text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    said = (first.end_lineno or first.lineno) - first.lineno + 1 if text else 0
    return (function.end_lineno or function.lineno) - function.lineno - said


def test_a_function_fits_on_a_screen() -> None:
    long = {
        f"{name_of(path)}:{node.name}"
        for path in FILES
        for node in statements(path)
        if isinstance(node, FUNCTIONS) and length(node) >= 60
    }
    assert long == KERNELS, f"over 60 lines: {sorted(long - KERNELS)}; kernels that are short now: {KERNELS - long}"


def test_no_example_imports_from_deeper_than_two_levels() -> None:
    pages = [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md"), *(PROJECT / "docs").rglob("*.ipynb")]
    pages += (PROJECT / "examples").rglob("*.py")
    deep = {f"{page.name}: {found}" for page in pages for found in DEEP.findall(page.read_text(encoding="utf-8"))}
    assert not deep


def test_data_classes_are_frozen() -> None:
    changing = {
        f"{name_of(path)}:{node.name}"
        for path in FILES
        for node in statements(path)
        if isinstance(node, ast.ClassDef)
        for decorator in map(ast.unparse, node.decorator_list)
        if decorator.startswith("dataclass") and "frozen=True" not in decorator
    }
    assert changing == CHANGING


@pytest.mark.parametrize("package", ["constructions", "machine"])
def test_a_map_names_every_file_and_folder(package: str) -> None:
    home = ROOT / package
    text = (home / "README.md").read_text(encoding="utf-8")
    folders = {f"{path.name}/" for path in home.iterdir() if (path / "__init__.py").is_file()}
    wanted = folders | {path.name for path in home.glob("*.py")} - {"__init__.py"}
    assert sorted(name for name in wanted if f"`{name}`" not in text) == []
