"""Broken bytes, fixed by their source of random numbers. Random machines are drawn by their kinds."""

from __future__ import annotations

from random import Random

# Marks and words of the formats, whole and broken, then bytes and letters that trouble any reader.
WORDS = rb"""
{ } [ ] : , - ? # ' " | > % @ ` \ *a &a !!str --- ... <<: ~ null table source read write blank tapes accept
< </ /> <!DOCTYPE <!-- ]]> <![CDATA[ &lt; &#0; &x; <?x <read/> <final/> .model .names .end INPUT( aag
-1 1e999 NaN true \ud800 \u0000 "rules" "states" "halting" {"a": 1RB R L _ while if def halt(+1) up() (( lambda
"""
TROUBLE = (b"\x00", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\xf0\x9f\x90\x9d", b"\xe2\x80\xa8", b"\r", b"\t", b"9" * 400)
LONG = (b"[" * 200, b"{" * 200, b"- " * 200, b"<a>" * 40, b"\n\n  ", b"\n---\n", b": ", b", ", b"    " * 60)
PIECES = (*WORDS.split(), *TROUBLE, *LONG)


def broken(rng: Random, data: bytes) -> bytes:
    """One to six cuts, copies, insertions and flips."""
    for _ in range(rng.randint(1, 6)):
        start = rng.randint(0, len(data))
        end = min(len(data), start + rng.choice((0, 1, 2, 7, 40, 300)))
        kind = rng.choice(("cut", "insert", "copy", "flip", "flip", "truncate"))
        if kind == "cut":
            data = data[:start] + data[end:]
        elif kind == "insert":
            data = data[:start] + rng.choice(PIECES) + data[start:]
        elif kind == "copy":
            to = rng.randint(0, len(data))
            data = data[:to] + data[start:end] + data[to:]
        elif kind == "flip" and start < len(data):
            data = data[:start] + bytes([rng.randrange(256)]) + data[start + 1 :]
        elif kind == "truncate" and rng.random() < 0.3:
            data = data[:start]
    return data
