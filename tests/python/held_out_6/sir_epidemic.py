# ruff: noqa
"""An epidemic on a contact network: susceptible, infected, recovered, day by day."""

import random
from enum import Enum, auto


class State(Enum):
    SUSCEPTIBLE = auto()
    INFECTED = auto()
    RECOVERED = auto()


class Person:
    def __init__(self, ident):
        self.ident = ident
        self.state = State.SUSCEPTIBLE
        self.days_left = 0
        self.contacts = set()

    def infect(self, duration):
        self.state = State.INFECTED
        self.days_left = duration


class Epidemic:
    def __init__(self, n, degree, p, duration, seed):
        self.rng = random.Random(seed)
        self.p = p
        self.duration = duration
        self.people = [Person(i) for i in range(n)]
        for person in self.people:
            for _ in range(degree):
                other = self.rng.choice(self.people)
                if other is not person:
                    person.contacts.add(other.ident)
                    other.contacts.add(person.ident)
        self.people[0].infect(duration)

    def count(self, state):
        return sum(person.state is state for person in self.people)

    def day(self):
        infected = [p for p in self.people if p.state is State.INFECTED]
        for person in infected:
            for c in sorted(person.contacts):
                other = self.people[c]
                if other.state is State.SUSCEPTIBLE and self.rng.random() < self.p:
                    other.infect(self.duration)
            person.days_left -= 1
            if person.days_left <= 0:
                person.state = State.RECOVERED

    def run(self, max_days=60):
        history = []
        for _ in range(max_days):
            history.append(self.count(State.INFECTED))
            if not history[-1]:
                break
            self.day()
        return history


def main(n, degree, p, duration, seed):
    epidemic = Epidemic(n, degree, p, duration, seed)
    history = epidemic.run()
    attack = 1 - epidemic.count(State.SUSCEPTIBLE) / n
    return {
        "peak": max(history),
        "day": history.index(max(history)),
        "attack": f"{attack:.1%}",
        "history": history[:15],
    }


CASES = [
    (60, 3, 0.2, 3, 1),
    (60, 3, 0.05, 2, 2),
    (30, 4, 1.0, 1, 3),
    (20, 0, 0.5, 4, 4),
    (80, 2, 0.3, 5, 5),
    (1, 2, 1.0, 1, 6),
]
