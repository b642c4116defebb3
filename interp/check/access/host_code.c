/* interp/check/access/host_code.c -- accesses of interpreted host code, which is checked like leaves.
 *
 * Objects of host code are local variables of all its frames, globals, and blocks from malloc and its
 * kin. Other memory, which C or a library has allocated, may be accessed anywhere: nothing is known
 * of it. The object of an access is the one that the root of its address points into, as for leaves
 * (local.c); without a root, it is the one that lies at the address.
 *
 * Leaves and host code use the same functions to find objects. These work on what belongs to the
 * running leaf: its stack, its strays, its open access checks. Host code has all of that, too, and
 * exchanges it for that of leaves, with the checker's lock, from its first check after an execution
 * until the next execution begins.
 *
 * Each function has one table of access checks in host code, whoever calls it. So access checks for
 * variables of callers are closed when the frame that has the variables is left.
 *
 * Owns:      what belongs to host code.
 * Clauses:   M6, P6.
 * Not here:  C functions that host code calls (call.c, heap.c), what is out of bounds (bounds.c). */
#include <stdlib.h>
#include <string.h>

#include "interp/check/check_sandbox.h"
#include "interp/check/check_state.h"
#include "interp/memory/device_copies.h"
#include "interp/memory/image.h"

/* C keeps the size of a block in the bytes before it: they belong to no object. */
enum { HEADER = 8 };

enum {
	NEAR = 4,   /* number of frames, see is_inside() */
	STEADY = 4, /* number of accesses, see is_steady() */
};

struct host_checks {
	bool active;         /* the checker has what belongs to host code */
	unsigned executions; /* number of running executions: leaves get theirs back each time */
	const hr_thread *thread; /* whose code is checked, between begin and end */
	/* of the code that does not run, host code or leaves: fields of hr_checker of that name */
	hr_checker other;
	HR_VEC(check_site_check *)
	of_callers;                  /* open access checks for variables of other frames */
	hr_extents globals;          /* those that have an address: no other can be accessed */
	HR_VEC(uint32_t) global_ids; /* by number in `globals` */
	size_t globals_made;         /* number of globals that were looked at */
};

void hr_check_host_code(hr_checker *checker)
{
	if (!checker || !(checker->checks & (HR_CHECK_BOUNDS | HR_CHECK_UNINIT)))
		return;
	checker->host = hr_alloc_zero(sizeof(*checker->host));
	checker->run->program->check_host = true;
	checker->run->checks_host = true;
}

/* A leaf may wait for a thread that it has made, and holds the lock. */
bool hr_check_host_enters(hr_thread *thread)
{
	uint64_t execution;

	if (!thread->run->checks_host)
		return thread->run->split != NULL; /* checks reads alone (M7) */
	if (hr_thread_inherited(&execution))
		return false;
	hr_uninit_instance(thread);
	return true;
}

void hr_check_lock_host(const hr_thread *thread)
{
	if (!thread->level)
		pthread_mutex_lock(&thread->run->checker->lock);
}

void hr_check_unlock_host(const hr_thread *thread)
{
	if (!thread->level)
		pthread_mutex_unlock(&thread->run->checker->lock);
}

/* --- the exchange ----------------------------------------------------------------------------- */

#define EXCHANGE(checker, field)                                                                   \
	do {                                                                                       \
		__typeof__((checker)->field) kept_ = (checker)->field;                             \
		(checker)->field = (checker)->host->other.field;                                   \
		(checker)->host->other.field = kept_;                                              \
	} while (0)

static void exchange(hr_checker *checker)
{
	EXCHANGE(checker, open_checks);
	EXCHANGE(checker, ended);
	EXCHANGE(checker, dynamic);
	EXCHANGE(checker, strays);
	EXCHANGE(checker, stray_index);
	EXCHANGE(checker, leaf);
	EXCHANGE(checker, in_batch);
	EXCHANGE(checker, ranges);
	EXCHANGE(checker, stack);
	EXCHANGE(checker, stack_end);
	EXCHANGE(checker, frames);
	EXCHANGE(checker, frames_end);
	checker->host->active = !checker->host->active;
}

static void shut(check_site_check *check)
{
	check->check.span = check->check.quick = 0;
}

static void close_all(hr_checker *checker)
{
	host_checks *host = checker->host;

	hr_access_checks_close(checker);
	for (size_t i = 0; i < host->of_callers.count; i++) {
		shut(host->of_callers.data[i]);
		host->of_callers.data[i]->of_caller = false;
	}
	host->of_callers.count = 0;
	hr_access_forget_object(checker->run);
}

