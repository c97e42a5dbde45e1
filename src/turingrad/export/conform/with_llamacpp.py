"""The runtime `llama.cpp`: a server that is there already, by its address, or one from the `xllamacpp` wheel."""

from __future__ import annotations

import importlib
import importlib.util
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.errors import InputError
from turingrad.export.conform.runtimes import ENDS, Runtime, Session, require_settings
from turingrad.export.target import export

CACHES = {"float32": "f32", "float16": "f16", "bfloat16": "bf16"}
SETTINGS = {"cache": tuple(CACHES), "attention": ("flash", "plain")}
SECONDS = 600.0


def make(name: str, dtype: str, settings: Mapping[str, str]) -> Runtime:
    if name.startswith("http"):
        require_settings(name, settings, {})
        return Runtime(
            name, lambda _network, _folder: session(name, {"server": name, "weights": "the server's"}), dtype
        )
    require_settings(name, settings, SETTINGS)
    if importlib.util.find_spec("xllamacpp") is None:
        raise InputError("xllamacpp is not installed: pip install 'turingrad[llamacpp]', or give a server's address")
    cache, attention = settings.get("cache", dtype), settings.get("attention", "plain")

    def start(network: DecoderNetwork, folder: Path) -> Session:
        path = folder / "model.gguf"
        export(network, "gguf", path, dtype=dtype, check=False)
        server = started(path, network.options.context, CACHES[cache], attention)
        facts = {"weights": dtype, "cache": cache, "attention": attention, "version": "xllamacpp"}
        return session(server.listening_address, facts, lambda: server)

    return Runtime(f"{name} {attention}, cache {cache}", start, dtype, longest=16_384)


def started(path: Path, context: int, cache: str, attention: str) -> Any:
    """A server of the wheel on a free port of this machine."""
    xllamacpp = importlib.import_module("xllamacpp")
    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.n_ctx, settings.n_parallel, settings.n_batch, settings.n_ubatch = context, 1, context, min(context, 2048)
    settings.warmup = False
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    kind = getattr(xllamacpp.ggml_type, f"GGML_TYPE_{cache.upper()}")
    settings.cache_type_k = settings.cache_type_v = kind
    flash = xllamacpp.llama_flash_attn_type
    on = "LLAMA_FLASH_ATTN_TYPE_ENABLED" if attention == "flash" else "LLAMA_FLASH_ATTN_TYPE_DISABLED"
    settings.flash_attn_type = getattr(flash, on)
    return xllamacpp.Server(settings)


def session(address: str, facts: Mapping[str, str], keep: Callable[[], Any] = lambda: None) -> Session:
    """Completion by token numbers, at temperature 0; `keep` holds what must live as long as the session."""

    def generate(prompt: Sequence[int], count: int, _alive: Callable[[], Any] = keep) -> list[int]:
        request = {"prompt": list(prompt), "temperature": 0, "n_predict": count, "return_tokens": True}
        answer = post(f"{address}/completion", request | {"cache_prompt": False, "top_k": 1})
        said = answer.get("tokens")
        if not isinstance(said, list):
            raise InputError(f"{address}: the answer holds no tokens; is this a llama.cpp server?")
        # a server that stops at the end-of-sequence token does not print it
        if answer.get("stop_type") == "eos" and (not said or said[-1] not in ENDS):
            said = [*said, ENDS[0]]
        return [int(token) for token in said[:count]]

    return Session(generate, None, facts)


def post(url: str, value: Mapping[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(url, json.dumps(value).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
    except (urllib.error.URLError, TimeoutError, ValueError) as error:
        raise InputError(f"{url}: {error}") from None
