/* Bytes, strings and small numbers. Compilers call the first four themselves. */
#include <stdlib.h>
#include <string.h>

static int together(size_t one, size_t other) { return ((one | other) & 3) == 0; }

void *memcpy(void *target, const void *source, size_t size) {
  char *to = target;
  const char *from = source;
  if (together((size_t)to, (size_t)from))
    for (; size >= 4; size -= 4, to += 4, from += 4) *(unsigned *)to = *(const unsigned *)from;
  while (size--) *to++ = *from++;
  return target;
}

void *memmove(void *target, const void *source, size_t size) {
  char *to = target;
  const char *from = source;
  if (to <= from) return memcpy(target, source, size);
  while (size--) to[size] = from[size];
  return target;
}

void *memset(void *target, int byte, size_t size) {
  char *to = target;
  unsigned word = (unsigned char)byte;
  word |= word << 8;
  word |= word << 16;
  if (together((size_t)to, 0))
    for (; size >= 4; size -= 4, to += 4) *(unsigned *)to = word;
  while (size--) *to++ = (char)byte;
  return target;
}

int memcmp(const void *one, const void *other, size_t size) {
  const unsigned char *a = one, *b = other;
  for (; size; size--, a++, b++)
    if (*a != *b) return *a - *b;
  return 0;
}

size_t strlen(const char *text) {
  const char *end = text;
  while (*end) end++;
  return (size_t)(end - text);
}

int strcmp(const char *one, const char *other) {
  while (*one && *one == *other) one++, other++;
  return (unsigned char)*one - (unsigned char)*other;
}

int strncmp(const char *one, const char *other, size_t size) {
  for (; size; size--, one++, other++)
    if (!*one || *one != *other) return (unsigned char)*one - (unsigned char)*other;
  return 0;
}

char *strcpy(char *target, const char *source) {
  char *to = target;
  while ((*to++ = *source++));
  return target;
}

char *strcat(char *target, const char *source) {
  strcpy(target + strlen(target), source);
  return target;
}

char *strchr(const char *text, int character) {
  for (;; text++) {
    if (*text == (char)character) return (char *)text;
    if (!*text) return NULL;
  }
}

int abs(int number) { return number < 0 ? -number : number; }
long labs(long number) { return number < 0 ? -number : number; }

int atoi(const char *text) {
  unsigned number = 0;
  int negative;
  while (*text == ' ' || (*text >= '\t' && *text <= '\r')) text++;
  negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  for (; *text >= '0' && *text <= '9'; text++) number = 10 * number + (unsigned)(*text - '0');
  return (int)(negative ? -number : number);
}