/* Access checks do not stay open while several threads run host code. */
static bool is_alone(const hr_checker *checker)
{
	return !__atomic_load_n(&checker->run->program_threads, __ATOMIC_RELAXED);
}

void hr_check_host_begin(hr_checker *checker, const hr_thread *thread)
{
	pthread_mutex_lock(&checker->lock);
	if (!checker->host->active)
		exchange(checker);
	checker->host->thread = thread;
	checker->stack = hr_map_key(thread->stack);
	checker->stack_end = hr_map_key(thread->stack_end);
	if (!is_alone(checker))
		close_all(checker);
}

/* The exchange back would cost more than most checks. */
void hr_check_host_end(hr_checker *checker)
{
	if (checker->host->executions)
		exchange(checker);
	pthread_mutex_unlock(&checker->lock);
}

void hr_check_host_pause(hr_checker *checker, const hr_thread *thread)
{
	if (!checker->host)
		return;
	hr_check_host_begin(checker, thread);
	close_all(checker);
	checker->host->executions++;
	hr_check_host_end(checker);
}

void hr_check_host_resume(hr_checker *checker)
{
	if (checker->host)
		checker->host->executions--;
}

bool hr_check_in_host(const hr_checker *checker)
{
	return checker->host && checker->host->active;
}

void hr_check_host_free(hr_checker *checker)
{
	host_checks *host = checker->host;

	if (!host)
		return;
	if (host->active)
		exchange(checker);
	HR_VEC_FREE(&host->other.open_checks);
	HR_VEC_FREE(&host->other.dynamic);
	HR_VEC_FREE(&host->other.strays);
	hr_map_free(&host->other.stray_index);
	hr_map_free(&host->other.ended);
	HR_VEC_FREE(&host->of_callers);
	hr_extents_free(&host->globals);
	HR_VEC_FREE(&host->global_ids);
	hr_free(host);
}

/* --- globals ---------------------------------------------------------------------------------- */

static void add_global(hr_checker *checker, const hr_global *global, uint64_t base)
{
	host_checks *host = checker->host;
	const uint64_t end = base + global->bytes;
	const uint32_t number = hr_extents_add(&host->globals, base, end, (hr_extent){base, end});

	/* zero bytes, or a multiple of 16: its end is where another global may begin */
	hr_extents_add_end(&host->globals, end, number);
	while (host->global_ids.count <= number)
		HR_PUSH(&host->global_ids, 0);
	host->global_ids.data[number] = global->id;
}

static void find_new_globals(hr_checker *checker)
{
	hr_image *image = checker->run->image;
	const hr_global *global;
	uint64_t base;
	uint32_t id;

	for (; hr_image_global_made(image, checker->host->globals_made, &id);
	     checker->host->globals_made++) {
		global = checker->run->program->globals[id];
		if (!global->thread_local_ && hr_image_global_known(image, id, &base))
			add_global(checker, global, base);
	}
}

/* Find the global that ADDRESS lies in, or at the end of. */
static const hr_global *find_global(hr_checker *checker, uint64_t address, hr_extent *extent)
{
	host_checks *host = checker->host;

	find_new_globals(checker);
	if (!hr_extent_at(&host->globals, address, extent))
		return NULL;
	return checker->run->program
		->globals[host->global_ids.data[hr_extent_number(&host->globals, address)]];
}

/* Find the thread-local global of THREAD that ADDRESS lies in, or at the end of. */
static const hr_global *find_own(const hr_checker *checker, const hr_thread *thread,
				 uint64_t address)
{
	for (uint32_t i = 0; i < thread->tls_count; i++) {
		const hr_global *global = checker->run->program->globals[i];

		if (thread->tls[i] && global->defined && address - thread->tls[i] <= global->bytes)
			return global;
	}
	return NULL;
}

/* --- the object at an address ----------------------------------------------------------------- */

static void use(check_access *access, check_area area, uint64_t base, uint64_t end)
{
	access->area = area;
	access->base = base;
	access->end = end;
	access->lasting = true;
}

/* The address is a stray, based on an object that is not a variable: return true if the object is
 * still there, and no younger block lies at the address. */
