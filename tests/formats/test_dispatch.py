"""Which format a file has, size limits, and writing that leaves nothing half done."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from turingrad import formats
from turingrad.errors import FormatError, InputError, LimitError
from turingrad.formats import FORMATS
from turingrad.formats.dispatch import format_of
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.tape import RIGHT, Rule, TapeMachine

MACHINE = TapeMachine(
    ("A", "Z"), ("0", "1"), "0", "A", (Rule("A", ("0",), ("1",), (RIGHT,), "Z"),), halting=("Z",), name="one step"
)
CIRCUIT = Circuit(("a", "b"), (Gate("and", (1, 0)),), (("c", 2),), name="both")  # in AIGER's order
SAMPLES = {"tape": MACHINE, "circuit": CIRCUIT}
CASES = [(name, kind) for name, entry in FORMATS.items() for kind in entry.kinds if kind in SAMPLES]


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_a_format_is_told_by_content_alone(name: str, kind: str) -> None:
    data = formats.serialise(SAMPLES[kind], name)
    assert format_of(data, "no-extension").name == name
    assert formats.parse(data, "no-extension") == SAMPLES[kind]


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_a_format_is_told_by_extension(name: str, kind: str, tmp_path: Path) -> None:
    for extension in FORMATS[name].extensions:
        path = tmp_path / f"m{extension.upper()}"
        formats.write(SAMPLES[kind], path)
        assert path.read_bytes() == formats.serialise(SAMPLES[kind], name)
        assert formats.read(path) == SAMPLES[kind]


def test_a_text_file_is_whatever_its_content_is() -> None:
    data = formats.serialise(MACHINE, "turingmachine.io")
    assert formats.parse(data, "machine.txt") == MACHINE


def test_a_format_that_is_named_wins_over_the_extension(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    formats.write(MACHINE, path, format="bbchallenge")
    assert path.read_bytes() == b"1RZ---\n"
    assert formats.read(path, format="bbchallenge") == MACHINE


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert formats.parse(b"\xef\xbb\xbf1RZ---", "m") == MACHINE


def test_an_unknown_content_lists_the_formats() -> None:
    with pytest.raises(FormatError, match="neither the name nor the content") as caught:
        formats.parse(b"hello", "hello")
    assert "turingmachine.io" in str(caught.value)


@pytest.mark.parametrize("call", [lambda: formats.parse(b"", "m", "xml"), lambda: formats.serialise(MACHINE, "xml")])
def test_an_unknown_format_lists_the_known_ones(call) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match="there is no format 'xml'; known: json, jflap"):
        call()


def test_a_format_of_another_kind_of_machine_is_refused_with_those_that_fit() -> None:
    with pytest.raises(FormatError, match="blif files do not hold a tape machine") as caught:
        formats.serialise(MACHINE, "blif")
    assert "turingmachine.io" in str(caught.value)


def test_something_that_is_no_machine_is_refused() -> None:
    with pytest.raises(InputError, match="machine must be a Machine, not"):
        formats.serialise({}, "json")  # type: ignore[arg-type]


def test_a_file_over_the_limit_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as file:
        file.truncate(formats.MAX_BYTES + 1)
    with pytest.raises(LimitError, match="larger than 67,108,864 bytes"):
        formats.read(path)


def test_the_limit_can_be_raised_and_lowered(tmp_path: Path) -> None:
    path = tmp_path / "m.txt"
    path.write_bytes(b"1RZ---")
    assert formats.read(path, max_bytes=6) == MACHINE
    with pytest.raises(LimitError, match="larger than 5 bytes"):
        formats.read(path, max_bytes=5)


def test_a_stream_of_unknown_size_is_limited_too() -> None:
    with pytest.raises(LimitError):
        formats.read("/dev/zero", max_bytes=1000)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*No such file"):
        formats.read(tmp_path / "none.yaml")
    with pytest.raises(InputError, match=r"cannot read .*Is a directory"):
        formats.read(tmp_path)


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(InputError, match="cannot read"):
        formats.read("a\0b.yaml")


def test_what_cannot_be_written_leaves_no_file_and_the_old_one_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "m.jff"
    path.write_text("old")
    with pytest.raises(FormatError, match=r"m\.jff: JFLAP machines have at most 5 tapes"):
        formats.write(TapeMachine(("A",), ("0", "1"), "0", "A", (), tapes=6), path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["m.jff"]


def test_a_write_that_fails_on_the_way_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.json"
    path.write_text("old")

    def full(self: Path, target: Path) -> Path:  # noqa: ARG001
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(InputError, match=r"cannot write .*No space left"):
        formats.write(MACHINE, path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["m.json"]


def test_an_overwritten_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text("old")
    path.chmod(0o640)
    formats.write(MACHINE, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old")
    link = tmp_path / "link.json"
    link.symlink_to("real.json")
    formats.write(MACHINE, link)
    assert link.is_symlink()
    assert formats.read(tmp_path / "real.json") == MACHINE


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write .*No such file"):
        formats.write(MACHINE, tmp_path / "none" / "m.json")


def test_an_unknown_extension_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"known endings: \.json, \.jff") as caught:
        formats.write(MACHINE, tmp_path / "m.pdf")
    assert not {".elf", ".c"} & set(str(caught.value).replace(",", "").split())
    assert os.listdir(tmp_path) == []


NOT_UTF8 = [(name, kind) for name, kind in CASES if name != "aiger"]


@pytest.mark.parametrize(("name", "kind"), NOT_UTF8)
def test_text_that_is_not_utf8_is_refused_with_its_place(name: str, kind: str) -> None:
    data = formats.serialise(SAMPLES[kind], name)
    at = data.index(b"\n") if b"\n" in data else len(data)
    with pytest.raises(FormatError) as caught:
        formats.parse(data[:at] + b"\xff" + data[at:], "m", name)
    assert "UTF-8" in str(caught.value)
    assert caught.value.line == 1
