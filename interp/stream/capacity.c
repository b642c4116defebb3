/* interp/stream/capacity.c -- how many pushes HPVM 1.0's pipeline accepts without a pop (S4).
 *
 * HPVM 1.0 runs a thread for each child of the root and has a buffer of one element for each edge
 * and bind. A thread reads all its inputs, runs, and writes all its outputs, and each step may
 * block. A push writes the buffers of the input binds; a pop reads those of the output binds. Such
 * a network is deterministic: each thread progresses equally far in any order of steps. So this
 * file simulates it once, without pops, until nothing can proceed; later pops allow as many further
 * pushes.
 *
 * Invariant: a buffer holds 0 or 1 element.
 * Owns:      the network, during one call.
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
	actor *actors; /* children by index, followed by the host's push */
	unsigned actor_count;
	bool *filled; /* for each buffer */
	unsigned buffer_count;
} net;

static void add_read(net *self, unsigned child, unsigned buffer)
{
	HR_PUSH(&self->actors[child].steps, buffer);
	self->actors[child].reads++;
}

/* Add the reads of CHILD. Inputs are read in the order of ports. */
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

/* Run at most one cycle of WHO. Return true if it progressed. */
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

/* Return the number of pushes that succeed, or 0 if any number does. A path from push to pop holds
 * at most one element in each buffer and each thread; if more pushes succeed, there is no such
 * path. A part that runs independently of the host must not continue forever: an element needs no
 * more rounds than there are steps. */
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
