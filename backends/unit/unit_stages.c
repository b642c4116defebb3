/* backends/unit/unit_stages.c -- splits a chain into stages: a unit for each leaf, and pipes for
 * its edges.
 *
 * A value that is the same for all instances is an input of each leaf that uses it. Any other value
 * needs a pipe, with a packet for each instance in reference order.
 * Owns:     units of the leaves.
 * Clauses:  E1, E3.
 * Not here: whether the memory that leaves share permits them to run at the same time
 *           (backends/opencl/translate/stages.c). */
#include <string.h>

#include "backends/shared/reason.h"
#include "backends/unit/unit.h"
#include "src/base/vec.h"

typedef struct apart {
	hr_made_unit *chain;
	const hr_program *program;
	const hr_node *node;
	uint32_t *place;       /* by child: number of its stage */
	hr_unit_stage *stages; /* allocated in the arena of the chain, like the next two */
	HR_VEC(hr_unit_pipe) pipes;
} apart;

static const hr_made_unit *unit_of(const apart *self, unsigned child)
{
	return self->chain->stages[self->place[child]];
}

static void make_stage(apart *self, uint32_t number, const hr_node *leaf)
{
	bool *varies = hr_alloc_array(leaf->input_count + 1, sizeof(*varies));
	hr_made_unit *made;

	for (unsigned i = 0; i < leaf->input_count; i++) {
		bool differs = hr_input_varies(leaf, i);

		varies[i] = differs && leaf->inputs[i].type->kind != HR_T_PTR;
		if (differs && !varies[i])
			hr_say_first(self->chain->apart,
				     "%s: an edge carries a pointer that differs between instances",
				     leaf->path);
	}
	made = hr_unit_make(self->program, leaf, varies, HR_HOME_DEVICE);
	hr_free(varies);
	if (made->refusal != HR_TAKEN)
		hr_say_first(self->chain->apart, "%s: %s: %.150s", leaf->path,
			     hr_unit_refusal_words(made->refusal), made->text);
	self->chain->stages[number] = made;
	self->place[leaf->index] = number;
	self->stages[number] =
		(hr_unit_stage){.unit = &made->unit, .name = leaf->name, .path = leaf->path};
}

/* Return the node's input that input PORT of LEAF, which is the same for all instances, always
 * equals. */
static int32_t origin(const apart *self, const hr_node *leaf, unsigned port)
{
	const hr_node *node = self->node;

	for (unsigned i = 0; i < node->input_bind_count; i++)
		if (node->input_binds[i].child == leaf->index &&
		    node->input_binds[i].child_port == port)
			return (int32_t)node->input_binds[i].port;
	for (unsigned i = 0; i < node->edge_count; i++) {
		const hr_edge *edge = &node->edges[i];
		int32_t same;

		if (edge->sink != leaf->index || edge->sink_port != port)
			continue;
		same = unit_of(self, edge->source)->unit.outputs[edge->source_port].same_as;
		return same < 0 ? HR_UNIT_NO_INPUT
				: origin(self, node->children[edge->source], (unsigned)same);
	}
	return HR_UNIT_NO_INPUT;
}

static void find_inputs(apart *self, const hr_node *leaf)
{
	int32_t *inputs =
		hr_arena_alloc(&self->chain->arena, (leaf->input_count + 1) * sizeof(*inputs));

	for (unsigned i = 0; i < leaf->input_count; i++)
		inputs[i] = hr_input_varies(leaf, i) ? HR_UNIT_NO_INPUT : origin(self, leaf, i);
	self->stages[self->place[leaf->index]].inputs = inputs;
}

static void find_pipes(apart *self)
{
	const hr_node *node = self->node;

	for (unsigned i = 0; i < node->edge_count; i++) {
		const hr_edge *edge = &node->edges[i];

		if (hr_input_varies(node->children[edge->sink], edge->sink_port))
			HR_PUSH(&self->pipes,
				(hr_unit_pipe){self->place[edge->source], edge->source_port,
					       self->place[edge->sink], edge->sink_port});
	}
	for (unsigned i = 0; i < node->output_bind_count; i++) {
		const hr_bind *bind = &node->output_binds[i];

		if (unit_of(self, bind->child)->unit.outputs[bind->child_port].same_as < 0)
			hr_say_first(self->chain->apart,
				     "instances of %s may return different values",
				     node->children[bind->child]->path);
	}
	if (!self->pipes.count)
		hr_say_first(self->chain->apart,
			     "its edges carry no value that differs between instances");
}

static void give(apart *self)
{
	hr_unit *unit = &self->chain->unit;
	size_t bytes = self->pipes.count * sizeof(hr_unit_pipe);
	hr_unit_pipe *pipes = hr_arena_alloc(&self->chain->arena, bytes);

	memcpy(pipes, self->pipes.data, bytes);
	unit->pipes = pipes;
	unit->pipe_count = (uint32_t)self->pipes.count;
	unit->stages = self->stages;
	unit->stage_count = self->node->child_count;
}

void hr_unit_add_stages(hr_made_unit *made, const hr_program *program, const hr_node *node)
{
	apart self = {.chain = made, .program = program, .node = node};
	unsigned count = node->child_count;

	self.place = hr_alloc_array(count + 1, sizeof(*self.place));
	self.stages = hr_arena_alloc(&made->arena, (count + 1) * sizeof(*self.stages));
	made->stages = hr_alloc_zero((count + 1) * sizeof(*made->stages));
	for (unsigned i = 0; i < count; i++)
		make_stage(&self, i, node->children[node->order[i]]);
	for (unsigned i = 0; i < count && !*made->apart; i++)
		find_inputs(&self, node->children[i]);
	if (!*made->apart)
		find_pipes(&self);
	if (!*made->apart)
		give(&self);
	for (unsigned i = 0; i < count && *made->apart; i++)
		hr_unit_free(made->stages[i]);
	HR_VEC_FREE(&self.pipes);
	hr_free(self.place);
}
