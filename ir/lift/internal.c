/* ir/lift/internal.c -- the child graph of an internal node function.
 *
 * An internal node function is straight-line code, or has branches and loops whose conditions are
 * constant (G2). It is run once on abstract values: integers are expressions over the node's inputs,
 * handles are the children that they stand for, and memory is that of the function's local
 * variables, which clang keeps in memory at -O0. So a loop is unrolled.
 *
 * Invariant: children, edges and binds are in the order of their calls; indices of children exist.
 * Owns:      the machine, while it runs; the shape is in the program's arena.
 * Clauses:   G1, G2.
 * Not here:  values (values.c), graph calls (calls.c), whether ports agree (validate.c). */
#include <string.h>

#include "ir/lift/lift_machine.h"

/* --- other calls ------------------------------------------------------------------------------ */

static bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

bool hr_is_remark(const char *name)
{
	static const char *const names[] = {
		"llvm.dbg.",       "llvm.lifetime.",      "llvm.experimental.noalias.scope.decl",
		"llvm.assume",     "llvm.donothing",      "llvm.sideeffect",
		"llvm.invariant.", "llvm.var.annotation", "llvm.pseudoprobe",
		"llvm.fake.use",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (starts(name, names[i]))
			return true;
	return false;
}

/* Return |a|, as a select. */
static hr_am_value absolute(hr_am *m, hr_am_value a)
{
	const hr_expr *zero, *negative, *minus;

	if (a.kind == HR_AM_NOTHING)
		return hr_am_nothing;
	if (a.kind != HR_AM_INTEGER)
		return hr_am_computes_instruction(m);
	zero = hr_expr_const(m->arena, a.expr->bits, 0);
	negative = hr_expr_make(m->arena, HR_X_SLT, 1, a.expr, zero, NULL);
	minus = hr_expr_make(m->arena, HR_X_SUB, a.expr->bits, zero, a.expr, NULL);
	if (!negative || !minus)
		return hr_am_made(m, NULL);
	return hr_am_made(
		m, hr_expr_make(m->arena, HR_X_SELECT, a.expr->bits, negative, minus, a.expr));
}

/* memset of a local variable, as for `void *nodes[4] = {0}`: forget its previous contents. */
static bool clear_local(hr_am *m)
{
	hr_am_value address = hr_am_operand(m, 0), length = hr_am_operand(m, 2);

	if (address.kind != HR_AM_LOCAL || length.kind != HR_AM_INTEGER ||
	    length.expr->op != HR_X_CONST || length.expr->value > INT16_MAX)
		return false;
	hr_am_forget(m, address.index, address.offset, length.expr->value);
	return true;
}

static hr_am_value intrinsic(hr_am *m, const char *name)
{
	static const struct {
		const char *name;
		hr_expr_op op;
	} rows[] = {
#define EXPR_EXTREME(id, ident, sign, predicate, text) {"llvm." #ident ".", HR_X_##id},
#include "src/arith/expr.def"
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (starts(name, rows[i].name))
			return hr_am_binary(m, rows[i].op, hr_am_operand(m, 0),
					    hr_am_operand(m, 1));
	if (starts(name, "llvm.expect."))
		return hr_am_operand(m, 0);
	if (starts(name, "llvm.abs."))
		return absolute(m, hr_am_operand(m, 0));
	if (starts(name, "llvm.memset.") && clear_local(m))
		return hr_am_nothing;
	if (starts(name, "llvm.memcpy.") && hr_am_copy_constant(m))
		return hr_am_nothing;
	return hr_am_computes_instruction(m);
}

static hr_am_value call(hr_am *m)
{
	hr_hpvm_call hpvm = hr_hpvm_call_of(m->instruction);
	hr_hpvm_class class = hr_hpvm_class_of(hpvm.op);
	const hr_function *callee = hr_function_of(m->program, LLVMGetCalledValue(m->instruction));
	char what[2 * HR_AM_TEXT];

	if (class == HR_HC_GRAPH)
		return hr_am_graph_call(m, &hpvm);
	if (class == HR_HC_NODE || (callee && hr_is_remark(callee->name)))
		return hr_am_nothing;
	if (class == HR_HC_NONE && callee && starts(callee->name, "llvm."))
		return intrinsic(m, callee->name);
	if (callee)
		snprintf(what, sizeof(what), "call of '%.*s'", HR_AM_TEXT, callee->name);
	return hr_am_computes(m, callee ? what : "an indirect call");
}

/* --- control flow ----------------------------------------------------------------------------- */

/* most instructions and children of a function, so that an endless loop ends */
enum { MOST_STEPS = 1 << 20, MOST_CHILDREN = 1 << 16 };

static void set_value(hr_am *m, LLVMValueRef instruction, hr_am_value value)
{
	uint64_t index;

	if (hr_map_get(&m->values, hr_map_key(instruction), &index)) {
		m->pool.data[index] = value; /* in a loop */
		return;
	}
	hr_map_put(&m->values, hr_map_key(instruction), m->pool.count);
	HR_PUSH(&m->pool, value);
}

static hr_am_value phi(hr_am *m, LLVMValueRef instruction)
{
	unsigned count = LLVMCountIncoming(instruction);

	for (unsigned i = 0; i < count; i++)
		if (LLVMGetIncomingBlock(instruction, i) == m->previous)
			return hr_am_value_of(m, LLVMGetIncomingValue(instruction, i));
	return hr_am_nothing;
}

/* Run the phis of the block, which read the values from before all of them. Return the instruction
 * after them. */
static LLVMValueRef run_phis(hr_am *m)
{
	LLVMValueRef first = LLVMGetFirstInstruction(m->block), at = first;
	HR_VEC(hr_am_value) values = {0};

	for (; LLVMIsAPHINode(at); at = LLVMGetNextInstruction(at))
		HR_PUSH(&values, phi(m, at));
	for (size_t i = 0; i < values.count; i++, first = LLVMGetNextInstruction(first))
		set_value(m, first, values.data[i]);
	HR_VEC_FREE(&values);
	return at;
}

/* Report a condition that is not a constant. */
static LLVMBasicBlockRef undecided(hr_am *m, hr_am_value condition, const char *what)
{
	m->broken = true;
	if (condition.kind != HR_AM_NOTHING)
		hr_am_computes(m, what);
	return NULL;
}

/* Return the target of a branch whose direction is known before the graph runs; NULL if it is
 * not. */
static LLVMBasicBlockRef branch(hr_am *m)
{
	hr_am_value condition;

	if (!LLVMIsConditional(m->instruction))
		return LLVMGetSuccessor(m->instruction, 0);
	condition = hr_am_operand(m, 0);
	if (condition.kind == HR_AM_INTEGER && condition.expr->op == HR_X_CONST)
		return LLVMGetSuccessor(m->instruction, condition.expr->value ? 0 : 1);
	return undecided(m, condition,
			 "a branch\nhelp: only constants may decide: create the node always, with "
			 "an extent that the arguments determine, or decide in a leaf");
}

/* Return the target of a switch; its operands are the condition, the default target, and pairs of a
 * value and a target. */
static LLVMBasicBlockRef choose(hr_am *m)
{
	hr_am_value condition = hr_am_operand(m, 0);

	if (condition.kind != HR_AM_INTEGER || condition.expr->op != HR_X_CONST)
		return undecided(m, condition,
				 "a branch\nhelp: only constants may decide: decide in a leaf");
	for (unsigned i = 1; i < LLVMGetNumSuccessors(m->instruction); i++)
		if (LLVMConstIntGetZExtValue(LLVMGetOperand(m->instruction, 2 * i)) ==
		    condition.expr->value)
			return LLVMGetSuccessor(m->instruction, i);
	return LLVMGetSuccessor(m->instruction, 0);
}

static hr_am_value step(hr_am *m)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(m->instruction);
	hr_expr_op op;

	if (hr_am_binary_op(opcode, &op))
		return hr_am_binary(m, op, hr_am_operand(m, 0), hr_am_operand(m, 1));
	switch (opcode) {
	case LLVMAlloca: return (hr_am_value){.kind = HR_AM_LOCAL, .index = m->locals++};
	case LLVMLoad: return hr_am_load(m);
	case LLVMStore: hr_am_store(m); return hr_am_nothing;
	case LLVMGetElementPtr: return hr_am_element(m);
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMIntToPtr:
	case LLVMPtrToInt:
	case LLVMFreeze: return hr_am_operand(m, 0);
#define EXPR_CAST(id, ident, sign, opcode)                                                         \
	case LLVM##opcode: return hr_am_conversion(m, HR_X_##id);
#include "src/arith/expr.def"
	case LLVMICmp: return hr_am_comparison(m);
	case LLVMSelect: return hr_am_selection(m);
	case LLVMCall: return call(m);
	case LLVMInsertValue: /* the return structure of the intrinsic form */
		return (hr_am_value){.kind = HR_AM_OTHER};
	default: return hr_am_computes_instruction(m);
	}
}

/* Return the block after the current one, or NULL at the end. */
static LLVMBasicBlockRef terminate(hr_am *m)
{
	switch (LLVMGetInstructionOpcode(m->instruction)) {
	case LLVMRet: return NULL;
	case LLVMBr: return branch(m);
	case LLVMSwitch: return choose(m);
	case LLVMIndirectBr: hr_am_computes(m, "a branch"); break;
	default: hr_am_computes_instruction(m);
	}
	m->broken = true;
	return NULL;
}

static LLVMBasicBlockRef run_block(hr_am *m)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(m->block);

	for (m->instruction = run_phis(m); m->instruction != last;
	     m->instruction = LLVMGetNextInstruction(m->instruction), m->steps++)
		set_value(m, m->instruction, step(m));
	m->steps++;
	return terminate(m);
}

