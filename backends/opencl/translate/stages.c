/* backends/opencl/translate/stages.c -- a chain as several kernels in one text, which run at the
 * same time and are connected by pipes.
 *
 * Each leaf is a single work-item that runs its instances in reference order. A pipe has a packet
 * for each instance; a value that is the same for all instances is an argument of each kernel. Only
 * pipes order the kernels, so memory that one kernel writes may not be used by another.
 * Owns:     names of pipes, strings.
 * Clauses:  E1, E2, E3.
 * Not here: the code of a stage (pipes.c), running it (backends/opencl/device/piped.c). */
#include "backends/opencl/translate/stages.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "backends/shared/ir_text.h"
#include "backends/shared/reason.h"

typedef struct stages {
	const hr_unit *unit;
	ocl_stages *to;
	char **kernels; /* by stage; owned */
	ocl_text text;  /* at first it contains the names of kernels and pipes only */
} stages;

/* Return an identifier similar to WANTED that is unique in the text. Owned by the caller. */
static char *unique(stages *self, const char *wanted)
{
	size_t room = strlen(wanted) + 16;
	char *base = hr_strdup(wanted), *name = hr_alloc(room);

	for (char *at = base; *at; at++)
		if (!isalnum((unsigned char)*at))
			*at = '_';
	snprintf(name, room, "%s", base);
	for (unsigned i = 2; hr_strmap_get(&self->text.names, name, NULL); i++)
		snprintf(name, room, "%s_%u", base, i);
	hr_strmap_put(&self->text.names, name, 1);
	hr_free(base);
	return name;
}

static const hr_unit_port *packet_of(const stages *self, const hr_unit_pipe *pipe)
{
	return &self->unit->stages[pipe->to].unit->inputs[pipe->input];
}

static void name_pipe(stages *self, const hr_unit_pipe *pipe)
{
	const char *name = packet_of(self, pipe)->name;
	char wanted[HR_BACKEND_TEXT], port[48];

	snprintf(port, sizeof(port), "in%u", pipe->input);
	snprintf(wanted, sizeof(wanted), "%.80s_to_%.80s_%.40s", self->kernels[pipe->from],
		 self->kernels[pipe->to], *name ? name : port);
	HR_PUSH(&self->to->names, unique(self, wanted));
}

/* Number the stage's arguments OCL_PIPE: first the pipes that it reads, then those that it
 * writes. */
static void number_pipes(const stages *self, uint32_t stage)
{
	ocl_source *source = &self->to->sources[stage];
	uint32_t at = 0;

	for (unsigned writes = 0; writes < 2; writes++)
		for (uint32_t i = 0; i < self->unit->pipe_count; i++) {
			if ((writes ? self->unit->pipes[i].from : self->unit->pipes[i].to) != stage)
				continue;
			while (at < source->argument_count &&
			       source->arguments[at].kind != OCL_PIPE)
				at++;
			if (at < source->argument_count)
				source->arguments[at++].input = i;
		}
}

#define WORDS(name, words) words,
static const char *const refusals[] = {HR_REFUSALS(WORDS)};

static void translate(stages *self, uint32_t stage, const ocl_target *target)
{
	const hr_unit_stage *of = &self->unit->stages[stage];
	ocl_source *source = &self->to->sources[stage];
	HR_VEC(ocl_pipe) from = {0}, to = {0};
	ocl_stage how = {.kernel = self->kernels[stage], .text = &self->text};

	for (uint32_t i = 0; i < self->unit->pipe_count; i++) {
		const hr_unit_pipe *pipe = &self->unit->pipes[i];

		if (pipe->to == stage)
			HR_PUSH(&from, (ocl_pipe){pipe->input, packet_of(self, pipe),
						  self->to->names.data[i]});
		if (pipe->from == stage)
			HR_PUSH(&to, (ocl_pipe){pipe->output, packet_of(self, pipe),
						self->to->names.data[i]});
	}
	how.from = from.data;
	how.from_count = (uint32_t)from.count;
	how.to = to.data;
	how.to_count = (uint32_t)to.count;
	ocl_translate_stage(of->unit, target, &how, source);
	if (source->refusal == HR_TAKEN)
		number_pipes(self, stage);
	else
		hr_say_first(self->to->why, "%s: %s: %.150s", of->path, refusals[source->refusal],
			     source->text);
	HR_VEC_FREE(&from);
	HR_VEC_FREE(&to);
}

