/* backends/unit/variables.c -- finds the program's variables that a unit refers to.
 *
 * Owns:      nothing.
 * Not here:  which variables a unit refers to (unit.c). */
#include "backends/unit/variables.h"

#include <stdio.h>
#include <string.h>

#include "backends/backend.h"
#include "interp/memory/image.h"

const hr_global *hr_variable_named(const hr_run *run, const char *name, uint64_t *address,
				   char *why)
{
	for (uint32_t i = 0; i < run->program->global_count; i++) {
		const hr_global *at = run->program->globals[i];

		if (strcmp(at->name, name) == 0 && at->defined &&
		    hr_image_global_address(run->image, at->id, address) == HR_OK)
			return at;
	}
	snprintf(why, HR_BACKEND_TEXT, "'%s' is a variable of a library", name);
	return NULL;
}
