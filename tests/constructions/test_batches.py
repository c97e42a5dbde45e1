"""Batches of rows of different lengths: one pass gives what the rows give one by one, whatever the padding."""

from __future__ import annotations

from itertools import product

import pytest
import torch
from torch.func import functional_call

from turingrad import library
from turingrad.constructions.decoder import compile_network as compile_decoder
from turingrad.constructions.decoder.network import MAX_SCORES
from turingrad.constructions.transformer import PADDING, compile_network
from turingrad.errors import InputError
from turingrad.machine.tape import Rule, TapeMachine

WORDS = ["".join(word) for length in range(3) for word in product("ab", repeat=length)]


@pytest.mark.parametrize(
    "options", [{}, {"attention": "softmax"}, {"corrections": False}, {"layers": "paper"}], ids=str
)
def test_a_batch_gives_what_its_rows_give(options: dict[str, object]) -> None:
    network = compile_network(library.load("palindrome"), steps=5, input_length=2, **options)
    batch = network.token_batch(WORDS)
    assert batch.shape == (len(WORDS), 2)
    assert (batch == PADDING).any()
    rows = [network.tokens(word) for word in WORDS]
    with torch.no_grad():
        assert torch.equal(network(batch), torch.stack([network(row) for row in rows]))
        assert torch.equal(network.outputs(batch, 4), torch.stack([network.outputs(row, 4) for row in rows]))
        hidden = network.hidden(batch, 6)
        assert torch.equal(hidden, torch.stack([network.hidden(row, 6) for row in rows]))
    for word, vectors in zip(WORDS, hidden, strict=True):
        assert network.decode(vectors, 5, word).step == 5


def test_a_batch_of_machines_with_several_tapes_keeps_tapes_apart() -> None:
    rules = [Rule("copy", (bit, "_"), (bit, bit), (1, 1), "copy") for bit in "01"]
    rules += [Rule("copy", ("_", "_"), ("_", "_"), (0, 0), "done")]
    copier = TapeMachine(("copy", "done"), ("_", "0", "1"), "_", "copy", tuple(rules), ("done",), ("done",), tapes=2)
    network = compile_network(copier, steps=6, input_length=3)
    inputs = [(("0", "1", "1"), ()), (("1",), ()), ((), ())]
    with torch.no_grad():
        found = network.hidden(network.token_batch(inputs), 7)
        expected = torch.stack([network.hidden(network.tokens(one), 7) for one in inputs])
    assert torch.equal(found, expected)


def test_gradients_of_a_batch_are_the_sum_of_its_rows() -> None:
    network = compile_network(library.load("palindrome"), steps=3, input_length=2, dtype=torch.float64)
    words = ["a", "ab"]

    def slopes(*tokens: torch.Tensor) -> dict[str, torch.Tensor]:
        leaves = {name: value.detach().clone().requires_grad_() for name, value in network.named_parameters()}
        total = sum(functional_call(network, leaves, (one, 3)).sum() for one in tokens)
        found = torch.autograd.grad(total, list(leaves.values()), allow_unused=True)
        return {name: g for name, g in zip(leaves, found, strict=True) if g is not None}

    together = slopes(network.token_batch(words))
    alone = slopes(*(network.tokens(word) for word in words))
    assert together.keys() == alone.keys()
    assert all(torch.allclose(together[name], alone[name]) for name in alone)


def test_a_decoder_s_batch_gives_what_its_rows_give(monkeypatch: pytest.MonkeyPatch) -> None:
    network = compile_decoder(library.load("busy-beaver-2"), context=64)
    full = [*network.prompt(), *network.expected_tokens()]
    rows = [torch.tensor(full[:length]) for length in (3, len(full) - 1, 5)]
    batch = torch.nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=PADDING)
    for most in (MAX_SCORES, 1):  # all together, and one by one where memory is short
        monkeypatch.setattr("turingrad.constructions.decoder.network.MAX_SCORES", most)
        with torch.no_grad():
            logits, hidden = network(batch), network.hidden(batch)
            for place, row in enumerate(rows):
                assert torch.equal(logits[place, : len(row)].argmax(dim=-1), network(row).argmax(dim=-1))
                assert torch.equal(hidden[place, :, : len(row)], network.hidden(row))


def test_padding_inside_a_row_and_unknown_tokens_are_refused() -> None:
    transformer = compile_network(library.load("palindrome"), steps=3, input_length=3)
    decoder = compile_decoder(library.load("busy-beaver-2"), context=64)
    for network in (transformer, decoder):
        with pytest.raises(InputError, match="no token comes after it"):
            network(torch.tensor([[1, PADDING, 1], [1, 1, 1]]))
        with pytest.raises(InputError, match="tokens must be numbers"):
            network(torch.tensor([[1, 9999, 1]]))
        with pytest.raises(InputError, match="tokens must be numbers"):
            network(torch.tensor([1, PADDING]))  # a single row has no padding
        with pytest.raises(InputError, match="shape"):
            network.hidden(torch.zeros(1, 1, 1, dtype=torch.long), *([3] if network is transformer else []))
