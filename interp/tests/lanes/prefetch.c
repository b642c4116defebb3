/* prefetch.c -- each lane reads a row of elements: reading ahead (lane_prefetch_loop.h) must have the
 * same results as reading on demand. Each leaf changes the elements ahead in another way, or takes
 * another path.
 *
 * Prints a checksum for each leaf. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 700, WIDEST = 512, LONGEST = 41 };

#define BIND(leaf, i) __hpvm__bindIn(leaf, i, i, 0)
#define LEAF(name, T, BODY)                                                                        \
	void name(unsigned *first, size_t first_bytes, T *value, size_t value_bytes, T *out,       \
		  size_t out_bytes)                                                                \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(3, first, value, out, 2, value, out);                           \
		long lane = __hpvm__getNodeInstanceID_x(__hpvm__getNode());                        \
		unsigned k = first[lane], end = first[lane + 1], n = end - k;                      \
		T sum = 0;                                                                         \
		BODY;                                                                              \
		out[lane] = sum;                                                                   \
	}                                                                                          \
	void name##_root(unsigned *first, size_t first_bytes, T *value, size_t value_bytes,        \
			 T *out, size_t out_bytes)                                                 \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(3, first, value, out, 2, value, out);                           \
		void *leaf = __hpvm__createNodeND(1, name, (size_t)LANES);                         \
		BIND(leaf, 0), BIND(leaf, 1), BIND(leaf, 2), BIND(leaf, 3), BIND(leaf, 4);         \
		BIND(leaf, 5);                                                                     \
	}
#define LEAVES(name, BODY) LEAF(name##_words, unsigned, BODY) LEAF(name##_longs, unsigned long, BODY)

__attribute__((noinline)) void add_to(void *at, size_t bytes)
{
	if (bytes == 4)
		*(unsigned *)at += 3;
	else
		*(unsigned long *)at += 3;
}

static void (*volatile adder)(void *, size_t) = add_to;

/* nothing changes; some rows are empty, and the last ends at the end of the object */
LEAVES(plain, for (; k < end; k++) sum = sum * 3 + value[k])
/* each element changes the next */
LEAVES(next, for (; k + 1 < end; k++) { sum += value[k]; value[k + 1] += value[k] * 5; })
/* the element after the next, in some lanes and for some elements */
LEAVES(some, for (; k + 2 < end; k++) { sum += value[k]; if ((k ^ lane) % 3 == 0) value[k + 2] = lane; })
/* the inner loop resumes where it ended, and the following elements have changed meanwhile */
LEAVES(parts, while (k < end) {
	unsigned stop = k + 3 < end ? k + 3 : end;
	for (; k < stop; k++)
		sum = sum * 7 + value[k];
	if (k < end)
		value[k] += sum;
})
/* sometimes advances by two, and back */
LEAVES(jumps, for (unsigned i = 0; k < end && i < 3 * LONGEST; i++, k += i % 5 == 4 ? 2 : 1) {
	sum = sum * 3 + value[k];
	if (i == 7 && n > 9)
		k -= 6;
})
/* each element twice */
LEAVES(twice, for (unsigned i = 0; k < end; k += i++ & 1) { sum = sum * 3 + value[k]; value[k] += 1; })
/* blocks */
LEAVES(blocks, for (unsigned i = 0; k < end; k++, i++) {
	sum += value[k];
	if (i % 4 == 1 && k + 3 < end)
		memset(value + k + 1, (int)lane, 2 * sizeof(*value));
	if (i % 6 == 2 && k + 2 < end)
		memmove(value + k + 1, value + k, sizeof(*value));
})
/* a called function */
LEAVES(calls, for (; k + 1 < end; k++) { sum = sum * 3 + value[k]; add_to(value + k + 1, sizeof(*value)); })
LEAVES(pointers, for (; k + 1 < end; k++) { sum = sum * 3 + value[k]; adder(value + k + 1, sizeof(*value)); })
/* atomics */
LEAF(atomics, unsigned, for (; k + 1 < end; k++) {
	sum = sum * 3 + value[k];
	__hpvm__atomic_add((int *)value + k + 1, (int)lane);
})
LEAF(stores, unsigned, for (; k + 1 < end; k++) {
	sum = sum * 3 + value[k];
	__atomic_store_n(value + k + 1, (unsigned)lane + k, __ATOMIC_RELAXED);
})
/* the neighbour writes the elements ahead, between barriers */
LEAVES(barriers, for (unsigned i = 0; i < LONGEST; i++) {
	if (i % 3 == 2) {
		long other = (lane + 1) % LANES;
		unsigned at = first[other] + i;

		__hpvm__barrier();
		if (at < first[other + 1])
			value[at] += (unsigned)lane;
		__hpvm__barrier();
	}
	if (i < n)
		sum = sum * 3 + value[k + i];
})
/* lanes of another batch write the elements ahead, and those that read write nothing */
LEAVES(others, for (unsigned i = 0; i < LONGEST; i++) {
	if (i % 5 == 2) {
		__hpvm__barrier();
		if (lane >= WIDEST) {
			unsigned at = first[lane - WIDEST] + i + 1;

			if (at < first[lane - WIDEST + 1])
				value[at] += (unsigned)lane;
		}
		__hpvm__barrier();
	}
	if (lane < WIDEST && i < n)
		sum = sum * 3 + value[k + i];
})
/* rows of 16, as FIRST contains; the lanes' stores rely on it */
LEAVES(regular, for (unsigned i = 0; k < end; i++, k++) {
	sum = sum * 3 + value[k];
	if (i < 15)
		value[16 * lane + i + 1] += i;
})
/* indices that lanes read; lanes that have ended have none */
LEAVES(indirect, for (; k < end; k++) sum = sum * 3 + value[first[value[k] % LANES]])

