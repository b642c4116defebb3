/* backends/cpu/cpu_kernel.c -- makes the functions of the regions from a unit.
 *
 * The leaf becomes a function that gets its index, and the extents and ancestors' indices that it
 * queries, as parameters. Loops over a box of instances are written around it as text; LLVM's
 * inliner and vectoriser do the rest. Instances of a leaf are not ordered (N1, M4), so the loops
 * are marked as parallel; the innermost loop runs over the dimension in which most accesses are
 * contiguous.
 * Invariant: the computation of an instance is not changed.
 * Owns:      nothing.
 * Clauses:   N1, N3, M1.
 * Not here:  barriers (backends/shared/fission.c), compiling (cpu_code.c). */
#include <stdio.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

#include "backends/cpu/cpu.h"
#include "backends/shared/edit.h"
#include "backends/shared/ir_text.h"
#include "backends/shared/loops.h"
#include "src/arith/cfunction.h"

_Static_assert(offsetof(cpu_task, begin) == 24 && offsetof(cpu_task, end) == 48 &&
		       offsetof(cpu_task, first) == 72 && offsetof(cpu_task, allocate) == 80 &&
		       offsetof(cpu_task, run) == 88 && offsetof(cpu_task, context) == 96 &&
		       offsetof(cpu_task, before) == 104 && offsetof(cpu_task, after) == 112 &&
		       offsetof(cpu_task, count) == 120 && sizeof(hr_unit_level) == 48,
	       "the text of regions has these offsets");

enum { FIRST_LOOP = 10 }; /* number of the first loop's metadata */

/* A query of the leaf whose value is the same for all instances: it becomes an argument. */
typedef struct query {
	bool extent;
	uint32_t level, dimension;
} query;

typedef struct cpu_kernel_code {
	LLVMModuleRef module;
	LLVMContextRef context;
	const hr_unit *unit;
	cpu_shape *shape;
	bool barriers;
	HR_VEC(query) queries;
	LLVMValueRef leaf; /* the function hr_leaf */
	hr_ir_text text;   /* the text of the regions */
} cpu_kernel_code;

static LLVMTypeRef integer(const cpu_kernel_code *self, unsigned bits)
{
	return LLVMIntTypeInContext(self->context, bits);
}

static LLVMTypeRef pointer(const cpu_kernel_code *self)
{
	return LLVMPointerTypeInContext(self->context, 0);
}

/* --- the leaf as a function of its index --------------------------------------------------- */

/* The parameters: hr_leaf(inputs..., outputs, x, y, z, allocate, run, diverged, queries...[,
 * parameters of a step]) */
static unsigned index_at(const cpu_kernel_code *self)
{
	return self->unit->input_count + 1;
}

static unsigned queries_at(const cpu_kernel_code *self)
{
	return index_at(self) + 6;
}

static LLVMValueRef callee_of(LLVMValueRef at)
{
	LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;

	return callee && LLVMIsAFunction(callee) ? callee : NULL;
}

static bool calls(LLVMValueRef at, const char *name)
{
	LLVMValueRef callee = callee_of(at);
	size_t length;

	return callee && strcmp(LLVMGetValueName2(callee, &length), name) == 0;
}

static bool is_query(LLVMValueRef at, query *asked)
{
	if (!calls(at, "hpvm_id") && !calls(at, "hpvm_extent"))
		return false;
	asked->extent = calls(at, "hpvm_extent");
	asked->level = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(at, 0));
	asked->dimension = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(at, 1));
	return true;
}

static size_t query_number(const cpu_kernel_code *self, const query *asked)
{
	size_t i = 0;

	for (; i < self->queries.count; i++) {
		const query *known = &self->queries.data[i];

		if (known->extent == asked->extent && known->level == asked->level &&
		    known->dimension == asked->dimension)
			break;
	}
	return i;
}

#define EACH_INSTRUCTION(function, at, next)                                                       \
	for (LLVMBasicBlockRef block_ = LLVMGetFirstBasicBlock(function); block_;                  \
	     block_ = LLVMGetNextBasicBlock(block_))                                               \
		for (LLVMValueRef at = LLVMGetFirstInstruction(block_),                            \
				  next = at ? LLVMGetNextInstruction(at) : NULL;                   \
		     at; at = next, next = at ? LLVMGetNextInstruction(at) : NULL)

