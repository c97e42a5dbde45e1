"""llama.cpp, by its prebuilt wheel: random machines, token for token."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.command_line import Turingrad, documented_command
from tests.generators_decoder import certified_length, random_decoder
from turingrad.export.conform import runtime


@pytest.mark.slow
@pytest.mark.parametrize("digits", [0, 2])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
def test_200_random_machines_in_llama_cpp(dtype: str, digits: int, tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    for seed in range(200):
        network, given = random_decoder(seed, digits, within=certified_length(dtype))
        folder = tmp_path / str(seed)
        folder.mkdir()
        session = runtime("llama.cpp", dtype).load(network, folder)
        expected = network.expected_tokens(given)
        assert session.generate(network.prompt(given), len(expected)) == expected
        shutil.rmtree(folder)


@pytest.mark.slow
def test_the_readme_s_command_runs_busy_beaver_4_in_llama_cpp(
    turingrad: Turingrad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("xllamacpp")
    monkeypatch.chdir(tmp_path)
    outcome = turingrad(*documented_command("--to gguf"), "--json")
    assert outcome.code == 0, outcome.err
    assert (outcome.json["tokens_checked"], outcome.json["last_token"]) == (109, "<halt>")
    assert outcome.json["checked_in"] == "turingrad, llama.cpp"


@pytest.mark.slow
def test_a_server_s_address_conforms_and_another_file_is_refused(turingrad: Turingrad, tmp_path: Path) -> None:
    xllamacpp = pytest.importorskip("xllamacpp")
    place = tmp_path / "probes"
    written = turingrad("conform", "llama.cpp", "--write", place, "--context", 64, "--json")
    (path,) = written.json["files"]
    settings = xllamacpp.CommonParams()
    settings.model.path, settings.n_ctx, settings.n_parallel, settings.warmup = path, 64, 1, False
    server = xllamacpp.Server(settings)
    right = turingrad("conform", server.listening_address, "--context", 64, "--json")
    assert right.code == 0, right.err
    assert right.json["conforms"]
    assert right.json["probes"][0]["tokens"] > 100
    other = turingrad("conform", server.listening_address, "--probe", "beaver", "--context", 128)
    assert (other.code, other.err.count("\n")) == (2, 1)
    assert "holds no probe called beaver" in other.err
