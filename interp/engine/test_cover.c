/* interp/engine/test_cover.c -- records what the tests of instructions and intrinsics have run, and
 * compares it with what they should run.
 *
 * A row of ir/lower/instruction.def or ir/lower/intrinsic.def claims classes of types. Each
 * function whose results were right is searched for rows and classes. They are recorded in memory
 * that the processes of the test share.
 *
 * Invariant: the check finds every supported row that has not run, or not on a class that it
 *            claims.
 * Not here:  the cases (test_ir.c, test_rows.c, interp/tests/ir); rows that only trap
 *            (interp/tests/ir/traps.ll). */
#define _GNU_SOURCE
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <llvm-c/Core.h>

#include "interp/engine/test_compiled.h"
#include "ir/lower/intrinsic.h"

/* --- what has run ----------------------------------------------------------------------------- */

enum {
	NARROW = 1,
	I8 = 2,
	ODD = 4,
	I16 = 8,
	I32 = 16,
	I64 = 32,
	WIDE = 64,
	I128 = 128,
	HALF = 256,
	BFLOAT = 512,
	FLOAT = 1024,
	DOUBLE = 2048,
	FP80 = 4096,
	FP128 = 8192,
	POINTER = 16384,
	INTS = 32768,
	FLOATS = 65536,
	ANY = 131072,
	ALL_INTS = NARROW | I8 | ODD | I16 | I32 | I64 | WIDE | I128 | INTS,
	ALL_FLOATS = HALF | BFLOAT | FLOAT | DOUBLE | FP80 | FP128 | FLOATS,
};

static const char *const class_names[] = {"i1..i7",
					  "i8",
					  "i9..i63",
					  "i16",
					  "i32",
					  "i64",
					  "i65..i127",
					  "i128",
					  "half",
					  "bfloat",
					  "float",
					  "double",
					  "x86_fp80",
					  "fp128",
					  "ptr",
					  "vectors of integers",
					  "vectors of floating point",
					  "anything"};

typedef struct coverage {
	uint32_t instructions[256]; /* by opcode: set of classes */
	uint32_t intrinsics[1024];  /* by row */
} coverage;

static coverage *covered;

void hr_cover_begin(void)
{
	covered = mmap(NULL, sizeof(*covered), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		       -1, 0);
	if (covered == MAP_FAILED)
		abort();
}

static uint32_t class_of_int(unsigned bits)
{
	switch (bits) {
	case 8: return I8;
	case 16: return I16;
	case 32: return I32;
	case 64: return I64;
	case 128: return I128;
	default: return bits < 8 ? NARROW : bits < 64 ? ODD : bits < 128 ? WIDE : 0;
	}
}

static uint32_t class_of(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind: return class_of_int(LLVMGetIntTypeWidth(type));
	case LLVMHalfTypeKind: return HALF;
	case LLVMBFloatTypeKind: return BFLOAT;
	case LLVMFloatTypeKind: return FLOAT;
	case LLVMDoubleTypeKind: return DOUBLE;
	case LLVMX86_FP80TypeKind: return FP80;
	case LLVMFP128TypeKind: return FP128;
	case LLVMPointerTypeKind: return POINTER;
	case LLVMVectorTypeKind:
		return class_of(LLVMGetElementType(type)) & (ALL_FLOATS | FLOATS) ? FLOATS : INTS;
	default: return 0;
	}
}

static void cover_intrinsic(LLVMValueRef call, LLVMValueRef callee)
{
	unsigned id = LLVMGetIntrinsicID(callee);
	size_t length;
	const hr_intrinsic *row = id ? hr_intrinsic_find(LLVMIntrinsicGetName(id, &length)) : NULL;
	uint32_t classes = ANY | class_of(LLVMTypeOf(call));

	if (!row)
		return;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && i < 2; i++)
		classes |= class_of(LLVMTypeOf(LLVMGetOperand(call, i)));
	covered->intrinsics[row - hr_intrinsics] |= classes;
}

/* Return the classes of an instruction: those of its result, or, if the result type is fixed, those
 * of its operands. */
static uint32_t classes_of(LLVMValueRef in, LLVMOpcode opcode)
{
	uint32_t classes = ANY | class_of(LLVMTypeOf(in));

	switch (opcode) {
	case LLVMICmp:
	case LLVMFCmp:
	case LLVMStore:
	case LLVMRet:
	case LLVMSwitch:
		return LLVMGetNumOperands(in) ? ANY | class_of(LLVMTypeOf(LLVMGetOperand(in, 0)))
					      : ANY;
	case LLVMExtractElement:
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt:
	case LLVMFPToUI:
	case LLVMFPToSI:
	case LLVMUIToFP:
	case LLVMSIToFP:
	case LLVMFPTrunc:
	case LLVMFPExt:
	case LLVMBitCast: return classes | class_of(LLVMTypeOf(LLVMGetOperand(in, 0)));
	default: return classes;
	}
}

void hr_cover(void *function)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
	     b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef in = LLVMGetFirstInstruction(b); in;
		     in = LLVMGetNextInstruction(in)) {
			LLVMOpcode opcode = LLVMGetInstructionOpcode(in);
			LLVMValueRef callee = LLVMIsACallInst(in) ? LLVMGetCalledValue(in) : NULL;

			covered->instructions[opcode] |= classes_of(in, opcode);
			if (!callee || !LLVMIsAFunction(callee) || callee == function)
				continue;
			if (LLVMCountBasicBlocks(callee))
				hr_cover(callee);
			else
				cover_intrinsic(in, callee);
		}
}

