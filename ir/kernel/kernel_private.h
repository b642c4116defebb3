/* ir/kernel/kernel_private.h -- shared by the parts of ir/kernel/.
 *
 * Memory is in the program's arena. */
#ifndef HR_KERNEL_PRIVATE_H
#define HR_KERNEL_PRIVATE_H

#include <llvm-c/Core.h>

#include "ir/kernel/kernel_launch.h"
#include "ir/program/origin.h"
#include "src/base/map.h"
#include "src/base/vec.h"

/* Calling conventions: numbers of llvm/IR/CallingConv.h. */
enum { HR_PTX_KERNEL = 71, HR_SPIR_KERNEL = 76, HR_AMDGPU_KERNEL = 91 };

/* Numbers of address spaces that SPIR, NVPTX, AMDGPU and clang's -ffake-address-space-map share. */
enum { HR_SPACE_SHARED = 3 };

/* clang calls the body of kernel 'k', for calls from other kernels, this and k. */
#define HR_KERNEL_BODY "__clang_ocl_kern_imp_"

/* One variable in shared memory, or one OpenCL local argument (K3). */
typedef struct hr_kernel_shared {
	LLVMValueRef variable; /* NULL: an argument of the kernel */
	unsigned argument;     /* else its number */
	bool dynamic;          /* has the size of --shared */
	uint64_t bytes;        /* of a variable */
	const char *name;
} hr_kernel_shared;

typedef HR_VEC(LLVMValueRef) hr_kernel_values;

typedef struct hr_kernel {
	hr_program *program;
	hr_kernel_launch *launch;
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMTypeRef i32, i64, ptr, none;
	LLVMValueRef function; /* the kernel */
	const char *name;
	bool uneven;              /* groups at the upper ends of the range are smaller */
	hr_kernel_values reached; /* functions that the kernel can call, itself first */
	hr_kernel_values
		tables; /* global variables that it can read, whose values may have functions */
	HR_VEC(hr_kernel_shared) shared;
} hr_kernel;

#define HR_EACH_BLOCK_INSTRUCTION(function, at)                                                    \
	for (LLVMBasicBlockRef block_ = LLVMGetFirstBasicBlock(function); block_;                  \
	     block_ = LLVMGetNextBasicBlock(block_))                                               \
		for (LLVMValueRef at = LLVMGetFirstInstruction(block_); at;                        \
		     at = LLVMGetNextInstruction(at))

/* --- find.c --------------------------------------------------------------------------------- */

/* Return true if FUNCTION is a kernel of the module. */
bool hr_kernel_is(LLVMModuleRef module, LLVMValueRef function);
/* Find the kernel, the functions that it reaches and its shared memory. */
hr_status hr_kernel_find(hr_kernel *k) HR_MUST_CHECK;
/* The same without a search for the name: set reached, tables and shared. */
void hr_kernel_reach(hr_kernel *k);
/* Free what those two have set. */
void hr_kernel_free(hr_kernel *k);
/* Return true if VALUE is one of VALUES. */
bool hr_kernel_is_one_of(const hr_kernel_values *values, LLVMValueRef value);
/* Return what the metadata KIND of FUNCTION, as kernel_arg_name, says of parameter I; NULL: nothing. */
const char *hr_kernel_said(hr_program *program, LLVMValueRef function, const char *kind,
			   unsigned i);
/* Return the name of a parameter; "" if it has none. */
const char *hr_kernel_parameter(hr_program *program, LLVMValueRef function, unsigned i);
/* Return the type of parameter I of FUNCTION if it is an image or a sampler of OpenCL C, as "image2d_t"; else NULL. */
const char *hr_kernel_opaque(hr_program *program, LLVMValueRef function, unsigned i);
/* Return the type that parameter I of FUNCTION points to if it is passed by value. */
LLVMTypeRef hr_kernel_byval(LLVMValueRef function, unsigned i); /* NULL: not passed by value */
/* Return true if parameter I of FUNCTION may be left out: scratch memory, for which Triton adds two pointers at the end of
 * all kernels, although few use them. */
