"""Data files: what is written is read again, both encodings are told apart, and bad files are pointed at."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.errors import FormatError, InputError, LimitError, TuringradError
from turingrad.tasks import parse_csv, read_csv, write_csv


@st.composite
def data_sets(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    m, d = draw(st.integers(1, 8)), draw(st.integers(1, 6))
    bits = draw(st.lists(st.sampled_from((-1, 1)), min_size=m * (d + 1), max_size=m * (d + 1)))
    table = np.array(bits, dtype=np.int8).reshape(m, d + 1)
    return table[:, :-1], table[:, -1]


@given(examples=data_sets(), encoding=st.sampled_from(("pm1", "01")))
@settings(deadline=None, max_examples=60)
def test_what_is_written_is_read_again(tmp_path_factory, examples, encoding) -> None:
    path = tmp_path_factory.mktemp("csv") / "data.csv"
    write_csv(path, *examples, encoding=encoding)
    read = read_csv(path, encoding)
    np.testing.assert_array_equal(read.X, examples[0])
    np.testing.assert_array_equal(read.y, examples[1])
    assert (read.X.dtype, read.y.dtype, read.encoding) == (np.int8, np.int8, encoding)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("1,-1\n1,1\n", "pm1"), ("1,0\n1,1\n", "01"), ("0,1\n", "01"), ("1,1\n", "pm1"), ("+1.0,-1.0\n", "pm1")],
)
def test_auto_states_the_encoding_it_found(text: str, encoding: str) -> None:
    assert parse_csv(text).encoding == encoding


def test_the_last_column_is_the_label_and_zero_reads_as_minus_one() -> None:
    read = parse_csv("0,1,1\n1,1,0\n")
    assert read.X.tolist() == [[-1, 1], [1, 1]]
    assert read.y.tolist() == [1, -1]


@pytest.mark.parametrize(
    "text", ["a,b,y\n1,-1,1\n", "\ufeffa,b,y\r\n1,-1,1\r\n", '"a" , "b", y\n\n"1", -1 ,+1', "1,-1,1", "a,b,y\r1,-1,1\r"]
)
def test_header_quotes_blank_lines_and_line_ends_do_not_matter(tmp_path: Path, text: str) -> None:
    path = tmp_path / "data.csv"
    path.write_bytes(text.encode())
    read = read_csv(path)
    assert (read.X.tolist(), read.y.tolist()) == ([[1, -1]], [1])


def test_column_names_come_from_the_header_or_are_numbered() -> None:
    assert parse_csv("wet,cold,rain\n1,-1,1\n").names == ("wet", "cold", "rain")
    assert parse_csv("1,-1,1\n").names == ("x1", "x2", "y")


@pytest.mark.parametrize(
    ("text", "encoding", "line", "column", "says"),
    [
        ("1,-1\n1,1,1\n", "auto", 2, 5, "this row has 3 fields; the first one has 2"),
        ("1,-1,1\n1\n", "auto", 2, 2, "this row has 1 field;"),
        ("1,-1\n1,2\n", "auto", 2, 3, "field 2 is '2'"),
        ("1,-1\n1,nan\n", "auto", 2, 3, "field 2 is 'nan'"),
        ("1,-1\n , 1\n", "auto", 2, 2, "field 1 is empty"),
        ("a,b\n\n1, x\n", "auto", 3, 4, "field 2 is 'x'"),
        ("a,1\n1,1\n", "auto", 1, 1, "field 1 is 'a'"),
        ("1,-1\n1,0\n", "auto", 2, 3, "field 2 is 0 in a file of -1 and"),
        ("a,b\n\n1,1\n1,0\n-1,0\n", "auto", 5, 1, "field 1 is -1 in a file of 0 and 1"),
        ("1,0\n", "pm1", 1, 3, "field 2 is 0"),
        ("1,-1\n", "01", 1, 3, "field 2 is -1"),
        ("1;-1\n", "auto", 1, 1, "is ';' the separator"),
        ("1\n1\n", "auto", 1, 1, "this row has one field"),
        ("", "auto", None, None, "there are no examples"),
        ("a,b\n", "auto", None, None, "there are no examples"),
        (f"1,{'9' * 5000}\n", "auto", 1, 3, "field 2 is '99999999999999999999...'"),
    ],
)
def test_a_bad_file_is_pointed_at(text: str, encoding: str, line: int, column: int, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_csv(text, encoding, source="f.csv")
    assert says in caught.value.message
    assert (caught.value.source, caught.value.line, caught.value.column) == ("f.csv", line, column)


def test_a_file_over_the_limit_is_refused_and_the_limit_can_be_raised(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text("1,-1\n" * 100)
    with pytest.raises(LimitError, match="larger than 100 bytes"):
        read_csv(path, max_bytes=100)
    assert len(read_csv(path, max_bytes=500).y) == 100


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_bytes(b"1,1\n\xff\xfe\n")
    with pytest.raises(FormatError, match="not UTF-8") as caught:
        read_csv(path)
    assert caught.value.line == 2


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(InputError, match="cannot read"):
            read_csv(path)


def test_an_unknown_encoding_is_refused() -> None:
    with pytest.raises(InputError, match="auto, pm1, 01"):
        parse_csv("1,1\n", "hex")


@pytest.mark.parametrize(
    ("X", "y", "options"),
    [
        ([[1, 0]], [1], {}),
        ([[1, 1]], [1, 1], {}),
        ([[1, 1]], [1], {"encoding": "auto"}),
        ([[1, 1]], [1], {"names": ("a", "b")}),
        ([[1]], [1], {"names": ("a,b", "c")}),
        ([[1]], [1], {"names": ("1", "c")}),
    ],
)
def test_what_could_not_be_read_again_is_not_written(tmp_path: Path, X, y, options) -> None:
    with pytest.raises(InputError):
        write_csv(tmp_path / "data.csv", np.array(X, dtype=np.int8), np.array(y, dtype=np.int8), **options)
    assert not (tmp_path / "data.csv").exists()


@given(text=st.text(alphabet='01+-.,;" \n\rnaxe²', max_size=60))
@settings(deadline=None, max_examples=300)
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        read = parse_csv(text)
        labels = [read.X, read.y]
    except TuringradError:
        labels = []
    assert all(np.isin(part, (-1, 1)).all() for part in labels)
