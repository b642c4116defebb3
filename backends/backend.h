/* backend.h -- the interface between hpvm-run and a backend module.
 *
 * A backend runs leaves of HPVM graphs in place of the interpreter, or prints them in another
 * language (--emit), or both. A module is a shared object that needs this header and nothing else
 * of hpvm-run: plain C, built anywhere, with another LLVM or none. examples/backend/backend-clang.c
 * is a whole one; docs/backends.md goes through it.
 *
 * How to write a module
 *	1. Build a shared object `backend-NAME.so` that exports `const hr_backend
 *	   hr_backend_module`, with the fields version (HR_BACKEND_VERSION), bytes
 *	   (sizeof(hr_backend)), name ("NAME") and summary. `hpvm-run --backend-path DIRECTORY
 *	   --list-backends` finds it and says what is wrong with it. One file may hold several
 *	   modules: in `backend-NAME.so`, which may be a link to the file, the symbol
 *	   hr_backend_module followed by an underscore and NAME precedes `hr_backend_module`.
 *	2. Write open(), devices() and close(). Without a device open() fails, and its text is shown
 *	   to the user.
 *	3. Write admit(): look at the description of a unit, and refuse what the module cannot run.
 *	   The reasons are in HR_REFUSALS; HR_REFUSES_BACKEND is for a reason of the module's own,
 *	   which the text gives. The interpreter runs what is refused.
 *	4. Write build() and release(): compile the bitcode of a unit, and free what that has made.
 *	5. Write run(): run the instances of one grid. `hpvm-run --backend NAME program.bc` now
 *	   works, and `hpvm-diff --backends NAME program.bc` compares every result with the
 *	   interpreter's.
 *	6. Add what the module has besides, in any order; each is a field of hr_backend that may be
 *	   0:
 *	   options     settings that users give with --backend-option NAME.OPTION=VALUE
 *	   memory      the backend does not work on the program's addresses
 *	   takes       kinds of units and liberties that are not given unless they are asked for;
 *	               accuracy and rounding belong to it
 *	   settle      grids whose results stay on the device; forget belongs to it
 *	   emitter     units are printed, for --emit. A module that does only this leaves out all
 *	               callbacks from open to release.
 *
 * The life of a module
 *	load -> open -> devices, then for each unit: admit -> build -> run, as often as wanted ->
 *	release; at last: close A module is first loaded and opened in a process of its own, which
 *	ends after devices() and close() (host->trial), so that a module that crashes or hangs there
 *	costs one line of text. The emitter works without open().
 *
 * Threads
 *	open and close are called while no other callback is under way. run() is never called twice
 *	at the same time for one built unit. Everything else may be called from several threads at
 *	once. Each callback repeats what applies to it.
 *
 * Ownership
 *	What a callback is given is borrowed for the call, except for hr_backend_host, which stays
 *	valid until close. What it returns (the state, a built unit) is the module's until hpvm-run
 *	calls close or release. Each callback repeats what applies to it.
 *
 * Errors
 *	A callback does not print, exit or throw. It returns an enumerated reason and writes a text
 *	for people into TEXT: one line, lower case, no full stop, cut at HR_BACKEND_TEXT. TEXT is
 *	the caller's; at a call of open, admit, build, begin or unit it is empty. */
#ifndef HR_BACKEND_H
#define HR_BACKEND_H

#include <stddef.h>
#include <stdint.h>

/* The layout of everything below. A module of another version is not loaded. */
#define HR_BACKEND_VERSION 3u
#define HR_BACKEND_SYMBOL  "hr_backend_module"

enum { HR_BACKEND_TEXT = 256 };

/* ---- 1. the module --------------------------------------------------------------------------- */

