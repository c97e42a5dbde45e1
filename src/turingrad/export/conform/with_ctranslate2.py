"""The runtime `ctranslate2`: the stock Llama, converted by CTranslate2's own converter, on its CPU kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.export.checking import transformers_module
from turingrad.export.conform.runtimes import ENDS, Runtime, Session, predictions, require_float32, require_settings
from turingrad.export.installed import import_extra
from turingrad.export.targets import export

EXTRAS = "llm,ctranslate2"
COMPUTE = "float32"  # its int8 and int16 round the weights, for which nothing is proven: tokens are wrong there


def make(name: str, dtype: str, settings: Mapping[str, str]) -> Runtime:
    require_settings(name, settings, {})
    runtime = import_extra("ctranslate2", EXTRAS)
    require_float32("ctranslate2 is tried with weights", dtype)
    transformers_module()  # the converter reads the checkpoint with it

    def start(network: DecoderNetwork, folder: Path) -> Session:
        converters = import_extra("ctranslate2.converters", EXTRAS)
        export(network, "llama", folder / "llama", dtype=dtype, check=False)
        converters.TransformersConverter(str(folder / "llama")).convert(str(folder / "model"), quantization=COMPUTE)
        limits = {"inter_threads": 1, "intra_threads": 1}
        generator = runtime.Generator(str(folder / "model"), device="cpu", compute_type=COMPUTE, **limits)
        names = network.vocabulary.texts

        def force_tokens(tokens: Sequence[int]) -> list[int]:
            return predictions(np.array(generator.forward_batch([list(tokens)]))[0])

        def generate(prompt: Sequence[int], count: int) -> list[int]:
            found = generator.generate_batch(
                [[names[token] for token in prompt]],
                max_length=count,
                end_token=list(ENDS),
                return_end_token=True,
                include_prompt_in_result=False,
            )
            return [int(token) for token in found[0].sequences_ids[0]]

        facts = {"weights": COMPUTE, "cache": "float32", "version": f"ctranslate2 {runtime.__version__}"}
        return Session(generate, force_tokens, facts)

    return Runtime(name, start, dtype, longest=1024, form="llama")
