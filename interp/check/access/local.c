/* interp/check/access/local.c -- local variables as objects: which one an address lies in, and the
 * operations `object`, `stray` and `scope`.
 *
 * An access whose object the code does not show must lie in the object that the root of its address
 * points into (ir/lower/object.c). The root points into its object unless it is a *stray*: a
 * pointer that was computed by arithmetic, left the sight of the code, and did not point into the
 * object of its own root, nor to its end. Strays are remembered by their values, with the object
 * that they are based on, as long as the call that has this object runs.
 *
 * Between the end of its lifetime and the next beginning, a scoped variable (ir/lower/object.c)
 * cannot be accessed. Its address identifies it, with its row in the code that it belongs to,
 * because another call may have another variable at the same address.
 *
 * Owns:      the lists of strays, of dynamic variables, and of variables whose lifetime has ended.
 * Clauses:   P6.
 * Not here:  the report of an access outside of a variable (bounds.c). */
#include "interp/check/check_state.h"
#include "interp/check/check_trap.h"
#include "interp/run/promise.h"
#include "interp/run/thread_pool.h"
#include "src/arith/poison_source.h"

/* --- variables -------------------------------------------------------------------------------- */

uint8_t *hr_check_caller_of(uint8_t *frame)
{
	return hr_frame_call(hr_frame_of(frame)) ? hr_frame_of(frame)->caller
						 : hr_frame_of(frame)->outer;
}

/* Return true if ADDRESS is in the memory of FRAME: its variables, and its registers unless those
 * are elsewhere, as for a lane. */
static bool is_in_frame(uint8_t *frame, uint64_t address)
{
	const hr_code *code = hr_frame_of(frame)->code;
	const uint64_t variables = hr_frame_variables(frame);
	const uint64_t first = hr_frame_of(frame)->shift ? variables + code->register_bytes
							 : variables - sizeof(hr_frame);

	return address - first < variables + code->frame_bytes - first;
}

static uint64_t place_in(uint8_t *frame, uint64_t address)
{
	const uint64_t place = address - hr_frame_variables(frame);

	return place < hr_frame_of(frame)->code->register_bytes ? 0 : place;
}

/* The copies of byval arguments follow the frame, in the order of the parameters
 * (interp/engine/call.c). Return true, and the copy, if it is that of parameter INDEX; or with
 * INDEX UINT32_MAX if ADDRESS is in it, or in none and at its end: the end of one may be the
 * beginning of the next. */
static bool find_copy(uint8_t *frame, uint64_t address, uint32_t index, check_local *found)
{
	const hr_code *code = hr_frame_of(frame)->code;
	uint64_t top = (hr_map_key(frame) + code->frame_bytes + 15) & ~UINT64_C(15);
	bool is_end = false;

	for (uint32_t i = 0; i < code->param_info_count; i++) {
		const uint64_t bytes = code->param_info[i].byval_bytes;
		uint64_t align = code->param_info[i].byval_align;

		if (!bytes)
			continue;
		align = align < 16 ? 16 : align;
		top = (top + align - 1) & ~(align - 1);
		if (index == UINT32_MAX ? address - top <= bytes : i == index) {
			*found = (check_local){
				.frame = frame, .owner = code, .base = top, .end = top + bytes};
			is_end = index == UINT32_MAX && address - top == bytes;
			if (!is_end)
				return true;
		}
		top = (top + bytes + 15) & ~UINT64_C(15);
	}
	return is_end;
}

bool hr_check_copy(uint8_t *frame, uint32_t index, check_local *found)
{
	return find_copy(frame, 0, index, found);
}

/* Return true if ADDRESS is in a variable that FRAME has allocated dynamically, or at its end. INNER
 * is the frame that FRAME has called (NULL: none). What it covers, also with variadic arguments, may
 * have been variables of an earlier call with the same frame, which nothing has forgotten yet. */
