/* backends/emit/node.c -- an internal node as source text of OpenCL C.
 *
 * Owns:     nothing.
 * Not here: its leaves as kernels of their own that pipes connect
 *           (backends/opencl/translate/stages.c). */
#include <string.h>

#include "backends/emit/emit_opencl.h"
#include "backends/opencl/translate/stages.h"

/* MADE, the chain NODE, as kernels beside each other; false: made->apart says why not. */
static bool emit_stages(hr_emission *to, const hr_node *node, hr_made_unit *made)
{
	const ocl_target any = hr_emit_target(true);
	ocl_stages stages;
	bool taken;

	hr_unit_add_stages(made, to->program, node);
	if (*made->apart)
		return false;
	taken = ocl_translate_stages(&made->unit, &any, &stages);
	if (taken)
		fprintf(to->stream, "%s%s", hr_emit_gap(to), stages.code);
	else
		snprintf(made->apart, sizeof(made->apart), "%s", stages.why);
	to->made += taken;
	ocl_stages_free(&stages);
	return taken;
}

static hr_status emit_chain(hr_emission *to, const hr_node *node)
{
	bool sequential = to->emit->form == HR_EMIT_FPGA;
	char apart[3 * HR_BACKEND_TEXT] = "";
	hr_made_unit *made = hr_unit_make_graph(to->program, node, NULL, true, HR_HOME_DEVICE);
	hr_status status = HR_OK;
	ocl_source source;

	if (sequential && emit_stages(to, node, made)) {
		hr_unit_free(made);
		return HR_OK;
	}
	if (sequential)
		snprintf(apart, sizeof(apart), "/* %s: one kernel, without pipes: %s */\n",
			 node->path, made->apart);
	if (!hr_emit_unit(to, made, apart, &source))
		status = hr_emit_refused(to, node, source.refusal, source.text);
	ocl_source_free(&source);
	hr_unit_free(made);
	return status;
}

/* Prints the kernel whose work-groups are NODE's instances; false: it cannot be, and WHY says
 * why. */
static bool emit_groups(hr_emission *to, const hr_node *node, hr_unit_refusal *refusal,
			char why[HR_BACKEND_TEXT])
{
	hr_made_unit *made = hr_unit_make_groups(to->program, node, NULL, HR_HOME_DEVICE);
	ocl_source source;
	bool taken = hr_emit_unit(to, made, NULL, &source);

	*refusal = source.refusal;
	snprintf(why, HR_BACKEND_TEXT, "%s", source.text);
	ocl_source_free(&source);
	hr_unit_free(made);
	return taken;
}

void hr_emit_groups(hr_emission *to, const hr_node *node, bool *done)
{
	hr_unit_refusal refusal;
	char why[HR_BACKEND_TEXT];

	if (!node->dims || !emit_groups(to, node, &refusal, why))
		return;
	for (unsigned i = 0; i < node->child_count; i++)
		done[node->children[i]->function] |= node->children[i]->allocation;
}

hr_status hr_emit_node(hr_emission *to, const hr_node *node)
{
	const char *apart = hr_why_no_chain(node);
	hr_unit_refusal refusal = HR_TAKEN;
	char why[HR_BACKEND_TEXT] = "", words[HR_BACKEND_TEXT];

	if (to->emit->form == HR_EMIT_OPENCL && node->dims && emit_groups(to, node, &refusal, why))
		return HR_OK;
	if (!apart)
		return emit_chain(to, node);
	if (refusal != HR_TAKEN)
		return hr_emit_refused(to, node, refusal, why);
	snprintf(words, sizeof(words), "its leaves do not form a chain: %s", apart);
	return hr_report(to->diags, HR_D_not_translated, &node->where, node->path, words);
}
