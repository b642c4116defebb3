/* backends/emit_pipes.c -- the leaves of a chain as kernels beside each other, with pipes for what goes over its edges.
 *
 * Each leaf is one work-item that runs its instances in reference order. A pipe has a packet for each instance; what is the same
 * for all of them is an argument of each kernel. Nothing but pipes orders what two kernels do, so no memory that one of
 * them writes may be another's.
 * Owns:     units and texts of the leaves.
 * Clauses:  E1, E2, E3.
 * Not here: a stage's code (opencl/pipes.c). */
#include "emit_opencl.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "vec.h"

typedef struct stage {
	const hr_node *leaf;
	hr_made_unit *made;
	ocl_source source;
	char *kernel;
	HR_VEC(ocl_pipe) from, to;
} stage;

typedef struct piped {
	const hr_program *program;
	const hr_node *node;
	stage *stages;               /* by child */
	HR_VEC(char *) names;        /* of pipes */
	hr_strmap used, defined;
	char *why;                   /* HR_BACKEND_TEXT bytes; "": nothing is in the way */
} piped;

static void hinder(piped *self, const char *format, ...) HR_PRINTF(2, 3);
static void hinder(piped *self, const char *format, ...)
{
	va_list args;

	if (*self->why)
		return;
	va_start(args, format);
	vsnprintf(self->why, HR_BACKEND_TEXT, format, args);
	va_end(args);
}

/* WANTED as an identifier that nothing else in the text has. Owned by the caller. */
static char *unique(piped *self, const char *wanted)
{
	size_t room = strlen(wanted) + 16;
	char *base = hr_strdup(wanted), *name = hr_alloc(room);

	for (char *at = base; *at; at++)
		if (!isalnum((unsigned char)*at))
			*at = '_';
	snprintf(name, room, "%s", base);
	for (unsigned i = 2; hr_strmap_get(&self->used, name, NULL); i++)
		snprintf(name, room, "%s_%u", base, i);
	hr_strmap_put(&self->used, name, 1);
	hr_free(base);
	return name;
}

/* --- stages --------------------------------------------------------------------------------------------- */

static void make_stage(piped *self, stage *made, const hr_node *leaf)
{
	bool *varies = hr_emit_varying(leaf);

	made->leaf = leaf;
	made->kernel = unique(self, leaf->name);
	made->made = hr_unit_make(self->program, leaf, varies, true);
	if (made->made->refusal != HR_TAKEN)
		hinder(self, "%s: %s: %.150s", leaf->path, hr_unit_refusal_words(made->made->refusal), made->made->text);
	for (unsigned i = 0; i < leaf->input_count; i++)
		if (leaf->inputs[i].type->kind == HR_T_PTR && hr_input_varies(leaf, i))
			hinder(self, "%s: a pointer goes over an edge that is not the same for all instances", leaf->path);
	hr_free(varies);
}

static void add_pipe(piped *self, const hr_edge *edge)
{
	stage *from = &self->stages[edge->source], *to = &self->stages[edge->sink];
	const hr_unit_port *packet = &to->made->unit.inputs[edge->sink_port];
	char wanted[HR_BACKEND_TEXT], port[48];

	snprintf(port, sizeof(port), "in%u", edge->sink_port);
	snprintf(wanted, sizeof(wanted), "%.80s_to_%.80s_%.40s", from->kernel, to->kernel,
		 *packet->name ? packet->name : port);
	HR_PUSH(&self->names, unique(self, wanted));
	HR_PUSH(&from->to, (ocl_pipe){edge->source_port, packet, HR_LAST(&self->names)});
	HR_PUSH(&to->from, (ocl_pipe){edge->sink_port, packet, HR_LAST(&self->names)});
}

static void add_pipes(piped *self)
{
	const hr_node *node = self->node;

	for (unsigned i = 0; i < node->edge_count; i++)
		if (hr_input_varies(node->children[node->edges[i].sink], node->edges[i].sink_port))
			add_pipe(self, &node->edges[i]);
	for (unsigned i = 0; i < node->output_bind_count; i++) {
		const stage *from = &self->stages[node->output_binds[i].child];

		if (from->made->unit.outputs[node->output_binds[i].child_port].same_as < 0)
			hinder(self, "instances of %s may return different values", from->leaf->path);
	}
	if (!self->names.count)
		hinder(self, "nothing goes over its edges that differs between instances");
}

/* --- memory --------------------------------------------------------------------------------------------- */

