"""The floating-point formats that a certificate speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from math import frexp

import torch

from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError


@dataclass(frozen=True, slots=True)
class Precision:
    """A binary format: integers up to 2^bits are exact; magnitudes lie between 2^smallest and `largest`."""

    name: str
    bits: int
    largest: float
    smallest: int
    torch: torch.dtype


def _precision(dtype: torch.dtype) -> Precision:
    info = torch.finfo(dtype)  # eps = 2^(1 - bits) and tiny are powers of two
    return Precision(
        name=str(dtype).removeprefix("torch."),
        bits=2 - frexp(info.eps)[1],
        largest=float(info.max),
        smallest=frexp(info.tiny)[1] - 1,
        torch=dtype,
    )


DTYPES: dict[str, Precision] = {
    p.name: p for p in map(_precision, (torch.float16, torch.bfloat16, torch.float32, torch.float64))
}


@validate_arguments
def precision(dtype: str | torch.dtype) -> Precision:
    """Return the number format of a dtype.

    Args:
        dtype: As torch has it, or its name.

    Returns:
        The format: its significant bits and its exponents.

    Raises:
        InputError: There is no such format.

    Example:
        >>> from turingrad.exact import precision
        >>> precision("bfloat16").bits
        8
    """
    return find_precision(dtype)


def find_precision(dtype: str | torch.dtype) -> Precision:
    """As `precision`, for calls inside of the package: a certificate asks for it once per bound."""
    name = str(dtype).removeprefix("torch.")
    if name not in DTYPES:
        raise InputError(f"no dtype {name!r}; known: {', '.join(DTYPES)}")
    return DTYPES[name]


@validate_arguments
def torch_dtype(name: str) -> torch.dtype:
    """Return the torch dtype of that name.

    Args:
        name: One of the four that certificates cover; others are refused.

    Returns:
        The dtype.

    Raises:
        InputError: There is no such dtype.

    Example:
        >>> from turingrad.exact import torch_dtype
        >>> torch_dtype("float16")
        torch.float16
    """
    return find_precision(name).torch
