/* interp/check/access/check.c -- the slow path of checked accesses: the running leaf, its
 * arguments, and the object of an access.
 *
 * The static properties of a place are found once and stored in its site, for example the argument
 * that its address comes from, through the callers of the function. After that each access only
 * needs a comparison with the range of that argument.
 *
 * Owns:      sites.
 * Clauses:   M4-M6 (with bounds.c, attributes.c, interp/check/race/race.c).
 * Not here:  the origin of a pointer within a function (ir/program/origin.c), findings
 *            (interp/check/find.c). */
#include <string.h>

#include "interp/check/check_sandbox.h"
#include "interp/check/check_state.h"
#include "interp/memory/device_copies.h"
#include "interp/memory/image.h"
#include "interp/memory/memory.h"

static void make_lock(hr_checker *checker)
{
	pthread_mutexattr_t recursive;

	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&checker->lock, &recursive);
	pthread_mutexattr_destroy(&recursive);
}

hr_checker *hr_checker_new(hr_run *run)
{
	hr_checker *checker = hr_alloc_zero(sizeof(*checker));

	checker->objects.record_bytes = sizeof(check_object);

	checker->run = run;
	run->say_findings = hr_check_say;
	checker->fix_of = hr_check_attributes_fix;
	checker->checks = run->options.checks;
	run->program->check_objects = checker->checks & HR_CHECK_BOUNDS;
	make_lock(checker);
	pthread_mutex_init(&checker->variables_lock, NULL);
	hr_arena_init(&checker->arena);
	hr_arena_share_texts(&checker->arena); /* the same finding may be met without end */
	if (checker->checks & HR_CHECK_UNINIT)
		hr_uninit_start(checker);
	hr_check_blocks_new(checker);
	return checker;
}

void hr_checker_free(hr_checker *checker)
{
	if (!checker)
		return;
	hr_check_race_free(checker);
	hr_check_attributes_free(checker);
	hr_uninit_free(checker);
	hr_check_blocks_free(checker);
	hr_check_snapshot_free(checker);
	hr_check_host_free(checker);
	for (size_t i = 0; i < checker->freed_objects.count; i++)
		hr_objects_free(checker->freed_objects.data[i].objects);
	HR_VEC_FREE(&checker->freed_objects);
	hr_spans_free(&checker->objects);
	HR_VEC_FREE(&checker->host_freed);
	HR_VEC_FREE(&checker->grants);
	HR_VEC_FREE(&checker->files);
	HR_VEC_FREE(&checker->variables);
	HR_VEC_FREE(&checker->findings);
	HR_VEC_FREE(&checker->ranges);
	HR_VEC_FREE(&checker->write.levels);
	hr_access_checks_free(checker);
	hr_check_strays_free(checker);
	hr_map_free(&checker->finding_index);
	hr_map_free(&checker->codes);
	hr_map_free(&checker->places);
	hr_map_free(&checker->call_origins);
	hr_map_free(&checker->call_plans);
	hr_map_free(&checker->writes);
	hr_map_free(&checker->natives);
	hr_free(checker->globals);
	hr_arena_free(&checker->arena);
	pthread_mutex_destroy(&checker->lock);
	pthread_mutex_destroy(&checker->variables_lock);
	hr_free(checker);
}

void hr_look_begin(hr_run *run)
{
	static const unsigned checks =
		HR_CHECK_UNINIT | HR_CHECK_POISON | HR_CHECK_RACE | HR_CHECK_ATTRIBUTES;
	hr_checker *checker = run->checker;

	/* the thread that holds it is one of the process that was forked */
	make_lock(checker);
	run->options.checks |= checks;
	run->observed = true;
	checker->checks |= checks;
	checker->looks = true;
	if (!checker->uninit)
		hr_uninit_start(checker);
}

static uint32_t word_of(const hr_code *code, const uint32_t *pc)
{
	return (uint32_t)(pc - code->words);
}

/* --- the running leaf ------------------------------------------------------------------------- */

