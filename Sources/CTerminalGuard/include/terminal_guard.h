// Puts a terminal back as it was when a signal ends the program.
#ifndef TERMINAL_GUARD_H
#define TERMINAL_GUARD_H

/// The most bytes that are written to put a terminal back.
#define TERMINAL_GUARD_CAPACITY 256

/// Remembers how a terminal is set, and from now on puts it back before a signal ends the program.
///
/// Signals that are ignored stay so. The signal is raised again behind it, with what was there for
/// it before. There can be one terminal at a time.
///
/// @param descriptor The terminal; it has to stay open.
/// @return 0, or the system's number of the error.
int terminal_guard_arm(int descriptor);

/// Says what is written before, such as the sequence that leaves the screen of a full-screen view.
///
/// @param bytes The bytes; those beyond the capacity are left out.
/// @param count How many there are.
void terminal_guard_write_before(const char *bytes, int count);

/// Puts the terminal's settings back, and lets signals do what they did before.
void terminal_guard_disarm(void);

#endif
