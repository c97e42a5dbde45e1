"""Hostile inputs: each is taken or refused in the package's own words, at once. Anything else is a find."""

from __future__ import annotations

import atexit
import io
import shutil
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

from tests.soak import draws
from tests.soak.words import command_line
from turingrad import formats, library, tasks
from turingrad.constructions import compile, construction, construction_names
from turingrad.constructions.folder import load, save
from turingrad.constructions.network import same
from turingrad.errors import TuringradError
from turingrad.formats import FORMATS
from turingrad.language import compile_program
from turingrad.library.grids.programs import NAMES, program_text
from turingrad.machine.kinds import kinds
from turingrad.search import CensusSettings, Settings, TaskProblems, search, take_census

SMALL = Settings(states=1, budget=20, units=2, instances=5, library="none", strategy="climb")
TINY = CensusSettings("dictator", states=1, dim=1, train=1, units=3)


INTERRUPTED = 130
SAVED_STEPS = 10


def require(true: bool, what: str) -> None:
    if not true:
        raise AssertionError(what)


def readers(rng: Random) -> int | None:
    """A machine or circuit written in a format, broken; what is read of it is written and read again."""
    machine: formats.Machine = rng.choice([kind.draw_machine for kind in kinds().values() if kind.draw_machine])(rng)
    name = rng.choice([name for name, one in FORMATS.items() if formats.kind_of(machine) in one.kinds])
    try:
        data = formats.serialise(machine, name)
    except TuringradError:
        return None  # a format that cannot say this machine
    data = draws.broken(rng, data) if rng.random() < 0.9 else data
    try:
        found = formats.parse(data, "soak", name if rng.random() < 0.7 else None)
    except TuringradError as error:
        require(bool(str(error)), "an error without a word")
        return None
    again = formats.parse(formats.serialise(found, "json"), "again", "json")
    require(again == found, f"{name}: what was read is not what is written and read again")
    return 1


def programs(rng: Random) -> int | None:
    text = draws.broken(rng, program_text(rng.choice(NAMES)).encode())
    try:
        compile_program(text.decode("utf-8", "replace"), "soak.tg")
    except TuringradError:
        return None
    return 1


def csv_files(rng: Random) -> int | None:
    signs = rng.choice((("-1", "1"), ("0", "1"), ("-1", "+1")))
    columns = rng.randint(1, 5)
    rows = [",".join(rng.choices(signs, k=columns)) for _ in range(rng.randint(1, 8))]
    header = [",".join(f"f{i}" for i in range(columns))] if rng.random() < 0.5 else []
    path = scratch() / "soak.csv"
    whole = columns > 1 and rng.random() < 0.3  # must be read
    data = "\n".join([*header, *rows]).encode()
    path.write_bytes(data if whole else draws.broken(rng, data))
    try:
        found = tasks.read_csv(path)
    except TuringradError as error:
        require(not whole, f"a file that is as it should be was refused: {error}")
        return None
    signed = [[-1 if cell == signs[0] else 1 for cell in row.split(",")] for row in rows]
    read = [[*features, label] for features, label in zip(found.X.tolist(), found.y.tolist(), strict=True)]
    require(not whole or read == signed, "another data set was read than was written")
    require(found.X.shape[0] == found.y.shape[0], "features and labels of different lengths")
    return len(found.y)


@cache
def scratch() -> Path:
    place = Path(tempfile.mkdtemp(prefix="turingrad-soak-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place


@cache
def save_network(name: str) -> Path:
    place = scratch() / f"saved-{name}"
    room = construction(name)
    kind = next(kinds()[form] for form in ("tape", *room.forms) if form in room.forms)
    own = library.load("busy-beaver-2") if kind.name == "tape" else None
    assert kind.draw_machine is not None
    machine = kind.draw_machine(Random(0)) if own is None else own
    sizes = room.sizes_for(machine, kind.own_input(machine), SAVED_STEPS, None) if own is not None else {}
    save(compile(machine, to=name, **sizes), place)
    return place


def folders(rng: Random) -> int | None:
    """A compiled network whose folder was tampered with: refused, or the very network that was saved."""
    original = save_network(rng.choice(construction_names()))
    place = scratch() / "broken"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(original, place)
    file = rng.choice(sorted(place.iterdir()))
    if rng.random() < 0.1:
        file.unlink()
    else:
        file.write_bytes(draws.broken(rng, file.read_bytes()))
    try:
        network = load(place)
    except TuringradError:
        return None
    expected = load(original).state_dict()
    for name, tensor in network.state_dict().items():
        require(same(tensor, expected[name]), f"{file.name}: another network was loaded")
    return 1


@cache
def run_search() -> tuple[Path, TaskProblems, int]:
    problems = TaskProblems(tasks.get("dictator"), 2, 2)
    place = scratch() / "search.sqlite"
    return place, problems, search(problems, SMALL, progress_file=place).machines


@cache
def run_census() -> tuple[Path, int]:
    place = scratch() / "census.sqlite"
    return place, take_census(TINY, progress_file=place).checksum


def tamper_copy(rng: Random, original: Path) -> Path:
    """A copy of a progress file with flipped, lost and added bytes."""
    place = scratch() / f"broken-{original.name}"
    place.with_name(f"{place.name}-journal").unlink(missing_ok=True)
    place.write_bytes(draws.broken(rng, original.read_bytes()))
    return place


def census_files(rng: Random) -> int | None:
    """The same for the file of a census: the checksum tells."""
    original, checksum = run_census()
    try:
        again = take_census(TINY, progress_file=tamper_copy(rng, original))
    except TuringradError:
        return None
    require(again.complete and again.checksum == checksum, f"checksum {again.checksum:x} instead of {checksum:x}")
    return again.done


def search_files(rng: Random) -> int | None:
    """A progress file with flipped, lost and added bytes: refused, or continued to the same end."""
    if rng.random() < 0.5:
        return census_files(rng)
    original, problems, machines = run_search()
    try:
        again = search(problems, SMALL, progress_file=tamper_copy(rng, original))
    except TuringradError:
        return None
    require(again.machines == machines, f"{again.machines} machines instead of {machines}")
    return again.machines


def command_lines(rng: Random) -> int | None:
    """Any words after `turingrad`: an answer (0), a failed check (1) or one line of refusal (2)."""
    arguments = command_line(rng, str(scratch()))
    said, wrong = io.StringIO(), io.StringIO()
    main = import_module("turingrad.cli").main  # by name: the command line stands after everything
    with redirect_stdout(said), redirect_stderr(wrong):
        code = main(arguments)
    if code == INTERRUPTED:  # Ctrl-C was meant for the soak
        raise KeyboardInterrupt
    require(code in (0, 1, 2), f"exit code {code} of {arguments!r}: {wrong.getvalue()[-300:]!r}")
    lines = wrong.getvalue().strip().splitlines()
    require(code != 2 or 1 <= len(lines) <= 4, f"{len(lines)} lines of refusal of {arguments!r}")
    return 1 if code == 0 else None
