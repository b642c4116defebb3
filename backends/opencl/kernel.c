/* backends/opencl/kernel.c -- a unit as a kernel: its arguments, its place in the grid, its functions and constants.
 *
 * The dimension in which accesses are contiguous is the device's dimension 0, whose instances it runs side by side.
 * Functions of numbers stay functions; those that get pointers, or ask where they run, become part of who calls
 * them.
 * Invariant: what cannot be translated is refused here, before anything runs.
 * Owns:      the writer.
 * Clauses:   N3, M3.
 * Not here:  instructions and jumps. */
#define _GNU_SOURCE 1
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edit.h"
#include "intrinsics.h"
#include "loops.h"
#include "queries.h"
#include "translate.h"

static const char *name_of(LLVMValueRef value)
{
	size_t length;

	return LLVMGetValueName2(value, &length);
}

static LLVMValueRef unit_of(const ocl_writer *self)
{
	return LLVMGetNamedFunction(self->module, "hpvm_unit");
}

/* --- the module --------------------------------------------------------------------------------------- */

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
			ocl_refuse(self, HR_REFUSES_CALL, "'%s' calls itself", name_of(at));
}

static bool is_pointer_type(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/* Whether FUNCTION has to be part of who calls it. */
static bool is_merged(LLVMValueRef function)
{
	if (is_pointer_type(LLVMGetReturnType(LLVMGlobalGetValueType(function))))
		return true;
	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		if (is_pointer_type(LLVMTypeOf(LLVMGetParam(function, i))))
			return true;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
			if (LLVMIsACallInst(at) && strncmp(ocl_called(at), "hpvm_", 5) == 0)
				return true;
	return false;
}

static void mark(ocl_writer *self, LLVMValueRef function, const char *word, bool set)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(word, strlen(word));

	LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
	if (set)
		LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					LLVMCreateEnumAttribute(self->context, kind, 0));
}

/* Loops of two entries become loops of one, with a variable that says which it was: devices' compilers are not used to
 * others, and PoCL's overflows the stack where there is a barrier, too. */
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
	/* A function that calls a merged one asks, or not, like that one: until there is none left. */
	while (changed && self->source->refusal == HR_TAKEN) {
		changed = false;
		for (LLVMValueRef at = LLVMGetFirstFunction(self->module); at; at = LLVMGetNextFunction(at)) {
			bool merged = !LLVMIsDeclaration(at) && at != unit_of(self) && is_merged(at);

			if (LLVMIsDeclaration(at) || at == unit_of(self))
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
	mark(self, unit_of(self), "optnone", false);
	ocl_lower(self);
	run_passes(self, "function(sroa,early-cse,simplifycfg,adce),globaldce");
	reduce_loops(self);
}

/* --- where an instance is ------------------------------------------------------------------------------- */

static void argument(ocl_writer *self, ocl_argument what)
{
	HR_PUSH(&self->arguments, what);
}

static const char *level_name(ocl_writer *self, uint32_t level, uint32_t dim, bool extent)
{
	static const char *const words[] = {"", "group", "outer"};
	char letter = "xyz"[dim];

	if (level == 0)
		return OCL_PRINT(self, extent ? "n%c" : "%c", letter);
	if (level < 3)
		return OCL_PRINT(self, extent ? "%ss_%c" : "%s_%c", words[level], letter);
	return OCL_PRINT(self, extent ? "n%u_%c" : "level%u_%c", level, letter);
}

const char *ocl_query(ocl_writer *self, LLVMValueRef call)
{
	const char *name = ocl_called(call);
	bool inner = strncmp(name, "hpvm_inner_", 11) == 0, extent = strstr(name, "extent") != NULL;
	uint32_t first;

	if (strcmp(name, "hpvm_first") == 0 || strcmp(name, "hpvm_stride") == 0)
		return strcmp(name, "hpvm_first") == 0 ? "first" : "input_stride";
	first = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
	if (strcmp(name, "hpvm_begin") == 0 || strcmp(name, "hpvm_end") == 0)
		return OCL_PRINT(self, "%s_%s", level_name(self, 0, first, false), name + 5);
	if (inner)
		return level_name(self, 0, first, extent);
	return level_name(self, first + self->source->groups,
			  (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)), extent);
}

