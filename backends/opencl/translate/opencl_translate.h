/* backends/opencl/translate/opencl_translate.h -- declarations shared by the files that translate
 * LLVM IR to OpenCL C.
 *
 * An integer of N bits is represented by the smallest unsigned type that can hold it, with the
 * upper bits zero; i1 is bool; an integer of more than 64 bits is a structure (helpers.c). half and
 * bfloat are represented by their bits. Vectors are OpenCL vectors where these exist, otherwise
 * structures with an array. A pointer is represented by a pointer to some element type in an
 * address space, and an index. */
#ifndef HR_OPENCL_TRANSLATE_H
#define HR_OPENCL_TRANSLATE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "backends/opencl/translate/source.h"
#include "backends/shared/ir_text.h"
#include "src/base/arena.h"
#include "src/base/map.h"

/* The address space that a pointer points to. */
typedef enum ocl_space {
	OCL_NOWHERE, /* null, or not known yet */
	OCL_PRIVATE,
	OCL_LOCAL,
	OCL_GLOBAL,
	OCL_CONSTANT,
	OCL_FIXED,   /* global, or constant if HPVM_CONSTANTS is defined */
	OCL_SEVERAL, /* several spaces */
} ocl_space;

/* How a value is written in OpenCL C. */
typedef struct ocl_value {
	const char *text;    /* an expression in parentheses, or a name */
	const char *index;   /* pointers: the index to add to it; NULL: none */
	const char *element; /* pointers: the type that TEXT points to */
} ocl_value;

typedef struct ocl_writer {
	const hr_unit *unit;
	const ocl_target *target;
	const ocl_stage *stage; /* NULL: the unit is not a stage */
	/* The source text that the unit is added to; NULL: it is a separate text. */
	ocl_text *text;
	ocl_source *source;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMTargetDataRef layout;
	hr_arena arena;
	hr_map values; /* maps values to ocl_value */
	hr_map spaces; /* maps pointers to ocl_space */
	/* Maps pointers that are variables to their element type (const char *). */
	hr_map elements;
	hr_map latches; /* the jumps that may end a `do` loop */
	hr_map homes;   /* maps values to phis */
	/* spaces.c: classes of pointers into one object, and the types it is accessed as. */
	hr_map parents, accesses;
	hr_strmap names; /* in use or reserved */
	hr_strmap types; /* types that have a typedef */
	hr_ir_text typedefs, constants, functions;
	hr_ir_text *out;            /* the destination of statements */
	hr_ir_text declarations;    /* declarations of the current function */
	HR_VEC(LLVMValueRef) marks; /* the instructions that lines come from */
	HR_VEC(ocl_argument) arguments;
	LLVMValueRef function; /* the current function */
	LLVMValueRef at;       /* the current instruction */
	bool kernel;           /* FUNCTION is the kernel */
	unsigned depth;        /* indentation */
	unsigned temporaries, labels;
	bool lines; /* the source maps lines to instructions */
} ocl_writer;

/* Marks in the text that the last pass (source.c) replaces: instructions of lines, and labels. */
#define OCL_MARK  '\001'
#define OCL_LABEL '\002'
#define OCL_GOTO  '\003'

/* Refuse the unit because of self->at, if that is set. Only the first call has an effect. */
void ocl_refuse(ocl_writer *self, hr_unit_refusal refusal, const char *format, ...) HR_PRINTF(3, 4);
#define OCL_PRINT(self, ...) hr_arena_printf(&(self)->arena, __VA_ARGS__)

/* --- types.c ---------------------------------------------------------------------------------- */

/* Return the width of an integer type, or of the elements of an integer vector. */
unsigned ocl_bits(LLVMTypeRef type);
LLVMTypeRef ocl_scalar(LLVMTypeRef type); /* the element type of a vector, or TYPE */
unsigned ocl_lanes(LLVMTypeRef type);     /* length of a vector; 0: not a vector */
/* For example "uint"; "hpvm_i128" for more than 64 bits. */
const char *ocl_unsigned(unsigned bits);
const char *ocl_signed(unsigned bits);
unsigned ocl_container(unsigned bits); /* 8, 16, 32, 64, 128 */
/* Return the C type for values of TYPE, which is not a pointer; refuse the unit if there is
 * none. */
