/* ir/lower/lower_private.h -- what the files of the lowering share; nothing outside ir/lower/
 * includes it.
 *
 * A function is lowered in one pass over its blocks in reverse post-order. Code is built from
 * *virtual registers* in *chunks*; then dead.c removes dead code, alloc.c removes moves and gives
 * registers frame offsets, and finish.c lays out the chunks and writes the final words.
 *
 * A chunk is a straight run of words that ends in exactly one jump. While code is built, register
 * operands are virtual registers and branch targets are chunks.
 *
 * A value of the IR is a list of virtual registers, one for each scalar of its type. Registers are
 * assigned once, except those of phis and of promoted allocas, so values may share registers. A
 * value can also have poison flags: for each scalar an i8 register that is 1 if the scalar is
 * poison, or HR_NO_REG if it cannot be (poison.c). */
#ifndef HR_LOWER_PRIVATE_H
#define HR_LOWER_PRIVATE_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <llvm/Config/llvm-config.h>

#include "ir/code/op_info.h"
#include "ir/lower/lower.h"
#include "ir/program/constant.h"
#include "ir/program/lookup.h"
#include "ir/program/program.h"
#include "ir/program/range.h"
#include "ir/program/types.h"
#include "src/base/map.h"

typedef uint32_t hr_vreg;
#define HR_NO_REG UINT32_MAX

/* --- values ----------------------------------------------------------------------------------- */
typedef struct hr_lw_type {
	const hr_type *type;
	const hr_scalar *scalars;
	uint32_t count;
} hr_lw_type;

typedef struct hr_lw_value {
	uint32_t count;
	hr_vreg *regs;
	hr_vreg *poison; /* NULL: no scalar can be poison */
} hr_lw_value;

/* An address as base + index * scale + offset; base is a register or an entry-block alloca. */
typedef struct hr_lw_address {
	hr_vreg base, index; /* index: HR_NO_REG if there is none */
	uint32_t slot;       /* HR_NO_REG, or the alloca that is the base */
	uint32_t scale;
	int64_t offset;
} hr_lw_address;

/* --- the state of one lowering ---------------------------------------------------------------- */
enum { HR_VREG_PLAIN, HR_VREG_CONST, HR_VREG_SLOT };

typedef struct hr_lw_vreg {
	uint8_t size; /* bytes of its container */
	uint8_t kind;
	uint32_t index;  /* CONST: into constants; SLOT: into slots */
	uint32_t offset; /* SLOT: within the slot */
} hr_lw_vreg;

typedef struct hr_lw_constant {
	hr_u128 bits;
	uint32_t size;
	bool has_symbol;
	hr_atom_symbol symbol;
	uint32_t undefined; /* number of undefined low bits */
	bool poison;        /* they are poison */
	/* of an undefined constant: its user; phi: NULL if the user is not a phi */
	LLVMValueRef user, phi;
	uint32_t next;  /* in its hash chain */
	uint32_t place; /* offset in the constant area, set at the end */
} hr_lw_constant;

typedef struct hr_lw_slot {
	LLVMValueRef variable; /* the alloca */
	uint64_t bytes, align;
	bool gap;       /* bytes that belong to no object follow it */
	bool scoped;    /* see object.c */
	uint32_t place; /* frame offset, set at the end */
} hr_lw_slot;

typedef struct hr_lw_chunk {
	uint32_t begin, end;   /* words */
	uint32_t last;         /* word of its jump */
	uint32_t first, count; /* range in hr_lw.live, set when the code is complete */
	bool begun, reachable;
} hr_lw_chunk;

typedef struct hr_lw_place {
	uint32_t word;
	LLVMValueRef instruction;
} hr_lw_place;

