"""BLIF files of several models: `.subckt` instances are replaced by what their model contains."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from turingrad.errors import LimitError
from turingrad.formats.blif_cover import emit_cover
from turingrad.formats.netlist import MAX_NODES, CycleFoundError, Netlist, cycle_text, topological
from turingrad.formats.source_text import SourceText, quote_piece
from turingrad.machine.states import list_names


@dataclass
class Names:
    """One `.names`: the rows of its cover over `inputs`, all with the same output `value`."""

    line: int
    inputs: tuple[str, ...]
    output: str
    rows: list[str] = field(default_factory=list)
    value: int = 1


@dataclass(frozen=True)
class Latch:
    """One `.latch`: `output` takes the value of `input` at an edge of `clock` (both empty if the file names none)."""

    line: int
    input: str
    output: str
    edge: str
    clock: str
    initial: int | None


@dataclass(frozen=True)
class Instance:
    """One `.subckt`: a model by name, and the signal that each of its formal inputs and outputs stands for."""

    line: int
    model: str
    actual: dict[str, str]


@dataclass
class Model:
    """One `.model` as it stands in the file; inputs and outputs carry their lines."""

    line: int
    name: str
    inputs: dict[str, int] = field(default_factory=dict)
    outputs: dict[str, int] = field(default_factory=dict)
    names: list[Names] = field(default_factory=list)
    instances: list[Instance] = field(default_factory=list)
    latches: list[Latch] = field(default_factory=list)
    clocks: dict[str, int] = field(default_factory=dict)


def flatten(text: SourceText, models: dict[str, Model]) -> Netlist:
    """The first model with every instance expanded.

    A signal of an instance is the actual signal where it is bound, else a name with a space in it, which no signal of
    the file can have.
    """
    main = next(iter(models.values()))
    netlist = Netlist(text, "a .names, a .latch or a .subckt")
    clock = ClockTree(netlist, main)
    netlist.input_lines |= main.inputs
    netlist.output_lines |= main.outputs
    check_instances(netlist, models)
    check_size(netlist, models, main)
    count = 0
    waiting: list[tuple[Model, dict[str, str], str]] = [(main, {}, "")]
    while waiting:
        model, actual, suffix = waiting.pop()
        for names in model.names:
            signals = [actual.get(signal, signal + suffix) for signal in (*names.inputs, names.output)]
            netlist.drive(signals.pop(), signals, partial(emit_cover, tuple(names.rows), names.value), names.line)
        for latch in model.latches:
            following, own, tick = (
                actual.get(each, each + suffix) for each in (latch.input, latch.output, latch.clock)
            )
            clock.join(latch, tick)
            netlist.register(own, following, latch.initial, latch.line)
        for instance in model.instances:
            count += 1
            bound = {formal: actual.get(signal, signal + suffix) for formal, signal in instance.actual.items()}
            waiting.append((models[instance.model], bound, f" of {instance.model} {count}"))
    clock.leave()
    return netlist


class ClockTree:
    """The one clock of a file: every latch is triggered by the same edge of it, and it is nothing but a clock."""

    def __init__(self, netlist: Netlist, main: Model) -> None:
        self.netlist, self.main = netlist, main
        self.first: Latch | None = None
        self.signal = ""

    def join(self, latch: Latch, signal: str) -> None:
        """A latch with its clock; NIL, like no clock, is the global one."""
        if not latch.clock or latch.clock == "NIL":
            return
        if self.first is None:
            self.first, self.signal = latch, signal
        elif (signal, latch.edge) != (self.signal, self.first.edge):
            message = (
                f"a second clock, {latch.edge} {quote_piece(latch.clock)} (the first is in line {self.first.line})"
            )
            raise self.netlist.error(message, latch.line, latch.clock, "one edge of one clock")

    def leave(self) -> None:
        """The clock is no input: its ticks are the steps. It must be an input that nothing else uses."""
        netlist, latch = self.netlist, self.first
        for clock in self.main.clocks:
            netlist.input_lines.pop(clock, None)
        if latch is None:
            return
        is_input = netlist.input_lines.pop(self.signal, None) is not None or self.signal in self.main.clocks
        used = [line for inputs, _, line in netlist.drivers.values() if self.signal in inputs]
        used += [line for following, _, line in netlist.registers.values() if following == self.signal]
        used += [line for name, line in netlist.output_lines.items() if name == self.signal]
        if not is_input or used:
            what = f"is used in line {used[0]}" if used else "is not an input"
            message = f"the clock {quote_piece(latch.clock)} {what}"
            raise netlist.error(message, latch.line, latch.clock, "an input that only triggers latches")


def check_instances(netlist: Netlist, models: dict[str, Model]) -> None:
    """Every instance names a model of the file and binds each of its inputs, and nothing that it does not have."""
    for model in models.values():
        for instance in model.instances:
            line = instance.line
            if instance.model not in models:
                expected = f"a model of this file: {list_names(models)}"
                raise netlist.error(
                    f"model {quote_piece(instance.model)} is not in the file", line, instance.model, expected
                )
            formal = models[instance.model]
            for name in instance.actual:
                if name not in formal.inputs and name not in formal.outputs:
                    expected = f"one of {list_names([*formal.inputs, *formal.outputs])}"
                    message = f"model {quote_piece(formal.name)} has no input or output {quote_piece(name)}"
                    raise netlist.error(message, line, name, expected)
            for name in formal.inputs:
                if name not in instance.actual:
                    message = f"input {quote_piece(name)} of model {quote_piece(formal.name)} is not connected"
                    raise netlist.error(message, line, instance.model, f"{name}=signal")


def check_size(netlist: Netlist, models: dict[str, Model], main: Model) -> None:
    """Models that contain each other, or that would grow past the limit when expanded, are refused before they do."""
    try:
        order = topological({name: [i.model for i in model.instances] for name, model in models.items()})
    except CycleFoundError as found:
        first = models[str(found.cycle[0])]
        message = f"models contain each other: {cycle_text(found.cycle)}"
        raise netlist.error(message, first.line, first.name) from None
    sizes: dict[str, int] = {}
    for name in order:
        model = models[name]
        sizes[name] = (
            1 + len(model.names) + len(model.latches) + sum(sizes[i.model] + len(i.actual) for i in model.instances)
        )
    if sizes[main.name] > MAX_NODES:
        message = f"with all instances expanded the file has {sizes[main.name]:,} gates"
        raise LimitError(f"{netlist.text.source}: {message}; the limit is {MAX_NODES:,}")
