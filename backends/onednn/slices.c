/* backends/onednn/slices.c -- computes large batches some images at a time.
 *
 * If a primitive uses another layout than the tensors, its operands and its result must be copied.
 * For a few images the copies stay in the caches from one primitive to the next; for a large batch
 * each is written to memory and read again.
 * Invariant: each image of a result is computed from the same image of sliced operands, and from
 *            all of the other operands.
 * Clauses:   T1, T3 to T6: all operations except products treat each image separately. */
#include <string.h>

#include "backends/onednn/onednn.h"

/* The size of a slice's operand and result together, about the size of the inner caches of one
 * core. */
enum { SLICE_BYTES = 1 << 20 };

enum role { UNUSED, WHOLE, SLICED };

typedef struct survey {
	const dn_unit *unit;
	const hr_unit_tensor *tensors;
	uint64_t batch;
	bool impossible;
} survey;

static void note(survey *s, uint32_t number, enum role role)
{
	uint8_t *known = &s->unit->roles[number];

	if (role == SLICED &&
	    (s->tensors[number].rank != 4 || s->tensors[number].dims[0] != s->batch))
		s->impossible = true;
	if (*known != UNUSED && *known != role)
		s->impossible = true;
	*known = (uint8_t)role;
}

static void note_step(survey *s, uint32_t number)
{
	const hr_unit_step *step = &s->unit->steps[number];

	if (step->operation == HR_TENSOR_MUL)
		s->impossible = true;
	for (uint32_t i = 0; i < step->operand_count; i++) {
		const hr_unit_tensor *operand = &s->tensors[step->operands[i]];
		bool broadcast = step->operation == HR_TENSOR_ADD && operand->dims[0] != s->batch;

		note(s, step->operands[i],
		     (i == 0 || step->operation == HR_TENSOR_ADD) && !broadcast ? SLICED : WHOLE);
	}
	note(s, s->unit->tensor_count + number, SLICED);
}

/* Return the size of one image of tensor NUMBER, or of the whole tensor if it is not sliced. */
static uint64_t bytes_of(const survey *s, uint32_t number)
{
	uint64_t count = hr_unit_elements(&s->tensors[number]);

	return (s->unit->roles[number] == SLICED ? count / s->batch : count) * sizeof(float);
}

/* Return the best number of images: not fewer than threads, which would be idle otherwise. Operands
 * that are not sliced, such as filters, are read for each slice, so they should be the smaller
 * part. */
static uint64_t images_of(const survey *s)
{
	uint64_t best = s->unit->threads ? s->unit->threads : 1;

	for (uint32_t i = 0; i < s->unit->step_count; i++) {
		const hr_unit_step *step = &s->unit->steps[i];
		uint64_t image = bytes_of(s, s->unit->tensor_count + i), whole = 0, want;

		for (uint32_t k = 0; k < step->operand_count; k++)
			*(s->unit->roles[step->operands[k]] == SLICED ? &image : &whole) +=
				bytes_of(s, step->operands[k]);
		want = (whole > SLICE_BYTES ? whole : SLICE_BYTES) / image;
		best = want > best ? want : best;
	}
	return best;
}

uint64_t dn_images(const dn_unit *unit, const hr_unit_tensor *tensors)
{
	survey s = {.unit = unit, .tensors = tensors, .batch = tensors[unit->tensor_count].dims[0]};
	uint64_t images, slices;

	memset(unit->roles, UNUSED, unit->tensor_count + unit->step_count);
	for (uint32_t i = 0; i < unit->step_count && !s.impossible; i++)
		note_step(&s, i);
	images = s.impossible ? s.batch : images_of(&s);
	if (images >= s.batch) {
		memset(unit->roles, UNUSED, unit->tensor_count + unit->step_count);
		return s.batch;
	}
	slices = (s.batch + images - 1) / images;
	return (s.batch + slices - 1) / slices;
}

void dn_slice(const dn_unit *unit, const hr_unit_tensor *tensors, uint64_t from, uint64_t images,
	      hr_unit_tensor *slice)
{
	for (uint32_t i = 0; i < unit->tensor_count + unit->step_count; i++) {
		slice[i] = tensors[i];
		if (unit->roles[i] != SLICED)
			continue;
		if (slice[i].values)
			slice[i].values +=
				hr_unit_elements(&tensors[i]) / tensors[i].dims[0] * from;
		slice[i].dims[0] = images;
		slice[i].version = 0;
	}
}
