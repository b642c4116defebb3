/* ir/load/instrument.h -- what clang's instrumentations leave in a program. */
#ifndef HR_INSTRUMENT_H
#define HR_INSTRUMENT_H

#include "ir/program/program.h"

/* Prepare the linked module of PROGRAM, before it is tabulated: remove attributes and intrinsics that only a linker, a
 * profiler or a special runtime gives a meaning, and refuse instrumentations that need their own runtime in the
 * process, or that compute in internal nodes. */
hr_status hr_settle_instrumentation(hr_program *program) HR_MUST_CHECK;

#endif
