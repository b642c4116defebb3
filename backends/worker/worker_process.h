/* backends/worker/worker_process.h -- the processes of workers: how they start, answer and end.
 *
 * Parent and child share memory that starts with a board, and a socket on which the child signals
 * that its answer is on the board. Every message on the socket has the key of the process and the
 * number of the question, so that what a backend writes to descriptors that are not its own, or
 * answers twice, is not taken for an answer. */
#ifndef HR_WORKER_PROCESS_H
#define HR_WORKER_PROCESS_H

#include <sys/types.h>

#include "backends/worker/worker.h"
#include "src/base/alloc.h"

#define HR_BOARD_GUARD UINT64_C(0xc9a5c9a5c9a5c9a5)

/* Shared memory. The parent must not trust what the child writes here. */
typedef struct worker_board {
	volatile int stop;   /* set by the parent: hr_unit_grid.stop */
	volatile int signal; /* the signal that the child received; 0: none */
	int code;            /* of that signal: si_code */
	uint64_t address;    /* of that signal: si_addr */
	int32_t answer;
	/* Address of a byte that was written out of bounds; 0: none. */
	uint64_t strayed;
	bool stray_other; /* that byte is in a range that the grid does not use */
	uint64_t count;   /* result of a request that returns a number */
	void *pointer;    /* result of a request that returns a pointer */
	uint64_t number;  /* of the question that is answered */
	/* Set by the child when it has built its unit and the grid begins, if it builds one. */
	volatile int is_built;
	const char *left; /* what a build has left changed in its process; a literal, or NULL */
	char text[HR_BACKEND_TEXT];
	uint64_t guard; /* HR_BOARD_GUARD; directly behind the text */
} worker_board;

typedef struct worker_process {
	pid_t pid;       /* 0: no process */
	int socket;      /* this process's end */
	uint64_t key;    /* random */
	uint64_t number; /* of the last question; the start of the process is the first */
	pid_t owner;     /* the process that has started it, which the program may have forked */
} worker_process;

/* Return zeroed memory that is shared with child processes, or NULL if memory is exhausted. */
void *hr_worker_share(size_t bytes);
void hr_worker_unshare(void *memory, size_t bytes);
void hr_board_clear(worker_board *board);

/* Fork. In the child process->pid is 0, faults are recorded on the board, the standard streams are
 * redirected to /dev/null, other descriptors are closed, and the child dies with its parent. What
 * the child starts is in a process group with it, which ends with it. Return false if the system cannot
 * create a process. */
bool hr_process_start(worker_process *process, worker_board *board) HR_MUST_CHECK;
/* Wait for the child's answer. Return how the child answered or ended; if it ended, TEXT describes
 * it and the process is gone. STOP (may be NULL) is forwarded to the child. The child is killed if
 * there is no answer SECONDS after BEGUN, or SECONDS after this function has seen that the child
 * has built its unit; 0: no limit. */
hr_worker_end hr_process_await(worker_process *process, worker_board *board,
			       const volatile int *stop, double begun, double seconds,
			       char text[HR_BACKEND_TEXT]);
double hr_process_time(void);
/* Kill the process if it still exists; a fork of its owner only closes its socket. */
void hr_process_end(worker_process *process);
/* In the parent: there is a question. The child may no longer exist. */
void hr_process_ask(worker_process *process);
/* In the child: the answer to the last question is on the board. A process that the backend has
 * forked ends here instead. */
void hr_process_answer(const worker_process *process);
/* In the child: wait until the parent ends this process, which keeps what the backend has started
 * within reach until then. */
HR_NORETURN void hr_process_finish(worker_process *process);
/* In the child: wait for the next question. Return false if the parent is gone, or what came is no
 * question. */
bool hr_process_hear(worker_process *process);

/* Record what hr_worker_last() and hr_worker_why() return, and return END. */
hr_worker_end hr_worker_note(hr_worker_end end, const char *why);
void hr_worker_note_stray(uint64_t address);
void hr_worker_note_restart(void);

/* --- check.c: validation of an answer ------------------------------------------------------ */

/* Images of outputs lie in shared memory between two guards, which detect writes out of bounds. */
enum { WORKER_PAGE = 4096, WORKER_GUARD = 4096 };

