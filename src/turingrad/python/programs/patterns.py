# ruff: noqa: N802 (methods are named after the nodes that they compile)
"""match: each pattern is a condition on a value in a slot, and binds names."""

from __future__ import annotations

import ast

from turingrad.python.programs.assembler import A0, A1, FP, ZERO
from turingrad.python.programs.loops import Loops
from turingrad.python.programs.names import Held
from turingrad.python.programs.statements import both, copy_names


class Patterns(Loops):
    """The match statement."""

    def stmt_Match(self, node: ast.Match) -> None:
        self.expr(node.subject)
        slot = self.save()
        end = self.code.fresh()
        after = None
        before = copy_names(self.assigned)
        exhausted = False
        for case in node.cases:
            past = self.code.fresh()
            self.assigned = copy_names(before)
            held = self.temporaries
            self.pattern(case.pattern, slot, past)
            if case.guard is not None:
                self.cond(case.guard, past, False)
            self.body(case.body)
            self.release(self.temporaries - held)
            if self.assigned is not None:
                self.code.jump(end)
            after = both(after, self.assigned)
            self.code.label(past)
            exhausted = exhausted or (
                case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
            )
        self.release()
        self.assigned = after if exhausted else both(after, before)
        self.code.label(end)

    def pattern(self, node: ast.pattern, slot: int, past: str) -> None:
        """Go on if the value in a slot matches; jump to `past` if not."""
        match node:
            case ast.MatchValue(value=value):
                self.two(Held(slot), value)
                self.raw("eq_text" if self.is_text(value) else "eq")
                self.code.branch("beq", A0, ZERO, past)
            case ast.MatchSingleton(value=constant):
                self.restore(slot, A0)
                self.constant(A1, constant)
                self.code.branch("bne", A0, A1, past)
            case ast.MatchAs(pattern=inner, name=name):
                if inner is not None:
                    self.pattern(inner, slot, past)
                if name is not None:
                    self.restore(slot, A0)
                    self.store_name(node, name)
            case ast.MatchOr(patterns=patterns):
                self.alternatives(patterns, slot, past)
            case ast.MatchSequence(patterns=patterns):
                self.sequence(node, patterns, slot, past)
            case ast.MatchClass():
                self.class_pattern(node, slot, past)
            case ast.MatchMapping():
                self.match_mapping(node, slot, past)
            case _:
                self.refuse(node, f"the pattern {type(node).__name__}", "use if and elif")

    def alternatives(self, patterns: list[ast.pattern], slot: int, past: str) -> None:
        fine = self.code.fresh()
        before = copy_names(self.assigned)
        after = None
        for each in patterns[:-1]:
            following = self.code.fresh()
            self.assigned = copy_names(before)
            self.pattern(each, slot, following)
            after = both(after, copy_names(self.assigned))
            self.code.jump(fine)
            self.code.label(following)
        self.assigned = copy_names(before)
        self.pattern(patterns[-1], slot, past)
        self.assigned = both(after, self.assigned)
        self.code.label(fine)

    def test_class(self, slot: int, classes: type | tuple[type, ...], past: str) -> None:
        self.constant(A1, classes)
        self.restore(slot, A0)
        self.raw("is_instance")
        self.code.branch("beq", A0, ZERO, past)

    def sequence(self, node: ast.pattern, patterns: list[ast.pattern], slot: int, past: str) -> None:
        stars = [index for index, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
        self.restore(slot, A0)
        self.raw("sequence_length")
        self.code.constant(A1, 2 * (len(patterns) - len(stars)))
        if stars:
            self.code.branch("blt", A0, A1, past)
            self.restore(slot, A0)
            self.to_callee(A0, 0)
            self.constant(A0, stars[0])
            self.to_callee(A0, 1)
            self.constant(A0, len(patterns) - stars[0] - 1)
            self.to_callee(A0, 2)
            self.call_managed("unpack_star")
        else:
            self.code.branch("bne", A0, A1, past)
            self.restore(slot, A0)
            self.raw("items_in_place")
        whole = self.save()
        for index, each in enumerate(patterns):
            self.restore(whole, A0)
            self.code.constant(A1, 2 * index)
            self.raw("item")
            if isinstance(each, ast.MatchStar):
                if each.name is not None:
                    self.store_name(node, each.name)
                continue
            self.pattern(each, self.save(), past)

    def class_pattern(self, node: ast.MatchClass, slot: int, past: str) -> None:
        cls = self.static_value(node.cls)
        if not isinstance(cls, type):
            self.refuse(node, "a class pattern whose class is not known", "use isinstance")
        self.test_class(slot, cls, past)
        if cls in (int, str, float, bool, list, tuple, dict, set) and len(node.patterns) == 1:
            self.pattern(node.patterns[0], slot, past)
            return
        names = [*getattr(cls, "__match_args__", ())[: len(node.patterns)], *node.kwd_attrs]
        for name, each in zip(names, (*node.patterns, *node.kwd_patterns), strict=True):
            self.restore(slot, A0)
            self.column(A1, name)
            self.raw("get_attr")
            self.pattern(each, self.save(), past)

    def match_mapping(self, node: ast.MatchMapping, slot: int, past: str) -> None:
        self.test_class(slot, dict, past)
        for key, each in zip(node.keys, node.patterns, strict=True):
            self.two(Held(slot), key)
            self.constant(A0 + 2, None)
            self.code.constant(A0 + 2, 1)
            self.raw("dict_get")
            self.code.op("addi", A1, A0, 0, -1)
            self.code.branch("beq", A1, ZERO, past)
            value = self.save()
            self.code.store(A0, FP, self.offset(value))
            self.pattern(each, value, past)
        if node.rest is not None:
            self.expr(ast.List(list(node.keys), ast.Load()))
            self.to_callee(A0, 1)
            self.restore(slot, A0)
            self.to_callee(A0, 0)
            self.call_managed("dict_without")
            self.store_name(node, node.rest)
