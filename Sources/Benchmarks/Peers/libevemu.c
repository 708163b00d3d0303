/* evemu's own reader. */
#include "clock.h"
#include <evemu.h>
#include <linux/input.h>

int main(int count, char **arguments) {
  if (count < 2) return 1;
  FILE *file = fopen(arguments[1], "r");
  if (!file) return 1;
  struct input_event event;
  long events = 0, sum = 0;
  double start = now(CLOCK_MONOTONIC);
  while (evemu_read_event(file, &event) > 0) {
    events++;
    sum += event.value;
  }
  report(events, sum, now(CLOCK_MONOTONIC) - start);
  return 0;
}