typedef struct hr_backend_host hr_backend_host;     /* 2: what a module is told when it is opened */
typedef struct hr_backend_option hr_backend_option; /* 2: its settings */
typedef struct hr_unit hr_unit;                     /* 3: what it builds */
typedef struct hr_unit_grid hr_unit_grid;           /* 4: what it runs */
typedef struct hr_backend_memory hr_backend_memory; /* 5: memory of a device */
typedef struct hr_backend_accuracy hr_backend_accuracy; /* 6: which results may be off */
typedef struct hr_backend_rounding hr_backend_rounding; /* 6 */
typedef struct hr_backend_emitter hr_backend_emitter;   /* 9: units as texts */

/* Why a unit is not taken. R(enumerator, words): --stats and warnings print the words, then a colon
 * and the text if there is one. */
#define HR_REFUSALS(R)                                                                             \
	R(HR_TAKEN, "taken")                                                                       \
	R(HR_REFUSES_BACKEND, "refused by the backend")                                            \
	R(HR_REFUSES_TARGET, "compiled for another machine")                                       \
	R(HR_REFUSES_CALL, "unavailable function")                                                 \
	R(HR_REFUSES_POINTER_CALL, "use of a function's address")                                  \
	R(HR_REFUSES_QUERY, "query of a node that is known only at run time")                      \
	R(HR_REFUSES_BARRIER, "unsupported barrier")                                               \
	R(HR_REFUSES_ATOMIC, "unsupported atomic operation")                                       \
	R(HR_REFUSES_MALLOC, "unsupported memory allocation")                                      \
	R(HR_REFUSES_VARIABLE, "unsupported variable outside the leaf")                            \
	R(HR_REFUSES_INSTRUCTION, "unsupported instruction")                                       \
	R(HR_REFUSES_TYPE, "unsupported type")                                                     \
	R(HR_REFUSES_ARGUMENT, "unsupported argument")                                             \
	R(HR_REFUSES_SIZE, "unsupported size")                                                     \
	R(HR_REFUSES_DEVICE, "no device")                                                          \
	R(HR_REFUSES_COMPILER, "compilation failed")                                               \
	R(HR_REFUSES_TENSOR, "unsupported tensor operation")                                       \
	R(HR_REFUSES_OTHER, "operations other than tensor operations")                             \
	R(HR_TAKEN_ANEW, "taken, but compiled although an image was given")

#define HR_REFUSAL_ENUMERATOR(name, words) name,
typedef enum hr_unit_refusal {
	HR_REFUSALS(HR_REFUSAL_ENUMERATOR) HR_REFUSAL_COUNT
} hr_unit_refusal;
#undef HR_REFUSAL_ENUMERATOR
static inline int hr_is_taken(hr_unit_refusal refusal)
{
	return refusal == HR_TAKEN || refusal == HR_TAKEN_ANEW;
}

/* How the run of a grid ended. */
typedef enum hr_grid_end {
	HR_GRID_DONE,
	HR_GRID_STOPPED,  /* because of `stop` */
	HR_GRID_DIVERGED, /* not all instances met at a barrier; the text says what */
	HR_GRID_NO_MEMORY,
	HR_GRID_FAILED, /* the text says why */
	/* of a unit with barriers, groups or tensors, before anything has happened: this grid
	 * cannot be run here; the text says why */
	HR_GRID_REFUSED,
	/* hpvm-run's own, which no module returns: an instance has ended in a failed check */
	HR_GRID_TRAPPED,
} hr_grid_end;

typedef struct hr_device {
	char name[HR_BACKEND_TEXT]; /* "Intel Xeon, 16 threads, AVX-512" */
} hr_device;

