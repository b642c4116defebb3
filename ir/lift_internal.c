/* ir/lift_internal.c -- the child graph of an internal node function.
 *
 * An internal node function is a straight line (G2). It is run once on abstract values: integers are
 * expressions over the node's inputs, handles are the children they stand for, and memory is that of
 * the function's own variables, which clang keeps there at -O0.
 *
 * Invariant: children, edges and binds come in the order of their calls; indices of children exist.
 * Owns:      the machine, while it runs; the shape lies in the program's arena.
 * Clauses:   G1, G2, G4, G7 (dimensions).
 * Not here:  whether ports exist and agree (validate.c). */
#include "lift.h"

#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "map.h"
#include "tables.h"

typedef enum kind {
	NOTHING,     /* not known; why has been diagnosed */
	INTEGER,     /* expr, 1 to 64 bits */
	CHILD,       /* handle of child `index` */
	EDGE,        /* handle of an edge */
	LOCAL,       /* address: byte `offset` of local variable `index` */
	PARAMETER,   /* parameter `index`, of a type other than such an integer */
	CONSTANT,    /* llvm */
	OTHER,       /* a value nobody may look at, such as a half-built result */
} kind;

typedef struct value {
	kind kind;
	uint32_t index;
	int64_t offset;
	const hr_expr *expr;
	LLVMValueRef llvm;
} value;

typedef struct cell {
	value value;
	uint64_t size;
} cell;

typedef struct machine {
	hr_lift *lift;
	hr_program *program;
	hr_arena *arena;
	hr_function *function;
	LLVMValueRef instruction;       /* the current one */
	LLVMBasicBlockRef block, previous;
	hr_map values;                  /* instruction to index in pool */
	HR_VEC(value) pool;
	hr_map cells_at;                /* local and offset to index in cells */
	HR_VEC(cell) cells;
	uint32_t locals;
	hr_map visited;                 /* blocks */
	HR_VEC(hr_child) children;
	HR_VEC(hr_edge) edges;
	HR_VEC(hr_bind) input_binds, output_binds;
	HR_VEC(void *) edge_calls, input_bind_calls, output_bind_calls;
	bool broken;
} machine;

enum { WORD_LIMIT = 64, MAX_ACCESS = 16 };

static const value nothing = {.kind = NOTHING};

/* --- diagnostics ------------------------------------------------------------------------------------ */

static value computes(machine *m, const char *what)
{
	hr_lift_report(m->lift, m->function, m->instruction, HR_D_internal_node_computes,
		       m->function->name, what);
	return nothing;
}

/* Names an instruction that has no place here: "instruction 'fadd'". */
static value computes_instruction(machine *m)
{
	char *text = LLVMPrintValueToString(m->instruction), *start, what[WORD_LIMIT];

	start = strstr(text, " = ");
	start = start ? start + 3 : text + strspn(text, " ");
	snprintf(what, sizeof(what), "instruction '%.*s'", (int)strcspn(start, " \n"), start);
	LLVMDisposeMessage(text);
	return computes(m, what);
}

static value bad_call(machine *m, const hr_hpvm_call *call, const char *why)
{
	hr_lift_report(m->lift, m->function, call->instruction, HR_D_bad_graph_call, call->name,
		       m->function->name, why);
	m->broken = true;
	return nothing;
}

/* --- values ------------------------------------------------------------------------------------------ */

static value integer(const hr_expr *expr)
{
	return (value){.kind = INTEGER, .expr = expr};
}

/* Width of an integer type that expressions know, or 0. */
static unsigned width(LLVMTypeRef type)
{
	unsigned bits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;

	return bits <= 64 ? bits : 0;
}

static value argument(machine *m, LLVMValueRef llvm)
{
	unsigned bits = width(LLVMTypeOf(llvm));
	uint32_t index = 0;

	while (LLVMGetParam(m->function->llvm, index) != llvm)
		index++;
	return bits ? integer(hr_expr_input(m->arena, bits, index))
		    : (value){.kind = PARAMETER, .index = index};
}

