"""Programs from files and bytes, and through the public functions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import turingrad as tg
from tests.formats.programs.elf_files import CODE, executable
from tests.native import require_tools
from turingrad import formats
from turingrad.errors import FormatError, InputError
from turingrad.machine.program import assemble
from turingrad.machine.program.draws import draw_machine

SOURCE = "_start: li a0, 3\nli a7, 93\necall\n.data\n.word 1, 2\n"


def test_files_of_every_format_are_read(tmp_path: Path) -> None:
    (tmp_path / "five.elf").write_bytes(executable())
    (tmp_path / "five.out").write_bytes(executable())
    (tmp_path / "five.bin").write_bytes(CODE)
    (tmp_path / "three.s").write_text(SOURCE)
    for name in ("five.elf", "five.bin", "five.out"):
        for reader in (tg.read, tg.program):
            assert tg.run(reader(tmp_path / name)).configuration.exit_code == 5
    for reader in (tg.read, tg.program):
        found = reader(tmp_path / "three.s")
        assert found == assemble(SOURCE)
        assert found.name == "three"
    assert tg.program(tmp_path / "three.s", ram=1 << 20).ram == 1 << 20


def test_c_files_are_read(tmp_path: Path) -> None:
    require_tools()
    (tmp_path / "echo.c").write_text("#include <stdio.h>\nint main(void) { putchar(getchar()); return 9; }\n")
    run = tg.run(tg.read(tmp_path / "echo.c"), "x")
    assert (run.configuration.output, run.configuration.exit_code, run.executor) == (b"x", 9, "compiled")
    assert tg.run(str(tmp_path / "echo.c"), b"y", executor="python").configuration.output == b"y"


def test_bytes_are_an_image_or_an_elf_file() -> None:
    assert tg.program(executable()) == tg.program(CODE) == tg.Program(CODE)
    data = b"\x13\0\0\0" + CODE + b"data"
    assert tg.program(data, entry=4, code=16) == tg.Program(data, entry=4, code=16)
    with pytest.raises(InputError, match="`entry` and `code` are for raw images"):
        tg.program(executable(), entry=4)


def test_files_of_other_names_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text("1")
    with pytest.raises(InputError, match=r"a program must be a file of \.c, \.s, \.bin, \.elf"):
        tg.program(tmp_path / "x.py")
    with pytest.raises(InputError, match="cannot read"):
        tg.program(tmp_path / "none.c")


def test_json_carries_programs_in_full() -> None:
    for seed in range(20):
        program = draw_machine(Random(seed))
        assert formats.parse(formats.serialise(program, "json"), "x.json") == program
    program = assemble(SOURCE, "three.s")
    found = formats.parse(formats.serialise(program, "json"), "x.json")
    assert found == program
    assert isinstance(found, tg.Program)
    for field in ("symbols", "lines", "source", "name"):
        assert getattr(found, field) == getattr(program, field)


@pytest.mark.parametrize(
    ("image", "message"),
    [("abc", "hexadecimal"), ("zz", "hexadecimal"), ("13000000", "the entry must be a multiple of 4")],
)
def test_wrong_json_is_refused(image: str, message: str) -> None:
    value = {"format": "turingrad", "version": 1, "kind": "program", "image": image, "entry": 4}
    with pytest.raises(FormatError, match=message):
        formats.from_object(value)


def test_assembly_and_images_are_written_if_they_say_all() -> None:
    program = assemble(SOURCE)
    assert formats.parse(formats.serialise(program, "assembly"), "x.s") == program
    raw = tg.program(CODE)
    assert formats.serialise(raw, "bin") == CODE
    assert formats.parse(CODE, "x.bin") == raw
    for target in ("bin", "c", "elf"):
        with pytest.raises(FormatError):
            formats.serialise(program, target)
    with pytest.raises(FormatError, match="cannot record a RAM size or an input"):
        formats.serialise(tg.Program(CODE, ram=1024), "assembly")


def test_programs_have_limits_of_their_own() -> None:
    forever = assemble("1: addi a0, a0, 1; bnez a0, 1b; j 1b")
    assert tg.run(forever, max_steps=5).steps == 5
    assert tg.run(assemble("li a0, 20000; 1: addi a0, a0, -1; bnez a0, 1b; ebreak")).steps > 10_000
