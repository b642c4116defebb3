/* backends/dispatch/built.c -- the table of units of a run's leaves, and of what backends have
 * built from them.
 *
 * Invariant: a unit is built at most once for each backend; a refusal is final.
 * Owns:      the registry, units, built units.
 * Clauses:   M1, M3 as far as backends provide them.
 * Not here:  units (backends/unit/unit.c), device memory (device.c), the choice of a backend
 *            (choose.c). */
#include "backends/dispatch/built.h"

#include <string.h>

#include "backends/dispatch/device.h"
#include "backends/dispatch/emit_events.h"
#include "backends/worker/worker_process.h"
#include "interp/memory/image.h"
#include "interp/run/process.h"
#include "src/base/c_locale.h"
#include "src/base/map.h"
#include "src/base/tick.h"
#include "src/base/vec.h"

struct hr_built {
	hr_run *run;
	hr_backend_host host;
	hr_registry *registry;
	bool apart;                  /* backends run in workers */
	HR_VEC(hr_worker *) workers; /* owned */
	hr_worker_limits limits;
	hr_resident *resident; /* borrowed */
	/* Why the backend that was requested last cannot be used. */
	char out[HR_BACKEND_TEXT];
	hr_strmap keys; /* maps keys of units to their numbers */
	HR_VEC(hr_made_unit *) units;
	hr_row_kernels *kernels; /* owned; NULL: none yet */
	HR_VEC(hr_built_unit *) built;
};

/* --- symbols ---------------------------------------------------------------------------------- */

/* Of the run that the thread works for which builds a unit. */
void *hr_built_symbol(const char *name)
{
	const hr_run *running = hr_run_current();
	const hr_program *program = running ? running->program : NULL;
	uint64_t address;

	if (!running)
		return NULL;

	for (uint32_t i = 0; i < program->global_count; i++)
		if (strcmp(program->globals[i]->name, name) == 0)
			return hr_image_global_address(running->image, i, &address) == HR_OK
				       ? (void *)(uintptr_t)address
				       : NULL;
	return hr_image_native(running->image, name);
}

/* --- units ------------------------------------------------------------------------------------ */

/* The kinds of units; the kind depends on what the module accepts. */
typedef enum unit_kind { PLAIN, FOR_DEVICE, WITH_ADDRESSES, IN_STAGES, OF_TENSORS } unit_kind;

static unit_kind kind_for(const hr_built *table, const hr_offload_question *question,
			  const hr_backend *module)
{
	if (module->memory && question->chain && question->leaf->internal &&
	    hr_takes_stages(module))
		return IN_STAGES;
	if (module->memory)
		return hr_home_of(module) == HR_HOME_ADDRESSES ? WITH_ADDRESSES : FOR_DEVICE;
	return hr_takes_tensors(module) && !question->leaf->internal &&
			       hr_unit_has_tensors(table->run->program, question->leaf)
		       ? OF_TENSORS
		       : PLAIN;
}

static char *key_of(const hr_offload_question *question, unit_kind kind)
{
	const hr_node *leaf = question->leaf;
	size_t room = leaf->depth + leaf->input_count + 32;
	char *key = hr_alloc(room), *at = key;
	static const char *const words[] = {[PLAIN] = "",
					    [FOR_DEVICE] = "l",
					    [WITH_ADDRESSES] = "a",
					    [IN_STAGES] = "p",
					    [OF_TENSORS] = "t"};

	at += snprintf(key, room, "%u%s%s:", leaf->function,
		       !leaf->internal   ? ""
		       : question->chain ? "c"
					 : "g",
		       words[kind]);
	for (const hr_node *node = leaf; node; node = node->parent)
		*at++ = (char)('0' + node->dims);
	*at++ = ':';
	for (unsigned i = 0; i < leaf->input_count; i++)
		*at++ = question->varies[i] ? 'v' : 's';
	*at = '\0';
	return key;
}

static hr_made_unit *make_unit(const hr_built *table, const hr_offload_question *question,
			       unit_kind kind)
{
	const hr_program *program = table->run->program;
	hr_unit_home home = kind == PLAIN            ? HR_HOME_PROGRAM
			    : kind == WITH_ADDRESSES ? HR_HOME_ADDRESSES
						     : HR_HOME_DEVICE;
	hr_made_unit *made;

	if (kind == OF_TENSORS)
		return hr_unit_make_tensors(program, question->leaf, question->varies);
	if (kind == IN_STAGES) {
		made = hr_unit_make_graph(program, question->leaf, question->varies, true, home);
		if (made->refusal == HR_TAKEN)
			hr_unit_add_stages(made, program, question->leaf);
		return made;
	}
	if (!question->leaf->internal)
		return hr_unit_make(program, question->leaf, question->varies, home);
	return home != HR_HOME_PROGRAM && !question->chain
		       ? hr_unit_make_groups(program, question->leaf, question->varies, home)
		       : hr_unit_make_graph(program, question->leaf, question->varies,
					    question->chain, home);
}