bool hr_kernel_is_scratch(LLVMModuleRef module, LLVMValueRef function, unsigned i);
/* Set SIZES to the group size that FUNCTION requires, or its limit with MOST; false: there is
 * none. */
bool hr_kernel_sizes(LLVMModuleRef module, LLVMValueRef function, bool most, uint64_t sizes[3]);
/* Return the lanes of a warp that FUNCTION requires, or 0. */
unsigned hr_kernel_warp(LLVMModuleRef module, LLVMValueRef function);
/* Check the launch; false, with launch->wrong, if the kernel does not allow it. */
bool hr_kernel_check(hr_kernel *k);

/* --- needs.c -------------------------------------------------------------------------------- */

/* Return what the kernel, whose reached functions are known, needs and hpvm-run lacks: the first such thing from *NEXT on, which
 * is 0 at first and moves behind it. NULL: there are no more. */
const char *hr_kernel_need(const hr_kernel *k, size_t *next);

/* --- items.c -------------------------------------------------------------------------------- */

/* Return the OpenCL name that a mangled NAME has, and its LENGTH; NAME itself if it is not
 * mangled. */
const char *hr_kernel_plain_name(const char *name, size_t *length);
/* Return true if the function NAME is one that hr_kernel_items() replaces. */
bool hr_kernel_knows(const char *name);
/* Replace work-item functions, barriers and fences in all functions that the kernel reaches. */
hr_status hr_kernel_items(hr_kernel *k) HR_MUST_CHECK;
/* Build a call of the HPVM-C function NAME. */
LLVMValueRef hr_kernel_call(hr_kernel *k, LLVMBuilderRef builder, const char *name,
			    LLVMTypeRef result, LLVMValueRef *arguments, unsigned count,
			    bool variadic);

/* Build a query of the id, or of the extent, of the running leaf, or of its parent with UP, in
 * dimension D of the kernel. */
LLVMValueRef hr_kernel_query(hr_kernel *k, LLVMBuilderRef builder, bool up, bool extent,
			     unsigned d);

/* Build the number of the running lane in its warp, an i64. */
LLVMValueRef hr_kernel_lane(hr_kernel *k, LLVMBuilderRef builder);

/* --- warp.c --------------------------------------------------------------------------------- */

/* Return true if NAME is a collective of a warp. */
bool hr_kernel_is_warp(const char *name);
/* Replace CALL of one, except the library's own. */
void hr_kernel_replace_warp(hr_kernel *k, LLVMBuilderRef builder, LLVMValueRef call);

/* Number collectives in the order of the text, and give those that headers call the places of the program that use
 * these; after hr_kernel_inline(). */
void hr_kernel_place_warps(hr_kernel *k);
/* Mark a declaration as the function of the C library that has its name. */
void hr_kernel_mark_c(hr_kernel *k, LLVMValueRef function);
/* Return a declaration of the function NAME of the C library, of TYPE. The program's function of that name gets
 * another one. */
LLVMValueRef hr_kernel_c_function(hr_kernel *k, const char *name, LLVMTypeRef type);
/* Return the place of INSTRUCTION, before the program has tables. */
hr_where hr_kernel_where(const hr_kernel *k, LLVMValueRef instruction);

/* --- space.c --------------------------------------------------------------------------------- */

/* Build the result of CALL, which asks where a generic pointer points. */
LLVMValueRef hr_kernel_space(hr_kernel *k, LLVMBuilderRef builder, LLVMValueRef call);

/* --- device.c ------------------------------------------------------------------------------- */

/* Return true if FUNCTION is one of CUDA's devices that C has as well; set *C_NAME if it is another one there,
 * else NULL. */
bool hr_kernel_device_function(const hr_kernel *k, LLVMValueRef function, const char **c_name);
/* Let the kernel call C's functions for those. */
void hr_kernel_device(hr_kernel *k);

