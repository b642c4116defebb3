/* hpvm_run.h -- hpvm-run as a library: load HPVM programs and kernels of other languages, launch
 * their graphs, and learn what is wrong with them.
 *
 *	#include <hpvm_run.h>            cc embed.c $(pkg-config --cflags --libs hpvm-run)
 *
 * A *context* holds the options, one program, and what runs of it. The usual order of calls:
 *
 *	hpvm_run_open()                  a context
 *	hpvm_run_set()                   options, as on hpvm-run's command line
 *	hpvm_run_add_file(), hpvm_run_add_kernel() for kernels of other languages, hpvm_run_load()
 *	hpvm_run_launch_new()            for a root of the program
 *	hpvm_run_bind_value(), hpvm_run_bind_buffer()
 *	hpvm_run_launch(), hpvm_run_wait()
 *	hpvm_run_launch_free(), hpvm_run_close()
 *
 * Results. Functions that can fail return an hpvm_run_status. Where it is not HPVM_RUN_OK,
 * parameters that receive a result are untouched, and hpvm_run_error() gives the reason.
 *
 * Threads. Contexts are independent of one another: any number may exist and run at the same time,
 * each on any threads. In one context, the functions on launches (from hpvm_run_launch_new() to
 * hpvm_run_launch_free()) may be called by several threads at once, for different launches; on one
 * streaming launch, one thread may push while another one pops. hpvm_run_interrupt() may be called
 * by any thread at any time. All other functions require that no other thread is in a function of
 * the same context. Each function says if it differs.
 *
 * Memory. Handles are opaque and belong to the context. Texts that functions return belong to the
 * library and live as long as the context, unless the function says otherwise. Texts and memory
 * that are passed are copied, except for the memory of hpvm_run_bind_buffer().
 *
 * Faults. What goes wrong in a node (a division by zero, an access out of bounds, a limit) ends the
 * launch with a status, and the process goes on. Three things are not contained: memory that runs
 * out (malloc() returns NULL), a bitcode file that crashes LLVM's reader, and native code that
 * crashes: the host code of hpvm_run_main(), backends such as cpu, and libraries (option "l").
 * These end the process.
 *
 * Signals. While a context exists, the library handles SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP and
 * SIGABRT, and passes on what is no fault of a node to the handlers of before. When the last
 * context is closed, the library installs these again. A process that installs handlers of its own
 * while contexts exist must pass on what is not its own.
 *
 * Callbacks run on threads that run graphs, with locks held. A callback must not call functions of
 * this interface, except hpvm_run_interrupt() and those that say so, and it must return. */
#ifndef HPVM_RUN_H
#define HPVM_RUN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- results ---------------------------------------------------------------------------------- */

/* Values are part of the binary interface. */
typedef enum hpvm_run_status {
	HPVM_RUN_OK = 0,
	HPVM_RUN_REJECT = 1,      /* the program is wrong; nothing ran */
	HPVM_RUN_TRAP = 2,        /* the program did something undefined, or failed a check */
	HPVM_RUN_LIMIT = 3,       /* a limit was reached, or hpvm_run_interrupt() was called */
	HPVM_RUN_UNSUPPORTED = 4, /* legal, but not implemented */
	HPVM_RUN_MISUSE = 5, /* this interface was not used as it requires; nothing has changed */
	HPVM_RUN_BUSY = 6    /* something still uses the context; nothing has changed */
} hpvm_run_status;

typedef struct hpvm_run_context hpvm_run_context;
typedef struct hpvm_run_node hpvm_run_node;                   /* a node of a graph of the program */
typedef struct hpvm_run_launch_handle hpvm_run_launch_handle; /* one launch of a root */

/* Return the version of the library, such as "0.1.0". May be called at any time. */
const char *hpvm_run_version(void);
/* Return the words for STATUS, such as "trap or failed check". May be called at any time. */
const char *hpvm_run_status_text(hpvm_run_status status);
/* Return the reason why the last function that this thread called and that failed did so, for any
 * context: the text of the first error that was reported, or what was wrong with the call. The text
 * is "" if no call has failed. It is valid until this thread calls another function that fails. May
 * be called at any time. */
const char *hpvm_run_error(void);

/* --- contexts --------------------------------------------------------------------------------- */

