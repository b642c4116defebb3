/* ir/kernel/convert.c -- writes the graph of a kernel: the root, the groups, shared memory (K1, K3).
 *
 *	KERNEL.launch          the root: the kernel's arguments
 *	  KERNEL.sizes         only if the last groups are smaller: one instance for each group, whose
 *	                       outputs are the group's size
 *	  KERNEL.group         one instance for each group, z outermost
 *	    VARIABLE.shared    an allocation node for each shared variable
 *	    KERNEL             the kernel itself: one instance for each work-item
 *
 * Clauses:   K1, K3, K6.
 * Not here:  finding kernels (find.c), their calls (items.c), their functions (shared.c). */
#include <string.h>

#include "ir/kernel/kernel_private.h"
#include "ir/kernel/library/library.h"
#include "ir/program/hpvm_names.h"

static LLVMValueRef number(const hr_kernel *k, uint64_t value)
{
	return LLVMConstInt(k->i32, value, false);
}

/* --- nodes ------------------------------------------------------------------------------------ */

static void set_attribute(const hr_kernel *k, LLVMValueRef function, LLVMAttributeIndex index,
			  const char *name, const char *text)
{
	LLVMAddAttributeAtIndex(function, index,
				LLVMCreateStringAttribute(k->context, name, (unsigned)strlen(name),
							  text, (unsigned)strlen(text)));
}

static void set_text(const hr_kernel *k, LLVMValueRef function, const char *name, const char *text)
{
	set_attribute(k, function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name, text);
}

/* Say which kernel FUNCTION is a part of, and what its instances are. */
static void set_kind(const hr_kernel *k, LLVMValueRef function, hr_instance_kind kind)
{
	set_text(k, function, HR_KERNEL_NAME, k->name);
	set_text(k, function, HR_KERNEL_INSTANCE, hr_instance_noun(kind));
}

static LLVMValueRef make_function(hr_kernel *k, const char *name, LLVMTypeRef *params,
				  unsigned count, LLVMBuilderRef builder)
{
	LLVMValueRef made =
		LLVMAddFunction(k->module, name, LLVMFunctionType(k->none, params, count, false));

	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(k->context, made, ""));
	LLVMSetCurrentDebugLocation2(builder, NULL);
	set_kind(k, made, HR_INSTANCE);
	return made;
}

/* Create a child with the SIZES of a grid, x first. */
static LLVMValueRef create(hr_kernel *k, LLVMBuilderRef builder, LLVMValueRef function,
			   LLVMValueRef *sizes)
{
	LLVMValueRef arguments[5] = {number(k, sizes ? 3 : 0), function};

	for (unsigned i = 0; sizes && i < 3; i++)
		arguments[2 + i] = sizes[2 - i];
	return hr_kernel_call(k, builder, "__hpvm__createNodeND", k->ptr, arguments, sizes ? 5 : 2,
			      true);
}

static void bind(hr_kernel *k, LLVMBuilderRef builder, LLVMValueRef child, unsigned from,
		 unsigned to)
{
	hr_kernel_call(k, builder, "__hpvm__bindIn", k->none,
		       (LLVMValueRef[]){child, number(k, from), number(k, to), number(k, 0)}, 4,
		       false);
}

static void edge(hr_kernel *k, LLVMBuilderRef builder, LLVMValueRef source, LLVMValueRef sink,
		 bool all, unsigned from, unsigned to)
{
	hr_kernel_call(k, builder, "__hpvm__edge", k->ptr,
		       (LLVMValueRef[]){source, sink, number(k, all), number(k, from),
					number(k, to), number(k, 0)},
		       6, false);
}

/* The allocation node of a variable, or of an argument, which has its size as its input. */
static LLVMValueRef make_shared(hr_kernel *k, const hr_kernel_shared *shared)
{
	const char *name = hr_arena_printf(&k->program->arena, "%s.shared", shared->name);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(k->context);
	LLVMValueRef made = make_function(k, name, &k->i64, shared->variable ? 0 : 1, builder);
	LLVMValueRef bytes = shared->variable ? LLVMConstInt(k->i64, shared->bytes, false)
					      : LLVMGetParam(made, 0);
	LLVMTypeRef type = shared->variable
				   ? LLVMTypeOf(shared->variable)
				   : LLVMTypeOf(LLVMGetParam(k->function, shared->argument));
	LLVMValueRef memory =
		hr_kernel_call(k, builder, "__hpvm__malloc", k->ptr, &bytes, 1, false);

	set_text(k, made, HR_KERNEL_VARIABLE, shared->name);
	if (type != k->ptr)
		memory = LLVMBuildAddrSpaceCast(builder, memory, type, "");
	hr_kernel_call(k, builder, "__hpvm__return", k->none,
		       (LLVMValueRef[]){number(k, 2), memory, bytes}, 3, true);
	LLVMBuildRetVoid(builder);
	LLVMDisposeBuilder(builder);
	return made;
}

/* --- the graph -------------------------------------------------------------------------------- */

