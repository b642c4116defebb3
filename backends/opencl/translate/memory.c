/* backends/opencl/translate/memory.c -- loads, stores, addresses, variables of an instance, copies.
 *
 * An access uses the element type of the pointer. An access with another type goes through a
 * pointer to a type that may alias any other (`may_alias`), because LLVM's memory is untyped; an
 * access that may be misaligned goes through a type without alignment. A width that no type of
 * OpenCL C has is assembled from bytes.
 * Invariant: exactly the bytes that LLVM specifies are read and written.
 * Owns:      nothing.
 * Not here:  atomics (atomics.c). */
#include <string.h>

#include "backends/opencl/translate/opencl_memory.h"
#include "backends/opencl/translate/opencl_translate.h"

enum { MOST_TERMS = 8 };

/* --- addresses -------------------------------------------------------------------------------- */

typedef struct term {
	LLVMValueRef index;
	int64_t stride;
} term;

typedef struct distance {
	term terms[MOST_TERMS];
	unsigned count;
	int64_t bytes;
} distance;

static void add_index(ocl_writer *self, distance *to, LLVMValueRef index, int64_t stride)
{
	if (LLVMIsAConstantInt(index)) {
		to->bytes += LLVMConstIntGetSExtValue(index) * stride;
		return;
	}
	if (to->count == MOST_TERMS) {
		ocl_refuse(self, HR_REFUSES_INSTRUCTION,
			   "an address that is computed from several pointers");
		return;
	}
	to->terms[to->count++] = (term){index, stride};
}

static distance offset_of(ocl_writer *self, LLVMValueRef gep)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	distance sum = {.count = 0};

	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		LLVMValueRef index = LLVMGetOperand(gep, i);

		if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);

			sum.bytes += (int64_t)LLVMOffsetOfElement(self->layout, type, field);
			type = LLVMStructGetTypeAtIndex(type, field);
			continue;
		}
		if (i > 1)
			type = LLVMGetElementType(type);
		add_index(self, &sum, index, (int64_t)LLVMABISizeOfType(self->layout, type));
	}
	return sum;
}

static bool divides(const distance *by, unsigned bytes)
{
	if (by->bytes % bytes)
		return false;
	for (unsigned i = 0; i < by->count; i++)
		if (by->terms[i].stride % bytes)
			return false;
	return true;
}

/* Return the sum of the offset in units of BYTES and INDEX, which may be NULL; NULL if it is
 * zero. */
static const char *index_text(ocl_writer *self, const distance *by, unsigned bytes,
			      const char *index)
{
	long long rest = by->bytes / bytes;

	for (unsigned i = 0; i < by->count; i++) {
		unsigned bits = ocl_bits(LLVMTypeOf(by->terms[i].index));
		const char *text = ocl_operand(self, by->terms[i].index);
		long long factor = by->terms[i].stride / bytes;

		if (bits != 64)
			text = OCL_PRINT(self, "(long)%s", ocl_as_signed(self, text, bits));
		if (factor != 1)
			text = OCL_PRINT(self, factor < 0 ? "%s * (%lld)" : "%s * %lld", text,
					 factor);
		index = index ? OCL_PRINT(self, "%s + %s", index, text) : text;
	}
	if (rest && index)
		index = OCL_PRINT(self, "%s %c %lld", index, rest < 0 ? '-' : '+',
				  rest < 0 ? -rest : rest);
	else if (rest)
		index = OCL_PRINT(self, rest < 0 ? "(%lld)" : "%lld", rest);
	return index;
}

ocl_value ocl_address(ocl_writer *self, LLVMValueRef gep)
{
	LLVMValueRef from = LLVMGetOperand(gep, 0);
	ocl_value base = ocl_pointer(self, from);
	distance by = offset_of(self, gep);
	const char *wanted = LLVMIsAInstruction(gep) ? ocl_element_of(self, gep) : base.element;

	if (LLVMGetTypeKind(LLVMTypeOf(gep)) == LLVMVectorTypeKind) {
		ocl_refuse(self, HR_REFUSES_TYPE, "a vector of pointers");
		return base;
	}
	if (strcmp(wanted, base.element) == 0 || strcmp(wanted, "uchar") == 0)
		wanted = base.element;
	if (!divides(&by, ocl_access_bytes(wanted)))
		wanted = "uchar";
	if (strcmp(wanted, base.element) != 0 || strcmp(base.text, "0") == 0)
		base = (ocl_value){OCL_PRINT(self, "((%s%s *)%s)",
					     ocl_space_word(ocl_space_of(self, from)), wanted,
					     ocl_pointer_text(self, base)),
				   NULL, wanted};
	base.index = index_text(self, &by, ocl_access_bytes(wanted), base.index);
	return base;
}

