"""The processor's tokens: their numbers, texts and stream vectors.

    <unk> <bos> <pad> <halt> <trap>
    pc:0014   pc:outside                the instruction at byte 0x14 begins; an address that has no token
    page:03   the records that follow are in words 0xc0 to 0xff
    code:0c   data:0c   x10             a word of that page, or a register, begins: its value's bytes follow
    b0:2a     byte 0 of a value, more bytes follow
    b0:2a.    its last byte, the bytes above are 00          b0:2a-    its last byte, the bytes above are ff
    out:48    exit:00                   a byte of output; the exit code

A value is spelled from its lowest byte on and cut at its sign extension, so that 5 is `b0:05.` and -1 is `b0:ff-`. The
fourth byte is always the last: `b3:80.`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from turingrad._support.arrays import F64, I64
from turingrad.constructions.decoder.features import Features
from turingrad.constructions.decoder.processor.options import PAGE_BITS, ProcessorOptions
from turingrad.constructions.decoder.processor.stream import PLACES

SPECIAL = ("<unk>", "<bos>", "<pad>", "<halt>", "<trap>")
UNKNOWN_ID, BOS_ID, PAD_ID, HALT_ID, TRAP_ID = range(len(SPECIAL))
MORE, ZEROS, ONES = range(3)  # what follows a byte of a value: another byte, or nothing above it but 00 or ff
ENDINGS = ("", ".", "-")
BYTES = 256
PAGE = 1 << PAGE_BITS


@dataclass(frozen=True)
class ProcessorVocabulary:
    """The tokens of a processor. Every kind is one range of numbers; the attributes are where each begins."""

    options: ProcessorOptions

    @property
    def special(self) -> tuple[str, ...]:
        """The texts of the first tokens, which begin and end sequences."""
        return SPECIAL

    @cached_property
    def byte(self) -> int:
        """Bytes of values: (place, ending, byte), the byte changing first; place 3 has one ending."""
        return len(SPECIAL)

    @cached_property
    def out(self) -> int:
        return self.byte + (3 * (PLACES - 1) + 1) * BYTES

    @cached_property
    def exit(self) -> int:
        return self.out + BYTES

    @cached_property
    def register(self) -> int:
        return self.exit + BYTES

    @cached_property
    def code(self) -> int:
        return self.register + 32

    @cached_property
    def data(self) -> int:
        return self.code + PAGE

    @cached_property
    def page(self) -> int:
        return self.data + PAGE

    @cached_property
    def outside(self) -> int:
        return self.page + (1 << self.options.word_bits - PAGE_BITS)

    @cached_property
    def pc(self) -> int:
        return self.outside + 1

    def __len__(self) -> int:
        return self.pc + (1 << self.options.code_bits)

    def byte_token(self, place: int, ending: int, value: int) -> int:
        kind = 3 * place + (0 if place == PLACES - 1 else ending)
        return self.byte + kind * BYTES + value

    def spelled_byte(self, token: int) -> tuple[int, int, int]:
        """(place, ending, byte) of a byte token."""
        kind, value = divmod(token - self.byte, BYTES)
        return (3, ZEROS, value) if kind == 3 * (PLACES - 1) else (kind // 3, kind % 3, value)

    def value(self, number: int) -> list[int]:
        """The tokens that spell a 32-bit value."""
        tokens = []
        for place in range(PLACES):
            above = number >> 8 * (place + 1)
            ones = above == (1 << 8 * (3 - place)) - 1
            ending = ZEROS if above == 0 else ONES if ones else MORE
            tokens.append(self.byte_token(place, ending, number >> 8 * place & 0xFF))
            if ending != MORE:
                break
        return tokens

    @cached_property
    def texts(self) -> tuple[str, ...]:
        o = self.options
        digits = -(-(o.code_bits + 2) // 4)
        kinds = [(p, e) for p in range(PLACES) for e in ((MORE, ZEROS, ONES) if p < PLACES - 1 else (ZEROS,))]
        texts = [f"b{place}:{v:02x}{ENDINGS[ending]}" for place, ending in kinds for v in range(BYTES)]
        texts += [f"{kind}:{v:02x}" for kind in ("out", "exit") for v in range(BYTES)]
        texts += [f"x{k}" for k in range(32)]
        texts += [f"{kind}:{v:02x}" for kind in ("code", "data") for v in range(PAGE)]
        texts += [f"page:{v:02x}" for v in range(1 << o.word_bits - PAGE_BITS)]
        texts += ["pc:outside", *(f"pc:{4 * a:0{digits}x}" for a in range(1 << o.code_bits))]
        return (*SPECIAL, *texts)

    @cached_property
    def number(self) -> dict[str, int]:
        """A token's number by its text."""
        return {text: number for number, text in enumerate(self.texts)}

    def features_on(self, token: int) -> tuple[str, ...]:
        """The features that a token turns on, but `one`."""
        if token < self.byte:
            return ("bos",) if token == BOS_ID else ()
        if token < self.out:
            place, ending, value = self.spelled_byte(token)
            ended = () if ending == MORE else ("last",) if ending == ZEROS else ("last", "rest")
            say = f"say.b{place + 1}" if ending == MORE else "say.pc"
            return (f"place={place}", *ended, say, *bits_on("byte", value))
        if token < self.exit:
            return ("say.pc",)
        if token < self.register:
            return ("say.halt",)
        if token < self.code:
            return ("record", "is.reg", *bits_on("n", token - self.register))
        if token < self.data:
            return ("record", "is.image", "is.code", *bits_on("n", token - self.code))
        if token < self.page:
            return ("record", "is.image", *bits_on("n", token - self.data))
        if token < self.outside:
            return ("is.page", *bits_on("n", (token - self.page) << PAGE_BITS))
        if token == self.outside:
            return ("record", "is.pc")
        return ("record", "is.pc", "fetches", *bits_on("n", token - self.pc))

    def on(self, features: Features) -> list[I64]:
        """For each token the coordinates of the features that it turns on."""
        number = features.number
        return [np.array([number[name] for name in self.features_on(t)], np.int64) for t in range(len(self))]

    def embedding(self, features: Features) -> F64:
        """(tokens, width): what each token puts on the stream."""
        table = np.tile(features.vector(), (len(self), 1))
        for token, coordinates in enumerate(self.on(features)):
            table[token, coordinates] = 1.0
        return table


def bits_on(name: str, value: int) -> tuple[str, ...]:
    return tuple(f"{name}.{b}" for b in range(value.bit_length()) if value >> b & 1)
