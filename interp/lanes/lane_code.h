/* interp/lanes/lane_code.h -- lane code while it is built; private to interp/lanes/.
 *
 * The code of a leaf becomes lane code in these steps, one file for each, in interp/lanes/build/:
 *  decode.c  blocks and instructions of the leaf; called functions are inlined
 *  flow.c    order of blocks, loops, copies of values that leave a loop, liveness
 *  web.c     registers become webs: definitions and uses that belong together
 *  unique.c  which webs have only one value for each lane
 *  class.c   which webs are uniform (the same for all lanes), and which are affine
 *  emit.c    lane code
 *
 * A *register* is a place in the frame of the leaf or of an inlined function (an *area*). A *web*
 * corresponds to a value of SSA form, or to the phis and values that share a register. The class of
 * a web determines how its value is stored for a batch of lanes. */
#ifndef HR_LANE_CODE_H
#define HR_LANE_CODE_H

#include "interp/lanes/lanes.h"
#include "interp/run/thread.h"
#include "ir/code/op_info.h"
#include "ir/program/origin.h"

typedef enum lane_class {
	LANE_UNIFORM, /* one value for all lanes */
	LANE_AFFINE,  /* an integer: base + column * stride[0] + row * stride[1] */
	LANE_VARYING, /* an array with one element for each lane */
} lane_class;

enum { LANE_NONE = UINT32_MAX };

/* Operations of lane code that are not in src/arith/op.def; their numbers follow those of
 * op.def. */
enum {
	LANE_OP_MOVE = HR_OP_COUNT, /* d = a, of any size */
	LANE_OP_ENTRY,              /* defines the parameters */
	LANE_OP_CALL,               /* a call that is made separately for each lane */
	LANE_OP_SLOT_LOAD,          /* d = the bytes of an alloca */
	LANE_OP_SLOT_STORE,
	LANE_OP_FRAME, /* a function begins: its variables are undefined */
};

/* An operand that is a register. */
typedef struct lane_site {
	uint32_t reg, web;
	uint32_t scalar; /* its offset in the scalar frame (decode.c) */
} lane_site;

typedef struct lane_inst {
	uint16_t op;
	uint16_t def_count, use_count;
	/* index of the first site; definitions, then uses in the order of the operands' letters */
	uint32_t sites;
	const uint32_t *pc; /* the operation in the leaf's code */
	uint32_t area;
	uint64_t immediate[2];
} lane_inst;

/* Copies of values that leave a loop on an edge (flow.c). */
typedef struct lane_exit {
	uint32_t inst, count; /* the moves */
	uint32_t loop;
} lane_exit;

typedef struct lane_block {
	uint32_t first, count; /* instructions; the last one ends the block */
	uint32_t *succ;
	lane_exit *exits; /* by successor; count 0: no copies */
	uint32_t succ_count;
	HR_VEC(uint32_t) preds;
	uint32_t loop;         /* innermost loop, or LANE_NONE */
	uint32_t position;     /* position in the order of blocks */
	bool reached, resumes; /* resumes: the block after a barrier */
	bool divergent;        /* lanes may leave it to different successors */
	uint64_t steps;        /* bytes of code */
} lane_block;

typedef struct lane_loop {
	uint32_t header, parent; /* parent: a loop, or LANE_NONE */
	uint64_t *blocks;        /* set of blocks */
	bool divergent;          /* lanes may leave it at different times */
} lane_loop;

/* A register: the bytes [start, start + size) of the virtual frame. */
typedef struct lane_reg {
	uint32_t start, size;
	bool constant;
	const uint8_t *value; /* value of a constant */
} lane_reg;

typedef struct lane_web {
	uint32_t size;
	uint8_t class;
	bool constant, needs_array;
	const uint8_t *value; /* value of a constant */
	/* offsets in the batch's frame; array: also of a web that is not varying */
	uint32_t place, array;
	uint32_t slot; /* offset of a pointer to its array; 0: none */
	bool viewed;   /* the pointer may point to the value in the program's memory */
	/* viewed, and all uses accept lanes in rows (interp/lanes/handlers/lane_rows.h) */
	bool rows;
	/* varying, stored as a bit for each lane instead of an array (emit_bits.c) */
	bool bits;
	bool shared; /* its array is shared with other webs (emit_share.c) */
} lane_web;

/* The leaf, or an inlined function. */
typedef struct lane_area {
	const hr_code *code;
	uint32_t base;        /* offset of its registers in the virtual frame */
	uint32_t scalar;      /* offset of its frame in the scalar frame */
	uint32_t slots;       /* offset of its allocas in a lane's memory */
	uint32_t parent;      /* area that contains the call */
	const uint32_t *call; /* the call, in the code of the parent */
} lane_area;

/* A place that accesses memory, with its access check (interp/check/access_check.h). */
typedef struct lane_check {
	uint32_t area, word;
	bool rewritten; /* all lanes that read here write the same bytes soon after */
} lane_check;

typedef struct lane_constant {
	uint32_t place, size;
	const uint8_t *value;
	bool array;
} lane_constant;

