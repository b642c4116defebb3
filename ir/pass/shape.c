/* ir/pass/shape.c -- child graphs that a pass changes, and internal node functions that describe
 * them.
 *
 * The body of the function is rewritten: its calls, with expressions for extents, in its original
 * form, HPVM-C or intrinsics. The function itself stays, because launches name it.
 * Owns:      copies of edges and binds.
 * Clauses:   G1, G2, E4 as far as writing them is concerned.
 * Not here:  which graph is wanted. */
#include <stdio.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "ir/pass/pass_private.h"

#define COPY(to, from, count)                                                                      \
	for (unsigned copied = 0; copied < (count); copied++)                                      \
	HR_PUSH(to, (from)[copied])

void hr_pass_shape_read(hr_program *program, const hr_node *node, hr_pass_shape *shape)
{
	*shape = (hr_pass_shape){.program = program, .node = node};
	for (unsigned i = 0; i < node->child_count; i++)
		HR_PUSH(&shape->children,
			(hr_pass_child){program->functions[node->children[i]->function]->llvm,
					node->children[i], false});
	COPY(&shape->edges, node->edges, node->edge_count);
	COPY(&shape->input_binds, node->input_binds, node->input_bind_count);
	COPY(&shape->output_binds, node->output_binds, node->output_bind_count);
}

void hr_pass_shape_free(hr_pass_shape *shape)
{
	HR_VEC_FREE(&shape->children);
	HR_VEC_FREE(&shape->edges);
	HR_VEC_FREE(&shape->input_binds);
	HR_VEC_FREE(&shape->output_binds);
}

/* --- internal node functions ------------------------------------------------------------------ */

typedef struct visited {
	bool (*visit)(void *data, hr_program *program, const hr_node *node);
	void *data;
	bool *seen; /* indexed by function */
} visited;

static bool visit_below(visited *v, hr_program *program, const hr_node *node)
{
	if (!node->internal)
		return false;
	if (!v->seen[node->function]) {
		v->seen[node->function] = true;
		if (v->visit(v->data, program, node))
			return true;
	}
	for (unsigned i = 0; i < node->child_count; i++)
		if (visit_below(v, program, node->children[node->order[i]]))
			return true;
	return false;
}

bool hr_pass_each(hr_program *program,
		  bool (*visit)(void *data, hr_program *program, const hr_node *node), void *data)
{
	visited v = {visit, data, hr_alloc_zero(program->function_count * sizeof(bool))};
	bool found = false;

	for (uint32_t i = 0; i < program->graph_count && !found; i++)
		found = visit_below(&v, program, program->graphs[i]->root);
	hr_free(v.seen);
	return found;
}

/* --- extents ---------------------------------------------------------------------------------- */

/* The position of new code for an expression. */
typedef struct shape_place {
	const hr_pass_code *code;
	const LLVMValueRef *inputs; /* inputs of the parent */
} shape_place;

static LLVMValueRef expression(const shape_place *p, const hr_expr *x);

static LLVMValueRef arithmetic(const shape_place *p, const hr_expr *x, LLVMOpcode opcode)
{
	return LLVMBuildBinOp(p->code->builder, opcode, expression(p, x->operand[0]),
			      expression(p, x->operand[1]), "");
}

static LLVMValueRef comparison(const shape_place *p, const hr_expr *x, LLVMIntPredicate predicate)
{
	return LLVMBuildICmp(p->code->builder, predicate, expression(p, x->operand[0]),
			     expression(p, x->operand[1]), "");
}

/* Return the operand for which PREDICATE holds. */
static LLVMValueRef extreme(const shape_place *p, const hr_expr *x, LLVMIntPredicate predicate)
{
	LLVMValueRef one = expression(p, x->operand[0]), other = expression(p, x->operand[1]);

	return LLVMBuildSelect(p->code->builder,
			       LLVMBuildICmp(p->code->builder, predicate, one, other, ""), one,
			       other, "");
}

static LLVMValueRef conversion(const shape_place *p, const hr_expr *x, LLVMOpcode opcode)
{
	return LLVMBuildCast(p->code->builder, opcode, expression(p, x->operand[0]),
			     LLVMIntTypeInContext(p->code->context, x->bits), "");
}