typedef struct hr_lw_block {
	LLVMBasicBlockRef llvm;
	uint32_t number;          /* number in the function's order */
	uint32_t chunk;           /* its first chunk */
	uint32_t entry;           /* entry for indirect jumps: the chunk, or a stub before it */
	bool reachable, indirect; /* indirect: it is a destination of an indirectbr */
	HR_VEC(LLVMValueRef) phis;
	/* indirect: registers that indirectbr writes, one for each phi scalar */
	HR_VEC(hr_vreg) staging;
} hr_lw_block;

/* An access of a function with a parameter that is noalias (promise.c). */
typedef struct hr_lw_access {
	LLVMBasicBlockRef block;
	LLVMValueRef root; /* a parameter, or a global variable */
	hr_vreg address;
	uint32_t bytes;
	bool write;
} hr_lw_access;

typedef struct hr_lw {
	hr_program *program;
	hr_function *function;
	LLVMValueRef llvm;
	hr_arena arena;       /* scratch of this lowering */
	hr_status status;     /* first error */
	hr_map values;        /* LLVMValueRef -> hr_lw_value * */
	hr_map types;         /* LLVMTypeRef -> hr_lw_type * */
	hr_map addresses;     /* LLVMValueRef -> hr_lw_address * */
	hr_map variables;     /* promoted alloca -> its register */
	hr_map may_be_poison; /* values that can be poison -> 1 */
	hr_map tracked;     /* sources of poison that are lowered without a trap (poison.c) -> 1 */
	hr_map block_index; /* LLVMBasicBlockRef -> index */
	hr_lw_block *blocks;
	uint32_t block_count;
	uint32_t *order; /* reachable blocks in reverse post-order */
	uint32_t order_count;
	HR_VEC(uint32_t) words;
	HR_VEC(hr_lw_chunk) chunks;
	HR_VEC(uint32_t) sequence; /* chunks in the order in which they were begun */
	uint32_t chunk;            /* the current chunk; HR_NO_REG: code is unreachable here */
	uint32_t last_word;        /* first word of the last instruction emitted */
	/* When the code is complete: words of the instructions of reachable chunks, in sequence;
	 * HR_NO_REG for a removed one. */
	HR_VEC(uint32_t) live;
	HR_VEC(hr_lw_vreg) vregs;
	HR_VEC(hr_lw_constant) constants;
	hr_map constant_chains;
	HR_VEC(hr_lw_slot) slots;
	HR_VEC(hr_call) calls;
	HR_VEC(hr_switch) switches;
	HR_VEC(hr_return) returns;
	HR_VEC(hr_refusal) refusals;
	HR_VEC(hr_poison_source) poison_sources;
	hr_known_ranges ranges; /* of operands of poison sources */
	HR_VEC(hr_promise) promises;
	HR_VEC(hr_lw_place) places;
	LLVMValueRef instruction;   /* the current instruction */
	LLVMValueRef phi;           /* the phi whose operand is being lowered, or NULL */
	HR_VEC(hr_vreg) parameters; /* flattened */
	bool has_barrier, has_warp, has_poll, dynamic_stack;
	bool checks_objects; /* see object.c */
	bool checks_scopes;  /* see object.c */
	bool any_poison;     /* some value has poison flags */
	bool follows_poison; /* promises instead of flags (poison_source.c) */
	hr_map forbidden;    /* accesses that attributes forbid (promise.c) */
	HR_VEC(hr_lw_access) apart;
	bool hpvm_returns;     /* calls __hpvm__return */
	bool unwinds;          /* see call.c */
	hr_vreg raised[3];     /* if so: a flag, an exception, a selector */
	uint32_t *frame;       /* frame offset of each virtual register, set at the end */
	uint32_t register_end; /* first byte after the registers */
	uint32_t constant_end; /* first byte after the constants */
} hr_lw;