/* The unused part of the thread's own stack: functions called by lanes run there. Instances at
 * width 1 use another stack, and lanes have their variables elsewhere. */
static void find_frames(hr_checker *checker, const hr_thread *thread)
{
	checker->frames = hr_map_key(thread->top);
	checker->frames_end = hr_map_key(thread->limit);
}

void hr_check_enter(hr_checker *checker, const hr_thread *thread, const hr_plan *plan,
		    const hr_node *root, uint64_t execution, const uint8_t *inputs)
{
	pthread_mutex_lock(&checker->lock);
	find_frames(checker, thread);
	checker->plan = plan;
	checker->execution = execution;
	checker->root_inputs = inputs;
	hr_check_host_pause(checker, thread);
	hr_check_blocks_enter(checker);
	if (!checker->run->repeated)
		checker->repeat = 0;
	if (checker->uninit)
		hr_uninit_execution(checker, root, execution);
}

void hr_check_leave(hr_checker *checker)
{
	hr_check_host_resume(checker);
	pthread_mutex_unlock(&checker->lock);
}

void hr_check_inputs(hr_checker *checker, const uint8_t *inputs)
{
	const hr_node *leaf = checker->leaf;
	bool changed = false;

	for (unsigned i = 0; i + 1 < leaf->input_count; i++) {
		check_range *known = &checker->ranges.data[i], now = {.port = i};
		uint64_t size;

		if (!hr_port_has_size(leaf->inputs, leaf->input_count, i))
			continue;
		memcpy(&now.base, inputs + leaf->inputs[i].offset, sizeof(now.base));
		memcpy(&size, inputs + leaf->inputs[i + 1].offset, sizeof(size));
		if (!now.base || __builtin_add_overflow(now.base, size, &now.end))
			now.base = now.end = 0;
		changed |= now.base != known->base || now.end != known->end;
		*known = now;
	}
	if (!changed)
		return;
	hr_access_checks_close(checker);
	if (checker->checks & HR_CHECK_ATTRIBUTES)
		hr_check_attributes_inputs(checker);
}

static void enter_grid(hr_checker *checker, const hr_level *level, const uint8_t *inputs,
		       bool per_instance)
{
	checker->leaf = level->node;
	checker->ranges.count = 0;
	HR_RESERVE(&checker->ranges, level->node->input_count + 1);
	checker->ranges.count = level->node->input_count;
	memset(checker->ranges.data, 0,
	       (level->node->input_count + 1) * sizeof(*checker->ranges.data));
	hr_access_checks_close(checker);
	if (!per_instance)
		hr_check_inputs(checker, inputs);
}

uint64_t hr_check_grid(hr_checker *checker, const hr_level *level, uint64_t count,
		       const uint8_t *inputs, bool per_instance)
{
	enter_grid(checker, level, inputs, per_instance);
	hr_check_strays_forget(checker);
	hr_defined_grid(checker, count);
	if (checker->checks & HR_CHECK_RACE)
		return hr_check_race_grid(checker, level, count);
	return 0;
}

void hr_check_return(hr_checker *checker, const hr_level *level, uint64_t count,
		     const uint8_t *inputs, bool per_instance, uint64_t grid)
{
	enter_grid(checker, level, inputs, per_instance);
	if (checker->checks & HR_CHECK_RACE)
		hr_check_race_return(checker, level, count, grid);
}

uint64_t hr_check_pause(hr_checker *checker, uint64_t grid)
{
	return checker->checks & HR_CHECK_RACE ? hr_check_race_pause(checker, grid) : grid;
}

void hr_check_lane(hr_thread *thread, const uint8_t *variables, size_t bytes)
{
	hr_checker *checker = thread->run->checker;

	checker->stack = hr_map_key(variables);
	checker->stack_end = checker->stack + bytes;
	if (checker->checks & HR_CHECK_RACE)
		hr_check_race_instance(checker, thread->level);
}

