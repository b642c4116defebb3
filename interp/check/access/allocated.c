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
	size_t at = hr_check_objects_above(checker, base);
	check_object *objects;

	if (!level || !checker->run->observed)
		return;
	checker->run->speculation.allocated = true;
	HR_RESERVE(&checker->objects, 1);
	objects = checker->objects.data;
	memmove(&objects[at + 1], &objects[at], (checker->objects.count - at) * sizeof(*objects));
	checker->objects.count++;
	objects[at] = (check_object){
		.base = base,
		.end = base + bytes,
		.node = level->node->path,
		.dims = level->dims,
		.execution = thread->execution,
		.site = engine ? hr_check_site(checker, thread->code,
					       (uint32_t)(thread->pc - thread->code->words))
			       : NULL};
	memcpy(objects[at].instance, level->id, sizeof(level->id));
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

/* Free OBJECTS, and forget them. */
static void forget(hr_checker *checker, hr_objects *objects)
{
	size_t left = 0;

	for (size_t i = 0; i < checker->objects.count; i++) {
		check_object *object = &checker->objects.data[i];

		if (!hr_objects_hold(objects, (const void *)object->base))
			checker->objects.data[left++] = *object;
		else if (checker->uninit)
			hr_uninit_forget(checker, object->base, object->end - object->base);
	}
	checker->objects.count = left;
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
	void *base;
	size_t bytes;

	for (size_t i = 0; hr_objects_nth(freed, i, &base, &bytes); i++) {
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

	if (!freed.objects)
		return;
	pthread_mutex_lock(&checker->lock);
	if (hr_objects_repeated(freed.objects)) {
		forget(checker, freed.objects);
		pthread_mutex_unlock(&checker->lock);
		return;
	}
	for (size_t i = 0; i < checker->objects.count; i++) {
		check_object *object = &checker->objects.data[i];

		if (object->freed || !hr_objects_hold(freed.objects, (const void *)object->base))
			continue;
		object->freed = true;
		freed.bytes += object->end - object->base;
	}
	HR_PUSH(&checker->freed_objects, freed);
	empty(checker, freed.objects);
	while (is_much(checker))
		forget_oldest(checker);
	pthread_mutex_unlock(&checker->lock);
}
