# ruff: noqa
"""A tiny BASIC interpreter with LET, PRINT, IF, GOTO, FOR and NEXT."""

import operator
import re

OPS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv}
TESTS = {"<": operator.lt, ">": operator.gt, "=": operator.eq, "<>": operator.ne, "<=": operator.le, ">=": operator.ge}


class BasicError(Exception):
    pass


def evaluate(text, variables):
    """Left to right, * and / first; no parentheses."""
    tokens = re.findall(r"\d+|[A-Z]|[-+*/]", text)

    def value(token):
        if token.isdigit():
            return int(token)
        if token not in variables:
            raise BasicError(f"undefined {token}")
        return variables[token]

    terms, pending = [value(tokens[0])], []
    for op, operand in zip(tokens[1::2], tokens[2::2]):
        if op in "*/":
            right = value(operand)
            if op == "/" and right == 0:
                raise BasicError("division by zero")
            terms[-1] = OPS[op](terms[-1], right)
        else:
            pending.append(op)
            terms.append(value(operand))
    total = terms[0]
    for op, term in zip(pending, terms[1:]):
        total = OPS[op](total, term)
    return total


def run(program, limit=500):
    lines = sorted((int(n), rest) for n, rest in (l.split(" ", 1) for l in program.strip().splitlines()))
    index = {number: i for i, (number, _) in enumerate(lines)}
    variables, loops, out = {}, {}, []
    pc = steps = 0
    while pc < len(lines):
        steps += 1
        if steps > limit:
            raise BasicError("too many steps")
        number, statement = lines[pc]
        pc += 1
        if m := re.match(r"IF (.+?)(<>|<=|>=|<|>|=)(.+) THEN (.+)", statement):
            if not TESTS[m[2]](evaluate(m[1], variables), evaluate(m[3], variables)):
                continue
            statement = m[4]
        if m := re.match(r"LET (\w) = (.+)", statement):
            variables[m[1]] = evaluate(m[2], variables)
        elif m := re.match(r'PRINT "(.*)"', statement):
            out.append(m[1])
        elif m := re.match(r"PRINT (.+)", statement):
            out.append(str(evaluate(m[1], variables)))
        elif m := re.match(r"GOTO (\d+)", statement):
            pc = index[int(m[1])]
        elif m := re.match(r"FOR (\w) = (.+) TO (.+)", statement):
            variables[m[1]] = evaluate(m[2], variables)
            loops[m[1]] = (pc, evaluate(m[3], variables))
        elif m := re.match(r"NEXT (\w)", statement):
            start, end = loops[m[1]]
            variables[m[1]] += 1
            if variables[m[1]] <= end:
                pc = start
        elif statement == "END":
            break
        else:
            raise BasicError(f"syntax error in {number}")
    return out


def main(program):
    try:
        return run(program)
    except BasicError as error:
        return f"? {error}"


CASES = [
    ("10 LET A = 2 + 3 * 4\n20 PRINT A\n30 PRINT A / 4 - 1",),
    ("10 FOR I = 1 TO 5\n20 PRINT I * I\n30 NEXT I",),
    ('10 LET N = 10\n20 IF N < 1 THEN GOTO 60\n30 PRINT N\n40 LET N = N - 3\n50 GOTO 20\n60 PRINT "LIFT OFF"',),
    ("10 PRINT B",),
    ("10 GOTO 10",),
    ("10 PRINT 1 / 0",),
    ('20 END\n10 PRINT "HI"\n30 PRINT "NEVER"',),
    ("5 JUMP",),
]
