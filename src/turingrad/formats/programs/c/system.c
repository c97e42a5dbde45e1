/* What the machine offers: two system calls (the number is in a7), and input in memory behind the program. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "system.h"

extern const unsigned __input[]; /* the number of bytes, then the bytes */

static unsigned bytes_read;

int putchar(int character) {
  write_byte(character);
  return (unsigned char)character;
}

int getchar(void) {
  if (bytes_read >= __input[0]) return EOF;
  return ((const unsigned char *)(__input + 1))[bytes_read++];
}

void exit(int code) {
  register int a0 __asm__("a0") = code;
  register int a7 __asm__("a7") = 93;
  __asm__ volatile("ecall" : : "r"(a0), "r"(a7) : "memory");
  __builtin_unreachable();
}

void abort(void) { exit(134); }

void __assert_failed(const char *truth, const char *file, int line) {
  printf("%s:%d: assertion failed: %s\n", file, line, truth);
  abort();
}
