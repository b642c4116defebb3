/* tools/diff/bisect.c -- find the nodes that make a whole program fail when they run on a backend.
 *
 * The program runs on hpvm-run, once interpreted and then with sets of leaves on the backend
 * (--map), in a separate process unless that is disabled. It fails if its standard output or exit
 * status differs from the interpreted run. Sets are reduced by delta debugging: halves, then
 * quarters, ..., and their complements.
 *
 * Invariant: the program fails with the current set.
 * Owns:      output of programs, the sets.
 * Not here:  leaves one by one (backends/crosscheck/crosscheck.c). */
#define _GNU_SOURCE 1
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "src/diag/escape.h"
#include "src/diag/progress.h"
#include "src/file/file.h"
#include "tools/diff/diff.h"
#include "tools/shared/subprocess.h"
#include "tools/shared/temporary.h"

typedef HR_VEC(const char *) word_list;

typedef struct result {
	int status;    /* as waitpid() sets it, or TOOL_NO_END */
	uint8_t *text; /* owned */
	size_t size;
} result;

typedef struct bisect {
	const char *run, *backend; /* the command, and the backend's name */
	const char *const *argv;   /* options, files, arguments of hpvm-run; ends with NULL */
	bool in_process;
	result right;
	double seconds;         /* limit of a run */
	unsigned runs, unended; /* unended: they took too long */
	const char *said;       /* name of a file for diagnostics */
	char lost[200];         /* why a run was not possible, which ends the search; empty: none */
} bisect;

/* --- runs ------------------------------------------------------------------------------------- */

/* A leaf that is interpreted because the backend crashed or hung must not count as a right result.
 * Interpreted runs have the same options. */
static const char *const in_worker[] = {
	"--worker",
	"-Werror=worker-crashed",
	"-Werror=worker-hung",
	"-Werror=worker-garbage",
	"-Werror=worker-diverged",
	"-Werror=worker-failed",
	"-Werror=worker-lost",
};

/* Run the program with NODES on the backend. "*" means every leaf that it accepts, and nodes as
 * wholes. */
static bool run_with(bisect *self, const char *const *nodes, size_t count, result *got)
{
	HR_VEC(char *) maps = {0};
	word_list command = {0};
	bool done;

	HR_PUSH(&command, self->run);
	HR_PUSH(&command, "-q");
	HR_PUSH(&command, "--diagnostics-output");
	HR_PUSH(&command, self->said);
	for (size_t i = 0; i < sizeof(in_worker) / sizeof(*in_worker) && !self->in_process; i++)
		HR_PUSH(&command, in_worker[i]);
	for (size_t i = 0; i < count; i++) {
		size_t room = strlen(nodes[i]) + strlen(self->backend) + 2;
		char *map = hr_alloc(room);

		snprintf(map, room, strcmp(nodes[i], "*") == 0 ? "%.0s%s" : "%s=%s", nodes[i],
			 self->backend);
		HR_PUSH(&maps, map);
		HR_PUSH(&command, strcmp(nodes[i], "*") == 0 ? "--backend" : "--map");
		HR_PUSH(&command, map);
	}
	for (const char *const *word = self->argv; *word; word++)
		HR_PUSH(&command, *word);
	HR_PUSH(&command, NULL);
	/* the interpreted run says itself why it fails */
	done = tool_process_read(command.data, count == 0, self->seconds, &got->status, &got->text,
				 &got->size);
	self->runs += done;
	for (size_t i = 0; i < maps.count; i++)
		hr_free(maps.data[i]);
	HR_VEC_FREE(&maps);
	HR_VEC_FREE(&command);
	return done;
}

/* Return true if hpvm-run had no process for a grid, which was interpreted instead. */
static bool has_interpreted(const bisect *self)
{
	uint8_t *text;
	size_t size;
	bool has;

	if (hr_file_read(self->said, &text, &size) != 0)
		return false;
	has = memmem(text, size, "[worker-lost]", strlen("[worker-lost]")) != NULL;
	hr_free(text);
	return has;
}

/* Return true if a limit or the system has ended the run, which says nothing of the backend. */
static bool is_lost(const result *got)
{
	const int code =
		got->status != TOOL_NO_END && WIFEXITED(got->status) ? WEXITSTATUS(got->status) : 0;

	return code == hr_exit_code(HR_LIMIT) || code == HR_EXIT_USAGE;
}

static bool goes_wrong(bisect *self, const char *const *nodes, size_t count)
{
	char text[64];
	result got;
	bool wrong;

	snprintf(text, sizeof(text), "%zu nodes on %.30s", count, self->backend);
	hr_progress_show(text, 0, 0, self->runs);
	if (*self->lost)
		return false;
	if (!run_with(self, nodes, count, &got)) {
		snprintf(self->lost, sizeof(self->lost), "hpvm-run cannot be run: %s",
			 strerror(errno));
		return false;
	}
	if (has_interpreted(self)) {
		snprintf(self->lost, sizeof(self->lost), "hpvm-run has no worker process");
		hr_free(got.text);
		return false;
	}
	if (is_lost(&got)) {
		snprintf(self->lost, sizeof(self->lost), "hpvm-run ends with exit status %d",
			 WEXITSTATUS(got.status));
		hr_free(got.text);
		return false;
	}
	self->unended += got.status == TOOL_NO_END;
	wrong = got.status != self->right.status || got.size != self->right.size ||
		memcmp(got.text, self->right.text, got.size) != 0;
	hr_free(got.text);
	return wrong;
}

/* --- sets ------------------------------------------------------------------------------------- */

