/* interp/engine/hpvm.c -- queries of nodes, allocation in leaves, limits, and reporting of traps.
 *
 * A node handle is the address of an hr_level of the running instance or its ancestors. A handle is
 * valid if it is found on the walk from the running level upwards.
 *
 * Clauses:   N3, M1, H4 (limits).
 * Not here:  barriers (the engine stops, interp/schedule/group.c resumes it). */
#include <stdio.h>
#include <string.h>

#include "interp/check/check_trap.h"
#include "interp/check/checker.h"
#include "interp/engine/engine.h"
#include "interp/memory/image.h"
#include "interp/memory/memory.h"
#include "interp/run/process.h"
#include "interp/run/thread_pool.h"

#define R(T, operand) HR_REG(frame, T, pc[operand])

/* --- queries ---------------------------------------------------------------------------------- */

static const hr_level *level_of(const hr_thread *thread, uint64_t handle)
{
	const hr_level *level = thread->level;

	while (level && (uint64_t)(uintptr_t)level != handle)
		level = level->parent;
	return level;
}

static hr_trap no_such_dimension(hr_thread *thread, const hr_level *level, uint32_t dimension,
				 bool extent)
{
	const char *gives[] = {"this error", extent ? "the extent is 1" : "the index is 0"};
	char profiles[200];

	if (dimension > 2)
		return HR_REPORTED(thread, query_dimension, '?', level->node->path, level->dims, "",
				   "all: this error");
	hr_sem_profiles(HR_SEM_query_dimension, gives, false, profiles, sizeof(profiles));
	return HR_REPORTED(thread, query_dimension, "xyz"[dimension], level -> node -> path,
			   level -> dims, " (--sem query-dimension)", profiles);
}

/* Get index or extent of LEVEL in DIMENSION. A missing dimension reads as index 0 and extent 1. */
static hr_trap query(hr_thread *thread, const hr_level *level, uint32_t dimension, bool extent,
		     uint64_t *value)
{
	const hr_sem *sem = &thread->run->program->sem;

	if (!level)
		return HR_TRAP_OF(query_bad_handle);
	if (dimension >= level->dims) {
		if (dimension > 2 ||
		    sem->value[HR_SEM_query_dimension] == HR_SEM_query_dimension_error)
			return no_such_dimension(thread, level, dimension, extent);
		*value = extent ? 1 : 0;
		return 0;
	}
	*value = (uint64_t)(extent ? level->extent[dimension] : level->id[dimension]);
	return 0;
}

HR_HANDLER(hpvm_node)
{
	if (!thread->level)
		return HR_TRAP_OF(query_bad_handle);
	R(I64, 1) = (uint64_t)(uintptr_t)thread->level;
	return 0;
}

HR_HANDLER(hpvm_parent)
{
	const hr_level *level = level_of(thread, R(I64, 2));

	if (!level)
		return HR_TRAP_OF(query_bad_handle);
	R(I64, 1) = (uint64_t)(uintptr_t)level->parent;
	return 0;
}

HR_HANDLER(hpvm_dims)
{
	const hr_level *level = level_of(thread, R(I64, 2));

	if (!level)
		return HR_TRAP_OF(query_bad_handle);
	R(I32, 1) = level->dims;
	return 0;
}

HR_HANDLER(hpvm_id)
{
	return query(thread, level_of(thread, R(I64, 2)), pc[3], false, (uint64_t *)&R(I64, 1));
}

HR_HANDLER(hpvm_extent)
{
	return query(thread, level_of(thread, R(I64, 2)), pc[3], true, (uint64_t *)&R(I64, 1));
}

static const hr_level *ancestor(const hr_thread *thread, uint32_t up)
{
	const hr_level *level = thread->level;

	while (level && up--)
		level = level->parent;
	return level;
}

HR_HANDLER(hpvm_id_up)
{
	return query(thread, ancestor(thread, pc[2]), pc[3], false, (uint64_t *)&R(I64, 1));
}

HR_HANDLER(hpvm_extent_up)
{
	return query(thread, ancestor(thread, pc[2]), pc[3], true, (uint64_t *)&R(I64, 1));
}

/* Return the bytes to allocate for an object of BYTES. */
static uint64_t room_of(const hr_thread *thread, uint64_t bytes)
{
	uint64_t room;

	if (!thread->run->checker || __builtin_add_overflow(bytes, (uint64_t)HR_CHECK_GAP, &room))
		room = bytes;
	return room;
}

void hr_object_end(hr_thread *thread, void *memory, uint64_t bytes)
{
	hr_pool_lock(thread);
	hr_objects_reuse(thread->allocations, memory, room_of(thread, bytes));
	hr_pool_unlock(thread);
}

void *hr_object_allocate(hr_thread *thread, uint64_t bytes, bool engine)
{
	hr_checker *checker = thread->run->checker;
	uint64_t room = room_of(thread, bytes);
	void *memory;

	hr_pool_lock(thread);
	memory = hr_objects_alloc(thread->allocations, room);
	if (memory)
		hr_objects_note(thread->allocations, memory, bytes);
	if (memory && checker)
		hr_check_allocated(thread, memory, bytes, engine);
	hr_pool_unlock(thread);
	return memory;
}

HR_HANDLER(hpvm_warp_more)
{
	for (unsigned i = 0; i < HR_WARP_MORE; i++)
		thread->warp->more[i] = HR_REG(frame, I64, pc[1 + i]);
	return 0;
}