typedef struct worker_images {
	uint32_t stride;
	uint8_t *ports; /* by byte of an image: true if a port stores it; owned */
} worker_images;

void hr_images_open(worker_images *images, const hr_unit *unit);
void hr_images_close(worker_images *images);
uint64_t hr_grid_instances(const hr_unit_grid *grid);
/* Return the size of the images of all instances; 0 if no output is stored. */
size_t hr_images_bytes(const worker_images *images, const hr_unit_grid *grid);
/* Zero the BYTES bytes at OUTPUTS and fill the guards around them. */
void hr_images_clear(uint8_t *outputs, size_t bytes);
/* Return HR_WORKER_ANSWERED if the answer is valid, else HR_WORKER_GARBAGE with the reason in
 * TEXT. */
hr_worker_end hr_board_check_unit(const worker_board *board, char text[HR_BACKEND_TEXT]);
hr_worker_end hr_board_check_grid(const worker_board *board, const worker_images *images,
				  const uint8_t *outputs, size_t bytes, char text[HR_BACKEND_TEXT]);

/* --- dirty.c: detects the pages that a grid writes ----------------------------------------- */

/* Return the number of bytes of RANGE in whole pages; *LEFT is the number of bytes before them. */
uint64_t hr_whole_pages(const hr_worker_range *range, uint64_t *left);
/* In the child: from now on, record in WRITTEN which whole pages are written. WRITTEN has the pages
 * of the first `written` range, then those of the next, and so on. */
void hr_dirty_watch(const hr_worker_range *ranges, size_t count, uint8_t *written);
/* In a signal handler: return true if the write to ADDRESS faulted because of the watch; the page
 * is now writable. */
bool hr_dirty_fault(uint64_t address);

/* --- heap.c: objects that a grid allocates with hpvm_malloc -------------------------------- */

/* Return a heap that is shared with child processes, or NULL if memory is exhausted. */
void *hr_heap_open(void);
void hr_heap_close(void *heap);
void hr_heap_clear(void *heap);
/* The callback hr_unit_grid.allocate; its `run` is the heap. */
void *hr_heap_allocate(void *heap, uint64_t bytes);
/* List the allocated objects. Return HR_WORKER_ANSWERED, or HR_WORKER_GARBAGE with the reason in
 * TEXT if the heap is corrupt. */
hr_worker_end hr_heap_list(void *heap, hr_objects_list *list, char text[HR_BACKEND_TEXT]);

/* --- worker_cache.c: a folder for compiled code -------------------------------------------- */

typedef struct worker_cache {
	char *folder; /* owned; NULL: there is none */
	int held;     /* the end of a pipe: the folder is removed when it is closed */
	int over;     /* the end of another pipe, which ends afterwards */
	pid_t owner;  /* the process that has created it */
} worker_cache;

/* Create a folder that is removed when this process and its forks have ended. */
void hr_worker_cache_open(worker_cache *cache);
/* Remove it. In a fork of the process that has created it, only release it. */
void hr_worker_cache_close(worker_cache *cache);

/* --- worker_fork.c, remote.c: the two kinds of workers ------------------------------------- */

struct hr_worker {
	hr_backend_entry entry;   /* the proxy; its state is this worker */
	hr_backend table;         /* the proxy's callbacks */
	const hr_backend *module; /* borrowed */
	hr_backend_host host;
	hr_worker_limits limits;
	/* Fork: the state of the module, which is open in this process; its cache, if the user has
	 * named none. */
	void *state;
	worker_cache cache;
	struct worker_remote *remote; /* remote: the other process; owned */
};

bool hr_worker_fork_open(hr_worker *worker, char why[HR_BACKEND_TEXT]);
void hr_worker_fork_close(hr_worker *worker);
extern const hr_backend hr_worker_fork_table;
bool hr_worker_remote_open(hr_worker *worker, char why[HR_BACKEND_TEXT]);
void hr_worker_remote_close(hr_worker *worker);
extern const hr_backend hr_worker_remote_table;
/* Callbacks of both tables that have nothing to do, because a worker is open from the beginning. */
int hr_worker_open_nothing(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT]);
void hr_worker_close_nothing(void *state);

#endif
