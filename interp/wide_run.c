/* interp/wide_run.c -- a batch: its lanes, where they go, and what is done lane by lane.
 *
 * Lanes that run are a mask. At a divergent jump they split: each part waits at the position of its
 * target (wide_flow.c), and the batch goes on at the first position where lanes wait. So lanes that
 * took different ways meet again as soon as the order of blocks allows.
 *
 * Operations without an array form are done in the scalar frame, by the handlers of width 1, one lane
 * after the other.
 *
 * Invariant: the lanes that run, wait, are parked at a barrier or have completed are all lanes of the
 *            tile, each in one of these states.
 * Owns:      the batch's mapping.
 * Clauses:   M3 within the batch, N3, E5 (outputs are written when an instance completes). */
#include <string.h>

#include "image.h"
#include "wide_batch.h"

#define FOR_LANES WIDE_FOR_LANES

/* --- tiles ------------------------------------------------------------------------------------ */

/* Columns run along the innermost dimension with more than one instance, rows along the next. */
static void dimensions_of(const int64_t extent[3], unsigned dims, unsigned dimension[2])
{
	unsigned inner = dims ? dims - 1 : 0;

	while (inner > 0 && extent[inner] == 1)
		inner--;
	dimension[0] = inner;
	dimension[1] = inner ? inner - 1 : 3;
}

hr_shape hr_shape_of(const int64_t extent[3], unsigned dims, unsigned lanes)
{
	unsigned dimension[2];
	hr_shape shape = {.lanes = lanes};

	dimensions_of(extent, dims, dimension);
	shape.column = dimension[0];
	shape.single_row = dimension[1] == 3 || extent[dimension[1]] == 1 ||
			   2 * (uint64_t)extent[dimension[0]] > lanes;
	return shape;
}

hr_tile hr_tile_at(const int64_t extent[3], unsigned dims, uint64_t first, unsigned lanes)
{
	unsigned dimension[2];
	uint64_t columns, rows = 1, column, row;
	hr_tile tile = {.first = first};

	dimensions_of(extent, dims, dimension);
	columns = (uint64_t)extent[dimension[0]];
	column = first % columns;
	if (column == 0 && columns <= lanes && dimension[1] < 3) {
		row = first / columns % (uint64_t)extent[dimension[1]];
		rows = lanes / columns;
		if (rows > (uint64_t)extent[dimension[1]] - row)
			rows = (uint64_t)extent[dimension[1]] - row;
	} else if (columns - column > lanes) {
		columns = lanes;
	} else {
		columns -= column;
	}
	tile.rows = (unsigned)rows;
	tile.columns = (unsigned)columns;
	tile.count = (unsigned)(rows * columns);
	return tile;
}

void hr_tile_id(const int64_t extent[3], uint64_t index, int64_t id[3])
{
	uint64_t y = (uint64_t)extent[1], z = (uint64_t)extent[2];

	id[2] = (int64_t)(index % z);
	id[1] = (int64_t)(index / z % y);
	id[0] = (int64_t)(index / z / y);
}

void hr_wide_lane_id(const hr_batch *batch, unsigned lane, int64_t id[3])
{
	hr_tile_id(batch->level->extent, batch->tile.first + lane, id);
}

/* --- stopping --------------------------------------------------------------------------------- */

static const wide_inst *inst_at(const hr_batch *batch, uint32_t site)
{
	return &batch->wide->insts.data[site];
}

static uint8_t *scalar_frame(const hr_batch *batch, const wide_inst *inst)
{
	return batch->scalar + batch->wide->areas.data[inst->area].scalar;
}

static unsigned first_lane(const hr_batch *batch)
{
	FOR_LANES(batch, lane)
		return (unsigned)lane;
	return 0;
}

/* The thread stands where LANE does. */
static void stand_at(hr_batch *batch, uint32_t lane)
{
	const wide_inst *inst = inst_at(batch, batch->at[1]);

	batch->thread->code = batch->wide->areas.data[inst->area].code;
	batch->thread->pc = inst->pc;
	hr_wide_lane_id(batch, lane == WIDE_NONE ? first_lane(batch) : lane, batch->level->id);
}

const uint32_t *hr_wide_trap(hr_batch *batch, uint32_t lane, hr_trap trap)
{
	stand_at(batch, lane);
	batch->status = hr_engine_trap(batch->thread, trap);
	return NULL;
}

/* The checkers are to see LANE. */
static void show_lane(hr_batch *batch, uint32_t lane)
{
	uint8_t *memory = batch->memory + lane * batch->memory_stride;

	stand_at(batch, lane);
	for (size_t i = 0; i < batch->wide->areas.count; i++) {
		const wide_area *area = &batch->wide->areas.data[i];
		uint8_t *frame = batch->scalar + area->scalar;

		hr_frame_of(frame)->shift = (uint64_t)(uintptr_t)(memory + area->slots) -
					    area->code->register_bytes - (uint64_t)(uintptr_t)frame;
	}
	hr_check_lane(batch->thread, memory, batch->wide->lane_bytes);
}

bool hr_wide_admit(hr_batch *batch, uint32_t gate, uint32_t lane, uint64_t address, uint32_t size,
		   const void *value)
{
	const wide_gate_at *at = &batch->gates[gate];
	const hr_gate *open = *at->gate;
	uint64_t variables = at->variables + lane * batch->memory_stride;
	const wide_inst *inst = inst_at(batch, batch->at[1]);
	hr_trap trap;

	if (address - open->base - (variables & open->framed) < open->span &&
	    !(address & open->align)) {
		if (!open->watch)
			return true;
		show_lane(batch, lane);
		hr_gate_watched(batch->thread, open, address, value);
		return true;
	}
	show_lane(batch, lane);
	trap = hr_check_access(batch->thread, scalar_frame(batch, inst), address, size,
			       value ? HR_ACCESS_WRITE : HR_ACCESS_READ, value);
	if (!trap)
		return true;
	hr_wide_trap(batch, lane, trap);
	return false;
}

/* --- lanes ------------------------------------------------------------------------------------ */

