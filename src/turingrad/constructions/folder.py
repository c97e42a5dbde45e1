"""A compiled network as a folder: the machine, the options, and the weights as safetensors. Never a pickle."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from turingrad import formats
from turingrad._support.files import whole_folder
from turingrad._support.markdown import as_text
from turingrad._support.validation.arguments import validate_arguments
from turingrad.constructions.network import Network, parts, require_own
from turingrad.constructions.registry import compile, construction
from turingrad.constructions.torch_state import own_torch
from turingrad.errors import InputError
from turingrad.exact import torch_dtype
from turingrad.formats import read_bytes

VERSION = 2
MAX_FACTS = 1 << 24  # bytes of config.json
BLOCK = 1 << 22  # entries that are dense at a time
FACTS = {"format", "version", "construction", "dtype", "options", "made_from", "certificate", "trained", "sha256"}
MACHINE, NETWORK, WEIGHTS, CARD = "machine.json", "config.json", "model.safetensors", "README.md"
FORMAT = "turingrad-network"


@validate_arguments
def save(network: Network[Any, Any], folder: str | Path) -> None:
    """Write a network as a folder, whole or not at all. A trained network is saved as it is.

    Args:
        network: A compiled network.
        folder: A new folder; an existing one is not overwritten.

    Raises:
        InputError: The folder exists already, or a file cannot say what the network is made of.

    Example:
        >>> tg.save(tg.compile("palindrome", "transformer", steps=20), "net")
    """
    require_own(network)
    state = {name: tensor.detach().clone().contiguous() for name, tensor in dense_state(network).items()}
    hashes = {name: hash_of(tensor) for name, tensor in state.items()}
    if network.machine_digest is not None:  # of a machine that the weights do not hold, by its file
        hashes[MACHINE] = network.machine_digest
    facts = {
        "format": FORMAT,
        "version": VERSION,
        "construction": network.construction,
        "dtype": str(network.dtype).removeprefix("torch."),
        "options": chosen_options(network),
        "made_from": network.made_from,
        "certificate": network.certificate.dtypes(),
        "trained": [name for name in network.trained_state if name in state],
        "sha256": hashes,
    }
    with whole_folder(folder) as temporary:
        formats.write(network.machine, temporary / MACHINE)
        (temporary / NETWORK).write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
        (temporary / CARD).write_text(card(network, facts), encoding="utf-8")
        save_file(state, str(temporary / WEIGHTS), metadata={"format": "pt"})
        (temporary / WEIGHTS).chmod(0o644)  # as readable as the files beside it


def card(network: Network[Any, Any], facts: Mapping[str, Any]) -> str:
    """The page that a model hub shows."""
    exact = ", ".join(name for name, holds in facts["certificate"].items() if holds) or "no format"
    name = as_text(network.machine.name) or "machine"
    return f"""---
tags: [turingrad, {network.construction}]
library_name: turingrad
---
# {name} as a network of {network.construction}

{type(network).__name__}, {network.parameter_count():,} numbers, exact in {exact}. `machine.json` is the machine,
`config.json` has the options, the certificate and a SHA-256 of every tensor of `model.safetensors`.

    import turingrad as tg
    network = tg.load("FOLDER")        # compiled again, compared bit for bit