/* two loads with the same indices: without stores, with stores between them, and where lanes
 * advance by one or two, or omit the second; the second reads up to 6 elements further on */
#define OTHER __typeof__(sum) *other = value + 2 + first[LANES] % 5;
LEAVES(pairs, OTHER for (; k + 6 < end; k++) sum = sum * 3 + value[k] * other[k])
LEAVES(pairs_written, OTHER for (; k + 6 < end; k++) {
	__typeof__(sum) a = value[k];

	if (a & 4)
		other[k] += 3;
	sum = sum * 3 + a * other[k];
})
LEAVES(pairs_jumping, OTHER for (; k + 6 < end; k += 1 + (sum & 1)) sum = sum * 3 + value[k] * other[k])
LEAVES(pairs_parted, OTHER for (; k + 6 < end; k++) {
	__typeof__(sum) a = value[k];
	__typeof__(sum) b = other[k];

	sum = sum * 5 + a;
	if (a & 8)
		k += b & 1;
	sum = sum * 3 + b;
})

typedef struct __attribute__((packed)) arguments {
	void *first;
	size_t first_bytes;
	void *value;
	size_t value_bytes;
	void *out;
	size_t out_bytes;
} arguments;

static unsigned random_rows[LANES + 1], regular_rows[LANES + 1];

static void run(const char *name, void *root, unsigned *first, size_t size)
{
	size_t count = first[LANES];
	unsigned char *value = malloc(count * size), *out = calloc(LANES, size);
	arguments args = {first, sizeof(random_rows), value, count * size, out, LANES * size};
	unsigned sum = 1;

	for (size_t i = 0; i < count * size; i++)
		value[i] = (unsigned char)((i * 2654435761u) >> 13);
	llvm_hpvm_track_mem(first, sizeof(random_rows));
	llvm_hpvm_track_mem(value, count * size);
	llvm_hpvm_track_mem(out, LANES * size);
	__hpvm__wait(__hpvm__launch(0, root, &args));
	llvm_hpvm_request_mem(value, count * size);
	llvm_hpvm_request_mem(out, LANES * size);
	for (size_t i = 0; i < count * size; i++)
		sum = (sum ^ value[i]) * 16777619u;
	for (size_t i = 0; i < LANES * size; i++)
		sum = (sum ^ out[i]) * 16777619u;
	printf("%s %08x\n", name, sum);
	llvm_hpvm_untrack_mem(first);
	llvm_hpvm_untrack_mem(value);
	llvm_hpvm_untrack_mem(out);
	free(value);
	free(out);
}

int main(void)
{
	for (unsigned i = 0, state = 7; i < LANES; i++) {
		state = state * 1103515245 + 12345;
		random_rows[i + 1] = random_rows[i] + (state >> 16) % (LONGEST + 1);
		regular_rows[i + 1] = regular_rows[i] + 16;
	}
	__hpvm__init();
#define RUN_WITH(name, rows)                                                                       \
	run(#name "_words", name##_words_root, rows, 4);                                           \
	run(#name "_longs", name##_longs_root, rows, 8)
#define RUN(name) RUN_WITH(name, random_rows)
	RUN(plain);
	RUN(next);
	RUN(some);
	RUN(parts);
	RUN(jumps);
	RUN(twice);
	RUN(blocks);
	RUN(calls);
	RUN(pointers);
	run("atomics", atomics_root, random_rows, 4);
	run("stores", stores_root, random_rows, 4);
	RUN(barriers);
	RUN(others);
	RUN_WITH(regular, regular_rows);
	RUN(indirect);
	RUN(pairs);
	RUN(pairs_written);
	RUN(pairs_jumping);
	RUN(pairs_parted);
	__hpvm__cleanup();
	return 0;
}