void hr_wide_set_mask(hr_batch *batch, const uint64_t mask[HR_WIDE_WORDS])
{
	unsigned active = 0, first = HR_WIDE_WORDS * 4, end = 0;

	for (unsigned i = 0; i < HR_WIDE_WORDS; i++) {
		uint64_t bits = mask[i];

		batch->mask[i] = bits;
		if (!bits)
			continue;
		active += (unsigned)__builtin_popcountll(bits);
		if (first == HR_WIDE_WORDS * 4)
			first = i * 4 + (unsigned)__builtin_ctzll(bits) / WIDE_GROUP;
		end = i * 4 + 4 - (unsigned)__builtin_clzll(bits) / WIDE_GROUP;
	}
	batch->active = active;
	batch->first_group = first;
	batch->end_group = end;
	batch->full = active == (end - first) * WIDE_GROUP;
}

static bool is_empty(const uint64_t mask[HR_WIDE_WORDS])
{
	uint64_t any = 0;

	for (unsigned i = 0; i < HR_WIDE_WORDS; i++)
		any |= mask[i];
	return any == 0;
}

static void wait_at(hr_batch *batch, uint32_t position, const uint64_t mask[HR_WIDE_WORDS])
{
	uint64_t *waiting = &batch->waiting[(size_t)position * HR_WIDE_WORDS];

	for (unsigned i = 0; i < HR_WIDE_WORDS; i++)
		waiting[i] |= mask[i];
	wide_add(batch->waiting_set, position);
	if (position < batch->lowest)
		batch->lowest = position;
}

static void find_lowest(hr_batch *batch)
{
	batch->lowest = WIDE_NONE;
	for (uint32_t i = 0; i < (batch->wide->order_count + 63) / 64; i++)
		if (batch->waiting_set[i]) {
			batch->lowest = i * 64 + (unsigned)__builtin_ctzll(batch->waiting_set[i]);
			return;
		}
}

static const uint32_t *code_at(const hr_batch *batch, uint32_t position)
{
	return batch->version->words.data + batch->version->block_word[position];
}

/* Nobody runs: goes on with those who wait first; NULL: nobody waits. */
static const uint32_t *next_lanes(hr_batch *batch)
{
	uint32_t position = batch->lowest;
	uint64_t *waiting;

	if (position == WIDE_NONE)
		return NULL;
	waiting = &batch->waiting[(size_t)position * HR_WIDE_WORDS];
	hr_wide_set_mask(batch, waiting);
	memset(waiting, 0, HR_WIDE_WORDS * sizeof(*waiting));
	wide_drop(batch->waiting_set, position);
	find_lowest(batch);
	return code_at(batch, position);
}

const uint32_t *hr_wide_pause(hr_batch *batch, const uint32_t *go_on)
{
	hr_trap trap = hr_engine_pause(batch->thread, &batch->left);

	if (!trap)
		return go_on;
	batch->status = hr_engine_trap(batch->thread, trap);
	return NULL;
}

static const uint32_t *count_steps(hr_batch *batch, uint32_t steps, const uint32_t *go_on)
{
	batch->left -= (int64_t)steps * batch->active;
	return batch->left < 0 ? hr_wide_pause(batch, go_on) : go_on;
}

const uint32_t *hr_wide_goto_(hr_batch *batch, const uint32_t *pc)
{
	return count_steps(batch, pc[2], batch->version->words.data + pc[1]);
}

const uint32_t *hr_wide_go(hr_batch *batch, const uint32_t *pc)
{
	uint32_t position = pc[1];

	batch->left -= (int64_t)pc[2] * batch->active;
	if (!batch->other_pc && position < batch->lowest)
		return batch->left < 0 ? hr_wide_pause(batch, code_at(batch, position))
				       : code_at(batch, position);
	wait_at(batch, position, batch->mask);
	if (batch->other_pc) {
		const uint32_t *other = batch->other_pc;

		batch->other_pc = NULL;
		hr_wide_set_mask(batch, batch->other);
		return other;
	}
	return count_steps(batch, 0, next_lanes(batch));
}

const uint32_t *hr_wide_split(hr_batch *batch, const uint32_t *pc)
{
	const uint32_t *words = batch->version->words.data;
	uint64_t first[HR_WIDE_WORDS];

	batch->left -= (int64_t)pc[3] * batch->active;
	for (unsigned i = 0; i < HR_WIDE_WORDS; i++) {
		first[i] = batch->mask[i] & batch->condition[i];
		batch->other[i] = batch->mask[i] & ~batch->condition[i];
	}
	if (is_empty(batch->other))
		return words + pc[1];
	if (is_empty(first))
		return words + pc[2];
	batch->other_pc = words + pc[2];
	hr_wide_set_mask(batch, first);
	return words + pc[1];
}

/* --- values of one lane ----------------------------------------------------------------------- */

static uint64_t affine_of(const hr_batch *batch, uint32_t place, unsigned lane)
{
	wide_affine value;

	memcpy(&value, batch->frame + place, sizeof(value));
	return value.base + batch->column_of[lane] * value.stride[0] +
	       batch->row_of[lane] * value.stride[1];
}

static void fetch(const hr_batch *batch, uint32_t web, unsigned lane, uint8_t *to)
{
	const wide_web *from = &batch->version->webs.data[web];
	uint64_t value;

	if (from->class == WIDE_AFFINE) {
		value = affine_of(batch, from->place, lane);
		memcpy(to, &value, from->size < 8 ? from->size : 8);
	} else {
		memcpy(to,
		       batch->frame + from->place +
			       (from->class == WIDE_VARYING ? (size_t)lane * from->size : 0),
		       from->size);
	}
}

/* Definition D goes where wide_emit's target() said. */
static uint8_t *definition(const hr_batch *batch, const wide_inst *inst, unsigned d, unsigned lane)
{
	const wide_site *site = &batch->wide->sites.data[inst->sites + d];
	const wide_web *web = &batch->version->webs.data[site->web];
	uint32_t place = web->place;

	if (batch->version->masked[inst - batch->wide->insts.data] >> d & 1)
		place = batch->version->scratch + d * batch->wide->lanes * 16;
	return batch->frame + place + (size_t)lane * web->size;
}

static uint64_t fetch64(const hr_batch *batch, uint32_t web, unsigned lane)
{
	uint64_t value = 0;

	fetch(batch, web, lane, (uint8_t *)&value);
	return value;
}

/* --- one lane after the other ----------------------------------------------------------------- */

