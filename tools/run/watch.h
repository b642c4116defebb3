/* tools/run/watch.h -- hpvm-run --watch: what nodes do, at the bottom of the terminal, while the
 * program runs.
 *
 * The program's own output scrolls above. Where standard error is no terminal nothing is shown,
 * which is reported. */
#ifndef HR_WATCH_H
#define HR_WATCH_H

#include "interp/run/events.h"

/* Before the run is made: a thread that redraws begins. False: there is no terminal, or no
 * thread. */
bool tool_watch_begin(const hr_program *program);
/* The run tells what it does; whoever was told before still is. */
void tool_watch_join(hr_run *run);
/* Something else is about to be written: the terminal is as it was, until the table is drawn next.
 * From any thread. */
void tool_watch_hide(void);
/* For good. */
void tool_watch_end(void);

#endif
