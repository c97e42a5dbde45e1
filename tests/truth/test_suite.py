"""The suite: its models, its levels, and how it is resumed."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import turingrad as tg
from turingrad.cli.app import main
from turingrad.errors import InputError
from turingrad.export.zoo import animals
from turingrad.machine.tape.run import run
from turingrad.truth import Truth, load
from turingrad.truth.machines import RICH, ZOO, delay, model, network_of, processor_model, remainder, rich_model
from turingrad.truth.subject import subject_of
from turingrad.truth.suite import knobs, read_list, truth_at, write_suite
from turingrad.truth.tokens import count_tokens, require_tokens


@pytest.mark.parametrize("number", [0, 1, 5, 96, 97, 98, 1000, 4095])
def test_remainders_are_right(number: int) -> None:
    word = format(number, "012b")
    (tape,) = run(remainder(), (tuple(word),)).configuration.tapes
    assert int("".join(tape.symbols), 2) == number % 97


@pytest.mark.parametrize("word", ["1", "10", "1101", "110100111"])
def test_words_are_delayed(word: str) -> None:
    (tape,) = run(delay(3), (tuple(word),)).configuration.tapes
    assert (tape.start, "".join(tape.symbols)) == (3, word)


def test_levels_are_harder_one_by_one() -> None:
    for level in (1, 2, 3):
        assert knobs(level - 1).items() <= knobs(level).items()
    assert knobs(5).keys() == knobs(3).keys() | {"noise"}


def test_a_suite_is_written_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, chosen = tmp_path / "suite", ("--machines", "busy-beaver-2", "--json")
    assert main(["truth", "suite", "-o", str(place), *chosen, "--levels", "0,3"]) == 0
    first = json.loads(capsys.readouterr().out)["truths"]
    assert [entry["level"] for entry in first] == [0, 3]
    assert all(set(entry["exact"].values()) == {"certified"} for entry in first)
    stamp = (place / "busy-beaver-2-level-3" / "truth.json").stat().st_mtime_ns
    found = write_suite(place, machines=["busy-beaver-2"], levels=[3, 5])
    assert [entry["level"] for entry in found] == [0, 3, 5]
    assert (place / "busy-beaver-2-level-3" / "truth.json").stat().st_mtime_ns == stamp
    assert read_list(place)["truths"] == found
    assert load(place / "busy-beaver-2-level-5").level == 5
    assert "measured" in found[-1]["exact"]["float32"]
    with pytest.raises(InputError, match="seed 0"):
        write_suite(place, machines=["busy-beaver-2"], seed=1)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("suite", "--machines", "busy-bever-2"), "no machine 'busy-bever-2'"),
        (("suite", "--levels", "7"), "levels must be 0 to 5"),
        (("suite", "--levels", "a"), "--levels a"),
        (("make", "busy-beaver-2", "--idle", "16"), "PAIRS:SIZE"),
        (("make", "busy-beaver-2", "--noise", "x"), "--noise x"),
        (("make", "busy-beaver-2", "--level", "1", "--split-heads"), "leave out --split-heads"),
        (("make", "adder"), "tape machines and programs"),
    ],
)
def test_wrong_calls_are_one_line(
    arguments: tuple[str, ...], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["truth", *arguments, "-o", str(tmp_path / "new")]) == 2
    error = capsys.readouterr().err.strip()
    assert reason in error
    assert len(error.splitlines()) == 1


def test_make_writes_what_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "made"
    knobs = ("--rotate", "hadamard", "--copies", "2", "--idle", "4:0.3", "--split-heads", "--noise", "2^-14", "-q")
    page = tmp_path / "page.html"
    assert main(["truth", "make", "busy-beaver-2", "-o", str(place), *knobs, "--report", str(page)]) == 0
    assert all(f"Site {site}" in page.read_text() for site in load(place).sites)
    assert page.read_text().count("rect x=") > 1000
    assert "measured" in capsys.readouterr().out
    assert load(place).disguises[-1] == f"noise {2.0**-14:g}"
    assert main(["truth", "make", "busy-beaver-2", "-o", str(tmp_path / "level"), "--level", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["exact"]["float32"] == "certified"


def test_folders_that_are_no_suites_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a suite"):
        write_suite(tmp_path, machines=["busy-beaver-2"])
    (tmp_path / "suite.json").write_text('{"format": "turingrad-suite", "seed": 0, "truths": [{"folder": "../x"}]}')
    with pytest.raises(InputError, match="missing or wrong"):
        write_suite(tmp_path, machines=["busy-beaver-2"])
    with pytest.raises(InputError, match="no folder"):
        write_suite(tmp_path / "a" / "b", machines=["busy-beaver-2"])
    with pytest.raises(InputError, match="tape machines and programs"):
        network_of(tg.read("adder"))


def require_distinct(truth: Truth, least: int) -> None:
    """At the last site there are so many different vectors at least, and as many as the page says."""
    subject = subject_of(truth)
    distinct = len(np.unique(subject.streams[subject.llama.sites[-1]].numpy(), axis=0))
    assert distinct > least
    assert f"{distinct:,}" in Path("docs/truth-notes.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_rich_machines_have_thousands_of_streams_and_are_certified() -> None:
    for name, make in RICH.items():
        network, plain = rich_model(make(), name, 0)
        assert len(plain.machine.states) > 150
        require_distinct(plain, 1500)
        truth = truth_at(network, plain, 3, 0)
        assert truth.exact == plain.exact == {"float32": "certified", "bfloat16": "certified", "float16": "certified"}
        assert count_tokens(truth)[0] == count_tokens(truth)[1] > 3000


@pytest.mark.slow
def test_the_processor_keeps_every_token_in_all_dyadic_disguises() -> None:
    network, plain = processor_model(0)
    require_distinct(plain, 5000)
    for level in (1, 2, 3):
        truth = truth_at(network, plain, level, 0)
        assert truth.exact == {"float32": "certified"}
        assert require_tokens(truth) == sum(len(each.tokens) for each in plain.runs)


@pytest.mark.slow
def test_every_machine_of_the_suite_is_certified_at_the_exact_levels() -> None:
    assert [name for name, _ in islice(animals(), len(ZOO))] == list(ZOO)
    for name in ZOO:
        network, plain = model(name, 0)
        for level in (1, 2, 3):
            truth = truth_at(network, plain, level, 0)
            assert truth.exact == plain.exact
            assert set(truth.exact.values()) == {"certified"}
            require_tokens(truth)
