/* interp/lanes/run/each.c -- operations that are done lane by lane, and lanes as the checkers see
 * them.
 *
 * Operations without an array form are done in the scalar frame, by the handlers of width 1, one
 * lane after the other.
 *
 * Clauses:   as the engine's (interp/run/thread.h). */
#include <string.h>

#include "interp/engine/engine.h"
#include "interp/lanes/run/lane_batch.h"
#include "interp/run/promise.h"
#include "interp/run/thread_pool.h"

/* --- stopping --------------------------------------------------------------------------------- */

/* Publish the place of LANE in the thread; LANE_NONE: of the first active lane. */
void hr_lane_stand_at(hr_batch *batch, uint32_t lane)
{
	const lane_inst *inst = lane_inst_at(batch, batch->at[1]);

	batch->thread->code = batch->lane_code->areas.data[inst->area].code;
	batch->thread->pc = inst->pc;
	hr_lane_set_id(batch, lane == LANE_NONE ? lane_first(batch) : lane);
}

const uint32_t *hr_lane_trap(hr_batch *batch, uint32_t lane, hr_trap trap)
{
	hr_lane_stand_at(batch, lane);
	batch->status = hr_engine_trap(batch->thread, trap);
	return NULL;
}

/* Make LANE the running instance for the checkers. */
static void show_lane(hr_batch *batch, uint32_t lane)
{
	uint8_t *memory = batch->memory + lane_home_of(batch, lane) * batch->memory_stride;

	batch->shown = lane;
	hr_lane_stand_at(batch, lane);
	for (size_t i = 0; i < batch->lane_code->areas.count; i++) {
		const lane_area *area = &batch->lane_code->areas.data[i];
		uint8_t *frame = batch->scalar + area->scalar;

		hr_frame_of(frame)->shift = (uint64_t)(uintptr_t)(memory + area->slots) -
					    area->code->register_bytes - (uint64_t)(uintptr_t)frame;
	}
	hr_check_lane(batch->thread, memory, batch->lane_code->lane_bytes);
}

void hr_batch_show_again(hr_batch *batch)
{
	if (batch->shown != LANE_NONE)
		show_lane(batch, batch->shown);
}

/* The slow path, which may open the access check. A batch that runs concurrently with others
 * updates its copy. */
static hr_trap check_access(hr_batch *batch, uint32_t check, uint32_t lane, uint64_t address,
			    uint32_t size, const void *value)
{
	const lane_inst *inst = lane_inst_at(batch, batch->at[1]);
	const hr_code *code = batch->lane_code->areas.data[inst->area].code;
	uint8_t *frame = lane_scalar_frame(batch, inst);
	hr_trap trap;

	hr_pool_lock(batch->thread);
	show_lane(batch, lane);
	if (batch->thread->place)
		hr_access_checks_of(batch->thread, frame);
	trap = hr_check_access(batch->thread, frame, address, size,
			       value ? HR_ACCESS_WRITE : HR_ACCESS_READ, value);
	if (batch->thread->place)
		batch->own_checks[check] =
			*hr_access_checks_of(batch->thread, frame)[inst->pc - code->words];
	hr_pool_unlock(batch->thread);
	return trap;
}

void hr_lane_see(hr_batch *batch, const hr_access_check *open, uint32_t lane, uint64_t address,
		 const void *value)
{
	show_lane(batch, lane);
	hr_access_watched(batch->thread, open, address, value);
}

bool hr_lane_admit(hr_batch *batch, uint32_t check, uint32_t lane, uint64_t address, uint32_t size,
		   const void *value)
{
	const lane_check_at *at = &batch->checks[check];
	const hr_access_check *open = *at->check;
	uint64_t variables = at->variables + lane_home_of(batch, lane) * batch->memory_stride;
	hr_trap trap;

	if (address - open->base - (variables & open->framed) < open->span &&
	    !(address & open->align)) {
		if (open->watch)
			hr_lane_see(batch, open, lane, address, value);
		return open->defined || hr_lane_defined(batch, address, size, value);
	}
	trap = check_access(batch, check, lane, address, size, value);
	if (!trap)
		return hr_lane_defined(batch, address, size, value);
	hr_lane_trap(batch, lane, trap);
	return false;
}

/* --- values of one lane ----------------------------------------------------------------------- */

