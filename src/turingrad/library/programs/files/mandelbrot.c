/* Prints the Mandelbrot set as text, in numbers with 12 bits behind the point. */
#include <stdio.h>

enum { ONE = 1 << 12, COLUMNS = 48, ROWS = 18, MOST = 15 };

static int product(int a, int b) { return (a * b) >> 12; }

int main(void) {
  static const char shades[] = " .,:;-=+*oO%#&@";
  for (int row = 0; row < ROWS; row++) {
    int imaginary = (2 * row - ROWS + 1) * (ONE + ONE / 8) / ROWS;
    for (int column = 0; column < COLUMNS; column++) {
      int real = column * 3 * ONE / COLUMNS - 2 * ONE - ONE / 8;
      int x = 0, y = 0, count = 0;
      for (; count < MOST; count++) { /* z := z^2 + c until it leaves the circle of radius 2 */
        int xx = product(x, x), yy = product(y, y);
        if (xx + yy > 4 * ONE) break;
        y = 2 * product(x, y) + imaginary;
        x = xx - yy + real;
      }
      putchar(count == MOST ? '@' : shades[count]);
    }
    putchar('\n');
  }
  return 0;
}
