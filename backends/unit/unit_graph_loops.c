/* backends/unit/unit_graph_loops.c -- the text of a graph unit: loops over grids, leaves in loops,
 * and internal nodes.
 *
 * Invariant: all instances of a child have ended before an instance starts that gets all their
 *            outputs (E1).
 * Owns:      nothing.
 * Clauses:   N2, M1, M3.
 * Not here:  values (unit_graph_values.c), the unit as a whole (unit_graph.c). */
#include <string.h>

#include "backends/shared/loops.h"
#include "backends/unit/unit_graph_text.h"
#include "interp/run/offload.h"

/* --- writing: loops --------------------------------------------------------------------------- */

typedef struct loops {
	unsigned number, dims;
	uint32_t order[3];
	const graph_place *grid;
	bool parallel;
} loops;

/* Begin loops over the grid of NODE. NODE's id and index are defined inside. */
static loops begin_loops(graph_unit *self, const hr_node *node, const int score[3], bool parallel)
{
	graph_place *at = hr_graph_place(self, node);
	loops made = {
		.number = self->names++, .dims = node->dims, .grid = at, .parallel = parallel};
	char name[NAME];

	hr_loops_order(score, node->dims, made.order);
	for (unsigned k = 0; k < 3; k++) {
		uint32_t d = made.order[k];

		if (d >= node->dims)
			continue;
		snprintf(at->id[d], NAME, "%%b%u.%u.i", made.number, d);
		snprintf(name, NAME, "b%u.%u", made.number, d);
		graph_write(
			"  br label %%%s\n%s:\n  %%%s.i = phi i64 [ 0, %%%s ], [ %%%s.next, %%%s.end ]\n",
			name, name, name, self->block, name, name);
		memcpy(self->block, name, NAME);
	}
	if (node->dims) {
		hr_graph_new_name(self, name);
		graph_write("  %s.row = mul i64 %s, %s\n  %s.y = add i64 %s.row, %s\n"
			    "  %s.cell = mul i64 %s.y, %s\n  %s = add i64 %s.cell, %s\n",
			    name, at->id[0], at->extent[1], name, name, at->id[1], name, name,
			    at->extent[2], name, name, at->id[2]);
		memcpy(at->index, name, NAME);
	}
	return made;
}

static void end_loops(graph_unit *self, const loops *made)
{
	bool innermost = made->parallel;

	for (unsigned k = 3; k-- > 0;) {
		uint32_t d = made->order[k];
		char name[NAME], done[NAME];

		if (d >= made->dims)
			continue;
		snprintf(name, NAME, "b%u.%u", made->number, d);
		snprintf(done, NAME, "b%u.%u.done", made->number, d);
		graph_write(
			"  br label %%%s.end\n%s.end:\n  %%%s.next = add nuw nsw i64 %%%s.i, 1\n"
			"  %%%s.more = icmp slt i64 %%%s.next, %s\n"
			"  br i1 %%%s.more, label %%%s, label %%%s",
			name, name, name, name, name, name, made->grid->extent[d], name, name,
			done);
		if (innermost)
			graph_write(", !llvm.loop !%u", FIRST_LOOP + self->loops++);
		innermost = false;
		graph_write("\n");
		hr_graph_begin_block(self, done);
	}
}

/* --- writing: leaves -------------------------------------------------------------------------- */

/* E1: an output that the instance does not store is zero. */
static void clear_outputs(graph_unit *self, const hr_node *node, const char *image)
{
	for (unsigned i = 0; i < node->output_count; i++) {
		const hr_type *type = node->outputs[i].type;
		char text[NAME];

		if (hr_graph_output(self, node, i)->same_as >= 0)
			continue;
		graph_write("  %%v%u = getelementptr inbounds i8, ptr %s, i64 %u\n"
			    "  store %s zeroinitializer, ptr %%v%u%s\n",
			    self->names, image, node->outputs[i].offset,
			    hr_graph_container(type, text), self->names,
			    hr_graph_place(self, node)->each ? ", !llvm.access.group !0" : "");
		self->names++;
	}
}

static void write_arguments(graph_unit *self, const hr_node *leaf, const char *image)
{
	const hr_member *member = &hr_graph_place(self, leaf)->member;
	const hr_node *level = leaf;

	graph_write("@%s(", member->name);
	for (unsigned i = 0; i < leaf->input_count; i++)
		graph_write("%s %s%u, ", leaf->inputs[i].type->text,
			    hr_graph_place(self, leaf)->prefix, i);
	graph_write("ptr %s", image);
	for (unsigned l = 0; l < member->inner; l++, level = level->parent) {
		const graph_place *at = hr_graph_place(self, level);

		for (unsigned d = 0; d < 3; d++)
			graph_write(", i64 %s", at->id[d]);
		for (unsigned d = 0; d < 3; d++)
			graph_write(", i64 %s", at->extent[d]);
	}
	if (member->local)
		graph_write(", ptr %%n%u.local", leaf->number);
}

