/* backends/bound/run.c -- runs the code that carries bounds on a grid, in a process that is
 * discarded.
 *
 * A backend that works on the program's addresses compiles the code there and runs it on one
 * thread. Its effects on memory vanish with the process; the bounds are returned through a file.
 * Invariant: the caller's memory is unchanged, except memory that the program shares with its
 *            children.
 * Owns:      the process, during the call.
 * Clauses:   none.
 * Not here:  the code (code.c, state.c). */
#define _GNU_SOURCE 1
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/Core.h>

#include "backends/bound/bound.h"

/* The beginning of the file that the process writes; the bounds follow. */
typedef struct bound_answer {
	char why[HR_BACKEND_TEXT]; /* the reason of a failure; "" on success */
	uint64_t count;
	uint32_t unsure, line;
} bound_answer;

static void *(*program_symbol)(const char *name);

static void *symbol(const char *name)
{
	void *here = hr_bound_symbol(name);

	return here ? here : program_symbol(name);
}

static void *allocate(void *run, uint64_t bytes)
{
	(void)run;
	return hr_alloc_zero(bytes ? bytes : 1);
}

static size_t outputs_bytes(const hr_bound_grid *of)
{
	const hr_unit_grid *grid = of->grid;
	uint64_t count = 1;

	for (unsigned d = 0; d < 3; d++)
		count *= (uint64_t)(grid->end[d] - grid->begin[d]);
	return grid->outputs ? count * of->unit->output_stride : 0;
}

/* Run the grid. Return the reason of a failure, or NULL on success. */
static const char *run(const hr_bound_grid *of, const hr_unit *unit, uint8_t *outputs,
		       char text[HR_BACKEND_TEXT])
{
	static hr_backend_host host = {.bytes = sizeof(host), .threads = 1, .symbol = symbol};
	hr_unit_grid grid = *of->grid;
	void *state, *built;

	host.options = of->options;
	program_symbol = of->symbol;
	grid.allocate = allocate;
	grid.outputs = outputs;
	if (of->compiler->open(&host, &state, text) != 0)
		return text;
	if (of->compiler->admit(state, unit, text) != HR_TAKEN ||
	    of->compiler->build(state, unit, &built, text) != HR_TAKEN)
		return *text ? text : "it cannot be compiled";
	if (of->compiler->run(built, &grid, text) != HR_GRID_DONE)
		return *text ? text : "it does not run to its end";
	return NULL;
}

/* Convert addresses of bounds in the outputs of this run to the caller's outputs. */
static void move_outputs(const hr_bound_grid *of, const uint8_t *outputs, size_t bytes,
			 hr_bounds *bounds)
{
	for (size_t i = 0; i < bounds->of.count; i++)
		if ((uintptr_t)bounds->of.data[i].address - (uintptr_t)outputs < bytes)
			bounds->of.data[i].address =
				of->outputs + (bounds->of.data[i].address - outputs);
}

static bool write_all(int file, const void *data, size_t bytes)
{
	const uint8_t *at = data;

	while (bytes) {
		ssize_t written = write(file, at, bytes);

		if (written <= 0)
			return false;
		at += written;
		bytes -= (size_t)written;
	}
	return true;
}

static HR_NORETURN void run_apart(const hr_bound_grid *of, const hr_unit *unit, int file)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGALRM};
	size_t bytes = outputs_bytes(of);
	uint8_t *outputs = bytes ? hr_alloc_zero(bytes) : NULL;
	char text[HR_BACKEND_TEXT] = "";
	hr_bounds bounds = {0};
	bound_answer said = {0};
	const char *why;

	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		signal(signals[i], SIG_DFL);
	if (of->seconds > 0)
		alarm((unsigned)of->seconds + 1);
	why = run(of, unit, outputs, text);
	if (why) {
		snprintf(said.why, sizeof(said.why), "%s", why);
	} else {
		hr_bound_collect(&bounds);
		move_outputs(of, outputs, bytes, &bounds);
	}
	said.count = bounds.of.count;
	said.unsure = bounds.unsure;
	said.line = bounds.line;
	_exit(write_all(file, &said, sizeof(said)) &&
			      write_all(file, bounds.of.data,
					bounds.of.count * sizeof(*bounds.of.data))
		      ? 0
		      : 1);
}

static bool read_all(int file, void *data, size_t bytes)
{
	uint8_t *at = data;

	while (bytes) {
		ssize_t got = read(file, at, bytes);

		if (got <= 0)
			return false;
		at += got;
		bytes -= (size_t)got;
	}
	return true;
}

static int by_address(const void *left, const void *right)
{
	const hr_bound *one = left, *other = right;

	return one->address < other->address ? -1 : one->address > other->address;
}

static bool take(int file, hr_bounds *bounds, char text[HR_BACKEND_TEXT])
{
	bound_answer said;

	if (lseek(file, 0, SEEK_SET) != 0 || !read_all(file, &said, sizeof(said))) {
		snprintf(text, HR_BACKEND_TEXT, "the process that computes bounds did not finish");
		return false;
	}
	if (*said.why) {
		snprintf(text, HR_BACKEND_TEXT, "%.200s", said.why);
		return false;
	}
	bounds->unsure = said.unsure;
	bounds->line = said.line;
	HR_RESERVE(&bounds->of, said.count);
	bounds->of.count = said.count;
	if (!read_all(file, bounds->of.data, said.count * sizeof(*bounds->of.data))) {
		snprintf(text, HR_BACKEND_TEXT, "the bounds are incomplete");
		return false;
	}
	if (said.count)
		qsort(bounds->of.data, said.count, sizeof(*bounds->of.data), by_address);
	return true;
}

bool hr_bound_run(const hr_bound_grid *of, const hr_liberties *liberties, hr_bounds *bounds,
		  char text[HR_BACKEND_TEXT])
{
	LLVMMemoryBufferRef code = hr_bound_code(of->unit, liberties, text);
	int file = code ? memfd_create("bounds", MFD_CLOEXEC) : -1, status;
	hr_unit unit = *of->unit;
	bool done = false;
	pid_t child;

	if (!code)
		return false;
	unit.bitcode = LLVMGetBufferStart(code);
	unit.bitcode_bytes = LLVMGetBufferSize(code);
	fflush(NULL);
	child = file < 0 ? -1 : fork();
	if (child == 0)
		run_apart(of, &unit, file);
	if (child < 0) {
		snprintf(text, HR_BACKEND_TEXT, "%s", strerror(errno));
	} else {
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			continue;
		done = take(file, bounds, text);
	}
	if (file >= 0)
		close(file);
	LLVMDisposeMemoryBuffer(code);
	return done;
}
