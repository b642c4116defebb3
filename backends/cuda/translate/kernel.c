/* backends/cuda/translate/kernel.c -- turns a unit's function into a kernel: its parameters,
 * images, shared memory.
 *
 * Each instance of a leaf is a thread; the dimension in which accesses are contiguous becomes the
 * device's x. In a unit with groups, the node's instances are blocks and the leaf's instances are
 * their threads; if those use neither barriers nor shared memory, a group may be divided into
 * several blocks. A launch is a box of at most 2^31 - 1 instances in each dimension; a larger grid
 * needs several launches.
 * Invariant: threads outside the box do nothing, and none of them waits at a barrier.
 * Owns:      nothing.
 * Clauses:   N1, N3, M3.
 * Not here:  indices of instances (place.c), refusals (check.c), the block size
 *            (backends/cuda/device/run.c). */
#include "config.h"

#include "backends/cuda/translate/kernel.h"

#include <stdio.h>
#include <string.h>

#include "backends/shared/edit.h"
#include "backends/shared/loops.h"

enum { GLOBAL_SPACE = 1, SHARED_SPACE = 3, KERNEL_CONVENTION = 71 };

/* Parameters have at most 8 bytes each, and a kernel may have 4096 bytes of them. */
enum { MOST_PARAMETERS = CUDA_MOST_ARGUMENTS };

/* --- queries ------------------------------------------------------------------------------- */

static void unite(kernel *self, const char *name, bool inner, LLVMValueRef first[][3])
{
	uint64_t beyond;

	if (!hr_queries_unite(self->writer->module, self->unit, name, inner, first, &beyond))
		cuda_refuse(self->writer, HR_REFUSES_QUERY, "level %u", (unsigned)beyond);
}

/* The innermost dimension becomes the device's first. */
static void order_dimensions(kernel *self)
{
	cuda_code *code = self->writer->code;
	uint32_t node_dims = self->writer->unit->dims[0];
	int score[3] = {0};

	hr_loops_score_of(self->unit, code->groups ? self->inner_id : self->id[0], score);
	hr_loops_device_order(score, leaf_dims(self), code->order);
	for (uint32_t k = 0; k < 3; k++)
		code->group_order[k] = k < node_dims ? node_dims - 1 - k : k;
}

/* --- parameters ------------------------------------------------------------------------------- */

static uint32_t add(kernel *self, cuda_argument what, LLVMTypeRef type)
{
	HR_PUSH(&self->writer->arguments, what);
	HR_PUSH(&self->types, type);
	return (uint32_t)self->types.count - 1;
}

static bool is_by_value(const hr_unit_port *port)
{
	bool word = port->bytes == 1 || port->bytes == 2 || port->bytes == 4 || port->bytes == 8;

	return !(port->flags & HR_PORT_VARIES) && word && port->kind != HR_UNIT_OTHER;
}

static LLVMTypeRef parameter_type(const kernel *self, const hr_unit_port *port, LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	if (port->kind == HR_UNIT_POINTER)
		return pointer(self, GLOBAL_SPACE);
	return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind
		       ? type
		       : integer(self, 8 * port->bytes);
}

static void plan_inputs(kernel *self)
{
	const hr_unit *unit = self->writer->unit;

	for (uint32_t i = 0; i < unit->input_count; i++) {
		const hr_unit_port *port = &unit->inputs[i];
		LLVMValueRef old = LLVMGetParam(self->unit, i);

		self->input_at[i] = NONE;
		if (!LLVMGetFirstUse(old))
			continue;
		if (is_by_value(port))
			self->input_at[i] =
				add(self,
				    (cuda_argument){
					    .kind = CUDA_VALUE, .input = i, .bytes = port->bytes},
				    parameter_type(self, port, LLVMTypeOf(old)));
		else
			self->images = true;
	}
}

