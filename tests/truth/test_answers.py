"""Answer files: read as documented, and every wrong one refused in one line that says where."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.truth.models import small_subject, small_truth
from turingrad.errors import FormatError
from turingrad.truth.answer import CircuitAnswer, FeatureAnswer, ProbeAnswer, SteeringAnswer, read_answer
from turingrad.truth.scores import score_subject

WIDTH = 64
ZEROS = [0.0] * WIDTH


def written(folder: Path, value: Any) -> Path:
    path = folder / "answer.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def test_features_may_be_named_or_not(tmp_path: Path) -> None:
    bare = read_answer(written(tmp_path, {"question": "features", "sites": {"embed": [ZEROS]}}), small_truth())
    named = read_answer(
        written(tmp_path, {"question": "features", "method": "mine", "sites": {"embed": {"whatever": ZEROS}}}),
        small_truth(),
    )
    assert isinstance(bare, FeatureAnswer)
    assert isinstance(named, FeatureAnswer)
    assert bare.sites["embed"].shape == named.sites["embed"].shape == (1, WIDTH)


def test_probes_steering_and_circuits(tmp_path: Path) -> None:
    truth = small_truth()
    probes = read_answer(
        written(tmp_path, {"question": "probes", "sites": {"2.mlp": {"sym=1": {"vector": ZEROS, "bias": 2}}}}), truth
    )
    steering = read_answer(written(tmp_path, {"question": "steering", "sites": {"0.mlp": {"wr=1": ZEROS}}}), truth)
    value = {"question": "circuits", "heads": {"2.0": 1}, "units": {"0.3": 0.5}, "edges": {"sym=1 -> wr=1": 1}}
    circuits = read_answer(written(tmp_path, value), truth)
    assert isinstance(probes, ProbeAnswer)
    assert probes.sites["2.mlp"]["sym=1"].bias == 2.0
    assert isinstance(steering, SteeringAnswer)
    assert isinstance(circuits, CircuitAnswer)
    assert circuits.components == {("head", 2, 0): 1.0, ("unit", 0, 3): 0.5}
    assert circuits.edges == {("sym=1", "wr=1"): 1.0}


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "nested"),
        ('{"question": "features", "sites": {"embed": [[NaN]]}}', "NaN"),
        ('{"question": "features", "sites": {"embed": [[1' + "0" * 5000 + "]]}}", "not JSON"),
        ([], "object"),
        ({}, "question"),
        ({"question": "feature", "sites": {}}, "did you mean features"),
        ({"question": ["features"]}, "question"),
        ({"question": "features"}, "sites"),
        ({"question": "features", "sites": {}}, "empty"),
        ({"question": "features", "sites": {"9.mlp": [ZEROS]}}, "no site '9.mlp'"),
        ({"question": "features", "sites": {"embed": []}}, "0 vectors"),
        ({"question": "features", "sites": {"embed": [ZEROS[1:]]}}, "63 numbers; the stream has 64"),
        ({"question": "features", "sites": {"embed": [["1"] * WIDTH]}}, "a string is not a number"),
        ({"question": "features", "sites": {"embed": [[True] * WIDTH]}}, "true is not a number"),
        ({"question": "features", "sites": {"embed": [[1e300] * WIDTH]}}, "at most 1e"),
        ({"question": "features", "sites": {"embed": 3}}, "the number 3"),
        ({"question": "features", "vectors": [ZEROS]}, "has no 'vectors'"),
        ({"question": "probes", "sites": {"embed": {"sym=9": {"vector": ZEROS}}}}, "no feature 'sym=9'"),
        ({"question": "probes", "sites": {"embed": {"sym=1": ZEROS}}}, "object"),
        ({"question": "probes", "sites": {"embed": {"sym=1": {"bias": 1}}}}, '"vector"'),
        ({"question": "probes", "sites": {"embed": {}}}, "names no feature"),
        ({"question": "steering", "sites": {"embed": {"x" * 5000: ZEROS}}}, "no feature"),
        ({"question": "circuits"}, "heads"),
        ({"question": "circuits", "heads": {"2.1": 1}}, "no head '2.1'"),
        ({"question": "circuits", "units": {"-1.0": 1}}, "no unit"),
        ({"question": "circuits", "units": {"0.1.2": 1}}, "no unit"),
        ({"question": "circuits", "units": {"0.1": None}}, "null is not a number"),
        ({"question": "circuits", "edges": {"sym=1>wr=1": 1}}, "feature -> feature"),
        ({"question": "circuits", "edges": {"sym=1 -> nothing": 1}}, "no edge"),
        ({"nodes": {"a9.h9": {}}, "edges": {}}, "no node 'a9.h9'"),
        ({"nodes": {"m0": {"score": "high"}}, "edges": {}}, "a string is not a number"),
        ({"nodes": {}, "edges": {}}, "name no head"),
        ({"nodes": {}, "edges": {"m0": {}}}, "no edge 'm0'"),
        ({"nodes": {"m7": {}}, "edges": {}}, "no node 'm7'"),
    ],
)
def test_a_wrong_file_gets_one_line(tmp_path: Path, value: Any, word: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_answer(written(tmp_path, value), small_truth())
    assert word in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1000


def test_a_huge_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turingrad.truth.answer.MAX_BYTES", 100)
    with pytest.raises(FormatError, match="more than 100 bytes"):
        read_answer(written(tmp_path, "[" + "0," * 100), small_truth())


def test_nodes_of_mib_are_heads_and_units(tmp_path: Path) -> None:
    units = small_truth().config["intermediate_size"]
    value = {
        "cfg": {"n_layers": 3, "n_heads": 1, "parallel_attn_mlp": False, "d_model": WIDTH},
        "nodes": {
            "input": {"in_graph": True},
            "a2.h0": {"in_graph": True, "score": -0.75},
            "m0": {"in_graph": True, "score": 0.5, "neurons_scores": np.arange(units).tolist()},
            "m1": {"in_graph": True, "score": 0.25, "neurons_scores": [1.0, 2.0]},
            "logits": {"in_graph": True},
        },
        "edges": {"m2->logits": {"score": 0.125, "in_graph": True}, "m1->a2.h0<q>": {"score": 9.0, "in_graph": True}},
    }
    found = read_answer(written(tmp_path, value), small_truth())
    assert isinstance(found, CircuitAnswer)
    assert found.components["head", 2, 0] == 0.75
    assert [found.components["unit", 0, i] for i in range(units)] == list(range(units))
    assert {found.components["unit", 1, i] for i in range(units)} == {0.25}  # two scores are not one per unit
    assert {found.components["unit", 2, i] for i in range(units)} == {0.125}  # of its edge


def test_older_files_of_mib_have_membership_alone(tmp_path: Path) -> None:
    value = {"cfg": {}, "nodes": {"a2.h0": True, "a0.h0": False, "m0": True, "m1": True, "m2": False}, "edges": {}}
    found = read_answer(written(tmp_path, value), small_truth())
    assert isinstance(found, CircuitAnswer)
    assert found.components["head", 2, 0] == 1.0
    assert found.components["head", 0, 0] == 0.0
    assert score_subject(small_subject(), found)["auroc"] > 0.5
