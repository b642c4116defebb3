/* backends/cuda/translate/math.c -- implements math functions by instructions, our library
 * (backends/cuda/library/library.c, near*.c), or NVIDIA's libdevice.
 *
 * A function with an exactly defined result is an instruction or a function of our library, or
 * libdevice's if our library was not built. A function that may be off by some ULP is libdevice's
 * if that was found, otherwise ours.
 * Invariant: nothing is contracted, and no function is replaced by a less accurate one.
 * Owns:      nothing; linked code belongs to the module.
 * Clauses:   none; the functions are defined by ir/lower/intrinsic.def or the C library.
 * Not here:  the list of functions and their errors (src/arith/cfunction.def), intrinsics that
 *            NVPTX supports (check.c). */
#include <stdio.h>
#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>

#include "backends/cuda/library/device_library.h"
#include "backends/cuda/translate/cuda_translate.h"
#include "backends/shared/edit.h"
#include "src/arith/cfunction.h"

typedef char math_name[32];

static bool starts(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

const char *cuda_called(LLVMValueRef call)
{
	LLVMValueRef function = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
	size_t length;

	return function && LLVMIsAFunction(function) ? LLVMGetValueName2(function, &length) : "";
}

/* --- finding the function ------------------------------------------------------------------ */

/* Return the row of NAME if kernels have that function. INTRINSIC: NAME is the part after
 * "llvm.". */
static const hr_cfunction *row_named(const char *name, size_t length, bool intrinsic,
				     hr_cfunction_form *form)
{
	const hr_cfunction *row = hr_cfunction_named(name, length, form);

	if (!row || *form == HR_FORM_LONG_DOUBLE || row->nvidia.how == HR_DEVICE_LACKS)
		return NULL;
	return (intrinsic ? *form == HR_FORM_DOUBLE && !row->block : !row->not_c) ? row : NULL;
}

static LLVMTypeRef scalar_of(LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) > 0)
		type = LLVMStructGetTypeAtIndex(type, 0);
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

/* Return the function's name in an intrinsic, for example "sin" for
 * "llvm.experimental.constrained.sin.f32"; "" if NAME is not an intrinsic. */
static const char *intrinsic_stem(const char *name, size_t *length)
{
	static const char constrained[] = "llvm.experimental.constrained.";

	if (!starts(name, "llvm."))
		return "";
	name += starts(name, constrained) ? strlen(constrained) : strlen("llvm.");
	*length = strcspn(name, ".");
	return name;
}

/* Return the row of the function that CALL calls; *SINGLE is set if it is one of floats. */
static const hr_cfunction *row_of(LLVMValueRef call, bool *single)
{
	const char *name = cuda_called(call), *stem;
	hr_cfunction_form form = HR_FORM_DOUBLE;
	size_t length = strlen(name);
	const hr_cfunction *row;

	if (LLVMGetNumArgOperands(call) == 0)
		return NULL;
	stem = intrinsic_stem(name, &length);
	if (*stem) {
		if (LLVMGetTypeKind(scalar_of(LLVMTypeOf(LLVMGetOperand(call, 0)))) ==
		    LLVMIntegerTypeKind)
			return NULL; /* llvm.abs is not a C function */
		*single = LLVMGetTypeKind(scalar_of(LLVMTypeOf(LLVMGetOperand(call, 0)))) !=
			  LLVMDoubleTypeKind;
		return row_named(stem, length, true, &form);
	}
	row = row_named(name, length, false, &form);
	*single = form == HR_FORM_FLOAT;
	return row;
}

