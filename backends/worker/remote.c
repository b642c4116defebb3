/* backends/worker/remote.c -- workers for backends that have memory of their own.
 *
 * One process opens the module and executes all its callbacks on request. Requests are in a window
 * of memory that both processes map at the same address, so that pointers into it are valid in
 * both. If the process has ended, the next request that can start over creates a new process, in
 * which the units are built again. The process is therefore killed when a grid or a copy fails,
 * because its device may be unusable for it. Device memory is lost then, so that requests from
 * callers that still have some are refused.
 *
 *	board | question | its data ...
 *
 * Invariant: one request at a time.
 * Owns:      the process, the window, units and copies of what they were made from.
 * Not here:  what is copied to a device and back (backends/dispatch/device.c), processes
 *            (worker_process.c). */
#define _GNU_SOURCE 1
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "backends/worker/worker_process.h"
#include "src/base/c_locale.h"

enum {
	DATA = 2 * WORKER_PAGE,
	CHUNK_BYTES = 16 * 1024 * 1024,
	MOST_DEVICES = 64,
	OPEN_SECONDS = 30,
};

typedef enum worker_question {
	ASK_OPEN,
	ASK_DEVICES,
	ASK_ADMIT,
	ASK_BUILD,
	ASK_RUN,
	ASK_RELEASE,
	ASK_ALLOCATE,
	ASK_FREE,
	ASK_WRITE,
	ASK_READ,
} worker_question;

typedef struct asked {
	worker_question what;
	void *thing; /* a pointer in the child: a built unit or device memory */
	uint64_t bytes;
	void *data;
	const hr_unit *unit;
	hr_unit_grid grid;
} asked;

typedef struct worker_remote {
	hr_worker *worker;
	pthread_mutex_t lock;   /* protects all fields below */
	worker_process process; /* pid 0: it has ended */
	uint64_t generation;    /* number of the process, counted */
	pid_t owner;            /* the process that this belongs to */
	/* Number of allocations of device memory that callers still have. */
	size_t live;
	uint8_t *window;
	size_t window_bytes;
} worker_remote;

typedef struct remote_unit {
	worker_remote *remote; /* borrowed */
	worker_images images;
	hr_unit *unit; /* a copy in a single block; owned */
	void *there;   /* the built unit in process number GENERATION */
	uint64_t generation;
	uint32_t level_count, symbol_count, input_stride;
	bool varies;
} remote_unit;

/* --- a unit as a single block -------------------------------------------------------------- */

/* A block of memory that is allocated from front to back. With BEGIN NULL it only measures. */
typedef struct piece {
	uint8_t *begin;
	size_t used, room;
} piece;

static void *put(piece *to, const void *data, size_t bytes)
{
	size_t at = (to->used + 15) & ~(size_t)15;

	to->used = at + bytes;
	if (!to->begin || to->used > to->room)
		return NULL;
	if (bytes)
		memcpy(to->begin + at, data, bytes);
	return to->begin + at;
}

static const char *put_text(piece *to, const char *text)
{
	return text ? put(to, text, strlen(text) + 1) : NULL;
}

static const hr_unit_port *put_ports(piece *to, const hr_unit_port *ports, uint32_t count)
{
	hr_unit_port *copy = put(to, ports, count * sizeof(*ports));

	for (uint32_t i = 0; i < count; i++) {
		const char *name = put_text(to, ports[i].name);

		if (copy)
			copy[i].name = name;
	}
	return copy;
}

static hr_unit *put_unit(piece *to, const hr_unit *unit)
{
	hr_unit copy = *unit, *place = put(to, unit, sizeof(*unit));
	const char **symbols;

	copy.bytes = sizeof(copy);
	copy.stages = NULL; /* chains in workers are not split */
	copy.pipes = NULL;
	copy.stage_count = copy.pipe_count = 0;
	copy.name = put_text(to, unit->name);
	copy.triple = put_text(to, unit->triple);
	copy.layout = put_text(to, unit->layout);
	copy.bitcode = put(to, unit->bitcode, unit->bitcode_bytes);
	copy.inputs = put_ports(to, unit->inputs, unit->input_count);
	copy.outputs = put_ports(to, unit->outputs, unit->output_count);
	copy.dims = put(to, unit->dims, unit->level_count);
	copy.functions = put(to, unit->functions, unit->symbol_count);
	symbols = put(to, unit->symbols, unit->symbol_count * sizeof(*symbols));
	copy.symbols = symbols;
	for (uint32_t i = 0; i < unit->symbol_count; i++) {
		const char *name = put_text(to, unit->symbols[i]);

		if (symbols)
			symbols[i] = name;
	}
	if (place)
		*place = copy;
	return place;
}

