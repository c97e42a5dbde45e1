"""One universal Llama that runs RV32I programs: the program is its prompt, nothing of it is in the weights.

tokens     what a token says           stream     the features, by the block that writes them
records    block 0: whose record is this token in, and which value does it spell
fetch      block 1: the instruction at pc, and its decoding
operands   block 2: registers, immediates, the target of jumps
arithmetic block 3: the low half of sums, equality, shifts by up to 7, logic
memory     block 4: the word at the address, the high half of sums, results, faults
following  block 5: the next token
"""
