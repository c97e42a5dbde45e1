# ruff: noqa
"""Scores ten-pin bowling games written as X, /, - and digits."""


def rolls(card):
    pins = []
    for mark in card.upper().replace(" ", ""):
        if mark == "X":
            pins.append(10)
        elif mark == "/":
            if not pins:
                raise ValueError("spare without a first roll")
            pins.append(10 - pins[-1])
        elif mark == "-":
            pins.append(0)
        elif mark.isdigit():
            pins.append(int(mark))
        else:
            raise ValueError(f"unknown mark {mark}")
    return pins


def frames(pins):
    i = 0
    for frame in range(10):
        if i >= len(pins):
            return
        if pins[i] == 10:
            yield "strike", pins[i : i + 3], 3
            i += 1
        elif sum(pins[i : i + 2]) == 10:
            yield "spare", pins[i : i + 3], 3
            i += 2
        elif sum(pins[i : i + 2]) > 10:
            raise ValueError(f"too many pins in frame {frame + 1}")
        else:
            yield "open", pins[i : i + 2], 2
            i += 2


def main(card):
    try:
        totals, kinds, running = [], {"strike": 0, "spare": 0, "open": 0}, 0
        for kind, counted, needed in frames(rolls(card)):
            kinds[kind] += 1
            if len(counted) < needed:
                totals.append(None)  # still waiting for rolls
                continue
            running += sum(counted)
            totals.append(running)
    except ValueError as error:
        return f"error: {error}"
    finished = len(totals) == 10 and None not in totals
    return totals, kinds, finished


CASES = [
    ("X X X X X X X X X X X X",),
    ("9- 9- 9- 9- 9- 9- 9- 9- 9- 9-",),
    ("5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5",),
    ("X 7/ 9- X -8 8/ -6 X X X81",),
    ("X 34 X",),
    ("/5",),
    ("77",),
    ("12 Q",),
    ("",),
]
