/* backends/bound/bound_coder.c -- basic operations of the generator of code that carries bounds.
 *
 * Owns:      nothing.
 * Clauses:   none.
 * Not here:  what is generated (code.c). */
#include "backends/bound/bound_coder.h"

#include <stdio.h>
#include <string.h>

#include <llvm-c/Target.h>

#include "backends/shared/edit.h"

/* --- values ----------------------------------------------------------------------------------- */

bool coder_is_float(LLVMValueRef value)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));

	return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

hr_bound_kind coder_kind_of(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMFloatTypeKind ? HR_BOUND_F32
								       : HR_BOUND_F64;
}

LLVMValueRef coder_number(const coder *self, int value)
{
	return LLVMConstInt(self->integer, (unsigned long long)value, 1);
}

LLVMValueRef coder_kind_number(const coder *self, LLVMValueRef value)
{
	return coder_number(self, (int)coder_kind_of(value));
}

/* Return VALUE converted to double. */
LLVMValueRef coder_real(coder *self, LLVMValueRef value)
{
	return coder_kind_of(value) == HR_BOUND_F64
		       ? value
		       : LLVMBuildFPExt(self->builder, value, self->real, "");
}

const char *coder_called(LLVMValueRef at)
{
	LLVMValueRef function = LLVMGetCalledValue(at);
	size_t length;

	return LLVMIsAFunction(function) ? LLVMGetValueName2(function, &length) : "";
}

bool coder_is_one_of(const char *name, const char *const *names)
{
	for (; *names; names++)
		if (strcmp(*names, name) == 0)
			return true;
	return false;
}

/* --- types that are not supported ---------------------------------------------------------- */

static bool is_strange(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMX86_FP80TypeKind:
	case LLVMFP128TypeKind:
	case LLVMPPC_FP128TypeKind:
	case LLVMVectorTypeKind:
	case LLVMScalableVectorTypeKind: return true;
	default: return false;
	}
}

/* Record that there are no bounds because AT does WHAT, with a value of TYPE if that is not
 * NULL. */
void coder_give_up(coder *self, LLVMValueRef at, const char *what, LLVMTypeRef type)
{
	unsigned line = LLVMIsAInstruction(at) ? LLVMGetDebugLocLine(at) : 0;
	char *name = type ? LLVMPrintTypeToString(type) : NULL;
	int used;

	if (self->why)
		return;
	used = snprintf(self->text, sizeof(self->text), "%s%s%.60s", what, name ? " " : "",
			name ? name : "");
	if (line)
		snprintf(self->text + used, sizeof(self->text) - (size_t)used, " (line %u)", line);
	LLVMDisposeMessage(name);
	self->why = self->text;
}

void coder_look_at_type(coder *self, LLVMValueRef at, LLVMTypeRef type)
{
	if (is_strange(type))
		coder_give_up(self, at,
			      LLVMGetTypeKind(type) == LLVMVectorTypeKind ||
					      LLVMGetTypeKind(type) == LLVMScalableVectorTypeKind
				      ? "it has vectors that cannot be split,"
				      : "it has floats of type",
			      type);
}

/* --- code ------------------------------------------------------------------------------------- */

LLVMValueRef coder_call(coder *self, const char *name, LLVMTypeRef type, LLVMValueRef *arguments,
			unsigned count)
{
	return hr_edit_call(self->module, self->builder, name, type, arguments, count);
}

LLVMValueRef coder_text(coder *self, const char *name)
{
	return LLVMBuildGlobalStringPtr(self->builder, name, "");
}

LLVMValueRef coder_address_of(coder *self, LLVMValueRef pointer)
{
	return LLVMBuildPtrToInt(self->builder, pointer, LLVMInt64TypeInContext(self->context), "");
}

LLVMValueRef coder_bytes_of(const coder *self, LLVMTypeRef type)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(self->module);

	return LLVMConstInt(LLVMInt64TypeInContext(self->context),
			    LLVMStoreSizeOfType(layout, type), 0);
}

LLVMValueRef coder_absolute(coder *self, LLVMValueRef value)
{
	unsigned id = LLVMLookupIntrinsicID("llvm.fabs", 9);
	LLVMValueRef fabs = LLVMGetIntrinsicDeclaration(self->module, id, &self->real, 1);

	return LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(fabs), fabs, &value, 1, "");
}

LLVMValueRef coder_larger(coder *self, LLVMValueRef left, LLVMValueRef right)
{
	LLVMValueRef is = LLVMBuildFCmp(self->builder, LLVMRealOGT, left, right, "");

	return LLVMBuildSelect(self->builder, is, left, right, "");
}

LLVMValueRef coder_add(coder *self, LLVMValueRef left, LLVMValueRef right)
{
	return LLVMBuildFAdd(self->builder, left, right, "");
}

LLVMValueRef coder_multiply(coder *self, LLVMValueRef left, LLVMValueRef right)
{
	return LLVMBuildFMul(self->builder, left, right, "");
}

/* Return the bound for the error of VALUE. */
LLVMValueRef coder_off(coder *self, LLVMValueRef value)
{
	coder_carried of = coder_beside(self, value);

	return CALL(self, "finish", self->real, coder_kind_number(self, value), of.magnitude,
		    of.drift, of.sums, of.products);
}

/* Return the state of a value that may be off by DRIFT, regardless of how it was computed. */
coder_carried coder_settled(coder *self, LLVMValueRef value, LLVMValueRef drift)
{
	return (coder_carried){coder_absolute(self, coder_real(self, value)), drift, self->zero,
			       self->zero};
}
