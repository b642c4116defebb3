/* ir/kernel/items.c -- work-item functions, barriers and fences (K4, K5).
 *
 * Sizes and offsets are constants of the launch; ids are queries of the leaf and its group, whose
 * dimensions are exchanged: x of the kernel is the last of HPVM (K1).
 *
 * Clauses:   K1, K4, K5.
 * Not here:  other functions of the languages. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "ir/kernel/kernel_private.h"
#include "ir/kernel/library/library.h"
#include "ir/program/lookup.h"
#include "ir/program/tables.h"

typedef enum item_kind {
	ITEM_NONE,
#define ITEM(ident) ITEM_##ident,
#define NAME(name, ident)
#define REGISTER(name, ident)
#define INTRINSIC(name, ident)
#include "ir/kernel/items.def"
} item_kind;

static const struct {
	const char *name;
	item_kind kind;
} plain_names[] =
	{
#define NAME(name, ident) {name, ITEM_##ident},
#include "ir/kernel/items.def"
},
  registers[] =
	  {
#define REGISTER(name, ident) {name, ITEM_##ident},
#include "ir/kernel/items.def"
},
  intrinsics[] = {
#define INTRINSIC(name, ident) {name, ITEM_##ident},
#include "ir/kernel/items.def"
};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

const char *hr_kernel_plain_name(const char *name, size_t *length)
{
	char *after;

	*length = strlen(name);
	if (strncmp(name, "_Z", 2) != 0 || !isdigit((unsigned char)name[2]))
		return name;
	*length = strtoul(name + 2, &after, 10);
	if (*length > strlen(after))
		*length = strlen(after);
	return after;
}

/* Return what the function NAME is; set *DIMENSION of a register, else -1. */
static item_kind kind_of(const char *name, int *dimension)
{
	static const char sreg[] = "llvm.nvvm.read.ptx.sreg.";
	size_t length;
	const char *plain = hr_kernel_plain_name(name, &length);

	*dimension = -1;
	for (size_t i = 0; plain != name && i < LENGTH(plain_names); i++)
		if (strlen(plain_names[i].name) == length &&
		    !strncmp(plain_names[i].name, plain, length))
			return plain_names[i].kind;
	if (hr_kernel_is_warp(name))
		return ITEM_collective;
	for (size_t i = 0; i < LENGTH(intrinsics); i++)
		if (!strcmp(intrinsics[i].name, name))
			return intrinsics[i].kind;
	if (strncmp(name, sreg, strlen(sreg)) != 0)
		return ITEM_NONE;
	name += strlen(sreg);
	length = strcspn(name, ".");
	for (size_t i = 0; i < LENGTH(registers); i++)
		if (strlen(registers[i].name) == length &&
		    !strncmp(registers[i].name, name, length) &&
		    (!name[length] || (name[length + 1] >= 'x' && name[length + 1] <= 'z'))) {
			*dimension = name[length] ? name[length + 1] - 'x' : 0;
			return registers[i].kind;
		}
	return ITEM_NONE;
}

bool hr_kernel_knows(const char *name)
{
	int dimension;

	return kind_of(name, &dimension) != ITEM_NONE;
}

/* --- building --------------------------------------------------------------------------------- */

LLVMValueRef hr_kernel_call(hr_kernel *k, LLVMBuilderRef builder, const char *name,
			    LLVMTypeRef result, LLVMValueRef *arguments, unsigned count,
			    bool variadic)
{
	LLVMTypeRef types[8], type;
	LLVMValueRef callee = LLVMGetNamedFunction(k->module, name);

	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(arguments[i]);
	/* the operands before the first that may vary */
	type = LLVMFunctionType(result, types, variadic ? 1 : count, variadic);
	if (!callee)
		callee = LLVMAddFunction(k->module, name, type);
	return LLVMBuildCall2(builder, type, callee, arguments, count, "");
}

void hr_kernel_mark_c(hr_kernel *k, LLVMValueRef function)
{
	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateStringAttribute(k->context, HR_KERNEL_C_FUNCTION,
							  strlen(HR_KERNEL_C_FUNCTION), "", 0));
}

