/* interp/tensor/alias.c -- would HPVM 1.0 have overwritten a tensor that is still read?
 *
 * HPVM 1.0 does add, relu, clipped.relu, tanh, softmax and batchnorm in place: the result replaces
 * the first operand. Here every operation creates a new tensor, so a program that relies on the old
 * value works. This file tracks where HPVM 1.0 would keep each tensor. A *storage* is a piece of
 * HPVM 1.0's memory; a *version* of it is its contents after a number of operations in place. A
 * tensor is one version of one storage. Reading a tensor whose storage has a later version yields
 * another value in HPVM 1.0.
 *
 * The same is true of a read that happened to run earlier, unless the graph orders the read before
 * the overwriting operation: by a path of edges, by the order of operations in a node, or by the
 * order of executions.
 *
 * Invariant: a storage lives as long as a tensor in it; its lists hold each place of the program
 *            once.
 * Owns:      storages, and the pairs that have been reported.
 * Clauses:   T (tensor-overwritten).
 * Not here:  tensors (heap.c). */
#include "interp/tensor/alias.h"

#include <stdio.h>
#include <string.h>

#include "src/base/vec.h"

/* A place of the program that reads or overwrites a storage; NODE is NULL for the host. */
typedef struct use {
	const hr_node *node;
	const void *pc;
	const char *what;      /* "tensor.relu", "initTensorData" */
	uint64_t version;      /* the version read or created */
	const void *execution; /* the objects of the execution, and its number */
	uint64_t number;
	int64_t id[3]; /* of the instance */
} use;

struct hr_storage {
	unsigned tensors;
	uint64_t version; /* the latest */
	HR_VEC(use) reads, writes;
};

typedef struct alias_pair {
	const hr_node *writer_node, *reader_node;
	const void *writer, *reader;
} alias_pair;

struct hr_aliases {
	HR_VEC(alias_pair) reported;
};

hr_aliases *hr_aliases_new(void)
{
	return hr_alloc_zero(sizeof(hr_aliases));
}

void hr_aliases_free(hr_aliases *aliases)
{
	HR_VEC_FREE(&aliases->reported);
	hr_free(aliases);
}

/* --- storages --------------------------------------------------------------------------------- */

hr_storage *hr_storage_new(void)
{
	hr_storage *storage = hr_alloc_zero(sizeof(*storage));

	storage->tensors = 1;
	return storage;
}

void hr_storage_drop(hr_storage *storage)
{
	if (!storage || --storage->tensors)
		return;
	HR_VEC_FREE(&storage->reads);
	HR_VEC_FREE(&storage->writes);
	hr_free(storage);
}

static bool same_place(const use *a, const use *b)
{
	return a->node == b->node && a->pc == b->pc && a->what == b->what;
}

static use use_of(const hr_thread *thread, const char *what, uint64_t version)
{
	const hr_level *level = thread ? thread->level : NULL;
	use made = {.what = what, .version = version};

	if (!level)
		return made;
	made.node = level->node;
	made.pc = thread->pc;
	made.execution = thread->allocations;
	made.number = thread->execution;
	memcpy(made.id, level->id, sizeof(made.id));
	return made;
}

/* --- order ------------------------------------------------------------------------------------ */

/* Return true if a path of edges leads from child FROM of PARENT to child TO. */
static bool path_between(const hr_node *parent, unsigned from, unsigned to)
{
	bool *reached = hr_alloc_array(parent->child_count, sizeof(*reached)), found;

	reached[from] = true;
	for (unsigned i = 0; i < parent->child_count; i++) {
		unsigned child = parent->order[i];

		for (unsigned e = 0; reached[child] && e < parent->edge_count; e++)
			if (parent->edges[e].source == child)
				reached[parent->edges[e].sink] = true;
	}
	found = reached[to];
	hr_free(reached);
	return found;
}

static bool node_before(const hr_node *one, const hr_node *other)
{
	while (one->depth > other->depth)
		one = one->parent;
	while (other->depth > one->depth)
		other = other->parent;
	while (one->parent != other->parent) {
		one = one->parent;
		other = other->parent;
	}
	return one->parent && one != other && path_between(one->parent, one->index, other->index);
}

