/* ir/lift/values.c -- values of an internal node function: expressions, handles, local variables.
 *
 * Invariant: an integer is an expression of its type's width; a load returns exactly what was last
 *            stored, or is reported.
 * Owns:      nothing; see lift_machine.h.
 * Clauses:   G2.
 * Not here:  calls and control flow. */
#include <string.h>

#include <llvm-c/Target.h>

#include "ir/lift/lift_machine.h"
#include "ir/program/tables.h"

enum { MAX_ACCESS = 16 };

/* --- diagnostics ------------------------------------------------------------------------------ */

hr_am_value hr_am_computes(hr_am *m, const char *what)
{
	const char *help =
		strchr(what, '\n')
			? ""
			: "\nhelp: compute it in a leaf and pass it on by an edge, or in "
			  "host code and pass it as an argument";

	hr_lift_report(m->lift, m->function, m->instruction, HR_D_internal_node_computes,
		       m->function->name, what, help);
	return hr_am_nothing;
}

/* Report an instruction that is not allowed here: "instruction 'fadd'". */
hr_am_value hr_am_computes_instruction(hr_am *m)
{
	char *text = LLVMPrintValueToString(m->instruction), *start, what[HR_AM_TEXT];

	start = strstr(text, " = ");
	start = start ? start + 3 : text + strspn(text, " ");
	snprintf(what, sizeof(what), "instruction '%.*s'", (int)strcspn(start, " \n"), start);
	LLVMDisposeMessage(text);
	return hr_am_computes(m, what);
}

hr_am_value hr_am_bad_call(hr_am *m, const hr_hpvm_call *call, const char *why)
{
	hr_lift_report(m->lift, m->function, call->instruction, HR_D_bad_graph_call, call->name,
		       m->function->name, why);
	m->broken = true;
	return hr_am_nothing;
}

/* --- values ----------------------------------------------------------------------------------- */

static hr_am_value integer(const hr_expr *expr)
{
	return (hr_am_value){.kind = HR_AM_INTEGER, .expr = expr};
}

/* Return the width of an integer type that expressions support, or 0. */
static unsigned width(LLVMTypeRef type)
{
	unsigned bits =
		LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;

	return bits <= 64 ? bits : 0;
}

static hr_am_value argument(hr_am *m, LLVMValueRef llvm)
{
	unsigned bits = width(LLVMTypeOf(llvm));
	uint32_t index = 0;

	while (LLVMGetParam(m->function->llvm, index) != llvm)
		index++;
	return bits ? integer(hr_expr_input(m->arena, bits, index))
		    : (hr_am_value){.kind = HR_AM_PARAMETER, .index = index};
}

static bool is_cast(LLVMOpcode op)
{
	return op == LLVMBitCast || op == LLVMAddrSpaceCast || op == LLVMIntToPtr ||
	       op == LLVMPtrToInt;
}

hr_am_value hr_am_value_of(hr_am *m, LLVMValueRef llvm)
{
	uint64_t index;
	int64_t offset;

	while (LLVMIsAConstantExpr(llvm) && is_cast(LLVMGetConstOpcode(llvm)))
		llvm = LLVMGetOperand(llvm, 0);
	if (LLVMIsAConstantExpr(llvm) && LLVMGetConstOpcode(llvm) == LLVMGetElementPtr &&
	    LLVMIsAGlobalVariable(LLVMGetOperand(llvm, 0)) &&
	    hr_constant_offset(m->program, llvm, &offset))
		return (hr_am_value){
			.kind = HR_AM_CONSTANT, .llvm = LLVMGetOperand(llvm, 0), .offset = offset};
	if (LLVMIsAConstantInt(llvm) && width(LLVMTypeOf(llvm)))
		return integer(hr_expr_const(m->arena, width(LLVMTypeOf(llvm)),
					     LLVMConstIntGetZExtValue(llvm)));
	if (LLVMIsAArgument(llvm))
		return argument(m, llvm);
	if (LLVMIsConstant(llvm))
		return (hr_am_value){.kind = HR_AM_CONSTANT, .llvm = llvm};
	return hr_map_get(&m->values, hr_map_key(llvm), &index) ? m->pool.data[index]
								: hr_am_nothing;
}

