"""A compiled network as a folder: the machine, the options, and the weights as safetensors. Never a pickle."""

from __future__ import annotations

import json
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from turingrad import formats
from turingrad.constructions.network import Network, parts, require_compiled
from turingrad.constructions.registry import compile
from turingrad.doors import door
from turingrad.errors import InputError
from turingrad.exact import torch_dtype
from turingrad.formats import read_bytes
from turingrad.writing import whole_folder

VERSION = 1
MAX_FACTS = 1 << 20  # bytes of network.json
FACTS = {"format", "version", "construction", "dtype", "options", "certificate"}
MACHINE, NETWORK, WEIGHTS = "machine.json", "network.json", "weights.safetensors"


@door
def save(network: Network[Any, Any], folder: Path) -> None:
    """Write the folder whole or not at all; an existing one is not overwritten."""
    require_compiled(network)
    with whole_folder(folder) as temporary:
        formats.write(network.machine, temporary / MACHINE)
        facts = {
            "format": "turingrad-network",
            "version": VERSION,
            "construction": network.construction,
            "dtype": str(network.dtype).removeprefix("torch."),
            "options": chosen_options(network),
            "certificate": network.certificate.dtypes(),
        }
        (temporary / NETWORK).write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
        weights = {name: tensor.detach().clone().contiguous() for name, tensor in dense_state(network).items()}
        try:
            save_file(weights, str(temporary / WEIGHTS))
        except SafetensorError as error:  # a full disk
            raise InputError(f"cannot write {folder}: {error}") from None
        (temporary / WEIGHTS).chmod(0o644)  # as readable as the files beside it


def chosen_options(network: Network[Any, Any]) -> dict[str, Any]:
    """The options that differ from what they are by default."""
    options, plain = network.options, type(network.options)()
    values = {each.name: getattr(options, each.name) for each in fields(options)}
    return {name: value for name, value in values.items() if value != getattr(plain, name)}


def dense_state(network: Network[Any, Any]) -> dict[str, torch.Tensor]:
    """The state with sparse tensors as their index and value parts: safetensors holds dense ones only."""
    state: dict[str, torch.Tensor] = {}
    for name, tensor in network.state_dict().items():
        if tensor.layout == torch.strided:
            state[name] = tensor
        else:
            names = ("crow", "col", "values") if tensor.layout == torch.sparse_csr else ("indices", "values")
            state |= {f"{name}.{part}": values for part, values in zip(names, parts(tensor), strict=True)}
    return state


def hash_of(tensor: torch.Tensor) -> str:
    """SHA-256 of a tensor's type, shape and bits."""
    facts = f"{str(tensor.dtype).removeprefix('torch.')} {list(tensor.shape)} "
    return sha256(facts.encode() + bits_of(tensor).numpy().tobytes()).hexdigest()


def bits_of(tensor: torch.Tensor) -> torch.Tensor:
    """The bytes of a tensor."""
    flat = tensor.detach().cpu().contiguous().flatten()
    return flat.view(torch.uint8) if flat.numel() else torch.zeros(0, dtype=torch.uint8)


def weights_hash(network: Network[Any, Any]) -> str:
    """SHA-256 of all tensors of a network's state, in the order of their names."""
    lines = (f"{name} {hash_of(tensor)}\n" for name, tensor in sorted(dense_state(network).items()))
    return sha256("".join(lines).encode()).hexdigest()


@door
def load(folder: str | Path) -> Network[Any, Any]:
    """Compile the folder's machine again and require that its weights are the stored ones, bit for bit."""
    place = Path(folder)
    try:
        facts = json.loads(read_bytes(place / NETWORK, MAX_FACTS), object_pairs_hook=without_doubles)
        stored = load_file(str(place / WEIGHTS))
    except (InputError, OSError, ValueError, RecursionError, SafetensorError) as error:
        raise InputError(f"{place} is not a folder of a compiled network: {error}") from None
    known = isinstance(facts, dict) and facts.keys() == FACTS and type(facts["version"]) is int
    if not known or (facts["format"], facts["version"]) != ("turingrad-network", VERSION):
        raise InputError(f"{place / NETWORK}: expected format 'turingrad-network', version {VERSION}")
    machine = formats.read(place / MACHINE)
    options = facts.get("options")
    if not isinstance(options, dict):
        raise InputError(f"{place / NETWORK}: 'options' must be an object")
    network = compile(machine, to=str(facts.get("construction")), dtype=torch_dtype(str(facts.get("dtype"))), **options)
    compiled = dense_state(network)
    if compiled.keys() != stored.keys():
        raise InputError(f"{place / WEIGHTS} does not hold the weights of its machine: other tensor names")
    for name, tensor in compiled.items():
        if not same_bits(tensor, stored[name]):
            raise InputError(f"{place / WEIGHTS}: {name} differs from the weights of the machine beside it")
    if facts["certificate"] != network.certificate.dtypes():
        raise InputError(f"{place / NETWORK}: this is not the network's certificate")
    return network


def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key that stands twice is refused, since readers differ in which of the two they take."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def same_bits(tensor: torch.Tensor, other: torch.Tensor) -> bool:
    """Of one type and shape, and equal bit for bit: 0 and -0 are not."""
    if tensor.shape != other.shape or tensor.dtype != other.dtype:
        return False
    return torch.equal(bits_of(tensor), bits_of(other))
