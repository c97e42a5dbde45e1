# The first instructions of every C program: main(), then exit with its result. The loader has set the stack pointer.
.section .text.start, "ax"
.globl _start
_start:
  call main
  li a7, 93
  ecall