static bool is_cast(LLVMOpcode op)
{
	return op == LLVMBitCast || op == LLVMAddrSpaceCast || op == LLVMIntToPtr ||
	       op == LLVMPtrToInt;
}

static value value_of(machine *m, LLVMValueRef llvm)
{
	uint64_t index;

	while (LLVMIsAConstantExpr(llvm) && is_cast(LLVMGetConstOpcode(llvm)))
		llvm = LLVMGetOperand(llvm, 0);
	if (LLVMIsAConstantInt(llvm) && width(LLVMTypeOf(llvm)))
		return integer(hr_expr_const(m->arena, width(LLVMTypeOf(llvm)),
					     LLVMConstIntGetZExtValue(llvm)));
	if (LLVMIsAArgument(llvm))
		return argument(m, llvm);
	if (LLVMIsConstant(llvm))
		return (value){.kind = CONSTANT, .llvm = llvm};
	return hr_map_get(&m->values, hr_map_key(llvm), &index) ? m->pool.data[index] : nothing;
}

static value operand(machine *m, unsigned i)
{
	return value_of(m, LLVMGetOperand(m->instruction, i));
}

/* --- memory of local variables ------------------------------------------------------------------------ */

static uint64_t cell_key(uint32_t local, int64_t offset)
{
	return (uint64_t)local << 32 | (uint32_t)offset;
}

/* Forgets what lies in bytes [offset, offset + size), in whole or in part. */
static void forget(machine *m, uint32_t local, int64_t offset, uint64_t size)
{
	for (int64_t at = offset > MAX_ACCESS ? offset - MAX_ACCESS : 0; at < offset + (int64_t)size;
	     at++) {
		uint64_t index;

		if (hr_map_get(&m->cells_at, cell_key(local, at), &index) &&
		    at + (int64_t)m->cells.data[index].size > offset)
			hr_map_remove(&m->cells_at, cell_key(local, at));
	}
}

static bool in_reach(value address, uint64_t size)
{
	return address.kind == LOCAL && address.offset >= 0 && size <= MAX_ACCESS &&
	       address.offset < INT32_MAX - MAX_ACCESS;
}

static uint64_t bytes_of(machine *m, LLVMTypeRef type)
{
	return LLVMStoreSizeOfType(m->program->layout, type);
}

static void store(machine *m)
{
	LLVMValueRef stored = LLVMGetOperand(m->instruction, 0);
	uint64_t size = bytes_of(m, LLVMTypeOf(stored));
	value address = operand(m, 1);

	if (address.kind == NOTHING)
		return;
	if (!in_reach(address, size)) {
		computes(m, "a store");
		return;
	}
	forget(m, address.index, address.offset, size);
	hr_map_put(&m->cells_at, cell_key(address.index, address.offset), m->cells.count);
	HR_PUSH(&m->cells, (cell){value_of(m, stored), size});
}

/* What a constant global holds, for the types that matter here. */
static value load_constant(machine *m, LLVMValueRef global, LLVMTypeRef type)
{
	LLVMValueRef initialiser;

	if (!LLVMIsAGlobalVariable(global) || !LLVMIsGlobalConstant(global))
		return computes(m, "a load");
	initialiser = LLVMGetInitializer(global);
	if (!initialiser || LLVMTypeOf(initialiser) != type)
		return computes(m, "a load");
	return value_of(m, initialiser);
}

static value load(machine *m)
{
	LLVMTypeRef type = LLVMTypeOf(m->instruction);
	uint64_t size = bytes_of(m, type), index;
	value address = operand(m, 0), found;

	if (address.kind == NOTHING)
		return nothing;
	if (address.kind == CONSTANT)
		return load_constant(m, address.llvm, type);
	if (!in_reach(address, size))
		return computes(m, "a load");
	if (!hr_map_get(&m->cells_at, cell_key(address.index, address.offset), &index) ||
	    m->cells.data[index].size != size)
		return computes(m, "a load of a variable that has no value");
	found = m->cells.data[index].value;
	if (found.kind == INTEGER && found.expr->bits != width(type))
		return computes(m, "a load of another type than was stored");
	return found;
}

