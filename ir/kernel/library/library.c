/* ir/kernel/library/library.c -- links the device functions that a module declares.
 *
 * The library is bitcode for SPIR (opencl/, cuda/), which is read lazily: LLVM's linker takes functions with linkonce
 * linkage only where something needs them. Its names have a prefix here, so that a program's function of the same name
 * is another one.
 *
 * Invariant: functions of the module that have a body before stay as they are.
 * Not here:  how a declaration with other types, or with vectors, calls a function (adapt.c); names (signature.c). */
#include "ir/kernel/library/library.h"

#include <stdio.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "ir/kernel/library/library_bytes.h"
#include "ir/kernel/library/library_private.h"
#include "src/base/alloc.h"
#include "src/base/map.h"
#include "src/base/vec.h"

#define PREFIX   "hpvm.library."
#define C_PREFIX "hpvm_c_"

static const LLVMAttributeIndex of_function = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

typedef HR_VEC(LLVMModuleRef) modules;
typedef HR_VEC(LLVMValueRef) values;

typedef struct library_linker {
	LLVMModuleRef module;
	LLVMContextRef context;
	modules parts;
	bool amdgpu;     /* address spaces of MODULE are those of AMDGPU */
	hr_strmap found; /* signature or plain name -> function of a part */
} library_linker;

static const char *name_of(LLVMValueRef value)
{
	size_t length;

	return LLVMGetValueName2(value, &length);
}

static bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static void rename_value(LLVMValueRef value, const char *before, const char *name,
			 const char *after)
{
	char text[400];

	snprintf(text, sizeof(text), "%s%s%s", before, name, after);
	LLVMSetValueName2(value, text, strlen(text));
}

/* --- reading ---------------------------------------------------------------------------------- */

static void key_of(const char *name, char *key, size_t size)
{
	hr_signature s;

	if (hr_signature_read(&s, name))
		hr_signature_print(&s, key, size);
	else
		snprintf(key, size, "%s", name);
}

static void add_part(library_linker *l, LLVMModuleRef part)
{
	char key[600];

	HR_PUSH(&l->parts, part);
	LLVMSetTarget(part, LLVMGetTarget(l->module));
	if (!l->amdgpu) /* else its variables are moved, move_variables() */
		LLVMSetModuleDataLayout(part, LLVMGetModuleDataLayout(l->module));
	for (LLVMValueRef f = LLVMGetFirstFunction(part); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f))
			continue;
		if (LLVMGetLinkage(f) != LLVMInternalLinkage) {
			key_of(name_of(f), key, sizeof(key));
			hr_strmap_put(&l->found, key, hr_map_key(f));
			LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
		}
		rename_value(f, PREFIX, name_of(f), "");
		LLVMRemoveStringAttributeAtIndex(f, of_function, "target-cpu", 10);
		LLVMRemoveStringAttributeAtIndex(f, of_function, "target-features", 15);
	}
	for (LLVMValueRef g = LLVMGetFirstGlobal(part); g; g = LLVMGetNextGlobal(g))
		rename_value(g, PREFIX, name_of(g), "");
}

/* Give what PART takes from another part the name that it has there. */
static void name_shared(const library_linker *l, LLVMModuleRef part)
{
	char key[600];
	uint64_t found;

	for (LLVMValueRef f = LLVMGetFirstFunction(part); f; f = LLVMGetNextFunction(f)) {
		key_of(name_of(f), key, sizeof(key));
		if (LLVMIsDeclaration(f) && hr_strmap_get(&l->found, key, &found))
			rename_value(f, "", name_of((LLVMValueRef)(uintptr_t)found), "");
	}
}

/* Return true if the name of a function of OPEN has the text WORD. */
static bool has_name(const values *open, const char *word)
{
	for (size_t i = 0; i < open->count; i++)
		if (strstr(name_of(open->data[i]), word))
			return true;
	return false;
}

static hr_status read_parts(library_linker *l, const hr_kernel_library_part *part_bytes,
			    hr_diags *diags)
{
	for (; part_bytes->bytes; part_bytes++) {
		LLVMMemoryBufferRef bytes = LLVMCreateMemoryBufferWithMemoryRange(
			(const char *)part_bytes->bitcode, part_bytes->bytes, "", false);
		LLVMModuleRef part;

		if (LLVMGetBitcodeModuleInContext2(l->context, bytes, &part)) {
			hr_report(diags, HR_D_link_failed, NULL, "library of device functions",
				  "LLVM cannot read the bitcode of the clang that compiled it");
			return HR_UNSUPPORTED;
		}
		add_part(l, part);
	}
	return HR_OK;
}

