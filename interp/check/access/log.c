/* interp/check/access/log.c -- writes of leaves to memory that is not copied before an execution.
 *
 * Invariant: while a log is set, each byte outside of its regions is saved before a leaf writes it,
 *            or the log names the function that may have written without notice.
 * Owns:      nothing.
 * Clauses:   N4.
 * Not here:  the saved contents (interp/memory/write_log.c), what becomes of them
 *            (interp/orders/memory.c). */
#include <string.h>

#include "interp/check/check_state.h"
#include "interp/check/format.h"
#include "interp/memory/memory.h"
#include "src/arith/cfunction.h"

void hr_check_log_writes(hr_checker *checker, hr_write_log *log)
{
	checker->log = log;
	if (log) /* what was open does not log */
		hr_access_checks_close(checker);
}

static void keep_shadow(void *data, const void *base, size_t bytes)
{
	hr_checker *checker = data;

	if (checker->run->speculation.on)
		hr_check_snapshot_memory(checker, base, bytes);
}

/* Return true if the memory at ADDRESS exists only during the execution: variables of leaves, and
 * what leaves have allocated in it. */
static bool is_of_execution(hr_checker *checker, const hr_thread *thread, uint64_t address)
{
	const check_object *object = hr_check_object_at(checker, address);
	check_block block;

	if (object)
		return !object->freed;
	if (hr_check_block_at(checker, address, &block))
		return !block.quarantined && block.plan == checker->plan &&
		       block.execution == thread->execution;
	return hr_check_on_stack(checker, address) || hr_check_is_variable(checker, address);
}

void hr_check_log(hr_checker *checker, const hr_thread *thread, uint64_t address, uint64_t bytes)
{
	if (!bytes || hr_log_covers(checker->log, address, address + bytes) ||
	    is_of_execution(checker, thread, address))
		return;
	hr_log_note(checker->log, address, bytes, keep_shadow, checker);
}

bool hr_check_log_lasts(hr_checker *checker, const hr_thread *thread, const check_access *access)
{
	return !checker->log || !(access->kind & HR_ACCESS_WRITE) || access->area == AREA_STACK ||
	       hr_log_covers(checker->log, access->base, access->end) ||
	       (access->area == AREA_OTHER && is_of_execution(checker, thread, access->base));
}

/* --- C functions ------------------------------------------------------------------------------ */

typedef struct native {
	hr_checker *checker;
	const hr_thread *thread;
	uint8_t *frame;
	const hr_call *call;
	const hr_site *site;
} native;

static uint64_t argument(const native *self, int i)
{
	return i >= 0 && (uint32_t)i < self->call->arg_count
		       ? HR_REG(self->frame, I64, self->call->args[i].reg)
		       : 0;
}

static const char *text_argument(const native *self, const hr_cfunction_access *access)
{
	return (const char *)(uintptr_t)argument(self, access->pointer);
}

/* Return the number of bytes that a function writes which makes a text from the texts that it
 * reads. */
static uint64_t text_bytes(const native *self)
{
	uint64_t bytes = 1;

	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES; i++) {
		const hr_cfunction_access *one = &self->site->facts->access[i];

		if (one->kind == HR_ACCESSES_READS && one->length == HR_LENGTH_TEXT &&
		    text_argument(self, one))
			bytes += strlen(text_argument(self, one));
	}
	return bytes;
}

/* Return true for a function of the printf family whose format stores no number. */
static bool only_prints(const native *self)
{
	const char *format =
		(const char *)(uintptr_t)argument(self, hr_check_format_of(self->site->facts));

	return format && hr_check_only_prints(format);
}

/* Return true if what the function writes through any pointer is known: nothing but the text of
 * sprintf and its relatives, in a variable of the leaf. */
static bool knows_any(const native *self)
{
	const bool prints = self->site->facts->state == HR_STATE_OUTSIDE;

	return only_prints(self) &&
	       (prints || is_of_execution(self->checker, self->thread, argument(self, 0)));
}

/* Return false if the access is not known. */
static bool log_one(const native *self, const hr_cfunction_access *one)
{
	const uint64_t address = argument(self, one->pointer);
	uint64_t bytes;

	if (one->kind != HR_ACCESSES_WRITES)
		return true;
	if (one->length == HR_LENGTH_ANY)
		return knows_any(self);
	if (one->how == HR_HOW_PRINTS)
		return true; /* the row has HR_LENGTH_ANY, too */
	if (one->length >= 0)
		bytes = argument(self, one->length);
	else if (one->length == HR_LENGTH_TEXT)
		bytes = text_bytes(self);
	else
		bytes = hr_cfunction_bytes(one, (hr_cfunction_form)self->site->form);
	if (one->length >= 0 && one->times != HR_TIMES_ONCE)
		bytes *= argument(self, one->times);
	if (address)
		hr_check_log(self->checker, self->thread, address, bytes);
	return true;
}

/* Return true if memory that the call frees or moves was allocated in the same execution, so that a
 * repetition frees memory of its own. */
static bool frees_own(const native *self)
{
	const uint64_t address = argument(self, 0);
	check_block block;

	return !address ||
	       (hr_check_block_at(self->checker, address, &block) && block.base == address &&
		is_of_execution(self->checker, self->thread, address));
}

static bool is_known(const native *self)
{
	const hr_cfunction *facts = self->site->facts;

	if (!facts || self->call->arg_count < hr_cfunction_parameters(facts) ||
	    (self->site->heap && self->site->heap->heap == HR_HEAP_UNKNOWN))
		return strncmp(self->site->name, "__hpvm__", 8) == 0;
	if (facts->heap == HR_HEAP_FREE || facts->heap == HR_HEAP_FREE_ALIGNED ||
	    facts->heap == HR_HEAP_REALLOC || facts->heap == HR_HEAP_REALLOC_MANY)
		return frees_own(self);
	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES; i++)
		if (!log_one(self, &facts->access[i]))
			return false;
	return true;
}

hr_trap hr_check_log_native(hr_checker *checker, const hr_thread *thread, uint8_t *frame,
			    const hr_call *call, const hr_site *site)
{
	const native self = {checker, thread, frame, call, site};

	if (is_known(&self))
		return 0;
	checker->log->blind = site->name;
	/* The call is not made where it would have to be undone. */
	return hr_speculation_fail(checker->run) || checker->run->repeated
		       ? HR_TRAP_REPORTED | (hr_trap)HR_TRAP
		       : 0;
}
