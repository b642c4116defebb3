/* ir/kernel/library/adapt.c -- a body for the declaration of a device function: a call of the library's function, for each
 * element of vectors if the library has it for scalars, and with the types that the declaration has.
 *
 * The library is compiled for SPIR, whose convention passes each value as it is. Clang for x86-64 passes small vectors
 * as other types of their size, large ones by a copy in memory, and results likewise. */
#include <string.h>

#include "ir/kernel/library/library_private.h"

typedef struct adapter {
	LLVMValueRef declaration, function;
	LLVMTypeRef type; /* of FUNCTION */
	LLVMBuilderRef builder;
	LLVMTargetDataRef layout;
	LLVMContextRef context;
	unsigned lanes;
	unsigned next; /* parameter of the declaration */
} adapter;

static LLVMAttributeRef attribute(LLVMValueRef function, unsigned parameter, const char *name)
{
	return LLVMGetEnumAttributeAtIndex(function, parameter + 1,
					   LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static uint64_t size_of(const adapter *a, LLVMTypeRef type)
{
	return (LLVMSizeOfTypeInBits(a->layout, type) + 7) / 8;
}

static LLVMValueRef room(const adapter *a, LLVMTypeRef type, LLVMTypeRef other)
{
	LLVMTypeRef most = LLVMABISizeOfType(a->layout, type) > LLVMABISizeOfType(a->layout, other)
				   ? type
				   : other;
	LLVMValueRef memory = LLVMBuildAlloca(a->builder, most, "");

	LLVMSetAlignment(memory, 16);
	return memory;
}

/* Return the next argument as a value of TYPE. */
static LLVMValueRef argument(adapter *a, LLVMTypeRef type)
{
	LLVMValueRef given = LLVMGetParam(a->declaration, a->next), memory, value;
	LLVMTypeRef byte = LLVMInt8TypeInContext(a->context);
	uint64_t done = 0, size = size_of(a, type);

	if (LLVMTypeOf(given) == type) {
		a->next++;
		return given;
	}
	if (LLVMGetTypeKind(LLVMTypeOf(given)) == LLVMPointerTypeKind &&
	    LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
		a->next++; /* the same pointer has another number of its address space */
		return LLVMBuildAddrSpaceCast(a->builder, given, type, "");
	}
	if (attribute(a->declaration, a->next, "byval")) {
		a->next++;
		return LLVMBuildLoad2(a->builder, type, given, "");
	}
	memory = room(a, type, LLVMArrayType2(byte, size + 8));
	while (done < size && a->next < LLVMCountParams(a->declaration)) {
		LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(a->context), done, false),
			     to;

		given = LLVMGetParam(a->declaration, a->next++);
		to = LLVMBuildGEP2(a->builder, byte, memory, &offset, 1, "");
		LLVMSetAlignment(LLVMBuildStore(a->builder, given, to), 1);
		done += LLVMABISizeOfType(a->layout, LLVMTypeOf(given));
	}
	value = LLVMBuildLoad2(a->builder, type, memory, "");
	LLVMSetAlignment(value, 1);
	return value;
}

static void give_back(const adapter *a, LLVMValueRef value, LLVMValueRef sret)
{
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(a->declaration));
	LLVMValueRef memory;

	if (sret)
		LLVMBuildStore(a->builder, value, sret);
	if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) {
		LLVMBuildRetVoid(a->builder);
		return;
	}
	if (type != LLVMTypeOf(value)) {
		memory = room(a, type, LLVMTypeOf(value));
		LLVMBuildStore(a->builder, value, memory);
		value = LLVMBuildLoad2(a->builder, type, memory, "");
	}
	LLVMBuildRet(a->builder, value);
}

/* Return the result of calls for each element; a vector. */
static LLVMValueRef each_element(adapter *a, LLVMValueRef *values, const LLVMTypeRef *elements,
				 unsigned count)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(a->context), result = LLVMGetReturnType(a->type),
		    types[HR_SIGNATURE_MOST];
	bool none = LLVMGetTypeKind(result) == LLVMVoidTypeKind;
	LLVMValueRef vector = none ? NULL : LLVMGetPoison(LLVMVectorType(result, a->lanes));

	LLVMGetParamTypes(a->type, types);
	for (unsigned lane = 0; lane < a->lanes; lane++) {
		LLVMValueRef parts[HR_SIGNATURE_MOST], at = LLVMConstInt(i32, lane, false), part;

		for (unsigned i = 0; i < count; i++) {
			parts[i] = values[i];
			if (!elements[i])
				continue;
			if (LLVMGetTypeKind(types[i]) == LLVMPointerTypeKind)
				parts[i] = LLVMBuildGEP2(a->builder, elements[i], values[i], &at, 1,
							 "");
			else
				parts[i] = LLVMBuildExtractElement(a->builder, values[i], at, "");
		}
		part = LLVMBuildCall2(a->builder, a->type, a->function, parts, count, "");
		if (!none)
			vector = LLVMBuildInsertElement(a->builder, vector, part, at, "");
	}
	return vector;
}

void hr_kernel_adapt(LLVMValueRef declaration, LLVMValueRef function, unsigned lanes,
		     const LLVMTypeRef *elements)
{
	LLVMModuleRef module = LLVMGetGlobalParent(declaration);
	adapter a = {.declaration = declaration, .function = function, .lanes = lanes};
	LLVMValueRef values[HR_SIGNATURE_MOST], sret = NULL, result;
	LLVMTypeRef types[HR_SIGNATURE_MOST], returned;
	unsigned count = LLVMCountParams(function);

	a.type = LLVMGlobalGetValueType(function);
	a.context = LLVMGetModuleContext(module);
	a.layout = LLVMGetModuleDataLayout(module);
	a.builder = LLVMCreateBuilderInContext(a.context);
	returned = LLVMGetReturnType(a.type);
	LLVMGetParamTypes(a.type, types);
	LLVMPositionBuilderAtEnd(a.builder,
				 LLVMAppendBasicBlockInContext(a.context, declaration, ""));
	if (LLVMGetTypeKind(returned) != LLVMVoidTypeKind && LLVMCountParams(declaration) &&
	    attribute(declaration, 0, "sret"))
		sret = LLVMGetParam(declaration, a.next++);
	for (unsigned i = 0; i < count; i++) {
		bool vector =
			lanes && elements[i] && LLVMGetTypeKind(types[i]) != LLVMPointerTypeKind;

		values[i] = argument(&a, vector ? LLVMVectorType(types[i], lanes) : types[i]);
	}
	result = lanes ? each_element(&a, values, elements, count)
		       : LLVMBuildCall2(a.builder, a.type, function, values, count, "");
	give_back(&a, result, sret);
	LLVMDisposeBuilder(a.builder);
}