/* --- in the child ----------------------------------------------------------------------------- */

static void answer(const hr_worker *worker, void **state, asked *it, worker_board *board)
{
	const hr_backend *module = worker->module;
	const hr_backend_memory *memory = module->memory;

	switch (it->what) {
	case ASK_OPEN: board->answer = module->open(&worker->host, state, board->text); break;
	case ASK_DEVICES: board->count = module->devices(*state, it->data, MOST_DEVICES); break;
	case ASK_ADMIT:
		board->answer = (int32_t)module->admit(*state, it->unit, board->text);
		break;
	case ASK_BUILD:
		board->answer =
			(int32_t)module->build(*state, it->unit, &board->pointer, board->text);
		break;
	case ASK_RUN:
		board->answer = (int32_t)module->run(it->thing, &it->grid, board->text);
		break;
	case ASK_RELEASE: module->release(it->thing); break;
	case ASK_ALLOCATE: board->pointer = memory->allocate(*state, it->bytes); break;
	case ASK_FREE: memory->release(*state, it->thing); break;
	case ASK_WRITE:
		board->answer = memory->write(*state, it->thing, it->data, it->bytes);
		/* The next allocation will be at the same place. */
		if (board->answer == 0 && module->settle)
			board->answer = module->settle(*state, board->text);
		break;
	case ASK_READ: board->answer = memory->read(*state, it->thing, it->data, it->bytes); break;
	}
}

static HR_NORETURN void serve(worker_remote *remote)
{
	worker_board *board = (worker_board *)(void *)remote->window;
	asked *it = (asked *)(void *)(remote->window + WORKER_PAGE);
	void *state = NULL;

	hr_c_locale_enter(); /* not reset: no code of the program runs here */
	while (hr_process_hear(&remote->process)) {
		answer(remote->worker, &state, it, board);
		hr_process_answer(&remote->process);
	}
	_exit(0);
}

/* --- asking ----------------------------------------------------------------------------------- */

static worker_board *board_of(const worker_remote *remote)
{
	return (worker_board *)(void *)remote->window;
}

static asked *question_of(const worker_remote *remote)
{
	return (asked *)(void *)(remote->window + WORKER_PAGE);
}

/* Send the request in the window. The lock is held. */
static hr_worker_end ask(worker_remote *remote, worker_question what, const volatile int *stop,
			 double seconds, char text[HR_BACKEND_TEXT])
{
	worker_board *board = board_of(remote);
	hr_worker_end end;

	question_of(remote)->what = what;
	hr_board_clear(board);
	hr_process_ask(&remote->process);
	end = hr_process_await(&remote->process, board, stop, hr_process_time(), seconds, text);
	if (end == HR_WORKER_ANSWERED && board->guard != HR_BOARD_GUARD) {
		snprintf(text, HR_BACKEND_TEXT, "it wrote beyond the end of a text buffer");
		end = HR_WORKER_GARBAGE;
	}
	return end;
}

/* A process that has written garbage is not used any more. */
static hr_worker_end settle(worker_remote *remote, hr_worker_end end, const char *text)
{
	if (end == HR_WORKER_GARBAGE)
		hr_process_end(&remote->process);
	return hr_worker_note(end, text);
}

static void copy_text(const worker_remote *remote, char text[HR_BACKEND_TEXT])
{
	memcpy(text, board_of(remote)->text, HR_BACKEND_TEXT);
	text[HR_BACKEND_TEXT - 1] = '\0';
}

static bool begin(worker_remote *remote, char text[HR_BACKEND_TEXT])
{
	hr_board_clear(board_of(remote));
	if (!hr_process_start(&remote->process, board_of(remote))) {
		snprintf(text, HR_BACKEND_TEXT, "there is no process for it");
		hr_worker_note(HR_WORKER_LOST, text);
		return false;
	}
	if (remote->process.pid == 0)
		serve(remote);
	if (remote->generation++)
		hr_worker_note_restart();
	if (settle(remote, ask(remote, ASK_OPEN, NULL, OPEN_SECONDS, text), text) !=
	    HR_WORKER_ANSWERED)
		return false;
	if (board_of(remote)->answer == 0)
		return true;
	copy_text(remote, text);
	hr_process_end(&remote->process);
	hr_worker_note(HR_WORKER_LOST, text);
	return false;
}

/* The program has forked: the process and the window belong to the other process. The window stays
 * mapped. */
