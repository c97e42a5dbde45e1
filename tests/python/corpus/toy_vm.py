# ruff: noqa
"""An assembler and a register machine with jumps, written with match."""


class Halt(Exception):
    pass


def assemble(source):
    labels, program = {}, []
    for line in source.split(";"):
        line = line.strip()
        if not line:
            continue
        if line.endswith(":"):
            labels[line[:-1]] = len(program)
        else:
            program.append(line.split())
    return program, labels


def execute(program, labels, registers, fuel):
    pc = 0

    def value(token):
        return registers.get(token, 0) if token.isalpha() else int(token)

    while pc < len(program):
        if fuel == 0:
            raise Halt("out of fuel")
        fuel -= 1
        match program[pc]:
            case ["set", r, v]:
                registers[r] = value(v)
            case ["add", r, v]:
                registers[r] = registers.get(r, 0) + value(v)
            case ["mul", r, v]:
                registers[r] = registers.get(r, 0) * value(v)
            case ["mod", r, v]:
                registers[r] = registers.get(r, 0) % value(v)
            case ["jnz", r, label]:
                if value(r) != 0:
                    pc = labels[label]
                    continue
            case ["jlt", a, b, label] if value(a) < value(b):
                pc = labels[label]
                continue
            case ["jlt", *_]:
                pass
            case ["stop"]:
                raise Halt("stopped")
            case [op, *_]:
                raise Halt(f"unknown {op}")
        pc += 1
    return "finished"


def main(source, fuel=2000):
    registers = {}
    try:
        status = execute(*assemble(source), registers, fuel)
    except Halt as halt:
        status = str(halt)
    except (KeyError, ZeroDivisionError) as e:
        status = type(e).__name__
    return status, registers


CASES = [
    ("set a 5; set p 1; top:; mul p a; add a -1; jnz a top",),
    ("set i 0; loop:; add i 1; add s i; jlt i 20 loop; stop; set s 0",),
    ("top:; jnz 1 top", 50),
    ("",),
    ("jump x",),
    ("set a 10; mod a b",),
    ("set a 1; jnz a nowhere",),
    ("set a 48; set b 18; gcd:; set t b; set u a; mod u b; set b u; set a t; jnz b gcd",),
]
