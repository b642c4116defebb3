/* interp/check/access/space.c -- accesses through pointers into another address space than that in which
 * the address lies, and writes to constant memory.
 *
 * A pointer of a kernel says by its type in which memory it points. The memory in which an address lies is
 * that of its object: shared variables and the kernel's own variables are known as such, all else is global
 * memory. It is compared where an access is checked in full, which costs nothing where checks stay open.
 *
 * Owns:      nothing.
 * Clauses:   K2, K3 (constant memory is never written).
 * Not here:  numbers of address spaces (ir/graph/spaces.c). */
#include "interp/check/check_state.h"
#include "interp/memory/memory.h"
#include "interp/run/thread_pool.h"

static const hr_global *global_of(const hr_checker *checker, const check_access *access)
{
	const hr_program *program = checker->run->program;

	for (uint32_t i = 0; i < program->global_count; i++)
		if (program->globals[i]->name == access->name)
			return program->globals[i];
	return NULL;
}

static hr_memory_kind kind_of_global(const hr_checker *checker, const check_access *access)
{
	const hr_global *global = global_of(checker, access);

	return global ? hr_global_memory(checker->run->program, global) : HR_MEMORY_ANY;
}

/* Return true for a constant variable of CUDA: clang places those that are __device__ const, which are global memory,
 * among those in constant memory. */
static bool may_be_global(const hr_checker *checker, const check_access *access)
{
	const hr_global *global = access->area == AREA_GLOBAL ? global_of(checker, access) : NULL;

	return global && global->constant && checker->run->program->spaces == HR_SPACES_NVPTX;
}

/* Return the memory in which the object of ACCESS lies; HR_MEMORY_ANY if that is unknown. */
static hr_memory_kind kind_of(const hr_checker *checker, const check_access *access)
{
	const check_object *object;

	switch (access->area) {
	case AREA_STACK: return HR_MEMORY_PRIVATE;
	case AREA_GLOBAL: return kind_of_global(checker, access);
	case AREA_ARGUMENT: break;
	case AREA_OTHER:
		if (access->base != access->end)
			break;
		return HR_MEMORY_ANY;
	default: return HR_MEMORY_ANY;
	}
	object = hr_check_object_at(checker, access->address);
	return object && object->variable ? HR_MEMORY_SHARED : HR_MEMORY_GLOBAL;
}

/* Return true if memory that pointers of CLAIMED point to may lie in ACTUAL. Buffers are also arguments in
 * constant memory, which on AMDGPU is part of global memory. */
static bool agree(hr_space_table table, hr_memory_kind claimed, hr_memory_kind actual)
{
	if (actual == HR_MEMORY_ANY || claimed == actual)
		return true;
	if (claimed == HR_MEMORY_CONSTANT)
		return actual == HR_MEMORY_GLOBAL || table == HR_SPACES_AMDGPU;
	return claimed == HR_MEMORY_GLOBAL && actual == HR_MEMORY_CONSTANT &&
	       table == HR_SPACES_AMDGPU;
}

hr_memory_kind hr_check_memory(hr_thread *thread, uint64_t address)
{
	hr_checker *checker = thread->run->checker;
	check_access access = {.address = address, .area = AREA_OTHER, .end = 1};
	hr_memory_kind kind;

	hr_pool_lock(thread);
	if (hr_check_on_stack(checker, address) || hr_check_is_variable(checker, address)) {
		kind = HR_MEMORY_PRIVATE;
	} else {
		(void)hr_check_use_global_at(checker, &access);
		kind = kind_of(checker, &access);
	}
	hr_pool_unlock(thread);
	return kind;
}

static const char *object_text(hr_checker *checker, const check_access *access)
{
	const check_object *object;
	char by[HR_TRACKED_BY];

	if (access->area == AREA_STACK)
		return access->owner ? hr_check_variable_text(checker, access)
				     : "a variable of the kernel";
	if (access->area == AREA_GLOBAL)
		return hr_arena_printf(&checker->arena, "variable '%s'", access->name);
	object = hr_check_object_at(checker, access->address);
	if (object)
		return hr_check_allocated_text(checker, object);
	return hr_arena_printf(
		&checker->arena, "memory tracked%s",
		hr_tracked_by(checker->run->tracker, (const void *)access->address, by));
}

hr_trap hr_check_space(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	const hr_space_table table = checker->run->program->spaces;
	const hr_memory_kind claimed = access->site->memory[access->second];
	const bool writes = access->kind & HR_ACCESS_WRITE;
	hr_memory_kind actual;
	const char *text;
	hr_diag_facts facts;
	hr_trap told;

	if (access->argument || (claimed == HR_MEMORY_ANY && !writes))
		return 0;
	actual = kind_of(checker, access);
	if (!writes && claimed == HR_MEMORY_GLOBAL && may_be_global(checker, access))
		return 0;
	if ((claimed == HR_MEMORY_ANY || agree(table, claimed, actual)) &&
	    !(writes && actual == HR_MEMORY_CONSTANT))
		return 0;
	if (hr_check_is_told(checker, thread, HR_D_address_space, &told))
		return told;
	facts = (hr_diag_facts){.object = object_text(checker, access)};
	text = claimed == HR_MEMORY_ANY
		       ? hr_arena_printf(&checker->arena, "the address lies in %s memory",
					 hr_memory_name(table, actual))
		       : hr_arena_printf(&checker->arena,
					 "the pointer points to %s memory, and the address lies in "
					 "%s memory",
					 hr_memory_name(table, claimed),
					 hr_memory_name(table, actual));
	return hr_check_report_access(
		checker, thread, access, HR_D_address_space, facts,
		hr_arena_printf(&checker->arena, "%s: %s", text, facts.object));
}
