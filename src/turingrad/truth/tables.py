"""Runs and counterfactual pairs as Parquet files, which `datasets` and pandas read, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from turingrad.errors import InputError
from turingrad.export.installed import import_extra
from turingrad.truth.value import Pair, Run

MAX_BYTES = 1 << 30
RUN_COLUMNS = {"prompt": "list", "tokens": "list"}
PAIR_COLUMNS = {
    "base": "list", "source": "list", "position": "int", "site": "text", "feature": "text", "changed": "texts",
    "signs": "signs", "base_answer": "int", "source_answer": "int",
}  # fmt: skip


def write_runs(runs: Sequence[Run], path: Path) -> None:
    """One row per run: the tokens of the prompt and those that must follow."""
    rows = [{"prompt": run.prompt, "tokens": run.tokens} for run in runs]
    write_table(rows, RUN_COLUMNS, path)


def write_pairs(pairs: Sequence[Pair], path: Path) -> None:
    """One row per pair."""
    rows = [
        {
            "base": pair.base, "source": pair.source, "position": pair.position, "site": pair.site,
            "feature": pair.feature, "changed": [name for name, _ in pair.changes],
            "signs": [sign for _, sign in pair.changes], "base_answer": pair.base_answer,
            "source_answer": pair.source_answer,
        }
        for pair in pairs
    ]  # fmt: skip
    write_table(rows, PAIR_COLUMNS, path)


def schema(columns: dict[str, str]) -> Any:
    arrow = import_extra("pyarrow", "truth")
    kinds = {
        "list": arrow.list_(arrow.int32()), "int": arrow.int32(), "text": arrow.string(),
        "texts": arrow.list_(arrow.string()), "signs": arrow.list_(arrow.int8()),
    }  # fmt: skip
    return arrow.schema([(name, kinds[kind]) for name, kind in columns.items()])


def write_table(rows: list[dict[str, Any]], columns: dict[str, str], path: Path) -> None:
    arrow, parquet = import_extra("pyarrow", "truth"), import_extra("pyarrow.parquet", "truth")
    parquet.write_table(arrow.Table.from_pylist(rows, schema=schema(columns)), str(path))


def read_table(path: Path, columns: dict[str, str]) -> list[dict[str, Any]]:
    """The rows of a file that has these columns and no others; a missing value is refused."""
    arrow, parquet = import_extra("pyarrow", "truth"), import_extra("pyarrow.parquet", "truth")
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError(f"{path} has more than {MAX_BYTES:,} bytes")
        table = parquet.ParquetFile(str(path)).read()
        if not table.schema.remove_metadata().equals(schema(columns)):
            raise InputError(f"{path}: expected the columns {', '.join(columns)}, with tokens as 32-bit numbers")
        rows: list[dict[str, Any]] = table.to_pylist()
    except (OSError, ValueError, arrow.ArrowException) as error:
        raise InputError(f"cannot read {path}: {' '.join(str(error).split())[:200]}") from None
    for row in rows:
        for value in row.values():
            if value is None or (isinstance(value, list) and None in value):
                raise InputError(f"{path}: a value is missing")
    return rows


def read_runs(path: Path, tokens: int) -> tuple[Run, ...]:
    """The runs; tokens of other vocabularies are refused."""
    runs = tuple(Run(tuple(row["prompt"]), tuple(row["tokens"])) for row in read_table(path, RUN_COLUMNS))
    for run in runs:
        if not run.prompt or not run.tokens:
            raise InputError(f"{path}: a run has no prompt or no tokens")
        require_tokens_known((*run.prompt, *run.tokens), tokens, path)
    return runs


def read_pairs(path: Path, tokens: int) -> tuple[Pair, ...]:
    """The pairs; `position` must be the last place of the base."""
    pairs = []
    for row in read_table(path, PAIR_COLUMNS):
        changes = tuple(zip(row["changed"], row["signs"], strict=False))
        pair = Pair(
            tuple(row["base"]), tuple(row["source"]), row["site"], row["feature"], changes, row["base_answer"],
            row["source_answer"],
        )  # fmt: skip
        require_tokens_known((*pair.base, *pair.source, pair.base_answer, pair.source_answer), tokens, path)
        if pair.position != row["position"] or len(row["changed"]) != len(row["signs"]) or not pair.source:
            raise InputError(f"{path}: the change of a pair is not at the last place of its base")
        pairs.append(pair)
    return tuple(pairs)


def require_tokens_known(found: Sequence[int], count: int, path: Path) -> None:
    if min(found) < 0 or max(found) >= count:
        raise InputError(f"{path}: tokens must be numbers from 0 to {count - 1}")
