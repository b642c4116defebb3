/* backends/crosscheck/objects.c -- matches the objects that a grid allocates in two runs.
 *
 * The addresses of objects differ between runs, and so do words that point to them. Two words at
 * the same place that point to objects of the same size, at the same offset, denote the same
 * object; then the contents of the objects must be equal, too, and may point to further objects. An
 * object that no word points to is unreachable and ignored.
 * Invariant: each object has at most one partner.
 * Owns:      the tables of one comparison.
 * Clauses:   M1.
 * Not here:  comparing the contents (compare_grid.c). */
#include <stdlib.h>
#include <string.h>

#include "backends/crosscheck/crosscheck_grid.h"

enum { NOBODY = -1 };

typedef struct object_place {
	hr_object object;
	size_t number; /* in order of allocation */
	long partner;  /* index on the other side */
} object_place;

struct cross_match {
	object_place *right, *got; /* sorted by address; owned */
	size_t right_count, got_count;
	HR_VEC(cross_pair) pairs;
};

static int by_address(const void *a, const void *b)
{
	const object_place *left = a, *right = b;

	return left->object.memory < right->object.memory
		       ? -1
		       : left->object.memory > right->object.memory;
}

static object_place *sorted(const hr_object *objects, size_t count)
{
	object_place *places = hr_alloc_array(count + 1, sizeof(*places));

	for (size_t i = 0; i < count; i++)
		places[i] = (object_place){objects[i], i, NOBODY};
	qsort(places, count, sizeof(*places), by_address);
	return places;
}

cross_match *hr_cross_match_begin(const hr_object *right, size_t right_count, const hr_object *got,
				  size_t got_count)
{
	cross_match *self = hr_alloc_zero(sizeof(*self));

	self->right = sorted(right, right_count);
	self->got = sorted(got, got_count);
	self->right_count = right_count;
	self->got_count = got_count;
	return self;
}

void hr_cross_match_end(cross_match *self)
{
	hr_free(self->right);
	hr_free(self->got);
	HR_VEC_FREE(&self->pairs);
	hr_free(self);
}

/* Return the index of the object that contains ADDRESS or ends there, or -1. */
static long find(const object_place *places, size_t count, uint64_t address)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if ((uintptr_t)places[middle].object.memory <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low ||
	    address - (uintptr_t)places[low - 1].object.memory > places[low - 1].object.bytes)
		return NOBODY;
	return (long)low - 1;
}

/* Return true if both words point to the same object. */
static bool means_same(cross_match *self, uint64_t right, uint64_t got)
{
	long i = find(self->right, self->right_count, right),
	     k = find(self->got, self->got_count, got);
	object_place *one, *other;

	if (i < 0 || k < 0)
		return false;
	one = &self->right[i];
	other = &self->got[k];
	if (one->object.bytes != other->object.bytes ||
	    right - (uintptr_t)one->object.memory != got - (uintptr_t)other->object.memory)
		return false;
	if (one->partner == NOBODY && other->partner == NOBODY) {
		one->partner = k;
		other->partner = i;
		HR_PUSH(&self->pairs, (cross_pair){one->object.memory, other->object.memory,
						   one->object.bytes, one->number});
	}
	return one->partner == k;
}

static void match_words(cross_match *self, const uint8_t *right, uint8_t *got, size_t bytes)
{
	for (size_t i = -(uintptr_t)right & 7; i + 8 <= bytes; i += 8) {
		uint64_t one, other;

		memcpy(&one, right + i, sizeof(one));
		memcpy(&other, got + i, sizeof(other));
		if (one != other && means_same(self, one, other))
			memcpy(got + i, &one, sizeof(one));
	}
}

void hr_cross_match(cross_match *self, const uint8_t *right, uint8_t *got, size_t bytes)
{
	size_t known = self->pairs.count;

	if (!self->right_count || !self->got_count)
		return;
	match_words(self, right, got, bytes);
	for (; known < self->pairs.count; known++) {
		const cross_pair pair = self->pairs.data[known];

		match_words(self, pair.right, pair.got, pair.bytes);
	}
}

const cross_pair *hr_cross_match_pairs(cross_match *self, size_t *count)
{
	*count = self->pairs.count;
	return self->pairs.data;
}
