"""A small Forth-like stack machine with user definitions."""


def main(source):
    stack = []
    out = []
    words = {}

    def binary(op):
        b = stack.pop()
        a = stack.pop()
        stack.append(op(a, b))

    builtins = {
        "+": lambda: binary(lambda a, b: a + b),
        "-": lambda: binary(lambda a, b: a - b),
        "*": lambda: binary(lambda a, b: a * b),
        "<": lambda: binary(lambda a, b: int(a < b)),
        "dup": lambda: stack.append(stack[-1]),
        "drop": lambda: stack.pop(),
        "swap": lambda: stack.extend([stack.pop(), stack.pop()]),
        ".": lambda: out.append(str(stack.pop())),
    }

    def run(tokens, depth=0):
        if depth > 50:
            raise RecursionError("too deep")
        i = 0
        while i < len(tokens):
            t = tokens[i]
            if t == ":":
                end = tokens.index(";", i)
                words[tokens[i + 1]] = tokens[i + 2 : end]
                i = end
            elif t in words:
                run(words[t], depth + 1)
            elif t in builtins:
                builtins[t]()
            else:
                stack.append(int(t))
            i += 1

    try:
        run(source.split())
    except IndexError:
        out.append("stack underflow")
    except ValueError as e:
        out.append("bad word: " + str(e))
    except RecursionError:
        out.append("overflow")
    return " ".join(out), stack


CASES = [
    ("1 2 + .",),
    (": square dup * ; 7 square .",),
    (": square dup * ; : fourth square square ; 3 fourth . 5 square",),
    ("1 +",),
    ("",),
    (": loop loop ; loop",),
    ("1 2 swap - . 3 4 < .",),
    ("2 foo",),
]
