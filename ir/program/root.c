/* ir/program/root.c -- the value that a pointer is based on, and locals whose addresses the code
 * does not show everywhere.
 *
 * Follows address arithmetic, selects and phis whose operands agree, and stack variables that only
 * ever hold one pointer, in which unoptimised code keeps its parameters.
 *
 * Owns:      what is known of the variables of each program, until it ends.
 * Clauses:   P6.
 * Not here:  origins of accesses (origin.c), checks in the code (ir/lower/object.c). */
#include "ir/program/root.h"

#include <pthread.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "ir/program/lookup.h"
#include "src/arith/cfunction.h"
#include "src/base/alloc.h"
#include "src/base/map.h"

/* --- roots ------------------------------------------------------------------------------------ */

/* VARIABLES: objects in variables that have been looked up: alloca to object; 0 if there is none, and
 * during the lookup. */
static LLVMValueRef root_of(hr_map *variables, LLVMValueRef pointer);

static bool is_object(LLVMValueRef root)
{
	return LLVMIsAArgument(root) || LLVMIsAGlobalVariable(root) || LLVMIsAAllocaInst(root);
}

static bool is_named(LLVMValueRef function, const char *start)
{
	size_t length;

	return LLVMIsAFunction(function) &&
	       strncmp(LLVMGetValueName2(function, &length), start, strlen(start)) == 0;
}

/* Return true for the intrinsics of lifetimes and debug information. */
static bool is_remark(LLVMValueRef user)
{
	return LLVMIsACallInst(user) && (is_named(LLVMGetCalledValue(user), "llvm.lifetime.") ||
					 is_named(LLVMGetCalledValue(user), "llvm.dbg."));
}

/* See object_in_variable(). */
static LLVMValueRef find_object(hr_map *variables, LLVMValueRef variable)
{
	LLVMValueRef root = NULL;

	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use), stored;

		if (LLVMIsALoadInst(user) || is_remark(user))
			continue;
		if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable)
			return NULL;
		stored = LLVMGetOperand(user, 0);
		if (LLVMGetTypeKind(LLVMTypeOf(stored)) != LLVMPointerTypeKind)
			return NULL;
		while (LLVMIsAGetElementPtrInst(stored))
			stored = LLVMGetOperand(stored, 0);
		if (LLVMIsALoadInst(stored) && LLVMGetOperand(stored, 0) == variable)
			continue; /* an increment of the pointer */
		stored = root_of(variables, stored);
		if (!is_object(stored) || (root && root != stored))
			return NULL;
		root = stored;
	}
	return root;
}

/* Return the only object that VARIABLE, an alloca, ever holds the address of; NULL if there are
 * several, or others may write the variable. */
static LLVMValueRef object_in_variable(hr_map *variables, LLVMValueRef variable)
{
	LLVMValueRef object;
	uint64_t found = 0;

	if (!hr_map_get(variables, hr_map_key(variable), &found)) {
		hr_map_put(variables, hr_map_key(variable), 0);
		object = find_object(variables, variable);
		found = object ? hr_map_key(object) : 0;
		hr_map_put(variables, hr_map_key(variable), found);
	}
	return (LLVMValueRef)(uintptr_t)found;
}

static bool is_step(LLVMValueRef value)
{
	LLVMOpcode opcode;

	if (!LLVMIsAInstruction(value) && !LLVMIsAConstantExpr(value))
		return false;
	opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value)
					   : LLVMGetConstOpcode(value);
	return opcode == LLVMGetElementPtr || opcode == LLVMBitCast ||
	       opcode == LLVMAddrSpaceCast || opcode == LLVMFreeze;
}

