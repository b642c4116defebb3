/* ir/kernel/find.c -- finds kernels, what one reaches, and what it requires.
 *
 * A kernel has the calling convention of kernels, or metadata says so: nvvm.annotations,
 * opencl.kernels, or kernel_arg_addr_space of the function (OpenCL C for the host).
 *
 * Clauses:   K1, K3, K6.
 * Not here:  what a kernel needs that is missing (needs.c), changes of the module (items.c, shared.c, convert.c). */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Target.h>

#include "ir/kernel/kernel_private.h"
#include "ir/kernel/library/library.h"
#include "ir/program/debug_names.h"
#include "ir/program/hpvm_names.h"
#include "src/arith/warp.h"
#include "src/diag/near.h"

bool hr_kernel_target(const char *triple)
{
	return !strncmp(triple, "spir", 4) || !strncmp(triple, "nvptx", 5) ||
	       !strncmp(triple, "amdgcn", 6);
}

const char *hr_kernel_triple(void *module)
{
	const char *triple = LLVMGetTarget(module);

	/* From version 23 on, LLVM writes "amdgpu9.42-amd-amdhsa" for "amdgcn-amd-amdhsa" with gfx942. */
	if (!strncmp(triple, "amdgpu", 6))
		triple = "amdgcn";
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !*triple;
	     f = LLVMGetNextFunction(f))
		switch (LLVMGetFunctionCallConv(f)) {
		case HR_PTX_KERNEL: triple = "nvptx64"; break;
		case HR_SPIR_KERNEL: triple = "spir64"; break;
		case HR_AMDGPU_KERNEL: triple = "amdgcn"; break;
		default: break;
		}
	return triple;
}

/* Processors of AMDGPU have waves of 32 lanes from gfx10 on, and of 64 before. */
enum { FIRST_NARROW = 10 };

/* Return the lanes of a wave of the target TRIPLE, which names the processor in the form "amdgpu9.42-amd-amdhsa" alone. */
static unsigned wave_of_target(const char *triple)
{
	static const char start[] = "amdgpu";

	return !strncmp(triple, start, strlen(start)) &&
			       strtoul(triple + strlen(start), NULL, 10) >= FIRST_NARROW
		       ? 32
		       : 64;
}

void hr_kernel_set_target(hr_kernel_launch *launch, void *module, const char *triple)
{
	launch->language = hr_kernel_language_of(triple);
	/* OpenCL C for AMDGPU */
	if (LLVMGetNamedMetadataNumOperands(module, "opencl.ocl.version"))
		launch->language = HR_KERNEL_OPENCL;
	launch->wave = strncmp(triple, "amdgcn", 6) ? 0 : wave_of_target(LLVMGetTarget(module));
	launch->ended_arrive = !strncmp(triple, "nvptx", 5) || launch->wave;
	launch->for_host = !hr_kernel_target(triple);
	launch->spaces = hr_spaces_of(triple);
}

void hr_kernel_same_target(hr_kernel_launch *launch, const hr_kernel_launch *from)
{
	launch->language = from->language;
	launch->for_host = from->for_host;
	launch->wave = from->wave;
	launch->ended_arrive = from->ended_arrive;
}

/* --- metadata --------------------------------------------------------------------------------- */

/* Return the operands of NODE, a metadata node, in *COUNT values; the caller frees them. */
static LLVMValueRef *operands_of(LLVMValueRef node, unsigned *count)
{
	LLVMValueRef *operands;

	*count = LLVMGetMDNodeNumOperands(node);
	operands = hr_alloc_array(*count + 1, sizeof(*operands));
	LLVMGetMDNodeOperands(node, operands);
	return operands;
}

/* Return the text of a metadata string, or NULL. */
static const char *text_of(LLVMValueRef value, unsigned *length)
{
	*length = 0;
	return value ? LLVMGetMDString(value, length) : NULL;
}

