"""The residual stream of the processor: features of value -1 or +1, each written once, by the part that is named.

The embedding
    one bos             always +1; the first token, the null of every head
    record              the token begins a record: pc, code, data or register
    is.pc fetches       it begins an instruction's record; and its address has a token (`pc:outside` has not)
    is.image is.code is.reg is.page   what else it begins
    n.b                 the number that it names: a word's address, or a register
    byte.b place=i      bits of a byte, which is byte i of a value
    last rest           the value's last byte; the bytes above it are 255, not 0
    say.x               the next token, if the token alone says it

0 records   exec image code reg pc.b    of the record that the token is in: its kind and its number
            page.b g1.b g2.b            the last page, and the last bytes of places 1 and 2
            w.b                         the value that ends here
            next.b                      pc + 1, in words
            codeword                    the last byte of a word of code
1 fetch     in.b imm.b                  the instruction word and its immediate
            rs1.b rs2.b use1 use2       the registers that it reads (a0 and a7 for ecall)
            wreg wmem                   it writes a register other than x0; a word of memory
            legal and one flag per thing to do (`CONTROLS`)
2 operands  x.b b.b y.b                 first operand, second register, second operand (inverted to subtract)
            t.b t.out                   target of jal and branches, in words; it has no token
            sys.out sys.exit            the system call; ebreak exits, too (known in block 1)
3 arithmetic s.b carry equal.low equal.high    the sum's low half; halves of x and the second register agree
            z.b r.b                     x shifted by up to 7; the result
4 memory    m.b readonly                the word at the address; it is code
            far beyond fault            what traps: an address above the low part, above RAM, or anything else
            taken high low              the branch is taken; jalr's target is above the low part, above the pc tokens
5 following target.b target.high target.low    jalr's target as the pc token saw it
            e.b all0 all1               the next byte of the value; the bytes above it are all 0, all 255
            npc.b npc.out               the next pc; it has no token
            say.x                       which kind of token is next
"""

from __future__ import annotations

from turingrad.constructions.decoder.features import Features
from turingrad.constructions.decoder.processor.literals import bits
from turingrad.constructions.decoder.processor.options import PAGE_BITS, ProcessorOptions

PLACES = 4
SAYS = ("b0", "b1", "b2", "b3", "pc", "out", "exit", "halt", "trap")
BRANCHES = ("beq", "bne", "blt", "bge", "bltu", "bgeu")
CONTROLS = (
    *("legal", "add", "invert", "lt.s", "lt.u", "shl", "shr", "arith", "or.xor", "and.or", "link"),
    *("load", "store", "access", "jal", "jalr", *BRANCHES, "ecall", "y=rs2", "y=imm", "x=pc"),
)


def processor_features(options: ProcessorOptions) -> Features:
    """All features, in the order in which they are written."""
    words, code = options.word_bits, options.code_bits
    names = ["one", "bos", "is.page", "record", "is.pc", "fetches", "is.image", "is.code", "is.reg"]
    names += [*bits("n", words), *bits("byte", 8), *(f"place={i}" for i in range(PLACES)), "last", "rest"]
    names += [f"say.{each}" for each in SAYS]
    names += ["exec", "image", "code", "reg", *bits("pc", words), *bits("page", words - PAGE_BITS, PAGE_BITS)]
    names += [*bits("g1", 8), *bits("g2", 8), *bits("w"), *bits("next", code + 1), "codeword"]
    names += [*bits("in"), *bits("imm"), *bits("rs1", 5), *bits("rs2", 5), "use1", "use2", "wreg", "wmem", *CONTROLS]
    names += [*bits("x"), *bits("b"), *bits("y"), *bits("t", code), "t.out", "sys.out", "sys.exit"]
    names += [*bits("s", options.low_bits), "carry", "equal.low", "equal.high", *bits("z"), *bits("r")]
    names += ["readonly", *bits("m"), "far", "beyond", "fault", "taken", "high", "low"]
    names += [*bits("target", code), "target.high", "target.low", *bits("e", 8), "all0", "all1"]
    names += [*bits("npc", code), "npc.out"]
    return Features(tuple(names), mirrored=False)