bool hr_check_instance(hr_thread *thread, const hr_activation *activation)
{
	__atomic_store_n(&thread->run->checker->in_batch, false, __ATOMIC_RELAXED);
	/* of an instance that is resumed it is unknown what its calls have used */
	thread->reach = thread->limit;
	if (activation->pc == activation->code->words) {
		thread->reach = thread->top;
		if (!activation->code->has_barrier)
			hr_check_strays_forget(thread->run->checker);
	}
	hr_check_lane(thread, activation->stack, (size_t)(thread->limit - activation->stack));
	hr_uninit_instance(thread);
	if (thread->shadow && activation->base && activation->pc == activation->code->words)
		hr_uninit_frame(thread, activation->code, activation->base);
	else
		return false;
	return hr_uninit_inputs(thread, activation);
}

void hr_check_barrier(hr_checker *checker, const hr_code *code, uint32_t word)
{
	if (checker->checks & HR_CHECK_RACE)
		hr_check_race_barrier(checker, code, word);
}

void hr_check_warp_barrier(hr_checker *checker, uint64_t first, uint64_t members, unsigned orders)
{
	if (checker->checks & HR_CHECK_RACE && checker->run->program->syncs_warps)
		hr_check_race_warp(checker, first, members, orders);
}

/* --- accesses --------------------------------------------------------------------------------- */

/* The origin is computed from the IR once for each argument of each call. */
static hr_origin origin_at_call(hr_checker *checker, const hr_code *caller, const uint32_t *call,
				uint32_t argument)
{
	uint64_t key = hr_map_key(call) << 8 ^ argument, known;
	hr_origin *origin;

	if (argument < 256 && hr_map_get(&checker->call_origins, key, &known))
		return *(const hr_origin *)(uintptr_t)known;
	origin = HR_ARENA_NEW(&checker->arena, hr_origin);
	*origin = hr_origin_of_argument(caller, word_of(caller, call), argument);
	if (argument < 256)
		hr_map_put(&checker->call_origins, key, hr_map_key(origin));
	return *origin;
}

/* hr_origin.place of the copy of a byval parameter, whose number is `index` */
static const uint32_t COPIED = UINT32_MAX;

/* Follow a parameter of a called function to the value that its caller passed. *FRAME becomes the
 * frame of the function whose argument or variable it is. */
static hr_origin outermost_origin(hr_checker *checker, uint8_t **frame, hr_origin origin)
{
	const hr_origin unknown = {.kind = HR_ORIGIN_UNKNOWN};

	while (origin.kind == HR_ORIGIN_ARGUMENT) {
		const hr_frame *link = hr_frame_of(*frame);
		const uint32_t *call = hr_frame_call(link);
		const hr_code *caller;

		if (!call)
			return link->code->function->leaf_node ? origin : unknown;
		if (link->tail)
			return unknown;
		if (origin.index < link->code->param_info_count &&
		    link->code->param_info[origin.index].byval_bytes)
			return (hr_origin){
				.kind = HR_ORIGIN_STACK, .index = origin.index, .place = COPIED};
		caller = hr_frame_of(link->caller)->code;
		origin = origin_at_call(checker, caller, call, origin.index);
		*frame = link->caller;
	}
	return origin;
}

/* Find this thread's copy of a thread-local variable, whose address the code has just computed. */
static bool use_thread_global(const hr_global *global, check_access *access)
{
	const hr_thread *thread = hr_thread_peek();

	if (global->id >= thread->tls_count || !thread->tls[global->id])
		return false;
	access->area = AREA_THREAD;
	access->base = thread->tls[global->id];
	access->end = access->base + global->bytes;
	access->name = global->name;
	return true;
}

static bool use_global(hr_checker *checker, const hr_origin *origin, check_access *access)
{
	const hr_global *global = checker->run->program->globals[origin->index];

	if (global->thread_local_)
		return use_thread_global(global, access);
	if (!checker->globals)
		checker->globals = hr_alloc_array(checker->run->program->global_count,
						  sizeof(*checker->globals));
	access->base = checker->globals[global->id];
	if (!access->base &&
	    hr_image_global_address(checker->run->image, global->id, &access->base) != HR_OK)
		return false;
	checker->globals[global->id] = access->base;
	access->area = AREA_GLOBAL;
	access->end = access->base + global->bytes;
	access->name = global->name;
	access->constant = origin->constant;
	access->lasting = true;
	return true;
}

