# ruff: noqa
"""A gradebook with weighted categories, dropped scores, letters and a class report."""

from dataclasses import dataclass, field
from statistics import mean, median, pstdev

WEIGHTS = {"homework": 0.3, "quiz": 0.2, "exam": 0.5}
LETTERS = [(90, "A"), (80, "B"), (70, "C"), (60, "D")]


@dataclass
class Student:
    name: str
    scores: dict[str, list[float]] = field(default_factory=dict)

    def add(self, category: str, score: float) -> None:
        if category not in WEIGHTS:
            raise KeyError(category)
        if not 0 <= score <= 100:
            raise ValueError(f"{self.name}: {score} out of range")
        self.scores.setdefault(category, []).append(score)

    def average(self, category: str) -> float | None:
        scores = sorted(self.scores.get(category, []))
        if category == "homework" and len(scores) > 2:
            scores = scores[1:]
        return mean(scores) if scores else None

    @property
    def final(self) -> float:
        parts = {c: a for c in WEIGHTS if (a := self.average(c)) is not None}
        if not parts:
            return 0.0
        weight = sum(WEIGHTS[c] for c in parts)
        return sum(WEIGHTS[c] * a for c, a in parts.items()) / weight

    @property
    def letter(self) -> str:
        return next((letter for bound, letter in LETTERS if self.final >= bound), "F")


def report(students):
    lines = [f"{s.name:<10}{s.final:7.2f}  {s.letter}" for s in sorted(students, key=lambda s: (-s.final, s.name))]
    finals = [s.final for s in students]
    if finals:
        lines.append("-" * 20)
        lines.append(f"mean {mean(finals):.1f} median {median(finals):.1f} sd {pstdev(finals):.2f}")
    return lines


def main(records):
    students = {}
    problems = []
    for name, category, score in records:
        student = students.setdefault(name, Student(name))
        try:
            student.add(category, score)
        except KeyError as e:
            problems.append(f"no category {e}")
        except ValueError as e:
            problems.append(str(e))
    return report(list(students.values())), problems


CASES = [
    ([("Ann", "homework", 90), ("Ann", "exam", 95), ("Bob", "quiz", 70), ("Bob", "exam", 64.5)],),
    ([("Cy", "homework", s) for s in (10, 80, 90, 100)],),
    ([("Di", "project", 50), ("Di", "exam", 101)],),
    ([],),
    ([("Ed", "exam", 60), ("Flo", "exam", 59.99), ("Gus", "exam", 80), ("Hal", "exam", 80.0)],),
    (
        [
            ("Ivy", "homework", 70),
            ("Ivy", "homework", 75),
            ("Ivy", "quiz", 88.8),
            ("Jo", "quiz", 100),
            ("Jo", "homework", 92),
        ],
    ),
]
