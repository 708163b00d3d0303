#include <stdio.h>
#include <time.h>

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

/* What every peer prints: events, the sum of their values, seconds. */
static void report(long events, long sum, double seconds) {
  printf("%ld %ld %.9f\n", events, sum, seconds);
}
