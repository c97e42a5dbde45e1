# ruff: noqa
"""A small stack machine interpreted with match statements."""

import sys


class Halt(Exception):
    pass


class VM:
    def __init__(self, source, max_steps=2000):
        self.code = []
        self.labels = {}
        self.max_steps = max_steps
        for line in source.splitlines():
            line, _, _comment = line.partition(";")
            parts = line.split()
            if not parts:
                continue
            if parts[0].endswith(":"):
                self.labels[parts[0][:-1]] = len(self.code)
            else:
                self.code.append([int(p) if p.lstrip("-").isdigit() else p for p in parts])
        self.stack = []
        self.calls = []
        self.memory = {}
        self.pc = 0

    def step(self):
        instr = self.code[self.pc]
        self.pc += 1
        st = self.stack
        match instr:
            case ["push", int(v)]:
                st.append(v)
            case ["pop"]:
                st.pop()
            case ["dup"]:
                st.append(st[-1])
            case ["swap"]:
                st[-1], st[-2] = st[-2], st[-1]
            case ["add" | "sub" | "mul" | "div" | "lt" as op]:
                b, a = st.pop(), st.pop()
                if op == "add":
                    st.append(a + b)
                elif op == "sub":
                    st.append(a - b)
                elif op == "mul":
                    st.append(a * b)
                elif op == "div":
                    st.append(a // b)
                else:
                    st.append(int(a < b))
            case ["store", name]:
                self.memory[name] = st.pop()
            case ["load", name]:
                st.append(self.memory.get(name, 0))
            case ["jmp", label]:
                self.pc = self.labels[label]
            case ["jz", label]:
                if st.pop() == 0:
                    self.pc = self.labels[label]
            case ["call", label]:
                self.calls.append(self.pc)
                self.pc = self.labels[label]
            case ["ret"]:
                self.pc = self.calls.pop()
            case ["print"]:
                print(st.pop(), end=" ", file=sys.stdout)
            case ["halt"]:
                raise Halt
            case [op, *_]:
                raise ValueError(f"unknown instruction {op}")

    def run(self):
        try:
            steps = 0
            while self.pc < len(self.code):
                if steps >= self.max_steps:
                    return "timeout", steps
                self.step()
                steps += 1
        except Halt:
            pass
        except (IndexError, ZeroDivisionError, KeyError, ValueError) as e:
            return f"{type(e).__name__}: {e}", steps
        return "ok", steps


def main(source, **options):
    status, steps = (vm := VM(source, **options)).run()
    print()
    return status, steps, vm.stack, vm.memory


FACT = """
  push 1
  store acc
  push 6  ; the argument
  store n
loop:
  load n
  jz done        ; until n is 0
  load acc
  load n
  mul
  store acc
  load n
  push 1
  sub
  store n
  jmp loop
done:
  load acc
  print
"""

CASES = [
    (FACT,),
    ("push 7\ncall sq\nprint\nhalt\nsq:\ndup\nmul\nret",),
    ("a:\njmp a",),
    ("push 1\npush 0\ndiv",),
    ("pop",),
    ("",),
    ("jmp nowhere",),
    ("push x",),
    ("push -3\npush 2\nswap\nlt\npush 5",),
]