/* Open a context, *CONTEXT, with the options that apply when none is given. The caller closes it.
 * Return HPVM_RUN_OK. May be called by several threads at once. */
hpvm_run_status hpvm_run_open(hpvm_run_context **context);
/* Close CONTEXT, with all handles of it. NULL is no context and is ignored. Return HPVM_RUN_OK; or
 * HPVM_RUN_BUSY if a launch has not been freed, or if threads that hpvm_run_main() has left behind
 * have not ended: the context then stays as it is, and may be closed later. */
hpvm_run_status hpvm_run_close(hpvm_run_context *context);

/* Set the option NAME, with or without hyphens, as on the command line of hpvm-run: ("check",
 * "all"),
 * ("W", "error"), ("l", "z"), ("schedule", "random:7"). VALUE is NULL for options without a value,
 * such as "keep-going". As on the command line, an option that is set again replaces its value or
 * adds to it. docs/embedding.md lists the options that are about the command and not about a run;
 * these are refused. "sem", "passes" and "suppressions" must be set before hpvm_run_load(), and
 * "check" before the first launch or hpvm_run_main().
 *
 * Return HPVM_RUN_OK; HPVM_RUN_MISUSE if there is no such option or value (hpvm_run_error() says
 * which one may be meant), or if it is too late for it; HPVM_RUN_BUSY if a launch exists. */
hpvm_run_status hpvm_run_set(hpvm_run_context *context, const char *name, const char *value);

/* End what runs in CONTEXT as soon as possible: every hpvm_run_wait(), hpvm_run_push(),
 * hpvm_run_pop() and hpvm_run_main() that is under way returns HPVM_RUN_LIMIT. Native code is not
 * interrupted until it calls the runtime. Without a call under way this does nothing. Return
 * nothing. May be called by any thread at any time, by callbacks, and by signal handlers. */
void hpvm_run_interrupt(hpvm_run_context *context);

/* --- the program ------------------------------------------------------------------------------ */

/* Add the file PATH, or the SIZE bytes at BYTES (which diagnostics call NAME), to the modules that
 * hpvm_run_load() loads: LLVM bitcode or assembly. Return HPVM_RUN_OK; or HPVM_RUN_MISUSE if the
 * program has been loaded, or PATH is source of OpenCL C or CUDA. */
hpvm_run_status hpvm_run_add_file(hpvm_run_context *context, const char *path);
hpvm_run_status hpvm_run_add_memory(hpvm_run_context *context, const char *name, const void *bytes,
				    size_t size);
/* Read the modules, link them, and check their graphs. Return HPVM_RUN_OK; HPVM_RUN_REJECT or
 * HPVM_RUN_UNSUPPORTED if a module cannot be read or a graph is wrong, after which the modules are
 * forgotten and others may be added; or HPVM_RUN_MISUSE if there is no module, or the program has
 * been loaded. */
hpvm_run_status hpvm_run_load(hpvm_run_context *context);

/* --- kernels of other languages --------------------------------------------------------------- */

/* A kernel of OpenCL C, CUDA, Triton ... in a module becomes a root of the program when
 * hpvm_run_load() loads it for a range of work-items: add the modules, add the kernel with each of
 * its ranges, load, and launch the root as any other. Its inputs are the kernel's arguments, in
 * their order. The kernels of one context share their variables in global memory. */

typedef enum hpvm_run_argument_kind {
	HPVM_RUN_ARGUMENT_VALUE = 0,  /* a number, a vector, a structure by value */
	HPVM_RUN_ARGUMENT_BUFFER = 1, /* a pointer, for hpvm_run_bind_buffer() */
	HPVM_RUN_ARGUMENT_LOCAL = 2,  /* local memory of OpenCL C: an i64, its size in bytes */
	HPVM_RUN_ARGUMENT_OPAQUE = 3  /* an image or a sampler: cannot be bound here */
} hpvm_run_argument_kind;

typedef struct hpvm_run_kernel_argument {
	const char *name; /* "" if it has none */
	const char *type; /* in words: "i32", "pointer to global memory" */
	hpvm_run_argument_kind kind;
	size_t bytes; /* of a value or a pointer */
	int optional; /* a pointer that is null unless it is bound */
} hpvm_run_kernel_argument;

