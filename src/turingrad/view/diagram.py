"""The state diagram of a machine as SVG: states as pills, the rules between two states on one arrow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import hypot
from pathlib import Path
from typing import Any

from turingrad.doors import door
from turingrad.errors import InputError
from turingrad.machine.grid import GridMachine
from turingrad.machine.tape import MOVE_NAMES, TapeMachine
from turingrad.view.assets import text_of
from turingrad.view.layout import HEIGHT, ON_A_CIRCLE, Node, place, short, width_of
from turingrad.writing import write_whole

MAX_STATES = 120
LABELLED_STATES = 9  # with more, a label is shown where its arrow is lit
LABELLED_RULES = 24
LABEL_LINES = 3
ARROWS = {"L": "←", "R": "→", "S": "·", "U": "↑", "D": "↓"}


@dataclass(frozen=True)
class Svg:
    """A picture as SVG text; notebooks show it, `save` writes it to a file."""

    text: str

    def _repr_svg_(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    def save(self, path: str | Path) -> Path:
        target = Path(path)
        write_whole(target, self.text)
        return target


@dataclass(frozen=True)
class Arrow:
    """All rules from one state to another, by number."""

    tail: str
    head: str
    rules: tuple[int, ...]
    labels: tuple[str, ...]


def rule_label(rule: Any) -> str:
    """`0 → 1 R`; what is read and not changed is named once."""
    if isinstance(rule.read, tuple):
        read, write = ",".join(rule.read), ",".join(rule.write)
        move = "".join(ARROWS[MOVE_NAMES[move]] for move in rule.move)
    else:
        read, write, move = rule.read, rule.write or rule.read, ARROWS[rule.move]
    return f"{read} {move}" if read == write else f"{read}▸{write} {move}"


def arrows(machine: TapeMachine | GridMachine) -> list[Arrow]:
    between = defaultdict(list)
    rules: Sequence[Any] = machine.rules
    for number, rule in enumerate(rules):
        between[rule.state, rule.next].append(number)
    return [
        Arrow(tail, head, tuple(numbers), tuple(rule_label(machine.rules[number]) for number in numbers))
        for (tail, head), numbers in between.items()
    ]


@door
def diagram(machine: Any, *, standalone: bool = True) -> Svg:
    """The state diagram. `standalone=False` leaves its style to the page that it is shown in."""
    if not isinstance(machine, TapeMachine | GridMachine):
        raise InputError(f"a state diagram is drawn of a tape or grid machine, not of a {type(machine).__name__}")
    if len(machine.states) > MAX_STATES:
        raise InputError(f"{len(machine.states)} states are too many for a picture; up to {MAX_STATES} are drawn")
    found = arrows(machine)
    follows: dict[str, list[str]] = defaultdict(list)
    for arrow in found:
        follows[arrow.tail].append(arrow.head)
    nodes = place(machine.states, machine.start, follows, machine.halting)
    crowded = len(machine.states) > LABELLED_STATES or len(machine.rules) > LABELLED_RULES
    middle = (
        sum(node.x for node in nodes.values()) / len(nodes),
        sum(node.y for node in nodes.values()) / len(nodes),
    )
    pairs = {(arrow.tail, arrow.head) for arrow in found}
    drawn = [arrow_svg(arrow, nodes, (arrow.head, arrow.tail) in pairs, middle) for arrow in found]
    pills = [node_svg(machine, node, number) for number, node in enumerate(nodes[name] for name in machine.states)]
    first = nodes[machine.start]
    at = first.x - first.width / 2
    begin = f'<path class="begin" d="M{at - 34:.1f} {first.y:.1f}L{at - 9:.1f} {first.y:.1f}" marker-end="url(#tip)"/>'
    return Svg(framed("".join([begin, *drawn, *pills]), list(nodes.values()), machine, standalone, crowded))


def framed(body: str, nodes: Sequence[Node], machine: Any, standalone: bool, crowded: bool) -> str:
    loops = any(rule.state == rule.next for rule in machine.rules)
    longest = max((len(rule_label(rule)) for rule in machine.rules if rule.state == rule.next), default=0)
    room = (max(96, 46 + 7 * longest), 84 if len(nodes) <= ON_A_CIRCLE else 36) if loops else (56, 40)
    left = min(node.x - node.width / 2 for node in nodes) - room[0]
    right = max(node.x + node.width / 2 for node in nodes) + room[0]
    top, bottom = min(node.y for node in nodes) - room[1], max(node.y for node in nodes) + room[1]
    style = f"<style>{text_of('diagram.css')}</style>" if standalone else ""
    tip = (
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path class="tip" d="M0 .8L7 4L0 7.2z"/></marker></defs>'
    )
    name = escape(machine.name or "machine", quote=True)
    kind = "diagram crowded" if crowded else "diagram"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="img" aria-label="state diagram of {name}" '
        f'viewBox="{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}" width="{right - left:.0f}">'
        f"{style}{tip}{body}</svg>"
    )


def node_svg(machine: Any, node: Node, number: int) -> str:
    kind = "state"
    for role in ("accept", "reject", "halting"):
        if node.name in getattr(machine, role):
            kind += f" {role}"
    x, y = node.x - node.width / 2, node.y - HEIGHT / 2
    radius = HEIGHT / 2
    ring = ""
    if node.name in machine.halting:
        ring = (
            f'<rect class="ring" x="{x - 4:.1f}" y="{y - 4:.1f}" width="{node.width + 8:.1f}" '
            f'height="{HEIGHT + 8:.1f}" rx="{radius + 4:.1f}"/>'
        )
    return (
        f'<g class="{kind}" data-state="{number}"><title>{escape(node.name)}</title>{ring}'
        f'<rect class="pill" x="{x:.1f}" y="{y:.1f}" width="{node.width:.1f}" height="{HEIGHT:.1f}" rx="{radius}"/>'
        f'<text x="{node.x:.1f}" y="{node.y + 5.2:.1f}">{escape(short(node.name))}</text></g>'
    )


def arrow_svg(arrow: Arrow, nodes: dict[str, Node], both_ways: bool, middle: tuple[float, float]) -> str:
    tail, head = nodes[arrow.tail], nodes[arrow.head]
    anchor = "middle"
    if tail is head:
        path, (x, y), anchor = loop(tail, middle)
    else:
        path, (x, y) = bow(tail, head, both_ways, nodes)
    lines = list(arrow.labels[:LABEL_LINES])
    if len(arrow.labels) > LABEL_LINES:
        lines[-1] = f"+ {len(arrow.labels) - LABEL_LINES + 1} more"
    top = y - 7 * (len(lines) - 1) + 4
    text = "".join(f'<tspan x="{x:.1f}" y="{top + 14 * k:.1f}">{escape(line)}</tspan>' for k, line in enumerate(lines))
    rules = " ".join(map(str, arrow.rules))
    title = escape(f"{arrow.tail} to {arrow.head}: " + "; ".join(arrow.labels))
    return (
        f'<g class="arrow" data-rules="{rules}"><title>{title}</title>'
        f'<path d="{path}" marker-end="url(#tip)"/><text class="{anchor}">{text}</text></g>'
    )


def loop(node: Node, middle: tuple[float, float]) -> tuple[str, tuple[float, float], str]:
    """A self-loop on the outer side of a state, the place of its label and the label's end that stands there."""
    if abs(node.y - middle[1]) > abs(node.x - middle[0]) and len(node.name) < 4:
        side = -1 if node.y <= middle[1] else 1
        edge = node.y + side * (HEIGHT / 2 + 2)
        far = edge + side * 44
        path = f"M{node.x - 12:.1f} {edge:.1f}C{node.x - 26:.1f} {far:.1f} {node.x + 26:.1f} {far:.1f} "
        return path + f"{node.x + 12:.1f} {edge + side * 2:.1f}", (node.x, edge + side * 46), "middle"
    side = -1 if node.x < middle[0] else 1
    edge = node.x + side * (node.width / 2)
    far = edge + side * 40
    path = f"M{edge - side * 5:.1f} {node.y - 11:.1f}C{far:.1f} {node.y - 26:.1f} {far:.1f} {node.y + 26:.1f} "
    return path + f"{edge - side * 2:.1f} {node.y + 12:.1f}", (edge + side * 36, node.y), "end" if side < 0 else "start"


