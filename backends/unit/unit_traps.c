/* backends/unit/unit_traps.c -- calls that end an instance in a failed check: of __assert_fail(),
 * abort(), a bounds panic of Rust and the like.
 *
 * Such a call is followed by `unreachable`. In the unit the instance stores the number of the call
 * in an output of its own, behind those of the leaf, and ends; so a backend needs neither the
 * function nor a way to stop. hr_unit_given() describes the unit with that output, and
 * hr_unit_settle_traps() takes it away again. Functions that contain such calls become part of the
 * leaf.
 *
 * Invariant: a call that ends the process or jumps elsewhere is left, and refused by backends.
 * Owns:      nothing; names belong to the unit's arena.
 * Clauses:   H4.
 * Not here:  units of several leaves, which backends refuse because of such calls. */
#include <stdio.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "backends/shared/edit.h"
#include "backends/unit/unit.h"
#include "src/base/vec.h"

typedef HR_VEC(LLVMValueRef) call_list;

static const char *name_of(LLVMValueRef value)
{
	size_t length;

	return LLVMGetValueName2(value, &length);
}

/* Return true if a call of the function does not stand for a failed check. */
static bool goes_elsewhere(const char *name)
{
	static const char *const others[] = {
		"exit",     "_exit",      "_Exit",         "quick_exit",   "longjmp",
		"_longjmp", "siglongjmp", "__longjmp_chk", "pthread_exit", "thrd_exit"};

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (strcmp(name, others[i]) == 0)
			return true;
	return strncmp(name, "hpvm_", 5) == 0;
}

/* Return the function that AT calls if the instance ends in that call, or NULL. Unoptimised code has
 * operations behind llvm.trap. */
static LLVMValueRef trap_called(LLVMValueRef at)
{
	LLVMValueRef next = LLVMGetNextInstruction(at), callee;
	const char *name;

	if (!LLVMIsACallInst(at) || !next)
		return NULL;
	callee = LLVMGetCalledValue(at);
	if (!LLVMIsAFunction(callee))
		return NULL;
	name = name_of(callee);
	if (strcmp(name, "llvm.trap") == 0 || strcmp(name, "llvm.ubsantrap") == 0)
		return callee;
	return !LLVMIsAUnreachableInst(next) || strncmp(name, "llvm.", 5) == 0 ||
			       goes_elsewhere(name)
		       ? NULL
		       : callee;
}

/* List the calls in FUNCTION in which an instance ends, one for each block. */
static void list_traps(LLVMValueRef function, call_list *calls)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef at = LLVMGetFirstInstruction(block);

		while (at && !trap_called(at))
			at = LLVMGetNextInstruction(at);
		if (at)
			HR_PUSH(calls, at);
	}
}

static LLVMAttributeRef attribute(LLVMModuleRef module, const char *name)
{
	return LLVMCreateEnumAttribute(LLVMGetModuleContext(module),
				       LLVMGetEnumAttributeKindForName(name, strlen(name)), 0);
}

static bool is_marked(LLVMValueRef function, const char *name)
{
	return LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					   LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static bool contains_traps(LLVMValueRef function)
{
	call_list calls = {0};
	bool contains;

	list_traps(function, &calls);
	contains = calls.count > 0;
	HR_VEC_FREE(&calls);
	return contains;
}

static bool calls_marked(LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			if (LLVMIsACallInst(at) && LLVMIsAFunction(LLVMGetCalledValue(at)) &&
			    is_marked(LLVMGetCalledValue(at), "alwaysinline"))
				return true;
	return false;
}

/* Let functions that contain such calls, and those that call them, become part of UNIT. */
static void inline_traps(LLVMModuleRef module, LLVMValueRef unit)
{
	static const char *const against[] = {"noinline", "optnone"};
	bool any = false, changed = true;

	while (changed) {
		changed = false;
		for (LLVMValueRef at = LLVMGetFirstFunction(module); at;
		     at = LLVMGetNextFunction(at)) {
			if (LLVMIsDeclaration(at) || at == unit || is_marked(at, "alwaysinline") ||
			    !(contains_traps(at) || calls_marked(at)))
				continue;
			for (unsigned i = 0; i < 2; i++)
				LLVMRemoveEnumAttributeAtIndex(
					at, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					LLVMGetEnumAttributeKindForName(against[i],
									strlen(against[i])));
			LLVMAddAttributeAtIndex(at, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
						attribute(module, "alwaysinline"));
			any = changed = true;
		}
	}
	if (any)
		hr_unit_run_passes(module, "always-inline,globaldce");
}

/* Store NUMBER in the output behind the leaf's, and end the instance instead of calling. */
static void replace(const hr_made_unit *made, LLVMValueRef unit, LLVMValueRef call, uint32_t number)
{
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(unit));
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMValueRef outputs = LLVMGetParam(unit, LLVMCountParams(unit) - 1), store;
	LLVMValueRef offset =
		LLVMConstInt(LLVMInt64TypeInContext(context), made->unit.output_stride, 0);
	LLVMBasicBlockRef block = LLVMGetInstructionParent(call);

	LLVMPositionBuilderBefore(builder, call);
	store = LLVMBuildStore(builder, LLVMConstInt(LLVMInt32TypeInContext(context), number, 0),
			       LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(context),
						     outputs, &offset, 1, ""));
	LLVMSetAlignment(store, 16);
	hr_edit_cut_after(call);
	if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
		LLVMReplaceAllUsesWith(call, LLVMGetPoison(LLVMTypeOf(call)));
	LLVMInstructionEraseFromParent(call);
	LLVMPositionBuilderAtEnd(builder, block);
	LLVMBuildRetVoid(builder);
	LLVMDisposeBuilder(builder);
}

