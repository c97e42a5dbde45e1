"""torch as the constructions need it, whatever the caller has set: the one place that touches torch's global state."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from threading import RLock, get_ident
from typing import Any, TypeVar

import torch
from torch.optim import Optimizer

T = TypeVar("T")
UNCOMPILED = ("zero_grad", "add_param_group", "state_dict", "load_state_dict")
DISABLED = "__dynamo_disable"  # the attribute of `torch._compile._disable_dynamo`


@contextmanager
def torch_threads(count: int = 1) -> Iterator[None]:
    """`count` threads inside the block, as many as before after it: small tensors are fastest on one.

    Only the calling thread's count changes. `torch.set_num_threads` would also change what threads that start
    meanwhile begin with, and these would keep it.
    """
    torch.get_num_threads()  # torch gives a thread its count at the first question, and would overwrite ours then
    with openmp().limit(limits=count, user_api="openmp"):
        yield


@cache
def openmp() -> Any:
    """The OpenMP library that torch computes with."""
    from threadpoolctl import ThreadpoolController  # looks through the loaded libraries: once

    return ThreadpoolController()


@contextmanager
def own_torch(threads: int | None = None) -> Iterator[None]:
    """No autocast, gradients as the code asks for them, float32 and the cpu by default, no deterministic mode (all
    sums here are exact), matrix products in full float32. The caller's settings are back after the block."""
    with ExitStack() as stack:
        stack.enter_context(PROCESS_WIDE)
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
        yield


def deterministic() -> tuple[bool, bool]:
    return torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled()


def precisions() -> tuple[Any, ...]:
    """How matrix products and convolutions of float32 are computed, and sums of shorter formats, where the hardware
    offers less than float32: TF32 and bfloat16 would break certificates."""
    return torch.get_float32_matmul_precision(), *(getattr(backend, name) for backend, name, _ in PRECISIONS)


def set_precisions(chosen: tuple[Any, ...]) -> None:
    torch.set_float32_matmul_precision(chosen[0])  # sets some of the others, too: so it comes first
    for (backend, name, _), value in zip(PRECISIONS, chosen[1:], strict=True):
        setattr(backend, name, value)


def backend_precisions() -> Iterator[tuple[Any, str, Any]]:
    """Which attribute of which backend holds which value inside; torch 2.9 has one attribute per backend."""
    backends: Any = torch.backends
    cuda, cudnn, mkldnn, has_gpu = backends.cuda.matmul, backends.cudnn, backends.mkldnn, backends.cuda.is_built()
    if hasattr(cuda, "fp32_precision"):
        on_gpu = (cuda, cudnn.conv, cudnn.rnn) if has_gpu else ()
        for backend in (*on_gpu, mkldnn.matmul, mkldnn.conv, mkldnn.rnn):
            yield backend, "fp32_precision", "ieee"
    elif has_gpu:
        yield cuda, "allow_tf32", False
        yield cudnn, "allow_tf32", False
    if has_gpu:
        for kind in ("fp16", "bf16"):
            yield cuda, f"allow_{kind}_reduced_precision_reduction", False


PRECISIONS = tuple(backend_precisions())


def set_uncompiled(marks: tuple[bool, ...]) -> None:
    """An optimizer's first call loads torch's compiler, two seconds of it, only to say that it is not to be compiled.
    If the compiler is not loaded there is nothing to say: the marked methods are their own uncompiled forms."""
    for method, marked in zip(optimizer_methods(), marks, strict=True):
        if not marked:
            vars(method).pop(DISABLED, None)
        elif "torch._dynamo" not in sys.modules:
            vars(method).setdefault(DISABLED, method)


def optimizer_methods() -> list[Any]:
    return [getattr(Optimizer, name).__wrapped__ for name in UNCOMPILED]


Setting = tuple[Callable[[], Any], Callable[[Any], None], Any]


class ProcessWide:
    """The settings that torch has once per process, not once per thread.

    The first block to be entered sets them, the last to be left restores them: with several threads inside, one that
    leaves early must not give the others the caller's settings. A setting that somebody else has changed meanwhile is
    left as it is. A fork has the thread that forked and no other, so that the blocks of the others are left there.
    """

    def __init__(self, settings: tuple[Setting, ...]) -> None:
        self.settings, self.lock = settings, RLock()
        self.inside = 0
        self.by_thread: Counter[int] = Counter()
        self.before: list[Any] = []

    def __enter__(self) -> None:
        with self.lock:
            if not self.inside:
                self.before = [get() for get, _, _ in self.settings]
                for (_, put, ours), before in zip(self.settings, self.before, strict=True):
                    if before != ours:
                        put(ours)
            self.inside += 1
            self.by_thread[get_ident()] += 1

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.inside -= 1
            self.by_thread[get_ident()] -= 1
            if not self.inside:
                self.by_thread.clear()
                self.restore()

    def restore(self) -> None:
        for (get, put, ours), before in zip(self.settings, self.before, strict=True):
            if before != ours and get() == ours:
                put(before)

    def leave_other_threads(self) -> None:
        """In a forked process: the lock may be held, and blocks be open, by threads that are not there."""
        self.lock = RLock()
        before, self.inside = self.inside, max(0, self.by_thread[get_ident()])
        self.by_thread = Counter({get_ident(): self.inside})
        if before and not self.inside:
            self.restore()


PROCESS_WIDE = ProcessWide(
    (
        (torch.get_default_dtype, torch.set_default_dtype, torch.float32),
        (deterministic, lambda mode: torch.use_deterministic_algorithms(mode[0], warn_only=mode[1]), (False, False)),
        (precisions, set_precisions, ("highest", *(value for _, _, value in PRECISIONS))),
        (
            lambda: tuple(DISABLED in vars(method) for method in optimizer_methods()),
            set_uncompiled,
            (True,) * len(UNCOMPILED),
        ),
    )
)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=PROCESS_WIDE.leave_other_threads)


def stepwise(values: Iterator[T]) -> Iterator[T]:
    """Each value is computed under `own_torch`; between two of them the caller's settings hold."""
    while True:
        with own_torch():
            try:
                value = next(values)
            except StopIteration:
                return
        yield value