static void run(hr_am *m)
{
	LLVMBasicBlockRef next;

	for (m->block = LLVMGetEntryBasicBlock(m->function->llvm); m->block; m->block = next) {
		size_t children = m->children.count;

		next = run_block(m);
		if (next && (m->steps > MOST_STEPS || children > MOST_CHILDREN)) {
			hr_am_computes(m, "a loop that does not seem to end\nhelp: give it a "
					  "constant number of iterations");
			m->broken = true;
			next = NULL;
		}
		m->previous = m->block;
	}
}

/* --- the shape -------------------------------------------------------------------------------- */

static void *keep(hr_arena *arena, const void *data, size_t count, size_t size)
{
	void *copy = hr_arena_array(arena, count, size);

	if (count)
		memcpy(copy, data, count * size);
	return copy;
}

#define KEEP(m, vec) keep((m)->arena, (m)->vec.data, (m)->vec.count, sizeof(*(m)->vec.data))

static void make_shape(hr_am *m)
{
	hr_graph_shape *shape = HR_ARENA_NEW(m->arena, hr_graph_shape);

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

/* Label children "Leaf", and "Leaf#2" for the second one of that name. */
static void label_children(hr_program *program, hr_graph_shape *shape)
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

static void drop(hr_am *m)
{
	hr_map_free(&m->values);
	HR_VEC_FREE(&m->pool);
	hr_map_free(&m->cells_at);
	HR_VEC_FREE(&m->cells);
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
	hr_am m = {.lift = lift,
		   .program = lift->program,
		   .arena = &lift->program->arena,
		   .function = function};

	run(&m);
	make_shape(&m);
	label_children(lift->program, hr_facts_of(lift, function)->shape);
	drop(&m);
}
