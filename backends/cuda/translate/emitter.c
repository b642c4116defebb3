/* backends/cuda/translate/emitter.c -- units as LLVM IR for NVIDIA's cards, PTX, and images, for
 * --emit.
 *
 * All units become one module, each a kernel of it. Images say of each kernel what it was made of
 * (kernel_record.h), so that a run can take it from there.
 * Owns:     an cuda_emission.
 * Not here: which units there are (backends/emit/emit.c), translating them (cuda_code.h). */
#include "backends/cuda/translate/emitter.h"

#include <stdio.h>
#include <string.h>

#include <llvm-c/Linker.h>

#include "backends/cuda/translate/cuda_options.h"
#include "backends/cuda/translate/kernel_record.h"
#include "backends/cuda/translate/toolkit.h"
#include "backends/shared/context.h"
#include "src/base/alloc.h"
#include "src/base/status.h"

typedef enum form { LLVM, PTX, CUBIN, FATBIN } form;

typedef struct cuda_emission {
	hr_backend_output output;
	cuda_target target;
	cuda_arch arches[CUDA_MOST_IMAGES];
	unsigned arch_count;
	cuda_tools tools;       /* borrows its texts */
	char *libdevice;        /* owned */
	LLVMContextRef context; /* owned */
	LLVMModuleRef all;      /* owned; NULL: no kernel yet */
} cuda_emission;

static void print(const cuda_emission *self, const void *data, size_t bytes)
{
	self->output.write(self->output.to, data, bytes);
}

/* --- units ------------------------------------------------------------------------------------ */

static bool is_image(const cuda_emission *self)
{
	return self->output.form >= CUBIN;
}

/* Two leaves may have names that PTX cannot tell apart. */
static void make_unique(const cuda_emission *self, cuda_code *code, const char *behind)
{
	LLVMValueRef kernel = LLVMGetNamedFunction(code->module, code->kernel);
	size_t room = strlen(code->kernel) + strlen(behind) + 16;
	char *name = hr_alloc(room);

	snprintf(name, room, "%s%s", code->kernel, behind);
	for (unsigned i = 2; self->all && LLVMGetNamedFunction(self->all, name); i++)
		snprintf(name, room, "%s%s_%u", code->kernel, behind, i);
	LLVMSetValueName2(kernel, name, strlen(name));
	hr_free(code->kernel);
	code->kernel = name;
}

static void add_kernel(cuda_emission *self, cuda_code *code)
{
	if (!self->all)
		self->all = code->module;
	else if (LLVMLinkModules2(self->all, code->module))
		hr_bug("cannot link the kernels");
	code->module = NULL;
}

static bool is_there(const cuda_emission *self, const hr_unit *unit)
{
	char name[CUDA_RECORD_NAME];

	return self->all && LLVMGetNamedGlobal(self->all, cuda_record_name(unit, false, name));
}

/* Images have two kernels of a unit, as a run has, with records: for pointers that may overlap, and
 * for others. Nodes of one function whose units differ have each their own. */
static void add_unit(cuda_emission *self, const hr_unit *unit, cuda_code *code)
{
	cuda_target target = self->target;
	cuda_code other;

	make_unique(self, code, "");
	if (is_image(self))
		cuda_record_embed(code, unit, false);
	add_kernel(self, code);
	if (!is_image(self))
		return;
	target.disjoint = true;
	cuda_translate(unit, &target, self->context, &other);
	if (other.refusal == HR_TAKEN) {
		make_unique(self, &other, "_disjoint");
		cuda_record_embed(&other, unit, true);
		add_kernel(self, &other);
	}
	cuda_code_free(&other);
}

static hr_unit_refusal emit_unit(void *emission_of, const hr_unit *unit, const char *path,
				 const char *unstaged, char text[HR_BACKEND_TEXT])
{
	cuda_emission *self = emission_of;
	hr_unit_refusal refusal;
	cuda_code code;

	(void)path, (void)unstaged;
	if (is_image(self) && is_there(self, unit))
		return HR_TAKEN;
	cuda_translate(unit, &self->target, self->context, &code);
	refusal = code.refusal;
	if (refusal == HR_TAKEN)
		add_unit(self, unit, &code);
	else
		memcpy(text, code.text, HR_BACKEND_TEXT);
	cuda_code_free(&code);
	return refusal;
}

