/* backends/emit/cuda.c -- leaves as LLVM IR for NVIDIA's cards, PTX, and images for them.
 *
 * All leaves become one module, each a kernel of it; so do nodes whose instances are blocks. Images
 * say of each kernel what it was made of (backends/cuda/translate/kernel_record.h), so that a run
 * can take it from there.
 * Owns:     nothing.
 * Not here: the translation (cuda/). */
#include <string.h>

#include <llvm-c/Linker.h>

#include "backends/cuda/translate/cuda_code.h"
#include "backends/cuda/translate/kernel_record.h"
#include "backends/cuda/translate/toolkit.h"
#include "backends/emit/emit.h"
#include "backends/unit/unit.h"

typedef struct emitting {
	hr_emission to; /* first: visits get it */
	cuda_target target;
	char *libdevice;        /* owned */
	LLVMContextRef context; /* owned */
	LLVMModuleRef all;      /* owned; NULL: no kernel yet */
} emitting;

/* --- leaves ----------------------------------------------------------------------------------- */

static bool is_image(const emitting *self)
{
	return self->to.emit->form == HR_EMIT_CUBIN || self->to.emit->form == HR_EMIT_FATBIN;
}

/* Two leaves may have names that PTX cannot tell apart. */
static void make_unique(const emitting *self, cuda_code *code, const char *behind)
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

static void add_kernel(emitting *self, cuda_code *code)
{
	if (!self->all)
		self->all = code->module;
	else if (LLVMLinkModules2(self->all, code->module))
		hr_bug("cannot link the kernels");
	code->module = NULL;
}

static bool is_there(const emitting *self, const hr_unit *unit)
{
	char name[CUDA_RECORD_NAME];

	return self->all && LLVMGetNamedGlobal(self->all, cuda_record_name(unit, false, name));
}

/* Images have two kernels of a unit, as a run has, with records: for pointers that may overlap, and
 * for others. Nodes of one function whose units differ have each their own. */
