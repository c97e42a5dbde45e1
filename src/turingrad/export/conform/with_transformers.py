"""The runtime `transformers`: the stock Llama, eager or SDPA attention, its own `generate`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.exact import torch_dtype
from turingrad.export.checking import transformers_module
from turingrad.export.conform.runtimes import ENDS, Runtime, Session, predictions, require_settings
from turingrad.export.llama import write_model


def make(name: str, dtype: str, settings: Mapping[str, str]) -> Runtime:
    require_settings(name, settings, {"attention": ("sdpa", "eager")})
    attention = settings.get("attention", "sdpa")
    transformers_module()

    def start(network: DecoderNetwork, folder: Path) -> Session:
        place = folder / "llama"
        write_model(network, place, dtype)
        return load_session(place, dtype, attention)

    return Runtime(f"{name} {attention}", start, dtype, held=attention == "eager", form="llama")


def load_session(folder: Path, dtype: str, attention: str = "sdpa") -> Session:
    """The stock model of a folder that `export --to llama` wrote."""
    transformers = transformers_module()
    settings = {"dtype": torch_dtype(dtype), "attn_implementation": attention}
    model = transformers.AutoModelForCausalLM.from_pretrained(folder, **settings).eval()

    def force_tokens(tokens: Sequence[int]) -> list[int]:
        with torch.no_grad():
            return predictions(model(torch.tensor([tokens])).logits[0])

    def generate(prompt: Sequence[int], count: int) -> list[int]:
        return Generation(model, None).resume(prompt, count)

    facts = {
        "weights": str(model.dtype).removeprefix("torch."),
        "cache": str(model.dtype).removeprefix("torch."),
        "attention": model.config._attn_implementation,
        "version": f"transformers {transformers.__version__}",
    }
    return Session(generate, force_tokens, facts, Generation(model, transformers.DynamicCache).resume)


class Generation:
    """Greedy `generate` of a stock model. With `new_cache` the cache of what it has read is kept for the next call."""

    def __init__(self, model: Any, new_cache: Callable[[], Any] | None) -> None:
        self.model, self.new_cache = model, new_cache
        self.read: list[int] = []
        self.cache: Any = None

    def resume(self, tokens: Sequence[int], count: int) -> list[int]:
        """At most `count` tokens that follow, up to an end."""
        given = list(tokens)
        if self.new_cache is not None and (not self.read or self.read != given[: len(self.read)]):
            self.cache = self.new_cache()
        ids, kept = torch.tensor([given]), {} if self.cache is None else {"past_key_values": self.cache}
        limits = {"max_new_tokens": count, "max_length": None, "do_sample": False}
        with torch.no_grad():
            found = self.model.generate(ids, attention_mask=torch.ones_like(ids), **limits, **kept)[0].tolist()
        self.read = found[:-1]
        said = found[len(given) :]
        end = next((place for place, token in enumerate(said, 1) if token in ENDS), len(said))
        return [int(token) for token in said[:end]]