hr_am_value hr_am_operand(hr_am *m, unsigned i)
{
	return hr_am_value_of(m, LLVMGetOperand(m->instruction, i));
}

/* --- memory of local variables ---------------------------------------------------------------- */

static uint64_t cell_key(uint32_t local, int64_t offset)
{
	return (uint64_t)local << 32 | (uint32_t)offset;
}

void hr_am_forget(hr_am *m, uint32_t local, int64_t offset, uint64_t size)
{
	for (int64_t at = offset > MAX_ACCESS ? offset - MAX_ACCESS : 0;
	     at < offset + (int64_t)size; at++) {
		uint64_t index;

		if (hr_map_get(&m->cells_at, cell_key(local, at), &index) &&
		    at + (int64_t)m->cells.data[index].size > offset)
			hr_map_remove(&m->cells_at, cell_key(local, at));
	}
}

static bool in_reach(hr_am_value address, uint64_t size)
{
	return address.kind == HR_AM_LOCAL && address.offset >= 0 && size <= MAX_ACCESS &&
	       address.offset < INT32_MAX - MAX_ACCESS;
}

static uint64_t bytes_of(hr_am *m, LLVMTypeRef type)
{
	return LLVMStoreSizeOfType(m->program->layout, type);
}

void hr_am_store(hr_am *m)
{
	LLVMValueRef stored = LLVMGetOperand(m->instruction, 0);
	uint64_t size = bytes_of(m, LLVMTypeOf(stored));
	hr_am_value address = hr_am_operand(m, 1);

	if (address.kind == HR_AM_NOTHING)
		return;
	if (!in_reach(address, size)) {
		hr_am_computes(m, "a store");
		return;
	}
	hr_am_forget(m, address.index, address.offset, size);
	hr_map_put(&m->cells_at, cell_key(address.index, address.offset), m->cells.count);
	HR_PUSH(&m->cells, (hr_am_cell){hr_am_value_of(m, stored), size});
}

/* Return the part of CONSTANT with TYPE at OFFSET, or NULL. */
static LLVMValueRef part_at(hr_am *m, LLVMValueRef constant, LLVMTypeRef type, int64_t offset)
{
	while (constant && offset >= 0 && (offset || LLVMTypeOf(constant) != type)) {
		LLVMTypeRef whole = LLVMTypeOf(constant);
		LLVMTypeKind kind = LLVMGetTypeKind(whole);
		uint64_t bytes;
		unsigned index;

		if (kind == LLVMStructTypeKind && LLVMCountStructElementTypes(whole)) {
			index = LLVMElementAtOffset(m->program->layout, whole, (uint64_t)offset);
			offset -= (int64_t)LLVMOffsetOfElement(m->program->layout, whole, index);
		} else if (kind == LLVMArrayTypeKind) {
			bytes = LLVMABISizeOfType(m->program->layout, LLVMGetElementType(whole));
			if (!bytes || (uint64_t)offset / bytes >= LLVMGetArrayLength2(whole))
				return NULL;
			index = (unsigned)((uint64_t)offset / bytes);
			offset %= (int64_t)bytes;
		} else {
			return NULL;
		}
		constant = LLVMGetAggregateElement(constant, index);
	}
	return offset < 0 ? NULL : constant;
}

/* Return the value of a part of a constant global. */
static hr_am_value load_constant(hr_am *m, hr_am_value address, LLVMTypeRef type)
{
	LLVMValueRef initialiser = NULL;

	if (LLVMIsAGlobalVariable(address.llvm) && LLVMIsGlobalConstant(address.llvm))
		initialiser = LLVMGetInitializer(address.llvm);
	initialiser = part_at(m, initialiser, type, address.offset);
	return initialiser ? hr_am_value_of(m, initialiser) : hr_am_computes(m, "a load");
}

