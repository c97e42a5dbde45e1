"""torch as the constructions need it, whatever the caller has set: the one place that touches torch's global state."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeVar

import torch
from torch.optim import Optimizer

T = TypeVar("T")
UNCOMPILED = ("zero_grad", "add_param_group", "state_dict", "load_state_dict")
DISABLED = "__dynamo_disable"  # the attribute of `torch._compile._disable_dynamo`


@contextmanager
def torch_threads(count: int = 1) -> Iterator[None]:
    """`count` threads inside the block, as many as before after it: small tensors are fastest on one."""
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@contextmanager
def own_torch(threads: int | None = None) -> Iterator[None]:
    """No autocast, gradients as the code asks for them, float32 and the cpu by default, no deterministic mode (all
    sums here are exact). The caller's settings are back after the block."""
    dtype = torch.get_default_dtype()
    deterministic = torch.are_deterministic_algorithms_enabled()
    warns = torch.is_deterministic_algorithms_warn_only_enabled()
    with ExitStack() as stack:
        stack.enter_context(without_dynamo())
        if threads is not None:
            stack.enter_context(torch_threads(threads))
        for kind in ("cpu", "cuda"):
            if torch.is_autocast_enabled(kind):
                stack.enter_context(torch.autocast(kind, enabled=False))
        if torch.is_inference_mode_enabled():
            stack.enter_context(torch.inference_mode(False))
        stack.enter_context(torch.enable_grad())
        if torch.get_default_device().type != "cpu":
            stack.enter_context(torch.device("cpu"))
        if dtype != torch.float32:
            torch.set_default_dtype(torch.float32)
            stack.callback(torch.set_default_dtype, dtype)
        if deterministic:
            torch.use_deterministic_algorithms(False)
            stack.callback(torch.use_deterministic_algorithms, deterministic, warn_only=warns)
        yield


@contextmanager
def without_dynamo() -> Iterator[None]:
    """An optimizer's first call loads torch's compiler, two seconds of it, only to say that it is not to be compiled.
    Where the compiler is not loaded there is nothing to say: the methods stand for their own uncompiled forms."""
    methods = [] if "torch._dynamo" in sys.modules else [getattr(Optimizer, name).__wrapped__ for name in UNCOMPILED]
    plain = [method for method in methods if DISABLED not in vars(method)]  # the others stand for themselves already
    for method in plain:
        setattr(method, DISABLED, method)
    try:
        yield
    finally:
        for method in plain:
            delattr(method, DISABLED)


def stepwise(values: Iterator[T]) -> Iterator[T]:
    """Each value is computed under `own_torch`; between two of them the caller's settings hold."""
    while True:
        with own_torch():
            try:
                value = next(values)
            except StopIteration:
                return
        yield value
