/* interp/lanes/lane_code.h -- what the makers of lane code share; private to interp/lanes.
 *
 * A leaf's code becomes lane code in these steps, a file each:
 *	decode.c  blocks and instructions of the leaf, called functions put in place of calls
 *	flow.c    order, loops, liveness; copies of what leaves a loop; who may wait meanwhile
 *	web.c     registers become webs: definitions and uses that belong together
 *	unique.c  which webs have one value for each lane
 *	class.c   which webs are the same for all lanes, which are affine in them
 *	backends/emit/emit.c    lane code
 *
 * A *register* is a place of the leaf's frame or that of a function put in place of a call (an
 * *area*). A *web* is what SSA form would call a value or the phis and values that share a
 * register. Its class says how it is kept for a batch of lanes. */
#ifndef HR_LANE_CODE_H
#define HR_LANE_CODE_H

#include "interp/lanes/lanes.h"
#include "interp/run/thread.h"
#include "ir/code/op_info.h"
#include "ir/program/origin.h"

typedef enum lane_class {
	LANE_UNIFORM, /* one value for all lanes */
	LANE_AFFINE,  /* integer: base + column * stride[0] + row * stride[1] */
	LANE_VARYING, /* an array, one element for each lane */
} lane_class;

enum { LANE_NONE = UINT32_MAX };

/* Operations of the lane code that are none of src/arith/op.def; numbers continue those. */
enum {
	LANE_OP_MOVE = HR_OP_COUNT, /* d = a, of any size */
	LANE_OP_ENTRY,              /* defines the parameters */
	LANE_OP_CALL,               /* a call made for each lane by itself */
	LANE_OP_SLOT_LOAD,          /* d = bytes at an alloca's place */
	LANE_OP_SLOT_STORE,
	LANE_OP_FRAME, /* a function begins: its variables are undefined */
};

/* An operand that is a register. */
typedef struct lane_site {
	uint32_t reg, web;
	uint32_t scalar; /* its place in the scalar frame (decode.c) */
} lane_site;

typedef struct lane_inst {
	uint16_t op;
	uint16_t def_count, use_count;
	uint32_t sites; /* first; definitions, then uses in the order of the operands' letters */
	const uint32_t *pc; /* of the code it stems from */
	uint32_t area;
	uint64_t immediate[2];
} lane_inst;

/* What leaves a loop on an edge (flow.c). */
typedef struct lane_exit {
	uint32_t inst, count; /* moves */
	uint32_t loop;
} lane_exit;

typedef struct lane_block {
	uint32_t first, count; /* instructions; the last one ends the block */
	uint32_t *succ;
	lane_exit *exits; /* by successor; count 0: none */
	uint32_t succ_count;
	HR_VEC(uint32_t) preds;
	uint32_t loop;         /* innermost, or LANE_NONE */
	uint32_t position;     /* in the order */
	bool reached, resumes; /* resumes: what follows a barrier */
	bool divergent;        /* its lanes may leave to several successors */
	uint64_t steps;        /* bytes of code */
} lane_block;

typedef struct lane_loop {
	uint32_t header, parent; /* loop, or LANE_NONE */
	uint64_t *blocks;        /* set */
	bool divergent;          /* lanes may leave it at different times */
} lane_loop;

/* A register: bytes [start, start + size) of the virtual frame. */
typedef struct lane_reg {
	uint32_t start, size;
	bool constant;
	const uint8_t *value; /* constant */
} lane_reg;

typedef struct lane_web {
	uint32_t size;
	uint8_t class;
	bool constant, needs_array;
	const uint8_t *value;  /* constant */
	uint32_t place, array; /* in the batch's frame; array: of a web that is not varying, too */
	uint32_t slot;         /* there: a pointer to its array; 0: it has none */
	bool viewed;           /* which may point to where the program's memory has it */
	bool rows;   /* viewed, and all uses take it in rows (interp/lanes/handlers/lane_rows.h) */
	bool bits;   /* varying: a bit for each lane instead of an array (emit_bits.c) */
	bool shared; /* its array is that of others, too (emit_share.c) */
} lane_web;