static bool is_text(LLVMValueRef value, const char *text)
{
	unsigned length;
	const char *got = text_of(value, &length);

	return got && length == strlen(text) && !memcmp(got, text, length);
}

/* Return the metadata of FUNCTION of the kind NAME, or NULL. */
static LLVMValueRef attached(LLVMModuleRef module, LLVMValueRef function, const char *name)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	unsigned kind = LLVMGetMDKindIDInContext(context, name, (unsigned)strlen(name));
	LLVMValueRef found = NULL;
	size_t count;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(function, &count);

	for (size_t i = 0; i < count; i++)
		if (LLVMValueMetadataEntriesGetKind(all, (unsigned)i) == kind)
			found = LLVMMetadataAsValue(
				context, LLVMValueMetadataEntriesGetMetadata(all, (unsigned)i));
	LLVMDisposeValueMetadataEntries(all);
	return found;
}

/* Return the number that nvvm.annotations has for KEY of FUNCTION, or 0. */
static uint64_t annotation(LLVMModuleRef module, LLVMValueRef function, const char *key)
{
	unsigned rows = LLVMGetNamedMetadataNumOperands(module, "nvvm.annotations"), count;
	LLVMValueRef *nodes = hr_alloc_array(rows + 1, sizeof(*nodes));
	uint64_t found = 0;

	LLVMGetNamedMetadataOperands(module, "nvvm.annotations", nodes);
	for (unsigned i = 0; i < rows; i++) {
		LLVMValueRef *operands = operands_of(nodes[i], &count);

		for (unsigned k = 1; operands[0] == function && k + 1 < count; k += 2)
			if (is_text(operands[k], key) && LLVMIsAConstantInt(operands[k + 1]))
				found = LLVMConstIntGetZExtValue(operands[k + 1]);
		hr_free(operands);
	}
	hr_free(nodes);
	return found;
}

static bool in_opencl_kernels(LLVMModuleRef module, LLVMValueRef function)
{
	unsigned rows = LLVMGetNamedMetadataNumOperands(module, "opencl.kernels"), count;
	LLVMValueRef *nodes = hr_alloc_array(rows + 1, sizeof(*nodes));
	bool found = false;

	LLVMGetNamedMetadataOperands(module, "opencl.kernels", nodes);
	for (unsigned i = 0; i < rows; i++) {
		LLVMValueRef *operands = operands_of(nodes[i], &count);

		found |= count && operands[0] == function;
		hr_free(operands);
	}
	hr_free(nodes);
	return found;
}

/* Return true if NAME is clang's for a block of enqueue_kernel(), which no launch has as its kernel. */
static bool is_block(const char *name)
{
	static const char end[] = "_block_invoke_kernel";
	const size_t length = strlen(name);

	return !strncmp(name, "__", 2) && length > strlen(end) &&
	       !strcmp(name + length - strlen(end), end);
}

bool hr_kernel_is(LLVMModuleRef module, LLVMValueRef function)
{
	unsigned convention = LLVMGetFunctionCallConv(function);

	if (!LLVMGetFirstBasicBlock(function) ||
	    !strncmp(LLVMGetValueName(function), HR_KERNEL_BODY, strlen(HR_KERNEL_BODY)) ||
	    is_block(LLVMGetValueName(function)))
		return false;
	return convention == HR_PTX_KERNEL || convention == HR_SPIR_KERNEL ||
	       convention == HR_AMDGPU_KERNEL || annotation(module, function, "kernel") ||
	       in_opencl_kernels(module, function) ||
	       attached(module, function, "kernel_arg_addr_space");
}

/* --- what a kernel requires ------------------------------------------------------------------- */

/* Return the string attribute NAME of FUNCTION, or NULL. */
static const char *attribute_text(LLVMValueRef function, const char *name)
{
	LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
		function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
		(unsigned)strlen(name));
	unsigned length;

	return attribute ? LLVMGetStringAttributeValue(attribute, &length) : NULL;
}