static void write_instance(graph_unit *self, const hr_node *leaf)
{
	char image[NAME];

	hr_graph_write_inputs(self, leaf);
	hr_graph_write_image(self, leaf, hr_graph_place(self, leaf)->index, image);
	clear_outputs(self, leaf, image);
	graph_write("  call void ");
	write_arguments(self, leaf, image);
	graph_write(")\n");
}

/* If instances meet at barriers: write a loop for each region, inside a loop over the regions. */
static void write_region(graph_unit *self, const hr_node *leaf, unsigned number, uint32_t region)
{
	graph_place *at = hr_graph_place(self, leaf);
	char name[NAME], image[NAME];
	loops made;

	snprintf(name, NAME, "r%u.%u", number, region);
	snprintf(at->prefix, PREFIX, "%%n%u.r%u.i", leaf->number, region);
	hr_graph_begin_block(self, name);
	made = begin_loops(self, leaf, at->member.score, true);
	hr_graph_write_inputs(self, leaf);
	hr_graph_write_image(self, leaf, at->index, image);
	if (region == 0)
		clear_outputs(self, leaf, image);
	graph_write("  %%r%u.%u.goes = call i32 ", number, region);
	write_arguments(self, leaf, image);
	graph_write(
		", i32 %u, ptr %%r%u.context, ptr %%r%u.before, ptr %%r%u.after, i64 %s, i64 %s)\n",
		region, number, number, number, at->count, at->index);
	graph_write("  %%%s.l = load i32, ptr %%r%u.least\n  %%%s.m = load i32, ptr %%r%u.most\n"
		    "  %%%s.ls = icmp slt i32 %%%s.goes, %%%s.l\n"
		    "  %%%s.ms = icmp sgt i32 %%%s.goes, %%%s.m\n"
		    "  %%%s.ln = select i1 %%%s.ls, i32 %%%s.goes, i32 %%%s.l\n"
		    "  %%%s.mn = select i1 %%%s.ms, i32 %%%s.goes, i32 %%%s.m\n"
		    "  store i32 %%%s.ln, ptr %%r%u.least\n  store i32 %%%s.mn, ptr %%r%u.most\n",
		    name, number, name, number, name, name, name, name, name, name, name, name,
		    name, name, name, name, name, name, name, number, name, number);
	end_loops(self, &made);
	graph_write("  br label %%r%u.tail\n", number);
}

static void write_steps(graph_unit *self, const hr_node *leaf)
{
	graph_place *at = hr_graph_place(self, leaf);
	unsigned r = self->names++;
	uint32_t count = at->member.cut.region_count, shared = at->member.cut.shared_bytes;
	char name[NAME];

	snprintf(name, NAME, "%%r%u.context", r);
	hr_graph_write_variable(self, name, at->member.cut.each_bytes, at);
	hr_ir_write(&self->entry,
		    "  %%r%u.before = alloca [%u x i8], align 64\n"
		    "  %%r%u.after = alloca [%u x i8], align 64\n"
		    "  %%r%u.least = alloca i32\n  %%r%u.most = alloca i32\n",
		    r, shared, r, shared, r, r);
	graph_write("  br label %%r%u\n", r);
	graph_write("r%u:\n  %%r%u.region = phi i32 [ 0, %%%s ], [ %%r%u.next, %%r%u.met ]\n", r, r,
		    self->block, r, r);
	graph_write("  store i32 %d, ptr %%r%u.least\n  store i32 %d, ptr %%r%u.most\n"
		    "  switch i32 %%r%u.region, label %%r%u.never [",
		    INT32_MAX, r, INT32_MIN, r, r, r);
	for (uint32_t i = 0; i < count; i++)
		graph_write(" i32 %u, label %%r%u.%u", i, r, i);
	graph_write(" ]\nr%u.never:\n  unreachable\n", r);
	for (uint32_t i = 0; i < count; i++)
		write_region(self, leaf, r, i);
	graph_write(
		"r%u.tail:\n  %%r%u.next = load i32, ptr %%r%u.least\n"
		"  %%r%u.last = load i32, ptr %%r%u.most\n"
		"  call void @llvm.memcpy.p0.p0.i64(ptr align 64 %%r%u.before, ptr align 64 %%r%u.after, "
		"i64 %u, i1 false)\n"
		"  %%r%u.same = icmp eq i32 %%r%u.next, %%r%u.last\n"
		"  br i1 %%r%u.same, label %%r%u.met, label %%r%u.apart\n"
		"r%u.apart:\n  call void @hpvm_diverged()\n  ret void\n",
		r, r, r, r, r, r, r, shared, r, r, r, r, r, r, r);
	graph_write("r%u.met:\n  %%r%u.ends = icmp eq i32 %%r%u.next, %d\n"
		    "  br i1 %%r%u.ends, label %%r%u.done, label %%r%u\n",
		    r, r, r, HR_FISSION_RETURNED, r, r, r);
	snprintf(name, NAME, "r%u.done", r);
	hr_graph_begin_block(self, name);
}

