/* ir/kernel/fence.c -- fences of a kernel, with their orderings, scopes and memory.
 *
 * OpenCL C says that mem_fence() is atomic_work_item_fence() with the scope of the work-group. An ordering or
 * a scope that is no constant counts as the strongest.
 *
 * Clauses:   M8.
 * Not here:  which calls are fences (items.c), what a fence orders (interp/check/race/sync.c). */
#include <string.h>

#include "ir/kernel/kernel_private.h"
#include "ir/program/origin.h"

/* memory_order and memory_scope of OpenCL C. */
enum { ORDER_RELAXED = 0, ORDER_ACQUIRE = 2, ORDER_RELEASE = 3, ORDER_BOTH = 4 };
enum { SCOPE_ITEM, SCOPE_GROUP, SCOPE_DEVICE, SCOPE_SYSTEM, SCOPE_SUB_GROUP };

typedef struct fence {
	LLVMAtomicOrdering ordering;
	hr_sync_scope scope;
	LLVMValueRef flags; /* NULL: it orders all memory */
} fence;

static unsigned argument(LLVMValueRef call, unsigned i, unsigned otherwise)
{
	LLVMValueRef value = LLVMGetOperand(call, i);

	return LLVMIsAConstantInt(value) ? (unsigned)LLVMConstIntGetZExtValue(value) : otherwise;
}

static LLVMAtomicOrdering ordering_of(unsigned order)
{
	switch (order) {
	case ORDER_RELAXED: return LLVMAtomicOrderingNotAtomic;
	case ORDER_ACQUIRE: return LLVMAtomicOrderingAcquire;
	case ORDER_RELEASE: return LLVMAtomicOrderingRelease;
	case ORDER_BOTH: return LLVMAtomicOrderingAcquireRelease;
	default: return LLVMAtomicOrderingSequentiallyConsistent;
	}
}

hr_sync_scope hr_kernel_opencl_scope(LLVMValueRef call, unsigned i)
{
	switch (argument(call, i, SCOPE_SYSTEM)) {
	case SCOPE_ITEM: return HR_SCOPE_ITEM;
	case SCOPE_SUB_GROUP: return HR_SCOPE_WARP;
	case SCOPE_GROUP: return HR_SCOPE_GROUP;
	case SCOPE_DEVICE: return HR_SCOPE_DEVICE;
	default: return HR_SCOPE_SYSTEM;
	}
}

/* An OpenCL function whose mangled NAME has LENGTH characters. */
static fence opencl_fence(LLVMValueRef call, const char *name, size_t length)
{
	fence made = {LLVMAtomicOrderingAcquireRelease, HR_SCOPE_GROUP, LLVMGetOperand(call, 0)};

	if (length == strlen("atomic_work_item_fence") && LLVMGetNumArgOperands(call) == 3) {
		made.ordering = ordering_of(argument(call, 1, UINT32_MAX));
		made.scope = hr_kernel_opencl_scope(call, 2);
	} else if (!strncmp(name, "read_mem_fence", length)) {
		made.ordering = LLVMAtomicOrderingAcquire;
	} else if (!strncmp(name, "write_mem_fence", length)) {
		made.ordering = LLVMAtomicOrderingRelease;
	}
	return made;
}

static void build(hr_kernel *k, LLVMBuilderRef builder, const fence *what)
{
	const unsigned kind =
		LLVMGetMDKindIDInContext(k->context, HR_SCOPE_METADATA, strlen(HR_SCOPE_METADATA));
	LLVMMetadataRef scope = LLVMValueAsMetadata(LLVMConstInt(k->i32, what->scope, false));
	LLVMValueRef made;

	if (what->ordering == LLVMAtomicOrderingNotAtomic)
		return;
	made = LLVMBuildFence(builder, what->ordering, false, "");
	LLVMSetMetadata(
		made, kind,
		LLVMMetadataAsValue(k->context, LLVMMDNodeInContext2(k->context, &scope, 1)));
	if (what->flags)
		hr_kernel_orders(k, made, what->flags);
}

void hr_kernel_fence(hr_kernel *k, LLVMBuilderRef builder, LLVMValueRef call)
{
	const char *name = LLVMGetValueName(LLVMGetCalledValue(call));
	size_t length;
	const char *plain = hr_kernel_plain_name(name, &length);
	fence what = {LLVMAtomicOrderingSequentiallyConsistent, HR_SCOPE_SYSTEM, NULL};

	if (plain != name)
		what = opencl_fence(call, plain, length);
	else if (!strcmp(name, "llvm.nvvm.membar.cta"))
		what.scope = HR_SCOPE_GROUP;
	else if (!strcmp(name, "llvm.nvvm.membar.gl"))
		what.scope = HR_SCOPE_DEVICE;
	build(k, builder, &what);
}

void hr_kernel_device_fence(hr_kernel *k, LLVMBuilderRef builder)
{
	build(k, builder, &(fence){LLVMAtomicOrderingAcquireRelease, HR_SCOPE_DEVICE, NULL});
}
