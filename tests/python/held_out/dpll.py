# ruff: noqa
"""Satisfiability of clauses by DPLL with unit propagation."""


def propagate(clauses, assignment):
    while True:
        unit = None
        remaining = []
        for clause in clauses:
            if any(assignment.get(abs(lit)) == (lit > 0) for lit in clause):
                continue
            free = [lit for lit in clause if abs(lit) not in assignment]
            if not free:
                return None, assignment
            if len(free) == 1 and unit is None:
                unit = free[0]
            remaining.append(free)
        if unit is None:
            return remaining, assignment
        assignment = {**assignment, abs(unit): unit > 0}
        clauses = remaining


def solve(clauses, assignment, stats):
    clauses, assignment = propagate(clauses, assignment)
    if clauses is None:
        stats["conflicts"] += 1
        return None
    if not clauses:
        return assignment
    occurrences = {}
    for clause in clauses:
        for lit in clause:
            occurrences[lit] = occurrences.get(lit, 0) + 1
    lit = max(occurrences, key=lambda k: (occurrences[k], k))
    stats["decisions"] += 1
    for value in (lit > 0, lit < 0):
        model = solve(clauses, {**assignment, abs(lit): value}, stats)
        if model is not None:
            return model
    return None


def main(clauses):
    stats = dict(decisions=0, conflicts=0)
    model = solve(clauses, {}, stats)
    if model is None:
        return "unsatisfiable", stats
    return sorted(v if value else -v for v, value in model.items()), stats


def pigeons(n, holes):
    def var(p, h):
        return p * holes + h + 1

    clauses = [[var(p, h) for h in range(holes)] for p in range(n)]
    return clauses + [[-var(p, h), -var(q, h)] for h in range(holes) for p in range(n) for q in range(p)]


CASES = [
    ([],),
    ([[]],),
    ([[1], [-1]],),
    ([[1, 2], [-1, 3], [-2, -3], [2, 3]],),
    ([[1, 2, 3], [-1, -2], [-1, -3], [-2, -3]],),
    (pigeons(3, 2),),
    (pigeons(3, 3),),
    ([[-1, 2], [-2, 3], [-3, 4], [1]],),
]
