/* interp/lanes/run/lane_batch.h -- a batch while it runs; declarations shared by the handlers.
 *
 * A handler receives the batch and its place in the lane code, and returns the place to continue
 * at, or NULL to stop. The code consists of words: the handler's number, then operands, which are
 * byte offsets into the batch's frame unless stated otherwise.
 *
 * Operations on vectors find their source arrays by a pointer in the frame, the array's *slot*.
 * Values that are contiguous in the program's memory, and are used before anything can change them,
 * are read in place through the slot (lane_find_views()).
 *
 * Lanes are processed in groups of 16. The *window* [first_group, end_group) contains all active
 * lanes. Values outside of the window need not be computed; inside it they may be computed for
 * inactive lanes too, because nothing reads them. Arithmetic works on all whole strips of 64 lanes
 * that overlap the window, so that vectors of any element size begin at the same lanes and a load
 * can be served from one earlier store (store forwarding).
 *
 * For the same reason masks, and parts of affine values, are read word by word (lane_alone()): a
 * load that combines several stores has to wait until they reach the cache. */
#ifndef HR_LANE_BATCH_H
#define HR_LANE_BATCH_H

#include <setjmp.h>
#include <string.h>

#include "interp/check/access_check.h"
#include "interp/engine/engine.h"
#include "interp/lanes/lane_code.h"

typedef const uint32_t *lane_handler(hr_batch *batch, const uint32_t *pc);

enum { LANE_GROUP = 16, LANE_STRIP = 64, LANE_FORMS = 8 };

/* An affine value in the frame. A uniform integer or pointer uses the same space, followed by
 * zeros, so that it can be read as an affine value. */
typedef struct lane_affine {
	uint64_t base, stride[2]; /* by column and by row */
	uint64_t zero;
} lane_affine;

enum { LANE_PLACE = sizeof(lane_affine) };

/* Handlers that are not a form of a row of src/arith/op.def, with their operands. `site` is an
 * index into the code's instructions, for reports. `check` is the number of an access check. `k` is
 * 0 if the operand is uniform, 1 if affine. */
/* clang-format off */
#define LANE_HANDLERS(X)                                                                           \
	X(entry)          /* -: parameters that vary, or change in the code */                     \
	X(entry_uniform)  /* -: the others */                                                      \
	X(stop)           /* the end of the prologue */                                            \
	X(rare)           /* op operands...: a rare operation on uniform operands */               \
	X(lanes)          /* site: an operation, lane by lane */                                   \
	X(call)           /* site: a call, lane by lane */                                         \
	X(block)          /* site: memcpy, memmove, memset, lane by lane */                        \
	X(affine)         /* d op size a k b k c k imm imm */                                      \
	X(affine_guarded) /* the same, then the instruction to resume at if it is not affine */    \
	X(affine_add)     /* d a b */                                                              \
	X(affine_sub)     /* d a b */                                                              \
	X(affine_step)    /* d a b factor factor: a + b * factor */                                \
	X(affine_offset)  /* d a offset offset */                                                  \
	X(affine_muladd)  /* d a b c: a * b + c, b uniform */                                      \
	X(affine_compare) /* d test size a b memory: to an array of bytes; memory may be 0 */      \
	X(affine_bits)    /* the same, to a bit for each lane */                                   \
	X(bits_and) X(bits_or) X(bits_xor) /* d a b */                                             \
	X(bits_and_one) X(bits_or_one) X(bits_xor_one) /* d a b: b uniform */                      \
	X(bits_keep)      /* d: batch.condition */                                                 \
	X(id)             /* d dimension: as the row of a shape */                                                        \
	X(id_of)          /* d handle dimension */                                                 \
	X(address)        /* d a k i k scale offset offset: k 2: an array; i may be LANE_NONE */   \
	X(spread)         /* size d a: affine to array */                                          \
	X(broadcast)      /* size d a: uniform to array */                                         \
	X(rows_fadd_f32) X(rows_fsub_f32) X(rows_fmul_f32) X(rows_fmuladd_f32) X(rows_fma_f32) X(rows_fma_f64) /* as in src/arith/op.def */ \
	X(rows_fadd_f64) X(rows_fsub_f64) X(rows_fmul_f64) X(rows_fmuladd_f64)                     \
	X(math_exp) X(math_log) /* d a */                                                          \
	X(blend)          /* size d a: array to array, for active lanes */                         \
	X(copy)           /* size d a: array to array */                                           \
	X(copy_uniform)   /* size d a */                                                           \
	X(goto_)          /* word steps */                                                         \
	X(go)             /* position steps */                                                     \
	X(go_packing)     /* position steps number: from within a loop */                          \
	X(split)          /* word word steps: by batch.condition */                                \
	X(split_bits)     /* a word word steps: by bits */                                         \
	X(switch_uniform) /* site a words... */                                                    \
	X(switch_varying) /* site a words... */                                                    \
	X(return_)        /* site steps */                                                         \
	X(barrier)        /* position steps site */                                                \
	X(warp)           /* site position steps: a collective of warps */                         \
	X(warp_more)      /* site: further operands of the collective that follows */              \
	X(warp_result) X(warp_second) X(warp_missed) /* site d */                                                 \
	X(trapped)        /* site */                                                               \
	X(trap_if_uniform) /* site a */                                                            \
	X(trap_if_varying) /* site a */                                                            \
	X(poison_flag_uniform) X(poison_flag) X(poison_flag_bits) /* site a */                     \
	X(poison_source)  /* site: operands that are uniform or affine */                          \
	X(poison_arrays)  /* site form a b: bit k of the form: operand k is an array */            \
	X(frame)          /* site */                                                               \
	X(slot_load)      /* size d offset */                                                      \
	X(slot_store)     /* site */                                                               \
	X(load_uniform)   /* site d check size a i scale offset */                                 \
	X(load_affine)    /* site d check size a i scale offset slot rows? */                      \
	X(load_indexed)   /* site d check size a i scale offset: a uniform, i an array */          \
	X(load_gather)    /* site d check size a offset */                                         \
	X(store_affine)   /* site v array? check size a i scale offset */                          \
	X(store_indexed)  /* site v array? check size a i scale offset */                          \
	X(store_scatter)  /* site v array? check size a offset */                                  \
	X(atomic)         /* site d check op v array? a size unread?: read, modify, write */
