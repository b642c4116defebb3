/* backends/crosscheck/undefined.c -- a second look at a grid that differs: whether undefined bytes of
 * the reference, or an error of the program, explain the difference.
 *
 * The grid runs again in a forked process, instance by instance, under the checkers for undefined
 * values, poison, races and the use of arguments. The undefined bits of its results come back in
 * shared memory; any value of a backend is right for them. The cross-check itself keeps no shadow
 * memory, so grids without a difference cost nothing.
 *
 * Invariant: the run and its memory do not change.
 * Owns:      the shared memory of the last look.
 * Clauses:   P4, M4, M5.
 * Not here:  the checkers (interp/check/), what is concluded (crosscheck.c). */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "backends/crosscheck/crosscheck_grid.h"
#include "interp/run/value_text.h"
#include "src/base/tick.h"
#include "src/diag/render.h"

enum { LOOK_SECONDS = 60 };

/* --- the process ------------------------------------------------------------------------------ */

typedef struct look_state {
	hr_crosscheck *self;
	const cross_leaf *leaf;
	cross_got *got;
	const hr_offload_grid *grid;
	cross_suspended before; /* the engine's results, while the grid runs again */
	cross_look *look;
} look_state;

static void note_error(void *data, const hr_diag_record *record)
{
	cross_look *look = data;

	if (record->severity == HR_SEV_ERROR && !*look->error)
		snprintf(look->error, sizeof(look->error), "%.*s [%s]",
			 (int)hr_diag_headline(record->message), record->message,
			 hr_diag_name(record->id));
}

/* Nothing that the look finds is reported, recorded or printed. */
static void be_quiet(hr_run *run, cross_look *look)
{
	const int nowhere = open("/dev/null", O_WRONLY);

	if (nowhere >= 0) {
		dup2(nowhere, STDOUT_FILENO);
		dup2(nowhere, STDERR_FILENO);
	}
	run->events = NULL;
	run->progress = NULL;
	run->at_end = NULL; /* if the grid ends the process */
	run->diags = run->program->diags = hr_diags_new(NULL);
	hr_diags_listen(run->diags, note_error, look);
}

/* Memory of arguments that are declared `out` alone has no value before the grid (M5). */
static void mark_outputs(const look_state *of)
{
	hr_checker *checker = of->self->run->checker;
	const hr_node *node = of->leaf->leaf;

	for (unsigned i = 0; i + 1 < node->input_count; i++) {
		const hr_port *port = &node->inputs[i], *size = port + 1;
		uint64_t base, bytes;
		const hr_region *region;

		if (!hr_port_has_size(node->inputs, node->input_count, i) || !port->out ||
		    of->leaf->varies[i + 1])
			continue;
		memcpy(&base, of->grid->inputs + port->offset, sizeof(base));
		memcpy(&bytes, of->grid->inputs + size->offset, sizeof(bytes));
		region = hr_region_at(&of->before.regions, base);
		if (region && hr_cross_is_output(of->leaf, of->grid, region) &&
		    bytes <= (uintptr_t)region->base + region->bytes - base)
			hr_look_unwritten(checker, node, i, base, bytes);
	}
}

/* Describe the undefined byte AT of the run's memory, which differs. */
static void name_memory(const look_state *of, const hr_region *region, size_t at)
{
	cross_look *look = of->look;
	char object[HR_REGION_TEXT];
	uint8_t *base;
	const char *origin =
		hr_look_origin(of->self->run->checker, (uintptr_t)region->base + at, &look->poison);

	hr_region_text(of->self->run, of->leaf->leaf, of->grid->inputs, region, region->base + at,
		       &base, object);
	snprintf(look->first, sizeof(look->first), "byte %zu of %s%s%s",
		 (size_t)(region->base + at - base), object, origin ? "; it comes from " : "",
		 origin ? origin : "");
}

static void take_regions(const look_state *of)
{
	const hr_crosscheck *self = of->self;
	cross_look *look = of->look;

	for (size_t i = 0; i < of->before.regions.count; i++) {
		const hr_region *region = &of->before.regions.data[i];
		const uint8_t *right = of->before.saved + region->at;
		const uint8_t *got = of->got->ranges[i].after;
		uint8_t *bits = look->bits + region->at;

		look->bytes += hr_look_bits(self->run->checker, (uintptr_t)region->base,
					    region->bytes, bits);
		for (size_t k = 0; k < region->bytes && !*look->first; k++)
			if (bits[k] & (right[k] ^ got[k]))
				name_memory(of, region, k);
	}
}

