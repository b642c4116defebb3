/* interp/check/access/allocated.c -- objects that leaves allocate, and their release.
 *
 * Owns:      the memory of freed objects that is not reused yet.
 * Clauses:   M1 (lifetime), M6 (use-after-free).
 * Not here:  finding objects (interp/check/object.c), allocating them (interp/memory/memory.c),
 *            memory that leaves allocate with C functions (blocks.c). */
#include <string.h>

#include "interp/check/check_state.h"
#include "interp/memory/memory.h"

void hr_check_allocated(hr_thread *thread, const void *object, uint64_t bytes, bool engine)
{
	hr_checker *checker = thread->run->checker;
	uint64_t base = hr_map_key(object);
	const hr_level *level = thread->level;
	check_object *made;
	bool fresh;

	if (!level || !checker->run->observed)
		return;
	checker->run->speculation.allocated = true;
	made = hr_spans_put(&checker->objects, base, base + bytes, &fresh);
	made->node = level->node->path;
	made->variable = level->node->variable;
	if (made->variable && level->parent)
		level = level->parent;
	made->dims = level->dims;
	made->kind = level->node->kind;
	made->execution = thread->execution;
	made->site = engine ? hr_check_site(checker, thread->code,
					    (uint32_t)(thread->pc - thread->code->words))
			    : NULL;
	made->freed = false;
	memcpy(made->instance, level->id, sizeof(level->id));
	if (checker->checks & HR_CHECK_RACE)
		hr_check_race_forget(checker, base, bytes);
	if (checker->uninit)
		hr_uninit_allocated(thread, base, bytes);
}

enum {
	RETAINED_EXECUTIONS = 4,
	RETAINED_BYTES = 1 << 20,
	MUCH_BYTES = 32 * 1024,
};

/* Return the object after OBJECT, or the first one if OBJECT is NULL, among those that were cut from
 * BYTES bytes at BASE; NULL if there is none. */
static check_object *next_of(const hr_checker *checker, const check_object *object,
			     const void *base, size_t bytes)
{
	check_object *next = object ? hr_spans_next(&checker->objects, object)
				    : hr_spans_from(&checker->objects, hr_map_key(base));

	return next && next->base - hr_map_key(base) < bytes ? next : NULL;
}

/* Free OBJECTS, and forget them. */
static void forget(hr_checker *checker, hr_objects *objects)
{
	const void *piece = NULL;
	void *base;
	size_t bytes;

	while ((piece = hr_objects_next(objects, piece, &base, &bytes)) != NULL) {
		const check_object *object = NULL;

		while (checker->uninit && (object = next_of(checker, object, base, bytes)) != NULL)
			hr_uninit_forget(checker, object->base, object->end - object->base);
		hr_spans_remove_within(&checker->objects, hr_map_key(base),
				       hr_map_key(base) + bytes);
	}
	hr_objects_free(objects);
}

static void forget_oldest(hr_checker *checker)
{
	forget(checker, checker->freed_objects.data[0].objects);
	checker->freed_objects.count--;
	memmove(checker->freed_objects.data, checker->freed_objects.data + 1,
		checker->freed_objects.count * sizeof(*checker->freed_objects.data));
}

static bool is_much(const hr_checker *checker)
{
	size_t count = checker->freed_objects.count;
	uint64_t bytes = 0;

	for (size_t i = 0; i < count; i++)
		bytes += checker->freed_objects.data[i].bytes;
	return count > RETAINED_EXECUTIONS || (count > 1 && bytes > RETAINED_BYTES);
}

/* The contents of freed objects, and the checkers' state about them, are no longer needed. Small
 * objects are left as they are, because executions may follow each other quickly. */
static void empty(hr_checker *checker, const hr_objects *freed)
{
	const void *piece = NULL;
	void *base;
	size_t bytes;

	while ((piece = hr_objects_next(freed, piece, &base, &bytes)) != NULL) {
		if (bytes < MUCH_BYTES)
			continue;
		if (checker->checks & HR_CHECK_RACE)
			hr_check_race_forget(checker, hr_map_key(base), bytes);
		if (checker->uninit)
			hr_uninit_forget(checker, hr_map_key(base), bytes);
		hr_pages_zero(base, (uint8_t *)base + bytes);
	}
}

/* Defer the reuse of freed objects, so that a use after free is found. The memory of the last
 * execution is always kept, and that of earlier executions while it is small. Nothing of the program
 * points to objects of a repetition, so they are not kept. */
void hr_check_retire(hr_checker *checker, hr_objects *objects)
{
	check_freed freed = {.objects = hr_objects_take(objects)};
	const void *piece = NULL;
	void *base;
	size_t bytes;

	if (!freed.objects)
		return;
	pthread_mutex_lock(&checker->lock);
	if (hr_objects_repeated(freed.objects)) {
		forget(checker, freed.objects);
		pthread_mutex_unlock(&checker->lock);
		return;
	}
	while ((piece = hr_objects_next(freed.objects, piece, &base, &bytes)) != NULL) {
		check_object *object = NULL;

		while ((object = next_of(checker, object, base, bytes)) != NULL) {
			if (object->freed)
				continue;
			object->freed = true;
			freed.bytes += object->end - object->base;
		}
	}
	HR_PUSH(&checker->freed_objects, freed);
	empty(checker, freed.objects);
	while (is_much(checker))
		forget_oldest(checker);
	pthread_mutex_unlock(&checker->lock);
}
