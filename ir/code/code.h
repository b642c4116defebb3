/* ir/code/code.h -- register code, which the engine runs.
 *
 * Code is an array of 32-bit words. An instruction is one word with its opcode (src/arith/op.def)
 * followed by the operand words that its row lists. All registers are scalars: vectors and
 * aggregates of the IR are flattened into one register for each element.
 *
 * A register operand is a byte offset into the frame, aligned to its container's size
 * (ir/graph/type.h). The frame of a function is
 *
 *	[0, constant_bytes)              constants, copied in when the frame is made
 *	[constant_bytes, register_bytes) parameters and every other register
 *	[register_bytes, frame_bytes)    entry-block allocas, at fixed offsets
 *
 * and starts aligned to frame_align (at least 16). Integers of odd width are zero-extended in their
 * container; an operation that could leave higher bits set is followed by one that clears them.
 *
 * Branch targets are word indices into the same code, or, for phi moves, the index of a stub that
 * performs the moves and then jumps. Immediates are 32-bit words; a 64-bit one takes two, low
 * first. */
#ifndef HR_CODE_H
#define HR_CODE_H

#include <stdio.h>

#include "ir/graph/type.h"
#include "src/base/vec.h"
#include "src/diag/diag.h"

typedef enum hr_op {
#define HR_OP(ident, ...) HR_OP_##ident,
#include "src/arith/op.def"
	HR_OP_COUNT
} hr_op;

typedef struct hr_function hr_function;

typedef enum hr_reloc_kind {
	HR_RELOC_FUNCTION, /* address of function `index` */
	HR_RELOC_GLOBAL,   /* address of global `index` (if thread-local, of this thread's copy) */
	HR_RELOC_BLOCK, /* token of word `index` in the function being lowered, or in `function` */
} hr_reloc_kind;

/* An address to add to the 8 bytes at `offset`; in tables of differences (initialisers only) to 4
 * bytes, and it may be subtracted. All arithmetic wraps. */
typedef struct hr_reloc {
	hr_reloc_kind kind;
	uint8_t bytes; /* 8 or 4 */
	bool subtract;
	uint32_t offset;
	uint32_t index;    /* id of function or global; HR_RELOC_BLOCK: block number */
	uint32_t function; /* HR_RELOC_BLOCK: the function that contains the block */
	int64_t addend;
} hr_reloc;

typedef HR_VEC(hr_reloc) hr_relocs;

/* One parameter or result in LLVM's signature. */
typedef struct hr_param {
	const hr_type *type;
	uint32_t first, count; /* its scalars */
	/* byval: the callee gets a copy of that many bytes; else 0 */
	uint32_t byval_bytes, byval_align;
	bool sext, zext, sret, noundef;
} hr_param;

/* Where execution continues if an exception leaves the call of an invoke: after the call, with the flag set. The
 * registers are listed twice, as they are written by the call, and kept by it if nothing is raised. */
typedef struct hr_landing {
	uint32_t flag, exception, selector;
	uint32_t kept[3];
	uint32_t *clauses;   /* registers with the address of a type; 0 catches everything */
	uint32_t *selectors; /* for each clause */
	uint32_t clause_count;
	bool cleanup; /* also if no clause fits */
	bool refused; /* the code of the landing pad is not lowered */
} hr_landing;

/* A call site. */
typedef struct hr_call {
	int64_t callee;        /* function id; -1: through register `target` */
	uint32_t target;       /* register with the address (i64) */
	uint32_t fixed_params; /* params[fixed_params...] are variadic */
	hr_param *params;
	uint32_t param_count;
	hr_scalar *args; /* registers, flattened over params */
	uint32_t arg_count;
	const hr_type *result;
	hr_scalar *results; /* destination registers, flattened */
	uint32_t result_count;
	hr_landing *landing; /* of an invoke whose exceptions are followed, or NULL */
	uint32_t convention; /* LLVM's number of the calling convention */
	bool variadic;       /* the called type is variadic */
	bool tail;           /* musttail: the callee's frame replaces the caller's */
	/* cache of the engine: resolved address, prepared call; owned by the engine */
	void *native;
} hr_call;

