"""Stacks of torch's own layers as JSON, so that an extended network comes back from a file without a pickle."""

from __future__ import annotations

from typing import Any

from torch import nn

from turingrad.errors import InputError

MAX_LAYERS, MAX_WIDTH = 64, 1 << 16
LAYERS: dict[str, tuple[str, ...]] = {
    "Linear": ("in_features", "out_features"),
    "Conv1d": ("in_channels", "out_channels", "kernel_size", "stride", "padding"),
    "Conv2d": ("in_channels", "out_channels", "kernel_size", "stride", "padding"),
    "MaxPool2d": ("kernel_size", "stride", "padding"),
    "AvgPool2d": ("kernel_size", "stride", "padding"),
    "Flatten": ("start_dim", "end_dim"),
    "Unflatten": ("dim", "unflattened_size"),
    "Softmax": ("dim",),
    "LeakyReLU": ("negative_slope",),
    "Hardtanh": ("min_val", "max_val"),
    **dict.fromkeys(("ReLU", "Tanh", "Sigmoid", "GELU", "SiLU", "Identity", "Hardsigmoid", "Softsign"), ()),
}
WITH_BIAS = ("Linear", "Conv1d", "Conv2d")


def describe_layers(module: nn.Module) -> list[dict[str, Any]] | None:
    """The layers of a Sequential in order; None if a layer is not one of `LAYERS` with these options alone."""
    if type(module) is not nn.Sequential:
        return None
    found = []
    for layer in module:
        name = type(layer).__name__
        if type(layer) is not getattr(nn, name, None) or name not in LAYERS:
            return None
        options = {key: getattr(layer, key) for key in LAYERS[name]}
        options |= {"bias": layer.bias is not None} if name in WITH_BIAS else {}
        found.append({"layer": name, **options})
    made = build_layers(found) if found else None
    return found if made is not None and repr(made) == repr(module) else None  # other options would be in its repr


def build_layers(described: Any) -> nn.Sequential:
    """The stack that `describe_layers` described; a file may hold anything, and what is not such a list is refused."""
    if not isinstance(described, list) or not 1 <= len(described) <= MAX_LAYERS:
        raise InputError(f"a primary network must be a list of 1 to {MAX_LAYERS} layers")
    return nn.Sequential(*map(build_layer, described))


def build_layer(options: Any) -> nn.Module:
    name = options.get("layer") if isinstance(options, dict) else None
    if not isinstance(name, str) or name not in LAYERS:
        raise InputError(f"a layer is one of {', '.join(LAYERS)}")
    wanted = {"layer", *LAYERS[name], *(("bias",) if name in WITH_BIAS else ())}
    numbers = [part for key in LAYERS[name] for part in flat(options.get(key))]
    sound = all(type(part) in (int, float) and abs(part) <= MAX_WIDTH for part in numbers)
    if options.keys() != wanted or not sound or type(options.get("bias", True)) is not bool:
        raise InputError(f"a layer {name} has {', '.join(sorted(wanted))}; sizes must be numbers up to {MAX_WIDTH:,}")
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in options.items()}
    del values["layer"]
    try:
        found: nn.Module = getattr(nn, name)(**values)
    except (TypeError, ValueError, RuntimeError) as error:
        raise InputError(f"a layer {name} cannot be made: {error}") from None
    return found


def flat(value: Any) -> list[Any]:
    return [part for inner in value for part in flat(inner)] if isinstance(value, list | tuple) else [value]