static value local_element(machine *m)
{
	value base = operand(m, 0);
	int64_t offset;

	if (base.kind == NOTHING)
		return nothing;
	if (base.kind != LOCAL || !hr_constant_offset(m->program, m->instruction, &offset))
		return computes(m, "an address");
	base.offset = (int64_t)((uint64_t)base.offset + (uint64_t)offset);
	return base;
}

/* --- integers ----------------------------------------------------------------------------------------- */

static value made(machine *m, const hr_expr *expr)
{
	return expr ? integer(expr) : computes(m, "an expression too large for an extent");
}

static value arithmetic(machine *m, hr_expr_op op, value a, value b, value c)
{
	unsigned bits = width(LLVMTypeOf(m->instruction));

	if (a.kind == NOTHING || b.kind == NOTHING || c.kind == NOTHING)
		return nothing;
	if (!bits || a.kind != INTEGER || b.kind != INTEGER || c.kind != INTEGER)
		return computes_instruction(m);
	return made(m, hr_expr_make(m->arena, op, bits, a.expr, b.expr, c.expr));
}

static value binary(machine *m, hr_expr_op op, value a, value b)
{
	unsigned bits = width(LLVMTypeOf(m->instruction));

	if (a.kind == NOTHING || b.kind == NOTHING)
		return nothing;
	if (!bits || a.kind != INTEGER || b.kind != INTEGER)
		return computes_instruction(m);
	return made(m, hr_expr_make(m->arena, op, bits, a.expr, b.expr, NULL));
}

static value conversion(machine *m, hr_expr_op op)
{
	unsigned bits = width(LLVMTypeOf(m->instruction));
	value a = operand(m, 0);

	if (a.kind == NOTHING)
		return nothing;
	if (!bits || a.kind != INTEGER)
		return computes_instruction(m);
	return made(m, hr_expr_make(m->arena, op, bits, a.expr, NULL, NULL));
}

static value comparison(machine *m)
{
	static const hr_expr_op ops[] = {
		[LLVMIntEQ] = HR_X_EQ,   [LLVMIntNE] = HR_X_NE,   [LLVMIntUGT] = HR_X_UGT,
		[LLVMIntUGE] = HR_X_UGE, [LLVMIntULT] = HR_X_ULT, [LLVMIntULE] = HR_X_ULE,
		[LLVMIntSGT] = HR_X_SGT, [LLVMIntSGE] = HR_X_SGE, [LLVMIntSLT] = HR_X_SLT,
		[LLVMIntSLE] = HR_X_SLE,
	};

	return binary(m, ops[LLVMGetICmpPredicate(m->instruction)], operand(m, 0), operand(m, 1));
}

static value selection(machine *m)
{
	value condition = operand(m, 0);

	if (condition.kind == INTEGER && condition.expr->op == HR_X_CONST)
		return operand(m, condition.expr->value ? 1 : 2);
	return arithmetic(m, HR_X_SELECT, condition, operand(m, 1), operand(m, 2));
}

/* The HR_X_ operation of a binary instruction; false: it has none. */
static bool binary_op(LLVMOpcode opcode, hr_expr_op *op)
{
	static const struct {
		LLVMOpcode opcode;
		hr_expr_op op;
	} rows[] = {
		{LLVMAdd, HR_X_ADD},   {LLVMSub, HR_X_SUB},   {LLVMMul, HR_X_MUL},
		{LLVMUDiv, HR_X_UDIV}, {LLVMSDiv, HR_X_SDIV}, {LLVMURem, HR_X_UREM},
		{LLVMSRem, HR_X_SREM}, {LLVMShl, HR_X_SHL},   {LLVMLShr, HR_X_LSHR},
		{LLVMAShr, HR_X_ASHR}, {LLVMAnd, HR_X_AND},   {LLVMOr, HR_X_OR},
		{LLVMXor, HR_X_XOR},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].opcode == opcode) {
			*op = rows[i].op;
			return true;
		}
	return false;
}

/* --- graph calls -------------------------------------------------------------------------------------- */