/* --- places ----------------------------------------------------------------------------------- */

/* Return the type "hpvm_any_uint", which may alias anything, or "hpvm_at_uint", which may also be
 * unaligned. */
const char *ocl_loose_type(ocl_writer *self, const char *type, bool aligned)
{
	const char *name = OCL_PRINT(self, aligned ? "hpvm_any_%s" : "hpvm_at_%s", type);

	if (aligned && strcmp(type, "uchar") == 0)
		return type;
	if (!aligned && ocl_access_bytes(type) == 1)
		return type;
	if (!hr_strmap_get(&self->types, name, NULL)) {
		hr_strmap_put(&self->types, name, 1);
		if (!ocl_is_defined(self, name))
			hr_ir_write(&self->typedefs,
				    "typedef %s __attribute__((may_alias%s)) %s;\n", type,
				    aligned ? "" : ", aligned(1)", name);
	}
	return name;
}

static const char *behind(ocl_writer *self, const ocl_place *place, uint64_t bytes)
{
	ocl_value pointer = place->pointer;
	unsigned unit = ocl_access_bytes(pointer.element);

	if (!bytes)
		return ocl_pointer_text(self, pointer);
	if (bytes % unit == 0)
		return OCL_PRINT(self, "(%s + %llu)", ocl_pointer_text(self, pointer),
				 (unsigned long long)(bytes / unit));
	return OCL_PRINT(self, "((%suchar *)%s + %llu)", ocl_space_word(place->space),
			 ocl_pointer_text(self, pointer), (unsigned long long)bytes);
}

ocl_place ocl_place_of(ocl_writer *self, LLVMValueRef pointer, unsigned align, bool is_volatile)
{
	ocl_place place = {ocl_pointer(self, pointer), ocl_space_of(self, pointer), align,
			   is_volatile};

	if (place.space == OCL_SEVERAL)
		ocl_refuse(self, HR_REFUSES_INSTRUCTION,
			   "a pointer into more than one address space");
	return place;
}

/* Return an lvalue of TYPE that is BYTES behind PLACE. */
static const char *lvalue(ocl_writer *self, const ocl_place *place, uint64_t bytes,
			  const char *type)
{
	unsigned size = ocl_access_bytes(type);
	bool aligned = place->align >= size && bytes % size == 0;
	ocl_value pointer = place->pointer;

	if (!place->is_volatile && aligned && strcmp(ocl_plain_type(pointer.element), type) == 0 &&
	    strcmp(pointer.text, "0") != 0) {
		if (bytes && !pointer.index)
			return OCL_PRINT(self, "%s[%llu]", pointer.text,
					 (unsigned long long)(bytes / size));
		if (bytes)
			return OCL_PRINT(self, "%s[%s + %llu]", pointer.text, pointer.index,
					 (unsigned long long)(bytes / size));
		return pointer.index ? OCL_PRINT(self, "%s[%s]", pointer.text,
						 ocl_bare(self, pointer.index))
				     : OCL_PRINT(self, "(*%s)", pointer.text);
	}
	return OCL_PRINT(self, "(*(%s%s%s *)%s)", place->is_volatile ? "volatile " : "",
			 ocl_space_word(place->space), ocl_loose_type(self, type, aligned),
			 behind(self, place, bytes));
}

/* --- loads ------------------------------------------------------------------------------------ */

static const char *read_bytes(ocl_writer *self, const ocl_place *place, uint64_t from,
			      unsigned count)
{
	const char *text = "";

	for (unsigned i = 0; i < count; i++)
		text = OCL_PRINT(self, "%s%s(ulong)%s << %u", text, i ? " | " : "",
				 lvalue(self, place, from + i, "uchar"), 8 * i);
	return OCL_PRINT(self, "(%s)", text);
}

