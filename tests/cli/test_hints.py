"""Refusals name the option that helps, where the command has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import Turingrad
from turingrad.cli.commands import check, library  # noqa: F401 - loaded, as when they are called
from turingrad.cli.hints import hint
from turingrad.errors import CertificateError

NOT_EXACT = CertificateError("not exact in float16: a sum reaches 4,096; exact in float32, float64")


def test_an_inexact_format_names_dtype() -> None:
    assert hint(NOT_EXACT, ["check", "m.json", "--dtype", "float16"]) == " (try --dtype float64)"
    assert hint(NOT_EXACT, ["library"]) == ""  # which has no such option
    assert hint(CertificateError("not exact in float16: a sum; exact in no dtype"), ["check", "m.json"]) == ""


def test_a_large_file_names_max_bytes(turingrad: Turingrad, tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_text("#" * 100)
    outcome = turingrad("run", path, "--max-bytes", 10)
    assert outcome.code == 2
    assert outcome.err.strip().endswith("larger than 10 bytes (try --max-bytes N)")


@pytest.mark.parametrize("command", [("margin",), ("margin", "network"), ("margin", "contrast")], ids=" ".join)
def test_a_command_of_a_group_names_its_own_option(turingrad: Turingrad, tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "large.yaml"
    path.write_text("#" * 100)
    outcome = turingrad(*command, path, "--max-bytes", 10)
    assert outcome.code == 2
    assert outcome.err.strip().endswith("larger than 10 bytes (try --max-bytes N)")


def test_a_page_that_is_too_long_names_the_window(turingrad: Turingrad, tmp_path: Path) -> None:
    outcome = turingrad("view", "busy-beaver-2", "--from", 100, "-o", tmp_path / "page.html")
    assert outcome.err.strip().endswith("cannot be shown from step 100 on (try --from STEP)")


def test_a_dtype_that_no_executor_computes_in_names_one_that_it_does(turingrad: Turingrad) -> None:
    outcome = turingrad("run", "binary-add", "--on", "rcnn", "--dtype", "float16")
    assert outcome.code == 2
    assert outcome.err.strip().endswith("computes in float32, float64, not in float16 (try --dtype float32)")


def test_a_run_of_too_many_tokens_names_the_step_limit(turingrad: Turingrad) -> None:
    outcome = turingrad("run", "busy-beaver-5", "--on", "decoder", "--max-steps", 50_000)
    assert outcome.code == 2
    assert outcome.err.strip().endswith("fewer steps need fewer tokens (try --max-steps N)")


def test_a_network_of_too_few_layers_names_the_step_limit(turingrad: Turingrad) -> None:
    few = ("--dim", 3, "--train", 3, "--test", 2)
    outcome = turingrad("learn", "parity-fast", "--with", "rcnn", *few, "--max-steps", 3)
    assert outcome.code == 2
    assert outcome.err.strip().endswith("after 3 steps (try --max-steps N)")
    assert turingrad("learn", "parity-fast", "--with", "rcnn", *few, "--max-steps", 300).code == 0


def test_steps_past_those_of_a_check_s_network_name_the_step_limit(turingrad: Turingrad) -> None:
    outcome = turingrad("check", "busy-beaver-2", "--on", "transformer", "--samples", 1, "--prefill", 300)
    assert outcome.code == 2
    assert "compiled for 200 steps; give --max-steps 300, too" in outcome.err
