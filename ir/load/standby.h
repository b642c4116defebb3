/* ir/load/standby.h -- work that may kill its process, and a standby of that process, which goes on
 * instead.
 *
 * A standby is forked before the work begins, waits, and is gone when the work went well. If the
 * work dies of a signal, ends the process, or goes past a limit, the standby takes over: it goes on
 * from the same place, with memory as it was, and the process that died waits for it and ends as it
 * does. So work that goes well, which is nearly all, is done once and by the process itself.
 *
 * One piece of work at a time, in a process of one thread. What the work writes to standard error
 * is kept from people, and told to the standby. */
#ifndef HR_STANDBY_H
#define HR_STANDBY_H

#include <stddef.h>

#include "src/base/status.h"

enum { HR_STANDBY_MESSAGE = 4096 };

/* 0: this process is to do the work, within SECONDS of processor time and BYTES of new address
 * space, and then call one of the other two functions. -1: no process could be had. Else this is
 * the standby, and the work failed: the wait status is that of a process that had done it, MESSAGE
 * (HR_STANDBY_MESSAGE bytes) the beginning of what it said. */
int hr_standby_begin(unsigned seconds, size_t bytes, char *message) HR_MUST_CHECK;
/* The work failed, as a process does that exits with CODE: the standby takes over. */
HR_NORETURN void hr_standby_give_up(int code);
/* The work went well. */
void hr_standby_done(void);

#endif
