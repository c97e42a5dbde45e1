"""A stock Llama and everything that is known about it: what each direction, head and unit means, and what it must say.

The residual stream of the base network is s, a vector of -1 and +1 with one named coordinate per feature. A disguise
changes the basis: the model's stream is x = basis @ s. Sites of the stream are called "embed", "0.attn", "0.mlp",
"1.attn", ...: after the embedding, and after each half of a block.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import torch

from turingrad._support.arrays import F64
from turingrad._support.text import amount
from turingrad.exact import torch_dtype

CERTIFIED = "certified"


@dataclass(frozen=True, eq=False)
class Feature:
    """A named bit of the stream. `read` and `write` are directions of shape (width,): the feature is on if read @ x is
    positive, and turning it on adds 2 * write. read @ write is 1."""

    name: str
    read: F64
    write: F64


@dataclass(frozen=True)
class Head:
    """A lookup: it copies the features `reads` into `writes`, from the last token whose `key` features equal the
    `query` features of this one; from the token with the feature `null` if there is none.

    `flags` are features that the key must have, `when` features that the query must have (otherwise the null answers).
    The stock `heads` of the block compute it together: a group.
    """

    name: str
    block: int
    query: tuple[str, ...]
    key: tuple[str, ...]
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    heads: tuple[int, ...]
    null: str | None = None
    flags: tuple[str, ...] = ()
    when: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gate:
    """relu(constant + sum coefficient [f]) [gate]: 2 * value * amount is added to each feature of `effects`.

    `terms` are the (feature, coefficient) pairs. `literals` are (feature, sign) pairs if the gate is an AND of them,
    else empty. The stock MLP `units` of the block compute it together: a group.
    """

    name: str
    block: int
    literals: tuple[tuple[str, int], ...]
    effects: tuple[tuple[str, int], ...]
    units: tuple[int, ...]
    terms: tuple[tuple[str, int], ...] = ()
    constant: int = 0
    gate: str | None = None


@dataclass(frozen=True)
class Component:
    """One stock head or MLP unit. `group` is the name of the Head or Gate to which it belongs; None if it is idle: the
    function is the same without all idle components. `size` of an idle one is how much it adds when it is active,
    as a share of the stream's norm; idle ones of size 0 are padding, their weights are 0."""

    kind: str  # "head" or "unit"
    block: int
    index: int
    group: str | None
    size: float = 0.0


@dataclass(frozen=True)
class Run:
    """What the model must say after a prompt: every token is known."""

    prompt: tuple[int, ...]
    tokens: tuple[int, ...]


@dataclass(frozen=True)
class Pair:
    """A counterfactual. `base` and `source` are sequences of tokens that differ in the feature at their last places.

    Give `feature` at `site`, at the last place of `base`, the value that it has at the last place of `source`
    (`changes`: that feature, and the others of the same one-hot field, with their new signs): the model then says
    `source_answer` instead of `base_answer`.
    """

    base: tuple[int, ...]
    source: tuple[int, ...]
    site: str
    feature: str
    changes: tuple[tuple[str, int], ...]
    base_answer: int
    source_answer: int

    @property
    def position(self) -> int:
        """The place in `base` at which the feature is changed: the last one."""
        return len(self.base) - 1


@dataclass(frozen=True)
class Edge:
    """The feature `source` is read by the group `by`, which writes the feature `target`."""

    source: str
    target: str
    by: str


@dataclass(frozen=True, eq=False)
class Truth:
    """A disguised model with what is known about it.

    `exact` says per dtype "certified" or "measured: n of m tokens". `weights` have the names of a Llama checkpoint.
    `live` are the names of the heads and gates that do anything on `runs`. `machine` is what the model computes, and
    `options` what it was compiled with. `basis` (width, width of the base) maps the base's stream to the model's.
    """

    name: str
    machine: Any
    options: Mapping[str, Any]
    level: int | None
    disguises: tuple[str, ...]
    seed: int
    exact: Mapping[str, str]
    config: Mapping[str, Any]
    weights: Mapping[str, torch.Tensor] = field(repr=False)
    basis: F64 = field(repr=False)
    tokens: tuple[str, ...] = field(repr=False)
    features: Mapping[str, Feature] = field(repr=False)
    heads: Mapping[str, Head] = field(repr=False)
    gates: Mapping[str, Gate] = field(repr=False)
    components: tuple[Component, ...] = field(repr=False)
    edges: tuple[Edge, ...] = field(repr=False)
    live: frozenset[str] = field(repr=False)
    runs: tuple[Run, ...] = field(repr=False)
    pairs: tuple[Pair, ...] = field(repr=False)

    @property
    def width(self) -> int:
        return int(self.config["hidden_size"])

    @property
    def depth(self) -> int:
        return int(self.config["num_hidden_layers"])

    @property
    def sites(self) -> tuple[str, ...]:
        """The names of the places of the stream, in their order."""
        return ("embed", *(f"{block}.{half}" for block in range(self.depth) for half in ("attn", "mlp")))

    @property
    def circuit(self) -> frozenset[tuple[str, int, int]]:
        """The (kind, block, index) of every component of a live group: the true circuit on this data set."""
        return frozenset((c.kind, c.block, c.index) for c in self.components if c.group in self.live)

    def model(self, dtype: str = "float32") -> Any:
        """A stock `transformers.LlamaForCausalLM` with these weights.

        Args:
            dtype: The number format, such as "float32".

        Returns:
            The model, ready to be called; its parameters take no gradients unless you ask for them.
        """
        from turingrad.export.checking import transformers_module

        transformers = transformers_module()
        kind = torch_dtype(dtype)
        config = transformers.LlamaConfig(**{key: value for key, value in self.config.items() if key != "dtype"})
        with torch.device("meta"):
            model = transformers.LlamaForCausalLM(config)
        model = model.to_empty(device="cpu").to(kind)
        model.model.rotary_emb = type(model.model.rotary_emb)(config)
        model.load_state_dict({name: tensor.to(kind) for name, tensor in self.weights.items()})
        return model.eval().requires_grad_(False)

    def __repr__(self) -> str:
        how = ", ".join(self.disguises) or "plain"
        parts = f"{amount(len(self.heads), 'head')}, {amount(len(self.gates), 'gate')}"
        return f"Truth({self.name!r}: {how}; {parts}, width {self.width})"
