/* Places eight queens so that none attacks another: prints the first solution, and how many there are. */
#include <stdio.h>

enum { SIZE = 8 };

static int column_of[SIZE];
static int solutions;

static void show(void) {
  for (int row = 0; row < SIZE; row++) {
    for (int column = 0; column < SIZE; column++) putchar(column_of[row] == column ? 'Q' : '.');
    putchar('\n');
  }
}

/* Fills the rows from `row` on. Attacked columns and diagonals are bits; the diagonals move with the rows. */
static void place(int row, unsigned columns, unsigned falling, unsigned rising) {
  if (row == SIZE) {
    if (solutions++ == 0) show();
    return;
  }
  unsigned attacked = columns | falling | rising;
  for (int column = 0; column < SIZE; column++) {
    unsigned bit = 1u << column;
    if (attacked & bit) continue;
    column_of[row] = column;
    place(row + 1, columns | bit, (falling | bit) << 1, (rising | bit) >> 1);
  }
}

int main(void) {
  place(0, 0, 0, 0);
  printf("%d solutions\n", solutions);
  return 0;
}
