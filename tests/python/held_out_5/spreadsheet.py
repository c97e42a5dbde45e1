# ruff: noqa
"""A spreadsheet with formulas, ranges, cached values and cycle detection."""

import re

CELL = r"[A-Z]\d+"
FUNCTIONS = {
    "SUM": sum,
    "MAX": max,
    "MIN": min,
    "AVG": lambda values: sum(values) / len(values),
    "COUNT": len,
}


class Cycle(Exception):
    pass


def expand(first, last):
    for column in range(ord(first[0]), ord(last[0]) + 1):
        for row in range(int(first[1:]), int(last[1:]) + 1):
            yield f"{chr(column)}{row}"


class Sheet:
    def __init__(self, cells):
        self.cells = cells
        self.cache = {}
        self.active = []

    def value(self, name):
        if name in self.cache:
            return self.cache[name]
        if name in self.active:
            raise Cycle(" > ".join(self.active[self.active.index(name) :] + [name]))
        self.active.append(name)
        try:
            content = self.cells.get(name, 0)
            result = self.formula(content[1:]) if isinstance(content, str) and content.startswith("=") else content
        finally:
            self.active.pop()
        self.cache[name] = result
        return result

    def formula(self, text):
        total = 0
        for sign, term in re.findall(r"([+-]?)([^+-]+)", text):
            product = 1
            for factor in term.split("*"):
                product *= self.factor(factor.strip())
            total += -product if sign == "-" else product
        return total

    def factor(self, text):
        if m := re.fullmatch(rf"([A-Z]+)\(({CELL}):({CELL})\)", text):
            return FUNCTIONS[m[1]]([self.value(c) for c in expand(m[2], m[3])])
        if re.fullmatch(CELL, text):
            return self.value(text)
        return float(text) if "." in text else int(text)


def main(cells):
    sheet = Sheet(cells)
    out = {}
    for name in sorted(cells):
        try:
            out[name] = sheet.value(name)
        except Cycle as e:
            out[name] = f"#CYCLE {e}"
        except (ValueError, TypeError):
            out[name] = "#VALUE"
        except KeyError as e:
            out[name] = f"#NAME {e}"
    return out


CASES = [
    ({"A1": 2, "A2": 3, "A3": "=A1*A2+1"},),
    ({"A1": 1, "A2": 2, "A3": 4, "B1": "=SUM(A1:A3)", "B2": "=AVG(A1:A3)*2", "B3": "=MAX(A1:B2)-B1"},),
    ({"A1": "=B1", "B1": "=C1", "C1": "=A1", "D1": "=1.5*2"},),
    ({"A1": "text", "B1": "=A1*2", "C1": "=A1-1"},),
    ({},),
    ({"A1": "=MEDIAN(A2:A3)", "B1": "=x"},),
    ({f"A{i}": f"=A{i - 1}+A{i - 2}" if i > 2 else 1 for i in range(1, 15)},),
]
