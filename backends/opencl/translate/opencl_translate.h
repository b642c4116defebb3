/* backends/opencl/translate/opencl_translate.h -- what the files that translate LLVM IR to OpenCL C
 * share.
 *
 * Integers of N bits are held in the unsigned type that has room for them, the bits beyond N zero;
 * i1 is bool; of more than 64 bits in a structure (helpers.c). half and bfloat are held as their
 * bits. Vectors are OpenCL's where it has them, otherwise structures with an array. A pointer is a
 * place of some element type in an address space, and an index behind it. */
#ifndef HR_OPENCL_TRANSLATE_H
#define HR_OPENCL_TRANSLATE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "backends/opencl/translate/source.h"
#include "backends/shared/ir_text.h"
#include "src/base/arena.h"
#include "src/base/map.h"

/* Where a pointer points to. */
typedef enum ocl_space {
	OCL_NOWHERE, /* null, or not known yet */
	OCL_PRIVATE,
	OCL_LOCAL,
	OCL_GLOBAL,
	OCL_CONSTANT,
	OCL_FIXED,   /* global, or with HPVM_CONSTANTS constant */
	OCL_SEVERAL, /* not always the same */
} ocl_space;

/* How a value is written. */
typedef struct ocl_value {
	const char *text;    /* an expression in parentheses, or a name */
	const char *index;   /* of a pointer: added to it; NULL: nothing */
	const char *element; /* of a pointer: the type that TEXT points to */
} ocl_value;

typedef struct ocl_writer {
	const hr_unit *unit;
	const ocl_target *target;
	const ocl_stage *stage; /* NULL: it is none */
	ocl_text *text;         /* that the unit becomes part of; NULL: it is a text of its own */
	ocl_source *source;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMTargetDataRef layout;
	hr_arena arena;
	hr_map values;   /* to ocl_value */
	hr_map spaces;   /* of pointers, to ocl_space */
	hr_map elements; /* of pointers that are variables, to the type (const char *) */
	hr_map latches;  /* jumps that may end a `do` */
	hr_map homes;    /* of values, to phis */
	/* spaces.c: classes of pointers into one object, and what is accessed there */
	hr_map parents, accesses;
	hr_strmap names; /* in use, or reserved */
	hr_strmap types; /* that have a typedef */
	hr_ir_text typedefs, constants, functions;
	hr_ir_text *out;            /* where statements go */
	hr_ir_text declarations;    /* of the function that is being written */
	HR_VEC(LLVMValueRef) marks; /* instructions that lines come from */
	HR_VEC(ocl_argument) arguments;
	LLVMValueRef function; /* that is being written */
	LLVMValueRef at;       /* the instruction */
	bool kernel;           /* it is the kernel */
	unsigned depth;        /* of indentation */
	unsigned temporaries, labels;
	bool lines; /* the source tells where its lines come from */
} ocl_writer;

/* Marks in text that the last pass (source.c) takes out: lines of instructions, and labels. */
#define OCL_MARK  '\001'
#define OCL_LABEL '\002'
#define OCL_GOTO  '\003'

/* Says once why the unit cannot be translated: because of self->at, if there is one. */
void ocl_refuse(ocl_writer *self, hr_unit_refusal refusal, const char *format, ...) HR_PRINTF(3, 4);
#define OCL_PRINT(self, ...) hr_arena_printf(&(self)->arena, __VA_ARGS__)

/* --- types.c ---------------------------------------------------------------------------------- */

/* The bits of an integer, or of an element of a vector of them. */
unsigned ocl_bits(LLVMTypeRef type);
LLVMTypeRef ocl_scalar(LLVMTypeRef type); /* a vector's element; itself */
unsigned ocl_lanes(LLVMTypeRef type);     /* of a vector; 0: none */
const char *ocl_unsigned(unsigned bits);  /* "uint"; of more than 64: "hpvm_i128" */
const char *ocl_signed(unsigned bits);
unsigned ocl_container(unsigned bits); /* 8, 16, 32, 64, 128 */
/* The type of a value that is no pointer; refuses. */
const char *ocl_type(ocl_writer *self, LLVMTypeRef type);
bool ocl_is_native_vector(LLVMTypeRef type);
/* What an access to a scalar of TYPE that fills its bytes is made with; NULL: not at once. */
const char *ocl_access_type(ocl_writer *self, LLVMTypeRef type);
unsigned ocl_access_bytes(const char *type);  /* "uint": 4 */
const char *ocl_plain_type(const char *type); /* "uint" of "hpvm_any_uint" */
/* "hpvm_any_uint", which may be part of anything; "hpvm_at_uint" may also lie anywhere. */
const char *ocl_loose_type(ocl_writer *self, const char *type, bool aligned);
uint64_t ocl_store_bytes(const ocl_writer *self, LLVMTypeRef type);
/* "struct's" path to member I of a value of TYPE: ".f1", ".e[1]", ".s1" */
const char *ocl_member(ocl_writer *self, LLVMTypeRef type, unsigned i);
const char *ocl_space_word(ocl_space space); /* "__global " */

/* --- values.c --------------------------------------------------------------------------------- */

/* A C name that nobody has, like WANTED. */
const char *ocl_name(ocl_writer *self, const char *wanted);
/* The same of a kernel, a function or a constant: nobody else in the text has it, either. */
const char *ocl_outer_name(ocl_writer *self, const char *wanted);
/* Whether the text has NAME, a type or a function of ours, from another kernel; from now on it
 * has. */