static bool is_in_dynamic(const hr_checker *checker, uint8_t *frame, uint8_t *inner,
			  uint64_t address, check_local *found)
{
	const uint64_t above = inner ? hr_map_key(hr_frame_of(inner)->top) : UINT64_MAX;

	for (size_t i = checker->dynamic.count; i-- > 0;) {
		*found = checker->dynamic.data[i];
		if (found->frame == frame && found->owner == hr_frame_of(frame)->code &&
		    found->end <= above && address - found->base <= found->end - found->base)
			return true;
	}
	return false;
}

/* Forget the variables at TOP and above: their calls have returned, or have released them. */
static void forget_dynamic(hr_checker *checker, uint64_t top)
{
	while (checker->dynamic.count && HR_LAST(&checker->dynamic).base >= top)
		checker->dynamic.count--;
}

void hr_check_dynamic(hr_thread *thread, uint8_t *frame, const void *place, uint64_t bytes)
{
	hr_checker *checker = thread->run->checker;
	const uint64_t base = hr_map_key(place);

	if (!thread->level && !checker->host)
		return;
	if (!thread->level)
		hr_check_host_begin(checker, thread);
	forget_dynamic(checker, base);
	HR_PUSH(&checker->dynamic, (check_local){.frame = frame,
						 .owner = hr_frame_of(frame)->code,
						 .base = base,
						 .end = base + bytes});
	if (!thread->level)
		hr_check_host_end(checker);
}

void hr_check_released(hr_thread *thread)
{
	hr_checker *checker = thread->run->checker;

	if (!thread->level && !checker->host)
		return;
	if (!thread->level)
		hr_check_host_begin(checker, thread);
	forget_dynamic(checker, hr_map_key(thread->top));
	if (!thread->level)
		hr_check_host_end(checker);
}

hr_local_place hr_check_local(const hr_checker *checker, uint8_t *frame, uint64_t address,
			      check_local *found)
{
	const hr_frame *link = hr_frame_of(frame);
	uint8_t *inner = NULL;

	for (; frame; inner = frame, frame = hr_check_caller_of(frame)) {
		link = hr_frame_of(frame);
		if (!link->shift && (find_copy(frame, address, UINT32_MAX, found) ||
				     is_in_dynamic(checker, frame, inner, address, found)))
			return LOCAL_FOUND;
		if (!is_in_frame(frame, address))
			continue;
		*found = (check_local){
			.frame = frame,
			.owner = link->code,
			.variable = hr_check_variable_at(link->code, place_in(frame, address))};
		if (!found->variable)
			return LOCAL_GAP;
		found->base = hr_frame_variables(frame) + found->variable->place;
		found->end = found->base + found->variable->bytes;
		return LOCAL_FOUND;
	}
	if (!link->code->function->leaf_node && !hr_check_in_host(checker))
		return LOCAL_UNKNOWN; /* C code has called the function that runs */
	return link->shift ? LOCAL_GONE : LOCAL_BESIDE;
}

/* --- strays ----------------------------------------------------------------------------------- */

void hr_check_strays_forget(hr_checker *checker)
{
	if (!checker->strays.count)
		return;
	hr_map_free(&checker->stray_index);
	checker->stray_index = (hr_map){0};
	checker->strays.count = 0;
}

void hr_check_strays_free(hr_checker *checker)
{
	hr_map_free(&checker->stray_index);
	HR_VEC_FREE(&checker->strays);
	HR_VEC_FREE(&checker->dynamic);
	hr_map_free(&checker->ended);
}

static void remember(hr_checker *checker, uint64_t value, const check_access *object)
{
	uint64_t known;
	const check_stray stray = {.variables = hr_frame_variables(object->frame),
				   .of = {.frame = object->frame,
					  .owner = object->owner,
					  .variable = object->variable,
					  .base = object->base,
					  .end = object->end}};

	if (hr_map_get(&checker->stray_index, value, &known)) {
		checker->strays.data[known] = stray;
		return;
	}
	if (!checker->strays.count)
		hr_access_checks_close(checker);
	hr_map_put(&checker->stray_index, value, checker->strays.count);
	HR_PUSH(&checker->strays, stray);
}