/* --- what is made of them --------------------------------------------------------------------- */

static bool print_ir(cuda_emission *self)
{
	char *text = LLVMPrintModuleToString(self->all);

	print(self, text, strlen(text));
	LLVMDisposeMessage(text);
	return true;
}

static bool print_image(cuda_emission *self, const char *ptx, char text[HR_BACKEND_TEXT])
{
	size_t bytes = 0;
	unsigned char *image =
		self->output.form == CUBIN
			? cuda_make_cubin(ptx, self->target.arch, &self->tools, &bytes, text)
			: cuda_make_fatbin(ptx, self->target.arch, self->arches, self->arch_count,
					   &self->tools, &bytes, text);

	if (image)
		print(self, image, bytes);
	hr_free(image);
	return image != NULL;
}

static bool print_all(cuda_emission *self, char text[HR_BACKEND_TEXT])
{
	LLVMMemoryBufferRef ptx;
	bool printed = true;

	if (!cuda_optimise(self->all, &self->target, text))
		return false;
	if (self->output.form == LLVM)
		return print_ir(self);
	ptx = cuda_assemble(self->all, &self->target, text);
	if (!ptx)
		return false;
	if (self->output.form == PTX)
		print(self, LLVMGetBufferStart(ptx), LLVMGetBufferSize(ptx));
	else
		printed = print_image(self, LLVMGetBufferStart(ptx), text);
	LLVMDisposeMemoryBuffer(ptx);
	return printed;
}

static int end(void *emission_of, int complete, char text[HR_BACKEND_TEXT])
{
	cuda_emission *self = emission_of;
	bool good = !complete || !self->all || print_all(self, text);

	if (self->all)
		LLVMDisposeModule(self->all);
	hr_context_free(self->context);
	hr_free(self->libdevice);
	hr_free(self);
	return !good;
}

/* --- beginning -------------------------------------------------------------------------------- */

/* PTX for a card serves those after it, unless it is of one, or of a family, alone. */
static cuda_arch lowest_arch(const cuda_emission *self)
{
	cuda_arch lowest = self->arches[0];

	for (unsigned i = 1; i < self->arch_count; i++) {
		if (self->arches[i].number < lowest.number)
			lowest.number = self->arches[i].number;
		lowest.suffix = 0;
	}
	return lowest;
}

static int begin(const hr_backend_output *output, void **made, char text[HR_BACKEND_TEXT])
{
	cuda_emission *self;

	if (!cuda_has_code(text))
		return 1;
	self = hr_alloc_zero(sizeof(*self));
	self->output = *output;
	(void)cuda_arches_read(output->options[CUDA_OPTION_arch], self->arches, &self->arch_count);
	self->tools = (cuda_tools){.toolkit = output->options[CUDA_OPTION_toolkit],
				   .libdevice = output->options[CUDA_OPTION_libdevice]};
	self->libdevice = cuda_find_libdevice(&self->tools);
	self->target = (cuda_target){.arch = lowest_arch(self),
				     .libdevice = self->libdevice,
				     /* nobody knows here what is launched */
				     .bound = CUDA_MOST_THREADS};
	self->context = hr_context_new();
	*made = self;
	return 0;
}

static const hr_backend_form forms[] = {
	[LLVM] = {"llvm", "LLVM IR for NVIDIA GPUs", "; ", "", HR_EMITS_GROUPS | HR_EMITS_ARCH},
	[PTX] = {"ptx", "PTX for NVIDIA GPUs", "// ", "", HR_EMITS_GROUPS | HR_EMITS_ARCH},
	[CUBIN] = {"cubin", "machine code for an NVIDIA GPU", NULL, NULL,
		   HR_EMITS_GROUPS | HR_EMITS_CHAINS | HR_EMITS_RUNS | HR_EMITS_ARCH},
	[FATBIN] = {"fatbin", "PTX and machine code for several NVIDIA GPUs", NULL, NULL,
		    HR_EMITS_GROUPS | HR_EMITS_CHAINS | HR_EMITS_RUNS | HR_EMITS_ARCH |
			    HR_EMITS_ARCHES},
};

const hr_backend_emitter cuda_emitter = {
	.forms = forms,
	.form_count = sizeof(forms) / sizeof(forms[0]),
	.begin = begin,
	.unit = emit_unit,
	.end = end,
};