/* Reserves the names of all that may be asked. */
static void reserve_names(ocl_writer *self)
{
	for (uint32_t level = 0; level < self->unit->level_count + self->source->groups; level++)
		for (uint32_t d = 0; d < 3; d++) {
			if (level > 0 || !self->target->sequential)
				hr_strmap_put(&self->names, level_name(self, level, d, false), 1);
			hr_strmap_put(&self->names, level_name(self, level, d, true), 1);
		}
}

static uint32_t leaf_dims(const ocl_writer *self)
{
	return self->source->groups ? self->unit->inner_dims : self->unit->dims[0];
}

/* Whether somebody asks for the extent of the leaf of a unit with groups. */
static bool is_inner_asked(const ocl_writer *self, uint32_t dim)
{
	LLVMValueRef query = LLVMGetNamedFunction(self->module, "hpvm_inner_extent");

	for (LLVMUseRef use = query ? LLVMGetFirstUse(query) : NULL; use; use = LLVMGetNextUse(use))
		if (LLVMConstIntGetZExtValue(LLVMGetOperand(LLVMGetUser(use), 0)) == dim)
			return true;
	return false;
}

static bool is_asked(const ocl_writer *self, uint32_t level, uint32_t dim, bool extent)
{
	LLVMValueRef query = LLVMGetNamedFunction(self->module, extent ? "hpvm_extent" : "hpvm_id");

	for (LLVMUseRef use = query ? LLVMGetFirstUse(query) : NULL; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use);

		if (LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)) == level &&
		    LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) == dim)
			return true;
	}
	return false;
}

/* --- arguments ---------------------------------------------------------------------------------------------- */

typedef struct signature {
	hr_ir_text formal, begin;      /* of the kernel; what comes first in it */
	hr_ir_text part, whole;        /* before that, with HPVM_PART, and without it */
	hr_ir_text offsets;            /* with HPVM_OFFSETS */
	bool inputs, outputs;          /* images are needed */
	unsigned count;
} signature;

static void add_formal(ocl_writer *self, signature *to, ocl_argument what, const char *type,
		       const char *name)
{
	hr_ir_write(&to->formal, "%s%s%s%s", to->count++ ? ",\n\t\t" : "", type,
		    type[strlen(type) - 1] == '*' ? "" : " ", name);
	argument(self, what);
}

static bool is_by_value(ocl_writer *self, const hr_unit_port *port, LLVMTypeRef type)
{
	return !(port->flags & HR_PORT_VARIES) && ocl_access_type(self, type) != NULL &&
	       ocl_bits(type) <= 64;
}

static void pointer_input(ocl_writer *self, signature *to, uint32_t i, LLVMValueRef parameter)
{
	const hr_unit_port *port = &self->unit->inputs[i];
	const char *element = ocl_element_of(self, parameter), *name, *place, *space;
	bool fixed = ocl_space_of(self, parameter) == OCL_FIXED;

	if (!LLVMGetFirstUse(parameter))
		return;
	if (port->flags & HR_PORT_VARIES)
		ocl_refuse(self, HR_REFUSES_ARGUMENT, "input %u: a pointer that differs between instances", i);
	name = ocl_name(self, *port->name ? port->name : OCL_PRINT(self, "in%u", i));
	place = ocl_name(self, OCL_PRINT(self, "%s_at", name));
	space = ocl_space_word(ocl_space_of(self, parameter));
	self->source->constants |= fixed;
	add_formal(self, to, (ocl_argument){.kind = OCL_BUFFER, .input = i, .fixed = fixed},
		   OCL_PRINT(self, "%s%s *", space, element), name);
	hr_ir_write(&to->formal, ", ulong %s", place);
	hr_ir_write(&to->offsets, "\t%s = (%s%s *)((%suchar *)%s + %s);\n", name, space, element, space, name, place);
	ocl_set(self, parameter, (ocl_value){name, NULL, element});
}

