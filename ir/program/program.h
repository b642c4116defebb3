/* ir/program/program.h -- a loaded program: module, functions, globals, graphs.
 *
 * Loading:    hr_program_load() (ir/load/load.h) reads and links files, lifts the graphs and
 * validates them.
 * Lowering:   hr_lower() (ir/lower/lower.h) returns the code of one function, on first use.
 * Threads:    loading is single-threaded; hr_lower() takes a lock and may be called from any
 *             thread.
 * Ownership:  the program owns everything that it returns. */
#ifndef HR_PROGRAM_H
#define HR_PROGRAM_H

#include "ir/code/code.h"
#include "ir/graph/graph.h"
#include "ir/graph/spaces.h"
#include "src/base/arena.h"
#include "src/diag/sem.h"

typedef struct hr_function {
	const char *name;
	uint32_t id;  /* index in program->functions */
	void *llvm;   /* LLVMValueRef */
	bool defined; /* has a body in the module */
	bool variadic;
	bool address_taken;
	bool internal_node; /* has graph-describing intrinsics */
	bool leaf_node;     /* is the function of some createNode and not internal */
	bool in_leaves;     /* leaves can call it; set by hr_root_needs_checks() */
	const hr_type *result;
	const hr_type **params;
	unsigned param_count;
	/* For a node function: its ports, from the signature and from HPVM-C's return and
	 * bindOut. */
	hr_port *inputs, *outputs;
	unsigned input_count, output_count;
	uint32_t inputs_bytes, outputs_bytes;
	hr_target hint;
	bool allocation, has_barrier;
	/* whether its result is followed by poison flags (ir/lower/poison.c) */
	enum { HR_RETURNS_UNKNOWN, HR_RETURNS_VALUES, HR_RETURNS_POISON } returns_poison;
	hr_code *code;  /* NULL until lowered */
	hr_where where; /* place of its definition */
} hr_function;

typedef struct hr_global {
	const char *name;
	uint32_t id;
	void *llvm; /* LLVMValueRef */
	bool defined;
	bool constant;
	bool thread_local_;
	uint64_t bytes, align;
} hr_global;

typedef struct hr_program {
	hr_arena arena;
	hr_diags *diags; /* borrowed */
	hr_sem sem;
	/* variables that may be read before they are written stay in memory, and loads and stores
	 * of it are kept, so that such reads are detected; set before hr_lower() */
	bool keep_unwritten;
	/* accesses whose address the code does not show to be of one object are preceded by a check
	 * of the object (P6); set before hr_lower() */
	bool check_objects;
	/* broken promises make values poison, which is followed where checks run (P2); set before
	 * hr_lower() */
	bool follow_poison;
	/* with check_objects: also in host code, which is interpreted; set before hr_lower() */
	bool check_host;
	bool roots_known, roots_lost; /* private to root.c */
	/* private to ir/lower/intrinsic_float.c: it touches the floating-point environment: 1; not: -1 */
	int8_t environment;
	const char *
		folder; /* of the first file that was loaded, "" or with a slash at the end; in the arena */
	void *context, *module; /* LLVMContextRef, LLVMModuleRef; owned */
	void *layout;           /* LLVMTargetDataRef, borrowed from the module */
	hr_function **functions;
	uint32_t function_count;
	hr_global **globals; /* aliases and ifuncs are resolved to their targets */
	uint32_t global_count;
	/* one for each root: an internal node function that is not a child, or that a launch
	 * names */
	hr_graph **graphs;
	uint32_t graph_count;
	unsigned warp;      /* lanes of a warp of the kernel (W1) */
	bool syncs_warps;   /* the kernel has barriers of warps (W3) */
	const char *kernel; /* a kernel that graphs were made of (K1), or NULL: all are HPVM's */
	bool ended_arrive;  /* its barriers do not wait for work-items that have ended (K5) */
	bool has_fences;    /* a function that has been lowered has one; set by hr_lower() */
	/* atomic operations of the kernel that read and write acquire, whatever their ordering (M8) */
	bool changes_acquire;
	hr_space_table spaces; /* of the kernel; set by loading (K2) */
	bool parts_memory;     /* some barrier or fence of it does not order all memory (M8) */
	void *types;           /* the table behind hr_type_of() */
	void *lookup;          /* LLVMValueRef to id, and names to ids */
	void *copies;          /* copies of leaves, private to copy.c */
} hr_program;

/* Free the program and everything that it owns. */
void hr_program_free(hr_program *program);

hr_function *hr_program_function(const hr_program *program, const char *name); /* or NULL */
hr_graph *hr_program_graph(const hr_program *program, uint32_t root_function); /* or NULL */

/* Return the source place of word W of the code; its texts are valid as long as the program. */
hr_where hr_code_where(const hr_code *code, uint32_t word);

/* Write the bytes of a global's initialiser, BYTES long, to IMAGE, and append its relocations
 * (addresses of functions and globals in it) to RELOCS, with offsets from the start of IMAGE. */
hr_status hr_global_image(hr_program *program, const hr_global *global, uint8_t *image,
			  hr_relocs *relocs) HR_MUST_CHECK;

/* Return the text of the string attribute NAME of FUNCTION, or NULL: what a front end says of a root or a
 * leaf (docs/tensor-programs.md). Valid as long as the program. */
const char *hr_said_of(const hr_function *function, const char *name);

#endif
