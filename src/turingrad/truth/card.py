"""The model card of a truth's folder: what the model computes, in which disguise, and what its files hold."""

from __future__ import annotations

from turingrad import __version__
from turingrad._support.markdown import as_code, as_text
from turingrad.truth.value import Truth

LEVELS = {
    0: "plain: the network as it was compiled, one coordinate per feature",
    1: "Hadamard: stream, values and rotary pairs in another basis; bit-exact",
    2: "Hadamard, two units per gate and two heads per lookup; bit-exact",
    3: "as level 2, with idle pairs of units and heads that fire and cancel; bit-exact",
    4: "superposed: more features than dimensions; tokens measured",
    5: "as level 3, with noise on every weight; tokens measured",
}


def card(truth: Truth, checked: int) -> str:
    """`checked`: how many tokens were compared in stock transformers when the folder was written."""
    heads, gates = len(truth.heads), len(truth.gates)
    idle = sum(component.group is None and component.size > 0 for component in truth.components)
    level = "" if truth.level is None else f"Level {truth.level}: {LEVELS[truth.level]}.\n"
    exact = "\n".join(f"- {dtype}: {promise}" for dtype, promise in truth.exact.items())
    compared = f"\n{checked:,} tokens were compared in stock transformers: all equal.\n" if checked else ""
    doc = f"{as_text(truth.machine.doc)}\n\n" if truth.machine.doc.strip() else ""
    return f"""---
tags: [turingrad, interpretability, ground-truth]
library_name: transformers
configs:
- config_name: runs
  data_files: data/runs.parquet
- config_name: pairs
  data_files: data/pairs.parquet
---
# {as_text(truth.name)}: a language model whose mechanism is known

{doc}{level}
Disguises: {as_text(", ".join(truth.disguises)) or "none"}. Seed {truth.seed}.
{len(truth.features)} features, {heads} lookups and {gates} gates in {truth.depth} blocks of width {truth.width};
{idle} idle heads and units fire and cancel.

## Exactness

{exact}
{compared}
## Files

- {as_code("config.json")}, {as_code("model.safetensors")}, {as_code("tokenizer.json")}: a stock Llama.
- {as_code("truth.json")}: heads, gates, components, the feature graph, what is live on the runs.
- {as_code("truth.safetensors")}: {as_code("read")} and {as_code("write")}, one row per feature, and the basis.
- {as_code("data/runs.parquet")}: prompts and the tokens that must follow.
- {as_code("data/pairs.parquet")}: counterfactual pairs with both answers.

```python
import turingrad as tg
truth = tg.truth.load(".")
model = truth.model()          # a stock LlamaForCausalLM
truth.features, truth.heads, truth.gates, truth.edges, truth.live
```

Made by turingrad {__version__}.
"""