static void find_queries(cpu_kernel_code *self, LLVMValueRef unit)
{
	EACH_INSTRUCTION(unit, at, next) {
		query asked;

		if (is_query(at, &asked) && (asked.extent || asked.level > 0) &&
		    query_number(self, &asked) == self->queries.count)
			HR_PUSH(&self->queries, asked);
	}
}

static void add_mark(const cpu_kernel_code *self, LLVMValueRef function, const char *mark)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(mark, strlen(mark));

	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(self->context, kind, 0));
}

static void make_leaf(cpu_kernel_code *self, LLVMValueRef unit)
{
	unsigned old = LLVMCountParams(unit), count = old;
	LLVMTypeRef *types =
		hr_alloc_array(old + 6 + self->queries.count + HR_STEP_PARAMETERS, sizeof(*types));
	LLVMTypeRef result =
		self->barriers ? integer(self, 32) : LLVMVoidTypeInContext(self->context);

	LLVMGetParamTypes(LLVMGlobalGetValueType(unit), types);
	for (unsigned d = 0; d < 3; d++)
		types[count++] = integer(self, 64);
	for (unsigned i = 0; i < 3; i++)
		types[count++] = pointer(self);
	for (size_t i = 0; i < self->queries.count; i++)
		types[count++] = integer(self, 64);
	if (self->barriers) {
		for (unsigned i = 0; i < HR_STEP_PARAMETERS; i++)
			types[count + i] = i < HR_STEP_CONTEXT ? integer(self, 32)
					   : i < HR_STEP_COUNT ? pointer(self)
							       : integer(self, 64);
		count += HR_STEP_PARAMETERS;
	}
	self->leaf =
		LLVMAddFunction(self->module, "hr_leaf", LLVMFunctionType(result, types, count, 0));
	hr_free(types);
	for (unsigned i = 0; i < old; i++)
		hr_edit_copy_marks(unit, i, self->leaf, i);
	add_mark(self, self->leaf, "alwaysinline");
	add_mark(self, self->leaf, "nounwind");
	hr_edit_move_body(unit, self->leaf);
}

/* Replace hpvm_malloc(bytes) by allocate(run, bytes). */
static void replace_malloc(const cpu_kernel_code *self, LLVMBuilderRef builder, LLVMValueRef at)
{
	LLVMTypeRef types[] = {pointer(self), integer(self, 64)};
	LLVMTypeRef type = LLVMFunctionType(pointer(self), types, 2, 0);
	LLVMValueRef arguments[] = {LLVMGetParam(self->leaf, index_at(self) + 4),
				    LLVMGetOperand(at, 0)};

	LLVMPositionBuilderBefore(builder, at);
	LLVMReplaceAllUsesWith(at, LLVMBuildCall2(builder, type,
						  LLVMGetParam(self->leaf, index_at(self) + 3),
						  arguments, 2, ""));
	LLVMInstructionEraseFromParent(at);
}

static void replace_diverged(const cpu_kernel_code *self, LLVMBuilderRef builder, LLVMValueRef at)
{
	LLVMPositionBuilderBefore(builder, at);
	LLVMBuildStore(builder, LLVMConstInt(integer(self, 32), 1, 0),
		       LLVMGetParam(self->leaf, index_at(self) + 5));
	LLVMInstructionEraseFromParent(at);
}

static void replace_calls(const cpu_kernel_code *self)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->context);

	EACH_INSTRUCTION(self->leaf, at, next) {
		query asked;

		if (is_query(at, &asked)) {
			unsigned argument =
				asked.extent || asked.level > 0
					? queries_at(self) + (unsigned)query_number(self, &asked)
					: index_at(self) + asked.dimension;

			LLVMReplaceAllUsesWith(at, LLVMGetParam(self->leaf, argument));
			LLVMInstructionEraseFromParent(at);
		} else if (calls(at, "hpvm_malloc")) {
			replace_malloc(self, builder, at);
		} else if (calls(at, "hpvm_diverged")) {
			replace_diverged(self, builder, at);
		} else if (self->barriers && LLVMIsAReturnInst(at)) {
			LLVMPositionBuilderBefore(builder, at);
			LLVMBuildRet(builder, LLVMConstInt(integer(self, 32),
							   (unsigned long long)CPU_RETURNED, 1));
			LLVMInstructionEraseFromParent(at);
		}
	}
	LLVMDisposeBuilder(builder);
}

