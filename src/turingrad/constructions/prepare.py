"""The one place that checks what a run, a check, a page or an export asks for: construction, executor, dtype, device,
threads, step limit and options. Each is honoured, or refused in one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.executors import preferred_name, select
from turingrad.constructions.options import parse_options
from turingrad.constructions.registry import REFERENCE, find_construction, recipe_names
from turingrad.errors import InputError, MachineError
from turingrad.library.trainers.layout import Trainer
from turingrad.machine.kinds import find_kind, kind_list, plural_of
from turingrad.machine.run import Clock

if TYPE_CHECKING:
    from turingrad.constructions.network import Network

NOTHING: Mapping[str, Any] = MappingProxyType({})
PARTS = {"run": "begin", "evaluate": "evaluate", "learn": "learn"}
"""The part of a construction that a verb needs; other verbs need none."""
ON_CPU = ("view", "check", "export")
"""Verbs that trace a network on the cpu."""


class Limit(Enum):
    """The step limit if none is named: of a compiled network, what it was compiled for."""

    DEFAULT = 10_000


@dataclass(frozen=True)
class Prepared:
    """What was asked for, checked: `subject` runs `machine`, and is its network or, on the reference interpreters, the
    machine itself (`network` is None then). `executors` are all that could run it as it is asked."""

    room: Construction
    machine: Any
    subject: Any
    network: Network[Any, Any] | None
    executor: str
    executors: tuple[Executor, ...]
    max_steps: int | None
    device: str
    threads: int | None

    def torch(self) -> AbstractContextManager[None]:
        """torch as the network needs it."""
        return torch_for(self.room, self.threads)


def prepare(
    subject: Any,
    given: Any = None,
    *,
    on: str | None = None,
    verb: str = "run",
    executor: str | None = None,
    dtype: str | None = None,
    device: str | None = None,
    threads: int | None = None,
    max_steps: int | Limit | None = Limit.DEFAULT,
    max_seconds: float | None = None,
    options: Mapping[str, Any] = NOTHING,
    sizes: Callable[[Construction, int | None], Mapping[str, Any]] | None = None,
    choose: Callable[[Any, int | None], str | None] | None = None,
    any_weights: bool = False,
    keep: bool = False,
) -> Prepared:
    """A machine, compiled if its construction compiles, or a network, ready for a verb with all that is asked.

    Args:
        subject, given: the machine or network, and its input.
        on, executor, dtype, device, threads, max_steps, max_seconds, options: as the user gave them.
        verb: what is to be done, for what it needs and for messages.
        sizes: options of the compilation that follow from the run, which the user's options override; by default the
            construction's `sizes_for`.
        choose: names the executor if the user does not; by default the construction's `choose`.
        any_weights: also take a network whose weights were changed, to show or to compare what it does.
        keep: reuse a network compiled before. It is never handed out.
    """
    network = compiled_network(subject)
    machine = subject if network is None else network.machine
    Clock(None if isinstance(max_steps, Limit) else max_steps, max_seconds)  # refuse impossible limits before any work
    recipe = recipe_for(network, on, verb)
    ways = select(recipe, network, executor, dtype, device, threads, form_of(machine))
    limit = step_limit(network, default_limit(machine, ways[0], max_steps))
    if verb in ON_CPU and device not in (None, "cpu"):
        raise InputError(f"{verb} runs networks on the cpu, not on {device!r}")
    with torch_for(recipe, threads or 1):
        if network is not None:
            refuse_other_options(network, options, any_weights)
        elif recipe.compile is None:
            recipe.accepts(machine)
            parse_options(recipe.Options, recipe.name, options)
        else:
            recipe.accepts(machine)
            own = sizes(recipe, limit) if sizes else recipe.sizes_for(machine, given, limit, executor or ways[0].name)
            asked = tuple(sorted({**own, **options}.items()))
            network = (kept if keep else build)(recipe.name, machine, dtype, asked)
            limit = network.step_bound if limit is None else limit
        runs = machine if network is None else network
        if network is not None and limit is not None:
            network.require_steps(limit)
        if choose is None:
            choose = (lambda runs, limit: recipe.choose(runs, given, limit)) if verb in PARTS else lambda *_: None
        name = executor or preferred_name(ways, choose(runs, limit))
    return Prepared(recipe, machine, runs, network, name, tuple(ways), limit, device or "cpu", threads)


def compiled_network(subject: Any) -> Network[Any, Any] | None:
    """The subject if it is a network, None if it is a machine. torch is loaded for networks only."""
    if find_kind(subject) is not None or isinstance(subject, Trainer):
        return None
    from turingrad.constructions.network import Network

    if isinstance(subject, Network):
        return subject
    raise MachineError(
        f"a machine or a compiled network is needed, not a {type(subject).__name__}; machines are {kind_list()}"
    )


def recipe_for(network: Network[Any, Any] | None, on: str | None, verb: str) -> Construction:
    """The construction that a run is on, which must have what the verb needs."""
    own = REFERENCE if network is None else network.construction
    if network is not None and on not in (None, own):
        raise InputError(f"this is a network of {own}; it cannot run on {on!r}")
    recipe = find_construction(own if on is None else on)
    part = PARTS.get(verb)
    if part is not None and getattr(recipe, part) is None:
        able = [name for name in recipe_names() if getattr(find_construction(name), part) is not None]
        takes = f"{'runs' if recipe.evaluate is None else 'evaluates'} {', '.join(map(plural_of, recipe.forms))}"
        if verb == "learn" and "program" in recipe.forms:
            takes += "; of learners, it takes Python classes"
        raise InputError(f"{recipe.name} cannot {verb} this (it {takes}); constructions that {verb}: {', '.join(able)}")
    return recipe


def form_of(machine: Any) -> str | None:
    """The name of the machine's kind; None for trainers, which have none."""
    kind = find_kind(machine)
    return None if kind is None else kind.name


