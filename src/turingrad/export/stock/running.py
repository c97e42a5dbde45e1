"""`run --on llama.cpp:FILE` and `run --on transformers:FOLDER`: a stock runtime generates a program's run.

A run that is longer than a window goes on from its live state as a new prompt. Every token is compared with the
interpreter's, across the windows: the stream is the unbroken run's. What does not fit is refused before the run begins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from turingrad.constructions.decoder import ProgramDecoder, compile_network
from turingrad.constructions.decoder.processor.spoken import SpokenRun
from turingrad.constructions.torch_state import own_torch
from turingrad.errors import InputError, LimitError
from turingrad.export.checking import transformers_module
from turingrad.export.conform.instructions import examine_program
from turingrad.export.conform.runtimes import Session
from turingrad.export.installed import import_extra
from turingrad.export.stock.files import processor_options, require_tokens
from turingrad.export.stock.speaking import DraftSpeaker, RuntimeSpeaker
from turingrad.machine.program import Program, ProgramConfiguration
from turingrad.machine.program.kind import NETWORK_STEPS
from turingrad.machine.run import Progress, Run, StartedRun, run_to_end

LEAST_WINDOW = 1 << 13  # tokens, unless the context is shorter
PROMPTS = 4  # a window has room for so many prompts at least
FIRST_CHUNK = 16  # instructions

Open = Callable[[ProgramDecoder, Path, int], Session]


def open_llamacpp(network: ProgramDecoder, path: Path, window: int) -> Session:
    """A server of the wheel, without flash attention, with a cache in float32: as is proven."""
    from turingrad.export.conform.with_llamacpp import load_session

    import_extra("xllamacpp", "llamacpp")
    tokens = import_extra("gguf", "llm").GGUFReader(path).fields.get("tokenizer.ggml.tokens")
    require_tokens(network, [] if tokens is None else tokens.contents(), path)
    return load_session(network, path, "float32", window=window)


def open_transformers(network: ProgramDecoder, path: Path, _window: int) -> Session:
    """The stock model in float32, by its own `generate`."""
    from turingrad.export.conform.with_transformers import load_session

    tokenizer = transformers_module().AutoTokenizer.from_pretrained(path)
    require_tokens(network, tokenizer.convert_ids_to_tokens(list(range(len(tokenizer)))), path)
    return load_session(path, "float32")


STOCK: dict[str, Open] = {"llama.cpp": open_llamacpp, "transformers": open_transformers}


class StockRunner:
    """A file of `export` and the runtime that is to run it, with a program that fits it."""

    def __init__(self, on: str, program: Any, window: int | None = None) -> None:
        self.name, _, place = on.partition(":")
        self.path, self.window = Path(place), window
        if not isinstance(program, Program):
            raise InputError(f"{self.name} runs programs from a file; for tape machines: turingrad conform {self.name}")
        options = processor_options(self.path)
        if self.path.is_dir() != (self.name == "transformers"):
            raise InputError(f"{self.path}: llama.cpp takes a GGUF file, transformers a folder of `export --to llama`")
        if window is not None and window > options.context:
            raise InputError(f"a window of {window:,} tokens exceeds the {options.context:,} of {self.path}'s proof")
        try:
            found = compile_network(program, **asdict(options))
        except LimitError as error:
            raise LimitError(f"{self.path}: {error}; export it again with --option code_bits=N") from None
        self.network = found

    def run(
        self,
        given: Any = None,
        *,
        max_steps: int | None = None,
        max_seconds: float | None = None,
        progress: Progress | None = None,
    ) -> Run[ProgramConfiguration]:
        """To the halt, or to a limit."""
        limit = NETWORK_STEPS if max_steps is None else max_steps
        window = self.fitting_window(given, limit)
        with own_torch(1):  # one token is too small for two threads
            session = self.open(window)
            return run_to_end(
                lambda: self.begin(given, session, window), self.network.machine, session.facts["version"],
                max_steps=limit, max_seconds=max_seconds, on=f"{self.name}:{self.path}", progress=progress,
            )  # fmt: skip

    def open(self, window: int) -> Session:
        """The file in its runtime."""
        try:
            return STOCK[self.name](self.network, self.path, window)
        except (OSError, ValueError, RuntimeError) as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0][:200]
            raise InputError(f"{self.name} cannot load {self.path}: {reason}") from None

    def fitting_window(self, given: Any, limit: int) -> int:
        """Tokens of a window: the interpreter goes through the run first, so that no live state is too long for one.

        Raises:
            LimitError: a live state of the run does not fit, with its size.
        """
        most = self.network.options.context
        window = self.window or min(most, max(LEAST_WINDOW, PROMPTS * len(self.network.starting_tokens(given))))
        while True:
            try:
                SpokenRun(self.network, given, DraftSpeaker(self.network, given), window).advance(limit)
            except LimitError:
                if self.window is not None or window >= most:
                    raise
                window = min(most, 2 * window)
            else:
                return window

    def begin(self, given: Any, session: Session, window: int) -> StartedRun[ProgramConfiguration]:
        network = self.network

        def examine(tokens: list[int], right: int, said: int | None) -> object:
            return examine_program(network, str(self.path), "generated", tokens, right, said, speaker.compared)

        speaker = RuntimeSpeaker(session.go_on, DraftSpeaker(network, given), window, examine)
        going = SpokenRun(network, given, speaker, window)

        def details() -> dict[str, Any]:
            return {**session.facts, "window": window, "windows": going.windows, "tokens_compared": speaker.compared}

        return StartedRun(going, "instructions", FIRST_CHUNK, lambda: going.tokens, details)

    def evaluate(self, _vectors: Any) -> Any:
        raise InputError("a program is run, not evaluated")
