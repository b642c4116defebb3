/* interp/host/layout.c -- check that what host code passes to launch and push, and reads of what
 * pop returns, is laid out as the root expects, before anything is read or written.
 *
 * What the program's code shows is looked at once for each call; the size of a block of malloc()
 * that the code does not show is looked at in each call.
 *
 * Owns:      what is known of each call (hr_host.layouts), for as long as the run.
 * Clauses:   H2, H5.
 * Not here:  finding objects and their types (ir/lift/host_layout.c). */
#define _GNU_SOURCE 1
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "interp/check/checker.h"
#include "interp/host/host.h"
#include "interp/host/host_runtime.h"
#include "interp/host/host_state.h"
#include "interp/host/launch.h"
#include "interp/run/thread.h"
#include "interp/stream/roots.h"
#include "ir/lift/host_layout.h"
#include "ir/program/origin.h"

/* farther below a frame than this is no stack */
enum { MOST_STACK = 1 << 30 };

struct hr_call_layout {
	uint64_t place; /* number of the call, or address of its code */
	const hr_root *root;
	hr_packed packed;
	hr_host_layout layout;
	/* the mismatch has been reported, or is about to be, for this call or one that was copied
	 * from it */
	bool said;
	struct hr_call_layout *next; /* of the same place */
};

__thread const void *hr_host_frame;

static const char *const calls[] = {"launch", "push", "pop"};

/* Return the place of the call that this thread makes, 0 if it is not known. */
static uint64_t place_now(const hr_run *run, const hr_thread *thread)
{
	uint32_t number = hr_host_site_now();

	if (thread && thread->code)
		return thread->level ? 0 : hr_map_key(thread->pc);
	return number && number <= run->host->calls.count ? number : 0;
}

/* Return the instruction (LLVMValueRef) of that call, or NULL. */
static void *instruction_now(const hr_run *run, const hr_thread *thread)
{
	uint32_t first;

	if (thread && thread->code)
		return hr_origin_instruction(thread->code,
					     (uint32_t)(thread->pc - thread->code->words), &first);
	return run->host->calls.data[hr_host_site_now() - 1];
}

/* The caller holds the lock of the layouts. */
static hr_call_layout *known_layout(const hr_run *run, uint64_t place, const hr_root *root,
				    hr_packed packed)
{
	hr_call_layout *at = NULL;
	uint64_t value;

	if (hr_map_get(&run->host->layouts.at, place, &value))
		at = (hr_call_layout *)(uintptr_t)value;
	while (at && (at->root != root || at->packed != packed))
		at = at->next;
	return at;
}

static hr_call_layout *new_layout(hr_run *run, const hr_thread *thread, uint64_t place,
				  const hr_root *root, hr_packed packed)
{
	hr_call_layout *made = hr_alloc_zero(sizeof(*made));
	void *instruction = instruction_now(run, thread);
	uint64_t first = 0;

	*made = (hr_call_layout){.place = place, .root = root, .packed = packed};
	if (instruction)
		made->layout =
			hr_host_layout_of(run->program, instruction, root->graph->root, packed);
	for (size_t i = 0; i < run->host->layouts.all.count; i++) {
		const hr_call_layout *other = run->host->layouts.all.data[i];

		made->said |= other->root == root && !made->layout.outside &&
			      strcmp(other->layout.mismatch, made->layout.mismatch) == 0;
	}
	(void)hr_map_get(&run->host->layouts.at, place, &first);
	made->next = (hr_call_layout *)(uintptr_t)first;
	hr_map_put(&run->host->layouts.at, place, hr_map_key(made));
	HR_PUSH(&run->host->layouts.all, made);
	return made;
}

static char *fitting(const hr_root *root, hr_packed packed)
{
	char *text = NULL;
	size_t length;
	FILE *stream = open_memstream(&text, &length);

	if (!stream)
		hr_alloc_failed(0);
	hr_print_packed(root->graph->root, packed, NULL, stream);
	fclose(stream);
	return text;
}

static hr_status report(hr_run *run, const hr_root *root, hr_packed packed, hr_diag_id id,
			const char *headline, const char *note)
{
	char *fits = fitting(root, packed);
	hr_status status = hr_report_at(run, hr_thread_peek(), id, headline, note, fits);

	free(fits);
	return status;
}

/* What is passed has ROOM bytes, too few. */
static hr_status report_small(hr_run *run, const hr_call_layout *known, const char *call,
			      uint64_t room)
{
	const hr_root *root = known->root;
	hr_packed packed = known->packed;
	const hr_node *node = root->graph->root;
	uint64_t need = hr_packed_bytes(node, packed);
	bool results = packed == HR_PACKED_ARGS && room >= root->packed_inputs;
	char headline[200], note[HR_HOST_OBJECT_TEXT + 160], field[96];
	char object[HR_HOST_OBJECT_TEXT] = "the heap block";

	if (known->layout.object)
		hr_host_object_text(run->program, known->layout.object, object);
	hr_host_field_after(node, packed, room, field);
	snprintf(headline, sizeof(headline),
		 "the struct that %s of '%.80s' gets is too small: %llu byte%s of %llu", call,
		 node->path, (unsigned long long)room, room == 1 ? "" : "s",
		 (unsigned long long)need);
	snprintf(note, sizeof(note), "%s would be %s outside of %s", field,
		 results ? "written" : "read", object);
	return report(run, root, packed, HR_D_launch_layout, headline, note);
}