"""


def chosen_options(network: Network[Any, Any]) -> dict[str, Any]:
    """The options that differ from what they are by default."""
    if network.options is None:
        return {}
    options, plain = network.options, type(network.options)()
    values = {each.name: getattr(options, each.name) for each in fields(options)}
    return {name: value for name, value in values.items() if value != getattr(plain, name)}


def dense_state(
    network: Network[Any, Any], stored: Mapping[str, torch.Tensor] = MappingProxyType({})
) -> dict[str, torch.Tensor]:
    """The state with sparse tensors as their index and value parts: safetensors holds dense ones only. What an earlier
    version `stored` dense is dense."""
    state: dict[str, torch.Tensor] = {}
    for name, tensor in network.state_dict().items():
        earlier = name in network.once_dense and name in stored and stored[name].shape == tensor.shape
        if tensor.layout == torch.strided or earlier:
            state[name] = tensor.to_dense() if earlier else tensor
        else:
            names = ("crow", "col", "values") if tensor.layout == torch.sparse_csr else ("indices", "values")
            state |= {f"{name}.{part}": values for part, values in zip(names, parts(tensor), strict=True)}
    return state


def hash_of(tensor: torch.Tensor) -> str:
    """SHA-256 of a tensor's type, shape and bits; a sparse one is made dense, some rows at a time."""
    facts = f"{str(tensor.dtype).removeprefix('torch.')} {list(tensor.shape)} "
    found = sha256(facts.encode())
    for block in [tensor] if tensor.layout == torch.strided else row_blocks(tensor):
        found.update(bits_of(block).numpy().tobytes())
    return found.hexdigest()