/* A switch. Cases are sorted by value (unsigned, in the container of the condition). */
typedef struct hr_switch {
	hr_con con;
	uint32_t count;
	const unsigned __int128 *values;
	const uint32_t *targets;
	uint32_t otherwise;
	bool dense; /* values are first, first+1, ...: index directly */
} hr_switch;

typedef struct hr_return {
	hr_scalar *scalars; /* hpvm_return: offset is the offset in the node's image of outputs */
	uint32_t count;
} hr_return;

/* A promise of the IR about a value, which is poison if the promise is broken (P2). */
typedef struct hr_poison_source {
	uint8_t kind;      /* hr_poison_kind (src/arith/poison_source.h) */
	uint8_t wraps;     /* HR_WRAPS_...: what a kind of arithmetic must not do */
	uint8_t shown;     /* number of operands: 0, 1 or 2 */
	uint8_t is_signed; /* how a report shows integers */
	bool in_bounds;    /* an address: accesses of it are left to the checks of bounds (M6) */
	hr_scalar value;
	hr_scalar operands[2]; /* of the operation; wide ones are not shown */
	uint32_t flag;         /* HR_POISON_FLAG: an i8 register, 1 if the promise is broken */
	/* of a report, such as "shl by too much" and " << "; NULL for arithmetic */
	const char *broken, *between;
	uint32_t trap; /* hr_trap where poison is not followed, or 0 */
} hr_poison_source;

/* An operation that lowering does not support; reported when it is reached. */
typedef struct hr_refusal {
	hr_diag_id id;
	const char *what, *why; /* arguments of the diagnostic; why: NULL if it takes only one */
} hr_refusal;

/* What the code promises of a value (P5). */
typedef enum hr_promise_kind {
	HR_PROMISE_DEFINED, /* it is not undef or poison; emitted only if it is */
	HR_PROMISE_NONNULL,
	HR_PROMISE_ALIGNED,       /* to the number */
	HR_PROMISE_BYTES,         /* it points to as many bytes as the number, or more */
	HR_PROMISE_BYTES_OR_NULL, /* the same, or it is null */
	HR_PROMISE_READ,          /* it is not read; emitted where it is */
	HR_PROMISE_WRITTEN,       /* it is not written; emitted where it is */
	HR_PROMISE_ROOM,          /* it points to more bytes than it does; emitted only then */
	HR_PROMISE_ACCESS,        /* as ALIGNED, to `bytes`, unless the number, that of the bytes
				     accessed there, is 0 */
	HR_PROMISE_SAME,          /* it is the number */
	HR_PROMISE_REACHED,       /* execution does not get here */
	HR_PROMISE_FREED,         /* it is null; emitted where it is freed */
	HR_PROMISE_MOST,          /* it is not above the number */
	HR_PROMISE_APART,    /* the bytes there, of which `bytes` has the number, and those at the
				     number, whose number is in its upper half, do not overlap */
	HR_PROMISE_ONCE,     /* no other call of the running function is active */
	HR_PROMISE_DISTINCT, /* it does not point into the object that the number points into */
	HR_PROMISE_WRITABLE, /* it does not point into a constant */
} hr_promise_kind;

typedef struct hr_promise {
	hr_promise_kind kind;
	bool decides;        /* the value must be defined, too */
	uint32_t argument;   /* of the call, whose value it is; UINT32_MAX: another value */
	uint64_t bytes;      /* ROOM: the bytes that it points to; ACCESS: its alignment */
	const char *subject; /* "argument 0 of 'f'" */
	const char *source;  /* "its attribute is nonnull" */
} hr_promise;