static bool is_number(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(scalar_of(type));

	return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

/* Return true if the function also exists for half and other types: LLVM generates code for such
 * intrinsics, and exact functions can be computed with floats. */
static bool is_any_size(const hr_cfunction *row, const char *name)
{
	return (row->nvidia.how == HR_DEVICE_INSTRUCTION || row->nvidia.how == HR_DEVICE_EXACT) &&
	       starts(name, "llvm.");
}

bool cuda_is_math(LLVMValueRef call)
{
	const char *name = cuda_called(call);
	bool single;
	const hr_cfunction *row = row_of(call, &single);
	LLVMTypeRef first;

	if (!row)
		return false;
	first = LLVMTypeOf(LLVMGetOperand(call, 0));
	switch (row->signature[2]) {
	case 'p': return LLVMGetTypeKind(first) == LLVMPointerTypeKind;
	case 'd': return is_number(first) || is_any_size(row, name);
	default: return LLVMGetTypeKind(first) == LLVMIntegerTypeKind;
	}
}

/* --- calls by lanes --------------------------------------------------------------------------- */

typedef struct settling {
	cuda_writer *writer;
	LLVMValueRef call;
	const hr_cfunction *row;
	math_name name; /* the C function */
} settling;

#define BUILD(op, ...) LLVMBuild##op(self->writer->builder, __VA_ARGS__, "")

static LLVMValueRef lane_of(settling *self, LLVMValueRef value, int lane)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(self->writer->context);

	if (lane < 0 || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind)
		return value;
	return BUILD(ExtractElement, value, LLVMConstInt(word, (unsigned)lane, 0));
}

static LLVMValueRef with_lane(settling *self, LLVMValueRef all, LLVMValueRef made, int lane)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(self->writer->context);

	return lane < 0 ? made
			: BUILD(InsertElement, all, made, LLVMConstInt(word, (unsigned)lane, 0));
}

/* Return the number of operands that are values; metadata operands may follow. */
static unsigned operand_count(LLVMValueRef call)
{
	unsigned count = LLVMGetNumArgOperands(call);

	while (count &&
	       LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, count - 1))) == LLVMMetadataTypeKind)
		count--;
	return count;
}

static bool is_half(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMHalfTypeKind ||
	       LLVMGetTypeKind(type) == LLVMBFloatTypeKind;
}

static LLVMValueRef widened(settling *self, LLVMValueRef value)
{
	return is_half(LLVMTypeOf(value))
		       ? BUILD(FPExt, value, LLVMFloatTypeInContext(self->writer->context))
		       : value;
}

static LLVMValueRef call_named(settling *self, const char *name, LLVMTypeRef result, int lane,
			       LLVMValueRef more)
{
	LLVMValueRef operands[4];
	unsigned count = operand_count(self->call);

	for (unsigned i = 0; i < count && i < 3; i++)
		operands[i] = widened(self, lane_of(self, LLVMGetOperand(self->call, i), lane));
	count = count < 3 ? count : 3;
	if (more)
		operands[count++] = more;
	return hr_edit_call(self->writer->module, self->writer->builder, name, result, operands,
			    count);
}

static LLVMValueRef variable(settling *self, LLVMTypeRef type)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(self->call)), made;
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->writer->context);

	LLVMPositionBuilderBefore(builder,
				  LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	made = LLVMBuildAlloca(builder, type, "");
	LLVMDisposeBuilder(builder);
	return made;
}

/* --- each kind of intrinsic ------------------------------------------------------------------- */

static int lanes_of(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? (int)LLVMGetVectorSize(type) : 0;
}

/* Build a function with one result, which may be narrower than C's. */
static LLVMValueRef one_result(settling *self, int lane)
{
	LLVMTypeRef type = scalar_of(LLVMTypeOf(self->call)), result = type;
	bool whole = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
	LLVMValueRef made;

	if (whole)
		result = LLVMInt64TypeInContext(self->writer->context); /* lrint and the like */
	else if (is_half(type))
		result = LLVMFloatTypeInContext(self->writer->context);
	made = call_named(self, self->name, result, lane, NULL);
	if (whole)
		return LLVMGetIntTypeWidth(type) < 64 ? BUILD(Trunc, made, type) : made;
	return result == type ? made : BUILD(FPTrunc, made, type);
}

/* Build llvm.frexp, llvm.modf or llvm.sincos, which have two results: C's functions store the
 * second, which is returned in *SECOND. */
