/* backends/case/reduce.c -- smaller variants of a case: grid, shapes, memory, arguments.
 *
 * The steps of a reduction are ordered from the largest change to the smallest, so that one
 * successful step saves many.
 * Invariant: a variant is a valid case: tables have a value for each instance, and an argument that
 *            was the size of a memory still is. Whether shapes of tensors are consistent is checked
 *            by the engine.
 * Owns:      nothing; variants own copies.
 * Clauses:   none.
 * Not here:  code (reduce_code.c), whether a variant is useful (tools/reduce/hpvm-reduce.c). */
#include "backends/case/reduce.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/case/case_tensor.h"

const char *hr_reduce_word(hr_reduction reduction)
{
	static const char *const words[HR_REDUCTIONS] = {"earlier grids", "nodes",  "grid",
							 "shapes",        "memory", "contents",
							 "numbers",       "code"};

	return words[reduction];
}

/* Return the number smaller than N for step STEP: first 1, then numbers closer and closer to N; 0
 * if there is none. */
static uint64_t smaller(uint64_t n, unsigned step)
{
	uint64_t off = step ? n >> step : n - 1;

	return n > 1 && off ? n - off : 0;
}

/* --- nodes, grid ------------------------------------------------------------------------------ */

/* Step 0 removes the nodes between root and leaf; later steps reduce a level to one instance. */
static hr_reduced reduce_levels(hr_case *self, unsigned step)
{
	hr_case_level *level;

	if (step == 0) {
		if (self->level_count == 2)
			return HR_REDUCE_SAME;
		self->levels[1] = self->levels[self->level_count - 1];
		self->level_count = 2;
		return HR_REDUCE_MADE;
	}
	if (step + 1 >= self->level_count)
		return HR_REDUCE_END;
	level = &self->levels[step];
	if (level->extent[0] * level->extent[1] * level->extent[2] == 1)
		return HR_REDUCE_SAME;
	for (unsigned d = 0; d < 3; d++) {
		level->extent[d] = 1;
		level->id[d] = 0;
	}
	return HR_REDUCE_MADE;
}

static bool is_table(const hr_case *self, size_t memory, unsigned *input)
{
	for (*input = 0; *input < self->input_count; ++*input)
		if (self->inputs[*input].varies && !self->inputs[*input].pointer &&
		    self->inputs[*input].memory == (int)memory)
			return true;
	return false;
}

/* Keep the values of the remaining instances. */
static void cut_tables(hr_case *self, const int64_t old[3], const int64_t extent[3])
{
	uint64_t before = (uint64_t)(old[0] * old[1] * old[2]), row = 0;
	unsigned input;

	for (size_t m = 0; m < self->memory.count; m++) {
		hr_case_memory *table = &self->memory.data[m];
		size_t stride = table->bytes / before;

		if (!is_table(self, m, &input))
			continue;
		row = 0;
		for (int64_t x = 0; x < extent[0]; x++)
			for (int64_t y = 0; y < extent[1]; y++)
				for (int64_t z = 0; z < extent[2]; z++)
					memmove(table->data + row++ * stride,
						table->data +
							(uint64_t)((x * old[1] + y) * old[2] + z) *
								stride,
						stride);
		table->bytes = row * stride;
	}
}

enum { FINE = 20 }; /* how often a number is halved */

