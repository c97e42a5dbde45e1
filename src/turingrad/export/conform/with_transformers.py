"""The runtime `transformers`: the stock Llama, eager or SDPA attention, its own `generate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import torch

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.exact import torch_dtype
from turingrad.export.checking import transformers_module
from turingrad.export.conform.runtimes import ENDS, Runtime, Session, predictions, require_settings
from turingrad.export.target import export


def make(name: str, dtype: str, settings: Mapping[str, str]) -> Runtime:
    require_settings(name, settings, {"attention": ("sdpa", "eager")})
    attention = settings.get("attention", "sdpa")
    transformers = transformers_module()

    def start(network: DecoderNetwork, folder: Path) -> Session:
        place = folder / "llama"
        export(network, "llama", place, dtype=dtype, check=False)
        settings = {"dtype": torch_dtype(dtype), "attn_implementation": attention}
        model = transformers.AutoModelForCausalLM.from_pretrained(place, **settings).eval()

        def force_tokens(tokens: Sequence[int]) -> list[int]:
            with torch.no_grad():
                return predictions(model(torch.tensor([tokens])).logits[0])

        def generate(prompt: Sequence[int], count: int) -> list[int]:
            ids = torch.tensor([prompt])
            with torch.no_grad():
                said = model.generate(
                    ids, attention_mask=torch.ones_like(ids), max_new_tokens=count, max_length=None, do_sample=False
                )[0].tolist()[len(prompt) :]
            end = next((place for place, token in enumerate(said, 1) if token in ENDS), len(said))
            return [int(token) for token in said[:end]]

        facts = {
            "weights": str(model.dtype).removeprefix("torch."),
            "cache": str(model.dtype).removeprefix("torch."),
            "attention": model.config._attn_implementation,
            "version": f"transformers {transformers.__version__}",
        }
        return Session(generate, force_tokens, facts)

    return Runtime(f"{name} {attention}", start, dtype, held=attention == "eager", form="llama")
