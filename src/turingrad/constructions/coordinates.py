"""The named coordinates of a hidden vector."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from turingrad.errors import InputError


@dataclass(frozen=True)
class Coordinates:
    """Fields of a hidden vector, one after the other: name -> number of coordinates.

    With several tapes a field that each tape has is called `pos2.0`, `pos2.1`, ...; `of` gives the name.
    """

    sizes: Mapping[str, int]
    tapes: int = 1

    def of(self, name: str, tape: int) -> str:
        """The name of a tape's own field."""
        return name if self.tapes == 1 else f"{name}.{tape}"

    def kind(self, field: str) -> str:
        """The name without its tape: `pos2` for `pos2.1`."""
        return field.partition(".")[0]

    def pad(self, width: int | None) -> Coordinates:
        """With coordinates that stay 0 at the end, up to a given width."""
        if width is None or width == self.width:
            return self
        if width < self.width:
            raise InputError(f"width {width} is too small: this transformer needs {self.width} coordinates")
        return Coordinates({**self.sizes, "padding": width - self.width}, self.tapes)

    @cached_property
    def starts(self) -> dict[str, int]:
        starts, position = {}, 0
        for name, size in self.sizes.items():
            starts[name] = position
            position += size
        return starts

    @cached_property
    def width(self) -> int:
        return sum(self.sizes.values())

    def __contains__(self, name: str) -> bool:
        return name in self.sizes

    def __iter__(self) -> Iterator[str]:
        return iter(self.sizes)

    def start(self, name: str) -> int:
        return self.starts[name]

    def size(self, name: str) -> int:
        return self.sizes[name]

    def slice(self, name: str) -> slice:
        return slice(self.starts[name], self.starts[name] + self.sizes[name])

    def at(self, name: str, index: int = 0) -> int:
        """The coordinate of entry `index` of a field."""
        if not 0 <= index < self.sizes[name]:
            raise IndexError(f"{name}[{index}] is outside its {self.sizes[name]} coordinates")
        return self.starts[name] + index

    def name(self, coordinate: int) -> str:
        """`pos3[4]` for a coordinate."""
        for field, start in self.starts.items():
            if start <= coordinate < start + self.sizes[field]:
                return f"{field}[{coordinate - start}]"
        raise IndexError(f"coordinate {coordinate} is outside the {self.width} of a hidden vector")
