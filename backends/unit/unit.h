/* backends/unit/unit.h -- builds units for backends from the nodes of a graph: bitcode with a
 * description. */
#ifndef HR_UNIT_H
#define HR_UNIT_H

#include "backends/backend.h"
#include "backends/unit/nest.h"
#include "ir/lift/tensor_leaf.h"
#include "ir/program/program.h"
#include "src/base/arena.h"

typedef struct hr_made_unit {
	hr_unit unit;            /* its strings and ports are allocated in the arena */
	hr_unit_refusal refusal; /* HR_TAKEN, or why no unit can be made */
	char text[HR_BACKEND_TEXT];
	/* Leaves with calls that end an instance in a failed check (unit_traps.c): the called
	 * functions, and the unit as modules get it, with an output for the number of the call. */
	const char **traps;
	uint32_t trap_count;
	hr_unit given;
	uint64_t inner_bytes; /* graph units: stack bytes for each instance of an inner grid */
	hr_arena arena;
	void *bitcode; /* LLVMMemoryBufferRef; owned */
	/* Group units: the first leaf, whose grid all leaves share; borrowed from the program. */
	const hr_node *inner;
	hr_unit_nest nest;            /* group units: the nodes whose instances are the groups */
	hr_tensor_leaf leaf;          /* tensor units: the tensor operations; owned */
	struct hr_made_unit **stages; /* chains: unit.stage_count stages; owned */
	char apart[HR_BACKEND_TEXT];  /* chains: why there are no stages */
} hr_made_unit;

/* The memory that a unit works on. */
typedef enum hr_unit_home {
	HR_HOME_PROGRAM, /* the program's memory */
	/* A device's memory: constants are part of the unit, and instructions carry source
	 * lines. */
	HR_HOME_DEVICE,
	/* Like HR_HOME_DEVICE; constants that hold addresses of constants are part of the unit,
	 * too. */
	HR_HOME_ADDRESSES,
} hr_unit_home;

/* Return the unit of a leaf, owned by the caller. VARIES says for each input whether its value
 * differs between the instances of a grid. Other threads may use the program at the same time. */
hr_made_unit *hr_unit_make(const hr_program *program, const hr_node *leaf, const bool *varies,
			   hr_unit_home home);
/* Return the unit of the internal node NODE with everything below it. Requires that every grid is
 * known before the launch (G2: extents are expressions of NODE's inputs, and no edge carries a
 * value that they use) and is not empty. CHAIN: NODE has one instance and each of its children's
 * grids is the grid of the unit. */
hr_made_unit *hr_unit_make_graph(const hr_program *program, const hr_node *node, const bool *varies,
				 bool chain, hr_unit_home home);
/* Split the unit of NODE, a chain for a device, into unit.stages. If that is not possible,
 * made->apart holds the reason. */
void hr_unit_add_stages(hr_made_unit *made, const hr_program *program, const hr_node *node);
/* Return the unit of an internal node whose instances are groups. A group consists of the instances
 * of NODE's leaves, allocation nodes excepted; these leaves have equal grids and run one after the
 * other. If NODE contains a single internal node, at any depth, which satisfies this, the groups
 * are the instances of the flattened grid (nest.h). */
hr_made_unit *hr_unit_make_groups(const hr_program *program, const hr_node *node,
				  const bool *varies, hr_unit_home home);
/* Return true if MODULE accepts group units. */
static inline bool hr_takes_groups(const hr_backend *module)
{
	return module->memory && module->takes & HR_TAKES_GROUPS;
}
/* Return true if MODULE accepts tensor units, that is, leaves that consist of tensor operations. */
static inline bool hr_takes_tensors(const hr_backend *module)
{
	return !module->memory && module->takes & HR_TAKES_TENSORS;
}
/* Return true if MODULE accepts NODE as a graph unit: as a chain if CHAIN is set, otherwise each
 * instance with everything below it. Modules that accept tensors get leaves only. */
static inline bool hr_takes_graph(const hr_backend *module, const hr_node *node, bool chain)
{
	if (!module->memory)
		return !hr_takes_tensors(module);
	if (chain)
		return module->takes & HR_TAKES_CHAINS;
	return hr_takes_groups(module) && node->dims;
}
/* Return true if chains for MODULE are split into stages. */
static inline bool hr_takes_stages(const hr_backend *module)
{
	return module->memory && (module->takes & (HR_TAKES_CHAINS | HR_TAKES_STAGES)) ==
					 (HR_TAKES_CHAINS | HR_TAKES_STAGES);
}
/* Return the memory that units for MODULE work on. */
static inline hr_unit_home hr_home_of(const hr_backend *module)
{
	if (!module->memory)
		return HR_HOME_PROGRAM;
	return module->takes & HR_TAKES_ADDRESSES ? HR_HOME_ADDRESSES : HR_HOME_DEVICE;
}
/* Return true if results of tensor operations may stay with MODULE. */
static inline bool hr_keeps_tensors(const hr_backend *module)
{
	return hr_takes_tensors(module) && module->settle;
}
/* Return true if a grid on MODULE's memory may still be running when run() returns. */
static inline bool hr_stays_behind(const hr_backend *module)
{
	return module->memory && module->settle;
}
/* Return true if the value of some input differs between the instances of a grid. */
bool hr_unit_varies(const hr_unit *unit);
/* Return true if LEAF performs tensor operations. */
bool hr_unit_has_tensors(const hr_program *program, const hr_node *leaf);
hr_made_unit *hr_unit_make_tensors(const hr_program *program, const hr_node *leaf,
				   const bool *varies);