static LLVMValueRef two_results(settling *self, int lane, LLVMValueRef *second)
{
	LLVMTypeRef pair = LLVMTypeOf(self->call), type = scalar_of(pair);
	LLVMTypeRef other = LLVMStructGetTypeAtIndex(pair, 1),
		    word = LLVMInt32TypeInContext(self->writer->context);
	bool single = LLVMGetTypeKind(type) == LLVMFloatTypeKind, whole;
	LLVMValueRef first, place;

	if (is_half(type)) {
		cuda_refuse(self->writer, HR_REFUSES_TYPE, "a function of half floats");
		*second = LLVMGetPoison(scalar_of(LLVMStructGetTypeAtIndex(pair, 1)));
		return LLVMGetPoison(type);
	}

	other = scalar_of(other);
	whole = LLVMGetTypeKind(other) == LLVMIntegerTypeKind;
	if (strcmp(self->row->name, "sincos") == 0) {
		first = call_named(self, single ? "sinf" : "sin", type, lane, NULL);
		*second = call_named(self, single ? "cosf" : "cos", type, lane, NULL);
		return first;
	}
	place = variable(self, whole ? word : other);
	first = call_named(self, self->name, type, lane, place);
	*second = BUILD(Load2, whole ? word : other, place);
	if (whole && LLVMGetIntTypeWidth(other) < 32)
		*second = BUILD(Trunc, *second, other);
	else if (whole && LLVMGetIntTypeWidth(other) > 32)
		*second = BUILD(SExt, *second, other);
	return first;
}

static LLVMValueRef settled(settling *self)
{
	LLVMTypeRef type = LLVMTypeOf(self->call);
	bool pair = LLVMGetTypeKind(type) == LLVMStructTypeKind;
	int lanes = lanes_of(pair ? LLVMStructGetTypeAtIndex(type, 0) : type);
	LLVMValueRef all[2] = {NULL, NULL}, second = NULL;

	for (int p = 0; p <= pair; p++)
		all[p] = LLVMGetPoison(pair ? LLVMStructGetTypeAtIndex(type, (unsigned)p) : type);
	for (int lane = lanes ? 0 : -1; lane < lanes; lane++) {
		LLVMValueRef first =
			pair ? two_results(self, lane, &second) : one_result(self, lane);

		all[0] = with_lane(self, all[0], first, lane);
		if (pair)
			all[1] = with_lane(self, all[1], second, lane);
	}
	if (!pair)
		return all[0];
	return BUILD(InsertValue, BUILD(InsertValue, LLVMGetPoison(type), all[0], 0), all[1], 1);
}

static void to_intrinsic(settling *self)
{
	LLVMTypeRef type = LLVMTypeOf(self->call);
	LLVMValueRef operands[3], made;
	unsigned count = operand_count(self->call);

	for (unsigned i = 0; i < count && i < 3; i++) {
		operands[i] = LLVMGetOperand(self->call, i);
		if (LLVMTypeOf(operands[i]) != type)
			return; /* a different function of that name */
	}
	made = hr_edit_intrinsic(self->writer->module, self->writer->builder, self->row->intrinsic,
				 &type, 1, operands, count);
	LLVMReplaceAllUsesWith(self->call, made);
	LLVMInstructionEraseFromParent(self->call);
}

/* Replace memcpy, memmove and memset, which return their destination, by intrinsics. */
static void to_block_intrinsic(settling *self)
{
	bool copies = self->row->block == HR_BLOCK_COPIES;
	LLVMValueRef to = LLVMGetOperand(self->call, 0), from = LLVMGetOperand(self->call, 1), size;
	LLVMTypeRef pointer = LLVMTypeOf(to),
		    types[3] = {pointer, pointer, LLVMTypeOf(LLVMGetOperand(self->call, 2))};
	char name[40];

	size = LLVMGetOperand(self->call, 2);
	if (!copies) {
		types[1] = types[2];
		from = BUILD(Trunc, from, LLVMInt8TypeInContext(self->writer->context));
	}
	snprintf(name, sizeof(name), "llvm.%s", self->row->nvidia.name);
	hr_edit_intrinsic(
		self->writer->module, self->writer->builder, name, types, copies ? 3 : 2,
		(LLVMValueRef[]){to, from, size,
				 LLVMConstInt(LLVMInt1TypeInContext(self->writer->context), 0, 0)},
		4);
	LLVMReplaceAllUsesWith(self->call, to);
	LLVMInstructionEraseFromParent(self->call);
}

