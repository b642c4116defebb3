/* ir/kernel/dispatch.c -- dispatches of IREE for CPUs as kernels (K1).
 *
 * IREE compiles a dispatch to a C function that one call runs for one workgroup:
 *
 *	int32_t NAME(const environment *, const dispatch_state *, const workgroup_state *)
 *
 * and a table of the module, of type iree_hal_executable_library_v0_t, lists the dispatches with the number of their
 * buffers ("bindings"), of their 32-bit constants, and of pages of local memory. Each becomes a kernel
 *
 *	NAME(binding0, binding1, ..., constant0, constant1, ...)
 *
 * with one work-item in a group, which fills the structures and calls the function, NAME.dispatch then. The call is
 * inlined and the structures become values, so that a buffer is an argument to the bounds checks. What the dispatch
 * imports are functions in the environment, which are missing, and named, unless the program has them.
 *
 * Source:    IREE's header hal/local/executable_library, version 0.6.
 * Clauses:   K1, K3 (local memory), K6.
 * Not here:  dispatches for GPUs, which are kernels of their target.
 */
#include <string.h>

#include "ir/kernel/kernel_private.h"
#include "ir/llvm/passes.h"

enum {
	GLOBAL_SPACE = 1,
	PAGE = 4096, /* bytes; the unit of local memory */
	STATE_ALIGN = 16,
	MOST_BINDINGS = 64, /* the format's own limits */
	MOST_CONSTANTS = 64
};

/* A row of the table. */
typedef struct dispatch {
	LLVMValueRef function;
	unsigned pages, constants, bindings;
	uint64_t size[3]; /* of a workgroup */
	LLVMValueRef imports[16];
	unsigned import_count;
} dispatch;

typedef struct dispatch_maker {
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMTypeRef i8, i16, i32, i64, ptr;
	unsigned made; /* kernels */
} dispatch_maker;

/* --- the table -------------------------------------------------------------------------------- */

static bool has_type(LLVMValueRef value, const char *name)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	const char *own =
		LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;

	/* LLVM numbers types of the same name: NAME.1 */
	return own && !strncmp(own, name, strlen(name)) && strchr(".", own[strlen(name)]);
}

/* Return element I of the constant that POINTER, a global variable, has; NULL: there is none. */
static LLVMValueRef element_at(LLVMValueRef pointer, unsigned i)
{
	LLVMValueRef whole =
		pointer && LLVMIsAGlobalVariable(pointer) ? LLVMGetInitializer(pointer) : NULL;

	return whole ? LLVMGetAggregateElement(whole, i) : NULL;
}

static uint64_t number_at(LLVMValueRef structure, unsigned i)
{
	LLVMValueRef value = LLVMGetAggregateElement(structure, i);

	return value && LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : 0;
}

/* Read the attributes of a dispatch: the flags in front came with version 0.6 of the format. */
static bool read_attributes(dispatch *d, LLVMValueRef row)
{
	LLVMValueRef head;
	unsigned at;

	if (!row || !has_type(row, "iree_hal_executable_dispatch_attrs_v0_t"))
		return false;
	head = LLVMGetAggregateElement(row, 0);
	at = head && LLVMGetIntTypeWidth(LLVMTypeOf(head)) == 64;
	d->pages = (unsigned)number_at(row, at);
	d->constants = (unsigned)number_at(row, at + 1);
	d->bindings = (unsigned)number_at(row, at + 2);
	for (unsigned i = 0; i < 3; i++) {
		uint64_t size = number_at(row, at + 3 + i);

		d->size[i] = size ? size : 1;
	}
	return d->constants <= MOST_CONSTANTS && d->bindings <= MOST_BINDINGS;
}

/* --- the kernel ------------------------------------------------------------------------------- */

static LLVMValueRef number(LLVMTypeRef type, uint64_t value)
{
	return LLVMConstInt(type, value, false);
}

static LLVMValueRef make_variable(const dispatch_maker *m, LLVMTypeRef type, const char *name)
{
	LLVMValueRef made = LLVMBuildAlloca(m->builder, type, name);

	LLVMSetAlignment(made, STATE_ALIGN);
	return made;
}

