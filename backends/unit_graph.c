/* backends/unit_graph.c -- an internal node and all that is below it as one unit.
 *
 * The unit's function is one instance of the node. In it every child is a loop over its grid, in
 * topological order; children that only one-to-one edges connect share one loop (E2). An edge is a
 * value, where all instances return what came in, or a variable: one place, or an array with one for each
 * instance, where the sink runs in another loop. As a *chain* the unit is one instance of all
 * children in turn, and who runs it has the loop.
 *
 * What the interpreter would warn of cannot be told from here, so such graphs are refused: values of
 * instances that may differ where one is taken (E3).
 * Invariant: nothing is computed that the interpreter would not, in an order that is not one of its.
 * Owns:      the members.
 * Clauses:   N2, E1-E5, M1, M3.
 * Not here:  leaves as functions (unit_member.c), whether grids are known and valid
 *            (interp/schedule_graph.c). */
#include "unit_graph.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <string.h>

#include "ir_text.h"
#include "loops.h"
#include "offload.h"

enum { MOST_NODES = 64, FIRST_LOOP = 10, NAME = 48, PREFIX = 24 };

/* What has been written of a node; texts are values of LLVM. */
typedef struct place {
	hr_member member;          /* of a leaf */
	int segment;               /* among its parent's children: which run in one loop */
	bool each;                 /* its outputs are kept for each instance */
	char prefix[PREFIX];       /* of the names of its inputs */
	char id[3][NAME], extent[3][NAME], index[NAME], count[NAME];
	bool fixed;                /* the extents are constants: */
	uint64_t instances;
} place;

typedef struct graph {
	hr_made_unit *made;
	const hr_program *program;
	const hr_node *top;
	bool chain;
	LLVMContextRef context;
	LLVMModuleRef module;
	place *places;             /* by number, from the top's on; owned */
	unsigned place_count;
	hr_ir_text entry, text;    /* variables; what comes behind */
	unsigned names, loops;     /* how many have been given */
	char block[NAME];          /* that is being written */
} graph;

static place *place_of(const graph *self, const hr_node *node)
{
	return &self->places[node->number - self->top->number];
}

static const hr_unit_port *output_of(const graph *self, const hr_node *leaf, unsigned port)
{
	return &place_of(self, leaf)->member.made->unit.outputs[port];
}

/* --- where values come from ------------------------------------------------------------------------ */

typedef struct source {
	const hr_bind *bind;       /* or */
	const hr_edge *edge;
} source;

static source source_of(const hr_node *node, unsigned port)
{
	const hr_node *parent = node->parent;
	source found = {0};

	for (unsigned i = 0; i < parent->input_bind_count; i++)
		if (parent->input_binds[i].child == node->index &&
		    parent->input_binds[i].child_port == port)
			found.bind = &parent->input_binds[i];
	for (unsigned i = 0; i < parent->edge_count; i++)
		if (parent->edges[i].sink == node->index && parent->edges[i].sink_port == port)
			found.edge = &parent->edges[i];
	return found;
}

static const hr_bind *result_of(const hr_node *node, unsigned port)
{
	for (unsigned i = 0; i < node->output_bind_count; i++)
		if (node->output_binds[i].port == port)
			return &node->output_binds[i];
	return NULL;
}

static int same_input(const graph *self, const hr_node *node, unsigned port);

/* The parent's input that input PORT of NODE always is; -1: it may be something else. */
static int origin(const graph *self, const hr_node *node, unsigned port)
{
	source from = source_of(node, port);
	const hr_node *sibling;
	int same;

	if (from.bind)
		return node->parent->inputs[from.bind->port].type == node->inputs[port].type
			       ? (int)from.bind->port
			       : -1;
	if (!from.edge)
		return -1;
	sibling = node->parent->children[from.edge->source];
	if (sibling->outputs[from.edge->source_port].type != node->inputs[port].type)
		return -1;
	same = same_input(self, sibling, from.edge->source_port);
	return same < 0 ? -1 : origin(self, sibling, (unsigned)same);
}

/* The input of NODE that output PORT always is; -1: none. */
static int same_input(const graph *self, const hr_node *node, unsigned port)
{
	const hr_bind *bind;
	const hr_node *child;
	int same;

	if (!node->internal)
		return output_of(self, node, port)->same_as;
	bind = result_of(node, port);
	if (!bind)
		return -1;
	child = node->children[bind->child];
	if (child->outputs[bind->child_port].type != node->outputs[port].type)
		return -1;
	same = same_input(self, child, bind->child_port);
	return same < 0 ? -1 : origin(self, child, (unsigned)same);
}

/* --- members --------------------------------------------------------------------------------------- */

/* Inputs of NODE that instances of one grid get different values of: from one-to-one edges. */
static bool *varying(const graph *self, const hr_node *node)
{
	bool *varies = hr_alloc_array(node->input_count + 1, sizeof(bool));

	for (unsigned i = 0; i < node->input_count; i++) {
		source from = source_of(node, i);

		varies[i] = self->chain ? !from.bind
					: from.edge && !from.edge->all_to_all && node->dims;
	}
	return varies;
}