typedef struct hr_code_place {
	uint32_t word; /* first word of this place */
	uint32_t line, column;
	const char *file;
	void *llvm; /* LLVMValueRef of the instruction, for its text */
} hr_code_place;

/* A constant that is undefined in the IR, such as a variable that is never written, after
 * optimisation. It is one of the constants and is zero there. */
typedef struct hr_undefined {
	uint32_t offset, bits; /* number of undefined low bits */
	bool poison;
	const char *name; /* name of the variable, or NULL */
	hr_where where;   /* place of its user; file is NULL if that is unknown */
} hr_undefined;

/* A local variable: an entry-block alloca. */
typedef struct hr_variable {
	uint32_t place, bytes; /* place: offset in the frame */
	void *llvm;            /* LLVMValueRef */
	bool scoped;           /* `scope` operations say when it can be accessed */
} hr_variable;

/* Bytes between variables, which belong to no object; a multiple of the usual alignment, so that the
 * most frequent wrong pointers, one element before or behind an object, point into no other. */
enum { HR_VARIABLE_GAP = 16 };

/* The immediate of `object`: bytes << HR_OBJECT_KIND | kind. */
enum {
	HR_OBJECT_READ = 1,
	HR_OBJECT_WRITE = 2,
	HR_OBJECT_ATOMIC = 4,
	HR_OBJECT_KIND = 3,
	HR_OBJECT_BYTES = UINT32_MAX >> HR_OBJECT_KIND,
};

#define HR_NO_LABEL UINT32_MAX /* in label_words: not a destination of an indirect jump */

typedef struct hr_code {
	struct hr_program *program;
	hr_function *function;
	const char *name; /* name of the function */
	uint32_t *words;
	uint32_t word_count;
	uint8_t *constants; /* constant_bytes */
	uint32_t constant_bytes;
	/* into constants; applied by interp/memory/image.c before the first run */
	hr_reloc *relocs;
	uint32_t reloc_count;
	bool relocated;
	hr_undefined *undefined; /* of the constants */
	uint32_t undefined_count;
	uint32_t register_bytes, frame_bytes, frame_align;
	/* registers of the parameters, flattened; for a node function, offset is that in the node's
	 * image of inputs */
	hr_scalar *params;
	uint32_t param_count; /* number of scalars */
	uint32_t convention;  /* LLVM's number of the calling convention */
	hr_param *param_info; /* by LLVM parameter; first/count index params[] */
	uint32_t param_info_count;
	hr_call *calls;
	uint32_t call_count;
	hr_switch *switches;
	uint32_t switch_count;
	hr_return *returns;
	uint32_t return_count;
	hr_refusal *refusals;
	uint32_t refusal_count;
	hr_poison_source *poison_sources;
	uint32_t poison_source_count;
	hr_promise *promises;
	uint32_t promise_count;
	hr_return *results;    /* layout of the result's scalars for `ret`: see src/arith/op.def */
	uint32_t *block_words; /* word of each basic block, by number */
	uint32_t *label_words; /* word of each destination of an indirect jump; else HR_NO_LABEL */
	const char **block_names;
	uint32_t block_count;
	hr_code_place *places; /* sorted by word */
	uint32_t place_count;
	hr_variable *variables; /* by place */
	uint32_t variable_count;
	bool has_barrier;     /* also true with collectives of warps, and with polls */
	bool has_warp;        /* it has collectives of warps */
	bool has_poll;        /* it has loops that wait for other instances */
	bool dynamic_stack;   /* uses dynamic alloca */
	bool returns_noundef; /* its result is neither undef nor poison */
} hr_code;

const char *hr_op_name(hr_op op); /* "add.i32" */
unsigned hr_op_length(hr_op op);  /* number of words, including the opcode */
void hr_code_print(const hr_code *code, FILE *stream);
/* Return the number of places that begin at WORD or before. */
uint32_t hr_code_places_to(const hr_code *code, uint32_t word);

#endif