typedef struct hpvm_run_kernel_shared {
	const char *name;
	uint64_t bytes;
	int dynamic; /* has the size that hpvm_run_range says */
} hpvm_run_kernel_shared;

/* One kernel, as hpvm-run --list-kernels prints it; index 0 of sizes is x. SIZE is
 * sizeof(hpvm_run_kernel) of the library, and new fields may be added at the end. */
typedef struct hpvm_run_kernel {
	size_t size;
	const char *name;
	unsigned argument_count;
	const hpvm_run_kernel_argument *arguments;
	unsigned shared_count; /* its variables in shared memory */
	const hpvm_run_kernel_shared *shared;
	uint64_t required[3]; /* work-items of a group that it requires; 0: any */
	uint64_t most[3];     /* their product is the most that it allows; 0: any */
	unsigned warp;        /* lanes of a warp that it requires; 0: any */
	unsigned need_count;  /* functions that the library lacks: it cannot be loaded */
	const char *const *needs;
} hpvm_run_kernel;

/* Call CALLBACK with DATA for each kernel of the modules that have been added; what it gets lives as
 * long as the call. This reads the modules and forgets what was read. Return HPVM_RUN_OK; what
 * hpvm_run_load() would if they cannot be read; or HPVM_RUN_MISUSE if there is no module, or the
 * program has been loaded. */
typedef void hpvm_run_on_kernel(void *data, const hpvm_run_kernel *kernel);
hpvm_run_status hpvm_run_list_kernels(hpvm_run_context *context, hpvm_run_on_kernel *callback,
				      void *data);

/* The work-items of a launch; index 0 is x. Only the first DIMS numbers of each field count, the
 * others are 1, or 0 in OFFSET. */
typedef struct hpvm_run_range {
	unsigned dims;      /* 1 to 3 */
	uint64_t groups[3]; /* groups (blocks); all 0: they follow from items */
	uint64_t items[3];  /* else work-items of the whole range, where groups is all 0 */
	uint64_t block[3];  /* work-items of a group; all 0: what the kernel requires */
	uint64_t offset[3]; /* of global ids */
	uint64_t shared;    /* bytes of dynamic shared memory (CUDA) */
	unsigned warp;      /* lanes of a warp; 0: what the kernel requires, or the target has */
} hpvm_run_range;

/* Let hpvm_run_load() make a root of the kernel NAME with RANGE, and set *NUMBER, from 0, to that
 * of hpvm_run_kernel_root(). The name is the one of the module, or in C++ the plain one if only one
 * kernel has it. Whether there is such a kernel, and whether it allows the range, shows when the
 * program is loaded: then hpvm_run_load() returns HPVM_RUN_REJECT or HPVM_RUN_UNSUPPORTED, and all
 * modules and kernels are forgotten. Return HPVM_RUN_OK; or HPVM_RUN_MISUSE if the range has no
 * work-items, or the program has been loaded. */
hpvm_run_status hpvm_run_add_kernel(hpvm_run_context *context, const char *name,
				    const hpvm_run_range *range, size_t *number);
/* Return the root of that call, or NULL: there are not so many, or the program is not loaded. */
const hpvm_run_node *hpvm_run_kernel_root(const hpvm_run_context *context, size_t number);

/* --- what a program looks like ---------------------------------------------------------------- */

/* These describe the loaded program. None of them fails; they may be called by several threads at
 * once, and by callbacks. */
/* Return how many roots the program has; 0 before it is loaded. */
size_t hpvm_run_root_count(const hpvm_run_context *context);
/* Return root NUMBER, from 0, or NULL if there are not so many. */
const hpvm_run_node *hpvm_run_root(const hpvm_run_context *context, size_t number);
/* Return the root whose node function is NAME, or NULL if there is none. */
const hpvm_run_node *hpvm_run_find_root(const hpvm_run_context *context, const char *name);
/* Return how many nodes the graph of ROOT has, with ROOT itself. */
size_t hpvm_run_node_count(const hpvm_run_node *root);
/* Return node NUMBER of the graph of ROOT, from 0, parents before their children; or NULL if there
 * are not so many. */
const hpvm_run_node *hpvm_run_node_at(const hpvm_run_node *root, size_t number);

