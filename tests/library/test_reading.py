"""read() takes files, programs, standard input and names of the library."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from turingrad import formats, library
from turingrad.errors import FormatError, InputError, LimitError
from turingrad.library.reading import read
from turingrad.machine.grid import GridMachine
from turingrad.machine.tape import TapeMachine

PROGRAM = "machine grid(work=1)\nhalt(+1)\n"


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    formats.write(library.load("palindrome"), path)
    assert read(path) == read(str(path)) == library.load("palindrome")


def test_a_program_is_compiled(tmp_path: Path) -> None:
    path = tmp_path / "yes.tg"
    path.write_text(PROGRAM)
    machine = read(path)
    assert isinstance(machine, GridMachine)
    assert machine.name == "yes"


def test_standard_input_may_hold_any_format_or_a_program() -> None:
    assert isinstance(read("-", stdin=BytesIO(b"1RB1LB_1LA1RZ\n")), TapeMachine)
    assert isinstance(read("-", stdin=BytesIO(PROGRAM.encode())), GridMachine)
    assert isinstance(read("-", format="tg", stdin=BytesIO(PROGRAM.encode())), GridMachine)


def test_standard_input_is_limited() -> None:
    with pytest.raises(LimitError, match="standard input"):
        read("-", max_bytes=10, stdin=BytesIO(b"1RB1LB_1LA1RZ"))


def test_a_name_is_of_the_library() -> None:
    assert read("busy-beaver-4") == library.load("busy-beaver-4")
    assert read("adder-3") == library.load("adder-3")


def test_a_file_hides_a_name_of_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "palindrome").write_text("1RB1LB_1LA1RZ")
    assert read("palindrome") == library.load("busy-beaver-2")


def test_a_folder_does_not_hide_a_name_of_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "adder").mkdir()
    assert read("adder") == library.load("adder")


def test_a_misspelt_name_is_told_close_ones() -> None:
    with pytest.raises(
        InputError, match="no file and no machine of the library is called 'busybeaver5'; did you mean busy-beaver-5"
    ):
        read("busybeaver5")


def test_a_missing_path_is_told_as_one() -> None:
    with pytest.raises(InputError, match=r"cannot read no/such\.yaml: No such file"):
        read("no/such.yaml")


def test_an_error_names_the_file_and_the_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("blank: 0\nstart state: q\ntable: {q: {0: {R: r}}}\n")
    with pytest.raises(FormatError, match=r"bad\.yaml:3:20: unknown state 'r'"):
        read(path)


def test_a_program_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.tg"
    path.write_bytes(b"machine grid(work=1)\nhalt(\xff)\n")
    with pytest.raises(FormatError, match=r"bad\.tg:2:6: byte 0xff is not UTF-8"):
        read(path)
