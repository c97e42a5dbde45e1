/* Trains a perceptron on numbers in floating point, on a machine that has none: every operation is a routine of
   integers. Prints the mistakes of each round, the weights in thousandths, and the accuracy. */
#include <stdio.h>

enum { SAMPLES = 24, ROUNDS = 6, FEATURES = 3 };

static float features[SAMPLES][FEATURES];
static int labels[SAMPLES];
static float weights[FEATURES + 1]; /* the last is the bias */

static unsigned state = 7;

/* A pseudo-random number from -1 to 1. */
static float drawn(void) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return (float)((int)(state & 0xffff) - 0x8000) / 32768.0f;
}

static int predict(const float *x) {
  float sum = weights[FEATURES];
  for (int i = 0; i < FEATURES; i++) sum += weights[i] * x[i];
  return sum < 0.0f ? -1 : 1;
}

int main(void) {
  for (int k = 0; k < SAMPLES; k++) {
    for (int i = 0; i < FEATURES; i++) features[k][i] = drawn();
    labels[k] = features[k][0] - 0.5f * features[k][1] + 0.25f * features[k][2] + 0.125f < 0.0f ? -1 : 1;
  }
  for (int round = 1; round <= ROUNDS; round++) {
    int mistakes = 0;
    for (int k = 0; k < SAMPLES; k++) {
      if (predict(features[k]) == labels[k]) continue;
      mistakes++;
      float rate = labels[k] < 0 ? -0.5f : 0.5f;
      for (int i = 0; i < FEATURES; i++) weights[i] += rate * features[k][i];
      weights[FEATURES] += rate;
    }
    printf("round %d: %d mistakes\n", round, mistakes);
  }
  for (int i = 0; i <= FEATURES; i++) printf("%d ", (int)(weights[i] * 1000.0f));
  int right = 0;
  for (int k = 0; k < SAMPLES; k++) right += predict(features[k]) == labels[k];
  printf("\n%d of %d right\n", right, SAMPLES);
  return 0;
}
