/* ir/kernel/ptx/ptx_private.h -- shared by the parts of ir/kernel/ptx/. */
#ifndef HR_PTX_PRIVATE_H
#define HR_PTX_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

enum { HR_PTX_WORDS = 12, HR_PTX_WORD = 32, HR_PTX_OPERANDS = 24, HR_PTX_LANES = 8 };

/* A type of PTX. KIND: b bits, u, s integers, f floating point, t tf32, p predicate; 0: none. */
typedef struct hr_ptx_type {
	char kind;
	unsigned bits;
	LLVMTypeRef llvm; /* a vector for the types with x2 */
} hr_ptx_type;

/* Where instructions are built. */
typedef struct hr_ptx {
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMTypeRef i1, i8, i16, i32, i64, i128, f32, f64;
	LLVMValueRef carry; /* CC.CF, an i1; NULL: not set */
} hr_ptx;

/* An operand: a value, a list of values in braces, or a place in memory. */
typedef struct hr_ptx_operand {
	unsigned count; /* of values */
	bool sink;      /* _ */
	bool address;   /* value 0, plus offset */
	bool number;    /* a decimal number: REAL */
	double real;
	int64_t offset;
	LLVMValueRef
		values[HR_PTX_LANES]; /* of sources; of destinations: NULL or the previous value */
} hr_ptx_operand;

/* One instruction: opcode and modifiers as words, operands, of which the first RESULT_COUNT are results. */
typedef struct hr_ptx_instruction {
	hr_ptx *p;
	const char *name; /* words[0] */
	char words[HR_PTX_WORDS][HR_PTX_WORD];
	bool used[HR_PTX_WORDS];
	unsigned word_count;
	hr_ptx_operand *in; /* sources */
	unsigned in_count;
	/* Results, with the types that the instruction gives them. A list in braces has LANES of them. */
	LLVMValueRef out[HR_PTX_OPERANDS];
	unsigned out_count;
	unsigned lanes;   /* asked for: the number of registers of the first destination */
	bool second;      /* the destination is d|p */
	hr_ptx_type type; /* the last type of the modifiers */
	const char *mode; /* round.upward and so on; NULL: to nearest */
	bool ftz, sat;
	bool extend_signed; /* the result is extended to a wider register by its sign */
} hr_ptx_instruction;

/* --- build.c -------------------------------------------------------------------------------- */

void hr_ptx_begin(hr_ptx *p, LLVMModuleRef module);
void hr_ptx_end(hr_ptx *p);
/* Split TEXT at points into the words of I; false: it has too many, or too long ones. */
bool hr_ptx_words(hr_ptx_instruction *i, const char *text);
/* Return true if I has the modifier WORD, which then counts as understood. */
bool hr_ptx_take(hr_ptx_instruction *i, const char *word);
/* Return the index of the modifier of I that is in WORDS, which end with NULL; -1: none. */
int hr_ptx_take_one(hr_ptx_instruction *i, const char *const *words);
/* Return the next type among the modifiers of I; its kind is 0 if there is none. */
hr_ptx_type hr_ptx_take_type(hr_ptx_instruction *i);
hr_ptx_type hr_ptx_type_named(const hr_ptx *p, const char *word);
/* Take the rounding, .ftz and .sat. */
void hr_ptx_take_modes(hr_ptx_instruction *i);
/* Return true if all modifiers are understood. */
bool hr_ptx_all_taken(const hr_ptx_instruction *i);
/* Return source N of I as a value of TYPE: bits are reinterpreted, extended with zeros or cut off. */
LLVMValueRef hr_ptx_in(const hr_ptx_instruction *i, unsigned n, LLVMTypeRef type);
LLVMValueRef hr_ptx_as(const hr_ptx *p, LLVMValueRef value, LLVMTypeRef type);
/* Return a constant of TYPE, which may be a vector. */
LLVMValueRef hr_ptx_int(LLVMTypeRef type, uint64_t value);
LLVMValueRef hr_ptx_real(LLVMTypeRef type, double value);
/* Build a call of the function NAME, which is declared if it is missing. */
LLVMValueRef hr_ptx_call(const hr_ptx *p, const char *name, LLVMTypeRef result,
			 const LLVMValueRef *arguments, unsigned count);
/* The same for the intrinsic llvm.NAME.TYPE, whose first argument and result have the same type. */
LLVMValueRef hr_ptx_intrinsic(const hr_ptx *p, const char *name, LLVMValueRef a, LLVMValueRef b,
			      LLVMValueRef c);
/* Return an integer type of twice the bits of TYPE. */
LLVMTypeRef hr_ptx_double_width(const hr_ptx *p, LLVMTypeRef type);
LLVMValueRef hr_ptx_extend(const hr_ptx *p, LLVMValueRef value, bool is_signed, LLVMTypeRef type);
/* Return VALUE with subnormal numbers of f32 and f16 as zeros, if I has .ftz. */
LLVMValueRef hr_ptx_flush(const hr_ptx_instruction *i, LLVMValueRef value);
/* Return VALUE as .ftz and .sat of I want the result. */
LLVMValueRef hr_ptx_finish(const hr_ptx_instruction *i, LLVMValueRef value);
/* Build the floating-point operation NAME (fadd, fma, sqrt) in the rounding of I. */
LLVMValueRef hr_ptx_rounded(const hr_ptx_instruction *i, const char *name, LLVMValueRef a,
			    LLVMValueRef b, LLVMValueRef c);

/* --- instructions -------------------------------------------------------------------------------
 * Each builds I's results, and returns false if there is a form of the instruction that it does not know. */

bool hr_ptx_instruction_build(hr_ptx_instruction *i);

/* Return the number of destinations of I, whose words are set. */
unsigned hr_ptx_result_count(const hr_ptx_instruction *i);

#define PTX(name, handler, results) bool hr_ptx_do_##handler(hr_ptx_instruction *i);
#include "ir/kernel/ptx/ptx.def"

/* --- assembly.c ------------------------------------------------------------------------------- */

/* Return true if ASSEMBLY has operands that are constants, on which its meaning may depend. */
bool hr_ptx_has_constants(LLVMValueRef assembly);
/* Return a function that does what ASSEMBLY, the callee of CALL, does with the constants of CALL. */
LLVMValueRef hr_ptx_assemble(hr_ptx *p, LLVMValueRef assembly, LLVMValueRef call);

/* --- reflect.c -------------------------------------------------------------------------------- */

/* Replace CALL of the function NAME by its value, if it asks for a property of the compilation; else return false. */
bool hr_ptx_reflect(const hr_ptx *p, LLVMValueRef call, const char *name);

/* --- intrinsic.c ------------------------------------------------------------------------------ */

/* Write the text of the instruction that the intrinsic, or function of libdevice, NAME stands for; false: it stands for
 * none. */
bool hr_ptx_of_intrinsic(const char *name, char *text, size_t size);

#endif
