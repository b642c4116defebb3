/* interp/check/check_sandbox.h -- the checks of the sandbox, for the checkers themselves. */
#ifndef HR_CHECK_SANDBOX_H
#define HR_CHECK_SANDBOX_H

#include "interp/check/check_state.h"
#include "interp/check/sandbox.h"

/* Find the object of the program that ADDRESS lies in; FRAME is that of the running code, or NULL. */
bool hr_sandbox_find(hr_checker *checker, const hr_thread *thread, uint8_t *frame, uint64_t address,
		     bool write, hr_extent *extent);
/* Return the address of the variable stdout (0) or stderr (1) of the C library, which may be read; 0: there
 * is none. */
uint64_t hr_sandbox_stream(hr_checker *checker, unsigned i);
/* Return true if an access check may open for the object of ACCESS. Require the lock. */
bool hr_sandbox_holds(hr_checker *checker, uint8_t *frame, const check_access *access);
/* Carry out a call of a function of std::string. Require the lock. */
hr_trap hr_sandbox_string(hr_thread *thread, uint8_t *frame, const hr_call *call,
			  const hr_site *site);
/* After the other checks of ACCESS have found nothing that ends the run. Require the lock. */
hr_trap hr_sandbox_access(hr_checker *checker, hr_thread *thread, uint8_t *frame,
			  const check_access *access);

#endif