/* --- writing: scopes -------------------------------------------------------------------------- */

static void write_shared_loop(graph_unit *self, const hr_node *parent, int segment)
{
	const hr_node *first = NULL;
	int score[3] = {0};
	loops made;

	for (unsigned i = 0; i < parent->child_count; i++) {
		const hr_node *node = parent->children[parent->order[i]];
		const graph_place *at = hr_graph_place(self, node);

		if (at->segment != segment)
			continue;
		first = first ? first : node;
		for (unsigned d = 0; d < 3; d++)
			score[d] += at->member.score[d];
	}
	made = begin_loops(self, first, score, true);
	for (unsigned i = 0; i < parent->child_count; i++) {
		const hr_node *node = parent->children[parent->order[i]];
		graph_place *at = hr_graph_place(self, node);

		if (at->segment != segment)
			continue;
		if (node != first) { /* its grid equals that of the first node (G8) */
			memcpy(at->id, hr_graph_place(self, first)->id, sizeof(at->id));
			memcpy(at->index, hr_graph_place(self, first)->index, sizeof(at->index));
		}
		write_instance(self, node);
	}
	end_loops(self, &made);
}

static void write_internal(graph_unit *self, const hr_node *node)
{
	static const int no_score[3];
	loops made = begin_loops(self, node, no_score, false);
	char image[NAME];

	hr_graph_write_inputs(self, node);
	hr_graph_write_scope(self, node);
	hr_graph_write_image(self, node, hr_graph_place(self, node)->index, image);
	hr_graph_write_outputs(self, node, image);
	end_loops(self, &made);
}

static const hr_node *first_of(const graph_unit *self, const hr_node *parent, int segment)
{
	for (unsigned i = 0; i < parent->child_count; i++) {
		const hr_node *node = parent->children[parent->order[i]];

		if (hr_graph_place(self, node)->segment == segment)
			return node;
	}
	return NULL;
}

static void write_variables(graph_unit *self, const hr_node *node)
{
	const graph_place *at = hr_graph_place(self, node);
	char name[NAME];

	hr_graph_image_name(node, name);
	if (node->output_count)
		hr_graph_write_variable(self, name, hr_outputs_stride(node), at->each ? at : NULL);
	else
		hr_ir_write(&self->entry, "  %s = alloca i8\n", name);
	if (at->member.local)
		hr_ir_write(&self->entry, "  %%n%u.local = alloca [%llu x i8], align 64\n",
			    node->number, (unsigned long long)at->member.local);
}

/* Write all children of one instance of NODE, whose inputs are defined. */
void hr_graph_write_scope(graph_unit *self, const hr_node *node)
{
	int segments = hr_graph_make_segments(self, node);
	unsigned stack = self->names++;
	bool grows = false;

	for (unsigned i = 0; i < node->child_count; i++) {
		hr_graph_write_grid(self, node, node->children[i]);
		grows |= !hr_graph_place(self, node->children[i])->fixed;
	}
	if (grows)
		graph_write("  %%stack%u = call ptr @llvm.stacksave.p0()\n", stack);
	for (unsigned i = 0; i < node->child_count; i++)
		write_variables(self, node->children[i]);
	for (int s = 0; s < segments; s++) {
		const hr_node *first = first_of(self, node, s);

		if (first->internal)
			write_internal(self, first);
		else if (hr_graph_place(self, first)->member.step)
			write_steps(self, first);
		else
			write_shared_loop(self, node, s);
	}
	if (node == self->top)
		hr_graph_write_outputs(self, node, "%outputs");
	if (grows)
		graph_write("  call void @llvm.stackrestore.p0(ptr %%stack%u)\n", stack);
}

/* Write one instance of each child in turn. */
void hr_graph_write_chain(graph_unit *self)
{
	const hr_node *top = self->top;

	if (hr_graph_make_segments(self, top) != 1)
		hr_unit_refuse(self->made, HR_REFUSES_INSTRUCTION,
			       "no one-to-one edges connect all of its leaves");
	for (unsigned i = 0; i < top->child_count; i++) {
		const hr_node *node = top->children[top->order[i]];

		strcpy(hr_graph_place(self, node)->index, "0");
		hr_graph_place(self, node)->each = false;
		write_variables(self, node);
		write_instance(self, node);
	}
	hr_graph_write_outputs(self, top, "%outputs");
}
