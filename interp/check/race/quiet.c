/* interp/check/race/quiet.c -- memory that no unordered node writes during a grid.
 *
 * Most of the memory that a grid reads is not written in the whole execution, or only by nodes that
 * are ordered before or after it. This follows from the graph, from the pointers that leaves write
 * through, and from the arguments of the root. So it is decided once for each place and grid, and
 * reads of such memory need no race check.
 *
 * This requires that only one graph is in flight: writes of other graphs, or of later executions of
 * a stream, are not known yet.
 *
 * Invariant: reads of the running leaf from memory that is reported quiet are in no race.
 * Owns:      nothing.
 * Clauses:   M4, K6.
 * Not here:  which pointers a function writes through (ir/program/origin.c). */
#include <string.h>

#include "interp/check/race/check_race.h"
#include "interp/memory/memory.h"

typedef struct quiet_question {
	hr_checker *checker;
	const hr_node *root, *reader;
	const uint8_t *inputs; /* inputs of the root; image */
	uint64_t base, end;
	bool older; /* the memory existed before any object that leaves allocate */
} quiet_question;

/* Follow the input *PORT of *NODE upwards while it is bound to an input of the parent. */
static void follow_binds(const hr_node **node, unsigned *port)
{
	const hr_bind *found;

	do {
		const hr_node *parent = (*node)->parent;

		found = NULL;
		for (unsigned i = 0; parent && i < parent->input_bind_count && !found; i++)
			if (parent->input_binds[i].child == (*node)->index &&
			    parent->input_binds[i].child_port == *port)
				found = &parent->input_binds[i];
		if (found) {
			*port = found->port;
			*node = parent;
		}
	} while (found);
}

/* Return the input of the root that is bound to this one, or -1. */
static int root_input(const hr_node *node, unsigned port)
{
	follow_binds(&node, &port);
	return node->parent ? -1 : (int)port;
}

/* Return true if an allocation node (M1) provides the input. */
static bool is_allocated(const hr_node *node, unsigned port)
{
	const hr_node *parent;

	follow_binds(&node, &port);
	parent = node->parent;
	for (unsigned i = 0; parent && i < parent->edge_count; i++)
		if (parent->edges[i].sink == node->index && parent->edges[i].sink_port == port)
			return parent->children[parent->edges[i].source]->allocation;
	return false;
}

static bool root_value(const quiet_question *asked, const hr_node *leaf, unsigned port,
		       unsigned kind, uint64_t *value)
{
	int input = port < leaf->input_count && leaf->inputs[port].type->kind == kind
			    ? root_input(leaf, port)
			    : -1;

	if (input < 0 || (kind == HR_T_INT && leaf->inputs[port].type->bits != 64))
		return false;
	memcpy(value, asked->inputs + asked->root->inputs[input].offset, sizeof(*value));
	return true;
}

/* Set the range that the leaf may access through input PORT: that of its size, or of a kernel's
 * argument, which has none, the object that it points into (K6). Return false if it is unknown. */
static bool range_of(const quiet_question *asked, const hr_node *leaf, unsigned port,
		     uint64_t *base, uint64_t *end)
{
	uint64_t bytes;
	size_t object_bytes;
	void *object;

	if (!root_value(asked, leaf, port, HR_T_PTR, base))
		return false;
	if (!leaf->inputs[port].unsized)
		return root_value(asked, leaf, port + 1, HR_T_INT, &bytes) &&
		       !__builtin_add_overflow(*base, bytes, end);
	if (!hr_tracked(asked->checker->run->tracker, (const void *)(uintptr_t)*base, &object,
			&object_bytes))
		return false;
	*base = hr_map_key(object);
	*end = *base + object_bytes;
	return true;
}

static const hr_writes *writes_of(hr_checker *checker, const hr_node *leaf)
{
	uint64_t known;
	hr_writes *writes;

	if (hr_map_get(&checker->writes, leaf->function, &known))
		return (const hr_writes *)(uintptr_t)known;
	writes = HR_ARENA_NEW(&checker->arena, hr_writes);
	*writes = hr_writes_of(checker->run->program->functions[leaf->function]);
	hr_map_put(&checker->writes, leaf->function, hr_map_key(writes));
	return writes;
}

static bool may_write(const quiet_question *asked, const hr_node *leaf)
{
	const hr_writes *writes = writes_of(asked->checker, leaf);

	if (writes->elsewhere)
		return true;
	for (unsigned port = 0; port < 64; port++) {
		uint64_t base, end;

		if (!(writes->parameters >> port & 1) ||
		    (asked->older && port < leaf->input_count && is_allocated(leaf, port)))
			continue;
		if (!range_of(asked, leaf, port, &base, &end) ||
		    (base < asked->end && asked->base < end))
			return true;
	}
	return false;
}

/* Return true if two leaves of the graph are ordered in all their instances; for this, their common
 * ancestors must have a single instance each. */
static bool ordered(race_state *race, const hr_node *a, const hr_node *b)
{
	if (a == b)
		return false;
	while (a->depth > b->depth)
		a = a->parent;
	while (b->depth > a->depth)
		b = b->parent;
	for (; a->parent != b->parent; a = a->parent)
		b = b->parent;
	for (const hr_node *up = a->parent; up; up = up->parent)
		if (up->dims)
			return false;
	return hr_race_path(race, a, b) || hr_race_path(race, b, a);
}

static bool anyone_writes(const quiet_question *asked, const hr_node *node)
{
	if (!node->internal)
		return !ordered(asked->checker->race, node, asked->reader) &&
		       may_write(asked, node);
	for (unsigned i = 0; i < node->child_count; i++)
		if (anyone_writes(asked, node->children[i]))
			return true;
	return false;
}

static bool may_any_write(const quiet_question *asked, const hr_node *node)
{
	if (!node->internal)
		return may_write(asked, node);
	for (unsigned i = 0; i < node->child_count; i++)
		if (may_any_write(asked, node->children[i]))
			return true;
	return false;
}

bool hr_check_writes(hr_checker *checker, const hr_node *root, const uint8_t *inputs,
		     const void *base, size_t bytes)
{
	const quiet_question asked = {.checker = checker,
				      .root = root,
				      .inputs = inputs,
				      .base = hr_map_key(base),
				      .end = hr_map_key(base) + bytes,
				      .older = true};

	return may_any_write(&asked, root);
}

/* Memory that the host tracks, and globals of the program, existed before. */
static bool is_older(const hr_checker *checker, const check_access *access)
{
	void *base;
	size_t bytes;

	return access->area == AREA_GLOBAL ||
	       (hr_tracked(checker->run->tracker, (const void *)access->base, &base, &bytes) &&
		access->end <= hr_map_key(base) + bytes);
}

bool hr_race_quiet(hr_checker *checker, const check_access *access)
{
	quiet_question asked = {.checker = checker,
				.root = checker->leaf,
				.reader = checker->leaf,
				.inputs = checker->root_inputs,
				.base = access->base,
				.end = access->end};

	if (access->kind != HR_ACCESS_READ || !checker->root_inputs || checker->race->crowded ||
	    checker->run->options.split_memory)
		return false;
	while (asked.root->parent)
		asked.root = asked.root->parent;
	asked.older = is_older(checker, access);
	return !anyone_writes(&asked, asked.root);
}
