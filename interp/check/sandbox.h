/* interp/check/sandbox.h -- what a program in the sandbox may touch and call (hr_options.sandbox).
 *
 * A program in the sandbox may access its own objects alone: local variables, globals, memory that it
 * has allocated, and what is granted here. All other memory is refused, also where nothing is known of
 * it. A finding ends the run whatever its severity is.
 *
 * Invariant: what is refused has not happened.
 * Not here:  the walls around the process (tools/run/walls.h), which functions may be called
 *            (src/arith/cfunction.def). */
#ifndef HR_SANDBOX_H
#define HR_SANDBOX_H

#include "interp/check/checker.h"

/* From now on the program may read BYTES at BASE, and write them if WRITABLE. CHECKER may be NULL. */
void hr_sandbox_grant(hr_checker *checker, const void *base, size_t bytes, bool writable);
/* BASE, which was granted, is no longer the program's. */
void hr_sandbox_withdraw(hr_checker *checker, const void *base);
/* The program gets the BYTES at BASE, a block of malloc() that the runtime has made for it. */
void hr_sandbox_give(hr_checker *checker, const void *base, size_t bytes);

/* Return a trap, after a report, unless BYTES at ADDRESS lie in one object of the program; WHAT is what
 * the operation at the published place does with them, such as "a read". */
hr_trap hr_sandbox_check(hr_thread *thread, uint8_t *frame, uint64_t address, uint64_t bytes,
			 bool write, const char *what);
/* The same for a pointer that host code gives the runtime. */
hr_status hr_sandbox_range(hr_run *run, const void *base, uint64_t bytes, bool write,
			   const char *what) HR_MUST_CHECK;
/* Report that the sandbox does not allow what TEXT names; return the trap. */
hr_trap hr_sandbox_refuse(hr_thread *thread, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Return true if the sandbox allows some calls of the C function NAME. */
bool hr_sandbox_knows(const char *name);
/* Before and after a call of a C function. */
hr_trap hr_sandbox_call(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site);
void hr_sandbox_called(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site);

#endif
