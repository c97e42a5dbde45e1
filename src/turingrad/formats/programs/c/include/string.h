/* Bytes and strings. */
#ifndef TURINGRAD_STRING_H
#define TURINGRAD_STRING_H
#include <stddef.h>

void *memcpy(void *target, const void *source, size_t size);
void *memmove(void *target, const void *source, size_t size);
void *memset(void *target, int byte, size_t size);
int memcmp(const void *one, const void *other, size_t size);
size_t strlen(const char *text);
int strcmp(const char *one, const char *other);
int strncmp(const char *one, const char *other, size_t size);
char *strcpy(char *target, const char *source);
char *strcat(char *target, const char *source);
char *strchr(const char *text, int character);
#endif