/* Read "X,Y,Z" of the string attribute NAME of FUNCTION. */
static bool sizes_of_attribute(LLVMValueRef function, const char *name, uint64_t sizes[3])
{
	const char *text = attribute_text(function, name);
	const char *end = text ? text + strlen(text) : NULL;
	unsigned count = 0;

	for (; text && text < end && count < 3; text++) {
		char *after;

		sizes[count++] = strtoull(text, &after, 10);
		text = after;
	}
	return count > 0;
}

bool hr_kernel_sizes(LLVMModuleRef module, LLVMValueRef function, bool most, uint64_t sizes[3])
{
	static const char *const keys[2][3] = {{"reqntidx", "reqntidy", "reqntidz"},
					       {"maxntidx", "maxntidy", "maxntidz"}};
	LLVMValueRef node = most ? NULL : attached(module, function, "reqd_work_group_size");
	bool found = false;

	for (unsigned i = 0; i < 3; i++)
		sizes[i] = 1;
	if (node) {
		unsigned count;
		LLVMValueRef *operands = operands_of(node, &count);

		for (unsigned i = 0; i < 3 && i < count; i++)
			if (LLVMIsAConstantInt(operands[i]))
				sizes[i] = LLVMConstIntGetZExtValue(operands[i]);
		hr_free(operands);
		return true;
	}
	if (sizes_of_attribute(function, most ? "nvvm.maxntid" : "nvvm.reqntid", sizes))
		return true;
	if (most && sizes_of_attribute(function, "amdgpu-flat-work-group-size", sizes)) {
		/* the least and the greatest number of work-items */
		sizes[0] = sizes[1];
		sizes[1] = 1;
		return true;
	}
	for (unsigned i = 0; i < 3; i++) {
		uint64_t value = annotation(module, function, keys[most][i]);

		found |= value != 0;
		sizes[i] = value ? value : 1;
	}
	return found;
}

/* Return true if FUNCTION is compiled for clusters of several blocks. */
static bool has_clusters(LLVMModuleRef module, LLVMValueRef function)
{
	uint64_t sizes[3] = {annotation(module, function, "cluster_dim_x"),
			     annotation(module, function, "cluster_dim_y"),
			     annotation(module, function, "cluster_dim_z")};

	(void)sizes_of_attribute(function, "nvvm.cluster_dim", sizes);
	return sizes[0] > 1 || sizes[1] > 1 || sizes[2] > 1;
}

LLVMTypeRef hr_kernel_byval(LLVMValueRef function, unsigned i)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
	LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, i + 1, kind);

	if (!attribute) /* of kernels for AMDGPU */
		attribute = LLVMGetEnumAttributeAtIndex(
			function, i + 1, LLVMGetEnumAttributeKindForName("byref", strlen("byref")));
	return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* Return true if MLIR has written MODULE, as Triton does. */
static bool is_of_mlir(LLVMModuleRef module)
{
	static const char writer[] = "LLVMDialectModule";
	size_t length;
	const char *file = LLVMGetSourceFileName(module, &length);

	return length == strlen(writer) && !memcmp(file, writer, length);
}

bool hr_kernel_is_scratch(LLVMModuleRef module, LLVMValueRef function, unsigned i)
{
	enum { SCRATCH = 2 };
	LLVMValueRef parameter = LLVMGetParam(function, i);

	return is_of_mlir(module) && i + SCRATCH >= LLVMCountParams(function) &&
	       !LLVMGetFirstUse(parameter) &&
	       LLVMGetTypeKind(LLVMTypeOf(parameter)) == LLVMPointerTypeKind;
}

typedef struct wanted_name {
	hr_arena *arena;
	LLVMValueRef wanted;
	const char *name;
} wanted_name;

/* Return true if PARAMETER, or what it points to, is stored in VARIABLE, also through its address in another address
 * space. */