static hr_made_unit *unit_for(hr_built *table, const hr_offload_question *question, unit_kind kind)
{
	char *key = key_of(question, kind);
	uint64_t number;

	if (!hr_strmap_get(&table->keys, key, &number)) {
		number = table->units.count;
		HR_PUSH(&table->units, make_unit(table, question, kind));
		hr_strmap_put(&table->keys, key, number);
	}
	hr_free(key);
	return table->units.data[number];
}

static char *reason(const char *backend, hr_unit_refusal refusal, const char *text)
{
	char line[3 * HR_BACKEND_TEXT];

	snprintf(line, sizeof(line), "%s: %s%s%s", backend, hr_unit_refusal_words(refusal),
		 *text ? ": " : "", text);
	return hr_strdup(line);
}

static void build(const hr_run *run, hr_built_unit *unit)
{
	const hr_backend *module = unit->entry->module;
	hr_made_unit *made = unit->made;
	char text[HR_BACKEND_TEXT] = "";
	locale_t programs;

	hr_worker_note(HR_WORKER_ANSWERED, "");
	unit->refusal = made->refusal;
	if (unit->refusal != HR_TAKEN)
		snprintf(text, sizeof(text), "%s", made->text);
	if (unit->refusal == HR_TAKEN && module->memory)
		unit->refusal = hr_device_admit(run, module, hr_unit_given(made), text);
	if (unit->refusal == HR_TAKEN)
		unit->refusal = module->admit(unit->entry->state, hr_unit_given(made), text);
	programs = hr_c_locale_enter(); /* the module prints numbers into source text */
	hr_process_set_backend(unit->entry->name);
	if (unit->refusal == HR_TAKEN)
		unit->refusal =
			module->build(unit->entry->state, hr_unit_given(made), &unit->built, text);
	hr_process_set_backend(NULL);
	hr_c_locale_leave(programs);
	text[sizeof(text) - 1] = '\0';
	unit->anew = unit->refusal == HR_TAKEN_ANEW;
	if (unit->anew)
		unit->refusal = HR_TAKEN;
	unit->remark = unit->refusal == HR_TAKEN && *text ? hr_strdup(text) : NULL;
	if (unit->refusal == HR_TAKEN)
		return;
	unit->why = reason(unit->entry->name, unit->refusal, text);
	unit->ended = hr_worker_last();
	unit->what = hr_strdup(hr_worker_why());
}

static void emit_restart(hr_run *run, const hr_backend_entry *entry)
{
	if (hr_worker_restarted())
		hr_emit_event_worker(run, entry->name, "restarted",
				     "its previous process has ended");
}

static hr_built_unit *find(const hr_built *table, const hr_made_unit *made,
			   const hr_backend_entry *entry)
{
	for (size_t i = 0; i < table->built.count; i++)
		if (table->built.data[i]->made == made && table->built.data[i]->entry == entry)
			return table->built.data[i];
	return NULL;
}

hr_built_unit *hr_built_of(hr_built *table, hr_made_unit *made, const hr_node *node,
			   const hr_backend_entry *entry, bool *fresh)
{
	uint64_t begun = hr_nanoseconds();
	hr_built_unit *unit = find(table, made, entry);

	*fresh = !unit;
	if (unit)
		return unit;
	unit = hr_alloc_zero(sizeof(*unit));
	unit->made = made;
	unit->entry = entry;
	unit->resident = table->resident;
	unit->same_as = hr_alloc_array(made->unit.output_count + 1, sizeof(*unit->same_as));
	for (uint32_t i = 0; i < made->unit.output_count; i++)
		unit->same_as[i] = made->unit.outputs[i].same_as;
	hr_fork_lock_init(&unit->lock);
	build(table->run, unit);
	emit_restart(table->run, entry);
	hr_emit_event_build(table->run, node, unit, hr_nanoseconds() - begun);
	if (unit->anew)
		(void)hr_run_note(table->run, hr_report(table->run->diags, HR_D_image_unserved,
							&node->where, entry->name, node->path,
							unit->remark ? unit->remark : ""));
	HR_PUSH(&table->built, unit);
	return unit;
}

hr_row_kernels *hr_built_kernels(hr_built *table)
{
	if (!table->kernels)
		table->kernels = hr_row_kernels_new(table->run->diags);
	return table->kernels;
}

hr_built_unit *hr_built_for(hr_built *table, const hr_offload_question *question,
			    const hr_backend_entry *entry, bool *fresh)
{
	return hr_built_of(table,
			   unit_for(table, question, kind_for(table, question, entry->module)),
			   question->leaf, entry, fresh);
}

/* --- grids ------------------------------------------------------------------------------------ */

void hr_built_levels(const hr_level *level, hr_unit_level *levels, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++, level = level->parent) {
		if (!level) { /* see backends/unit/nest.h */
			memset(&levels[i], 0, (count - i) * sizeof(*levels));
			return;
		}
		memcpy(levels[i].id, level->id, sizeof(levels[i].id));
		memcpy(levels[i].extent, level->extent, sizeof(levels[i].extent));
		for (unsigned d = level->dims; d < 3; d++) {
			levels[i].id[d] = 0;
			levels[i].extent[d] = 1;
		}
	}
}