static void plan_images(kernel *self)
{
	self->outputs =
		LLVMGetFirstUse(LLVMGetParam(self->unit, self->writer->unit->input_count)) != NULL;
	if (self->images)
		self->inputs_at = add(self, (cuda_argument){.kind = CUDA_INPUTS},
				      pointer(self, GLOBAL_SPACE));
	if (self->outputs)
		self->outputs_at = add(self, (cuda_argument){.kind = CUDA_OUTPUTS},
				       pointer(self, GLOBAL_SPACE));
	if ((self->images || self->outputs) && !self->writer->code->groups)
		self->first_at = add(self, (cuda_argument){.kind = CUDA_FIRST}, integer(self, 64));
	self->writer->code->images = self->images;
}

/* Return true if the kernel needs this extent, although the leaf may not query it. */
static bool is_extent_needed(const kernel *self, uint32_t level, uint32_t dim)
{
	return self->extent[level][dim] || (level == 0 && dim > 0 && self->first_at != NONE);
}

static void plan_levels(kernel *self)
{
	const hr_unit *unit = self->writer->unit;
	bool groups = self->writer->code->groups;

	for (uint32_t level = 0; level < unit->level_count && level < MOST_LEVELS; level++)
		for (uint32_t d = 0; d < unit->dims[level]; d++) {
			if (level > 0 && self->id[level][d])
				self->id_at[level][d] = add(
					self,
					(cuda_argument){.kind = CUDA_ID, .level = level, .dim = d},
					integer(self, 64));
			if (is_extent_needed(self, level, d))
				self->extent_at[level][d] =
					add(self,
					    (cuda_argument){
						    .kind = CUDA_EXTENT, .level = level, .dim = d},
					    integer(self, 64));
		}
	for (uint32_t d = 0; d < unit->dims[0]; d++) {
		if (self->id[0][d] || self->first_at != NONE)
			self->begin_at[d] = add(self, (cuda_argument){.kind = CUDA_BEGIN, .dim = d},
						integer(self, 64));
		if (!groups && !self->writer->code->barriers)
			self->count_at[d] = add(self, (cuda_argument){.kind = CUDA_COUNT, .dim = d},
						integer(self, 32));
	}
	for (uint32_t d = 0; d < 3 && self->writer->code->spread; d++) {
		if (d < unit->inner_dims)
			self->inner_count_at[d] =
				add(self, (cuda_argument){.kind = CUDA_INNER, .dim = d},
				    integer(self, 32));
		self->chunks_at[d] = add(self, (cuda_argument){.kind = CUDA_CHUNKS, .dim = d},
					 integer(self, 32));
	}
}

static void plan(kernel *self)
{
	memset(self->id_at, 0xff, sizeof(self->id_at));
	memset(self->extent_at, 0xff, sizeof(self->extent_at));
	memset(self->begin_at, 0xff, sizeof(self->begin_at));
	memset(self->count_at, 0xff, sizeof(self->count_at));
	self->inputs_at = self->outputs_at = self->first_at = NONE;
	plan_inputs(self);
	plan_images(self);
	plan_levels(self);
}

/* --- the function ----------------------------------------------------------------------------- */

/* Return a name that PTX accepts: "Blur.1" becomes "Blur_1". */
static char *kernel_name(const char *name)
{
	size_t room = strlen(name) + 8;
	char *made = hr_alloc(room);

	snprintf(made, room, "hpvm_%s", name);
	for (char *at = made; *at; at++)
		if (!(*at >= '0' && *at <= '9') && !(*at >= 'a' && *at <= 'z') &&
		    !(*at >= 'A' && *at <= 'Z'))
			*at = '_';
	return made;
}

static void add_mark(kernel *self, uint32_t at, const char *word, uint64_t value)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(word, strlen(word));

	LLVMAddAttributeAtIndex(self->function, at + 1,
				LLVMCreateEnumAttribute(self->writer->context, kind, value));
}

static bool is_only_read(const hr_unit_port *port)
{
	return (port->flags & (HR_PORT_IN | HR_PORT_OUT)) == HR_PORT_IN;
}