static void take_outputs(const look_state *of)
{
	const uint64_t count = hr_cross_instances(of->grid);
	const size_t stride = of->leaf->unit->output_stride;
	cross_look *look = of->look;

	for (uint64_t i = 0; of->grid->outputs && i < count * stride; i++)
		look->bytes += look->bits[look->outputs + i] != 0;
}

/* Take the undefined bits of objects that the grid allocates, and allocated again in this process. */
static void take_objects(const look_state *of)
{
	const hr_crosscheck *self = of->self;
	const hr_object *noted;
	const cross_pair *pairs;
	cross_match *match;
	size_t count;

	if (!of->before.objects.count)
		return;
	noted = hr_objects_noted(of->grid->thread->allocations, &count);
	match = hr_cross_match_begin(of->before.objects.data, of->before.objects.count, noted,
				     count);
	for (size_t i = 0; i < of->before.regions.count; i++) {
		const hr_region *region = &of->before.regions.data[i];

		hr_cross_match(match, of->before.saved + region->at, region->base, region->bytes);
	}
	pairs = hr_cross_match_pairs(match, &count);
	for (size_t i = 0; i < count; i++)
		of->look->bytes += hr_look_bits(
			self->run->checker, (uintptr_t)pairs[i].got, pairs[i].bytes,
			of->look->bits + of->look->objects +
				hr_cross_object_at(&of->before.objects, pairs[i].number));
	hr_cross_match_end(match);
}

static void take_faults(const look_state *of)
{
	const hr_checker *checker = of->self->run->checker;
	cross_look *look = of->look;
	const char *origin;

	if (hr_look_finding(checker, HR_LOOK_UNDEFINED, &origin)) {
		look->decides = true;
		if (origin)
			snprintf(look->cause, sizeof(look->cause), "%s", origin);
	}
	look->writes_input = hr_look_finding(checker, HR_LOOK_WRITES_INPUT, &origin);
	look->races = hr_look_finding(checker, HR_LOOK_RACE, &origin);
}

/* The forked process. */
static void look_again(look_state *of)
{
	hr_run *run = of->self->run;
	cross_look *look = of->look;
	hr_status status;

	be_quiet(run, look);
	hr_cross_restart(of->self, of->got, &of->before);
	if (!run->checker)
		_exit(1);
	hr_look_begin(run);
	mark_outputs(of);
	if (of->grid->outputs)
		hr_look_outputs(run->checker, of->leaf->leaf, look->bits + look->outputs,
				of->leaf->unit->output_stride);
	if (of->before.objects.count)
		hr_objects_note_all(of->grid->thread->allocations);
	status = hr_watched_lower_again(of->grid);
	if (status == HR_OK)
		status = hr_watched_again(of->grid, HR_SCHEDULE_REFERENCE, 0, NULL);
	take_faults(of);
	if (status == HR_OK) {
		take_regions(of);
		take_outputs(of);
		take_objects(of);
	}
	look->done = status == HR_OK || look->decides;
	_exit(0);
}

/* --- the look --------------------------------------------------------------------------------- */

/* Wait for the process. Return false, with the reason in WHY, if it did not finish. */
static bool await(const hr_run *run, pid_t child, const cross_look *look, char why[HR_BACKEND_TEXT])
{
	const struct timespec nap = {0, 1000000};
	const uint64_t begun = hr_nanoseconds();
	int status = 0;

	while (waitpid(child, &status, WNOHANG) == 0) {
		const uint64_t seconds = (hr_nanoseconds() - begun) / HR_SECOND;

		if (!__atomic_load_n(&run->interrupted, __ATOMIC_RELAXED) &&
		    seconds < LOOK_SECONDS) {
			nanosleep(&nap, NULL);
			continue;
		}
		kill(child, SIGKILL);
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			continue;
		snprintf(why, HR_BACKEND_TEXT, "it takes longer than %d seconds", LOOK_SECONDS);
		return false;
	}
	if (look->done)
		return true;
	if (*look->error)
		snprintf(why, HR_BACKEND_TEXT, "%.200s", look->error);
	else if (WIFSIGNALED(status))
		snprintf(why, HR_BACKEND_TEXT, "its process ended by signal %d", WTERMSIG(status));
	else
		snprintf(why, HR_BACKEND_TEXT, "its process did not finish");
	return false;
}