/* Store the scalars of CONSTANT in a local variable. */
static void store_parts(hr_am *m, LLVMValueRef constant, uint32_t local, int64_t offset)
{
	LLVMTypeRef type = LLVMTypeOf(constant);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	unsigned count = kind == LLVMStructTypeKind  ? LLVMCountStructElementTypes(type)
			 : kind == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(type)
						     : 0;

	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef part = LLVMGetAggregateElement(constant, i);
		uint64_t at = kind == LLVMStructTypeKind
				      ? LLVMOffsetOfElement(m->program->layout, type, i)
				      : i * LLVMABISizeOfType(m->program->layout,
							      LLVMGetElementType(type));

		store_parts(m, part, local, offset + (int64_t)at);
	}
	if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind)
		return;
	hr_map_put(&m->cells_at, cell_key(local, offset), m->cells.count);
	HR_PUSH(&m->cells,
		(hr_am_cell){hr_am_value_of(m, constant), bytes_of(m, LLVMTypeOf(constant))});
}

bool hr_am_copy_constant(hr_am *m)
{
	hr_am_value to = hr_am_operand(m, 0), from = hr_am_operand(m, 1);
	hr_am_value length = hr_am_operand(m, 2);
	LLVMValueRef constant;

	if (to.kind != HR_AM_LOCAL || to.offset < 0 || from.kind != HR_AM_CONSTANT || from.offset ||
	    length.kind != HR_AM_INTEGER || length.expr->op != HR_X_CONST ||
	    length.expr->value > INT16_MAX || to.offset > INT16_MAX ||
	    !LLVMIsAGlobalVariable(from.llvm) || !LLVMIsGlobalConstant(from.llvm))
		return false;
	constant = LLVMGetInitializer(from.llvm);
	if (!constant ||
	    LLVMABISizeOfType(m->program->layout, LLVMTypeOf(constant)) != length.expr->value)
		return false;
	hr_am_forget(m, to.index, to.offset, length.expr->value);
	store_parts(m, constant, to.index, to.offset);
	return true;
}

hr_am_value hr_am_load(hr_am *m)
{
	LLVMTypeRef type = LLVMTypeOf(m->instruction);
	uint64_t size = bytes_of(m, type), index;
	hr_am_value address = hr_am_operand(m, 0), found;

	if (address.kind == HR_AM_NOTHING)
		return hr_am_nothing;
	if (address.kind == HR_AM_CONSTANT)
		return load_constant(m, address, type);
	if (!in_reach(address, size))
		return hr_am_computes(m, "a load");
	if (!hr_map_get(&m->cells_at, cell_key(address.index, address.offset), &index) ||
	    m->cells.data[index].size != size)
		return hr_am_computes(m, "a load of a variable that has no value");
	found = m->cells.data[index].value;
	if (found.kind == HR_AM_INTEGER && found.expr->bits != width(type))
		return hr_am_computes(m, "a load of another type than was stored");
	return found;
}

/* Add the bytes of one index of an address to *OFFSET; *TYPE is what is indexed, and becomes the
 * element's. Return false if the index is not constant. */
static bool add_index(hr_am *m, hr_am_value index, bool first, LLVMTypeRef *type, int64_t *offset)
{
	uint64_t value;

	if (index.kind != HR_AM_INTEGER || index.expr->op != HR_X_CONST)
		return false;
	value = index.expr->value;
	if (index.expr->bits < 64 && value >> (index.expr->bits - 1) & 1)
		value |= ~UINT64_C(0) << index.expr->bits;
	if (!first && LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
		*offset += (int64_t)LLVMOffsetOfElement(m->program->layout, *type, (unsigned)value);
		*type = LLVMStructGetTypeAtIndex(*type, (unsigned)value);
		return true;
	}
	if (!first)
		*type = LLVMGetElementType(*type);
	*offset =
		(int64_t)((uint64_t)*offset + value * LLVMABISizeOfType(m->program->layout, *type));
	return true;
}