/* Attributes of the unit's pointers also hold for the kernel's, except that other instances may
 * write what one instance does not write, which is visible after barriers. LLVM assumes that only
 * the current thread changes the target of a noalias pointer, even across barriers; so in a kernel
 * with barriers only pointers to memory that is never written are noalias. */
static void mark_pointers(kernel *self)
{
	const hr_unit *unit = self->writer->unit;
	bool meets = self->writer->code->barriers;

	for (uint32_t i = 0; i < unit->input_count; i++) {
		if (self->input_at[i] == NONE || unit->inputs[i].kind != HR_UNIT_POINTER)
			continue;
		if (!meets)
			hr_edit_copy_marks(self->unit, i, self->function, self->input_at[i]);
		if (self->writer->target->disjoint && (!meets || is_only_read(&unit->inputs[i])))
			add_mark(self, self->input_at[i], "noalias", 0);
	}
}

/* Threads that meet at barriers are one block whose size the program determines: the compiler must
 * leave enough registers for it. */
static void bound_block(kernel *self)
{
	uint32_t bound = self->writer->target->bound;
#if HR_LLVM_MAJOR >= 21
	char most[16];

	snprintf(most, sizeof(most), "%u", bound);
	LLVMAddTargetDependentFunctionAttr(self->function, "nvvm.maxntid", most);
#else
	LLVMContextRef context = self->writer->context;
	LLVMMetadataRef parts[] = {
		LLVMValueAsMetadata(self->function),
		LLVMMDStringInContext2(context, "maxntidx", strlen("maxntidx")),
		LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(context), bound, 0)),
	};

	LLVMAddNamedMetadataOperand(
		self->writer->module, "nvvm.annotations",
		LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, parts, 3)));
#endif
}

static void make_function(kernel *self)
{
	cuda_writer *writer = self->writer;
	LLVMTypeRef nothing = LLVMVoidTypeInContext(writer->context);

	writer->code->kernel = kernel_name(writer->unit->name);
	self->function = LLVMAddFunction(
		writer->module, writer->code->kernel,
		LLVMFunctionType(nothing, self->types.data, (unsigned)self->types.count, 0));
	LLVMSetFunctionCallConv(self->function, KERNEL_CONVENTION);
	mark_pointers(self);
	if (writer->target->bound &&
	    (writer->code->barriers || (writer->code->groups && !writer->code->spread)))
		bound_block(self);
	LLVMPositionBuilderAtEnd(
		writer->builder,
		LLVMAppendBasicBlockInContext(writer->context, self->function, "place"));
}

/* --- images ----------------------------------------------------------------------------------- */

/* Return the number of the instance in the images, which begin with the first instance. */
static LLVMValueRef instance_number(kernel *self)
{
	const hr_unit *unit = self->writer->unit;
	LLVMValueRef number = LLVMConstInt(integer(self, 64), 0, 0);

	for (uint32_t d = 0; d < unit->dims[0]; d++) {
		if (d > 0)
			number = BUILD(Mul, number, parameter(self, self->extent_at[0][d]));
		number = BUILD(Add, number, self->index[d]);
	}
	return BUILD(Sub, number, parameter(self, self->first_at));
}

static LLVMValueRef offset_by(kernel *self, LLVMValueRef base, LLVMValueRef offset)
{
	return LLVMBuildGEP2(self->writer->builder, integer(self, 8), base, &offset, 1, "");
}

static LLVMValueRef constant(kernel *self, uint64_t value)
{
	return LLVMConstInt(integer(self, 64), value, 0);
}

/* Return the address of this instance's image among those at parameter AT. */
static LLVMValueRef image_at(kernel *self, uint32_t at, LLVMValueRef number, uint32_t stride)
{
	LLVMValueRef base = parameter(self, at);

	return number ? offset_by(self, base, BUILD(Mul, number, constant(self, stride))) : base;
}

