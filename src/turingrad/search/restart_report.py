"""Corollary 2 in miniature as one table and one plot: restarts of machines, of networks, and what is predicted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from turingrad.constructions.drawing import canvas, svg
from turingrad.machine.run import Progress
from turingrad.search.network_draws import network_draws
from turingrad.search.restarts import (
    READS,
    Draws,
    beside_networks,
    choices,
    draw_tables,
    problem_of,
    success_curve,
    success_probability,
)
from turingrad.tasks import Task

SHARES = (0.05, 0.001)
"""err(A) is the best error that so many of the draws reach: one that restarts find at once, and one that they find."""
NETWORKS = 200


def restart_figures(
    task: Task,
    dim: int,
    train: int,
    states: int,
    trials: int,
    seed: int,
    networks: int = NETWORKS,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """For one problem of a task and each err(A) of `SHARES` the table of `success_curve`, with the curve of `networks`
    drawn networks beside it."""
    problem = problem_of(task, dim, train, seed)
    draws = Draws.of(problem, states)
    sample = draws.known if draws.known is not None else draws.sample(np.random.default_rng([seed, 3]), 20_000)
    figures: dict[str, Any] = {"networks": networks}
    drawn = None
    if networks:
        tables = draw_tables(np.random.default_rng([seed, 17]), states, networks)
        drawn = network_draws(problem, tables, tuple(tuple(choices(states, read)) for read in range(READS)), progress)
        figures |= {"networks_agreeing": drawn.agreeing, "drawn_weights": drawn.drawn_weights}
    levels = []
    for error in sorted({float(np.quantile(sample.mean(axis=0), share, method="higher")) for share in SHARES}):
        p = success_probability(draws, error, seed=seed)
        rows = success_curve(draws, error, p, trials=trials, seed=seed, progress=progress)
        if drawn is not None:
            rows = beside_networks(rows, drawn.wrong, error, seed=seed)
        levels.append({"error": error, "probability": asdict(p), "rows": [asdict(row) for row in rows]})
    return figures | {"levels": levels}


def plot_curves(levels: Sequence[Mapping[str, Any]], title: str) -> str:
    """Predicted and measured success against the number of restarts, of machines and of networks, as SVG text."""
    figure, axes = canvas(6.4, 4)
    for number, level in enumerate(levels):
        rows, first = level["rows"], number == 0
        M = [row["restarts"] for row in rows]
        label = {"label": "predicted: 1 - (1 - p)^M"} if first else {}
        axes.plot(M, [row["predicted"] for row in rows], color="0.5", linestyle=("-", "--")[number % 2], **label)
        kinds = (("machines", "tab:blue", "o", 1.0, rows), ("networks", "tab:orange", "s", 1.12, drawn_rows(rows)))
        for kind, colour, mark, beside, found in kinds:
            measured = np.array([row["measured"] for row in found])
            bands = np.abs(np.array([[row[end] for row in found] for end in ("low", "high")]) - measured)
            places = [beside * row["restarts"] for row in found]  # a little apart, to be seen
            shown = {"label": f"measured: {kind}, 95 % band"} if first else {}
            axes.errorbar(places, measured, yerr=bands, fmt=mark, color=colour, capsize=3, markersize=4, **shown)
    axes.set(xscale="log", xlabel="restarts M", ylabel="some draw is as good", title=title, ylim=(-0.05, 1.05))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    return svg(figure)


def drawn_rows(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The networks' part of the rows that have one."""
    return [{**row["networks"], "restarts": row["restarts"]} for row in rows if row["networks"] is not None]