typedef struct hr_backend {
	uint32_t version;    /* HR_BACKEND_VERSION; the first field in every version */
	uint32_t bytes;      /* of this struct */
	const char *name;    /* that of the file: "cpu" in backend-cpu.so */
	const char *summary; /* a line for people */
	/* Called once, before everything else. Gives *state, which the others get. Returns 0:
	 * ready; otherwise TEXT says why the backend cannot be used (no driver, no device). The
	 * first call is in a process that ends right after it (host->trial): it starts no threads.
	 * Threads: one, and no other callback is under way. Ownership: HOST is borrowed until
	 * close; *state is the module's until then. */
	int (*open)(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT]);
	/* Called after everything else; all units and memory have been released.
	 * Threads: one, and no other callback is under way. Ownership: the state is the module's,
	 *          to free. */
	void (*close)(void *state);
	/* Fills LIST with the first ROOM devices, and returns how many there are; 0 is possible. Of
	 * a module that uses only one, that is the first, and the others' names say so.
	 * Threads: any, several at once. Ownership: LIST is the caller's. */
	uint32_t (*devices)(void *state, hr_device *list, uint32_t room);
	/* Returns whether build() would take the unit, judged by its description, quickly, with no
	 * effect.
	 * Threads: any, several at once. Ownership: UNIT and all that it points to is borrowed for
	 *          the call. */
	hr_unit_refusal (*admit)(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT]);
	/* Compiles an admitted unit. Returns HR_TAKEN and gives *built; TEXT may then say how that
	 * went ("from the cache"). HR_TAKEN_ANEW is the same, and warns a user who named machine
	 * code: TEXT says why that code does not serve. The calling thread's locale is "C",
	 * whatever the program has set: printf() writes numbers with a point.
	 * Threads: any, several at once, for different units; also while others run. Ownership:
	 * UNIT is borrowed for the call, so build() copies what a run needs of it; *built is the
	 * module's until release. */
	hr_unit_refusal (*build)(void *state, const hr_unit *unit, void **built,
				 char text[HR_BACKEND_TEXT]);
	/* Runs instances to their end: when it returns, all their effects on memory are visible.
	 * Threads: any; never twice at the same time for one unit, but at the same time for
	 * different ones. It may use threads of its own, which have finished with the grid when it
	 * returns. Ownership: GRID and all that it points to is borrowed for the call; memory that
	 * inputs point to is the program's. */
	hr_grid_end (*run)(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT]);
	/* Frees a built unit.
	 * Threads: any; no run of this unit is under way. Ownership: BUILT is the module's, to
	 *          free. */
	void (*release)(void *built);

	/* What follows may be 0. */
	const hr_backend_option *options; /* 2; option_count of them */
	uint32_t option_count;
	uint32_t takes;                  /* HR_TAKES_... below */
	const hr_backend_memory *memory; /* 5; NULL: works on the program's addresses */
	/* With HR_TAKES_LIBERTIES: which results may be off, and by how much. What is not in the
	 * list is what the C library has here. NULL: nobody knows. */
	const hr_backend_accuracy *accuracy;
	uint32_t accuracy_count;
	/* With HR_TAKES_TENSORS. Results of grids with `stay` lie in the program's memory when it
	 * returns 0; otherwise they cannot be copied there, and TEXT says why. NULL: none stay.
	 * With `memory`: waits for grids with `stay`, and for what write() has begun; not 0: one
	 * has failed, or a read() or write() before.
	 * Threads: that of those grids, and no run is under way; with `memory`, after an
	 * allocate(), read() or write() that failed, any. Ownership: as of close; the program's
	 * memory for the results is where it was. */
	int (*settle)(void *state, char text[HR_BACKEND_TEXT]);
	/* The result that would lie at VALUES, if that has stayed, is no longer wanted. NULL: not
	 * needed. As settle, otherwise. */
	void (*forget)(void *state, const float *values);
	/* With HR_TAKES_TENSORS. What a module with these options rounds; the same host is given to
	 * open(). NULL: nothing.
	 * Threads: any. Ownership: TO is the caller's, HOST is borrowed for the call. */
	void (*rounding)(const hr_backend_host *host, hr_backend_rounding *to);
	const hr_backend_emitter *emitter; /* 9; NULL: prints nothing */
} hr_backend;