def row_blocks(matrix: torch.Tensor) -> Iterator[torch.Tensor]:
    """The dense form of a matrix in compressed rows, in blocks of whole rows."""
    starts, columns, values = parts(matrix)
    height, width = matrix.shape
    step = max(1, BLOCK // max(1, width))
    for first in range(0, height, step):
        bounds = starts[first : first + step + 1]
        block = values.new_zeros(len(bounds) - 1, width)
        entries = slice(int(bounds[0]), int(bounds[-1]))
        rows = torch.repeat_interleave(torch.arange(len(block), device=values.device), bounds.diff())
        block[rows, columns[entries]] = values[entries]
        yield block


def bits_of(tensor: torch.Tensor) -> torch.Tensor:
    """The bytes of a tensor."""
    flat = tensor.detach().cpu().contiguous().flatten()
    return flat.view(torch.uint8) if flat.numel() else torch.zeros(0, dtype=torch.uint8)


def weights_hash(network: Network[Any, Any]) -> str:
    """SHA-256 of all tensors of a network's state, in the order of their names."""
    state = {name: tensor for name, tensor in network.state_dict().items() if name in network.once_dense}
    state |= {name: tensor for name, tensor in dense_state(network).items() if not name.startswith(tuple(state))}
    lines = (f"{name} {hash_of(tensor)}\n" for name, tensor in sorted(state.items()))
    return sha256("".join(lines).encode()).hexdigest()


@validate_arguments
def load(folder: str | Path) -> Network[Any, Any]:
    """Load a saved network.

    The machine is compiled again, and its weights must be the stored ones, bit for bit. Trained numbers must have their
    stored hash, and be reachable by training.

    Args:
        folder: What `save` or `turingrad compile` wrote.

    Returns:
        The network, with its trained numbers.

    Raises:
        InputError: A file is missing, malformed or changed.

    Example:
        >>> tg.save(tg.compile("palindrome", "transformer", steps=20), "palindrome-net")
        >>> tg.load("palindrome-net").machine.name
        'palindrome'
    """
    place = Path(folder)
    facts = facts_of(place)
    try:
        stored = load_file(str(place / WEIGHTS))
    except (OSError, ValueError, SafetensorError) as error:
        raise InputError(f"{place} is not a folder of a compiled network: {place / WEIGHTS}: {error}") from None
    network = rebuilt(facts, formats.read(place / MACHINE))
    if facts["certificate"] != network.certificate.dtypes():
        raise InputError(f"{place / NETWORK}: this is not the network's certificate")
    if facts["options"] != json.loads(json.dumps(chosen_options(network))):
        raise InputError(f"{place / NETWORK}: 'options' are not those that the network is compiled with")
    if facts["sha256"].get(MACHINE) != network.machine_digest:
        raise InputError(f"{place / MACHINE} was changed: its SHA-256 is not the one of {NETWORK}")
    if facts["trained"] != [name for name in network.trained_state if name in stored]:
        raise InputError(f"{place / NETWORK}: 'trained' does not name what training changes")
    require_same_fixed(stored, dense_state(network, stored), facts, str(place / WEIGHTS))
    for name, tensor in stored.items():
        if facts["sha256"].get(name) != hash_of(tensor):
            raise InputError(f"{place / WEIGHTS}: {name} was changed: its SHA-256 is not the one of {NETWORK}")
    if facts["trained"]:
        state, trained = network.state_dict(), {name: stored[name] for name in facts["trained"]}
        require_trainable(trained, state, network.growing_state, str(place / WEIGHTS))
        network.load_state_dict({**state, **trained})
        network.require_reachable()
    return network


def facts_of(place: Path) -> dict[str, Any]:
    """What config.json says, refused where it does not say everything."""
    try:
        facts = json.loads(read_bytes(place / NETWORK, MAX_FACTS), object_pairs_hook=without_doubles)
    except (InputError, OSError, ValueError, RecursionError) as error:
        raise InputError(f"{place} is not a folder of a compiled network: {error}") from None
    if not isinstance(facts, dict) or facts.get("format") != FORMAT or type(facts.get("version")) is not int:
        raise InputError(f"{place / NETWORK}: expected format '{FORMAT}', version {VERSION}")
    if facts["version"] != VERSION:
        age = "newer than" if facts["version"] > VERSION else "older than"
        raise InputError(f"{place / NETWORK}: version {facts['version']} is {age} this program's, version {VERSION}")
    kinds = {"options": dict, "trained": list, "sha256": dict, "made_from": dict | None}
    wrong = next((name for name, kind in kinds.items() if not isinstance(facts.get(name), kind)), None)
    if facts.keys() != FACTS or wrong is not None:
        raise InputError(f"{place / NETWORK}: expected {', '.join(sorted(FACTS))}")
    return facts


def rebuilt(facts: Mapping[str, Any], machine: Any) -> Network[Any, Any]:
    """The network of these facts, compiled now."""
    name, dtype = str(facts["construction"]), torch_dtype(str(facts["dtype"]))
    if facts["made_from"] is None:
        return compile(machine, to=name, dtype=dtype, **facts["options"])
    rebuild = construction(name).rebuild
    if rebuild is None:
        raise InputError(
            f"{name} compiles every network from its machine alone, but this folder says that its network was made "
            "from more (`made_from`)"
        )
    with own_torch():
        network = rebuild(facts["made_from"], dtype)
    if network.machine != machine:
        raise InputError(f"{MACHINE} is not the machine of the network that {NETWORK} names")
    return network


def require_same_fixed(
    stored: Mapping[str, torch.Tensor], compiled: Mapping[str, torch.Tensor], facts: Mapping[str, Any], what: str
) -> None:
    """Everything but what training changes is as it is compiled."""
    if compiled.keys() != stored.keys():
        raise InputError(f"{what} does not hold the weights of its machine: other tensor names")
    for name, tensor in compiled.items():
        if name not in facts["trained"] and not same_bits(tensor, stored[name]):
            raise InputError(f"{what}: {name} differs from the weights of the machine beside it")


def require_trainable(
    trained: Mapping[str, torch.Tensor], state: Mapping[str, torch.Tensor], growing: tuple[str, ...], what: str
) -> None:
    """Refuse trained tensors that training cannot leave: of another format or shape, or not finite. `growing` are
    those whose shape training changes. Loading would convert some of them without a word."""
    for name, tensor in trained.items():
        own = state[name]
        shapes_differ = tensor.dim() != own.dim() if name in growing else tensor.shape != own.shape
        if tensor.dtype != own.dtype or shapes_differ:
            is_now = f"{str(tensor.dtype).removeprefix('torch.')} {list(tensor.shape)}"
            right = f"{str(own.dtype).removeprefix('torch.')} {list(own.shape)}"
            raise InputError(f"{what}: {name} is {is_now}, and {right} in this network")
        if not bool(torch.isfinite(tensor).all()):
            raise InputError(f"{what}: {name} holds a number that is not finite")


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
