/* interp/lanes/handlers/poison_source.c -- promises of the IR (P2), for many lanes; compiled once for each
 * instruction set.
 *
 * In batches no register is poison: if a promise is broken, the speculative run that the batch
 * belongs to fails, and the execution is repeated at width 1. A batch that no checker sees has been
 * checked before.
 *
 * Clauses:   P2.
 * Not here:  how poison is followed (interp/check/uninit/). */
#include "src/arith/poison_source.h"

#include "interp/engine/engine.h"
#include "interp/lanes/handlers/lane_set.h"

/* One promise about wrapping, and its operands: their webs, and their arrays where they vary. */
typedef struct promised {
	hr_poison_kind kind;
	unsigned wraps, bits, bytes;
	const lane_web *webs[2];
} promised;

static hr_u128 operand_of(const hr_batch *batch, const lane_inst *inst, unsigned use, unsigned lane)
{
	hr_u128 bits = 0;

	hr_lane_fetch(batch, batch->lane_code->sites.data[inst->sites + use].web, lane,
		      (uint8_t *)&bits);
	return bits;
}

static bool breaks(const hr_batch *batch, const lane_inst *inst, const promised *p, unsigned lane)
{
	return hr_poison_broken(p->kind, p->wraps, p->bits, operand_of(batch, inst, 0, lane),
				operand_of(batch, inst, 1, lane)) != 0;
}

/* --- uniform and affine operands -------------------------------------------------------------- */

/* The least and greatest value of an operand in the batch. */
static hr_s128 extended(uint64_t bits, unsigned width, bool is_signed)
{
	const unsigned up = 128 - width;

	return is_signed ? (hr_s128)((hr_u128)bits << up) >> up
			 : (hr_s128)((hr_u128)bits << up >> up);
}

/* Return the bounds of operand I as a number of P's width, if it is affine without wrapping. */
static bool bounds_of(const hr_batch *batch, const promised *p, unsigned i, bool is_signed,
		      hr_interval *to)
{
	const hr_s128 limit = (hr_s128)1 << (is_signed ? p->bits - 1 : p->bits);
	lane_affine value = {0};

	if (p->webs[i]->class == LANE_AFFINE)
		memcpy(&value, batch->frame + p->webs[i]->place, sizeof(value));
	else
		memcpy(&value.base, batch->frame + p->webs[i]->place, p->bytes);
	to->low = to->high = extended(value.base, p->bits, is_signed);
	for (unsigned k = 0; k < 2; k++) {
		const unsigned count = k ? batch->rows : batch->columns;
		const hr_s128 far =
			extended(value.stride[k], p->bits, true) * (hr_s128)(count ? count - 1 : 0);

		to->low += far < 0 ? far : 0;
		to->high += far > 0 ? far : 0;
	}
	return to->high < limit && to->low >= (is_signed ? -limit : 0);
}

/* Return true if the promise that P does not wrap, as a signed number or not, is kept by all values
 * between the bounds of the operands. */
static bool is_kept(const hr_batch *batch, const promised *p, bool is_signed)
{
	const hr_s128 limit = (hr_s128)1 << (is_signed ? p->bits - 1 : p->bits);
	hr_poison_kind kind = p->kind;
	hr_interval a, b, all;

	if (!bounds_of(batch, p, 0, is_signed, &a) ||
	    !bounds_of(batch, p, 1, is_signed && kind != HR_POISON_SHL, &b))
		return false;
	if (kind == HR_POISON_SHL) {
		if (b.low != b.high || b.low >= p->bits)
			return false;
		kind = HR_POISON_MUL;
		b.low = b.high = (hr_s128)1 << b.low;
	}
	return hr_interval_of(kind, &a, &b, &all) && all.high < limit &&
	       all.low >= (is_signed ? -limit : 0);
}

/* --- arrays ----------------------------------------------------------------------------------- */

enum { STRIP = LANE_GROUP };

/* Return true if a lane of a group may break the promise. A and B: the operands of the group's
 * lanes. */
