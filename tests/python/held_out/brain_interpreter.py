"""An interpreter of an esoteric language with a tape and eight commands."""


def jumps(code):
    stack, table = [], {}
    for i, c in enumerate(code):
        if c == "[":
            stack.append(i)
        elif c == "]":
            if not stack:
                raise SyntaxError(f"unmatched ] at {i}")
            j = stack.pop()
            table[i], table[j] = j, i
    if stack:
        raise SyntaxError(f"unmatched [ at {stack[-1]}")
    return table


def main(code, data=""):
    try:
        table = jumps(code)
    except SyntaxError as e:
        return "syntax error: " + e.msg
    tape, head, ip, steps = {}, 0, 0, 0
    source = iter(data)
    output = bytearray()
    while ip < len(code) and steps < 2500:
        c = code[ip]
        cell = tape.get(head, 0)
        if c == ">":
            head += 1
        elif c == "<":
            head -= 1
        elif c == "+":
            tape[head] = (cell + 1) % 256
        elif c == "-":
            tape[head] = (cell - 1) % 256
        elif c == ".":
            output.append(cell)
        elif c == ",":
            tape[head] = ord(next(source, "\0"))
        elif (c == "[" and not cell) or (c == "]" and cell):
            ip = table[ip]
        ip += 1
        steps += 1
    return output.decode("latin-1"), steps, {k: v for k, v in sorted(tape.items()) if v}


CASES = [
    ("++++++++[>++++++++<-]>+.",),
    (",[.,]", "echo"),
    ("",),
    ("[",),
    ("+]",),
    ("+[]",),
    ("++>+++<[->+<]>.", ""),
    (",>,<[>[>+>+<<-]>>[<<+>>-]<<<-]>>.", "\x05\x0d"),
    ("-.",),
]