void hr_lane_fetch(const hr_batch *batch, uint32_t web, unsigned lane, uint8_t *to)
{
	const lane_web *from = &batch->version->webs.data[web];
	uint64_t value;

	if (from->class == LANE_AFFINE) {
		value = lane_affine_of(batch, from->place, lane);
		memcpy(to, &value, from->size < 8 ? from->size : 8);
	} else if (from->bits) {
		memcpy(&value, batch->frame + from->place + lane / 64 * sizeof(value),
		       sizeof(value));
		*to = value >> lane % 64 & 1;
	} else {
		memcpy(to,
		       batch->frame + from->place +
			       (from->class == LANE_VARYING ? (size_t)lane * from->size : 0),
		       from->size);
	}
}

/* Return where definition D goes, as lane_target() decided. */
static uint8_t *definition(const hr_batch *batch, const lane_inst *inst, unsigned d, unsigned lane)
{
	const lane_site *site = &batch->lane_code->sites.data[inst->sites + d];
	const lane_web *web = &batch->version->webs.data[site->web];
	uint32_t place = web->place;

	if (batch->version->masked[inst - batch->lane_code->insts.data] >> d & 1)
		place = batch->version->scratch + d * batch->lane_code->lanes * 16;
	return batch->frame + place + (size_t)lane * web->size;
}

static uint64_t fetch64(const hr_batch *batch, uint32_t web, unsigned lane)
{
	uint64_t value = 0;

	hr_lane_fetch(batch, web, lane, (uint8_t *)&value);
	return value;
}

/* A web of 8 bytes, of which each lane is read: at AT, STEP bytes apart. */
typedef struct lane_words {
	const uint8_t *at; /* NULL: an affine value */
	size_t step;
	uint32_t place;
} lane_words;

static lane_words words_of(const hr_batch *batch, uint32_t web)
{
	const lane_web *from = &batch->version->webs.data[web];

	return (lane_words){.at = from->class == LANE_AFFINE ? NULL : batch->frame + from->place,
			    .step = from->class == LANE_VARYING ? sizeof(uint64_t) : 0,
			    .place = from->place};
}

static inline uint64_t word_of(const hr_batch *batch, const lane_words *words, unsigned lane)
{
	uint64_t value;

	if (!words->at)
		return lane_affine_of(batch, words->place, lane);
	memcpy(&value, words->at + lane * words->step, sizeof(value));
	return value;
}

/* --- one lane after the other ----------------------------------------------------------------- */

/* Copy the source operands of INST into the scalar frame. */
void hr_lane_place_sources(const hr_batch *batch, const lane_inst *inst, unsigned lane)
{
	const lane_site *sites = &batch->lane_code->sites.data[inst->sites];

	for (unsigned i = inst->def_count; i < (unsigned)inst->def_count + inst->use_count; i++)
		if (!batch->version->webs.data[sites[i].web].constant)
			hr_lane_fetch(batch, sites[i].web, lane, batch->scalar + sites[i].scalar);
}

static void take_results(const hr_batch *batch, const lane_inst *inst, unsigned lane)
{
	const lane_site *sites = &batch->lane_code->sites.data[inst->sites];

	for (unsigned d = 0; d < inst->def_count; d++)
		memcpy(definition(batch, inst, d, lane), batch->scalar + sites[d].scalar,
		       batch->version->webs.data[sites[d].web].size);
}

/* As the engine checks an operation whose handler is out of line. */
static hr_trap check_rare(hr_batch *batch, const lane_inst *inst, uint32_t lane)
{
	const hr_code *code = batch->lane_code->areas.data[inst->area].code;
	uint8_t *frame = lane_scalar_frame(batch, inst);
	hr_access_check *const *check;
	hr_trap trap;

	if (!batch->observed)
		return 0;
	hr_pool_lock(batch->thread);
	show_lane(batch, lane);
	check = &hr_access_checks_of(batch->thread, frame)[inst->pc - code->words];
	trap = hr_check_rare(batch->thread, frame, *check, inst->pc);
	if (batch->thread->place && *batch->at == LANE_X_atomic)
		batch->own_checks[batch->at[3]] = **check;
	hr_pool_unlock(batch->thread);
	return trap;
}

/* Return true if all active lanes pass the access check of an `object` or `stray` operation or of a
 * promise, as hr_check_rare() sees it (interp/check/access/local.c). */