static LLVMValueRef without_steps(LLVMValueRef pointer)
{
	while (is_step(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

typedef HR_VEC(LLVMValueRef) value_list;

/* Push the values that a phi or a select can choose. Return false for another value. */
static bool push_choices(value_list *list, LLVMValueRef value)
{
	const bool is_phi = LLVMIsAPHINode(value) != NULL;

	if (!is_phi && !LLVMIsASelectInst(value))
		return false;
	for (unsigned i = 0; i < (is_phi ? LLVMCountIncoming(value) : 2); i++)
		HR_PUSH(list,
			is_phi ? LLVMGetIncomingValue(value, i) : LLVMGetOperand(value, i + 1));
	return true;
}

/* Each phi and select is visited once, so the time is linear in the code. */
static LLVMValueRef root_of(hr_map *variables, LLVMValueRef pointer)
{
	LLVMValueRef root = NULL;
	value_list left = {0};
	bool several = false;
	hr_map seen = {0};

	pointer = without_steps(pointer);
	HR_PUSH(&left, pointer);
	while (left.count && !several) {
		LLVMValueRef value = without_steps(left.data[--left.count]), object = NULL;

		if (hr_map_get(&seen, hr_map_key(value), NULL))
			continue;
		hr_map_put(&seen, hr_map_key(value), 1);
		if (push_choices(&left, value))
			continue;
		if (LLVMIsALoadInst(value) && LLVMIsAAllocaInst(LLVMGetOperand(value, 0)))
			object = object_in_variable(variables, LLVMGetOperand(value, 0));
		value = object ? object : value;
		several = root && root != value;
		root = value;
	}
	HR_VEC_FREE(&left);
	hr_map_free(&seen);
	return several || !root ? pointer : root;
}

/* The variables of a program that have been looked up. Unoptimised code loads a variable for each use, and each look-up
 * reads all uses. */
typedef struct program_roots {
	const hr_program *program;
	hr_map variables; /* see object_in_variable() */
	struct program_roots *next;
} program_roots;

static pthread_mutex_t roots_lock = PTHREAD_MUTEX_INITIALIZER;
static program_roots *all_roots;

/* The caller holds the lock. */
static program_roots **find_roots(const hr_program *program)
{
	program_roots **at = &all_roots;

	while (*at && (*at)->program != program)
		at = &(*at)->next;
	return at;
}

static hr_map *variables_of(const hr_program *program)
{
	program_roots **at = find_roots(program);

	if (!*at) {
		*at = hr_alloc_zero(sizeof(**at));
		(*at)->program = program;
	}
	return &(*at)->variables;
}

void hr_roots_forget(const hr_program *program)
{
	program_roots **at, *found;

	pthread_mutex_lock(&roots_lock);
	at = find_roots(program);
	found = *at;
	if (found) {
		*at = found->next;
		hr_map_free(&found->variables);
		hr_free(found);
	}
	pthread_mutex_unlock(&roots_lock);
}

LLVMValueRef hr_root_of(const hr_program *program, LLVMValueRef pointer)
{
	hr_map variables = {0};
	LLVMValueRef root;

	pointer = without_steps(pointer);
	if (is_object(pointer))
		return pointer;
	if (!program) {
		root = root_of(&variables, pointer);
		hr_map_free(&variables);
		return root;
	}
	pthread_mutex_lock(&roots_lock);
	root = root_of(variables_of(program), pointer);
	pthread_mutex_unlock(&roots_lock);
	return root;
}

/* --- uses of a pointer ------------------------------------------------------------------------ */

/* A search for the uses of a pointer. */
typedef struct loss_search {
	hr_map seen;      /* values whose uses have been visited */
	hr_map variables; /* see object_in_variable() */
	bool whole;       /* whether an address can be lost anywhere in the program */
} loss_search;

static bool is_lost(loss_search *s, LLVMValueRef value);

/* Return true if CALLEE is a C function that keeps no pointer, returns none, and accesses only
 * bytes of VARIABLE through parameter INDEX, as frexp() does. */
static bool stays_inside(LLVMValueRef callee, unsigned index, LLVMValueRef variable)
{
	hr_cfunction_form form;
	size_t length;
	const char *name = LLVMGetValueName2(callee, &length);
	const hr_cfunction *row = hr_cfunction_named(name, length, &form);
	uint64_t bytes;

	if (!row || !hr_cfunction_keeps_nothing(row) || strchr("pr", row->signature[0]) ||
	    !LLVMIsAAllocaInst(variable))
		return false;
	bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(LLVMGetGlobalParent(callee)),
				  LLVMGetAllocatedType(variable));
	for (size_t i = 0; i < HR_CFUNCTION_ACCESSES; i++) {
		const hr_cfunction_access *access = &row->access[i];

		if (access->kind == HR_ACCESSES_NONE)
			break;
		if (access->length == HR_LENGTH_ANY)
			return false;
		if (access->pointer == (int)index &&
		    ((access->length != HR_LENGTH_BYTES && access->length != HR_LENGTH_NUMBER) ||
		     hr_cfunction_bytes(access, form) > bytes))
			return false;
	}
	return true;
}

/* Return true if the parameter, which a caller passes VALUE for, an address of a local variable,
 * loses it. */
static bool parameter_loses(loss_search *s, LLVMValueRef callee, unsigned index, LLVMValueRef value)
{
	LLVMValueRef parameter;

	if (!LLVMIsAFunction(callee) || index >= LLVMCountParams(callee))
		return true;
	if (LLVMIsDeclaration(callee))
		return !stays_inside(callee, index, value);
	parameter = LLVMGetParam(callee, index);
	return LLVMGetTypeKind(LLVMTypeOf(parameter)) != LLVMPointerTypeKind ||
	       is_lost(s, parameter);
}

/* Return true if CALLEE is an intrinsic that loads or stores a vector at one address, under a mask. */
static bool is_masked_access(LLVMValueRef callee)
{
	return is_named(callee, "llvm.masked.load.") || is_named(callee, "llvm.masked.store.");
}

/* A block copy is checked by its address alone, so an address that was computed from a local
 * variable is lost there; but the variable itself is not. */
static bool call_loses(loss_search *s, LLVMValueRef call, LLVMValueRef value)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	unsigned count = LLVMGetNumArgOperands(call);

	if (callee == value)
		return true;
	if (is_remark(call) || is_named(callee, "llvm.assume"))
		return false;
	if (is_named(callee, "llvm.")) {
		if (is_named(callee, "llvm.mem"))
			return !s->whole;
		if (is_masked_access(callee) && !s->whole)
			return LLVMGetOperand(call, 0) == value &&
			       LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
		if (is_named(callee, "llvm.masked.") &&
		    LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind)
			return !s->whole || LLVMGetOperand(call, 0) == value;
		return true;
	}
	if (!s->whole)
		return true;
	for (unsigned i = 0; i < count; i++)
		if (LLVMGetOperand(call, i) == value && parameter_loses(s, callee, i, value))
			return true;
	return false;
}

/* An integer that is only compared, or subtracted as in the distance of two pointers, does not
 * become a pointer again. */
static bool integer_loses(const loss_search *s, LLVMValueRef integer)
{
	for (LLVMUseRef use = LLVMGetFirstUse(integer); s->whole && use;
	     use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!LLVMIsAICmpInst(user) &&
		    !(LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSub))
			return true;
	}
	return false;
}