/* --- finding ---------------------------------------------------------------------------------- */

static LLVMValueRef look_up(const library_linker *l, const char *before, const hr_signature *s)
{
	char key[600];
	size_t length = strlen(before);
	uint64_t found;

	memcpy(key, before, length);
	hr_signature_print(s, key + length, sizeof(key) - length);
	return hr_strmap_get(&l->found, key, &found) ? (LLVMValueRef)(uintptr_t)found : NULL;
}

static LLVMTypeRef element_type(LLVMContextRef context, const char *type)
{
	switch (type[strlen(type) - 1]) {
	case 'c':
	case 'a':
	case 'h': return LLVMInt8TypeInContext(context);
	case 's':
	case 't': return LLVMInt16TypeInContext(context);
	case 'i':
	case 'j': return LLVMInt32TypeInContext(context);
	case 'l':
	case 'm': return LLVMInt64TypeInContext(context);
	case 'H': return LLVMHalfTypeInContext(context);
	case 'f': return LLVMFloatTypeInContext(context);
	default: return LLVMDoubleTypeInContext(context);
	}
}

/* Return the function of the library for a declaration with the signature S; set LANES, and the types of elements, if it
 * is one for the elements of vectors. NULL: there is none. */
static LLVMValueRef find(const library_linker *l, const hr_signature *s, unsigned *lanes,
			 LLVMTypeRef *elements)
{
	hr_signature scalar = *s;
	LLVMValueRef f = look_up(l, "", s);

	*lanes = 0;
	for (unsigned i = 0; !f && i < s->count; i++)
		if (hr_signature_lanes(s->types[i]) > 1)
			*lanes = hr_signature_lanes(s->types[i]);
	if (f || !*lanes)
		return f;
	for (unsigned i = 0; i < s->count; i++)
		elements[i] = hr_signature_lanes(s->types[i]) == *lanes
				      ? element_type(l->context, s->types[i])
				      : NULL;
	hr_signature_elements(&scalar, *lanes);
	f = look_up(l, "vector_", &scalar);
	return f ? f : look_up(l, "", &scalar);
}

/* Return a declaration of FUNCTION, which is a part's, in the module. */
static LLVMValueRef declared(const library_linker *l, LLVMValueRef function)
{
	LLVMValueRef here = LLVMGetNamedFunction(l->module, name_of(function));

	return here ? here
		    : LLVMAddFunction(l->module, name_of(function),
				      LLVMGlobalGetValueType(function));
}

static void mark_inline(LLVMContextRef context, LLVMValueRef function)
{
	static const char name[] = "alwaysinline";
	unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof(name) - 1);

	LLVMAddAttributeAtIndex(function, of_function, LLVMCreateEnumAttribute(context, kind, 0));
}

/* Write the library's name of what is declared as NAME to FOUND; return false if it is the same. Intrinsics that the library has are named
 * otherwise there. */
static bool name_in_library(const char *name, char *found, size_t size)
{
	static const char amdgcn[] = "llvm.amdgcn.";
	static const char *const intrinsics[][2] = {
		{"llvm.nvvm.fns", "hpvm_fns"},
		{"llvm.nvvm.barrier0.popc", "hpvm_barrier0_popc"},
		{"llvm.nvvm.barrier0.or", "hpvm_barrier0_or"},
		{"llvm.nvvm.barrier0.and", "hpvm_barrier0_and"},
		{"llvm.nvvm.barrier.cta.red.popc.aligned.all", "hpvm_barrier_popc"},
		{"llvm.nvvm.barrier.cta.red.or.aligned.all", "hpvm_barrier_or"},
		{"llvm.nvvm.barrier.cta.red.and.aligned.all", "hpvm_barrier_and"},
		{"llvm.nvvm.barrier.cta.red.popc.all", "hpvm_barrier_popc"},
		{"llvm.nvvm.barrier.cta.red.or.all", "hpvm_barrier_or"},
		{"llvm.nvvm.barrier.cta.red.and.all", "hpvm_barrier_and"},
	};

	snprintf(found, size, "%s", name);
	for (size_t i = 0; i < sizeof(intrinsics) / sizeof(*intrinsics); i++)
		if (!strcmp(name, intrinsics[i][0]))
			snprintf(found, size, "%s", intrinsics[i][1]);
	if (starts(name, amdgcn)) {
		snprintf(found, size, "hpvm_amdgcn_%s", name + strlen(amdgcn));
		for (char *at = found; (at = strchr(at, '.'));)
			*at = '_';
	}
	return strcmp(name, found) != 0;
}