/* A function in place: the leaf, or one put in place of a call. */
typedef struct lane_area {
	const hr_code *code;
	uint32_t base;        /* of its registers in the virtual frame */
	uint32_t scalar;      /* of its frame in the scalar frame */
	uint32_t slots;       /* of its allocas in a lane's memory */
	uint32_t parent;      /* area of the call */
	const uint32_t *call; /* the call, in the parent's code */
} lane_area;

/* A place that accesses memory, and is checked (interp/check/access_check.h). */
typedef struct lane_check {
	uint32_t area, word;
	bool rewritten; /* all lanes that read here write the same bytes at once after it */
} lane_check;

typedef struct lane_constant {
	uint32_t place, size;
	const uint8_t *value;
	bool array;
} lane_constant;

typedef struct lane_param {
	uint32_t place, size, offset; /* in the image of inputs */
	uint8_t class;
	bool by_batch;  /* it varies, or the code changes it: set for each batch */
	uint32_t array; /* of a uniform one that is needed as an array, too; or 0 */
} lane_param;

/* An array in the batch's frame. */
typedef struct lane_array {
	uint32_t place, size;
} lane_array;

/* A loop whose lanes may be packed (interp/lanes/handlers/pack.c). */
typedef struct lane_packing {
	uint32_t loop, head, low, high; /* positions: of its header, of its blocks */
	uint32_t first, count;          /* the arrays that move: in `packed` */
	uint32_t outside;      /* of these, the first so many are also read outside of the loop */
	uint32_t instructions; /* in the loop */
} lane_packing;

/* Lane code as it is run. */
typedef struct lane_version {
	HR_VEC(uint32_t) words;
	HR_VEC(lane_web) webs; /* classes and places */
	uint32_t *block_word;  /* by position */
	uint32_t *inst_word;   /* by instruction */
	uint32_t prologue;     /* words that are run once for all batches of a grid */
	uint32_t frame_bytes;
	uint32_t scratch;    /* what masked definitions go through */
	uint32_t lane_bytes; /* of arrays, for each lane */
	/* by instruction that is guarded: webs with shared arrays that are needed there */
	uint64_t **alive;
	/* by instruction done lane by lane: definitions that are blended in */
	uint64_t *masked;
	HR_VEC(lane_constant) constants;
	HR_VEC(lane_param) params;
	HR_VEC(lane_packing) packings;
	HR_VEC(lane_array) packed;
	HR_VEC(uint32_t) compared; /* places of what comparisons remember */
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
	uint64_t **live_in;      /* by block: registers */
	uint64_t **waiting;      /* by block: positions that may have lanes while it runs */
	uint32_t *entry_web;     /* [position][register]: the web of a live-in register */
	uint64_t *unique;        /* webs that have one value for each lane (unique.c) */
	uint64_t **waiting_webs; /* by block: webs that waiting lanes still need */
	uint32_t virtual_bytes, scalar_bytes, lane_bytes;
	uint64_t lane_align; /* of the variables of a lane, at least 64 */
	const char *why;     /* refused */
	/* with affine values that must be checked, and without */
	lane_version versions[2];
	const struct lane_ops *ops; /* handlers for this processor */
	unsigned lanes;             /* of arrays: whole strips */
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

bool lane_refuse(hr_lane_code *w, const char *why); /* false */
/* alone.c: what instances of a batch, which take turns at every operation, would find in their
 * thread as another of them has left it; NULL: nothing. */
const char *lane_takes_turns(const hr_lane_code *w);

bool lane_decode(hr_lane_code *w);
bool lane_flow(hr_lane_code *w);
bool lane_find_webs(hr_lane_code *w);
void lane_find_unique(hr_lane_code *w);
void lane_classify(hr_lane_code *w, bool checked);
bool lane_emit(hr_lane_code *w, unsigned version);

/* The class of what INST gives for its operands, apart from how its webs are kept. */
lane_class lane_natural(const hr_lane_code *w, const lane_inst *inst, bool checked);
/* Adds an instruction with DEFS and USES registers; its sites are to be filled in. */
lane_inst *lane_add_inst(hr_lane_code *w, uint16_t op, const uint32_t *pc, uint32_t area,
			 unsigned defs, unsigned uses);

#endif
