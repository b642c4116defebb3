/* backends/emit_node.c -- an internal node as source text of OpenCL C.
 *
 * Owns:     nothing.
 * Not here: its leaves as kernels of their own that pipes connect (emit_pipes.c). */
#include "emit_opencl.h"

#include <string.h>

static hr_status emit_chain(const hr_program *program, hr_diags *diags, const hr_emit *emit, const hr_node *node,
			    FILE *stream)
{
	bool sequential = emit->form == HR_EMIT_FPGA;
	char apart[HR_BACKEND_TEXT];
	hr_status status = HR_OK;
	hr_made_unit *made;
	ocl_source source;

	if (sequential && hr_emit_pipes(program, node, stream, apart))
		return HR_OK;
	made = hr_unit_make_graph(program, node, NULL, true, true);
	if (hr_emit_unit(made, sequential, &source)) {
		if (sequential)
			fprintf(stream, "/* %s: one kernel, without pipes: %s */\n", node->path, apart);
		fputs(source.code, stream);
	} else {
		status = hr_emit_refused(diags, emit, node, source.refusal, source.text, stream);
	}
	ocl_source_free(&source);
	hr_unit_free(made);
	return status;
}

/* Prints the kernel whose work-groups are NODE's instances; false: it cannot be, and WHY says why. */
static bool emit_groups(const hr_program *program, const hr_node *node, FILE *stream, hr_unit_refusal *refusal,
			char why[HR_BACKEND_TEXT])
{
	hr_made_unit *made = hr_unit_make_groups(program, node, NULL);
	ocl_source source;
	bool taken = hr_emit_unit(made, false, &source);

	if (taken)
		fputs(source.code, stream);
	*refusal = source.refusal;
	snprintf(why, HR_BACKEND_TEXT, "%s", source.text);
	ocl_source_free(&source);
	hr_unit_free(made);
	return taken;
}

hr_status hr_emit_node(const hr_program *program, hr_diags *diags, const hr_emit *emit, const hr_node *node, FILE *stream)
{
	const char *apart = hr_why_no_chain(node);
	hr_unit_refusal refusal = HR_TAKEN;
	char why[HR_BACKEND_TEXT] = "", words[HR_BACKEND_TEXT];

	if (emit->form == HR_EMIT_OPENCL && node->dims && emit_groups(program, node, stream, &refusal, why))
		return HR_OK;
	if (!apart)
		return emit_chain(program, diags, emit, node, stream);
	if (refusal != HR_TAKEN)
		return hr_emit_refused(diags, emit, node, refusal, why, stream);
	snprintf(words, sizeof(words), "its leaves are no chain: %s", apart);
	return hr_report(diags, HR_D_not_translated, &node->where, node->path, words);
}
