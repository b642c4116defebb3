/* backends/cuda/emulator/threads.c -- runs the threads of a block one after the other, from barrier
 * to barrier.
 *
 * If the kernel has barriers, each thread has a context (ucontext); all of them run on one host
 * thread.
 * Invariant: no thread passes a barrier before all threads of its block have reached it. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "backends/cuda/emulator/emulator.h"

enum { STACK_BYTES = 256 << 10, FENCE = 64, PATTERN = 0xa5 };

typedef struct thread {
	uint32_t id[3];
	ucontext_t context;
	uint32_t barriers; /* number of barriers that it has reached */
	bool ended;
} thread;

typedef struct emu_block {
	emu_kernel *kernel;
	void **parameters;
	uint32_t threads[3], id[3], blocks[3];
	thread *all;
	uint32_t count;
	thread *running;
	ucontext_t home;
} emu_block;

static _Thread_local emu_block *current;

uint32_t emu_register(uint32_t which, uint32_t dimension)
{
	const uint32_t *const from[] = {current->running->id, current->threads, current->id,
					current->blocks};

	return from[which][dimension];
}

void emu_barrier(void)
{
	emu_block *self = current;

	self->running->barriers++;
	swapcontext(&self->running->context, &self->home);
}

static void body(void)
{
	emu_block *self = current;

	self->kernel(self->parameters);
	self->running->ended = true;
	swapcontext(&self->running->context, &self->home);
}

static void prepare_thread(emu_block *self, thread *made, uint8_t *stack)
{
	getcontext(&made->context);
	made->context.uc_stack.ss_sp = stack;
	made->context.uc_stack.ss_size = STACK_BYTES;
	made->context.uc_link = &self->home;
	makecontext(&made->context, body, 0);
}

static void prepare(emu_block *self, uint8_t *stacks)
{
	for (uint32_t i = 0; i < self->count; i++) {
		uint32_t x = i % self->threads[0], row = i / self->threads[0];

		self->all[i] = (thread){.id = {x, row % self->threads[1], row / self->threads[1]}};
		prepare_thread(self, &self->all[i], stacks + (size_t)i * STACK_BYTES);
	}
}

/* Run all threads to their next barrier, or to their end. Return false if some have ended while
 * others wait. *DONE is set if all have ended. */
static bool advance(emu_block *self, bool *done)
{
	uint32_t ended = 0;

	for (uint32_t i = 0; i < self->count; i++) {
		self->running = &self->all[i];
		if (!self->running->ended)
			swapcontext(&self->home, &self->running->context);
		ended += self->running->ended;
	}
	*done = ended == self->count;
	return ended == 0 || *done;
}

static bool run_block(emu_block *self, uint8_t *stacks)
{
	bool done = false;

	prepare(self, stacks);
	while (!done)
		if (!advance(self, &done))
			return false;
	return true;
}

/* The memory behind a block's shared memory holds a pattern that must not change. */
static bool run_blocks(emu_block *self, uint8_t *stacks, uint8_t *shared, uint32_t shared_bytes)
{
	bool met = true;

	for (self->id[2] = 0; self->id[2] < self->blocks[2]; self->id[2]++)
		for (self->id[1] = 0; self->id[1] < self->blocks[1]; self->id[1]++)
			for (self->id[0] = 0; self->id[0] < self->blocks[0]; self->id[0]++) {
				if (shared)
					memset(shared, PATTERN, shared_bytes + FENCE);
				met = run_block(self, stacks);
				for (uint32_t i = 0; i < FENCE && shared; i++)
					met &= shared[shared_bytes + i] == PATTERN;
				if (!met)
					return false;
			}
	return true;
}

bool emu_run(emu_kernel *kernel, const uint32_t blocks[3], const uint32_t threads[3],
	     uint8_t *shared, uint32_t shared_bytes, void **parameters)
{
	emu_block self = {.kernel = kernel,
			  .parameters = parameters,
			  .count = threads[0] * threads[1] * threads[2]};
	size_t bytes = (size_t)self.count * STACK_BYTES;
	uint8_t *stacks = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	bool met = false;

	if (stacks == MAP_FAILED || shared_bytes + FENCE > EMU_SHARED_BYTES)
		return false;
	memcpy(self.threads, threads, sizeof(self.threads));
	memcpy(self.blocks, blocks, sizeof(self.blocks));
	self.all = calloc(self.count, sizeof(*self.all));
	current = &self;
	met = run_blocks(&self, stacks, shared, shared_bytes);
	current = NULL;
	free(self.all);
	munmap(stacks, bytes);
	return met;
}
