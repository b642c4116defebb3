/* ir/pass/pass.c -- the list of passes, and running them.
 *
 * Invariant: after a pass the module is valid and its graphs are checked; anything else is an
 *            internal error.
 * Owns:      nothing.
 * Not here:  the passes (fuse.c, wrapper.c, sequentialise.c). */
#include <stdio.h>
#include <string.h>

#include <llvm-c/Analysis.h>

#include "ir/lift/lift.h"
#include "ir/pass/pass_private.h"
#include "ir/program/tables.h"

static const struct {
	const char *name;
	hr_status (*run)(hr_program *program, bool *more);
} passes[] = {
	{"fuse-tensor-nodes", hr_pass_fuse_tensors},
	{"wrapper-api", hr_pass_wrap_tensors},
	{"sequentialise", hr_pass_sequentialise},
	{"sequentialise-all", hr_pass_sequentialise_all},
};

enum { PASSES = sizeof(passes) / sizeof(passes[0]) };

const char *hr_pass_name(size_t number)
{
	return number < PASSES ? passes[number].name : NULL;
}

/* Return the index of the pass; PASSES if there is none of that name. */
static size_t find(const char *name, size_t length)
{
	size_t i = 0;

	while (i < PASSES &&
	       (strlen(passes[i].name) != length || memcmp(passes[i].name, name, length) != 0))
		i++;
	return i;
}

bool hr_passes_known(const char *list, const char **unknown, size_t *length)
{
	for (;; list += *length + 1) {
		*length = strcspn(list, ",");
		*unknown = list;
		if (find(list, *length) == PASSES)
			return false;
		if (!list[*length])
			return true;
	}
}

/* Discard the diagnostics: those of the original graphs have been reported already, and an error in
 * the new graphs is an internal error. */
static void lift_again(hr_program *program, const char *pass)
{
	FILE *nowhere = fopen("/dev/null", "w");
	hr_diags *diags = program->diags;
	hr_status status;
	char *why = NULL;

	if (LLVMVerifyModule(program->module, LLVMReturnStatusAction, &why))
		hr_bug("%s produced an invalid module: %s", pass, why);
	LLVMDisposeMessage(why);
	if (!nowhere)
		hr_bug("cannot open /dev/null");
	program->diags = hr_diags_new(nowhere);
	hr_program_drop_tables(program);
	program->function_count = program->global_count = program->graph_count = 0;
	hr_program_tabulate(program);
	status = hr_lift_program(program);
	hr_diags_free(program->diags);
	program->diags = diags;
	fclose(nowhere);
	if (status != HR_OK)
		hr_bug("%s produced invalid graphs", pass);
}

static hr_status run(hr_program *program, size_t number)
{
	bool more = true;
	hr_status status = HR_OK;

	while (more && status == HR_OK) {
		more = false;
		status = passes[number].run(program, &more);
		lift_again(program, passes[number].name);
	}
	return status;
}

hr_status hr_passes_run(hr_program *program, const char *list)
{
	for (;;) {
		size_t length = strcspn(list, ","), number = find(list, length);

		if (number == PASSES)
			hr_bug("unknown pass '%s'", list);
		HR_TRY(run(program, number));
		if (!list[length])
			return HR_OK;
		list += length + 1;
	}
}
