"""Pages of programs in a browser: terminal, registers, memory, source lines, and what heads read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

import turingrad as tg
from tests.command_line import Turingrad
from tests.constructions.decoder.processor.processors import fibonacci
from tests.view.browser import Opened
from tests.view.kinds import Made
from turingrad.errors import CertificateError
from turingrad.machine.program import decode
from turingrad.machine.program.run import trace
from turingrad.view import view
from turingrad.view.constructions import decoder_programs

Open = Callable[..., Opened]
Make = Callable[[str], Made]
SIZES: dict[str, Any] = {"code_bits": 6, "context": 1024}


def test_the_stage_shows_the_interpreters_state(open_page: Open, make_page: Make) -> None:
    program = fibonacci()
    shown = list(trace(program))
    page = open_page(make_page("decoder-program").path)
    page.tab.keyboard.press("Home")
    registers = "[...document.querySelectorAll('.register b')].map((one) => parseInt(one.textContent, 16))"
    changed = "[...document.querySelectorAll('.register.changed small')].map((one) => one.textContent)"
    here = "document.querySelector('.listing:not(.source) tr.now .address').textContent"
    line = "document.querySelector('.source tr.now .address').textContent"
    found = page.each(len(shown), f"[{registers}, {changed}, {here}, {line}]")
    names = make_page("decoder-program").run["program"]["names"]
    for index, (values, marked, at, source) in enumerate(found):
        assert tuple(values) == shown[index].registers
        before = shown[max(0, index - 1)].registers
        assert marked == [name for k, name in enumerate(names) if shown[index].registers[k] != before[k]]
        assert int(at, 16) == shown[index].pc
        assert int(source) == program.line_at[shown[index].pc]
    assert "\b" in page.tab.locator(".program-terminal").inner_text()
    assert "[exit code 8]" in page.tab.locator(".program-terminal").inner_text()
    assert "08 00 00 00" in page.tab.locator(".memory").inner_text()


def test_heads_read_the_token_that_wrote_the_register(open_page: Open, make_page: Make) -> None:
    program, net = fibonacci(), make_page("decoder-program").run["net"]
    shown = list(trace(program))[:-1]
    window, heads = net["windows"][0], [head["name"] for head in net["heads"]]
    page = open_page(make_page("decoder-program").path)
    page.tab.keyboard.press("Home")
    picture = "document.querySelector('.arcs').dataset.reads"
    arcs = "document.querySelectorAll('.arcs path.arc').length"
    last: dict[int, int] = {}  # the instruction that wrote each register last
    for index, (read, count) in enumerate(page.each(len(shown), f"[{picture}, {arcs}]")):
        do = decode(program.words[shown[index].pc // 4])
        reads = dict(zip(heads, map(int, read.split()), strict=True))
        assert count == len({token for token in reads.values() if token} - {net["records"][index][0]})
        if do.name in ("add", "bne") and do.rs1 in last:
            text, step = window["from"][str(reads["last write of rs1"])]
            assert step == last[do.rs1]
            assert text.startswith(f"pc:{shown[last[do.rs1]].pc:02x} ")
        assert window["from"][str(reads["fetch"])][0].startswith("code:")
        if do.name not in ("bne", "sb", "ecall"):
            last[do.rd] = index
    assert len(last) > 4
    page.tab.locator(".record-choice button").first.click()
    assert page.tab.locator(".record-choice .chosen").count() == 1


def test_a_window_of_a_run_that_fills_several_contexts() -> None:
    data = view(fibonacci(), on="decoder", code_bits=6, context=110, first=20, last=30).data["run"]
    assert data["lockstep"]["differs"] == []
    assert len(data["net"]["windows"]) > 1
    assert data["leftOut"] == "Shows instructions 20 to 30 of 39."
    for window, (begin, end) in zip(data["net"]["window"], data["net"]["records"], strict=True):
        there = data["net"]["windows"][window]
        assert set(range(begin, end)) <= set(there["numbers"])
        assert there["texts"][there["numbers"].index(begin)].startswith("pc:")


@pytest.mark.slow
def test_changed_weights_are_run_as_they_are(tmp_path: Path, open_page: Open) -> None:
    network = tg.compile(fibonacci(), "decoder", **SIZES)
    with torch.no_grad():
        network.blocks[3].down.zero_()  # no sums
    run = view(network, last=8).data["run"]
    assert run["lockstep"]["differs"]
    assert run["net"]["unknown"].startswith("The weights of this network were changed")
    page = open_page(view(network, last=8).save(tmp_path / "page.html"))
    assert "differs from the interpreter" in page.tab.locator(".badge").inner_text()


def test_the_forward_pass_says_the_same_page() -> None:
    pages = [view(fibonacci(), on="decoder", executor=name, last=5, **SIZES) for name in ("guarded", "cached")]
    assert pages[0].data["run"] == pages[1].data["run"]


def test_executors_that_disagree_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    network = tg.compile(fibonacci(), "decoder", **SIZES)
    original = decoder_programs.inspect_tokens

    def wrong(*given: Any) -> Any:
        found = original(*given)
        found.said[-3] ^= 1
        return found

    monkeypatch.setattr(decoder_programs, "inspect_tokens", wrong)
    with pytest.raises(CertificateError, match="say different tokens"):
        view(network, last=5)


def test_a_program_without_a_source_shows_files_and_lines(tmp_path: Path, open_page: Open) -> None:
    bare = fibonacci()
    placed = tg.Program(bare.image, ram=bare.ram, places=((0, "<main>.rs:12"), (4, "main.rs:13")), name="placed")
    page = open_page(view(placed).save(tmp_path / "page.html"), at="#step=0")
    assert "from <main>.rs:12" in page.tab.locator(".sentence").inner_text()
    assert page.tab.locator(".source").count() == 0
    assert page.tab.locator(".listing tr.now .line").inner_text() == "<main>.rs:12"


def test_a_program_without_a_name_is_called_by_its_file(turingrad: Turingrad, tmp_path: Path) -> None:
    (tmp_path / "stops.bin").write_bytes(bytes.fromhex("1300000073001000"))
    made = turingrad("view", tmp_path / "stops.bin", "-o", tmp_path / "page.html", "--json")
    assert (made.code, made.json["title"]) == (0, "stops")
