/* backends/bound/memory.c -- generates calls that keep the table of floats in memory up to date at
 * loads, stores and calls.
 *
 * Owns:      nothing.
 * Clauses:   none.
 * Not here:  the table (state.c). */
#include <string.h>

#include "backends/bound/bound_coder.h"
#include "src/arith/cfunction.h"

/* --- loads and stores ------------------------------------------------------------------------- */

coder_carried coder_of_load(coder *self, LLVMValueRef at)
{
	LLVMTypeRef fields = LLVMArrayType2(self->real, sizeof(hr_bound_state) / sizeof(double));
	LLVMValueRef from =
		CALL(self, "load", self->pointer, coder_address_of(self, LLVMGetOperand(at, 0)),
		     coder_kind_number(self, at));
	LLVMValueRef all = LLVMBuildLoad2(self->builder, fields, from, "");

	return (coder_carried){LLVMBuildExtractValue(self->builder, all, 0, ""),
			       LLVMBuildExtractValue(self->builder, all, 1, ""),
			       LLVMBuildExtractValue(self->builder, all, 2, ""),
			       LLVMBuildExtractValue(self->builder, all, 3, "")};
}

static void store(coder *self, LLVMValueRef at)
{
	LLVMValueRef value = LLVMGetOperand(at, 0),
		     to = coder_address_of(self, LLVMGetOperand(at, 1));
	coder_carried of;

	if (!coder_is_float(value)) {
		CALL(self, "clear", self->nothing, to, coder_bytes_of(self, LLVMTypeOf(value)));
		return;
	}
	of = coder_beside(self, value);
	CALL(self, "store", self->nothing, to, coder_kind_number(self, value), of.magnitude,
	     of.drift, of.sums, of.products, self->instance);
}

/* Handle a load of bits as another type than they were stored as. */
static void look_at_load(coder *self, LLVMValueRef at)
{
	coder_unstable(self, at,
		       CALL(self, "bits", self->integer,
			    coder_address_of(self, LLVMGetOperand(at, 0)),
			    coder_bytes_of(self, LLVMTypeOf(at))));
}

static void change_in_place(coder *self, LLVMValueRef at)
{
	LLVMValueRef to = LLVMGetOperand(at, 0), value = LLVMGetOperand(at, 1);
	LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(at);
	coder_carried of;

	if (!coder_is_float(value)) {
		CALL(self, "clear", self->nothing, coder_address_of(self, to),
		     coder_bytes_of(self, LLVMTypeOf(value)));
		return;
	}
	if (operation != LLVMAtomicRMWBinOpFAdd && operation != LLVMAtomicRMWBinOpFSub) {
		coder_give_up(self, at, "it has atomic operations on floats other than addition",
			      NULL);
		return;
	}
	of = coder_beside(self, value);
	coder_call(self, "hpvm_bound_add", self->nothing,
		   (LLVMValueRef[]){coder_address_of(self, to), coder_kind_number(self, value),
				    of.magnitude, of.drift, of.sums, of.products,
				    coder_real(self, at), self->instance},
		   8);
}

void coder_look_at_memory(coder *self, LLVMValueRef at)
{
	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMStore: store(self, at); break;
	case LLVMLoad:
		if (!coder_is_float(at))
			look_at_load(self, at);
		break;
	case LLVMAtomicRMW: change_in_place(self, at); break;
	case LLVMAtomicCmpXchg:
		CALL(self, "clear", self->nothing, coder_address_of(self, LLVMGetOperand(at, 0)),
		     coder_bytes_of(self, LLVMTypeOf(LLVMGetOperand(at, 1))));
		break;
	default: break;
	}
}

/* --- calls ------------------------------------------------------------------------------------ */

static bool has_pointers(LLVMValueRef at)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(at); i++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(at, i))) == LLVMPointerTypeKind)
			return true;
	return false;
}

/* Handle a math function that stores an integer, which depends on its arguments. Return false if AT
 * does not call one. */
static bool look_at_stored(coder *self, LLVMValueRef at, const hr_cfunction *row)
{
	LLVMValueRef first, is;

	if (!row || row->signature[0] != 'd' || row->access[0].kind != HR_ACCESSES_WRITES ||
	    row->access[0].length != HR_LENGTH_BYTES)
		return false;
	first = LLVMGetOperand(at, 0);
	if (row->moves == HR_MOVES_QUOTIENT) {
		coder_unstable_if_off(self, at, first);
		coder_unstable_if_off(self, at, LLVMGetOperand(at, 1));
	} else {
		is = coder_call(self,
				row->moves == HR_MOVES_EXPONENT ? "hpvm_bound_exponents"
								: "hpvm_bound_steps",
				self->integer,
				(LLVMValueRef[]){coder_real(self, first), coder_off(self, first)},
				2);
		coder_unstable(self, at, is);
	}
	CALL(self, "clear", self->nothing,
	     coder_address_of(self, LLVMGetOperand(at, (unsigned)row->access[0].pointer)),
	     coder_bytes_of(self, self->integer));
	return true;
}

void coder_look_at_call(coder *self, LLVMValueRef at)
{
	const char *name = coder_called(at);
	const hr_cfunction *row = hr_cfunction_find(name);
	hr_cfunction_block block = row ? row->block : HR_BLOCK_NONE;
	bool floats = false;

	if (strncmp(name, "llvm.memcpy", 11) == 0 || strncmp(name, "llvm.memmove", 12) == 0 ||
	    block == HR_BLOCK_COPIES) {
		CALL(self, "copy", self->nothing, coder_address_of(self, LLVMGetOperand(at, 0)),
		     coder_address_of(self, LLVMGetOperand(at, 1)),
		     LLVMBuildZExt(self->builder, LLVMGetOperand(at, 2),
				   LLVMInt64TypeInContext(self->context), ""),
		     self->instance);
		return;
	}
	if (strncmp(name, "llvm.memset", 11) == 0 || block == HR_BLOCK_FILLS) {
		CALL(self, "clear", self->nothing, coder_address_of(self, LLVMGetOperand(at, 0)),
		     LLVMBuildZExt(self->builder, LLVMGetOperand(at, 2),
				   LLVMInt64TypeInContext(self->context), ""));
		return;
	}
	if (look_at_stored(self, at, row))
		return;
	if (strncmp(name, "llvm.", 5) != 0 && strncmp(name, "hpvm_", 5) != 0 && has_pointers(at) &&
	    hr_cfunction_writes(row))
		coder_give_up(self, at, "it calls a function that writes through pointers", NULL);
	for (unsigned i = 0; i < LLVMGetNumArgOperands(at); i++)
		floats |= coder_is_float(LLVMGetOperand(at, i));
	if (!floats || coder_is_float(at) || strncmp(name, "llvm.is.fpclass", 15) == 0)
		return;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(at); i++)
		if (coder_is_float(LLVMGetOperand(at, i)))
			coder_unstable_if_off(self, at, LLVMGetOperand(at, i));
}