static bool objects_pass(hr_batch *batch, const lane_inst *inst)
{
	const lane_site *uses = &batch->lane_code->sites.data[inst->sites];
	const lane_area *area = &batch->lane_code->areas.data[inst->area];
	const uint64_t first = hr_map_key(batch->memory) + area->slots - area->code->register_bytes;
	const lane_words address = words_of(batch, uses[0].web),
			 root = words_of(batch, uses[1].web);
	/* a stray pointer may be at the end of its object */
	const uint64_t bytes = inst->op == HR_OP_object ? inst->immediate[0] >> HR_OBJECT_KIND : 0;
	hr_access_check check;

	if (!batch->observed)
		return true;
	hr_pool_lock(batch->thread);
	check = *hr_access_checks_of(batch->thread,
				     lane_scalar_frame(batch, inst))[inst->pc - area->code->words];
	hr_pool_unlock(batch->thread);
	if (check.span < bytes || !check.span)
		return false;
	FOR_LANES_IN_MASK(batch, lane) {
		const uint64_t variables =
			first + lane_home_of(batch, (uint32_t)lane) * batch->memory_stride;
		const uint64_t base = check.base + (variables & check.framed);

		if (word_of(batch, &root, (unsigned)lane) - base >= check.span ||
		    word_of(batch, &address, (unsigned)lane) - base > check.span - bytes)
			return false;
	}
	return true;
}

/* Return true if all active lanes keep the promise of INST, as the handler and hr_check_rare() see
 * it. */
static bool promises_hold(hr_batch *batch, const lane_inst *inst)
{
	const lane_site *uses = &batch->lane_code->sites.data[inst->sites];
	const lane_area *area = &batch->lane_code->areas.data[inst->area];
	const hr_promise *promise = &area->code->promises[inst->immediate[0]];
	const uint64_t first = hr_map_key(batch->memory) + area->slots - area->code->register_bytes;
	const bool points =
		promise->kind == HR_PROMISE_BYTES || promise->kind == HR_PROMISE_BYTES_OR_NULL;
	hr_access_check check = {.span = UINT64_MAX};

	if (points && batch->observed) {
		hr_pool_lock(batch->thread);
		check = *hr_access_checks_of(
			batch->thread,
			lane_scalar_frame(batch, inst))[inst->pc - area->code->words];
		hr_pool_unlock(batch->thread);
	}
	FOR_LANES_IN_MASK(batch, lane) {
		const uint64_t variables =
			first + lane_home_of(batch, (uint32_t)lane) * batch->memory_stride;
		const uint64_t value = fetch64(batch, uses[0].web, (unsigned)lane);
		const uint64_t number = fetch64(batch, uses[1].web, (unsigned)lane);
		const uint64_t offset = value - check.base - (variables & check.framed);

		if ((promise->kind >= HR_PROMISE_ONCE && batch->observed) ||
		    !hr_promise_kept(promise, value, number) ||
		    (points && value && (offset >= check.span || number > check.span - offset)))
			return false;
	}
	return true;
}

/* Return false if an operation that accesses memory may only find it defined because another lane has run
 * first. An operation that reads what it writes initialises nothing. */
static bool may_access(hr_batch *batch, const lane_inst *inst)
{
	const hr_op_shape shape = (hr_op_shape)hr_op_infos[inst->op].shape;

	return (shape == HR_SHAPE_RMW && !batch->initialised_count) || hr_lane_accesses_any(batch);
}

/* Return true if an active lane breaks the promise INST, HR_POISON_OBJECT. */
static bool leaves_object(hr_batch *batch, const lane_inst *inst)
{
	bool leaves;

	if (!batch->shadow || objects_pass(batch, inst))
		return false;
	batch->changes++;
	FOR_LANES_IN_MASK(batch, lane) {
		hr_lane_stand_at(batch, (uint32_t)lane);
		hr_lane_place_sources(batch, inst, (unsigned)lane);
		hr_pool_lock(batch->thread);
		show_lane(batch, (uint32_t)lane);
		leaves = hr_check_leaves_object(batch->thread, lane_scalar_frame(batch, inst),
						inst->pc, NULL);
		hr_pool_unlock(batch->thread);
		if (leaves)
			return true;
	}
	return false;
}

