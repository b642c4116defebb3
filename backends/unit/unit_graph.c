/* backends/unit/unit_graph.c -- builds the unit of an internal node with everything below it.
 *
 * The unit's function is one instance of the node. Each child becomes a loop over its grid, in
 * topological order; children that are connected by one-to-one edges only share a loop (E2). An
 * edge is an SSA value if all instances return their input unchanged; otherwise it is a variable: a
 * single one, or an array with an element for each instance if the sink runs in another loop. As a
 * *chain* the unit is one instance of each of the children in turn, and the backend provides the
 * loop.
 *
 * Graphs for which the interpreter could warn that the values of instances differ where a single
 * one is taken (E3) are refused, because a unit cannot report that.
 * Invariant: only what the interpreter would compute is computed, in an order that the interpreter
 *            permits.
 * Owns:      the members.
 * Clauses:   N2, E1-E5, M1, M3.
 * Not here:  writing the text (unit_graph_values.c, unit_graph_loops.c), leaves as functions
 *            (unit_member.c), whether grids are known and valid (interp/schedule/graph.c). */
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

#include "backends/shared/context.h"
#include "backends/shared/loops.h"
#include "backends/unit/unit_graph_text.h"
#include "interp/run/offload.h"

/* --- where values come from ------------------------------------------------------------------- */

graph_source hr_graph_source(const hr_node *node, unsigned port)
{
	const hr_node *parent = node->parent;
	graph_source found = {0};

	for (unsigned i = 0; i < parent->input_bind_count; i++)
		if (parent->input_binds[i].child == node->index &&
		    parent->input_binds[i].child_port == port)
			found.bind = &parent->input_binds[i];
	for (unsigned i = 0; i < parent->edge_count; i++)
		if (parent->edges[i].sink == node->index && parent->edges[i].sink_port == port)
			found.edge = &parent->edges[i];
	return found;
}

const hr_bind *hr_graph_result(const hr_node *node, unsigned port)
{
	for (unsigned i = 0; i < node->output_bind_count; i++)
		if (node->output_binds[i].port == port)
			return &node->output_binds[i];
	return NULL;
}

/* Return the parent's input that input PORT of NODE always equals, or -1 if it can be something
 * else. */
static int origin(const graph_unit *self, const hr_node *node, unsigned port)
{
	graph_source from = hr_graph_source(node, port);
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
	same = hr_graph_same_input(self, sibling, from.edge->source_port);
	return same < 0 ? -1 : origin(self, sibling, (unsigned)same);
}

/* Return the input of NODE that output PORT always equals, or -1 if there is none. */
int hr_graph_same_input(const graph_unit *self, const hr_node *node, unsigned port)
{
	const hr_bind *bind;
	const hr_node *child;
	int same;

	if (!node->internal)
		return hr_graph_output(self, node, port)->same_as;
	bind = hr_graph_result(node, port);
	if (!bind)
		return -1;
	child = node->children[bind->child];
	if (child->outputs[bind->child_port].type != node->outputs[port].type)
		return -1;
	same = hr_graph_same_input(self, child, bind->child_port);
	return same < 0 ? -1 : origin(self, child, (unsigned)same);
}

/* --- members ---------------------------------------------------------------------------------- */

/* Return the set of NODE's inputs that differ between the instances of one grid, because they come
 * from one-to-one edges. */
static bool *varying(const graph_unit *self, const hr_node *node)
{
	bool *varies = hr_alloc_array(node->input_count + 1, sizeof(bool));

	for (unsigned i = 0; i < node->input_count; i++) {
		graph_source from = hr_graph_source(node, i);

		varies[i] = self->chain ? !from.bind
					: from.edge && !from.edge->all_to_all && node->dims;
	}
	return varies;
}

static void make_member(graph_unit *self, const hr_node *leaf)
{
	hr_member *member = &hr_graph_place(self, leaf)->member;
	unsigned inner = self->chain ? 0 : leaf->depth - self->top->depth;
	bool *varies = varying(self, leaf);

	hr_member_make(member, self->program, leaf, leaf->number, inner, varies, self->home,
		       self->context);
	hr_free(varies);
	if (member->made->refusal != HR_TAKEN)
		hr_unit_refuse(self->made, member->made->refusal, "%s: %.150s", leaf->path,
			       member->made->text);
	if (self->chain && member->step)
		hr_unit_refuse(self->made, HR_REFUSES_BARRIER, "%s", leaf->path);
}

static void make_members(graph_unit *self, const hr_node *node)
{
	for (unsigned i = 0; i < node->child_count && self->made->refusal == HR_TAKEN; i++) {
		if (node->children[i]->internal)
			make_members(self, node->children[i]);
		else
			make_member(self, node->children[i]);
	}
}

/* Return true if the pointer is used only by leaves of the unit, while they run. */
static bool stays(const graph_unit *self, const hr_node *node, unsigned port, bool is_output)
{
	const hr_node *parent = node->parent;

	if (!is_output && !node->internal)
		return !hr_member_keeps(&hr_graph_place(self, node)->member, port);
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
		if (parent->edges[i].source == node->index &&
		    parent->edges[i].source_port == port &&
		    !stays(self, parent->children[parent->edges[i].sink],
			   parent->edges[i].sink_port, false))
			return false;
	return true;
}

/* Make allocated objects variables of the unit if nothing refers to them after the instance has
 * ended. */