static void make_member(graph *self, const hr_node *leaf)
{
	hr_member *member = &place_of(self, leaf)->member;
	unsigned inner = self->chain ? 0 : leaf->depth - self->top->depth;
	bool *varies = varying(self, leaf);

	hr_member_make(member, self->program, leaf, leaf->number, inner, varies, self->context);
	hr_free(varies);
	if (member->made->refusal != HR_TAKEN)
		hr_unit_refuse(self->made, member->made->refusal, "%s: %.150s", leaf->path,
			       member->made->text);
	if (self->chain && member->step)
		hr_unit_refuse(self->made, HR_REFUSES_BARRIER, "%s", leaf->path);
}

static void make_members(graph *self, const hr_node *node)
{
	for (unsigned i = 0; i < node->child_count && self->made->refusal == HR_TAKEN; i++) {
		if (node->children[i]->internal)
			make_members(self, node->children[i]);
		else
			make_member(self, node->children[i]);
	}
}

/* Is it only used by leaves of the unit, while they run? */
static bool stays(const graph *self, const hr_node *node, unsigned port, bool is_output)
{
	const hr_node *parent = node->parent;

	if (!is_output && !node->internal)
		return !hr_member_keeps(&place_of(self, node)->member, port);
	for (unsigned i = 0; !is_output && i < node->input_bind_count; i++)
		if (node->input_binds[i].port == port &&
		    !stays(self, node->children[node->input_binds[i].child],
			   node->input_binds[i].child_port, false))
			return false;
	for (unsigned i = 0; is_output && i < parent->output_bind_count; i++)
		if (parent->output_binds[i].child == node->index &&
		    parent->output_binds[i].child_port == port)
			return false;
	for (unsigned i = 0; is_output && i < parent->edge_count; i++)
		if (parent->edges[i].source == node->index && parent->edges[i].source_port == port &&
		    !stays(self, parent->children[parent->edges[i].sink], parent->edges[i].sink_port,
			   false))
			return false;
	return true;
}

/* Objects that nobody has when the instance ends are variables of the unit. */
static void take_locals(graph *self, const hr_node *node)
{
	for (unsigned i = 0; i < node->child_count; i++) {
		const hr_node *child = node->children[i];
		hr_member *member = &place_of(self, child)->member;
		bool local = member->local && !self->chain;

		if (child->internal) {
			take_locals(self, child);
			continue;
		}
		for (unsigned port = 0; port < child->output_count; port++)
			local &= child->outputs[port].type->kind != HR_T_PTR ||
				 stays(self, child, port, true);
		if (local)
			hr_member_take_local(member);
		else
			member->local = 0;
	}
}

/* --- what cannot be -------------------------------------------------------------------------------- */

/* E3: the value of an output of a child with several instances. */
static void check_taken(graph *self, const hr_node *child, unsigned port)
{
	int same = child->dims ? same_input(self, child, port) : 0;

	if (same < 0 || (child->dims && origin(self, child, (unsigned)same) < 0))
		hr_unit_refuse(self->made, HR_REFUSES_ARGUMENT,
			       "instances of %s may return different values", child->path);
}

static void check_node(graph *self, const hr_node *node)
{
	for (unsigned i = 0; i < node->edge_count; i++)
		if (node->edges[i].all_to_all)
			check_taken(self, node->children[node->edges[i].source],
				    node->edges[i].source_port);
	for (unsigned i = 0; i < node->output_bind_count; i++)
		check_taken(self, node->children[node->output_binds[i].child],
			    node->output_binds[i].child_port);
	for (unsigned i = 0; i < node->input_count + node->output_count; i++) {
		const hr_port *port = i < node->input_count ? &node->inputs[i]
							    : &node->outputs[i - node->input_count];

		if (strchr(port->type->text, '%'))
			hr_unit_refuse(self->made, HR_REFUSES_TYPE, "%s of %s", port->type->text,
				       node->path);
	}
	for (unsigned i = 0; i < node->child_count; i++)
		check_node(self, node->children[i]);
}

/* --- segments -------------------------------------------------------------------------------------- */

static bool may_share(const graph *self, const hr_node *node)
{
	return !node->internal && (node->dims || self->chain) && !place_of(self, node)->member.step;
}

/* May NODE run in the loop of segment NUMBER, whose instances it only has one-to-one edges from? */
static bool joins(const graph *self, const hr_node *node, int number)
{
	const hr_node *parent = node->parent;
	bool linked = false;

	if (!may_share(self, node))
		return false;
	for (unsigned i = 0; i < parent->edge_count; i++) {
		const hr_edge *edge = &parent->edges[i];
		int other = place_of(self, parent->children[edge->source])->segment;

		if (edge->sink != node->index)
			continue;
		if (other < 0 || (other == number && edge->all_to_all && node->dims))
			return false;
		linked |= other == number;
	}
	return linked;
}