/* --- functions of the C library that are a single instruction ------------------------------ */

/* Return the intrinsic that is equivalent to NAME, a function of TYPE, except for errno; or
 * NULL. */
static const char *intrinsic_of(const cpu_kernel_code *self, const char *name, LLVMTypeRef type)
{
	hr_cfunction_form form = HR_FORM_DOUBLE;
	const hr_cfunction *row = hr_cfunction_named(name, strlen(name), &form);

	if (!row || !row->instruction || row->either_zero)
		return NULL;
	if (form == HR_FORM_DOUBLE
		    ? type != LLVMDoubleTypeInContext(self->context)
		    : form != HR_FORM_FLOAT || type != LLVMFloatTypeInContext(self->context))
		return NULL;
	return row->intrinsic;
}

static void use_intrinsic(const cpu_kernel_code *self, LLVMValueRef at, const char *name)
{
	LLVMTypeRef type = LLVMTypeOf(at);
	const char *intrinsic = intrinsic_of(self, name, type);
	unsigned count = LLVMGetNumArgOperands(at);
	LLVMValueRef arguments[3];
	LLVMBuilderRef builder;

	if (!intrinsic || count > 3)
		return;
	for (unsigned a = 0; a < count; a++) {
		arguments[a] = LLVMGetOperand(at, a);
		if (LLVMTypeOf(arguments[a]) != type)
			return; /* a different function of that name */
	}
	builder = LLVMCreateBuilderInContext(self->context);
	LLVMPositionBuilderBefore(builder, at);
	LLVMReplaceAllUsesWith(at, hr_edit_intrinsic(self->module, builder, intrinsic, &type, 1,
						     arguments, count));
	LLVMInstructionEraseFromParent(at);
	LLVMDisposeBuilder(builder);
}

/* Mark all other functions so that LLVM does not replace them by something that rounds
 * differently. */
static void settle_library(const cpu_kernel_code *self)
{
	static const char mark[] = "no-builtins";

	for (LLVMValueRef function = LLVMGetFirstFunction(self->module); function;
	     function = LLVMGetNextFunction(function)) {
		if (LLVMIsDeclaration(function))
			continue;
		LLVMAddAttributeAtIndex(
			function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
			LLVMCreateStringAttribute(self->context, mark, sizeof(mark) - 1, "", 0));
		EACH_INSTRUCTION(function, at, next) {
			LLVMValueRef callee = callee_of(at);
			size_t length;

			if (callee && LLVMIsDeclaration(callee))
				use_intrinsic(self, at, LLVMGetValueName2(callee, &length));
		}
	}
}

static void choose_order(const cpu_kernel_code *self)
{
	int score[3] = {0};

	hr_loops_score(self->leaf, index_at(self), score);
	hr_loops_order(score, self->unit->dims[0], self->shape->order);
}

/* --- the text of a region --------------------------------------------------------------------- */

static void write_load(cpu_kernel_code *self, const char *name, const char *type, const char *from,
		       uint64_t offset)
{
	hr_ir_write(&self->text,
		    "  %%%s.p = getelementptr inbounds i8, ptr %%%s, i64 %llu\n"
		    "  %%%s = load %s, ptr %%%s.p\n",
		    name, from, (unsigned long long)offset, name, type, name);
}

static void write_input(cpu_kernel_code *self, uint32_t i, const char *image)
{
	char *type = LLVMPrintTypeToString(LLVMTypeOf(LLVMGetParam(self->leaf, i)));
	char name[32];

	snprintf(name, sizeof(name), "in%u", i);
	write_load(self, name, type, image, self->unit->inputs[i].offset);
	LLVMDisposeMessage(type);
}