static void value_input(ocl_writer *self, signature *to, uint32_t i, LLVMValueRef parameter)
{
	const hr_unit_port *port = &self->unit->inputs[i];
	LLVMTypeRef type = LLVMTypeOf(parameter);
	const char *name, *word;
	unsigned bits = ocl_bits(type);

	if (!LLVMGetFirstUse(parameter))
		return;
	name = ocl_name(self, *port->name ? port->name : OCL_PRINT(self, "in%u", i));
	if (!is_by_value(self, port, type)) {
		to->inputs = true;
		return;
	}
	word = ocl_access_type(self, type);
	if (LLVMGetTypeKind(type) == LLVMDoubleTypeKind)
		(void)ocl_type(self, type);
	add_formal(self, to, (ocl_argument){.kind = OCL_VALUE, .input = i}, word, name);
	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && bits != 8 * ocl_access_bytes(word))
		name = ocl_cut(self, name, bits);
	ocl_set(self, parameter, (ocl_value){name, NULL, ""});
}

/* Inputs that instances have of their own are read from the image, in the unit's beginning. */
static void replace_input(ocl_writer *self, LLVMBuilderRef builder, LLVMValueRef image, uint32_t i)
{
	LLVMValueRef parameter = LLVMGetParam(unit_of(self), i);
	LLVMTypeRef type = LLVMTypeOf(parameter), byte = LLVMInt8TypeInContext(self->context);
	LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(self->context),
					   self->unit->inputs[i].offset, 0);
	LLVMValueRef load = LLVMBuildLoad2(builder, type,
					   LLVMBuildInBoundsGEP2(builder, byte, image, &offset, 1, ""), "");

	LLVMSetAlignment(load, 16);
	if (*self->unit->inputs[i].name)
		LLVMSetValueName2(load, self->unit->inputs[i].name, strlen(self->unit->inputs[i].name));
	LLVMReplaceAllUsesWith(parameter, load);
}

/* The images of inputs are memory behind a pointer, `hpvm_image()`, from now on. */
static void read_images(ocl_writer *self)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->context);
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(unit_of(self));
	LLVMTypeRef pointer = LLVMPointerTypeInContext(self->context, 0);
	LLVMTypeRef type = LLVMFunctionType(pointer, NULL, 0, 0);
	LLVMValueRef image = NULL, query;

	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
	for (uint32_t i = 0; i < self->unit->input_count; i++) {
		LLVMValueRef parameter = LLVMGetParam(unit_of(self), i);

		if (self->unit->inputs[i].kind == HR_UNIT_POINTER || !LLVMGetFirstUse(parameter) ||
		    is_by_value(self, &self->unit->inputs[i], LLVMTypeOf(parameter)))
			continue;
		if (!image) {
			query = LLVMAddFunction(self->module, "hpvm_image", type);
			image = LLVMBuildCall2(builder, type, query, NULL, 0, "");
		}
		replace_input(self, builder, image, i);
	}
	LLVMDisposeBuilder(builder);
}

static void pipe_arguments(ocl_writer *self, signature *to)
{
	for (uint32_t i = 0; self->stage && i < self->stage->from_count; i++)
		add_formal(self, to, (ocl_argument){.kind = OCL_PIPE}, ocl_pipe_formal(self, true, i),
			   self->stage->from[i].name);
	for (uint32_t i = 0; self->stage && i < self->stage->to_count; i++)
		add_formal(self, to, (ocl_argument){.kind = OCL_PIPE}, ocl_pipe_formal(self, false, i),
			   self->stage->to[i].name);
}

