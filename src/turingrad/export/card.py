"""The model card: what the model computes, on which inputs, in which formats exactly, how it was checked."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

from turingrad import __version__
from turingrad._support.markdown import as_code, as_text, join_lines
from turingrad.constructions.decoder import DecoderNetwork
from turingrad.export.checking import Checks
from turingrad.export.written import FORMATS

SHOWN_TOKENS = 12

PROMISES = {
    "llama": """\
Bit-exact: after every block each number of the residual stream is -1 or +1, the token that a head looks up has
attention weight 1, and the right token has probability 1. Proven when the network was compiled, from its weights, for
every order of summation.""",
    "gpt2": """\
Token-exact, in float32: LayerNorm rounds, so hidden vectors are within about 1e-6 of -1 and +1, and the logits' gap
(64) decides. Tokens are promised, not bits.""",
    "gguf": """\
Bit-exact, as the Llama that it is: after every block each number of the residual stream is -1 or +1. Proven for weights
in the format of the file, a KV cache in that format or a wider one, attention sums in float32. Block-quantised weights
or caches (Q8_0 and the like) are not exact: a block's scale rounds.""",
}


def card(
    network: DecoderNetwork, form: str, dtype: str, checks: Checks, facts: Mapping[str, Any], stem: str = ""
) -> str:
    """`facts`: what `written_facts` says of the file; `stem`: files beside are called `stem.labels.json` and so on."""
    before, name = f"{stem}." if stem else "", as_text(network.machine.name) or "machine"
    return f"""---
tags: [turingrad, turing-machine, interpretability, conformance]
library_name: {"llama.cpp" if form == "gguf" else "transformers"}
---
# {name}: a Turing machine as a language model

{what(network)}

{inputs(network)}

{usage(network, form, stem)}

## Exactness

{PROMISES[form]}

{formats(network, form)}

{facts["parameters"]:,} numbers, written in {dtype}: {facts["promise"]}.
Longer sequences than {network.options.context:,} tokens are outside the proof.

## How it was checked

Against the reference interpreter, token for token, on the machine's own input:

{chr(10).join(f"- {line}: equal" for line in checks.lines)}

## Inside

{as_code(before + "labels.json")} names every coordinate of the residual stream and says what every head and unit does;
{as_code(before + "machine.json")} is the machine. Made by turingrad {__version__}.
"""


def what(network: DecoderNetwork) -> str:
    m, o = network.machine, network.options
    step = "one token" if not o.digits else f"{o.digits + 1} tokens (the cell's digits, then state and symbol)"
    doc = f"{as_text(m.doc)}\n\n" if m.doc.strip() else ""
    return (
        f"{doc}{len(m.states)} states, {len(m.symbols)} symbols, {len(m.rules)} rules. Each step of the machine is "
        f"{step}: state, symbol read and cell of the head. The model of {network.depth} blocks and width "
        f"{network.width} was not trained: its weights are computed from the machine."
    )


def inputs(network: DecoderNetwork) -> str:
    o, m = network.options, network.machine
    return f"""## Inputs

Tapes of up to {o.cells - o.left} symbols of {as_code(" ".join(m.symbols))}, blank {as_code(m.blank)}; cells
{-o.left} to {o.cells - o.left - 1}. If the head leaves them, the model generates `<edge>`; if the machine halts,
`<halt>`. A prompt is `<bos>`, a token for each symbol with its cell, `<start>`. For the machine's own input:

    {prompt_text(network)}

and the run begins

    {" ".join(network.vocabulary.texts[token] for token in network.expected_tokens(None)[:SHOWN_TOKENS])}"""


def prompt_text(network: DecoderNetwork) -> str:
    return " ".join(network.vocabulary.texts[token] for token in network.prompt(None))


def usage(network: DecoderNetwork, form: str, stem: str) -> str:
    if form == "gguf":
        request = {"prompt": list(network.prompt(None)), "temperature": 0, "n_predict": -1, "return_tokens": True}
        return f"""## Use

    llama-server -m {shlex.quote(join_lines(stem))}.gguf
    curl localhost:8080/completion -d '{json.dumps(request)}'"""
    return f"""## Use

```python
from transformers import AutoModelForCausalLM, AutoTokenizer

model, tokenizer = AutoModelForCausalLM.from_pretrained("."), AutoTokenizer.from_pretrained(".")
prompt = tokenizer({prompt_text(network)!r}, return_tensors="pt")
print(tokenizer.decode(model.generate(**prompt)[0]))
```"""


def formats(network: DecoderNetwork, form: str) -> str:
    if form == "gpt2":
        return f"Certified for float32, up to {network.options.context:,} tokens."
    exact = [name for name in FORMATS if network.certificate.exact_in(name)]
    held = [name for name in FORMATS if network.score_certificate.exact_in(name)]
    return (
        f"Up to {network.options.context:,} tokens in {', '.join(exact)} (weights, stream and KV cache), with "
        f"attention scores in float32, as fused kernels (SDPA, flash attention, llama.cpp) have them; with kernels "
        f'that hold the scores in the format itself ("eager"): {", ".join(held)}.'
    )