static int make_segments(graph *self, const hr_node *parent)
{
	int count = 0;

	for (unsigned i = 0; i < parent->child_count; i++)
		place_of(self, parent->children[i])->segment = -1;
	for (unsigned i = 0; i < parent->child_count; i++) {
		const hr_node *first = parent->children[parent->order[i]];
		bool grows = may_share(self, first);

		if (place_of(self, first)->segment >= 0)
			continue;
		place_of(self, first)->segment = count;
		while (grows) {
			grows = false;
			for (unsigned k = 0; k < parent->child_count; k++) {
				const hr_node *next = parent->children[parent->order[k]];

				if (place_of(self, next)->segment >= 0 || !joins(self, next, count))
					continue;
				place_of(self, next)->segment = count;
				grows = true;
			}
		}
		count++;
	}
	for (unsigned i = 0; i < parent->edge_count; i++) {
		place *from = place_of(self, parent->children[parent->edges[i].source]);
		const hr_node *sink = parent->children[parent->edges[i].sink];

		if (parent->edges[i].all_to_all || !sink->dims || self->chain || from->each ||
		    from->segment == place_of(self, sink)->segment)
			continue;
		from->each = true;
		self->made->inner_bytes +=
			hr_outputs_stride(parent->children[parent->edges[i].source]);
	}
	return count;
}

/* --- writing: names, blocks, variables ------------------------------------------------------------- */

#define write(...) hr_ir_write(&self->text, __VA_ARGS__)

static void new_name(graph *self, char name[NAME])
{
	snprintf(name, NAME, "%%v%u", self->names++);
}

static void begin_block(graph *self, const char *name)
{
	snprintf(self->block, NAME, "%s", name);
	write("%s:\n", name);
}

/* EACH bytes for each of COUNT instances (NULL: one). */
static void write_variable(graph *self, const char *name, uint64_t each, const place *count)
{
	if (!count || count->fixed) {
		hr_ir_write(&self->entry, "  %s = alloca [%llu x i8], align 64\n", name,
			    (unsigned long long)(count ? each * count->instances : each));
		return;
	}
	write("  %s.bytes = mul i64 %s, %llu\n  %s = alloca i8, i64 %s.bytes, align 64\n", name,
	      count->count, (unsigned long long)each, name, name);
}

static const char *container(const hr_type *type, char text[NAME])
{
	if (type->kind != HR_T_INT)
		return type->text;
	snprintf(text, NAME, "i%u", 8 * hr_con_size(type->con));
	return text;
}

/* VALUE, of type FROM, as TO: the types of the two ends of an edge (graph.h). */
static void convert(graph *self, char value[NAME], const hr_type *from, const hr_type *to)
{
	char name[NAME];

	if (from == to || strcmp(from->text, to->text) == 0)
		return;
	new_name(self, name);
	write("  %s = %s %s %s to %s\n", name, from->kind == HR_T_FLOAT ? "fptrunc" : "trunc",
	      from->text, value, to->text);
	memcpy(value, name, NAME);
}

/* --- writing: values ------------------------------------------------------------------------------- */

static void image_name(const hr_node *node, char name[NAME])
{
	snprintf(name, NAME, "%%n%u.out", node->number);
}

/* The image of outputs of the instance of NODE that is running, or was at INDEX. */
static void write_image(graph *self, const hr_node *node, const char *index, char name[NAME])
{
	char base[NAME];

	image_name(node, base);
	if (!place_of(self, node)->each) {
		memcpy(name, base, NAME);
		return;
	}
	new_name(self, name);
	write("  %s.at = mul i64 %s, %u\n  %s = getelementptr inbounds i8, ptr %s, i64 %s.at\n", name,
	      index, hr_outputs_stride(node), name, base, name);
}

/* Output PORT of NODE from its image. */
static void load_output(graph *self, const hr_node *node, unsigned port, const char *index,
			char value[NAME])
{
	const hr_port *output = &node->outputs[port];
	char image[NAME], text[NAME];

	write_image(self, node, index, image);
	new_name(self, value);
	write("  %s.p = getelementptr inbounds i8, ptr %s, i64 %u\n", value, image, output->offset);
	if (output->type->kind == HR_T_INT && output->type->bits < 8 * hr_con_size(output->type->con))
		write("  %s.c = load %s, ptr %s.p\n  %s = trunc %s %s.c to %s\n", value,
		      container(output->type, text), value, value, text, value, output->type->text);
	else
		write("  %s = load %s, ptr %s.p%s\n", value, output->type->text, value,
		      place_of(self, node)->each ? ", !llvm.access.group !0" : "");
}

static void store_output(graph *self, const hr_type *type, const char *value, const char *image,
			 uint32_t offset)
{
	char name[NAME], text[NAME];

	new_name(self, name);
	write("  %s.p = getelementptr inbounds i8, ptr %s, i64 %u\n", name, image, offset);
	if (type->kind == HR_T_INT && type->bits < 8 * hr_con_size(type->con))
		write("  %s.c = zext %s %s to %s\n  store %s %s.c, ptr %s.p\n", name, type->text,
		      value, container(type, text), text, name, name);
	else
		write("  store %s %s, ptr %s.p\n", type->text, value, name);
}