static void set_field(const dispatch_maker *m, LLVMTypeRef type, LLVMValueRef object, unsigned i,
		      LLVMValueRef value)
{
	LLVMBuildStore(m->builder, value, LLVMBuildStructGEP2(m->builder, type, object, i, ""));
}

/* Make a variable with the COUNT values of TYPE. */
static LLVMValueRef make_array(const dispatch_maker *m, LLVMTypeRef type,
			       const LLVMValueRef *values, unsigned count, const char *name)
{
	LLVMTypeRef array = LLVMArrayType2(type, count ? count : 1);
	LLVMValueRef made = make_variable(m, array, name);

	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef index[2] = {number(m->i64, 0), number(m->i64, i)};

		LLVMBuildStore(m->builder, values[i],
			       LLVMBuildGEP2(m->builder, array, made, index, 2, ""));
	}
	return made;
}

/* Ask the OpenCL function NAME, which items.c replaces, for dimension D, as an integer of TYPE. */
static LLVMValueRef ask(const dispatch_maker *m, const char *name, unsigned d, LLVMTypeRef type)
{
	LLVMTypeRef function_type = LLVMFunctionType(m->i64, (LLVMTypeRef[]){m->i32}, 1, false);
	LLVMValueRef function = LLVMGetNamedFunction(m->module, name), argument = number(m->i32, d);

	if (!function)
		function = LLVMAddFunction(m->module, name, function_type);
	return LLVMBuildTrunc(m->builder,
			      LLVMBuildCall2(m->builder, function_type, function, &argument, 1, ""),
			      type, "");
}

static LLVMValueRef make_environment(const dispatch_maker *m, const dispatch *d)
{
	LLVMTypeRef words = LLVMArrayType2(m->i64, 8);
	LLVMTypeRef fields[] = {m->ptr, m->ptr, m->ptr, m->ptr, words};
	LLVMTypeRef type = LLVMStructTypeInContext(m->context, fields, 5, false);
	LLVMValueRef made = make_variable(m, type, "environment"), null = LLVMConstNull(m->ptr);

	set_field(m, type, made, 0, null);
	set_field(m, type, made, 1, null);
	set_field(m, type, made, 2, make_array(m, m->ptr, d->imports, d->import_count, "imports"));
	set_field(m, type, made, 3, null);
	set_field(m, type, made, 4, LLVMConstNull(words)); /* the processor has no extensions */
	return made;
}

static LLVMValueRef make_dispatch_state(const dispatch_maker *m, const dispatch *d,
					LLVMValueRef kernel)
{
	static const char count[] = "_Z14get_num_groupsj";
	LLVMTypeRef fields[] = {m->i32, m->i32, m->i16, m->i16, m->i32, m->i32,
				m->i16, m->i8,  m->i8,  m->ptr, m->ptr, m->ptr};
	LLVMTypeRef type = LLVMStructTypeInContext(m->context, fields, 12, false);
	LLVMValueRef made = make_variable(m, type, "dispatch_state");
	LLVMValueRef bindings[MOST_BINDINGS], constants[MOST_CONSTANTS];

	for (unsigned i = 0; i < d->bindings; i++)
		bindings[i] =
			LLVMBuildAddrSpaceCast(m->builder, LLVMGetParam(kernel, i), m->ptr, "");
	for (unsigned i = 0; i < d->constants; i++)
		constants[i] = LLVMGetParam(kernel, d->bindings + i);
	for (unsigned i = 0; i < 3; i++) {
		set_field(m, type, made, i, number(fields[i], d->size[i]));
		set_field(m, type, made, 4 + i, ask(m, count, i, fields[4 + i]));
	}
	set_field(m, type, made, 3, number(m->i16, d->constants));
	set_field(m, type, made, 7, number(m->i8, 1)); /* workgroups that run at once */
	set_field(m, type, made, 8, number(m->i8, d->bindings));
	set_field(m, type, made, 9, make_array(m, m->i32, constants, d->constants, "constants"));
	set_field(m, type, made, 10, make_array(m, m->ptr, bindings, d->bindings, "bindings"));
	/* lengths of bindings: no compiled dispatch reads them */
	set_field(m, type, made, 11, LLVMConstNull(m->ptr));
	return made;
}

