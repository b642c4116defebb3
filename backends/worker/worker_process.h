/* backends/worker/worker_process.h -- the processes of workers: how one begins, answers and ends.
 *
 * Parent and child share memory that begins with a board, and a socket on which the child says that
 * the board has its answer. */
#ifndef HR_WORKER_PROCESS_H
#define HR_WORKER_PROCESS_H

#include <sys/types.h>

#include "backends/worker/worker.h"
#include "src/base/alloc.h"

#define HR_BOARD_GUARD UINT64_C(0xc9a5c9a5c9a5c9a5)

/* What a child writes here is not to be trusted. */
typedef struct worker_board {
	volatile int stop;   /* the parent's: hr_unit_grid.stop */
	volatile int signal; /* the child has met this one; 0: none */
	int code;            /* then: si_code */
	uint64_t address;    /* then: si_addr */
	int32_t answer;
	uint64_t strayed; /* address of a byte that it may not write, and did; 0: none */
	bool stray_other; /* in a range that is none of the grid's */
	uint64_t count;   /* of what it was asked for, where that is a number */
	void *pointer;    /* likewise */
	char text[HR_BACKEND_TEXT];
	uint64_t guard; /* HR_BOARD_GUARD */
} worker_board;

typedef struct worker_process {
	pid_t pid;  /* 0: none */
	int socket; /* this end */
} worker_process;

/* Zeroed memory that is shared with children; NULL: there is none. */
void *hr_worker_share(size_t bytes);
void hr_worker_unshare(void *memory, size_t bytes);
void hr_board_clear(worker_board *board);

/* Forks. In the child process->pid is 0 afterwards, faults are noted on the board, standard streams
 * lead nowhere, and it dies with its parent. False: the system has no process. */
bool hr_process_start(worker_process *process, worker_board *board) HR_MUST_CHECK;
/* The child's answer, or how it ended instead, with TEXT; then it is gone. STOP (may be NULL) is
 * handed on. SECONDS after BEGUN it is ended, if there is no answer by then; 0: no limit. */
hr_worker_end hr_process_await(worker_process *process, worker_board *board,
			       const volatile int *stop, double begun, double seconds,
			       char text[HR_BACKEND_TEXT]);
double hr_process_time(void);
/* Ends it, if it is still there. */
void hr_process_end(worker_process *process);
/* From the child: the board has the answer; to it: there is a question. The other end may be
 * gone. */
void hr_process_say(const worker_process *process);
/* In the child: waits until the other end says something. False: it is gone. */
bool hr_process_hear(const worker_process *process);

/* What hr_worker_last() and hr_worker_why() give. */
hr_worker_end hr_worker_note(hr_worker_end end, const char *why);
void hr_worker_note_stray(uint64_t address);
void hr_worker_note_restart(void);

/* --- check.c: what an answer must be ---------------------------------------------------------- */

/* Images of outputs lie in shared memory between two guards. */
enum { WORKER_PAGE = 4096, WORKER_GUARD = 4096 };

typedef struct worker_images {
	uint32_t stride;
	uint8_t *ports; /* by byte of an image: a port stores it; owns */
} worker_images;

void hr_images_open(worker_images *images, const hr_unit *unit);
void hr_images_close(worker_images *images);
uint64_t hr_grid_instances(const hr_unit_grid *grid);
/* Of all instances; 0 when nothing is stored. */
size_t hr_images_bytes(const worker_images *images, const hr_unit_grid *grid);
/* Zeroes BYTES at OUTPUTS and makes the guards around them. */
void hr_images_clear(uint8_t *outputs, size_t bytes);
/* HR_WORKER_ANSWERED, or HR_WORKER_GARBAGE with TEXT. */
hr_worker_end hr_board_check_unit(const worker_board *board, char text[HR_BACKEND_TEXT]);
hr_worker_end hr_board_check_grid(const worker_board *board, const worker_images *images,
				  const uint8_t *outputs, size_t bytes, char text[HR_BACKEND_TEXT]);

/* --- dirty.c: which pages a grid writes ------------------------------------------------------ */

/* The bytes of RANGE that are whole pages; *LEFT come before them. */
uint64_t hr_whole_pages(const hr_worker_range *range, uint64_t *left);
/* In the child: from now on notes in WRITTEN which whole pages are written; all those of the first
 * range that is `written`, then those of the next ... */
void hr_dirty_watch(const hr_worker_range *ranges, size_t count, uint8_t *written);
/* In a handler: a write to ADDRESS is not allowed. True: now it is. */
bool hr_dirty_fault(uint64_t address);

/* --- heap.c: objects of HPVM that a grid allocates -------------------------------------------- */

/* Shared with children; NULL: there is no memory. */
void *hr_heap_open(void);
void hr_heap_close(void *heap);
void hr_heap_clear(void *heap);
/* hr_unit_grid.allocate, whose `run` is the heap. */
void *hr_heap_allocate(void *heap, uint64_t bytes);
/* HR_WORKER_ANSWERED, or HR_WORKER_GARBAGE with TEXT. */
hr_worker_end hr_heap_list(void *heap, hr_objects_list *list, char text[HR_BACKEND_TEXT]);

/* --- worker_fork.c, remote.c: what worker.c chooses from ------------------------------------- */

struct hr_worker {
	hr_backend_entry entry;   /* the proxy; its state is the worker */
	hr_backend table;         /* of the proxy */
	const hr_backend *module; /* borrowed */
	hr_backend_host host;
	hr_worker_limits limits;
	void *state;                  /* fork: of the module, which is open in this process */
	struct worker_remote *remote; /* remote: owns */
};

bool hr_worker_fork_open(hr_worker *worker, char why[HR_BACKEND_TEXT]);
void hr_worker_fork_close(hr_worker *worker);
extern const hr_backend hr_worker_fork_table;
bool hr_worker_remote_open(hr_worker *worker, char why[HR_BACKEND_TEXT]);
void hr_worker_remote_close(hr_worker *worker);
extern const hr_backend hr_worker_remote_table;
/* Callbacks of both tables: a worker is open from the beginning. */
int hr_worker_open_nothing(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT]);
void hr_worker_close_nothing(void *state);

#endif
