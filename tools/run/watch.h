/* tools/run/watch.h -- hpvm-run --watch: show the activity of nodes at the bottom of the terminal
 * while the program runs.
 *
 * The program's own output scrolls above. If standard error is no terminal nothing is shown, which
 * is reported. */
#ifndef HR_WATCH_H
#define HR_WATCH_H

#include "interp/run/events.h"

/* Start a thread that redraws. Call it before the run is created. Return false if there is no
 * terminal or no thread. */
bool tool_watch_begin(const hr_program *program);
/* Observe the events of RUN. A previous observer still receives them. */
void tool_watch_join(hr_run *run);
/* Remove the table before other output is written; the terminal is as before until the table is
 * drawn again. Thread-safe. */
void tool_watch_hide(void);
/* Remove the table and stop. */
void tool_watch_end(void);

#endif
