/* backends/emit/emit.c -- leaves as source texts of OpenCL C; which leaves are meant.
 *
 * Owns:     nothing.
 * Not here: the translation (opencl/), nodes that are more than a leaf (node.c), CUDA (cuda.c). */
#include <string.h>

#include "backends/emit/emit_opencl.h"
#include "ir/program/near_names.h"

bool *hr_emit_varying(const hr_node *leaf)
{
	bool *varies = hr_alloc_array(leaf->input_count + 1, sizeof(*varies));

	for (unsigned i = 0; i < leaf->input_count; i++)
		varies[i] = leaf->inputs[i].type->kind != HR_T_PTR && hr_input_varies(leaf, i);
	return varies;
}

ocl_target hr_emit_target(bool sequential)
{
	return (ocl_target){
		.fp64 = true, .int64_atomics = true, .exact_roots = true, .sequential = sequential};
}

bool hr_emit_unit(hr_emission *to, const hr_made_unit *made, const char *first, ocl_source *source)
{
	const ocl_target any = hr_emit_target(to->emit->form == HR_EMIT_FPGA);

	memset(source, 0, sizeof(*source));
	source->refusal = made->refusal;
	memcpy(source->text, made->text, sizeof(source->text));
	if (made->refusal == HR_TAKEN)
		ocl_translate(&made->unit, &any, false, source);
	if (source->refusal != HR_TAKEN)
		return false;
	ocl_source_free(source);
	ocl_translate_into(to->text, &made->unit, &any, source); /* now that nothing is refused */
	fprintf(to->stream, "%s%s%s", hr_emit_gap(to), first ? first : "", source->code);
	to->made++;
	return true;
}

const char *hr_emit_gap(const hr_emission *to)
{
	return to->text && (to->made || to->refused) ? "\n" : "";
}

hr_status hr_emit_refused(hr_emission *to, const hr_node *node, hr_unit_refusal refusal,
			  const char *text)
{
	const char *gap = hr_emit_gap(to);
	bool first = to->refused++ == 0;
	char why[sizeof(to->why)];

	snprintf(why, sizeof(why), "%s%s%s", hr_unit_refusal_words(refusal), *text ? ": " : "",
		 text);
	if (first) {
		to->first = node;
		memcpy(to->why, why, sizeof(why));
	}
	if (to->emit->node)
		return hr_report(to->diags, HR_D_not_translated, &node->where, node->path, why);
	if (!to->open)
		return hr_report(to->diags, HR_D_left_out, &node->where, node->path, why);
	fprintf(to->stream, "%s%s%s: not translated: %s%s\n", gap, to->open, node->path, why,
		to->close);
	return HR_OK;
}

/* --- which are meant -------------------------------------------------------------------------- */

static bool is_meant(const hr_node *node, const char *name)
{
	return !name || strcmp(node->path, name) == 0 || strcmp(node->name, name) == 0;
}

/* A text that has nothing but comments is none. */
static hr_status end_of(const hr_emission *to)
{
	char others[48] = "", why[sizeof(to->why) + sizeof(others)];

	if (to->made || !to->refused || to->emit->node || !to->open)
		return HR_OK;
	if (to->refused > 1)
		snprintf(others, sizeof(others), "; %u other%s cannot be translated either",
			 to->refused - 1, to->refused > 2 ? "s" : "");
	snprintf(why, sizeof(why), "%s%s", to->why, others);
	return hr_report(to->diags, HR_D_not_translated, &to->first->where, to->first->path, why);
}

hr_status hr_emit_each(hr_emission *to,
		       hr_status (*visit)(hr_emission *to, const hr_node *node, bool *done))
{
	const hr_program *program = to->program;
	bool *done = hr_alloc_array(program->function_count + 1, sizeof(*done)), any = false;
	hr_status status = HR_OK;

	for (uint32_t g = 0; g < program->graph_count; g++)
		for (unsigned i = 0; i < program->graphs[g]->node_count && status == HR_OK; i++) {
			const hr_node *node = program->graphs[g]->nodes[i];

			if (!is_meant(node, to->emit->node) ||
			    (done[node->function] && (!to->every || node->allocation)))
				continue;
			to->again = done[node->function];
			done[node->function] = any = true;
			status = visit(to, node, done);
		}
	hr_free(done);
	if (status == HR_OK && !any && to->emit->node)
		return hr_program_no_node(program, to->diags, to->emit->node);
	return status == HR_OK ? end_of(to) : status;
}

/* --- OpenCL C --------------------------------------------------------------------------------- */

static hr_status emit_leaf(hr_emission *to, const hr_node *leaf)
{
	bool *varies = hr_emit_varying(leaf);
	hr_made_unit *made = hr_unit_make(to->program, leaf, varies, HR_HOME_DEVICE);
	hr_status status = HR_OK;
	ocl_source source;

	if (!hr_emit_unit(to, made, NULL, &source))
		status = hr_emit_refused(to, leaf, source.refusal, source.text);
	ocl_source_free(&source);
	hr_unit_free(made);
	hr_free(varies);
	return status;
}

static hr_status emit_opencl(hr_emission *to, const hr_node *node, bool *done)
{
	if (!node->internal)
		return emit_leaf(to, node);
	if (to->emit->node)
		return hr_emit_node(to, node);
	if (to->emit->form == HR_EMIT_OPENCL)
		hr_emit_groups(to, node, done);
	return HR_OK;
}

hr_status hr_emit_leaves(const hr_program *program, hr_diags *diags, const hr_emit *emit,
			 FILE *stream)
{
	ocl_text text = {0};
	hr_emission to = {
		.program = program, .diags = diags, .emit = emit, .stream = stream, .text = &text};
	hr_status status;

	if (emit->form != HR_EMIT_OPENCL && emit->form != HR_EMIT_FPGA)
		return hr_emit_cuda(&to);
	to.open = "/* ";
	to.close = " */";
	status = hr_emit_each(&to, emit_opencl);
	ocl_text_free(&text);
	return status;
}
