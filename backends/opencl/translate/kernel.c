/* backends/opencl/translate/kernel.c -- translates a unit to a kernel: its functions, and the
 * assembly of all parts.
 *
 * The dimension in which accesses are contiguous becomes the device's dimension 0, whose instances
 * the device runs side by side. Functions of numbers remain functions; functions that take
 * pointers, or query indices, are inlined into their callers.
 * Invariant: a unit that cannot be translated is refused here, before anything runs.
 * Owns:      the writer.
 * Clauses:   N3, M3.
 * Not here:  arguments (signature.c), constants (constants.c), instructions (instructions.c) and
 *            jumps (control.c). */
#define _GNU_SOURCE 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "backends/opencl/translate/intrinsics.h"
#include "backends/opencl/translate/signature.h"
#include "backends/shared/context.h"
#include "backends/shared/edit.h"
#include "backends/shared/loops.h"
#include "backends/shared/queries.h"

const char *ocl_llvm_name(LLVMValueRef value)
{
	size_t length;

	return LLVMGetValueName2(value, &length);
}

LLVMValueRef ocl_unit_of(const ocl_writer *self)
{
	return LLVMGetNamedFunction(self->module, "hpvm_unit");
}

/* --- the module ------------------------------------------------------------------------------- */

static void run_passes(ocl_writer *self, const char *passes)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(self->module, passes, NULL, options);

	if (error) {
		char *text = LLVMGetErrorMessage(error);

		ocl_refuse(self, HR_REFUSES_COMPILER, "%s", text);
		LLVMDisposeErrorMessage(text);
	}
	LLVMDisposePassBuilderOptions(options);
}

static void refuse_recursion(ocl_writer *self)
{
	for (LLVMValueRef at = LLVMGetFirstFunction(self->module); at; at = LLVMGetNextFunction(at))
		if (!LLVMIsDeclaration(at) && hr_edit_calls_itself(at))
			ocl_refuse(self, HR_REFUSES_CALL, "'%s' calls itself", ocl_llvm_name(at));
}

static bool is_pointer_type(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/* Return true if VALUE, or a constant that contains it, is used in FUNCTION. */
static bool is_used_in(LLVMValueRef value, LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAInstruction(user)
			    ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == function
			    : is_used_in(user, function))
			return true;
	}
	return false;
}

/* Return true if FUNCTION uses a variable of the program, which is an argument of the kernel. */
static bool uses_variable(LLVMValueRef function)
{
	LLVMModuleRef module = LLVMGetGlobalParent(function);

	for (LLVMValueRef at = LLVMGetFirstGlobal(module); at; at = LLVMGetNextGlobal(at))
		if (LLVMIsDeclaration(at) && is_used_in(at, function))
			return true;
	return false;
}

/* Return true if FUNCTION must be inlined into its callers. */
static bool is_merged(LLVMValueRef function)
{
	if (is_pointer_type(LLVMGetReturnType(LLVMGlobalGetValueType(function))) ||
	    uses_variable(function))
		return true;
	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		if (is_pointer_type(LLVMTypeOf(LLVMGetParam(function, i))))
			return true;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			if (LLVMIsACallInst(at) && strncmp(ocl_called(at), "hpvm_", 5) == 0)
				return true;
	return false;
}

static void mark(ocl_writer *self, LLVMValueRef function, const char *word, bool set)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(word, strlen(word));

	LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				       kind);
	if (set)
		LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					LLVMCreateEnumAttribute(self->context, kind, 0));
}

/* Convert loops with several entries to loops with one entry and a variable that selects the block.
 * Devices' compilers are not prepared for such loops; PoCL's overflows the stack if there is a
 * barrier, too. */
static void reduce_loops(ocl_writer *self)
{
	bool good = true;

	for (LLVMValueRef at = LLVMGetFirstFunction(self->module); at; at = LLVMGetNextFunction(at))
		good &= LLVMIsDeclaration(at) || ocl_is_reducible(at);
	if (!good)
		run_passes(self, "function(lower-switch,fix-irreducible)");
}

