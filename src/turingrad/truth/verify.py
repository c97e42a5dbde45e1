"""Whether a truth is true: compared with the machine that it names, compiled again."""

from __future__ import annotations

from dataclasses import replace

from turingrad.constructions.decoder import DecoderNetwork, compile_network
from turingrad.errors import InputError, TuringradError
from turingrad.exact import Certificate
from turingrad.export.written import FORMATS
from turingrad.truth.certificate import certificate_of
from turingrad.truth.meaning import Meaning, interpret
from turingrad.truth.pairs import answers_of
from turingrad.truth.plain import plain_truth
from turingrad.truth.value import CERTIFIED, Truth


def certify(truth: Truth, network: DecoderNetwork | None = None) -> Certificate:
    """Compute the certificate of a truth's model anew, from its weights and those of its base.

    Args:
        truth: A truth of any level; levels 4 and 5 are certified in no format.
        network: The base network, if you have it; otherwise it is compiled again.

    Returns:
        The certificate: the formats in which the model is exact.

    Example:
        >>> t = tg.truth.disguise(tg.compile("busy-beaver-2", to="decoder", context=16), rotate="hadamard")
        >>> tg.truth.certify(t).exact_in("float32")
        True
    """
    base = network if network is not None else compile_network(truth.machine, **truth.options)
    if not truth.disguises and same_weights(truth, plain_truth(base, runs=truth.runs, pairs=0)):
        return base.certificate
    return certificate_of(truth, plain_truth(base, runs=truth.runs, pairs=0), base.certificate)


def same_weights(truth: Truth, plain: Truth) -> bool:
    return truth.weights.keys() == plain.weights.keys() and all(
        tensor.equal(plain.weights[name]) for name, tensor in truth.weights.items()
    )


def verify(truth: Truth, where: str, again: bool = True) -> None:
    """Refuse a truth whose parts contradict each other or, with `again`, its machine."""
    require_parts(truth, where)
    if not again:
        return
    try:
        base = compile_network(truth.machine, **truth.options)
        plain = plain_truth(base, runs=truth.runs, pairs=0)
    except (TuringradError, TypeError, IndexError) as error:
        raise InputError(f"{where}: its machine, options and runs do not fit: {error}") from None
    for what in ("heads", "gates"):
        if list(nameless(truth, what)) != list(nameless(plain, what)):
            raise InputError(f"{where}: {what!r} are not those of the machine")
    for what, own in (("edges", truth.edges == plain.edges), ("live", truth.live == plain.live)):
        if not own:
            raise InputError(f"{where}: {what!r} are not those of the machine on these runs")
    if tuple(truth.features) != tuple(plain.features) or truth.tokens != plain.tokens:
        raise InputError(f"{where}: the features or tokens are not those of the machine")
    certificate = certify(truth, base)
    for dtype in FORMATS:
        if truth.exact.get(dtype) == CERTIFIED and not certificate.exact_in(dtype):
            raise InputError(f"{where}: not certified in {dtype}, though it says so")
    require_data(truth, interpret(plain), where)


def nameless(truth: Truth, what: str) -> list[object]:
    """Heads or gates without the components that compute them."""
    kind = {"heads": {"heads": ()}, "gates": {"units": ()}}[what]
    return [replace(each, **kind) for each in getattr(truth, what).values()]


def require_parts(truth: Truth, where: str) -> None:
    """Every head and unit of the model once, in the group that names it."""
    sizes = {"head": truth.config["num_attention_heads"], "unit": truth.config["intermediate_size"]}
    places = [(c.kind, c.block, c.index) for c in truth.components]
    wanted = {(kind, block, index) for kind, n in sizes.items() for block in range(truth.depth) for index in range(n)}
    if set(places) != wanted or len(places) != len(wanted):
        raise InputError(f"{where}: 'components' are not the heads and units of the model, each once")
    own = {name: set[tuple[str, int, int]]() for name in (*truth.heads, *truth.gates)}
    for component in truth.components:
        if component.group is not None and component.group not in own:
            raise InputError(f"{where}: there is no head or gate {component.group!r}")
        if component.group is not None:
            own[component.group].add((component.kind, component.block, component.index))
    listed = {name: {("head", head.block, index) for index in head.heads} for name, head in truth.heads.items()}
    listed |= {name: {("unit", gate.block, index) for index in gate.units} for name, gate in truth.gates.items()}
    if listed != own:
        raise InputError(f"{where}: 'components' and the groups of heads and gates disagree")
    if not truth.live <= own.keys() or any(not isinstance(each, str) for each in truth.exact.values()):
        raise InputError(f"{where}: 'live' or 'exact' is wrong")


def require_data(truth: Truth, meaning: Meaning, where: str) -> None:
    """Runs and pairs say what the machine says."""
    for run in truth.runs:
        logits = meaning.logits(meaning.stream((*run.prompt, *run.tokens[:-1]))[-1])
        if tuple(logits.argmax(axis=1)[len(run.prompt) - 1 :].tolist()) != run.tokens:
            raise InputError(f"{where}: a run does not say what the machine says")
    for pair in truth.pairs:
        known = pair.site in truth.sites and all(name in meaning.column for name, _ in pair.changes)
        stream = meaning.stream(pair.base) if known else None
        site = truth.sites.index(pair.site) if known else 0
        if stream is None or answers_of(meaning, stream, site, pair.changes) != (pair.base_answer, pair.source_answer):
            raise InputError(f"{where}: the answers of a pair are not those of the machine")
