/* interp/engine/environment.c -- the floating-point environment: rounding mode, exceptions, and what
 * else fenv.h knows.
 *
 * The environment of a running instance is that of the processor, so operations of the engine round
 * and raise exceptions as compiled code does. An instance begins with the environment of the thread
 * that launched its graph; its changes end with it, and do not reach other instances. Changes of host
 * code remain.
 *
 * Owns:      nothing.
 * Clauses:   N1, N4.
 * Not here:  which operations round otherwise (ir/lower/intrinsic_float.c), leaves that cannot run in
 *            batches (interp/lanes/build/decode.c). */
#include <fenv.h>
#include <string.h>

#include "interp/engine/engine.h"
#include "src/arith/fenv_part.h"

/* of x86-64: all exceptions masked, rounding to nearest, x87 with 64 bits of precision; the exceptions
 * that are raised */
enum { DEFAULT_CONTROL_WORD = 0x37f, DEFAULT_MXCSR = 0x1f80, RAISED = 0x3f };

/* By LLVM's number of a rounding mode. */
static const int modes[] = {FE_TOWARDZERO, FE_TONEAREST, FE_UPWARD, FE_DOWNWARD};

/* Return LLVM's number of the rounding mode. */
static uint64_t rounding(void)
{
	int mode = fegetround();
	uint64_t number = 0;

	while (number < sizeof(modes) / sizeof(*modes) && modes[number] != mode)
		number++;
	return number;
}

/* Before a change by the code of THREAD. */
static void keep(hr_thread *thread)
{
	if (!thread->level || thread->environment_changed)
		return;
	fegetenv(&thread->environment);
	thread->environment_changed = true;
}

/* Return the mode as femode_t of x86-64 has it. */
static uint64_t mode_of(const fenv_t *environment)
{
	return environment->__control_word | (uint64_t)(environment->__mxcsr & ~RAISED) << 32;
}

HR_HANDLER(fenv_get)
{
	uint64_t *to = &HR_REG(frame, I64, pc[1]);
	uint32_t part = pc[2];
	fenv_t environment;

	(void)thread;
	_Static_assert(sizeof(environment) == HR_FENV_WORDS * sizeof(*to), "its size in LLVM IR");
	fegetenv(&environment);
	if (part == HR_FENV_ROUNDING)
		*to = rounding();
	else if (part == HR_FENV_RAISED)
		*to = (uint64_t)fetestexcept(FE_ALL_EXCEPT);
	else if (part == HR_FENV_MODE)
		*to = mode_of(&environment);
	else
		memcpy(to, (uint8_t *)&environment + sizeof(*to) * (part - HR_FENV_WORD),
		       sizeof(*to));
	return 0;
}

static void set_mode(uint16_t control_word, uint32_t mxcsr)
{
	fenv_t environment;

	fegetenv(&environment);
	environment.__control_word = control_word;
	environment.__mxcsr = (environment.__mxcsr & RAISED) | (mxcsr & ~RAISED);
	fesetenv(&environment);
}

/* Let exactly the exceptions RAISED be raised, without traps. */
static void set_raised(uint64_t raised)
{
	fexcept_t flags = (fexcept_t)raised;

	fesetexceptflag(&flags, FE_ALL_EXCEPT);
}

/* The words of an environment arrive in their order; the last one completes it. */
static void set_word(uint32_t word, uint64_t value)
{
	static _Thread_local uint64_t words[HR_FENV_WORDS];
	fenv_t environment;

	words[word] = value;
	if (word < HR_FENV_WORDS - 1)
		return;
	memcpy(&environment, words, sizeof(environment));
	fesetenv(&environment);
}

HR_HANDLER(fenv_set)
{
	uint32_t part = pc[2];
	uint64_t value = part == HR_FENV_KEEP ? 0 : HR_REG(frame, I64, pc[1]);

	keep(thread);
	switch (part) {
	case HR_FENV_ROUNDING: fesetround(modes[value]); break;
	case HR_FENV_RAISED: set_raised(value); break;
	case HR_FENV_MODE: set_mode((uint16_t)value, (uint32_t)(value >> 32)); break;
	case HR_FENV_DEFAULT: fesetenv(FE_DFL_ENV); break;
	case HR_FENV_DEFAULT_MODE: set_mode(DEFAULT_CONTROL_WORD, DEFAULT_MXCSR); break;
	case HR_FENV_KEEP: break;
	default: set_word(part - HR_FENV_WORD, value);
	}
	return 0;
}

void hr_environment_resume(hr_thread *thread, hr_activation *activation)
{
	fegetenv(&thread->environment);
	thread->environment_changed = true;
	fesetenv(&activation->environment);
	activation->environment_changed = false;
}

void hr_environment_leave(hr_thread *thread, hr_activation *activation)
{
	fegetenv(&activation->environment);
	activation->environment_changed = true;
	fesetenv(&thread->environment);
	thread->environment_changed = false;
}
