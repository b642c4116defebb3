/* openmp/runtime.c -- the runtime of OpenMP on a device: what target regions of clang call.
 *
 * In SPMD mode all threads of a team run the region. In generic mode the first thread of the last warp runs it, and the others wait in
 * __kmpc_target_init() for parallel regions. What a parallel region is, ir/kernel/openmp.c makes of the call: a function of the array
 * with its arguments. Where all threads of the block meet, they meet at a barrier; a part of them waits for a counter.
 *
 * Source:    LLVM's "OpenMP device runtime"; the interface is that of clang 19 to 22.
 * Not here:  schedules that are not static, critical regions, tasks: they are refused by name. */
#include <stdint.h>

#include "src/arith/warp.h"

#define OMP   __attribute__((convergent, always_inline))
#define LOCAL __attribute__((address_space(3)))

uint32_t __attribute__((overloadable)) get_sub_group_local_id(void);
uint32_t __attribute__((overloadable)) get_max_sub_group_size(void);
uint64_t __attribute__((overloadable)) get_local_linear_id(void);
uint64_t __attribute__((overloadable)) get_local_size(uint32_t);
uint64_t __attribute__((overloadable)) get_group_id(uint32_t);
uint64_t __attribute__((overloadable)) get_num_groups(uint32_t);
void __attribute__((overloadable, convergent)) barrier(uint32_t flags);
uint64_t __attribute__((convergent)) __hpvm__warp(unsigned what, uint64_t mask, uint64_t value,
						  uint64_t operand);
void *hpvm_c_malloc(uint64_t bytes);
void hpvm_c_free(void *memory);

typedef void region_function(void **arguments);
typedef void *region_argument;
/* Run the region with this number. */
void __attribute__((convergent)) hpvm_omp_run(uint32_t number, void **arguments);

enum {
	MOST_THREADS = 1024,
	MOST_ARGUMENTS = 64,
	EVERYTHING = 3, /* a barrier orders shared and global memory */
	BUFFER = 1 << 20,
};

/* The state of a team. */
static LOCAL uint8_t level[MOST_THREADS]; /* nested parallel regions of each thread */
static LOCAL uint32_t team_size, is_generic, work;
static LOCAL uint32_t regions,
	finished; /* of the generic mode: how many there were, who has run the last */
static LOCAL uint32_t arrived, phase; /* of barriers of a part of the threads */
static LOCAL region_argument shared_arguments[MOST_ARGUMENTS];
/* What teams reduce, and how many have come. */
static __attribute__((address_space(1))) uint8_t buffer[BUFFER];
static __attribute__((address_space(1))) uint32_t teams_come;

static OMP uint32_t thread(void)
{
	return (uint32_t)get_local_linear_id();
}

static OMP uint32_t block(void)
{
	return (uint32_t)get_local_size(0);
}

static OMP uint32_t warp(void)
{
	return get_max_sub_group_size();
}

static OMP uint32_t main_thread(void)
{
	return (block() - 1) / warp() * warp();
}

/* The threads that a parallel region can have. */
static OMP uint32_t workers(void)
{
	return is_generic ? main_thread() : block();
}

/* --- parallel regions ------------------------------------------------------------------------- */

static OMP uint32_t see(LOCAL uint32_t *counter)
{
	return __scoped_atomic_load_n(counter, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_WRKGRP);
}

/* Add 1 to COUNTER, which releases what was written before; return what it was. */
static OMP uint32_t count(LOCAL uint32_t *counter)
{
	return __scoped_atomic_fetch_add(counter, 1, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_WRKGRP);
}