/* clang-format on */

/* Operations of `atomic`: X(ident, container, unsigned type of its size). */
/* clang-format off */
#define LANE_ATOMICS(X)                                                                            \
	LANE_INT_ATOMICS(X, i32, I32, uint32_t) LANE_INT_ATOMICS(X, i64, I64, uint64_t)            \
	LANE_FLOAT_ATOMICS(X, f32, F32, uint32_t) LANE_FLOAT_ATOMICS(X, f64, F64, uint64_t)
/* clang-format on */
/* clang-format off */
#define LANE_INT_ATOMICS(X, t, T, W)                                                               \
	X(rmw_and_##t, T, W) X(rmw_nand_##t, T, W) X(rmw_or_##t, T, W) X(rmw_xor_##t, T, W)        \
	X(rmw_max_##t, T, W) X(rmw_min_##t, T, W) X(rmw_umax_##t, T, W) X(rmw_umin_##t, T, W)
/* clang-format on */
/* Those that processors have as one instruction: X(ident, type, builtin). */
/* clang-format off */
#define LANE_ONE_STEP_ATOMICS(X)                                                                   \
	X(rmw_xchg_i32, uint32_t, exchange_n) X(rmw_xchg_i64, uint64_t, exchange_n)                \
	X(rmw_add_i32, uint32_t, fetch_add) X(rmw_add_i64, uint64_t, fetch_add)                    \
	X(rmw_sub_i32, uint32_t, fetch_sub) X(rmw_sub_i64, uint64_t, fetch_sub)
/* clang-format on */
/* clang-format off */
#define LANE_FLOAT_ATOMICS(X, t, T, W)                                                             \
	X(rmw_fadd_##t, T, W) X(rmw_fsub_##t, T, W) X(rmw_fmax_##t, T, W) X(rmw_fmin_##t, T, W)
/* clang-format on */

/* The last result that an affine_compare wrote to its array; the operand `memory` is the offset of
 * one. */
typedef struct lane_compared {
	lane_affine a, b;
	uint16_t rows, columns;
	uint16_t begin, end; /* groups of the window */
	uint32_t result;     /* LANE_NOTHING, ... */
} lane_compared;

enum { LANE_NOTHING, LANE_SOME, LANE_NONE_OF_THEM, LANE_ALL_OF_THEM };

/* Relations of affine_compare. */
enum { LANE_EQ, LANE_NE, LANE_ULT, LANE_ULE, LANE_SLT, LANE_SLE };

enum {
	LANE_X_FIRST = HR_OP_COUNT * LANE_FORMS - 1,
#define X(name) LANE_X_##name,
	LANE_HANDLERS(X)
#undef X
		LANE_X_END
};

/* Where operations find an array. AT is the first field: most operations know nothing else of a
 * slot. */
typedef struct lane_slot {
	const uint8_t *at;
	int32_t step; /* distance in bytes from group g to group g + 1; not used for arrays */
	/* only the operations of interp/lanes/handlers/lane_rows.h accept kinds other than
	 * arrays */
	uint32_t kind;
} lane_slot;

enum {
	LANE_SLOT_ARRAY, /* all lanes are contiguous */
	LANE_SLOT_ROWS,  /* the lanes of a group are contiguous */
	LANE_SLOT_ONE,   /* one value for all lanes of a group */
};

/* interp/lanes/handlers/pack.c: moves the active lanes to the first places, and moves everything
 * back. */
typedef void lane_packer(hr_batch *batch, const lane_packing *packing);
typedef void lane_unpacker(hr_batch *batch);

struct lane_ops {
	const char *name;
	lane_handler *const *handlers; /* [LANE_X_END] */
	hr_lanes_watch *watch;
	hr_groups_watch *watch_groups;
	lane_packer *pack;
	lane_unpacker *unpack;
};
extern const struct lane_ops hr_lane_ops_base;
extern const struct lane_ops hr_lane_ops_v3, hr_lane_ops_v4; /* x86-64 only */

/* The access check of an access (interp/check/access_check.h), which the checker may replace. */
typedef struct lane_check_at {
	hr_access_check *const *check;
	uint64_t variables; /* of lane 0: the base of variables' addresses */
} lane_check_at;

/* Memory that many lanes have read at one place in one run of the batch, and that has been checked
 * completely. */
typedef struct lane_seen {
	uint64_t run, begin, end;
} lane_seen;

/* Memory from BEGIN to END. */
typedef struct lane_interval {
	uint64_t begin, end;
} lane_interval;

enum { LANE_INITIALISED = 8 };

enum { LANE_AHEAD = 32 }; /* bytes that are prefetched for each lane */

/* What a load has prefetched for each lane (interp/lanes/handlers/lane_prefetch_loop.h). */
typedef struct lane_prefetch {
	uint64_t changes; /* value of the batch's counter at that time */
	uint64_t base;    /* the base address of the indices */
	unsigned next;    /* number of the next prefetched element to return */
	unsigned wait, misses;
	uint16_t read[HR_LANE_MAX / LANE_GROUP]; /* by group: lanes that have prefetched elements */
	uint64_t *from;                          /* by lane: the index of the first element */
	uint8_t *values;                         /* by group, by element, by lane */
} lane_prefetch;

typedef struct lane_warps lane_warps; /* warp.c */

struct hr_batch {
	uint8_t *frame;
	const hr_lane_code *lane_code;
	hr_thread *thread;
	const lane_version *version;
	lane_handler *const *handlers;
	unsigned lanes, valid; /* lanes: `valid` rounded up to whole groups */
	unsigned rows, columns;
	unsigned first_group, end_group; /* window: lane_set_window() */
	unsigned first_lane, lane_count; /* of the strips that overlap the window */
	unsigned active;                 /* number of active lanes */
	bool full;                       /* all lanes of the window are active */
	bool fresh;                      /* a new grid begins */
	bool begins;                     /* no instance has run yet */
	/* its instances meet at barriers, and no other instances take part */
	bool is_group;
	uint64_t mask[HR_LANE_WORDS]; /* active lanes */
	uint64_t condition[HR_LANE_WORDS];
	uint64_t other[HR_LANE_WORDS]; /* lanes that take the other branch, and its target: */
	const uint32_t *other_pc;
	uint64_t *waiting;     /* by position: HR_LANE_WORDS words of waiting lanes each */
	uint64_t *waiting_set; /* set of positions with waiting lanes */
	uint32_t lowest;       /* lowest position with waiting lanes, or LANE_NONE */
	lane_warps *warps;     /* of leaves with collectives of warps, else NULL; owned */
	uint64_t parked[HR_LANE_WORDS];
	uint32_t parked_at; /* position at which they continue */
	/* other_inst: a second barrier, where the lanes of batch.other wait */
	const lane_inst *parked_inst, *other_inst;
	uint64_t completed[HR_LANE_WORDS];
	/* by lane: the return; only for leaves with barriers */
	const lane_inst *ended[HR_LANE_MAX];
	int64_t left;
	const uint32_t *at; /* operation that may fault; its second word is its site */
	uint32_t fault_lane;
	uint32_t shown; /* the lane that the checkers saw last, or LANE_NONE */
	hr_status status;
	lane_check_at *checks;
	/* by access check: copies, used if threads of a pool run batches concurrently */
	hr_access_check *own_checks;
	hr_access_check **own_check; /* by access check: its copy */
	lane_prefetch **prefetch;    /* by access check; owned, NULL if not needed yet */
	/* counter of operations that may have changed memory: writes, calls, runs */
	uint64_t changes;
	/* gated: the access checks are set up; observed: they are the checker's */
	bool checked, observed;
	struct hr_shadow *shadow; /* of observed batches with --check=uninit; else NULL */
	/* with a shadow and without --check=race: memory, perhaps with more between, that was undefined
	 * until lanes wrote it since the batch began or its instances met at a barrier */
	lane_interval initialised[LANE_INITIALISED];
	unsigned initialised_count;
	uint8_t *scalar; /* the scalar frame */
	uint8_t *memory; /* memory of the lanes: allocas */
	size_t memory_stride;
	hr_level *level;
	hr_tile tile;
	unsigned dimension[2]; /* along which columns and rows run */
	int64_t id[3];         /* of lane 0 */
	int64_t outer_id[3];   /* if the tile has an outer level: its id for lane 0 */
	const uint8_t *inputs;
	size_t input_stride;
	uint8_t *outputs;
	size_t output_stride;
	uint16_t column_of[HR_LANE_MAX], row_of[HR_LANE_MAX];
	uint64_t run;    /* number of times that the batch has been run */
	lane_seen *seen; /* by access check */
	/* lanes may be packed: no checker needs to know which lane makes an access */
	bool packs;
	const lane_packing *packing;  /* the loop whose lanes are packed, or NULL */
	int32_t home[HR_LANE_MAX];    /* if packed: by place, the lane that was moved there */
	const lane_packing *wasteful; /* the loop that packing would have made faster */
	/* operations on strips that packing would have saved since it began */
	uint64_t wasted;
	uint8_t *mapped; /* owns everything above */
	size_t mapped_bytes, frame_offset;
};

#define FOR_LANES_IN_MASK(batch, lane)                                                             \
	for (unsigned word_ = 0; word_ < HR_LANE_WORDS; word_++)                                   \
		for (uint64_t left_ = (batch)->mask[word_], lane;                                  \
		     left_ && (lane = word_ * 64 + (unsigned)__builtin_ctzll(left_), true);        \
		     left_ &= left_ - 1)

/* Keeps the compiler from loading WORD together with its neighbours. */
static inline uint64_t lane_alone(uint64_t word)
{
	__asm__("" : "+r"(word));
	return word;
}

#define LANE_EACH_WORD(i) _Pragma("GCC unroll 8") for (unsigned i = 0; i < HR_LANE_WORDS; i++)

static inline void lane_copy_mask(uint64_t to[HR_LANE_WORDS], const uint64_t from[HR_LANE_WORDS])
{
	LANE_EACH_WORD(i)
		to[i] = lane_alone(from[i]);
}

/* Return the lane of the tile that is at the place LANE. */
static inline unsigned lane_home_of(const hr_batch *batch, unsigned lane)
{
	return batch->packing ? (unsigned)batch->home[lane] : lane;
}

static inline void lane_set_window(hr_batch *batch, unsigned first_group, unsigned end_group)
{
	enum { GROUPS = LANE_STRIP / LANE_GROUP };
	const unsigned first = first_group / GROUPS, end = (end_group + GROUPS - 1) / GROUPS;

	batch->first_group = first_group;
	batch->end_group = end_group;
	batch->first_lane = first * LANE_STRIP;
	batch->lane_count = (end - first) * LANE_STRIP;
}

static inline unsigned lane_group_mask(const hr_batch *batch, unsigned group)
{
	return (unsigned)(batch->mask[group / 4] >> group % 4 * 16) & 0xFFFF;
}

static inline const lane_inst *lane_inst_at(const hr_batch *batch, uint32_t site)
{
	return &batch->lane_code->insts.data[site];
}

static inline uint8_t *lane_scalar_frame(const hr_batch *batch, const lane_inst *inst)
{
	return batch->scalar + batch->lane_code->areas.data[inst->area].scalar;
}

static inline unsigned lane_first(const hr_batch *batch)
{
	FOR_LANES_IN_MASK(batch, lane)
		return (unsigned)lane;
	return 0;
}

static inline bool lane_is_empty(const uint64_t mask[HR_LANE_WORDS])
{
	uint64_t any = 0;

	LANE_EACH_WORD(i)
		any |= lane_alone(mask[i]);
	return any == 0;
}

static inline const uint32_t *lane_code_at(const hr_batch *batch, uint32_t position)
{
	return batch->version->words.data + batch->version->block_word[position];
}

static inline uint64_t lane_of_number(const hr_batch *batch, const lane_affine *a, unsigned lane)
{
	return a->base + batch->column_of[lane] * a->stride[0] + batch->row_of[lane] * a->stride[1];
}

/* Return true if all consecutive lanes of the tile differ by the same stride, as if they were one
 * row. */
static inline bool lane_is_one_row(const hr_batch *batch, const lane_affine *a)
{
	return batch->rows == 1 || a->stride[1] == batch->columns * a->stride[0];
}

static inline uint64_t lane_affine_of(const hr_batch *batch, uint32_t place, unsigned lane)
{
	lane_affine value;

	memcpy(&value, batch->frame + place, sizeof(value));
	return lane_of_number(batch, &value, lane);
}

/* Make all slots of VERSION's frame point to their arrays, until a load sets them otherwise. */
void hr_lane_place_slots(uint8_t *frame, const lane_version *version);
/* Return space for prefetched values; the caller owns it and frees it with hr_free(). */
lane_prefetch *hr_lane_prefetch_new(const hr_lane_code *lane_code);
/* Report that LANE trapped at the operation that batch->at points to, and stop. */
const uint32_t *hr_lane_trap(hr_batch *batch, uint32_t lane, hr_trap trap);
/* Return true if LANE may access SIZE bytes at ADDRESS; else a trap of the operation that batch->at
 * points to has been reported. VALUE is the value written. */
bool hr_lane_admit(hr_batch *batch, uint32_t check, uint32_t lane, uint64_t address, uint32_t size,
		   const void *value);
/* Check accesses of all active lanes, each of which passes the access check: they have observers,
 * or their bytes may be undefined (check.c). VALUE is an array with elements of STEP bytes, or
 * NULL. */
bool hr_lane_watch(hr_batch *batch, uint32_t check, const lane_affine *a, uint32_t size,
		   const uint8_t *value, uint32_t step);
/* The same for the addresses BASE + INDEX[lane] * SCALE. */
bool hr_lane_watch_array(hr_batch *batch, uint32_t check, const uint64_t *index, uint64_t base,
			 uint64_t scale, uint32_t size, const uint8_t *value, uint32_t step);
/* The same for atomics that read and write. */
bool hr_lane_watch_atomic(hr_batch *batch, uint32_t check, const uint64_t *addresses,
			  uint32_t size);
/* Report an access by LANE, which passes the access check, to the checkers. */
void hr_lane_see(hr_batch *batch, const hr_access_check *open, uint32_t lane, uint64_t address,
		 const void *value);
/* Record the effect of an access on undefined bits. Return false if it reads undefined bits; the
 * batch has then stopped. */
bool hr_lane_defined(hr_batch *batch, uint64_t address, uint64_t bytes, bool write);
/* Record that a lane copies memory, and perhaps undefined bits. Return false if FROM may only be
 * defined because another lane has run first. */
bool hr_lane_copies_undefined(hr_batch *batch, uint64_t to, uint64_t from, uint64_t bytes);
/* Record that a lane may access any memory. Return false if it may only find it defined because another
 * lane has run first. */
bool hr_lane_accesses_any(hr_batch *batch);
/* Stop because a lane reads undefined bits. */
const uint32_t *hr_lane_met_undefined(hr_batch *batch);
/* The slice is used up: return GO_ON, or NULL to stop. */
const uint32_t *hr_lane_pause(hr_batch *batch, const uint32_t *go_on);
void hr_lane_set_id(const hr_batch *batch, unsigned lane);

/* Find the dimensions along which columns and rows run; 3 for none. */
void hr_tile_dimensions(const int64_t extent[3], unsigned dims, unsigned dimension[2]);
/* Publish the place of LANE in the thread; LANE_NONE: of the first active lane. */
void hr_lane_stand_at(hr_batch *batch, uint32_t lane);
/* Copy the value of WEB in LANE to TO. */
void hr_lane_fetch(const hr_batch *batch, uint32_t web, unsigned lane, uint8_t *to);
/* Copy the source operands of INST into the scalar frame. */
void hr_lane_place_sources(const hr_batch *batch, const lane_inst *inst, unsigned lane);
/* Report the fault that the thread has encountered. */
hr_status hr_lane_report_fault(hr_batch *batch);

/* each.c, warp.c: handlers that are not faster with any instruction set. */
#define X(name) lane_handler hr_lane_##name;
/* clang-format off */
X(rare) X(lanes) X(call) X(block) X(slot_load) X(slot_store) X(frame)
X(warp) X(warp_more) X(warp_result) X(warp_second) X(warp_missed)
/* clang-format on */
#undef X

#endif