/* Sources of INST into the scalar frame. */
static void place_sources(const hr_batch *batch, const wide_inst *inst, unsigned lane)
{
	const wide_site *sites = &batch->wide->sites.data[inst->sites];

	for (unsigned i = inst->def_count; i < (unsigned)inst->def_count + inst->use_count; i++)
		if (!batch->version->webs.data[sites[i].web].constant)
			fetch(batch, sites[i].web, lane, batch->scalar + sites[i].scalar);
}

static void take_results(const hr_batch *batch, const wide_inst *inst, unsigned lane)
{
	const wide_site *sites = &batch->wide->sites.data[inst->sites];

	for (unsigned d = 0; d < inst->def_count; d++)
		memcpy(definition(batch, inst, d, lane), batch->scalar + sites[d].scalar,
		       batch->version->webs.data[sites[d].web].size);
}

/* As the engine does of an operation out of line. */
static hr_trap check_rare(hr_batch *batch, const wide_inst *inst, uint32_t lane)
{
	const hr_code *code = batch->wide->areas.data[inst->area].code;
	uint8_t *frame = scalar_frame(batch, inst);

	if (!batch->observed)
		return 0;
	show_lane(batch, lane);
	return hr_check_rare(batch->thread, frame,
			     hr_gates_of(batch->thread, frame)[inst->pc - code->words], inst->pc);
}

const uint32_t *hr_wide_lanes(hr_batch *batch, const uint32_t *pc)
{
	const wide_inst *inst = inst_at(batch, pc[1]);
	hr_trap (*handler)(hr_thread *, uint8_t *, const uint32_t *) =
		hr_rare_ops[inst->op].handler;

	batch->at = pc;
	FOR_LANES(batch, lane) {
		hr_trap trap;

		batch->fault_lane = (uint32_t)lane;
		stand_at(batch, (uint32_t)lane);
		place_sources(batch, inst, (unsigned)lane);
		trap = check_rare(batch, inst, (uint32_t)lane);
		if (!trap)
			trap = handler(batch->thread, scalar_frame(batch, inst), inst->pc);
		if (trap)
			return hr_wide_trap(batch, (uint32_t)lane, trap);
		take_results(batch, inst, (unsigned)lane);
	}
	batch->fault_lane = WIDE_NONE;
	return pc + 2;
}

const uint32_t *hr_wide_rare(hr_batch *batch, const uint32_t *pc)
{
	hr_trap trap;

	batch->at = pc;
	trap = hr_rare_ops[pc[2]].handler(batch->thread, batch->frame, pc + 2);
	if (trap)
		return hr_wide_trap(batch, WIDE_NONE, trap);
	return pc + 2 + hr_op_length((hr_op)pc[2]);
}

HR_PROGRAM_MEMORY static hr_trap do_block(hr_batch *batch, const wide_inst *inst, unsigned lane)
{
	const wide_site *uses = &batch->wide->sites.data[inst->sites];
	uint64_t to = fetch64(batch, uses[0].web, lane), from = fetch64(batch, uses[1].web, lane);
	uint64_t bytes = fetch64(batch, uses[2].web, lane);

	if (batch->observed) {
		hr_trap trap;

		show_lane(batch, lane);
		trap = hr_check_block(batch->thread, scalar_frame(batch, inst), to,
				      inst->op == HR_OP_memset ? 0 : from, bytes);
		if (trap)
			return trap;
	}
	if (inst->op == HR_OP_memset)
		memset((void *)to, (uint8_t)from, bytes);
	else
		memmove((void *)to, (const void *)from, bytes);
	return 0;
}

const uint32_t *hr_wide_block(hr_batch *batch, const uint32_t *pc)
{
	const wide_inst *inst = inst_at(batch, pc[1]);

	batch->at = pc;
	FOR_LANES(batch, lane) {
		hr_trap trap;

		batch->fault_lane = (uint32_t)lane;
		trap = do_block(batch, inst, (unsigned)lane);
		if (trap)
			return hr_wide_trap(batch, (uint32_t)lane, trap);
	}
	batch->fault_lane = WIDE_NONE;
	return pc + 2;
}

/* --- calls ------------------------------------------------------------------------------------ */

enum { IMAGE_BYTES = 2048 };

/* A function of the program that is not in place (recursive, large, called through a pointer). */
static hr_trap call_interpreted(hr_batch *batch, const hr_call *call, const hr_site *site,
				uint8_t *frame)
{
	uint8_t inputs[IMAGE_BYTES], outputs[IMAGE_BYTES] = {0};
	const hr_code *code = site->code;
	hr_status status;

	for (uint32_t i = 0; i < code->param_count; i++) {
		if (code->params[i].offset + 16 > IMAGE_BYTES)
			return HR_REPORTED(batch->thread, unsupported_call, site->name,
					   "its arguments are large");
		memcpy(inputs + code->params[i].offset, frame + call->args[i].reg,
		       hr_con_size(code->params[i].con));
	}
	status = hr_engine_invoke(batch->thread, code->function, inputs, outputs);
	if (status != HR_OK)
		return HR_TRAP_REPORTED | (hr_trap)status;
	for (uint32_t i = 0; i < call->result_count; i++) {
		const hr_scalar *result = &code->results->scalars[i];
		uint32_t bytes = result->con == HR_C_F80 ? 10 : hr_con_size(result->con);

		memset(frame + call->results[i].reg, 0, hr_con_size(result->con));
		memcpy(frame + call->results[i].reg, outputs + result->offset, bytes);
	}
	return 0;
}

static hr_trap call_lane(hr_batch *batch, const wide_inst *inst, uint8_t *frame)
{
	const hr_code *code = batch->wide->areas.data[inst->area].code;
	const hr_call *call = &code->calls[inst->pc[1]];
	const hr_site *site;
	hr_trap trap = hr_site_find(batch->thread, frame, inst->pc, &site);

	if (trap)
		return trap;
	if (site->kind == HR_SITE_NATIVE) {
		trap = batch->observed ? hr_check_native(batch->thread, frame, inst->pc, site) : 0;
		return trap ? trap : hr_site_native(batch->thread, frame, inst->pc, site);
	}
	if (site->abi)
		return HR_REPORTED(batch->thread, unsupported_call, site->name,
				   "it takes variadic arguments");
	return call_interpreted(batch, call, site, frame);
}