/* Return true if the frames of the calls from OWNER to FRAME always have the same distance. For a
 * function called by a lane, the distance to the lane's variables differs between lanes. */
static bool stack_is_fixed(uint8_t *owner, uint8_t *frame)
{
	for (; frame != owner; frame = hr_frame_of(frame)->caller) {
		const hr_frame *caller;

		if (!hr_frame_call(hr_frame_of(frame)))
			return false;
		caller = hr_frame_of(hr_frame_of(frame)->caller);
		if (hr_frame_of(frame)->tail || hr_frame_of(frame)->lane_call ||
		    caller->code->dynamic_stack || hr_frame_of(frame)->code->frame_align > 16)
			return false;
	}
	return true;
}

void hr_check_use_local(const check_local *local, uint8_t *frame, check_access *access)
{
	access->area = AREA_STACK;
	access->base = local->base;
	access->end = local->end;
	access->owner = local->owner;
	access->variable = local->variable;
	access->frame = local->frame;
	access->framed = true;
	access->lasting = stack_is_fixed(local->frame, frame) &&
			  !(local->variable && local->variable->scoped);
}

static void use_variable(const hr_origin *origin, uint8_t *owner, uint8_t *frame,
			 check_access *access)
{
	const hr_code *code = hr_frame_of(owner)->code;
	check_local local = {.frame = owner,
			     .owner = code,
			     .variable = hr_check_variable(code, origin->place),
			     .base = hr_frame_variables(owner) + origin->place};

	local.end = local.base + origin->bytes;
	hr_check_use_local(&local, frame, access);
}

static void use_range(const check_range *range, check_access *access)
{
	access->area = AREA_ARGUMENT;
	access->range = range;
	access->base = range->base;
	access->end = range->end;
	access->lasting = true;
}

/* Return the only argument whose range contains the access; NULL if there is none, or several. */
static const check_range *only_range(const hr_checker *checker, const check_access *access)
{
	const check_range *only = NULL;

	for (size_t i = 0; i < checker->ranges.count; i++) {
		const check_range *range = &checker->ranges.data[i];

		if (access->address - range->base >= range->end - range->base)
			continue;
		if (only)
			return NULL;
		only = range;
	}
	return only;
}

/* Return true if an argument other than BUT overlaps [BASE, END). */
static bool meets_range(const hr_checker *checker, uint64_t base, uint64_t end,
			const check_range *but)
{
	for (size_t i = 0; i < checker->ranges.count; i++) {
		const check_range *range = &checker->ranges.data[i];

		if (range != but && range->base < end && base < range->end)
			return true;
	}
	return false;
}

/* The address lies where the instance has its variables. */
void hr_check_use_stack(hr_checker *checker, uint8_t *frame, check_access *access)
{
	check_local local;

	access->place = hr_check_local(checker, frame, access->address, &local);
	if (access->place == LOCAL_FOUND) {
		hr_check_use_local(&local, frame, access);
		return;
	}
	/* a function called by a lane has its copies of byval arguments on the thread's stack */
	if (access->place == LOCAL_GONE && hr_check_in_frames(checker, access->address))
		access->place = LOCAL_BESIDE;
	access->area = AREA_STACK;
}

bool hr_check_use_global_at(hr_checker *checker, check_access *access)
{
	const hr_program *program = checker->run->program;
	uint64_t base;

	for (uint32_t i = 0; i < program->global_count; i++) {
		const hr_global *global = program->globals[i];

		if (global->thread_local_ || !global->defined ||
		    !hr_image_global_known(checker->run->image, i, &base) ||
		    access->address - base >= global->bytes)
			continue;
		access->area = AREA_GLOBAL;
		access->base = base;
		access->end = base + global->bytes;
		access->name = global->name;
		access->constant = global->constant;
		return true;
	}
	return false;
}