static LLVMValueRef expression(const shape_place *p, const hr_expr *x)
{
	switch (x->op) {
	case HR_X_CONST:
		return LLVMConstInt(LLVMIntTypeInContext(p->code->context, x->bits), x->value,
				    false);
	case HR_X_INPUT: return p->inputs[x->value];
#define EXPR_BINARY(id, ident, shape, sign, opcode, text, binds, order)                            \
	case HR_X_##id: return arithmetic(p, x, LLVM##opcode);
#define EXPR_EXTREME(id, ident, sign, predicate, text)                                             \
	case HR_X_##id: return extreme(p, x, LLVMInt##predicate);
#define EXPR_TEST(id, ident, sign, predicate, text, binds, order)                                  \
	case HR_X_##id: return comparison(p, x, LLVMInt##predicate);
#define EXPR_CAST(id, ident, sign, opcode)                                                         \
	case HR_X_##id: return conversion(p, x, LLVM##opcode);
#include "src/arith/expr.def"
	case HR_X_SELECT:
		return LLVMBuildSelect(p->code->builder, expression(p, x->operand[0]),
				       expression(p, x->operand[1]), expression(p, x->operand[2]),
				       "");
	case HR_X_COUNT: break;
	}
	hr_bug("expression %d is invalid", (int)x->op);
}

LLVMValueRef hr_pass_expression(const hr_pass_code *code, const LLVMValueRef *inputs,
				const hr_expr *x)
{
	return expression(&(shape_place){code, inputs}, x);
}

/* --- calls ------------------------------------------------------------------------------------ */

typedef struct shape_body {
	hr_pass_code code;
	const hr_pass_shape *shape;
	LLVMValueRef function, *inputs; /* parameters; owns */
	LLVMMetadataRef scope;          /* or NULL */
	bool c_form;
	LLVMValueRef *handles; /* indexed by child */
} shape_body;

enum { MOST_OPERANDS = 8 };

/* Give the following code the line of WHERE. */
static void set_line(const shape_body *b, const hr_where *where)
{
	if (b->scope)
		LLVMSetCurrentDebugLocation2(
			b->code.builder,
			LLVMDIBuilderCreateDebugLocation(b->code.context, where->line,
							 where->column, b->scope, NULL));
}

/* Write a call that describes the graph, with OPERANDS in the order of the table. The module
 * declares the functions that the old body called, but possibly not the one for a child without
 * dimensions. */
static LLVMValueRef describe(const shape_body *b, hr_hpvm op, const LLVMValueRef *operands,
			     unsigned count)
{
	unsigned fixed = hr_hpvm_operands(op);
	LLVMValueRef ordered[MOST_OPERANDS];
	LLVMTypeRef type = NULL;
	char name[64];

	for (unsigned i = 0; i < count; i++)
		ordered[i < fixed ? hr_hpvm_position(op, b->c_form, i) : i] = operands[i];
	if (b->c_form)
		snprintf(name, sizeof(name), "%s", hr_hpvm_c_name(op));
	else
		snprintf(name, sizeof(name), "llvm.hpvm.%s", hr_hpvm_ir_name(op));
	if (op == HR_H_create_0d)
		type = LLVMFunctionType(b->code.ptr, (LLVMTypeRef[]){b->code.ptr}, 1, false);
	else if (!LLVMGetNamedFunction(b->code.module, name))
		hr_bug("'%s' is not in the module", name);
	return hr_pass_call(&b->code, name, type, ordered, count);
}

static LLVMValueRef create(const shape_body *b, const hr_pass_child *child)
{
	static const hr_hpvm by_dims[] = {HR_H_create_0d, HR_H_create_1d, HR_H_create_2d,
					  HR_H_create_3d};
	unsigned count = 0, dims = child->alone ? 0 : child->node->dims;
	LLVMValueRef operands[MOST_OPERANDS];

	set_line(b, &child->node->where);
	if (b->c_form)
		operands[count++] = hr_pass_int(&b->code, dims);
	operands[count++] = child->function;
	for (unsigned i = 0; i < dims; i++)
		operands[count++] = hr_pass_expression(&b->code, b->inputs, child->node->extent[i]);
	return describe(b, b->c_form ? HR_H_create_nd : by_dims[dims], operands, count);
}

