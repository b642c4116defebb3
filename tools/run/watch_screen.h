/* tools/run/watch_screen.h -- the lower rows of a terminal, above which everything else scrolls.
 * Only one thread at a time may use it. */
#ifndef HR_WATCH_SCREEN_H
#define HR_WATCH_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

enum { WATCH_ROWS = 40 };

/* Return false if STREAM, which is borrowed, is no terminal. */
bool watch_screen_open(FILE *stream);
/* Return the number of rows available: at most half of the terminal. */
unsigned watch_screen_rows(void);
void watch_screen_draw(const char *const *lines, unsigned count);
/* Restore the terminal as if nothing had been drawn. */
void watch_screen_clear(void);

#endif
