/* Prints the primes below 200 with the sieve of Eratosthenes. */
#include <stdbool.h>
#include <stdio.h>

enum { LIMIT = 200 };

static bool composite[LIMIT];

int main(void) {
  for (int number = 2; number < LIMIT; number++) {
    if (composite[number]) continue;
    printf("%d ", number);
    for (int multiple = 2 * number; multiple < LIMIT; multiple += number) composite[multiple] = true;
  }
  putchar('\n');
  return 0;
}
