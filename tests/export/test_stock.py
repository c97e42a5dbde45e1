"""Programs on stock runtimes: the file says which processor it is, windows give the unbroken run, or it is refused."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

import turingrad as tg
from tests.command_line import Turingrad
from tests.export.test_conform_programs import PROBE, SOURCE
from turingrad.constructions.decoder import ProgramDecoder
from turingrad.errors import CertificateError, InputError, LimitError, MachineError
from turingrad.export import gguf
from turingrad.export.checkpoint import tokenizer, tokenizer_settings, write_json
from turingrad.export.conform import Session
from turingrad.export.conform.torch_native import native
from turingrad.export.conform.with_transformers import Generation
from turingrad.export.labelling import labels
from turingrad.export.llama import write_model
from turingrad.export.stock import running
from turingrad.export.stock.files import processor_options, require_tokens
from turingrad.export.stock.running import StockRunner
from turingrad.machine.program import Program, assemble

WINDOW = 132


def write_folder(folder: Path) -> Path:
    """What of a Llama folder a run reads."""
    network = PROBE.network()
    write_model(network, folder, "float32")
    write_json(folder / "labels.json", labels(network))
    write_json(folder / "tokenizer.json", tokenizer(network))
    write_json(folder / "tokenizer_config.json", tokenizer_settings(network))
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("stock") / "rv32")


def own_session(network: ProgramDecoder, _path: Path, _window: int) -> Session:
    return native(network, "float32")


@pytest.fixture
def torch_for_transformers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own network in the place of the stock one: the same tokens, loaded at once."""
    facts = {"version": "torch"}

    def start(network: ProgramDecoder, path: Path, window: int) -> Session:
        right = own_session(network, path, window)
        return Session(right.generate, None, facts, right.resume)

    monkeypatch.setitem(running.STOCK, "transformers", start)


@pytest.mark.usefixtures("torch_for_transformers")
def test_windows_give_the_unbroken_run(turingrad: Turingrad, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "tiny.s").write_text(SOURCE)
    outcome = turingrad(
        *("run", tmp_path / "tiny.s", "--ram", 4096, "--on", f"transformers:{folder}", "--window", WINDOW, "--json")
    )
    assert outcome.code == 0, outcome.err
    found, right = outcome.json, tg.run(PROBE.program)
    assert (found["output"], found["exit_code"], found["steps"]) == ("\b", 8, right.steps)
    assert (found["window"], found["tokens_compared"]) == (WINDOW, 73)
    assert found["windows"] > 1
    lost = turingrad("run", tmp_path / "tiny.s", "--on", "decoder", "--window", WINDOW)
    assert (lost.code, lost.err.count("\n")) == (2, 1)


@pytest.mark.usefixtures("torch_for_transformers")
def test_another_program_runs_from_the_same_file(folder: Path) -> None:
    program = assemble("li a0, 65; li a7, 64; ecall; ebreak", "letter", ram=4096)
    assert StockRunner(f"transformers:{folder}", program).run().configuration == tg.run(program).configuration
    stopped = StockRunner(f"transformers:{folder}", PROBE.program).run(max_steps=3)
    assert (stopped.steps, stopped.halted) == (3, False)


