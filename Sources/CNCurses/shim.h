// What Swift sees of ncurses with wide characters: its macros as functions.
#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <stdint.h>
#include <term.h>

enum {
  cncurses_bold = A_BOLD,
  cncurses_dim = A_DIM,
  cncurses_reversed = A_REVERSE,
  cncurses_up = KEY_UP,
  cncurses_down = KEY_DOWN,
};

/// The window that is the whole screen.
static inline WINDOW *cncurses_screen(void) { return stdscr; }

/// Puts a character of at most 5 scalars, the first not zero, on the screen.
static inline int cncurses_put(int row, int column, const uint32_t *scalars, int count,
                               uint32_t attributes, short pair) {
  wchar_t text[CCHARW_MAX + 1] = {0};
  for (int index = 0; index < count && index < CCHARW_MAX; index++) text[index] = scalars[index];
  cchar_t cell;
  if (setcchar(&cell, text, attributes, pair, NULL) == ERR) return ERR;
  return mvadd_wch(row, column, &cell);
}

/// The next key: 0 if there is none, 1 if it is a character, 2 if it is a key by its code.
static inline int cncurses_key(uint32_t *key) {
  wint_t value = 0;
  int result = wget_wch(stdscr, &value);
  *key = value;
  return result == OK ? 1 : result == KEY_CODE_YES ? 2 : 0;
}

#endif
