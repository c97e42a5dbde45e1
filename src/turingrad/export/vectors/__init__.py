"""Test vectors: inputs and expected outputs as one .npz, for runtimes that we do not know.

Everything is a plain array; `about` is a JSON text that says what they are. Expected numbers come from the reference
interpreter if it has them (outputs, tokens, predictions), from the certified network if they are inside it. What a
construction writes is its module of this package, found by its name: `MAKERS`, by the types of its networks.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from turingrad import formats
from turingrad._support.files import whole_file
from turingrad._support.validation.values import whole
from turingrad.constructions.folder import weights_hash
from turingrad.constructions.network import Network
from turingrad.constructions.prepare import prepare
from turingrad.errors import InputError
from turingrad.export.vectors.arrays import Arrays
from turingrad.machine.run import Progress, quiet

__all__ = ["vectors_of", "write_vectors"]
MAX_VECTORS = 1_000_000


def vectors_of(network: Network[Any, Any], count: int, seed: int = 0, progress: Progress = quiet) -> Arrays:
    """`count` random legal inputs with what the network gives for them."""
    prepare(network, verb="export", max_steps=None)
    network.certificate.require(network.dtype)
    rng = np.random.default_rng(whole(seed, "the seed"))
    number = whole(count, "the number of vectors", 1)
    if number > MAX_VECTORS:
        raise InputError(f"{number:,} vectors; at most {MAX_VECTORS:,} are written")
    for type_, make in makers_of(network.construction).items():
        if isinstance(network, type_):
            arrays = make(network, number, rng, lambda done: progress("test vectors", done, number))
            return arrays | {"about": np.array(about(network, arrays, seed))}
    raise InputError(f"there are no vectors of a {type(network).__name__}")


def makers_of(construction: str) -> Mapping[type, Callable[..., Arrays]]:
    """`MAKERS` of the construction's module of this package; none if it has no module."""
    place = f"turingrad.export.vectors.{construction}"
    if importlib.util.find_spec(place) is None:
        return {}
    makers: Mapping[type, Callable[..., Arrays]] = importlib.import_module(place).MAKERS
    return makers


def write_vectors(
    network: Network[Any, Any], path: str | Path, count: int, seed: int = 0, progress: Progress = quiet
) -> dict[str, Any]:
    """The vectors as a new .npz file; what was written, by name and shape."""
    place = Path(path)
    if place.exists():
        raise InputError(f"{place} exists already; name a new file")
    arrays = vectors_of(network, count, seed, progress)
    with whole_file(place) as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return {name: list(array.shape) for name, array in arrays.items() if name != "about"}


def about(network: Network[Any, Any], arrays: Arrays, seed: int) -> str:
    """What the arrays are, as JSON."""
    facts = {
        "format": "turingrad-vectors",
        "version": 1,
        "construction": network.construction,
        "machine": formats.to_object(network.machine),
        "weights_sha256": weights_hash(network),
        "seed": seed,
        "arrays": {name: [str(array.dtype), *array.shape] for name, array in arrays.items()},
    }
    return json.dumps(facts)