typedef enum hpvm_run_node_kind {
	HPVM_RUN_INTERNAL = 0,  /* has children */
	HPVM_RUN_LEAF = 1,      /* runs code */
	HPVM_RUN_ALLOCATION = 2 /* a leaf that only allocates memory */
} hpvm_run_node_kind;

/* Return the name of the node function; the path in the graph, such as "Root/Group/Leaf"; and the
 * kind. */
const char *hpvm_run_node_name(const hpvm_run_node *node);
const char *hpvm_run_node_path(const hpvm_run_node *node);
hpvm_run_node_kind hpvm_run_node_kind_of(const hpvm_run_node *node);
/* Return the parent, or NULL of a root. */
const hpvm_run_node *hpvm_run_node_parent(const hpvm_run_node *node);
/* Return the target that the node's hint names: "cpu", "gpu", "none" ... */
const char *hpvm_run_node_target(const hpvm_run_node *node);
/* Return how many dimensions the node's grid has, 0 to 3. */
unsigned hpvm_run_node_dims(const hpvm_run_node *node);
/* Write the extent of the grid in DIMENSION, from 0, as an expression over the parent's inputs,
 * such as "(n + 15) / 16", to TEXT, of SIZE bytes; cut off, and terminated if SIZE is not 0. Return
 * the length of the whole expression, which is 0 if there is no such dimension. */
size_t hpvm_run_node_extent(const hpvm_run_node *node, unsigned dimension, char *text, size_t size);

typedef enum hpvm_run_port { HPVM_RUN_INPUT = 0, HPVM_RUN_OUTPUT = 1 } hpvm_run_port;

/* Return how many inputs or outputs the node has. */
unsigned hpvm_run_port_count(const hpvm_run_node *node, hpvm_run_port side);
/* Return the name of input or output NUMBER, from 0, or "" if it has none; and its LLVM type, such
 * as "i32" or "ptr". Return NULL if there are not so many. */
const char *hpvm_run_port_name(const hpvm_run_node *node, hpvm_run_port side, unsigned number);
const char *hpvm_run_port_type(const hpvm_run_node *node, hpvm_run_port side, unsigned number);
/* Return how many bytes its value has; 0 if there are not so many. */
size_t hpvm_run_port_bytes(const hpvm_run_node *node, hpvm_run_port side, unsigned number);
/* Return the HPVM_RUN_IN and HPVM_RUN_OUT that the node function's attributes declare for a pointer
 * input; else 0. */
unsigned hpvm_run_port_access(const hpvm_run_node *node, hpvm_run_port side, unsigned number);

/* --- launches --------------------------------------------------------------------------------- */

/* How a graph uses a buffer. */
enum {
	HPVM_RUN_IN = 1, /* it reads what the caller has written */
	HPVM_RUN_OUT = 2 /* it writes; without HPVM_RUN_IN, the buffer has no value before that */
};

/* Make *LAUNCH, for ROOT, without arguments. The caller frees it. STREAMING is not 0 for a graph
 * that takes pushes and gives pops. Return HPVM_RUN_OK; HPVM_RUN_MISUSE if ROOT is no root; or what
 * the options come to that can fail only now, such as a backend or a library that cannot be loaded:
 * HPVM_RUN_REJECT or HPVM_RUN_UNSUPPORTED. */
hpvm_run_status hpvm_run_launch_new(hpvm_run_context *context, const hpvm_run_node *root,
				    int streaming, hpvm_run_launch_handle **launch);
/* Free LAUNCH. If it is under way, it is waited for, and results that nobody has taken are dropped.
 * NULL is ignored. Return what hpvm_run_wait() would. */
hpvm_run_status hpvm_run_launch_free(hpvm_run_launch_handle *launch);

/* Give input INPUT, from 0, a value: the BYTES bytes at VALUE, which must be as many as
 * hpvm_run_port_bytes() says, in memory as the C type has them. For a number,
 * hpvm_run_bind_integer() and hpvm_run_bind_real() convert. A value stays until another one is
 * given, and a launch that has been waited for may be launched again.
 *
 * Return HPVM_RUN_OK; HPVM_RUN_MISUSE if there is no such input, or the value does not fit its
 * type; HPVM_RUN_BUSY if LAUNCH is under way and not streaming. */
