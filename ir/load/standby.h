/* ir/load/standby.h -- runs work that may kill its process, with a standby process that continues
 * if it does.
 *
 * A standby process is forked before the work begins; it waits, and ends when the work has
 * succeeded. If the work dies of a signal, ends the process, or exceeds a limit, the standby
 * process takes over: it continues from the same place, with memory as it was, and the process that
 * failed waits for it and ends with its status. So work that succeeds, the usual case, is done once
 * and by the process itself.
 *
 * Only one piece of work at a time, in a process with a single thread. What the work writes to
 * standard error is not shown, but passed to the standby process. */
#ifndef HR_STANDBY_H
#define HR_STANDBY_H

#include <stddef.h>

#include "src/base/status.h"

enum { HR_STANDBY_MESSAGE = 4096 };

/* Fork the standby process. Return 0 in this process, which does the work within SECONDS of
 * processor time and BYTES of new address space and then calls one of the other two functions.
 * Return -1 if no process could be created. If the work fails, the standby process returns from
 * this call instead, with the wait status of the process that did the work, and the beginning of
 * its output in MESSAGE (HR_STANDBY_MESSAGE bytes). */
int hr_standby_begin(unsigned seconds, size_t bytes, char *message) HR_MUST_CHECK;
/* Report that the work failed, like a process that exits with CODE: the standby process takes
 * over. */
HR_NORETURN void hr_standby_give_up(int code);
/* Report that the work succeeded. */
void hr_standby_done(void);

#endif
