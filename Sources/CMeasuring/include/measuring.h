#ifndef MEASURING_H
#define MEASURING_H

/// The allocations that this thread has made so far: malloc, calloc, realloc and aligned ones.
///
/// Linking this target puts its functions in place of the C library's, which do the work.
unsigned long allocation_count(void);

/// Keeps this process, and those it starts, on one of the cores it may use.
void pin_to_one_core(void);

#endif
