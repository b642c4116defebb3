/* interp/check/uninit/look.c -- a second look at a grid that has run before, for cross-checks: which
 * bits of its results are undefined (P4).
 *
 * The look is made in a process that ends after it, so nothing is undone.
 * Memory counts as defined when the look begins, because a backend started from the same bytes. The
 * result of freeze is undefined here, since any number is right for it.
 *
 * Owns:      nothing.
 * Clauses:   P3, P4, M5.
 * Not here:  its begin (interp/check/access/check.c), the process, and the comparison (backends/crosscheck/undefined.c). */
#include <string.h>

#include "interp/check/uninit/check_uninit.h"

void hr_look_unwritten(hr_checker *checker, const hr_node *node, unsigned port, uint64_t base,
		       uint64_t bytes)
{
	uninit_state *state = checker->uninit;
	const char *text = hr_arena_printf(
		&checker->arena, "%s, which is declared `out` alone and had no value before",
		hr_check_argument_name(checker, node, port));

	hr_shadow_fill(&state->shadow, base, bytes, (uint32_t)state->origins.count);
	HR_PUSH(&state->origins, (origin){.kind = READ, .text = text});
}

void hr_look_outputs(hr_checker *checker, const hr_node *node, uint8_t *bits, size_t stride)
{
	checker->outputs = (check_outputs){node, bits, stride};
}

uint64_t hr_look_bits(const hr_checker *checker, uint64_t base, uint64_t bytes, uint8_t *bits)
{
	const hr_shadow *shadow = &checker->uninit->shadow;
	const uint64_t end = base + bytes;
	uint64_t count = 0;
	uint32_t number;

	for (uint64_t at = base; (at = hr_shadow_next(shadow, at, end)) < end; at++, count++)
		bits[at - base] = (uint8_t)hr_shadow_read(shadow, at, 1, &number);
	return count;
}

const char *hr_look_origin(hr_checker *checker, uint64_t address, bool *poison)
{
	const uninit_state *state = checker->uninit;
	const uint32_t number = hr_shadow_origin(&state->shadow, address);
	const origin *from = origin_of(state, number);

	*poison = hr_uninit_is_poison(checker, number);
	if (from->kind == STORED)
		from = origin_of(state, from->from);
	return from->kind < RAW_COPIED ? hr_uninit_memory_text(checker, from, NULL, address)
				       : from->text;
}

bool hr_look_output(const hr_thread *thread, const hr_scalar *output, hr_u128 undefined)
{
	const check_outputs *to = &thread->run->checker->outputs;
	const hr_level *level = thread->level;
	uint64_t index;

	if (!to->bits || level->node != to->node)
		return false;
	index = hr_instance_index(level->extent, level->id);
	memcpy(to->bits + index * to->stride + output->offset, &undefined,
	       output->con == HR_C_F80 ? 10 : hr_con_size(output->con));
	return true;
}