LLVMValueRef hr_kernel_c_function(hr_kernel *k, const char *name, LLVMTypeRef type)
{
	const LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMValueRef function = LLVMGetNamedFunction(k->module, name);

	if (function && LLVMGetStringAttributeAtIndex(function, whole, HR_KERNEL_C_FUNCTION,
						      strlen(HR_KERNEL_C_FUNCTION)))
		return function;
	if (function) {
		const char *other = hr_arena_printf(&k->program->arena, "%s" HR_KERNEL_NOT_C, name);

		LLVMSetValueName2(function, other, strlen(other));
	}
	function = LLVMAddFunction(k->module, name, type);
	hr_kernel_mark_c(k, function);
	return function;
}

hr_where hr_kernel_where(const hr_kernel *k, LLVMValueRef instruction)
{
	hr_where where;

	hr_program_tabulate(k->program);
	where = hr_where_instruction(k->program, instruction);
	hr_program_drop_tables(k->program);
	k->program->function_count = k->program->global_count = 0;
	return where;
}

typedef struct item_maker {
	hr_kernel *k;
	LLVMBuilderRef builder;
} item_maker;

static LLVMValueRef constant(const item_maker *m, uint64_t value)
{
	return LLVMConstInt(m->k->i64, value, false);
}

LLVMValueRef hr_kernel_query(hr_kernel *k, LLVMBuilderRef builder, bool up, bool extent, unsigned d)
{
	const char *name =
		hr_arena_printf(&k->program->arena, "__hpvm__get%s_%c",
				extent ? "NumNodeInstances" : "NodeInstanceID", "zyx"[d]);
	LLVMValueRef node = hr_kernel_call(k, builder, "__hpvm__getNode", k->ptr, NULL, 0, false);

	if (up)
		node = hr_kernel_call(k, builder, "__hpvm__getParentNode", k->ptr, &node, 1, false);
	return hr_kernel_call(k, builder, name, k->i64, &node, 1, false);
}

static LLVMValueRef ask(const item_maker *m, bool up, bool extent, unsigned d)
{
	return hr_kernel_query(m->k, m->builder, up, extent, d);
}

static LLVMValueRef local_size(const item_maker *m, unsigned d)
{
	const hr_kernel_launch *launch = m->k->launch;

	return launch->items[d] % launch->block[d] ? ask(m, false, true, d)
						   : constant(m, launch->block[d]);
}

/* The id without offset. */
static LLVMValueRef range_id(const item_maker *m, unsigned d)
{
	const hr_kernel_launch *launch = m->k->launch;
	LLVMValueRef first;

	if (launch->groups[d] == 1)
		return ask(m, false, false, d);
	first = LLVMBuildMul(m->builder, ask(m, true, false, d), constant(m, launch->block[d]), "");
	return LLVMBuildAdd(m->builder, first, ask(m, false, false, d), "");
}

static LLVMValueRef linear(const item_maker *m, LLVMValueRef (*id)(const item_maker *, unsigned),
			   LLVMValueRef (*size)(const item_maker *, unsigned))
{
	const hr_kernel_launch *launch = m->k->launch;
	LLVMValueRef value = NULL;

	for (unsigned d = 3; d--;) {
		if (value)
			value = LLVMBuildMul(m->builder, value, size(m, d), "");
		if (launch->items[d] > 1 || d == 0) /* else its ids are 0 */
			value = value ? LLVMBuildAdd(m->builder, value, id(m, d), "") : id(m, d);
	}
	return value;
}

static LLVMValueRef local_id(const item_maker *m, unsigned d)
{
	return ask(m, false, false, d);
}

static LLVMValueRef range_size(const item_maker *m, unsigned d)
{
	return constant(m, m->k->launch->items[d]);
}

static LLVMValueRef warp_lanes(const item_maker *m)
{
	return constant(m, m->k->launch->warp);
}

/* The lane of the work-item with the linear id OWN. */
static LLVMValueRef lane_of(const item_maker *m, LLVMValueRef own)
{
	const unsigned lanes = m->k->launch->warp;

	if (lanes & (lanes - 1))
		return LLVMBuildURem(m->builder, own, warp_lanes(m), "");
	return LLVMBuildAnd(m->builder, own, constant(m, lanes - 1), "");
}

