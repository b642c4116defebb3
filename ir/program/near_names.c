/* ir/program/near_names.c -- suggestions for names of nodes and functions that a program does not
 * have.
 *
 * Owns:     nothing.
 * Not here: when names are similar (src/diag/near.c). */
#include "ir/program/near_names.h"

#include "src/base/vec.h"

const char *hr_program_near_node(const hr_program *program, const char *name,
				 char text[HR_NEAR_TEXT])
{
	HR_VEC(const char *) names = {0};

	for (uint32_t g = 0; g < program->graph_count; g++)
		for (unsigned i = 0; i < program->graphs[g]->node_count; i++) {
			HR_PUSH(&names, program->graphs[g]->nodes[i]->path);
			HR_PUSH(&names, program->graphs[g]->nodes[i]->name);
		}
	hr_did_you_mean(name, names.data, names.count, text);
	HR_VEC_FREE(&names);
	return text;
}

hr_status hr_program_no_node(const hr_program *program, hr_diags *diags, const char *name)
{
	char near[HR_NEAR_TEXT];

	return hr_report(diags, HR_D_no_such_node, NULL, name,
			 hr_program_near_node(program, name, near));
}

hr_status hr_program_no_function(const hr_program *program, hr_diags *diags, const char *name)
{
	HR_VEC(const char *) names = {0};
	char near[HR_NEAR_TEXT];

	for (uint32_t i = 0; i < program->function_count; i++)
		if (program->functions[i]->defined)
			HR_PUSH(&names, program->functions[i]->name);
	hr_did_you_mean(name, names.data, names.count, near);
	HR_VEC_FREE(&names);
	return hr_report(diags, HR_D_no_such_function, NULL, name, near);
}
