/* backends/emit/emit.h -- hpvm-run --emit: units of a program, printed by the emitter of a module.
 *
 *	hr_emit emit = {.form = "ptx", .node = "Root/Blur"};
 *	if (hr_emit_find(&emit, &search, &host, text))
 *		status = hr_emit_leaves(program, diags, &emit, stdout);
 *	hr_emit_end(&emit);
 *
 * Not here: translating (the modules). */
#ifndef HR_EMIT_H
#define HR_EMIT_H

#include <stdio.h>

#include "backends/registry/registry.h"
#include "ir/program/program.h"

typedef struct hr_emit {
	const char *form; /* "ptx"; borrowed */
	const char *node; /* a path, or the name of a node function; NULL: all; borrowed */
	/* an architecture was asked for, or several (a setting "arch" of the search) */
	bool arch, arches;
	/* hr_emit_find() sets these: */
	hr_registry *registry;         /* owned */
	const hr_backend_entry *entry; /* the module */
	const hr_backend_form *of;
	const char **values; /* of its options; owned */
} hr_emit;

/* Find the module that prints the form. SEARCH and HOST are borrowed until hr_emit_end(). Return
 * false if there is none, or if it does not take the settings: TEXT says why. */
bool hr_emit_find(hr_emit *emit, const hr_backend_search *search, const hr_backend_host *host,
		  char text[HR_SETTING_TEXT]);
void hr_emit_end(hr_emit *emit);
/* Print what EMIT asks for: each leaf once for a function, and nodes whose instances are groups, or
 * chains. A leaf that is refused becomes a comment that says why, or a warning where the form has
 * no comments. If it was asked for by name, or if all leaves are refused, that is an error. */
hr_status hr_emit_leaves(const hr_program *program, hr_diags *diags, const hr_emit *emit,
			 FILE *stream) HR_MUST_CHECK;

#endif
