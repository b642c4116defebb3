/* interp/run/promise.c -- reports promises that are not kept.
 *
 * If the diagnostic does not end the run, execution continues as if nothing had been promised.
 *
 * Owns:      nothing.
 * Clauses:   P5.
 * Not here:  which object a pointer points into (interp/check/access/local.c). */
#include "interp/run/promise.h"

#include "interp/run/run.h"

enum { TEXT_BYTES = 512 };

static hr_trap report(hr_thread *thread, const char *text)
{
	const hr_status status = hr_report_at(thread->run, thread, HR_D_broken_promise, text);

	return status == HR_OK ? 0 : HR_TRAP_REPORTED | (hr_trap)status;
}

static const char *state(hr_promise_kind kind)
{
	switch (kind) {
	case HR_PROMISE_DEFINED: return "undefined";
	case HR_PROMISE_READ: return "read";
	case HR_PROMISE_WRITTEN: return "written";
	case HR_PROMISE_SAME: return "another value";
	case HR_PROMISE_REACHED: return "reached";
	case HR_PROMISE_FREED: return "freed";
	case HR_PROMISE_MOST: return "too large";
	case HR_PROMISE_APART: return "accessed through another pointer, too";
	default: return "null";
	}
}

hr_trap hr_promise_room(hr_thread *thread, const hr_promise *promise, uint64_t number,
			uint64_t bytes, const char *object)
{
	char text[TEXT_BYTES];

	snprintf(text, sizeof(text), "%s points to %llu byte%s%s%s, but %s: %llu are needed",
		 promise->subject, (unsigned long long)bytes, bytes == 1 ? "" : "s",
		 object ? " of " : "", object ? object : "", promise->source,
		 (unsigned long long)number);
	return report(thread, text);
}

/* BYTES at ADDRESS are not aligned as an access promises. In a leaf, checkers find it at the access that
 * follows, and say which object it is. */
static hr_trap misaligned(hr_thread *thread, const hr_promise *promise, uint64_t address,
			  uint64_t bytes)
{
	char align[32];
	hr_status status;

	if (thread->level && thread->checking)
		return 0;
	snprintf(align, sizeof(align), "%llu", (unsigned long long)promise->bytes);
	status = hr_report_at(thread->run, thread, HR_D_misaligned, promise->subject,
			      (unsigned)bytes, bytes == 1 ? "" : "s", "", (void *)address, align);
	return status == HR_OK ? 0 : HR_TRAP_REPORTED | (hr_trap)status;
}

hr_trap hr_promise_broken(hr_thread *thread, const hr_promise *promise, const char *how)
{
	char text[TEXT_BYTES];

	snprintf(text, sizeof(text), "%s %s, but %s", promise->subject, how, promise->source);
	return report(thread, text);
}

hr_trap hr_promise_check(hr_thread *thread, const hr_promise *promise, uint64_t value,
			 uint64_t number)
{
	char text[TEXT_BYTES], address[48];

	if (hr_promise_kept(promise, value, number))
		return 0;
	if (promise->kind == HR_PROMISE_ACCESS)
		return misaligned(thread, promise, value, number);
	if (promise->kind == HR_PROMISE_ROOM)
		return hr_promise_room(thread, promise, number, promise->bytes, NULL);
	if (promise->kind == HR_PROMISE_ALIGNED)
		snprintf(address, sizeof(address), "misaligned (0x%llx)",
			 (unsigned long long)value);
	else
		snprintf(address, sizeof(address), "%s", state(promise->kind));
	snprintf(text, sizeof(text), "%s is %s, but %s", promise->subject, address,
		 promise->source);
	return report(thread, text);
}

hr_trap hr_promise_apart(hr_thread *thread, const char *function, uint64_t to, uint64_t writes,
			 uint64_t from, uint64_t reads)
{
	char text[TEXT_BYTES];

	snprintf(text, sizeof(text),
		 "'%s' reads and writes overlapping memory: %llu byte%s at 0x%llx and %llu byte%s "
		 "at 0x%llx\nhelp: use memmove()",
		 function, (unsigned long long)reads, reads == 1 ? "" : "s",
		 (unsigned long long)from, (unsigned long long)writes, writes == 1 ? "" : "s",
		 (unsigned long long)to);
	return report(thread, text);
}