enum {
	HR_TAKES_GROUPS = 1,    /* with `memory`: units with HR_UNIT_GROUPS */
	HR_TAKES_LIBERTIES = 2, /* sin, exp and the like may be off by some ULP */
	/* sums and products are computed in any order, whatever the unit says */
	HR_TAKES_REASSOCIATION = 4,
	/* and so may a product be rounded only with the sum that it is part of */
	HR_TAKES_CONTRACTION = 8,
	HR_TAKES_SHARED = 16,  /* `memory` has the field `share` */
	HR_TAKES_TENSORS = 32, /* without `memory`: units with HR_UNIT_TENSORS */
	/* with `memory`: units with HR_UNIT_GRAPH that are one instance of several leaves in turn,
	 * which one-to-one edges connect: they have no barriers */
	HR_TAKES_CHAINS = 64,
	/* with `memory`: units with HR_UNIT_VARIABLES; grids have `variables` */
	HR_TAKES_VARIABLES = 128,
	HR_TAKES_STAGES = 256, /* with HR_TAKES_CHAINS: chains have `stages` (8) */
	/* with `memory`: constants of a unit may hold addresses of others in it, and of parts of
	 * them */
	HR_TAKES_ADDRESSES = 512,
};

/* ---- 2. the host, and options ---------------------------------------------------------------- */

/* What hpvm-run tells a module. */
struct hr_backend_host {
	uint32_t bytes;    /* of this struct */
	const char *cache; /* directory for compiled code, which exists; NULL: keep nothing */
	uint32_t threads;  /* how many to use at most; 0: as many as there are processors */
	/* Returns the address of a function or variable that a unit declares: the program's, or one
	 * of the C library; NULL: there is none.
	 * Threads: any, several at once, while a run is under way. Ownership: what is there is the
	 * program's, and stays there until the module is closed; the name is borrowed. */
	void *(*symbol)(const char *name);
	/* Not 0: this process was made to find out whether the module works, and ends when it has
	 * given its devices. Every open elsewhere comes after one that went well here, so that a
	 * module that cannot be forked once it has used its device need not use it there before the
	 * first grid. */
	int trial;
	/* The value of each of the module's options, in the order of its table: what the user gave,
	 * or the preset. NULL where there is neither. Each value has been accepted. Ownership:
	 * borrowed until close. */
	const char *const *options;
};

enum { HR_OPTION_TEXT = 1024 };

typedef enum hr_option_kind {
	HR_OPTION_ANY, /* any text, or what accepts() accepts */
	/* one of the words in `argument`, which | separates: "short|always|never" */
	HR_OPTION_CHOICE,
	HR_OPTION_NUMBER, /* decimal, from `least` to `most` */
} hr_option_kind;

/* A setting of a module. hpvm-run takes the value from --backend-option BACKEND.NAME=VALUE (the
 * last one counts), or else from the environment variable if that is set and not empty, or else the
 * preset, and does not give the module a value that it does not accept. A module reads no
 * environment variable by itself. */
struct hr_backend_option {
	const char *name; /* "block": lower case letters, digits, hyphens */
	/* environment variable; several: separated by spaces, the first that is set counts; NULL:
	 * none */
	const char *variable;
	hr_option_kind kind;
	/* the words of a choice; otherwise what --list-backends shows for a value: "X[,Y[,Z]]" */
	const char *argument;
	uint64_t least, most; /* of a number */
	const char *preset;   /* NULL: none */
	const char *help;     /* a line for people: lower case, no full stop */
	/* Returns 0 if it accepts VALUE; otherwise TEXT says what it accepts, to be read after
	 * "takes": "X[,Y[,Z]], each at least 1". NULL: everything of that kind. Threads: any. */
	int (*accepts)(const char *value, char text[HR_OPTION_TEXT]);
};

/* ---- 3. units -------------------------------------------------------------------------------- */

enum { HR_UNIT_INTEGER = 1, HR_UNIT_FLOAT, HR_UNIT_POINTER, HR_UNIT_OTHER }; /* kinds of ports */

/* flags of ports */
enum {
	HR_PORT_IN = 1,     /* pointer: the leaf reads what it points to */
	HR_PORT_OUT = 2,    /* pointer: the leaf writes that; neither flag: not known */
	HR_PORT_SIZED = 4,  /* pointer: the next input is an i64, the bytes it points to */
	HR_PORT_VARIES = 8, /* input: instances of one grid get different values */
	/* pointer without a size, of a kernel of another language: it points into memory that the
	 * launch has, and all of that object is there */
	HR_PORT_OBJECT = 16,
};