static bool use_loses(loss_search *s, LLVMValueRef user, LLVMValueRef value)
{
	LLVMValueRef variable;

	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMLoad:
	case LLVMICmp: return false;
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		return LLVMGetOperand(user, 1) == value ||
		       (LLVMGetNumOperands(user) > 2 && LLVMGetOperand(user, 2) == value);
	case LLVMStore:
		if (LLVMGetOperand(user, 0) != value)
			return false;
		variable = LLVMGetOperand(user, 1);
		if (!LLVMIsAAllocaInst(variable) || !object_in_variable(&s->variables, variable))
			return true;
		for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
			if (LLVMIsALoadInst(LLVMGetUser(use)) && is_lost(s, LLVMGetUser(use)))
				return true;
		return false;
	case LLVMGetElementPtr:
		return LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMPointerTypeKind ||
		       (s->whole && is_lost(s, user));
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze: return is_lost(s, user);
	case LLVMPHI:
	case LLVMSelect: return root_of(&s->variables, user) == user || is_lost(s, user);
	case LLVMPtrToInt: return integer_loses(s, user);
	case LLVMCall:
	case LLVMInvoke: return call_loses(s, user, value);
	default: return true;
	}
}

static bool is_lost(loss_search *s, LLVMValueRef value)
{
	if (hr_map_get(&s->seen, hr_map_key(value), NULL))
		return false;
	hr_map_put(&s->seen, hr_map_key(value), 1);
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
		if (LLVMIsAInstruction(LLVMGetUser(use)) ? use_loses(s, LLVMGetUser(use), value)
							 : s->whole)
			return true;
	return false;
}

