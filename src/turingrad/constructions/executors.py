"""Which executors run a network: which of a construction's executors can do what the caller wants, and why the others
cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turingrad._support.text import name_alternatives
from turingrad._support.validation.values import whole
from turingrad.constructions.construction import Construction, Executor
from turingrad.errors import InputError
from turingrad.machine.kinds import plural_of

if TYPE_CHECKING:
    from turingrad.constructions.network import Network

MAX_THREADS = 1_024


def select(
    recipe: Construction,
    network: Network[Any, Any] | None,
    executor: str | None,
    dtype: str | None,
    device: str | None,
    threads: int | None,
    form: str | None = None,
) -> list[Executor]:
    """The executors that can be had as it is asked, the preferred first; refused where there is none."""
    if threads is not None:
        whole(threads, "the number of threads", 1, MAX_THREADS)
    if dtype is not None and recipe.compile is not None:
        from turingrad.exact.dtypes import find_precision

        dtype = find_precision(dtype).name
    if network is not None:
        own = str(network.dtype).removeprefix("torch.")
        if dtype not in (None, own):
            raise InputError(f"this network is compiled in {own} and does not run in {dtype}: compile it in {dtype}")
        dtype = own
    if device is not None and recipe.compile is not None and any(each.devices is None for each in recipe.executors):
        require_device(device)
    there = [each for each in recipe.executors if each.runs(form)]
    candidates = [each for each in there if executor in (None, each.name)]
    if not candidates:
        known, of = (
            name_alternatives(executor, (each.name for each in there)),
            f" for {plural_of(form)}" if form else "",
        )
        raise InputError(f"no executor {executor!r} on {recipe.name!r}{of}{known}")
    able = [each for each in candidates if refusal(each, dtype, device, threads) is None]
    if not able:
        raise InputError(f"{recipe.name}: {refusal(candidates[0], dtype, device, threads)}")
    return able


def require_device(device: str) -> None:
    """Refuse a device that torch does not have here."""
    import torch

    try:
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError, TypeError, ValueError) as error:
        raise InputError(f"cannot run on device {device!r}: {str(error).splitlines()[0]}") from None


def refusal(candidate: Executor, dtype: str | None, device: str | None, threads: int | None) -> str | None:
    """Why an executor cannot do what is asked, or None."""
    if dtype is not None and not candidate.dtypes:
        return f"the executor {candidate.name!r} computes with symbols, so there is no dtype to choose"
    if dtype is not None and dtype not in candidate.dtypes:
        return f"the executor {candidate.name!r} computes in {', '.join(candidate.dtypes)}, not in {dtype}"
    if device is not None and candidate.devices is not None and device not in candidate.devices:
        return f"the executor {candidate.name!r} runs on the {', '.join(candidate.devices)}, not on {device!r}"
    if threads is not None and threads > 1 and not candidate.parallel:
        return f"the executor {candidate.name!r} runs on one thread, not on {threads}"
    return None


def preferred_name(able: list[Executor], preferred: str | None) -> str:
    names = [way.name for way in able]
    return preferred if preferred in names else names[0]


def list_honoured(names: tuple[str, ...]) -> str:
    return f"; it takes {', '.join(names)}" if names else ""
