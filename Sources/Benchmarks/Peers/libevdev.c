/*
 * libevdev_next_event on a device that is a pipe behind ioctls of our own: no permission needed.
 * The time is the reading thread's own; records come from a file of struct input_event.
 */
#define _GNU_SOURCE
#include "clock.h"
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int ends[2];
static FILE *records;

int ioctl(int descriptor, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *answer = va_arg(list, void *);
  va_end(list);
  (void)descriptor;
  unsigned number = _IOC_NR(request), size = _IOC_SIZE(request);
  unsigned char *bits = answer;
  if (_IOC_TYPE(request) != 'E') return errno = ENOTTY, -1;
  if (number == 0x01) return *(int *)answer = 0x10001, 0;
  if (number == 0x02) return memset(answer, 0, 8), 0;
  if (number == 0x06) return strcpy(answer, "pad"), 4;
  if (number == 0x07 || number == 0x08) return errno = ENOENT, -1;
  if (number == 0x0a) return memset(bits + 4, 0xff, size - 4), 0;
  if (number == 0x09 || (number >= 0x18 && number <= 0x1b)) return memset(answer, 0, size), (int)size;
  if (number >= 0x20 && number < 0x40) {
    memset(answer, 0, size);
    if (number == 0x20) bits[0] = 0x0b;
    if (number == 0x21) bits[0x14a / 8] |= 1 << (0x14a % 8) | 1 << (0x14f % 8);
    if (number == 0x23) bits[0] = 3, bits[5] = 0x80, bits[6] = 0x60, bits[7] = 0x02;
    return size;
  }
  if (number >= 0x40 && number < 0x80) {
    int *axis = answer;
    memset(answer, 0, 24);
    axis[2] = number == 0x6f ? 4 : 65535;
    return 0;
  }
  return errno = ENOTTY, -1;
}

static void *feed(void *unused) {
  /* Whole records, and less than PIPE_BUF: no read finds half a record, which libevdev refuses. */
  static char buffer[24 * 170];
  size_t count;
  while ((count = fread(buffer, 1, sizeof buffer, records)) > 0) {
    for (size_t done = 0; done < count;) {
      ssize_t written = write(ends[1], buffer + done, count - done);
      if (written < 0) return unused;
      done += written;
    }
  }
  close(ends[1]);
  return unused;
}

int main(int count, char **arguments) {
  if (count < 2 || !(records = fopen(arguments[1], "rb"))) return 1;
  if (pipe(ends) != 0) return 1;
  fcntl(ends[0], F_SETPIPE_SZ, 1 << 20);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  struct libevdev *device;
  if (libevdev_new_from_fd(ends[0], &device) != 0) return 1;
  pthread_t thread;
  pthread_create(&thread, NULL, feed, NULL);
  struct input_event event;
  long events = 0, sum = 0;
  int isFed = 0;
  double start = now(CLOCK_THREAD_CPUTIME_ID);
  for (;;) {
    int status = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event);
    if (status == 0) {
      events++;
      sum += event.value;
    } else if (status == -EAGAIN) {
      /* The end of the pipe looks like an empty one: once all is written, empty means ended. */
      if (isFed) break;
      isFed = pthread_tryjoin_np(thread, NULL) == 0;
      if (!isFed) usleep(20);
    } else {
      fprintf(stderr, "libevdev_next_event: %s\n", strerror(-status));
      return 1;
    }
  }
  report(events, sum, now(CLOCK_THREAD_CPUTIME_ID) - start);
  return 0;
}