static bool keeps(LLVMValueRef variable, LLVMValueRef parameter, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use && depth; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool copies = LLVMIsAMemCpyInst(user) && LLVMGetOperand(user, 1) == parameter;

		if (copies || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == parameter) ||
		    (LLVMIsAAddrSpaceCastInst(user) && keeps(user, parameter, depth - 1)))
			return true;
	}
	return false;
}

static void keep_name(void *context, LLVMValueRef value, const char *name, size_t length)
{
	wanted_name *to = context;

	/* clang at -O0 stores parameters in variables */
	if (LLVMIsAAllocaInst(value) && keeps(value, to->wanted, 2))
		value = to->wanted;
	if (value == to->wanted && !to->name)
		to->name = hr_arena_strndup(to->arena, name, length);
}

const char *hr_kernel_said(hr_program *program, LLVMValueRef function, const char *kind, unsigned i)
{
	LLVMValueRef node = attached(program->module, function, kind), *operands;
	unsigned count, bytes;
	const char *text;

	if (!node || i >= LLVMGetMDNodeNumOperands(node))
		return NULL;
	operands = operands_of(node, &count);
	text = text_of(operands[i], &bytes);
	hr_free(operands);
	return text ? hr_arena_strndup(&program->arena, text, bytes) : NULL;
}

const char *hr_kernel_opaque(hr_program *program, LLVMValueRef function, unsigned i)
{
	const char *type = hr_kernel_said(program, function, "kernel_arg_base_type", i);

	if (!type || hr_kernel_byval(function, i))
		return NULL;
	if (!strncmp(type, "image", 5) && type[5] >= '1' && type[5] <= '3' &&
	    !strncmp(type + 6, "d_", 2))
		return type;
	return strcmp(type, "sampler_t") ? NULL : type;
}

static bool ends(const char *name, size_t length, const char *with)
{
	return length > strlen(with) && !memcmp(name + length - strlen(with), with, strlen(with));
}

const char *hr_kernel_parameter(hr_program *program, LLVMValueRef function, unsigned i)
{
	wanted_name to = {&program->arena, LLVMGetParam(function, i), NULL};
	size_t length;
	const char *own = LLVMGetValueName2(to.wanted, &length);
	static const char coerced[] = ".coerce";

	to.name = hr_kernel_said(program, function, "kernel_arg_name", i);
	if (!to.name &&
	    length) /* clang's name for a pointer to generic memory that it passes as one to global memory */
		to.name = hr_arena_strndup(
			to.arena, own, length - (ends(own, length, coerced) ? strlen(coerced) : 0));
	if (!to.name)
		hr_debug_parameters(function, keep_name, &to);
	if (!to.name)
		hr_debug_names(function, keep_name, &to);
	if (!to.name) { /* clang calls the body of a kernel, which has the names, in another function */
		LLVMValueRef body = LLVMGetNamedFunction(
			program->module,
			hr_arena_printf(to.arena, HR_KERNEL_BODY "%s", LLVMGetValueName(function)));

		if (body && body != function && LLVMGetFirstBasicBlock(body) &&
		    LLVMCountParams(body) == LLVMCountParams(function))
			return hr_kernel_parameter(program, body, i);
	}
	return to.name ? to.name : "";
}

/* --- what a kernel reaches -------------------------------------------------------------------- */

bool hr_kernel_is_one_of(const hr_kernel_values *values, LLVMValueRef value)
{
	for (size_t i = 0; i < values->count; i++)
		if (values->data[i] == value)
			return true;
	return false;
}

void hr_kernel_free(hr_kernel *k)
{
	HR_VEC_FREE(&k->reached);
	HR_VEC_FREE(&k->tables);
	HR_VEC_FREE(&k->shared);
}

static bool is_shared_variable(LLVMValueRef value)
{
	return LLVMIsAGlobalVariable(value) &&
	       LLVMGetPointerAddressSpace(LLVMTypeOf(value)) == HR_SPACE_SHARED;
}

/* Return the name in the source of the variable NAME, of *LENGTH bytes: clang calls the variable 'l' of
 * kernel 'k' "k.l" in OpenCL C, and "_ZZ1kvE1l" in CUDA. */
