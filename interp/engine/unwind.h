/* interp/engine/unwind.h -- exceptions in interpreted host code. */
#ifndef HR_UNWIND_H
#define HR_UNWIND_H

#include "interp/run/frame.h"

/* The result of an operation that an exception leaves, which is in thread->exception. */
#define HR_TRAP_UNWINDS ((hr_trap)1 << 30)

/* Call a C function as CALL(DATA) does, for the operation at PC in FRAME. Return true if it has raised an exception,
 * which is in thread->exception then. If REFUSES, no frame from here on can catch it: it ends the program. */
bool hr_unwind_call(hr_thread *thread, uint8_t *frame, const uint32_t *pc, bool refuses,
		    void (*call)(void *data), void *data);
/* C code enters the engine: return what hr_unwind_leave() is called with when it is left. */
const void *hr_unwind_enter(void);
void hr_unwind_leave(const void *entered);
/* Return true if C code that host code has called is running, which may raise an exception. */
bool hr_unwind_may_raise(void);
/* thread->exception has left the operation at PC in FRAME. Return 0 if it lands behind that operation, whose
 * registers are set; HR_TRAP_UNWINDS if it goes on to the caller; or a trap. */
hr_trap hr_unwind_land(hr_thread *thread, uint8_t *frame, const uint32_t *pc);
/* An exception has left all frames that C code has entered: it goes on in that C code. Return only if there is no
 * exception. */
void hr_unwind_on(hr_thread *thread);

#endif