/* --- emit.c: building code -------------------------------------------------------------- */
hr_vreg hr_lw_reg(hr_lw *l, unsigned size);
hr_vreg hr_lw_const(hr_lw *l, unsigned size, hr_u128 bits);
/* Return a zero whose lowest BITS are undefined. */
hr_vreg hr_lw_undefined(hr_lw *l, unsigned size, uint32_t bits);
/* The same for poison. */
hr_vreg hr_lw_poison_constant(hr_lw *l, unsigned size);
hr_vreg hr_lw_symbol(hr_lw *l, hr_u128 addend, const hr_atom_symbol *symbol);
hr_vreg hr_lw_slot_reg(hr_lw *l, unsigned size, uint32_t slot, uint32_t offset);
bool hr_lw_is_const(const hr_lw *l, hr_vreg reg, hr_u128 *bits); /* true only without a symbol */
void hr_lw_emit(hr_lw *l, hr_op op, const uint32_t *operands, unsigned count);
#define HR_EMIT(l, op, ...)                                                                        \
	hr_lw_emit(l, op, (const uint32_t[]){__VA_ARGS__},                                         \
		   sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
hr_vreg hr_lw_un(hr_lw *l, hr_op op, hr_vreg a);
hr_vreg hr_lw_uni(hr_lw *l, hr_op op, hr_vreg a, uint32_t immediate);
hr_vreg hr_lw_bin(hr_lw *l, hr_op op, hr_vreg a, hr_vreg b);
hr_vreg hr_lw_ter(hr_lw *l, hr_op op, hr_vreg a, hr_vreg b, hr_vreg c);
hr_vreg hr_lw_select(hr_lw *l, unsigned size, hr_vreg condition, hr_vreg a, hr_vreg b);
/* The same, also where A and B are one register: CONDITION may be undefined. */
hr_vreg hr_lw_select_always(hr_lw *l, unsigned size, hr_vreg condition, hr_vreg a, hr_vreg b);
void hr_lw_move(hr_lw *l, hr_vreg to, hr_vreg from);
void hr_lw_lea(hr_lw *l, hr_vreg to, hr_vreg base, int64_t offset);
uint32_t hr_lw_chunk_new(hr_lw *l);
void hr_lw_begin(hr_lw *l, uint32_t chunk);
void hr_lw_jump(hr_lw *l, uint32_t chunk);
void hr_lw_branch(hr_lw *l, hr_vreg condition, uint32_t yes, uint32_t no);
/* Return the instruction that the code at WORD was made from, or NULL. */
LLVMValueRef hr_lw_instruction_at(const hr_lw *l, uint32_t word);
void hr_lw_end(hr_lw *l);                 /* ends the chunk, after its jump */
void hr_lw_trap(hr_lw *l, hr_diag_id id); /* ends the chunk */
void hr_lw_trap_if(hr_lw *l, hr_vreg condition, hr_diag_id id);
hr_con hr_con_of_bits(unsigned bits);
hr_con hr_con_of_size(unsigned size); /* the integer container */
/* Return the member for CON of an operation family: FIRST is the i8 operation of HR_INT_OPS or
 * HR_INT_TESTS, or the f16 operation of HR_FLOAT_*. */
hr_op hr_op_int(hr_op first, hr_con con);
hr_op hr_op_float(hr_op first, hr_con con);

/* --- value.c: values and types ---------------------------------------------------------- */
/* reports an unsupported type, and returns void then */
const hr_lw_type *hr_lw_type_of(hr_lw *l, LLVMTypeRef type);
const hr_lw_type *hr_lw_type_of_value(hr_lw *l, LLVMValueRef value);
hr_lw_value *hr_lw_new_value(hr_lw *l, uint32_t count); /* registers unset */
hr_lw_value *hr_lw_value_of(hr_lw *l, LLVMValueRef value);
hr_lw_value *hr_lw_operand(hr_lw *l, LLVMValueRef user, unsigned i);
hr_vreg hr_lw_scalar(hr_lw *l, LLVMValueRef user, unsigned i); /* an operand that is one scalar */
void hr_lw_define(hr_lw *l, LLVMValueRef value, hr_lw_value *as);
void hr_lw_define_reg(hr_lw *l, LLVMValueRef value, hr_vreg reg);
void hr_lw_define_zero(hr_lw *l, LLVMValueRef value);
uint32_t hr_lw_part(const hr_type *type, uint64_t field); /* first scalar of a field */
LLVMOpcode hr_lw_opcode(LLVMValueRef user);               /* instruction or expression */
/* End the chunk with a diagnostic that the current instruction is not supported. The function can
 * run up to this point. */
void hr_lw_refuse_instruction(hr_lw *l, const char *name, const char *why);
void hr_lw_refuse_intrinsic(hr_lw *l, const char *name);

/* --- call.c: exceptions ------------------------------------------------------------------------ */
/* Decide whether the exceptions of the function are followed. */
void hr_lw_find_exceptions(hr_lw *l);
/* Return where an exception of INVOKE, which calls a function, lands. */
hr_landing *hr_lw_landing(hr_lw *l, LLVMValueRef invoke);
/* control.c: go to the landing pad of INVOKE if the flag RAISED is set, and continue here otherwise. */
void hr_lw_split_invoke(hr_lw *l, LLVMValueRef invoke, hr_vreg raised);

/* --- arithmetic.c, cast.c ------------------------------------------------- */
hr_vreg hr_lw_mask(hr_lw *l, hr_vreg reg, unsigned bits);   /* clear the bits above BITS */
hr_vreg hr_lw_signed(hr_lw *l, hr_vreg reg, unsigned bits); /* sign-extended in its container */
hr_vreg hr_lw_resize(hr_lw *l, hr_vreg reg, unsigned from, unsigned to, bool is_signed);
hr_vreg hr_lw_not(hr_lw *l, hr_vreg reg);         /* for an i1 */
hr_vreg hr_lw_or(hr_lw *l, hr_vreg a, hr_vreg b); /* for i1; HR_NO_REG counts as 0 */
hr_vreg hr_lw_fp_to_int_sat(hr_lw *l, hr_vreg a, hr_con from, const hr_scalar *to, bool is_signed);
hr_vreg hr_lw_fp_convert(hr_lw *l, hr_vreg value, hr_con from, hr_con to);
void hr_lw_fp_to_int(hr_lw *l, LLVMValueRef in, bool is_signed);
void hr_lw_int_to_fp(hr_lw *l, LLVMValueRef in, bool is_signed);
void hr_lw_bitcast(hr_lw *l, const hr_lw_type *from, const hr_vreg *in, const hr_lw_type *to,
		   hr_vreg *out);
/* HR_OP_COUNT for the predicates false and true */
hr_op hr_lw_fcmp_op(LLVMRealPredicate predicate);
hr_vreg hr_lw_fp_const(hr_lw *l, hr_con con, double value); /* value must be 0, 1, -0, +-inf */

/* --- intrinsic_float.c ----------------------------------------------------------------- */
/* Return true if a call of FUNCTION, of the C library, may change the floating-point environment. */
bool hr_lw_changes_environment(const hr_function *function);
/* Emit what comes before such a call. */
void hr_lw_keep_environment(hr_lw *l);

/* --- wide.c: integers over 128 bits ----------------------------------------------------- */
unsigned hr_lw_wide_bits(LLVMTypeRef type); /* 0 if TYPE is not a wide integer */
void hr_lw_wide_type(hr_lw *l, unsigned bits, hr_lw_type *type);
void hr_lw_wide_constant(hr_lw *l, LLVMValueRef c, hr_vreg *regs);
bool hr_lw_wide(hr_lw *l, LLVMValueRef in, LLVMOpcode opcode);

/* --- memory.c --------------------------------------------------------------------------- */
hr_lw_address hr_lw_address_of(hr_lw *l, LLVMValueRef pointer);
hr_lw_address hr_lw_address_at(hr_vreg base, int64_t offset);
hr_vreg hr_lw_load(hr_lw *l, const hr_lw_address *at, const hr_scalar *scalar);
void hr_lw_store(hr_lw *l, const hr_lw_address *at, const hr_scalar *scalar, hr_vreg value);
hr_vreg hr_lw_address_reg(hr_lw *l, const hr_lw_address *at);
const hr_lw_type *hr_lw_flat(hr_lw *l, const hr_type *type); /* type and its scalars */
void hr_lw_load_type(hr_lw *l, const hr_lw_address *at, const hr_lw_type *type, hr_vreg *regs);
void hr_lw_store_type(hr_lw *l, const hr_lw_address *at, const hr_lw_type *type,
		      const hr_vreg *regs);
void hr_lw_promote(hr_lw *l); /* select the allocas that become registers */

/* --- object.c --------------------------------------------------------------------------- */
/* Emit the check before an access of BYTES and KIND (HR_OBJECT_*) at AT, the address of POINTER, if
 * its object is not known from the code. */
void hr_lw_check_object(hr_lw *l, LLVMValueRef pointer, const hr_lw_address *at, uint64_t bytes,
			unsigned kind);
/* The same for an access whose object the checkers do not find from the code. */
void hr_lw_check_based(hr_lw *l, LLVMValueRef pointer, const hr_lw_address *at, uint64_t bytes,
		       unsigned kind);
/* Emit the check of POINTER, a getelementptr with the value REG, if the code loses sight of it. */
void hr_lw_note_stray(hr_lw *l, LLVMValueRef pointer, const hr_lw_address *at, hr_vreg reg);
/* Return true if VARIABLE, an alloca, must not be adjacent to another one, because a pointer to its
 * end would point into that one. */
bool hr_lw_needs_gap(const hr_lw *l, LLVMValueRef variable);

/* Return true if VARIABLE, an alloca, may be accessed before its lifetime has begun, or after its end. */
bool hr_lw_is_scoped(hr_lw *l, LLVMValueRef variable);
/* Emit that VARIABLE, which is scoped and at ADDRESS, is outside of its lifetime when the call begins. */
void hr_lw_begin_scope(hr_lw *l, LLVMValueRef variable, hr_vreg address);
/* Return true if a lifetime of VARIABLE begins at IN. */
bool hr_lw_lives(LLVMValueRef in, LLVMValueRef variable);

/* --- poison.c --------------------------------------------------------------------------- */
/* Return true if checkers follow poison through the code of FUNCTION. */
bool hr_lw_follows_poison(hr_program *program, hr_function *function);
void hr_lw_find_poison(hr_lw *l);
/* Return true if FUNCTION (LLVM's) promises that its result is neither undef nor poison. */
bool hr_lw_returns_noundef(LLVMValueRef function);
/* Return true if FUNCTION, which may be NULL, returns poison flags after its result. */
bool hr_lw_returns_poison(hr_program *program, hr_function *function);
bool hr_lw_is_tracked(hr_lw *l, LLVMValueRef source);
bool hr_lw_may_be_poison(hr_lw *l, LLVMValueRef value);
hr_vreg hr_lw_poison(const hr_lw_value *value, uint32_t i); /* or HR_NO_REG */
void hr_lw_set_poison(hr_lw *l, hr_lw_value *value, uint32_t i, hr_vreg flag);
hr_vreg hr_lw_any_poison(hr_lw *l, const hr_lw_value *value);
/* Emit the check that VALUE, which has an effect here, is not poison. */
void hr_lw_check_poison(hr_lw *l, const hr_lw_value *value);
/* The same for a value that is only passed on (stored, passed, returned). Poison constants are
 * allowed, because they stand for padding and unused lanes there. */
void hr_lw_check_handed(hr_lw *l, const hr_lw_value *value);
/* Make RESULT poison where its operands are: elementwise if they have as many scalars, otherwise as
 * a whole. */
void hr_lw_spread_poison(hr_lw *l, LLVMValueRef user, hr_lw_value *result);

/* --- poison_source.c -------------------------------------------------------------------------- */
/* Scalar I of VALUE, the result of the current instruction, is poison if FLAG, an i1. */
void hr_lw_poison_flag(hr_lw *l, hr_lw_value *value, uint32_t i, hr_vreg flag);
/* Return registers with the scalars of VALUE, which become parts of larger ones: their poison is
 * undefined bits there (P1). */
const hr_vreg *hr_lw_poison_parts(hr_lw *l, const hr_lw_value *value);
/* Emit what the lowered instruction IN promises about its result. */
void hr_lw_poison_sources(hr_lw *l, LLVMValueRef in);
/* Return true if the comparison IN becomes poison itself where a promise is broken. */
bool hr_lw_compares_to_poison(LLVMValueRef in);
/* Emit that VALUE is neither undef nor poison. */
void hr_lw_poison_defined(hr_lw *l, const hr_lw_value *value);
/* Emit what the attributes of parameters promise. */
void hr_lw_poison_parameters(hr_lw *l);

/* --- promise.c -------------------------------------------------------------------------------- */
/* Return the number of PARAM of FUNCTION (LLVM's). */
unsigned hr_lw_parameter_index(LLVMValueRef function, LLVMValueRef param);
/* Emit that memory of SUBJECT at VALUE and at NUMBER does not overlap; BYTES as in HR_PROMISE_APART. */
void hr_lw_promise_two_apart(hr_lw *l, const char *subject, uint64_t bytes, hr_vreg value,
			     hr_vreg number);
/* apart.c: the same for what CALLEE writes through arguments of CALL. */
void hr_lw_promise_callee_apart(hr_lw *l, LLVMValueRef call, LLVMValueRef callee);
/* What the attributes of the function promise of its call. */
void hr_lw_promise_entry(hr_lw *l);
/* Emit checks of what is promised (P5): the attributes of arguments or the result of IN, a call of
 * CALLEE, and that it frees no memory; that memory at POINTER is not accessed; what the function promises of VALUE, which is
 * returned (NULL: none); the alignment of argument I of CALL, which accesses LENGTH bytes there; the metadata of IN, a load; the operand bundles of ASSUME. */
void hr_lw_promise_call(hr_lw *l, LLVMValueRef in, LLVMValueRef callee);
void hr_lw_promise_result(hr_lw *l, LLVMValueRef in, LLVMValueRef callee);
void hr_lw_promise_access(hr_lw *l, LLVMValueRef pointer, bool write);
/* The BYTES at POINTER, at AT, are accessed: noalias (promise.c). */
void hr_lw_promise_apart(hr_lw *l, LLVMValueRef pointer, const hr_lw_address *at, uint64_t bytes,
			 bool write);
void hr_lw_promise_return(hr_lw *l, LLVMValueRef value);
void hr_lw_promise_aligned(hr_lw *l, LLVMValueRef call, unsigned i, bool write, hr_vreg length);
void hr_lw_promise_load(hr_lw *l, LLVMValueRef in);
/* LENGTH, an explicit vector length, is at most COUNT. */
void hr_lw_promise_length(hr_lw *l, LLVMValueRef length, uint32_t count);
void hr_lw_promise_bundles(hr_lw *l, LLVMValueRef assume);

/* --- instructions: instruction.def ------------------------------------------------------------ */
typedef void hr_lw_handler(hr_lw *l, LLVMValueRef instruction);
void hr_lw_instruction(hr_lw *l, LLVMValueRef instruction, LLVMOpcode opcode);
#define INSTRUCTION(opcode, name, handler, note) hr_lw_handler hr_in_##handler;
#define INSTRUCTION_REFUSED(opcode, name, why)
#include "ir/lower/instruction.def"
#undef INSTRUCTION
#undef INSTRUCTION_REFUSED

/* --- calls, intrinsics, HPVM ------------------------------------------------------------------ */
void hr_lw_intrinsic(hr_lw *l, LLVMValueRef call, const char *name);
void hr_lw_hpvm(hr_lw *l, LLVMValueRef call, LLVMValueRef callee);
bool hr_lw_is_hpvm(LLVMValueRef call);
bool hr_lw_is_hpvm_return(LLVMValueRef call);
void hr_lw_hpvm_ret(hr_lw *l, LLVMValueRef ret); /* ret of a leaf node function */
void hr_lw_inline_asm(hr_lw *l, LLVMValueRef call, LLVMValueRef asm_);
LLVMValueRef hr_lw_argument(LLVMValueRef call, unsigned i);
/* The numbers of attributes; 0: this LLVM does not have it. */
typedef struct hr_lw_attributes {
	unsigned byval, sret, signext, zeroext, align, noundef;
	unsigned nonnull, dereferenceable, dereferenceable_or_null;
	unsigned readonly, readnone, writeonly, memory;
	unsigned nofpclass, speculatable, dead_on_return;
	unsigned range; /* 0: this LLVM has none */
	unsigned returned, noreturn, norecurse, byref, noalias, nofree, writable;
	unsigned allocsize;
} hr_lw_attributes;

const hr_lw_attributes *hr_lw_attribute_kinds(void);
/* Return the attribute ID at INDEX of CALL, otherwise of FUNCTION; NULL if there is none. CALL may be
 * NULL, and FUNCTION NULL or no function. */
LLVMAttributeRef hr_lw_attribute(LLVMValueRef call, LLVMValueRef function, unsigned index,
				 unsigned id);
/* Set ENDS to the first number and the end of RANGE, the attribute range of a value of TYPE. Return
 * false if they are not understood. */
bool hr_lw_range_attribute(hr_lw *l, LLVMAttributeRef range, LLVMTypeRef type, hr_u128 ends[2]);
/* Lower CALL as a call of its callee, or through its address. */
void hr_lw_plain_call(hr_lw *l, LLVMValueRef call);
/* End the current block with a jump to TO, after the moves for its phis. */
void hr_lw_go(hr_lw *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to);
void hr_lw_define_phis(hr_lw *l);
void hr_lw_indirect_entry(hr_lw *l, hr_lw_block *block);
hr_lw_block *hr_lw_block_of(hr_lw *l, LLVMBasicBlockRef block);

/* --- alloc.c, finish.c ------------------------------------------------------------ */
/* The places of an instruction's registers in its words or its call. */
typedef struct hr_lw_sites {
	HR_VEC(uint32_t *) uses;
	HR_VEC(uint32_t *) defs;
} hr_lw_sites;

/* Set SITES to those of the instruction at WORD, which are valid until words or calls are added. */
void hr_lw_sites_of(hr_lw *l, uint32_t word, hr_lw_sites *sites);
void hr_lw_sites_free(hr_lw_sites *sites);
typedef void hr_lw_visit(hr_lw *l, void *data, uint32_t *chunk);
/* Call VISIT for each branch target of the instruction at WORD. */
void hr_lw_targets(hr_lw *l, uint32_t word, hr_lw_visit *visit, void *data);
void hr_lw_list_live(hr_lw *l); /* fill l->live and the chunks' ranges in it */
void hr_lw_remove_dead(hr_lw *l);
void hr_lw_fuse(hr_lw *l);
void hr_lw_allocate(hr_lw *l);
hr_code *hr_lw_finish(hr_lw *l);

/* Return the attributes of parameter I: those of CALL, if not NULL, and those of FUNCTION, if it is
 * a function. */
hr_param hr_lw_param(hr_lw *l, LLVMValueRef call, LLVMValueRef function, unsigned i);

#endif
