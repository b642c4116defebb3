/* backends/opencl/translate/types.c -- LLVM types in OpenCL C.
 *
 * Invariant: all values of one LLVM type have the same C type, so that they can be assigned to each
 *            other.
 * Owns:      nothing; strings are allocated in the writer's arena.
 * Not here:  how values are written (values.c), the layout of types in memory (memory.c). */
#include <string.h>

#include "backends/opencl/translate/opencl_translate.h"

LLVMTypeRef ocl_scalar(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

unsigned ocl_lanes(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 0;
}

unsigned ocl_bits(LLVMTypeRef type)
{
	type = ocl_scalar(type);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 64;
}

unsigned ocl_container(unsigned bits)
{
	return bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : bits <= 64 ? 64 : 128;
}

const char *ocl_unsigned(unsigned bits)
{
	switch (ocl_container(bits)) {
	case 8: return "uchar";
	case 16: return "ushort";
	case 32: return "uint";
	case 64: return "ulong";
	default: return "hpvm_i128";
	}
}

const char *ocl_signed(unsigned bits)
{
	const char *word = ocl_unsigned(bits);

	return *word == 'u' ? word + 1 : word;
}

bool ocl_is_native_vector(LLVMTypeRef type)
{
	unsigned lanes = ocl_lanes(type), bits;
	LLVMTypeRef element = ocl_scalar(type);

	if (lanes != 2 && lanes != 4 && lanes != 8 && lanes != 16)
		return false;
	switch (LLVMGetTypeKind(element)) {
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: return true;
	case LLVMIntegerTypeKind:
		bits = LLVMGetIntTypeWidth(element);
		return bits == 8 || bits == 16 || bits == 32 || bits == 64;
	default: return false;
	}
}

static const char *scalar_type(ocl_writer *self, LLVMTypeRef type)
{
	unsigned bits;

	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		bits = LLVMGetIntTypeWidth(type);
		if (bits > 128)
			ocl_refuse(self, HR_REFUSES_TYPE, "an integer of %u bits", bits);
		return bits == 1 ? "bool" : ocl_unsigned(bits);
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind: return "ushort";
	case LLVMFloatTypeKind: return "float";
	case LLVMDoubleTypeKind:
		if (!self->target->fp64)
			ocl_refuse(self, HR_REFUSES_TYPE, "double: the device has no cl_khr_fp64");
		return "double";
	case LLVMX86_FP80TypeKind: ocl_refuse(self, HR_REFUSES_TYPE, "x86_fp80"); return "double";
	case LLVMFP128TypeKind: ocl_refuse(self, HR_REFUSES_TYPE, "fp128"); return "double";
	case LLVMPointerTypeKind:
		ocl_refuse(self, HR_REFUSES_TYPE, "a pointer in a vector or structure");
		return "ulong";
	case LLVMScalableVectorTypeKind:
		ocl_refuse(self, HR_REFUSES_TYPE, "a scalable vector");
		return "ulong";
	default: ocl_refuse(self, HR_REFUSES_TYPE, "a type that OpenCL C lacks"); return "ulong";
	}
}

/* --- derived types ------------------------------------------------------------------------- */

/* Define NAME as BODY. */
static const char *define(ocl_writer *self, const char *name, const char *body)
{
	if (!hr_strmap_get(&self->types, name, NULL)) {
		hr_strmap_put(&self->types, name, 1);
		if (!ocl_is_defined(self, name))
			hr_ir_write(&self->typedefs, "typedef struct { %s } %s;\n", body, name);
	}
	return name;
}

static const char *array_of(ocl_writer *self, LLVMTypeRef element, uint64_t count)
{
	const char *type =
		LLVMGetTypeKind(element) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(element) == 1
			? "uchar"
			: ocl_type(self, element);
	const char *body =
		OCL_PRINT(self, "%s e[%llu];", type, (unsigned long long)(count ? count : 1));

	if (count > 4096)
		ocl_refuse(self, HR_REFUSES_TYPE, "a value of %llu elements",
			   (unsigned long long)count);
	return define(self, OCL_PRINT(self, "hpvm_%s_x%llu", type, (unsigned long long)count),
		      body);
}

static const char *structure_of(ocl_writer *self, LLVMTypeRef type)
{
	unsigned count = LLVMCountStructElementTypes(type);
	const char *name = "hpvm", *body = "";

	for (unsigned i = 0; i < count; i++) {
		const char *field = ocl_type(self, LLVMStructGetTypeAtIndex(type, i));

		name = OCL_PRINT(self, "%s_%s", name,
				 strncmp(field, "hpvm_", 5) == 0 ? field + 5 : field);
		body = OCL_PRINT(self, "%s%s f%u;%s", body, field, i, i + 1 < count ? " " : "");
	}
	return define(self, count ? name : "hpvm_nothing", count ? body : "uchar f;");
}

const char *ocl_type(ocl_writer *self, LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMVectorTypeKind:
		if (!ocl_is_native_vector(type))
			return array_of(self, LLVMGetElementType(type), LLVMGetVectorSize(type));
		return OCL_PRINT(self, "%s%u", scalar_type(self, LLVMGetElementType(type)),
				 LLVMGetVectorSize(type));
	case LLVMArrayTypeKind:
		return array_of(self, LLVMGetElementType(type), LLVMGetArrayLength2(type));
	case LLVMStructTypeKind: return structure_of(self, type);
	default: return scalar_type(self, type);
	}
}

const char *ocl_member(ocl_writer *self, LLVMTypeRef type, unsigned i)
{
	if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
		return OCL_PRINT(self, ".f%u", i);
	if (ocl_is_native_vector(type))
		return OCL_PRINT(self, ".s%x", i);
	return OCL_PRINT(self, ".e[%u]", i);
}

/* --- memory ----------------------------------------------------------------------------------- */

uint64_t ocl_store_bytes(const ocl_writer *self, LLVMTypeRef type)
{
	return LLVMStoreSizeOfType(self->layout, type);
}

const char *ocl_access_type(ocl_writer *self, LLVMTypeRef type)
{
	unsigned bits;

	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		bits = LLVMGetIntTypeWidth(type);
		if (bits <= 8)
			return "uchar";
		bits = (bits + 7) / 8 * 8;
		return bits == 16 || bits == 32 || bits == 64 ? ocl_unsigned(bits) : NULL;
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: return scalar_type(self, type);
	default: return NULL;
	}
}

const char *ocl_plain_type(const char *type)
{
	return strncmp(type, "hpvm_any_", 9) == 0 ? type + 9 : type;
}

unsigned ocl_access_bytes(const char *type)
{
	type = ocl_plain_type(type);
	return strcmp(type, "uchar") == 0                                ? 1
	       : strcmp(type, "ushort") == 0                             ? 2
	       : strcmp(type, "uint") == 0 || strcmp(type, "float") == 0 ? 4
									 : 8;
}

const char *ocl_space_word(ocl_space space)
{
	switch (space) {
	case OCL_LOCAL: return "__local ";
	case OCL_GLOBAL: return "__global ";
	case OCL_CONSTANT: return "__constant ";
	case OCL_FIXED: return "HPVM_FIXED ";
	default: return "__private ";
	}
}