const uint32_t *hr_wide_call(hr_batch *batch, const uint32_t *pc)
{
	const wide_inst *inst = inst_at(batch, pc[1]);
	hr_thread *thread = batch->thread;

	batch->at = pc;
	FOR_LANES(batch, lane) {
		hr_trap trap;

		batch->fault_lane = (uint32_t)lane;
		if (batch->observed)
			show_lane(batch, (uint32_t)lane);
		else
			stand_at(batch, (uint32_t)lane);
		place_sources(batch, inst, (unsigned)lane);
		thread->left = batch->left;
		trap = call_lane(batch, inst, scalar_frame(batch, inst));
		batch->left = thread->left;
		if (trap)
			return hr_wide_trap(batch, (uint32_t)lane, trap);
		take_results(batch, inst, (unsigned)lane);
	}
	batch->fault_lane = WIDE_NONE;
	return pc + 2;
}

/* --- affine values ---------------------------------------------------------------------------- */

/* Words of an affine operation: d op size (place class) x 3 immediate immediate. */
static wide_affine source(const hr_batch *batch, const uint32_t *pc, unsigned k)
{
	wide_affine value = {0, {0, 0}};
	uint32_t place = pc[4 + 2 * k];

	if (pc[5 + 2 * k] == WIDE_AFFINE)
		memcpy(&value, batch->frame + place, sizeof(value));
	else if (pc[3] == 4)
		memcpy(&value.base, batch->frame + place, 4);
	else
		memcpy(&value.base, batch->frame + place, 8);
	return value;
}

static wide_affine sum(wide_affine a, wide_affine b, uint64_t factor)
{
	a.base += b.base * factor;
	a.stride[0] += b.stride[0] * factor;
	a.stride[1] += b.stride[1] * factor;
	return a;
}

/* One of the two is uniform. */
static wide_affine product(wide_affine a, wide_affine b)
{
	wide_affine zero = {0, {0, 0}};

	return a.stride[0] || a.stride[1] ? sum(zero, a, b.base) : sum(zero, b, a.base);
}

static wide_affine affine_value(const hr_batch *batch, const uint32_t *pc)
{
	wide_affine a = source(batch, pc, 0), b = source(batch, pc, 1), zero = {0, {0, 0}};
	uint64_t immediate = pc[10] | (uint64_t)pc[11] << 32;

	switch (pc[2]) {
	case HR_OP_add_i32:
	case HR_OP_add_i64:
		return sum(a, b, 1);
	case HR_OP_sub_i32:
	case HR_OP_sub_i64:
		return sum(a, b, UINT64_MAX);
	case HR_OP_mul_i32:
	case HR_OP_mul_i64:
		return product(a, b);
	case HR_OP_muladd_i32:
	case HR_OP_muladd_i64:
		return sum(product(a, b), source(batch, pc, 2), 1);
	case HR_OP_shlz_i32:
	case HR_OP_shl_i32:
		return b.base < 32 ? sum(zero, a, UINT64_C(1) << b.base) : zero;
	case HR_OP_shlz_i64:
	case HR_OP_shl_i64:
		return b.base < 64 ? sum(zero, a, UINT64_C(1) << b.base) : zero;
	case HR_OP_lea:
		a.base += immediate;
		return a;
	case HR_OP_leax:
		return sum(a, b, immediate);
	case HR_OP_alloca:
		a.base = (uint64_t)(uintptr_t)batch->memory + immediate;
		a.stride[0] = batch->memory_stride;
		a.stride[1] = batch->memory_stride * batch->columns;
		return a;
	default: /* moves, trunc */
		return a;
	}
}

static void put_affine(const hr_batch *batch, uint32_t place, wide_affine value)
{
	memcpy(batch->frame + place, &value, sizeof(value));
}

const uint32_t *hr_wide_affine(hr_batch *batch, const uint32_t *pc)
{
	put_affine(batch, pc[1], affine_value(batch, pc));
	return pc + 14;
}

/* The 32-bit values of all lanes as 64-bit ones: false when they wrap somewhere. */
static bool extend(const hr_batch *batch, wide_affine *a, bool is_signed)
{
	int64_t base = is_signed ? (int32_t)a->base : (int64_t)(uint32_t)a->base;
	int64_t right = (int32_t)a->stride[0], down = (int32_t)a->stride[1];
	int64_t least = is_signed ? INT32_MIN : 0, most = is_signed ? INT32_MAX : UINT32_MAX;
	int64_t corners[4] = {base, base + right * (batch->columns - 1),
			      base + down * (batch->rows - 1),
			      base + right * (batch->columns - 1) + down * (batch->rows - 1)};

	for (unsigned i = 0; i < 4; i++)
		if (corners[i] < least || corners[i] > most)
			return false;
	*a = (wide_affine){(uint64_t)base, {(uint64_t)right, (uint64_t)down}};
	return true;
}

/* All lanes of A are below the lowest bit that a lane of B may have. */
static bool lies_below(const hr_batch *batch, const wide_affine *a, const wide_affine *b)
{
	uint64_t bits = b->base | b->stride[0] | b->stride[1];
	uint64_t limit = bits ? bits & -bits : 0, far = UINT64_C(1) << 32;
	uint64_t right = (batch->columns - 1) * a->stride[0], down = (batch->rows - 1) * a->stride[1];

	return limit && a->stride[0] < far && a->stride[1] < far &&
	       a->base < limit && a->base + right + down < limit;
}

/* `or` is a sum when no lane has a bit in both. */
static bool disjoint(const hr_batch *batch, wide_affine a, wide_affine b, unsigned size)
{
	uint64_t common = 0;

	if (lies_below(batch, &a, &b) || lies_below(batch, &b, &a))
		return true;
	for (unsigned lane = 0; lane < batch->valid; lane++) {
		uint64_t column = batch->column_of[lane], row = batch->row_of[lane];

		common |= (a.base + column * a.stride[0] + row * a.stride[1]) &
			  (b.base + column * b.stride[0] + row * b.stride[1]);
	}
	return (size == 4 ? (uint32_t)common : common) == 0;
}