/* One argument or result of an instance. Its value lies in an image at `offset`, as LLVM stores the
 * type. */
typedef struct hr_unit_port {
	const char *name; /* of the parameter; "" */
	uint32_t kind, flags;
	uint32_t bits;   /* integer, float: 32 for a float; pointer: 64 */
	uint32_t bytes;  /* stored in the image */
	uint32_t offset; /* multiple of 16 */
	/* output: the number of the input that all instances return, which the bitcode does not
	 * store; -1: it stores it. Inputs: -1 */
	int32_t same_as;
} hr_unit_port;

/* what a unit's bitcode does */
enum {
	HR_UNIT_BARRIERS = 1, /* calls hpvm_barrier */
	HR_UNIT_ATOMICS = 2,
	HR_UNIT_MALLOCS = 4,    /* calls hpvm_malloc */
	HR_UNIT_CALLS = 8,      /* calls functions that are not in it: `symbols` */
	HR_UNIT_VARIABLES = 16, /* uses variables of the program: `symbols` */
	/* is made of several leaves: has loops of its own, may call hpvm_diverged */
	HR_UNIT_GRAPH = 32,
	/* an instance of the node is a group of instances of its leaf: see below */
	HR_UNIT_GROUPS = 64,
	HR_UNIT_FAST_MATH = 128, /* instructions have flags of fast arithmetic: see below */
	HR_UNIT_TENSORS = 256, /* is made of tensor operations alone: `steps`, and no bitcode (7) */
};

/* A unit is one leaf, or an internal node with all leaves below it.
 *
 * The bitcode defines `void @hpvm_unit(INPUTS..., ptr outputs)`, which is one instance, and all
 * that it calls. It stores output k at outputs + outputs[k].offset. There is no target attribute.
 * Arithmetic is meant as it is written: nothing may be contracted or reassociated, except where a
 * unit with HR_UNIT_FAST_MATH says so of an instruction, with the flags reassoc, contract, arcp,
 * afn, nsz, which may be ignored. Debug information, which only backends with memory of their own
 * get, is there for messages. Of HPVM it knows five functions, which the backend has to provide:
 *
 *	i64 @hpvm_id(i32 level, i32 dimension)       index of the running instance in dimension 0 to
 *	                                             2 (x, y, z) of the leaf (level 0) or of its
 *	                                             LEVEL-th ancestor
 *	i64 @hpvm_extent(i32 level, i32 dimension)   how many instances there are; both operands are
 *	                                             constants, and the level has that dimension
 *	void @hpvm_barrier()                         waits for all instances of the grid, and orders
 *	                                             their accesses to memory
 *	ptr @hpvm_malloc(i64 bytes)                  an object that lives until the graph's
 *	                                             execution ends
 *	void @hpvm_diverged()                        says that inner instances have not met at a
 *	                                             barrier; it returns, and then so does the
 *	                                             instance
 *
 * Of a unit with HR_UNIT_GROUPS, which only backends get that take them, the function is one
 * instance of the node's leaf. Levels are those of the node; the grid is instances of it, and
 * `inner` the leaf's grid in each. Several nodes, one in the other, may be one: level 0 is the grid
 * of all of them, and behind the root's level there may be more, of which only extents are asked.
 * It knows three functions more:
 *
 *	i64 @hpvm_inner_id(i32 dimension), i64 @hpvm_inner_extent(i32 dimension)   of the leaf
 *	ptr @hpvm_local(i64 bytes)                   memory that the leaf's instances of one group
 *	                                             share; BYTES is computed of constants and
 *	                                             inputs, by additions and the like; it is called
 *	                                             once for each such memory
 *
 * Barriers are then among the instances of one group.
 *
 * HPVM's atomics are `atomicrmw ... monotonic`. Instances may run in any order and at the same
 * time. */