const char *ocl_type(ocl_writer *self, LLVMTypeRef type);
bool ocl_is_native_vector(LLVMTypeRef type);
/* Return the C type with which a scalar of TYPE can be accessed in memory, if it fills its bytes;
 * NULL if no single access is possible. */
const char *ocl_access_type(ocl_writer *self, LLVMTypeRef type);
unsigned ocl_access_bytes(const char *type);  /* for example 4 for "uint" */
const char *ocl_plain_type(const char *type); /* for example "uint" for "hpvm_any_uint" */
/* Return the type "hpvm_any_uint", which may alias anything, or "hpvm_at_uint", which may also be
 * unaligned. */
const char *ocl_loose_type(ocl_writer *self, const char *type, bool aligned);
uint64_t ocl_store_bytes(const ocl_writer *self, LLVMTypeRef type);
/* Return the member access for member I of a value of TYPE, for example ".f1", ".e[1]" or ".s1". */
const char *ocl_member(ocl_writer *self, LLVMTypeRef type, unsigned i);
const char *ocl_space_word(ocl_space space); /* for example "__global " */

/* --- values.c --------------------------------------------------------------------------------- */

/* Return an unused C identifier similar to WANTED. */
const char *ocl_name(ocl_writer *self, const char *wanted);
/* The same for a kernel, a function or a constant, which must be unique in the whole text. */
const char *ocl_outer_name(ocl_writer *self, const char *wanted);
/* Return true if the text already defines NAME, a type or helper function, because of another
 * kernel. Otherwise record that it is defined now. */
bool ocl_is_defined(ocl_writer *self, const char *name);
const char *ocl_value_name(ocl_writer *self, LLVMValueRef value);
/* Return VALUE as an expression; for structures and vectors it is a name. */
const char *ocl_operand(ocl_writer *self, LLVMValueRef value);
/* Return element LANE of a vector, which may be a constant; VALUE itself if LANE < 0. */
const char *ocl_lane(ocl_writer *self, LLVMValueRef value, int lane);
ocl_value ocl_pointer(ocl_writer *self, LLVMValueRef value);
/* Return the pointer as an expression such as "p + i". */
const char *ocl_pointer_text(ocl_writer *self, ocl_value pointer);
/* Return VALUE as an expression of type pointer to ELEMENT. */
const char *ocl_pointer_as(ocl_writer *self, LLVMValueRef value, const char *element);
void ocl_set(ocl_writer *self, LLVMValueRef value, ocl_value text);
/* Return TEXT, an integer of BITS bits, converted to its signed type and value. */
const char *ocl_as_signed(ocl_writer *self, const char *text, unsigned bits);
/* Return TEXT reduced to BITS bits; upper bits may be set before. */
const char *ocl_cut(ocl_writer *self, const char *text, unsigned bits);
const char *ocl_integer(ocl_writer *self, uint64_t value, unsigned bits);
/* Converts half to float. */
const char *ocl_float_of(ocl_writer *self, const char *text, LLVMTypeRef type);
const char *ocl_of_float(ocl_writer *self, const char *text, LLVMTypeRef type);
/* Store the in-memory bytes of CONSTANT in BYTES. Return false if it contains addresses. */
bool ocl_constant_bytes(ocl_writer *self, LLVMValueRef constant, uint8_t *bytes);
const char *ocl_bare(ocl_writer *self, const char *text); /* without the outer parentheses */

/* --- spaces.c --------------------------------------------------------------------------------- */

void ocl_find_spaces(ocl_writer *self);
ocl_space ocl_space_of(ocl_writer *self, LLVMValueRef pointer);
/* Return the type as which the memory that POINTER points to is accessed most often. */
const char *ocl_element_of(ocl_writer *self, LLVMValueRef pointer);
/* Return ELEMENT, or the aliasing type for it if the object that POINTER points to is accessed as
 * several types. */
const char *ocl_element_among(ocl_writer *self, LLVMValueRef pointer, const char *element);