static void prepare(ocl_writer *self)
{
	bool changed = true;

	refuse_recursion(self);
	if (self->source->refusal != HR_TAKEN)
		return;
	/* Callers of an inlined function may themselves have to be inlined; repeat until none is
	 * left. */
	while (changed && self->source->refusal == HR_TAKEN) {
		changed = false;
		for (LLVMValueRef at = LLVMGetFirstFunction(self->module); at;
		     at = LLVMGetNextFunction(at)) {
			bool merged =
				!LLVMIsDeclaration(at) && at != ocl_unit_of(self) && is_merged(at);

			if (LLVMIsDeclaration(at) || at == ocl_unit_of(self))
				continue;
			LLVMSetLinkage(at, LLVMInternalLinkage);
			mark(self, at, "noinline", false);
			mark(self, at, "optnone", false);
			mark(self, at, "alwaysinline", merged);
			changed |= merged;
		}
		if (changed)
			run_passes(self, "always-inline,globaldce");
	}
	mark(self, ocl_unit_of(self), "optnone", false);
	ocl_lower(self);
	run_passes(self, "function(sroa,early-cse,simplifycfg,adce),globaldce");
	reduce_loops(self);
}

/* --- functions -------------------------------------------------------------------------------- */

const char *ocl_function_name(ocl_writer *self, LLVMValueRef function)
{
	uint64_t found;
	const char *name;

	if (hr_map_get(&self->values, hr_map_key(function), &found))
		return ((const ocl_value *)(uintptr_t)found)->text;
	name = ocl_outer_name(self, ocl_llvm_name(function));
	ocl_set(self, function, (ocl_value){name, NULL, ""});
	return name;
}

static const char *result_type(ocl_writer *self, LLVMValueRef function)
{
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));

	return LLVMGetTypeKind(type) == LLVMVoidTypeKind ? "void" : ocl_type(self, type);
}

static void write_function(ocl_writer *self, LLVMValueRef function, hr_ir_text *prototypes)
{
	const char *name = ocl_function_name(self, function), *result = result_type(self, function);
	hr_ir_text body = {0}, formal = {0};

	for (unsigned i = 0; i < LLVMCountParams(function); i++) {
		LLVMValueRef parameter = LLVMGetParam(function, i);
		const char *own = ocl_value_name(self, parameter);

		hr_ir_write(&formal, "%s%s %s", i ? ", " : "",
			    ocl_type(self, LLVMTypeOf(parameter)), own);
		ocl_set(self, parameter, (ocl_value){own, NULL, ""});
	}
	hr_ir_write(prototypes, "%s %s(%.*s);\n", result, name, (int)formal.count,
		    formal.count ? formal.data : "");
	self->function = function;
	self->kernel = false;
	self->declarations.count = 0;
	self->out = &body;
	ocl_body(self, function);
	hr_ir_write(
		&self->functions, "%s %s(%.*s)\n{\n%.*s%s%.*s}\n\n", result, name,
		(int)formal.count, formal.count ? formal.data : "", (int)self->declarations.count,
		self->declarations.count ? self->declarations.data : "",
		self->declarations.count ? "\n" : "", (int)body.count, body.count ? body.data : "");
	HR_VEC_FREE(&body);
	HR_VEC_FREE(&formal);
}

/* --- assembling the kernel ----------------------------------------------------------------- */

static void add(hr_ir_text *to, const hr_ir_text *part, const char *gap)
{
	if (part->count)
		hr_ir_write(to, "%.*s%s", (int)part->count, part->data, gap);
}

static void comment(hr_ir_text *text, const char *name)
{
	hr_ir_write(text, "/* ");
	hr_ir_write_comment(text, name, strlen(name));
	hr_ir_write(text, ": made by hpvm-run. */\n");
}

