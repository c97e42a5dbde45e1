"""Which processor a file of `export` holds: GGUF files say it in their metadata, Llama folders in `labels.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from turingrad.constructions.decoder import ProcessorOptions, ProgramDecoder
from turingrad.constructions.options import parse_options
from turingrad.errors import InputError
from turingrad.export.installed import import_extra

OPTIONS = "turingrad.options"
KNOWN = {each.name for each in fields(ProcessorOptions)}


def processor_options(path: Path) -> ProcessorOptions:
    """The options of the processor in a GGUF file or a Llama folder.

    Raises:
        InputError: there is no such file, it says nothing of a processor, or what it says is not possible.
    """
    if not path.exists():
        raise InputError(
            f"{path}: no such file or folder; `turingrad export PROGRAM --to gguf -o FILE.gguf` writes one for "
            "llama.cpp, `--to llama -o FOLDER` one for transformers"
        )
    found = folder_options(path) if path.is_dir() else gguf_options(path)
    if not isinstance(found, Mapping) or set(found) != KNOWN:
        raise InputError(f"{path} holds no processor of this version: export the program again")
    return parse_options(ProcessorOptions, f"the processor of {path}", dict(found))


def folder_options(folder: Path) -> Any:
    try:
        with (folder / "labels.json").open(encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError, RecursionError):
        raise InputError(f"{folder} was not written by `export --to llama`: its labels.json cannot be read") from None
    return found.get("options") if isinstance(found, dict) else None


def gguf_options(path: Path) -> Any:
    gguf = import_extra("gguf", "llm")
    try:
        field = gguf.GGUFReader(path).fields.get(OPTIONS)
        return None if field is None else json.loads(field.contents())
    except (OSError, ValueError, IndexError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"{path} cannot be read as a GGUF file: {str(error).splitlines()[0][:120]}") from None


def require_tokens(network: ProgramDecoder, texts: list[str], path: Path) -> None:
    """Refuse a file whose tokens are not the processor's."""
    if tuple(texts) != network.vocabulary.texts:
        raise InputError(f"{path}: its {len(texts):,} tokens are not those of the processor that it says it is")
