"""The runtime `llama.cpp`: a server that is there already, by its address, or one from the `xllamacpp` wheel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.export.conform.runtimes import ENDS, Runtime, Session, require_settings
from turingrad.export.conform.server import ask, tokens_of
from turingrad.export.gguf import write_model
from turingrad.export.installed import import_extra

CACHES = {"float32": "f32", "float16": "f16", "bfloat16": "bf16"}
MOST_SERVED = 1 << 15  # tokens of cache by default: a processor's context of 2^20 would take 3 GB
SETTINGS = {"cache": tuple(CACHES), "attention": ("flash", "plain")}


def make(name: str, dtype: str, settings: Mapping[str, str]) -> Runtime:
    if name.startswith("http"):
        require_settings(name, settings, {})
        address = name.rstrip("/")
        reported = {"server": address, "weights": "the server's", "cache": "the server's", "attention": "the server's"}
        return Runtime(
            name,
            lambda _network, _folder: session(address, reported),
            dtype,
            longest=16_384,
            form="gguf",
            serves=lambda network: served(address, network),
        )
    require_settings(name, settings, SETTINGS)
    import_extra("xllamacpp", "llamacpp", ", or give a server's address")
    cache, attention = settings.get("cache", dtype), settings.get("attention", "plain")

    def start(network: DecoderNetwork, folder: Path) -> Session:
        path = folder / "model.gguf"
        write_model(network, path, dtype)
        return load_session(network, path, dtype, cache, attention)

    keys = "float16" if attention == "flash" and cache == "float32" else cache  # which its flash attention casts
    return Runtime(f"{name} {attention}, cache {cache}", start, dtype, longest=16_384, form="gguf", keys=keys)


def load_session(
    network: DecoderNetwork,
    path: Path,
    dtype: str,
    cache: str | None = None,
    attention: str = "plain",
    window: int = MOST_SERVED,
) -> Session:
    """A GGUF file of a network in a server of the wheel, the cache in the file's format where none is said. `window`:
    tokens that the cache has room for at most."""
    held = cache or dtype
    server = start_server(path, min(network.options.context, window), CACHES[held], attention)
    reported = {"weights": dtype, "cache": held, "attention": attention, "version": f"xllamacpp {version('xllamacpp')}"}
    return session(server.listening_address, reported, lambda: server)


def served(address: str, network: DecoderNetwork) -> bool:
    """Whether a server holds this network, by its model's context and vocabulary; True if it does not tell."""
    models = ask(f"{address}/v1/models").get("data")
    reported = models[0].get("meta") if isinstance(models, list) and models and isinstance(models[0], dict) else None
    if not isinstance(reported, dict) or "n_vocab" not in reported:
        return True
    context = reported.get("n_ctx_train", network.options.context)
    return bool((reported["n_vocab"], context) == (len(network.vocabulary), network.options.context))


def start_server(path: Path, context: int, cache: str, attention: str) -> Any:
    """A server of the wheel on a free port of this machine."""
    xllamacpp = import_extra("xllamacpp", "llamacpp")
    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.n_ctx, settings.n_parallel, settings.n_batch, settings.n_ubatch = context, 1, context, min(context, 2048)
    settings.warmup = False
    settings.verbosity = 1  # errors, not hundreds of lines on every request
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    kind = getattr(xllamacpp.ggml_type, f"GGML_TYPE_{cache.upper()}")
    settings.cache_type_k = settings.cache_type_v = kind
    flash = xllamacpp.llama_flash_attn_type
    on = "LLAMA_FLASH_ATTN_TYPE_ENABLED" if attention == "flash" else "LLAMA_FLASH_ATTN_TYPE_DISABLED"
    settings.flash_attn_type = getattr(flash, on)
    return xllamacpp.Server(settings)


def session(address: str, facts: Mapping[str, str], keep: Callable[[], Any] = lambda: None) -> Session:
    """Completion by token numbers, at temperature 0; `keep` holds what must live as long as the session."""

    def complete(prompt: Sequence[int], count: int, cached: bool, _alive: Callable[[], Any] = keep) -> list[int]:
        request = {"prompt": list(prompt), "temperature": 0, "n_predict": count, "return_tokens": True}
        answer = ask(f"{address}/completion", request | {"cache_prompt": cached, "top_k": 1})
        said = tokens_of(answer, address)
        # a server that stops at the end-of-sequence token does not print it
        if answer.get("stop_type") == "eos" and (not said or said[-1] not in ENDS):
            said = [*said, ENDS[0]]
        return said[:count]

    return Session(partial(complete, cached=False), None, facts, partial(complete, cached=True))
