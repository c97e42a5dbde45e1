"""The suite: every model at every level, each a folder of its own, and `suite.json`, which lists them."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from turingrad._support.files import exists, is_folder, write_whole
from turingrad._support.text import name_alternatives
from turingrad._support.validation.arguments import validate_arguments
from turingrad.constructions.decoder import DecoderNetwork
from turingrad.errors import InputError
from turingrad.export.zoo import PROCESSOR
from turingrad.machine.run import Progress, quiet
from turingrad.truth.disguise import disguise
from turingrad.truth.folder import TRUTH, save
from turingrad.truth.machines import model, suite_names
from turingrad.truth.tokens import count_tokens
from turingrad.truth.value import Truth

LEVELS = (0, 1, 2, 3, 4, 5)
EXACT_LEVELS = (0, 1, 2, 3)
SIZES = (0.03, 0.3, 1.0)
PROCESSOR_SIZES = (0.125, 0.25, 1.0)  # finer ones leave no room in float32 beside its gates' sums of 16-bit numbers
IDLE_PAIRS = 16
RATIO = 0.8  # of dimensions to features
NOISE, LEAST_NOISE, LEAST_RIGHT = 2.0**-11, 2.0**-20, 0.99
LIST = "suite.json"


def knobs(level: int, sizes: Sequence[float] = SIZES) -> dict[str, Any]:
    """The arguments of `disguise` at a level."""
    rotated: dict[str, Any] = {"rotate": "hadamard"}
    copied = {**rotated, "copies": 2, "split_heads": True}
    idle = {**copied, "idle": [(IDLE_PAIRS, size) for size in sizes]}
    return [{}, rotated, copied, idle, {"superpose": RATIO}, {**idle, "noise": NOISE}][level]


def truth_at(network: DecoderNetwork, plain: Truth, level: int, seed: int) -> Truth:
    """A model at a level. Level 5 has the most noise, from 2^-11 down by halves, at which 99 % of the tokens are
    right."""
    given = knobs(level, SIZES if plain.name != PROCESSOR else PROCESSOR_SIZES)
    truth = disguise(network, plain=plain, seed=seed, **given)
    while level == 5 and given["noise"] > LEAST_NOISE:
        right, tokens = count_tokens(truth)
        if right >= LEAST_RIGHT * tokens:
            break
        given["noise"] /= 2
        truth = disguise(network, plain=plain, seed=seed, **given)
    return replace(truth, level=level)


@validate_arguments
def write_suite(
    folder: str | Path,
    *,
    machines: Sequence[str] | None = None,
    levels: Sequence[int] = LEVELS,
    seed: int = 0,
    progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """Write the suite; folders that are there already are kept, so that you can resume it.

    Args:
        folder: A new folder, or one of an earlier call with the same seed.
        machines: Names of models; by default 20 machines and the processor.
        levels: From 0, plain, to 5. The processor has levels 0 to 3.
        seed: Fixes inputs, pairs and disguises.
        progress: Called with a label, the folders done and how many there are.

    Returns:
        What `suite.json` lists: a name, level, folder and exactness per model, and the CPU seconds that
        it took to compile, disguise, check and write it.
    """
    names, tell = check_names(machines), progress or quiet
    wrong = [level for level in levels if level not in LEVELS]
    if wrong or not levels:
        raise InputError(f"levels must be {LEVELS[0]} to {LEVELS[-1]}, not {', '.join(map(str, wrong)) or 'none'}")
    place = Path(folder)
    require_suite(place, seed)
    wanted = [(name, level) for name in names for level in levels if level in levels_of(name)]
    entries = dict(present_entries(place))
    for name in names:
        missing = [level for other, level in wanted if other == name and folder_name(name, level) not in entries]
        if not missing:
            continue
        started = time.process_time()
        network, plain = model(name, seed)
        for level in missing:
            at = folder_name(name, level)
            tell(at, len(entries), len(wanted))
            truth = truth_at(network, plain, level, seed)
            if not exists(place / at):
                save(truth, place / at, network=network)
            ended = time.process_time()
            entries[at] = {**entry(truth, at), "seconds": round(ended - started, 2)}
            started = ended
            write_list(place, entries, seed)
    tell("suite", len(wanted), len(wanted))
    return list(entries.values())


def folder_name(name: str, level: int) -> str:
    return f"{name}-level-{level}"


def levels_of(name: str) -> tuple[int, ...]:
    return LEVELS if name != PROCESSOR else EXACT_LEVELS


def check_names(machines: Sequence[str] | None) -> list[str]:
    known = suite_names()
    for name in machines or ():
        if name not in known:
            raise InputError(f"the suite has no machine {name!r}{name_alternatives(name, known)}")
    return [name for name in known if machines is None or name in machines]


def entry(truth: Truth, folder: str) -> dict[str, Any]:
    return {
        "name": truth.name,
        "level": truth.level,
        "folder": folder,
        "exact": dict(truth.exact),
        "disguises": list(truth.disguises),
        "tokens": sum(len(run.tokens) for run in truth.runs),
        "width": truth.width,
        "features": len(truth.features),
        "groups": len(truth.heads) + len(truth.gates),
        "live": len(truth.live),
    }


def write_list(place: Path, entries: dict[str, Any], seed: int) -> None:
    record = {"format": "turingrad-suite", "version": 1, "seed": seed, "truths": list(entries.values())}
    write_whole(place / LIST, json.dumps(record, indent=2) + "\n")


def require_suite(place: Path, seed: int) -> None:
    """A folder of this seed, made if there is none."""
    if not exists(place):
        if not is_folder(place.parent):
            raise InputError(f"cannot write {place}: there is no folder {place.parent}")
        place.mkdir()
        write_list(place, {}, seed)
    if not exists(place / LIST):
        raise InputError(f"{place} exists already and is not a suite; name a new folder")
    if read_list(place)["seed"] != seed:
        raise InputError(f"{place} has seed {read_list(place)['seed']}, not {seed}; name a new folder")


def read_list(place: str | Path) -> dict[str, Any]:
    """What `suite.json` of a folder says."""
    path = Path(place) / LIST
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        fields = {"name": str, "level": int, "folder": str}
        good = record["format"] == "turingrad-suite" and all(
            isinstance(each[key], kind) for each in record["truths"] for key, kind in fields.items()
        )
        good = good and isinstance(record["seed"], int) and all("/" not in e["folder"] for e in record["truths"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        good = False
    if not good:
        raise InputError(f"{path.parent} is not a suite: {LIST} is missing or wrong")
    found: dict[str, Any] = record
    return found


def present_entries(place: Path) -> list[tuple[str, dict[str, Any]]]:
    """The truths of a suite that are there, by folder."""
    return [(each["folder"], each) for each in read_list(place)["truths"] if exists(place / each["folder"] / TRUTH)]
