/* Output and input. All output is one stream of bytes; input is memory that the loader has filled. */
#ifndef TURINGRAD_STDIO_H
#define TURINGRAD_STDIO_H
#include <stdarg.h>
#include <stddef.h>

#define EOF (-1)
int putchar(int character);
int getchar(void);
int puts(const char *text);

/* %d %i %u %x %X %c %s %p %%, with l or h, flags - and 0, a width (or *) and a precision of %s. No floating point and
   no long long: a program that asks for them stops with a message and exit code 134. */
int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int vprintf(const char *format, va_list values);
int sprintf(char *target, const char *format, ...) __attribute__((format(printf, 2, 3)));
int snprintf(char *target, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
#endif