static bool some_vary(const hr_unit *unit)
{
	for (uint32_t i = 0; i < unit->input_count; i++)
		if (unit->inputs[i].flags & HR_PORT_VARIES)
			return true;
	return false;
}

static void write_entry(cpu_kernel_code *self)
{
	static const struct {
		const char *name, *type;
		size_t offset;
	} fields[] = {
		{"levels", "ptr", offsetof(cpu_task, levels)},
		{"inputs", "ptr", offsetof(cpu_task, inputs)},
		{"outputs", "ptr", offsetof(cpu_task, outputs)},
		{"begin0", "i64", offsetof(cpu_task, begin)},
		{"begin1", "i64", offsetof(cpu_task, begin) + 8},
		{"begin2", "i64", offsetof(cpu_task, begin) + 16},
		{"end0", "i64", offsetof(cpu_task, end)},
		{"end1", "i64", offsetof(cpu_task, end) + 8},
		{"end2", "i64", offsetof(cpu_task, end) + 16},
		{"first", "i64", offsetof(cpu_task, first)},
		{"allocate", "ptr", offsetof(cpu_task, allocate)},
		{"run", "ptr", offsetof(cpu_task, run)},
		{"context", "ptr", offsetof(cpu_task, context)},
		{"before", "ptr", offsetof(cpu_task, before)},
		{"after", "ptr", offsetof(cpu_task, after)},
		{"count", "i64", offsetof(cpu_task, count)},
		{"diverged", "ptr", offsetof(cpu_task, diverged)},
	};
	char name[32];

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		write_load(self, fields[i].name, fields[i].type, "task", fields[i].offset);
	write_load(self, "extent1", "i64", "levels", offsetof(hr_unit_level, extent) + 8);
	write_load(self, "extent2", "i64", "levels", offsetof(hr_unit_level, extent) + 16);
	for (size_t i = 0; i < self->queries.count; i++) {
		const query *asked = &self->queries.data[i];

		snprintf(name, sizeof(name), "query%zu", i);
		write_load(self, name, "i64", "levels",
			   asked->level * sizeof(hr_unit_level) +
				   (asked->extent ? offsetof(hr_unit_level, extent) : 0) +
				   asked->dimension * 8);
	}
	for (uint32_t i = 0; i < self->unit->input_count; i++)
		if (!(self->unit->inputs[i].flags & HR_PORT_VARIES))
			write_input(self, i, "inputs");
}

static void write_call(cpu_kernel_code *self, uint32_t region)
{
	hr_ir_write(&self->text,
		    self->barriers ? "  %%goes = call i32 @hr_leaf(" : "  call void @hr_leaf(");
	for (uint32_t i = 0; i < self->unit->input_count; i++) {
		char *type = LLVMPrintTypeToString(LLVMTypeOf(LLVMGetParam(self->leaf, i)));

		hr_ir_write(&self->text, "%s %%in%u, ", type, i);
		LLVMDisposeMessage(type);
	}
	hr_ir_write(&self->text,
		    "ptr %%out, i64 %%i0, i64 %%i1, i64 %%i2, ptr %%allocate, ptr %%run, "
		    "ptr %%diverged");
	for (size_t i = 0; i < self->queries.count; i++)
		hr_ir_write(&self->text, ", i64 %%query%zu", i);
	if (self->barriers)
		hr_ir_write(
			&self->text,
			", i32 %u, ptr %%context, ptr %%before, ptr %%after, i64 %%count, i64 %%number",
			region);
	hr_ir_write(&self->text, ")\n");
}

/* Record the smallest and the largest number of the regions that instances continue with. */
static const char note_next[] = "  %least.old = load i32, ptr %least\n"
				"  %most.old = load i32, ptr %most\n"
				"  %least.is = icmp slt i32 %goes, %least.old\n"
				"  %most.is = icmp sgt i32 %goes, %most.old\n"
				"  %least.new = select i1 %least.is, i32 %goes, i32 %least.old\n"
				"  %most.new = select i1 %most.is, i32 %goes, i32 %most.old\n"
				"  store i32 %least.new, ptr %least\n"
				"  store i32 %most.new, ptr %most\n";

