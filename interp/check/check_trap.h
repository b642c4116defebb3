/* interp/check/check_trap.h -- findings at the operation that traps. Findings of other operations
 * are reported when their execution ends (checker.h). */
#ifndef HR_CHECK_TRAP_H
#define HR_CHECK_TRAP_H

#include "interp/run/run.h"

/* Report what THREAD's running operation found before it trapped, as a divisor that is 0 only
 * because nobody wrote it. Return HR_OK if there is nothing to report, or the run goes on after
 * findings; then the trap itself must be reported. The thread runs a checked execution. */
hr_status hr_check_report_cause(const hr_thread *thread) HR_MUST_CHECK;

#endif
