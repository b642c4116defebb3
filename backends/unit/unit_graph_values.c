/* backends/unit/unit_graph_values.c -- the text of a graph unit: names, blocks, values of edges,
 * grids.
 *
 * Invariant: a value is computed in the instance that uses it, or stored if an edge needs it (E2).
 * Owns:      nothing.
 * Clauses:   E1-E5, N2.
 * Not here:  loops around leaves (unit_graph_loops.c), the unit as a whole (unit_graph.c). */
#include <string.h>

#include "backends/unit/unit_graph_text.h"
#include "interp/run/offload.h"

/* --- writing: names, blocks, variables -------------------------------------------------------- */

void hr_graph_new_name(graph_unit *self, char name[NAME])
{
	snprintf(name, NAME, "%%v%u", self->names++);
}

void hr_graph_begin_block(graph_unit *self, const char *name)
{
	snprintf(self->block, NAME, "%s", name);
	graph_write("%s:\n", name);
}

/* Write a variable of EACH bytes for each instance of COUNT, or for a single one if COUNT is
 * NULL. */
void hr_graph_write_variable(graph_unit *self, const char *name, uint64_t each,
			     const graph_place *count)
{
	if (!count || count->fixed) {
		hr_ir_write(&self->entry, "  %s = alloca [%llu x i8], align 64\n", name,
			    (unsigned long long)(count ? each * count->instances : each));
		return;
	}
	graph_write("  %s.bytes = mul i64 %s, %llu\n  %s = alloca i8, i64 %s.bytes, align 64\n",
		    name, count->count, (unsigned long long)each, name, name);
}

const char *hr_graph_container(const hr_type *type, char text[NAME])
{
	if (type->kind != HR_T_INT)
		return type->text;
	snprintf(text, NAME, "i%u", 8 * hr_con_size(type->con));
	return text;
}

/* Convert VALUE from type FROM to type TO, the types of the two ends of an edge
 * (ir/graph/graph.h). */
static void convert(graph_unit *self, char value[NAME], const hr_type *from, const hr_type *to)
{
	char name[NAME];

	if (from == to || strcmp(from->text, to->text) == 0)
		return;
	hr_graph_new_name(self, name);
	graph_write("  %s = %s %s %s to %s\n", name, from->kind == HR_T_FLOAT ? "fptrunc" : "trunc",
		    from->text, value, to->text);
	memcpy(value, name, NAME);
}

/* --- writing: values -------------------------------------------------------------------------- */

void hr_graph_image_name(const hr_node *node, char name[NAME])
{
	snprintf(name, NAME, "%%n%u.out", node->number);
}

/* Write the address of the image of outputs of NODE's running instance or, if images are stored for
 * each instance, of instance INDEX. */
void hr_graph_write_image(graph_unit *self, const hr_node *node, const char *index, char name[NAME])
{
	char base[NAME];

	hr_graph_image_name(node, base);
	if (!hr_graph_place(self, node)->each) {
		memcpy(name, base, NAME);
		return;
	}
	hr_graph_new_name(self, name);
	graph_write(
		"  %s.at = mul i64 %s, %u\n  %s = getelementptr inbounds i8, ptr %s, i64 %s.at\n",
		name, index, hr_outputs_stride(node), name, base, name);
}

/* Load output PORT of NODE from its image. */
static void load_output(graph_unit *self, const hr_node *node, unsigned port, const char *index,
			char value[NAME])
{
	const hr_port *output = &node->outputs[port];
	char image[NAME], text[NAME];

	hr_graph_write_image(self, node, index, image);
	hr_graph_new_name(self, value);
	graph_write("  %s.p = getelementptr inbounds i8, ptr %s, i64 %u\n", value, image,
		    output->offset);
	if (output->type->kind == HR_T_INT &&
	    output->type->bits < 8 * hr_con_size(output->type->con))
		graph_write("  %s.c = load %s, ptr %s.p\n  %s = trunc %s %s.c to %s\n", value,
			    hr_graph_container(output->type, text), value, value, text, value,
			    output->type->text);
	else
		graph_write("  %s = load %s, ptr %s.p%s\n", value, output->type->text, value,
			    hr_graph_place(self, node)->each ? ", !llvm.access.group !0" : "");
}

static void store_output(graph_unit *self, const hr_type *type, const char *value,
			 const char *image, uint32_t offset)
{
	char name[NAME], text[NAME];

	hr_graph_new_name(self, name);
	graph_write("  %s.p = getelementptr inbounds i8, ptr %s, i64 %u\n", name, image, offset);
	if (type->kind == HR_T_INT && type->bits < 8 * hr_con_size(type->con))
		graph_write("  %s.c = zext %s %s to %s\n  store %s %s.c, ptr %s.p\n", name,
			    type->text, value, hr_graph_container(type, text), text, name, name);
	else
		graph_write("  store %s %s, ptr %s.p\n", type->text, value, name);
}

/* Write the value of input PORT of instance INDEX of NODE. The inputs of its parent are defined. */
static void write_value(graph_unit *self, const hr_node *node, unsigned port, const char *index,
			char value[NAME])
{
	graph_source from = hr_graph_source(node, port);
	const hr_node *sibling;
	int same;

	if (from.bind) {
		snprintf(value, NAME, "%s%u", hr_graph_place(self, node->parent)->prefix,
			 from.bind->port);
		convert(self, value, node->parent->inputs[from.bind->port].type,
			node->inputs[port].type);
		return;
	}
	sibling = node->parent->children[from.edge->source];
	same = hr_graph_same_input(self, sibling, from.edge->source_port);
	if (same >= 0)
		write_value(self, sibling, (unsigned)same, index, value);
	else
		load_output(self, sibling, from.edge->source_port, index, value);
	convert(self, value, sibling->outputs[from.edge->source_port].type,
		node->inputs[port].type);
}