static bool use_stray(hr_checker *checker, check_access *access)
{
	const check_stray *stray;
	check_block block;
	uint64_t known;

	if (!checker->strays.count || !hr_map_get(&checker->stray_index, access->address, &known))
		return false;
	stray = &checker->strays.data[known];
	if (hr_check_block_at(checker, access->address, &block) && block.time > stray->time)
		return false;
	if (stray->area == AREA_BLOCK &&
	    (!hr_check_block_at(checker, stray->of.base, &block) || block.base != stray->of.base))
		return false;
	if (stray->area != AREA_BLOCK && stray->area != AREA_GLOBAL)
		return false;
	use(access, stray->area, stray->of.base, stray->of.end);
	access->name = stray->name;
	access->lasting = false;
	return true;
}

void hr_check_host_address(hr_checker *checker, uint8_t *frame, check_access *access)
{
	const hr_thread *thread = checker->host->thread;
	const hr_global *global;
	check_local local;
	hr_extent extent;
	check_block block;

	if (access->pass_through) {
		if (hr_check_stray(checker, frame, access->address, &local)) {
			hr_check_use_local(&local, frame, access);
			access->lasting = false;
			return;
		}
		if (use_stray(checker, access))
			return;
	}
	if (hr_check_on_stack(checker, access->address)) {
		hr_check_use_stack(checker, frame, access);
	} else if (hr_check_block_at(checker, access->address, &block)) {
		use(access, AREA_BLOCK, block.base, block.end);
	} else if (hr_check_block_at(checker, access->address + HEADER, &block) &&
		   block.base > access->address) {
		use(access, AREA_BLOCK, block.base, block.end);
	} else if ((global = find_global(checker, access->address, &extent)) != NULL) {
		use(access, AREA_GLOBAL, extent.base, extent.end);
		access->name = global->name;
	} else if ((global = find_own(checker, thread, access->address)) != NULL) {
		use(access, AREA_GLOBAL, thread->tls[global->id],
		    thread->tls[global->id] + global->bytes);
		access->name = global->name;
	}
}

bool hr_check_host_variable(hr_checker *checker, uint64_t address, check_local *found)
{
	host_checks *host = checker->host;
	const bool swaps = host && !host->active;
	bool is_there;

	if (!host || !host->thread || !host->thread->calling)
		return false;
	if (swaps)
		exchange(checker);
	is_there = hr_check_local(checker, host->thread->calling, address, found) == LOCAL_FOUND;
	if (swaps)
		exchange(checker);
	return is_there;
}

/* --- access checks ---------------------------------------------------------------------------- */

/* Return true if the access check passes accesses to bytes in [BASE, END), unless another operation
 * checks their object (open_guarded()). */
static bool overlaps(const check_site_check *check, uint64_t base, uint64_t end)
{
	return !check->like.framed && check->like.base < end && base < check->like.end &&
	       check->like.area != AREA_OTHER;
}

void hr_check_host_close_over(hr_checker *checker, uint64_t base, uint64_t end)
{
	size_t kept = 0;

	for (size_t i = 0; i < checker->open_checks.count; i++) {
		check_site_check *check = checker->open_checks.data[i];

		if (overlaps(check, base, end)) {
			shut(check);
			check->listed = false;
		} else {
			checker->open_checks.data[kept++] = check;
		}
	}
	checker->open_checks.count = kept;
}

void hr_check_host_returns(hr_thread *thread, uint8_t *frame)
{
	hr_checker *checker = thread->run->checker;
	host_checks *host = checker->host;
	const uint64_t base = hr_frame_variables(frame);
	size_t kept = 0;

	if (!host || thread->level)
		return;
	pthread_mutex_lock(&checker->lock);
	for (size_t i = 0; i < host->of_callers.count; i++) {
		check_site_check *check = host->of_callers.data[i];

		if (check->like.base >= base || check->like.framed ||
		    check->like.area != AREA_STACK) {
			if (check->like.area == AREA_STACK && !check->like.framed)
				shut(check);
			check->of_caller = false;
		} else {
			host->of_callers.data[kept++] = check;
		}
	}
	host->of_callers.count = kept;
	pthread_mutex_unlock(&checker->lock);
}

/* Return the access check of the access, on the list of those that are open, or NULL if it must not
 * open: the object may change without notice. */