HR_HANDLER(hpvm_warp_second)
{
	HR_REG(frame, I64, pc[1]) = thread->warp->second;
	return 0;
}

HR_HANDLER(hpvm_warp_result)
{
	HR_REG(frame, I64, pc[1]) = thread->warp->value;
	return 0;
}

HR_HANDLER(hpvm_warp_missed)
{
	HR_REG(frame, I8, pc[1]) = thread->warp->missed;
	return 0;
}

HR_HANDLER(hpvm_malloc)
{
	uint64_t bytes = R(I64, 2);
	void *memory;

	if (!thread->allocations)
		return HR_REPORTED(thread, unsupported_feature, "hpvm.malloc outside a graph");
	memory = hr_object_allocate(thread, bytes, true);
	if (!memory)
		return HR_REPORTED(thread, memory_limit, "hpvm.malloc", (size_t)bytes);
	R(I64, 1) = (uint64_t)(uintptr_t)memory;
	return 0;
}

HR_HANDLER(hpvm_space)
{
	if (!thread->run->checker)
		return HR_REPORTED(thread, unsupported_feature,
				   "the address space of a pointer with --check=none");
	R(I32, 1) = (uint32_t)hr_check_memory(thread, R(I64, 2));
	return 0;
}

/* --- limits ----------------------------------------------------------------------------------- */

enum { SLICE_STEPS = 65536 };

hr_trap hr_engine_pause(hr_thread *thread, int64_t *left)
{
	hr_run *run = thread->run;
	uint64_t limit = run->options.step_limit, steps;

	if (__atomic_load_n(&run->interrupted, __ATOMIC_RELAXED))
		return HR_TRAP_OF(interrupted);
	if (hr_pool_is_cancelled(thread))
		return HR_TRAP_REPORTED | (hr_trap)HR_TRAP;
	while (*left < 0) {
		steps = hr_image_grant(run->image, SLICE_STEPS, limit);
		if (steps == 0)
			return HR_REPORTED(thread, step_limit, (unsigned long long)limit);
		thread->granted += steps * HR_STEP_BYTES;
		*left += (int64_t)(steps * HR_STEP_BYTES);
	}
	__atomic_store_n(&thread->steps, (thread->granted - (uint64_t)*left) / HR_STEP_BYTES,
			 __ATOMIC_RELAXED);
	hr_run_show(thread, thread->level ? thread->level->node : NULL);
	return 0;
}

/* --- traps ------------------------------------------------------------------------------------ */

/* Return what the operation at the published place was doing, for a fault that the hardware
 * detected. */
static const char *access_kind(const hr_thread *thread)
{
	const char *name =
		thread->pc && *thread->pc < HR_OP_COUNT ? hr_op_name((hr_op)*thread->pc) : "";

	if (strncmp(name, "load", 4) == 0 || strncmp(name, "aload", 5) == 0)
		return "read";
	if (strncmp(name, "store", 5) == 0 || strncmp(name, "astore", 6) == 0)
		return "write";
	return strcmp(name, "call") == 0 ? "access in a called C function" : "access";
}

static hr_status report(hr_thread *thread, hr_diag_id id)
{
	hr_run *run = thread->run;
	size_t stack = run->options.stack_limit;
	const char *why = thread->fault_why ? thread->fault_why : "";
	char place[32] = "an impossible address";

	switch (id) {
	case HR_D_bad_access:
		if (thread->fault_address != HR_NO_ADDRESS)
			snprintf(place, sizeof(place), "%p", thread->fault_address);
		return hr_report_at(run, thread, id, access_kind(thread), place, why);
	case HR_D_poison_used:
		return hr_report_at(run, thread, id,
				    "a poison value reaches a branch, an address or an output");
	case HR_D_program_died: return hr_report_at(run, thread, id, why);
	case HR_D_uncaught_exception:
		return hr_report_at(run, thread, id, hr_process.terminated_by);
	case HR_D_stack_overflow:
		return hr_report_at(run, thread, id, stack ? stack : (size_t)HR_DEFAULT_STACK);
	case HR_D_interrupted: return hr_report_interrupted(run, thread);
	case HR_D_bad_indirect_jump: return hr_report_at(run, thread, id, thread->fault_address);
	default: return hr_report_at(run, thread, id);
	}
}

hr_trap hr_engine_poison_source(const hr_thread *thread, const uint8_t *frame, const uint32_t *pc)
{
	const hr_poison_source *promise = &thread->code->poison_sources[pc[1]];

	return !thread->level && promise->trap && frame[promise->flag] ? promise->trap : 0;
}

hr_trap hr_engine_report_cause(const hr_thread *thread)
{
	const hr_status status =
		thread->level && thread->checking ? hr_check_report_cause(thread) : HR_OK;

	return status == HR_OK ? 0 : HR_TRAP_REPORTED | (hr_trap)status;
}

hr_status hr_engine_trap(hr_thread *thread, hr_trap trap)
{
	hr_diag_id id = (hr_diag_id)(trap - 1);
	hr_status status;

	if (!(trap & HR_TRAP_REPORTED)) {
		const hr_trap cause = hr_engine_report_cause(thread);

		trap = cause ? cause : trap;
	}
	if (trap & HR_TRAP_REPORTED)
		return (hr_status)(trap & ~HR_TRAP_REPORTED);
	status = report(thread, id);
	return status == HR_OK ? hr_diag_outcome(id) : status;
}
