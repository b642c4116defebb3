/* ir/hetero/hetero_private.h -- nodes of a function in Hetero-C++; private to ir/hetero/.
 *
 * A function that finds an error reports it and returns false or NULL. Until all functions have
 * been understood, the module is unchanged but for promoted variables and new functions. Memory is
 * in the program's arena. */
#ifndef HR_HETERO_PRIVATE_H
#define HR_HETERO_PRIVATE_H

#include <llvm-c/Core.h>

#include "ir/hetero/hetero.h"
#include "ir/program/hpvm_names.h"
#include "ir/program/lookup.h"
#include "src/base/map.h"
#include "src/base/vec.h"

typedef enum hr_mark {
	HR_M_NONE,
#define M(ident, name) HR_M_##ident,
#define M_ALIAS(ident, name)
#include "ir/hetero/hetero.def"
#undef M
#undef M_ALIAS
	HR_M_UNKNOWN, /* has the prefix, but is not in the table */
} hr_mark;

typedef struct hr_hetero {
	hr_program *program;
	hr_arena *arena;
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMTypeRef i32, i64, ptr, none;
	hr_status status; /* worst outcome so far */
} hr_hetero;

#define HR_EACH_INSTRUCTION(function, at)                                                          \
	for (LLVMBasicBlockRef block_ = LLVMGetFirstBasicBlock(function); block_;                  \
	     block_ = LLVMGetNextBasicBlock(block_))                                               \
		for (LLVMValueRef at = LLVMGetFirstInstruction(block_); at;                        \
		     at = LLVMGetNextInstruction(at))

/* --- marks.c ------------------------------------------------------------------------------- */

/* Return which call of Hetero-C++ INSTRUCTION is. */
hr_mark hr_mark_of(LLVMValueRef instruction);
const char *hr_mark_name(LLVMValueRef call); /* name of the called function */
const char *hr_name_of(LLVMValueRef value);  /* in the IR; valid as long as the value */

/* One input or output that a call declares. */
typedef struct hr_declared {
	LLVMValueRef value;
	LLVMValueRef size; /* NULL: VALUE is not a pointer */
} hr_declared;

typedef struct hr_declaration {
	hr_declared *inputs, *outputs;
	unsigned input_count, output_count;
	const char *name; /* of the node, or NULL */
} hr_declaration;

/* Read the lists of CALL from its argument FIRST on. */
bool hr_declaration_read(hr_hetero *h, LLVMValueRef call, unsigned first, hr_declaration *to);

/* Report ID at INSTRUCTION; the arguments are those of its format. Return false. */
bool hr_hetero_report(hr_hetero *h, LLVMValueRef instruction, hr_diag_id id, ...);
/* Report hetero-arguments of CALL. */
bool hr_hetero_bad_call(hr_hetero *h, LLVMValueRef call, const char *why);
/* Return how a diagnostic names VALUE: "'n'", "the result of a load". */
const char *hr_hetero_describe(hr_hetero *h, LLVMValueRef value);
/* Return the function that contains INSTRUCTION. */
LLVMValueRef hr_hetero_function(LLVMValueRef instruction);

/* --- flow.c -------------------------------------------------------------------------------- */

typedef struct hr_flow {
	hr_arena *arena;
	LLVMValueRef function;
	LLVMBasicBlockRef *blocks;
	unsigned count, words;
	hr_map number;        /* of blocks */
	hr_map ordinal;       /* of instructions, in the order of the text */
	unsigned *order;      /* of a block in reverse postorder; UINT_MAX: not reachable */
	uint64_t *dominators; /* a set for each block */
} hr_flow;