/* Return the local memory of a workgroup: a shared variable. */
static LLVMValueRef make_local_memory(const dispatch_maker *m, const dispatch *d,
				      LLVMValueRef kernel)
{
	LLVMTypeRef type = LLVMArrayType2(m->i8, (uint64_t)d->pages * PAGE);
	LLVMValueRef made;
	char name[200];

	if (!d->pages)
		return LLVMConstNull(m->ptr);
	snprintf(name, sizeof(name), "%s.local_memory", LLVMGetValueName(kernel));
	made = LLVMAddGlobalInAddressSpace(m->module, type, name, HR_SPACE_SHARED);
	LLVMSetInitializer(made, LLVMGetUndef(type));
	LLVMSetLinkage(made, LLVMInternalLinkage);
	LLVMSetAlignment(made, STATE_ALIGN);
	return LLVMBuildAddrSpaceCast(m->builder, made, m->ptr, "");
}

static LLVMValueRef make_workgroup_state(const dispatch_maker *m, const dispatch *d,
					 LLVMValueRef kernel)
{
	static const char id[] = "_Z12get_group_idj";
	LLVMTypeRef fields[] = {m->i32, m->i32, m->i16, m->i16, m->i32, m->ptr, m->i32};
	LLVMTypeRef type = LLVMStructTypeInContext(m->context, fields, 7, false);
	LLVMValueRef made = make_variable(m, type, "workgroup_state");

	for (unsigned i = 0; i < 3; i++)
		set_field(m, type, made, i, ask(m, id, i, fields[i]));
	set_field(m, type, made, 3, number(m->i16, 0));
	set_field(m, type, made, 4, number(m->i32, 0)); /* the processor that runs it */
	set_field(m, type, made, 5, make_local_memory(m, d, kernel));
	set_field(m, type, made, 6, number(m->i32, (uint64_t)d->pages * PAGE));
	return made;
}

/* Call the dispatch, and stop where its result, a status, is not 0. */
static void call_dispatch(const dispatch_maker *m, const dispatch *d, LLVMValueRef kernel)
{
	LLVMTypeRef none = LLVMFunctionType(LLVMVoidTypeInContext(m->context), NULL, 0, false);
	LLVMBasicBlockRef failed = LLVMAppendBasicBlockInContext(m->context, kernel, "failed");
	LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(m->context, kernel, "done");
	LLVMValueRef arguments[3] = {make_environment(m, d), make_dispatch_state(m, d, kernel),
				     make_workgroup_state(m, d, kernel)};
	LLVMValueRef status = LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(d->function),
					     d->function, arguments, 3, "");
	LLVMValueRef trap = LLVMGetNamedFunction(m->module, "llvm.trap");

	if (!trap)
		trap = LLVMAddFunction(m->module, "llvm.trap", none);
	LLVMBuildCondBr(m->builder,
			LLVMBuildICmp(m->builder, LLVMIntNE, status, number(m->i32, 0), ""), failed,
			done);
	LLVMPositionBuilderAtEnd(m->builder, failed);
	LLVMBuildCall2(m->builder, none, trap, NULL, 0, "");
	LLVMBuildUnreachable(m->builder);
	LLVMPositionBuilderAtEnd(m->builder, done);
	LLVMBuildRetVoid(m->builder);
}

/* Require groups of one work-item. */
static void set_group_size(const dispatch_maker *m, LLVMValueRef kernel)
{
	static const char key[] = "reqd_work_group_size";
	LLVMMetadataRef one = LLVMValueAsMetadata(number(m->i32, 1));

	LLVMGlobalSetMetadata(
		kernel, LLVMGetMDKindIDInContext(m->context, key, sizeof(key) - 1),
		LLVMMDNodeInContext2(m->context, (LLVMMetadataRef[]){one, one, one}, 3));
}