const uint32_t *hr_lane_lanes(hr_batch *batch, const uint32_t *pc)
{
	const lane_inst *inst = lane_inst_at(batch, pc[1]);
	hr_trap (*handler)(hr_thread *, uint8_t *, const uint32_t *) =
		hr_rare_ops[inst->op].handler;

	if (inst->op == HR_OP_poison_source) {
		batch->at = pc;
		return leaves_object(batch, inst) ? hr_lane_met_undefined(batch) : pc + 2;
	}
	if ((inst->op == HR_OP_object || inst->op == HR_OP_stray) && objects_pass(batch, inst))
		return pc + 2;
	if (inst->op == HR_OP_promise && promises_hold(batch, inst))
		return pc + 2;
	batch->changes++;
	batch->at = pc;
	FOR_LANES_IN_MASK(batch, lane) {
		hr_trap trap;

		batch->fault_lane = (uint32_t)lane;
		hr_lane_stand_at(batch, (uint32_t)lane);
		hr_lane_place_sources(batch, inst, (unsigned)lane);
		if (batch->shadow && hr_rare_ops[inst->op].accesses &&
		    (!may_access(batch, inst) ||
		     hr_uninit_rare(batch->thread, lane_scalar_frame(batch, inst), inst->pc)))
			return hr_lane_met_undefined(batch);
		trap = check_rare(batch, inst, (uint32_t)lane);
		if (!trap)
			trap = handler(batch->thread, lane_scalar_frame(batch, inst), inst->pc);
		if (trap)
			return hr_lane_trap(batch, (uint32_t)lane, trap);
		take_results(batch, inst, (unsigned)lane);
	}
	batch->fault_lane = LANE_NONE;
	return pc + 2;
}

const uint32_t *hr_lane_rare(hr_batch *batch, const uint32_t *pc)
{
	hr_trap trap;

	batch->changes++;
	batch->at = pc;
	hr_lane_stand_at(batch, LANE_NONE); /* handlers may report errors */
	trap = hr_rare_ops[pc[2]].handler(batch->thread, batch->frame, pc + 2);
	if (trap)
		return hr_lane_trap(batch, LANE_NONE, trap);
	return pc + 2 + hr_op_length((hr_op)pc[2]);
}

/* Fail as a read of undefined memory does. */
static hr_trap give_up(hr_batch *batch)
{
	hr_lane_met_undefined(batch);
	return HR_TRAP_REPORTED | HR_TRAP;
}

static void copy_undefined(hr_batch *batch, const lane_inst *inst, uint64_t to, uint64_t from,
			   uint64_t bytes)
{
	hr_pool_lock(batch->thread);
	hr_uninit_copy(batch->thread, lane_scalar_frame(batch, inst), inst->pc, to, from, bytes);
	hr_pool_unlock(batch->thread);
}

HR_PROGRAM_MEMORY static hr_trap do_block(hr_batch *batch, const lane_inst *inst, unsigned lane)
{
	const lane_site *uses = &batch->lane_code->sites.data[inst->sites];
	uint64_t to = fetch64(batch, uses[0].web, lane), from = fetch64(batch, uses[1].web, lane);
	uint64_t bytes = fetch64(batch, uses[2].web, lane);
	hr_trap trap;

	if (batch->observed) {

		hr_pool_lock(batch->thread);
		show_lane(batch, lane);
		trap = hr_check_block(batch->thread, lane_scalar_frame(batch, inst), to,
				      inst->op == HR_OP_memset ? 0 : from, bytes);
		hr_pool_unlock(batch->thread);
		if (trap)
			return trap;
	}
	if (inst->op == HR_OP_memcpy && hr_promise_overlap(to, from, bytes)) {
		hr_lane_stand_at(batch, lane);
		trap = hr_promise_apart(batch->thread, "memcpy", to, bytes, from, bytes);
		if (trap)
			return trap;
	}
	if (batch->shadow && inst->op == HR_OP_memset)
		hr_lane_defined(batch, to, bytes, true);
	else if (batch->shadow && !hr_lane_copies_undefined(batch, to, from, bytes))
		return give_up(batch);
	else if (batch->shadow)
		copy_undefined(batch, inst, to, from, bytes);
	if (inst->op == HR_OP_memset)
		memset((void *)to, (uint8_t)from, bytes);
	else
		memmove((void *)to, (const void *)from, bytes);
	return 0;
}

const uint32_t *hr_lane_block(hr_batch *batch, const uint32_t *pc)
{
	const lane_inst *inst = lane_inst_at(batch, pc[1]);

	batch->changes++;
	batch->at = pc;
	FOR_LANES_IN_MASK(batch, lane) {
		hr_trap trap;

		batch->fault_lane = (uint32_t)lane;
		trap = do_block(batch, inst, (unsigned)lane);
		if (trap)
			return hr_lane_trap(batch, (uint32_t)lane, trap);
	}
	batch->fault_lane = LANE_NONE;
	return pc + 2;
}

