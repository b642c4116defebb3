/* backends/unit/unit.h -- a leaf of a graph as a unit for backends: bitcode and description. */
#ifndef HR_UNIT_H
#define HR_UNIT_H

#include "backends/backend.h"
#include "backends/unit/nest.h"
#include "ir/lift/tensor_leaf.h"
#include "ir/program/program.h"
#include "src/base/arena.h"

typedef struct hr_made_unit {
	hr_unit unit;            /* its texts and ports belong to the arena */
	hr_unit_refusal refusal; /* HR_TAKEN, or why the leaf cannot be a unit */
	char text[HR_BACKEND_TEXT];
	/* of a graph's unit: on the stack, for each instance of an inner grid */
	uint64_t inner_bytes;
	hr_arena arena;
	void *bitcode; /* LLVMMemoryBufferRef; owns */
	/* of a unit with groups: the first leaf, whose grid all have; the program's */
	const hr_node *inner;
	hr_unit_nest nest;            /* and the nodes whose instances are groups */
	hr_tensor_leaf leaf;          /* of a unit with tensors; owns */
	struct hr_made_unit **stages; /* of a chain: unit.stage_count; owns */
	char apart[HR_BACKEND_TEXT];  /* of a chain: why it has none */
} hr_made_unit;

/* Whose memory a unit is made for. */
typedef enum hr_unit_home {
	HR_HOME_PROGRAM, /* the program's own */
	/* a device's: constants are part of the unit, and its instructions know the program's
	 * lines */
	HR_HOME_DEVICE,
	/* the same, and constants that hold addresses of constants are part of it, too */
	HR_HOME_ADDRESSES,
} hr_unit_home;

/* The unit of a leaf; VARIES says, by input, whether instances of a grid get different values.
 * Owned by the caller. Other threads may use the program meanwhile. */
hr_made_unit *hr_unit_make(const hr_program *program, const hr_node *leaf, const bool *varies,
			   hr_unit_home home);
/* The unit of an internal node with all that is below it, where every grid is known before
 * (program's G2 makes it an expression of the node's inputs, and no edge carries any of them) and
 * has an instance. CHAIN: the node is one instance, and its children's instances, one of each, are
 * those of the unit. */
hr_made_unit *hr_unit_make_graph(const hr_program *program, const hr_node *node, const bool *varies,
				 bool chain, hr_unit_home home);
/* Takes the unit of NODE, a chain for a device, apart: unit.stages, or made->apart says why that
 * cannot be. */
void hr_unit_add_stages(hr_made_unit *made, const hr_program *program, const hr_node *node);
/* The unit of an internal node each instance of which is a group: of instances of its leaves that
 * are no allocation nodes, which have one grid, one leaf after the other; or of one that such a
 * node is alone in, at some depth: then the grid is of all of them. */
hr_made_unit *hr_unit_make_groups(const hr_program *program, const hr_node *node,
				  const bool *varies, hr_unit_home home);
/* Whether MODULE gets those. */
static inline bool hr_takes_groups(const hr_backend *module)
{
	return module->memory && module->bytes > offsetof(hr_backend, takes) &&
	       module->takes & HR_TAKES_GROUPS;
}
/* Whether MODULE gets these, of leaves that do tensor operations. */
static inline bool hr_takes_tensors(const hr_backend *module)
{
	return !module->memory && module->bytes > offsetof(hr_backend, takes) &&
	       module->takes & HR_TAKES_TENSORS;
}
/* Whether MODULE gets NODE as one with all below, as a chain, or each instance as it is. Those that
 * take tensors get leaves. */
