"""What every construction returns: an ordinary torch module that knows its machine and can be read back."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import chain
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np
import torch
from torch import nn

from turingrad._support.arrays import F64
from turingrad._support.validation.values import whole
from turingrad.constructions.registry import find_construction
from turingrad.constructions.tensors import in_vmap
from turingrad.constructions.torch_state import own_torch, stepwise
from turingrad.errors import CertificateError, InputError, LimitError
from turingrad.exact import Certificate
from turingrad.machine.views import call_view

M = TypeVar("M")
C = TypeVar("C")


class Network(nn.Module, ABC, Generic[M, C]):
    """A network whose algorithm is known exactly, of machines M whose instants are configurations C.

    `machine` is the source machine, `options` what it was compiled with (None if it was put together by hand),
    `certificate` the proof of exactness. `trace` runs the network on an input and decodes each of the machine's steps;
    `decode` reads one instant out of activations or weights. Neither changes the network.
    """

    construction: ClassVar[str]
    works_in_vmap: ClassVar[bool] = False
    trained_state: ClassVar[tuple[str, ...]] = ()
    """The names in its state that training changes; all others are as they were compiled."""
    growing_state: ClassVar[tuple[str, ...]] = ()
    """Those of them whose shape it changes, too: tapes grow."""
    once_dense: ClassVar[tuple[str, ...]] = ()
    """The names in its state of sparse matrices that earlier versions kept dense. `weights_hash` is that of the dense
    form still, and a folder may hold it."""
    made_from: Mapping[str, Any] | None = None
    """Of a network that its machine and options alone do not give: what its construction's `rebuild` takes."""
    machine_digest: str | None = None
    """Of a network whose weights do not hold its machine: a SHA-256 of the machine, which its folder keeps."""
    machine: M
    certificate: Certificate
    options: Any = None
    step_bound: int | None = None
    input_bound: int | None = None
    """The steps, and the symbols of an input, that it was compiled for; None if there is no bound."""

    @property
    def dtype(self) -> torch.dtype:
        """The format of its weights as they are now."""
        tensors = chain(self.parameters(), self.buffers())
        return next((each.dtype for each in tensors if each.is_floating_point()), torch.float32)

    @property
    @abstractmethod
    def depth(self) -> int:
        """How many layers one evaluation goes through."""

    @property
    @abstractmethod
    def width(self) -> int:
        """The units of the widest layer."""

    @abstractmethod
    def decode(self, activations: torch.Tensor, at: int) -> C:
        """The configuration that these activations (or weights) stand for, at the machine's step `at`."""

    @abstractmethod
    def configurations(self, given: Any, max_steps: int | None) -> Iterator[C]:
        """What `trace` yields. A network that is trained works on a copy of itself."""

    def trace(self, given: Any = None, *, max_steps: int | None = None) -> Iterator[C]:
        """Run the network and yield the machine's configurations, the initial one first."""
        limit = None if max_steps is None else whole(max_steps, "max_steps")
        with own_torch():
            found = self.configurations(given, limit)
        return stepwise(found)

    def reference(self, given: Any, max_steps: int | None) -> Iterator[C] | None:  # noqa: ARG002
        """What `trace` must yield for this input, if that is more than the machine's own run: of a trained network,
        the run from what it holds. None: the machine's own run."""
        return None

    def stepping_network(self, given: Any) -> tuple[Network[Any, Any], Any]:
        """The network whose steps are compared with a reference, and its input: itself, or one inside of it that takes
        many steps for each of its own."""
        return self, given

    def draw_input(self, rng: np.random.Generator) -> Any:  # noqa: ARG002
        """A random input for `trace`, if the machine alone does not determine one; else None."""
        return None

    def __call__(self, *inputs: Any, **named: Any) -> Any:
        """As any module; what would freeze or hide what an input decides (tracing, `vmap`) is refused."""
        if torch.compiler.is_compiling():
            return super().__call__(*inputs, **named)
        for kind in ("cpu", "cuda"):
            if torch.is_autocast_enabled(kind):  # which would compute in another format than the certificate's
                with torch.autocast(kind, enabled=False):
                    return self(*inputs, **named)
        if torch.jit.is_tracing():  # type: ignore[attr-defined, no-untyped-call]
            raise CertificateError("tracing freezes what one input decides; use torch.export or torch.compile")
        if not self.works_in_vmap and any(map(in_vmap, (*inputs, *named.values()))):
            raise InputError(
                f"a network of {self.construction} does not run inside vmap; give it its batch, or one input at a time"
            )
        return super().__call__(*inputs, **named)

    def require_steps(self, steps: int) -> None:
        """Refuse a run past what the network was compiled for."""
        if self.step_bound is not None and steps > self.step_bound:
            raise LimitError(f"{steps:,} steps are past the {self.step_bound:,} that this network was compiled for")

    def view(self, given: Any = None, **options: Any) -> Any:
        """The network on an input as a page to step through, beside the reference interpreter."""
        return call_view("view", self, given, **options)

    def plot(self, what: str | None = None, given: Any = None, ax: Any = None) -> Any:
        """A layer of a transformer by its name: its attention on an input, or its weights, as matplotlib axes."""
        return call_view("network_plot", self, what, given, ax)

    def _repr_html_(self) -> str:
        return str(call_view("network_html", self))

    def _apply(self, fn: Callable[[torch.Tensor], torch.Tensor], recurse: bool = True) -> Self:
        """`.to`, `.half` and the like: a format in which an exact network would not be exact is refused."""
        now, then = self.dtype, fn(torch.empty(0, dtype=self.dtype)).dtype
        if then != now and self.certificate.exact_in(now):
            self.certificate.require(then)
        return super()._apply(fn, recurse)  # type: ignore[no-untyped-call, no-any-return]

    def require_reachable(self) -> None:
        """Refuse trained numbers that no training of this network leads to."""
        memorised: Any = getattr(self, "decode_samples", None)  # of a memory layer: rows of samples, then empty ones
        if memorised is not None:
            memorised()

    def plain(self) -> nn.Sequential:
        """The network of `nn.Linear` and `nn.ReLU` alone, dense; refused if it has other parts."""
        raise InputError(f"networks of {self.construction} have parts other than linear and ReLU layers")

    def parameter_count(self) -> int:
        """Numbers in parameters and buffers: fixed weights are often buffers."""
        return sum(t.numel() for t in self.state_dict().values())

    def __deepcopy__(self, memo: dict[int, Any]) -> Network[M, C]:
        """Its own tensors; what never changes (machine, recipe, certificate) is shared."""
        for module in self.modules():
            for value in vars(module).values():
                if is_dataclass(value) and value.__dataclass_params__.frozen:  # type: ignore[union-attr]
                    memo[id(value)] = value
            for buffer in module.buffers(recurse=False):
                if buffer.layout != torch.strided:  # torch copies no sparse tensors by itself
                    memo[id(buffer)] = buffer.detach().clone()
        twin = self.__class__.__new__(self.__class__)
        memo[id(self)] = twin
        for name, value in vars(self).items():
            twin.__dict__[name] = copy.deepcopy(value, memo)
        return twin