static bool is_zero(LLVMValueRef value)
{
	return LLVMIsAConstantInt(value) && !LLVMConstIntGetZExtValue(value);
}

/* Return true if the library may define F: no other intrinsics, and no barriers but number 0. */
static bool is_open(LLVMValueRef f)
{
	char name[600];

	if (!LLVMIsDeclaration(f))
		return false;
	if (!LLVMGetIntrinsicID(f))
		return true;
	if (!LLVMGetFirstUse(f) || !name_in_library(name_of(f), name, sizeof(name)))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
		if (strstr(name_of(f), ".barrier.") && LLVMCountParams(f) > 1 &&
		    !is_zero(LLVMGetOperand(LLVMGetUser(use), 0)))
			return false;
	return true;
}

/* AMDGPU has other numbers for address spaces than SPIR. */
static void use_spir_spaces(hr_signature *s)
{
	enum { AMDGPU_GENERIC = '0', AMDGPU_CONSTANT = '4', AMDGPU_PRIVATE = '5' };

	for (unsigned i = 0; i < s->count; i++)
		for (char *t = s->types[i]; *t == 'P'; t += 2)
			t[1] = t[1] == AMDGPU_GENERIC    ? '4'
			       : t[1] == AMDGPU_CONSTANT ? '2'
			       : t[1] == AMDGPU_PRIVATE  ? '0'
							 : t[1];
}

/* Return the function of libdevice that computes what NAME does, __ocml_FUNCTION_f32 or _f64 of AMD's device libraries: both
 * follow the functions of C. */
static bool ocml_name(const char *name, char *found, size_t size)
{
	static const char start[] = "__ocml_", native[] = "native_";
	const char *last = strrchr(name, '_');
	bool fast, single = last && !strcmp(last, "_f32");

	if (!starts(name, start) || !last || (!single && strcmp(last, "_f64") != 0))
		return false;
	name += strlen(start);
	fast = starts(name, native);
	if (fast)
		name += strlen(native);
	snprintf(found, size, "__nv_%s%.*s%s", fast ? "fast_" : "", (int)(last - name), name,
		 single ? "f" : "");
	return true;
}

/* Give DECLARATION a body, if the library has it. */
static bool define(library_linker *l, LLVMValueRef declaration)
{
	LLVMTypeRef elements[HR_SIGNATURE_MOST] = {0};
	LLVMValueRef function;
	unsigned lanes = 0;
	hr_signature s;
	uint64_t plain;
	char name[600];

	if (hr_signature_read(&s, name_of(declaration))) {
		if (l->amdgpu)
			use_spir_spaces(&s);
		function = find(l, &s, &lanes, elements);
		if (!function && hr_signature_default_rounding(&s))
			function = find(l, &s, &lanes, elements);
	} else {
		if (!ocml_name(name_of(declaration), name, sizeof(name)))
			(void)name_in_library(name_of(declaration), name, sizeof(name));
		function = hr_strmap_get(&l->found, name, &plain) ? (LLVMValueRef)(uintptr_t)plain
								  : NULL;
	}
	if (!function)
		return false;
	function = declared(l, function);
	if (!lanes && LLVMGlobalGetValueType(declaration) == LLVMGlobalGetValueType(function)) {
		LLVMReplaceAllUsesWith(declaration, function);
		LLVMDeleteFunction(declaration);
		return true;
	}
	LLVMGlobalClearMetadata(declaration); /* what debuggers know of a declaration */
	rename_value(declaration, PREFIX "adapt.", name_of(declaration), "");
	hr_kernel_adapt(declaration, function, lanes, elements);
	mark_inline(l->context, declaration);
	return true;
}

/* --- linking ---------------------------------------------------------------------------------- */

/* Remove what says where VARIABLE lives: LLVM allows it for variables themselves alone. */
static void remove_lifetime(LLVMValueRef variable)
{
	for (LLVMUseRef use = LLVMGetFirstUse(variable), next; use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);

		next = LLVMGetNextUse(use);
		if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) &&
		    starts(name_of(LLVMGetCalledValue(user)), "llvm.lifetime."))
			LLVMInstructionEraseFromParent(user);
	}
}

