/* interp/stream/capacity.c -- how many pushes HPVM 1.0's pipeline takes without a pop (S4).
 *
 * HPVM 1.0 runs a thread for each child of the root and has a buffer of one element for each
 * edge and bind. A thread reads all its inputs, runs, and writes all its outputs, each step
 * blocking; push writes the buffers of the input binds, pop reads those of the output binds.
 * Such a net is deterministic: whichever thread goes first, it gets equally far. So it is played
 * once, without pops, until nothing moves; pops later shift the same number.
 *
 * Invariant: a buffer holds 0 or 1 element.
 * Owns:      the net, for the time of one call.
 * Clauses:   S4.
 * Not here:  our own streams (stream.c). */
#include "interp/stream/stream.h"

typedef struct actor {
	HR_VEC(unsigned) steps; /* buffers: reads first, then writes */
	size_t reads;
	size_t next;
	uint64_t cycles;
} actor;

typedef struct net {
	actor *actors; /* children by index, then the host's push */
	unsigned actor_count;
	bool *filled; /* by buffer */
	unsigned buffer_count;
} net;

static void add_read(net *self, unsigned child, unsigned buffer)
{
	HR_PUSH(&self->actors[child].steps, buffer);
	self->actors[child].reads++;
}

/* Inputs are read in the order of ports. */
static void add_reads(net *self, const hr_node *node, unsigned child)
{
	for (unsigned port = 0; port < node->children[child]->input_count; port++) {
		for (unsigned i = 0; i < node->edge_count; i++)
			if (node->edges[i].sink == child && node->edges[i].sink_port == port)
				add_read(self, child, i);
		for (unsigned i = 0; i < node->input_bind_count; i++) {
			const hr_bind *bind = &node->input_binds[i];

			if (bind->child == child && bind->child_port == port && bind->streaming)
				add_read(self, child, node->edge_count + i);
		}
	}
}

static void add_writes(net *self, const hr_node *node)
{
	actor *host = &self->actors[node->child_count];
	unsigned first = node->edge_count + node->input_bind_count;

	for (unsigned i = 0; i < node->edge_count; i++)
		HR_PUSH(&self->actors[node->edges[i].source].steps, i);
	for (unsigned i = 0; i < node->output_bind_count; i++)
		HR_PUSH(&self->actors[node->output_binds[i].child].steps, first + i);
	for (unsigned port = 0; port < node->input_count; port++)
		for (unsigned i = 0; i < node->input_bind_count; i++)
			if (node->input_binds[i].port == port && node->input_binds[i].streaming)
				HR_PUSH(&host->steps, node->edge_count + i);
}

/* At most one cycle; whether anything moved. */
static bool advance(net *self, actor *who)
{
	bool moved = false;

	for (size_t step = 0; step < who->steps.count; step++) {
		unsigned buffer = who->steps.data[who->next];
		bool is_read = who->next < who->reads;

		if (self->filled[buffer] != is_read)
			break;
		self->filled[buffer] = !is_read;
		moved = true;
		who->next = (who->next + 1) % who->steps.count;
		who->cycles += who->next == 0;
	}
	return moved;
}

/* A path from push to pop holds at most one element in each buffer and each thread; if more
 * pushes go through, there is no such path. A part that runs by itself, without the host, must
 * not keep the game going: an element needs no more rounds than there are steps. */
static uint64_t play(net *self)
{
	actor *host = &self->actors[self->actor_count - 1];
	uint64_t most = (uint64_t)self->buffer_count + self->actor_count, quiet = 0;
	uint64_t patience = 2 * most + 4;

	while (host->cycles <= most && quiet < patience) {
		uint64_t before = host->cycles;
		bool moved = false;

		for (unsigned i = 0; i < self->actor_count; i++)
			moved |= advance(self, &self->actors[i]);
		quiet = host->cycles == before ? quiet + 1 : 0;
		if (!moved)
			break;
	}
	return host->cycles > most ? 0 : host->cycles;
}

uint64_t hr_pipeline_capacity(const hr_node *root)
{
	net self = {.actor_count = root->child_count + 1,
		    .buffer_count =
			    root->edge_count + root->input_bind_count + root->output_bind_count};
	uint64_t capacity = 0;

	self.actors = hr_alloc_array(self.actor_count, sizeof(*self.actors));
	self.filled = hr_alloc_array(self.buffer_count, sizeof(*self.filled));
	for (unsigned child = 0; child < root->child_count; child++)
		add_reads(&self, root, child);
	add_writes(&self, root);
	if (self.actors[root->child_count].steps.count)
		capacity = play(&self);
	for (unsigned i = 0; i < self.actor_count; i++)
		HR_VEC_FREE(&self.actors[i].steps);
	hr_free(self.actors);
	hr_free(self.filled);
	return capacity;
}