/* Input PORT of NODE, whose instance is number INDEX of its grid; its parent's inputs are known. */
static void write_value(graph *self, const hr_node *node, unsigned port, const char *index,
			char value[NAME])
{
	source from = source_of(node, port);
	const hr_node *sibling;
	int same;

	if (from.bind) {
		snprintf(value, NAME, "%s%u", place_of(self, node->parent)->prefix, from.bind->port);
		convert(self, value, node->parent->inputs[from.bind->port].type,
			node->inputs[port].type);
		return;
	}
	sibling = node->parent->children[from.edge->source];
	same = same_input(self, sibling, from.edge->source_port);
	if (same >= 0)
		write_value(self, sibling, (unsigned)same, index, value);
	else
		load_output(self, sibling, from.edge->source_port, index, value);
	convert(self, value, sibling->outputs[from.edge->source_port].type, node->inputs[port].type);
}

static void write_inputs(graph *self, const hr_node *node)
{
	for (unsigned i = 0; i < node->input_count; i++) {
		const char *type = node->inputs[i].type->text;
		char value[NAME];

		write_value(self, node, i, place_of(self, node)->index, value);
		write("  %s%u = select i1 true, %s %s, %s %s\n", place_of(self, node)->prefix, i,
		      type, value, type, value);
	}
}

/* What internal NODE returns goes to IMAGE, unless it is known from its inputs. */
static void write_outputs(graph *self, const hr_node *node, const char *image)
{
	for (unsigned i = 0; i < node->output_count; i++) {
		const hr_bind *bind = result_of(node, i);
		const hr_node *child;
		char value[NAME];
		int same;

		if (!bind || same_input(self, node, i) >= 0)
			continue;
		child = node->children[bind->child];
		same = same_input(self, child, bind->child_port);
		if (same >= 0)
			write_value(self, child, (unsigned)same, "0", value);
		else
			load_output(self, child, bind->child_port, "0", value);
		convert(self, value, child->outputs[bind->child_port].type, node->outputs[i].type);
		store_output(self, node->outputs[i].type, value, image, node->outputs[i].offset);
	}
}

/* --- writing: grids -------------------------------------------------------------------------------- */

static const char *operation(hr_expr_op op)
{
	switch (op) {
	case HR_X_ADD: return "add";
	case HR_X_SUB: return "sub";
	case HR_X_MUL: return "mul";
	case HR_X_UDIV: return "udiv";
	case HR_X_SDIV: return "sdiv";
	case HR_X_UREM: return "urem";
	case HR_X_SREM: return "srem";
	case HR_X_SHL: return "shl";
	case HR_X_LSHR: return "lshr";
	case HR_X_ASHR: return "ashr";
	case HR_X_AND: return "and";
	case HR_X_OR: return "or";
	case HR_X_XOR: return "xor";
	case HR_X_EQ: return "icmp eq";
	case HR_X_NE: return "icmp ne";
	case HR_X_UGT: return "icmp ugt";
	case HR_X_UGE: return "icmp uge";
	case HR_X_ULT: return "icmp ult";
	case HR_X_ULE: return "icmp ule";
	case HR_X_SGT: return "icmp sgt";
	case HR_X_SGE: return "icmp sge";
	case HR_X_SLT: return "icmp slt";
	case HR_X_SLE: return "icmp sle";
	default: return NULL;
	}
}

static const char *choice(hr_expr_op op)
{
	return op == HR_X_UMIN	 ? "icmp ult"
	       : op == HR_X_UMAX ? "icmp ugt"
	       : op == HR_X_SMIN ? "icmp slt"
				 : "icmp sgt";
}

static void write_expression(graph *self, const hr_node *parent, const hr_expr *expr,
			     char value[NAME])
{
	char operands[3][NAME];

	if (expr->op == HR_X_CONST) {
		snprintf(value, NAME, "%lld",
			 (long long)(int64_t)(expr->value << (64 - expr->bits)) >> (64 - expr->bits));
		return;
	}
	if (expr->op == HR_X_INPUT) {
		snprintf(value, NAME, "%s%llu", place_of(self, parent)->prefix,
			 (unsigned long long)expr->value);
		return;
	}
	for (unsigned i = 0; i < 3 && expr->operand[i]; i++)
		write_expression(self, parent, expr->operand[i], operands[i]);
	new_name(self, value);
	if (operation(expr->op))
		write("  %s = %s i%u %s, %s\n", value, operation(expr->op), expr->operand[0]->bits,
		      operands[0], operands[1]);
	else if (expr->op == HR_X_SELECT)
		write("  %s = select i1 %s, i%u %s, i%u %s\n", value, operands[0], expr->bits,
		      operands[1], expr->bits, operands[2]);
	else if (expr->op == HR_X_TRUNC || expr->op == HR_X_ZEXT || expr->op == HR_X_SEXT)
		write("  %s = %s i%u %s to i%u\n", value,
		      expr->op == HR_X_TRUNC  ? "trunc"
		      : expr->op == HR_X_ZEXT ? "zext"
					      : "sext",
		      expr->operand[0]->bits, operands[0], expr->bits);
	else
		write("  %s.is = %s i%u %s, %s\n  %s = select i1 %s.is, i%u %s, i%u %s\n", value,
		      choice(expr->op), expr->bits, operands[0], operands[1], value, value,
		      expr->bits, operands[0], expr->bits, operands[1]);
}