/* READ ran before WRITE. Return true if the graph guarantees that order. */
static bool ordered(const use *read, const use *write)
{
	if (!read->node || !write->node || read->execution != write->execution ||
	    read->number != write->number)
		return true;
	if (read->node == write->node)
		return memcmp(read->id, write->id, sizeof(read->id)) == 0;
	return node_before(read->node, write->node);
}

/* --- findings --------------------------------------------------------------------------------- */

static bool is_known(hr_aliases *aliases, const use *write, const use *read)
{
	alias_pair found = {write->node, read->node, write->pc, read->pc};

	for (size_t i = 0; i < aliases->reported.count; i++)
		if (memcmp(&aliases->reported.data[i], &found, sizeof(found)) == 0)
			return true;
	HR_PUSH(&aliases->reported, found);
	return false;
}

static const char *place_text(const use *one, char text[HR_ALIAS_TEXT / 3])
{
	if (one->node)
		snprintf(text, HR_ALIAS_TEXT / 3, "'%s' in '%s'", one->what, one->node->path);
	else
		snprintf(text, HR_ALIAS_TEXT / 3, "the host ('%s')", one->what);
	return text;
}

static void find(hr_aliases *aliases, const use *write, const use *read, bool certain,
		 hr_alias_finding *finding)
{
	char writer[HR_ALIAS_TEXT / 3], reader[HR_ALIAS_TEXT / 3];

	if (finding->count == HR_ALIAS_FINDINGS || is_known(aliases, write, read))
		return;
	snprintf(finding->text[finding->count++], HR_ALIAS_TEXT, "%s overwrites what %s %s",
		 place_text(write, writer), place_text(read, reader),
		 certain ? "reads afterwards" : "reads, and nothing orders the two");
}

/* --- recording reads and overwrites ----------------------------------------------------------- */

static void note_read(hr_storage *storage, const use *read)
{
	for (size_t i = 0; i < storage->reads.count; i++) {
		if (same_place(&storage->reads.data[i], read)) {
			storage->reads.data[i] = *read;
			return;
		}
	}
	HR_PUSH(&storage->reads, *read);
}

static void note_write(hr_storage *storage, const use *write)
{
	for (size_t i = 0; i < storage->writes.count; i++) {
		if (same_place(&storage->writes.data[i], write)) {
			storage->writes.data[i] = *write;
			return;
		}
	}
	HR_PUSH(&storage->writes, *write);
}

void hr_alias_read(hr_aliases *aliases, const hr_alias *at, const hr_thread *thread,
		   const char *what, hr_alias_finding *finding)
{
	use read = use_of(thread, what, at->version);

	for (size_t i = 0; i < at->storage->writes.count; i++)
		if (at->storage->writes.data[i].version > at->version)
			find(aliases, &at->storage->writes.data[i], &read, true, finding);
	if (read.node)
		note_read(at->storage, &read);
}

hr_alias hr_alias_overwrite(hr_aliases *aliases, const hr_alias *at, const hr_thread *thread,
			    const char *what, hr_alias_finding *finding)
{
	hr_storage *storage = at->storage;
	use write = use_of(thread, what, ++storage->version);

	for (size_t i = 0; i < storage->reads.count; i++) {
		const use *read = &storage->reads.data[i];

		if (!same_place(read, &write) && !ordered(read, &write))
			find(aliases, &write, read, false, finding);
	}
	note_write(storage, &write);
	storage->tensors++;
	return (hr_alias){storage, write.version};
}

bool hr_overwrites_operand(hr_hpvm op)
{
	switch (op) {
	case HR_H_tensor_add:
	case HR_H_tensor_relu:
	case HR_H_tensor_clipped_relu:
	case HR_H_tensor_tanh:
	case HR_H_tensor_softmax:
	case HR_H_tensor_batchnorm: return true;
	default: return false;
	}
}
