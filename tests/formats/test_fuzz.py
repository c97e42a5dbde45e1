"""Mutated files give a machine or a clear error: never another exception, never an endless wait."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.data import data_files, file_label
from turingrad import formats
from turingrad.errors import TuringradError
from turingrad.formats import Machine

# Marks and words of the formats, whole and broken: YAML, XML, JSON, then bytes and letters that trouble any reader.
WORDS = rb"""
{ } [ ] : , - ? # ' " | > % @ ` \ *a &a !!str --- ... <<: ~ null table source read write blank tapes accept
< </ /> <!DOCTYPE <!-- ]]> <![CDATA[ &lt; &#0; &x; <?x <read/> <final/> <turingrad>
-1 1e999 NaN true \ud800 \u0000 "rules" "states" "halting" {"a": 1RB R L _
"""
TROUBLE = (b"\x00", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\xf0\x9f\x90\x9d", b"\xe2\x80\xa8", b"\r", b"\t", b"9" * 400)
LONG = (b"[" * 200, b"{" * 200, b"- " * 200, b"<a>" * 40, b"\n\n  ", b"\n---\n", b": ", b", ", b"source code: |\n")
PIECES = (*WORDS.split(), *TROUBLE, *LONG)


@st.composite
def mutations(draw: st.DrawFn, data: bytes) -> bytes:
    """One to six cuts, copies and insertions."""
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 1, 2, 7, 40, 300])))
        kind = draw(st.sampled_from(["cut", "insert", "copy", "flip", "truncate"]))
        if kind == "cut":
            data = data[:start] + data[end:]
        elif kind == "insert":
            data = data[:start] + draw(st.sampled_from(PIECES)) + data[start:]
        elif kind == "copy":
            to = draw(st.integers(0, len(data)))
            data = data[:to] + data[start:end] + data[to:]
        elif kind == "flip" and start < len(data):
            data = data[:start] + bytes([draw(st.integers(0, 255))]) + data[start + 1 :]
        elif kind == "truncate":
            data = data[:start]
    return data


def outcome(data: bytes, source: str, format: str | None = None) -> Machine | TuringradError:
    try:
        return formats.parse(data, source, format)
    except TuringradError as error:
        return error


def assert_read_or_refused(data: bytes, source: str) -> None:
    """A file is read, and what was read can be written as JSON and read again, or it is refused with a message."""
    found = outcome(data, source)
    if isinstance(found, TuringradError):
        assert str(found)
    else:
        assert formats.parse(formats.serialise(found, "json"), "again", "json") == found


@pytest.mark.parametrize("path", data_files("machines"), ids=file_label)
def test_a_mutated_file_is_read_or_refused(path: Path) -> None:
    original = path.read_bytes()

    @settings(max_examples=60)
    @given(mutations(original), st.booleans())
    def check(data: bytes, named: bool) -> None:
        assert_read_or_refused(data, path.name if named else "unnamed")

    check()


@pytest.mark.slow
@pytest.mark.parametrize("path", data_files("machines"), ids=file_label)
def test_a_mutated_file_is_read_or_refused_a_thousand_times(path: Path) -> None:
    original = path.read_bytes()

    @settings(max_examples=1000)
    @given(mutations(original), st.booleans())
    def check(data: bytes, named: bool) -> None:
        assert_read_or_refused(data, path.name if named else "unnamed")

    check()


ANY_BYTES = st.binary(max_size=200) | st.lists(st.sampled_from(PIECES)).map(b" ".join)


@settings(max_examples=150)
@given(st.sampled_from(list(formats.FORMATS)), ANY_BYTES)
def test_any_bytes_are_read_or_refused(format: str, data: bytes) -> None:
    found = outcome(data, "bytes", format)
    assert isinstance(found, TuringradError) or formats.kind_of(found) in formats.FORMATS[format].kinds


MANY_STATES = b"".join(b" s%d:\n" % i for i in range(50_000))
HOSTILE = {
    "YAML brackets": ("m.yaml", b"[" * 500_000),
    "YAML braces": ("m.yaml", b"{" * 500_000),
    "YAML dashes": ("m.yaml", b"- " * 500_000),
    "YAML question marks": ("m.yaml", b"? " * 500_000),
    "YAML empty lines": ("m.yaml", b"\n" * 2_000_000),
    "YAML one long key": ("m.yaml", b"a" * 2_000_000 + b": b"),
    "YAML wrapped brackets": ("m.yaml", b"source code: |\n  " + b"[" * 500_000),
    "YAML many states": ("m.yaml", b"blank: 0\nstart state: q\ntable:\n" + MANY_STATES),
    "JSON brackets": ("m.json", b"[" * 1_000_000),
    "JSON objects": ("m.json", b'{"a":' * 200_000),
    "JSON many keys": ("m.json", b"{" + b",".join(b'"%d":0' % i for i in range(200_000)) + b"}"),
    "XML elements": ("m.jff", b"<a>" * 500_000),
    "XML attributes": ("m.jff", b"<a " + b" ".join(b'a%d=""' % i for i in range(50_000)) + b"/>"),
    "XML states of one name": (
        "m.jff",
        b"<structure><type>turing</type><automaton>"
        + b"".join(b'<state id="%d" name="q"/>' % i for i in range(30_000))
        + b"</automaton></structure>",
    ),
    "text dashes": ("m.txt", b"---" * 500_000),
    "text underscores": ("m.txt", b"_" * 1_000_000),
    "comments": ("m", b"#\n" * 500_000),
    "spaces": ("m", b" " * 3_000_000),
    "lines": ("m", b"\n" * 3_000_000),
    "zeros": ("m", bytes(3_000_000)),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_file_is_refused(case: str) -> None:
    source, data = HOSTILE[case]
    with pytest.raises(TuringradError):
        formats.parse(data, source)
