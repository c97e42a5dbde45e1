"""What an export says of itself: its tokens compared with the reference interpreter's run."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.errors import CertificateError
from turingrad.exact import torch_dtype
from turingrad.export.installed import import_extra
from turingrad.machine.run import Progress

MAX_GENERATED = 512  # a longer run is teacher-forced only


@dataclass(frozen=True)
class Checks:
    """`tokens` of the run that were compared, on the machine's own input, `last` being the last one; `lines` say
    where."""

    tokens: int
    last: str
    lines: tuple[str, ...]
    checked_in: str

    @property
    def figures(self) -> dict[str, Any]:
        return {"tokens_checked": self.tokens, "last_token": self.last, "checked_in": self.checked_in}

    def also(self, where: str, line: str) -> Checks:
        return replace(self, lines=(*self.lines, line), checked_in=f"{self.checked_in}, {where}")


def checks_of(network: DecoderNetwork, folder: Path, dtype: str, run_it: bool, progress: Progress) -> Checks:
    """The run of the machine's own input, in our own torch network and, where installed, in transformers."""
    prompt, expected = network.prompt(None), network.expected_tokens(None)
    progress("checking the export", 0, 2)
    native = teacher_force(lambda tokens: network(tokens), prompt, expected)
    require_equal(native, expected, network, "turingrad's own network")
    line = f"turingrad's own torch network ({str(network.dtype).removeprefix('torch.')}): {len(expected)} tokens"
    checks = Checks(len(expected), network.vocabulary.texts[expected[-1]], (line,), "turingrad")
    if run_it and importlib.util.find_spec("transformers") is not None:
        progress("checking the export", 1, 2)
        checks = checks.also("transformers", in_transformers(network, folder, dtype, prompt, expected))
    progress("checking the export", 2, 2)
    return checks


def in_transformers(
    network: DecoderNetwork, folder: Path, dtype: str, prompt: Sequence[int], expected: Sequence[int]
) -> str:
    transformers = transformers_module()
    model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch_dtype(dtype)).eval()
    with torch.no_grad():
        found = teacher_force(lambda tokens: model(tokens[None]).logits[0], prompt, expected)
    name = f"transformers {transformers.__version__}, {type(model).__name__}"
    require_equal(found, expected, network, name)
    if len(expected) > MAX_GENERATED:
        return f"{name}, {dtype}, teacher-forced: {len(expected)} tokens"
    ids = torch.tensor([prompt])
    limits = {"max_new_tokens": len(expected), "max_length": None, "do_sample": False}
    with torch.no_grad():
        said = model.generate(ids, attention_mask=torch.ones_like(ids), **limits)[0].tolist()[len(prompt) :]
    require_equal(said, expected, network, f"{name}, generate")
    return f"{name}, {dtype}, teacher-forced and by `generate`: {len(expected)} tokens"


def teacher_force(
    logits: Callable[[torch.Tensor], torch.Tensor], prompt: Sequence[int], expected: Sequence[int]
) -> list[int]:
    """The prediction after the prompt and after each token of the right run."""
    with torch.no_grad():
        rows = logits(torch.tensor([*prompt, *expected][:-1]))
    found: list[int] = rows.argmax(-1)[len(prompt) - 1 :].tolist()
    return found


def require_equal(found: Sequence[int], expected: Sequence[int], network: DecoderNetwork, where: str) -> None:
    if len(found) != len(expected):
        raise CertificateError(f"{where} says {len(found)} tokens; the run has {len(expected)}")
    for place, (said, right) in enumerate(zip(found, expected, strict=True)):
        if said != right:
            texts = network.vocabulary.texts
            raise CertificateError(f"{where} says {texts[said]} for token {place} of the run, which is {texts[right]}")


def transformers_module() -> Any:
    """transformers, without the network and without its progress bars; refused in one line where it is missing."""
    transformers = import_extra("transformers", "llm")
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    return transformers