struct hr_unit {
	uint32_t bytes;              /* of this struct */
	const char *name;            /* of the node function */
	const char *triple, *layout; /* of the program */
	const void *bitcode;
	size_t bitcode_bytes;
	uint32_t llvm;     /* major version of the LLVM that wrote it */
	uint32_t features; /* HR_UNIT_... */
	const hr_unit_port *inputs, *outputs;
	uint32_t input_count, output_count;
	uint32_t input_stride, output_stride; /* from image to image: multiples of 16 */
	/* the leaf and its ancestors up to the root; of a unit with groups perhaps more */
	uint32_t level_count;
	const uint8_t *dims; /* how many dimensions each has */
	uint32_t hint;       /* enum Target of src/hpvm.h */
	/* names of functions and variables of the program that the bitcode only declares, in order
	 * of name */
	const char *const *symbols;
	const uint8_t *functions; /* by symbol: it is a function */
	uint32_t symbol_count;
	uint32_t inner_dims;              /* of the leaf of a unit with groups */
	const struct hr_unit_step *steps; /* of a unit with tensors (7) */
	uint32_t step_count, tensor_count;
	const struct hr_unit_stage *stages; /* of a chain (8) */
	const struct hr_unit_pipe *pipes;
	uint32_t stage_count, pipe_count;
};

/* ---- 4. grids -------------------------------------------------------------------------------- */

typedef struct hr_unit_level {
	int64_t id[3], extent[3]; /* x, y, z; 0 and 1 in dimensions that the level lacks */
} hr_unit_level;

/* Instances to run: those with begin[d] <= id[d] < end[d]. There is at least one, and they are
 * contiguous in the reference order (x outermost, z innermost). A unit with barriers gets its whole
 * grid. */
struct hr_unit_grid {
	const hr_unit_level *levels; /* level_count; the id of levels[0] means nothing */
	int64_t begin[3], end[3];
	/* image of all instances; when an input varies: of each instance, in reference order,
	 * input_stride apart */
	const uint8_t *inputs;
	/* of each instance, output_stride apart, zeroed; NULL when nothing is stored there */
	uint8_t *outputs;
	/* not 0: the user has asked to stop; to be looked at now and then */
	const volatile int *stop;
	/* hpvm_malloc; from any thread; NULL: none left */
	void *(*allocate)(void *run, uint64_t bytes);
	void *run; /* its first argument */
	/* of a backend with `memory` that takes them: by symbol, where the variable is on the
	 * device */
	const uint64_t *variables;
	/* of a unit with groups: extents of the leaf's grid; 1 where it has none */
	int64_t inner[3];
	/* of a unit with tensors: tensor_count + step_count (7) */
	const struct hr_unit_tensor *tensors;
	/* of a unit with tensors: not 0: nobody reads the results before settle(), but for grids
	 * whose operands have their addresses, version 0. Of a backend with `memory`: not 0: run()
	 * may return before anything has happened; nobody sees that but grids and callbacks of the
	 * module, before which it has; `stop` stays valid until settle() */
	uint32_t stay;
};

/* ---- 5. memory of a device ------------------------------------------------------------------- */

/* Memory of its own, for a backend that does not work on the program's addresses. Before a grid
 * hpvm-run copies to it what sized pointer inputs point to, gives the unit addresses in it instead,
 * and copies back afterwards; so units with other pointers or allocations are not offered, and
 * those with variables only where the module takes them. */
