/* A calculator in reverse Polish notation: numbers and + - * / % from the input, `2 3 + 4 *` by default, print the result. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH = 100 };

static int stack[DEPTH];
static int height;

static void fail(const char *why) {
  puts(why);
  exit(1);
}

static void push(int number) {
  if (height == DEPTH) fail("too many numbers");
  stack[height++] = number;
}

static int pop(void) {
  if (height == 0) fail("a number is missing");
  return stack[--height];
}

static void apply(int sign) {
  int right = pop(), left = pop();
  if ((sign == '/' || sign == '%') && right == 0) fail("division by zero");
  switch (sign) { /* unsigned, so that numbers wrap around */
    case '+': push((int)((unsigned)left + (unsigned)right)); break;
    case '-': push((int)((unsigned)left - (unsigned)right)); break;
    case '*': push((int)((unsigned)left * (unsigned)right)); break;
    case '/': push(right == -1 ? (int)(0u - (unsigned)left) : left / right); break;
    case '%': push(right == -1 ? 0 : left % right); break;
    default: fail("an unknown sign");
  }
}

int main(void) {
  int character = getchar();
  if (character == EOF) push(2), push(3), apply('+'), push(4), apply('*');
  while (character != EOF) {
    if (isdigit(character)) {
      unsigned number = 0;
      for (; isdigit(character); character = getchar()) number = 10 * number + (unsigned)(character - '0');
      push((int)number);
      continue;
    }
    if (!isspace(character)) apply(character);
    character = getchar();
  }
  for (int i = 0; i < height; i++) printf("%d\n", stack[i]);
  return 0;
}