static LLVMValueRef image_call(const ocl_writer *self)
{
	LLVMValueRef function = LLVMGetNamedFunction(self->module, "hpvm_image");

	return function && LLVMGetFirstUse(function) ? LLVMGetUser(LLVMGetFirstUse(function)) : NULL;
}

static void image_arguments(ocl_writer *self, signature *to)
{
	LLVMValueRef inputs = image_call(self);
	LLVMValueRef outputs = LLVMGetParam(unit_of(self), self->unit->input_count);
	bool stores = LLVMGetFirstUse(outputs) != NULL;

	if (inputs) {
		add_formal(self, to, (ocl_argument){.kind = OCL_INPUTS}, "__global uchar *",
			   ocl_name(self, "inputs"));
		hr_ir_write(&to->formal, ", ulong input_stride");
		ocl_set(self, inputs,
			(ocl_value){self->target->sequential ? "inputs" : "image", NULL, "uchar"});
	}
	if (stores) {
		add_formal(self, to, (ocl_argument){.kind = OCL_OUTPUTS}, "__global uchar *",
			   ocl_name(self, "outputs"));
		ocl_set(self, outputs, (ocl_value){"outputs", NULL, "uchar"});
	}
	if (!inputs && !stores)
		return;
	if (self->target->sequential) {
		add_formal(self, to, (ocl_argument){.kind = OCL_FIRST}, "ulong", ocl_name(self, "first"));
		return;
	}
	if (self->source->groups) { /* all have one image of inputs, and no outputs */
		hr_ir_write(&to->begin, "\t__global uchar *image = inputs;\n");
		return;
	}
	add_formal(self, to, (ocl_argument){.kind = OCL_FIRST}, "ulong", ocl_name(self, "first"));
	hr_ir_write(&to->begin, "\tconst ulong instance = ");
	for (uint32_t d = 0; d < 3; d++)
		hr_ir_write(&to->begin, d == 0 ? "((%s" : d == 1 ? " * ny + %s)" : " * nz + %s) - first;\n",
			    d < self->unit->dims[0] ? level_name(self, 0, d, false) : "0");
	if (inputs)
		hr_ir_write(&to->begin, "\t__global uchar *image = inputs + instance * input_stride;\n");
	if (stores)
		hr_ir_write(&to->begin, "\toutputs += instance * %u;\n", self->unit->output_stride);
	to->inputs = to->outputs = true;
}

/* The device's dimension that is dimension D of the leaf, or of the node of a unit with groups. */
static uint32_t place_of(const uint32_t order[3], uint32_t d)
{
	uint32_t k = 0;

	while (order[k] != d)
		k++;
	return k;
}

/* What the device's compiler knows better than any argument: how large a work-group is, and all of them together. */
static void extent_arguments(ocl_writer *self, signature *to, uint32_t d)
{
	bool groups = self->source->groups;
	const char *name = level_name(self, groups, d, true);

	add_formal(self, to, (ocl_argument){.kind = OCL_EXTENT, .dim = d}, "ulong", name);
	if (!self->target->sequential)
		hr_ir_write(&to->whole, "\t%s = %s(%u);\n", name, groups ? "get_num_groups" : "get_global_size",
			    place_of(groups ? self->source->group_order : self->source->order, d));
}