static void write_grid(graph *self, const hr_node *parent, const hr_node *node)
{
	place *at = place_of(self, node);

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
		new_name(self, product);
		write("  %s = mul i64 %s, %s\n", product, at->count, at->extent[d]);
		memcpy(at->count, product, NAME);
	}
}

/* --- writing: loops -------------------------------------------------------------------------------- */

typedef struct loops {
	unsigned number, dims;
	uint32_t order[3];
	const place *grid;
	bool parallel;
} loops;

/* Begins loops over the grid of NODE; its id and index are known within. */
static loops begin_loops(graph *self, const hr_node *node, const int score[3], bool parallel)
{
	place *at = place_of(self, node);
	loops made = {.number = self->names++, .dims = node->dims, .grid = at, .parallel = parallel};
	char name[NAME];

	hr_loops_order(score, node->dims, made.order);
	for (unsigned k = 0; k < 3; k++) {
		uint32_t d = made.order[k];

		if (d >= node->dims)
			continue;
		snprintf(at->id[d], NAME, "%%b%u.%u.i", made.number, d);
		snprintf(name, NAME, "b%u.%u", made.number, d);
		write("  br label %%%s\n%s:\n  %%%s.i = phi i64 [ 0, %%%s ], [ %%%s.next, %%%s.end ]\n",
		      name, name, name, self->block, name, name);
		memcpy(self->block, name, NAME);
	}
	if (node->dims) {
		new_name(self, name);
		write("  %s.row = mul i64 %s, %s\n  %s.y = add i64 %s.row, %s\n"
		      "  %s.cell = mul i64 %s.y, %s\n  %s = add i64 %s.cell, %s\n",
		      name, at->id[0], at->extent[1], name, name, at->id[1], name, name,
		      at->extent[2], name, name, at->id[2]);
		memcpy(at->index, name, NAME);
	}
	return made;
}

static void end_loops(graph *self, const loops *made)
{
	bool innermost = made->parallel;

	for (unsigned k = 3; k-- > 0;) {
		uint32_t d = made->order[k];
		char name[NAME], done[NAME];

		if (d >= made->dims)
			continue;
		snprintf(name, NAME, "b%u.%u", made->number, d);
		snprintf(done, NAME, "b%u.%u.done", made->number, d);
		write("  br label %%%s.end\n%s.end:\n  %%%s.next = add nuw nsw i64 %%%s.i, 1\n"
		      "  %%%s.more = icmp slt i64 %%%s.next, %s\n"
		      "  br i1 %%%s.more, label %%%s, label %%%s",
		      name, name, name, name, name, name, made->grid->extent[d], name, name, done);
		if (innermost)
			write(", !llvm.loop !%u", FIRST_LOOP + self->loops++);
		innermost = false;
		write("\n");
		begin_block(self, done);
	}
}

/* --- writing: leaves ------------------------------------------------------------------------------- */

/* E1: an output that the instance does not store is zero. */
static void clear_outputs(graph *self, const hr_node *node, const char *image)
{
	for (unsigned i = 0; i < node->output_count; i++) {
		const hr_type *type = node->outputs[i].type;
		char text[NAME];

		if (output_of(self, node, i)->same_as >= 0)
			continue;
		write("  %%v%u = getelementptr inbounds i8, ptr %s, i64 %u\n"
		      "  store %s zeroinitializer, ptr %%v%u%s\n",
		      self->names, image, node->outputs[i].offset, container(type, text), self->names,
		      place_of(self, node)->each ? ", !llvm.access.group !0" : "");
		self->names++;
	}
}

static void write_arguments(graph *self, const hr_node *leaf, const char *image)
{
	const hr_member *member = &place_of(self, leaf)->member;
	const hr_node *level = leaf;

	write("@%s(", member->name);
	for (unsigned i = 0; i < leaf->input_count; i++)
		write("%s %s%u, ", leaf->inputs[i].type->text, place_of(self, leaf)->prefix, i);
	write("ptr %s", image);
	for (unsigned l = 0; l < member->inner; l++, level = level->parent) {
		const place *at = place_of(self, level);

		for (unsigned d = 0; d < 3; d++)
			write(", i64 %s", at->id[d]);
		for (unsigned d = 0; d < 3; d++)
			write(", i64 %s", at->extent[d]);
	}
	if (member->local)
		write(", ptr %%n%u.local", leaf->number);
}