/* Goes on in the other version, in which what INST defines is varying: all values move there. */
static const uint32_t *give_up_affine(hr_batch *batch, uint32_t inst)
{
	const hr_wide *wide = batch->wide;
	const wide_version *from = &wide->versions[0], *to = &wide->versions[1];
	uint8_t *frame = batch->frame + batch->frame_offset;

	for (uint32_t web = 0; web < from->webs.count; web++) {
		const wide_web *a = &from->webs.data[web], *b = &to->webs.data[web];

		if (b->class == WIDE_VARYING) {
			for (unsigned lane = 0; lane < batch->lanes; lane++)
				fetch(batch, web, lane, frame + b->place + (size_t)lane * b->size);
			continue;
		}
		memcpy(frame + b->place, batch->frame + a->place,
		       a->class == WIDE_AFFINE ? sizeof(wide_affine) : 16);
		if (b->needs_array)
			for (unsigned lane = 0; lane < batch->lanes; lane++)
				fetch(batch, web, lane, frame + b->array + (size_t)lane * b->size);
	}
	batch->frame = frame;
	batch->version = to;
	return to->words.data + to->inst_word[inst];
}

const uint32_t *hr_wide_affine_guarded(hr_batch *batch, const uint32_t *pc)
{
	wide_affine a = source(batch, pc, 0), b;
	bool holds;

	switch (pc[2]) {
	case HR_OP_sext_i32_i64:
	case HR_OP_zext_i32_i64:
		holds = extend(batch, &a, pc[2] == HR_OP_sext_i32_i64);
		break;
	default:
		b = source(batch, pc, 1);
		holds = disjoint(batch, a, b, pc[3]);
		a = sum(a, b, 1);
	}
	if (!holds)
		return give_up_affine(batch, pc[14]);
	put_affine(batch, pc[1], a);
	return pc + 15;
}

/* --- queries (N3) ----------------------------------------------------------------------------- */

static wide_affine own_id(const hr_batch *batch, uint32_t dimension)
{
	return (wide_affine){(uint64_t)batch->id[dimension],
			     {dimension == batch->dimension[0], dimension == batch->dimension[1]}};
}

/* What the handler of width 1 says of a dimension that the node does not have. */
static const uint32_t *ask(hr_batch *batch, const wide_inst *inst, uint32_t place,
			   const uint32_t *go_on)
{
	uint8_t *frame = scalar_frame(batch, inst);
	const wide_site *site = &batch->wide->sites.data[inst->sites];
	wide_affine value = {0, {0, 0}};
	hr_trap trap;

	stand_at(batch, WIDE_NONE);
	place_sources(batch, inst, first_lane(batch));
	trap = hr_rare_ops[inst->op].handler(batch->thread, frame, inst->pc);
	if (trap)
		return hr_wide_trap(batch, WIDE_NONE, trap);
	memcpy(&value.base, batch->scalar + site->scalar, 8);
	put_affine(batch, place, value);
	return go_on;
}

const uint32_t *hr_wide_id(hr_batch *batch, const uint32_t *pc)
{
	batch->at = pc;
	if (pc[3] >= batch->level->dims)
		return ask(batch, inst_at(batch, pc[1]), pc[2], pc + 4);
	put_affine(batch, pc[2], own_id(batch, pc[3]));
	return pc + 4;
}

const uint32_t *hr_wide_id_of(hr_batch *batch, const uint32_t *pc)
{
	uint64_t handle;

	batch->at = pc;
	memcpy(&handle, batch->frame + pc[3], sizeof(handle));
	if (handle != (uint64_t)(uintptr_t)batch->level || pc[4] >= batch->level->dims)
		return ask(batch, inst_at(batch, pc[1]), pc[2], pc + 5);
	put_affine(batch, pc[2], own_id(batch, pc[4]));
	return pc + 5;
}

/* --- beginning, completing, meeting ------------------------------------------------------------ */

const uint32_t *hr_wide_entry(hr_batch *batch, const uint32_t *pc)
{
	const wide_version *version = batch->version;

	for (size_t p = 0; p < version->params.count; p++) {
		const wide_param *param = &version->params.data[p];
		const uint8_t *from = batch->inputs + param->offset;
		uint8_t *to = batch->frame + param->place;
		wide_affine value = {0, {0, 0}};

		for (unsigned lane = 0; lane < batch->valid && param->class == WIDE_VARYING; lane++)
			memcpy(to + (size_t)lane * param->size, from + lane * batch->input_stride,
			       param->size);
		if (param->class == WIDE_UNIFORM) {
			memcpy(to, from, param->size);
		} else if (param->class == WIDE_AFFINE) {
			memcpy(&value.base, from, param->size < 8 ? param->size : 8);
			put_affine(batch, param->place, value);
		}
		for (unsigned lane = 0; lane < batch->lanes && param->array; lane++)
			memcpy(batch->frame + param->array + (size_t)lane * param->size, from,
			       param->size);
	}
	return pc + 2;
}

static void put_value(uint8_t *to, const uint8_t *value, uint32_t bytes)
{
	switch (bytes) {
	case 4:
		memcpy(to, value, 4);
		break;
	case 8:
		memcpy(to, value, 8);
		break;
	default:
		for (uint32_t i = 0; i < bytes; i++)
			to[i] = value[i];
	}
}

static void write_outputs(const hr_batch *batch, const wide_inst *inst)
{
	const hr_code *code = batch->wide->code;
	const hr_return *values = &code->returns[inst->pc[1]];
	const wide_site *uses = &batch->wide->sites.data[inst->sites];

	for (unsigned u = 0; u < inst->use_count; u++) {
		bool varies = batch->version->webs.data[uses[u].web].class != WIDE_UNIFORM;
		uint8_t *to = batch->outputs + values->scalars[u].offset, value[16] = {0};
		uint32_t bytes = values->scalars[u].con == HR_C_F80
					 ? 10
					 : hr_con_size(values->scalars[u].con);

		fetch(batch, uses[u].web, 0, value);
		FOR_LANES(batch, lane) {
			if (varies)
				fetch(batch, uses[u].web, (unsigned)lane, value);
			put_value(to + lane * batch->output_stride, value, bytes);
		}
	}
}

const uint32_t *hr_wide_return_(hr_batch *batch, const uint32_t *pc)
{
	const wide_inst *inst = inst_at(batch, pc[1]);
	const uint32_t *next;

	if (inst->use_count)
		write_outputs(batch, inst);
	for (unsigned i = 0; i < HR_WIDE_WORDS; i++)
		batch->completed[i] |= batch->mask[i];
	if (batch->wide->code->has_barrier)
		FOR_LANES(batch, lane)
			batch->ended[lane] = inst;
	batch->left -= (int64_t)pc[2] * batch->active;
	next = next_lanes(batch);
	return next ? count_steps(batch, 0, next) : NULL;
}

