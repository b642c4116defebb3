/* backends/opencl/translate/emitter.c -- units as OpenCL C for --emit.
 *
 * Each unit is a text of its own; what several need is printed once.
 * Owns:     an opencl_emission.
 * Not here: which units there are (backends/emit/emit.c), translating them (source.h, stages.h). */
#include <stdio.h>
#include <string.h>

#include "backends/opencl/translate/source.h"
#include "backends/opencl/translate/stages.h"
#include "backends/shared/ir_text.h"
#include "src/base/alloc.h"

typedef struct opencl_emission {
	hr_backend_output output;
	ocl_target target; /* a device that can do all that OpenCL C has words for */
	ocl_text text;     /* what is printed already */
} opencl_emission;

static void print(const opencl_emission *self, const char *text)
{
	self->output.write(self->output.to, text, strlen(text));
}

static int begin(const hr_backend_output *output, bool sequential, void **made)
{
	opencl_emission *self = hr_alloc_zero(sizeof(*self));

	self->output = *output;
	self->target = (ocl_target){
		.fp64 = true, .int64_atomics = true, .exact_roots = true, .sequential = sequential};
	*made = self;
	return 0;
}

static int begin_opencl(const hr_backend_output *output, void **made, char text[HR_BACKEND_TEXT])
{
	(void)text;
	return begin(output, false, made);
}

static int begin_fpga(const hr_backend_output *output, void **made, char text[HR_BACKEND_TEXT])
{
	(void)text;
	return begin(output, true, made);
}

/* Print a chain as kernels beside each other. Return false if it cannot be that; WHY says why. */
static bool print_stages(const opencl_emission *self, const hr_unit *unit,
			 char why[HR_BACKEND_TEXT])
{
	ocl_stages stages;
	bool taken = ocl_translate_stages(unit, &self->target, &stages);

	if (taken)
		print(self, stages.code);
	else
		snprintf(why, HR_BACKEND_TEXT, "%s", stages.why);
	ocl_stages_free(&stages);
	return taken;
}

/* A unit that is refused leaves nothing in the text of what is printed already, so it is translated
 * for itself first. */
static hr_unit_refusal print_kernel(opencl_emission *self, const hr_unit *unit, const char *before,
				    char text[HR_BACKEND_TEXT])
{
	hr_unit_refusal refusal;
	ocl_source source;

	ocl_translate(unit, &self->target, false, &source);
	refusal = source.refusal;
	memcpy(text, source.text, HR_BACKEND_TEXT);
	ocl_source_free(&source);
	if (refusal != HR_TAKEN)
		return refusal;
	ocl_translate_into(&self->text, unit, &self->target, &source);
	print(self, before);
	print(self, source.code);
	ocl_source_free(&source);
	return HR_TAKEN;
}

static void write_unstaged(hr_ir_text *to, const char *path, const char *why)
{
	hr_ir_write(to, "/* ");
	hr_ir_write_comment(to, path, strlen(path));
	hr_ir_write(to, ": one kernel, without pipes: ");
	hr_ir_write_comment(to, why, strlen(why));
	hr_ir_write(to, " */\n");
}

static hr_unit_refusal emit_unit(void *emission_of, const hr_unit *unit, const char *path,
				 const char *unstaged, char text[HR_BACKEND_TEXT])
{
	char why[HR_BACKEND_TEXT] = "";
	hr_ir_text before = {0};
	hr_unit_refusal refused;
	opencl_emission *self = emission_of;

	if (unstaged)
		snprintf(why, sizeof(why), "%s", unstaged);
	if (unit->stage_count && print_stages(self, unit, why))
		return HR_TAKEN;
	if (unstaged || unit->stage_count)
		write_unstaged(&before, path, why);
	HR_PUSH(&before, '\0');
	refused = print_kernel(self, unit, before.data, text);
	HR_VEC_FREE(&before);
	return refused;
}

static int end(void *emission_of, int complete, char text[HR_BACKEND_TEXT])
{
	opencl_emission *self = emission_of;

	(void)complete, (void)text;
	ocl_text_free(&self->text);
	hr_free(self);
	return 0;
}

static const hr_backend_form opencl = {.name = "opencl",
				       .help = "OpenCL C",
				       .comment = "/* ",
				       .comment_end = " */",
				       .flags = HR_EMITS_EACH | HR_EMITS_GROUPS | HR_EMITS_CHAINS};
static const hr_backend_form fpga = {
	.name = "fpga",
	.help = "OpenCL C of one work-item with loops and pipes, for FPGAs",
	.comment = "/* ",
	.comment_end = " */",
	.flags = HR_EMITS_EACH | HR_EMITS_CHAINS};

const hr_backend_emitter ocl_emitter = {
	.forms = &opencl, .form_count = 1, .begin = begin_opencl, .unit = emit_unit, .end = end};
const hr_backend_emitter ocl_fpga_emitter = {
	.forms = &fpga, .form_count = 1, .begin = begin_fpga, .unit = emit_unit, .end = end};
