/* fread of 24-byte records. */
#include "clock.h"
#include <stdint.h>
#include <string.h>

int main(int count, char **arguments) {
  static unsigned char buffer[24 * 4096];
  if (count < 2) return 1;
  double start = now(CLOCK_MONOTONIC);
  FILE *file = fopen(arguments[1], "rb");
  if (!file) return 1;
  long events = 0, sum = 0;
  size_t records;
  while ((records = fread(buffer, 24, 4096, file)) > 0) {
    for (size_t index = 0; index < records; index++) {
      int32_t value;
      memcpy(&value, buffer + index * 24 + 20, 4);
      sum += value;
    }
    events += records;
  }
  report(events, sum, now(CLOCK_MONOTONIC) - start);
  return 0;
}
