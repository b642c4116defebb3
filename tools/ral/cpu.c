/* tools/ral/cpu.c -- the device of libhpvm-ral that runs kernels as native code, on several threads.
 *
 * Owns:      its state.
 * Not here:  kernels. */
#include <stdlib.h>
#include <string.h>

#include "tools/ral/ral_private.h"

typedef struct cpu {
	unsigned threads;
} cpu;

enum { ALIGNMENT = 64 };

static void *cpu_allocate(void *state, size_t bytes)
{
	void *memory = aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);

	(void)state;
	if (!memory)
		(void)ral_device_failed("%zu bytes", bytes);
	return memory;
}

static void cpu_release(void *state, void *buffer, size_t bytes)
{
	(void)state;
	(void)bytes;
	free(buffer);
}

static int cpu_write(void *state, void *buffer, const void *from, size_t bytes)
{
	(void)state;
	memcpy(buffer, from, bytes);
	return 0;
}

static int cpu_read(void *state, const void *buffer, void *to, size_t bytes)
{
	(void)state;
	memcpy(to, buffer, bytes);
	return 0;
}

static void *cpu_share(void *state, const void *memory, size_t bytes)
{
	(void)state;
	(void)bytes;
	return (void *)(uintptr_t)memory;
}

/* A grid in parts along dimension 0. */
typedef struct cpu_parts {
	const ral_launch *launch;
	int64_t size;
} cpu_parts;

static void run_part(void *job, uint64_t part, void *scratch)
{
	const cpu_parts *of = job;
	const ral_launch *launch = of->launch;
	int64_t begin[3] = {(int64_t)part * of->size, 0, 0},
		end[3] = {begin[0] + of->size, launch->grid[1], launch->grid[2]};

	(void)scratch;
	if (end[0] > launch->grid[0])
		end[0] = launch->grid[0];
	launch->kernel->code(begin, end, launch->buffers, launch->bytes, launch->numbers);
}

static int cpu_launch(void *state, const ral_launch *launch)
{
	enum { PARTS_OF_THREAD = 4 };
	const cpu *self = state;
	int64_t wanted = self->threads > 1 ? (int64_t)self->threads * PARTS_OF_THREAD : 1;
	cpu_parts of = {launch, (launch->grid[0] + wanted - 1) / wanted};

	hr_tensor_parallel(self->threads, (uint64_t)((launch->grid[0] + of.size - 1) / of.size),
			   run_part, &of, 0);
	return 0;
}

static void cpu_close(void *state)
{
	hr_free(state);
}

void ral_cpu(unsigned threads, ral_device *device)
{
	cpu *self = hr_alloc_zero(sizeof(*self));

	self->threads = threads;
	*device = (ral_device){.size = sizeof(*device),
			       .name = "cpu",
			       .state = self,
			       .host = 1,
			       .allocate = cpu_allocate,
			       .release = cpu_release,
			       .write = cpu_write,
			       .read = cpu_read,
			       .share = cpu_share,
			       .launch = cpu_launch,
			       .close = cpu_close};
}