#define MAY_BREAK(T, S, W, BITS)                                                                   \
	static bool may_break_##T(const promised *p, const T *a, const T *b)                       \
	{                                                                                          \
		const bool is_signed = p->wraps & HR_WRAPS_SIGNED;                                 \
		const bool is_unsigned = p->wraps & HR_WRAPS_UNSIGNED;                             \
		T any = 0;                                                                         \
                                                                                                   \
		switch (p->kind) {                                                                 \
		case HR_POISON_ADD:                                                                \
			LANES_LOOP for (unsigned i = 0; i < STRIP; i++)                            \
			{                                                                          \
				const T d = a[i] + b[i];                                           \
				any |= (is_signed ? ((a[i] ^ d) & (b[i] ^ d)) >> (BITS - 1) : 0) | \
				       (is_unsigned ? (T)(d < a[i]) : 0);                          \
			}                                                                          \
			return any;                                                                \
		case HR_POISON_SUB:                                                                \
			LANES_LOOP for (unsigned i = 0; i < STRIP; i++)                            \
			{                                                                          \
				const T d = a[i] - b[i];                                           \
				any |= (is_signed ? ((a[i] ^ b[i]) & (a[i] ^ d)) >> (BITS - 1)     \
						  : 0) |                                           \
				       (is_unsigned ? (T)(a[i] < b[i]) : 0);                       \
			}                                                                          \
			return any;                                                                \
		case HR_POISON_SHL:                                                                \
			LANES_LOOP for (unsigned i = 0; i < STRIP; i++)                            \
			{                                                                          \
				const unsigned by = b[i] & (BITS - 1);                             \
				const T d = a[i] << by;                                            \
				any |= (is_signed ? (T)((S)d >> by) ^ a[i] : 0) |                  \
				       (is_unsigned ? (d >> by) ^ a[i] : 0);                       \
			}                                                                          \
			return any;                                                                \
		default:                                                                           \
			for (unsigned i = 0; i < STRIP; i++) {                                     \
				const W x = (W)(S)a[i] * (S)b[i];                                  \
				if (is_signed && x != (S)(T)x)                                     \
					return true;                                               \
				if (is_unsigned &&                                                 \
				    hr_wraps_unsigned(HR_POISON_MUL, BITS, a[i], b[i]))            \
					return true;                                               \
			}                                                                          \
			return false;                                                              \
		}                                                                                  \
	}
MAY_BREAK(uint32_t, int32_t, int64_t, 32)
MAY_BREAK(uint64_t, int64_t, hr_s128, 64)

/* Return the operands of the lanes from FIRST, STRIP of them; ROOM is used if there is no array. */
static const void *lanes_of(const hr_batch *batch, const lane_inst *inst, const promised *p,
			    unsigned use, unsigned first, void *room)
{
	const lane_web *web = p->webs[use];

	if (web->class == LANE_VARYING && !web->bits && !web->viewed)
		return batch->frame + web->place + (size_t)first * p->bytes;
	for (unsigned i = 0; i < STRIP; i++) {
		const hr_u128 bits = operand_of(batch, inst, use, first + i);

		memcpy((uint8_t *)room + i * p->bytes, &bits, p->bytes);
	}
	return room;
}

static bool group_may_break(const hr_batch *batch, const lane_inst *inst, const promised *p,
			    unsigned first)
{
	uint64_t rooms[2][STRIP];
	const void *a, *b;

	if (p->bits != 8 * p->bytes || p->bytes < 4 || p->bytes > 8)
		return true;
	a = lanes_of(batch, inst, p, 0, first, rooms[0]);
	b = lanes_of(batch, inst, p, 1, first, rooms[1]);
	return p->bytes == 4 ? may_break_uint32_t(p, a, b) : may_break_uint64_t(p, a, b);
}

static bool wraps(const hr_batch *batch, const lane_inst *inst, const hr_poison_source *promise)
{
	const lane_site *uses = &batch->lane_code->sites.data[inst->sites];
	const unsigned bytes = hr_con_size(promise->operands[0].con);
	const promised p = {.kind = (hr_poison_kind)promise->kind,
			    .wraps = promise->wraps,
			    .bits = promise->operands[0].bits,
			    .bytes = bytes,
			    .webs = {&batch->version->webs.data[uses[0].web],
				     &batch->version->webs.data[uses[1].web]}};
	const unsigned end = batch->end_group * LANE_GROUP;

	if (p.webs[0]->class != LANE_VARYING && p.webs[1]->class != LANE_VARYING && bytes <= 8 &&
	    (!(p.wraps & HR_WRAPS_SIGNED) || is_kept(batch, &p, true)) &&
	    (!(p.wraps & HR_WRAPS_UNSIGNED) || is_kept(batch, &p, false)))
		return false;
	for (unsigned first = batch->first_group * LANE_GROUP; first < end; first += STRIP)
		for (unsigned lane = first;
		     group_may_break(batch, inst, &p, first) && lane < first + STRIP; lane++)
			if (batch->mask[lane / 64] >> lane % 64 & 1 &&
			    breaks(batch, inst, &p, lane))
				return true;
	return false;
}

static bool is_flagged(const hr_batch *batch, const lane_inst *inst)
{
	const uint32_t number = batch->lane_code->sites.data[inst->sites].web;
	const lane_web *web = &batch->version->webs.data[number];

	if (web->class == LANE_UNIFORM)
		return batch->frame[web->place];
	FOR_LANES_IN_MASK(batch, lane) {
		uint8_t flag;

		hr_lane_fetch(batch, number, (unsigned)lane, &flag);
		if (flag)
			return true;
	}
	return false;
}

HANDLER(poison_source)
{
	const lane_inst *inst = lane_inst_at(batch, pc[1]);
	const hr_poison_source *promise =
		&batch->lane_code->areas.data[inst->area].code->poison_sources[inst->pc[1]];

	if (!batch->shadow || !(promise->kind == HR_POISON_FLAG ? is_flagged(batch, inst)
								: wraps(batch, inst, promise)))
		return pc + 2;
	batch->at = pc;
	return hr_lane_met_undefined(batch);
}
