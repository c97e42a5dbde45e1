/* printf and its family: one loop over the format, which puts characters out or into a string. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system.h"

typedef struct {
  char *target;  /* where a string goes; NULL: the output */
  size_t room;   /* how many characters of it fit */
  size_t length; /* how many there are, fitting or not */
} Sink;

static void put(Sink *sink, char character) {
  if (!sink->target) write_byte(character);
  else if (sink->length < sink->room) sink->target[sink->length] = character;
  sink->length++;
}

static void put_text(Sink *sink, const char *text, size_t length, int width, int left, char filler) {
  int padding = width - (int)length;
  if (filler == '0' && length && *text == '-') { /* the sign is in front of the zeros */
    put(sink, *text++);
    length--;
  }
  if (!left)
    for (; padding > 0; padding--) put(sink, filler);
  while (length--) put(sink, *text++);
  for (; padding > 0; padding--) put(sink, ' ');
}

/* The digits of a number, from the end of a buffer of 12 on; without division, which the machine does not have. */
static char *digits(char *end, unsigned number, unsigned base, const char *alphabet) {
  if (base == 16) {
    do *--end = alphabet[number & 15];
    while (number >>= 4);
    return end;
  }
  do {
    /* number / 10 by shifts (Hacker's Delight, 10-3): the quotient is at most one too small */
    unsigned quotient = (number >> 1) + (number >> 2);
    quotient += quotient >> 4;
    quotient += quotient >> 8;
    quotient += quotient >> 16;
    quotient >>= 3;
    unsigned rest = number - ((quotient << 3) + (quotient << 1));
    if (rest > 9) rest -= 10, quotient++;
    *--end = (char)('0' + rest);
    number = quotient;
  } while (number);
  return end;
}

static void unsupported(char conversion) {
  puts("printf: unsupported conversion");
  putchar(conversion);
  putchar('\n');
  abort();
}

static void format_into(Sink *sink, const char *format, va_list values) {
  for (; *format; format++) {
    if (*format != '%') {
      put(sink, *format);
      continue;
    }
    char filler = ' ', buffer[12], *end = buffer + sizeof buffer, *start;
    int left = 0, width = 0, precision = -1;
    for (format++; *format == '-' || *format == '0'; format++) {
      if (*format == '-') left = 1;
      else filler = '0';
    }
    if (*format == '*') {
      width = va_arg(values, int);
      if (width < 0) left = 1, width = -width;
      format++;
    }
    for (; *format >= '0' && *format <= '9'; format++) width = (width << 3) + (width << 1) + (*format - '0');
    if (*format == '.') {
      for (precision = 0, format++; *format >= '0' && *format <= '9'; format++)
        precision = (precision << 3) + (precision << 1) + (*format - '0');
    }
    if (left) filler = ' ';
    int longs = 0, halves = 0;
    for (; *format == 'l'; format++) longs++;
    for (; *format == 'h'; format++) halves++;
    if (longs > 1 || (precision >= 0 && *format != 's')) unsupported(*format);
    switch (*format) {
      case 'd':
      case 'i': {
        int number = va_arg(values, int);
        if (halves) number = halves == 1 ? (short)number : (signed char)number;
        start = digits(end, number < 0 ? -(unsigned)number : (unsigned)number, 10, "");
        if (number < 0) *--start = '-';
        break;
      }
      case 'u':
      case 'x':
      case 'X':
      case 'p': {
        unsigned number = va_arg(values, unsigned);
        if (halves) number = halves == 1 ? (unsigned short)number : (unsigned char)number;
        start = digits(end, number, *format == 'u' ? 10 : 16, *format == 'X' ? "0123456789ABCDEF" : "0123456789abcdef");
        if (*format == 'p') *--start = 'x', *--start = '0';
        break;
      }
      case 'c':
        start = end - 1;
        *start = (char)va_arg(values, int);
        filler = ' ';
        break;
      case 's': {
        const char *text = va_arg(values, const char *);
        size_t length = 0;
        while ((precision < 0 || length < (size_t)precision) && text[length]) length++;
        put_text(sink, text, length, width, left, ' ');
        continue;
      }
      case '%':
        put(sink, '%');
        continue;
      default:
        unsupported(*format);
        return;
    }
    put_text(sink, start, (size_t)(end - start), width, left, filler);
  }
}

int puts(const char *text) {
  for (; *text; text++) write_byte(*text);
  write_byte('\n');
  return 0;
}

int vprintf(const char *format, va_list values) {
  Sink sink = {NULL, 0, 0};
  format_into(&sink, format, values);
  return (int)sink.length;
}

int printf(const char *format, ...) {
  va_list values;
  va_start(values, format);
  int length = vprintf(format, values);
  va_end(values);
  return length;
}

static int into_string(char *target, size_t size, const char *format, va_list values) {
  char nothing;
  Sink sink = {size ? target : &nothing, size ? size - 1 : 0, 0};
  format_into(&sink, format, values);
  if (size) target[sink.length < size ? sink.length : size - 1] = '\0';
  return (int)sink.length;
}

int snprintf(char *target, size_t size, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int length = into_string(target, size, format, values);
  va_end(values);
  return length;
}

int sprintf(char *target, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int length = into_string(target, (size_t)-1, format, values);
  va_end(values);
  return length;
}