def bow(tail: Node, head: Node, both_ways: bool, nodes: dict[str, Node]) -> tuple[str, tuple[float, float]]:
    """A curve that leaves room for the one in the other direction, and bends more where a state stands in its way."""
    dx, dy = head.x - tail.x, head.y - tail.y
    length = hypot(dx, dy)
    bend = 0.16 * length if both_ways else 0.07 * length
    if any(blocks(node, tail, head) for node in nodes.values()):
        bend = max(bend, 46.0)
    x, y = (tail.x + head.x) / 2 - dy / length * 2 * bend, (tail.y + head.y) / 2 + dx / length * 2 * bend
    start, end = tail.border(x, y), head.border(x, y)
    path = f"M{start[0]:.1f} {start[1]:.1f}Q{x:.1f} {y:.1f} {end[0]:.1f} {end[1]:.1f}"
    return path, (0.25 * start[0] + 0.5 * x + 0.25 * end[0], 0.25 * start[1] + 0.5 * y + 0.25 * end[1])


def blocks(node: Node, tail: Node, head: Node) -> bool:
    """True where the straight line from tail to head runs through another state."""
    if node is tail or node is head:
        return False
    dx, dy = head.x - tail.x, head.y - tail.y
    along = ((node.x - tail.x) * dx + (node.y - tail.y) * dy) / (dx * dx + dy * dy)
    if not 0 < along < 1:
        return False
    off_x, off_y = tail.x + along * dx - node.x, tail.y + along * dy - node.y
    return abs(off_x) < width_of(short(node.name)) / 2 + 6 and abs(off_y) < HEIGHT / 2 + 6