/* Wait for all threads of a parallel region. */
static OMP void meet(void)
{
	const uint32_t seen = see(&phase);

	if (team_size == block()) {
		barrier(EVERYTHING);
		return;
	}
	if (count(&arrived) == team_size - 1) {
		__scoped_atomic_store_n(&arrived, 0, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
		count(&phase);
		return;
	}
	while (see(&phase) == seen)
		;
}

static OMP uint32_t size_of(int32_t condition, int32_t wanted)
{
	if (!condition)
		return 1;
	return wanted > 0 && (uint32_t)wanted < workers() ? (uint32_t)wanted : workers();
}

void OMP hpvm_omp_parallel(int32_t condition, int32_t wanted, region_function *region,
			   uint32_t number, void **arguments, uint64_t count_of)
{
	if (level[thread()]) { /* a nested region has one thread */
		level[thread()]++;
		region(arguments);
		level[thread()]--;
		return;
	}
	if (is_generic) { /* this is the main thread */
		for (uint64_t i = 0; i < count_of; i++)
			shared_arguments[i] = arguments[i];
		work = number;
		team_size = size_of(condition, wanted);
		finished = 0;
		count(&regions);
		while (see(&finished) != workers())
			;
		return;
	}
	barrier(EVERYTHING);
	if (thread() == 0)
		team_size = size_of(condition, wanted);
	barrier(EVERYTHING);
	if (thread() < team_size) {
		level[thread()] = 1;
		region(arguments);
		level[thread()] = 0;
	}
	barrier(EVERYTHING);
}

/* --- the target region ------------------------------------------------------------------------ */

/* __kmpc_target_init() of a kernel in SPMD mode, and of one in generic mode (ir/kernel/openmp.c). */
static OMP void begin(_Bool generic)
{
	level[thread()] = 0;
	if (thread() == 0) {
		is_generic = generic;
		regions = arrived = phase = 0;
	}
	barrier(EVERYTHING);
}

int32_t OMP hpvm_omp_init_spmd(void *environment, void *launch)
{
	begin(0);
	return -1;
}

/* The same in generic mode. */
int32_t OMP hpvm_omp_init_generic(void *environment, void *launch)
{
	begin(1);
	if (thread() == main_thread())
		return -1;
	for (uint32_t seen = 0; thread() < main_thread(); seen++) {
		while (see(&regions) == seen)
			;
		if (!work)
			break;
		if (thread() < team_size) {
			level[thread()] = 1;
			hpvm_omp_run(work, (void **)shared_arguments);
			level[thread()] = 0;
		}
		count(&finished);
	}
	return 1;
}

void OMP __kmpc_target_deinit(void)
{
	if (!is_generic)
		return;
	work = 0;
	count(&regions);
}

/* What OpenMP's own passes make of a kernel: the threads come from __kmpc_target_init() when there is nothing left to do. */
_Bool OMP __kmpc_kernel_parallel(void **function)
{
	*function = 0;
	return 0;
}

void OMP __kmpc_kernel_end_parallel(void)
{
}

void OMP __kmpc_barrier_simple_generic(void *place, int32_t id)
{
}

void OMP __kmpc_barrier_simple_spmd(void *place, int32_t id)
{
	barrier(EVERYTHING);
}

void OMP __kmpc_barrier(void *place, int32_t id)
{
	if (level[thread()] == 1)
		meet();
	else if (!level[thread()] && !is_generic)
		barrier(EVERYTHING);
}

/* --- ids -------------------------------------------------------------------------------------- */

int32_t OMP omp_get_thread_num(void)
{
	return level[thread()] == 1 ? (int32_t)thread() : 0;
}

int32_t OMP omp_get_num_threads(void)
{
	return level[thread()] == 1 ? (int32_t)team_size : 1;
}

int32_t OMP omp_get_team_num(void)
{
	return (int32_t)get_group_id(0);
}

int32_t OMP omp_get_num_teams(void)
{
	return (int32_t)get_num_groups(0);
}

int32_t OMP omp_get_max_threads(void)
{
	return level[thread()] ? 1 : (int32_t)workers();
}

int32_t OMP omp_get_thread_limit(void)
{
	return (int32_t)workers();
}

int32_t OMP omp_get_level(void)
{
	return level[thread()];
}

int32_t OMP omp_in_parallel(void)
{
	return level[thread()] != 0;
}

int32_t OMP omp_is_initial_device(void)
{
	return 0;
}

int32_t OMP __kmpc_global_thread_num(void *place)
{
	return omp_get_thread_num();
}

uint32_t OMP __kmpc_get_hardware_thread_id_in_block(void)
{
	return thread();
}

uint32_t OMP __kmpc_get_hardware_num_threads_in_block(void)
{
	return block();
}

uint32_t OMP __kmpc_get_warp_size(void)
{
	return warp();
}

int8_t OMP __kmpc_is_spmd_exec_mode(void)
{
	return !is_generic;
}

uint16_t OMP __kmpc_parallel_level(void *place, uint32_t id)
{
	return level[thread()];
}

int32_t OMP __kmpc_single(void *place, int32_t id)
{
	return omp_get_thread_num() == 0;
}

void OMP __kmpc_end_single(void *place, int32_t id)
{
}

int32_t OMP __kmpc_master(void *place, int32_t id)
{
	return omp_get_thread_num() == 0;
}

void OMP __kmpc_end_master(void *place, int32_t id)
{
}

int32_t OMP __kmpc_masked(void *place, int32_t id, int32_t filter)
{
	return omp_get_thread_num() == filter;
}

void OMP __kmpc_end_masked(void *place, int32_t id)
{
}

/* --- memory ----------------------------------------------------------------------------------- */

void *OMP __kmpc_alloc_shared(uint64_t bytes)
{
	return hpvm_c_malloc(bytes);
}

void OMP __kmpc_free_shared(void *memory, uint64_t bytes)
{
	hpvm_c_free(memory);
}

/* --- loops ------------------------------------------------------------------------------------ */

enum { CHUNKS = 33, PARTS = 34, TEAM_CHUNKS = 91, TEAM_PARTS = 92, TEAM_THREAD_CHUNKS = 93 };

/* Set the iterations of number OWN of COUNT: parts of equal size, or chunks in turn. */
#define DIVIDE(T, suffix)                                                                          \
	static OMP void divide_##suffix(int32_t schedule, int32_t *last, T *lower, T *upper,       \
					T *stride, T chunk, uint64_t own, uint64_t count)          \
	{                                                                                          \
		const T first = *lower, end = *upper;                                              \
                                                                                                   \
		if (schedule == PARTS || schedule == TEAM_PARTS || chunk < 1) {                    \
			const T size = end - first + 1;                                            \
			const T part = size / (T)count + (size % (T)count != 0);                   \
                                                                                                   \
			*lower = first + (T)own * part;                                            \
			*upper = *lower + part - 1;                                                \
			*stride = size;                                                            \
		} else {                                                                           \
			*lower = first + (T)own * chunk;                                           \
			*upper = *lower + chunk - 1;                                               \
			*stride = (T)count * chunk;                                                \
		}                                                                                  \
		if (schedule == PARTS || schedule == TEAM_PARTS || chunk < 1)                      \
			*last = *lower <= end && end <= *upper;                                    \
		else                                                                               \
			*last = (uint64_t)((end - first) / chunk) % count == own;                  \
		if (*upper > end)                                                                  \
			*upper = end;                                                              \
	}                                                                                          \
	void OMP __kmpc_for_static_init_##suffix(void *place, int32_t id, int32_t schedule,        \
						 int32_t *last, T *lower, T *upper, T *stride,     \
						 T step, T chunk)                                  \
	{                                                                                          \
		const uint64_t threads = (uint64_t)omp_get_num_threads(),                          \
			       own = (uint64_t)omp_get_thread_num();                               \
                                                                                                   \
		if (schedule == TEAM_THREAD_CHUNKS)                                                \
			divide_##suffix(schedule, last, lower, upper, stride, chunk,               \
					get_group_id(0) * threads + own,                           \
					get_num_groups(0) * threads);                              \
		else                                                                               \
			divide_##suffix(schedule, last, lower, upper, stride, chunk, own,          \
					threads);                                                  \
	}                                                                                          \
	void OMP __kmpc_distribute_static_init_##suffix(void *place, int32_t id, int32_t schedule, \
							int32_t *last, T *lower, T *upper,         \
							T *stride, T step, T chunk)                \
	{                                                                                          \
		const uint64_t threads = level[thread()] ? team_size : workers();                  \
                                                                                                   \
		if (schedule == TEAM_THREAD_CHUNKS)                                                \
			divide_##suffix(schedule, last, lower, upper, stride, chunk,               \
					get_group_id(0) * threads + thread(),                      \
					get_num_groups(0) * threads);                              \
		else                                                                               \
			divide_##suffix(schedule, last, lower, upper, stride, chunk,               \
					get_group_id(0), get_num_groups(0));                       \
	}