def test_a_wrong_token_is_named_by_its_instruction(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(network: ProgramDecoder, path: Path, window: int) -> Session:
        resume = own_session(network, path, window).resume
        assert resume is not None

        def flip(tokens: list[int], count: int) -> list[int]:
            return [token + (token == network.vocabulary.number["b0:06."]) for token in resume(tokens, count)]

        return Session(resume, None, {"version": "torch"}, flip)

    monkeypatch.setitem(running.STOCK, "transformers", start)
    with pytest.raises(
        CertificateError, match=r"token 1 is b0:07\.; expected b0:06\..*addi s0, zero, 6, which makes s0"
    ):
        StockRunner(f"transformers:{folder}", PROBE.program).run()


@pytest.mark.usefixtures("torch_for_transformers")
def test_what_does_not_fit_is_refused_before_the_run(folder: Path, tmp_path: Path) -> None:
    on = f"transformers:{folder}"
    with pytest.raises(LimitError, match=r"300 words of code, the processor 256 pc tokens.*export it again"):
        StockRunner(on, Program(b"\x73\x00\x10\x00" * 300, ram=4096))
    with pytest.raises(MachineError, match=r"65,536 bytes of RAM, the processor 4,096"):
        StockRunner(on, assemble("ebreak", "end"))
    with pytest.raises(InputError, match=r"a window of 2,048 tokens exceeds the 1,024"):
        StockRunner(on, PROBE.program, 2048)
    with pytest.raises(InputError, match="for tape machines"):
        StockRunner(on, tg.read("busy-beaver-2"))
    with pytest.raises(InputError, match=r"llama\.cpp takes a GGUF file, transformers a folder"):
        StockRunner(f"llama.cpp:{folder}", PROBE.program)
    with pytest.raises(InputError, match="no such file or folder"):
        StockRunner(f"transformers:{tmp_path / 'none'}", PROBE.program)
    grows = assemble("li a0, 512; 1: addi a0, a0, 4; sw a0, 0(a0); li a1, 3072; bne a0, a1, 1b; ebreak", ram=4096)
    with pytest.raises(LimitError, match=r"the live state is a prompt of \d+ tokens"):
        StockRunner(on, grows, 512).run()
    with pytest.raises(LimitError, match=r"the live state is a prompt of 1,\d+ tokens"):
        StockRunner(on, grows).run()  # no window of the file's context is enough
    with pytest.raises(InputError, match="not evaluated"):
        StockRunner(on, PROBE.program).evaluate(None)


def test_files_say_which_processor_they_hold(folder: Path, tmp_path: Path) -> None:
    network = PROBE.network()
    assert processor_options(folder) == network.options
    gguf.write_model(network, tmp_path / "rv32.gguf", "float32")
    assert processor_options(tmp_path / "rv32.gguf") == network.options
    require_tokens(network, list(network.vocabulary.texts), folder)
    with pytest.raises(InputError, match="its 3 tokens are not those"):
        require_tokens(network, ["a", "b", "c"], folder)


def test_a_file_that_its_runtime_does_not_load_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_network: ProgramDecoder, _path: Path, _window: int) -> Session:
        raise OSError("no file named model.safetensors\nand more")

    monkeypatch.setitem(running.STOCK, "transformers", fail)
    with pytest.raises(InputError, match=r"transformers cannot load .*: no file named model\.safetensors$"):
        StockRunner(f"transformers:{folder}", PROBE.program).run()


def test_hostile_files_are_refused_in_one_line(folder: Path, tmp_path: Path) -> None:
    text = (folder / "labels.json").read_text()
    hostile = {
        "nothing": "",
        "a list": "[]",
        "no options": "{}",
        "too deep": "[" * 100_000,
        "another context": json.dumps(
            {**json.loads(text), "options": {"code_bits": 8, "ram": 4096, "context": 1 << 30}}
        ),
        "a text": json.dumps({"options": {"code_bits": "8", "ram": 4096, "context": 1024}}),
    }
    for name, content in hostile.items():
        place = tmp_path / name
        place.mkdir()
        (place / "labels.json").write_text(content)
        with pytest.raises((InputError, LimitError)) as error:
            processor_options(place)
        assert "\n" not in str(error.value)
    for name, raw in {
        "empty": b"",
        "short": b"GGUF",
        "other": b"x" * 4096,
        "cut": b"GGUF\x03\0\0\0" + b"\xff" * 64,
    }.items():
        (tmp_path / name).write_bytes(raw)
        with pytest.raises(InputError, match=r"cannot be read as a GGUF file|holds no processor"):
            processor_options(tmp_path / name)


class StockModel:
    """`generate` of a stock model: counts on from the last token, three tokens at most."""

    def __init__(self) -> None:
        self.caches: list[object] = []

    def generate(self, ids: torch.Tensor, *, max_new_tokens: int, **more: object) -> torch.Tensor:
        self.caches.append(more.get("past_key_values"))
        start = int(ids[0, -1]) + 1
        return torch.cat([ids, torch.arange(start, start + min(3, max_new_tokens))[None]], 1)


