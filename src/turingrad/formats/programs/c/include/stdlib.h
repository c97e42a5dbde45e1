/* Ending, memory, and a few numbers. */
#ifndef TURINGRAD_STDLIB_H
#define TURINGRAD_STDLIB_H
#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
void exit(int code) __attribute__((noreturn));
void abort(void) __attribute__((noreturn)); /* exit code 134, as a shell reports it */

/* The heap grows from the end of the input towards the stack. free() gives nothing back. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void free(void *block);

int abs(int number);
long labs(long number);
int atoi(const char *text);
#endif