void hr_unit_take_traps(hr_made_unit *made, LLVMModuleRef module)
{
	LLVMValueRef unit = LLVMGetNamedFunction(module, "hpvm_unit");
	call_list calls = {0};

	inline_traps(module, unit);
	list_traps(unit, &calls);
	made->traps = hr_arena_array(&made->arena, calls.count + 1, sizeof(*made->traps));
	made->trap_count = (uint32_t)calls.count;
	for (size_t i = 0; i < calls.count; i++) {
		made->traps[i] = hr_arena_strdup(&made->arena, name_of(trap_called(calls.data[i])));
		replace(made, unit, calls.data[i], (uint32_t)i + 1);
	}
	HR_VEC_FREE(&calls);
}

void hr_unit_describe_traps(hr_made_unit *made)
{
	const uint32_t count = made->unit.output_count;
	hr_unit_port *ports;

	if (!made->trap_count)
		return;
	ports = hr_arena_array(&made->arena, count + 1, sizeof(*ports));
	if (count)
		memcpy(ports, made->unit.outputs, count * sizeof(*ports));
	ports[count] = (hr_unit_port){.name = "",
				      .kind = HR_UNIT_INTEGER,
				      .bits = 32,
				      .bytes = 4,
				      .offset = made->unit.output_stride,
				      .same_as = -1};
	made->given = made->unit;
	made->given.outputs = ports;
	made->given.output_count = count + 1;
	made->given.output_stride = made->unit.output_stride + 16;
}

/* --- grids ------------------------------------------------------------------------------------ */

static uint64_t instances_of(const hr_unit_grid *grid)
{
	uint64_t count = 1;

	for (unsigned d = 0; d < 3; d++)
		count *= (uint64_t)(grid->end[d] - grid->begin[d]);
	return count;
}

size_t hr_unit_trap_bytes(const hr_made_unit *made, const hr_unit_grid *grid)
{
	return made->trap_count ? instances_of(grid) * made->given.output_stride : 0;
}

/* Write "instance (1, 2) " for instance NUMBER of GRID; its leaf has DIMS dimensions. */
static int instance_text(char *text, size_t room, const hr_unit_grid *grid, unsigned dims,
			 uint64_t number)
{
	int64_t id[3];
	int used = 0;

	for (unsigned d = 3; d-- > 0;) {
		const uint64_t extent = (uint64_t)(grid->end[d] - grid->begin[d]);

		id[d] = grid->begin[d] + (int64_t)(number % extent);
		number /= extent;
	}
	for (unsigned d = 0; d < dims; d++)
		used += snprintf(text + used, room - (size_t)used, "%s%lld%s",
				 d ? ", " : "instance (", (long long)id[d],
				 d + 1 == dims ? ") " : "");
	return used;
}

hr_grid_end hr_unit_settle_traps(const hr_made_unit *made, const hr_unit_grid *grid,
				 const uint8_t *wide, hr_grid_end end, char text[HR_BACKEND_TEXT])
{
	const uint32_t stride = made->unit.output_stride;
	bool found = false;
	int used;

	if (end != HR_GRID_DONE && end != HR_GRID_DIVERGED)
		return end;
	for (uint64_t i = 0, count = instances_of(grid); i < count; i++) {
		const uint8_t *from = wide + i * made->given.output_stride;
		uint32_t number;

		if (grid->outputs && stride)
			memcpy(grid->outputs + i * stride, from, stride);
		memcpy(&number, from + stride, sizeof(number));
		if (!number || number > made->trap_count || found)
			continue;
		found = true;
		used = instance_text(text, HR_BACKEND_TEXT, grid, made->unit.dims[0], i);
		snprintf(text + used, HR_BACKEND_TEXT - (size_t)used, "ends in a call of '%s'",
			 made->traps[number - 1]);
	}
	return found ? HR_GRID_TRAPPED : end;
}
