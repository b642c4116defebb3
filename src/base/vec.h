/* src/base/vec.h -- growable arrays of any element type.
 *
 *	HR_VEC(int) numbers = { 0 };
 *	HR_PUSH(&numbers, 42);
 *	for (size_t i = 0; i < numbers.count; i++) use(numbers.data[i]);
 *	HR_VEC_FREE(&numbers);
 *
 * A vector owns its data. Pushing may move the data. */
#ifndef HR_VEC_H
#define HR_VEC_H

#include "src/base/alloc.h"

#define HR_VEC(type)                                                                               \
	struct {                                                                                   \
		type *data;                                                                        \
		size_t count, capacity;                                                            \
	}

/* Reserve room for MORE elements beyond count. */
#define HR_RESERVE(vec, more)                                                                      \
	((void)((vec)->capacity - (vec)->count < (size_t)(more) &&                                 \
		((vec)->capacity = hr_vec_grow((vec)->count, (vec)->capacity, (size_t)(more)),     \
		 (vec)->data =                                                                     \
			 hr_resize_array((vec)->data, (vec)->capacity, sizeof(*(vec)->data)),      \
		 1)))

/* The element is evaluated before room is made for it, so that it may use the vector. */
#define HR_PUSH(vec, ...)                                                                          \
	({                                                                                         \
		__typeof__(*(vec)->data) hr_pushed_ = (__VA_ARGS__);                               \
		HR_RESERVE(vec, 1);                                                                \
		(vec)->data[(vec)->count++] = hr_pushed_;                                          \
	})
#define HR_LAST(vec) ((vec)->data[(vec)->count - 1])
#define HR_VEC_FREE(vec)                                                                           \
	(hr_free((vec)->data), (vec)->data = NULL, (vec)->count = (vec)->capacity = 0)

typedef HR_VEC(char) hr_bytes;

/* Return a capacity for MORE elements beyond COUNT: at least double the old one. */
static inline size_t hr_vec_grow(size_t count, size_t capacity, size_t more)
{
	size_t wanted = capacity ? capacity * 2 : 8;

	return wanted < count + more ? count + more : wanted;
}

#endif
