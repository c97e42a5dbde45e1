/* Prints the Fibonacci numbers below 100, by additions and subtractions only. */
#include <stdio.h>

/* Prints a number below 100. */
static void print(unsigned number) {
  unsigned tens = 0;
  for (; number >= 10; number -= 10) tens++;
  if (tens) putchar('0' + tens);
  putchar('0' + number);
}

int main(void) {
  unsigned here = 0, next = 1;
  while (here < 100) {
    print(here);
    putchar(' ');
    unsigned sum = here + next;
    here = next;
    next = sum;
  }
  putchar('\n');
  return 0;
}
