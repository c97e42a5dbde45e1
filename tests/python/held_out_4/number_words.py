# ruff: noqa
"""Numbers to English words and back again."""

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = [(10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")]


def spell(n):
    if n < 0:
        return "minus " + spell(-n)
    if n < 20:
        return ONES[n]
    if n < 100:
        tens, ones = divmod(n, 10)
        return TENS[tens] + (f"-{ONES[ones]}" if ones else "")
    for value, name in SCALES:
        if n >= value:
            head, rest = divmod(n, value)
            words = f"{spell(head)} {name}"
            if not rest:
                return words
            joiner = " and " if rest < 100 else " "
            return words + joiner + spell(rest)


def parse(text):
    values = {w: i for i, w in enumerate(ONES)}
    values.update({w: 10 * i for i, w in enumerate(TENS) if w != "_"})
    scales = {name: value for value, name in SCALES}
    total = current = 0
    sign = 1
    for word in text.replace("-", " ").split():
        if word == "minus":
            sign = -1
        elif word == "and":
            continue
        elif word in values:
            current += values[word]
        elif word == "hundred":
            current *= 100
        elif word in scales:
            total += current * scales[word]
            current = 0
        else:
            raise ValueError(f"unknown word {word!r}")
    return sign * (total + current)


def main(value):
    if isinstance(value, str):
        try:
            n = parse(value)
        except ValueError as e:
            return str(e)
        return n, spell(n) == value
    words = spell(value)
    letters = sum(c.isalpha() for c in words)
    return words, letters, parse(words) == value


CASES = [
    (0,),
    (13,),
    (85,),
    (342,),
    (1001,),
    (-70250,),
    (1_000_000,),
    (2_147_483_647,),
    ("twelve thousand and six",),
    ("umpteen",),
    ("two hundred three",),
]