/* --- what the rows claim ---------------------------------------------------------------------- */

static uint32_t claim_of_intrinsic(const hr_intrinsic *row)
{
	static const struct {
		const char *handler;
		uint32_t classes;
	} claims[] = {
		{"int_binary", ALL_INTS},
		{"compare", ALL_INTS},
		{"saturating", ALL_INTS},
		{"overflow", ALL_INTS},
		{"count_bits", ALL_INTS},
		{"absolute", ALL_INTS},
		{"funnel", ALL_INTS},
		{"carryless", ALL_INTS},
		{"fixed_product", ALL_INTS & ~(uint32_t)(WIDE | I128)},
		{"fixed_product_sat", ALL_INTS & ~(uint32_t)(WIDE | I128)},
		{"float", ALL_FLOATS},
		{"muladd", ALL_FLOATS},
		{"float_int", ALL_FLOATS},
		{"float_pair", ALL_FLOATS},
		{"frexp", ALL_FLOATS},
		{"float_to_long", ALL_FLOATS},
		{"fpclass", ALL_FLOATS},
		{"to_int_sat", ALL_FLOATS | ALL_INTS},
		{"to_int", ALL_FLOATS},
		{"from_int", ALL_FLOATS},
		{"constrained_cast", FLOAT | DOUBLE},
		{"constrained_fcmp", ALL_FLOATS},
	};

	if (!strcmp(row->handler_name, "reduce") || !strcmp(row->handler_name, "reduce_from"))
		return ANY | (hr_op_infos[row->op].to >= HR_C_F16 ? ALL_FLOATS : ALL_INTS);
	if (strstr(row->name, "lround") || strstr(row->name, "constrained.lrint") ||
	    strstr(row->name, "constrained.llrint"))
		return ANY | (ALL_FLOATS & ~FLOATS); /* LLVM has no vector versions */
	if (strstr(row->name, "div.fix"))            /* LLVM does not compile all types */
		return ANY | NARROW | I8 | ODD | I16 | I32 | I64 | INTS;
	if (!strcmp(row->name, "llvm.bswap"))
		return I16 | I32 | I64 | I128 | INTS;
	if (!strcmp(row->name, "llvm.bitreverse"))
		return ALL_INTS;
	for (size_t i = 0; i < sizeof(claims) / sizeof(*claims); i++)
		if (!strcmp(row->handler_name, claims[i].handler))
			return ANY | claims[i].classes;
	return ANY;
}

static uint32_t claim_of_instruction(LLVMOpcode opcode)
{
	switch (opcode) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMUDiv:
	case LLVMURem:
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
	case LLVMSDiv:
	case LLVMSRem:
	case LLVMICmp:
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt: return ALL_INTS;
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFRem:
	case LLVMFNeg:
	case LLVMFCmp:
	case LLVMFPTrunc:
	case LLVMFPExt: return ALL_FLOATS;
	case LLVMFPToUI:
	case LLVMFPToSI:
	case LLVMUIToFP:
	case LLVMSIToFP: return ALL_INTS | ALL_FLOATS;
	case LLVMLoad:
	case LLVMStore:
	case LLVMPHI:
	case LLVMSelect:
	case LLVMFreeze: return ALL_INTS | ALL_FLOATS | POINTER;
	case LLVMInsertElement:
	case LLVMExtractElement:
	case LLVMShuffleVector: return INTS | FLOATS;
	default: return ANY;
	}
}

static unsigned check(const char *name, uint32_t claim, uint32_t have)
{
	uint32_t lacking = claim & ~have;

	for (unsigned i = 0; i < sizeof(class_names) / sizeof(*class_names); i++)
		if (lacking >> i & 1)
			fprintf(stderr, "%s has run in no test on %s\n", name, class_names[i]);
	return lacking != 0;
}

/* Operations that end the run cannot be compared; those of exceptions are compared by programs
 * (interp/tests/host). */
static bool only_traps(const char *handler)
{
	return !strcmp(handler, "trap") || !strcmp(handler, "typeid") ||
	       !strcmp(handler, "unreachable") || !strcmp(handler, "exception");
}

/* LLVMLookupIntrinsicID() also matches a prefix of the name, so the name is compared. */
bool hr_compiled_knows(const char *name)
{
	size_t length;
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));

	return id && !strcmp(LLVMIntrinsicGetName(id, &length), name);
}

/* From LLVM 19 on, the reader turns these calls into debug records. */
static bool is_record(const char *name)
{
	return !strncmp(name, "llvm.dbg.", 9);
}

unsigned hr_cover_check(void)
{
	unsigned missing = 0;

	for (unsigned i = 0; i < hr_intrinsic_count; i++) {
		const hr_intrinsic *row = &hr_intrinsics[i];

		if (row->handler != hr_it_refused && row->handler != hr_it_settled &&
		    !only_traps(row->handler_name) && !is_record(row->name) &&
		    hr_compiled_knows(row->name))
			missing +=
				check(row->name, claim_of_intrinsic(row), covered->intrinsics[i]);
	}
#define INSTRUCTION(opcode, name, handler, note)                                                   \
	if (!only_traps(#handler))                                                                 \
		missing += check(name, claim_of_instruction(opcode), covered->instructions[opcode]);
#define INSTRUCTION_REFUSED(opcode, name, why)
#include "ir/lower/instruction.def"
#undef INSTRUCTION
#undef INSTRUCTION_REFUSED
	return missing;
}