/* Put the variables of FUNCTION, which are in SPIR's address space for them, into that of AMDGPU. */
static void move_variables(const library_linker *l, LLVMValueRef function)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(l->context);
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
	values found = {0};

	for (; block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			if (LLVMIsAAllocaInst(at) && !LLVMGetPointerAddressSpace(LLVMTypeOf(at)))
				HR_PUSH(&found, at);
	for (size_t i = 0; i < found.count; i++) {
		LLVMValueRef old = found.data[i], made;

		remove_lifetime(old);
		LLVMPositionBuilderBefore(builder, old);
		made = LLVMBuildArrayAlloca(builder, LLVMGetAllocatedType(old),
					    LLVMGetOperand(old, 0), "");
		LLVMSetAlignment(made, LLVMGetAlignment(old));
		made = LLVMBuildAddrSpaceCast(builder, made, LLVMTypeOf(old), "");
		LLVMReplaceAllUsesWith(old, made);
		LLVMInstructionEraseFromParent(old);
	}
	HR_VEC_FREE(&found);
	LLVMDisposeBuilder(builder);
}

static hr_status link_parts(library_linker *l, hr_diags *diags)
{
	char *why = NULL;

	for (size_t i = 0; i < l->parts.count; i++) {
		LLVMModuleRef part = l->parts.data[i];

		l->parts.data[i] = NULL;
		if (LLVMLinkModules2(l->module, part)) {
			hr_report(diags, HR_D_link_failed, NULL, "library of device functions",
				  "no reason given");
			return HR_REJECT;
		}
	}
	for (LLVMValueRef f = LLVMGetFirstFunction(l->module); l->amdgpu && f;
	     f = LLVMGetNextFunction(f))
		if (starts(name_of(f), PREFIX))
			move_variables(l, f);
	if (LLVMVerifyModule(l->module, LLVMReturnStatusAction, &why)) {
		why[strcspn(why, "\n")] = 0;
		hr_report(diags, HR_D_link_failed, NULL, "library of device functions", why);
		LLVMDisposeMessage(why);
		return HR_REJECT;
	}
	LLVMDisposeMessage(why);
	return HR_OK;
}

/* Let each call of FUNCTION have its convention. */
static void set_calls(LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function)
			LLVMSetInstructionCallConv(user, LLVMGetFunctionCallConv(function));
	}
}

/* Let calls in FUNCTION by a pointer have the convention of C, which functions of the program have. */
static void set_calls_by_pointer(LLVMValueRef function)
{
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);

	for (; block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			if (LLVMIsACallInst(at) && !LLVMIsAFunction(LLVMGetCalledValue(at)))
				LLVMSetInstructionCallConv(at, LLVMCCallConv);
}

/* Return true if all parameters of SIGNATURE have the type of its result. */
static bool has_one_type(LLVMTypeRef signature)
{
	const unsigned count = LLVMCountParamTypes(signature);
	LLVMTypeRef types[8];

	if (count > sizeof(types) / sizeof(*types))
		return false;
	LLVMGetParamTypes(signature, types);
	for (unsigned i = 0; i < count; i++)
		if (types[i] != LLVMGetReturnType(signature))
			return false;
	return true;
}

/* Return the intrinsic that stands for FUNCTION, which is hpvm_c_NAME, or NULL: one of floats, whose
 * result is that of the C library's NAME (src/arith/op.def) and needs no call. */
static LLVMValueRef intrinsic_of(const library_linker *l, LLVMValueRef function)
{
	LLVMTypeRef signature = LLVMGlobalGetValueType(function);
	LLVMTypeRef type = LLVMGetReturnType(signature);
	const bool is_float = LLVMGetTypeKind(type) == LLVMFloatTypeKind;
	const char *name = name_of(function) + strlen(C_PREFIX);
	const size_t length = strlen(name);
	char text[32];
	LLVMValueRef made;
	unsigned id;

	if (!has_one_type(signature) ||
	    (!is_float && LLVMGetTypeKind(type) != LLVMDoubleTypeKind) ||
	    (is_float && name[length - 1] != 'f'))
		return NULL;
	snprintf(text, sizeof(text), "llvm.%.*s", (int)length - is_float, name);
	id = LLVMLookupIntrinsicID(text, strlen(text));
	if (!id || !LLVMIntrinsicIsOverloaded(id))
		return NULL;
	made = LLVMGetIntrinsicDeclaration(l->module, id, &type, 1);
	return LLVMGlobalGetValueType(made) == signature ? made : NULL;
}

