/* backends/emit.c -- leaves as source texts of OpenCL C; which leaves are meant.
 *
 * Owns:     nothing.
 * Not here: the translation (opencl/), nodes that are more than a leaf (emit_node.c), CUDA (emit_cuda.c). */
#include "emit_opencl.h"

#include <string.h>

bool *hr_emit_varying(const hr_node *leaf)
{
	bool *varies = hr_alloc_array(leaf->input_count + 1, sizeof(*varies));

	for (unsigned i = 0; i < leaf->input_count; i++)
		varies[i] = leaf->inputs[i].type->kind != HR_T_PTR && hr_input_varies(leaf, i);
	return varies;
}

ocl_target hr_emit_target(bool sequential)
{
	return (ocl_target){.fp64 = true, .int64_atomics = true, .exact_roots = true, .sequential = sequential};
}

bool hr_emit_unit(const hr_made_unit *made, bool sequential, ocl_source *source)
{
	const ocl_target any = hr_emit_target(sequential);

	memset(source, 0, sizeof(*source));
	source->refusal = made->refusal;
	memcpy(source->text, made->text, sizeof(source->text));
	if (made->refusal == HR_TAKEN)
		ocl_translate(&made->unit, &any, false, source);
	return source->refusal == HR_TAKEN;
}

hr_status hr_emit_refused(hr_diags *diags, const hr_emit *emit, const hr_node *node, hr_unit_refusal refusal,
			  const char *text, FILE *stream)
{
	char why[3 * HR_BACKEND_TEXT];

	snprintf(why, sizeof(why), "%s%s%s", hr_unit_refusal_words(refusal), *text ? ": " : "", text);
	if (emit->node)
		return hr_report(diags, HR_D_not_translated, &node->where, node->path, why);
	fprintf(stream, "/* %s: not translated: %s */\n", node->path, why);
	return HR_OK;
}

static hr_status emit_leaf(const hr_program *program, hr_diags *diags, const hr_emit *emit, const hr_node *leaf,
			   FILE *stream)
{
	bool *varies = hr_emit_varying(leaf);
	hr_made_unit *made = hr_unit_make(program, leaf, varies, true);
	hr_status status = HR_OK;
	ocl_source source;

	if (hr_emit_unit(made, emit->form == HR_EMIT_FPGA, &source))
		fputs(source.code, stream);
	else
		status = hr_emit_refused(diags, emit, leaf, source.refusal, source.text, stream);
	ocl_source_free(&source);
	hr_unit_free(made);
	hr_free(varies);
	return status;
}

bool hr_emit_is_meant(const hr_node *leaf, const char *node)
{
	return !node || strcmp(leaf->path, node) == 0 || strcmp(leaf->name, node) == 0;
}

static hr_status emit_opencl(const hr_program *program, hr_diags *diags, const hr_emit *emit, FILE *stream)
{
	bool *done = hr_alloc_array(program->function_count + 1, sizeof(*done)), any = false;
	hr_status status = HR_OK;

	for (uint32_t g = 0; g < program->graph_count; g++)
		for (unsigned i = 0; i < program->graphs[g]->node_count && status == HR_OK; i++) {
			const hr_node *leaf = program->graphs[g]->nodes[i]; /* or not */

			if (done[leaf->function] || !hr_emit_is_meant(leaf, emit->node) ||
			    (leaf->internal && !emit->node))
				continue;
			done[leaf->function] = true;
			if (any)
				fputc('\n', stream);
			any = true;
			status = leaf->internal ? hr_emit_node(program, diags, emit, leaf, stream)
						: emit_leaf(program, diags, emit, leaf, stream);
		}
	hr_free(done);
	if (status == HR_OK && !any && emit->node)
		return hr_report(diags, HR_D_no_such_node, NULL, emit->node);
	return status;
}

hr_status hr_emit_leaves(const hr_program *program, hr_diags *diags, const hr_emit *emit, FILE *stream)
{
	if (emit->form == HR_EMIT_OPENCL || emit->form == HR_EMIT_FPGA)
		return emit_opencl(program, diags, emit, stream);
	return hr_emit_cuda(program, diags, emit, stream);
}
