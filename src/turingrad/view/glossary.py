"""What figures are called in reports: a name, a unit, a line of explanation. No report shows a raw key."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class Term:
    name: str
    says: str = ""
    unit: str = ""
    percent: bool = False


TERMS: dict[str, Term] = {
    "test_accuracy": Term("right on the test points", "Points that the network never saw.", percent=True),
    "reference_accuracy": Term("right, computed directly", "The same algorithm without a network.", percent=True),
    "test_mean_squared_error": Term("squared error on the test points", "Mean, on points that the network never saw."),
    "reference_mean_squared_error": Term("squared error, computed directly", "The same algorithm without a network."),
    "agreement_with_reference": Term(
        "equal to the direct run", "Share of test points on which network and algorithm answer alike.", percent=True
    ),
    "agreement_with_object": Term(
        "equal to the Python object", "Share of test points on which network and object answer alike.", percent=True
    ),
    "mlp_accuracy": Term("right, by a plain MLP", "Of about the same size, trained on the same samples.", percent=True),
    "train_size": Term("training samples", "What the network learns from."),
    "test_size": Term("test points", "The points that it predicts afterwards."),
    "sgd_steps": Term("gradient steps", "Plain SGD, one sample per step."),
    "seconds": Term("time", "On this machine, compiling included.", "s"),
    "parameters": Term("weights", "All numbers of the network."),
    "trained_parameters": Term("trained weights", "Those that SGD changes; the others are fixed."),
    "depth": Term("layers", "That one evaluation goes through."),
    "width": Term("units in the widest layer", "Numbers that one layer passes on."),
    "learning_rate": Term("learning rate", "Computed, not tuned: the step at which signs flip exactly."),
    "memory_bits": Term("memory bits", "Of the learning algorithm; each is the sign of a weight."),
    "memory_equal": Term("memory as in the direct run", "Bit for bit, after the last step."),
    "passes": Term("passes over the samples", "How often each sample is shown."),
    "layers": Term("layers rolled out", "Of the recurrent convolution, over all test points."),
    "machine_steps": Term("machine steps", "Of the training algorithm; one gradient step each."),
    "equals_direct_computation": Term("weights as computed directly", "The tape holds exactly these numbers."),
    "samples_intact": Term("samples intact under noise", "After which every memory bit was still right."),
    "largest_output_error": Term("largest error of an output", "Under the noise, before rounding."),
    "noise": Term("noise", "On every weight at every step."),
    "vertices": Term("vertices", "Of the network's graph, or of the control simplex."),
    "without_answer": Term("points without an answer", "The machine did not halt in time."),
    "runs": Term("runs compared", "The machine's own input and random ones."),
    "steps_checked": Term("steps compared", "Every configuration of network and interpreter."),
    "mismatches": Term("differences", "Runs in which network and interpreter differ."),
    "machines_tried": Term("machines tried", "Tables of rules that were run on problems."),
    "machines_per_second": Term("machines per second", "On this machine."),
    "train_accuracy": Term("right where it was chosen", "On the problems that ranked the candidates.", percent=True),
    "fresh_accuracy": Term("right on fresh problems", "Drawn after the search, never seen by it.", percent=True),
    "states": Term("states", "Of the machine, halting ones not counted."),
    "rules": Term("rules", "Entries of its table; the others are never reached."),
    "rounds": Term("rounds of the search", "After each the leaders are ranked anew."),
    "corrected_certified": Term(
        "certified margin, with rounding", "No change of the weights below this norm changes the answer: proven."
    ),
    "corrected_certified_paper": Term("the paper's bound", "The same by the constants of the paper."),
    "plain_certified": Term("certified margin, without rounding", "The same network without correction layers."),
    "corrected_attack": Term(
        "broken by a change of, with rounding", "The smallest change that the attack found; smaller ones may exist."
    ),
    "plain_attack": Term("broken by a change of, without rounding", "Found by the same attack."),
    "position_bits": Term("position bits", "Of a cell's number, in binary."),
    "samples_order": Term("samples to learn it, order", "Of the paper's bound, without its constants."),
    "samples_with_constants": Term("samples to learn it, with constants", "With every constant that can be written."),
    "alpha": Term("weight norm", "The sum of all absolute weights."),
    "architecture_parameters": Term("entries of the architecture", "Weights that the net could have, zeros included."),
    "epsilon": Term("error aimed at", "The error for which samples are counted.", percent=True),
    "recomputed_steps": Term("steps recomputed", "Layer by layer by the dense network."),
    "steps": Term("steps", "Of the machine."),
    "weights": Term("weights", "All numbers of the network."),
    "samples": Term("samples", "Drawn for this experiment."),
}


SEARCH_TERMS: dict[str, Term] = {
    "epsilon": Term(
        "at most this far from the best tried",
        "Corollary 2's epsilon, with probability 0.975; from 1 on it says nothing.",
    ),
    "wanted_epsilon": Term("a wanted epsilon", "The largest distance from the best that is allowed."),
    "needed_for_epsilon": Term("problems for that epsilon", "Corollary 2's number of problems to rank by."),
}
"""What a search calls by the same key as another command."""


def figure(key: str, value: Any, own: Mapping[str, Term]) -> dict[str, Any] | None:
    """A figure by its key, in words; None if the key is not in the glossary or there is no value."""
    term = own.get(key) or TERMS.get(key)
    if term is None or value is None or isinstance(value, dict | list | tuple):
        return None
    shown: Any = value
    if isinstance(value, bool):
        shown = "yes" if value else "no"
    elif term.percent and isinstance(value, int | float):
        shown = percent(value)
    elif isinstance(value, float) and not (abs(value) < float("inf")):
        shown = "unbounded"
    return {"name": term.name, "value": shown, "unit": term.unit, "says": term.says}


def figures(
    fields: Mapping[str, Any], first: tuple[str, ...] = (), own: Mapping[str, Term] = MappingProxyType({})
) -> list[dict[str, Any]]:
    """Everything that has a name, what matters most first; `own` names what this report calls by another name."""
    order = [*first, *(key for key in fields if key not in first)]
    return [found for key in order if key in fields and (found := figure(key, fields[key], own)) is not None]


SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def percent(value: float | None) -> str:
    return "no" if value is None else f"{100 * value:.4g} %"


def power_of_ten(digits: str, exponent: int) -> str:
    power = f"10{str(exponent).translate(SUPERSCRIPTS)}"
    return power if float(digits) == 1 else f"{float(digits):.3g} × {power}"


def brief(value: Any) -> str:
    """Four digits, thousands apart, powers of ten as people write them."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        if 1e3 <= abs(value) < 1e9:
            return f"{value:,.0f}"
        if value and math.isfinite(value) and not 1e-3 <= abs(value) < 1e9:
            digits, _, exponent = f"{value:.2e}".partition("e")
            return power_of_ten(digits, int(exponent))
        return f"{value:,.4g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
