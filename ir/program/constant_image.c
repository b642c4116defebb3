/* ir/program/constant_image.c -- the initial bytes of globals, with relocations.
 *
 * Invariant: bytes that no scalar covers (padding, undef) are zero.
 * Owns:      nothing.
 * Not here:  placing and relocating images (interp/memory/image.c). */
#include <stdio.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "ir/program/constant.h"
#include "ir/program/lookup.h"
#include "ir/program/types.h"

typedef struct image {
	hr_program *program;
	uint8_t *bytes;
	uint64_t size;
	hr_relocs *relocs;
	LLVMValueRef refused; /* a constant that cannot be written, or NULL */
} image;

static void write_value(image *im, LLVMValueRef c, const hr_type *type, uint64_t offset);

static void put_bits(image *im, hr_u128 bits, uint64_t offset, uint64_t bytes)
{
	if (offset > im->size || im->size - offset < bytes)
		hr_bug("an initialiser is larger than its global");
	for (uint64_t i = 0; i < bytes; i++, bits >>= 8)
		im->bytes[offset + i] = (uint8_t)bits;
}

static void write_scalar(image *im, LLVMValueRef c, const hr_type *type, uint64_t offset)
{
	hr_atom atom;
	uint64_t bytes = (type->bits + 7) / 8;

	if (!hr_constant_atom(im->program, c, &atom) ||
	    (atom.symbol_count && bytes != 8 && bytes != 4)) {
		im->refused = c;
		return;
	}
	put_bits(im, atom.bits, offset, bytes);
	for (unsigned i = 0; i < atom.symbol_count; i++) {
		if (atom.symbols[i].thread_local_) {
			im->refused = c;
			return;
		}
		HR_PUSH(im->relocs, (hr_reloc){
					    .kind = atom.symbols[i].kind,
					    .bytes = (uint8_t)bytes,
					    .subtract = atom.symbols[i].subtract,
					    .offset = (uint32_t)offset,
					    .index = atom.symbols[i].index,
					    .function = atom.symbols[i].function,
				    });
	}
}

/* Write <8 x i1> and the like bit by bit. */
static void write_packed(image *im, LLVMValueRef c, const hr_type *type, uint64_t offset)
{
	unsigned bits = type->element->bits;

	for (uint64_t i = 0; i < type->count; i++) {
		hr_atom atom;

		if (!hr_constant_atom(im->program, LLVMGetAggregateElement(c, (unsigned)i),
				      &atom) ||
		    atom.symbol_count) {
			im->refused = c;
			return;
		}
		for (unsigned b = 0; b < bits; b++)
			if (atom.bits >> b & 1)
				im->bytes[offset + (i * bits + b) / 8] |=
					(uint8_t)(1u << (i * bits + b) % 8);
	}
}

static void write_elements(image *im, LLVMValueRef c, const hr_type *type, uint64_t offset)
{
	/* elements of a vector are contiguous, whatever their alignment */
	uint64_t stride = type->kind == HR_T_ARRAY ? type->element->size : type->element->bits / 8;
	bool data = LLVMIsAConstantDataSequential(c) != NULL;

	if (data && type->kind == HR_T_ARRAY && type->element->bits == 8 &&
	    type->element->kind == HR_T_INT) {
		size_t length;
		const char *text = LLVMGetAsString(c, &length);

		if (offset > im->size || im->size - offset < length)
			hr_bug("an initialiser is larger than its global");
		memcpy(im->bytes + offset, text, length);
		return;
	}
	for (uint64_t i = 0; i < type->count && !im->refused; i++)
		write_value(im, LLVMGetAggregateElement(c, (unsigned)i), type->element,
			    offset + i * stride);
}

static void write_value(image *im, LLVMValueRef c, const hr_type *type, uint64_t offset)
{
	if (im->refused || LLVMIsNull(c) || LLVMIsUndef(c))
		return;
	switch (type->kind) {
	case HR_T_INT:
	case HR_T_FLOAT:
	case HR_T_PTR: write_scalar(im, c, type, offset); break;
	case HR_T_STRUCT:
		for (uint64_t i = 0; i < type->count; i++)
			write_value(im, LLVMGetAggregateElement(c, (unsigned)i), type->fields[i],
				    offset + type->offsets[i]);
		break;
	case HR_T_VECTOR:
	case HR_T_ARRAY:
		if (LLVMIsAConstantExpr(c))
			im->refused = c;
		else if (type->kind == HR_T_VECTOR && hr_type_bit_packed(type))
			write_packed(im, c, type, offset);
		else
			write_elements(im, c, type, offset);
		break;
	case HR_T_VOID: hr_bug("a constant of type void");
	}
}

/* Name a thread-local variable, because its text would be its definition. */
static hr_status refuse(hr_program *program, const hr_global *global, LLVMValueRef refused)
{
	char text[500];
	hr_status status;

	if (LLVMIsAGlobalValue(refused)) {
		size_t length;

		snprintf(text, sizeof(text),
			 "'%.200s' (thread-local) in the initialiser of '%.200s'",
			 LLVMGetValueName2(refused, &length), global->name);
	} else {
		char *printed = LLVMPrintValueToString(refused);

		snprintf(text, sizeof(text), "'%.200s' in the initialiser of '%.200s'", printed,
			 global->name);
		LLVMDisposeMessage(printed);
	}
	status = hr_report(program->diags, HR_D_unsupported_constant, NULL, text);
	return status == HR_OK ? HR_UNSUPPORTED : status;
}

static hr_status image_of(hr_program *program, const hr_global *global, uint8_t *bytes,
			  hr_relocs *relocs)
{
	LLVMValueRef initialiser = LLVMGetInitializer(global->llvm);
	hr_where where = {.function = global->name};
	image im = {.program = program, .bytes = bytes, .size = global->bytes, .relocs = relocs};
	const hr_type *type;

	memset(bytes, 0, global->bytes);
	if (!initialiser)
		return HR_OK;
	HR_TRY(hr_type_need(program, LLVMTypeOf(initialiser), &where, &type));
	write_value(&im, initialiser, type, 0);
	if (!im.refused)
		return HR_OK;
	return refuse(program, global, im.refused);
}

hr_status hr_global_image(hr_program *program, const hr_global *global, uint8_t *bytes,
			  hr_relocs *relocs)
{
	hr_status status;

	hr_program_lock();
	status = image_of(program, global, bytes, relocs);
	hr_program_unlock();
	return status;
}
