"""The flow of a raw function: blocks of instructions, where they lead, what is needed where, how often they run.

Registers below FIRST_VIRTUAL are the processor's. A set of registers is a whole number with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turingrad.python.programs.assembler import A0, A7, INVERSE, RA, Line

FIRST_VIRTUAL = 32
FREE: tuple[int, ...] = (
    5,
    6,
    7,
    28,
    29,
    30,
    31,
    11,
    12,
    13,
    14,
    15,
    16,
    17,
    10,
    *range(18, 26),
)  # those that a function may use
EVERY: int = sum(1 << each for each in FREE)
STORES = ("sw", "sb", "sh")
ENDS = ("ret", "tail", "goto", "stop")
COPIED = 2  # instructions in front of a return or a branch that are copied rather than jumped to
LOOP_ROUNDS = 8  # how often a loop is taken to run


class Block:
    """Instructions without a jump between them; then a branch, or the next block, or the end of the function."""

    def __init__(self, label: str, body: list[Line] | None = None, follower: str | None = None) -> None:
        self.label, self.body, self.next = label, body or [], follower
        self.branch: Line | None = None
        self.end: Line | None = None
        self.live_in = self.live_out = 0
        self.weight = 0.0

    def successors(self) -> Iterator[str]:
        if self.branch is not None:
            yield self.branch.target
        if self.next is not None:
            yield self.next

    def lines(self) -> Iterator[Line]:
        """Everything in it, in order."""
        yield from self.body
        if self.branch is not None:
            yield self.branch
        if self.end is not None:
            yield self.end


Flow = dict[str, Block]  # in the order of the source; the first one is the entry


def reads(line: Line) -> int:
    """The registers that an instruction reads."""
    if line.name in ("call", "tail"):
        return ((1 << line.rs1) - 1) << A0 | (1 << RA if line.name == "tail" else 0)
    if line.name == "ret":
        return ((1 << line.rs1) - 1) << A0 | 1 << RA
    if line.name == "goto":
        return 1 << line.rs1 | ((1 << line.imm) - 1) << A0 | 1 << RA
    if line.name == "ecall":
        return 1 << A0 | 1 << A7
    return (1 << line.rs1 | 1 << line.rs2) & -2


def writes(line: Line) -> int:
    """The registers that an instruction writes."""
    if line.name == "call":
        return ((1 << line.rd) - 1) << A0
    if line.name == "ecall":
        return 1 << A0
    return 1 << line.rd & -2


def build_flow(lines: Iterable[Line], fresh: Iterator[str]) -> Flow:
    """Blocks of the instructions of a function."""
    at = Block(next(fresh))
    flow = {at.label: at}

    def start(label: str) -> None:
        nonlocal at
        at = flow[label] = Block(label)

    for line in lines:
        if line.name == "label":
            if at.end is None and at.next is None:
                at.next = line.target
            start(line.target)
        elif at.end is not None or at.next is not None:
            continue  # nothing leads here
        elif line.name in ENDS:
            at.end = line
        elif line.name == "jal":
            at.next = line.target
        elif line.name in INVERSE:
            at.branch, before = line, at
            before.next = label = next(fresh)
            start(label)
        else:
            at.body.append(line)
    if at.end is None and at.next is None:
        at.end = Line("ret")
    return tidy(flow)


def tidy(flow: Flow) -> Flow:
    """Without blocks that are empty or that nothing leads to."""
    skip = {}
    for label, block in flow.items():
        seen = set()
        while not block.body and block.branch is None and block.next is not None and block.label not in seen:
            seen.add(block.label)
            block = flow[block.next]
        skip[label] = block.label
    for block in flow.values():
        if block.next is not None:
            block.next = skip[block.next]
        if block.branch is not None:
            block.branch = block.branch._replace(target=skip[block.branch.target])
            if block.branch.target == block.next:
                block.branch = None
    entry = next(iter(flow))  # never skipped, so that nothing jumps to it
    reached, todo = {entry}, [entry]
    while todo:
        for label in flow[todo.pop()].successors():
            if label not in reached:
                reached.add(label)
                todo.append(label)
    kept = {entry: flow[entry]}
    kept.update((label, block) for label, block in flow.items() if label in reached)
    return kept


def predecessors(flow: Flow) -> dict[str, list[Block]]:
    found: dict[str, list[Block]] = {label: [] for label in flow}
    for block in flow.values():
        for label in block.successors():
            found[label].append(block)
    return found


def find_live(flow: Flow) -> None:
    """Set `live_in` and `live_out`: registers whose value is read later."""
    effects = []
    for block in reversed(flow.values()):
        read = written = 0
        for line in block.lines():
            read |= reads(line) & ~written
            written |= writes(line)
        block.live_in = block.live_out = 0
        effects.append((block, read, ~written))
    changed = True
    while changed:
        changed = False
        for block, read, kept in effects:
            out = 0
            for label in block.successors():
                out |= flow[label].live_in
            live = read | out & kept
            block.live_out = out
            if live != block.live_in:
                block.live_in, changed = live, True


def weigh(flow: Flow) -> None:
    """Set `weight`: how often each block runs if branches go both ways alike."""
    order = {label: index for index, label in enumerate(flow)}
    before = predecessors(flow)
    for label, block in flow.items():
        forward = [each for each in before[label] if order[each.label] < order[label]]
        weight = sum(each.weight / len(list(each.successors())) for each in forward) if order[label] else 1.0
        block.weight = max(weight, 0.01) * (LOOP_ROUNDS if len(forward) < len(before[label]) else 1)


def split_edge(flow: Flow, block: Block, label: str, lines: list[Line], fresh: Iterator[str]) -> None:
    """Put instructions on the way from a block to one that follows it."""
    if block.branch is None:
        block.body += lines
        return
    made = Block(next(fresh), lines, label)
    if block.next == label:
        block.next = made.label
    else:
        block.branch = block.branch._replace(target=made.label)
    flow[made.label] = made


def write_flow(flow: Flow) -> Iterator[Line]:
    """The instructions of all blocks in an order with few jumps."""
    order: list[Block] = []
    placed: set[str] = set()
    source = {label: index for index, label in enumerate(flow)}
    for block in flow.values():
        at: Block | None = block
        while at is not None and at.label not in placed:
            placed.add(at.label)
            if at is block and jumps_away(at) and source[at.label]:
                break  # branches go straight to where it jumps
            order.append(at)
            follower = flow[at.next] if at.next is not None else None
            at = follower if follower is not None and is_bridge(follower) else None
    for block, after in zip(order, [*order[1:], None], strict=True):
        yield Line("label", target=block.label)
        yield from block.body
        yield from write_end(flow, block, None if after is None else after.label, source)


def is_bridge(block: Block) -> bool:
    """A block that was put between two others."""
    return block.label.startswith(".E")


def write_end(
    flow: Flow, block: Block, after: str | None, source: dict[str, int], copied: bool = False
) -> Iterator[Line]:
    """The branch of a block, straight to another function if that is all that its target does, and the jump.

    A jump to a test is a copy of that test, unless this is such a copy itself.
    """
    branch, follower = block.branch, block.next
    again = branch is not None and source[branch.target] <= source[block.label]  # the branch of a loop stays one
    leaves = follower is not None and jumps_away(flow[follower]) and not again
    if branch is not None and follower is not None and (branch.target == after or leaves):
        branch, follower = branch._replace(name=INVERSE[branch.name], target=follower), branch.target
    if branch is not None:
        end = flow[branch.target].end
        yield branch._replace(target=end.target) if end is not None and jumps_away(flow[branch.target]) else branch
    if block.end is not None:
        yield block.end
    elif follower is not None and follower != after:
        target = flow[follower]
        if target.end is not None and target.branch is None and len(target.body) <= COPIED:
            yield from target.body
            yield target.end
        elif target.branch is not None and len(target.body) <= COPIED and not copied:
            yield from target.body
            yield from write_end(flow, target, after, source, copied=True)
        else:
            yield Line("jal", target=follower)


def jumps_away(block: Block) -> bool:
    return not block.body and block.end is not None and block.end.name == "tail"


def registers_in(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
