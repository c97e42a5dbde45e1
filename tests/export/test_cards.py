"""Cards of saved and exported networks: names and docs from files are text in them, whatever they contain."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from turingrad import library
from turingrad._support.markdown import as_code, as_text
from turingrad.constructions.decoder import compile_network
from turingrad.constructions.folder import save
from turingrad.export import export
from turingrad.export.checking import Checks
from turingrad.export.programs import program_card
from turingrad.machine.program import assemble
from turingrad.machine.tape import Rule, TapeMachine

HOSTILE = (
    *("</h1><script>alert(1)</script>", "# x", "one\n# two\n---\nthree", "a `b` ``c``", "---", "===", "- item", "1. x"),
    *("> quoted", "| a | b |\n|---|---|", "[x](javascript:alert(1))", "![x](https://a.b/c.png)", "https://a.b/c"),
    *(
        "&lt;b&gt;",
        "*bold* __bold__ ~~x~~",
        "\\`",
        "\x1b[31m\u202e",
        "```\ncode\n```",
        "<!-- ",
        "    indented",
        "www.a.b",
    ),
)
WORDS = ("text", "softbreak", "text_special")
MARKDOWN = MarkdownIt("commonmark").enable("table").enable("strikethrough")


def structure(text: str) -> list[str]:
    """The elements of a page, those inside of lines included, without what they say."""
    found = []
    for token in MARKDOWN.parse(text):
        found.append(f"{token.type} {token.tag}")
        found += [
            child.type for child in token.children or () if child.type not in ("text", "softbreak", "text_special")
        ]
    return found


def shown(text: str) -> str:
    """What a reader sees of one paragraph."""
    return unescape(MARKDOWN.render(text).removeprefix("<p>").removesuffix("</p>\n"))


def printed(text: str) -> str:
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(text.split()))


def hostile_machine(name: str) -> TapeMachine:
    return replace(library.load("palindrome"), name=name, doc=name)  # type: ignore[type-var, return-value]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_shown_as_it_is(name: str) -> None:
    assert structure(as_text(name)) == ["paragraph_open p", "inline ", "paragraph_close p"]
    assert shown(as_text(name)) == printed(name)
    assert "https://" not in as_text(name)  # no bare link either


@given(st.text(alphabet=st.sampled_from("ab1 .-+=#>*_`~[]()!<&|\\\n\t:/@"), min_size=1).filter(str.strip))
def test_any_text_stays_text(name: str) -> None:
    assert structure(as_text(name)) == ["paragraph_open p", "inline ", "paragraph_close p"]
    assert shown(as_text(name)) == printed(name)


@given(st.text(alphabet=st.sampled_from("ab `\\<>\n"), min_size=1).filter(str.strip))
def test_any_code_stays_code(name: str) -> None:
    assert shown(f"x {as_code(name)}") == f"x <code>{printed(name)}</code>"


@pytest.mark.parametrize("name", HOSTILE)
def test_the_card_of_a_saved_network_keeps_its_structure(name: str, tmp_path: Path) -> None:
    cards = []
    for number, machine in enumerate((hostile_machine("plain"), hostile_machine(name))):
        save(compile_network(machine, cells=8, context=64), tmp_path / str(number))
        cards.append((tmp_path / str(number) / "README.md").read_text(encoding="utf-8"))
    assert structure(cards[0]) == structure(cards[1])


@pytest.mark.parametrize("form", ["llama", "gpt2", "gguf"])
def test_the_card_of_an_export_keeps_its_structure(form: str, tmp_path: Path) -> None:
    if form == "gguf":
        pytest.importorskip("gguf")
    cards: list[Any] = []
    for name, symbol in (("plain", "a"), ("</h1><script>x</script>\n# y\n---\n`z` ", "`</code><b>")):
        machine = TapeMachine(("s", "t"), ("_", symbol), "_", "s", (Rule("s", ("_",), (symbol,), (1,), "t"),),
                              halting=("t",), name=name, doc=name)  # fmt: skip
        place = tmp_path / f"{len(cards)}.gguf"
        export(compile_network(machine, cells=8, context=64), form, place, check=False)
        card = place.with_suffix(".md") if form == "gguf" else place / "README.md"
        cards.append(card.read_text(encoding="utf-8"))
    assert structure(cards[0]) == structure(cards[1])


def test_the_card_of_a_program_keeps_its_structure() -> None:
    network: Any = compile_network(assemble("ebreak"))
    checks = Checks(1, "<halt>", ("torch",), "torch")
    for form in ("llama", "gguf"):
        cards = []
        for name in ("plain", *HOSTILE):
            network.machine = replace(network.machine, name=name)
            cards.append(program_card(network, form, "float32", checks, "rv32"))
        assert all(structure(card) == structure(cards[0]) for card in cards)
        assert not any("<script>" in card for card in cards)