hpvm_run_status hpvm_run_bind_value(hpvm_run_launch_handle *launch, unsigned input,
				    const void *value, size_t bytes);
hpvm_run_status hpvm_run_bind_integer(hpvm_run_launch_handle *launch, unsigned input,
				      int64_t value);
hpvm_run_status hpvm_run_bind_real(hpvm_run_launch_handle *launch, unsigned input, double value);
/* Give input INPUT, a pointer, the BYTES bytes at MEMORY, and tell by ACCESS (HPVM_RUN_IN,
 * HPVM_RUN_OUT or both) how the graph uses them. ACCESS has to allow what hpvm_run_port_access()
 * says. If the next input is an i64, HPVM's size of the buffer, that is set to BYTES, except in a
 * kernel; bind it afterwards for another size. From hpvm_run_launch() until hpvm_run_wait() has returned, the
 * memory belongs to the run: the caller neither writes nor frees it, and reads only what no launch
 * under way writes. Several launches may have the same buffer, with the same size. MEMORY may be NULL if BYTES is 0: a
 * null pointer.
 *
 * Return as hpvm_run_bind_value(). */
hpvm_run_status hpvm_run_bind_buffer(hpvm_run_launch_handle *launch, unsigned input, void *memory,
				     size_t bytes, unsigned access);

/* Launch. A graph that is not streaming is checked here, and runs in hpvm_run_wait(), on the thread
 * that calls that. Return HPVM_RUN_OK; HPVM_RUN_MISUSE if an input has no value (of a streaming
 * graph, pushes may still give it one), or LAUNCH is under way; or what is wrong with the graph or
 * its arguments. */
hpvm_run_status hpvm_run_launch(hpvm_run_launch_handle *launch);
/* Wait until LAUNCH has ended. Return HPVM_RUN_OK; what went wrong in the graph; or HPVM_RUN_MISUSE
 * if LAUNCH is not under way. In all cases but the last one LAUNCH has ended, and the buffers are
 * the caller's again. */
hpvm_run_status hpvm_run_wait(hpvm_run_launch_handle *launch);
/* Copy the value of output OUTPUT, from 0, to VALUE, of BYTES bytes, which must be as many as
 * hpvm_run_port_bytes() says: after hpvm_run_wait(), or of the last hpvm_run_pop(). Return
 * HPVM_RUN_OK; or HPVM_RUN_MISUSE if there is no such output, or nothing has been computed. */
hpvm_run_status hpvm_run_output(const hpvm_run_launch_handle *launch, unsigned output, void *value,
				size_t bytes);

/* Push the values that the inputs have now into the streaming graph of LAUNCH, which is under way.
 * If the stream is full, wait until another thread pops; if no thread of the process does anything
 * for ten seconds, that fails. Buffers belong to the run until hpvm_run_wait() has returned. Return
 * HPVM_RUN_OK; HPVM_RUN_MISUSE if an input has no value, or LAUNCH is not streaming or not under
 * way; or what went wrong in the graph. */
hpvm_run_status hpvm_run_push(hpvm_run_launch_handle *launch);
/* Wait for the oldest result that has not been popped, and make it what hpvm_run_output() gives. If
 * none is in flight, wait until another thread pushes, as hpvm_run_push() does. Return as
 * hpvm_run_push(). */
hpvm_run_status hpvm_run_pop(hpvm_run_launch_handle *launch);

/* --- programs with host code ------------------------------------------------------------------ */

/* Run main() of the program on the calling thread, with the ARGC texts of ARGV, and then its
 * destructors and atexit() functions. *EXIT_STATUS receives what main returned, or what exit() was
 * called with. Standard input and output are the process's.
 *
 * The host code is compiled to native code (or interpreted, with the option "host"). It shares the
 * process: its faults are not contained, except for calls of abort(), and for errors in calls of
 * HPVM. When the program ends by an error or by exit(), C++ objects of the functions that were
 * running are not destroyed. exit() on a thread that the program made ends this thread, and main
 * ends when it calls HPVM. Threads that the program has made and that are not HPVM's should have
 * ended before main returns; others keep the context (hpvm_run_close()). A library that makes
 * threads which call HPVM can be used if the process has one run at a time: a thread that nobody
 * knows is taken to work for the only run of the process. If there are several, the library reports
 * that on standard error, and the thread ends.
 *
 * Return HPVM_RUN_OK; what went wrong; HPVM_RUN_MISUSE before hpvm_run_load(); HPVM_RUN_BUSY if a
 * launch exists. May be called again. */
