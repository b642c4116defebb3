/* tools/run/watch_screen.h -- the lower rows of a terminal, above which everything else scrolls.
 * One thread at a time. */
#ifndef HR_WATCH_SCREEN_H
#define HR_WATCH_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

enum { WATCH_ROWS = 40 };

/* False: STREAM, which is borrowed, is no terminal. */
bool watch_screen_open(FILE *stream);
/* How many rows there are for us now: at most half of the terminal. */
unsigned watch_screen_rows(void);
void watch_screen_draw(const char *const *lines, unsigned count);
/* The terminal is as if nothing had been drawn. */
void watch_screen_clear(void);

#endif
