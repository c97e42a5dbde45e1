"""The state diagram of a machine as SVG: states as pills, the rules between two states on one arrow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import hypot
from pathlib import Path
from typing import Any

from turingrad._support.files import write_whole
from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError
from turingrad.machine.kinds import describe_machine
from turingrad.machine.states import StateMachine
from turingrad.machine.tape import MOVE_NAMES
from turingrad.view.assets import text_of
from turingrad.view.layout import HEIGHT, Node, place, short, width_of

MAX_STATES = 120
LABELLED_STATES = 9  # with more, a label is shown where its arrow is lit
LABELLED_RULES = 24
LABELLED_LETTERS = 7  # of a rule; those of several tapes are longer
LABEL_LINES = 3
LINE, LETTER = 14.0, 7.6
SIDEWAYS = 0.4  # from here on the direction of a bend counts as sideways
Point = tuple[float, float]
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


def arrows(machine: StateMachine) -> list[Arrow]:
    between = defaultdict(list)
    rules: Sequence[Any] = machine.rules
    for number, rule in enumerate(rules):
        between[rule.state, rule.next].append(number)
    return [
        Arrow(tail, head, tuple(numbers), tuple(rule_label(machine.rules[number]) for number in numbers))
        for (tail, head), numbers in between.items()
    ]


@validate_arguments
def diagram(machine: Any, *, standalone: bool = True) -> Svg:
    """Draw the state diagram of a machine.

    Args:
        machine: A tape or grid machine.
        standalone: Include the style; False leaves it to the page that shows the diagram.

    Returns:
        The picture.

    Raises:
        InputError: The machine has no states to draw.

    Example:
        >>> from turingrad.view import diagram
        >>> "<svg" in str(diagram(tg.read("palindrome")))
        True
    """
    if not isinstance(machine, StateMachine):
        raise InputError(f"a state diagram is drawn of a tape or grid machine, not of {describe_machine(machine)}")
    if len(machine.states) > MAX_STATES:
        raise InputError(f"{len(machine.states)} states are too many for a picture; up to {MAX_STATES} are drawn")
    found = arrows(machine)
    follows: dict[str, list[str]] = defaultdict(list)
    for arrow in found:
        follows[arrow.tail].append(arrow.head)
    nodes = place(machine.states, machine.start, follows, machine.halting)
    longest = max((len(label) for arrow in found for label in arrow.labels), default=0)
    crowded = len(machine.states) > LABELLED_STATES or len(machine.rules) > LABELLED_RULES or longest > LABELLED_LETTERS
    middle = (
        sum(node.x for node in nodes.values()) / len(nodes),
        sum(node.y for node in nodes.values()) / len(nodes),
    )
    pairs = {(arrow.tail, arrow.head) for arrow in found}
    places = [place_of(arrow, nodes, (arrow.head, arrow.tail) in pairs, middle, crowded) for arrow in found]
    drawn = [arrow_svg(arrow, *place) for arrow, place in zip(found, places, strict=True)]
    pills = [node_svg(machine, node, number) for number, node in enumerate(nodes[name] for name in machine.states)]
    first = nodes[machine.start]
    at, side = first.x - first.width / 2, f"M{first.x - first.width / 2 - 34:.1f} {first.y:.1f}H"
    if (machine.start, machine.start) in pairs:  # a loop may stand there
        side, at = f"M{first.x:.1f} {first.y - HEIGHT / 2 - 34:.1f}V", first.y - HEIGHT / 2
    begin = f'<path class="begin" d="{side}{at - 9:.1f}" marker-end="url(#tip)"/>'
    labels = [] if crowded else [label for _, label in places]
    body = "".join([begin, *drawn, *pills])
    return Svg(frame_svg(body, list(nodes.values()), labels, machine, standalone, crowded))


def frame_svg(
    body: str, nodes: Sequence[Node], labels: Sequence[Label], machine: Any, standalone: bool, crowded: bool
) -> str:
    loops = any(rule.state == rule.next for rule in machine.rules)
    aside, above = 50 if loops else 44, 62 if loops else 36
    left = min([node.x - node.width / 2 - aside for node in nodes] + [label.left - 6 for label in labels])
    right = max([node.x + node.width / 2 + aside for node in nodes] + [label.right + 6 for label in labels])
    top = min([node.y - above for node in nodes] + [label.top - 10 for label in labels])
    bottom = max([node.y + above for node in nodes] + [label.bottom + 8 for label in labels])
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


@dataclass(frozen=True)
class Label:
    """The rules of an arrow, in lines about a point; `anchor` is the end of the lines that stands there."""

    x: float
    y: float
    anchor: str
    lines: tuple[str, ...]

    @property
    def top(self) -> float:
        """The baseline of the first line."""
        return self.y - LINE / 2 * (len(self.lines) - 1) + 4

    @property
    def bottom(self) -> float:
        return self.top + LINE * (len(self.lines) - 1)

    @property
    def left(self) -> float:
        return self.x - self.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def width(self) -> float:
        return LETTER * max(map(len, self.lines))


def place_of(arrow: Arrow, nodes: dict[str, Node], both_ways: bool, middle: Point, crowded: bool) -> tuple[str, Label]:
    """The curve of an arrow and its label: beside the curve, on the side to which it bends. In a crowded diagram only
    the label of the rule that applies is shown; that of a loop then stands above its state."""
    tail, head = nodes[arrow.tail], nodes[arrow.head]
    lines = list(arrow.labels[:LABEL_LINES])
    if len(arrow.labels) > LABEL_LINES:
        lines[-1] = f"+ {len(arrow.labels) - LABEL_LINES + 1} more"
    if tail is not head:
        path, (x, y), (aside, up) = bow(tail, head, both_ways, nodes)
        anchor = "middle" if abs(aside) < SIDEWAYS else "start" if aside > 0 else "end"
        return path, Label(x + 8 * aside, y + (8 + LINE / 2 * (len(lines) - 1)) * up, anchor, tuple(lines))
    path, (x, y), anchor = loop(tail, middle)
    if crowded:
        x, y, anchor = tail.x - 8, tail.y - HEIGHT / 2 - 6 - LINE / 2 * len(lines), "end"  # beside the first arrow
    return path, Label(x, y, anchor, tuple(lines))


def arrow_svg(arrow: Arrow, path: str, label: Label) -> str:
    text = "".join(
        f'<tspan x="{label.x:.1f}" y="{label.top + LINE * k:.1f}">{escape(line)}</tspan>'
        for k, line in enumerate(label.lines)
    )
    rules = " ".join(map(str, arrow.rules))
    title = escape(f"{arrow.tail} to {arrow.head}: " + "; ".join(arrow.labels))
    return (
        f'<g class="arrow" data-rules="{rules}"><title>{title}</title>'
        f'<path d="{path}" marker-end="url(#tip)"/><text class="{label.anchor}">{text}</text></g>'
    )


def loop(node: Node, middle: Point) -> tuple[str, Point, str]:
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


def bow(tail: Node, head: Node, both_ways: bool, nodes: dict[str, Node]) -> tuple[str, Point, Point]:
    """A curve that leaves room for the one in the other direction, and bends more where a state stands in its way; its
    middle, and the direction in which it bends."""
    dx, dy = head.x - tail.x, head.y - tail.y
    length = hypot(dx, dy)
    bend = 0.16 * length if both_ways else 0.07 * length
    if any(blocks(node, tail, head) for node in nodes.values()):
        bend = max(bend, 46.0)
    aside = (-dy / length, dx / length)
    x, y = (tail.x + head.x) / 2 + aside[0] * 2 * bend, (tail.y + head.y) / 2 + aside[1] * 2 * bend
    start, end = tail.border(x, y), head.border(x, y)
    path = f"M{start[0]:.1f} {start[1]:.1f}Q{x:.1f} {y:.1f} {end[0]:.1f} {end[1]:.1f}"
    return path, (0.25 * start[0] + 0.5 * x + 0.25 * end[0], 0.25 * start[1] + 0.5 * y + 0.25 * end[1]), aside


def blocks(node: Node, tail: Node, head: Node) -> bool:
    """True if the straight line from tail to head runs through another state."""
    if node is tail or node is head:
        return False
    dx, dy = head.x - tail.x, head.y - tail.y
    along = ((node.x - tail.x) * dx + (node.y - tail.y) * dy) / (dx * dx + dy * dy)
    if not 0 < along < 1:
        return False
    off_x, off_y = tail.x + along * dx - node.x, tail.y + along * dy - node.y
    return abs(off_x) < width_of(short(node.name)) / 2 + 6 and abs(off_y) < HEIGHT / 2 + 6
