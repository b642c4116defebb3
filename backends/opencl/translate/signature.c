/* backends/opencl/translate/signature.c -- a kernel's arguments, and the indices of its instances.
 *
 * The sizes of the grid and of groups are known to the device; they are passed as arguments only in
 * launches that are a part of the grid. Inputs that cannot be arguments are read from images in
 * memory.
 * Owns:      nothing.
 * Clauses:   N3.
 * Not here:  the values of arguments in a launch (backends/opencl/device/run.c). */
#include "backends/opencl/translate/signature.h"

#include <string.h>

/* --- arguments and indices ----------------------------------------------------------------- */

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

void ocl_reserve_names(ocl_writer *self)
{
	for (uint32_t level = 0; level < self->unit->level_count + self->source->groups; level++)
		for (uint32_t d = 0; d < 3; d++) {
			if (level > 0 || !self->target->sequential)
				hr_strmap_put(&self->names, level_name(self, level, d, false), 1);
			hr_strmap_put(&self->names, level_name(self, level, d, true), 1);
		}
}

uint32_t ocl_leaf_dims(const ocl_writer *self)
{
	return self->source->groups ? self->unit->inner_dims : self->unit->dims[0];
}

/* Return true if the extent of the leaf's grid is queried in a group unit. */
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

	for (LLVMUseRef use = query ? LLVMGetFirstUse(query) : NULL; use;
	     use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use);

		if (LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)) == level &&
		    LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) == dim)
			return true;
	}
	return false;
}

/* --- arguments -------------------------------------------------------------------------------- */

static void add_formal(ocl_writer *self, ocl_signature *to, ocl_argument what, const char *type,
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

/* Add the arguments for POINTER, whose elements are of type ELEMENT. */
static void buffer_argument(ocl_writer *self, ocl_signature *to, ocl_argument what,
			    LLVMValueRef pointer, const char *wanted, const char *element)
{
	const char *space = ocl_space_word(ocl_space_of(self, pointer)),
		   *name = ocl_name(self, wanted);
	const char *place = ocl_name(self, OCL_PRINT(self, "%s_at", name));

	add_formal(self, to, what, OCL_PRINT(self, "%s%s *", space, element), name);
	hr_ir_write(&to->formal, ", ulong %s", place);
	hr_ir_write(&to->offsets, "\t%s = (%s%s *)((%suchar *)%s + %s);\n", name, space, element,
		    space, name, place);
	ocl_set(self, pointer, (ocl_value){name, NULL, element});
}

static void pointer_input(ocl_writer *self, ocl_signature *to, uint32_t i, LLVMValueRef parameter)
{
	const hr_unit_port *port = &self->unit->inputs[i];
	bool fixed = ocl_space_of(self, parameter) == OCL_FIXED;

	if (!LLVMGetFirstUse(parameter))
		return;
	if (port->flags & HR_PORT_VARIES)
		ocl_refuse(self, HR_REFUSES_ARGUMENT,
			   "input %u: a pointer that differs between instances", i);
	self->source->constants |= fixed;
	buffer_argument(self, to, (ocl_argument){.kind = OCL_BUFFER, .input = i, .fixed = fixed},
			parameter, *port->name ? port->name : OCL_PRINT(self, "in%u", i),
			ocl_element_of(self, parameter));
}

/* Variables of the program are arguments. Kernels connected by pipes run at the same time, and
 * nothing orders their accesses to a variable. */
static void variable_arguments(ocl_writer *self, ocl_signature *to)
{
	for (uint32_t i = 0; i < self->unit->symbol_count; i++) {
		LLVMValueRef variable = LLVMGetNamedGlobal(self->module, self->unit->symbols[i]);
		const char *element;

		if (self->unit->functions[i] || !variable || !LLVMGetFirstUse(variable))
			continue;
		if (self->stage)
			ocl_refuse(self, HR_REFUSES_VARIABLE, "'%s', in one of several kernels",
				   self->unit->symbols[i]);
		element = ocl_variable_element(self, LLVMGlobalGetValueType(variable));
		buffer_argument(
			self, to,
			(ocl_argument){.kind = OCL_BUFFER, .input = OCL_NO_INPUT, .symbol = i},
			variable, self->unit->symbols[i],
			ocl_element_among(self, variable, element ? element : "uchar"));
	}
}

static void value_input(ocl_writer *self, ocl_signature *to, uint32_t i, LLVMValueRef parameter)
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

/* Replace an input that differs between instances by a load from the image at the beginning of the
 * unit. */
static void replace_input(ocl_writer *self, LLVMBuilderRef builder, LLVMValueRef image, uint32_t i)
{
	LLVMValueRef parameter = LLVMGetParam(ocl_unit_of(self), i);
	LLVMTypeRef type = LLVMTypeOf(parameter), byte = LLVMInt8TypeInContext(self->context);
	LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(self->context),
					   self->unit->inputs[i].offset, 0);
	LLVMValueRef load = LLVMBuildLoad2(
		builder, type, LLVMBuildInBoundsGEP2(builder, byte, image, &offset, 1, ""), "");

	LLVMSetAlignment(load, 16);
	if (*self->unit->inputs[i].name)
		LLVMSetValueName2(load, self->unit->inputs[i].name,
				  strlen(self->unit->inputs[i].name));
	LLVMReplaceAllUsesWith(parameter, load);
}

