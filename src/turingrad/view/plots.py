"""Pictures as matplotlib axes, for those who want to edit them: space-time diagrams, weights, attention, losses."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from turingrad.constructions.drawing import canvas
from turingrad.errors import InputError
from turingrad.machine.grid import GridConfiguration
from turingrad.machine.run import Run
from turingrad.machine.tape import TapeConfiguration
from turingrad.view.network_pages import module_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MACHINE, NETWORK, QUIET = "#2456d6", "#c2500f", "#596174"
MAX_PASSES = 400
MAX_ROWS = 2_000
MAX_NAMED = 12  # symbols that a legend has place for
DARKEST = 2.2  # shades go up to 1, so that the head's line is seen on the darkest


def axes_or_new(ax: Axes | None, width: float, height: float) -> Axes:
    """The axes that are given, or those of a figure of its own: in a notebook one that is shown below the cell, else
    one of no window, `axes.figure.savefig("picture.svg")` of which works anywhere."""
    if ax is not None:
        return ax
    if in_notebook():
        from matplotlib import pyplot

        shown: Axes = pyplot.subplots(figsize=(width, height), layout="constrained")[1]
        return shown
    found: Axes = canvas(width, height)[1]
    return found


def in_notebook() -> bool:
    """Whether IPython runs this: its notebooks show the figures that pyplot knows."""
    return getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)() is not None


def whole_steps(*axes: Any) -> None:
    """There is no step 2.5."""
    from matplotlib.ticker import MaxNLocator

    for axis in axes:
        axis.set_major_locator(MaxNLocator(integer=True))


def name_shades(ax: Axes, names: dict[str, float], most: float) -> None:
    """Which shade is which symbol, beside the picture."""
    from matplotlib import colormaps
    from matplotlib.patches import Patch

    grey = colormaps["Greys"]
    patches = [Patch(facecolor=grey(shade / most), edgecolor=QUIET, label=name) for name, shade in names.items()]
    ax.legend(handles=patches, loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False, title="symbol")


def space_time(run: Run[Any], ax: Axes | None = None, *, most: int = MAX_ROWS) -> Axes:
    """The space-time diagram of a run: one row per step, one column per cell, the head as a line; long runs thinned."""
    stride = max(1, -(-run.steps // most))
    snapshots = [snapshot for snapshot in run.trace if snapshot.step % stride == 0 or snapshot.step == run.steps]
    if not isinstance(snapshots[0], TapeConfiguration):
        kind = "grid" if isinstance(snapshots[0], GridConfiguration) else type(run.machine).__name__
        raise InputError(f"a space-time diagram is drawn of a tape machine's run, not of a {kind} run")
    number = {symbol: k for k, symbol in enumerate(run.machine.symbols)}
    blank = number[run.machine.blank]
    heads = [snapshot.heads[0] for snapshot in snapshots]
    starts = [
        snapshot.tapes[0].start if snapshot.tapes[0].symbols else head
        for snapshot, head in zip(snapshots, heads, strict=True)
    ]
    ends = [
        start + max(0, len(snapshot.tapes[0].symbols) - 1) for snapshot, start in zip(snapshots, starts, strict=True)
    ]
    low, high = min(min(starts), min(heads)), max(max(ends), max(heads))
    picture = np.full((len(snapshots), high - low + 1), blank)
    for row, (snapshot, start) in enumerate(zip(snapshots, starts, strict=True)):
        symbols = [number[symbol] for symbol in snapshot.tapes[0].symbols]
        picture[row, start - low : start - low + len(symbols)] = symbols
    ax = axes_or_new(ax, 6.4, 4.8)
    written = [symbol for symbol in number if number[symbol] != blank]
    shades = {run.machine.blank: 0.0, **{each: 0.25 + 0.75 * k / len(written) for k, each in enumerate(written, 1)}}
    by_number = np.array([shades[symbol] for symbol in number])
    steps = [snapshot.step for snapshot in snapshots]
    extent = (low - 0.5, high + 0.5, steps[-1] + 0.5, steps[0] - 0.5)
    drawn = by_number[picture]
    ax.imshow(drawn, aspect="auto", interpolation="nearest", cmap="Greys", vmin=0, vmax=DARKEST, extent=extent)
    ax.plot(heads, steps, color=MACHINE, linewidth=1.2)
    if len(shades) <= MAX_NAMED:
        name_shades(ax, shades, DARKEST)
    whole_steps(ax.xaxis, ax.yaxis)
    ax.set(xlabel="cell", ylabel="step", title=title_of(run.machine.name or "machine", run.on))
    return ax


def title_of(name: str, on: str) -> str:
    return name if on == "reference" else f"{name} on {on}"


def network_plot(network: Any, what: str | None = None, given: Any = None, ax: Axes | None = None) -> Axes:
    """A layer of a transformer by its name: its attention on an input where it has some, else its weights.

    `"NAME weights"` draws the weights of a layer that has attention, too.
    """
    module = module_of(str(getattr(network, "construction", "")))
    if not getattr(module, "PLOTS_LAYERS", False):
        raise InputError("plot draws layers of a transformer; `view` shows the other networks")
    names = [layer.name for layer in network.decoder_layers()]
    wanted = what or "read"
    layer = wanted.removesuffix(" weights")
    if layer not in names:
        raise InputError(f"no layer {layer!r}; known: {', '.join(names)}")
    number = names.index(layer)
    if network.decoder_layers()[number].self_attention is None or wanted.endswith(" weights"):
        return weights_plot(network, number, ax)
    return attention_plot(network, number, given, ax)


def weights_plot(network: Any, layer: int, ax: Axes | None) -> Axes:
    """W_1 of a layer: rows and columns by their meaning, those without entries left out."""
    from turingrad.view.constructions.transformer import coordinate_names

    module = network.decoder_layers()[layer].feedforward
    matrix = module.W_1.detach().double().numpy()
    full = np.concatenate([matrix, module.b_1.detach().double().numpy()[:, None]], axis=1)
    names = [*coordinate_names(network), "1 (bias)"]
    rows, columns = np.flatnonzero(full.any(axis=1)), np.flatnonzero(full.any(axis=0))
    shown = full[np.ix_(rows, columns)]
    ax = axes_or_new(ax, 2.6 + 0.18 * len(columns), 1.8 + 0.18 * len(rows))
    most = float(np.abs(shown).max(initial=1))
    drawn = ax.imshow(shown, cmap="PuOr", vmin=-most, vmax=most, aspect="equal")
    ax.figure.colorbar(drawn, ax=ax, shrink=0.6, label="weight")
    ax.set_xticks(range(len(columns)), [names[k] for k in columns], rotation=90, fontsize=8)
    ax.set_yticks(range(len(rows)), [names[k] for k in rows], fontsize=8)
    ax.set_title(f"layer {network.decoder_layers()[layer].name!r}: weights of its first linear map")
    return ax


def attention_plot(network: Any, layer: int, given: Any, ax: Axes | None) -> Axes:
    """Which pass looks at which: a dot where the score of a pair is the largest of its row and beats the null key."""
    import torch

    from turingrad.machine.tape.run import run as run_reference

    steps = run_reference(network.machine, given, max_steps=min(MAX_PASSES, network.step_bound or MAX_PASSES)).steps
    module = network.decoder_layers()[layer]
    with torch.no_grad():
        inputs = network.hidden(network.tokens(given), steps + 1)[:, layer]  # (passes, width)
        queries, keys = module.self_attention.queries(inputs), module.self_attention.keys(inputs)
        scores = (queries @ keys.T).masked_fill(torch.ones(len(queries), len(queries)).triu(1).bool(), float("-inf"))
        null = queries @ module.self_attention.K_0
    best = scores.max(dim=1, keepdim=True).values
    chosen = (scores == best) & (best > null[:, None])
    at, looks_at = chosen.nonzero(as_tuple=True)
    ax = axes_or_new(ax, 5.4, 5.0)
    ax.plot([0, steps], [0, steps], color=QUIET, linewidth=0.6, linestyle=":")
    ax.scatter(looks_at.numpy(), at.numpy(), s=12, color=NETWORK, zorder=3)
    ax.set(xlabel="pass that is read", ylabel="pass", xlim=(-1, steps + 1), ylim=(steps + 1, -1))
    ax.set_title(f"attention of layer {module.name!r}")
    whole_steps(ax.xaxis, ax.yaxis)
    return ax


def learning_plot(run: Any, what: str = "losses", ax: Axes | None = None) -> Axes:
    """The losses of a training, step by step, or what the learner's memory holds after each step."""
    if what not in ("losses", "memory"):
        raise InputError(f"a training run must be plotted by its 'losses' or its 'memory', not by {what!r}")
    if what == "memory":
        return memory_plot(run, ax)
    losses = run.details.get("losses")
    if losses is None:
        raise InputError(f"learning with {run.on} keeps no losses to plot; view_learning shows the training itself")
    ax = axes_or_new(ax, 6.4, 3.2)
    ax.plot(range(1, len(losses) + 1), losses, color=NETWORK, linewidth=1.1)
    whole_steps(ax.xaxis)
    ax.set(xlabel="gradient step", ylabel="loss", title=f"{getattr(run.learner, 'name', '')} with {run.on}")
    return ax


def memory_plot(run: Any, ax: Axes | None) -> Axes:
    """One row per memory bit, one column per SGD step (the first is before training); filled where the bit is 1."""
    memories = run.details.get("memories")
    if memories is None:
        raise InputError(f"learning with {run.on} keeps no memory bits to plot; emulation does")
    bits = np.array([[int(bit) for bit in memory] for memory in memories]).T
    ax = axes_or_new(ax, 6.4, max(2.0, min(6.0, 0.16 * len(bits) + 1.2)))
    extent = (-0.5, len(memories) - 0.5, len(bits) - 0.5, -0.5)
    ax.imshow(bits, aspect="auto", interpolation="nearest", cmap="Blues", vmin=0, vmax=1.2, extent=extent)
    whole_steps(ax.xaxis, ax.yaxis)
    ax.set(xlabel="SGD step", ylabel="memory bit", title=f"{getattr(run.learner, 'name', '')} with {run.on}")
    return ax