static void write_instance(graph *self, const hr_node *leaf)
{
	char image[NAME];

	write_inputs(self, leaf);
	write_image(self, leaf, place_of(self, leaf)->index, image);
	clear_outputs(self, leaf, image);
	write("  call void ");
	write_arguments(self, leaf, image);
	write(")\n");
}

/* Instances meet at barriers: a loop for each region, and one over regions around them all. */
static void write_region(graph *self, const hr_node *leaf, unsigned number, uint32_t region)
{
	place *at = place_of(self, leaf);
	char name[NAME], image[NAME];
	loops made;

	snprintf(name, NAME, "r%u.%u", number, region);
	snprintf(at->prefix, PREFIX, "%%n%u.r%u.i", leaf->number, region);
	begin_block(self, name);
	made = begin_loops(self, leaf, at->member.score, true);
	write_inputs(self, leaf);
	write_image(self, leaf, at->index, image);
	if (region == 0)
		clear_outputs(self, leaf, image);
	write("  %%r%u.%u.goes = call i32 ", number, region);
	write_arguments(self, leaf, image);
	write(", i32 %u, ptr %%r%u.context, ptr %%r%u.before, ptr %%r%u.after, i64 %s, i64 %s)\n",
	      region, number, number, number, at->count, at->index);
	write("  %%%s.l = load i32, ptr %%r%u.least\n  %%%s.m = load i32, ptr %%r%u.most\n"
	      "  %%%s.ls = icmp slt i32 %%%s.goes, %%%s.l\n"
	      "  %%%s.ms = icmp sgt i32 %%%s.goes, %%%s.m\n"
	      "  %%%s.ln = select i1 %%%s.ls, i32 %%%s.goes, i32 %%%s.l\n"
	      "  %%%s.mn = select i1 %%%s.ms, i32 %%%s.goes, i32 %%%s.m\n"
	      "  store i32 %%%s.ln, ptr %%r%u.least\n  store i32 %%%s.mn, ptr %%r%u.most\n",
	      name, number, name, number, name, name, name, name, name, name, name, name, name,
	      name, name, name, name, name, name, number, name, number);
	end_loops(self, &made);
	write("  br label %%r%u.tail\n", number);
}

static void write_steps(graph *self, const hr_node *leaf)
{
	place *at = place_of(self, leaf);
	unsigned r = self->names++;
	uint32_t count = at->member.cut.region_count, shared = at->member.cut.shared_bytes;
	char name[NAME];

	snprintf(name, NAME, "%%r%u.context", r);
	write_variable(self, name, at->member.cut.each_bytes, at);
	hr_ir_write(&self->entry, "  %%r%u.before = alloca [%u x i8], align 64\n"
				  "  %%r%u.after = alloca [%u x i8], align 64\n"
				  "  %%r%u.least = alloca i32\n  %%r%u.most = alloca i32\n",
		    r, shared, r, shared, r, r);
	write("  br label %%r%u\n", r);
	write("r%u:\n  %%r%u.region = phi i32 [ 0, %%%s ], [ %%r%u.next, %%r%u.met ]\n", r, r,
	      self->block, r, r);
	write("  store i32 %d, ptr %%r%u.least\n  store i32 %d, ptr %%r%u.most\n"
	      "  switch i32 %%r%u.region, label %%r%u.never [", INT32_MAX, r, INT32_MIN, r, r, r);
	for (uint32_t i = 0; i < count; i++)
		write(" i32 %u, label %%r%u.%u", i, r, i);
	write(" ]\nr%u.never:\n  unreachable\n", r);
	for (uint32_t i = 0; i < count; i++)
		write_region(self, leaf, r, i);
	write("r%u.tail:\n  %%r%u.next = load i32, ptr %%r%u.least\n"
	      "  %%r%u.last = load i32, ptr %%r%u.most\n"
	      "  call void @llvm.memcpy.p0.p0.i64(ptr align 64 %%r%u.before, ptr align 64 %%r%u.after, "
	      "i64 %u, i1 false)\n"
	      "  %%r%u.same = icmp eq i32 %%r%u.next, %%r%u.last\n"
	      "  br i1 %%r%u.same, label %%r%u.met, label %%r%u.apart\n"
	      "r%u.apart:\n  call void @hpvm_diverged()\n  ret void\n",
	      r, r, r, r, r, r, r, shared, r, r, r, r, r, r, r);
	write("r%u.met:\n  %%r%u.ends = icmp eq i32 %%r%u.next, %d\n"
	      "  br i1 %%r%u.ends, label %%r%u.done, label %%r%u\n",
	      r, r, r, HR_FISSION_RETURNED, r, r, r);
	snprintf(name, NAME, "r%u.done", r);
	begin_block(self, name);
}

/* --- writing: scopes ------------------------------------------------------------------------------- */

static void write_scope(graph *self, const hr_node *node);