typedef struct lane_param {
	uint32_t place, size, offset; /* offset in the image of inputs */
	uint8_t class;
	/* set for each batch: the parameter varies, or the code changes it */
	bool by_batch;
	/* array of a uniform parameter that is also needed as an array; or 0 */
	uint32_t array;
} lane_param;

/* An array in the batch's frame. */
typedef struct lane_array {
	uint32_t place, size;
} lane_array;

/* A loop whose lanes may be packed (interp/lanes/handlers/pack.c). */
typedef struct lane_packing {
	/* positions: of its header, and of its first and last block */
	uint32_t loop, head, low, high;
	uint32_t first, count; /* the arrays that are moved, in `packed` */
	/* number of these arrays, at the beginning, that are also read outside of the loop */
	uint32_t outside;
	uint32_t instructions; /* number of instructions in the loop */
} lane_packing;

/* Executable lane code. */
typedef struct lane_version {
	HR_VEC(uint32_t) words;
	HR_VEC(lane_web) webs; /* classes and offsets */
	uint32_t *block_word;  /* by position */
	uint32_t *inst_word;   /* by instruction */
	/* first word of the code that runs once for all batches of a grid */
	uint32_t prologue;
	uint32_t frame_bytes;
	uint32_t scratch;    /* offset of the scratch array that masked definitions use */
	uint32_t lane_bytes; /* bytes of arrays for each lane */
	/* by guarded instruction: webs with shared arrays that are live there */
	uint64_t **alive;
	/* by instruction done lane by lane: the definitions that are blended */
	uint64_t *masked;
	HR_VEC(lane_constant) constants;
	HR_VEC(lane_param) params;
	HR_VEC(lane_packing) packings;
	HR_VEC(lane_array) packed;
	HR_VEC(uint32_t) compared; /* offsets of the remembered results of comparisons */
} lane_version;

struct hr_lane_code {
	hr_arena arena;
	hr_run *run;
	const hr_code *code;
	const bool *varying_inputs; /* by port */
	HR_VEC(lane_area) areas;
	HR_VEC(lane_inst) insts;
	HR_VEC(lane_site) sites;
	HR_VEC(lane_block) blocks;
	HR_VEC(lane_loop) loops;
	HR_VEC(lane_reg) regs;
	HR_VEC(lane_web) webs;
	HR_VEC(lane_check) checks;
	hr_map reg_index;
	uint32_t *order; /* blocks by position */
	uint32_t order_count;
	uint64_t **live_in; /* by block: set of registers */
	/* by block: set of positions at which lanes may wait while the block runs */
	uint64_t **waiting;
	uint32_t *entry_web;     /* [position][register]: the web of a live-in register */
	uint64_t *unique;        /* set of webs that have one value for each lane (unique.c) */
	uint64_t **waiting_webs; /* by block: set of webs that waiting lanes still need */
	uint32_t virtual_bytes, scalar_bytes, lane_bytes;
	uint64_t lane_align; /* alignment of the variables of a lane, at least 64 */
	const char *why;     /* why the code was refused */
	/* version 0 treats values as affine that must be checked at run time; version 1 does not */
	lane_version versions[2];
	const struct lane_ops *ops; /* the handlers for this processor */
	unsigned lanes;             /* length of arrays: a whole number of strips */
	hr_tile_shape shape;
};

static inline bool lane_in(const uint64_t *set, uint32_t i)
{
	return set[i / 64] >> i % 64 & 1;
}

static inline void lane_add(uint64_t *set, uint32_t i)
{
	set[i / 64] |= UINT64_C(1) << i % 64;
}

static inline void lane_drop(uint64_t *set, uint32_t i)
{
	set[i / 64] &= ~(UINT64_C(1) << i % 64);
}

bool lane_refuse(hr_lane_code *w, const char *why); /* Set the reason and return false. */
/* alone.c: instances of a batch are interleaved at every operation. Return what they could find in
 * the thread's state that another instance left there; NULL if nothing. */
const char *lane_takes_turns(const hr_lane_code *w);

bool lane_decode(hr_lane_code *w);
bool lane_flow(hr_lane_code *w);
bool lane_find_webs(hr_lane_code *w);
void lane_find_unique(hr_lane_code *w);
void lane_classify(hr_lane_code *w, bool checked);
bool lane_emit(hr_lane_code *w, unsigned version);

/* Return the class of the result of INST for the classes of its operands, regardless of how its
 * webs are stored. */
lane_class lane_natural(const hr_lane_code *w, const lane_inst *inst, bool checked);
/* Return the index that a query of the index of an ancestor asks for: a dimension of the node, or
 * from HR_ROWS_OF_PARENT on of its parent; LANE_NONE for those above. */
uint32_t lane_id_asked(const lane_inst *inst);
/* Add an instruction with DEFS and USES registers; the caller fills in its sites. */
lane_inst *lane_add_inst(hr_lane_code *w, uint16_t op, const uint32_t *pc, uint32_t area,
			 unsigned defs, unsigned uses);

#endif
