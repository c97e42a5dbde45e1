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
from turingrad.export.zoo import animals, zoo

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
    outcome = turingrad("zoo", "-o", tmp_path / "zoo", "--count", 2, "--json")
    assert outcome.code == 0, outcome.err
    listed = json.loads((tmp_path / "zoo" / "zoo.json").read_text(encoding="utf-8"))["machines"]
    assert [entry["name"] for entry in listed] == outcome.json["machines"]
    for entry, (name, network) in zip(listed, animals(), strict=False):
        assert entry["name"] == name
        require_true(tmp_path / "zoo", entry, network)


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