static void write_body(cpu_kernel_code *self, uint32_t region)
{
	hr_ir_write(&self->text,
		    "  %%row = mul i64 %%i0, %%extent1\n"
		    "  %%row.y = add i64 %%row, %%i1\n"
		    "  %%cell = mul i64 %%row.y, %%extent2\n"
		    "  %%cell.z = add i64 %%cell, %%i2\n"
		    "  %%number = sub i64 %%cell.z, %%first\n"
		    "  %%out.at = mul i64 %%number, %u\n"
		    "  %%out = getelementptr i8, ptr %%outputs, i64 %%out.at\n",
		    self->unit->output_stride);
	if (some_vary(self->unit))
		hr_ir_write(&self->text,
			    "  %%in.at = mul i64 %%number, %u\n"
			    "  %%image = getelementptr i8, ptr %%inputs, i64 %%in.at\n",
			    self->unit->input_stride);
	for (uint32_t i = 0; i < self->unit->input_count; i++)
		if (self->unit->inputs[i].flags & HR_PORT_VARIES)
			write_input(self, i, "image");
	write_call(self, region);
	if (self->barriers)
		hr_ir_write(&self->text, "%s", note_next);
}

static void write_region(cpu_kernel_code *self, uint32_t region)
{
	const uint32_t *order = self->shape->order;
	const char *from = "entry";
	char name[16];

	hr_ir_write(&self->text,
		    "define i64 @hr_region_%u(ptr noalias %%task) {\nentry:\n"
		    "  %%least = alloca i32\n  %%most = alloca i32\n"
		    "  store i32 %d, ptr %%least\n  store i32 %d, ptr %%most\n",
		    region, self->barriers ? INT32_MAX : CPU_RETURNED,
		    self->barriers ? INT32_MIN : CPU_RETURNED);
	write_entry(self);
	for (unsigned k = 0; k < 3; k++) {
		uint32_t d = order[k];

		hr_ir_write(&self->text,
			    "  br label %%loop%u\nloop%u:\n"
			    "  %%i%u = phi i64 [ %%begin%u, %%%s ], [ %%next%u, %%after%u ]\n",
			    d, d, d, d, from, d, d);
		snprintf(name, sizeof(name), "loop%u", d);
		from = name;
	}
	write_body(self, region);
	for (unsigned k = 3; k-- > 0;) {
		uint32_t d = order[k];

		hr_ir_write(&self->text,
			    "  br label %%after%u\nafter%u:\n"
			    "  %%next%u = add nuw nsw i64 %%i%u, 1\n"
			    "  %%more%u = icmp slt i64 %%next%u, %%end%u\n"
			    "  br i1 %%more%u, label %%loop%u, label %%done%u",
			    d, d, d, d, d, d, d, d, d, d);
		if (k == 2)
			hr_ir_write(&self->text, ", !llvm.loop !%u", FIRST_LOOP + region);
		hr_ir_write(&self->text, "\ndone%u:\n", d);
	}
	hr_ir_write(&self->text, "  %%least.end = load i32, ptr %%least\n"
				 "  %%most.end = load i32, ptr %%most\n"
				 "  %%low = zext i32 %%least.end to i64\n"
				 "  %%high = zext i32 %%most.end to i64\n"
				 "  %%high.up = shl i64 %%high, 32\n"
				 "  %%both = or i64 %%high.up, %%low\n"
				 "  ret i64 %%both\n}\n");
}

/* Write metadata: the access group, the property of parallel loops that refers to it, and the
 * loops. */
static void write_parallel(cpu_kernel_code *self)
{
	hr_ir_write(&self->text, "!hr.group = !{!0}\n!0 = distinct !{}\n"
				 "!1 = !{!\"llvm.loop.parallel_accesses\", !0}\n");
	for (uint32_t i = 0; i < self->shape->regions.region_count; i++)
		hr_ir_write(&self->text, "!%u = distinct !{!%u, !1}\n", FIRST_LOOP + i,
			    FIRST_LOOP + i);
}

