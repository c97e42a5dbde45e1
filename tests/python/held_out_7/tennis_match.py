# ruff: noqa
"""Keep the score of a tennis match, point by point, with deuce, tie-breaks and sets."""


class Game:
    NAMES = ["0", "15", "30", "40"]

    def __init__(self, target=4):
        self.points = [0, 0]
        self.target = target

    def score(self, player):
        self.points[player] += 1
        mine, theirs = self.points[player], self.points[1 - player]
        return mine >= self.target and mine - theirs >= 2

    def __str__(self):
        a, b = self.points
        if self.target == 7:
            return f"{a}-{b}"
        if a >= 3 and b >= 3:
            return "deuce" if a == b else f"advantage {'AB'[b > a]}"
        return f"{self.NAMES[a]}-{self.NAMES[b]}"


class Match:
    def __init__(self, sets_to_win=2):
        self.sets_to_win = sets_to_win
        self.finished = []
        self.games = [0, 0]
        self.game = Game()
        self.winner = None

    def point(self, player):
        if self.winner is not None:
            raise RuntimeError("the match is over")
        if not self.game.score(player):
            return
        self.games[player] += 1
        mine, theirs = self.games[player], self.games[1 - player]
        if mine == 7 or (mine == 6 and theirs <= 4):
            self.finished.append(tuple(self.games))
            self.games = [0, 0]
            won = sum(1 for s in self.finished if s[player] > s[1 - player])
            if won == self.sets_to_win:
                self.winner = "AB"[player]
        self.game = Game(7 if self.games == [6, 6] else 4)

    def __str__(self):
        sets = " ".join(f"{a}-{b}" for a, b in self.finished)
        if self.winner:
            return f"{self.winner} wins {sets}"
        return f"{sets} {self.games[0]}-{self.games[1]} ({self.game})".strip()


def main(points, sets_to_win=2):
    match = Match(sets_to_win)
    for played, letter in enumerate(points):
        try:
            match.point("AB".index(letter))
        except RuntimeError as e:
            return f"{match} ({e} after {played} points)"
        except ValueError:
            continue
    return str(match)


CASES = [
    ("",),
    ("AABB",),
    ("ABABABA",),
    ("ABABABAB?BB",),
    ("AAAA" * 6 + "BBBB" * 2 + "BA",),
    ("AAAA" * 24 + "B",),
    (("AAAA" + "BBBB") * 6 + "ABABAB", 1),
    (("AAAA" + "BBBB") * 6 + "B" * 7, 1),
    ("BBBB" * 5 + "AAAA" * 5 + "BBBB" * 2, 1),
]