static inline bool hr_takes_graph(const hr_backend *module, const hr_node *node, bool chain)
{
	if (!module->memory)
		return !hr_takes_tensors(module);
	if (chain)
		return module->bytes > offsetof(hr_backend, takes) &&
		       module->takes & HR_TAKES_CHAINS;
	return hr_takes_groups(module) && node->dims;
}
/* Its chains are taken apart, too. */
static inline bool hr_takes_stages(const hr_backend *module)
{
	return module->memory && module->bytes > offsetof(hr_backend, takes) &&
	       (module->takes & (HR_TAKES_CHAINS | HR_TAKES_STAGES)) ==
		       (HR_TAKES_CHAINS | HR_TAKES_STAGES);
}
/* What a unit for MODULE is made for. */
static inline hr_unit_home hr_home_of(const hr_backend *module)
{
	if (!module->memory)
		return HR_HOME_PROGRAM;
	return module->bytes > offsetof(hr_backend, takes) && module->takes & HR_TAKES_ADDRESSES
		       ? HR_HOME_ADDRESSES
		       : HR_HOME_DEVICE;
}
/* Its results may stay with it. */
static inline bool hr_keeps_tensors(const hr_backend *module)
{
	return hr_takes_tensors(module) && module->bytes > offsetof(hr_backend, settle) &&
	       module->settle;
}
/* Grids on its memory may be over later than run(). */
static inline bool hr_stays_behind(const hr_backend *module)
{
	return module->memory && module->bytes > offsetof(hr_backend, settle) && module->settle;
}
/* It rounds operands of products. */
static inline bool hr_backend_rounds(const hr_backend *module)
{
	return module->bytes > offsetof(hr_backend, rounding) && module->rounding;
}
/* Instances of a grid have inputs of their own. */
bool hr_unit_varies(const hr_unit *unit);
/* LEAF does some. */
bool hr_unit_has_tensors(const hr_program *program, const hr_node *leaf);
hr_made_unit *hr_unit_make_tensors(const hr_program *program, const hr_node *leaf,
				   const bool *varies);
void hr_unit_free(hr_made_unit *made);
/* By function of the program: LEAF, and what it calls. Owned by the caller. */
bool *hr_unit_functions(const hr_program *program, const hr_function *leaf);
/* "a barrier": what a refusal is about. */
const char *hr_unit_refusal_words(hr_unit_refusal refusal);

/* --- unit_rewrite.c, for unit.c; unit_graph.c ------------------------------------------------- */

struct LLVMOpaqueModule;
/* MODULE holds a copy of LEAF's function, named `hpvm_unit.leaf`. Makes of it what
 * backends/backend.h says of a unit's bitcode, and fills in made->refusal and same_as of the
 * outputs. */
void hr_unit_rewrite(hr_made_unit *made, const hr_program *program, const hr_node *leaf,
		     struct LLVMOpaqueModule *module);
/* For unit_graph.c: a unit without bitcode, and its module, in CONTEXT, owned by the caller. */
struct LLVMOpaqueContext;
hr_made_unit *hr_unit_make_module(const hr_program *program, const hr_node *leaf,
				  const bool *varies, hr_unit_home home,
				  struct LLVMOpaqueContext *context,
				  struct LLVMOpaqueModule **module);
/* A unit without bitcode: the ports of NODE, the levels of DEEPEST and its ancestors. */
hr_made_unit *hr_unit_describe(const hr_program *program, const hr_node *node,
			       const hr_node *deepest, const bool *varies);
/* unit_nest.c, for unit_groups.c: the levels of a unit of made->nest, for one that describes its
 * top; what asks for them in a leaf. */
void hr_unit_describe_nest(hr_made_unit *made);
void hr_unit_lower_nest(const hr_unit_nest *nest, struct LLVMOpaqueModule *module);
/* PASSES, a pipeline of LLVM's. */
void hr_unit_run_passes(struct LLVMOpaqueModule *module, const char *passes);
/* Checks MODULE and makes it the unit's. */
void hr_unit_finish(hr_made_unit *made, struct LLVMOpaqueModule *module);
/* Says once that the leaf cannot be a unit. */
void hr_unit_refuse(hr_made_unit *made, hr_unit_refusal refusal, const char *format, ...)
	HR_PRINTF(3, 4);

#define HR_UNIT_LEAF "hpvm_unit.leaf"

#endif