static const char *describe(value v)
{
	switch (v.kind) {
	case INTEGER:
		return "an integer";
	case EDGE:
		return "the handle of an edge";
	case LOCAL:
		return "the address of a variable";
	case PARAMETER:
		return "an argument of the function";
	case CONSTANT:
		return LLVMIsAFunction(v.llvm) ? "a function"
		       : LLVMIsNull(v.llvm)    ? "null"
					       : "a constant";
	default:
		return "another value";
	}
}

/* Operand I of the call as a constant. */
static bool constant(machine *m, const hr_hpvm_call *call, unsigned i, uint64_t *number)
{
	value v = value_of(m, hr_hpvm_operand(call, i));
	char why[WORD_LIMIT];

	if (v.kind == INTEGER && v.expr->op == HR_X_CONST) {
		*number = v.expr->value;
		return true;
	}
	snprintf(why, sizeof(why), "operand %u is no constant",
		 hr_hpvm_position(call->op, call->c_form, i));
	bad_call(m, call, why);
	return false;
}

/* A port number: what does not fit is clipped to a port that cannot exist. */
static bool port(machine *m, const hr_hpvm_call *call, unsigned i, unsigned *number)
{
	uint64_t wide;

	if (!constant(m, call, i, &wide))
		return false;
	*number = wide > UINT32_MAX ? UINT32_MAX : (unsigned)wide;
	return true;
}

/* Operand I of the call as a handle of a child (G4). */
static bool child(machine *m, const hr_hpvm_call *call, unsigned i, unsigned *index)
{
	value v = value_of(m, hr_hpvm_operand(call, i));
	char what[2 * WORD_LIMIT];

	if (v.kind == CHILD) {
		*index = v.index;
		return true;
	}
	m->broken = true;
	if (v.kind == NOTHING)
		return false;
	snprintf(what, sizeof(what), "operand %u of '%.40s' is %s",
		 hr_hpvm_position(call->op, call->c_form, i), call->name, describe(v));
	hr_lift_report(m->lift, m->function, call->instruction, HR_D_edge_not_siblings,
		       m->function->name, what);
	return false;
}

/* How many extents the call has; its function is operand FIRST - 1. */
static bool dimensions(machine *m, const hr_hpvm_call *call, unsigned *dims, unsigned *first)
{
	uint64_t number = (uint64_t)(call->op - HR_H_create_0d);
	const char *function = m->function->name;

	*first = 1;
	if (call->op == HR_H_create_nd) {
		*first = 2;
		if (!constant(m, call, 0, &number))
			return false;
	}
	if (number > 3) {
		hr_lift_report(m->lift, m->function, call->instruction, HR_D_dimension_count,
			       function, number > UINT32_MAX ? UINT32_MAX : (unsigned)number);
		m->broken = true;
		return false;
	}
	*dims = (unsigned)number;
	if (call->argument_count == *first + *dims)
		return true;
	bad_call(m, call, "the number of extents is not that of the dimensions");
	return false;
}

static bool extents(machine *m, const hr_hpvm_call *call, unsigned first, hr_child *made_child)
{
	for (unsigned i = 0; i < made_child->dims; i++) {
		value v = value_of(m, LLVMGetOperand(call->instruction, first + i));

		if (v.kind == NOTHING) {
			m->broken = true;
			return false;
		}
		made_child->extent[i] =
			v.kind == INTEGER ? hr_expr_extent(m->arena, v.expr) : NULL;
		if (!made_child->extent[i]) {
			bad_call(m, call, "an extent is no integer computed from the arguments");
			return false;
		}
	}
	return true;
}

static value create_node(machine *m, const hr_hpvm_call *call)
{
	hr_child made_child = {.instruction = call->instruction};
	unsigned first;
	value f;

	if (!dimensions(m, call, &made_child.dims, &first))
		return nothing;
	f = value_of(m, LLVMGetOperand(call->instruction, first - 1));
	if (f.kind == NOTHING) {
		m->broken = true;
		return nothing;
	}
	made_child.function = f.kind == CONSTANT ? hr_function_of(m->program, f.llvm) : NULL;
	if (!made_child.function)
		return bad_call(m, call, "the node function is not a function that is known here");
	if (!extents(m, call, first, &made_child))
		return nothing;
	HR_PUSH(&m->children, made_child);
	return (value){.kind = CHILD, .index = (uint32_t)m->children.count - 1};
}

