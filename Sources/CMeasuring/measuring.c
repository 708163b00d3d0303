#define _GNU_SOURCE
#include "measuring.h"

#include <errno.h>
#include <sched.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread unsigned long count;

unsigned long allocation_count(void) {
  return count;
}

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t elements, size_t size) {
  count++;
  return __libc_calloc(elements, size);
}

void *realloc(void *memory, size_t size) {
  count++;
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count++;
  void *result = __libc_memalign(alignment, size);
  if (result == NULL) return ENOMEM;
  *memory = result;
  return 0;
}

void pin_to_one_core(void) {
  cpu_set_t all, one;
  CPU_ZERO(&one);
  if (sched_getaffinity(0, sizeof all, &all) != 0) return;
  for (int core = CPU_SETSIZE - 1; core >= 0; core--) {
    if (!CPU_ISSET(core, &all)) continue;
    CPU_SET(core, &one);
    sched_setaffinity(0, sizeof one, &one);
    return;
  }
}
