/* backends/emit_cuda.c -- leaves as LLVM IR for NVIDIA's cards, PTX, and images for them.
 *
 * All leaves become one module, each a kernel of it; so do nodes whose instances are blocks.
 * Owns:     nothing.
 * Not here: the translation (cuda/). */
#include <llvm-c/Linker.h>
#include <string.h>

#include "cuda/code.h"
#include "cuda/toolkit.h"
#include "emit.h"
#include "unit.h"

typedef struct emitting {
	const hr_program *program;
	hr_diags *diags;
	const hr_emit *emit;
	FILE *stream;
	cuda_target target;
	char *libdevice;             /* owned */
	LLVMContextRef context;      /* owned */
	LLVMModuleRef all;           /* owned; NULL: no kernel yet */
	bool found;                  /* a leaf that is meant */
} emitting;

static bool has_comments(const emitting *self)
{
	return self->emit->form == HR_EMIT_LLVM || self->emit->form == HR_EMIT_PTX;
}

/* --- leaves --------------------------------------------------------------------------------------------- */

static hr_status tell_refusal(emitting *self, const hr_node *node, const cuda_code *code)
{
	const char *comment = self->emit->form == HR_EMIT_LLVM ? ";" : "//";
	char why[3 * HR_BACKEND_TEXT];

	snprintf(why, sizeof(why), "%s%s%s", hr_unit_refusal_words(code->refusal), code->text[0] ? ": " : "",
		 code->text);
	if (self->emit->node)
		return hr_report(self->diags, HR_D_not_translated, &node->where, node->path, why);
	if (has_comments(self))
		fprintf(self->stream, "%s %s: not translated: %s\n", comment, node->path, why);
	else
		return hr_report(self->diags, HR_D_left_out, &node->where, node->path, why);
	return HR_OK;
}

/* Two leaves may have names that PTX cannot tell apart. */
static void make_unique(const emitting *self, cuda_code *code)
{
	LLVMValueRef kernel = LLVMGetNamedFunction(code->module, code->kernel);
	size_t room = strlen(code->kernel) + 16;
	char *name = hr_alloc(room);

	snprintf(name, room, "%s", code->kernel);
	for (unsigned i = 2; LLVMGetNamedFunction(self->all, name); i++)
		snprintf(name, room, "%s_%u", code->kernel, i);
	LLVMSetValueName2(kernel, name, strlen(name));
	hr_free(name);
}

static void add_kernel(emitting *self, cuda_code *code)
{
	if (!self->all) {
		self->all = code->module;
	} else {
		make_unique(self, code);
		if (LLVMLinkModules2(self->all, code->module))
			hr_bug("kernels cannot be linked");
	}
	code->module = NULL;
}

static hr_status emit_node(emitting *self, const hr_node *node, hr_made_unit *made)
{
	hr_status status = HR_OK;
	cuda_code code;

	memset(&code, 0, sizeof(code));
	code.refusal = made->refusal;
	memcpy(code.text, made->text, sizeof(code.text));
	if (made->refusal == HR_TAKEN)
		cuda_translate(&made->unit, &self->target, self->context, &code);
	if (code.refusal == HR_TAKEN)
		add_kernel(self, &code);
	else
		status = tell_refusal(self, node, &code);
	cuda_code_free(&code);
	hr_unit_free(made);
	return status;
}

static hr_status emit_leaf(emitting *self, const hr_node *leaf)
{
	bool *varies = hr_emit_varying(leaf);
	hr_status status;

	self->found = true;
	status = emit_node(self, leaf, hr_unit_make(self->program, leaf, varies, true));
	hr_free(varies);
	return status;
}

/* A node that is no group of a leaf's instances is none of our business, unless it was asked for. What allocates for one is part of
 * it. */
static hr_status emit_group(emitting *self, const hr_node *node, bool *done)
{
	hr_made_unit *made = hr_unit_make_groups(self->program, node, NULL);

	if (made->refusal != HR_TAKEN && !self->emit->node) {
		hr_unit_free(made);
		return HR_OK;
	}
	self->found = true;
	for (unsigned i = 0; i < node->child_count && made->refusal == HR_TAKEN; i++)
		done[node->children[i]->function] |= node->children[i]->allocation;
	return emit_node(self, node, made);
}

