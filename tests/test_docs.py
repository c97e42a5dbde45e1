"""The Python code of the README and of the documentation's pages runs, page by page, in order."""

from __future__ import annotations

import ast
import json
import linecache
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
WITH_CODE = [page for page in PAGES if BLOCK.search(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: page.name)
def test_the_code_of_the_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "docs"}
    text = page.read_text(encoding="utf-8")
    blocks = {text[: match.start()].count("\n") + 1: match.group(1) for match in BLOCK.finditer(text)}
    lines = [""] * text.count("\n")  # the page with its code alone, for what reads the source of a function
    for first, code in blocks.items():
        lines[first : first + code.count("\n")] = code.splitlines()
    source = "".join(f"{line}\n" for line in lines)
    monkeypatch.setitem(linecache.cache, str(page), (len(source), None, source.splitlines(keepends=True), str(page)))
    for first, code in blocks.items():
        exec(compile("\n" * first + code, str(page), "exec"), names)
    assert len(names) > 2, "the page's code defines nothing"


NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.name)
def test_the_notebook_runs_and_prints_what_is_stored(
    notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {"__name__": "notebook"}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{notebook.name}[{number}]", "exec"), names)
            stored = "".join("".join(output["text"]) for output in cell["outputs"] if output.get("name") == "stdout")
            assert capsys.readouterr().out == stored
    assert len(names) > 3


def shows_something(source: str) -> bool:
    """Whether a cell prints, plots, or ends with a value that is not None."""
    tree = ast.parse(source)
    called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    plots = any(name.endswith(".plot") for name in called)
    return "print" in called or plots or isinstance(tree.body[-1], ast.Expr)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.name)
def test_the_notebook_is_stored_with_its_outputs(notebook: Path) -> None:
    """`python docs/run_notebooks.py` writes them."""
    text = notebook.read_text(encoding="utf-8")
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    assert any(cell["outputs"] for cell in cells)
    for cell in cells:
        source = "".join(cell["source"])
        assert bool(cell["outputs"]) == shows_something(source), source
        assert all(output["output_type"] != "error" for output in cell["outputs"]), source
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert not re.findall(r"/(?:home|work|tmp|root|Users|opt)/\w+|site-packages", text)


def test_the_readme_has_code_that_runs() -> None:
    assert ROOT / "README.md" in WITH_CODE


def test_the_import_graph_and_the_reference_are_made_from_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "docs")
    import generated_pages

    assert "machine" in generated_pages.import_graph()
    names = generated_pages.order({"a", "b", "c"}, Counter({("a", "b"): 1, ("b", "c"): 1}))
    assert names == ["c", "b", "a"]
    assert "### turingrad.run\n" in generated_pages.api_page()


def test_files_that_docstrings_and_pages_name_are_there() -> None:
    places = [ROOT / name for name in ("src", "tests", "docs", "examples")]
    there = {f"/{path.relative_to(ROOT).as_posix()}" for place in places for path in place.rglob("*.py")}
    pages = [page for page in PAGES if page.name != "comparison.md"]  # which names other projects' files
    for text in (*sorted(places[0].rglob("*.py")), *pages):
        for named in re.findall(r"(?<![\w/.{])(?:[a-z_]+/)+[a-z_0-9]+\.py\b", text.read_text(encoding="utf-8")):
            assert any(path.endswith(f"/{named}") for path in there), f"{text.name} names {named}"