static unsigned argument_count(const hr_kernel *k)
{
	unsigned count = LLVMCountParams(k->function);

	for (size_t i = 0; i < k->shared.count; i++)
		count -= k->shared.data[i].variable != NULL;
	return count;
}

/* Return the types of the arguments that the root has: a local argument is its size. */
static LLVMTypeRef *argument_types(const hr_kernel *k, unsigned count)
{
	LLVMTypeRef *types = hr_arena_array(&k->program->arena, count + 4, sizeof(LLVMTypeRef));

	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(LLVMGetParam(k->function, i));
	for (size_t i = 0; i < k->shared.count; i++)
		if (!k->shared.data[i].variable)
			types[k->shared.data[i].argument] = k->i64;
	return types;
}

static void name_arguments(const hr_kernel *k, LLVMValueRef function, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		const char *name = hr_kernel_parameter(k->program, k->function, i);

		LLVMSetValueName2(LLVMGetParam(function, i), name, strlen(name));
	}
	for (size_t i = 0; i < k->shared.count; i++)
		if (!k->shared.data[i].variable)
			set_attribute(k, function, k->shared.data[i].argument + 1, HR_KERNEL_LOCAL,
				      "");
	for (unsigned i = 0; i < count; i++) {
		const char *type = hr_kernel_opaque(k->program, k->function, i);

		if (type)
			set_attribute(k, function, i + 1, HR_KERNEL_OPAQUE, type);
	}
}

/* Mark the parameters of the root that may be left out, as those of the kernel are marked. */
static void mark_optional(const hr_kernel *k, LLVMValueRef root, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		LLVMAttributeRef optional = LLVMGetStringAttributeAtIndex(
			k->function, i + 1, HR_OPTIONAL_INPUT, strlen(HR_OPTIONAL_INPUT));

		if (optional)
			LLVMAddAttributeAtIndex(root, i + 1, optional);
	}
}

/* Code for the host that is not OpenCL C, as dispatches of IREE, has buffers in address space 0, in which kernels of
 * OpenCL C have their variables only. */
static void check_spaces(const hr_kernel *k)
{
	if (k->launch->for_host &&
	    !LLVMGetNamedMetadataNumOperands(k->module, "opencl.ocl.version"))
		k->program->spaces = HR_SPACES_NONE;
}

static void mark_scratch(const hr_kernel *k)
{
	LLVMAttributeRef optional = LLVMCreateStringAttribute(k->context, HR_OPTIONAL_INPUT,
							      strlen(HR_OPTIONAL_INPUT), "", 0);

	for (unsigned i = 0; i < LLVMCountParams(k->function); i++)
		if (hr_kernel_is_scratch(k->module, k->function, i))
			LLVMAddAttributeAtIndex(k->function, i + 1, optional);
}

static LLVMValueRef *constants(const hr_kernel *k, const uint64_t sizes[3])
{
	LLVMValueRef *made = hr_arena_array(&k->program->arena, 3, sizeof(LLVMValueRef));

	for (unsigned i = 0; i < 3; i++)
		made[i] = LLVMConstInt(k->i64, sizes[i], false);
	return made;
}

/* The leaf that computes the sizes of a group, x first. */
static LLVMValueRef make_sizes(hr_kernel *k)
{
	const char *name = hr_arena_printf(&k->program->arena, "%s.sizes", k->name);
	const hr_kernel_launch *launch = k->launch;
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(k->context);
	LLVMValueRef made = make_function(k, name, NULL, 0, builder), values[4] = {number(k, 3)};

	for (unsigned d = 0; d < 3; d++) {
		uint64_t last = launch->items[d] % launch->block[d];
		LLVMValueRef whole = LLVMConstInt(k->i64, launch->block[d], false);
		LLVMValueRef is_last;

		values[1 + d] = whole;
		if (!last)
			continue;
		is_last = LLVMBuildICmp(builder, LLVMIntEQ,
					hr_kernel_query(k, builder, false, false, d),
					LLVMConstInt(k->i64, launch->groups[d] - 1, false), "");
		values[1 + d] = LLVMBuildSelect(builder, is_last, LLVMConstInt(k->i64, last, false),
						whole, "");
	}
	hr_kernel_call(k, builder, "__hpvm__return", k->none, values, 4, true);
	LLVMBuildRetVoid(builder);
	LLVMDisposeBuilder(builder);
	return made;
}

/* Connect the leaf of a group: arguments by binds, shared memory by edges. */
static void connect(hr_kernel *k, LLVMBuilderRef builder, LLVMValueRef leaf, unsigned count)
{
	bool *done = hr_arena_array(&k->program->arena, count + 1, sizeof(*done));
	unsigned hidden = count;

	for (size_t i = 0; i < k->shared.count; i++) {
		const hr_kernel_shared *shared = &k->shared.data[i];
		LLVMValueRef node = create(k, builder, make_shared(k, shared), NULL);

		if (!shared->variable) {
			bind(k, builder, node, shared->argument, 0);
			done[shared->argument] = true;
		}
		edge(k, builder, node, leaf, true, 0,
		     shared->variable ? hidden++ : shared->argument);
	}
	for (unsigned i = 0; i < count; i++)
		if (!done[i])
			bind(k, builder, leaf, i, i);
}

