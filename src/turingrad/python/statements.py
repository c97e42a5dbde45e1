"""Statements of the subset. Every statement has its exits: paths that leave by break, continue or return.

Exits stand in order of priority: each is taken where its condition is 1 and none before it was. What goes on after the
statement is what took no exit; a statement after which nothing goes on says so.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from turingrad.python.arithmetic import SubsetError
from turingrad.python.logic import FALSE, TRUE
from turingrad.python.loops import Exit, Loops, Outcome
from turingrad.python.operators import OPERATORS
from turingrad.python.source import Node
from turingrad.python.store import Path, require_kept
from turingrad.python.values import Choice, Item, Mapped, Ref, kind_of


class Statements(Loops):
    def body(self, node: Node, bound: dict[str, Item]) -> Item:
        """A function's value: all of its returns, and None if it ends without one."""
        frame = self.frame
        with self.store.branch():
            for name, value in bound.items():
                self.store.set((frame, name), value)
            if isinstance(node, ast.Lambda):
                value = self.value(node.body)
                paths = [self.store.here(TRUE, value)]
            else:
                exits, alive = self.block(node.body)
                paths = [found.path for found in exits] + ([self.store.here(TRUE)] if alive else [])
        if not paths:
            raise SubsetError("every path through this function raises")
        for path in paths:
            require_kept(path.value)
        kept = [
            Path(path.condition, {c: v for c, v in path.changes.items() if c[0] != frame}, path.facts, path.value)
            for path in self.store.exact(paths)
        ]
        return self.store.merge(kept)

    def block(self, statements: Sequence[ast.stmt]) -> Outcome:
        exits: list[Exit] = []
        for statement in statements:
            follow = getattr(self, f"_do_{type(statement).__name__.lower()}", self.unknown)
            before = self.enter_line(statement)
            found, alive = self.at(statement, follow)
            self.leave_line(before)
            exits += found
            if not alive:
                return exits, False
        return exits, True

    # Plain statements

    def _do_pass(self, _: ast.Pass) -> Outcome:
        return [], True

    def _do_expr(self, statement: ast.Expr) -> Outcome:
        if not isinstance(statement.value, ast.Constant):  # a docstring
            self.value(statement.value)
        return [], True

    def _do_return(self, statement: ast.Return) -> Outcome:
        value = None if statement.value is None else self.use(statement.value)
        return [Exit("return", self.store.here(TRUE, value))], False

    def _do_break(self, _: ast.Break) -> Outcome:
        return [Exit("break", self.store.here(TRUE))], False

    def _do_continue(self, _: ast.Continue) -> Outcome:
        return [Exit("continue", self.store.here(TRUE))], False

    def _do_raise(self, _: ast.Raise) -> Outcome:
        """An assumption: the path is never taken."""
        return [], False

    def _do_assert(self, statement: ast.Assert) -> Outcome:
        """An assumption, known from here on."""
        held = self.condition(statement.test)
        if held == FALSE:
            return [], False
        self.store.assume(held)
        return [], True

    def _do_functiondef(self, statement: ast.FunctionDef) -> Outcome:
        if statement.decorator_list:
            raise SubsetError("a decorated function inside of another; leave the decorator out")
        self.store.set((self.frame, statement.name), self.closure(statement))
        return [], True

    # Assignments

    def _do_assign(self, statement: ast.Assign) -> Outcome:
        value = self.value(statement.value)
        for target in statement.targets:
            self.assign(target, value)
        return [], True

    def _do_annassign(self, statement: ast.AnnAssign) -> Outcome:
        if statement.value is not None:
            self.assign(statement.target, self.value(statement.value))
        elif not isinstance(statement.target, ast.Name):
            raise SubsetError("an annotation without a value; leave it out")
        return [], True

    def _do_augassign(self, statement: ast.AugAssign) -> Outcome:
        sign, target = OPERATORS.get(type(statement.op), "/"), statement.target
        if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
            owner, index = self.use(target.value), self.use(target.slice)
            if isinstance(owner, Mapped):
                old = self.read_key(owner, index)
                self.put_key(owner, index, self.augment(sign, old, self.use(statement.value)))
                return [], True
            old = self.look_up(owner, index)
            self.assign_element(owner, index, self.augment(sign, old, self.use(statement.value)))
            return [], True
        if isinstance(target, ast.Attribute):
            instance = self.use(target.value)
            old = self.attribute(instance, target.attr)
            self.assign_attribute(instance, target.attr, self.augment(sign, old, self.use(statement.value)))
            return [], True
        if not isinstance(target, ast.Name):
            raise SubsetError("an augmented assignment to a slice; write a loop")
        old = self.use(ast.Name(target.id, ast.Load(), lineno=target.lineno, col_offset=target.col_offset))
        self.assign(target, self.augment(sign, old, self.use(statement.value)))
        return [], True

    def augment(self, sign: str, old: Item, given: Item) -> Item:
        """The value of `old += given` and the like: a list is changed in place and stays the same list."""
        if isinstance(old, Choice):
            raise SubsetError("a list that depends on the inputs cannot be changed in place; write its elements")
        if not isinstance(old, Ref):
            return self.binary(sign, old, given)
        if sign == "+":
            self.extend(old, given)
        else:
            self.rewrite(old, self.items(self.binary(sign, old, given)))
        return old

    def assign(self, target: ast.expr, value: Item) -> None:
        if isinstance(target, ast.Name):
            self.store.set((self.frame, target.id), value)
        elif isinstance(target, ast.Tuple | ast.List):
            self.unpack(target.elts, self.items(value))
        elif isinstance(target, ast.Attribute):
            self.assign_attribute(self.use(target.value), target.attr, value)
        elif isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
            owner, index = self.use(target.value), self.use(target.slice)
            if isinstance(owner, Mapped):
                self.put_key(owner, index, value)
            else:
                self.assign_element(owner, index, value)
        else:
            self.assign_slice(target, value)

    def assign_slice(self, target: ast.expr, value: Item) -> None:
        if not (isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)):
            raise SubsetError("this cannot be assigned to; names, attributes of self and elements of lists can")
        owner = self.use(target.value)
        if not isinstance(owner, Ref):
            raise SubsetError(f"a slice of {kind_of(owner)} cannot be assigned; write its elements")
        self.require_list(owner)
        where, made = self.slice(self.ends(target.slice)), self.items(value)
        items = self.items(owner)
        try:
            items[where] = made
        except ValueError as error:
            raise SubsetError(str(error)) from None
        self.rewrite(owner, items)

    def unpack(self, targets: Sequence[ast.expr], items: list[Item]) -> None:
        starred = next((i for i, target in enumerate(targets) if isinstance(target, ast.Starred)), None)
        if starred is not None and len(items) >= len(targets) - 1:
            end = len(items) - (len(targets) - starred - 1)
            items = [*items[:starred], self.store.new_list(items[starred:end]), *items[end:]]
        if len(items) != len(targets):
            raise SubsetError(f"{len(items)} values for {len(targets)} variables")
        for target, item in zip(targets, items, strict=True):
            self.assign(target.value if isinstance(target, ast.Starred) else target, item)

    # Branches

    def _do_if(self, statement: ast.If) -> Outcome:
        condition = self.condition(statement.test)
        if condition <= TRUE:
            return self.block(statement.body if condition else statement.orelse)
        exits: list[Exit] = []
        going: list[Path] = []
        for literal, statements in ((condition, statement.body), (condition ^ 1, statement.orelse)):
            with self.store.branch(literal) as scope:
                found, alive = self.block(statements)
            exits += [Exit(e.kind, self.store.within_scope(e.path, literal)) for e in found]
            if alive:
                going.append(Path(literal, scope.changes, scope.facts))
        if going:
            self.store.merge(going)
        if len(going) == 1:
            self.store.facts = going[0].facts
        return exits, bool(going)