static bool take_over(worker_remote *remote)
{
	uint8_t *fresh = hr_worker_share(remote->window_bytes);

	if (!fresh)
		return false;
	hr_process_end(&remote->process);
	remote->window = fresh;
	remote->owner = getpid();
	return true;
}

static bool has_process(const worker_remote *remote)
{
	return remote->process.pid && remote->owner == getpid();
}

/* Return true if there is a process, or a new one was started. */
static bool is_there(worker_remote *remote, char text[HR_BACKEND_TEXT])
{
	if (remote->owner != getpid() && !take_over(remote)) {
		snprintf(text, HR_BACKEND_TEXT, "there is no memory for it");
		hr_worker_note(HR_WORKER_LOST, text);
		return false;
	}
	if (remote->process.pid)
		return true;
	if (!remote->live)
		return begin(remote, text);
	snprintf(text, HR_BACKEND_TEXT, "its process has ended");
	hr_worker_note(HR_WORKER_LOST, text);
	return false;
}

static piece data_piece(const worker_remote *remote)
{
	return (piece){remote->window + DATA, 0, remote->window_bytes - DATA};
}

/* --- units ------------------------------------------------------------------------------------ */

/* Send a request about UNIT. The result is the backend's answer if hr_worker_last() is
 * HR_WORKER_ANSWERED. */
static hr_unit_refusal ask_unit(worker_remote *remote, worker_question what, const hr_unit *unit,
				char text[HR_BACKEND_TEXT])
{
	piece data = data_piece(remote);
	hr_worker_end end;

	question_of(remote)->unit = put_unit(&data, unit);
	if (!question_of(remote)->unit) {
		snprintf(text, HR_BACKEND_TEXT, "its bitcode has %zu bytes", unit->bitcode_bytes);
		hr_worker_note(HR_WORKER_ANSWERED, "");
		return HR_REFUSES_SIZE;
	}
	end = ask(remote, what, NULL, remote->worker->limits.seconds, text);
	if (what == ASK_ADMIT)
		board_of(remote)->pointer = remote; /* not NULL, but nothing is built yet */
	if (end == HR_WORKER_ANSWERED)
		end = hr_board_check_unit(board_of(remote), text);
	if (settle(remote, end, text) != HR_WORKER_ANSWERED)
		return HR_REFUSES_COMPILER;
	copy_text(remote, text);
	return (hr_unit_refusal)board_of(remote)->answer;
}

static hr_unit_refusal admit(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	worker_remote *remote = ((hr_worker *)state)->remote;
	hr_unit_refusal refusal = HR_REFUSES_DEVICE;

	pthread_mutex_lock(&remote->lock);
	if (is_there(remote, text))
		refusal = ask_unit(remote, ASK_ADMIT, unit, text);
	pthread_mutex_unlock(&remote->lock);
	return refusal;
}

static hr_unit *copy_unit(const hr_unit *unit)
{
	piece place = {0};

	put_unit(&place, unit);
	place = (piece){hr_alloc(place.used), 0, place.used};
	return put_unit(&place, unit);
}

static hr_unit_refusal build(void *state, const hr_unit *unit, void **built,
			     char text[HR_BACKEND_TEXT])
{
	worker_remote *remote = ((hr_worker *)state)->remote;
	hr_unit_refusal refusal = HR_REFUSES_DEVICE;
	remote_unit *self;

	pthread_mutex_lock(&remote->lock);
	if (is_there(remote, text))
		refusal = ask_unit(remote, ASK_BUILD, unit, text);
	if (hr_is_taken(refusal)) {
		self = hr_alloc_zero(sizeof(*self));
		self->remote = remote;
		self->unit = copy_unit(unit);
		self->there = board_of(remote)->pointer;
		self->generation = remote->generation;
		self->level_count = unit->level_count;
		self->symbol_count = unit->symbol_count;
		self->input_stride = unit->input_stride;
		for (uint32_t i = 0; i < unit->input_count; i++)
			self->varies |= unit->inputs[i].flags & HR_PORT_VARIES;
		hr_images_open(&self->images, unit);
		*built = self;
	}
	pthread_mutex_unlock(&remote->lock);
	return refusal;
}

static void release(void *built)
{
	remote_unit *self = built;
	worker_remote *remote = self->remote;
	char text[HR_BACKEND_TEXT];

	pthread_mutex_lock(&remote->lock);
	if (has_process(remote) && remote->generation == self->generation) {
		question_of(remote)->thing = self->there;
		(void)ask(remote, ASK_RELEASE, NULL, OPEN_SECONDS, text);
	}
	pthread_mutex_unlock(&remote->lock);
	hr_images_close(&self->images);
	hr_free(self->unit);
	hr_free(self);
}