static const char *read_scalar(ocl_writer *self, const ocl_place *place, uint64_t offset,
			       LLVMTypeRef type)
{
	const char *access = ocl_access_type(self, type), *text;
	unsigned bytes = (unsigned)ocl_store_bytes(self, type), bits = ocl_bits(type);

	(void)ocl_type(self, type);
	if (access) {
		text = lvalue(self, place, offset, access);
		return LLVMGetTypeKind(type) != LLVMIntegerTypeKind || bits == 8 * bytes
			       ? text
			       : ocl_cut(self, text, bits);
	}
	if (bits > 64) {
		const char *low = lvalue(self, place, offset, "ulong");
		const char *high = bytes == 16 ? lvalue(self, place, offset + 8, "ulong")
					       : read_bytes(self, place, offset + 8, bytes - 8);

		return ocl_cut(self, OCL_PRINT(self, "hpvm_make128(%s, %s)", low, high), bits);
	}
	return ocl_cut(self,
		       OCL_PRINT(self, "(%s)%s", ocl_unsigned(bits),
				 read_bytes(self, place, offset, bytes)),
		       bits);
}

static uint64_t part_of(ocl_writer *self, LLVMTypeRef type, unsigned i, LLVMTypeRef *part)
{
	if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
		*part = LLVMStructGetTypeAtIndex(type, i);
		return LLVMOffsetOfElement(self->layout, type, i);
	}
	*part = LLVMGetElementType(type);
	if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		return i * LLVMABISizeOfType(self->layout, *part);
	if (LLVMGetTypeKind(*part) == LLVMIntegerTypeKind && ocl_bits(*part) % 8)
		ocl_refuse(self, HR_REFUSES_TYPE, "a vector of %u bits each in memory",
			   ocl_bits(*part));
	return i * ocl_store_bytes(self, *part);
}

static unsigned part_count(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind: return LLVMCountStructElementTypes(type);
	case LLVMArrayTypeKind: return (unsigned)LLVMGetArrayLength2(type);
	case LLVMVectorTypeKind: return LLVMGetVectorSize(type);
	default: return 0;
	}
}

static bool has_parts(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
	       kind == LLVMVectorTypeKind;
}

static void read_parts(ocl_writer *self, const ocl_place *place, uint64_t offset, LLVMTypeRef type,
		       const char *into)
{
	for (unsigned i = 0; i < part_count(type); i++) {
		const char *path = OCL_PRINT(self, "%s%s", into, ocl_member(self, type, i));
		LLVMTypeRef part;
		uint64_t at = offset + part_of(self, type, i, &part);

		if (has_parts(part))
			read_parts(self, place, at, part, path);
		else
			ocl_line_of(self, "%s = %s;", path,
				    ocl_bare(self, read_scalar(self, place, at, part)));
	}
}

static void load(ocl_writer *self, LLVMValueRef at)
{
	LLVMTypeRef type = LLVMTypeOf(at);
	bool atomic = LLVMGetOrdering(at) != LLVMAtomicOrderingNotAtomic;
	ocl_place place = ocl_place_of(self, LLVMGetOperand(at, 0), LLVMGetAlignment(at),
				       LLVMGetVolatile(at) || atomic);

	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
		ocl_refuse(self, HR_REFUSES_INSTRUCTION, "a pointer in memory");
		return;
	}
	if (has_parts(type))
		read_parts(self, &place, 0, type, ocl_declare(self, at));
	else
		ocl_define(self, at, read_scalar(self, &place, 0, type));
	if (atomic && LLVMGetOrdering(at) > LLVMAtomicOrderingMonotonic)
		ocl_line_of(self, "mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
}

/* --- stores ----------------------------------------------------------------------------------- */

static void write_bytes(ocl_writer *self, const ocl_place *place, uint64_t to, const char *text,
			unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		ocl_line_of(self, "%s = (uchar)(%s >> %u);", lvalue(self, place, to + i, "uchar"),
			    text, 8 * i);
}