static hr_status report_mismatch(hr_run *run, const hr_root *root, hr_packed packed,
				 const char *call, const hr_host_layout *layout)
{
	char headline[200];
	const char *path = root->graph->root->path;

	if (packed == HR_PACKED_OUT)
		snprintf(headline, sizeof(headline),
			 layout->outside ? "the program accesses more than pop returns for '%.80s'"
					 : "what pop returns for '%.80s' is read as another struct",
			 path);
	else
		snprintf(headline, sizeof(headline),
			 "%s of '%.80s' gets a struct with another layout", call, path);
	return report(run, root, packed,
		      layout->outside ? HR_D_launch_layout : HR_D_launch_layout_type, headline,
		      layout->mismatch);
}

/* Return true if the program allocates with malloc() of the C library. The search for the symbol
 * takes about as long as a launch, so it is done once. */
static bool has_malloc_of_c(hr_run *run)
{
	hr_call_layouts *layouts = &run->host->layouts;
	const hr_function *own;
	const void *found;
	bool of_c;

	if (__atomic_load_n(&layouts->allocator, __ATOMIC_RELAXED) != HR_MALLOC_UNKNOWN)
		return __atomic_load_n(&layouts->allocator, __ATOMIC_RELAXED) == HR_MALLOC_OF_C;
	own = hr_program_function(run->program, "malloc");
	found = hr_host_symbol(run, "malloc");
	of_c = (!own || !own->defined) &&
	       (found == (void *)malloc || found == hr_runtime_fresh("malloc", (void *)malloc));
	__atomic_store_n(&layouts->allocator, of_c ? HR_MALLOC_OF_C : HR_MALLOC_OTHER,
			 __ATOMIC_RELAXED);
	return of_c;
}

/* Set *BYTES to the size of a heap block. The checker knows it exactly if host code is interpreted;
 * the C library may give a few bytes more than the program asked for. Return false if BLOCK is of
 * another allocator. */
static bool block_size(hr_run *run, const void *block, uint64_t *bytes)
{
	if (hr_check_block_size(run->checker, block, bytes))
		return true;
	if (!has_malloc_of_c(run))
		return false;
	*bytes = malloc_usable_size((void *)(uintptr_t)block);
	return true;
}

/* Check the size of a heap block, which the code does not show. */
static hr_status check_block(hr_run *run, const hr_call_layout *known, const char *call,
			     const uint8_t *arguments)
{
	const hr_host_layout *layout = &known->layout;
	uint64_t bytes;

	if (layout->bounded)
		return HR_OK;
	/* Without an object in the code, such as one that a class of C++ owns, the checker knows
	 * the block if it begins with the struct. */
	if (layout->heap ? !block_size(run, arguments - layout->heap_offset, &bytes)
			 : !hr_check_block_size(run->checker, arguments, &bytes))
		return HR_OK;
	bytes = bytes > layout->heap_offset ? bytes - layout->heap_offset : 0;
	if (bytes >= hr_packed_bytes(known->root->graph->root, known->packed))
		return HR_OK;
	return report_small(run, known, call, bytes);
}

hr_status hr_host_check_layout(hr_run *run, const hr_root *root, hr_packed packed,
			       hr_layout_call call, const void *arguments)
{
	const hr_thread *thread = hr_thread_peek();
	uint64_t place = place_now(run, thread);
	hr_call_layout *known;
	bool said;

	if (!place || (packed != HR_PACKED_OUT && !arguments))
		return HR_OK;
	pthread_mutex_lock(&run->host->layouts.lock);
	known = known_layout(run, place, root, packed);
	if (!known)
		known = new_layout(run, thread, place, root, packed);
	said = known->said;
	known->said |= !known->layout.outside;
	pthread_mutex_unlock(&run->host->layouts.lock);
	if (known->layout.bounded &&
	    known->layout.room < hr_packed_bytes(root->graph->root, packed))
		return report_small(run, known, calls[call], known->layout.room);
	HR_TRY(check_block(run, known, calls[call], arguments));
	if (!known->layout.mismatch[0] || said)
		return HR_OK;
	return report_mismatch(run, root, packed, calls[call], &known->layout);
}

/* Return true if ADDRESS is on the stack of this thread, in a frame of compiled code that has been
 * left: host code has called wait or cleanup. */
static bool is_left(const hr_thread *thread, const uint8_t *address)
{
	const uint8_t *frame = hr_host_frame;
	pthread_attr_t attributes;
	void *low = NULL;
	size_t bytes;

	if ((thread && thread->code) || !frame || address >= frame ||
	    (size_t)(frame - address) > MOST_STACK ||
	    pthread_getattr_np(pthread_self(), &attributes) != 0)
		return false;
	if (pthread_attr_getstack(&attributes, &low, &bytes) != 0)
		low = NULL;
	pthread_attr_destroy(&attributes);
	return low && address >= (const uint8_t *)low;
}

hr_status hr_host_check_alive(hr_run *run, const hr_root *root, const void *arguments)
{
	char headline[200];

	if (!root->packed_outputs || !is_left(hr_thread_peek(), arguments))
		return HR_OK;
	snprintf(headline, sizeof(headline),
		 "the struct that launch of '%.80s' got has gone before the graph ends",
		 root->graph->root->path);
	return report(run, root, HR_PACKED_ARGS, HR_D_launch_layout, headline,
		      "the function that has it as a variable has returned, so the results "
		      "would be written to memory of others");
}

void hr_host_layouts_free(hr_host *host)
{
	for (size_t i = 0; i < host->layouts.all.count; i++)
		hr_free(host->layouts.all.data[i]);
	HR_VEC_FREE(&host->layouts.all);
	hr_map_free(&host->layouts.at);
	pthread_mutex_destroy(&host->layouts.lock);
}