/* Copy NODES except NODES[from] to NODES[to - 1] to LEFT. Return their number. */
static size_t without(const word_list *nodes, size_t from, size_t to, const char **left)
{
	size_t count = 0;

	for (size_t i = 0; i < nodes->count; i++)
		if (i < from || i >= to)
			left[count++] = nodes->data[i];
	return count;
}

/* Try each of PARTS parts of the set, and the set without it. Return true if the set has become
 * smaller. */
static bool shrink(bisect *self, word_list *nodes, size_t parts)
{
	const char **left = hr_alloc_array(nodes->count + 1, sizeof(*left));
	bool smaller = false;

	for (size_t p = 0; p < parts && !smaller; p++) {
		size_t from = nodes->count * p / parts, to = nodes->count * (p + 1) / parts, count;

		if (goes_wrong(self, nodes->data + from, to - from)) {
			memmove(nodes->data, nodes->data + from, (to - from) * sizeof(*left));
			nodes->count = to - from;
			smaller = true;
		} else if (parts > 2) {
			count = without(nodes, from, to, left);
			smaller = goes_wrong(self, left, count);
			if (smaller) {
				memcpy(nodes->data, left, count * sizeof(*left));
				nodes->count = count;
			}
		}
	}
	hr_free(left);
	return smaller;
}

static void minimise(bisect *self, word_list *nodes)
{
	size_t parts = 2;

	while (nodes->count > 1) {
		if (shrink(self, nodes, parts))
			parts = parts > 2 ? parts - 1 : 2;
		else if (parts >= nodes->count)
			return;
		else
			parts = 2 * parts < nodes->count ? 2 * parts : nodes->count;
		if (parts > nodes->count)
			parts = nodes->count;
	}
}

/* --- the search ------------------------------------------------------------------------------- */

static int report(const bisect *self, const word_list *nodes, FILE *stream)
{
	fprintf(stream, "the program gives a wrong result with %zu %s on %s:\n", nodes->count,
		nodes->count == 1 ? "node" : "nodes", self->backend);
	for (size_t i = 0; i < nodes->count; i++) {
		fputs("  ", stream);
		hr_print_readable(nodes->data[i], stream);
		fputc('\n', stream);
	}
	fprintf(stream, "%u runs", self->runs);
	if (self->unended)
		fprintf(stream, ", of which %u took more than %g seconds (--time-limit)",
			self->unended, self->seconds);
	fputc('\n', stream);
	return hr_exit_code(HR_TRAP);
}

static int search(bisect *self, const char *const *leaves, size_t count, FILE *stream)
{
	static const char *const all = "*";
	word_list nodes = {0};
	int code;

	for (size_t i = 0; i < count; i++)
		HR_PUSH(&nodes, leaves[i]);
	if (!goes_wrong(self, nodes.data, nodes.count)) {
		bool whole = goes_wrong(self, &all, 1);

		code = whole ? hr_exit_code(HR_TRAP) : 0;
		if (!*self->lost)
			fprintf(stream,
				whole ? "the program gives a wrong result on %s, but not with any set of leaves there\n"
				      : "the program gives the same result on %s as in the interpreter\n",
				self->backend);
	} else {
		minimise(self, &nodes);
		code = *self->lost ? 0 : report(self, &nodes, stream);
	}
	if (*self->lost) {
		fprintf(stream, "the search cannot go on after %u runs: %s\n", self->runs,
			self->lost);
		code = hr_exit_code(HR_UNSUPPORTED);
	}
	HR_VEC_FREE(&nodes);
	return code;
}

/* Return 0 if the interpreted program ended by itself, else the exit status: a program that
 * hpvm-run ended cannot be compared with. */
static int ended_early(const result *right, double seconds, FILE *stream)
{
	int code;

	if (right->status == TOOL_NO_END) {
		fprintf(stream,
			"the program does not end in the interpreter within %g seconds (--time-limit)\n",
			seconds);
		return hr_exit_code(HR_LIMIT);
	}
	code = WIFEXITED(right->status) ? WEXITSTATUS(right->status) : 0;

	if (WIFSIGNALED(right->status)) {
		fprintf(stream,
			"the program does not end normally in the interpreter: signal %d (%s)\n",
			WTERMSIG(right->status), strsignal(WTERMSIG(right->status)));
		return hr_exit_code(HR_TRAP);
	}
	if (code < hr_exit_code(HR_REJECT) || code > HR_EXIT_USAGE)
		return 0;
	fprintf(stream,
		"the program does not end normally in the interpreter: hpvm-run ends with exit status %d and reports why\n",
		code);
	return code;
}

int diff_bisect(const char *run, const char *backend, bool in_process, double seconds,
		const char *const *argv, const char *const *leaves, size_t count, FILE *stream)
{
	bisect self = {.run = run,
		       .backend = backend,
		       .argv = argv,
		       .in_process = in_process,
		       .seconds = seconds};
	const char *folder = tool_temporary_begin("hpvm-diff");
	char said[4096];
	int code;

	snprintf(said, sizeof(said), "%s/diagnostics", folder ? folder : "");
	self.said = said;
	if (!folder) {
		fprintf(stderr,
			"%s: error: cannot make a folder for temporary files (TMPDIR): %s\n",
			hr_command, strerror(errno));
		code = hr_exit_code(HR_UNSUPPORTED);
	} else if (!run_with(&self, NULL, 0, &self.right)) {
		fprintf(stderr, "%s: error: cannot run '%s': %s\n", hr_command, run,
			strerror(errno));
		code = hr_exit_code(HR_UNSUPPORTED);
	} else {
		code = ended_early(&self.right, seconds, stream);
		if (!code)
			code = search(&self, leaves, count, stream);
	}
	hr_progress_end();
	hr_free(self.right.text);
	return code;
}