static void write_shared_loop(graph *self, const hr_node *parent, int segment)
{
	const hr_node *first = NULL;
	int score[3] = {0};
	loops made;

	for (unsigned i = 0; i < parent->child_count; i++) {
		const hr_node *node = parent->children[parent->order[i]];
		const place *at = place_of(self, node);

		if (at->segment != segment)
			continue;
		first = first ? first : node;
		for (unsigned d = 0; d < 3; d++)
			score[d] += at->member.score[d];
	}
	made = begin_loops(self, first, score, true);
	for (unsigned i = 0; i < parent->child_count; i++) {
		const hr_node *node = parent->children[parent->order[i]];
		place *at = place_of(self, node);

		if (at->segment != segment)
			continue;
		if (node != first) { /* its grid is that of the first (G8) */
			memcpy(at->id, place_of(self, first)->id, sizeof(at->id));
			memcpy(at->index, place_of(self, first)->index, sizeof(at->index));
		}
		write_instance(self, node);
	}
	end_loops(self, &made);
}

static void write_internal(graph *self, const hr_node *node)
{
	static const int no_score[3];
	loops made = begin_loops(self, node, no_score, false);
	char image[NAME];

	write_inputs(self, node);
	write_scope(self, node);
	write_image(self, node, place_of(self, node)->index, image);
	write_outputs(self, node, image);
	end_loops(self, &made);
}

static const hr_node *first_of(const graph *self, const hr_node *parent, int segment)
{
	for (unsigned i = 0; i < parent->child_count; i++) {
		const hr_node *node = parent->children[parent->order[i]];

		if (place_of(self, node)->segment == segment)
			return node;
	}
	return NULL;
}

static void write_variables(graph *self, const hr_node *node)
{
	const place *at = place_of(self, node);
	char name[NAME];

	image_name(node, name);
	if (node->output_count)
		write_variable(self, name, hr_outputs_stride(node), at->each ? at : NULL);
	else
		hr_ir_write(&self->entry, "  %s = alloca i8\n", name);
	if (at->member.local)
		hr_ir_write(&self->entry, "  %%n%u.local = alloca [%llu x i8], align 64\n",
			    node->number, (unsigned long long)at->member.local);
}

/* All children of one instance of NODE, whose inputs are known. */
static void write_scope(graph *self, const hr_node *node)
{
	int segments = make_segments(self, node);
	unsigned stack = self->names++;
	bool grows = false;

	for (unsigned i = 0; i < node->child_count; i++) {
		write_grid(self, node, node->children[i]);
		grows |= !place_of(self, node->children[i])->fixed;
	}
	if (grows)
		write("  %%stack%u = call ptr @llvm.stacksave.p0()\n", stack);
	for (unsigned i = 0; i < node->child_count; i++)
		write_variables(self, node->children[i]);
	for (int s = 0; s < segments; s++) {
		const hr_node *first = first_of(self, node, s);

		if (first->internal)
			write_internal(self, first);
		else if (place_of(self, first)->member.step)
			write_steps(self, first);
		else
			write_shared_loop(self, node, s);
	}
	if (node == self->top)
		write_outputs(self, node, "%outputs");
	if (grows)
		write("  call void @llvm.stackrestore.p0(ptr %%stack%u)\n", stack);
}

/* One instance of each child in turn. */
static void write_chain(graph *self)
{
	const hr_node *top = self->top;

	if (make_segments(self, top) != 1)
		hr_unit_refuse(self->made, HR_REFUSES_INSTRUCTION, "children in loops of their own");
	for (unsigned i = 0; i < top->child_count; i++) {
		const hr_node *node = top->children[top->order[i]];

		strcpy(place_of(self, node)->index, "0");
		place_of(self, node)->each = false;
		write_variables(self, node);
		write_instance(self, node);
	}
	write_outputs(self, top, "%outputs");
}

/* --- the unit -------------------------------------------------------------------------------------- */

static void write_declarations(graph *self, hr_ir_text *all)
{
	hr_ir_write(all, "declare void @hpvm_diverged()\n"
			 "declare ptr @llvm.stacksave.p0()\n"
			 "declare void @llvm.stackrestore.p0(ptr)\n"
			 "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n");
	for (unsigned i = 0; i < self->place_count; i++) {
		const hr_member *member = &self->places[i].member;
		LLVMValueRef function;
		char *type, *parameters;

		if (!member->module)
			continue;
		function = LLVMGetNamedFunction(member->module, member->name);
		type = LLVMPrintTypeToString(LLVMGlobalGetValueType(function));
		parameters = strchr(type, '(');
		hr_ir_write(all, "declare %s @%s%s\n", member->step ? "i32" : "void", member->name,
			    parameters ? parameters : "()");
		LLVMDisposeMessage(type);
	}
}

