/* Sorts 64 pseudo-random numbers by quicksort and prints them. */
#include <assert.h>
#include <stdio.h>

enum { COUNT = 64 };

static int numbers[COUNT];

/* Sorts numbers[first] to numbers[last], around the middle one (Hoare's partition). */
static void sort(int first, int last) {
  int low = first, high = last, pivot = numbers[(first + last) / 2];
  while (low <= high) {
    while (numbers[low] < pivot) low++;
    while (numbers[high] > pivot) high--;
    if (low <= high) {
      int moved = numbers[low];
      numbers[low++] = numbers[high];
      numbers[high--] = moved;
    }
  }
  if (first < high) sort(first, high);
  if (low < last) sort(low, last);
}

int main(void) {
  unsigned state = 1;
  for (int i = 0; i < COUNT; i++) { /* xorshift, so that no multiplication is needed */
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    numbers[i] = (int)(state % 1000) - 500;
  }
  sort(0, COUNT - 1);
  for (int i = 0; i < COUNT; i++) {
    assert(i == 0 || numbers[i - 1] <= numbers[i]);
    printf("%d%c", numbers[i], i % 16 == 15 ? '\n' : ' ');
  }
  return 0;
}