static hr_reduced reduce_grid(hr_case *self, unsigned step)
{
	hr_case_level *leaf = &self->levels[0];
	unsigned d = step / FINE;
	int64_t old[3], less;

	if (d >= leaf->dims)
		return HR_REDUCE_END;
	less = (int64_t)smaller((uint64_t)leaf->extent[d], step % FINE);
	if (!less || less == leaf->extent[d])
		return HR_REDUCE_SAME;
	memcpy(old, leaf->extent, sizeof(old));
	leaf->extent[d] = less;
	cut_tables(self, old, leaf->extent);
	return HR_REDUCE_MADE;
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* Return the index of the NTH memory that is a tensor, or -1 if there are fewer. */
static int nth_tensor(const hr_case *self, unsigned nth)
{
	for (size_t m = 0; m < self->memory.count; m++)
		if (self->memory.data[m].rank && nth-- == 0)
			return (int)m;
	return -1;
}

/* Shrink each dimension of each tensor: first together with all dimensions of the same size,
 * because they may have to be equal, then alone. */
static hr_reduced reduce_shapes(hr_case *self, unsigned step)
{
	unsigned kind = step / FINE, dim = kind / 2 % HR_CASE_DIMS;
	int m = nth_tensor(self, kind / 2 / HR_CASE_DIMS);
	hr_case_memory *tensor = m < 0 ? NULL : &self->memory.data[m];
	uint64_t was, less;

	if (!tensor)
		return HR_REDUCE_END;
	was = dim < tensor->rank ? tensor->dims[dim] : 0;
	less = smaller(was, step % FINE);
	if (!less || less == was)
		return HR_REDUCE_SAME;
	if (kind % 2) {
		hr_case_cut_tensor(tensor, dim, less);
		return HR_REDUCE_MADE;
	}
	for (size_t i = 0; i < self->memory.count; i++)
		for (unsigned d = 0; d < self->memory.data[i].rank; d++)
			if (self->memory.data[i].dims[d] == was)
				hr_case_cut_tensor(&self->memory.data[i], d, less);
	return HR_REDUCE_MADE;
}

/* --- memory ----------------------------------------------------------------------------------- */

/* Update integers that follow a pointer to MEMORY and were its size. */
static void mend_sizes(hr_case *self, int memory, size_t was, size_t now)
{
	for (unsigned i = 0; i + 1 < self->input_count; i++) {
		const hr_case_input *pointer = &self->inputs[i];
		hr_case_input *size = &self->inputs[i + 1];

		if (pointer->memory == memory && size->text && pointer->at <= now &&
		    strtoull(size->text, NULL, 10) == was - pointer->at)
			size->text = hr_arena_printf(&self->arena, "%zu", now - pointer->at);
	}
}

static hr_reduced reduce_memory(hr_case *self, unsigned step)
{
	size_t m = step / FINE, less;
	hr_case_memory *memory;
	unsigned input;

	if (m >= self->memory.count)
		return HR_REDUCE_END;
	memory = &self->memory.data[m];
	less = (size_t)smaller(memory->bytes, step % FINE);
	less = less < 8 ? less : less & ~(size_t)7;
	if (!less || less >= memory->bytes || memory->rank || is_table(self, m, &input))
		return HR_REDUCE_SAME;
	for (unsigned i = 0; i < self->input_count; i++)
		if (self->inputs[i].memory == (int)m && self->inputs[i].at > less)
			return HR_REDUCE_SAME;
	mend_sizes(self, (int)m, memory->bytes, less);
	memory->bytes = less;
	return HR_REDUCE_MADE;
}

enum { PARTS = 64 }; /* a memory is zeroed in at most this number of parts */

/* Zero all of a memory, its halves, its quarters, and so on. */
static hr_reduced reduce_contents(hr_case *self, unsigned step)
{
	size_t m = step / (2 * PARTS), parts = 1, from, to;
	unsigned part = step % (2 * PARTS);
	const hr_case_memory *memory;
	bool any = false;

	if (m >= self->memory.count)
		return HR_REDUCE_END;
	for (; part >= parts; parts *= 2)
		part -= (unsigned)parts;
	memory = &self->memory.data[m];
	from = memory->bytes * part / parts & ~(size_t)7;
	to = part + 1 == parts ? memory->bytes : memory->bytes * (part + 1) / parts & ~(size_t)7;
	for (size_t i = from; i < to; i++)
		any |= memory->data[i] != 0;
	if (!any)
		return HR_REDUCE_SAME;
	memset(memory->data + from, 0, to - from);
	return HR_REDUCE_MADE;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static hr_reduced reduce_numbers(hr_case *self, unsigned step)
{
	static const char *const plain[] = {"0", "1", "2"};
	unsigned i = step / 3, k = step % 3;
	hr_case_input *input;

	if (i >= self->input_count)
		return HR_REDUCE_END;
	input = &self->inputs[i];
	if (!input->text || strcmp(input->text, "true") == 0 || strcmp(input->text, "false") == 0 ||
	    (i > 0 && self->inputs[i - 1].pointer))
		return HR_REDUCE_SAME;
	for (unsigned p = 0; p < 3; p++)
		if (strcmp(input->text, plain[p]) == 0 && p <= k)
			return HR_REDUCE_SAME;
	input->text = plain[k];
	return HR_REDUCE_MADE;
}

/* --- earlier grids ---------------------------------------------------------------------------- */

/* Step 0 runs the grids in separate processes; later steps remove one earlier grid. */
static hr_reduced reduce_earlier(hr_case *self, unsigned step)
{
	if (step == 0 && self->in_process) {
		self->in_process = false;
		return HR_REDUCE_MADE;
	}
	if (step == 0)
		return HR_REDUCE_SAME;
	if (step > self->earlier_count)
		return HR_REDUCE_END;
	hr_case_free(self->earlier[step - 1]);
	self->earlier_count--;
	for (unsigned i = step - 1; i < self->earlier_count; i++)
		self->earlier[i] = self->earlier[i + 1];
	return HR_REDUCE_MADE;
}

/* --- all reductions ------------------------------------------------------------------------ */

static hr_reduced change_one(hr_case *variant, hr_reduction reduction, unsigned step)
{
	switch (reduction) {
	case HR_REDUCE_EARLIER: return reduce_earlier(variant, step);
	case HR_REDUCE_LEVELS: return reduce_levels(variant, step);
	case HR_REDUCE_GRID: return reduce_grid(variant, step);
	case HR_REDUCE_SHAPES: return reduce_shapes(variant, step);
	case HR_REDUCE_MEMORY: return reduce_memory(variant, step);
	case HR_REDUCE_CONTENTS: return reduce_contents(variant, step);
	case HR_REDUCE_NUMBERS: return reduce_numbers(variant, step);
	default: return hr_reduce_code(variant, step);
	}
}

/* A change of a size is made in all grids of the leaf, because state that a backend keeps from one
 * grid may have to fit the next. */
static hr_reduced change(hr_case *variant, hr_reduction reduction, unsigned step)
{
	hr_reduced made = change_one(variant, reduction, step);

	if (made != HR_REDUCE_MADE ||
	    (reduction != HR_REDUCE_LEVELS && reduction != HR_REDUCE_GRID &&
	     reduction != HR_REDUCE_SHAPES && reduction != HR_REDUCE_MEMORY))
		return made;
	for (unsigned i = 0; i < variant->earlier_count; i++)
		if (strcmp(variant->earlier[i]->leaf, variant->leaf) == 0)
			(void)change_one(variant->earlier[i], reduction, step);
	return made;
}

hr_reduced hr_reduce_step(const hr_case *from, hr_reduction reduction, unsigned step,
			  hr_case *variant)
{
	hr_reduced made;
	const char *why;

	hr_case_copy(from, variant);
	made = change(variant, reduction, step);
	/* a leaf that nothing refers to may be gone */
	if (made == HR_REDUCE_MADE && !hr_case_check(variant, &why))
		made = HR_REDUCE_SAME;
	if (made != HR_REDUCE_MADE)
		hr_case_free(variant);
	return made;
}