static void write_regions(cpu_kernel_code *self)
{
	char *type = LLVMPrintTypeToString(LLVMGlobalGetValueType(self->leaf));
	char *parameters = strchr(type, '(');

	hr_ir_write(&self->text, "declare %s @hr_leaf%s\n", self->barriers ? "i32" : "void",
		    parameters ? parameters : "()");
	LLVMDisposeMessage(type);
	for (uint32_t i = 0; i < self->shape->regions.region_count; i++)
		write_region(self, i);
	write_parallel(self);
	HR_PUSH(&self->text, '\0');
}

/* --- making the kernel --------------------------------------------------------------------- */

static hr_unit_refusal link_regions(cpu_kernel_code *self, char text[HR_BACKEND_TEXT])
{
	LLVMMemoryBufferRef buffer;
	LLVMModuleRef regions;
	LLVMValueRef group;
	char *error = NULL;

	write_regions(self);
	buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(self->text.data, self->text.count - 1,
							   "regions");
	if (LLVMParseIRInContext(self->context, buffer, &regions, &error)) {
		snprintf(text, HR_BACKEND_TEXT, "its loops are not valid: %.200s", error);
		LLVMDisposeMessage(error);
		return HR_REFUSES_COMPILER;
	}
	LLVMSetTarget(regions, LLVMGetTarget(self->module));
	LLVMSetDataLayout(regions, LLVMGetDataLayoutStr(self->module));
	if (LLVMLinkModules2(self->module, regions)) {
		snprintf(text, HR_BACKEND_TEXT, "its loops cannot be linked");
		return HR_REFUSES_COMPILER;
	}
	LLVMGetNamedMetadataOperands(self->module, "hr.group", &group);
	if (!(self->unit->features & HR_UNIT_GRAPH))
		hr_loops_mark(self->leaf, group);
	LLVMSetLinkage(self->leaf, LLVMInternalLinkage);
	if (LLVMVerifyModule(self->module, LLVMReturnStatusAction, &error)) {
		snprintf(text, HR_BACKEND_TEXT, "what it makes is not valid: %.200s", error);
		LLVMDisposeMessage(error);
		return HR_REFUSES_COMPILER;
	}
	LLVMDisposeMessage(error);
	return HR_TAKEN;
}

/* Instances differ only in their index, their outputs, and inputs that vary. */
static bool cut_at_barriers(const cpu_kernel_code *self)
{
	bool *varies = hr_alloc_array(LLVMCountParams(self->leaf), sizeof(bool)), cut;

	for (uint32_t i = 0; i < self->unit->input_count; i++)
		varies[i] = self->unit->inputs[i].flags & HR_PORT_VARIES;
	for (unsigned i = self->unit->input_count; i < index_at(self) + 3; i++)
		varies[i] = true;
	cut = hr_fission_cut(self->module, self->leaf, varies, &self->shape->regions);
	hr_free(varies);
	return cut;
}

hr_unit_refusal cpu_kernel_make(LLVMModuleRef module, const hr_unit *unit, cpu_shape *shape,
				char text[HR_BACKEND_TEXT])
{
	cpu_kernel_code self = {.module = module,
				.context = LLVMGetModuleContext(module),
				.unit = unit,
				.shape = shape,
				.barriers = unit->features & HR_UNIT_BARRIERS};
	LLVMValueRef leaf = LLVMGetNamedFunction(module, "hpvm_unit");
	hr_unit_refusal refusal = HR_TAKEN;

	*shape = (cpu_shape){.regions = {.region_count = 1}};
	find_queries(&self, leaf);
	make_leaf(&self, leaf);
	replace_calls(&self);
	settle_library(&self);
	choose_order(&self);
	if (self.barriers && !cut_at_barriers(&self)) {
		snprintf(text, HR_BACKEND_TEXT,
			 "with variables of a size that is not known before");
		refusal = HR_REFUSES_BARRIER;
	}
	if (refusal == HR_TAKEN)
		refusal = link_regions(&self, text);
	HR_VEC_FREE(&self.queries);
	HR_VEC_FREE(&self.text);
	return refusal;
}