void ocl_read_images(ocl_writer *self)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->context);
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(ocl_unit_of(self));
	LLVMTypeRef pointer = LLVMPointerTypeInContext(self->context, 0);
	LLVMTypeRef type = LLVMFunctionType(pointer, NULL, 0, 0);
	LLVMValueRef image = NULL, query;

	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
	for (uint32_t i = 0; i < self->unit->input_count; i++) {
		LLVMValueRef parameter = LLVMGetParam(ocl_unit_of(self), i);

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

static void pipe_arguments(ocl_writer *self, ocl_signature *to)
{
	for (uint32_t i = 0; self->stage && i < self->stage->from_count; i++)
		add_formal(self, to, (ocl_argument){.kind = OCL_PIPE},
			   ocl_pipe_formal(self, true, i), self->stage->from[i].name);
	for (uint32_t i = 0; self->stage && i < self->stage->to_count; i++)
		add_formal(self, to, (ocl_argument){.kind = OCL_PIPE},
			   ocl_pipe_formal(self, false, i), self->stage->to[i].name);
}

LLVMValueRef ocl_image_call(const ocl_writer *self)
{
	LLVMValueRef function = LLVMGetNamedFunction(self->module, "hpvm_image");

	return function && LLVMGetFirstUse(function) ? LLVMGetUser(LLVMGetFirstUse(function))
						     : NULL;
}

static void image_arguments(ocl_writer *self, ocl_signature *to)
{
	LLVMValueRef inputs = ocl_image_call(self);
	LLVMValueRef outputs = LLVMGetParam(ocl_unit_of(self), self->unit->input_count);
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
		add_formal(self, to, (ocl_argument){.kind = OCL_FIRST}, "ulong",
			   ocl_name(self, "first"));
		return;
	}
	/* All instances share an image of inputs, and have no outputs. */
	if (self->source->groups) {
		hr_ir_write(&to->begin, "\t__global uchar *image = inputs;\n");
		return;
	}
	add_formal(self, to, (ocl_argument){.kind = OCL_FIRST}, "ulong", ocl_name(self, "first"));
	hr_ir_write(&to->begin, "\tconst ulong instance = ");
	for (uint32_t d = 0; d < 3; d++)
		hr_ir_write(&to->begin,
			    d == 0   ? "((%s"
			    : d == 1 ? " * ny + %s)"
				     : " * nz + %s) - first;\n",
			    d < self->unit->dims[0] ? level_name(self, 0, d, false) : "0");
	if (inputs)
		hr_ir_write(&to->begin,
			    "\t__global uchar *image = inputs + instance * input_stride;\n");
	if (stores)
		hr_ir_write(&to->begin, "\toutputs += instance * %u;\n", self->unit->output_stride);
	to->inputs = to->outputs = true;
}

/* Return the device's dimension that is dimension D of the leaf or, in a group unit, of the
 * node. */
static uint32_t place_of(const uint32_t order[3], uint32_t d)
{
	uint32_t k = 0;

	while (order[k] != d)
		k++;
	return k;
}

/* Use the device's built-in sizes of the work-group and of the launch rather than arguments,
 * because its compiler can optimise them. */
static void extent_arguments(ocl_writer *self, ocl_signature *to, uint32_t d)
{
	bool groups = self->source->groups;
	const char *name = level_name(self, groups, d, true);

	add_formal(self, to, (ocl_argument){.kind = OCL_EXTENT, .dim = d}, "ulong", name);
	if (!self->target->sequential)
		hr_ir_write(&to->whole, "\t%s = %s(%u);\n", name,
			    groups ? "get_num_groups" : "get_global_size",
			    place_of(groups ? self->source->group_order : self->source->order, d));
}