void ocl_write_scalar(ocl_writer *self, const ocl_place *place, uint64_t offset, LLVMTypeRef type,
		      const char *text)
{
	const char *access = ocl_access_type(self, type);
	unsigned bytes = (unsigned)ocl_store_bytes(self, type), bits = ocl_bits(type);

	if (access) {
		ocl_line_of(self, "%s = %s;", ocl_bare(self, lvalue(self, place, offset, access)),
			    ocl_bare(self, text));
		return;
	}
	if (bits > 64) {
		const char *name = ocl_temporary(self, "hpvm_i128");

		ocl_line_of(self, "%s = %s;", name, ocl_bare(self, text));
		ocl_line_of(self, "%s = %s.lo;", lvalue(self, place, offset, "ulong"), name);
		if (bytes == 16)
			ocl_line_of(self, "%s = %s.hi;", lvalue(self, place, offset + 8, "ulong"),
				    name);
		else
			write_bytes(self, place, offset + 8, OCL_PRINT(self, "%s.hi", name),
				    bytes - 8);
		return;
	}
	write_bytes(self, place, offset, text, bytes);
}

static void write_parts(ocl_writer *self, const ocl_place *place, uint64_t offset, LLVMTypeRef type,
			const char *from)
{
	for (unsigned i = 0; i < part_count(type); i++) {
		const char *path = OCL_PRINT(self, "%s%s", from, ocl_member(self, type, i));
		LLVMTypeRef part;
		uint64_t at = offset + part_of(self, type, i, &part);

		if (has_parts(part))
			write_parts(self, place, at, part, path);
		else
			ocl_write_scalar(self, place, at, part, path);
	}
}

