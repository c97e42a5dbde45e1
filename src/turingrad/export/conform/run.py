"""Running the probes in a runtime, and the verdict."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from turingrad._support.files import whole_folder
from turingrad._support.text import name_alternatives
from turingrad.constructions.decoder import DecoderNetwork, ProgramDecoder
from turingrad.errors import InputError, LimitError
from turingrad.export.conform.diagnose import FAULTS, Wrong, examine, judge
from turingrad.export.conform.probes import LENGTHS, SHORT, Probe, probes
from turingrad.export.conform.program_run import judge_program, try_program
from turingrad.export.conform.programs import WHOLE, ProgramProbe, program_probes
from turingrad.export.conform.runtimes import Runtime, Session
from turingrad.export.targets import export
from turingrad.machine.run import Progress, quiet

TAIL = 24  # tokens that are generated at the end of a long run
LONGEST_WITH_KEYS = {"float32": 1 << 20, "float16": 1 << 11, "bfloat16": 1 << 8}  # of processors
CUTS = 4  # places where a run is handed over as a prompt


@dataclass(frozen=True)
class Outcome:
    """One probe: how many tokens were compared, and the first wrong one of each mode that failed."""

    probe: str
    context: int
    tokens: int
    wrong: tuple[Wrong, ...]

    @property
    def ok(self) -> bool:
        return not self.wrong


@dataclass(frozen=True)
class Conformance:
    """The verdict. `skipped`: probes longer than the format is proven for; `forced`: every prediction was seen."""

    runtime: str
    facts: Mapping[str, str]
    dtype: str
    outcomes: tuple[Outcome, ...]
    skipped: tuple[str, ...]
    forced: bool = False

    @property
    def ok(self) -> bool:
        return all(outcome.ok for outcome in self.outcomes)

    @property
    def tokens(self) -> int:
        return sum(outcome.tokens for outcome in self.outcomes)

    @property
    def first(self) -> Wrong | None:
        return next((wrong for outcome in self.outcomes for wrong in outcome.wrong), None)

    @property
    def fault(self) -> str | None:
        """The likeliest fault: what all modes and probes together say."""
        found = [wrong for outcome in self.outcomes for wrong in outcome.wrong]
        if not found:
            return None
        return (judge_program if found[0].instruction else judge)(found, self.forced)

    def as_json(self) -> dict[str, Any]:
        return {
            "runtime": self.runtime,
            "formats": dict(self.facts),
            "dtype": self.dtype,
            "conforms": self.ok,
            "tokens": self.tokens,
            "fault": self.fault,
            "likely": FAULTS.get(self.fault or ""),
            "probes": [asdict(outcome) | {"ok": outcome.ok} for outcome in self.outcomes],
            "skipped": list(self.skipped),
        }


def conform(
    runtime: Runtime,
    *,
    longest: int | None = None,
    shortest: int = 0,
    names: Sequence[str] = (),
    own: Sequence[Probe | ProgramProbe] = (),
    programs: bool = False,
    progress: Progress = quiet,
) -> Conformance:
    """Every probe whose context is certified for the runtime's format and at most `longest` tokens; `names`: only
    those; `own`: these instead; `programs`: programs on the processor instead, generated whole up to `longest` tokens.
    """
    outcomes, skipped, facts = [], [], dict[str, str]()
    chosen = list(own) or chosen_probes(runtime, longest, shortest, names, programs)
    for number, probe in enumerate(chosen):
        network = probe.network()
        reason = refusal(runtime, network)
        if reason is not None:
            skipped.append(f"{probe.name}, {probe.context:,} tokens: {reason}")
            continue
        progress(f"{probe.name}, {probe.context:,} tokens", number, len(chosen))
        with tempfile.TemporaryDirectory() as folder:
            session = runtime.load(network, Path(folder))
            try:
                outcomes.append(try_probe(probe, network.float(), session, WHOLE if longest is None else longest))
            except LimitError as error:
                skipped.append(f"{probe.name}, {probe.context:,} tokens: {error}")
        facts = dict(session.facts)
    if not outcomes:
        raise InputError(skipped[0]) if own and skipped else no_probe_error(runtime, names)
    seen = session.forced is not None
    return Conformance(runtime.name, facts, runtime.dtype, tuple(outcomes), tuple(skipped), seen)


def chosen_probes(
    runtime: Runtime, longest: int | None, shortest: int, names: Sequence[str], programs: bool = False
) -> list[Probe | ProgramProbe]:
    if programs:
        return list(program_probes(names, LONGEST_WITH_KEYS[runtime.keys or "float32"]))
    known = dict.fromkeys(probe.name for probe in probes(LENGTHS[-1]))
    for name in names:
        if name not in known:
            raise InputError(f"no probe {name!r}{name_alternatives(name, known)}")
    found = probes(runtime.longest if longest is None else longest, shortest)
    return [probe for probe in found if not names or probe.name in names]


def refusal(runtime: Runtime, network: DecoderNetwork) -> str | None:
    """Why a probe is left out."""
    proof = network.score_certificate if runtime.held else network.certificate
    if not proof.exact_in(runtime.dtype):
        return f"not proven in {runtime.dtype}"
    if runtime.keys is not None and isinstance(network, ProgramDecoder) and not network.keys_exact_in(runtime.keys):
        return f"not proven with keys in {runtime.keys}: contexts of {LONGEST_WITH_KEYS[runtime.keys]:,} tokens are"
    if runtime.serves is not None and not runtime.serves(network):
        return "not what the server holds"
    return None


def no_probe_error(runtime: Runtime, names: Sequence[str]) -> InputError:
    wanted = f" called {', '.join(names)}" if names else ""
    if runtime.serves is not None:
        return InputError(
            f"{runtime.name} holds no probe{wanted} of this context length; write one with --write and serve that"
        )
    return InputError(f"no probe{wanted} of this context length is proven in {runtime.dtype}; change --context")


def write_probes(
    runtime: Runtime,
    folder: str | Path,
    *,
    longest: int | None = None,
    names: Sequence[str] = (),
    own: Sequence[Probe | ProgramProbe] = (),
    programs: bool = False,
    progress: Progress = quiet,
) -> list[Path]:
    """The probes as files for a runtime that someone else starts, such as a llama.cpp server: `NAME-CONTEXT.gguf`, or a
    Llama folder for what loads those."""
    if runtime.form is None:
        raise InputError(f"{runtime.name} loads no files; probes are written for transformers and llama.cpp")
    proven = replace(runtime, serves=None)
    chosen = [(probe, probe.network()) for probe in list(own) or chosen_probes(runtime, longest, 0, names, programs)]
    exact = [(probe, network) for probe, network in chosen if refusal(proven, network) is None]
    if not exact:
        raise no_probe_error(proven, names)
    suffix, written = ".gguf" if runtime.form == "gguf" else "", []
    with whole_folder(folder) as place:
        for number, (probe, network) in enumerate(exact):
            progress(f"{probe.name}, {probe.context:,} tokens", number, len(exact))
            name = f"{probe.name}-{probe.context}{suffix}"
            export(network, runtime.form, place / name, dtype=runtime.dtype, check=False)
            written.append(Path(folder) / name)
    return written


def try_probe(probe: Probe | ProgramProbe, network: DecoderNetwork, session: Session, whole: int = WHOLE) -> Outcome:
    if isinstance(probe, ProgramProbe):
        assert isinstance(network, ProgramDecoder)
        return Outcome(probe.name, probe.context, *try_program(probe, network, session, whole))
    prompt, right = probe.run(network)
    compared, wrong = 0, []
    for mode, start, count, said in attempts(prompt, right, session):
        compared += min(len(said), count)
        place = first_difference(said, right[start : start + count])
        if place is not None:
            token = said[place] if place < len(said) else None
            wrong.append(examine(network, probe.name, mode, prompt, right, start + place, token))
    return Outcome(probe.name, probe.context, compared, tuple(wrong))


def attempts(prompt: list[int], right: list[int], session: Session) -> Iterator[tuple[str, int, int, list[int]]]:
    """Modes of running a probe: (mode, the first token's place in the run, how many tokens were asked for, those
    said)."""
    if len(right) <= SHORT:
        yield "generated", 0, len(right), session.generate(prompt, len(right))
    if session.forced is not None:
        said = session.forced([*prompt, *right][:-1])[len(prompt) - 1 :]
        yield "teacher-forced", 0, len(right), said
    cuts = [len(right) - min(TAIL, len(right) - 1)]
    if len(right) <= SHORT:
        cuts = sorted({len(right) * part // (CUTS + 1) for part in range(1, CUTS + 1)} | set(cuts))
    for cut in cuts:
        count = min(TAIL, len(right) - cut)
        yield "after a cut", cut, count, session.generate([*prompt, *right[:cut]], count)


def first_difference(said: Sequence[int], right: Sequence[int]) -> int | None:
    """The place of the first wrong token, or of the first that is missing."""
    different = (place for place, (a, b) in enumerate(zip(said, right, strict=False)) if a != b)
    return next(different, len(said) if len(said) < len(right) else None)