static value create_edge(machine *m, const hr_hpvm_call *call)
{
	hr_edge edge = {0};
	uint64_t all_to_all, streaming;

	/* All operands are looked at, so that every fault is reported. */
	if (!((unsigned)child(m, call, 0, &edge.source) & (unsigned)child(m, call, 1, &edge.sink) &
	      (unsigned)constant(m, call, 2, &all_to_all) &
	      (unsigned)port(m, call, 3, &edge.source_port) &
	      (unsigned)port(m, call, 4, &edge.sink_port) &
	      (unsigned)constant(m, call, 5, &streaming)))
		return nothing;
	edge.all_to_all = all_to_all;
	edge.streaming = streaming;
	edge.where = hr_where_call(m->program, call->instruction);
	HR_PUSH(&m->edges, edge);
	HR_PUSH(&m->edge_calls, call->instruction);
	return (value){.kind = EDGE};
}

static void bind(machine *m, const hr_hpvm_call *call)
{
	bool output = call->op == HR_H_bind_out;
	hr_bind bind = {0};
	uint64_t streaming;

	if (!((unsigned)child(m, call, 0, &bind.child) &
	      (unsigned)port(m, call, 1, output ? &bind.child_port : &bind.port) &
	      (unsigned)port(m, call, 2, output ? &bind.port : &bind.child_port) &
	      (unsigned)constant(m, call, 3, &streaming)))
		return;
	bind.streaming = streaming;
	bind.where = hr_where_call(m->program, call->instruction);
	if (output) {
		HR_PUSH(&m->output_binds, bind);
		HR_PUSH(&m->output_bind_calls, call->instruction);
	} else {
		HR_PUSH(&m->input_binds, bind);
		HR_PUSH(&m->input_bind_calls, call->instruction);
	}
}

static value graph_call(machine *m, const hr_hpvm_call *call)
{
	if (call->argument_count < hr_hpvm_operands(call->op))
		return bad_call(m, call, "too few operands");
	switch (call->op) {
	case HR_H_edge:
		return create_edge(m, call);
	case HR_H_bind_in:
	case HR_H_bind_out:
		bind(m, call);
		return nothing;
	default:
		return create_node(m, call);
	}
}

/* --- other calls --------------------------------------------------------------------------------------- */

static bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

