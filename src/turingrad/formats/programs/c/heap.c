/* Memory in one direction: blocks are handed out from the end of the input on, and never taken back. */
#include <stdlib.h>
#include <string.h>

extern const unsigned __input[];

enum { ALIGNMENT = 8, STACK_RESERVE = 256 }; /* bytes that stay free below the stack pointer */

static char *top;

void *malloc(size_t size) {
  if (!top) top = (char *)(((size_t)(__input + 1) + __input[0] + ALIGNMENT - 1) & -ALIGNMENT);
  size_t limit = (size_t)__builtin_frame_address(0) - STACK_RESERVE;
  size_t room = (size_t)top < limit ? limit - (size_t)top : 0;
  if (size > room || room - size < 2 * ALIGNMENT) return NULL;
  size_t *block = (size_t *)(top + ALIGNMENT);
  block[-1] = size; /* for realloc */
  top += (size + 2 * ALIGNMENT - 1) & -ALIGNMENT;
  return block;
}

void *calloc(size_t count, size_t size) {
  if (size && count > (size_t)-1 / size) return NULL;
  void *block = malloc(count * size);
  return block ? memset(block, 0, count * size) : NULL;
}

void *realloc(void *block, size_t size) {
  void *larger = malloc(size);
  if (block && larger) {
    size_t old = ((size_t *)block)[-1];
    memcpy(larger, block, old < size ? old : size);
  }
  return larger;
}

void free(void *block) { (void)block; }