size_t hr_cross_object_at(const hr_objects_list *objects, size_t number)
{
	size_t at = 0;

	for (size_t i = 0; i < number; i++)
		at += objects->data[i].bytes;
	return at;
}

/* Map a look with room for the undefined bits of all results; NULL if there is no memory. */
static cross_look *map_look(const hr_crosscheck *self, const cross_leaf *leaf,
			    const hr_offload_grid *grid)
{
	const size_t outputs =
		grid->outputs ? hr_cross_instances(grid) * leaf->unit->output_stride : 0;
	const size_t objects = hr_cross_object_at(&self->objects, self->objects.count);
	const size_t bytes = sizeof(cross_look) + self->region_bytes + outputs + objects;
	cross_look *look =
		mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (look == MAP_FAILED)
		return NULL;
	look->mapped = bytes;
	look->outputs = self->region_bytes;
	look->objects = self->region_bytes + outputs;
	return look;
}

void hr_cross_forget_look(hr_crosscheck *self)
{
	if (self->look)
		munmap(self->look, self->look->mapped);
	self->look = NULL;
}

void hr_cross_look(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
		   const hr_offload_grid *grid)
{
	look_state of = {.self = self, .leaf = leaf, .got = got, .grid = grid};
	hr_crosscheck_row *row = got->row;
	char why[HR_BACKEND_TEXT] = "there is no memory for it";
	pid_t child = -1;

	hr_cross_forget_look(self);
	of.look = map_look(self, leaf, grid);
	if (of.look) {
		fflush(NULL);
		child = fork();
		if (child == 0)
			look_again(&of);
		if (child < 0)
			snprintf(why, sizeof(why), "%s", strerror(errno));
	}
	self->look = of.look;
	hr_free(row->unlooked);
	row->unlooked = NULL;
	if (child >= 0 && await(self->run, child, of.look, why)) {
		row->undefined += of.look->bytes;
		return;
	}
	hr_cross_forget_look(self);
	row->unlooked = hr_strdup(why);
}

const uint8_t *hr_cross_undefined(const hr_crosscheck *self, size_t at)
{
	return self->look ? self->look->bits + at : NULL;
}

bool hr_cross_alike(const uint8_t *right, const uint8_t *got, const uint8_t *undefined,
		    size_t bytes)
{
	if (!undefined)
		return memcmp(right, got, bytes) == 0;
	for (size_t i = 0; i < bytes; i++)
		if ((right[i] ^ got[i]) & ~undefined[i])
			return false;
	return true;
}

/* Return true if SPOT is in an argument that is declared `in` alone (M5). */
static bool is_in_only(const cross_leaf *leaf, const hr_offload_grid *grid, const cross_spot *spot)
{
	for (unsigned i = 0; i < leaf->leaf->input_count && spot->region; i++) {
		const hr_port *port = &leaf->leaf->inputs[i];

		if (port->type->kind == HR_T_PTR && port->in && !port->out &&
		    (leaf->varies[i] || hr_cross_points_into(grid, port, spot->region)))
			return true;
	}
	return false;
}

const char *hr_cross_fault(const hr_crosscheck *self, const cross_leaf *leaf,
			   const hr_offload_grid *grid, const cross_spot *spot, hr_arena *arena)
{
	const cross_look *look = self->look;

	if (!look)
		return NULL;
	if (look->decides)
		return hr_arena_printf(arena,
				       "an undefined value decides%s%s; see hpvm-run "
				       "--check=uninit,poison",
				       *look->cause ? ": it comes from " : "", look->cause);
	if (look->writes_input && is_in_only(leaf, grid, spot))
		return "it writes to an argument that is declared `in`; see hpvm-run "
		       "--check=attributes";
	return look->races ? "its instances race; see hpvm-run --check=race" : NULL;
}