static check_site_check *prepare(hr_checker *checker, uint8_t *frame, check_access *access)
{
	hr_access_checks *checks = hr_frame_of(frame)->checks;
	const bool own = access->area != AREA_STACK || access->frame == frame;
	const bool lasting = access->area == AREA_STACK
				     ? access->variable && !access->variable->scoped
				     : access->lasting;
	check_site_check *check;

	if (!lasting || !checks || access->end <= access->base || !is_alone(checker) ||
	    (checker->run->split && hr_split_any_stale(checker->run->split)))
		return NULL;
	access->framed = access->area == AREA_STACK && own;
	check = hr_access_check_at(checker, checks, access->site->word);
	if (own && !check->listed) {
		HR_PUSH(&checker->open_checks, check);
		check->listed = true;
	}
	if (!own && !check->of_caller) {
		HR_PUSH(&checker->host->of_callers, check);
		check->of_caller = true;
	}
	if (!own)
		hr_frame_of(access->frame)->exposed = true;
	if (access->area == AREA_BLOCK)
		hr_check_block_opened(checker, access->base);
	check->like = *access;
	return check;
}

static void open_check(hr_checker *checker, uint8_t *frame, check_access *access)
{
	check_site_check *check;

	if (access->end - access->base < access->bytes ||
	    (checker->run->options.sandbox.on && !hr_sandbox_holds(checker, frame, access)))
		return;
	check = prepare(checker, frame, access);
	if (!check)
		return;
	check->check = (hr_access_check){
		.base = access->base - (access->framed ? hr_frame_variables(frame) : 0),
		.span = access->end - access->base - access->bytes + 1,
		.framed = access->framed ? UINT64_MAX : 0,
		.align = checker->checks & HR_CHECK_BOUNDS ? access->site->align[0] - 1 : 0,
		.defined = !checker->uninit};
	if (check->check.defined)
		check->check.quick = check->check.span;
	else if (!access->framed)
		check->check.undefined = hr_uninit_bias(checker, access->base, access->end);
}

/* The access check of an `object` or `stray` operation: only its range is used. No root in the range
 * may be a stray. */
static void open_range(hr_checker *checker, uint8_t *frame, check_access *access)
{
	check_site_check *check;

	if (checker->run->options.sandbox.on && !hr_sandbox_holds(checker, frame, access))
		return;
	for (size_t i = 0; i < checker->strays.count; i++)
		if (i == 64 ||
		    checker->strays.data[i].at - access->base <= access->end - access->base)
			return;
	check = prepare(checker, frame, access);
	if (check)
		check->check = (hr_access_check){
			.base = access->base - (access->framed ? hr_frame_variables(frame) : 0),
			.span = access->end - access->base,
			.framed = access->framed ? UINT64_MAX : 0,
			.defined = true};
}

/* --- accesses --------------------------------------------------------------------------------- */

/* Return true if an `object` operation of the same instruction has checked the access. */
static bool is_guarded(const check_site *site)
{
	uint32_t first;

	if (!hr_origin_instruction(site->code, site->word, &first))
		return false;
	for (uint32_t w = first; w < site->word; w += hr_op_length((hr_op)site->code->words[w]))
		if (site->code->words[w] == HR_OP_object)
			return true;
	return false;
}

/* Only the alignment of the access remains to be checked: let all others pass. */
static void open_guarded(hr_checker *checker, uint8_t *frame, check_access *access)
{
	const uint64_t all = UINT64_MAX;
	check_site_check *check;

	access->area = AREA_OTHER;
	access->base = 0;
	access->end = all;
	access->lasting = true;
	check = prepare(checker, frame, access);
	if (check)
		check->check = (hr_access_check){
			.span = all,
			.align = checker->checks & HR_CHECK_BOUNDS ? access->site->align[0] - 1 : 0,
			.quick = checker->uninit ? 0 : all,
			.defined = !checker->uninit};
}

/* Return the finding of an access that ends the run. */
static hr_trap check_bounds(hr_checker *checker, hr_thread *thread, uint8_t *frame,
			    const check_access *access)
{
	const hr_trap trap = hr_check_host_bounds(checker, thread, access);

	return trap || !checker->run->options.sandbox.on
		       ? trap
		       : hr_sandbox_access(checker, thread, frame, access);
}

hr_trap hr_check_host_checked(hr_thread *thread, uint8_t *frame, check_access *access, bool opens)
{
	hr_checker *checker = thread->run->checker;
	hr_trap trap = 0;

	if (thread->run->split)
		trap = hr_check_host_access(thread, access);
	if (trap || !checker->host)
		return trap;
	hr_check_host_begin(checker, thread);
	access->site =
		hr_check_site(checker, thread->code, (uint32_t)(thread->pc - thread->code->words));
	if (opens && checker->checks & HR_CHECK_BOUNDS && is_guarded(access->site)) {
		trap = check_bounds(checker, thread, frame, access);
		if (!trap)
			open_guarded(checker, frame, access);
		hr_check_host_end(checker);
		return trap;
	}
	hr_check_find_object(checker, frame, access);
	if (checker->checks & HR_CHECK_BOUNDS)
		trap = check_bounds(checker, thread, frame, access);
	if (!trap && opens)
		open_check(checker, frame, access);
	hr_check_host_end(checker);
	return trap;
}

