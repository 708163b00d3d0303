#define _GNU_SOURCE
#include "terminal_guard.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// All of it is there before a handler is: what follows runs in the middle of anything else, so that
// it calls nothing but what POSIX lists as safe there.
static int terminal = -1;
static struct termios settings;
static char sequence[TERMINAL_GUARD_CAPACITY];
static volatile sig_atomic_t length;
static struct sigaction before[NSIG];
static unsigned char is_caught[NSIG];

static void restore(int number) {
  int error = errno;
  int count = length;
  length = 0;
  for (int done = 0; done < count;) {
    ssize_t written = write(terminal, sequence + done, count - done);
    if (written <= 0) break;
    done += written;
  }
  tcsetattr(terminal, TCSANOW, &settings);
  sigaction(number, &before[number], NULL);
  // It comes when the handler has returned; what happened on the spot would come again by itself.
  raise(number);
  errno = error;
}

// Whether the system ends a program by a signal that may be caught.
static int ends_program(int number) {
  switch (number) {
    case SIGKILL:
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
    case SIGCONT:
    case SIGCHLD:
    case SIGURG:
    case SIGWINCH: return 0;
    default: return 1;
  }
}

int terminal_guard_arm(int descriptor) {
  if (tcgetattr(descriptor, &settings) != 0) return errno;
  terminal = descriptor;
  length = 0;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = restore;
  action.sa_flags = SA_ONSTACK;
  // A program in the background that sets its terminal would be stopped otherwise.
  sigfillset(&action.sa_mask);
  for (int number = 1; number < NSIG; number++) {
    is_caught[number] = 0;
    if (!ends_program(number) || sigaction(number, NULL, &before[number]) != 0) continue;
    if (before[number].sa_handler == SIG_IGN) continue;
    is_caught[number] = sigaction(number, &action, NULL) == 0;
  }
  return 0;
}

void terminal_guard_write_before(const char *bytes, int count) {
  length = 0;
  if (count > TERMINAL_GUARD_CAPACITY) count = TERMINAL_GUARD_CAPACITY;
  if (count > 0) memcpy(sequence, bytes, count);
  length = count > 0 ? count : 0;
}

void terminal_guard_disarm(void) {
  if (terminal < 0) return;
  for (int number = 1; number < NSIG; number++) {
    if (is_caught[number]) sigaction(number, &before[number], NULL);
    is_caught[number] = 0;
  }
  length = 0;
  tcsetattr(terminal, TCSANOW, &settings);
  terminal = -1;
}
