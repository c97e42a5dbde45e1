"""Runtimes: what loads an exported network and says its tokens. Each is an extra; a missing one is one line."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from turingrad._support.text import name_alternatives
from turingrad._support.validation.values import choice
from turingrad.constructions.decoder import DecoderNetwork
from turingrad.constructions.decoder.vocabulary import EDGE_ID, HALT_ID
from turingrad.errors import InputError

NextToken = Callable[[Sequence[int]], int]
ENDS = (HALT_ID, EDGE_ID)


@dataclass(frozen=True)
class Session:
    """A network in a runtime. `generate(prompt, count)`: greedy tokens, at most `count`, up to `<halt>` or `<edge>`.
    `forced(tokens)`: the prediction after every token, where the runtime shows them. `facts`: the formats of weights,
    cache and attention that it ran with. `resume` is `generate` for long runs: it may keep the cache of the tokens that
    it has seen before."""

    generate: Callable[[Sequence[int], int], list[int]]
    forced: Callable[[Sequence[int]], list[int]] | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    resume: Callable[[Sequence[int], int], list[int]] | None = None

    def go_on(self, tokens: Sequence[int], count: int) -> list[int]:
        """The next tokens of a long run."""
        return (self.resume or self.generate)(tokens, count)


@dataclass(frozen=True)
class Runtime:
    """`load(network, folder)` starts a session; `folder` is empty, for what is exported. `dtype`: of weights and
    stream; `held`: attention scores are held in it, not in float32. `longest`: tokens worth trying, by its speed.
    `form`: what it loads, as `export` names it. `serves`: whether it holds a network already and can hold no other.
    `keys`: what rotated queries and keys are rounded to, if that is less than the dtype."""

    name: str
    load: Callable[[DecoderNetwork, Path], Session]
    dtype: str = "float32"
    held: bool = False
    longest: int = 4096
    form: str | None = None
    serves: Callable[[DecoderNetwork], bool] | None = None
    keys: str | None = None


def runtime_names() -> tuple[str, ...]:
    return tuple(MODULES)


FORMATS = ("float32", "bfloat16", "float16")
MODULES = {
    "torch": "torch_native",
    "torch.compile": "torch_native",
    "transformers": "with_transformers",
    "onnxruntime": "with_onnxruntime",
    "openvino": "with_openvino",
    "ctranslate2": "with_ctranslate2",
    "llama.cpp": "with_llamacpp",
}


def runtime(name: str, dtype: str = "float32", **settings: str) -> Runtime:
    """A runtime by name, by the address of a llama.cpp server, or `module:function` for a plug-in: a function that
    loads an exported Llama folder and returns a function (tokens -> next token)."""
    choice(dtype, "the format of the weights", FORMATS)
    if name.startswith(("http://", "https://")):
        return make_runtime("llama.cpp", name, dtype, settings)
    if name in MODULES:
        return make_runtime(name, name, dtype, settings)
    place, colon, function = name.partition(":")
    if not colon:
        raise InputError(
            f"no runtime {name!r}{name_alternatives(name, MODULES)}, a server's address, or module:function"
        )
    try:
        load = getattr(importlib.import_module(place), function)
    except (ImportError, AttributeError) as error:
        raise InputError(f"plug-in {name!r}: {error}") from None
    return plugin(load, name, dtype)


def make_runtime(kind: str, name: str, dtype: str, settings: Mapping[str, str]) -> Runtime:
    found: Runtime = importlib.import_module(f"turingrad.export.conform.{MODULES[kind]}").make(name, dtype, settings)
    return found


def plugin(load: Callable[[Path], NextToken], name: str = "plug-in", dtype: str = "float32") -> Runtime:
    """A plug-in: `load(folder)` reads a Llama checkpoint and returns a function (tokens -> next token)."""
    from turingrad.export.targets import export

    def own(call: Callable[[], Any]) -> Any:
        try:
            return call()
        except Exception as error:  # of the plug-in's own code
            raise InputError(f"plug-in {name!r}: {type(error).__name__}: {error}") from None

    def start(network: DecoderNetwork, folder: Path) -> Session:
        place = folder / "llama"
        export(network, "llama", place, dtype=dtype, check=False)
        next_token = own(partial(load, place))
        return Session(greedy(lambda tokens: own(lambda: int(next_token(tokens)))), facts={"weights": dtype})

    return Runtime(name, start, dtype, form="llama")


def greedy(next_token: NextToken) -> Callable[[Sequence[int], int], list[int]]:
    def generate(prompt: Sequence[int], count: int) -> list[int]:
        tokens = list(prompt)
        for _ in range(count):
            tokens.append(int(next_token(tokens)))
            if tokens[-1] in ENDS:
                break
        return tokens[len(prompt) :]

    return generate


class Resumed:
    """Generation that goes on where it was: `stream(prompt)` yields the tokens that follow a prompt, one by one."""

    def __init__(self, stream: Callable[[Sequence[int]], Iterator[int]]) -> None:
        self.stream = stream
        self.tokens: list[int] = []

    def resume(self, tokens: Sequence[int], count: int) -> list[int]:
        """At most `count` tokens that follow these; what was said last is continued, anything else begins anew."""
        if not self.tokens or self.tokens != list(tokens):
            self.coming = self.stream(tokens)
        said = list(islice(self.coming, count))
        self.tokens = [*tokens, *said]
        return said


def require_settings(name: str, settings: Mapping[str, str], known: Mapping[str, tuple[str, ...]]) -> None:
    for key, value in settings.items():
        if key not in known:
            raise InputError(f"{name} has no setting {key!r}{name_alternatives(key, known)}")
        if known[key] and value not in known[key]:
            raise InputError(f"{name}: {key} must be one of {', '.join(known[key])}, not {value!r}")


def require_float32(tried: str, dtype: str) -> None:
    if dtype != "float32":
        raise InputError(f"{tried} in float32, not in {dtype}")


def session_without_cache(
    forced: Callable[[Sequence[int]], list[int]],
    facts: Mapping[str, str],
    stream: Callable[[Sequence[int]], Iterator[int]] | None = None,
) -> Session:
    """A session of a runtime that reads all tokens again for each; `stream` does not, for long runs."""
    resume = None if stream is None else Resumed(stream).resume
    return Session(greedy(lambda tokens: forced(tokens)[-1]), forced, facts, resume)


def predictions(logits: Any) -> list[int]:
    """The tokens of the largest logits, of a tensor or an array."""
    found: list[int] = logits.argmax(-1).tolist()
    return found