/* The origin of the address is unknown: use the object that lies there. */
const char *hr_check_memory_text(hr_checker *checker, uint64_t address)
{
	check_access access = {.address = address};
	const check_range *range;
	hr_diag_facts facts;

	if (!checker)
		return "memory";
	range = only_range(checker, &access);
	if (range)
		use_range(range, &access);
	else
		hr_check_use_global_at(checker, &access);
	facts = hr_check_object_facts(checker, &access);
	return hr_check_facts_text(checker, &facts);
}

static void use_address(hr_checker *checker, uint8_t *frame, check_access *access)
{
	const check_object *object;
	const check_range *range;
	check_local local;
	void *base;
	size_t bytes;

	if (access->pass_through && hr_check_stray(checker, frame, access->address, &local)) {
		hr_check_use_local(&local, frame, access);
		access->lasting = false;
		return;
	}
	if (hr_check_on_stack(checker, access->address)) {
		hr_check_use_stack(checker, frame, access);
		return;
	}
	range = only_range(checker, access);
	if (range) {
		use_range(range, access);
		access->lasting = !meets_range(checker, range->base, range->end, range);
		return;
	}
	object = hr_check_object_at(checker, access->address);
	if (object) {
		access->base = object->base;
		access->end = object->freed ? object->base : object->end;
	} else if (hr_tracked(checker->run->tracker, (const void *)access->address, &base,
			      &bytes)) {
		access->base = hr_map_key(base);
		access->end = access->base + bytes;
	} else if (hr_check_is_variable(checker, access->address)) {
		access->area = AREA_STACK; /* of another instance */
		access->place = LOCAL_GAP;
	}
	access->lasting = access->end != access->base &&
			  !meets_range(checker, access->base, access->end, NULL);
}

void hr_check_find_object(hr_checker *checker, uint8_t *frame, check_access *access)
{
	hr_origin origin = access->argument
				   ? origin_at_call(checker, access->site->code,
						    &access->site->code->words[access->site->word],
						    access->argument - 1)
				   : access->site->origin[access->second];
	check_local copy;
	uint8_t *owner = frame;

	if (origin.kind == HR_ORIGIN_ARGUMENT)
		origin = outermost_origin(checker, &owner, origin);
	if (origin.kind == HR_ORIGIN_GLOBAL && use_global(checker, &origin, access))
		return;
	if (origin.kind == HR_ORIGIN_STACK && origin.place == COPIED &&
	    hr_check_copy(owner, origin.index, &copy))
		hr_check_use_local(&copy, frame, access);
	else if (origin.kind == HR_ORIGIN_STACK && origin.bytes)
		use_variable(&origin, owner, frame, access);
	else if (origin.kind == HR_ORIGIN_ARGUMENT && origin.index < checker->ranges.count &&
		 checker->ranges.data[origin.index].base)
		use_range(&checker->ranges.data[origin.index], access);
	else if (hr_check_in_host(checker))
		hr_check_host_address(checker, frame, access);
	else
		use_address(checker, frame, access);
}

hr_trap hr_check_host_access(const hr_thread *thread, const check_access *access)
{
	hr_status status = hr_split_host_access(thread->run, thread, access->address, access->bytes,
						access->kind & HR_ACCESS_WRITE);

	if (status == HR_OK || (status == HR_TRAP && thread->run->options.keep_going))
		return 0;
	return HR_TRAP_REPORTED | (hr_trap)status;
}

/* Return true if the running operation is a compare-and-exchange: others have their address elsewhere. */
static bool may_fail(const hr_thread *thread)
{
	enum { ADDRESS = 3 };

	return hr_check_atomics[*thread->pc].operand == ADDRESS;
}

/* Return true if it is one that writes nothing. */
static bool fails(const hr_thread *thread, const uint8_t *frame, const check_access *access)
{
	const uint32_t *pc = thread->pc;
	enum { EXPECTED = 4 }; /* operand */

	return may_fail(thread) &&
	       memcmp((const void *)access->address, frame + pc[EXPECTED], access->bytes) != 0;
}