static void grid_arguments(ocl_writer *self, signature *to)
{
	bool groups = self->source->groups;

	for (uint32_t d = 0; groups && d < self->unit->inner_dims; d++)
		if (is_inner_asked(self, d))
			hr_ir_write(&to->begin, "\tconst ulong %s = get_local_size(%u);\n",
				    level_name(self, 0, d, true), place_of(self->source->order, d));
	for (uint32_t level = 0; level < self->unit->level_count; level++)
		for (uint32_t d = 0; d < 3; d++) {
			bool numbered = level == 0 && to->outputs && d > 0;

			if (d < self->unit->dims[level] && level > 0 && is_asked(self, level, d, false))
				add_formal(self, to, (ocl_argument){.kind = OCL_ID, .level = level, .dim = d},
					   "ulong", level_name(self, level + groups, d, false));
			if (!numbered && !(d < self->unit->dims[level] && is_asked(self, level, d, true)))
				continue;
			if (level == 0)
				extent_arguments(self, to, d);
			else
				add_formal(self, to,
					   (ocl_argument){.kind = OCL_EXTENT, .level = level, .dim = d},
					   "ulong", level_name(self, level + groups, d, true));
		}
}

/* Where the work-group and its work-items are in the node's grid and in the leaf's. */
static void place_group(ocl_writer *self, signature *to, hr_ir_text *place)
{
	for (uint32_t k = 0; k < 3; k++) {
		uint32_t d = self->source->order[k], g = self->source->group_order[k];

		if (d < self->unit->inner_dims)
			hr_ir_write(place, "\tconst ulong %s = get_local_id(%u);\n", level_name(self, 0, d, false), k);
		if (g < self->unit->dims[0] && is_asked(self, 0, g, false)) {
			const char *begin = ocl_name(self, OCL_PRINT(self, "%s_begin", level_name(self, 1, g, false)));

			add_formal(self, to, (ocl_argument){.kind = OCL_BEGIN, .dim = g}, "ulong", begin);
			hr_ir_write(place, "\tconst ulong %s = get_group_id(%u) + %s;\n",
				    level_name(self, 1, g, false), k, begin);
		}
	}
}

/* What hpvm_local() gives is an argument. */
static void local_arguments(ocl_writer *self, signature *to)
{
	LLVMValueRef function = LLVMGetNamedFunction(self->module, "hpvm_local");

	for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use), size = LLVMGetOperand(call, 0);
		const char *element = ocl_element_of(self, call), *name = ocl_value_name(self, call);
		ocl_argument what = {.kind = OCL_SHARED};

		if (!hr_local_size_of(size, unit_of(self), &what.size))
			ocl_refuse(self, HR_REFUSES_MALLOC, "of a size that is computed in another way");
		add_formal(self, to, what, OCL_PRINT(self, "__local %s *", element), name);
		ocl_set(self, call, (ocl_value){name, NULL, element});
	}
}

/* What the loops run over. */
static void place_box(ocl_writer *self, signature *to)
{
	for (uint32_t d = 0; d < self->unit->dims[0]; d++) {
		const char *name = level_name(self, 0, d, false);

		add_formal(self, to, (ocl_argument){.kind = OCL_BEGIN, .dim = d}, "ulong",
			   ocl_name(self, OCL_PRINT(self, "%s_begin", name)));
		add_formal(self, to, (ocl_argument){.kind = OCL_END, .dim = d}, "ulong",
			   ocl_name(self, OCL_PRINT(self, "%s_end", name)));
	}
}

/* Which instance of the leaf this is; those beyond the box, which only fill a work-group, are none. */
static void place_arguments(ocl_writer *self, signature *to, hr_ir_text *place)
{
	if (self->source->groups) {
		place_group(self, to, place);
		return;
	}
	if (self->target->sequential) {
		place_box(self, to);
		return;
	}
	for (uint32_t k = 0; k < 3; k++) {
		uint32_t d = self->source->order[k];
		const char *name, *end;

		if (d >= self->unit->dims[0])
			continue;
		name = level_name(self, 0, d, false);
		hr_ir_write(place, "\tconst ulong %s = get_global_id(%u);\n", name, k);
		if (self->source->barriers)
			continue;
		end = ocl_name(self, OCL_PRINT(self, "%s_end", name));
		add_formal(self, to, (ocl_argument){.kind = OCL_END, .dim = d}, "ulong", end);
	}
	if (self->source->barriers || !self->unit->dims[0])
		return;
	hr_ir_write(&to->part, "\tif (");
	for (uint32_t d = 0; d < self->unit->dims[0]; d++)
		hr_ir_write(&to->part, "%s%s >= %s_end", d ? " || " : "", level_name(self, 0, d, false),
			    level_name(self, 0, d, false));
	hr_ir_write(&to->part, ")\n\t\treturn;\n");
}