struct hr_backend_memory {
	/* BYTES on the device, aligned to 64; NULL: none left, or the device has failed, as
	 * settle() says next.
	 * Threads: any, several at once, also while units run; so of all four. Ownership:
	 * hpvm-run's, until it calls release. */
	void *(*allocate)(void *state, uint64_t bytes);
	/* Ownership: MEMORY, which allocate has given, is the module's again; no run that got it is
	 * under way. */
	void (*release)(void *state, void *memory);
	/* Both return 0 on success; MEMORY may lie inside what was allocated. When read() returns,
	 * all has been copied; a copy that write() has begun may go on, and what is done with
	 * MEMORY later comes after it. Ownership: TO is borrowed for the call, FROM until a grid
	 * that gets MEMORY is over, or read() or release() of it. */
	int (*write)(void *state, void *memory, const void *from, uint64_t bytes);
	int (*read)(void *state, const void *memory, void *to, uint64_t bytes);
	/* With HR_TAKES_SHARED. Memory of the device that is the program's own, with what the
	 * program has written there: its address there, or NULL where that is not possible and it
	 * has to be copied. release() ends it. write() and read() between the two then move
	 * nothing, but see to it that each sees what the other has written. */
	void *(*share)(void *state, void *here, uint64_t bytes);
};

/* ---- 6. results that may be off -------------------------------------------------------------- */

/* By how many ULP a result may be off. FUNCTION is that of <math.h> for double, also for intrinsics
 * of LLVM; "/" is the quotient. */
struct hr_backend_accuracy {
	const char *function;
	float floats, doubles;
};

/* What is done to operands of products (mul, convolutions) before they are multiplied: they may be
 * off by RELATIVE of their size, and by ABSOLUTE; nothing is known of those beyond LARGEST.
 * RELATIVE 0: nothing is done. */
struct hr_backend_rounding {
	double relative, absolute, largest;
};

/* ---- 7. units with tensors ------------------------------------------------------------------- */

enum { HR_UNIT_OPERANDS = 5, HR_UNIT_DIMS = 4 };

/* The tensor operations T1 to T6. FP32, the last dimension contiguous; the dimensions are n, c, h,
 * w where there are four. */
typedef enum hr_unit_operation {
	HR_TENSOR_ADD = 1, /* x, b; dimensions of size 1 broadcast */
	/* x as (dim 0, the rest), w as (all but the last dim, that): a product of matrices */
	HR_TENSOR_MUL,
	HR_TENSOR_CONVOLUTION, /* x, filter; groups: 1 where there are none */
	HR_TENSOR_RELU,
	HR_TENSOR_CLIPPED_RELU,
	HR_TENSOR_TANH,
	HR_TENSOR_SIGMOID,
	HR_TENSOR_SOFTMAX,   /* over dim 1 */
	HR_TENSOR_BATCHNORM, /* x, gamma, beta, mean, variance */
	HR_TENSOR_POOL_MAX,
	HR_TENSOR_POOL_MIN,
	HR_TENSOR_POOL_MEAN, /* padding never counts */
} hr_unit_operation;

/* One operation of a unit with HR_UNIT_TENSORS. Tensors are numbered: first those that come from
 * outside, `tensor_count` of them, then the results of the steps. */
typedef struct hr_unit_step {
	uint32_t operation, operand_count;
	uint32_t operands[HR_UNIT_OPERANDS];
	uint32_t returned; /* somebody outside wants the result */
	int32_t window[2]; /* of pools: height, width; so of the next two */
	int32_t padding[2], stride[2];
	int32_t groups;
	float clip;     /* of a clipped relu: the most */
	double epsilon; /* of a batchnorm */
} hr_unit_step;

/* A tensor of one run.
 *
 * A unit with HR_UNIT_TENSORS, which only backends get that take them, is a leaf that does tensor
 * operations and nothing else, on every instance: `steps`, in their order. The grid is one
 * instance; its inputs and outputs are of no interest, its `tensors` are: shapes have been checked
 * (T1 to T6) and results have memory. Each result is judged by its distance from the result in
 * exact arithmetic (docs/tensors.md): sums may be in any order, and operations may be merged. NaN
 * and infinities are no exception. A grid that is too much for the backend comes back:
 * HR_GRID_REFUSED. */
typedef struct hr_unit_tensor {
	uint32_t rank;
	uint64_t dims[HR_UNIT_DIMS];
	float *values; /* NULL: the result of a step that nobody outside wants */
	/* what is in it, as a number that no other contents ever have: what a backend has made of
	 * the values may be kept under it; 0: it is not said */
	uint64_t version;
} hr_unit_tensor;