hr_flow *hr_flow_new(hr_arena *arena, LLVMValueRef function);
void hr_flow_free(hr_flow *flow); /* what is not in the arena */
unsigned hr_flow_block(const hr_flow *flow, LLVMBasicBlockRef block);
unsigned hr_flow_block_of(const hr_flow *flow, LLVMValueRef instruction);
uint64_t hr_flow_ordinal(const hr_flow *flow, LLVMValueRef instruction);
/* Return true if block A dominates block B; if instruction A dominates instruction B. */
bool hr_flow_dominates(const hr_flow *flow, unsigned a, unsigned b);
bool hr_flow_before(const hr_flow *flow, LLVMValueRef a, LLVMValueRef b);
/* Sets of blocks. */
uint64_t *hr_flow_set(const hr_flow *flow);
static inline bool hr_in_set(const uint64_t *set, unsigned block)
{
	return set[block / 64] >> block % 64 & 1;
}
static inline void hr_add_to_set(uint64_t *set, unsigned block)
{
	set[block / 64] |= (uint64_t)1 << block % 64;
}
unsigned hr_flow_successors(const hr_flow *flow, unsigned block);
unsigned hr_flow_successor(const hr_flow *flow, unsigned block, unsigned i);
/* Return whether TARGET can be reached from block FROM along blocks of WITHIN (NULL: all) without
 * an edge back to a dominator. */
bool hr_flow_reaches(const hr_flow *flow, const uint64_t *within, unsigned from, unsigned target);

typedef struct hr_loop {
	unsigned header, latch, exiting; /* exiting: the block whose branch ends the loop */
	unsigned inside;                 /* successor of EXITING that stays in the loop */
	uint64_t *blocks;
} hr_loop;

/* Return the innermost loop that contains BLOCK and is inside of OUTER (NULL: any). Returns false
 * if there is none. */
bool hr_flow_loop(const hr_flow *flow, unsigned block, const hr_loop *inner, hr_loop *loop);

/* --- tree.c -------------------------------------------------------------------------------- */

typedef enum hr_node_kind {
	HR_K_FUNCTION, /* a root: the whole function */
	HR_K_LAUNCH,   /* a root: between launch_begin and launch_end */
	HR_K_TASK,
	HR_K_LOOP,
} hr_node_kind;

typedef struct hr_hport {
	LLVMValueRef value; /* in the original function; NULL: nothing needs it */
	const char *name;
	LLVMTypeRef type;
	LLVMValueRef argument; /* HR_K_LAUNCH: what the launch passes */
	int parent;            /* input of the parent */
	int source, output;    /* output of a sibling that feeds it; -1: the parent's input does */
	bool is_size;          /* of the port before */
	bool in, out;          /* listed as input, as output */
} hr_hport;

typedef struct hr_hnode hr_hnode;
struct hr_hnode {
	hr_node_kind kind;
	hr_hnode *parent;
	LLVMValueRef begin, end; /* calls; HR_K_LOOP: BEGIN only; HR_K_FUNCTION: none */
	LLVMValueRef section_begin, section_end; /* or NULL */
	hr_declaration declared;
	const char *name;
	uint64_t *blocks; /* that it runs; BEGIN's and END's in part */
	hr_loop loops[3]; /* HR_K_LOOP: outermost first */
	unsigned dims;
	uint64_t hint; /* a number of hpvm.h */
	HR_VEC(hr_hnode *) children;
	HR_VEC(hr_hport) ports;
	HR_VEC(unsigned) outputs; /* ports; a pointer, and its size if that follows */
	HR_VEC(hr_declared) privates;
	LLVMValueRef function; /* made */
};

typedef struct hr_tree {
	hr_hetero *h;
	hr_flow *flow;
	HR_VEC(hr_hnode *) nodes; /* all, in the order of the program */
	HR_VEC(hr_hnode *) roots;
	unsigned named; /* nodes without a name */
} hr_tree;

/* Find the nodes of FUNCTION; TREE is zero. */
bool hr_tree_read(hr_hetero *h, LLVMValueRef function, hr_tree *tree);
void hr_tree_free(hr_tree *tree);
/* Return true if NODE runs INSTRUCTION, itself or in a node within it. */
bool hr_node_has(const hr_tree *tree, const hr_hnode *node, LLVMValueRef instruction);
/* Return the text for diagnostics: "task 'sum'". */
const char *hr_node_text(hr_hetero *h, const hr_hnode *node);