static void take_locals(graph_unit *self, const hr_node *node)
{
	for (unsigned i = 0; i < node->child_count; i++) {
		const hr_node *child = node->children[i];
		hr_member *member = &hr_graph_place(self, child)->member;
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

/* --- graphs that are refused --------------------------------------------------------------- */

/* E3: refuse the graph if it takes a single value of an output of a child with several instances
 * whose values may differ. */
static void check_taken(graph_unit *self, const hr_node *child, unsigned port)
{
	int same = child->dims ? hr_graph_same_input(self, child, port) : 0;

	if (same < 0 || (child->dims && origin(self, child, (unsigned)same) < 0))
		hr_unit_refuse(self->made, HR_REFUSES_ARGUMENT,
			       "instances of %s may return different values", child->path);
}

static void check_node(graph_unit *self, const hr_node *node)
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

/* --- segments --------------------------------------------------------------------------------- */

static bool may_share(const graph_unit *self, const hr_node *node)
{
	return !node->internal && (node->dims || self->chain) &&
	       !hr_graph_place(self, node)->member.step;
}

/* Return true if NODE may run in the loop of segment NUMBER: only one-to-one edges lead to it from
 * the segment's instances. */
static bool joins(const graph_unit *self, const hr_node *node, int number)
{
	const hr_node *parent = node->parent;
	bool linked = false;

	if (!may_share(self, node))
		return false;
	for (unsigned i = 0; i < parent->edge_count; i++) {
		const hr_edge *edge = &parent->edges[i];
		int other = hr_graph_place(self, parent->children[edge->source])->segment;

		if (edge->sink != node->index)
			continue;
		if (other < 0 || (other == number && edge->all_to_all && node->dims))
			return false;
		linked |= other == number;
	}
	return linked;
}

int hr_graph_make_segments(graph_unit *self, const hr_node *parent)
{
	int count = 0;

	for (unsigned i = 0; i < parent->child_count; i++)
		hr_graph_place(self, parent->children[i])->segment = -1;
	for (unsigned i = 0; i < parent->child_count; i++) {
		const hr_node *first = parent->children[parent->order[i]];
		bool grows = may_share(self, first);

		if (hr_graph_place(self, first)->segment >= 0)
			continue;
		hr_graph_place(self, first)->segment = count;
		while (grows) {
			grows = false;
			for (unsigned k = 0; k < parent->child_count; k++) {
				const hr_node *next = parent->children[parent->order[k]];

				if (hr_graph_place(self, next)->segment >= 0 ||
				    !joins(self, next, count))
					continue;
				hr_graph_place(self, next)->segment = count;
				grows = true;
			}
		}
		count++;
	}
	for (unsigned i = 0; i < parent->edge_count; i++) {
		graph_place *from = hr_graph_place(self, parent->children[parent->edges[i].source]);
		const hr_node *sink = parent->children[parent->edges[i].sink];

		if (parent->edges[i].all_to_all || !sink->dims || self->chain || from->each ||
		    from->segment == hr_graph_place(self, sink)->segment)
			continue;
		from->each = true;
		self->made->inner_bytes +=
			hr_outputs_stride(parent->children[parent->edges[i].source]);
	}
	return count;
}

/* --- building the unit --------------------------------------------------------------------- */

static void write_declarations(graph_unit *self, hr_ir_text *all)
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

static void write_unit(graph_unit *self, hr_ir_text *all)
{
	write_declarations(self, all);
	hr_ir_write(all, "define void @hpvm_unit(");
	for (unsigned i = 0; i < self->top->input_count; i++)
		hr_ir_write(all, "%s %s%u, ", self->top->inputs[i].type->text,
			    hr_graph_place(self, self->top)->prefix, i);
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

static void parse(graph_unit *self)
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

static void link_members(graph_unit *self)
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

static void settle(graph_unit *self)
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
		ports[i].same_as = hr_graph_same_input(self, self->top, i);
}

static void make(graph_unit *self)
{
	make_members(self, self->top);
	if (self->made->refusal == HR_TAKEN)
		check_node(self, self->top);
	if (self->made->refusal != HR_TAKEN)
		return;
	take_locals(self, self->top);
	settle(self);
	hr_graph_begin_block(self, "begin");
	if (self->chain)
		hr_graph_write_chain(self);
	else
		hr_graph_write_scope(self, self->top);
	if (self->made->refusal != HR_TAKEN)
		return;
	parse(self);
	link_members(self);
	/* All queries are then in one function. */
	hr_unit_run_passes(self->module, "always-inline");
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
				 bool chain, hr_unit_home home)
{
	graph_unit self = {
		.program = program,
		.top = node,
		.chain = chain,
		.home = home,
		.place_count = count_nodes(node),
		.made = hr_unit_describe(program, node, chain ? node->children[0] : node, varies)};

	if (self.place_count > MOST_NODES) {
		hr_unit_refuse(self.made, HR_REFUSES_SIZE, "%u nodes", self.place_count);
		return self.made;
	}
	self.context = hr_context_new();
	self.places = hr_alloc_array(self.place_count, sizeof(*self.places));
	make(&self);
	for (unsigned i = 0; i < self.place_count; i++)
		hr_member_free(&self.places[i].member);
	if (self.module)
		LLVMDisposeModule(self.module);
	hr_context_free(self.context);
	hr_free(self.places);
	HR_VEC_FREE(&self.text);
	HR_VEC_FREE(&self.entry);
	return self.made;
}