static hr_status emit_all(emitting *self)
{
	bool *done = hr_alloc_array(self->program->function_count + 1, sizeof(*done));
	hr_status status = HR_OK;

	for (uint32_t g = 0; g < self->program->graph_count; g++)
		for (unsigned i = 0; i < self->program->graphs[g]->node_count && status == HR_OK; i++) {
			const hr_node *node = self->program->graphs[g]->nodes[i];

			if (done[node->function] || !hr_emit_is_meant(node, self->emit->node))
				continue;
			done[node->function] = true;
			status = node->internal ? emit_group(self, node, done) : emit_leaf(self, node);
		}
	hr_free(done);
	if (status == HR_OK && !self->found && self->emit->node)
		return hr_report(self->diags, HR_D_no_such_node, NULL, self->emit->node);
	return status;
}

/* --- what is made of them ---------------------------------------------------------------------------------- */

static hr_status print_ir(emitting *self)
{
	char *text = LLVMPrintModuleToString(self->all);

	fputs(text, self->stream);
	LLVMDisposeMessage(text);
	return HR_OK;
}

static hr_status print_image(emitting *self, const char *ptx)
{
	char text[HR_BACKEND_TEXT] = "";
	size_t bytes = 0;
	unsigned char *image =
		self->emit->form == HR_EMIT_CUBIN
			? cuda_make_cubin(ptx, self->target.arch, &bytes, text)
			: cuda_make_fatbin(ptx, self->target.arch,
					   self->emit->arch_count ? self->emit->arches : &self->target.arch,
					   self->emit->arch_count ? self->emit->arch_count : 1, &bytes, text);

	if (!image)
		return hr_report(self->diags, HR_D_no_image, NULL, text);
	fwrite(image, 1, bytes, self->stream);
	hr_free(image);
	return HR_OK;
}

static hr_status print(emitting *self)
{
	char text[HR_BACKEND_TEXT] = "";
	LLVMMemoryBufferRef ptx;
	hr_status status = HR_OK;

	if (!self->all && has_comments(self))
		return HR_OK;
	if (!self->all)
		return hr_report(self->diags, HR_D_no_image, NULL, "no leaf is left");
	if (!cuda_optimise(self->all, &self->target, text))
		return hr_report(self->diags, HR_D_no_image, NULL, text);
	if (self->emit->form == HR_EMIT_LLVM)
		return print_ir(self);
	ptx = cuda_assemble(self->all, &self->target, text);
	if (!ptx)
		return hr_report(self->diags, HR_D_no_image, NULL, text);
	if (self->emit->form == HR_EMIT_PTX)
		fwrite(LLVMGetBufferStart(ptx), 1, LLVMGetBufferSize(ptx), self->stream);
	else
		status = print_image(self, LLVMGetBufferStart(ptx));
	LLVMDisposeMemoryBuffer(ptx);
	return status;
}

/* PTX for a card serves those after it. */
static unsigned lowest_arch(const hr_emit *emit)
{
	unsigned lowest = emit->arch_count ? emit->arches[0] : CUDA_USUAL_ARCH;

	for (unsigned i = 1; i < emit->arch_count; i++)
		lowest = emit->arches[i] < lowest ? emit->arches[i] : lowest;
	return lowest;
}

hr_status hr_emit_cuda(const hr_program *program, hr_diags *diags, const hr_emit *emit, FILE *stream)
{
	emitting self = {.program = program, .diags = diags, .emit = emit, .stream = stream};
	char text[HR_BACKEND_TEXT];
	hr_status status;

	if (!cuda_has_code(text))
		return hr_report(diags, HR_D_no_image, NULL, text);
	self.libdevice = cuda_find_libdevice();
	self.target = (cuda_target){.arch = lowest_arch(emit), .libdevice = self.libdevice};
	self.context = LLVMContextCreate();
	status = emit_all(&self);
	if (status == HR_OK)
		status = print(&self);
	if (self.all)
		LLVMDisposeModule(self.all);
	LLVMContextDispose(self.context);
	hr_free(self.libdevice);
	return status;
}