/* Replace a call of a function in the table by scalar calls of a C function, or by an intrinsic. */
static void settle(cuda_writer *writer, LLVMValueRef call)
{
	settling self = {.writer = writer, .call = call};
	bool single, intrinsic = starts(cuda_called(call), "llvm.");
	LLVMValueRef made;

	self.row = row_of(call, &single);
	if (!self.row || !LLVMIsDeclaration(LLVMGetCalledValue(call)))
		return;
	LLVMPositionBuilderBefore(writer->builder, call);
	if (self.row->block) {
		to_block_intrinsic(&self);
		return;
	}
	if (self.row->nvidia.how == HR_DEVICE_INSTRUCTION) {
		to_intrinsic(&self);
		return;
	}
	if (!intrinsic)
		return;
	snprintf(self.name, sizeof(self.name), "%s%s", self.row->name, single ? "f" : "");
	made = settled(&self);
	LLVMReplaceAllUsesWith(call, made);
	LLVMInstructionEraseFromParent(call);
}

/* Replace frem, for which LLVM would generate inexact code. */
static void settle_remainder(cuda_writer *writer, LLVMValueRef at)
{
	settling self = {.writer = writer, .call = at};
	LLVMTypeRef type = LLVMTypeOf(at), scalar = scalar_of(type),
		    single = LLVMFloatTypeInContext(writer->context);
	LLVMTypeRef wide = LLVMGetTypeKind(scalar) == LLVMDoubleTypeKind ? scalar : single;
	int lanes = lanes_of(type);
	LLVMValueRef all = LLVMGetPoison(type);

	LLVMPositionBuilderBefore(writer->builder, at);
	for (int lane = lanes ? 0 : -1; lane < lanes; lane++) {
		LLVMValueRef operands[2], made;

		for (unsigned i = 0; i < 2; i++) {
			operands[i] = lane_of(&self, LLVMGetOperand(at, i), lane);
			if (scalar != wide)
				operands[i] =
					LLVMBuildFPExt(writer->builder, operands[i], wide, "");
		}
		made = hr_edit_call(writer->module, writer->builder,
				    wide == single ? "fmodf" : "fmod", wide, operands, 2);
		if (scalar != wide)
			made = LLVMBuildFPTrunc(writer->builder, made, scalar, "");
		all = with_lane(&self, all, made, lane);
	}
	LLVMReplaceAllUsesWith(at, all);
	LLVMInstructionEraseFromParent(at);
}

/* --- linking the functions ----------------------------------------------------------------- */

/* Return a module with the functions of BUFFER, which the function consumes; NULL if it cannot be
 * read. */
static LLVMModuleRef open_library(cuda_writer *self, LLVMMemoryBufferRef buffer)
{
	LLVMModuleRef library = NULL;

	if (!buffer)
		return NULL;
	if (LLVMParseBitcodeInContext2(self->context, buffer, &library))
		library = NULL;
	LLVMDisposeMemoryBuffer(buffer);
	if (library) {
		LLVMSetTarget(library, LLVMGetTarget(self->module));
		LLVMSetDataLayout(library, LLVMGetDataLayoutStr(self->module));
	}
	return library;
}

/* Open our library, whose target triple is that of the build machine in name only. */
static LLVMModuleRef open_own(cuda_writer *self)
{
	LLVMModuleRef all = NULL, part;

	for (unsigned i = 0; i < cuda_library_count; i++) {
		part = open_library(self, LLVMCreateMemoryBufferWithMemoryRange(
						  (const char *)cuda_library[i].bitcode,
						  cuda_library[i].bytes, "library", 0));
		if (!part || (all && LLVMLinkModules2(all, part)))
			hr_bug("cannot read the built-in math functions");
		all = all ? all : part;
	}
	for (LLVMValueRef at = all ? LLVMGetFirstFunction(all) : NULL; at;
	     at = LLVMGetNextFunction(at))
		if (!LLVMIsDeclaration(at))
			hr_edit_strip_function(at, LLVMFastMathNone);
	return all;
}