bool hr_check_stray(const hr_checker *checker, uint8_t *frame, uint64_t value, check_local *found)
{
	const check_stray *stray;
	uint64_t known;

	if (!checker->strays.count || !hr_map_get(&checker->stray_index, value, &known))
		return false;
	stray = &checker->strays.data[known];
	for (; frame; frame = hr_check_caller_of(frame))
		if (hr_frame_variables(frame) == stray->variables &&
		    hr_frame_of(frame)->code == stray->of.owner) {
			*found = stray->of;
			found->frame = frame;
			return true;
		}
	return false;
}

/* --- operations ------------------------------------------------------------------------------- */

/* Return the offset of ADDRESS in the range of GATE. */
static uint64_t offset_in(const hr_access_check *check, uint8_t *frame, uint64_t address)
{
	return address - check->base - (hr_frame_variables(frame) & check->framed);
}

static uint32_t word_of(const hr_code *code, const uint32_t *pc)
{
	return (uint32_t)(pc - code->words);
}

/* Find the object that ROOT points into, or that it is based on, if it is a stray. */
static void find_object(hr_checker *checker, hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			uint64_t root, check_access *object)
{
	const hr_code *code = thread->code;

	*object = (check_access){.address = root, .bytes = 1, .pass_through = true};
	object->site = hr_check_site(checker, code, word_of(code, pc));
	hr_check_find_object(checker, frame, object);
}

static bool is_local(hr_checker *checker, uint64_t address)
{
	return hr_check_on_stack(checker, address) || hr_check_is_variable(checker, address);
}

static hr_trap check_access_in_object(hr_thread *thread, uint8_t *frame,
				      const hr_access_check *check, const uint32_t *pc)
{
	hr_checker *checker = thread->run->checker;
	const uint64_t address = HR_REG(frame, I64, pc[1]), root = HR_REG(frame, I64, pc[2]);
	const uint64_t bytes = pc[3] >> HR_OBJECT_KIND;
	check_access access;

	if (hr_access_same_object(check, frame, root, address, bytes))
		return 0;
	find_object(checker, thread, frame, pc, root, &access);
	if (access.area == AREA_STACK ? !access.owner : !is_local(checker, address)) {
		hr_access_open_range(checker, frame, &access);
		return 0;
	}
	if (access.area == AREA_STACK && address - access.base <= access.end - access.base &&
	    bytes <= access.end - address) {
		hr_access_open_range(checker, frame, &access);
		return 0;
	}
	if (access.area != AREA_STACK)
		access.owner = NULL;
	access.area = AREA_STACK;
	access.place = LOCAL_GAP;
	access.address = address;
	access.bytes = bytes;
	access.kind = pc[3] & (HR_ACCESS_READ | HR_ACCESS_WRITE | HR_ACCESS_ATOMIC);
	return hr_check_stack(checker, thread, &access);
}

static void check_stray_pointer(hr_thread *thread, uint8_t *frame, const hr_access_check *check,
				const uint32_t *pc)
{
	hr_checker *checker = thread->run->checker;
	const uint64_t value = HR_REG(frame, I64, pc[1]), root = HR_REG(frame, I64, pc[2]);
	check_access object;

	if (hr_access_same_object(check, frame, root, value, 0))
		return;
	find_object(checker, thread, frame, pc, root, &object);
	if (object.area == AREA_STACK && object.owner &&
	    value - object.base > object.end - object.base)
		remember(checker, value, &object);
	hr_access_open_range(checker, frame, &object);
}

/* Find the bounds of OBJECT, as far as they are known: none if it is freed. */
static bool find_bounds(hr_checker *checker, check_access *object)
{
	check_block block;

	if (object->area == AREA_STACK && object->variable && object->variable->scoped &&
	    hr_check_has_ended(checker, object->base, object->variable))
		object->end = object->base;
	if (object->area == AREA_STACK)
		return object->owner != NULL;
	if (object->base != object->end)
		return true;
	if (object->area != AREA_OTHER)
		return false;
	if (hr_check_block_at(checker, object->address, &block) &&
	    (block.quarantined || hr_check_block_is_certain(checker, &block))) {
		object->base = block.base;
		object->end = block.quarantined ? block.base : block.end;
		return true;
	}
	return hr_check_use_global_at(checker, object);
}

