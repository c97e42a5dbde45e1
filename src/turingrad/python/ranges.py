"""Ranges of a learner's memory: a fixpoint of its update, or the number of updates as a bound."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import gcd

from turingrad.python.memory import MAX_PASSES, Field, Place, Widening, format_place
from turingrad.python.numbers import subtract
from turingrad.python.passes import Followed, Passes
from turingrad.python.shapes import Range, range_of
from turingrad.python.values import Clash, Item, kind_of

ROUNDS = 6  # guesses of how much an update changes
PATIENCE = 24  # passes
QUICK_STEPS = 100_000  # a second or two


class Ranges(Passes):
    """Finds ranges that an update keeps."""

    def settle(
        self, widening: Widening, counted: dict[Place, Field], patience: int = 0
    ) -> tuple[dict[Place, Field], Followed, list[Place]]:
        """Ranges that are a fixed point; or the places that grow without bound. So many passes more than two add
        only what an update was seen to add: slower, but nothing that is bounded by `==` or `!=` is passed by."""
        fields = {f.place: counted.get(f.place, f) for f in self.starts if f.declared or f.place in counted}
        for passes in range(-patience, MAX_PASSES):
            found = self.follow(fields, lenient=True)
            grown = self.widen(fields, found, widening, passes)
            if grown == fields:
                return fields, found, []
            fields = grown
            large = [f.place for f in fields.values() if widening.too_large(f)]
            if large:
                return fields, found, large
        raise self.source.error(self.tree, "the memory's ranges do not settle", expected="declared ranges, Int(lo, hi)")

    def settle_patiently(
        self, widening: Widening, found: tuple[dict[Place, Field], Followed, list[Place]]
    ) -> tuple[dict[Place, Field], Followed, list[Place]]:
        """What `settle` found or, if something grows without bound, what it finds with patience, if that is quick."""
        _, followed, large = found
        if not large or followed.follower.steps * PATIENCE > QUICK_STEPS:
            return found
        slower = self.settle(widening, {}, PATIENCE)
        return found if slower[2] else slower

    def changes(self, at: Iterable[Place], fields: dict[Place, Field]) -> dict[Place, Range]:
        """By how much one update changes places whose memory is within these ranges."""
        found = self.follow(fields, lenient=True)
        return {place: self.change(found, place) for place in at}

    def change(self, found: Followed, place: Place) -> Range:
        old, new = (
            found.follower.number(each) for each in (found.old.get(place, self.shape[place].start), found.made[place])
        )
        return self.range(place, subtract(new, old))

    def count_samples(
        self, widening: Widening, counted: dict[Place, Range]
    ) -> tuple[dict[Place, Field], Followed, list[Place]]:
        """The number of updates as a bound. If no update changes a place, within its range, by more than d, then n
        updates keep it within n d of its start: d is guessed, the range made, and d computed in that range."""
        assert self.samples is not None
        for _ in range(ROUNDS):
            ranges = {place: self.counted_field(place, change, self.samples) for place, change in counted.items()}
            fields, found, large = self.settle(widening, ranges)
            if large:
                return fields, found, large
            changes = {place: self.change(found, place) for place in counted}
            if all(counted[place].union(change) == counted[place] for place, change in changes.items()):
                return fields, found, []
            for place, change in changes.items():
                counted[place] = counted[place].union(change)
        return fields, found, list(counted)

    def counted_field(self, place: Place, change: Range, samples: int) -> Field:
        """A place with room for so many changes."""
        start = self.shape[place].start
        lo, hi = start + samples * min(change.lo, 0), start + samples * max(change.hi, 0)
        step = gcd(change.lo, change.step) if hi > lo else 0
        return Field(place, Range(lo, hi, step), start, declared=True)

    def widen(self, fields: dict[Place, Field], found: Followed, widening: Widening, passes: int) -> dict[Place, Field]:
        grown = dict(fields)
        for place, value in found.made.items():
            before = fields.get(place, self.shape[place])
            after = widening.widen(before, self.range(place, value), passes)
            if after != before or (place not in fields and not self.is_start(place, value)):
                grown[place] = after
        return {f.place: grown[f.place] for f in self.starts if f.place in grown}

    def is_start(self, place: Place, value: Item) -> bool:
        return isinstance(value, int) and int(value) == self.shape[place].start

    def range(self, place: Place, value: Item) -> Range:
        found = range_of(value)
        if found is not None:
            return found
        why = value.why if isinstance(value, Clash) else f"becomes {kind_of(value)}"
        raise self.place_error(str(place[0]), f"{format_place(place)} {why}", expected="a number on every path")

    def narrow_fields(self, fields: dict[Place, Field], found: Followed) -> dict[Place, Field]:
        """What the start and one more update can give is enough: it holds on to itself, too."""
        for _ in range(3):
            tight = {
                place: f
                if f.declared
                else replace(f, range=self.shape[place].range.union(self.range(place, found.made[place])))
                for place, f in fields.items()
            }
            if tight == fields or any(not f.range.covers(tight[place].range) for place, f in fields.items()):
                return fields
            fields, found = tight, self.follow(tight, lenient=True)
            if any(
                not tight[p].range.covers(self.range(p, found.made[p])) and not f.declared for p, f in tight.items()
            ):
                return {
                    place: replace(f, range=f.range.union(self.range(place, found.made[place])))
                    for place, f in fields.items()
                }
        return fields