bool hr_root_is_lost(LLVMValueRef value)
{
	loss_search s = {.whole = false};
	const bool lost = is_lost(&s, value);

	hr_map_free(&s.seen);
	hr_map_free(&s.variables);
	return lost;
}

bool hr_root_may_be_lost(LLVMValueRef value)
{
	loss_search s = {.whole = true};
	const bool lost = is_lost(&s, value);

	hr_map_free(&s.seen);
	hr_map_free(&s.variables);
	return lost;
}

/* --- the whole program ------------------------------------------------------------------------ */

typedef HR_VEC(hr_function *) function_list;

static void reach(function_list *found, hr_function *function)
{
	if (!function || !function->defined || function->in_leaves)
		return;
	function->in_leaves = true;
	HR_PUSH(found, function);
}

static void reach_pointed(hr_program *program, function_list *found)
{
	for (uint32_t i = 0; i < program->function_count; i++)
		if (program->functions[i]->address_taken && !program->functions[i]->internal_node)
			reach(found, program->functions[i]);
}

/* Mark the functions that leaves can call. */
static void find_called(hr_program *program, function_list *found)
{
	for (uint32_t i = 0; i < program->function_count; i++)
		if (program->functions[i]->leaf_node)
			reach(found, program->functions[i]);
	for (size_t i = 0; i < found->count; i++)
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(found->data[i]->llvm); block;
		     block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef in = LLVMGetFirstInstruction(block); in;
			     in = LLVMGetNextInstruction(in)) {
				hr_function *callee;

				if (!LLVMIsACallInst(in) && !LLVMIsAInvokeInst(in))
					continue;
				callee = hr_function_of(program, LLVMGetCalledValue(in));
				reach(found, callee);
				if (!callee && !LLVMIsAInlineAsm(LLVMGetCalledValue(in)))
					reach_pointed(program, found);
			}
}

/* Return true if the alloca is at a fixed place in the frame of its function. */
static bool has_place(LLVMValueRef variable)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(variable);

	return block == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)) &&
	       LLVMIsAConstantInt(LLVMGetOperand(variable, 0));
}

static bool loses_variable(loss_search *s, const hr_function *function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function->llvm); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef in = LLVMGetFirstInstruction(block); in;
		     in = LLVMGetNextInstruction(in))
			if (LLVMIsAAllocaInst(in) && (!has_place(in) || is_lost(s, in)))
				return true;
	return false;
}

static bool find_lost(hr_program *program)
{
	loss_search s = {.whole = true};
	function_list found = {0};
	bool lost = false;

	find_called(program, &found);
	for (size_t i = 0; i < found.count && !lost; i++)
		lost = loses_variable(&s, found.data[i]);
	hr_map_free(&s.seen);
	hr_map_free(&s.variables);
	HR_VEC_FREE(&found);
	return lost;
}

static void know(hr_program *program)
{
	if (!program->roots_known)
		program->roots_lost = find_lost(program);
	program->roots_known = true;
}

bool hr_root_in_leaves(hr_program *program, const hr_function *function)
{
	know(program);
	return function->in_leaves;
}

bool hr_root_needs_checks(hr_program *program, const hr_function *function)
{
	know(program);
	return program->roots_lost && function->in_leaves;
}
