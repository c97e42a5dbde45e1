# ruff: noqa
"""A lending library: members, holds, due dates and fines, driven by a list of events."""

from collections import defaultdict, deque


class LibraryError(Exception):
    pass


class Member:
    limit = 2

    def __init__(self, name):
        self.name = name
        self.loans = {}
        self.fines = 0.0

    def __repr__(self):
        return f"Member({self.name}, loans={sorted(self.loans)}, fines={self.fines:.2f})"


class Student(Member):
    limit = 3


class Library:
    PERIOD = 14
    RATE = 0.25

    def __init__(self, titles):
        self.copies = defaultdict(int)
        for title in titles:
            self.copies[title] += 1
        self.holds = defaultdict(deque)
        self.members = {}

    def join(self, name, student=False):
        self.members[name] = Student(name) if student else Member(name)

    def borrow(self, day, name, title):
        member = self.members[name]
        if title not in self.copies:
            raise LibraryError(f"{title} is not in the catalogue")
        if len(member.loans) >= member.limit:
            raise LibraryError(f"{name} has {member.limit} loans already")
        if member.fines > 1:
            raise LibraryError(f"{name} owes {member.fines:.2f}")
        if not self.copies[title]:
            self.holds[title].append(name)
            raise LibraryError(f"{title} is out, {name} is number {len(self.holds[title])}")
        self.copies[title] -= 1
        member.loans[title] = day + self.PERIOD

    def give_back(self, day, name, title):
        due = self.members[name].loans.pop(title)
        self.members[name].fines += max(0, day - due) * self.RATE
        self.copies[title] += 1
        if self.holds[title]:
            self.borrow(day, self.holds[title].popleft(), title)


def main(titles, events):
    library = Library(titles)
    messages = []
    for day, action, *args in events:
        try:
            if action == "join":
                library.join(*args)
            else:
                getattr(library, action)(day, *args)
        except LibraryError as e:
            messages.append(f"day {day}: {e}")
        except KeyError as e:
            messages.append(f"day {day}: unknown {e}")
    return messages, [repr(m) for m in library.members.values()], dict(library.copies)


JOIN = [(0, "join", "ann"), (0, "join", "bob", True)]
CASES = [
    (["Emma", "Ulysses"], JOIN + [(1, "borrow", "ann", "Emma"), (20, "give_back", "ann", "Emma")]),
    (["Emma"], JOIN + [(1, "borrow", "ann", "Emma"), (2, "borrow", "bob", "Emma"), (9, "give_back", "ann", "Emma")]),
    (["A", "B", "C"], JOIN + [(i, "borrow", "ann", t) for i, t in enumerate("ABC")]),
    (["A"], JOIN + [(0, "borrow", "cy", "A"), (0, "give_back", "bob", "A"), (3, "borrow", "bob", "Z")]),
    (["A", "A"], JOIN + [(0, "borrow", "ann", "A"), (60, "give_back", "ann", "A"), (61, "borrow", "ann", "A")]),
    ([], []),
]
