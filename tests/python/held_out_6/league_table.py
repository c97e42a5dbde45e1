# ruff: noqa
"""A football league table from results, sorted by points, goal difference and goals."""

from collections import namedtuple
import re

Row = namedtuple("Row", "team played won drawn lost scored against points")
RESULT = re.compile(r"^(?P<home>[\w ]+?) (?P<hg>\d+)-(?P<ag>\d+) (?P<away>[\w ]+)$")


class Team:
    def __init__(self, name):
        self.name = name
        self.won = self.drawn = self.lost = 0
        self.scored = self.against = 0

    def record(self, mine, theirs):
        self.scored += mine
        self.against += theirs
        if mine > theirs:
            self.won += 1
        elif mine == theirs:
            self.drawn += 1
        else:
            self.lost += 1

    def row(self):
        played = self.won + self.drawn + self.lost
        points = 3 * self.won + self.drawn
        return Row(self.name, played, self.won, self.drawn, self.lost, self.scored, self.against, points)


def read(lines):
    teams = {}
    bad = []
    for line in lines:
        match = RESULT.match(line.strip())
        if not match:
            bad.append(line)
            continue
        home = teams.setdefault(match["home"], Team(match["home"]))
        away = teams.setdefault(match["away"], Team(match["away"]))
        hg, ag = int(match["hg"]), int(match["ag"])
        home.record(hg, ag)
        away.record(ag, hg)
    return teams, bad


def main(text):
    teams, bad = read(text.strip().split("\n") if text else [])
    rows = sorted((t.row() for t in teams.values()), key=lambda r: (-r.points, r.against - r.scored, -r.scored, r.team))
    width = max((len(r.team) for r in rows), default=4)
    lines = [f"{'Team':<{width}}  P  W  D  L   GD Pts"]
    for r in rows:
        lines.append(
            f"{r.team:<{width}} {r.played:2} {r.won:2} {r.drawn:2} {r.lost:2} {r.scored - r.against:+4d} {r.points:3}"
        )
    if bad:
        lines.append(f"({len(bad)} unreadable)")
    return "\n".join(lines)


CASES = [
    ("Reds 2-1 Blues\nGreens 0-0 Reds\nBlues 3-0 Greens",),
    ("Real Town 1-0 Old City\nOld City 2-2 Real Town",),
    ("",),
    ("A 1-1 B\nnonsense\nB x-1 C",),
    ("A 10-0 B\nB 1-0 C\nC 1-0 A\nA 0-0 C",),
    ("North 1-2 South\nSouth 1-2 North\nEast 5-5 West\nWest 0-1 North\nSouth 4-0 East",),
]