/* --- the values of the unit's parameters --------------------------------------------------- */

static LLVMValueRef value_of(kernel *self, LLVMValueRef given, LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return BUILD(AddrSpaceCast, given, type);
	if (LLVMTypeOf(given) == type)
		return given;
	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
		return BUILD(Trunc, given, type);
	return BUILD(BitCast, given, type);
}

static void replace_inputs(kernel *self, LLVMValueRef number)
{
	const hr_unit *unit = self->writer->unit;
	LLVMValueRef image = NULL;
	bool varies = false;

	for (uint32_t i = 0; i < unit->input_count; i++)
		varies |= (unit->inputs[i].flags & HR_PORT_VARIES) != 0;
	if (self->images)
		image = image_at(self, self->inputs_at, varies ? number : NULL, unit->input_stride);
	for (uint32_t i = 0; i < unit->input_count; i++) {
		LLVMValueRef old = LLVMGetParam(self->unit, i), new;

		if (!LLVMGetFirstUse(old))
			continue;
		if (self->input_at[i] != NONE) {
			new = value_of(self, parameter(self, self->input_at[i]), LLVMTypeOf(old));
		} else {
			new = LLVMBuildLoad2(
				self->writer->builder, LLVMTypeOf(old),
				offset_by(self, image, constant(self, unit->inputs[i].offset)), "");
			LLVMSetAlignment(new, 16);
		}
		LLVMReplaceAllUsesWith(old, new);
		self->input_value[i] = new;
	}
}

static void replace_outputs(kernel *self, LLVMValueRef number)
{
	LLVMValueRef old = LLVMGetParam(self->unit, self->writer->unit->input_count), at;

	if (!self->outputs)
		return;
	at = image_at(self, self->outputs_at, number, self->writer->unit->output_stride);
	LLVMReplaceAllUsesWith(old, BUILD(AddrSpaceCast, at, pointer(self, 0)));
}

/* --- shared memory ---------------------------------------------------------------------------- */

static LLVMValueRef shared_memory(kernel *self)
{
	LLVMTypeRef type = LLVMArrayType2(integer(self, 8), 0);
	LLVMValueRef memory = LLVMAddGlobalInAddressSpace(self->writer->module, type, "hpvm_shared",
							  SHARED_SPACE);

	LLVMSetLinkage(memory, LLVMExternalLinkage);
	LLVMSetAlignment(memory, CUDA_LOCAL_ALIGNMENT);
	return memory;
}

/* Find the calls of hpvm_local(), while the unit still has its original parameters. */
static void find_locals(kernel *self)
{
	LLVMValueRef function = LLVMGetNamedFunction(self->writer->module, "hpvm_local");
	cuda_code *code = self->writer->code;

	for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use;
	     use = LLVMGetNextUse(use)) {
		LLVMValueRef size = LLVMGetOperand(LLVMGetUser(use), 0);

		if (code->local_count == CUDA_MOST_LOCALS ||
		    !hr_local_size_of(size, self->unit, &code->locals[code->local_count++])) {
			cuda_refuse(self->writer, HR_REFUSES_MALLOC,
				    "of a size that the kernel cannot compute");
			return;
		}
	}
}

/* The memory of a call of hpvm_local() begins where that of the previous call ends. */
static void place_locals(kernel *self)
{
	LLVMValueRef function = LLVMGetNamedFunction(self->writer->module, "hpvm_local"),
		     memory = NULL, at;
	LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL;
	LLVMValueRef offset = constant(self, 0), most = constant(self, CUDA_LOCAL_ALIGNMENT - 1);

	for (uint32_t i = 0; use; i++) {
		LLVMValueRef call = LLVMGetUser(use), size;

		use = LLVMGetNextUse(use);
		size = hr_local_size_build(&self->writer->code->locals[i], self->writer->builder,
					   self->writer->context, self->input_value);
		memory = memory ? memory : shared_memory(self);
		at = offset_by(self, memory, offset);
		LLVMReplaceAllUsesWith(call, BUILD(AddrSpaceCast, at, pointer(self, 0)));
		LLVMInstructionEraseFromParent(call);
		size = BUILD(And, BUILD(Add, size, most), BUILD(Not, most));
		offset = BUILD(Add, offset, size);
	}
}

