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

#include "ir/graph/paths.h"
#include "src/base/map.h"
#include "src/base/mix.h"
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

/* Uses, each place once, in the order in which they were first made. */
typedef struct use_list {
	HR_VEC(use) uses;
	hr_map index; /* by place; of lists that are not SHORT */
} use_list;

enum { SHORT = 16 };

struct hr_storage {
	unsigned tensors;
	uint64_t version; /* the latest */
	use_list reads, writes;
	use last;       /* the latest write; version 0: none */
	size_t settled; /* the first reads, as many as this, are ordered before it */
};

typedef struct alias_pair {
	const hr_node *writer_node, *reader_node;
	const void *writer, *reader;
} alias_pair;

struct hr_aliases {
	HR_VEC(alias_pair) reported;
	hr_map paths; /* of internal nodes, to their hr_paths */
	HR_VEC(hr_paths *) made;
};

hr_aliases *hr_aliases_new(void)
{
	return hr_alloc_zero(sizeof(hr_aliases));
}

void hr_aliases_free(hr_aliases *aliases)
{
	if (!aliases)
		return;
	for (size_t i = 0; i < aliases->made.count; i++)
		hr_paths_free(aliases->made.data[i]);
	HR_VEC_FREE(&aliases->made);
	hr_map_free(&aliases->paths);
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

static void free_list(use_list *list)
{
	HR_VEC_FREE(&list->uses);
	hr_map_free(&list->index);
}

void hr_storage_drop(hr_storage *storage)
{
	if (!storage || --storage->tensors)
		return;
	free_list(&storage->reads);
	free_list(&storage->writes);
	hr_free(storage);
}

static bool same_place(const use *a, const use *b)
{
	return a->node == b->node && a->pc == b->pc && a->what == b->what;
}

static uint64_t place_key(const use *of)
{
	return hr_mix(hr_map_key(of->node) ^
		      hr_mix(hr_map_key(of->pc) ^ hr_mix(hr_map_key(of->what))));
}

/* Return the index of the use of the place of ONE in LIST; the number of uses if there is none. */
static size_t find_place(const use_list *list, const use *one)
{
	uint64_t found;
	size_t i = 0;

	if (list->uses.count > SHORT) {
		if (!hr_map_get(&list->index, place_key(one), &found))
			return list->uses.count;
		if (same_place(&list->uses.data[found], one))
			return found;
	} /* else, or if another place has the same key: */
	while (i < list->uses.count && !same_place(&list->uses.data[i], one))
		i++;
	return i;
}

/* Record ONE as the latest use of its place; return its index. */
static size_t note(use_list *list, const use *one)
{
	size_t at = find_place(list, one);

	if (at < list->uses.count) {
		list->uses.data[at] = *one;
		return at;
	}
	HR_PUSH(&list->uses, *one);
	if (list->uses.count > SHORT)
		for (size_t i = at == SHORT ? 0 : at; i <= at; i++)
			hr_map_put(&list->index, place_key(&list->uses.data[i]), i);
	return at;
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

static hr_paths *paths_of(hr_aliases *aliases, const hr_node *node)
{
	uint64_t known;
	hr_paths *made;

	if (hr_map_get(&aliases->paths, hr_map_key(node), &known))
		return (hr_paths *)(uintptr_t)known;
	made = hr_paths_new(node);
	HR_PUSH(&aliases->made, made);
	hr_map_put(&aliases->paths, hr_map_key(node), hr_map_key(made));
	return made;
}

static bool node_before(hr_aliases *aliases, const hr_node *one, const hr_node *other)
{
	while (one->depth > other->depth)
		one = one->parent;
	while (other->depth > one->depth)
		other = other->parent;
	while (one->parent != other->parent) {
		one = one->parent;
		other = other->parent;
	}
	return one->parent && one != other &&
	       hr_path_before_barriers(paths_of(aliases, one->parent), one, other) != HR_NO_PATH;
}

static bool same_execution(const use *one, const use *other)
{
	return one->node && other->node && one->execution == other->execution &&
	       one->number == other->number;
}

/* ONE ran before OTHER. Return true if the graph guarantees that order. */
static bool ordered(hr_aliases *aliases, const use *one, const use *other)
{
	if (!same_execution(one, other))
		return true;
	if (one->node == other->node)
		return memcmp(one->id, other->id, sizeof(one->id)) == 0;
	return node_before(aliases, one->node, other->node);
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

void hr_alias_read(hr_aliases *aliases, const hr_alias *at, const hr_thread *thread,
		   const char *what, hr_alias_finding *finding)
{
	use read = use_of(thread, what, at->version);
	hr_storage *storage = at->storage;
	size_t noted;

	for (size_t i = 0; storage->version > at->version && i < storage->writes.uses.count; i++)
		if (storage->writes.uses.data[i].version > at->version)
			find(aliases, &storage->writes.uses.data[i], &read, true, finding);
	if (!read.node)
		return;
	noted = note(&storage->reads, &read);
	if (noted < storage->settled)
		storage->settled = noted;
}

/* Return how many of the first reads are ordered before WRITE because they are ordered before the
 * latest write, which is ordered before it: paths continue each other. */
static size_t settled_before(hr_aliases *aliases, const hr_storage *storage, const use *write)
{
	const use *last = &storage->last;

	return same_execution(last, write) && ordered(aliases, last, write) ? storage->settled : 0;
}

hr_alias hr_alias_overwrite(hr_aliases *aliases, const hr_alias *at, const hr_thread *thread,
			    const char *what, hr_alias_finding *finding)
{
	hr_storage *storage = at->storage;
	use write = use_of(thread, what, ++storage->version);
	size_t first = settled_before(aliases, storage, &write), settled = 0;
	bool all = true;

	for (size_t i = first; i < storage->reads.uses.count; i++) {
		const use *read = &storage->reads.uses.data[i];
		bool before = ordered(aliases, read, &write);

		if (!before && !same_place(read, &write))
			find(aliases, &write, read, false, finding);
		all &= before;
		settled = all ? i + 1 : settled;
	}
	storage->settled = settled > first ? settled : first;
	storage->last = write;
	note(&storage->writes, &write);
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