/* --- functions ------------------------------------------------------------------------------------------------ */

const char *ocl_function_name(ocl_writer *self, LLVMValueRef function)
{
	uint64_t found;
	const char *name;

	if (hr_map_get(&self->values, hr_map_key(function), &found))
		return ((const ocl_value *)(uintptr_t)found)->text;
	name = ocl_name(self, name_of(function));
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

		hr_ir_write(&formal, "%s%s %s", i ? ", " : "", ocl_type(self, LLVMTypeOf(parameter)), own);
		ocl_set(self, parameter, (ocl_value){own, NULL, ""});
	}
	hr_ir_write(prototypes, "%s %s(%.*s);\n", result, name, (int)formal.count,
		    formal.count ? formal.data : "");
	self->function = function;
	self->kernel = false;
	self->declarations.count = 0;
	self->out = &body;
	ocl_body(self, function);
	hr_ir_write(&self->functions, "%s %s(%.*s)\n{\n%.*s%s%.*s}\n\n", result, name, (int)formal.count,
		    formal.count ? formal.data : "", (int)self->declarations.count,
		    self->declarations.count ? self->declarations.data : "",
		    self->declarations.count ? "\n" : "", (int)body.count, body.count ? body.data : "");
	HR_VEC_FREE(&body);
	HR_VEC_FREE(&formal);
}

/* --- constants -------------------------------------------------------------------------------------------------- */

/* The scalar that VALUE is made of throughout; NULL: of several. */
static const char *constant_element(ocl_writer *self, LLVMTypeRef type)
{
	while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		type = LLVMGetElementType(type);
	return ocl_access_type(self, type);
}

/* With a point or an exponent, which a suffix needs before it. */
static void write_number(hr_ir_text *to, double number, int digits, const char *suffix)
{
	char text[40];

	snprintf(text, sizeof(text), "%.*g", digits, number);
	hr_ir_write(to, "%s%s%s", text, strpbrk(text, ".e") ? "" : ".0", suffix);
}

static void write_element(hr_ir_text *to, const char *element, const uint8_t *bytes)
{
	uint64_t word = 0;
	unsigned size = ocl_access_bytes(element);

	memcpy(&word, bytes, size);
	if (strcmp(element, "float") == 0) {
		float number;

		memcpy(&number, bytes, 4);
		if (number == number && number - number == 0)
			write_number(to, (double)number, 9, "f");
		else
			hr_ir_write(to, "0");
	} else if (strcmp(element, "double") == 0) {
		double number;

		memcpy(&number, bytes, 8);
		write_number(to, number, 17, "");
	} else {
		hr_ir_write(to, size == 8 ? "0x%llxul" : size == 4 ? "%lluu" : "%llu",
			    (unsigned long long)word);
	}
}

/* Decimals stand for themselves only where they are numbers, and where their text has a point. */
static bool is_plain(const char *element, const uint8_t *bytes, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		float single;
		double number;

		if (strcmp(element, "float") == 0) {
			memcpy(&single, bytes + 4 * i, 4);
			number = (double)single;
		} else if (strcmp(element, "double") == 0) {
			memcpy(&number, bytes + 8 * i, 8);
		} else {
			return true;
		}
		if (!(number - number == 0) || (number == 0 && 1 / number < 0))
			return false;
	}
	return true;
}

