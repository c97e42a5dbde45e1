"""What `learn`, `check`, `margin` and `export` found, in a few lines; `--verbose` has the rest."""

from __future__ import annotations

from itertools import starmap
from typing import Any

from turingrad._support.text import amount
from turingrad.cli.render.terminal import format_value, print_wrapped, say
from turingrad.constructions.registry import REFERENCE


def print_learn_run(fields: dict[str, Any]) -> None:
    """How well it predicts, beside the learner itself, and what the training took."""
    on = "" if fields["with"] == REFERENCE else f" with {fields['with']}"
    learned = "was trained before; now it only predicts" if fields.get("trained_before") else ""
    head = f"{fields['learner']}{on} {learned or 'learned from ' + amount(fields['train_size'], 'sample')}"
    if fields["test_accuracy"] is not None:
        early = fields.get("interrupted")
        asked = "the answers given before Ctrl-C are" if early else amount(fields["test_size"], "test point")
        head += f": {percent(fields['test_accuracy'])} of {asked} right"
    elif fields.get("test_mean_squared_error") is not None:
        error = number(fields["test_mean_squared_error"])
        head += f": mean squared error {error} on {amount(fields['test_size'], 'test point')}"
    print_lines(head, learned_lines(fields))


def learned_lines(fields: dict[str, Any]) -> list[str]:
    lines = []
    if fields["with"] != REFERENCE and fields["test_accuracy"] is not None:
        lines.append(
            f"the learner itself, run by the interpreter: {percent(fields['reference_accuracy'])}; the network "
            f"predicts as it does on {percent(fields['agreement_with_reference'])} of the points"
        )
    if fields.get("reference_mean_squared_error") is not None:
        lines.append(
            f"computed directly: {number(fields['reference_mean_squared_error'])}; the network predicts the same "
            f"number on {percent(fields['agreement_with_reference'])} of the points"
        )
    if fields.get("agreement_with_object") is not None:
        lines.append(f"equal to the Python object on {percent(fields['agreement_with_object'])} of the points")
    if "update_gates" in fields:
        sizes = (amount(fields[name], "gate") for name in ("update_gates", "predict_gates"))
        lines.append("as a circuit: update has {}, predict {}".format(*sizes))
    if "mode" in fields:
        lines.append(f"mode: {fields['mode'].partition(';')[0]}")  # with --verbose: why
    if "mlp_accuracy" in fields:
        lines.append(f"a plain MLP of about the same size, trained by SGD: {percent(fields['mlp_accuracy'])}")
    if "rounding_bound" in fields:
        most, bound = (f"{fields[name]:.3g}" for name in ("rounding_most", "rounding_bound"))
        lines.append(f"features are rounded to the tape's digits: by {most} at most, rounding bound {bound}")
    took = f"{fields['seconds']:.3g} s, executor {fields['executor']}"
    lines.append(f"{amount(fields['sgd_steps'], 'gradient step')}, {took}" if fields["sgd_steps"] else took)
    lines += [f"{name}: {fields[name]}" for name in ("gradients", "predictor", "output") if name in fields]
    return lines


def print_check(fields: dict[str, Any]) -> None:
    """Whether the network and the interpreter agree, where it is exact, and its size."""
    wrong = fields["mismatches"] + fields.get("recompute_mismatches", 0)
    compared = f"{amount(fields['steps_checked'], 'step')} of {amount(fields['runs'], 'run')}"
    verdict = f"{amount(wrong, 'mismatch', 'es') if wrong else 'equal to the interpreter'} in {compared}"
    early = ", interrupted before the last" if fields.get("interrupted") else ""
    exact = ", ".join(name for name, ok in fields["certificate"].items() if ok) or "none of the formats"
    size = f"{fields['parameters']:,} weights, depth {fields['depth']:,}, width {fields['width']:,}"
    lines = [f"exact in {exact}, by its certificate", size]
    if "checked_by" in fields:
        lines.append("; ".join(starmap(checks_line, fields["checked_by"].items())))
    if "recomputed_steps" in fields:
        lines.append(f"{amount(fields['recomputed_steps'], 'step')} of a long run computed again, layer by layer")
    if "file_steps_checked" in fields:
        lines.append(f"{amount(fields['file_steps_checked'], 'step')} in onnxruntime, beside the network's own")
    print_lines(f"{fields['machine']} on {fields['on']}: {verdict}{early}", lines)


def checks_line(who: str, checks: dict[str, int]) -> str:
    """What one executor was compared in."""
    name = who.replace("network", "the network's forward pass", 1) if who.startswith("network") else f"executor {who}"
    return f"{name}: {amount(checks['steps'], 'step')} of {amount(checks['runs'], 'run')}"


def print_margin(fields: dict[str, Any]) -> None:
    """How far all weights together may be moved, with rounding and without, and how many samples learn the function."""
    head, lines = f"{fields['machine']} on {fields['on']}", []
    if "corrected_certified" in fields:
        head += f": proven that no change of norm below {number(fields['corrected_certified'])} matters"
    for name, key in (("with rounding", "corrected"), ("without rounding", "plain")):
        proven, broken = fields.get(f"{key}_certified"), fields.get(f"{key}_attack")
        if broken is not None:
            exact = fields.get(f"{key}_exact_to")
            between = "" if exact is None else f", the margin is {number(exact)} (branch and bound)"
            lines.append(
                f"{name}: proven to tolerate {number(proven)}{between}, broken by a change of {number(broken)} (found)"
            )
        elif proven is not None and key == "plain":
            lines.append(f"{name}: proven to tolerate {number(proven)}")
    if "samples_order" in fields:
        order = f"{fields['samples_order']:.3g}"
        lines.append(f"samples that suffice to learn it to error {fields['epsilon']:g}: of order {order}, by Lemma 2.3")
    if fields.get("margin_wins_from_width") is not None:
        width = f"{fields['margin_wins_from_width']:,}"
        lines.append(f"that is fewer than the VC dimension requires once the network has width {width} or more")
    print_lines(head, lines)


def number(value: Any) -> str:
    return "nothing" if value is None else f"{value:.4g}"


def print_export(name: str, fields: dict[str, Any]) -> None:
    """Where the file is, what it holds, and what was checked of it."""
    lines = [f"{fields['parameters']:,} numbers, written in {fields['dtype']}: {fields['promise']}"]
    checked = [f"{key.replace('_', ' ')} {format_value(value)}" for key, value in fields.items() if "checked" in key]
    lines.append("; ".join(checked) if checked else "the file was not run")
    print_lines(f"{name} as {fields['to']}: {fields['output']}", lines)


def print_lines(head: str, lines: list[str]) -> None:
    print_wrapped(head, 2, style="bold")
    for line in lines:
        print_wrapped(f"  {line}", 4)
    say("  --verbose shows all figures", "dim")


def percent(share: float) -> str:
    """100 % is said of all, and of nothing less."""
    shown = f"{100 * share:.3g}"
    return ("99.9" if shown == "100" and share < 1 else shown) + " %"