def default_limit(machine: Any, way: Executor, max_steps: int | Limit | None) -> int | Limit | None:
    """What the machine's kind says of the step limit if the caller names none."""
    kind = find_kind(machine)
    if max_steps is not Limit.DEFAULT or kind is None or kind.step_limits is None:
        return max_steps
    return kind.step_limits[way.uses_torch]


def step_limit(network: Network[Any, Any] | None, max_steps: int | Limit | None) -> int | None:
    """Without a limit of the caller's: 10,000 for a machine, what it was compiled for for a network."""
    bound = None if network is None else network.step_bound
    if bound is not None and (max_steps is None or max_steps is Limit.DEFAULT):
        return bound
    return max_steps.value if isinstance(max_steps, Limit) else max_steps


def refuse_other_options(network: Network[Any, Any], options: Mapping[str, Any], any_weights: bool = False) -> None:
    """A compiled network takes no options, and runs only as it was compiled, or trained."""
    from turingrad.constructions.network import require_own

    if options:
        raise InputError("options belong to the compilation; this network is compiled already")
    if not any_weights:
        require_own(network)


def build(on: str, machine: Any, dtype: str | None, options: tuple[tuple[str, Any], ...]) -> Network[Any, Any]:
    """The machine's network."""
    from turingrad.exact import torch_dtype

    recipe = find_construction(on)
    assert recipe.compile is not None
    return recipe.compile(machine, **({} if dtype is None else {"dtype": torch_dtype(dtype)}), **dict(options))


kept = lru_cache(maxsize=16)(build)
"""Networks of circuits that are evaluated again and again; never handed out."""


def torch_for(recipe: Construction, threads: int | None) -> AbstractContextManager[None]:
    """torch as networks need it; nothing for the reference interpreters."""
    if recipe.compile is None:
        return nullcontext()
    from turingrad.constructions.torch_state import own_torch

    return own_torch(threads)