static const char *object_text(hr_checker *checker, const check_access *object)
{
	if (object->area == AREA_STACK)
		return hr_check_variable_text(checker, object);
	if (object->base == object->end)
		return "freed memory";
	return hr_check_object_facts(checker, object).object;
}

/* Set *OBJECT to the live object that ADDRESS lies in. Return false if it is not known. */
static bool find_live(hr_thread *thread, uint8_t *frame, const uint32_t *pc, uint64_t address,
		      check_access *object)
{
	hr_checker *checker = thread->run->checker;

	if (!thread->level)
		return hr_check_host_find(thread, frame, pc, address, object) &&
		       address - object->base < object->end - object->base;
	find_object(checker, thread, frame, pc, address, object);
	return find_bounds(checker, object) && address - object->base < object->end - object->base;
}

/* Both operands at PC point into objects that are not the same. */
static hr_trap check_distinct(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			      const hr_promise *promise)
{
	check_access one, two;

	if (!(thread->run->checker->checks & HR_CHECK_BOUNDS) ||
	    (!thread->level && !thread->run->checks_host) ||
	    !find_live(thread, frame, pc, HR_REG(frame, I64, pc[1]), &one) ||
	    !find_live(thread, frame, pc, HR_REG(frame, I64, pc[2]), &two) ||
	    one.base != two.base || one.end != two.end)
		return 0;
	return hr_promise_broken(thread, promise, "points into the same object as another");
}

/* The pointer at PC does not point into a constant. */
static hr_trap check_writable(hr_thread *thread, const uint8_t *frame, const uint32_t *pc,
			      const hr_promise *promise)
{
	check_access object = {.address = HR_REG((uint8_t *)frame, I64, pc[1])};

	if (!(thread->run->checker->checks & HR_CHECK_BOUNDS) ||
	    !hr_check_use_global_at(thread->run->checker, &object) || !object.constant)
		return 0;
	return hr_promise_broken(thread, promise, "points into a constant");
}

hr_trap hr_check_promise(hr_thread *thread, uint8_t *frame, const hr_access_check *check,
			 const uint32_t *pc)
{
	hr_checker *checker = thread->run->checker;
	const hr_promise *promise = &thread->code->promises[pc[3]];
	const uint64_t address = HR_REG(frame, I64, pc[1]), bytes = HR_REG(frame, I64, pc[2]);
	const uint64_t offset = offset_in(check, frame, address);
	check_access object;
	hr_status cause;

	if (promise->kind == HR_PROMISE_DISTINCT)
		return check_distinct(thread, frame, pc, promise);
	if (promise->kind == HR_PROMISE_WRITABLE)
		return check_writable(thread, frame, pc, promise);
	if ((promise->kind != HR_PROMISE_BYTES && promise->kind != HR_PROMISE_BYTES_OR_NULL) ||
	    !address || !(checker->checks & HR_CHECK_BOUNDS) ||
	    (!thread->level && !thread->run->checks_host))
		return 0;
	if (offset < check->span && bytes <= check->span - offset)
		return 0;
	if (!thread->level) {
		if (!hr_check_host_find(thread, frame, pc, address, &object))
			return 0;
	} else {
		find_object(checker, thread, frame, pc, address, &object);
		if (!find_bounds(checker, &object))
			return 0;
	}
	if (address - object.base <= object.end - object.base && bytes <= object.end - address) {
		if (thread->level)
			hr_access_open_range(checker, frame, &object);
		return 0;
	}
	cause = thread->level ? hr_check_report_cause(thread) : HR_OK;
	if (cause != HR_OK)
		return HR_TRAP_REPORTED | (hr_trap)cause;
	return hr_promise_room(
		thread, promise, bytes,
		address - object.base <= object.end - object.base ? object.end - address : 0,
		object_text(checker, &object));
}

