/* Learns from its input, line by line, as a perceptron: `+-+ -` is a sample (three features) with its label, `+-+` alone
   asks for a prediction, which is printed as + or -. Without input it learns the majority of three. */
#include <stdio.h>

enum { MOST = 64 };

static int weights[MOST + 1]; /* the last is the bias */
static int sample[MOST];

static const char lesson[] = "+++ +\n++- +\n+-+ +\n-++ +\n+-- -\n-+- -\n--+ -\n--- -\n+-+ +\n--+ -\n+++\n++-\n+--\n---\n-++\n";
static int place;

/* The next character of the input, or of the lesson if there is no input at all. */
static int next(void) {
  static int given = -1;
  int character = given == 0 ? EOF : getchar();
  if (given < 0) given = character != EOF;
  if (given) return character;
  return lesson[place] ? lesson[place++] : EOF;
}

static int predict(int features) {
  int sum = weights[MOST];
  for (int i = 0; i < features; i++) sum += sample[i] > 0 ? weights[i] : -weights[i];
  return sum > 0 ? 1 : -1;
}

static void learn(int features, int label) {
  if (predict(features) == label) return;
  for (int i = 0; i < features; i++) weights[i] += sample[i] == label ? 1 : -1;
  weights[MOST] += label;
}

int main(void) {
  int character = next();
  while (character != EOF) {
    int features = 0, label = 0;
    for (; character == '+' || character == '-'; character = next())
      if (features < MOST) sample[features++] = character == '+' ? 1 : -1;
    while (character == ' ') character = next();
    if (character == '+' || character == '-') label = character == '+' ? 1 : -1;
    while (character != '\n' && character != EOF) character = next();
    if (label) learn(features, label);
    else if (features) putchar(predict(features) > 0 ? '+' : '-'), putchar('\n');
    character = next();
  }
  return 0;
}