/* --- lower.c ---------------------------------------------------------------------------------- */

/* Replace instructions that have no counterpart in OpenCL C. */
void ocl_lower(ocl_writer *self);
/* addresses.c. Rewrite addresses in inputs to one index relative to the input. */
void ocl_flatten_addresses(ocl_writer *self);

/* --- fixed.c ---------------------------------------------------------------------------------- */

/* Return true if input INPUT of the unit's function FUNCTION may be placed in constant memory. */
bool ocl_is_fixed(const ocl_writer *self, LLVMValueRef function, uint32_t input);

/* --- homes.c ---------------------------------------------------------------------------------- */

void ocl_find_homes(ocl_writer *self, LLVMValueRef function);
/* Return the phi whose variable VALUE is computed in; NULL if VALUE has a separate variable. */
LLVMValueRef ocl_home_of(const ocl_writer *self, LLVMValueRef value);

/* --- sequential.c ----------------------------------------------------------------------------- */

/* Rewrite the unit's function so that it runs all instances, or refuse the unit. */
void ocl_sequentialise(ocl_writer *self);

/* --- pipes.c ---------------------------------------------------------------------------------- */

/* For a stage: replace inputs by calls of `hpvm_pop.N()`, and stores of outputs by calls of
 * `hpvm_push.N(value)`. N is the index of the pipe in `from` and `to`. */
void ocl_use_pipes(ocl_writer *self);
/* Write CALL if it is one of these calls; otherwise return false. */
bool ocl_pipe_call(ocl_writer *self, LLVMValueRef call);
/* Return the declaration of the kernel's parameter for pipe I of those that it reads (READS) or
 * writes. */
const char *ocl_pipe_formal(ocl_writer *self, bool reads, uint32_t i);

/* --- statements ------------------------------------------------------------------------------- */

void ocl_write(ocl_writer *self, const char *format, ...) HR_PRINTF(2, 3);
/* Write an indented line that comes from self->at. */
void ocl_line_of(ocl_writer *self, const char *format, ...) HR_PRINTF(2, 3);
/* Define VALUE as TEXT: as an expression that is used in place of VALUE, or with a variable. */
void ocl_define(ocl_writer *self, LLVMValueRef value, const char *text);
void ocl_define_pointer(ocl_writer *self, LLVMValueRef value, ocl_value pointer);
/* Declare a variable for VALUE that is assigned part by part, and return its name. */
const char *ocl_declare(ocl_writer *self, LLVMValueRef value);
/* Declared at the current position. */
const char *ocl_temporary(ocl_writer *self, const char *type);
bool ocl_folds(ocl_writer *self, LLVMValueRef value);

/* --- instructions.c, memory.c, intrinsics.c, control.c ---------------------------------------- */

void ocl_instruction(ocl_writer *self, LLVMValueRef at);
/* Return the expression for one lane of an instruction without side effects; NULL for any other
 * instruction. */
const char *ocl_expression(ocl_writer *self, LLVMValueRef at, int lane);
bool ocl_memory(ocl_writer *self, LLVMValueRef at); /* false: not a memory access */
void ocl_copy(ocl_writer *self, LLVMValueRef call, bool moves);
void ocl_fill(ocl_writer *self, LLVMValueRef call);
/* GEP is an instruction or a constant. */
ocl_value ocl_address(ocl_writer *self, LLVMValueRef gep);
void ocl_call(ocl_writer *self, LLVMValueRef call);
bool ocl_is_pure_call(LLVMValueRef call);
const char *ocl_call_expression(ocl_writer *self, LLVMValueRef call, int lane);
const char *ocl_called(LLVMValueRef call);
void ocl_body(ocl_writer *self, LLVMValueRef function);
bool ocl_is_reducible(LLVMValueRef function); /* every loop has a single entry */
/* source.c. Replace the marks in TEXT and store the result as the code of the source. */
void ocl_finish(ocl_writer *self, const hr_ir_text *text);
/* Write the helpers (helpers.c) that TEXT needs to TO. */
void ocl_helpers(ocl_writer *self, hr_ir_text *to, const char *text);

#endif
