/* backends/nvidia/mock/mock.c -- calls of the mock: the log, requested errors, broken rules.
 *
 * Owns: the lock, the log.
 * Not here: the effects of calls (the other files). */
#define _GNU_SOURCE 1
#include "backends/nvidia/mock/mock.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/nvidia/mock/mock_cuda.h"

enum { MOST_FAILURES = 32, ANY_ERROR = -1 };

typedef struct failure {
	char call[64];
	uint64_t nth, seen;
	int code;
} failure;

static struct {
	pthread_mutex_t lock;
	bool ready, initialised;
	/* A call that should have destroyed something was failed on purpose. */
	bool unended;
	FILE *log;
	uint64_t calls;
	failure failures[MOST_FAILURES];
	size_t failure_count;
	nv_result sticky;
	const char *call; /* the current call */
	pid_t process;    /* the process that has initialised it */
} self = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

/* --- options ---------------------------------------------------------------------------------- */

static const char *option(const char *name, size_t *length)
{
	const char *at = getenv("HPVM_MOCK");
	size_t name_length = strlen(name);

	while (at && *at) {
		*length = strcspn(at, ",");
		if (*length > name_length && strncmp(at, name, name_length) == 0 &&
		    at[name_length] == '=') {
			*length -= name_length + 1;
			return at + name_length + 1;
		}
		at += *length + (at[*length] == ',');
	}
	return NULL;
}

uint64_t mock_option(const char *name, uint64_t otherwise)
{
	size_t length;
	const char *value = option(name, &length);

	return value ? strtoull(value, NULL, 0) : otherwise;
}

bool mock_option_is(const char *name, const char *value)
{
	size_t length;
	const char *found = option(name, &length);

	return found && length == strlen(value) && strncmp(found, value, length) == 0;
}

static void read_failures(void)
{
	const char *at = getenv("HPVM_MOCK_FAIL");

	while (at && *at && self.failure_count < MOST_FAILURES) {
		failure *next = &self.failures[self.failure_count];
		unsigned long long nth;
		int code, used = 0;

		if (sscanf(at, "%63[^:]:%llu=%d%n", next->call, &nth, &code, &used) != 3) {
			fprintf(stderr, "mock: HPVM_MOCK_FAIL is not CALL:N=CODE: %s\n", at);
			_exit(MOCK_EXIT);
		}
		next->nth = nth;
		next->code = code;
		self.failure_count++;
		at += used + (at[used] == ',');
	}
}

static void get_ready(void)
{
	const char *path = getenv("HPVM_MOCK_LOG");

	self.ready = true;
	if (path && *path)
		self.log = fopen(path, "ae");
	if (self.log)
		setvbuf(self.log, NULL, _IOLBF, BUFSIZ);
	read_failures();
}

/* --- calls ------------------------------------------------------------------------------------ */

void mock_log(const char *format, ...)
{
	va_list arguments;

	if (!self.log)
		return;
	fprintf(self.log, "    ");
	va_start(arguments, format);
	vfprintf(self.log, format, arguments);
	va_end(arguments);
	fputc('\n', self.log);
}

