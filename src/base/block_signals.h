/* src/base/block_signals.h -- threads that handle no signals of the process. */
#ifndef HR_BLOCK_SIGNALS_H
#define HR_BLOCK_SIGNALS_H

#include <signal.h>

/* Block the signals that are not the thread's own faults, for threads that this one makes; pthread_sigmask()
 * with *BEFORE ends it. */
void hr_block_signals(sigset_t *before);

#endif
