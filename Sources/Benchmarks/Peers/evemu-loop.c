/* A plain loop over evemu text: "E: sec.usec type code value<TAB># comment". */
#include "clock.h"
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static long digits(const char **place, const char *end, int base) {
  long value = 0;
  for (; *place < end; (*place)++) {
    int digit = **place - '0';
    if (digit > 9 && base == 16) digit = (**place | 32) - 'a' + 10;
    if (digit < 0 || digit >= base) break;
    value = value * base + digit;
  }
  return value;
}

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
    if (stop - cursor > 3 && cursor[0] == 'E' && cursor[1] == ':') {
      cursor += 3;
      long fields[5];
      fields[0] = digits(&cursor, stop, 10);
      cursor++;
      fields[1] = digits(&cursor, stop, 10);
      cursor++;
      fields[2] = digits(&cursor, stop, 16);
      cursor++;
      fields[3] = digits(&cursor, stop, 16);
      cursor++;
      int negative = cursor < stop && *cursor == '-';
      cursor += negative;
      fields[4] = digits(&cursor, stop, 10);
      events++;
      sum += negative ? -fields[4] : fields[4];
    }
    place = stop + 1;
  }
  report(events, sum, now(CLOCK_MONOTONIC) - start);
  return 0;
}