static void store(ocl_writer *self, LLVMValueRef at)
{
	LLVMValueRef value = LLVMGetOperand(at, 0);
	LLVMTypeRef type = LLVMTypeOf(value);
	bool atomic = LLVMGetOrdering(at) != LLVMAtomicOrderingNotAtomic;
	ocl_place place = ocl_place_of(self, LLVMGetOperand(at, 1), LLVMGetAlignment(at),
				       LLVMGetVolatile(at) || atomic);

	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		ocl_refuse(self, HR_REFUSES_INSTRUCTION, "a pointer in memory");
	else if (place.space == OCL_CONSTANT)
		ocl_refuse(self, HR_REFUSES_INSTRUCTION, "a store to a constant");
	else if (LLVMIsUndef(value))
		return;
	else if (atomic && LLVMGetOrdering(at) > LLVMAtomicOrderingMonotonic)
		ocl_line_of(self, "mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
	if (self->source->refusal != HR_TAKEN)
		return;
	if (!has_parts(type)) {
		ocl_write_scalar(self, &place, 0, type, ocl_operand(self, value));
		return;
	}
	if (LLVMIsAConstant(value) && ocl_is_native_vector(type)) {
		const char *name = ocl_temporary(self, ocl_type(self, type));

		ocl_line_of(self, "%s = %s;", name, ocl_operand(self, value));
		write_parts(self, &place, 0, type, name);
		return;
	}
	write_parts(self, &place, 0, type, ocl_operand(self, value));
}

/* --- variables -------------------------------------------------------------------------------- */

static void variable(ocl_writer *self, LLVMValueRef at)
{
	LLVMValueRef count = LLVMGetOperand(at, 0);
	const char *element = ocl_element_of(self, at), *name = ocl_value_name(self, at);
	uint64_t bytes = LLVMABISizeOfType(self->layout, LLVMGetAllocatedType(at));
	unsigned align = LLVMGetAlignment(at);

	if (!LLVMIsAConstantInt(count) ||
	    LLVMGetInstructionParent(at) != LLVMGetEntryBasicBlock(self->function)) {
		ocl_refuse(self, HR_REFUSES_INSTRUCTION,
			   "a variable of a size known only at run time");
		return;
	}
	bytes *= LLVMConstIntGetZExtValue(count);
	if (bytes > 64 * 1024)
		ocl_refuse(self, HR_REFUSES_SIZE, "a variable of %llu bytes",
			   (unsigned long long)bytes);
	if (bytes % ocl_access_bytes(element))
		element = "uchar";
	ocl_set(self, at, (ocl_value){name, NULL, element});
	bytes = bytes ? bytes : 1;
	hr_ir_write(&self->declarations, "\t%s %s[%llu]", element, name,
		    (unsigned long long)(bytes / ocl_access_bytes(element)));
	if (align > ocl_access_bytes(element))
		hr_ir_write(&self->declarations, " __attribute__((aligned(%u)))", align);
	hr_ir_write(&self->declarations, ";\n");
}

/* --- copies and fills ---------------------------------------------------------------------- */

static unsigned parameter_align(LLVMValueRef call, unsigned parameter)
{
	static const char word[] = "align";
	LLVMAttributeRef mark = LLVMGetCallSiteEnumAttribute(
		call, parameter + 1, LLVMGetEnumAttributeKindForName(word, sizeof(word) - 1));

	return mark ? (unsigned)LLVMGetEnumAttributeValue(mark) : 1;
}

/* Return the widest type whose size divides both alignments and the length. */
static const char *block_type(LLVMValueRef call, LLVMValueRef length, bool two)
{
	uint64_t bytes = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 1;
	uint64_t all = bytes | parameter_align(call, 0) | (two ? parameter_align(call, 1) : 0);

	return all % 8 == 0 ? "ulong" : all % 4 == 0 ? "uint" : all % 2 == 0 ? "ushort" : "uchar";
}

static const char *block_pointer(ocl_writer *self, LLVMValueRef pointer, const char *type)
{
	return ocl_pointer_as(self, pointer, ocl_loose_type(self, type, true));
}

void ocl_copy(ocl_writer *self, LLVMValueRef call, bool moves)
{
	LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
	LLVMValueRef length = LLVMGetOperand(call, 2);
	const char *type = block_type(call, length, true), *k = ocl_name(self, "k"), *count, *a, *b;
	ocl_space left = ocl_space_of(self, to), right = ocl_space_of(self, from);

	if (left == OCL_SEVERAL || right == OCL_SEVERAL || left == OCL_CONSTANT)
		ocl_refuse(self, HR_REFUSES_INSTRUCTION,
			   "a pointer into more than one address space");
	a = block_pointer(self, to, type);
	b = block_pointer(self, from, type);
	count = OCL_PRINT(self, "%s / %u", ocl_operand(self, length), ocl_access_bytes(type));
	if (ocl_access_bytes(type) == 1)
		count = ocl_operand(self, length);
	if (moves && left == right) {
		ocl_line_of(self, "if ((ulong)%s > (ulong)%s)", a, b);
		self->depth++;
		ocl_line_of(self, "for (ulong %s = %s; %s > 0; %s--)", k, count, k, k);
		ocl_line_of(self, "\t%s[%s - 1] = %s[%s - 1];", a, k, b, k);
		self->depth--;
		ocl_line_of(self, "else");
		self->depth++;
	}
	ocl_line_of(self, "for (ulong %s = 0; %s < %s; %s++)", k, k, count, k);
	ocl_line_of(self, "\t%s[%s] = %s[%s];", a, k, b, k);
	if (moves && left == right)
		self->depth--;
}

void ocl_fill(ocl_writer *self, LLVMValueRef call)
{
	LLVMValueRef to = LLVMGetOperand(call, 0), length = LLVMGetOperand(call, 2);
	const char *value = ocl_operand(self, LLVMGetOperand(call, 1)), *k = ocl_name(self, "k");

	/* A call of the C library's function. */
	if (ocl_bits(LLVMTypeOf(LLVMGetOperand(call, 1))) != 8)
		value = OCL_PRINT(self, "(uchar)%s", value);
	ocl_line_of(self, "for (ulong %s = 0; %s < %s; %s++)", k, k, ocl_operand(self, length), k);
	ocl_line_of(self, "\t%s[%s] = %s;", block_pointer(self, to, "uchar"), k, value);
}

bool ocl_memory(ocl_writer *self, LLVMValueRef at)
{
	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMAlloca: variable(self, at); return true;
	case LLVMLoad: load(self, at); return true;
	case LLVMStore: store(self, at); return true;
	case LLVMAtomicRMW: ocl_atomic(self, at); return true;
	case LLVMAtomicCmpXchg: ocl_exchange(self, at); return true;
	case LLVMFence:
		ocl_line_of(self, "mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
		return true;
	default: return false;
	}
}