def parameter(values: F64, dtype: torch.dtype) -> nn.Parameter:
    """A weight that is compiled, not trained."""
    return nn.Parameter(torch.tensor(values, dtype=dtype), requires_grad=False)


def linear_of(weight: torch.Tensor, bias: torch.Tensor | None = None) -> nn.Linear:
    """A layer of fixed weights (units, inputs)."""
    layer = nn.Linear(weight.shape[1], weight.shape[0], bias=bias is not None, dtype=weight.dtype)
    with torch.no_grad():
        layer.weight.copy_(weight)
        if bias is not None:
            layer.bias.copy_(bias)
    return layer.requires_grad_(False)


def require_compiled(network: Network[Any, Any], *, trained: bool = False) -> None:
    """Refuse weights that are not the compiled ones: neither the certificate nor a closed form speaks of them. With
    `trained`, what training changes may be changed."""
    fresh, state = recompile(network).state_dict(), network.state_dict()
    for name in {**fresh, **state}:
        if trained and name in network.trained_state:
            continue
        if name not in fresh or name not in state or not same(state[name], fresh[name]):
            raise CertificateError(f"{name} is not as it was compiled, so the run is not proven exact")


def recompile(network: Network[Any, Any]) -> Network[Any, Any]:
    """The network before any training, from its machine and options or from what it was made of."""
    recipe = find_construction(network.construction)
    with own_torch():
        if network.made_from is not None and recipe.rebuild is not None:
            return recipe.rebuild(network.made_from, network.dtype)
        if network.options is None or recipe.compile is None:
            raise CertificateError(
                "this network was put together by hand: there is no recipe to compare its weights with"
            )
        given = {each.name: getattr(network.options, each.name) for each in fields(network.options)}
        return recipe.compile(network.machine, dtype=network.dtype, **given)


def require_own(network: Network[Any, Any]) -> None:
    """Refuse weights that are neither the compiled ones nor what training makes of them."""
    require_compiled(network, trained=True)
    network.require_reachable()


def is_changed(network: Network[Any, Any]) -> bool:
    """Whether a network has weights of which nothing but its forward pass speaks."""
    try:
        require_own(network)
    except CertificateError:
        return True
    return False


def same(tensor: torch.Tensor, other: torch.Tensor) -> bool:
    if tensor.shape != other.shape or tensor.layout != other.layout or tensor.dtype != other.dtype:
        return False
    return all(torch.equal(a.cpu(), b.cpu()) for a, b in zip(parts(tensor), parts(other), strict=True))


def parts(tensor: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """A sparse tensor as dense ones: indices and values. A dense one is its only part."""
    if tensor.layout == torch.strided:
        return (tensor,)
    if tensor.layout == torch.sparse_csr:
        return tensor.crow_indices(), tensor.col_indices(), tensor.values()
    whole = tensor.coalesce()
    return whole.indices(), whole.values()