static void write_unit(graph *self, hr_ir_text *all)
{
	write_declarations(self, all);
	hr_ir_write(all, "define void @hpvm_unit(");
	for (unsigned i = 0; i < self->top->input_count; i++)
		hr_ir_write(all, "%s %s%u, ", self->top->inputs[i].type->text,
			    place_of(self, self->top)->prefix, i);
	hr_ir_write(all, "ptr %%outputs) {\nentry:\n");
	HR_RESERVE(all, self->entry.count + self->text.count);
	memcpy(all->data + all->count, self->entry.data, self->entry.count);
	all->count += self->entry.count;
	hr_ir_write(all, "  br label %%begin\n");
	HR_RESERVE(all, self->text.count);
	memcpy(all->data + all->count, self->text.data, self->text.count);
	all->count += self->text.count;
	hr_ir_write(all, "  ret void\n}\n!hr.group = !{!0}\n!0 = distinct !{}\n"
			 "!1 = !{!\"llvm.loop.parallel_accesses\", !0}\n");
	for (unsigned i = 0; i < self->loops; i++)
		hr_ir_write(all, "!%u = distinct !{!%u, !1}\n", FIRST_LOOP + i, FIRST_LOOP + i);
	HR_PUSH(all, '\0');
}

static void parse(graph *self)
{
	hr_ir_text all = {0};
	LLVMMemoryBufferRef buffer;
	char *error = NULL;

	write_unit(self, &all);
	buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(all.data, all.count - 1, "unit");
	if (LLVMParseIRInContext(self->context, buffer, &self->module, &error))
		hr_bug("the loops of '%s' are not valid: %s\n%s", self->top->path, error, all.data);
	LLVMSetTarget(self->module, LLVMGetTarget(self->program->module));
	LLVMSetDataLayout(self->module, LLVMGetDataLayoutStr(self->program->module));
	HR_VEC_FREE(&all);
}

static void link_members(graph *self)
{
	LLVMValueRef group;

	for (unsigned i = 0; i < self->place_count; i++) {
		hr_member *member = &self->places[i].member;

		if (!member->module)
			continue;
		if (LLVMLinkModules2(self->module, member->module))
			hr_bug("'%s' cannot be linked", self->top->path);
		member->module = NULL;
	}
	LLVMGetNamedMetadataOperands(self->module, "hr.group", &group);
	for (unsigned i = 0; i < self->place_count; i++) {
		LLVMValueRef leaf = LLVMGetNamedFunction(self->module, self->places[i].member.name);

		if (!leaf)
			continue;
		LLVMSetLinkage(leaf, LLVMInternalLinkage);
		if (!self->chain)
			hr_loops_mark(leaf, group);
	}
}

static void settle(graph *self)
{
	hr_unit_port *ports = (hr_unit_port *)(uintptr_t)self->made->unit.outputs;

	self->made->unit.features |= HR_UNIT_GRAPH;
	for (unsigned i = 0; i < self->place_count; i++) {
		const hr_member *member = &self->places[i].member;

		snprintf(self->places[i].prefix, PREFIX, "%%n%u.i", self->top->number + i);
		if (!member->made)
			continue;
		self->made->unit.features |= member->made->unit.features;
		self->made->inner_bytes += member->cut.each_bytes;
	}
	for (unsigned i = 0; i < self->top->output_count; i++)
		ports[i].same_as = same_input(self, self->top, i);
}

static void make(graph *self)
{
	make_members(self, self->top);
	if (self->made->refusal == HR_TAKEN)
		check_node(self, self->top);
	if (self->made->refusal != HR_TAKEN)
		return;
	take_locals(self, self->top);
	settle(self);
	begin_block(self, "begin");
	if (self->chain)
		write_chain(self);
	else
		write_scope(self, self->top);
	if (self->made->refusal != HR_TAKEN)
		return;
	parse(self);
	link_members(self);
	hr_unit_run_passes(self->module, "always-inline"); /* so that all queries are in one function */
	hr_unit_finish(self->made, self->module);
}

static unsigned count_nodes(const hr_node *node)
{
	unsigned count = 1;

	for (unsigned i = 0; i < node->child_count; i++)
		count += count_nodes(node->children[i]);
	return count;
}

hr_made_unit *hr_unit_make_graph(const hr_program *program, const hr_node *node, const bool *varies,
				 bool chain)
{
	graph self = {.program = program, .top = node, .chain = chain,
		      .place_count = count_nodes(node),
		      .made = hr_unit_describe(program, node, chain ? node->children[0] : node, varies)};

	if (self.place_count > MOST_NODES) {
		hr_unit_refuse(self.made, HR_REFUSES_SIZE, "%u nodes", self.place_count);
		return self.made;
	}
	self.context = LLVMContextCreate();
	self.places = hr_alloc_array(self.place_count, sizeof(*self.places));
	make(&self);
	for (unsigned i = 0; i < self.place_count; i++)
		hr_member_free(&self.places[i].member);
	if (self.module)
		LLVMDisposeModule(self.module);
	LLVMContextDispose(self.context);
	hr_free(self.places);
	HR_VEC_FREE(&self.text);
	HR_VEC_FREE(&self.entry);
	return self.made;
}