static const char *source_name(const hr_kernel *k, const char *name, size_t *length)
{
	size_t own = strlen(k->name), whole = *length;

	if (whole > own + 1 && !strncmp(name, k->name, own) && name[own] == '.') {
		*length -= own + 1;
		return name + own + 1;
	}
	for (size_t i = 3; !strncmp(name, "_ZZ", 3) && i < whole; i++) {
		char *after;

		if (name[i - 1] != 'E' || name[i] < '1' || name[i] > '9')
			continue;
		*length = strtoul(name + i, &after, 10);
		if ((size_t)(name + whole - after) == *length)
			return after;
	}
	*length = whole;
	return name;
}

static void add_variable(hr_kernel *k, LLVMValueRef variable)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(k->module);
	hr_kernel_shared shared = {
		.variable = variable,
		.dynamic = LLVMIsDeclaration(variable),
		.bytes = LLVMABISizeOfType(layout, LLVMGlobalGetValueType(variable))};
	size_t length;
	const char *name = LLVMGetValueName2(variable, &length);

	for (size_t i = 0; i < k->shared.count; i++)
		if (k->shared.data[i].variable == variable)
			return;
	name = source_name(k, name, &length);
	if (shared.dynamic)
		shared.bytes = k->launch->shared;
	shared.name = hr_arena_strndup(&k->program->arena, name, length);
	HR_PUSH(&k->shared, shared);
}

static void visit(hr_kernel *k, LLVMValueRef value, unsigned depth)
{
	if (LLVMIsAFunction(value)) {
		if (!hr_kernel_is_one_of(&k->reached, value))
			HR_PUSH(&k->reached, value);
	} else if (is_shared_variable(value)) {
		add_variable(k, value);
	} else if (LLVMIsAGlobalVariable(value)) {
		LLVMValueRef initial = LLVMGetInitializer(value);

		if (initial && LLVMGetNumOperands(initial) &&
		    !hr_kernel_is_one_of(&k->tables, value))
			HR_PUSH(&k->tables, value);
	} else if (LLVMIsAConstant(value) && !LLVMIsAGlobalValue(value) && depth) {
		for (int i = 0; i < LLVMGetNumOperands(value); i++)
			visit(k, LLVMGetOperand(value, (unsigned)i), depth - 1);
	}
}

enum { DEEPEST = 16 }; /* nested constant expressions */

void hr_kernel_reach(hr_kernel *k)
{
	HR_PUSH(&k->reached, k->function);
	for (size_t i = 0, t = 0; i < k->reached.count; i++) {
		HR_EACH_BLOCK_INSTRUCTION(k->reached.data[i], at)
		for (int o = 0; o < LLVMGetNumOperands(at); o++)
			visit(k, LLVMGetOperand(at, (unsigned)o), DEEPEST);
		for (; t < k->tables.count; t++)
			visit(k, LLVMGetInitializer(k->tables.data[t]), DEEPEST);
	}
	for (unsigned i = 0; i < LLVMCountParams(k->function); i++) {
		LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(k->function, i));

		if (LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
		    LLVMGetPointerAddressSpace(type) == HR_SPACE_SHARED) {
			hr_kernel_shared shared = {
				.argument = i,
				.name = hr_kernel_parameter(k->program, k->function, i)};

			HR_PUSH(&k->shared, shared);
		}
	}
}

/* Report that there is no kernel of the wanted name. */
static hr_status no_kernel(hr_kernel *k)
{
	HR_VEC(const char *) names = {0};
	char why[HR_NEAR_TEXT];
	hr_status status;

	for (LLVMValueRef f = LLVMGetFirstFunction(k->module); f; f = LLVMGetNextFunction(f))
		if (hr_kernel_is(k->module, f))
			HR_PUSH(&names, LLVMGetValueName(f));
	status = hr_report(
		k->program->diags, HR_D_no_such_kernel, NULL, k->launch->kernel,
		names.count ? hr_did_you_mean(k->launch->kernel, names.data, names.count, why)
			    : "; it has no kernels at all");
	HR_VEC_FREE(&names);
	return status;
}