static hr_grid_end run_grid(hr_run *run, const hr_built_unit *unit, const hr_unit_grid *grid,
			    char text[HR_BACKEND_TEXT])
{
	const hr_backend *module = unit->entry->module;

	return module->memory ? hr_device_run(run, unit->resident, unit->entry, unit->made,
					      unit->built, grid, text)
			      : module->run(unit->built, grid, text);
}

/* Run a grid whose instances may end in failed checks. */
static hr_grid_end run_trapping(hr_run *run, const hr_built_unit *unit, const hr_unit_grid *grid,
				char text[HR_BACKEND_TEXT])
{
	hr_unit_grid wide = *grid;
	hr_grid_end end;

	wide.stay = 0;
	wide.outputs = hr_alloc_zero(hr_unit_trap_bytes(unit->made, grid));
	end = run_grid(run, unit, &wide, text);
	end = hr_unit_settle_traps(unit->made, grid, wide.outputs, end, text);
	hr_free(wide.outputs);
	return end;
}

hr_grid_end hr_built_run(hr_run *run, const hr_built_unit *unit, const hr_unit_grid *grid,
			 char text[HR_BACKEND_TEXT])
{
	hr_grid_end end;

	hr_worker_note(HR_WORKER_ANSWERED, "");
	end = (unit->made->trap_count ? run_trapping : run_grid)(run, unit, grid, text);
	text[HR_BACKEND_TEXT - 1] = '\0';
	emit_restart(run, unit->entry);
	return end;
}

/* --- set-up and end ------------------------------------------------------------------------ */

static const hr_backend_entry *load_worker(hr_built *table, const char *name, const char **why)
{
	const hr_backend_entry *entry;
	hr_worker *worker;

	for (size_t i = 0; i < table->workers.count; i++)
		if (strcmp(hr_worker_entry(table->workers.data[i])->name, name) == 0)
			return hr_worker_entry(table->workers.data[i]);
	entry = hr_registry_module(table->registry, name, why);
	if (!entry)
		return NULL;
	if (!hr_worker_new(entry->table, &entry->host, &table->limits, &worker, table->out)) {
		*why = table->out;
		hr_emit_event_worker(table->run, name, "out", table->out);
		return NULL;
	}
	hr_emit_event_worker(table->run, name, "started",
			     entry->table->memory ? "a separate process with its own memory"
						  : "a fork of this process for each grid");
	HR_PUSH(&table->workers, worker);
	return hr_worker_entry(worker);
}

void hr_built_try(hr_built *table, const char *name)
{
	hr_registry_try(table->registry, name);
}

const hr_backend_entry *hr_built_load(hr_built *table, const char *name, const char **why)
{
	const hr_backend_entry *entry;

	if (table->apart)
		return load_worker(table, name, why);
	hr_process_set_backend(name);
	entry = hr_registry_load(table->registry, name, why);
	hr_process_set_backend(NULL);
	return entry;
}

const char *hr_built_name(const hr_built *table, size_t number)
{
	return hr_registry_name(table->registry, number);
}

const hr_backend_entry *hr_built_compiler(hr_built *table, const char **why)
{
	return hr_registry_module(table->registry, "cpu", why);
}

hr_status hr_built_report_out(hr_built *table, const char *name, const char *why,
			      hr_status *outcome)
{
	hr_diags *diags = table->run->diags;

	if (!hr_registry_has(table->registry, name))
		return hr_report(diags, HR_D_no_backend, NULL, name, why);
	*outcome = hr_report(diags, HR_D_backend_out, NULL, name, why);
	return HR_OK;
}

void hr_built_set_resident(hr_built *table, hr_resident *resident)
{
	table->resident = resident;
}

void hr_built_use_workers(hr_built *table, const hr_worker_limits *limits)
{
	table->apart = true;
	table->limits = *limits;
}

hr_built *hr_built_new(hr_run *run, const hr_backend_search *search, const hr_backend_host *host)
{
	hr_built *table = hr_alloc_zero(sizeof(*table));

	table->run = run;
	table->host = *host;
	table->host.bytes = sizeof(table->host);
	table->host.symbol = hr_built_symbol;
	table->registry = hr_registry_new(search, &table->host);
	return table;
}

void hr_built_free(hr_built *table)
{
	if (!table)
		return;
	for (size_t i = 0; i < table->built.count; i++) {
		hr_built_unit *unit = table->built.data[i];

		if (unit->built)
			unit->entry->module->release(unit->built);
		hr_free(unit->why);
		hr_free(unit->remark);
		hr_free(unit->what);
		hr_free(unit->same_as);
		hr_fork_lock_end(&unit->lock);
		hr_free(unit);
	}
	HR_VEC_FREE(&table->built);
	for (size_t i = 0; i < table->units.count; i++)
		hr_unit_free(table->units.data[i]);
	HR_VEC_FREE(&table->units);
	hr_strmap_free(&table->keys);
	for (size_t i = 0; i < table->workers.count; i++)
		hr_worker_free(table->workers.data[i]);
	HR_VEC_FREE(&table->workers);
	hr_row_kernels_free(table->kernels);
	hr_registry_free(table->registry);
	hr_free(table);
}