static LLVMModuleRef open_theirs(cuda_writer *self)
{
	LLVMMemoryBufferRef buffer = NULL;
	char *why = NULL;

	if (self->target->libdevice &&
	    LLVMCreateMemoryBufferWithContentsOfFile(self->target->libdevice, &buffer, &why)) {
		LLVMDisposeMessage(why);
		buffer = NULL;
	}
	return open_library(self, buffer);
}

static bool defines(LLVMModuleRef library, const char *name)
{
	LLVMValueRef function = library ? LLVMGetNamedFunction(library, name) : NULL;

	return function && !LLVMIsDeclaration(function);
}

/* Rename FUNCTION to PREFIX and its own name if LIBRARY defines that function. */
static bool take_from(LLVMModuleRef library, const char *prefix, LLVMValueRef function)
{
	char name[64];
	size_t length;

	snprintf(name, sizeof(name), "%s%s", prefix, LLVMGetValueName2(function, &length));
	if (!defines(library, name))
		return false;
	LLVMSetValueName2(function, name, strlen(name));
	return true;
}

static bool find_home(cuda_writer *self, LLVMValueRef function, const hr_cfunction *row,
		      LLVMModuleRef own, LLVMModuleRef device)
{
	if (row->nvidia.how != HR_DEVICE_NEAR && take_from(own, "hpvm_m_", function))
		return true;
	if (row->nvidia.how != HR_DEVICE_OWN && take_from(device, "__nv_", function)) {
		self->code->library_calls++;
		return true;
	}
	return take_from(own, "hpvm_m_", function);
}

static const hr_cfunction *row_of_function(LLVMValueRef function)
{
	hr_cfunction_form form = HR_FORM_DOUBLE;
	size_t length;
	const char *name = LLVMGetValueName2(function, &length);

	return row_named(name, length, false, &form);
}

static void find_homes(cuda_writer *self, LLVMModuleRef own, LLVMModuleRef device)
{
	for (LLVMValueRef at = LLVMGetFirstFunction(self->module); at;
	     at = LLVMGetNextFunction(at)) {
		const hr_cfunction *row =
			LLVMIsDeclaration(at) && LLVMGetFirstUse(at) ? row_of_function(at) : NULL;

		if (row && !find_home(self, at, row, own, device))
			cuda_refuse(self, HR_REFUSES_CALL, "'%s'%s",
				    LLVMGetValueName2(at, &(size_t){0}),
				    self->target->libdevice ? ""
							    : ", without libdevice (CUDA_HOME)");
	}
}

static void link_library(cuda_writer *self, LLVMModuleRef library)
{
	if (library && LLVMLinkModules2(self->module, library))
		cuda_refuse(self, HR_REFUSES_COMPILER, "cannot link the math functions");
}

static void make_internal(cuda_writer *self)
{
	for (LLVMValueRef at = LLVMGetFirstFunction(self->module); at; at = LLVMGetNextFunction(at))
		if (!LLVMIsDeclaration(at) &&
		    strcmp(LLVMGetValueName2(at, &(size_t){0}), self->code->kernel) != 0)
			LLVMSetLinkage(at, LLVMInternalLinkage);
	cuda_run_passes(self, "globaldce");
}

static bool has_functions(const cuda_writer *self)
{
	for (LLVMValueRef at = LLVMGetFirstFunction(self->module); at; at = LLVMGetNextFunction(at))
		if (LLVMIsDeclaration(at) && LLVMGetFirstUse(at) && row_of_function(at))
			return true;
	return false;
}

void cuda_settle_math(cuda_writer *self)
{
	LLVMModuleRef own, device;
	hr_instructions all = {0};

	hr_edit_list(self->module, &all);
	for (size_t i = 0; i < all.count; i++)
		if (LLVMIsACallInst(all.data[i]))
			settle(self, all.data[i]);
		else if (LLVMGetInstructionOpcode(all.data[i]) == LLVMFRem)
			settle_remainder(self, all.data[i]);
	HR_VEC_FREE(&all);
	if (!has_functions(self))
		return;
	own = open_own(self);
	device = open_theirs(self);
	find_homes(self, own, device);
	link_library(self, own);
	link_library(self, device);
	make_internal(self);
}