/* --- grids ------------------------------------------------------------------------------------ */

/* Return true if the unit is built in the present process, after building it again if necessary. */
static bool is_built(remote_unit *self, char text[HR_BACKEND_TEXT])
{
	worker_remote *remote = self->remote;

	if (!is_there(remote, text))
		return false;
	if (self->generation == remote->generation)
		return true;
	if (!hr_is_taken(ask_unit(remote, ASK_BUILD, self->unit, text)))
		return false;
	self->there = board_of(remote)->pointer;
	self->generation = remote->generation;
	return true;
}

/* Fill in the grid of the request. Return where its outputs are, or NULL if the window is too
 * small. */
static uint8_t *put_grid(const remote_unit *self, const hr_unit_grid *grid, size_t outputs_bytes)
{
	piece data = data_piece(self->remote);
	asked *it = question_of(self->remote);
	uint64_t images = self->varies ? hr_grid_instances(grid) : 1;
	size_t guarded = outputs_bytes + 2 * WORKER_GUARD;
	uint8_t *outputs;

	it->thing = self->there;
	it->grid = *grid;
	it->grid.stop = &board_of(self->remote)->stop;
	it->grid.allocate = NULL;
	it->grid.run = NULL;
	it->grid.variables = grid->variables ? put(&data, grid->variables,
						   self->symbol_count * sizeof(*grid->variables))
					     : NULL;
	it->grid.levels = put(&data, grid->levels, self->level_count * sizeof(*grid->levels));
	/* The padding behind the last image is not copied. */
	it->grid.inputs = put(&data, grid->inputs, images * self->input_stride - 16);
	if (guarded < outputs_bytes || data.used + guarded + 16 > data.room)
		return NULL;
	outputs = data.begin + ((data.used + 15) & ~(size_t)15) + WORKER_GUARD;
	hr_images_clear(outputs, outputs_bytes);
	it->grid.outputs = grid->outputs ? outputs : NULL;
	return outputs;
}

static hr_grid_end run_locked(remote_unit *self, const hr_unit_grid *grid,
			      char text[HR_BACKEND_TEXT])
{
	worker_remote *remote = self->remote;
	size_t bytes = hr_images_bytes(&self->images, grid);
	hr_worker_end end;
	uint8_t *outputs;

	if (!is_built(self, text))
		return HR_GRID_FAILED;
	outputs = put_grid(self, grid, bytes);
	if (!outputs) {
		hr_worker_note(HR_WORKER_ANSWERED, "");
		return HR_GRID_NO_MEMORY;
	}
	end = ask(remote, ASK_RUN, grid->stop, remote->worker->limits.seconds, text);
	if (end == HR_WORKER_ANSWERED)
		end = hr_board_check_grid(board_of(remote), &self->images, outputs, bytes, text);
	if (settle(remote, end, text) != HR_WORKER_ANSWERED)
		return HR_GRID_FAILED;
	copy_text(remote, text);
	if (grid->outputs && board_of(remote)->answer == HR_GRID_DONE)
		memcpy(grid->outputs, outputs, bytes);
	if (board_of(remote)->answer == HR_GRID_FAILED)
		hr_process_end(&remote->process);
	return (hr_grid_end)board_of(remote)->answer;
}

static hr_grid_end run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	remote_unit *self = built;
	hr_grid_end end;

	pthread_mutex_lock(&self->remote->lock);
	end = run_locked(self, grid, text);
	pthread_mutex_unlock(&self->remote->lock);
	return end;
}

/* --- memory ----------------------------------------------------------------------------------- */

static void *allocate(void *state, uint64_t bytes)
{
	worker_remote *remote = ((hr_worker *)state)->remote;
	char text[HR_BACKEND_TEXT] = "";
	void *memory = NULL;

	pthread_mutex_lock(&remote->lock);
	if (is_there(remote, text)) {
		question_of(remote)->bytes = bytes;
		if (settle(remote,
			   ask(remote, ASK_ALLOCATE, NULL, remote->worker->limits.seconds, text),
			   text) == HR_WORKER_ANSWERED)
			memory = board_of(remote)->pointer;
	}
	remote->live += memory != NULL;
	pthread_mutex_unlock(&remote->lock);
	return memory;
}

static void release_memory(void *state, void *memory)
{
	worker_remote *remote = ((hr_worker *)state)->remote;
	char text[HR_BACKEND_TEXT];
	hr_worker_end end;

	pthread_mutex_lock(&remote->lock);
	remote->live--;
	/* Otherwise no request is sent, and the last message remains valid. */
	if (has_process(remote)) {
		question_of(remote)->thing = memory;
		end = ask(remote, ASK_FREE, NULL, remote->worker->limits.seconds, text);
		if (end != HR_WORKER_ANSWERED)
			settle(remote, end, text);
	}
	pthread_mutex_unlock(&remote->lock);
}