/* Return true if OWN is clang's name for a target region of OpenMP in the function and line NAME: "f_l7". */
static bool is_target_region(const char *own, const char *name)
{
	static const char start[] = "__omp_offloading_";
	const size_t length = strlen(own);

	return !strncmp(own, start, strlen(start)) && ends(own, length, name) &&
	       own[length - strlen(name) - 1] == '_';
}

/* Return the only kernel of C++ whose mangled name has the plain name of the launch, or target region of OpenMP of that name, or NULL. */
static LLVMValueRef find_plain(const hr_kernel *k)
{
	const char *name = k->launch->kernel;
	const char *start = hr_arena_printf(&k->program->arena, "_Z%zu%s", strlen(name), name);
	LLVMValueRef found = NULL;

	for (LLVMValueRef f = LLVMGetFirstFunction(k->module); f; f = LLVMGetNextFunction(f)) {
		if ((strncmp(LLVMGetValueName(f), start, strlen(start)) != 0 &&
		     !is_target_region(LLVMGetValueName(f), name)) ||
		    !hr_kernel_is(k->module, f))
			continue;
		if (found)
			return NULL;
		found = f;
	}
	return found;
}

hr_status hr_kernel_find(hr_kernel *k)
{
	LLVMValueRef function = LLVMGetNamedFunction(k->module, k->launch->kernel);
	const char *need;
	size_t next = 0;

	if (!function)
		function = find_plain(k);
	if (!function || !hr_kernel_is(k->module, function))
		return no_kernel(k);
	k->function = function;
	k->name = hr_arena_printf(&k->program->arena, "%s", k->launch->kernel);
	if (has_clusters(k->module, function))
		return hr_report(k->program->diags, HR_D_kernel_needs, NULL, k->name,
				 "clusters of several blocks");
	hr_kernel_reach(k);
	need = hr_kernel_need(k, &next);
	if (need)
		return hr_report(k->program->diags, HR_D_kernel_needs, NULL, k->name, need);
	return HR_OK;
}

/* --- the launch ------------------------------------------------------------------------------- */

static bool wrong(hr_kernel *k, const char *format, ...) HR_PRINTF(2, 3);

static bool wrong(hr_kernel *k, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vsnprintf(k->launch->wrong, sizeof(k->launch->wrong), format, list);
	va_end(list);
	return false;
}

/* Derive the sizes that were not given. */
static bool complete(hr_kernel *k)
{
	hr_kernel_launch *launch = k->launch;
	bool by_items = launch->items[0] != 0;

	for (unsigned i = 0; i < 3; i++) {
		if (by_items)
			launch->groups[i] = launch->items[i] / launch->block[i] +
					    (launch->items[i] % launch->block[i] != 0);
		else if (__builtin_mul_overflow(launch->groups[i], launch->block[i],
						&launch->items[i]))
			return wrong(k,
				     "--grid and --block: the number of work-items in %c does "
				     "not fit 64 bits",
				     "xyz"[i]);
		k->uneven |= launch->items[i] % launch->block[i] != 0;
	}
	return true;
}

static bool check_shared(hr_kernel *k)
{
	bool dynamic = false;

	for (size_t i = 0; i < k->shared.count; i++)
		dynamic |= k->shared.data[i].dynamic;
	if (dynamic && !k->launch->shared_given)
		return wrong(k, "--shared BYTES is missing: kernel '%s' uses dynamic shared memory",
			     k->name);
	if (!dynamic && k->launch->shared)
		return wrong(k, "--shared: kernel '%s' uses no dynamic shared memory", k->name);
	return true;
}

