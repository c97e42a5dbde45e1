"""Programs in a runtime: piece by piece, and the first wrong token of each mode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turingrad.constructions.decoder import ProgramDecoder
from turingrad.constructions.decoder.vocabulary import UNKNOWN
from turingrad.export.conform.diagnose import MISSING, Wrong
from turingrad.export.conform.instructions import examine_program
from turingrad.export.conform.interventions import GATES, MEAN, NOTHING, NULL, OTHER, UNITS
from turingrad.export.conform.programs import Piece, ProgramProbe
from turingrad.export.conform.runtimes import Session

CHUNK = 512  # tokens that are asked for before they are compared
FORCED = 1024  # tokens that are predicted at once
LOOKED_AT, WITNESSES = 24, 2  # tokens after a wrong one that are looked at, and how many wrong ones are enough
TAIL = 24  # tokens that a runtime without a cache generates
WINDOW = 1 << 15  # tokens of a window at most


def try_program(
    probe: ProgramProbe, network: ProgramDecoder, session: Session, whole: int
) -> tuple[int, tuple[Wrong, ...]]:
    """How many tokens were compared, and the first wrong one of each mode; the first wrong piece is the last."""
    compared, wrong = 0, list[Wrong]()
    for piece in probe.pieces(network, whole, min(network.options.context, WINDOW)):
        for mode, count, said in attempts(piece, session):
            compared += min(len(said), count)
            place = first_wrong(said, piece.right[:count])
            if place is not None:
                tokens, right = [*piece.prompt, *piece.right[:place]], piece.right[place]
                token = said[place] if place < len(said) else None
                more = None if wrong else further_wrong(piece, place, session)  # one explanation is enough
                at = piece.start + place
                wrong.append(examine_program(network, probe.name, mode, tokens, right, token, at, more))
        if wrong:
            break
    return compared, tuple(wrong)


def further_wrong(piece: Piece, place: int, session: Session) -> list[tuple[list[int], int]]:
    """Wrong tokens after the first, each predicted from the right tokens before it: what fails has more than one
    witness."""
    found: list[tuple[list[int], int]] = []
    for at in range(place + 1, min(len(piece.right), place + LOOKED_AT)):
        tokens = [*piece.prompt, *piece.right[:at]]
        said = session.go_on(tokens, 1)
        if said and said[0] != piece.right[at]:
            found.append((tokens, said[0]))
        if len(found) == WITNESSES:
            break
    return found


def first_wrong(said: Sequence[int], right: Sequence[int]) -> int | None:
    """The place of the first token that is wrong or missing."""
    different = (place for place, token in enumerate(right) if place >= len(said) or said[place] != token)
    return next(different, None)


def attempts(piece: Piece, session: Session) -> Iterator[tuple[str, int, list[int]]]:
    """Modes of running a piece: (mode, how many tokens were asked for, those said)."""
    if session.resume is not None:
        yield "generated", len(piece.right), generate_until_wrong(piece, session)
    else:
        count = min(TAIL, len(piece.right))
        yield "generated", count, session.generate(piece.prompt, count)
    if session.forced is not None:
        count = min(FORCED, len(piece.right))
        said = session.forced([*piece.prompt, *piece.right[:count]][:-1])
        yield "teacher-forced", count, said[len(piece.prompt) - 1 :]


def generate_until_wrong(piece: Piece, session: Session) -> list[int]:
    """The tokens of a piece, in chunks, up to the end of the first chunk that is wrong."""
    said: list[int] = []
    while len(said) < len(piece.right) and said == piece.right[: len(said)]:
        count = min(CHUNK, len(piece.right) - len(said))
        new = session.go_on([*piece.prompt, *said], count)
        said += new
        if len(new) < count:
            break
    return said


def judge_program(found: Sequence[Wrong], forced: bool) -> str:
    """The part of the runtime that explains these tokens best; a guess, and called so."""
    if any(wrong.said == MISSING for wrong in found):
        return "stops"
    if found[0].said == UNKNOWN:
        return "overflow"
    modes = {wrong.mode for wrong in found}
    if modes == {"teacher-forced"}:
        return "mask"
    if forced and "teacher-forced" not in modes:
        return "cache"
    parts = {NULL: "lookup", NOTHING: "lookup", OTHER: "precision", MEAN: "precision"}
    return {**parts, GATES: "activation", UNITS: "activation"}.get(found[0].fits or "", "several")