/* Copy BYTES bytes between THERE, on the device, and HERE, in this process; INTO: to the device. */
static int transfer(worker_remote *remote, uint8_t *there, uint8_t *here, uint64_t bytes, bool into)
{
	char text[HR_BACKEND_TEXT] = "its process has ended";
	uint8_t *window = remote->window + DATA;
	int failed = 0;

	pthread_mutex_lock(&remote->lock);
	if (!has_process(remote))
		failed = 1, hr_worker_note(HR_WORKER_LOST, text);
	for (uint64_t at = 0; at < bytes && !failed; at += CHUNK_BYTES) {
		uint64_t part = bytes - at < CHUNK_BYTES ? bytes - at : CHUNK_BYTES;
		asked *it = question_of(remote);

		it->thing = there + at;
		it->data = window;
		it->bytes = part;
		if (into)
			memcpy(window, here + at, part);
		failed = settle(remote,
				ask(remote, into ? ASK_WRITE : ASK_READ, NULL,
				    remote->worker->limits.seconds, text),
				text) != HR_WORKER_ANSWERED ||
			 board_of(remote)->answer != 0;
		if (!into && !failed)
			memcpy(here + at, window, part);
	}
	if (failed)
		hr_process_end(&remote->process);
	pthread_mutex_unlock(&remote->lock);
	return failed;
}

static int write_memory(void *state, void *memory, const void *from, uint64_t bytes)
{
	return transfer(((hr_worker *)state)->remote, memory, (uint8_t *)(uintptr_t)from, bytes,
			true);
}

static int read_memory(void *state, const void *memory, void *to, uint64_t bytes)
{
	return transfer(((hr_worker *)state)->remote, (uint8_t *)(uintptr_t)memory, to, bytes,
			false);
}

/* --- the worker ---------------------------------------------------------------------------- */

/* Reserve as much address space as the system permits; untouched pages cost nothing. */
static bool open_window(worker_remote *remote)
{
	for (size_t bytes = (size_t)1 << 36; bytes > 2 * CHUNK_BYTES; bytes /= 4) {
		remote->window = hr_worker_share(bytes);
		remote->window_bytes = bytes;
		remote->owner = getpid();
		if (remote->window)
			return true;
	}
	return false;
}

bool hr_worker_remote_open(hr_worker *worker, char why[HR_BACKEND_TEXT])
{
	worker_remote *remote = hr_alloc_zero(sizeof(*remote));

	remote->worker = worker;
	worker->remote = remote;
	pthread_mutex_init(&remote->lock, NULL);
	if (!open_window(remote))
		snprintf(why, HR_BACKEND_TEXT, "out of memory for its worker");
	else if (begin(remote, why))
		return true;
	hr_worker_remote_close(worker);
	return false;
}

void hr_worker_remote_close(hr_worker *worker)
{
	worker_remote *remote = worker->remote;

	hr_process_end(&remote->process);
	hr_worker_unshare(remote->window, remote->window_bytes);
	pthread_mutex_destroy(&remote->lock);
	hr_free(remote);
}

static uint32_t devices(void *state, hr_device *list, uint32_t room)
{
	worker_remote *remote = ((hr_worker *)state)->remote;
	hr_device *there = (hr_device *)(void *)(remote->window + DATA);
	char text[HR_BACKEND_TEXT] = "";
	uint32_t count = 0;

	pthread_mutex_lock(&remote->lock);
	question_of(remote)->data = there;
	if (is_there(remote, text) &&
	    settle(remote, ask(remote, ASK_DEVICES, NULL, OPEN_SECONDS, text), text) ==
		    HR_WORKER_ANSWERED)
		count = (uint32_t)board_of(remote)->count;
	for (uint32_t i = 0; i < count && i < room && i < MOST_DEVICES; i++) {
		list[i] = there[i];
		list[i].name[HR_BACKEND_TEXT - 1] = '\0';
	}
	pthread_mutex_unlock(&remote->lock);
	return count;
}

static const hr_backend_memory memory = {allocate, release_memory, write_memory, read_memory, NULL};

const hr_backend hr_worker_remote_table = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "worker",
	.summary = "in a separate process",
	.open = hr_worker_open_nothing,
	.close = hr_worker_close_nothing,
	.devices = devices,
	.admit = admit,
	.build = build,
	.run = run,
	.release = release,
	.memory = &memory,
};