static void write_constant(ocl_writer *self, LLVMValueRef global)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(global);
	uint64_t bytes = LLVMABISizeOfType(self->layout, type);
	const char *element = constant_element(self, type), *name;
	uint8_t *data;
	unsigned size;

	if (bytes > 64 * 1024) {
		ocl_refuse(self, HR_REFUSES_SIZE, "a constant of %llu bytes", (unsigned long long)bytes);
		return;
	}
	data = hr_arena_alloc(&self->arena, bytes + 16);
	if (!ocl_constant_bytes(self, LLVMGetInitializer(global), data)) {
		ocl_refuse(self, HR_REFUSES_VARIABLE, "'%s' holds an address", name_of(global));
		return;
	}
	if (!element || bytes % ocl_access_bytes(element))
		element = "uchar";
	size = ocl_access_bytes(element);
	if (!is_plain(element, data, bytes / size))
		element = size == 4 ? "uint" : "ulong";
	name = ocl_name(self, name_of(global));
	ocl_set(self, global, (ocl_value){name, NULL, element});
	hr_ir_write(&self->constants, "__constant %s %s[%llu] __attribute__((aligned(16))) = {", element, name,
		    (unsigned long long)(bytes ? bytes / size : 1));
	for (uint64_t i = 0; i < bytes / size; i++) {
		hr_ir_write(&self->constants, "%s", i == 0 ? "" : i % 12 ? ", " : ",\n\t");
		write_element(&self->constants, element, data + i * size);
	}
	hr_ir_write(&self->constants, "%s};\n", bytes ? "" : "0");
}