hr_am_value hr_am_element(hr_am *m)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(m->instruction);
	unsigned count = (unsigned)LLVMGetNumOperands(m->instruction);
	hr_am_value base = hr_am_operand(m, 0);
	bool known;

	if (base.kind == HR_AM_NOTHING)
		return hr_am_nothing;
	known = base.kind == HR_AM_LOCAL ||
		(base.kind == HR_AM_CONSTANT && LLVMIsAGlobalVariable(base.llvm));
	for (unsigned i = 1; i < count && known; i++)
		known = add_index(m, hr_am_operand(m, i), i == 1, &type, &base.offset);
	return known ? base : hr_am_computes(m, "an address");
}

/* --- integers --------------------------------------------------------------------------------- */

hr_am_value hr_am_made(hr_am *m, const hr_expr *expr)
{
	return expr ? integer(expr) : hr_am_computes(m, "an expression too large for an extent");
}

static hr_am_value arithmetic(hr_am *m, hr_expr_op op, hr_am_value a, hr_am_value b, hr_am_value c)
{
	unsigned bits = width(LLVMTypeOf(m->instruction));

	if (a.kind == HR_AM_NOTHING || b.kind == HR_AM_NOTHING || c.kind == HR_AM_NOTHING)
		return hr_am_nothing;
	if (!bits || a.kind != HR_AM_INTEGER || b.kind != HR_AM_INTEGER || c.kind != HR_AM_INTEGER)
		return hr_am_computes_instruction(m);
	return hr_am_made(m, hr_expr_make(m->arena, op, bits, a.expr, b.expr, c.expr));
}

hr_am_value hr_am_binary(hr_am *m, hr_expr_op op, hr_am_value a, hr_am_value b)
{
	unsigned bits = width(LLVMTypeOf(m->instruction));

	if (a.kind == HR_AM_NOTHING || b.kind == HR_AM_NOTHING)
		return hr_am_nothing;
	if (!bits || a.kind != HR_AM_INTEGER || b.kind != HR_AM_INTEGER)
		return hr_am_computes_instruction(m);
	return hr_am_made(m, hr_expr_make(m->arena, op, bits, a.expr, b.expr, NULL));
}

hr_am_value hr_am_conversion(hr_am *m, hr_expr_op op)
{
	unsigned bits = width(LLVMTypeOf(m->instruction));
	hr_am_value a = hr_am_operand(m, 0);

	if (a.kind == HR_AM_NOTHING)
		return hr_am_nothing;
	if (!bits || a.kind != HR_AM_INTEGER)
		return hr_am_computes_instruction(m);
	return hr_am_made(m, hr_expr_make(m->arena, op, bits, a.expr, NULL, NULL));
}

hr_am_value hr_am_comparison(hr_am *m)
{
	static const hr_expr_op ops[] = {
#define EXPR_TEST(id, ident, sign, predicate, text, binds, order) [LLVMInt##predicate] = HR_X_##id,
#include "src/arith/expr.def"
	};

	return hr_am_binary(m, ops[LLVMGetICmpPredicate(m->instruction)], hr_am_operand(m, 0),
			    hr_am_operand(m, 1));
}

hr_am_value hr_am_selection(hr_am *m)
{
	hr_am_value condition = hr_am_operand(m, 0);

	if (condition.kind == HR_AM_INTEGER && condition.expr->op == HR_X_CONST)
		return hr_am_operand(m, condition.expr->value ? 1 : 2);
	return arithmetic(m, HR_X_SELECT, condition, hr_am_operand(m, 1), hr_am_operand(m, 2));
}

bool hr_am_binary_op(LLVMOpcode opcode, hr_expr_op *op)
{
	static const struct {
		LLVMOpcode opcode;
		hr_expr_op op;
	} rows[] = {
#define EXPR_BINARY(id, ident, shape, sign, opcode, text, binds, order) {LLVM##opcode, HR_X_##id},
#include "src/arith/expr.def"
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].opcode == opcode) {
			*op = rows[i].op;
			return true;
		}
	return false;
}