_Noreturn void mock_broken(const char *rule, const char *format, ...)
{
	char text[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	fprintf(stderr, "mock: %s breaks the rule '%s': %s\n", self.call ? self.call : "the end",
		rule, text);
	mock_log("BROKEN %s: %s", rule, text);
	fflush(NULL);
	_exit(MOCK_EXIT);
}

/* Return an error that the library of NAME may return at any time. */
static nv_result some_error(const char *name)
{
	return strncmp(name, "cudnn", 5) == 0    ? 4000
	       : strncmp(name, "cublas", 6) == 0 ? 14
						 : NV_UNKNOWN;
}

static bool ends_something(const char *name)
{
	static const char *const words[] = {"Destroy", "Free", "Release", "Unload", "Unregister"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strstr(name, words[i]))
			return true;
	return false;
}

static nv_result injected(const char *name)
{
	nv_result result = NV_SUCCESS;

	for (size_t i = 0; i < self.failure_count; i++) {
		failure *next = &self.failures[i];

		if (strcmp(next->call, "*") != 0 && strcmp(next->call, name) != 0)
			continue;
		if (++next->seen == next->nth)
			result = next->code == ANY_ERROR ? some_error(name) : next->code;
	}
	self.unended |= result != NV_SUCCESS && ends_something(name);
	return result;
}

/* Return the error for a missing prerequisite of the call. */
static nv_result unmet(unsigned needs)
{
	if (needs != MOCK_ANY && !self.initialised)
		return NV_NOT_INITIALIZED;
	MOCK_RULE(!self.initialised || self.process == getpid(), "fork",
		  "process %d calls, which is a fork of process %d, after cuInit there",
		  (int)getpid(), (int)self.process);
	if (needs & MOCK_CONTEXT && !mock_current())
		return NV_INVALID_CONTEXT;
	if (needs & MOCK_CONTEXT && !mock_current()->alive)
		return NV_CONTEXT_IS_DESTROYED;
	return NV_SUCCESS;
}

nv_result mock_begin(mock_call *call, unsigned needs, const char *format, ...)
{
	nv_result result;
	va_list arguments;

	pthread_mutex_lock(&self.lock);
	call->locked = true;
	if (!self.ready)
		get_ready();
	self.call = call->name;
	self.calls++;
	if (self.log) {
		fprintf(self.log, "%llu %s ", (unsigned long long)self.calls, call->name);
		va_start(arguments, format);
		vfprintf(self.log, format, arguments);
		va_end(arguments);
		fputc('\n', self.log);
	}
	result = unmet(needs);
	/* An error that was not requested is a mistake of the caller, which breaks a rule; a real
	 * driver would only return it. */
	MOCK_RULE(result != NV_INVALID_CONTEXT, "context", "no context is current in this thread");
	MOCK_RULE(result != NV_NOT_INITIALIZED, "init", "cuInit has not been called");
	MOCK_RULE(result != NV_CONTEXT_IS_DESTROYED, "context",
		  "the current context has been released");
	MOCK_RULE(!(needs & MOCK_NO_CAPTURE) || !mock_is_capturing(), "capture",
		  "a stream of this thread is being captured, in which this call is not allowed");
	result = injected(call->name);
	if (result != NV_SUCCESS && nv_is_sticky(result)) {
		self.sticky = result;
		mock_log("error %d sticks", result);
		if (needs & MOCK_LAUNCH)
			return NV_SUCCESS;
	}
	if (result == NV_SUCCESS && needs & MOCK_CONTEXT && self.sticky)
		result = self.sticky;
	if (result != NV_SUCCESS)
		mock_log("= %d", result);
	return result;
}

void mock_end(mock_call *call)
{
	if (!call->locked)
		return;
	self.call = NULL;
	pthread_mutex_unlock(&self.lock);
}

void mock_hang(void)
{
	mock_log("never returns");
	self.call = NULL;
	pthread_mutex_unlock(&self.lock);
	for (;;)
		pause();
}

bool mock_is_initialised(void)
{
	return self.initialised;
}

void mock_initialise(void)
{
	self.initialised = true;
	self.process = getpid();
}

nv_result mock_sticky(void)
{
	return self.sticky;
}

/* NVIDIA's cuda.h: after NV_ASSERT the context must be destroyed; after most other sticky errors
 * the process must end. */
void mock_unstick(void)
{
	if (self.sticky == NV_ASSERT)
		self.sticky = NV_SUCCESS;
}

/* --- the end ---------------------------------------------------------------------------------- */

/* A forked child owns nothing; and after sticky errors or failed calls, objects could not be
 * destroyed. */
bool mock_leaks_matter(void)
{
	const char *wanted = getenv("HPVM_MOCK_LEAKS");

	return self.initialised && self.process == getpid() && !self.sticky && !self.unended &&
	       wanted && strcmp(wanted, "yes") == 0;
}

__attribute__((destructor)) static void finish(void)
{
	char text[HR_BACKEND_TEXT];
	const char *leak;

	if (!mock_leaks_matter())
		return;
	leak = mock_memory_leak(text);
	if (!leak)
		leak = mock_objects_leak(text);
	if (leak)
		mock_broken("leak", "%s", leak);
	if (self.log)
		fclose(self.log);
}