bool hr_is_remark(const char *name)
{
	static const char *const names[] = {
		"llvm.dbg.",        "llvm.lifetime.", "llvm.experimental.noalias.scope.decl",
		"llvm.assume",      "llvm.donothing", "llvm.sideeffect",
		"llvm.invariant.",  "llvm.var.annotation", "llvm.pseudoprobe",
		"llvm.fake.use",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (starts(name, names[i]))
			return true;
	return false;
}

/* |a|, written as a selection. */
static value absolute(machine *m, value a)
{
	const hr_expr *zero, *negative, *minus;

	if (a.kind == NOTHING)
		return nothing;
	if (a.kind != INTEGER)
		return computes_instruction(m);
	zero = hr_expr_const(m->arena, a.expr->bits, 0);
	negative = hr_expr_make(m->arena, HR_X_SLT, 1, a.expr, zero, NULL);
	minus = hr_expr_make(m->arena, HR_X_SUB, a.expr->bits, zero, a.expr, NULL);
	if (!negative || !minus)
		return made(m, NULL);
	return made(m, hr_expr_make(m->arena, HR_X_SELECT, a.expr->bits, negative, minus, a.expr));
}

/* memset of a local variable, as for `void *nodes[4] = {0}`: what was there is gone. */
static bool clear_local(machine *m)
{
	value address = operand(m, 0), length = operand(m, 2);

	if (address.kind != LOCAL || length.kind != INTEGER || length.expr->op != HR_X_CONST ||
	    length.expr->value > INT16_MAX)
		return false;
	forget(m, address.index, address.offset, length.expr->value);
	return true;
}

static value intrinsic(machine *m, const char *name)
{
	static const struct {
		const char *name;
		hr_expr_op op;
	} rows[] = {
		{"llvm.umin.", HR_X_UMIN},
		{"llvm.umax.", HR_X_UMAX},
		{"llvm.smin.", HR_X_SMIN},
		{"llvm.smax.", HR_X_SMAX},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (starts(name, rows[i].name))
			return binary(m, rows[i].op, operand(m, 0), operand(m, 1));
	if (starts(name, "llvm.expect."))
		return operand(m, 0);
	if (starts(name, "llvm.abs."))
		return absolute(m, operand(m, 0));
	if (starts(name, "llvm.memset.") && clear_local(m))
		return nothing;
	return computes_instruction(m);
}

static value call(machine *m)
{
	hr_hpvm_call hpvm = hr_hpvm_call_of(m->instruction);
	hr_hpvm_class class = hr_hpvm_class_of(hpvm.op);
	const hr_function *callee =
		hr_function_of(m->program, LLVMGetCalledValue(m->instruction));
	char what[2 * WORD_LIMIT];

	if (class == HR_HC_GRAPH)
		return graph_call(m, &hpvm);
	if (class == HR_HC_NODE || (callee && hr_is_remark(callee->name)))
		return nothing;
	if (class == HR_HC_NONE && callee && starts(callee->name, "llvm."))
		return intrinsic(m, callee->name);
	if (callee)
		snprintf(what, sizeof(what), "call of '%.*s'", WORD_LIMIT, callee->name);
	return computes(m, callee ? what : "an indirect call");
}

/* --- control --------------------------------------------------------------------------------------------- */

static value phi(machine *m)
{
	unsigned count = LLVMCountIncoming(m->instruction);

	for (unsigned i = 0; i < count; i++)
		if (LLVMGetIncomingBlock(m->instruction, i) == m->previous)
			return value_of(m, LLVMGetIncomingValue(m->instruction, i));
	return nothing;
}

/* Where a branch leads whose way is known before anything runs; NULL: nowhere. */
static LLVMBasicBlockRef branch(machine *m)
{
	value condition;

	if (!LLVMIsConditional(m->instruction))
		return LLVMGetSuccessor(m->instruction, 0);
	condition = operand(m, 0);
	if (condition.kind == INTEGER && condition.expr->op == HR_X_CONST)
		return LLVMGetSuccessor(m->instruction, condition.expr->value ? 0 : 1);
	m->broken = true;
	if (condition.kind != NOTHING)
		computes(m, "a branch");
	return NULL;
}

static value step(machine *m)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(m->instruction);
	hr_expr_op op;

	if (binary_op(opcode, &op))
		return binary(m, op, operand(m, 0), operand(m, 1));
	switch (opcode) {
	case LLVMAlloca:
		return (value){.kind = LOCAL, .index = m->locals++};
	case LLVMLoad:
		return load(m);
	case LLVMStore:
		store(m);
		return nothing;
	case LLVMGetElementPtr:
		return local_element(m);
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMIntToPtr:
	case LLVMPtrToInt:
	case LLVMFreeze:
		return operand(m, 0);
	case LLVMTrunc:
		return conversion(m, HR_X_TRUNC);
	case LLVMZExt:
		return conversion(m, HR_X_ZEXT);
	case LLVMSExt:
		return conversion(m, HR_X_SEXT);
	case LLVMICmp:
		return comparison(m);
	case LLVMSelect:
		return selection(m);
	case LLVMPHI:
		return phi(m);
	case LLVMCall:
		return call(m);
	case LLVMInsertValue: /* the return structure of the intrinsic form */
		return (value){.kind = OTHER};
	default:
		return computes_instruction(m);
	}
}

/* The block after the current one, or NULL at the end. */
static LLVMBasicBlockRef terminate(machine *m)
{
	switch (LLVMGetInstructionOpcode(m->instruction)) {
	case LLVMRet:
		return NULL;
	case LLVMBr:
		return branch(m);
	case LLVMSwitch:
	case LLVMIndirectBr:
		computes(m, "a branch");
		break;
	default:
		computes_instruction(m);
	}
	m->broken = true;
	return NULL;
}

static LLVMBasicBlockRef run_block(machine *m)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(m->block);

	for (m->instruction = LLVMGetFirstInstruction(m->block); m->instruction != last;
	     m->instruction = LLVMGetNextInstruction(m->instruction)) {
		value result = step(m);

		hr_map_put(&m->values, hr_map_key(m->instruction), m->pool.count);
		HR_PUSH(&m->pool, result);
	}
	return terminate(m);
}