/* M8: an atomic operation that orders instances, also by fences, takes this way each time. */
static void check_race(hr_checker *checker, hr_thread *thread, const uint8_t *frame,
		       check_access *access)
{
	const hr_ordering *ordering = &access->site->ordering;

	if (!(access->kind & HR_ACCESS_ATOMIC)) {
		hr_check_race(checker, thread, access);
		return;
	}
	if (fails(thread, frame, access))
		access->kind = HR_ACCESS_READ | HR_ACCESS_ATOMIC;
	hr_check_race_atomic_before(checker, access);
	hr_check_race(checker, thread, access);
	hr_check_race_atomic_after(checker, access);
	access->lasting &= !ordering->acquires && !ordering->releases && !may_fail(thread) &&
			   !thread->run->program->has_fences;
}

/* OPENS: the access check of the published place may open. */
static hr_trap check(hr_thread *thread, uint8_t *frame, check_access *access, bool opens)
{
	hr_checker *checker = thread->run->checker;
	const hr_code *code = thread->code;
	hr_trap trap;

	if (!thread->level)
		return hr_check_host_checked(thread, frame, access, opens);
	access->site = hr_check_site(checker, code, word_of(code, thread->pc));
	if (checker->watched)
		hr_check_watch(checker, thread, access);
	hr_check_find_object(checker, frame, access);
	if (checker->checks & HR_CHECK_BOUNDS) {
		trap = hr_check_bounds(checker, thread, access);
		if (!trap && checker->run->program->spaces)
			trap = hr_check_space(checker, thread, access);
		if (!trap && checker->run->options.sandbox.on)
			trap = hr_sandbox_access(checker, thread, frame, access);
		if (trap)
			return trap;
	}
	if (access->area == AREA_STACK || access->area == AREA_THREAD)
		return 0;
	if (checker->log && access->kind & HR_ACCESS_WRITE)
		hr_check_log(checker, thread, access->address, access->bytes);
	if (access->area == AREA_OTHER && access->base == access->end) {
		/* Orders of batches may agree where instances race, and such races are not
		 * detected. */
		if (access->kind & HR_ACCESS_WRITE && checker->checks & HR_CHECK_ORDER &&
		    hr_speculation_fail(checker->run))
			return HR_TRAP_REPORTED | (hr_trap)HR_TRAP;
		hr_speculation_order_matters(checker->run);
		return 0; /* C memory, which C may give to one instance after the other */
	}
	if (checker->checks & HR_CHECK_ATTRIBUTES && access->area == AREA_ARGUMENT)
		hr_check_attribute(checker, thread, access);
	if (checker->checks & HR_CHECK_RACE)
		check_race(checker, thread, frame, access);
	return 0;
}

hr_trap hr_check_access(hr_thread *thread, uint8_t *frame, uint64_t address, uint64_t bytes,
			unsigned kind, const void *value)
{
	check_access access = {.address = address, .bytes = bytes, .kind = kind, .value = value};
	hr_trap trap = check(thread, frame, &access, true);

	if (!trap && thread->level && !thread->run->checker->watched &&
	    hr_check_log_lasts(thread->run->checker, thread, &access))
		hr_access_check_open(thread->run->checker, frame, &access);
	return trap;
}

hr_trap hr_check_block(hr_thread *thread, uint8_t *frame, uint64_t to, uint64_t source,
		       uint64_t bytes)
{
	check_access read = {.address = source,
			     .bytes = bytes,
			     .kind = HR_ACCESS_READ,
			     .second = true,
			     .pass_through = true};
	check_access write = {.address = to,
			      .bytes = bytes,
			      .pass_through = true,
			      .kind = HR_ACCESS_WRITE,
			      .value = bytes <= 16 ? (const void *)source : NULL};
	hr_trap trap = 0;

	if (!bytes)
		return 0;
	if (source)
		trap = check(thread, frame, &read, false);
	return trap ? trap : check(thread, frame, &write, false);
}