/* ---- 8. chains as stages --------------------------------------------------------------------- */

enum { HR_UNIT_NO_INPUT = -1 };

/* A chain (HR_TAKES_CHAINS) once more, taken apart, for modules with HR_TAKES_STAGES, which look at
 * it where `bytes` of the unit says that it is there: each leaf is a unit of its own, with the
 * levels and the grid of the chain, and all run at the same time. A stage comes after those that
 * give it values. There are none where that is not possible. */
typedef struct hr_unit_stage {
	const hr_unit *unit;
	const char *name, *path; /* of the leaf's node */
	/* by input of `unit`: the chain's input that it is for all instances; HR_UNIT_NO_INPUT: a
	 * pipe has it, or nobody knows */
	const int32_t *inputs;
} hr_unit_stage;

/* An edge over which instances give each other different values: a packet for each, in reference
 * order. */
typedef struct hr_unit_pipe {
	uint32_t from, output; /* a stage, and a number of its outputs */
	uint32_t to, input;    /* whose input's type a packet has: the output may be wider */
} hr_unit_pipe;

/* ---- 9. units as texts: --emit --------------------------------------------------------------- */

/* A language, or a kind of file, that a module prints: hpvm-run --emit NAME. */
typedef struct hr_backend_form {
	/* "ptx"; if several modules have it, the one whose name it is, or else the first in the
	 * alphabet */
	const char *name;
	const char *help;                  /* a line for people */
	const char *comment, *comment_end; /* what encloses a comment; NULL: the form has none */
	uint32_t flags;                    /* HR_EMITS_... */
} hr_backend_form;

enum {
	/* unit() prints; hpvm-run puts an empty line between two. Otherwise end() prints all units
	 * as one */
	HR_EMITS_EACH = 1,
	HR_EMITS_GROUPS = 2, /* takes units with HR_UNIT_GROUPS */
	/* takes a chain (HR_TAKES_CHAINS) that the user named; with HR_TAKES_STAGES it has
	 * stages */
	HR_EMITS_CHAINS = 4,
	/* wants all that a run would build: chains that nobody named, and every node of one
	 * function */
	HR_EMITS_RUNS = 8,
	HR_EMITS_ARCH = 16,   /* --emit-arch gives the module's option "arch" */
	HR_EMITS_ARCHES = 32, /* several, separated by commas */
};

/* Where to print. */
typedef struct hr_backend_output {
	uint32_t bytes;             /* of this struct */
	uint32_t form;              /* index into `forms` */
	const char *const *options; /* as in hr_backend_host; borrowed until end() */
	/* Prints DATA. Threads: the caller's. */
	void (*write)(void *to, const void *data, size_t bytes);
	void *to; /* its first argument */
} hr_backend_output;

/* Prints units. Needs no device: the module is not open.
 * Threads: one for each emission; several emissions at once. */
struct hr_backend_emitter {
	const hr_backend_form *forms;
	uint32_t form_count;
	/* Begins an emission. Returns 0 and gives *emission; otherwise TEXT says why nothing can be
	 * printed. Ownership: OUTPUT is borrowed until end(); *emission is the module's until
	 * then. */
	int (*begin)(const hr_backend_output *output, void **emission, char text[HR_BACKEND_TEXT]);
	/* Translates a unit. Returns HR_TAKEN; otherwise it has printed nothing, and TEXT says why.
	 * PATH is the node's. UNSTAGED: why a chain has no stages; NULL: it has, or none are
	 * wanted. Ownership: all borrowed for the call. */
	hr_unit_refusal (*unit)(void *emission, const hr_unit *unit, const char *path,
				const char *unstaged, char text[HR_BACKEND_TEXT]);
	/* Ends an emission and frees it in any case. COMPLETE: prints what is left; 0: an error has
	 * made it useless. Returns 0; otherwise TEXT says what failed. */
	int (*end)(void *emission, int complete, char text[HR_BACKEND_TEXT]);
};

#endif
