/* A plain loop over `libinput record` YAML: "- [sec, usec, type, code, value] # comment". */
#include "clock.h"
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

int main(int count, char **arguments) {
  if (count < 2) return 1;
  double start = now(CLOCK_MONOTONIC);
  int file = open(arguments[1], O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return 1;
  const char *place = mmap(0, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  const char *end = place + status.st_size;
  long events = 0, sum = 0;
  while (place < end) {
    const char *stop = memchr(place, '\n', end - place);
    if (!stop) stop = end;
    const char *cursor = place;
    while (cursor < stop && *cursor == ' ') cursor++;
    if (stop - cursor > 3 && cursor[0] == '-' && cursor[1] == ' ' && cursor[2] == '[') {
      cursor += 3;
      long fields[5];
      for (int index = 0; index < 5; index++) {
        while (cursor < stop && (*cursor == ' ' || *cursor == ',')) cursor++;
        int negative = cursor < stop && *cursor == '-';
        cursor += negative;
        long value = 0;
        while (cursor < stop && *cursor >= '0' && *cursor <= '9') value = value * 10 + *cursor++ - '0';
        fields[index] = negative ? -value : value;
      }
      events++;
      sum += fields[4];
    }
    place = stop + 1;
  }
  report(events, sum, now(CLOCK_MONOTONIC) - start);
  return 0;
}
