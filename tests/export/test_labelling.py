"""What the coordinates of a stream mean, of each construction that has one; the decoder's are in test_stock."""

from __future__ import annotations

import pytest
import torch

import turingrad as tg
from turingrad.errors import InputError
from turingrad.theory import TransformerVictim


def test_a_transformers_labels_are_those_of_its_vectors() -> None:
    network = tg.compile("palindrome", "transformer", steps=6, input_length=2)
    found = tg.export.labels(network)
    assert len(found["coordinates"]) == network.width
    vectors = network.hidden(network.tokens("ab"), 3)
    assert set(torch.unique(vectors).tolist()) == {0.0, 1.0}
    for at, layer in enumerate(found["layers"]):
        unused = [
            place for field, places in found["fields"].items() if field not in layer["writes"] for place in places
        ]
        assert not vectors[:, at, unused].any(), layer["name"]
    state = [found["coordinates"][place] for place in found["fields"]["st"]]
    assert state == [f"st[{number}]" for number in range(len(state))]
    assert TransformerVictim.__name__ in tg.theory.__all__


def test_other_networks_have_no_stream() -> None:
    with pytest.raises(InputError, match="a network of feedforward has no stream"):
        tg.export.labels(tg.compile("adder-1", "feedforward"))