static void make_kernel(dispatch_maker *m, const dispatch *d)
{
	LLVMTypeRef types[MOST_BINDINGS + MOST_CONSTANTS];
	LLVMTypeRef buffer = LLVMPointerTypeInContext(m->context, GLOBAL_SPACE);
	unsigned count = d->bindings + d->constants;
	size_t length;
	const char *name = LLVMGetValueName2(d->function, &length);
	LLVMValueRef kernel;
	char text[200];

	for (unsigned i = 0; i < count; i++)
		types[i] = i < d->bindings ? buffer : m->i32;
	kernel = LLVMAddFunction(
		m->module, "",
		LLVMFunctionType(LLVMVoidTypeInContext(m->context), types, count, false));
	snprintf(text, sizeof(text), "%.*s", (int)sizeof(text) - 20, name);
	length = strlen(text);
	strcat(text, ".dispatch");
	LLVMSetValueName2(d->function, text, strlen(text));
	LLVMSetValueName2(kernel, text, length);
	LLVMSetFunctionCallConv(kernel, HR_SPIR_KERNEL);
	for (unsigned i = 0; i < count; i++) {
		bool binding = i < d->bindings;

		snprintf(text, sizeof(text), "%s%u", binding ? "binding" : "constant",
			 binding ? i : i - d->bindings);
		LLVMSetValueName2(LLVMGetParam(kernel, i), text, strlen(text));
	}
	set_group_size(m, kernel);
	LLVMPositionBuilderAtEnd(m->builder,
				 LLVMAppendBasicBlockInContext(m->context, kernel, "entry"));
	call_dispatch(m, d, kernel);
	hr_mark_inline(d->function);
	m->made++;
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Set the functions that the dispatches of LIBRARY, a constant, import: declarations of their names. */
static void find_imports(const dispatch_maker *m, dispatch *d, LLVMValueRef library)
{
	LLVMTypeRef type =
		LLVMFunctionType(m->i32, (LLVMTypeRef[]){m->ptr, m->ptr, m->ptr}, 3, false);
	LLVMValueRef table = LLVMGetAggregateElement(library, 1);
	uint64_t count = table ? number_at(table, 0) : 0;

	for (unsigned i = 0; i < count && i < sizeof(d->imports) / sizeof(*d->imports); i++) {
		LLVMValueRef name = element_at(LLVMGetAggregateElement(table, 1), i);
		LLVMValueRef text =
			name && LLVMIsAGlobalVariable(name) ? LLVMGetInitializer(name) : NULL;
		size_t length;
		const char *symbol =
			text && LLVMIsConstantString(text) ? LLVMGetAsString(text, &length) : "";
		LLVMValueRef function;

		symbol += *symbol == '?'; /* an optional import */
		function = LLVMGetNamedFunction(m->module, symbol);
		if (!function)
			function = LLVMAddFunction(m->module, symbol, type);
		d->imports[d->import_count++] = function;
	}
}

static void make_kernels(dispatch_maker *m, LLVMValueRef library)
{
	LLVMValueRef exports = LLVMGetAggregateElement(library, 2);
	uint64_t count = exports ? number_at(exports, 0) : 0;

	for (unsigned i = 0; i < count; i++) {
		dispatch d = {.function = element_at(LLVMGetAggregateElement(exports, 1), i)};
		LLVMValueRef row = element_at(LLVMGetAggregateElement(exports, 2), i);

		find_imports(m, &d, library);
		if (d.function && LLVMIsAFunction(d.function) &&
		    LLVMGetFirstBasicBlock(d.function) && LLVMCountParams(d.function) == 3 &&
		    read_attributes(&d, row))
			make_kernel(m, &d);
	}
}

void hr_kernel_dispatches(hr_program *program)
{
	LLVMContextRef context = program->context;
	dispatch_maker m = {.module = program->module,
			    .context = context,
			    .builder = LLVMCreateBuilderInContext(context),
			    .i8 = LLVMInt8TypeInContext(context),
			    .i16 = LLVMInt16TypeInContext(context),
			    .i32 = LLVMInt32TypeInContext(context),
			    .i64 = LLVMInt64TypeInContext(context),
			    .ptr = LLVMPointerTypeInContext(context, 0)};

	for (LLVMValueRef at = LLVMGetFirstGlobal(m.module); at; at = LLVMGetNextGlobal(at)) {
		LLVMValueRef library = LLVMGetInitializer(at);

		if (library && has_type(library, "iree_hal_executable_library_v0_t"))
			make_kernels(&m, library);
	}
	if (m.made)
		hr_run_passes(m.module, "always-inline,function(sroa)");
	LLVMDisposeBuilder(m.builder);
}