/* The work-items of the group. */
static LLVMValueRef group_items(const item_maker *m)
{
	LLVMValueRef first = LLVMBuildMul(m->builder, local_size(m, 0), local_size(m, 1), "");

	return LLVMBuildMul(m->builder, first, local_size(m, 2), "");
}

static LLVMValueRef warps_of(const item_maker *m, LLVMValueRef items)
{
	LLVMValueRef up = LLVMBuildAdd(m->builder, items, constant(m, m->k->launch->warp - 1), "");

	return LLVMBuildUDiv(m->builder, up, warp_lanes(m), "");
}

/* The work-items of the warp: fewer than its lanes in the last one. */
static LLVMValueRef warp_items(const item_maker *m)
{
	LLVMValueRef own = linear(m, local_id, local_size);
	LLVMValueRef lane = lane_of(m, own), left;

	left = LLVMBuildSub(m->builder, group_items(m), LLVMBuildSub(m->builder, own, lane, ""),
			    "");
	return LLVMBuildSelect(m->builder,
			       LLVMBuildICmp(m->builder, LLVMIntULT, left, warp_lanes(m), ""), left,
			       warp_lanes(m), "");
}

/* Return the bytes of a group's shared memory. */
static uint64_t shared_bytes(const hr_kernel *k)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < k->shared.count; i++)
		bytes += k->shared.data[i].bytes;
	return bytes;
}

/* Return the value of KIND in dimension D; what OpenCL says of other dimensions with D > 2. */
static LLVMValueRef value_of(const item_maker *m, item_kind kind, unsigned d)
{
	const hr_kernel_launch *launch = m->k->launch;

	switch (kind) {
	case ITEM_global_id:
		if (d > 2)
			return constant(m, 0);
		return LLVMBuildAdd(m->builder, range_id(m, d), constant(m, launch->offset[d]), "");
	case ITEM_local_id: return d > 2 ? constant(m, 0) : ask(m, false, false, d);
	case ITEM_group_id: return d > 2 ? constant(m, 0) : ask(m, true, false, d);
	case ITEM_global_offset: return constant(m, d > 2 ? 0 : launch->offset[d]);
	case ITEM_global_size: return constant(m, d > 2 ? 1 : launch->items[d]);
	case ITEM_local_size: return d > 2 ? constant(m, 1) : local_size(m, d);
	case ITEM_enqueued_size: return constant(m, d > 2 ? 1 : launch->block[d]);
	case ITEM_num_groups: return constant(m, d > 2 ? 1 : launch->groups[d]);
	case ITEM_work_dim: return constant(m, launch->dims);
	case ITEM_global_linear: return linear(m, range_id, range_size);
	case ITEM_local_linear: return linear(m, local_id, local_size);
	case ITEM_lane: return lane_of(m, linear(m, local_id, local_size));
	case ITEM_warp_size: return warp_lanes(m);
	case ITEM_warp_number:
		return LLVMBuildUDiv(m->builder, linear(m, local_id, local_size), warp_lanes(m),
				     "");
	case ITEM_warp_count: return warps_of(m, group_items(m));
	case ITEM_enqueued_warps:
		return warps_of(
			m, constant(m, launch->block[0] * launch->block[1] * launch->block[2]));
	case ITEM_warp_items: return warp_items(m);
	case ITEM_zero: return constant(m, 0);
	case ITEM_one: return constant(m, 1);
	case ITEM_dynamic_shared: return constant(m, launch->shared);
	case ITEM_total_shared: return constant(m, shared_bytes(m->k));
	case ITEM_clock_high:
		return LLVMBuildLShr(m->builder, value_of(m, ITEM_clock, d), constant(m, 32), "");
	case ITEM_clock:
		return hr_kernel_call(m->k, m->builder, HR_KERNEL_CLOCK, m->k->i64, NULL, 0, false);
	default: return NULL;
	}
}

LLVMValueRef hr_kernel_lane(hr_kernel *k, LLVMBuilderRef builder)
{
	return value_of(&(item_maker){k, builder}, ITEM_lane, 0);
}

static bool has_dimension(item_kind kind)
{
	return kind <= ITEM_num_groups;
}