/* --- memory ----------------------------------------------------------------------------------- */

static bool may_write(const hr_unit_stage *of, uint32_t input)
{
	return !(of->unit->inputs[input].flags & HR_PORT_IN) ||
	       of->unit->inputs[input].flags & HR_PORT_OUT;
}

static void check_pair(stages *self, uint32_t one, uint32_t other)
{
	const ocl_source *left = &self->to->sources[one], *right = &self->to->sources[other];
	const hr_unit_stage *a = &self->unit->stages[one], *b = &self->unit->stages[other];

	for (uint32_t i = 0; i < left->argument_count; i++)
		for (uint32_t k = 0; k < right->argument_count; k++) {
			uint32_t x = left->arguments[i].input, y = right->arguments[k].input;

			if (left->arguments[i].kind != OCL_BUFFER ||
			    right->arguments[k].kind != OCL_BUFFER ||
			    (!may_write(a, x) && !may_write(b, y)))
				continue;
			if (a->inputs[x] == HR_UNIT_NO_INPUT || a->inputs[x] == b->inputs[y])
				hr_say_first(self->to->why,
					     "%s and %s share memory that one of them may write",
					     a->path, b->path);
		}
}

/* --- writing the text ---------------------------------------------------------------------- */

static void print(const stages *self)
{
	hr_ir_text text = {0};

	hr_ir_write(&text, "/* ");
	hr_ir_write_comment(&text, self->unit->name, strlen(self->unit->name));
	hr_ir_write(
		&text,
		": kernels that run at the same time; a pipe has a packet for each instance, in reference order, and\n"
		" * room for one at least. Pointers that come from different inputs lead to different memory. */\n"
		"#if !defined(__OPENCL_C_VERSION__) || __OPENCL_C_VERSION__ < 200 || \\\n"
		"\t(__OPENCL_C_VERSION__ >= 300 && !defined(__opencl_c_pipes))\n"
		"#error \"pipes need OpenCL C 2.0, or 3.0 with __opencl_c_pipes\"\n#endif\n\n");
	for (uint32_t i = 0; i < self->to->count; i++)
		hr_ir_write(&text, "%s%s", i ? "\n" : "", self->to->sources[i].code);
	HR_PUSH(&text, '\0');
	self->to->code = text.data;
}

bool ocl_translate_stages(const hr_unit *unit, const ocl_target *target, ocl_stages *to)
{
	stages self = {.unit = unit,
		       .to = to,
		       .kernels = hr_alloc_zero((unit->stage_count + 1) * sizeof(char *))};

	*to = (ocl_stages){.count = unit->stage_count};
	to->sources = hr_alloc_zero((unit->stage_count + 1) * sizeof(*to->sources));
	for (uint32_t i = 0; i < unit->stage_count; i++)
		self.kernels[i] = unique(&self, unit->stages[i].name);
	for (uint32_t i = 0; i < unit->pipe_count; i++)
		name_pipe(&self, &unit->pipes[i]);
	for (uint32_t i = 0; i < unit->stage_count && !*to->why; i++)
		translate(&self, i, target);
	for (uint32_t i = 0; i < unit->stage_count && !*to->why; i++)
		for (uint32_t k = 0; k < i && !*to->why; k++)
			check_pair(&self, k, i);
	if (!*to->why)
		print(&self);
	for (uint32_t i = 0; i < unit->stage_count; i++)
		hr_free(self.kernels[i]);
	hr_free(self.kernels);
	ocl_text_free(&self.text);
	return !*to->why;
}

void ocl_stages_free(ocl_stages *self)
{
	for (uint32_t i = 0; i < self->count; i++)
		ocl_source_free(&self->sources[i]);
	for (size_t i = 0; i < self->names.count; i++)
		hr_free(self->names.data[i]);
	HR_VEC_FREE(&self->names);
	hr_free(self->sources);
	hr_free(self->code);
	*self = (ocl_stages){.count = 0};
}