bool ocl_is_defined(ocl_writer *self, const char *name);
const char *ocl_value_name(ocl_writer *self, LLVMValueRef value);
/* The value as an expression; of a structure or vector a name. */
const char *ocl_operand(ocl_writer *self, LLVMValueRef value);
/* Element LANE of a vector, which may be a constant; LANE < 0: the value. */
const char *ocl_lane(ocl_writer *self, LLVMValueRef value, int lane);
ocl_value ocl_pointer(ocl_writer *self, LLVMValueRef value);
/* "p + i" */
const char *ocl_pointer_text(ocl_writer *self, ocl_value pointer);
/* The pointer as a pointer to ELEMENT. */
const char *ocl_pointer_as(ocl_writer *self, LLVMValueRef value, const char *element);
void ocl_set(ocl_writer *self, LLVMValueRef value, ocl_value text);
/* The signed view of TEXT, an integer of BITS. */
const char *ocl_as_signed(ocl_writer *self, const char *text, unsigned bits);
/* TEXT, of which more bits may be set, as an integer of BITS. */
const char *ocl_cut(ocl_writer *self, const char *text, unsigned bits);
const char *ocl_integer(ocl_writer *self, uint64_t value, unsigned bits);
/* half: as a float */
const char *ocl_float_of(ocl_writer *self, const char *text, LLVMTypeRef type);
const char *ocl_of_float(ocl_writer *self, const char *text, LLVMTypeRef type);
/* Bytes of a constant as in memory; false: it has addresses. */
bool ocl_constant_bytes(ocl_writer *self, LLVMValueRef constant, uint8_t *bytes);
const char *ocl_bare(ocl_writer *self, const char *text); /* without parentheses around all of it */

/* --- spaces.c --------------------------------------------------------------------------------- */

void ocl_find_spaces(ocl_writer *self);
ocl_space ocl_space_of(ocl_writer *self, LLVMValueRef pointer);
/* The type that POINTER's places are mostly used as. */
const char *ocl_element_of(ocl_writer *self, LLVMValueRef pointer);
/* ELEMENT, or what may be part of anything where POINTER's object is accessed as several types. */
const char *ocl_element_among(ocl_writer *self, LLVMValueRef pointer, const char *element);

/* --- lower.c ---------------------------------------------------------------------------------- */

/* Makes instructions of what has no like in OpenCL C. */
void ocl_lower(ocl_writer *self);
/* addresses.c: addresses in inputs become one index into each. */
void ocl_flatten_addresses(ocl_writer *self);

/* --- fixed.c ---------------------------------------------------------------------------------- */

/* Whether INPUT of the unit, which is FUNCTION, may lie in constant memory. */
bool ocl_is_fixed(const ocl_writer *self, LLVMValueRef function, uint32_t input);

/* --- homes.c ---------------------------------------------------------------------------------- */

void ocl_find_homes(ocl_writer *self, LLVMValueRef function);
/* The phi in whose variable VALUE is computed; NULL: it has its own. */
LLVMValueRef ocl_home_of(const ocl_writer *self, LLVMValueRef value);

/* --- sequential.c ----------------------------------------------------------------------------- */

/* The unit's function becomes one that runs all instances; or it is refused. */
void ocl_sequentialise(ocl_writer *self);

/* --- pipes.c ---------------------------------------------------------------------------------- */

/* Of a stage: inputs come from `hpvm_pop.N()`, and outputs go to `hpvm_push.N(value)`, N being the
 * pipe's number in `from` and `to`. */
void ocl_use_pipes(ocl_writer *self);
/* CALL is one of these, and is written; false: it is none. */
bool ocl_pipe_call(ocl_writer *self, LLVMValueRef call);
/* The kernel's argument for pipe I of those that it reads, or writes. */
const char *ocl_pipe_formal(ocl_writer *self, bool reads, uint32_t i);

/* --- statements ------------------------------------------------------------------------------- */

void ocl_write(ocl_writer *self, const char *format, ...) HR_PRINTF(2, 3);
/* A line, indented, that comes from self->at. */
void ocl_line_of(ocl_writer *self, const char *format, ...) HR_PRINTF(2, 3);
/* VALUE is TEXT from now on: as an expression, or as a variable. */
void ocl_define(ocl_writer *self, LLVMValueRef value, const char *text);
void ocl_define_pointer(ocl_writer *self, LLVMValueRef value, ocl_value pointer);
/* A variable for VALUE that something is assigned to in parts; its name. */
const char *ocl_declare(ocl_writer *self, LLVMValueRef value);
const char *ocl_temporary(ocl_writer *self, const char *type); /* declared here */
bool ocl_folds(ocl_writer *self, LLVMValueRef value);

/* --- instructions.c, memory.c, intrinsics.c, control.c ---------------------------------------- */

void ocl_instruction(ocl_writer *self, LLVMValueRef at);
/* The expression of one lane of a pure instruction; NULL: it is none. */
const char *ocl_expression(ocl_writer *self, LLVMValueRef at, int lane);
bool ocl_memory(ocl_writer *self, LLVMValueRef at); /* false: it is no access */
void ocl_copy(ocl_writer *self, LLVMValueRef call, bool moves);
void ocl_fill(ocl_writer *self, LLVMValueRef call);
ocl_value ocl_address(ocl_writer *self, LLVMValueRef gep); /* an instruction or a constant */
void ocl_call(ocl_writer *self, LLVMValueRef call);
bool ocl_is_pure_call(LLVMValueRef call);
const char *ocl_call_expression(ocl_writer *self, LLVMValueRef call, int lane);
const char *ocl_called(LLVMValueRef call);
void ocl_body(ocl_writer *self, LLVMValueRef function);
bool ocl_is_reducible(LLVMValueRef function); /* every loop has one entry */
/* source.c: makes TEXT, with its marks, the source's code. */
void ocl_finish(ocl_writer *self, const hr_ir_text *text);
/* Which helpers (helpers.c) TEXT needs, before it. */
void ocl_helpers(ocl_writer *self, hr_ir_text *to, const char *text);

#endif