/* --- print.c -------------------------------------------------------------------------------- */

/* Return true if FUNCTION is printf() of OpenCL C, or of CUDA, which sets *CUDA. */
bool hr_kernel_prints(LLVMValueRef function, bool *cuda);
/* Replace calls of printf() in all functions that the kernel reaches. */
hr_status hr_kernel_print(hr_kernel *k) HR_MUST_CHECK;

/* --- dispatch.c ----------------------------------------------------------------------------- */

/* Add a kernel for each dispatch of IREE in the program's module. */
void hr_kernel_dispatches(hr_program *program);

/* --- openmp.c ------------------------------------------------------------------------------- */

/* Make parallel regions of OpenMP in MODULE functions that the library's runtime calls. */
void hr_kernel_openmp(void *module);

/* --- barrier.c ------------------------------------------------------------------------------ */

/* What stands for a barrier of a kernel, with OpenCL's flags, until hr_kernel_barriers(). */
#define HR_KERNEL_BARRIER "hpvm.kernel.barrier"

/* Build such a call. FLAGS says in OpenCL which memory the barrier orders; NULL: all. */
void hr_kernel_barrier(hr_kernel *k, LLVMBuilderRef builder, LLVMValueRef flags);
/* Mark INSTRUCTION, a barrier or fence with OpenCL's FLAGS, with the memory that it orders. */
void hr_kernel_orders(hr_kernel *k, LLVMValueRef instruction, LLVMValueRef flags);
/* Build the fence that CALL, of a function or intrinsic for fences, is. */
void hr_kernel_fence(hr_kernel *k, LLVMBuilderRef builder, LLVMValueRef call);
/* Return the scope that argument I of CALL, of an OpenCL function, is; the widest if it is no constant. */
hr_sync_scope hr_kernel_opencl_scope(LLVMValueRef call, unsigned i);
/* Build a fence for all memory with the scope of the device. */
void hr_kernel_device_fence(hr_kernel *k, LLVMBuilderRef builder);
/* Make all of them barriers of HPVM-C, which know what they order; after hr_kernel_inline(). */
void hr_kernel_barriers(hr_kernel *k);
/* Let each kernel that has barriers with numbers begin with their reset, before the library is linked. */
void hr_kernel_begin_named(hr_program *program);
/* Return true if barriers of the kernel do not wait for work-items that have ended (K5). */
bool hr_kernel_ended_arrive(const hr_kernel *k);

/* --- amdgpu.c ------------------------------------------------------------------------------- */

/* Return true if NAME is an intrinsic that hr_kernel_amdgpu() replaces. */
bool hr_kernel_amdgpu_knows(const char *name);
/* Replace the intrinsics of AMDGPU in all functions that the kernel reaches; after hr_kernel_check(). */
void hr_kernel_amdgpu(hr_kernel *k);

/* --- inline.c ------------------------------------------------------------------------------- */

/* Make functions with barriers part of the kernel; after hr_kernel_items(). */
hr_status hr_kernel_inline(hr_kernel *k) HR_MUST_CHECK;

/* --- poll.c --------------------------------------------------------------------------------- */

/* Let work-items that wait for others in loops say so; after hr_kernel_inline(). */
void hr_kernel_polls(hr_kernel *k);

/* --- clock.c -------------------------------------------------------------------------------- */

/* What hr_kernel_items() makes of registers with the time: a function without parameters. */
#define HR_KERNEL_CLOCK "hpvm.clock.read"
/* Give the kernel a clock, after hr_kernel_inline(). */
void hr_kernel_clock(hr_kernel *k);

/* --- shared.c ------------------------------------------------------------------------------- */

/* Give the kernel, and the functions between it and uses of shared memory, a parameter for each
 * shared variable, and the kernel a C function's convention and parameters. */
hr_status hr_kernel_rebuild(hr_kernel *k) HR_MUST_CHECK;

#endif