static void add_unit(emitting *self, const hr_unit *unit, cuda_code *code)
{
	cuda_target target = self->target;
	cuda_code other;

	self->to.made++;
	if (is_image(self) && is_there(self, unit))
		return;
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

/* TOLD: that it is not translated, where it is not. */
static hr_status emit_node(emitting *self, const hr_node *node, hr_made_unit *made, bool reported)
{
	hr_status status = HR_OK;
	cuda_code code;

	memset(&code, 0, sizeof(code));
	code.refusal = made->refusal;
	memcpy(code.text, made->text, sizeof(code.text));
	if (made->refusal == HR_TAKEN)
		cuda_translate(&made->unit, &self->target, self->context, &code);
	if (code.refusal == HR_TAKEN)
		add_unit(self, &made->unit, &code);
	else if (reported && !self->to.again)
		status = hr_emit_refused(&self->to, node, code.refusal, code.text);
	cuda_code_free(&code);
	hr_unit_free(made);
	return status;
}

static hr_status emit_leaf(emitting *self, const hr_node *leaf)
{
	bool *varies = hr_emit_varying(leaf);
	hr_status status = emit_node(
		self, leaf, hr_unit_make(self->to.program, leaf, varies, HR_HOME_ADDRESSES), true);

	hr_free(varies);
	return status;
}

/* A node that is no group of leaves' instances is none of our business, unless it was asked for.
 * What allocates for one is part of it; other leaves are told of by themselves. */
static hr_status emit_group(emitting *self, const hr_node *node, bool *done)
{
	hr_made_unit *made = hr_unit_make_groups(self->to.program, node, NULL, HR_HOME_ADDRESSES);
	bool reported = self->to.emit->node != NULL;

	if (made->refusal != HR_TAKEN && !self->to.emit->node) {
		hr_unit_free(made);
		return HR_OK;
	}
	for (unsigned i = 0; i < node->child_count && made->refusal == HR_TAKEN; i++) {
		done[node->children[i]->function] |= node->children[i]->allocation;
		reported |= node->children[i]->allocation;
	}
	return emit_node(self, node, made, reported);
}

/* A run makes one kernel of a chain: so images have that, too. */
static hr_status emit_chain(emitting *self, const hr_node *node)
{
	hr_made_unit *made =
		hr_unit_make_graph(self->to.program, node, NULL, true, HR_HOME_ADDRESSES);

	return emit_node(self, node, made, self->to.emit->node && !node->dims);
}

static hr_status emit_internal(emitting *self, const hr_node *node, bool *done)
{
	if (is_image(self) && !hr_why_no_chain(node))
		HR_TRY(emit_chain(self, node));
	return is_image(self) && !node->dims ? HR_OK : emit_group(self, node, done);
}

static hr_status visit(hr_emission *to, const hr_node *node, bool *done)
{
	emitting *self = (emitting *)to;

	return node->internal ? emit_internal(self, node, done) : emit_leaf(self, node);
}

/* --- what is made of them --------------------------------------------------------------------- */

static hr_status print_ir(emitting *self)
{
	char *text = LLVMPrintModuleToString(self->all);

	fputs(text, self->to.stream);
	LLVMDisposeMessage(text);
	return HR_OK;
}

static hr_status print_image(emitting *self, const char *ptx)
{
	char text[HR_BACKEND_TEXT] = "";
	size_t bytes = 0;
	unsigned char *image =
		self->to.emit->form == HR_EMIT_CUBIN
			? cuda_make_cubin(ptx, self->target.arch, &bytes, text)
			: cuda_make_fatbin(ptx, self->target.arch,
					   self->to.emit->arch_count ? self->to.emit->arches
								     : &self->target.arch,
					   self->to.emit->arch_count ? self->to.emit->arch_count
								     : 1,
					   &bytes, text);

	if (!image)
		return hr_report(self->to.diags, HR_D_no_image, NULL, text);
	fwrite(image, 1, bytes, self->to.stream);
	hr_free(image);
	return HR_OK;
}

static hr_status print(emitting *self)
{
	char text[HR_BACKEND_TEXT] = "";
	LLVMMemoryBufferRef ptx;
	hr_status status = HR_OK;

	if (!self->all && self->to.open)
		return HR_OK;
	if (!self->all)
		return hr_report(self->to.diags, HR_D_no_image, NULL,
				 self->to.refused ? "no leaf could be translated"
						  : "the program has no leaf");
	if (!cuda_optimise(self->all, &self->target, text))
		return hr_report(self->to.diags, HR_D_no_image, NULL, text);
	if (self->to.emit->form == HR_EMIT_LLVM)
		return print_ir(self);
	ptx = cuda_assemble(self->all, &self->target, text);
	if (!ptx)
		return hr_report(self->to.diags, HR_D_no_image, NULL, text);
	if (self->to.emit->form == HR_EMIT_PTX)
		fwrite(LLVMGetBufferStart(ptx), 1, LLVMGetBufferSize(ptx), self->to.stream);
	else
		status = print_image(self, LLVMGetBufferStart(ptx));
	LLVMDisposeMemoryBuffer(ptx);
	return status;
}

/* PTX for a card serves those after it, unless it is of one, or of a family, alone. */
static cuda_arch lowest_arch(const hr_emit *emit)
{
	cuda_arch lowest =
		emit->arch_count ? emit->arches[0] : (cuda_arch){.number = CUDA_USUAL_ARCH};

	for (unsigned i = 1; i < emit->arch_count; i++) {
		if (emit->arches[i].number < lowest.number)
			lowest.number = emit->arches[i].number;
		lowest.suffix = 0;
	}
	return lowest;
}

hr_status hr_emit_cuda(hr_emission *to)
{
	emitting self = {.to = *to};
	char text[HR_BACKEND_TEXT];
	hr_status status;

	if (!cuda_has_code(text))
		return hr_report(to->diags, HR_D_no_image, NULL, text);
	if (to->emit->form == HR_EMIT_LLVM || to->emit->form == HR_EMIT_PTX)
		self.to.open = to->emit->form == HR_EMIT_LLVM ? "; " : "// ";
	self.to.close = "";
	self.to.every = is_image(&self);
	self.libdevice = cuda_find_libdevice();
	self.target = (cuda_target){.arch = lowest_arch(to->emit),
				    .libdevice = self.libdevice,
				    /* nobody knows here what is launched */
				    .bound = CUDA_MOST_THREADS};
	self.context = LLVMContextCreate();
	status = hr_emit_each(&self.to, visit);
	if (status == HR_OK)
		status = print(&self);
	if (self.all)
		LLVMDisposeModule(self.all);
	LLVMContextDispose(self.context);
	hr_free(self.libdevice);
	return status;
}
