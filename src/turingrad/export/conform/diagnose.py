"""From the first wrong token to what the network does there, and to the part of the runtime that is likely at fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.constructions.decoder.decode import Playback
from turingrad.constructions.decoder.vocabulary import UNKNOWN, Said

FAULTS = {
    "rotation": "the rotation of queries and keys: the order of their halves, its sign, or theta",
    "distance": "positions or theta: the right write is too far away, so that the tape's null wins",
    "precision": "accumulation: two scores that differ by one step at a large distance come out equal",
    "overflow": "accumulation: numbers outside the range of the format that sums them",
    "cache": "the key-value cache: a row is missing, or overwritten",
    "positions": "positions: tokens after the prompt are counted from another number than those of the prompt",
    "mask": "the mask: a token sees later ones, or not itself",
    "activation": "the gated units: their activation, or the projections around it",
    "stops": "its end: it stops before the run is over, at a limit of its own or at a token that ends nothing",
    "attention": "attention below the last block: its mask, its rotation or its cache",
    "lookup": "a head that finds nothing: its output is lost, or queries and keys do not meet (rotation, theta)",
    "several": "several parts at once: weights in another format, queries and keys exchanged, or the rotation",
}
MISSING = "missing"  # in place of a token
PARTS = ("kind", "digit", "state", "cell", "symbol")  # of a token, in the order in which a difference is told


@dataclass(frozen=True)
class Wrong:
    """The first wrong token of a run. `place` counts from the prompt's end; `mode` is how it was run; `part` what of
    the token is wrong, `bits` the features of the stream that say so; `lookup` what the head should find there and what
    the answer fits. Of a program: the `instruction`, its `goal` (register, word, next pc) and the likely `block`."""

    probe: str
    context: int
    mode: str
    place: int
    said: str
    right: str
    part: str
    lookup: str
    distance: int | None
    fits: str | None
    bits: tuple[str, ...] = ()
    instruction: str = ""
    goal: str = ""
    block: str = ""

    def __str__(self) -> str:
        bits = ", ".join(self.bits)
        at = f" At {self.instruction}, which makes {self.goal}." if self.instruction else ""
        return (
            f"{self.probe} ({self.context:,} tokens, {self.mode}): token {self.place} is {self.said}; expected "
            f"{self.right}; wrong in its {self.part}{f' ({bits})' if bits else ''}.{at} {self.lookup}"
        )


def examine(
    network: DecoderNetwork,
    name: str,
    mode: str,
    prompt: Sequence[int],
    right: Sequence[int],
    place: int,
    said: int | None,
) -> Wrong:
    """`right` is the run; the runtime said `said` for `right[place]`, having seen the right tokens before. None: it
    said nothing more."""
    vocabulary = network.vocabulary
    if said is None:
        text, stopped = vocabulary.texts[right[place]], "The runtime stopped before this token."
        return Wrong(name, network.options.context, mode, place, MISSING, text, "length", stopped, None, None)
    seen = [*prompt, *right[:place]]
    known = 0 <= said < len(vocabulary)
    expected, found = vocabulary.said[right[place]], vocabulary.said[said] if known else vocabulary.said[0]
    part = next((name for name in PARTS if getattr(expected, name) != getattr(found, name)), "token")
    distance, fits, lookup = locate_last_write(network, seen, right, place, found.symbol if part == "symbol" else None)
    text = vocabulary.texts[said] if known else f"token number {said}"
    bits = differing_features(part, expected, found, network) if known else ()
    return Wrong(
        name,
        network.options.context,
        mode,
        place,
        text,
        vocabulary.texts[right[place]],
        part,
        lookup,
        distance,
        fits,
        bits,
    )


def differing_features(part: str, expected: Said, found: Said, network: DecoderNetwork) -> tuple[str, ...]:
    """The features whose values the wrong token shows: `read=_ for read=3`, or bits of `to` as numbers 0 and 1."""
    spelled, o = bool(network.options.digits), network.options
    if part == "symbol":
        return (f"read={found.symbol} for read={expected.symbol}",)
    if part == "state":
        field = "goal" if spelled else "next"
        return (f"{field}={found.state} for {field}={expected.state}",)
    if part == "cell" and expected.cell is not None and found.cell is not None:
        return changed_bits("to", expected.cell + o.left, found.cell + o.left, 0)
    if part == "digit" and expected.digit and found.digit and expected.digit[0] == found.digit[0]:
        return changed_bits("goto", expected.digit[1], found.digit[1], expected.digit[0] * o.digit_bits)
    return ()


def changed_bits(field: str, right: int, said: int, start: int) -> tuple[str, ...]:
    places = [b for b in range(max(right, said).bit_length()) if (right ^ said) >> b & 1]
    return tuple(f"{field}.{start + b} is {said >> b & 1} for {right >> b & 1}" for b in places)


def locate_last_write(
    network: DecoderNetwork, seen: Sequence[int], right: Sequence[int], place: int, answer: str | None
) -> tuple[int | None, str | None, str]:
    """How far back the last write to the cell lies whose symbol the token shows, and what the wrong symbol fits:
    "null", "earlier", "later" or None."""
    vocabulary = network.vocabulary
    writes = history(network, [*seen, *right[place:]])
    step = next((w for w in writes if w.place >= len(seen) and w.state is not None), None)
    if step is None:
        return None, None, "No lookup decides this token."
    past = [w for w in writes if w.place < len(seen) and w.cell == step.cell]
    distance = len(seen) - 1 - past[-1].place if past else None
    where = f"The head at cell {step.cell} must find "
    where += f"the write of {past[-1].symbol!r}, {distance} tokens back." if past else "nothing: the cell is blank."
    if answer is None:
        return distance, None, where
    later = [w for w in writes if w.place >= len(seen) and w.cell == step.cell and w.symbol == answer]
    earlier = [w for w in past[:-1] if w.symbol == answer]
    if earlier:
        where += f" The answer {answer!r} fits the write {len(seen) - 1 - earlier[-1].place} tokens back."
        return distance, "earlier", where
    if past and answer == vocabulary.machine.blank:
        return distance, "null", where + " The answer is the blank of a cell that was never written."
    return distance, "later" if later else None, where


@dataclass(frozen=True)
class Written:
    place: int
    cell: int
    symbol: str
    state: str | None


def history(network: DecoderNetwork, tokens: Sequence[int]) -> list[Written]:
    """Every write of a run, with the place of its token."""
    player, found = Playback(network.vocabulary), []
    for place, token in enumerate(tokens):
        said = network.vocabulary.said[token]
        player.follow([token])
        if said.kind == "input" and said.symbol is not None:
            found.append(Written(place, player.filled, said.symbol, None))
        elif said.kind == "step" and said.state is not None and said.symbol is not None:
            rule = network.machine.rule(said.state, (said.symbol,))
            found.append(Written(place, player.head, rule.write[0] if rule else said.symbol, said.state))
    return found


def judge(found: Sequence[Wrong], forced: bool) -> str:
    """The part of the runtime that explains these tokens best; a guess, and called so. `forced`: predictions after
    every token were seen too, so that their absence from `found` says something."""
    if any(wrong.said == MISSING for wrong in found):
        return "stops"
    plain = [wrong for wrong in found if wrong.probe != "spelled"]
    modes = {wrong.mode for wrong in found}
    if any(wrong.said == UNKNOWN for wrong in found):
        return "overflow"
    if any(wrong.part in ("state", "cell", "kind") for wrong in plain):
        return "activation"
    if not plain:
        return "mask" if "teacher-forced" in modes else "attention"
    if {wrong.mode for wrong in plain} == {"teacher-forced"}:
        return "mask"
    if forced and "teacher-forced" not in modes:
        moved = all(wrong.mode == "after a cut" for wrong in found) or {wrong.probe for wrong in found} == {"reach"}
        near = all(wrong.distance == 0 or wrong.probe == "reach" for wrong in found)
        return "positions" if moved and near else "cache"
    whole = [wrong for wrong in plain if wrong.mode != "after a cut"] or plain
    if all(wrong.distance == 0 for wrong in whole):
        return "mask"
    if any(wrong.distance is None or wrong.distance <= 3 for wrong in whole):
        return "rotation"
    if any(wrong.fits == "null" for wrong in whole):
        return "distance"
    return "precision" if {wrong.probe for wrong in whole} <= {"recall", "reach", "twice"} else "cache"
