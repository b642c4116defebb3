/* backends/opencl/translate/intrinsics.h -- the list of all intrinsics that are translated.
 *
 * A name stands for all overloads. An intrinsic that has no row here and is not a math function
 * (intrinsics.c) is refused. */
#ifndef HR_INTRINSICS_H
#define HR_INTRINSICS_H

#include "backends/opencl/translate/opencl_translate.h"

/* clang-format off */
#define OCL_INTRINSICS(X)                                                                          \
	X("umin", UMIN) X("umax", UMAX) X("smin", SMIN) X("smax", SMAX)                            \
	X("uadd.sat", UADD_SAT) X("usub.sat", USUB_SAT) X("sadd.sat", SADD_SAT)                    \
	X("ssub.sat", SSUB_SAT) X("ucmp", UCMP) X("scmp", SCMP) X("abs", ABS)                      \
	X("ctpop", CTPOP) X("ctlz", CTLZ) X("cttz", CTTZ) X("bswap", BSWAP)                        \
	X("bitreverse", BITREVERSE) X("fshl", FSHL) X("fshr", FSHR) X("clmul", CLMUL)              \
	X("ldexp", LDEXP) X("powi", POWI) X("lrint", LRINT) X("llrint", LRINT)                     \
	X("lround", LROUND) X("llround", LROUND) X("fptosi.sat", FPTOSI_SAT)                       \
	X("fptoui.sat", FPTOUI_SAT) X("convert.to.fp16", TO_FP16)                                  \
	X("convert.from.fp16", FROM_FP16) X("is.fpclass", CLASS)                                   \
	X("vector.reduce.add", REDUCE_ADD) X("vector.reduce.mul", REDUCE_MUL)                      \
	X("vector.reduce.and", REDUCE_AND) X("vector.reduce.or", REDUCE_OR)                        \
	X("vector.reduce.xor", REDUCE_XOR) X("vector.reduce.umin", REDUCE_UMIN)                    \
	X("vector.reduce.umax", REDUCE_UMAX) X("vector.reduce.smin", REDUCE_SMIN)                  \
	X("vector.reduce.smax", REDUCE_SMAX) X("vector.reduce.fadd", REDUCE_FADD)                  \
	X("vector.reduce.fmul", REDUCE_FMUL) X("vector.reduce.fmin", REDUCE_FMIN)                  \
	X("vector.reduce.fmax", REDUCE_FMAX) X("vector.reduce.fminimum", REDUCE_FMINIMUM)          \
	X("vector.reduce.fmaximum", REDUCE_FMAXIMUM) X("expect", EXPECT)                           \
	X("expect.with.probability", EXPECT) X("ssa.copy", EXPECT) X("is.constant", FALSE)         \
	X("ilogb", ILOGB) X("get.rounding", ONE) X("objectsize", UNKNOWN_SIZE)                     \
	X("uadd.with.overflow", UADD_OVERFLOW) X("usub.with.overflow", USUB_OVERFLOW)              \
	X("umul.with.overflow", UMUL_OVERFLOW) X("sadd.with.overflow", SADD_OVERFLOW)              \
	X("ssub.with.overflow", SSUB_OVERFLOW) X("smul.with.overflow", SMUL_OVERFLOW)              \
	X("frexp", FREXP) X("modf", MODF) X("sincos", SINCOS) X("memcpy", COPY)                    \
	X("memcpy.inline", COPY) X("memcpy.element.unordered.atomic", COPY) X("memmove", MOVE)     \
	X("memmove.element.unordered.atomic", MOVE) X("memset", FILL) X("memset.inline", FILL)     \
	X("memset.element.unordered.atomic", FILL)                                                 \
	X("launder.invariant.group", SAME_POINTER) X("strip.invariant.group", SAME_POINTER)        \
	X("lifetime.start", NOTHING) X("lifetime.end", NOTHING) X("assume", NOTHING)               \
	X("donothing", NOTHING) X("sideeffect", NOTHING) X("prefetch", NOTHING)                    \
	X("invariant.end", NOTHING) X("dbg.value", NOTHING) X("dbg.declare", NOTHING)              \
	X("dbg.label", NOTHING) X("dbg.assign", NOTHING) X("var.annotation", NOTHING)              \
	X("experimental.noalias.scope.decl", NOTHING) X("pseudoprobe", NOTHING)                    \
	X("reset.fpenv", NOTHING) X("reset.fpmode", NOTHING)
/* clang-format on */

typedef enum ocl_intrinsic {
	OCL_UNKNOWN,
	OCL_UMIN,
	OCL_UMAX,
	OCL_SMIN,
	OCL_SMAX,
	OCL_UADD_SAT,
	OCL_USUB_SAT,
	OCL_SADD_SAT,
	OCL_SSUB_SAT,
	OCL_UCMP,
	OCL_SCMP,
	OCL_ABS,
	OCL_CTPOP,
	OCL_CTLZ,
	OCL_CTTZ,
	OCL_BSWAP,
	/* Operations on integers. */
	OCL_BITREVERSE,
	OCL_FSHL,
	OCL_FSHR,
	OCL_CLMUL,
	OCL_LDEXP,
	OCL_POWI,
	OCL_LRINT,
	OCL_LROUND,
	OCL_FPTOSI_SAT,
	OCL_FPTOUI_SAT,
	OCL_TO_FP16,
	/* Operations on floats. */
	OCL_FROM_FP16,
	OCL_ILOGB,
	OCL_CLASS,
	OCL_REDUCE_ADD,
	OCL_REDUCE_MUL,
	OCL_REDUCE_AND,
	OCL_REDUCE_OR,
	OCL_REDUCE_XOR,
	OCL_REDUCE_UMIN,
	OCL_REDUCE_UMAX,
	OCL_REDUCE_SMIN,
	OCL_REDUCE_SMAX,
	OCL_REDUCE_FADD,
	OCL_REDUCE_FMUL,
	OCL_REDUCE_FMIN,
	OCL_REDUCE_FMAX,
	OCL_REDUCE_FMINIMUM,
	OCL_REDUCE_FMAXIMUM,
	OCL_EXPECT,
	OCL_FALSE,
	OCL_ONE,
	OCL_UNKNOWN_SIZE,
	/* The rest are statements: */
	OCL_LAST_PURE,
	OCL_UADD_OVERFLOW,
	OCL_USUB_OVERFLOW,
	OCL_UMUL_OVERFLOW,
	OCL_SADD_OVERFLOW,
	OCL_SSUB_OVERFLOW,
	OCL_SMUL_OVERFLOW,
	OCL_FREXP,
	OCL_MODF,
	OCL_SINCOS,
	OCL_COPY,
	OCL_MOVE,
	OCL_FILL,
	OCL_SAME_POINTER,
	OCL_NOTHING,
	OCL_FENCE,
} ocl_intrinsic;

/* Return the intrinsic for a name such as "llvm.umin.i32" or "memcpy". OCL_UNKNOWN: it is a math
 * function, or is refused. */
ocl_intrinsic ocl_intrinsic_named(const char *name);
/* kernel.c. ocl_query() returns the variable for a call of hpvm_id or hpvm_extent, for example "x"
 * or "nx"; ocl_function_name() returns the C name of a function of the unit. */
const char *ocl_query(ocl_writer *self, LLVMValueRef call);
const char *ocl_function_name(ocl_writer *self, LLVMValueRef function);

#endif
