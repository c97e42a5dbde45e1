"""The how-to page's way from Verilog through Yosys: its very file and commands."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import turingrad as tg
from tests.command_line import Turingrad

PAGE = Path(__file__).parents[2] / "docs" / "howto.md"
needs_yosys = pytest.mark.skipif(
    shutil.which("yosys") is None and "CI" not in os.environ, reason="yosys is not installed (apt install yosys)"
)


@needs_yosys
@pytest.mark.slow
def test_the_commands_of_the_page_give_the_networks_that_verilog_means(
    turingrad: Turingrad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = PAGE.read_text(encoding="utf-8").split("## From Verilog, through Yosys")[1].split("\n## ")[0]
    (verilog,) = re.findall(r"```verilog\n(.*?)```", section, re.DOTALL)
    (console,) = re.findall(r"```console\n(.*?)```", section, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("absdiff.v").write_text(verilog, encoding="utf-8")
    pairs = np.random.default_rng(0).integers(0, 256, (200, 2)).tolist()
    Path("vectors.txt").write_text("".join(bits(a) + bits(b) + "\n" for a, b in pairs), encoding="utf-8")
    for command in (line.removeprefix("$ ") for line in console.splitlines()):
        program, *given = shlex.split(command)
        if program == "yosys":
            subprocess.run([program, *given], check=True, timeout=600)
            continue
        outcome = turingrad(*given)
        assert outcome.code == 0, outcome.err
    assert outcome.out.split() == [bits(abs(a - b)) for a, b in pairs]


def bits(value: int) -> str:
    return f"{value:08b}"[::-1]


SOURCE = os.environ.get("TURINGRAD_PICORV32", "")  # the public picorv32.v, which is not part of this project


@needs_yosys
@pytest.mark.slow
@pytest.mark.skipif(not SOURCE, reason="TURINGRAD_PICORV32 names no picorv32.v")
def test_picorv32_runs_in_sgd_as_the_page_says(
    turingrad: Turingrad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = PAGE.read_text(encoding="utf-8").split("## Clocked Verilog, and PicoRV32")[1].split("\n## ")[0]
    (verilog,) = re.findall(r"```verilog\n(.*?)```", section, re.DOTALL)
    (console,) = re.findall(r"```console\n(.*?)```", section, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    shutil.copy(SOURCE, "picorv32.v")
    Path("soc.v").write_text(verilog, encoding="utf-8")
    synthesis, run = (shlex.split(line.removeprefix("$ ")) for line in console.splitlines())
    subprocess.run(synthesis, check=True, timeout=600)
    assert turingrad(*run[1:]).code == 0
    machine = tg.read("soc.aig")
    assert isinstance(machine, tg.ClockedCircuit)
    trap, wrote, *data = (machine.output_names.index(n) for n in ("trap", "wrote", *(f"data[{k}]" for k in range(8))))
    network = tg.compile(machine, to="emulation")
    found = list(tg.run(network, max_steps=60).trace)
    assert found == list(tg.run(machine, max_steps=60).trace)
    written = [c.outputs for c in found[1:] if c.outputs[wrote]]
    assert bytes(sum(row[place] << k for k, place in enumerate(data)) for row in written) == b"HI"
    assert next(c.step for c in found[1:] if c.outputs[trap]) == 42
    assert f"{len(machine.registers):,} flip-flops" in section
    assert f"{network.graph.edges:,} weights" in section