/* The node's input that input PORT of LEAF, a pointer that is the same for all instances, always is; -1: unknown. */
static int origin(const piped *self, const hr_node *leaf, unsigned port)
{
	const hr_node *node = self->node;

	for (unsigned i = 0; i < node->input_bind_count; i++)
		if (node->input_binds[i].child == leaf->index && node->input_binds[i].child_port == port)
			return (int)node->input_binds[i].port;
	for (unsigned i = 0; i < node->edge_count; i++) {
		const hr_edge *edge = &node->edges[i];
		int same;

		if (edge->sink != leaf->index || edge->sink_port != port)
			continue;
		same = self->stages[edge->source].made->unit.outputs[edge->source_port].same_as;
		return same < 0 ? -1 : origin(self, node->children[edge->source], (unsigned)same);
	}
	return -1;
}

static bool may_write(const stage *of, uint32_t input)
{
	return !(of->made->unit.inputs[input].flags & HR_PORT_IN) || of->made->unit.inputs[input].flags & HR_PORT_OUT;
}

static void check_pair(piped *self, const stage *one, const stage *other)
{
	for (uint32_t i = 0; i < one->source.argument_count; i++)
		for (uint32_t k = 0; k < other->source.argument_count; k++) {
			const ocl_argument *a = &one->source.arguments[i], *b = &other->source.arguments[k];
			int from;

			if (a->kind != OCL_BUFFER || b->kind != OCL_BUFFER ||
			    (!may_write(one, a->input) && !may_write(other, b->input)))
				continue;
			from = origin(self, one->leaf, a->input);
			if (from < 0 || from == origin(self, other->leaf, b->input))
				hinder(self, "%s and %s have memory in common that one of them may write", one->leaf->path,
				       other->leaf->path);
		}
}

static void translate(piped *self, stage *of)
{
	const ocl_target any = hr_emit_target(true);
	const ocl_stage how = {of->kernel, of->from.data, of->to.data, (uint32_t)of->from.count,
			       (uint32_t)of->to.count, &self->defined};

	ocl_translate_stage(&of->made->unit, &any, &how, &of->source);
	if (of->source.refusal != HR_TAKEN)
		hinder(self, "%s: %s: %.150s", of->leaf->path, hr_unit_refusal_words(of->source.refusal),
		       of->source.text);
}

/* --- the text ------------------------------------------------------------------------------------------- */

static void print(const piped *self, FILE *stream)
{
	fprintf(stream,
		"/* %s: kernels that run at the same time; a pipe has a packet for each instance, in reference order, and\n"
		" * room for one at least. Pointers that come from different inputs lead to different memory. */\n"
		"#if !defined(__OPENCL_C_VERSION__) || __OPENCL_C_VERSION__ < 200 || \\\n"
		"\t(__OPENCL_C_VERSION__ >= 300 && !defined(__opencl_c_pipes))\n"
		"#error \"pipes need OpenCL C 2.0, or 3.0 with __opencl_c_pipes\"\n#endif\n\n",
		self->node->path);
	for (unsigned i = 0; i < self->node->child_count; i++)
		fprintf(stream, "%s%s", i ? "\n" : "", self->stages[self->node->order[i]].source.code);
}

static void free_stages(piped *self)
{
	for (unsigned i = 0; i < self->node->child_count; i++) {
		stage *of = &self->stages[i];

		ocl_source_free(&of->source);
		hr_unit_free(of->made);
		hr_free(of->kernel);
		HR_VEC_FREE(&of->from);
		HR_VEC_FREE(&of->to);
	}
	for (size_t i = 0; i < self->names.count; i++)
		hr_free(self->names.data[i]);
	HR_VEC_FREE(&self->names);
	hr_strmap_free(&self->used);
	hr_strmap_free(&self->defined);
	hr_free(self->stages);
}

bool hr_emit_pipes(const hr_program *program, const hr_node *node, FILE *stream, char why[HR_BACKEND_TEXT])
{
	piped self = {.program = program, .node = node, .why = why,
		      .stages = hr_alloc_zero((node->child_count + 1) * sizeof(stage))};

	*why = '\0';
	for (unsigned i = 0; i < node->child_count; i++)
		make_stage(&self, &self.stages[i], node->children[i]);
	if (!*why)
		add_pipes(&self);
	for (unsigned i = 0; i < node->child_count && !*why; i++)
		translate(&self, &self.stages[node->order[i]]);
	for (unsigned i = 0; i < node->child_count && !*why; i++)
		for (unsigned k = 0; k < i && !*why; k++)
			check_pair(&self, &self.stages[k], &self.stages[i]);
	if (!*why)
		print(&self, stream);
	free_stages(&self);
	return !*why;
}
