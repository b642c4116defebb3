/* backends/case/case.c -- a case in memory.
 *
 * Owns:     strings and memory, in the case's arena.
 * Not here: where cases come from (read.c, backends/crosscheck/case_make.c). */
#include "backends/case/case.h"

#include <string.h>

void hr_case_init(hr_case *self)
{
	memset(self, 0, sizeof(*self));
	hr_arena_init(&self->arena);
}

void hr_case_free(hr_case *self)
{
	for (unsigned i = 0; i < self->earlier_count; i++)
		hr_case_free(self->earlier[i]);
	HR_VEC_FREE(&self->memory);
	hr_arena_free(&self->arena);
}

hr_case *hr_case_add_earlier(hr_case *self)
{
	hr_case **all = hr_arena_array(&self->arena, self->earlier_count + 1, sizeof(hr_case *));
	hr_case *made = hr_arena_alloc(&self->arena, sizeof(*made));

	for (unsigned i = 0; i < self->earlier_count; i++)
		all[i] = self->earlier[i];
	all[self->earlier_count++] = made;
	self->earlier = all;
	hr_case_init(made);
	return made;
}

static const char *copy_text(hr_case *to, const char *text)
{
	return text ? hr_arena_strdup(&to->arena, text) : NULL;
}

void hr_case_copy(const hr_case *from, hr_case *to)
{
	hr_case_init(to);
	to->leaf = hr_arena_strdup(&to->arena, from->leaf);
	to->node = copy_text(to, from->node);
	to->backend = copy_text(to, from->backend);
	to->backend_path = copy_text(to, from->backend_path);
	to->verdict = copy_text(to, from->verdict);
	to->in_process = from->in_process;
	to->fast_math = from->fast_math;
	to->whole = from->whole;
	to->level_count = from->level_count;
	to->levels = hr_arena_array(&to->arena, from->level_count, sizeof(*to->levels));
	memcpy(to->levels, from->levels, from->level_count * sizeof(*to->levels));
	to->input_count = from->input_count;
	to->inputs = hr_arena_array(&to->arena, from->input_count + 1, sizeof(*to->inputs));
	for (unsigned i = 0; i < from->input_count; i++) {
		to->inputs[i] = from->inputs[i];
		if (from->inputs[i].text)
			to->inputs[i].text = hr_arena_strdup(&to->arena, from->inputs[i].text);
	}
	for (size_t i = 0; i < from->memory.count; i++) {
		hr_case_memory copy = from->memory.data[i];

		copy.data = hr_arena_alloc(&to->arena, copy.bytes + 1);
		memcpy(copy.data, from->memory.data[i].data, copy.bytes);
		HR_PUSH(&to->memory, copy);
	}
	to->bitcode_bytes = from->bitcode_bytes;
	if (from->bitcode)
		to->bitcode = memcpy(hr_arena_alloc(&to->arena, from->bitcode_bytes + 1),
				     from->bitcode, from->bitcode_bytes);
	for (unsigned i = 0; i < from->earlier_count; i++) {
		hr_case *made = hr_case_add_earlier(to);

		hr_case_free(made);
		hr_case_copy(from->earlier[i], made);
	}
}
