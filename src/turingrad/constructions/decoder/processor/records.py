"""Block 0: whose record the token is in, and which value ends here.

Five heads find the last token that begins a record, the last page, and the last bytes of places 0, 1 and 2. Bytes that
an earlier record spelled are found, too; they are not used, since a value's last token knows how many bytes it has.
"""

from __future__ import annotations

from collections.abc import Iterator

from turingrad.constructions.decoder.blueprint import Block, Lookup, Unit, conjunction, step
from turingrad.constructions.decoder.processor.literals import bits, off, on, weighted_bits
from turingrad.constructions.decoder.processor.options import PAGE_BITS, ProcessorOptions


def records(options: ProcessorOptions) -> Block:
    words = options.word_bits
    pages = bits("page", words - PAGE_BITS, PAGE_BITS)
    kinds = (("fetches", "exec"), ("is.image", "image"), ("is.code", "code"), ("is.reg", "reg"))
    whose = (*zip(bits("n", words), bits("pc", words), strict=True), *kinds)
    which = tuple(zip(bits("n", words - PAGE_BITS, PAGE_BITS), pages, strict=True))
    lookups = [
        Lookup("last record", (), whose, "bos", flags=("record",)),
        Lookup("last page", (), which, "bos", flags=("is.page",), apart=2),
    ]
    for place, name in enumerate(("w", "g1", "g2")):
        copies = tuple(zip(bits("byte", 8), bits(name, 8), strict=True))
        lookups.append(Lookup(f"last byte {place}", (), copies, "bos", flags=(f"place={place}",), apart=2))
    units = (*address_units(options), *value_units(), *increment_units(options))
    return Block("records", tuple(lookups), units, shared=True)


def address_units(options: ProcessorOptions) -> Iterator[Unit]:
    """The page of words of the image; the last byte of a word of code."""
    for b in range(PAGE_BITS, options.word_bits):
        yield conjunction(on("image", f"page.{b}"), on(f"pc.{b}"), label=f"page bit {b} of an image's word")
    yield conjunction(on("code", "last"), on("codeword"), label="a word of code ends")


def value_units() -> Iterator[Unit]:
    """w from byte 8 on: spelled bytes, and the sign extension above the last."""
    for j in range(8):
        yield conjunction(on(f"g1.{j}") + off("place=0"), on(f"w.{8 + j}"), label="byte 1 of the value")
        yield conjunction(on(f"g2.{j}") + off("place=0", "place=1"), on(f"w.{16 + j}"), label="byte 2 of the value")
        yield conjunction(on(f"byte.{j}", "place=3"), on(f"w.{24 + j}"), label="byte 3 of the value")
    for place in range(3):
        above = bits("w", 24 - 8 * place, 8 + 8 * place)
        yield conjunction(on(f"place={place}", "rest"), on(*above), label=f"sign extension above byte {place}")


def increment_units(options: ProcessorOptions) -> Iterator[Unit]:
    """next = pc + 1: bit k of S = (pc mod 2^(k+1)) + 1 <= 2^(k+1) is [S >= 2^k] - [S >= 2^(k+1)]."""
    c = options.code_bits
    for k in range(c + 1):
        terms, label = weighted_bits("pc", min(k + 1, c)), f"bit {k} of pc + 1"
        yield from step(terms, 2 - (1 << k), on(f"next.{k}"), label=label)
        yield from step(terms, 2 - (2 << k), off(f"next.{k}"), label=label)