static void write_edges(const shape_body *b)
{
	const hr_pass_code *code = &b->code;

	for (size_t i = 0; i < b->shape->edges.count; i++) {
		const hr_edge *edge = &b->shape->edges.data[i];
		const LLVMValueRef operands[] = {b->handles[edge->source],
						 b->handles[edge->sink],
						 hr_pass_int(code, edge->all_to_all),
						 hr_pass_int(code, edge->source_port),
						 hr_pass_int(code, edge->sink_port),
						 hr_pass_int(code, edge->streaming)};

		set_line(b, &edge->where);
		describe(b, HR_H_edge, operands, 6);
	}
}

static void write_binds(const shape_body *b, bool output)
{
	const hr_pass_code *code = &b->code;
	size_t count = output ? b->shape->output_binds.count : b->shape->input_binds.count;

	for (size_t i = 0; i < count; i++) {
		const hr_bind *bind =
			output ? &b->shape->output_binds.data[i] : &b->shape->input_binds.data[i];
		unsigned first = output ? bind->child_port : bind->port;
		unsigned second = output ? bind->port : bind->child_port;
		const LLVMValueRef operands[] = {b->handles[bind->child], hr_pass_int(code, first),
						 hr_pass_int(code, second),
						 hr_pass_int(code, bind->streaming)};

		set_line(b, &bind->where);
		describe(b, output ? HR_H_bind_out : HR_H_bind_in, operands, 4);
	}
}

/* --- function bodies -------------------------------------------------------------------------- */

static bool has_c_form(LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at)) {
			hr_hpvm_call call = hr_hpvm_call_of(at);

			if (hr_hpvm_class_of(call.op) == HR_HC_GRAPH)
				return call.c_form;
		}
	return true;
}

/* Keep names of parameters that only the debug information of the body contained. */
static void name_parameters(const hr_node *node, LLVMValueRef function)
{
	for (unsigned i = 0; i < node->input_count; i++) {
		LLVMValueRef parameter = LLVMGetParam(function, i);
		size_t length;

		LLVMGetValueName2(parameter, &length);
		if (!length)
			LLVMSetValueName2(parameter, node->inputs[i].name,
					  strlen(node->inputs[i].name));
	}
}

static void erase_body(LLVMValueRef function)
{
	LLVMBasicBlockRef block, next;

	for (block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block)) {
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			if (LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVoidTypeKind)
				LLVMReplaceAllUsesWith(at, LLVMGetUndef(LLVMTypeOf(at)));
		LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(block));
	}
	for (block = LLVMGetFirstBasicBlock(function); block; block = next) {
		next = LLVMGetNextBasicBlock(block);
		LLVMDeleteBasicBlock(block);
	}
}

static void finish(const shape_body *b)
{
	LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(b->function));

	set_line(b, &b->shape->node->where);
	if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(b->code.builder);
	else
		LLVMBuildRet(b->code.builder, LLVMGetUndef(result));
}

void hr_pass_shape_write(const hr_pass_shape *shape)
{
	const hr_function *of = shape->program->functions[shape->node->function];
	shape_body b = {.shape = shape, .function = of->llvm, .c_form = has_c_form(of->llvm)};

	b.scope = LLVMGetSubprogram(b.function);
	b.handles = hr_alloc_array(shape->children.count + 1, sizeof(LLVMValueRef));
	b.inputs = hr_alloc_array(LLVMCountParams(b.function) + 1, sizeof(LLVMValueRef));
	LLVMGetParams(b.function, b.inputs);
	name_parameters(shape->node, b.function);
	erase_body(b.function);
	hr_pass_code_begin(&b.code, shape->program, b.function);
	set_line(&b, &of->where);
	if (b.c_form)
		hr_pass_say(&b.code, b.function, of->hint, of->inputs, of->input_count);
	for (size_t i = 0; i < shape->children.count; i++)
		b.handles[i] = create(&b, &shape->children.data[i]);
	write_binds(&b, false);
	write_edges(&b);
	write_binds(&b, true);
	finish(&b);
	hr_pass_code_end(&b.code);
	hr_free(b.handles);
	hr_free(b.inputs);
}
