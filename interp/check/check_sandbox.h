/* interp/check/check_sandbox.h -- the checks of the sandbox, for the checkers themselves. */
#ifndef HR_CHECK_SANDBOX_H
#define HR_CHECK_SANDBOX_H

#include "interp/check/check_state.h"
#include "interp/check/sandbox.h"

/* Find the object of the program that ADDRESS lies in; FRAME is that of the running code, or NULL. */
bool hr_sandbox_find(hr_checker *checker, const hr_thread *thread, uint8_t *frame, uint64_t address,
		     bool write, hr_extent *extent);
/* Return true if an access check may open for the object of ACCESS. Require the lock. */
bool hr_sandbox_holds(hr_checker *checker, uint8_t *frame, const check_access *access);
/* After the other checks of ACCESS have found nothing that ends the run. Require the lock. */
hr_trap hr_sandbox_access(hr_checker *checker, hr_thread *thread, uint8_t *frame,
			  const check_access *access);

#endif