/* --- calls ------------------------------------------------------------------------------------ */

enum { IMAGE_BYTES = 2048 };

/* Call a function of the program that is not inlined (recursive, large, called through a
 * pointer). */
static hr_trap call_interpreted(hr_batch *batch, const uint32_t *pc, const hr_call *call,
				const hr_site *site, uint8_t *frame)
{
	uint8_t inputs[IMAGE_BYTES], outputs[IMAGE_BYTES] = {0};
	const hr_code *code = site->code;
	hr_status status;

	for (uint32_t i = 0; i < code->param_count; i++) {
		if (code->params[i].offset + 16 > IMAGE_BYTES)
			return HR_REPORTED(batch->thread, unsupported_call, site->name,
					   "its arguments are too large");
		memcpy(inputs + code->params[i].offset, frame + call->args[i].reg,
		       hr_con_size(code->params[i].con));
	}
	status = hr_engine_invoke_for(batch->thread, frame, pc, code->function, inputs, outputs);
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

static hr_trap check_native(hr_batch *batch, const lane_inst *inst, uint32_t lane,
			    const hr_site *site)
{
	hr_trap trap;

	if (!batch->observed)
		return 0;
	hr_pool_lock(batch->thread);
	show_lane(batch, lane);
	trap = hr_check_native(batch->thread, lane_scalar_frame(batch, inst), inst->pc, site);
	hr_pool_unlock(batch->thread);
	return trap;
}

static hr_trap call_lane(hr_batch *batch, const lane_inst *inst, uint32_t lane)
{
	uint8_t *frame = lane_scalar_frame(batch, inst);
	const hr_code *code = batch->lane_code->areas.data[inst->area].code;
	const hr_call *call = &code->calls[inst->pc[1]];
	const hr_site *site;
	hr_trap trap = hr_site_find(batch->thread, frame, inst->pc, &site);

	if (trap)
		return trap;
	if (hr_uninit_may_access(site) && !hr_lane_accesses_any(batch))
		return give_up(batch);
	if (site->kind == HR_SITE_NATIVE) {
		trap = check_native(batch, inst, lane, site);
		if (!trap && batch->shadow)
			hr_uninit_native(batch->thread, frame, inst->pc, site, false);
		return trap ? trap : hr_site_native(batch->thread, frame, inst->pc, site);
	}
	if (site->abi)
		return HR_REPORTED(batch->thread, unsupported_call, site->name,
				   "it takes variadic arguments");
	if (batch->observed)
		show_lane(batch, lane);
	return call_interpreted(batch, inst->pc, call, site, frame);
}

const uint32_t *hr_lane_call(hr_batch *batch, const uint32_t *pc)
{
	const lane_inst *inst = lane_inst_at(batch, pc[1]);
	hr_thread *thread = batch->thread;

	batch->changes++;
	batch->at = pc;
	FOR_LANES_IN_MASK(batch, lane) {
		hr_trap trap;

		batch->fault_lane = (uint32_t)lane;
		hr_lane_stand_at(batch, (uint32_t)lane);
		hr_lane_place_sources(batch, inst, (unsigned)lane);
		thread->left = batch->left;
		trap = call_lane(batch, inst, (uint32_t)lane);
		batch->left = thread->left;
		if (trap)
			return hr_lane_trap(batch, (uint32_t)lane, trap);
		take_results(batch, inst, (unsigned)lane);
	}
	batch->fault_lane = LANE_NONE;
	return pc + 2;
}

/* --- allocas as operands ---------------------------------------------------------------------- */

const uint32_t *hr_lane_slot_load(hr_batch *batch, const uint32_t *pc)
{
	uint32_t size = pc[1];

	for (unsigned lane = batch->first_group * LANE_GROUP;
	     lane < batch->end_group * LANE_GROUP && lane < batch->valid; lane++)
		memcpy(batch->frame + pc[2] + (size_t)lane * size,
		       batch->memory + lane * batch->memory_stride + pc[3], size);
	return pc + 4;
}

const uint32_t *hr_lane_slot_store(hr_batch *batch, const uint32_t *pc)
{
	const lane_inst *inst = lane_inst_at(batch, pc[1]);
	const lane_site *site = &batch->lane_code->sites.data[inst->sites];

	batch->changes++;
	FOR_LANES_IN_MASK(batch, lane)
		hr_lane_fetch(batch, site->web, (unsigned)lane,
			      batch->memory + lane * batch->memory_stride + inst->immediate[0]);
	return pc + 2;
}