static bool holds(const check_access *object, uint64_t address)
{
	return address - object->base <= object->end - object->base;
}

bool hr_check_leaves_object(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			    hr_extent *object)
{
	const hr_poison_source *promise = &thread->code->poison_sources[pc[1]];
	const uint64_t address = HR_REG(frame, I64, promise->value.reg);
	const uint64_t base = HR_REG(frame, I64, promise->operands[0].reg);
	const hr_access_check *check = hr_access_checks_of(thread, frame)[pc - thread->code->words];
	check_access found, before;

	if (!(thread->run->checker->checks & HR_CHECK_BOUNDS) ||
	    (!thread->level && !thread->run->checks_host) || base == address ||
	    hr_access_same_object(check, frame, base, address, 0) ||
	    (!thread->level &&
	     (hr_access_last_object(thread->run, base, address, 0) ||
	      (base && hr_check_host_stays(thread, frame, check, base, address)))))
		return false;
	found = (check_access){0};
	if (base) {
		if (!find_live(thread, frame, pc, base, &found))
			return false;
		if (holds(&found, address)) {
			if (thread->level)
				hr_access_open_range(thread->run->checker, frame, &found);
			return false;
		}
		/* the end of an object may be the beginning of the next one */
		if (base == found.base && find_live(thread, frame, pc, base - 1, &before) &&
		    holds(&before, address))
			return false;
	}
	if (object)
		*object = (hr_extent){found.base, found.end};
	return true;
}

bool hr_check_poison_source(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			    bool has_undefined)
{
	hr_extent left;

	if (thread->code->poison_sources[pc[1]].kind != HR_POISON_OBJECT)
		return hr_uninit_poison_source(thread, frame, pc, has_undefined, NULL);
	return hr_check_leaves_object(thread, frame, pc, &left) &&
	       hr_uninit_poison_source(thread, frame, pc, has_undefined, &left);
}

/* --- lifetimes -------------------------------------------------------------------------------- */

bool hr_check_has_ended(const hr_checker *checker, uint64_t base, const hr_variable *variable)
{
	uint64_t ended;

	return hr_map_get(&checker->ended, base, &ended) && ended == hr_map_key(variable);
}

static void set_lifetime(hr_thread *thread, uint8_t *frame, const uint32_t *pc)
{
	hr_checker *checker = thread->run->checker;
	const uint64_t base = HR_REG(frame, I64, pc[1]);
	const bool begins = pc[2] != 0;
	check_local local;

	if (hr_check_local(checker, frame, base, &local) != LOCAL_FOUND || local.base != base ||
	    !local.variable)
		return;
	if (begins && thread->shadow)
		hr_uninit_begins(thread, &local);
	if (!local.variable->scoped)
		return;
	if (begins)
		hr_map_remove(&checker->ended, base);
	else
		hr_map_put(&checker->ended, base, hr_map_key(local.variable));
}

static void change_lifetime(hr_thread *thread, uint8_t *frame, const uint32_t *pc)
{
	hr_checker *checker = thread->run->checker;

	if (!thread->level)
		hr_check_host_begin(checker, thread);
	set_lifetime(thread, frame, pc);
	if (!thread->level)
		hr_check_host_end(checker);
}

hr_trap hr_check_object(hr_thread *thread, uint8_t *frame, const hr_access_check *check,
			const uint32_t *pc)
{
	if (!thread->level && !thread->run->checks_host)
		return 0;
	if (*pc == HR_OP_scope) {
		change_lifetime(thread, frame, pc);
		return 0;
	}
	if (!thread->level)
		return hr_check_host_object(thread, frame, check, pc);
	if (!(thread->run->checker->checks & HR_CHECK_BOUNDS))
		return 0;
	if (*pc == HR_OP_object)
		return check_access_in_object(thread, frame, check, pc);
	check_stray_pointer(thread, frame, check, pc);
	return 0;
}