static void write_graph(hr_kernel *k)
{
	unsigned count = argument_count(k);
	LLVMTypeRef *types = argument_types(k, count);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(k->context);
	const char *group_name = hr_arena_printf(&k->program->arena, "%s.group", k->name);
	LLVMValueRef group, root, child, *sizes = constants(k, k->launch->block);
	const bool cuda = k->launch->language != HR_KERNEL_OPENCL;

	for (unsigned i = 0; k->uneven && i < 3; i++)
		types[count + i] = k->i64;
	group = make_function(k, group_name, types, count + (k->uneven ? 3 : 0), builder);
	name_arguments(k, group, count);
	set_kind(k, group, cuda ? HR_BLOCK : HR_WORK_GROUP);
	set_kind(k, k->function, cuda ? HR_THREAD : HR_WORK_ITEM);
	for (unsigned i = 0; k->uneven && i < 3; i++)
		sizes[i] = LLVMGetParam(group, count + i);
	connect(k, builder, create(k, builder, k->function, sizes), count);
	LLVMBuildRetVoid(builder);
	k->launch->root = hr_arena_printf(&k->program->arena, "%s.launch", k->launch->kernel);
	root = make_function(k, k->launch->root, types, count, builder);
	name_arguments(k, root, count);
	mark_optional(k, root, count);
	child = create(k, builder, group, constants(k, k->launch->groups));
	for (unsigned i = 0; i < count; i++)
		bind(k, builder, child, i, i);
	if (k->uneven) {
		LLVMValueRef leaf =
			create(k, builder, make_sizes(k), constants(k, k->launch->groups));

		for (unsigned i = 0; i < 3; i++)
			edge(k, builder, leaf, child, false, i, count + i);
	}
	LLVMBuildRetVoid(builder);
	LLVMDisposeBuilder(builder);
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Remove the shared variables, which are parameters now. Those of other kernels, which never run, are defined, for dynamic ones are
 * declarations that reports would name as missing. */
static void remove_variables(hr_kernel *k)
{
	LLVMValueRef next;

	for (LLVMValueRef at = LLVMGetFirstGlobal(k->module); at; at = next) {
		next = LLVMGetNextGlobal(at);
		if (LLVMGetPointerAddressSpace(LLVMTypeOf(at)) != HR_SPACE_SHARED ||
		    !LLVMIsDeclaration(at))
			continue;
		if (!LLVMGetFirstUse(at)) {
			LLVMDeleteGlobal(at);
			continue;
		}
		LLVMSetInitializer(at, LLVMGetUndef(LLVMGlobalGetValueType(at)));
		LLVMSetLinkage(at, LLVMInternalLinkage);
	}
}

hr_status hr_kernel_convert(hr_program *program, hr_kernel_launch *launch)
{
	hr_kernel k = {.program = program,
		       .launch = launch,
		       .module = program->module,
		       .context = program->context,
		       .i32 = LLVMInt32TypeInContext(program->context),
		       .i64 = LLVMInt64TypeInContext(program->context),
		       .ptr = LLVMPointerTypeInContext(program->context, 0),
		       .none = LLVMVoidTypeInContext(program->context)};
	hr_status status = hr_kernel_find(&k);

	if (status == HR_OK && !hr_kernel_check(&k))
		status = HR_REJECT;
	if (status == HR_OK) {
		check_spaces(&k);
		mark_scratch(&k);
		hr_kernel_amdgpu(&k);
	}
	if (status == HR_OK)
		status = hr_kernel_items(&k);
	if (status == HR_OK)
		status = hr_kernel_print(&k);
	if (status == HR_OK)
		hr_kernel_device(&k);
	if (status == HR_OK)
		status = hr_kernel_inline(&k);
	if (status == HR_OK)
		hr_kernel_place_warps(&k);
	if (status == HR_OK)
		hr_kernel_barriers(&k);
	if (status == HR_OK)
		hr_kernel_polls(&k);
	if (status == HR_OK)
		hr_kernel_clock(&k);
	if (status == HR_OK)
		status = hr_kernel_rebuild(&k);
	if (status == HR_OK) {
		write_graph(&k);
		remove_variables(&k);
		program->kernel = k.name;
		program->changes_acquire = launch->language != HR_KERNEL_OPENCL;
		program->ended_arrive = hr_kernel_ended_arrive(&k);
		program->warp = launch->warp;
	}
	hr_kernel_free(&k);
	return status;
}

void hr_kernel_recall(hr_program *program)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(program->module); f;
	     f = LLVMGetNextFunction(f)) {
		LLVMAttributeRef name = LLVMGetStringAttributeAtIndex(
			f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, HR_KERNEL_NAME,
			strlen(HR_KERNEL_NAME));
		unsigned length;
		const char *text = name ? LLVMGetStringAttributeValue(name, &length) : NULL;

		if (text)
			program->kernel = hr_arena_strndup(&program->arena, text, length);
	}
}