/* --- the body --------------------------------------------------------------------------------- */

/* Move the variables of an instance to the first block, because LLVM treats an alloca elsewhere as
 * one of unknown size. */
static void move_variables(kernel *self, LLVMBasicBlockRef from)
{
	LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(self->function);
	LLVMValueRef start = LLVMGetFirstInstruction(first), next;

	if (start)
		LLVMPositionBuilderBefore(self->writer->builder, start);
	else
		LLVMPositionBuilderAtEnd(self->writer->builder, first);
	for (LLVMValueRef at = LLVMGetFirstInstruction(from); at; at = next) {
		next = LLVMGetNextInstruction(at);
		if (!LLVMIsAAllocaInst(at) || !LLVMIsAConstantInt(LLVMGetOperand(at, 0)))
			continue;
		LLVMInstructionRemoveFromParent(at);
		LLVMInsertIntoBuilder(self->writer->builder, at);
	}
	LLVMPositionBuilderAtEnd(self->writer->builder, first);
}

static void move_body(kernel *self, LLVMValueRef beyond)
{
	LLVMBasicBlockRef body = LLVMGetEntryBasicBlock(self->unit), block, end;
	LLVMBuilderRef builder = self->writer->builder;

	if (beyond) {
		end = LLVMAppendBasicBlockInContext(self->writer->context, self->function,
						    "beyond");
		LLVMBuildCondBr(builder, beyond, end, body);
		LLVMPositionBuilderAtEnd(builder, end);
		LLVMBuildRetVoid(builder);
	} else {
		LLVMBuildBr(builder, body);
	}
	while ((block = LLVMGetFirstBasicBlock(self->unit)) != NULL) {
		LLVMRemoveBasicBlockFromParent(block);
		LLVMAppendExistingBasicBlock(self->function, block);
	}
	move_variables(self, body);
	LLVMDeleteFunction(self->unit);
}

static void fill(kernel *self)
{
	LLVMValueRef beyond, number = NULL;

	make_function(self);
	beyond = cuda_place_threads(self);
	find_locals(self);
	if (self->writer->code->refusal != HR_TAKEN)
		return;
	if (self->first_at != NONE)
		number = instance_number(self);
	replace_inputs(self, number);
	place_locals(self);
	replace_outputs(self, number);
	cuda_answer_queries(self);
	move_body(self, beyond);
	cuda_replace_barriers(self);
}

void cuda_make_kernel(cuda_writer *writer)
{
	kernel self = {.writer = writer, .unit = LLVMGetNamedFunction(writer->module, "hpvm_unit")};

	unite(&self, "hpvm_extent", false, self.extent);
	unite(&self, "hpvm_id", false, self.id);
	unite(&self, "hpvm_inner_extent", true, &self.inner_extent);
	unite(&self, "hpvm_inner_id", true, &self.inner_id);
	if (writer->code->refusal == HR_TAKEN) {
		order_dimensions(&self);
		writer->code->spread = writer->code->groups && !writer->code->barriers &&
				       !LLVMGetNamedFunction(writer->module, "hpvm_local");
		self.input_at =
			hr_alloc_array(writer->unit->input_count + 1, sizeof(*self.input_at));
		self.input_value =
			hr_alloc_array(writer->unit->input_count + 1, sizeof(*self.input_value));
		plan(&self);
		if (self.types.count > MOST_PARAMETERS)
			cuda_refuse(writer, HR_REFUSES_SIZE, "%zu parameters", self.types.count);
		else
			fill(&self);
		hr_free(self.input_at);
		hr_free(self.input_value);
	}
	HR_VEC_FREE(&self.types);
}