DIVIDE(int32_t, 4)
DIVIDE(uint32_t, 4u)
DIVIDE(int64_t, 8)
DIVIDE(uint64_t, 8u)

void OMP __kmpc_for_static_fini(void *place, int32_t id)
{
}

void OMP __kmpc_distribute_static_fini(void *place, int32_t id)
{
}

/* --- reductions ------------------------------------------------------------------------------- */

/* The value of the lane BY behind this one among SIZE lanes, or the own one. */
static OMP uint64_t down(uint64_t x, int16_t by, int16_t size)
{
	const uint32_t own = get_sub_group_local_id();
	const uint32_t from =
		own % (uint32_t)size + (uint32_t)by < (uint32_t)size ? own + (uint32_t)by : own;

	return __hpvm__warp(HR_WARP_SHUFFLE | HR_WARP_WHO_COMES | HR_WARP_MAY_MISS, ~UINT64_C(0), x,
			    from);
}

int32_t OMP __kmpc_shuffle_int32(int32_t x, int16_t by, int16_t size)
{
	return (int32_t)down((uint32_t)x, by, size);
}

int64_t OMP __kmpc_shuffle_int64(int64_t x, int16_t by, int16_t size)
{
	return (int64_t)down((uint64_t)x, by, size);
}

typedef void shuffle_function(void *data, int16_t lane, int16_t offset, int16_t algorithm);
typedef void copy_function(void *data, int32_t warps);
typedef void list_function(void *buffer, int32_t index, void *data);

