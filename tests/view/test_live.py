"""Pages in which the network itself runs, in Chromium, offline: typed tapes and bits against the reference."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import Turingrad
from tests.view.browser import AXE, ROOT, Opened
from turingrad import library
from turingrad.errors import InputError
from turingrad.machine.tape import run
from turingrad.view.live import SCRIPT, live_page

pytest.importorskip("onnx")
RUNTIME = ROOT / ".live" / "package"
NEEDS = pytest.mark.skipif(not (RUNTIME / SCRIPT).is_file(), reason="no onnxruntime-web: `make live` fetches it by npm")


class Live(Opened):
    """A live page: types, presses, and waits for what the network says."""

    def press(self, button: str, text: str | None = None) -> dict[str, str]:
        if text is not None:
            self.tab.fill("#live-input", text)
        self.tab.click(f"#{button}")
        self.until("(d => d.calls === d.done)(document.querySelector('.live-said').dataset)", seconds=300)
        found: dict[str, str] = self.tab.evaluate("({...document.querySelector('.live-said').dataset})")
        return {**found, "said": self.tab.inner_text(".live-said")}


@contextmanager
def open_live(context: Any, tmp_path: Path, name: str) -> Iterator[Live]:
    place = tmp_path / f"{name}.html"
    live_page(library.load(name), folder=RUNTIME).save(place)
    context.set_offline(True)
    page = Live(context, place)
    try:
        yield page
    finally:
        context.set_offline(False)
        page.close()


@NEEDS
@pytest.mark.slow
def test_gradient_descent_runs_in_the_page(context: Any, tmp_path: Path) -> None:
    with open_live(context, tmp_path, "palindrome") as page:
        machine: Any = library.load("palindrome")
        for text in ("abba", "ab", ""):
            found = page.press("live-run", text)
            right = run.run(machine, text)
            assert (found["state"], found["steps"], found["halted"]) == (
                right.configuration.state, str(right.steps), "true",
            )  # fmt: skip
        first = page.press("live-step", "aa")
        assert (first["steps"], first["halted"]) == ("1", "false")
        assert "no symbol x" in page.press("live-run", "ax")["said"]
        assert not page.problems
        if AXE.is_file():
            assert page.violations() == []
            page.look(390, "dark")
            assert page.fits()
            assert page.violations() == []
        assert all(url.startswith(("file:", "data:", "blob:")) for url in page.requests)


@NEEDS
@pytest.mark.slow
def test_a_long_run_grows_its_tape_in_the_page(context: Any, tmp_path: Path) -> None:
    with open_live(context, tmp_path, "busy-beaver-4") as page:
        found = page.press("live-run")
        right = run.run(library.load("busy-beaver-4"))  # type: ignore[arg-type]
        assert (found["steps"], found["halted"]) == ("107", "true")
        assert found["tape"].strip("0") == "".join(right.configuration.tapes[0].symbols).strip("0")


@NEEDS
@pytest.mark.slow
def test_a_circuit_computes_in_the_page(context: Any, tmp_path: Path) -> None:
    circuit: Any = library.load("adder-2")
    with open_live(context, tmp_path, "adder-2") as page:
        from turingrad.machine.circuit.run import evaluate

        for bits in ("1101", "0000", "1111"):
            right = evaluate(circuit, [[int(bit) for bit in bits]])[0]
            assert page.press("live-run", bits)["bits"] == "".join(map(str, right.tolist()))
        assert "type 4 bits" in page.press("live-run", "12")["said"]
        assert not page.problems


def test_without_the_runtime_it_is_one_line(turingrad: Turingrad, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("TURINGRAD_LIVE", str(tmp_path / "none"))
    outcome = turingrad("view", "busy-beaver-2", "--live", "-o", tmp_path / "page.html")
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "fetch it with `npm pack onnxruntime-web`" in outcome.err
    assert not (tmp_path / "page.html").exists()


def runtime_in(folder: Path) -> Path:
    """A folder with the runtime's files, empty: what a page is made of, not what runs."""
    (folder / "dist").mkdir()
    (folder / "package.json").write_text('{"version": "0"}')
    for name in (SCRIPT, "dist/ort-wasm-simd-threaded.wasm"):
        (folder / name).write_bytes(b"")
    return folder


def test_what_a_live_page_does_not_take_is_one_line(tmp_path: Path) -> None:
    folder = runtime_in(tmp_path)
    for name, said in (("adder-64", "128 inputs"), ("constant", "no live page"), ("last-label", "no live page")):
        with pytest.raises(InputError, match=said):
            live_page(library.load(name), folder=folder)
    with pytest.raises(InputError, match="runs the descent, not the rcnn"):
        live_page(library.load("busy-beaver-2"), on="rcnn", folder=folder)


def test_the_policy_allows_wasm_and_no_connection(tmp_path: Path) -> None:
    page = live_page(library.load("busy-beaver-2"), folder=runtime_in(tmp_path)).html()
    policy = page.partition('content="')[2].partition('"')[0]
    assert "default-src 'none'" in policy
    assert "blob: 'wasm-unsafe-eval';" in policy
    assert "connect-src" not in policy