static void grid_arguments(ocl_writer *self, ocl_signature *to)
{
	bool groups = self->source->groups;

	for (uint32_t d = 0; groups && d < self->unit->inner_dims; d++)
		if (is_inner_asked(self, d))
			hr_ir_write(&to->begin, "\tconst ulong %s = get_local_size(%u);\n",
				    level_name(self, 0, d, true), place_of(self->source->order, d));
	for (uint32_t level = 0; level < self->unit->level_count; level++)
		for (uint32_t d = 0; d < 3; d++) {
			bool numbered = level == 0 && to->outputs && d > 0;

			if (d < self->unit->dims[level] && level > 0 &&
			    is_asked(self, level, d, false))
				add_formal(self, to,
					   (ocl_argument){.kind = OCL_ID, .level = level, .dim = d},
					   "ulong", level_name(self, level + groups, d, false));
			if (!numbered &&
			    !(d < self->unit->dims[level] && is_asked(self, level, d, true)))
				continue;
			if (level == 0)
				extent_arguments(self, to, d);
			else
				add_formal(self, to,
					   (ocl_argument){
						   .kind = OCL_EXTENT, .level = level, .dim = d},
					   "ulong", level_name(self, level + groups, d, true));
		}
}

/* Compute the index of the work-group in the node's grid, and of the work-item in the leaf's. */
static void place_group(ocl_writer *self, ocl_signature *to, hr_ir_text *place)
{
	for (uint32_t k = 0; k < 3; k++) {
		uint32_t d = self->source->order[k], g = self->source->group_order[k];

		if (d < self->unit->inner_dims)
			hr_ir_write(place, "\tconst ulong %s = get_local_id(%u);\n",
				    level_name(self, 0, d, false), k);
		if (g < self->unit->dims[0] && is_asked(self, 0, g, false)) {
			const char *begin = ocl_name(
				self, OCL_PRINT(self, "%s_begin", level_name(self, 1, g, false)));

			add_formal(self, to, (ocl_argument){.kind = OCL_BEGIN, .dim = g}, "ulong",
				   begin);
			hr_ir_write(place, "\tconst ulong %s = get_group_id(%u) + %s;\n",
				    level_name(self, 1, g, false), k, begin);
		}
	}
}

/* Make the memory that hpvm_local() returns an argument. */
static void local_arguments(ocl_writer *self, ocl_signature *to)
{
	LLVMValueRef function = LLVMGetNamedFunction(self->module, "hpvm_local");

	for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use;
	     use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use), size = LLVMGetOperand(call, 0);
		const char *element = ocl_element_of(self, call),
			   *name = ocl_value_name(self, call);
		ocl_argument what = {.kind = OCL_SHARED};

		if (!hr_local_size_of(size, ocl_unit_of(self), &what.size))
			ocl_refuse(self, HR_REFUSES_MALLOC,
				   "of a size that is computed in another way");
		add_formal(self, to, what, OCL_PRINT(self, "__local %s *", element), name);
		ocl_set(self, call, (ocl_value){name, NULL, element});
	}
}

/* Write the bounds of the loops. */
static void place_box(ocl_writer *self, ocl_signature *to)
{
	for (uint32_t d = 0; d < self->unit->dims[0]; d++) {
		const char *name = level_name(self, 0, d, false);

		add_formal(self, to, (ocl_argument){.kind = OCL_BEGIN, .dim = d}, "ulong",
			   ocl_name(self, OCL_PRINT(self, "%s_begin", name)));
		add_formal(self, to, (ocl_argument){.kind = OCL_END, .dim = d}, "ulong",
			   ocl_name(self, OCL_PRINT(self, "%s_end", name)));
	}
}

/* Compute the index of the instance. Work-items outside the box, which only fill up a work-group,
 * do nothing. */
static void place_arguments(ocl_writer *self, ocl_signature *to, hr_ir_text *place)
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
		hr_ir_write(&to->part, "%s%s >= %s_end", d ? " || " : "",
			    level_name(self, 0, d, false), level_name(self, 0, d, false));
	hr_ir_write(&to->part, ")\n\t\treturn;\n");
}

void ocl_make_signature(ocl_writer *self, ocl_signature *made)
{
	LLVMValueRef unit = ocl_unit_of(self);

	for (uint32_t i = 0; i < self->unit->input_count; i++) {
		if (self->unit->inputs[i].kind == HR_UNIT_POINTER)
			pointer_input(self, made, i, LLVMGetParam(unit, i));
		else
			value_input(self, made, i, LLVMGetParam(unit, i));
	}
	variable_arguments(self, made);
	pipe_arguments(self, made);
	image_arguments(self, made);
	local_arguments(self, made);
	grid_arguments(self, made);
	place_arguments(self, made, &made->place);
}

void ocl_signature_free(ocl_signature *made)
{
	HR_VEC_FREE(&made->formal);
	HR_VEC_FREE(&made->begin);
	HR_VEC_FREE(&made->place);
	HR_VEC_FREE(&made->part);
	HR_VEC_FREE(&made->whole);
	HR_VEC_FREE(&made->offsets);
}