/* --- the operations `object` and `stray` ------------------------------------------------------ */

static bool is_known(const check_access *object)
{
	return object->area == AREA_GLOBAL || object->area == AREA_BLOCK ||
	       (object->area == AREA_STACK && object->owner);
}

static void find_object(hr_checker *checker, hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			uint64_t root, check_access *object)
{
	const hr_code *code = thread->code;

	*object = (check_access){.address = root, .bytes = 1, .pass_through = true};
	object->site = hr_check_site(checker, code, (uint32_t)(pc - code->words));
	hr_check_host_address(checker, frame, object);
}

static void remember(hr_checker *checker, uint64_t value, const check_access *object)
{
	const check_stray stray = {
		.at = value,
		.variables = object->frame ? hr_frame_variables(object->frame) : 0,
		.of = {.frame = object->frame,
		       .owner = object->owner,
		       .variable = object->variable,
		       .base = object->base,
		       .end = object->end},
		.area = object->area,
		.name = object->name,
		.time = hr_check_block_time(checker),
	};
	uint64_t known;

	if (hr_map_get(&checker->stray_index, value, &known)) {
		checker->strays.data[known] = stray;
		return;
	}
	close_all(checker);
	hr_map_put(&checker->stray_index, value, checker->strays.count);
	HR_PUSH(&checker->strays, stray);
}

/* If the object of the root is unknown, the object at the address counts, and nothing opens. */
static hr_trap object(hr_thread *thread, uint8_t *frame, const uint32_t *pc)
{
	hr_checker *checker = thread->run->checker;
	const uint64_t root = HR_REG(frame, I64, pc[2]);
	check_access access;
	bool known;
	hr_trap trap;

	find_object(checker, thread, frame, pc, root, &access);
	known = is_known(&access);
	if (!known)
		find_object(checker, thread, frame, pc, HR_REG(frame, I64, pc[1]), &access);
	access.address = HR_REG(frame, I64, pc[1]);
	access.bytes = pc[3] >> HR_OBJECT_KIND;
	access.kind = pc[3] & (HR_ACCESS_READ | HR_ACCESS_WRITE | HR_ACCESS_ATOMIC);
	trap = check_bounds(checker, thread, frame, &access);
	if (trap || !known)
		return trap;
	open_range(checker, frame, &access);
	return 0;
}

bool hr_check_host_find(hr_thread *thread, uint8_t *frame, const uint32_t *pc, uint64_t address,
			check_access *object)
{
	hr_checker *checker = thread->run->checker;
	check_block block;
	bool known;

	hr_check_host_begin(checker, thread);
	find_object(checker, thread, frame, pc, address, object);
	known = is_known(object);
	if (object->area == AREA_BLOCK && hr_check_block_at(checker, object->base, &block) &&
	    block.quarantined)
		object->end = object->base;
	if (object->area == AREA_STACK && object->variable && object->variable->scoped &&
	    hr_check_has_ended(checker, object->base, object->variable))
		object->end = object->base;
	if (known && object->base != object->end)
		open_range(checker, frame, object);
	hr_check_host_end(checker);
	return known;
}

static bool is_within(hr_extent extent, uint64_t address, uint64_t bytes)
{
	return address - extent.base <= extent.end - extent.base && bytes <= extent.end - address;
}

/* Find the variable of a near frame that ADDRESS lies in. Further down, an open access check is
 * faster. */
static bool find_near(uint8_t *frame, uint64_t address, hr_extent *found)
{
	for (unsigned i = 0; frame && i < NEAR; frame = hr_frame_of(frame)->caller, i++) {
		const uint64_t variables = hr_frame_variables(frame);
		const hr_variable *variable;

		if (address - variables >= hr_frame_of(frame)->code->frame_bytes)
			continue;
		variable = hr_check_variable_at(hr_frame_of(frame)->code, address - variables);
		if (!variable || variable->scoped)
			return false;
		found->base = variables + variable->place;
		found->end = found->base + variable->bytes;
		return true;
	}
	return false;
}

/* Return true if the operation with CHECK has met the object several times in a row: then it is worth
 * the time to open the access check for it. */
