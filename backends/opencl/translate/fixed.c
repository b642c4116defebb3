/* backends/opencl/translate/fixed.c -- finds inputs that may be placed in a device's constant
 * memory.
 *
 * Constant memory is for data that all instances read at the same places: a pointer that is not
 * written through, where the address of every load is computed without the index of the instance
 * and without inputs that differ between instances. Whether there is room for it, and whether other
 * pointers write to the same memory, is checked for each grid (backends/opencl/device/run.c).
 * Owns:      nothing.
 * Not here:  the program's constants (constants.c). */
#include <string.h>

#include "backends/opencl/translate/opencl_translate.h"

enum { DEEPEST = 64 };

typedef struct fixed_search {
	const hr_unit *unit;
	LLVMValueRef function; /* the unit's function */
	/* Values assumed to be the same for all instances; an error only costs time. */
	hr_map seen;
} fixed_search;

static bool is_same(fixed_search *self, LLVMValueRef value, unsigned depth);

/* Return true if a query has the same value for all instances: queries of ancestors, and of
 * extents. */
static bool is_same_query(LLVMValueRef call)
{
	const char *name = ocl_called(call);

	if (strcmp(name, "hpvm_id") == 0)
		return LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)) > 0;
	return strcmp(name, "hpvm_extent") == 0 || strcmp(name, "hpvm_inner_extent") == 0 ||
	       (strncmp(name, "llvm.", 5) == 0 && ocl_is_pure_call(call));
}

static bool are_operands_same(fixed_search *self, LLVMValueRef at, unsigned depth)
{
	int count = LLVMGetNumOperands(at) - (LLVMIsACallInst(at) ? 1 : 0);

	for (int i = 0; i < count; i++) {
		LLVMValueRef operand = LLVMGetOperand(at, (unsigned)i);

		if (!LLVMValueIsBasicBlock(operand) && !is_same(self, operand, depth))
			return false;
	}
	return true;
}

static bool is_same(fixed_search *self, LLVMValueRef value, unsigned depth)
{
	if (LLVMIsAConstant(value))
		return true;
	if (LLVMIsAArgument(value)) { /* an input that is not a pointer */
		for (uint32_t i = 0; i < self->unit->input_count; i++)
			if (LLVMGetParam(self->function, i) == value)
				return !(self->unit->inputs[i].flags & HR_PORT_VARIES);
		return false;
	}
	if (hr_map_get(&self->seen, hr_map_key(value), NULL))
		return true;
	if (depth == 0 || !LLVMIsAInstruction(value) || LLVMIsALoadInst(value) ||
	    LLVMIsAAllocaInst(value) || LLVMIsAAtomicRMWInst(value) ||
	    LLVMIsAAtomicCmpXchgInst(value) || (LLVMIsACallInst(value) && !is_same_query(value)))
		return false;
	/* In a cycle: assumed until shown otherwise. */
	hr_map_put(&self->seen, hr_map_key(value), 1);
	if (are_operands_same(self, value, depth - 1))
		return true;
	hr_map_remove(&self->seen, hr_map_key(value));
	return false;
}

/* Return true if POINTER is only read, and only at addresses that are the same for all
 * instances. */
static bool is_only_read(fixed_search *self, LLVMValueRef pointer, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsALoadInst(user)) {
			if (LLVMGetVolatile(user) ||
			    LLVMGetOrdering(user) != LLVMAtomicOrderingNotAtomic)
				return false;
			continue;
		}
		if (depth == 0 || !LLVMIsAGetElementPtrInst(user) ||
		    LLVMGetOperand(user, 0) != pointer)
			return false;
		for (int i = 1; i < LLVMGetNumOperands(user); i++)
			if (!is_same(self, LLVMGetOperand(user, (unsigned)i), DEEPEST))
				return false;
		if (!is_only_read(self, user, depth - 1))
			return false;
	}
	return LLVMGetFirstUse(pointer) != NULL;
}

bool ocl_is_fixed(const ocl_writer *writer, LLVMValueRef function, uint32_t input)
{
	const hr_unit_port *port = &writer->unit->inputs[input];
	fixed_search self = {.unit = writer->unit, .function = function};
	bool fixed;

	if (port->kind != HR_UNIT_POINTER || port->flags & (HR_PORT_OUT | HR_PORT_VARIES) ||
	    !(port->flags & HR_PORT_IN) || writer->target->sequential)
		return false;
	fixed = is_only_read(&self, LLVMGetParam(function, input), DEEPEST);
	hr_map_free(&self.seen);
	return fixed;
}