unsigned hr_kernel_warp(LLVMModuleRef module, LLVMValueRef function)
{
	LLVMValueRef node = attached(module, function, "intel_reqd_sub_group_size");
	unsigned count;
	LLVMValueRef *operands = node ? operands_of(node, &count) : NULL;
	uint64_t size = 0;

	if (node && count && LLVMIsAConstantInt(operands[0]))
		size = LLVMConstIntGetZExtValue(operands[0]);
	hr_free(operands);
	return (unsigned)(size < UINT_MAX ? size : UINT_MAX);
}

/* Return the lanes of a wave of FUNCTION, which is for AMDGPU: what its target features say, else those of its processor, else MACHINE. */
static unsigned wave_of(LLVMValueRef function, unsigned machine)
{
	static const char names[] = "gfx";
	const char *text = attribute_text(function, "target-features"), *processor;
	unsigned long number;
	char *end;

	if (text && strstr(text, "+wavefrontsize32"))
		return 32;
	if (text && strstr(text, "+wavefrontsize64"))
		return 64;
	processor = attribute_text(function, "target-cpu");
	if (!processor || strncmp(processor, names, strlen(names)) != 0)
		return machine;
	/* gfx90a, gfx942, gfx1100, gfx11-generic */
	number = strtoul(processor + strlen(names), &end, 10);
	return (*end == '-' ? number >= FIRST_NARROW : number >= 100 * FIRST_NARROW) ? 32 : 64;
}

/* Warps have 32 lanes on devices, those of AMDGPU what it says, and one on the host, unless the kernel or --warp says otherwise. */
static bool check_warp(hr_kernel *k)
{
	hr_kernel_launch *launch = k->launch;
	const unsigned most = launch->language == HR_KERNEL_CUDA ? 32 : HR_WARP_MOST;
	const unsigned required = hr_kernel_warp(k->module, k->function);

	if (required && launch->warp && launch->warp != required)
		return wrong(k, "--warp: kernel '%s' requires sub-groups of %u work-items", k->name,
			     required);
	if (required > HR_WARP_MOST)
		return wrong(
			k, "kernel '%s' requires sub-groups of %u work-items, and %u are the most",
			k->name, required, HR_WARP_MOST);
	if (!launch->warp)
		launch->warp = required;

	if (launch->warp > most)
		return wrong(k, "--warp: warps of CUDA have at most %u lanes", most);
	if (!launch->warp)
		launch->warp = launch->for_host ? 1
			       : launch->wave   ? wave_of(k->function, launch->wave)
						: 32;
	return true;
}

bool hr_kernel_check(hr_kernel *k)
{
	hr_kernel_launch *launch = k->launch;
	uint64_t sizes[3];
	bool required = hr_kernel_sizes(k->module, k->function, false, sizes);

	if (!launch->block[0] && required)
		memcpy(launch->block, sizes, sizeof(sizes));
	/* Triton for AMDGPU says the most alone, and means that */
	if (!launch->block[0] && launch->wave && is_of_mlir(k->module) &&
	    hr_kernel_sizes(k->module, k->function, true, sizes))
		memcpy(launch->block, sizes, sizeof(sizes));
	if (!launch->block[0])
		return wrong(k,
			     "--block X[,Y,Z] is missing: the work-items of a group of kernel '%s'",
			     k->name);
	if (required && memcmp(launch->block, sizes, sizeof(sizes)) != 0)
		return wrong(k, "--block: kernel '%s' requires groups of %llu,%llu,%llu work-items",
			     k->name, (unsigned long long)sizes[0], (unsigned long long)sizes[1],
			     (unsigned long long)sizes[2]);
	if (hr_kernel_sizes(k->module, k->function, true, sizes) &&
	    launch->block[0] * launch->block[1] * launch->block[2] > sizes[0] * sizes[1] * sizes[2])
		return wrong(k, "--block: kernel '%s' allows at most %llu work-items in a group",
			     k->name, (unsigned long long)(sizes[0] * sizes[1] * sizes[2]));
	return complete(k) && check_shared(k) && check_warp(k);
}
