"""The zoo: machines with cards, labels and circuits that are true of the weights beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from tests.command_line import Turingrad
from turingrad.constructions.decoder import DecoderNetwork
from turingrad.errors import InputError
from turingrad.export import zoo as zoos
from turingrad.export.zoo import animals, zoo
from turingrad.machine.program import Program, assemble


def small_sizes(machine: Any) -> dict[str, int]:
    """A small processor."""
    return {"code_bits": 6, "context": 1024} if isinstance(machine, Program) else {}


FILES = {"config.json", "model.safetensors", "tokenizer.json", "README.md", "labels.json", "machine.json"}


def require_true(folder: Path, entry: dict[str, Any], network: DecoderNetwork) -> None:
    """What an animal's files say, against the network: labels by its embedding, circuits by the rows of its heads."""
    place = folder / entry["folder"]
    assert {path.name for path in place.iterdir()} >= FILES
    card = (place / "README.md").read_text(encoding="utf-8")
    assert "Bit-exact" in card
    assert f"{len(entry['run'])} tokens: equal" in card
    named = json.loads((place / "labels.json").read_text(encoding="utf-8"))
    weights = load_file(place / "model.safetensors")
    names = named["coordinates"]
    assert len(names) == entry["width"] == weights["model.embed_tokens.weight"].shape[1]
    assert [(head["block"], head["head"]) for head in entry["heads"]] == [
        (block["block"], head["head"]) for block in named["blocks"] for head in block["heads"]
    ]
    for block in named["blocks"]:
        attention = f"model.layers.{block['block']}.self_attn"
        values, output = weights[f"{attention}.v_proj.weight"], weights[f"{attention}.o_proj.weight"]
        busy = [head for head in range(len(values) // 64) if bool(values[64 * head : 64 * (head + 1)].any())]
        assert busy == [head["head"] for head in block["heads"]], "heads that are not listed are idle"
        for head in block["heads"]:
            rows = slice(*head["coordinates"])
            read = {names[place] for place in values[rows].any(0).nonzero()[:, 0].tolist()} - {"one"}
            written = {names[place] for place in output[:, rows].any(1).nonzero()[:, 0].tolist()}
            assert read == set(head["reads"])
            assert written == {sign + name for name in head["writes"] for sign in ("", "-")}
    tokens = torch.tensor([*entry["prompt"], *entry["run"]][:-1])
    with torch.no_grad():
        said = network(tokens).argmax(-1)[len(entry["prompt"]) - 1 :].tolist()
    assert said == entry["run"]


def test_two_animals_with_cards_labels_and_circuits(turingrad: Turingrad, tmp_path: Path) -> None:
    outcome = turingrad("zoo", "-o", tmp_path / "zoo", "--count", 2, "--programs", 0, "--json")
    assert outcome.code == 0, outcome.err
    listed = json.loads((tmp_path / "zoo" / "zoo.json").read_text(encoding="utf-8"))["machines"]
    assert [entry["name"] for entry in listed] == outcome.json["machines"]
    for entry, (name, network) in zip(listed, animals(), strict=False):
        assert entry["name"] == name
        require_true(tmp_path / "zoo", entry, network)


def test_the_processor_is_prompted_with_programs(
    turingrad: Turingrad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = {"first": "li a0, 3; li a7, 93; ecall", "second": "nop; ebreak"}
    load, build = zoos.library.load, zoos.compile_network
    found = {name: assemble(text, name, ram=1024) for name, text in small.items()}
    monkeypatch.setattr(zoos.library, "load", lambda name, **given: found.get(name) or load(name, **given))
    monkeypatch.setattr(zoos, "PROGRAMS", tuple(small))
    monkeypatch.setattr(
        zoos, "compile_network", lambda machine, **given: build(machine, **given | small_sizes(machine))
    )
    outcome = turingrad("zoo", "-o", tmp_path / "zoo", "--count", 1, "--programs", 2)
    assert outcome.code == 0, outcome.err
    assert "prompts of 2 programs" in outcome.out
    listed = json.loads((tmp_path / "zoo" / "zoo.json").read_text(encoding="utf-8"))["machines"][-1]
    assert {path.name for path in (tmp_path / "zoo" / "processor").iterdir()} >= FILES
    for program in listed["programs"]:
        place = tmp_path / "zoo" / program["folder"]
        assert (place / f"{program['name']}.c").read_text(encoding="utf-8") == small[program["name"]]
        assert len((place / "prompt.txt").read_text(encoding="utf-8").split()) == program["prompt"]
        said = (place / "expected.txt").read_text(encoding="utf-8").split()
        assert (len(said), said[-1]) == (program["tokens"], "<halt>")
    monkeypatch.setattr("turingrad.cli.commands.zoo.find_spec", lambda _name: None)
    assert "its C programs need the extra `c`" in turingrad("zoo", "-o", tmp_path / "bare", "--count", 1).out
    with pytest.raises(InputError, match="programs must be between 0 and 2, not 3"):
        zoo(tmp_path / "more", count=1, programs=3)


@pytest.mark.slow
def test_ten_programs_of_the_processor(tmp_path: Path) -> None:
    listed = zoo(tmp_path / "zoo", count=1, programs=10)[-1]["programs"]
    assert len({program["name"] for program in listed}) == 10
    for program in listed:
        place = tmp_path / "zoo" / program["folder"]
        assert (place / "expected.txt").read_text(encoding="utf-8").endswith("<halt>\n")
        assert "main" in (place / f"{program['name']}.c").read_text(encoding="utf-8")


def test_refusals_are_one_line(turingrad: Turingrad, tmp_path: Path) -> None:
    for place, message in ((tmp_path, "exists already"), (tmp_path / "no" / "zoo", "there is no folder")):
        outcome = turingrad("zoo", "-o", place)
        assert (outcome.code, outcome.err.count("\n")) == (2, 1)
        assert message in outcome.err


@pytest.mark.slow
def test_the_whole_zoo(tmp_path: Path) -> None:
    entries = zoo(tmp_path / "zoo")
    assert len(entries) == len({entry["name"] for entry in entries}) == 20
    assert {len(entry["heads"]) > 1 for entry in entries} == {False, True}, "steps of one token, and spelled ones"
    for entry, (_, network) in zip(entries, animals(), strict=False):
        require_true(tmp_path / "zoo", entry, network)
    with pytest.raises(InputError, match="machines for the zoo, not 1000"):
        zoo(tmp_path / "more", count=1000)


@pytest.mark.slow
def test_animals_run_in_transformers(tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    for entry in zoo(tmp_path / "zoo"):
        model = transformers.AutoModelForCausalLM.from_pretrained(tmp_path / "zoo" / entry["folder"]).eval()
        with torch.no_grad():
            said = model(torch.tensor([[*entry["prompt"], *entry["run"]][:-1]])).logits[0].argmax(-1)
        assert said[len(entry["prompt"]) - 1 :].tolist() == entry["run"]