hpvm_run_status hpvm_run_main(hpvm_run_context *context, int argc, char **argv, int *exit_status);

/* --- diagnostics and events ------------------------------------------------------------------- */

typedef enum hpvm_run_severity { HPVM_RUN_WARNING = 1, HPVM_RUN_ERROR = 2 } hpvm_run_severity;

/* One diagnostic. Texts are NULL where nothing is known, and live as long as the call. New fields
 * may be added at the end: SIZE is sizeof(hpvm_run_diagnostic) of the library. */
typedef struct hpvm_run_diagnostic {
	size_t size;
	const char *id;     /* "div-by-zero": docs/diagnostics.md explains each */
	const char *clause; /* of the semantics, "G8", or "-" */
	hpvm_run_severity severity;
	hpvm_run_status outcome; /* what it makes of the call; HPVM_RUN_OK of a warning */
	const char *text;        /* the message */
	const char *node;        /* path of the node */
	unsigned dims;           /* how many of INSTANCE count; 0: the node is not replicated */
	int64_t instance[3];
	int has_execution;
	uint64_t execution;    /* of the graph, from 0 */
	const char *file;      /* source file, with debug information */
	unsigned line, column; /* from 1; 0: unknown */
	const char *function;  /* LLVM function, and text of the instruction */
	const char *instruction;
	uint64_t count;                            /* how often it was met; 0: not counted */
	const char *value, *object, *origin, *fix; /* what it is about, and what to write instead */
	/* The kernel that the node was made from, or NULL; then INSTANCE is a work-item, or a group,
	 * and x is first. */
	const char *kernel;
	int has_group;
	int64_t group[3]; /* the group of the work-item, x first */
} hpvm_run_diagnostic;

/* Call CALLBACK with DATA for each diagnostic from now on; NULL: for none. Without a callback,
 * nothing is printed. Reports of one context come one at a time. Return HPVM_RUN_OK. */
typedef void hpvm_run_on_diagnostic(void *data, const hpvm_run_diagnostic *diagnostic);
hpvm_run_status hpvm_run_set_diagnostics(hpvm_run_context *context,
					 hpvm_run_on_diagnostic *callback, void *data);

typedef enum hpvm_run_event_kind {
	HPVM_RUN_BEGIN_EXECUTION = 0, /* of the graph NODE is the root of; a push */
	HPVM_RUN_END_EXECUTION = 1,
	HPVM_RUN_POP = 2,
	HPVM_RUN_BEGIN_GRID = 3, /* COUNT instances of NODE, below one instance of its parent */
	HPVM_RUN_END_GRID = 4    /* the same; BACKEND ran it */
} hpvm_run_event_kind;

/* One event; SIZE and lifetimes as in hpvm_run_diagnostic. */
typedef struct hpvm_run_event {
	size_t size;
	hpvm_run_event_kind kind;
	const hpvm_run_node *node;
	uint64_t execution;
	uint64_t count;
	const char *backend; /* NULL: the interpreter */
} hpvm_run_event;

/* Call CALLBACK with DATA for each event of launches from now on; NULL: for none. Events come from
 * all threads that run graphs, several at a time. Return HPVM_RUN_OK; or HPVM_RUN_BUSY if a launch
 * exists. */
typedef void hpvm_run_on_event(void *data, const hpvm_run_event *event);
hpvm_run_status hpvm_run_set_events(hpvm_run_context *context, hpvm_run_on_event *callback,
				    void *data);

/* What node NODE has run in launches that have been waited for, since an option was last set. Any
 * of the parameters may be NULL. Return HPVM_RUN_OK; or HPVM_RUN_MISUSE if NODE is not of the
 * context's program. */
hpvm_run_status hpvm_run_stats(hpvm_run_context *context, const hpvm_run_node *node,
			       uint64_t *instances, uint64_t *operations, uint64_t *nanoseconds);

#ifdef __cplusplus
}
#endif

#endif