/* Build the value for the dimension that the call's argument says. */
static LLVMValueRef by_argument(const item_maker *m, item_kind kind, LLVMValueRef argument)
{
	LLVMValueRef value;

	if (LLVMIsAConstantInt(argument)) {
		uint64_t d = LLVMConstIntGetZExtValue(argument);

		return value_of(m, kind, d > 2 ? 3 : (unsigned)d);
	}
	value = value_of(m, kind, 3);
	for (unsigned d = 3; d--;)
		value = LLVMBuildSelect(m->builder,
					LLVMBuildICmp(m->builder, LLVMIntEQ, argument,
						      LLVMConstInt(LLVMTypeOf(argument), d, false),
						      ""),
					value_of(m, kind, d), value, "");
	return value;
}

/* --- replacing -------------------------------------------------------------------------------- */

static hr_status refuse(const hr_kernel *k, LLVMValueRef call, const char *what)
{
	(void)call;
	return hr_report(k->program->diags, HR_D_kernel_needs, NULL, k->name, what);
}

/* A barrier of CUDA: number 0, which all threads of the block meet at. */
static bool is_zero(LLVMValueRef call, unsigned i)
{
	LLVMValueRef number = LLVMGetOperand(call, i);

	return LLVMIsAConstantInt(number) && LLVMConstIntGetZExtValue(number) == 0;
}

static hr_status replace_call(hr_kernel *k, LLVMValueRef call, item_kind kind, int dimension)
{
	item_maker m = {k, LLVMCreateBuilderInContext(k->context)};
	LLVMValueRef value = NULL;
	hr_status status = HR_OK;

	LLVMPositionBuilderBefore(m.builder, call);
	LLVMSetCurrentDebugLocation2(m.builder, LLVMInstructionGetDebugLoc(call));
	switch (kind) {
	case ITEM_collective:
		hr_kernel_replace_warp(k, m.builder, call);
		LLVMDisposeBuilder(m.builder);
		return HR_OK;
	case ITEM_named_barrier:
		if (!is_zero(call, 0))
			status = refuse(k, call, "a barrier other than number 0");
		else
			hr_kernel_barrier(k, m.builder, NULL);
		break;
	case ITEM_barrier: {
		/* with a scope, it also orders the group before and after other groups */
		const bool wide = LLVMGetNumArgOperands(call) == 2 &&
				  hr_kernel_opencl_scope(call, 1) >= HR_SCOPE_DEVICE;

		if (wide)
			hr_kernel_device_fence(k, m.builder);
		hr_kernel_barrier(k, m.builder,
				  LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL);
		if (wide)
			hr_kernel_device_fence(k, m.builder);
		break;
	}
	case ITEM_pause: break;
	case ITEM_fence: hr_kernel_fence(k, m.builder, call); break;
	case ITEM_space: value = hr_kernel_space(k, m.builder, call); break;
	default:
		value = dimension >= 0 ? value_of(&m, kind, (unsigned)dimension)
			: has_dimension(kind) && LLVMGetNumArgOperands(call)
				? by_argument(&m, kind, LLVMGetOperand(call, 0))
				: value_of(&m, kind, 0);
	}
	if (value && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind) {
		LLVMReplaceAllUsesWith(call, value);
	} else if (value) {
		value = LLVMBuildIntCast2(m.builder, value, LLVMTypeOf(call), false, "");
		LLVMReplaceAllUsesWith(call, value);
	}
	LLVMDisposeBuilder(m.builder);
	if (status == HR_OK)
		LLVMInstructionEraseFromParent(call);
	return status;
}

static hr_status replace_in(hr_kernel *k, LLVMValueRef function)
{
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);

	for (; block; block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef at = LLVMGetFirstInstruction(block), next;

		for (; at; at = next) {
			LLVMValueRef callee;
			item_kind kind = ITEM_NONE;
			int dimension;

			next = LLVMGetNextInstruction(at);
			callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;
			if (callee && LLVMIsAFunction(callee) && !LLVMGetFirstBasicBlock(callee))
				kind = kind_of(LLVMGetValueName(callee), &dimension);
			if (kind != ITEM_NONE)
				HR_TRY(replace_call(k, at, kind, dimension));
		}
	}
	return HR_OK;
}

hr_status hr_kernel_items(hr_kernel *k)
{
	for (size_t i = 0; i < k->reached.count; i++)
		HR_TRY(replace_in(k, k->reached.data[i]));
	return HR_OK;
}