/* Let an intrinsic or the C library's function stand for FUNCTION, which is hpvm_c_NAME. */
static void name_c_function(library_linker *l, LLVMValueRef function)
{
	const char *name = name_of(function) + strlen(C_PREFIX);
	LLVMValueRef other = LLVMGetNamedFunction(l->module, name);
	LLVMValueRef intrinsic = intrinsic_of(l, function);

	if (intrinsic) {
		LLVMReplaceAllUsesWith(function, intrinsic);
		LLVMDeleteFunction(function);
		return;
	}
	if (other)
		rename_value(other, "", name, HR_KERNEL_NOT_C);
	rename_value(function, "", name, "");
	LLVMAddAttributeAtIndex(function, of_function,
				LLVMCreateStringAttribute(l->context, HR_KERNEL_C_FUNCTION,
							  strlen(HR_KERNEL_C_FUNCTION), "", 0));
	LLVMSetFunctionCallConv(function, LLVMCCallConv);
	set_calls(function);
}

static hr_status finish(library_linker *l, hr_diags *diags)
{
	LLVMPassBuilderOptionsRef options;
	LLVMErrorRef error;
	char *why;

	for (LLVMValueRef f = LLVMGetFirstFunction(l->module), next; f; f = next) {
		next = LLVMGetNextFunction(f);
		if (starts(name_of(f), C_PREFIX)) {
			name_c_function(l, f);
			continue;
		}
		if (starts(name_of(f), PREFIX) && !LLVMIsDeclaration(f)) {
			LLVMSetLinkage(f, LLVMInternalLinkage);
			LLVMSetFunctionCallConv(f, LLVMCCallConv);
			set_calls_by_pointer(f);
		}
		if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMInternalLinkage)
			set_calls(f);
	}
	options = LLVMCreatePassBuilderOptions();
	error = LLVMRunPasses(l->module, "always-inline", NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (!error)
		return HR_OK;
	why = LLVMGetErrorMessage(error);
	hr_report(diags, HR_D_link_failed, NULL, "library of device functions", why);
	LLVMDisposeErrorMessage(why);
	return HR_REJECT;
}

hr_kernel_language hr_kernel_language_of(const char *triple)
{
	return starts(triple, "nvptx")    ? HR_KERNEL_CUDA
	       : starts(triple, "amdgcn") ? HR_KERNEL_HIP
					  : HR_KERNEL_OPENCL;
}

hr_status hr_kernel_link_library(void *module, hr_kernel_language language, hr_diags *diags)
{
	library_linker l = {.module = module,
			    .context = LLVMGetModuleContext(module),
			    /* local variables are in address space 5 */
			    .amdgpu = strstr(LLVMGetDataLayoutStr(module), "-A5") != NULL};
	values open = {0};
	hr_status status;
	size_t defined = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (is_open(f))
			HR_PUSH(&open, f);
	/* intrinsics need functions of libdevice */
	status = l.amdgpu && (has_name(&open, "amdgcn") || has_name(&open, "hpvm_lanes") ||
			      has_name(&open, "hpvm_wave") || has_name(&open, "__ockl_"))
			 ? read_parts(&l, hr_amdgpu_library, diags)
			 : HR_OK;
	if (status == HR_OK && has_name(&open, "__kmpc_"))
		status = read_parts(&l, hr_openmp_library, diags);
	if (status == HR_OK && l.parts.count && language == HR_KERNEL_OPENCL)
		status = read_parts(&l, hr_cuda_library, diags);
	if (status == HR_OK)
		status = open.count ? read_parts(&l,
						 language == HR_KERNEL_OPENCL ? hr_opencl_library
									      : hr_cuda_library,
						 diags)
				    : HR_OK;
	if (status == HR_OK && language == HR_KERNEL_OPENCL && has_name(&open, "sub_group"))
		status = read_parts(&l, hr_sub_group_library, diags);
	for (size_t i = 0; status == HR_OK && i < l.parts.count; i++)
		name_shared(&l, l.parts.data[i]);
	for (size_t i = 0; status == HR_OK && i < open.count; i++)
		defined += define(&l, open.data[i]);
	if (status == HR_OK && defined)
		status = link_parts(&l, diags);
	if (status == HR_OK && defined)
		status = finish(&l, diags);
	for (size_t i = 0; i < l.parts.count; i++)
		if (l.parts.data[i])
			LLVMDisposeModule(l.parts.data[i]);
	HR_VEC_FREE(&l.parts);
	HR_VEC_FREE(&open);
	hr_strmap_free(&l.found);
	return status;
}
