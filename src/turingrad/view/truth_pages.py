"""The page of a truth: what the model's stream holds, by coordinates, and what it means, by features."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from turingrad._support.arrays import F64
from turingrad._support.text import amount
from turingrad.truth.tokens import activations
from turingrad.truth.value import Truth
from turingrad.view.pages import Page
from turingrad.view.report_pages import Block, report, table_block

PLACES, ROWS = 40, 64  # that are drawn
CELL, LABEL = 9, 110  # pixels
PICTURE_SAYS = (
    "Columns are tokens. Above: coordinates of the stream. Below: features, read @ x; blue is on, grey is off."
)


def truth_report(truth: Truth) -> Page:
    """The stream of the first run at every site, and the truth drawn over it; then heads and gates."""
    run = truth.runs[0]
    tokens = (*run.prompt, *run.tokens)[:PLACES]
    streams = activations(truth, tokens)
    read = np.stack([feature.read for feature in truth.features.values()], axis=1)  # (width, features)
    blocks: list[Block] = []
    for site, stream in zip(truth.sites, streams, strict=True):
        meant = stream @ read
        varying = np.flatnonzero((meant > 0).any(axis=0) & (meant < 0).any(axis=0))[:ROWS]
        svg = truth_svg(stream.T[:ROWS], meant.T[varying], [list(truth.features)[number] for number in varying])
        blocks.append({"kind": "picture", "title": f"Site {site}", "says": PICTURE_SAYS, "svg": svg})
    heads = [
        (head.name, ", ".join(head.query), ", ".join(head.writes), numbers(head.heads)) for head in truth.heads.values()
    ]
    blocks.append(
        table_block(
            "Heads",
            "What each compares, writes, and which heads do it.",
            ("name", "compares", "writes", "heads"),
            heads,
        )
    )
    gates = [
        (gate.name, ", ".join(f"{'+' if sign > 0 else '-'}{name}" for name, sign in gate.effects), numbers(gate.units),
         "live" if gate.name in truth.live else "")
        for gate in list(truth.gates.values())[:ROWS]
    ]  # fmt: skip
    blocks.append(
        table_block(
            "Gates", "What each turns on or off, and which units do it.", ("name", "writes", "units", "live"), gates
        )
    )
    exact = "; ".join(f"{dtype} {promise}" for dtype, promise in truth.exact.items())
    counted = (("feature", truth.features), ("head", truth.heads), ("gate", truth.gates))
    size = ", ".join(amount(len(values), what) for what, values in counted)
    asked = f"What does the model {truth.name} hold in its stream, and what does that mean?"
    fields = {"name": truth.name, "disguises": list(truth.disguises), "exact": dict(truth.exact)}
    answer = f"{size} in {truth.width} dimensions; {', '.join(truth.disguises) or 'plain'}. {exact}."
    return report(f"truth: {truth.name}", asked, answer, blocks, fields=fields, seed=truth.seed)


def numbers(values: Sequence[int]) -> str:
    return ", ".join(map(str, values))


def truth_svg(stream: F64, meant: F64, names: Sequence[str]) -> str:
    """Two pictures, one below the other: (coordinates, places) and (features, places)."""
    most = float(np.abs(stream).max()) or 1.0
    rows = [cells(stream / most, 0)]
    top = CELL * (len(stream) + 2)
    rows.append(cells(np.clip(meant, -1, 1), top))
    for number, name in enumerate(names):
        y = top + CELL * (number + 1) - 1
        rows.append(
            f'<text x="{LABEL - 4}" y="{y}" font-size="8" text-anchor="end" fill="currentColor">{escape(name)}</text>'
        )
    width, height = LABEL + CELL * stream.shape[1], top + CELL * len(meant)
    label = f"{len(stream)} coordinates of the stream and {len(names)} features over {stream.shape[1]} tokens"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" '
        f'aria-label="{label}">{"".join(rows)}</svg>'
    )


def cells(values: F64, top: int) -> str:
    """Blue for positive values, grey for negative ones, stronger if they are larger."""
    found = []
    for row, line in enumerate(values):
        for column, value in enumerate(line):
            if abs(value) > 0.02:
                colour = "#2563eb" if value > 0 else "#8a8f98"
                x, y = LABEL + CELL * column, top + CELL * row
                found.append(
                    f'<rect x="{x}" y="{y}" width="{CELL - 1}" height="{CELL - 1}" fill="{colour}" '
                    f'fill-opacity="{abs(value) * (1 if value > 0 else 0.5):.2f}"/>'
                )
    return "".join(found)
