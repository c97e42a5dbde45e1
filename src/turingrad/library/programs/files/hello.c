/* Says hello: the shortest C program that shows anything. */
#include <stdio.h>

int main(void) {
  puts("hello, world");
  return 0;
}
