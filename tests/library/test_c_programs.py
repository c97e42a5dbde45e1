"""The programs of the library against the same sources, compiled for the host."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.native import native_run, require_tools
from turingrad.library.programs.c_programs import NAMES, c_source, program, sentence_of
from turingrad.machine.program.run import run

INPUTS: dict[str, tuple[bytes, ...]] = {
    "sha256": (bytes(range(256)), b"x" * 55, b"x" * 56),
    "lisp": (b"(define f (lambda (x) (+ x x))) (f -21) (cons 1 (quote (a b)))", b"(car 1)", b"(+ 1", b"nobody"),
    "brainfuck": (b",[.,]!echo", b"+[", b"++++++[>++++++++<-]>."),
    "calc": (b"2 3 + 4 *", b"7 2 / 7 2 % 0 7 - 2 /", b"1 0 /", b"+", b"2147483647 1 +", b"0 7 - 0 3 - *"),
    "learn": (b"+- +\n-+ -\n--\n+-\n-+\n", b"\n\n"),
}
SLOW_STEPS = 5_000_000


@pytest.mark.parametrize("name", NAMES)
def test_a_program_does_what_it_does_on_the_host(name: str, tmp_path: Path) -> None:
    require_tools()
    for given in (b"", *INPUTS.get(name, ())):
        result = run(program(name), given, max_steps=SLOW_STEPS)
        last = result.configuration
        assert last.trap is None
        assert (last.output, last.exit_code) == native_run(c_source(name), given, tmp_path)


def test_the_hash_is_the_hash() -> None:
    require_tools()
    given = b"turingrad" * 20
    assert run(program("sha256"), given).configuration.output.decode().strip() == hashlib.sha256(given).hexdigest()


def test_every_program_says_what_it_does() -> None:
    assert {name: bool(sentence_of(name).endswith(".")) for name in NAMES} == dict.fromkeys(NAMES, True)
    assert sentence_of("hello") == "Says hello: the shortest C program that shows anything."


def test_instructions_have_their_source_lines() -> None:
    require_tools()
    found = program("fib")
    lines = c_source("fib").splitlines()
    main = dict(found.symbols)["main"]
    assert "main" in lines[found.line_at[main] - 1]
    assert found.source == c_source("fib")
    assert 0 not in found.line_at  # the start is not the user's