/* M3: those who come to another barrier than those who stand already, or after some have completed,
 * are found by whoever runs the batches of the group. */
const uint32_t *hr_wide_barrier(hr_batch *batch, const uint32_t *pc)
{
	const wide_inst *inst = inst_at(batch, pc[1]);
	const uint32_t *next;

	batch->at = pc;
	batch->left -= (int64_t)pc[3] * batch->active;
	if (!is_empty(batch->parked) && batch->parked_inst != inst) {
		batch->other_inst = inst;
		memcpy(batch->other, batch->mask, sizeof(batch->other));
		return NULL;
	}
	batch->parked_inst = inst;
	batch->parked_at = pc[2];
	for (unsigned i = 0; i < HR_WIDE_WORDS; i++)
		batch->parked[i] |= batch->mask[i];
	next = next_lanes(batch);
	return next ? count_steps(batch, 0, next) : NULL;
}

/* --- other ends ------------------------------------------------------------------------------- */

static uint32_t switch_case(const hr_batch *batch, const wide_inst *inst, unsigned lane)
{
	const hr_code *code = batch->wide->areas.data[inst->area].code;
	const hr_switch *sw = &code->switches[inst->pc[2]];
	unsigned __int128 value = 0;
	uint32_t low = 0, high = sw->count;

	fetch(batch, batch->wide->sites.data[inst->sites].web, lane, (uint8_t *)&value);
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (sw->values[middle] == value)
			return middle;
		if (sw->values[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return sw->count;
}

const uint32_t *hr_wide_switch_uniform(hr_batch *batch, const uint32_t *pc)
{
	uint32_t which = switch_case(batch, inst_at(batch, pc[1]), 0);

	return count_steps(batch, pc[2], batch->version->words.data + pc[3 + which]);
}

/* Sends the lanes that go where the first of them goes; the rest comes back here. */
const uint32_t *hr_wide_switch_varying(hr_batch *batch, const uint32_t *pc)
{
	const wide_inst *inst = inst_at(batch, pc[1]);
	uint32_t which = switch_case(batch, inst, first_lane(batch));
	uint64_t same[HR_WIDE_WORDS] = {0};

	FOR_LANES(batch, lane)
		if (switch_case(batch, inst, (unsigned)lane) == which)
			wide_add(same, (uint32_t)lane);
	for (unsigned i = 0; i < HR_WIDE_WORDS; i++)
		batch->other[i] = batch->mask[i] & ~same[i];
	if (!is_empty(batch->other))
		batch->other_pc = pc;
	hr_wide_set_mask(batch, same);
	batch->left -= (int64_t)pc[2] * batch->active;
	return batch->version->words.data + pc[3 + which];
}

const uint32_t *hr_wide_trapped(hr_batch *batch, const uint32_t *pc)
{
	batch->at = pc;
	return hr_wide_trap(batch, WIDE_NONE, (hr_trap)inst_at(batch, pc[1])->pc[1] + 1);
}

const uint32_t *hr_wide_trap_if_uniform(hr_batch *batch, const uint32_t *pc)
{
	batch->at = pc;
	if (batch->frame[pc[2]])
		return hr_wide_trap(batch, WIDE_NONE, (hr_trap)inst_at(batch, pc[1])->pc[2] + 1);
	return pc + 3;
}

const uint32_t *hr_wide_trap_if_varying(hr_batch *batch, const uint32_t *pc)
{
	const uint8_t *flags = batch->frame + pc[2];

	batch->at = pc;
	FOR_LANES(batch, lane)
		if (flags[lane])
			return hr_wide_trap(batch, (uint32_t)lane,
					    (hr_trap)inst_at(batch, pc[1])->pc[2] + 1);
	return pc + 3;
}

/* --- allocas as operands ---------------------------------------------------------------------- */

const uint32_t *hr_wide_slot_load(hr_batch *batch, const uint32_t *pc)
{
	uint32_t size = pc[1];

	for (unsigned lane = batch->first_group * WIDE_GROUP;
	     lane < batch->end_group * WIDE_GROUP && lane < batch->valid; lane++)
		memcpy(batch->frame + pc[2] + (size_t)lane * size,
		       batch->memory + lane * batch->memory_stride + pc[3], size);
	return pc + 4;
}

const uint32_t *hr_wide_slot_store(hr_batch *batch, const uint32_t *pc)
{
	const wide_inst *inst = inst_at(batch, pc[1]);
	const wide_site *site = &batch->wide->sites.data[inst->sites];

	FOR_LANES(batch, lane)
		fetch(batch, site->web, (unsigned)lane,
		      batch->memory + lane * batch->memory_stride + inst->immediate[0]);
	return pc + 2;
}

/* --- the batch -------------------------------------------------------------------------------- */

static size_t aligned(size_t bytes)
{
	return (bytes + 63) & ~(size_t)63;
}

static void place_constants(hr_batch *batch, uint8_t *frame, const wide_version *version)
{
	for (size_t i = 0; i < version->constants.count; i++) {
		const wide_constant *c = &version->constants.data[i];

		for (unsigned lane = 0; lane < (c->array ? batch->wide->lanes : 1); lane++)
			memcpy(frame + c->place + (size_t)lane * c->size, c->value, c->size);
	}
}

static void init_scalar_frames(hr_batch *batch)
{
	const hr_wide *wide = batch->wide;

	for (size_t i = 0; i < wide->areas.count; i++) {
		const wide_area *area = &wide->areas.data[i];
		uint8_t *frame = batch->scalar + area->scalar;

		*hr_frame_of(frame) = (hr_frame){.code = area->code};
		if (area->parent != WIDE_NONE) {
			hr_frame_of(frame)->call = area->call;
			hr_frame_of(frame)->caller =
				batch->scalar + wide->areas.data[area->parent].scalar;
		}
		memcpy(frame, area->code->constants, area->code->constant_bytes);
	}
}

size_t hr_batch_bytes(const hr_wide *wide)
{
	return wide->versions[0].frame_bytes + wide->versions[1].frame_bytes + wide->scalar_bytes +
	       (size_t)wide->lane_bytes * wide->lanes;
}

hr_batch *hr_batch_new(const hr_wide *wide)
{
	size_t first = aligned(wide->versions[0].frame_bytes);
	size_t second = aligned(wide->versions[1].frame_bytes);
	size_t scalar = aligned(wide->scalar_bytes + 64), gates, last, waiting, set, memory;
	/* not a power of two, or all lanes would compete for the same cache lines */
	size_t stride = wide->lane_bytes ? aligned(wide->lane_bytes) + 64 : 0;
	hr_batch *batch = hr_alloc_zero(sizeof(*batch));
	uint8_t *at;

	gates = aligned(wide->gates.count * sizeof(*batch->gates));
	last = aligned(wide->gates.count * sizeof(*batch->last));
	waiting = aligned((size_t)wide->order_count * HR_WIDE_WORDS * sizeof(uint64_t));
	set = aligned((wide->order_count / 64 + 1) * sizeof(uint64_t));
	memory = aligned(stride * wide->lanes);
	batch->mapped_bytes = first + second + scalar + gates + last + waiting + set + memory;
	batch->mapped = hr_pages_map(batch->mapped_bytes, true);
	if (!batch->mapped) {
		hr_free(batch);
		return NULL;
	}
	batch->wide = wide;
	batch->handlers = wide->ops->handlers;
	at = batch->mapped;
	batch->frame_offset = first;
	place_constants(batch, at, &wide->versions[0]);
	place_constants(batch, at + first, &wide->versions[1]);
	at += first + second;
	batch->scalar = at;
	batch->gates = (wide_gate_at *)(void *)(at += scalar);
	batch->last = (uint64_t *)(void *)(at += gates);
	batch->waiting = (uint64_t *)(void *)(at += last);
	batch->waiting_set = (uint64_t *)(void *)(at += waiting);
	batch->memory = at + set;
	batch->memory_stride = stride;
	init_scalar_frames(batch);
	return batch;
}

void hr_batch_free(hr_batch *batch)
{
	if (!batch)
		return;
	hr_pages_unmap(batch->mapped, batch->mapped_bytes);
	hr_free(batch);
}

/* Without checkers one gate lets everything pass. */
static void place_gates(hr_batch *batch)
{
	static hr_gate all = {.span = UINT64_MAX};
	static hr_gate *const open = &all;
	const hr_wide *wide = batch->wide;

	batch->observed = batch->thread->run->observed;
	for (size_t i = 0; i < wide->gates.count; i++) {
		const wide_gate *gate = &wide->gates.data[i];
		const wide_area *area = &wide->areas.data[gate->area];
		uint8_t *frame = batch->scalar + area->scalar;

		batch->gates[i].gate = &open;
		if (batch->observed)
			batch->gates[i].gate = &hr_gates_of(batch->thread, frame)[gate->word];
		batch->gates[i].variables = (uint64_t)(uintptr_t)(batch->memory + area->slots) -
					    area->code->register_bytes;
	}
	batch->gated = true;
}

/* Lanes behind those of the tile, up to a whole group, too: runs of lanes go on there. */
static void number_lanes(hr_batch *batch, unsigned rows, unsigned columns)
{
	unsigned row = 0, column = 0;

	if (batch->rows == rows && batch->columns == columns)
		return;
	batch->rows = rows;
	batch->columns = columns;
	for (unsigned lane = 0; lane < batch->wide->lanes; lane++) {
		batch->row_of[lane] = (uint16_t)row;
		batch->column_of[lane] = (uint16_t)column;
		if (++column == columns) {
			column = 0;
			row++;
		}
	}
}

void hr_batch_begin(hr_batch *batch, hr_level *level, const hr_tile *tile, const uint8_t *inputs,
		    size_t input_stride, uint8_t *outputs, size_t output_stride)
{
	uint64_t mask[HR_WIDE_WORDS] = {0};

	batch->frame = batch->mapped;
	batch->version = &batch->wide->versions[0];
	batch->tile = *tile;
	batch->valid = tile->count;
	batch->lanes = (tile->count + WIDE_GROUP - 1) / WIDE_GROUP * WIDE_GROUP;
	batch->level = level;
	batch->inputs = inputs;
	batch->input_stride = input_stride;
	batch->outputs = outputs;
	batch->output_stride = output_stride;
	number_lanes(batch, tile->rows, tile->columns);
	dimensions_of(level->extent, level->dims, batch->dimension);
	hr_tile_id(level->extent, tile->first, batch->id);
	memset(batch->parked, 0, sizeof(batch->parked));
	memset(batch->completed, 0, sizeof(batch->completed));
	batch->parked_inst = batch->other_inst = NULL;
	batch->other_pc = NULL;
	batch->lowest = WIDE_NONE;
	batch->fault_lane = WIDE_NONE;
	memset(mask, 0xFF, tile->count / 8);
	for (unsigned lane = tile->count & ~7u; lane < tile->count; lane++)
		wide_add(mask, lane);
	wait_at(batch, 0, mask);
}

static void clear_waiting(hr_batch *batch)
{
	memset(batch->waiting_set, 0, (batch->wide->order_count / 64 + 1) * sizeof(uint64_t));
	memset(batch->waiting, 0,
	       (size_t)batch->wide->order_count * HR_WIDE_WORDS * sizeof(uint64_t));
	batch->lowest = WIDE_NONE;
}

__attribute__((no_sanitize("address"), no_sanitize("undefined")))
static void loop(hr_batch *batch, const uint32_t *pc)
{
	wide_handler *const *handlers = batch->handlers;

	while (pc)
		pc = handlers[*pc](batch, pc);
}

/* Words of an affine address: a k i k scale offset. */
static uint64_t affine_address(const hr_batch *batch, const uint32_t *words, unsigned lane)
{
	uint64_t address = (uint64_t)(int64_t)(int32_t)words[5], part[2] = {0, 0};

	for (unsigned i = 0; i < 2; i++) {
		if (words[2 * i] == WIDE_NONE)
			continue;
		if (words[2 * i + 1] == WIDE_AFFINE)
			part[i] = affine_of(batch, words[2 * i], lane);
		else
			memcpy(&part[i], batch->frame + words[2 * i], 8);
	}
	return address + part[0] + part[1] * words[4];
}

/* Words: a i scale offset; a is uniform, i an array. */
static uint64_t indexed_address(const hr_batch *batch, const uint32_t *words, unsigned lane)
{
	uint64_t base, index;

	memcpy(&base, batch->frame + words[0], 8);
	memcpy(&index, batch->frame + words[1] + (size_t)lane * 8, 8);
	return base + index * words[2] + (uint64_t)(int64_t)(int32_t)words[3];
}

static uint64_t gathered_address(const hr_batch *batch, const uint32_t *words, unsigned lane)
{
	uint64_t address;

	memcpy(&address, batch->frame + words[0] + (size_t)lane * 8, 8);
	return address + (uint64_t)(int64_t)(int32_t)words[1];
}

/* What LANE accesses by the operation at PC; *size 0: not known. */
static uint64_t address_of(const hr_batch *batch, const uint32_t *pc, unsigned lane, uint32_t *size)
{
	switch (*pc) {
	case WIDE_X_load_affine:
		*size = pc[4];
		return affine_address(batch, pc + 5, lane);
	case WIDE_X_load_indexed:
		*size = pc[4];
		return indexed_address(batch, pc + 5, lane);
	case WIDE_X_load_gather:
		*size = pc[4];
		return gathered_address(batch, pc + 5, lane);
	case WIDE_X_store_affine:
		*size = pc[5];
		return affine_address(batch, pc + 6, lane);
	case WIDE_X_store_indexed:
		*size = pc[5];
		return indexed_address(batch, pc + 6, lane);
	case WIDE_X_store_scatter:
		*size = pc[5];
		return gathered_address(batch, pc + 6, lane);
	default:
		*size = 0;
		return 0;
	}
}

/* The first lane that accesses the fault's address, or one that no address can be. */
static uint32_t lane_of_fault(const hr_batch *batch)
{
	const void *fault = batch->thread->fault_address;

	FOR_LANES(batch, lane) {
		uint32_t size;
		uint64_t address = address_of(batch, batch->at, (unsigned)lane, &size);
		bool canonical = (address + (UINT64_C(1) << 47)) >> 48 == 0;

		if (size && (fault == HR_NO_ADDRESS ? !canonical
						    : (uint64_t)(uintptr_t)fault - address < size))
			return (uint32_t)lane;
	}
	return batch->fault_lane;
}

static hr_status report_fault(hr_batch *batch)
{
	hr_thread *thread = batch->thread;

	thread->recover = NULL;
	thread->reporting = true;
	if (batch->at && batch->fault_lane == WIDE_NONE)
		batch->fault_lane = lane_of_fault(batch);
	if (batch->at)
		stand_at(batch, batch->fault_lane);
	batch->status = hr_engine_trap(thread, (hr_trap)thread->fault + 1);
	thread->reporting = false;
	return batch->status;
}

static hr_status run_guarded(hr_batch *batch)
{
	hr_thread *thread = batch->thread;
	sigjmp_buf recover;

	if (sigsetjmp(recover, 0) != 0)
		return report_fault(batch);
	thread->recover = &recover;
	loop(batch, next_lanes(batch));
	return batch->status;
}

hr_status hr_batch_run(hr_thread *thread, hr_batch *batch, bool *at_barrier)
{
	sigjmp_buf *recover = thread->recover;
	const hr_level *level = thread->level;
	const hr_code *code = thread->code;
	const uint32_t *pc = thread->pc;
	bool checking = thread->checking;
	hr_status status;

	if (!is_empty(batch->parked)) {
		wait_at(batch, batch->parked_at, batch->parked);
		memset(batch->parked, 0, sizeof(batch->parked));
	}
	thread->level = batch->level;
	memcpy(batch->level->id, batch->id, sizeof(batch->id)); /* of several batches, this one's */
	batch->thread = thread;
	if (!batch->gated || batch->observed != thread->run->observed)
		place_gates(batch);
	thread->checking = batch->observed; /* functions that are called */
	batch->left = thread->left;
	batch->status = HR_OK;
	batch->at = NULL;
	status = run_guarded(batch);
	thread->left = batch->left;
	thread->steps = (thread->granted - (uint64_t)batch->left) / HR_STEP_BYTES;
	thread->recover = recover;
	thread->level = level;
	thread->code = code;
	thread->pc = pc;
	thread->checking = checking;
	if (status != HR_OK)
		clear_waiting(batch);
	*at_barrier = status == HR_OK && !is_empty(batch->parked);
	return status;
}

static bool first_of(const uint64_t mask[HR_WIDE_WORDS], unsigned *lane)
{
	for (unsigned i = 0; i < HR_WIDE_WORDS; i++)
		if (mask[i]) {
			*lane = i * 64 + (unsigned)__builtin_ctzll(mask[i]);
			return true;
		}
	return false;
}

static hr_standing standing(const hr_batch *batch, unsigned lane, const wide_inst *inst, bool barrier)
{
	const hr_code *code = batch->wide->areas.data[inst->area].code;

	return (hr_standing){batch->tile.first + lane, code, (uint32_t)(inst->pc - code->words),
			     barrier};
}

bool hr_batch_standing(const hr_batch *batch, const hr_standing *at, hr_standing *found)
{
	const wide_inst *inst = batch->parked_inst;
	unsigned lane, best = HR_WIDE_MAX;

	if (!is_empty(batch->parked) && first_of(batch->parked, &lane)) {
		hr_standing parked = standing(batch, lane, inst, true);

		if (!at || parked.code != at->code || parked.word != at->word) {
			best = lane;
			*found = parked;
		}
	}
	if (!at)
		return best < HR_WIDE_MAX;
	if (batch->other_inst && first_of(batch->other, &lane) && lane < best) {
		best = lane;
		*found = standing(batch, lane, batch->other_inst, true);
	}
	if (first_of(batch->completed, &lane) && lane < best) {
		best = lane;
		*found = standing(batch, lane, batch->ended[lane], false);
	}
	return best < HR_WIDE_MAX;
}

unsigned hr_batch_waiting(const hr_batch *batch)
{
	unsigned waiting = 0;

	for (unsigned i = 0; i < HR_WIDE_WORDS; i++)
		waiting += (unsigned)__builtin_popcountll(
			batch->parked[i] | (batch->other_inst ? batch->other[i] : 0));
	return waiting;
}