def test_generation_keeps_the_cache_of_what_it_goes_on_from() -> None:
    model = StockModel()
    going = Generation(model, object)
    assert going.resume([10, 11], 3) == [12, 13, 14]
    assert going.resume([10, 11, 12, 13, 14], 2) == [15, 16]
    assert going.resume([20], 1) == [21]
    first, second, third = model.caches
    assert first is second is not None
    assert third is not second
    assert Generation(model, None).resume([1, 2], 3) == [3]  # <halt>
    assert model.caches[-1] is None


def test_the_tokens_of_a_file_are_compared_before_it_is_loaded(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("transformers")
    loaded = Session(lambda _prompt, _count: [])
    monkeypatch.setattr("turingrad.export.conform.with_transformers.load_session", lambda *_arguments: loaded)
    assert running.open_transformers(PROBE.network(), folder, WINDOW) is loaded
    (tmp_path / "labels.json").write_text("{}")
    cut = json.loads((folder / "tokenizer.json").read_text())
    cut["model"]["vocab"].pop("pc:3fc")
    for name, value in (("tokenizer.json", cut), ("tokenizer_config.json", tokenizer_settings(PROBE.network()))):
        write_json(tmp_path / name, value)
    with pytest.raises(InputError, match="are not those of the processor"):
        running.open_transformers(PROBE.network(), tmp_path, WINDOW)


def test_llama_cpp_is_started_without_flash_attention(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("xllamacpp")
    started: list[tuple[object, ...]] = []

    def start(*arguments: object) -> object:
        started.append(arguments)
        return SimpleNamespace(listening_address="http://localhost:1")

    monkeypatch.setattr("turingrad.export.conform.with_llamacpp.start_server", start)
    gguf.write_model(PROBE.network(), tmp_path / "rv32.gguf", "float32")
    session = running.open_llamacpp(PROBE.network(), tmp_path / "rv32.gguf", WINDOW)
    assert started == [(tmp_path / "rv32.gguf", WINDOW, "f32", "plain")]
    assert session.resume is not None


@pytest.mark.slow
def test_transformers_runs_a_program_in_windows(folder: Path) -> None:
    pytest.importorskip("transformers")
    found = StockRunner(f"transformers:{folder}", PROBE.program, WINDOW).run()
    assert found.configuration == tg.run(PROBE.program).configuration
    assert found.details["windows"] > 1


@pytest.mark.slow
def test_llama_cpp_runs_a_program_in_windows(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    gguf.write_model(PROBE.network(), tmp_path / "rv32.gguf", "float32")
    found = StockRunner(f"llama.cpp:{tmp_path / 'rv32.gguf'}", PROBE.program, WINDOW).run()
    assert found.configuration == tg.run(PROBE.program).configuration
    assert (found.details["attention"], found.details["cache"]) == ("plain", "float32")
    assert found.details["windows"] > 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fib", "sha256"])
@pytest.mark.parametrize("runtime", ["llama.cpp", "transformers"])
def test_stock_runtimes_generate_fib_and_sha256_to_halt(name: str, runtime: str, tmp_path: Path) -> None:
    """Token for token, SHA-256 of "abc" in windows of 8,192 tokens."""
    pytest.importorskip({"llama.cpp": "xllamacpp"}.get(runtime, runtime))
    program, given = tg.read(name), b"abc" if name == "sha256" else b""
    assert isinstance(program, Program)
    network = tg.compile(program, to="decoder", code_bits=11)
    place = tmp_path / ("rv32.gguf" if runtime == "llama.cpp" else "rv32")
    tg.export.export(network, "gguf" if runtime == "llama.cpp" else "llama", place, check=False)
    found = StockRunner(f"{runtime}:{place}", program).run(given)
    assert found.configuration == tg.run(program, given).configuration
    assert found.halted
    if name == "sha256":
        assert found.output.startswith(b"ba7816bf8f01cfea414140de5dae2223")
        assert found.details["tokens_compared"] > 26_000