void hr_graph_write_inputs(graph_unit *self, const hr_node *node)
{
	for (unsigned i = 0; i < node->input_count; i++) {
		const char *type = node->inputs[i].type->text;
		char value[NAME];

		write_value(self, node, i, hr_graph_place(self, node)->index, value);
		graph_write("  %s%u = select i1 true, %s %s, %s %s\n",
			    hr_graph_place(self, node)->prefix, i, type, value, type, value);
	}
}

/* Store the outputs of internal node NODE to IMAGE, except those that equal an input. */
void hr_graph_write_outputs(graph_unit *self, const hr_node *node, const char *image)
{
	for (unsigned i = 0; i < node->output_count; i++) {
		const hr_bind *bind = hr_graph_result(node, i);
		const hr_node *child;
		char value[NAME];
		int same;

		if (!bind || hr_graph_same_input(self, node, i) >= 0)
			continue;
		child = node->children[bind->child];
		same = hr_graph_same_input(self, child, bind->child_port);
		if (same >= 0)
			write_value(self, child, (unsigned)same, "0", value);
		else
			load_output(self, child, bind->child_port, "0", value);
		convert(self, value, child->outputs[bind->child_port].type, node->outputs[i].type);
		store_output(self, node->outputs[i].type, value, image, node->outputs[i].offset);
	}
}

/* --- writing: grids --------------------------------------------------------------------------- */

/* The instruction of two operands that OP is; NULL: it is none. */
static const char *operation(hr_expr_op op)
{
	static const char *const rows[HR_X_COUNT] = {
#define EXPR_BINARY(id, ident, shape, sign, opcode, text, binds, order) [HR_X_##id] = #ident,
#define EXPR_TEST(id, ident, sign, predicate, text, binds, order)       [HR_X_##id] = "icmp " #ident,
#include "src/arith/expr.def"
	};

	return rows[op];
}

static const char *cast(hr_expr_op op)
{
	static const char *const rows[HR_X_COUNT] = {
#define EXPR_CAST(id, ident, sign, opcode) [HR_X_##id] = #ident,
#include "src/arith/expr.def"
	};

	return rows[op];
}

/* The predicate of an icmp as its ident, which is in lower case. */
static const char *choice(hr_expr_op op)
{
	enum { EQ, NE, UGT, UGE, ULT, ULE, SGT, SGE, SLT, SLE };
	static const char *const predicates[] = {
#define EXPR_TEST(id, ident, sign, predicate, text, binds, order) [predicate] = "icmp " #ident,
#include "src/arith/expr.def"
	};
	static const unsigned char rows[HR_X_COUNT] = {
#define EXPR_EXTREME(id, ident, sign, predicate, text) [HR_X_##id] = predicate,
#include "src/arith/expr.def"
	};

	return predicates[rows[op]];
}

static void write_expression(graph_unit *self, const hr_node *parent, const hr_expr *expr,
			     char value[NAME])
{
	char operands[3][NAME];

	if (expr->op == HR_X_CONST) {
		snprintf(value, NAME, "%lld", (long long)hr_expr_widen(expr->value, expr->bits));
		return;
	}
	if (expr->op == HR_X_INPUT) {
		snprintf(value, NAME, "%s%llu", hr_graph_place(self, parent)->prefix,
			 (unsigned long long)expr->value);
		return;
	}
	for (unsigned i = 0; i < 3 && expr->operand[i]; i++)
		write_expression(self, parent, expr->operand[i], operands[i]);
	hr_graph_new_name(self, value);
	if (operation(expr->op))
		graph_write("  %s = %s i%u %s, %s\n", value, operation(expr->op),
			    expr->operand[0]->bits, operands[0], operands[1]);
	else if (expr->op == HR_X_SELECT)
		graph_write("  %s = select i1 %s, i%u %s, i%u %s\n", value, operands[0], expr->bits,
			    operands[1], expr->bits, operands[2]);
	else if (cast(expr->op))
		graph_write("  %s = %s i%u %s to i%u\n", value, cast(expr->op),
			    expr->operand[0]->bits, operands[0], expr->bits);
	else
		graph_write("  %s.is = %s i%u %s, %s\n  %s = select i1 %s.is, i%u %s, i%u %s\n",
			    value, choice(expr->op), expr->bits, operands[0], operands[1], value,
			    value, expr->bits, operands[0], expr->bits, operands[1]);
}

void hr_graph_write_grid(graph_unit *self, const hr_node *parent, const hr_node *node)
{
	graph_place *at = hr_graph_place(self, node);

	at->fixed = true;
	at->instances = 1;
	strcpy(at->count, "1");
	strcpy(at->index, "0");
	for (unsigned d = 0; d < 3; d++) {
		char product[NAME];

		strcpy(at->id[d], "0");
		strcpy(at->extent[d], "1");
		if (d >= node->dims)
			continue;
		write_expression(self, parent, node->extent[d], at->extent[d]);
		at->fixed &= node->extent[d]->op == HR_X_CONST;
		at->instances *= at->fixed ? node->extent[d]->value : 1;
		hr_graph_new_name(self, product);
		graph_write("  %s = mul i64 %s, %s\n", product, at->count, at->extent[d]);
		memcpy(at->count, product, NAME);
	}
}