/* --- interface.c --------------------------------------------------------------------------- */

/* Set ports and outputs of NODE; those of its parent and of the siblings before it are set. */
bool hr_node_interface(const hr_tree *tree, hr_hnode *node);
/* Return the port of NODE with VALUE, or -1. */
int hr_node_port(const hr_hnode *node, LLVMValueRef value);

/* --- value.c ------------------------------------------------------------------------------- */

/* Code of one node function, in which values of the original function are made again. */
typedef struct hr_maker {
	const hr_tree *tree;
	const hr_hnode *node;
	bool leaf;
	LLVMBuilderRef builder; /* where they are made */
	hr_map made;            /* from values of the original function */
	LLVMValueRef lacking;   /* the value that could not be made */
	const char *why;        /* or NULL */
} hr_maker;

/* Return what __hetero_priv says of VALUE in NODE, or NULL. */
const hr_declared *hr_private_of(const hr_hnode *node, LLVMValueRef value);
/* Return true if INSTRUCTION only computes a value from its operands. */
bool hr_is_pure(LLVMValueRef instruction);
/* Return true if INSTRUCTION has no effect on any result: debug information, promises. */
bool hr_is_remark_call(LLVMValueRef instruction);
/* Begin the code of NODE in a new function with its ports as parameters, or in FUNCTION. */
void hr_maker_begin(hr_maker *m, const hr_tree *tree, hr_hnode *node, bool leaf);
void hr_maker_end(hr_maker *m);
/* Return VALUE of the original function in the new one; NULL if it cannot be made. */
LLVMValueRef hr_make(hr_maker *m, LLVMValueRef value);
/* Report why the last value could not be made; AT is an instruction that needs it. */
bool hr_make_report(const hr_maker *m, LLVMValueRef at);
/* Build a call of the function NAME, declared if it is missing: RESULT name(FIXED arguments of
 * their types, ...). */
LLVMValueRef hr_hetero_call(hr_hetero *h, LLVMBuilderRef builder, const char *name,
			    LLVMTypeRef result, const LLVMValueRef *arguments, unsigned count,
			    unsigned fixed);
LLVMValueRef hr_hetero_int(const hr_hetero *h, uint64_t value); /* an i32 */
/* Write hint and attributes of NODE. */
void hr_hetero_describe_node(const hr_maker *m);

/* --- loop.c -------------------------------------------------------------------------------- */

/* How the phi of a loop's index, or another value that changes by the same amount each time,
 * goes on. */
typedef struct hr_affine {
	LLVMValueRef first, step, next; /* NEXT: the instruction that computes it */
	bool down;                      /* STEP is subtracted */
	bool once; /* it is NEXT in all iterations but the first; STEP is not set */
} hr_affine;

bool hr_loop_affine(const hr_flow *flow, const hr_loop *loop, LLVMValueRef phi, hr_affine *affine);
/* Find the loops of NODE. */
bool hr_loop_nest(const hr_tree *tree, hr_hnode *node);
/* Set the extents of NODE, i64, in the code of its parent. */
bool hr_loop_extents(hr_maker *parent, const hr_hnode *node, LLVMValueRef extents[3]);
/* Report if a condition decides whether NODE, a task, runs. */
bool hr_loop_always(const hr_tree *tree, const hr_hnode *node);

/* --- leaf.c, inner.c, launch.c ------------------------------------------------------------- */

bool hr_leaf_make(const hr_tree *tree, hr_hnode *node);
/* Make the functions of NODE and of all nodes within it, but for the body of HR_K_FUNCTION. */
bool hr_inner_make(const hr_tree *tree, hr_hnode *node);
/* Replace launch_begin to launch_end by a launch of NODE. */
bool hr_launch_inline(const hr_tree *tree, hr_hnode *node);
/* Replace all other calls of host code. */
bool hr_launch_convert(hr_hetero *h, LLVMValueRef call, hr_mark mark);
/* Call init and cleanup in main() unless the program calls init. */
void hr_launch_init(hr_hetero *h);

#endif
