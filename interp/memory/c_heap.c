/* interp/memory/c_heap.c -- a table of functions of C that give leaves memory, or take it back.
 *
 * What else a leaf calls may do so unheard (asprintf, what a library brings), unless it is listed
 * as one that does not.
 *
 * Owns:     nothing.
 * Clauses:  M6.
 * Not here: the blocks that were given (interp/check/blocks.c). */
#define _GNU_SOURCE 1
#include "interp/memory/c_heap.h"

#include <dlfcn.h>
#include <string.h>

#include "interp/host/host.h"
#include "interp/host/host_calls.h"
#include "interp/lanes/build/wide.h"

#define GIVES(name, shown, kind, parameters) {name, shown, NULL, HR_C_HEAP_##kind, parameters}
#define TAKES(name, plain, parameters)       {name, "", plain, HR_C_HEAP_FREE, parameters}

static const hr_c_heap unknown = {.kind = HR_C_HEAP_UNKNOWN};

static const hr_c_heap table[] = {
	GIVES("malloc", "malloc", SIZE, 1),
	GIVES("valloc", "valloc", SIZE, 1),
	GIVES("calloc", "calloc", COUNT_SIZE, 2),
	GIVES("realloc", "realloc", REALLOC, 2),
	GIVES("reallocarray", "reallocarray", REALLOC_MANY, 3),
	GIVES("aligned_alloc", "aligned_alloc", ALIGN_SIZE, 2),
	GIVES("memalign", "memalign", ALIGN_SIZE, 2),
	GIVES("posix_memalign", "posix_memalign", POSIX, 3),
	GIVES("strdup", "strdup", STRING, 1),
	GIVES("__strdup", "strdup", STRING, 1),
	GIVES("strndup", "strndup", STRING, 2),
	GIVES("malloc_usable_size", "", USABLE, 1),
	GIVES("_Znwm", "new", SIZE, 1),
	GIVES("_Znam", "new[]", SIZE, 1),
	GIVES("_ZnwmRKSt9nothrow_t", "new", SIZE_QUIET, 2),
	GIVES("_ZnamRKSt9nothrow_t", "new[]", SIZE_QUIET, 2),
	GIVES("_ZnwmSt11align_val_t", "new", SIZE_ALIGN, 2),
	GIVES("_ZnamSt11align_val_t", "new[]", SIZE_ALIGN, 2),
	TAKES("free", "free", 1),
	TAKES("_ZdlPv", "_ZdlPv", 1),
	TAKES("_ZdlPvm", "_ZdlPv", 2),
	TAKES("_ZdaPv", "_ZdaPv", 1),
	TAKES("_ZdaPvm", "_ZdaPv", 2),
	GIVES("_ZdlPvSt11align_val_t", "", FREE_ALIGNED, 2),
	GIVES("_ZdlPvmSt11align_val_t", "", FREE_ALIGNED, 3),
	GIVES("_ZdaPvSt11align_val_t", "", FREE_ALIGNED, 2),
	GIVES("_ZdaPvmSt11align_val_t", "", FREE_ALIGNED, 3),
};

/* Others than those that access memory alone (interp/host/host_calls.c). */
static bool gives_nothing(const char *name)
{
	static const char *const names[] = {
		"printf",  "fprintf", "sprintf",       "snprintf",     "vprintf",  "vfprintf",
		"vsnprintf", "__printf_chk", "__fprintf_chk", "__sprintf_chk", "__snprintf_chk",
		"putchar", "putc",    "fputc",	       "fflush",       "perror",   "rand",
		"srand",   "rand_r",  "random",	       "drand48",      "erand48",  "time",
		"clock",   "clock_gettime", "gettimeofday", "usleep",  "nanosleep", "sched_yield",
		"isalpha", "isdigit", "isspace",       "isupper",      "islower",  "toupper",
		"tolower", "div",     "ldiv",	       "ffs",	       "memccpy",  "strspn",
		"strcspn", "strncat", "strtoul",       "strtoll",      "strtoull", "strtof",
		"abort",   "exit",    "_exit",	       "__assert_fail", "pthread_mutex_lock",
		"pthread_mutex_unlock",
	};

	if (hr_c_keeps_nothing(name) || hr_c_call_find(name) || strncmp(name, "llvm.", 5) == 0)
		return true;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static bool is_of_the_kind(const hr_c_heap *row, const hr_call *call)
{
	const bool takes = row->kind == HR_C_HEAP_FREE || row->kind == HR_C_HEAP_FREE_ALIGNED;

	if (call->arg_count != row->parameters || call->variadic)
		return false;
	for (uint32_t i = 0; i < call->arg_count; i++)
		if (call->args[i].con != HR_C_I64)
			return false;
	if (takes || row->kind == HR_C_HEAP_POSIX)
		return call->result_count == !takes && (takes || call->results[0].con == HR_C_I32);
	return call->result_count == 1 && call->results[0].con == HR_C_I64;
}

static const hr_c_heap *row_of(const char *name)
{
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}

bool hr_c_heap_has(const char *name)
{
	return row_of(name);
}

const hr_c_heap *hr_c_heap_find(const char *name, const hr_call *call)
{
	const hr_c_heap *row = row_of(name);

	if (row)
		return is_of_the_kind(row, call) && hr_host_is_process(name) ? row : &unknown;
	return gives_nothing(name) ? NULL : &unknown;
}
