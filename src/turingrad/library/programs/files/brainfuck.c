/* Runs a brainfuck program from its input: the program, then '!' and the program's own input. Without input it runs one
   that prints a greeting. */
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 3000, LONGEST = 3000 };

static unsigned char cells[CELLS];
static char program[LONGEST + 1];

static const char greeting[] =
    "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.";

/* The place of the bracket that belongs to the one at `place`. */
static int partner(int place) {
  int step = program[place] == '[' ? 1 : -1, depth = 0;
  for (;; place += step) {
    if (place < 0 || !program[place]) {
      puts("a bracket has no partner");
      exit(1);
    }
    if (program[place] == '[') depth++;
    if (program[place] == ']') depth--;
    if (depth == 0) return place;
  }
}

int main(void) {
  int character = getchar(), size = 0;
  if (character == EOF)
    for (const char *from = greeting; *from; from++) program[size++] = *from;
  for (; character != EOF && character != '!' && size < LONGEST; character = getchar())
    program[size++] = (char)character;
  unsigned char *cell = cells;
  for (int at = 0; program[at]; at++) switch (program[at]) {
      case '>': if (cell < cells + CELLS - 1) cell++; break;
      case '<': if (cell > cells) cell--; break;
      case '+': ++*cell; break;
      case '-': --*cell; break;
      case '.': putchar(*cell); break;
      case ',': character = getchar(); *cell = character == EOF ? 0 : (unsigned char)character; break;
      case '[': if (!*cell) at = partner(at); break;
      case ']': if (*cell) at = partner(at); break;
    }
  return 0;
}
