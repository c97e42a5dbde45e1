# ruff: noqa
"""The Playfair cipher: key square, digraph rules, encryption and decryption."""

from string import ascii_uppercase

ALPHABET = ascii_uppercase.replace("J", "")


class Playfair:
    def __init__(self, key):
        letters = self.clean(key) + ALPHABET
        self.square = "".join(dict.fromkeys(letters))
        self.where = {c: divmod(i, 5) for i, c in enumerate(self.square)}

    @staticmethod
    def clean(text):
        return "".join(c for c in text.upper().replace("J", "I") if c in ALPHABET)

    def at(self, row, col):
        return self.square[row % 5 * 5 + col % 5]

    @classmethod
    def digraphs(cls, text):
        letters = cls.clean(text)
        i = 0
        while i < len(letters):
            a = letters[i]
            b = letters[i + 1] if i + 1 < len(letters) else None
            filler = "X" if a != "X" else "Q"
            if b is None or a == b:
                yield a, filler
                i += 1
            else:
                yield a, b
                i += 2

    def shift(self, a, b, step):
        (ra, ca), (rb, cb) = self.where[a], self.where[b]
        if ra == rb:
            return self.at(ra, ca + step) + self.at(rb, cb + step)
        if ca == cb:
            return self.at(ra + step, ca) + self.at(rb + step, cb)
        return self.at(ra, cb) + self.at(rb, ca)

    def encrypt(self, text):
        return "".join(self.shift(a, b, 1) for a, b in self.digraphs(text))

    def decrypt(self, text):
        return "".join(self.shift(a, b, -1) for a, b in zip(text[::2], text[1::2]))


def main(key, message):
    cipher = Playfair(key)
    secret = cipher.encrypt(message)
    rows = [cipher.square[i : i + 5] for i in range(0, 25, 5)]
    blocks = " ".join(secret[i : i + 5] for i in range(0, len(secret), 5))
    return rows, blocks, cipher.decrypt(secret)


CASES = [
    ("playfair example", "Hide the gold in the tree stump"),
    ("monarchy", "instruments"),
    ("", "jazz"),
    ("KEY", ""),
    ("zebra", "XX marks the spot!"),
    ("secret", "a"),
]
