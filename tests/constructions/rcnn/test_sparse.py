"""V3 by its entries that are not 0: memory linear in them, and nothing else is otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

import turingrad as tg
from turingrad import library
from turingrad.constructions.folder import hash_of, weights_hash
from turingrad.constructions.network import parts
from turingrad.constructions.rcnn import RecurrentConvolution
from turingrad.constructions.rcnn import sparse as sparse_module
from turingrad.errors import InputError, LimitError
from turingrad.library.wandering import wandering_machine


def count_kept(network: Any) -> int:
    return sum(part.numel() for value in network.buffers() for part in parts(value))


def test_what_is_kept_grows_with_the_weights_that_are_not_0() -> None:
    small, large = (RecurrentConvolution(wandering_machine(states, tapes=1)) for states in (40, 160))
    found = [int(torch.count_nonzero(parts(v)[-1])) for n in (small, large) for v in n.state_dict().values()]
    weights = [sum(found[: len(found) // 2]), sum(found[len(found) // 2 :])]
    assert weights[1] > 3 * weights[0]
    assert count_kept(large) / weights[1] < 1.2 * count_kept(small) / weights[0]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_every_product_gives_the_same_numbers_and_gradients(dtype: torch.dtype) -> None:
    network = RecurrentConvolution(library.load("busy-beaver-3"), dtype=dtype)
    cells = torch.from_numpy(network.encode(None)[0]).to(dtype)[None]
    found = []
    for plain, sparse in ((False, True), (False, False), (True, True)):
        network.local.plain, network.local.sparse = plain, sparse
        grid = network(cells, 7).requires_grad_()
        after = network.layer(grid)
        found.append((after, *torch.autograd.grad(after.sum(), grid)))
    assert all(torch.equal(a, b) for other in found[1:] for a, b in zip(found[0], other, strict=True))


def test_the_dense_form_is_refused_where_it_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    network = RecurrentConvolution(library.load("busy-beaver-3"))
    monkeypatch.setattr(sparse_module, "MAX_ENTRIES", network.local.V3.numel() - 1)
    assert len(list(network.trace(None, max_steps=5))) == 6
    with pytest.raises(LimitError, match=r"V3 has .* entries, more than"):
        network.plain()


def test_a_folder_with_v3_dense_is_loaded_and_its_hash_is_the_same(tmp_path: Path) -> None:
    """As version 2 was written before."""
    network = tg.compile(library.load("busy-beaver-3"), to="rcnn")
    place = tmp_path / "net"
    tg.save(network, place)
    assert load_file(place / "model.safetensors")["local.V3.values"].numel() < network.local.V3.numel() / 10
    state = {name: value.to_dense().clone() for name, value in network.state_dict().items()}
    save_file(state, place / "model.safetensors")
    facts = json.loads((place / "config.json").read_text())
    facts["sha256"] = {name: hash_of(tensor) for name, tensor in state.items()}
    (place / "config.json").write_text(json.dumps(facts))
    assert weights_hash(tg.load(place)) == weights_hash(network)
    assert facts["sha256"]["local.V3"] == hash_of(network.local.V3)
    state["local.V3"][0, 0] += 1
    save_file(state, place / "model.safetensors")
    with pytest.raises(InputError, match=r"local\.V3 differs from the weights"):
        tg.load(place)