void hr_unit_free(hr_made_unit *made);
/* Return the unit as modules get it; made->unit is the one that the engine sees. */
static inline const hr_unit *hr_unit_given(const hr_made_unit *made)
{
	return made->trap_count ? &made->given : &made->unit;
}
/* Return the size of the outputs that modules store in GRID if instances may end in failed checks,
 * or 0. */
size_t hr_unit_trap_bytes(const hr_made_unit *made, const hr_unit_grid *grid);
/* A grid that was run with such outputs, WIDE, came to END: give those of the leaf to GRID. Return
 * END, or HR_GRID_TRAPPED if an instance has ended in a failed check; TEXT then names the first
 * one. */
hr_grid_end hr_unit_settle_traps(const hr_made_unit *made, const hr_unit_grid *grid,
				 const uint8_t *wide, hr_grid_end end, char text[HR_BACKEND_TEXT])
	HR_MUST_CHECK;
/* Return the set of LEAF and the functions that it calls, as an array indexed by function of the
 * program. Owned by the caller. */
bool *hr_unit_functions(const hr_program *program, const hr_function *leaf);
/* Return what a refusal is about, for example "a barrier". */
const char *hr_unit_refusal_words(hr_unit_refusal refusal);

/* --- unit_rewrite.c, for unit.c and unit_graph.c ------------------------------------------- */

struct LLVMOpaqueModule;
/* Rewrite MODULE, which holds a copy of LEAF's function named `hpvm_unit.leaf`, to the bitcode of a
 * unit as backends/backend.h describes it. Set made->refusal and same_as of the outputs. */
void hr_unit_rewrite(hr_made_unit *made, const hr_program *program, const hr_node *leaf,
		     struct LLVMOpaqueModule *module);
/* unit_traps.c. hr_unit_take_traps() replaces the calls in MODULE, the rewritten code of a leaf;
 * hr_unit_describe_traps() fills in made->given when made->unit is complete. */
void hr_unit_take_traps(hr_made_unit *made, struct LLVMOpaqueModule *module);
void hr_unit_describe_traps(hr_made_unit *made);
/* For unit_graph.c: return a unit without bitcode, and in *MODULE its module in CONTEXT, owned by
 * the caller. */
struct LLVMOpaqueContext;
hr_made_unit *hr_unit_make_module(const hr_program *program, const hr_node *leaf,
				  const bool *varies, hr_unit_home home,
				  struct LLVMOpaqueContext *context,
				  struct LLVMOpaqueModule **module);
/* unit_flat.c. Return the code of MODULE, which is of another language's target, for the machine whose
 * triple it has, in the same context; NULL if a type has another layout there. Owned by the caller. */
struct LLVMOpaqueModule *hr_unit_flatten(struct LLVMOpaqueModule *module);
/* Return a unit without bitcode that has the ports of NODE and the levels of DEEPEST and its
 * ancestors. */
hr_made_unit *hr_unit_describe(const hr_program *program, const hr_node *node,
			       const hr_node *deepest, const bool *varies);
/* unit_nest.c, for unit_groups.c. hr_unit_describe_nest() gives a unit that describes the top node
 * of made->nest the levels of the flattened grid. hr_unit_lower_nest() rewrites the queries of
 * these levels in a leaf. */
void hr_unit_describe_nest(hr_made_unit *made);
void hr_unit_lower_nest(const hr_unit_nest *nest, struct LLVMOpaqueModule *module);
/* Run PASSES, a textual pass pipeline of LLVM, on MODULE. */
void hr_unit_run_passes(struct LLVMOpaqueModule *module, const char *passes);
/* Verify MODULE and store it as the bitcode of MADE. */
void hr_unit_finish(hr_made_unit *made, struct LLVMOpaqueModule *module);
/* Record why no unit can be made. Only the first call has an effect. */
void hr_unit_refuse(hr_made_unit *made, hr_unit_refusal refusal, const char *format, ...)
	HR_PRINTF(3, 4);

#define HR_UNIT_LEAF "hpvm_unit.leaf"

#endif
