/* The delta rule in fixed point (10 bits behind the point), for one output: reads samples, writes the weights and the
   bias. turingrad.extend(torch.nn.Linear(features, 1), "delta_rule.c") */
#include <stdio.h>

extern const int __input[]; /* bytes, samples, features, labels, then the samples */

static int product(int a, int b) { return a * b >> 10; }

static void put(int number) {
  for (int i = 0; i < 4; i++) putchar(number >> 8 * i & 255);
}

int main(void) {
  int samples = __input[1], features = __input[2];
  const int *x = __input + 4;
  int w[16] = {0}, b = 0;
  for (int n = 0; n < samples; n++, x += features + 1) {
    int out = b;
    for (int i = 0; i < features; i++) out += product(w[i], x[i]);
    int error = (out - x[features]) >> 2;
    for (int i = 0; i < features; i++) w[i] -= product(error, x[i]);
    b -= error;
  }
  for (int i = 0; i < features; i++) put(w[i]);
  put(b);
  return 0;
}