static void write_constants(ocl_writer *self)
{
	for (LLVMValueRef global = LLVMGetFirstGlobal(self->module); global;
	     global = LLVMGetNextGlobal(global)) {
		if (!LLVMGetFirstUse(global))
			continue;
		if (LLVMIsDeclaration(global))
			ocl_refuse(self, HR_REFUSES_VARIABLE, "'%s'", name_of(global));
		else
			write_constant(self, global);
	}
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

static void add(hr_ir_text *to, const hr_ir_text *part, const char *gap)
{
	if (part->count)
		hr_ir_write(to, "%.*s%s", (int)part->count, part->data, gap);
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
	hr_ir_write(&text, "/* %s: made by hpvm-run. */\n", self->stage ? self->stage->kernel : self->unit->name);
	if (self->target->fp64 && memmem(all.data, all.count, "double", 6))
		hr_ir_write(&text, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
	if (memmem(all.data, all.count, "atom_", 5))
		hr_ir_write(&text, "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
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

/* One call asks for each index and extent, at the beginning: all others have its result. */
static void unite_queries(ocl_writer *self, const char *name, bool inner, LLVMValueRef leaf_index[3])
{
	LLVMValueRef first[HR_QUERY_LEVELS][3] = {{NULL}};
	uint64_t beyond;

	if (!hr_queries_unite(self->module, unit_of(self), name, inner, first, &beyond))
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
	hr_loops_score_of(unit_of(self), index, score);
	hr_loops_device_order(score, leaf_dims(self), self->source->order);
}

/* Only with a macro, or only without it. */
static void add_variants(hr_ir_text *to, const char *macro, const hr_ir_text *with, const hr_ir_text *without)
{
	if (!with->count && !without->count)
		return;
	hr_ir_write(to, "#if%s %s\n", with->count ? "def" : "ndef", macro);
	add(to, with, without->count ? "#else\n" : "");
	add(to, without, "");
	hr_ir_write(to, "#endif\n");
}

static void add_beginning(ocl_writer *self, const signature *made, const hr_ir_text *place, hr_ir_text *to)
{
	static const hr_ir_text nothing;

	self->source->parts = made->part.count || made->whole.count;
	self->source->offsets = made->offsets.count;
	add(to, place, "");
	add_variants(to, "HPVM_PART", &made->part, &made->whole);
	add_variants(to, "HPVM_OFFSETS", &made->offsets, &nothing);
	add(to, &made->begin, "");
}

static void write_kernel(ocl_writer *self, hr_ir_text *kernel)
{
	signature made = {.count = 0};
	hr_ir_text body = {0}, place = {0};
	LLVMValueRef unit = unit_of(self);
	size_t before;

	for (uint32_t i = 0; i < self->unit->input_count; i++) {
		if (self->unit->inputs[i].kind == HR_UNIT_POINTER)
			pointer_input(self, &made, i, LLVMGetParam(unit, i));
		else
			value_input(self, &made, i, LLVMGetParam(unit, i));
	}
	pipe_arguments(self, &made);
	image_arguments(self, &made);
	local_arguments(self, &made);
	grid_arguments(self, &made);
	place_arguments(self, &made, &place);
	self->source->kernel = hr_strdup(ocl_name(self, self->stage ? self->stage->kernel : self->unit->name));
	self->function = unit;
	self->kernel = true;
	self->declarations.count = 0;
	self->out = &body;
	ocl_body(self, unit);
	hr_ir_write(kernel, "__kernel %svoid %s(%.*s)\n{\n",
		    self->target->sequential ? "__attribute__((reqd_work_group_size(1, 1, 1)))\n" : "",
		    self->source->kernel, (int)made.formal.count,
		    made.formal.count ? made.formal.data : "");
	before = kernel->count;
	add(kernel, &self->declarations, "");
	add_beginning(self, &made, &place, kernel);
	hr_ir_write(kernel, "%s", kernel->count > before ? "\n" : "");
	add(kernel, &body, "");
	hr_ir_write(kernel, "}\n");
	HR_VEC_FREE(&made.formal);
	HR_VEC_FREE(&made.begin);
	HR_VEC_FREE(&made.part);
	HR_VEC_FREE(&made.whole);
	HR_VEC_FREE(&made.offsets);
	HR_VEC_FREE(&body);
	HR_VEC_FREE(&place);
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
	read_images(self);
	if (self->target->sequential)
		ocl_sequentialise(self);
	if (self->source->refusal != HR_TAKEN)
		return;
	order_dimensions(self);
	self->source->barriers = self->unit->features & HR_UNIT_BARRIERS;
	ocl_flatten_addresses(self);
	ocl_find_spaces(self);
	if (image_call(self))
		hr_map_put(&self->spaces, hr_map_key(image_call(self)), OCL_GLOBAL), ocl_find_spaces(self);
	reserve_names(self);
	hr_strmap_put(&self->names, "image", 1);
	hr_strmap_put(&self->names, "instance", 1);
	hr_strmap_put(&self->names, "input_stride", 1);
	for (uint32_t i = 0; self->stage && i < self->stage->from_count + self->stage->to_count; i++)
		hr_strmap_put(&self->names, i < self->stage->from_count ? self->stage->from[i].name
						: self->stage->to[i - self->stage->from_count].name, 1);
	write_constants(self);
	for (LLVMValueRef at = LLVMGetFirstFunction(self->module); at; at = LLVMGetNextFunction(at))
		if (!LLVMIsDeclaration(at) && at != unit_of(self) && self->source->refusal == HR_TAKEN)
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

static void translate_unit(const hr_unit *unit, const ocl_target *target, const ocl_stage *stage, bool lines,
			   ocl_source *source)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMMemoryBufferRef buffer =
		LLVMCreateMemoryBufferWithMemoryRange(unit->bitcode, unit->bitcode_bytes, "unit", 0);
	ocl_writer self = {.unit = unit, .target = target, .stage = stage, .source = source, .context = context,
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
	LLVMContextDispose(context);
}

void ocl_translate(const hr_unit *unit, const ocl_target *target, bool lines, ocl_source *source)
{
	translate_unit(unit, target, NULL, lines, source);
}

void ocl_translate_stage(const hr_unit *unit, const ocl_target *target, const ocl_stage *stage, ocl_source *source)
{
	translate_unit(unit, target, stage, false, source);
}
