"""The chapter of the tour that runs a C program, where transformers and the C compiler are not installed."""

from __future__ import annotations

import pytest
from rich.console import Console

from turingrad.constructions.decoder.demo import programs


def test_the_chapter_does_without_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "find_spec", lambda _name: None)
    console = Console(record=True, width=120)
    programs.CHAPTER.show(console)
    said = console.export_text()
    assert "this chapter runs assembly" in said
    assert "turingrad's torch network says, by greedy generation" in said
    assert "output '12358', exit code 7" in said
    assert "as bits (guarded): True" in said
