# ruff: noqa
"""Group names that sound alike: the Soundex code and an index of it."""

from itertools import groupby

CODES = {}
for digit, letters in enumerate(["bfpv", "cgjkqsxz", "dt", "l", "mn", "r"], start=1):
    for letter in letters:
        CODES[letter] = str(digit)


def soundex(name: str) -> str:
    name = "".join(ch for ch in name.lower() if ch.isalpha())
    if not name:
        raise ValueError("empty name")
    digits = [(CODES.get(ch, ""), ch) for ch in name if ch not in "hw" or ch == name[0]]
    collapsed = [key for key, _ in groupby(d for d, _ in digits)]
    first = CODES.get(name[0], "")
    if collapsed and collapsed[0] == first:
        collapsed = collapsed[1:]
    code = name[0].upper() + "".join(collapsed)
    return code[:4].ljust(4, "0")


def build_index(names):
    index = {}
    skipped = []
    for name in names:
        try:
            index.setdefault(soundex(name), []).append(name)
        except ValueError:
            skipped.append(name)
    return index, skipped


def main(names, query):
    index, skipped = build_index(names)
    matches = sorted(index.get(soundex(query), []))
    crowded = {code: group for code, group in sorted(index.items()) if len(group) > 1}
    return {"matches": matches, "crowded": crowded, "skipped": len(skipped)}


PEOPLE = ["Robert", "Rupert", "Rubin", "Ashcraft", "Ashcroft", "Tymczak", "Pfister", "Honeyman", "O'Hara", "Ohara"]
CASES = [
    (PEOPLE, "Robbert"),
    (PEOPLE, "ashcrift"),
    (PEOPLE, "o hara"),
    (["Smith", "Smyth", "Schmidt", "Smithe", "", "123"], "Smeth"),
    ([], "Nobody"),
    (["Lee", "Leigh", "Li", "Lea"], "Lie"),
    (["Washington", "Wu", "DeSmet", "Gutierrez", "Jackson", "VanDeusen"], "Gutierres"),
]