/* Reduce the values of the first SIZE lanes of a warp. */
static OMP void reduce_warp(void *data, shuffle_function *shuffle, uint32_t size)
{
	enum { WHOLE, CONTIGUOUS };
	const uint32_t lane = get_sub_group_local_id();

	if (size == warp()) {
		for (uint32_t by = warp() / 2; by > 0; by /= 2)
			shuffle(data, 0, (int16_t)by, WHOLE);
		return;
	}
	for (uint32_t left = size; left > 1; left = (left + 1) / 2)
		shuffle(data, (int16_t)lane, (int16_t)(left / 2), CONTIGUOUS);
}

int32_t OMP __kmpc_nvptx_parallel_reduce_nowait_v2(void *place, uint64_t bytes, void *data,
						   shuffle_function *shuffle, copy_function *copy)
{
	const uint32_t threads = (uint32_t)omp_get_num_threads(),
		       own = (uint32_t)omp_get_thread_num(),
		       warps = (threads + warp() - 1) / warp();
	const uint32_t left = threads - own / warp() * warp();

	if (threads == 1)
		return 1;
	reduce_warp(data, shuffle, left < warp() ? left : warp());
	if (warps > 1) {
		copy(data, (int32_t)warps);
		if (own < warp())
			reduce_warp(data, shuffle, warps);
	}
	return own == 0;
}

void *OMP __kmpc_reduction_get_fixed_buffer(void)
{
	return (void *)buffer;
}

/* The last team reduces the values of all. */
int32_t OMP __kmpc_nvptx_teams_reduce_nowait_v2(void *place, void *all, uint32_t records,
						uint64_t bytes, void *data,
						shuffle_function *shuffle, copy_function *copy,
						list_function *put, list_function *put_sum,
						list_function *get, list_function *get_sum)
{
	const int32_t teams = omp_get_num_teams();

	if (thread() != (is_generic ? main_thread() : 0))
		return 0;
	if (teams == 1)
		return 1;
	put(all, omp_get_team_num(), data);
	if (__scoped_atomic_fetch_add(&teams_come, 1, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_DEVICE) !=
	    (uint32_t)teams - 1)
		return 0;
	__scoped_atomic_store_n(&teams_come, 0, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
	get(all, 0, data);
	for (int32_t i = 1; i < teams; i++)
		get_sum(all, i, data);
	return 1;
}