static void run(machine *m)
{
	LLVMBasicBlockRef next;

	for (m->block = LLVMGetEntryBasicBlock(m->function->llvm); m->block; m->block = next) {
		hr_map_put(&m->visited, hr_map_key(m->block), 1);
		next = run_block(m);
		if (next && hr_map_get(&m->visited, hr_map_key(next), NULL)) {
			computes(m, "a loop");
			m->broken = true;
			next = NULL;
		}
		m->previous = m->block;
	}
}

/* --- the shape ---------------------------------------------------------------------------------------------- */

static void *keep(hr_arena *arena, const void *data, size_t count, size_t size)
{
	void *copy = hr_arena_array(arena, count, size);

	if (count)
		memcpy(copy, data, count * size);
	return copy;
}

#define KEEP(m, vec) keep((m)->arena, (m)->vec.data, (m)->vec.count, sizeof(*(m)->vec.data))

static void make_shape(machine *m)
{
	hr_shape *shape = HR_ARENA_NEW(m->arena, hr_shape);

	shape->children = KEEP(m, children);
	shape->child_count = (unsigned)m->children.count;
	shape->edges = KEEP(m, edges);
	shape->edge_count = (unsigned)m->edges.count;
	shape->edge_calls = KEEP(m, edge_calls);
	shape->input_binds = KEEP(m, input_binds);
	shape->input_bind_count = (unsigned)m->input_binds.count;
	shape->input_bind_calls = KEEP(m, input_bind_calls);
	shape->output_binds = KEEP(m, output_binds);
	shape->output_bind_count = (unsigned)m->output_binds.count;
	shape->output_bind_calls = KEEP(m, output_bind_calls);
	shape->broken = m->broken;
	hr_facts_of(m->lift, m->function)->shape = shape;
}

/* "Leaf", and "Leaf#2" for the second one of that name. */
static void label_children(hr_program *program, hr_shape *shape)
{
	hr_strmap seen = {0};

	for (unsigned i = 0; i < shape->child_count; i++) {
		hr_child *made_child = &shape->children[i];
		const char *name = hr_plain_name(program, made_child->function->name);
		uint64_t count = 0;

		hr_strmap_get(&seen, name, &count);
		hr_strmap_put(&seen, name, count + 1);
		made_child->label = count ? hr_arena_printf(&program->arena, "%s#%llu", name,
							    (unsigned long long)count + 1)
					  : name;
	}
	hr_strmap_free(&seen);
}

static void drop(machine *m)
{
	hr_map_free(&m->values);
	HR_VEC_FREE(&m->pool);
	hr_map_free(&m->cells_at);
	HR_VEC_FREE(&m->cells);
	hr_map_free(&m->visited);
	HR_VEC_FREE(&m->children);
	HR_VEC_FREE(&m->edges);
	HR_VEC_FREE(&m->input_binds);
	HR_VEC_FREE(&m->output_binds);
	HR_VEC_FREE(&m->edge_calls);
	HR_VEC_FREE(&m->input_bind_calls);
	HR_VEC_FREE(&m->output_bind_calls);
}

void hr_lift_internal(hr_lift *lift, hr_function *function)
{
	machine m = {.lift = lift,
		     .program = lift->program,
		     .arena = &lift->program->arena,
		     .function = function};

	run(&m);
	make_shape(&m);
	label_children(lift->program, hr_facts_of(lift, function)->shape);
	drop(&m);
}
