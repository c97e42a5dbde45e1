"""Folders of truths: read back as they were, loaded by other tools, refused in one line if anything was changed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

import turingrad as tg
from tests.truth.networks import level, network, plain
from turingrad.errors import CertificateError, InputError
from turingrad.truth import Truth, disguise, load, save
from turingrad.truth.folder import HASHED, TRUTH, file_hash
from turingrad.truth.tables import read_table


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("truths") / "level-3"
    save(level(3), place, network=network())
    return place


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(written, tmp_path / "copy"))


def rewrite(folder: Path, change: Callable[[dict[str, Any]], None], *, hashes: bool = True) -> None:
    """Change truth.json, and write the hashes of the other files anew: a careful forger."""
    record = json.loads((folder / TRUTH).read_text())
    change(record)
    if hashes:
        record["sha256"] = {name: file_hash(folder / name) for name in HASHED}
    (folder / TRUTH).write_text(json.dumps(record))


def test_a_truth_is_read_back_as_it_was(written: Path) -> None:
    truth, found = level(3), load(written)
    for name in ("name", "machine", "level", "disguises", "seed", "exact", "config", "tokens", "heads", "gates"):
        assert getattr(found, name) == getattr(truth, name), name
    for name in ("components", "edges", "live", "runs", "pairs", "circuit", "sites", "width"):
        assert getattr(found, name) == getattr(truth, name), name
    assert found.weights.keys() == truth.weights.keys()
    assert all(tensor.equal(truth.weights[name]) for name, tensor in found.weights.items())
    assert np.array_equal(found.basis, truth.basis)
    for name, feature in truth.features.items():
        assert np.array_equal(found.features[name].read, feature.read)
        assert np.array_equal(found.features[name].write, feature.write)


def test_levels_that_are_measured_are_read_back_too(tmp_path: Path) -> None:
    for knobs in ({}, {"superpose": 0.8}, {"noise": 2.0**-12}):
        truth = disguise(network(), plain=plain(), **knobs)  # type: ignore[arg-type]
        place = tmp_path / str(len(list(tmp_path.iterdir())))
        save(truth, place, network=network(), check=False)
        assert load(place).exact == truth.exact


def test_stock_transformers_loads_the_folder_and_says_the_run(written: Path) -> None:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    model, tokenizer = AutoModelForCausalLM.from_pretrained(written), AutoTokenizer.from_pretrained(written)
    run, texts = plain().runs[0], plain().tokens
    ids = tokenizer(" ".join(texts[token] for token in run.prompt), return_tensors="pt")
    said = model.generate(**ids, do_sample=False)[0].tolist()
    assert said == [*run.prompt, *run.tokens]


def test_what_is_certified_and_wrong_is_not_written(tmp_path: Path) -> None:
    truth = level(1)
    wrong = dict(truth.weights) | {"lm_head.weight": -truth.weights["lm_head.weight"]}
    with pytest.raises(CertificateError, match="all must be"):
        save(replace(truth, weights=wrong), tmp_path / "wrong", network=network())
    assert not list(tmp_path.iterdir())
    save(truth, tmp_path / "right", network=network(), check=False)
    with pytest.raises(InputError, match="exists already"):
        save(truth, tmp_path / "right", network=network(), check=False)


@pytest.mark.parametrize("name", [*HASHED, TRUTH, "tokenizer.json"])
def test_missing_files_are_refused(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(InputError, match=Path(name).name.replace(".", r"\.")):
        load(folder)


@pytest.mark.parametrize("name", HASHED)
def test_changed_files_are_refused(folder: Path, name: str) -> None:
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / name).write_bytes(bytes(data))
    with pytest.raises(InputError, match="was changed"):
        load(folder)


FORGED: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "format": (lambda r: r.update(format="other"), "expected format"),
    "kind": (lambda r: r.update(heads={}), "wrong kind"),
    "field": (lambda r: r.pop("edges"), "edges"),
    "head": (lambda r: r["heads"][0].update(query=["sym=0"]), "different lengths"),
    "query": (lambda r: r["heads"][0].update(query=r["heads"][0]["key"]), "'heads' are not"),
    "gate": (lambda r: r["gates"][0].update(effects=[["halt", 1]]), "'gates' are not"),
    "constant": (lambda r: r["gates"][0].update(constant="1"), "entry of 'gates'"),
    "twice": (lambda r: r["gates"].append(r["gates"][0]), "twice"),
    "edges": (lambda r: r["edges"].pop(), "'edges' are not"),
    "live": (lambda r: r["live"].pop(), "'live' are not"),
    "group": (lambda r: r["components"][-1].__setitem__(3, "no such"), "no head or gate"),
    "idle": (lambda r: next(c for c in r["components"] if c[3]).__setitem__(3, None), "disagree"),
    "component": (lambda r: r["components"].pop(), "each once"),
    "size": (lambda r: r["components"][0].__setitem__(4, -1), "entry of 'components'"),
    "sites": (lambda r: r.update(sites=["embed"]), "'sites'"),
    "options": (lambda r: r["options"].update(context=9), "do not fit|not those|not certified"),
    "features": (lambda r: r["features"].reverse(), "features or tokens"),
    "unnamed": (lambda r: r.update(features=[1, 2]), "shape"),
}


@pytest.mark.parametrize("what", FORGED)
def test_forged_truths_are_refused_in_one_line(folder: Path, what: str) -> None:
    change, reason = FORGED[what]
    rewrite(folder, change)
    with pytest.raises(InputError, match=reason) as caught:
        load(folder)
    assert "\n" not in str(caught.value)


def test_a_forged_certificate_is_refused(folder: Path) -> None:
    """One weight changed, and every hash written anew: the certificate is computed from the weights."""
    tensors = load_file(folder / "model.safetensors")
    tensors["model.layers.0.mlp.down_proj.weight"][0, 0] += 1.0
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    rewrite(folder, lambda _: None)
    with pytest.raises(InputError, match="not certified in float32, though it says so"):
        load(folder)
    assert isinstance(load(folder, verify=False), Truth)


@pytest.mark.parametrize(
    ("tensor", "reason"),
    [(torch.zeros(3, 3), "is not what config"), (None, "is not what config"), (float("nan"), "finite")],
    ids=["shape", "missing", "nan"],
)
def test_weights_of_other_shapes_are_refused(folder: Path, tensor: Any, reason: str) -> None:
    tensors = load_file(folder / "model.safetensors")
    name = "model.layers.1.mlp.up_proj.weight"
    if tensor is None:
        del tensors[name]
    else:
        tensors[name] = tensor if isinstance(tensor, torch.Tensor) else tensors[name].fill_(tensor)
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    rewrite(folder, lambda _: None)
    with pytest.raises(InputError, match=reason):
        load(folder)


def test_forged_data_is_refused(folder: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    for name, column, reason in (
        ("runs", "tokens", "does not say what the machine says"),
        ("runs", "prompt", "from 0 to"),
        ("pairs", "source_answer", "answers of a pair"),
        ("pairs", "position", "last place"),
    ):
        path = folder / "data" / f"{name}.parquet"
        before = path.read_bytes()
        table = parquet.read_table(path)
        values = table[column].to_pylist()
        if column == "prompt":
            values[0][0] = 10**6
        elif column == "tokens":
            values[0][0] = values[0][1]
        else:
            values[0] += 1
        index = table.schema.get_field_index(column)
        forged = table.set_column(
            index, table.schema.field(index), pyarrow.array(values, table.schema.field(index).type)
        )
        parquet.write_table(forged, path)
        rewrite(folder, lambda _: None)
        with pytest.raises(InputError, match=reason):
            load(folder)
        path.write_bytes(before)
        rewrite(folder, lambda _: None)
    with pytest.raises(InputError, match="expected the columns"):
        read_table(folder / "data" / "runs.parquet", {"prompt": "int"})


def test_no_pickle_is_looked_at(folder: Path) -> None:
    (folder / "pytorch_model.bin").write_bytes(b"cos\nsystem\n(S'false'\ntR.")
    assert load(folder).name == "busy-beaver-3"


def test_the_module_is_part_of_the_public_surface() -> None:
    assert tg.truth.load is load


@pytest.mark.slow
def test_datasets_reads_runs_and_pairs(written: Path) -> None:
    datasets = pytest.importorskip("datasets")
    runs = datasets.load_dataset(str(written), "runs", split="train")
    pairs = datasets.load_dataset(str(written), "pairs", split="train")
    assert tuple(runs[0]["tokens"]) == level(3).runs[0].tokens
    assert [row["source_answer"] for row in pairs] == [pair.source_answer for pair in level(3).pairs]


@pytest.mark.slow
def test_nnsight_runs_the_model() -> None:
    run = level(3).runs[0]
    tokens = torch.tensor([[*run.prompt, *run.tokens[:-1]]])
    with torch.no_grad():
        wanted = level(3).model()(tokens).logits
    nnsight = pytest.importorskip("nnsight")
    model = nnsight.NNsight(level(3).model())
    with model.trace(tokens):
        found = model.lm_head.output.save()
    assert torch.equal(found, wanted)


@pytest.mark.slow
def test_transformer_lens_runs_the_folder(written: Path) -> None:
    bridge = pytest.importorskip("transformer_lens.model_bridge")
    run = level(3).runs[0]
    tokens = torch.tensor([[*run.prompt, *run.tokens[:-1]]])
    with torch.no_grad():
        wanted = level(3).model()(tokens).logits
        found = bridge.TransformerBridge.boot_transformers(str(written), device="cpu")(tokens)
    assert torch.equal(found.argmax(-1), wanted.argmax(-1))