static bool is_steady(const hr_access_check *check, hr_extent extent)
{
	check_site_check *self = (check_site_check *)check;

	if (check == hr_access_check_closed)
		return true;
	if (self->met != extent.base) {
		self->met = extent.base;
		self->times = 0;
	}
	return ++self->times == STEADY;
}

static bool is_on_stack(const hr_thread *thread, uint64_t address)
{
	return address - hr_map_key(thread->stack) < (uint64_t)(thread->stack_end - thread->stack);
}

/* Return true if ADDRESS is near no object of host code: nothing is known of the memory there. */
static bool is_foreign(hr_checker *checker, const hr_thread *thread, uint64_t address)
{
	return !hr_extent_number(&checker->block_extents, address) &&
	       !hr_extent_number(&checker->block_extents, address + HEADER) &&
	       !find_own(checker, thread, address) &&
	       !hr_extent_number(&checker->host->globals, address);
}

/* The same for ROOT and for BYTES at ADDRESS. */
static bool are_foreign(hr_checker *checker, const hr_thread *thread, uint64_t root,
			uint64_t address, uint64_t bytes)
{
	const uint64_t widest = 1 << HR_EXTENT_GRANULE;
	uint32_t id;

	return !checker->run->options.sandbox.on && !checker->host_freed.count &&
	       !checker->objects.count &&
	       !hr_image_global_made(checker->run->image, checker->host->globals_made, &id) &&
	       is_foreign(checker, thread, root) && bytes <= widest &&
	       (!bytes || (is_foreign(checker, thread, address) &&
			   is_foreign(checker, thread, address + bytes - 1) &&
			   !is_on_stack(thread, address)));
}

/* Without the lock: return true if ROOT and BYTES at ADDRESS are known to be in one object. */
static bool is_inside(const hr_thread *thread, uint8_t *frame, const hr_access_check *check,
		      uint64_t root, uint64_t address, uint64_t bytes)
{
	hr_run *run = thread->run;
	hr_checker *checker = run->checker;
	const host_checks *host = checker->host;
	hr_extent extent;

	if (run->split || !is_alone(checker) ||
	    (host->active ? checker : &host->other)->strays.count)
		return false;
	if (hr_extent_at(&checker->block_extents, root, &extent) ||
	    hr_extent_at(&host->globals, root, &extent)) {
		if (!is_within(extent, address, bytes))
			return false;
		run->object.base = extent.base;
		__atomic_store_n(&run->object.end, extent.end, __ATOMIC_RELAXED);
		return !is_steady(check, extent);
	}
	if (is_on_stack(thread, root))
		return find_near(frame, root, &extent) && is_within(extent, address, bytes) &&
		       !is_steady(check, extent);
	return are_foreign(checker, thread, root, address, bytes);
}

bool hr_check_host_stays(const hr_thread *thread, uint8_t *frame, const hr_access_check *check,
			 uint64_t base, uint64_t address)
{
	return is_inside(thread, frame, check, base, address, 0);
}

static void stray(hr_thread *thread, uint8_t *frame, const uint32_t *pc)
{
	hr_checker *checker = thread->run->checker;
	const uint64_t value = HR_REG(frame, I64, pc[1]);
	check_access access;

	find_object(checker, thread, frame, pc, HR_REG(frame, I64, pc[2]), &access);
	if (!is_known(&access))
		return;
	if (value - access.base > access.end - access.base)
		remember(checker, value, &access);
	else
		open_range(checker, frame, &access);
}

__attribute__((noinline)) static hr_trap look_up(hr_thread *thread, uint8_t *frame,
						 const uint32_t *pc)
{
	hr_checker *checker = thread->run->checker;
	hr_trap trap = 0;

	if (!(checker->checks & HR_CHECK_BOUNDS))
		return 0;
	hr_check_host_begin(checker, thread);
	if (*pc == HR_OP_object)
		trap = object(thread, frame, pc);
	else
		stray(thread, frame, pc);
	hr_check_host_end(checker);
	return trap;
}

hr_trap hr_check_host_object(hr_thread *thread, uint8_t *frame, const hr_access_check *check,
			     const uint32_t *pc)
{
	const uint64_t bytes = *pc == HR_OP_object ? pc[3] >> HR_OBJECT_KIND : 0;

	return is_inside(thread, frame, check, HR_REG(frame, I64, pc[2]), HR_REG(frame, I64, pc[1]),
			 bytes)
		       ? 0
		       : look_up(thread, frame, pc);
}
