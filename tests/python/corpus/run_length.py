"""Run-length encoding and decoding with itertools.groupby."""

from itertools import groupby


def encode(text):
    pieces = []
    for ch, run in groupby(text):
        n = len(list(run))
        pieces.append(f"{n}{ch}" if n > 1 else ch)
    return "".join(pieces)


def decode(text):
    out = []
    count = ""
    for ch in text:
        if ch.isdigit():
            count += ch
        else:
            out.append(ch * int(count or 1))
            count = ""
    return "".join(out)


def main(text):
    short = encode(text)
    print(f"{text!r:>20} -> {short!r}")
    return short, decode(short) == text, len(short) / len(text) if text else 1.0


CASES = [("",), ("a",), ("aaabccd",), ("WWWWWWWWWWWWB",), ("abc",), ("  xx  ",), ("z" * 120,)]
