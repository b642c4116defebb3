/* ir/kernel/amdgpu.c -- intrinsics of AMDGPU: ids, barriers, and what the launch has put into memory (K4, K5).
 *
 * The implicit arguments (code object version 5) and the dispatch packet are constants of the launch.
 *
 * Clauses:   K1, K4, K5.
 * Not here:  intrinsics between lanes (amdgcn/), those that are functions of the library (library/amdgpu/).
 * Source:    "User Guide for AMDGPU Backend" of LLVM; "HSA Platform System Architecture Specification", 2.9. */
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "ir/kernel/kernel_private.h"

typedef enum amdgpu_kind {
	NOT_KNOWN,
	ITEM_ID,  /* with .x, .y, .z */
	GROUP_ID, /* with .x, .y, .z */
	BARRIER,
	NOTHING,
	IMPLICIT_ARGUMENTS,
	DISPATCH_PACKET,
} amdgpu_kind;

static const struct {
	const char *name; /* behind llvm.amdgcn. */
	amdgpu_kind kind;
} known[] = {
	{"workitem.id", ITEM_ID},
	{"workgroup.id", GROUP_ID},
	{"s.barrier", BARRIER},
	{"s.barrier.signal", NOTHING}, /* the work-item waits in s.barrier.wait */
	{"s.barrier.wait", BARRIER},
	{"s.waitcnt", NOTHING},
	{"s.sleep", NOTHING},
	{"s.setprio", NOTHING},
	{"sched.barrier", NOTHING},
	{"sched.group.barrier", NOTHING},
	{"iglp.opt", NOTHING},
	{"wave.barrier", NOTHING}, /* for the compiler alone */
	{"implicitarg.ptr", IMPLICIT_ARGUMENTS},
	{"dispatch.ptr", DISPATCH_PACKET},
};

/* Return what the function NAME is, and set *DIMENSION of an id. */
static amdgpu_kind kind_of(const char *name, unsigned *dimension)
{
	static const char start[] = "llvm.amdgcn.";

	if (strncmp(name, start, strlen(start)) != 0)
		return NOT_KNOWN;
	name += strlen(start);
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		size_t length = strlen(known[i].name);
		bool id = known[i].kind == ITEM_ID || known[i].kind == GROUP_ID;

		if (strncmp(name, known[i].name, length) != 0)
			continue;
		if (!id && !name[length])
			return known[i].kind;
		if (id && name[length] == '.' && name[length + 1] >= 'x' &&
		    name[length + 1] <= 'z' && !name[length + 2]) {
			*dimension = (unsigned)(name[length + 1] - 'x');
			return known[i].kind;
		}
	}
	return NOT_KNOWN;
}

bool hr_kernel_amdgpu_knows(const char *name)
{
	unsigned dimension;

	return kind_of(name, &dimension) != NOT_KNOWN;
}

/* --- memory of the launch --------------------------------------------------------------------- */

enum { IMPLICIT_BYTES = 256, PACKET_BYTES = 64 };

static void put(unsigned char *bytes, unsigned at, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		bytes[at + i] = (unsigned char)(value >> 8 * i);
}

static void fill_arguments(const hr_kernel_launch *launch, unsigned char *bytes)
{
	for (unsigned d = 0; d < 3; d++) {
		/* groups of the full size; the rest is the size of the last group */
		put(bytes, 4 * d, launch->items[d] / launch->block[d], 4);
		put(bytes, 12 + 2 * d, launch->block[d], 2);
		put(bytes, 18 + 2 * d, launch->items[d] % launch->block[d], 2);
		put(bytes, 40 + 8 * d, launch->offset[d], 8);
	}
	put(bytes, 64, launch->dims, 2);
	put(bytes, 120, launch->shared, 4);
}

static void fill_packet(const hr_kernel_launch *launch, unsigned char *bytes)
{
	enum { KERNEL_DISPATCH = 2 };

	put(bytes, 0, KERNEL_DISPATCH, 2);
	put(bytes, 2, launch->dims, 2);
	for (unsigned d = 0; d < 3; d++) {
		put(bytes, 4 + 2 * d, launch->block[d], 2);
		put(bytes, 12 + 4 * d, launch->items[d], 4);
	}
}

/* Return the constant NAME in memory, of TYPE, a pointer. */
static LLVMValueRef memory_of(hr_kernel *k, amdgpu_kind kind, LLVMTypeRef type)
{
	unsigned char bytes[IMPLICIT_BYTES] = {0};
	bool arguments = kind == IMPLICIT_ARGUMENTS;
	const char *name = arguments ? "implicit arguments" : "dispatch packet";
	LLVMValueRef made = LLVMGetNamedGlobal(k->module, name), content;

	if (made)
		return made;
	if (arguments)
		fill_arguments(k->launch, bytes);
	else
		fill_packet(k->launch, bytes);
	content = LLVMConstStringInContext2(k->context, (const char *)bytes,
					    arguments ? IMPLICIT_BYTES : PACKET_BYTES, true);
	made = LLVMAddGlobalInAddressSpace(k->module, LLVMTypeOf(content), name,
					   LLVMGetPointerAddressSpace(type));
	LLVMSetInitializer(made, content);
	LLVMSetGlobalConstant(made, true);
	LLVMSetLinkage(made, LLVMInternalLinkage);
	LLVMSetAlignment(made, 16);
	return made;
}

/* --- replacing -------------------------------------------------------------------------------- */

static void replace(hr_kernel *k, LLVMValueRef call, amdgpu_kind kind, unsigned dimension)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(k->context);
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMValueRef value = NULL;

	LLVMPositionBuilderBefore(builder, call);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
	switch (kind) {
	case ITEM_ID:
	case GROUP_ID:
		value = hr_kernel_query(k, builder, kind == GROUP_ID, false, dimension);
		value = LLVMBuildIntCast2(builder, value, type, false, "");
		break;
	case BARRIER: hr_kernel_barrier(k, builder, NULL); break;
	case IMPLICIT_ARGUMENTS:
	case DISPATCH_PACKET: value = memory_of(k, kind, type); break;
	default: break;
	}
	if (value)
		LLVMReplaceAllUsesWith(call, value);
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(builder);
}

void hr_kernel_amdgpu(hr_kernel *k)
{
	for (size_t i = 0; i < k->reached.count; i++) {
		LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(k->reached.data[i]);

		for (; block; block = LLVMGetNextBasicBlock(block)) {
			LLVMValueRef at = LLVMGetFirstInstruction(block), next;

			for (; at; at = next) {
				LLVMValueRef callee =
					LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;
				unsigned dimension = 0;
				amdgpu_kind kind = NOT_KNOWN;

				next = LLVMGetNextInstruction(at);
				if (callee && LLVMIsAFunction(callee))
					kind = kind_of(LLVMGetValueName(callee), &dimension);
				if (kind != NOT_KNOWN)
					replace(k, at, kind, dimension);
			}
		}
	}
}