static void put_together(ocl_writer *self, const hr_ir_text *prototypes, const hr_ir_text *kernel)
{
	hr_ir_text all = {0}, text = {0};

	add(&all, &self->typedefs, "\n");
	add(&all, &self->constants, "\n");
	if (self->functions.count)
		add(&all, prototypes, "\n");
	add(&all, &self->functions, "");
	add(&all, kernel, "");
	comment(&text, self->stage ? self->stage->kernel : self->unit->name);
	if (self->target->fp64 && memmem(all.data, all.count, "double", 6))
		hr_ir_write(&text, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
	if (memmem(all.data, all.count, "atom_", 5))
		hr_ir_write(&text,
			    "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
			    "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n");
	hr_ir_write(&text, "#pragma OPENCL FP_CONTRACT OFF\n\n");
	if (self->source->constants)
		hr_ir_write(&text, "#ifdef HPVM_CONSTANTS\n#define HPVM_FIXED __constant\n#else\n"
				   "#define HPVM_FIXED __global\n#endif\n\n");
	ocl_helpers(self, &text, all.data);
	add(&text, &all, "");
	ocl_finish(self, &text);
	HR_VEC_FREE(&all);
	HR_VEC_FREE(&text);
}

/* Reduce the queries to one call for each index and extent, at the beginning. */
static void unite_queries(ocl_writer *self, const char *name, bool inner,
			  LLVMValueRef leaf_index[3])
{
	LLVMValueRef first[HR_QUERY_LEVELS][3] = {{NULL}};
	uint64_t beyond;

	if (!hr_queries_unite(self->module, ocl_unit_of(self), name, inner, first, &beyond))
		ocl_refuse(self, HR_REFUSES_QUERY, "level %u", (unsigned)beyond);
	for (unsigned d = 0; leaf_index && d < 3; d++)
		leaf_index[d] = first[0][d];
}

static void order_dimensions(ocl_writer *self)
{
	LLVMValueRef index[3] = {NULL};
	bool groups = self->source->groups;
	int score[3] = {0};

	unite_queries(self, "hpvm_extent", false, NULL);
	unite_queries(self, "hpvm_id", false, groups ? NULL : index);
	if (groups) {
		unite_queries(self, "hpvm_inner_extent", true, NULL);
		unite_queries(self, "hpvm_inner_id", true, index);
		for (uint32_t k = 0; k < 3; k++)
			self->source->group_order[k] =
				k < self->unit->dims[0] ? self->unit->dims[0] - 1 - k : k;
	}
	hr_loops_score_of(ocl_unit_of(self), index, score);
	hr_loops_device_order(score, ocl_leaf_dims(self), self->source->order);
}

/* Write text that is conditional on a macro: WITH if it is defined, WITHOUT if not. */
static void add_variants(hr_ir_text *to, const char *macro, const hr_ir_text *with,
			 const hr_ir_text *without)
{
	if (!with->count && !without->count)
		return;
	hr_ir_write(to, "#if%s %s\n", with->count ? "def" : "ndef", macro);
	add(to, with, without->count ? "#else\n" : "");
	add(to, without, "");
	hr_ir_write(to, "#endif\n");
}

static void add_beginning(ocl_writer *self, const ocl_signature *made, hr_ir_text *to)
{
	static const hr_ir_text nothing;

	self->source->parts = made->part.count || made->whole.count;
	self->source->offsets = made->offsets.count;
	add(to, &made->place, "");
	add_variants(to, "HPVM_PART", &made->part, &made->whole);
	add_variants(to, "HPVM_OFFSETS", &made->offsets, &nothing);
	add(to, &made->begin, "");
}

static void write_kernel(ocl_writer *self, hr_ir_text *kernel)
{
	ocl_signature made = {.count = 0};
	LLVMValueRef unit = ocl_unit_of(self);
	hr_ir_text body = {0};
	size_t before;

	ocl_make_signature(self, &made);
	self->source->kernel = hr_strdup(self->stage ? ocl_name(self, self->stage->kernel)
						     : ocl_outer_name(self, self->unit->name));
	self->function = unit;
	self->kernel = true;
	self->declarations.count = 0;
	self->out = &body;
	ocl_body(self, unit);
	hr_ir_write(kernel, "__kernel %svoid %s(%.*s)\n{\n",
		    self->target->sequential ? "__attribute__((reqd_work_group_size(1, 1, 1)))\n"
					     : "",
		    self->source->kernel, (int)made.formal.count,
		    made.formal.count ? made.formal.data : "");
	before = kernel->count;
	add(kernel, &self->declarations, "");
	add_beginning(self, &made, kernel);
	hr_ir_write(kernel, "%s", kernel->count > before ? "\n" : "");
	add(kernel, &body, "");
	hr_ir_write(kernel, "}\n");
	ocl_signature_free(&made);
	HR_VEC_FREE(&body);
}

static void translate(ocl_writer *self)
{
	hr_ir_text prototypes = {0}, kernel = {0};

	self->layout = LLVMGetModuleDataLayout(self->module);
	self->source->groups = (self->unit->features & HR_UNIT_GROUPS) != 0;
	if (self->stage)
		ocl_use_pipes(self);
	prepare(self);
	if (self->source->refusal != HR_TAKEN)
		return;
	ocl_read_images(self);
	if (self->target->sequential)
		ocl_sequentialise(self);
	if (self->source->refusal != HR_TAKEN)
		return;
	order_dimensions(self);
	self->source->barriers = self->unit->features & HR_UNIT_BARRIERS;
	ocl_flatten_addresses(self);
	ocl_find_spaces(self);
	if (ocl_image_call(self))
		hr_map_put(&self->spaces, hr_map_key(ocl_image_call(self)), OCL_GLOBAL),
			ocl_find_spaces(self);
	ocl_reserve_names(self);
	hr_strmap_put(&self->names, "image", 1);
	hr_strmap_put(&self->names, "instance", 1);
	hr_strmap_put(&self->names, "input_stride", 1);
	for (uint32_t i = 0; self->stage && i < self->stage->from_count + self->stage->to_count;
	     i++)
		hr_strmap_put(&self->names,
			      i < self->stage->from_count
				      ? self->stage->from[i].name
				      : self->stage->to[i - self->stage->from_count].name,
			      1);
	ocl_write_constants(self);
	for (LLVMValueRef at = LLVMGetFirstFunction(self->module); at; at = LLVMGetNextFunction(at))
		if (!LLVMIsDeclaration(at) && at != ocl_unit_of(self) &&
		    self->source->refusal == HR_TAKEN)
			write_function(self, at, &prototypes);
	if (self->source->refusal == HR_TAKEN)
		write_kernel(self, &kernel);
	if (self->source->refusal == HR_TAKEN)
		put_together(self, &prototypes, &kernel);
	HR_VEC_FREE(&prototypes);
	HR_VEC_FREE(&kernel);
}

static void close_writer(ocl_writer *self)
{
	hr_map_free(&self->values);
	hr_map_free(&self->spaces);
	hr_map_free(&self->elements);
	hr_map_free(&self->homes);
	hr_map_free(&self->latches);
	hr_map_free(&self->parents);
	hr_map_free(&self->accesses);
	hr_strmap_free(&self->names);
	hr_strmap_free(&self->types);
	HR_VEC_FREE(&self->typedefs);
	HR_VEC_FREE(&self->constants);
	HR_VEC_FREE(&self->functions);
	HR_VEC_FREE(&self->declarations);
	HR_VEC_FREE(&self->marks);
	HR_VEC_FREE(&self->arguments);
	hr_arena_free(&self->arena);
}

static void translate_unit(const hr_unit *unit, const ocl_target *target, const ocl_stage *stage,
			   ocl_text *into, bool lines, ocl_source *source)
{
	LLVMContextRef context = hr_context_new();
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
		unit->bitcode, unit->bitcode_bytes, "unit", 0);
	ocl_writer self = {.unit = unit,
			   .target = target,
			   .stage = stage,
			   .text = into,
			   .source = source,
			   .context = context,
			   .lines = lines};

	memset(source, 0, sizeof(*source));
	hr_arena_init(&self.arena);
	if (LLVMParseBitcodeInContext2(context, buffer, &self.module)) {
		ocl_refuse(&self, HR_REFUSES_COMPILER, "its bitcode cannot be read");
	} else {
		translate(&self);
		LLVMDisposeModule(self.module);
	}
	close_writer(&self);
	LLVMDisposeMemoryBuffer(buffer);
	hr_context_free(context);
}

void ocl_translate(const hr_unit *unit, const ocl_target *target, bool lines, ocl_source *source)
{
	translate_unit(unit, target, NULL, NULL, lines, source);
}

void ocl_translate_into(ocl_text *text, const hr_unit *unit, const ocl_target *target,
			ocl_source *source)
{
	translate_unit(unit, target, NULL, text, false, source);
}

void ocl_text_free(ocl_text *text)
{
	hr_strmap_free(&text->defined);
	hr_strmap_free(&text->names);
}

void ocl_translate_stage(const hr_unit *unit, const ocl_target *target, const ocl_stage *stage,
			 ocl_source *source)
{
	translate_unit(unit, target, stage, stage->text, false, source);
}
