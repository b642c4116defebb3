/* ir/program/elements.c -- the element type of memory that a pointer input points to.
 *
 * Follows a parameter through address arithmetic, variables and calls, and counts the types that
 * are loaded and stored.
 *
 * Invariant: the result depends on the module alone.
 * Owns:      nothing beyond a call. */
#include "ir/program/elements.h"

#include <string.h>

#include <llvm-c/Core.h>

#include "ir/program/hpvm_names.h"
#include "src/base/map.h"
#include "src/base/vec.h"

enum { MOST_VALUES = 4096 };

static const struct {
	const char *name;
	LLVMTypeKind kind;
	unsigned bits; /* width of an integer */
} types[] = {
	{"i8", LLVMIntegerTypeKind, 8},   {"i16", LLVMIntegerTypeKind, 16},
	{"i32", LLVMIntegerTypeKind, 32}, {"i64", LLVMIntegerTypeKind, 64},
	{"float", LLVMFloatTypeKind, 0},  {"double", LLVMDoubleTypeKind, 0},
};

enum { TYPES = sizeof(types) / sizeof(types[0]) };

typedef struct element_search {
	hr_map seen;
	HR_VEC(LLVMValueRef) waiting; /* pointers into the memory, and variables that contain one */
	unsigned counts[TYPES];
} element_search;

static void want(element_search *self, LLVMValueRef value)
{
	if (self->seen.count >= MOST_VALUES || hr_map_get(&self->seen, hr_map_key(value), NULL))
		return;
	hr_map_put(&self->seen, hr_map_key(value), 1);
	HR_PUSH(&self->waiting, value);
}

static void count_type(element_search *self, LLVMTypeRef type)
{
	LLVMTypeKind kind;

	while ((kind = LLVMGetTypeKind(type)) == LLVMVectorTypeKind || kind == LLVMArrayTypeKind)
		type = LLVMGetElementType(type);
	for (unsigned i = 0; i < TYPES; i++)
		self->counts[i] +=
			types[i].kind == kind &&
			(kind != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) == types[i].bits);
}

/* HPVM's atomic operations (M2) return the old value at their first operand. */
static bool is_atomic(LLVMValueRef call)
{
	hr_hpvm op = hr_hpvm_call_of(call).op;

	return op >= HR_H_atomic_add && op <= HR_H_atomic_dec;
}

static void follow_call(element_search *self, LLVMValueRef call, LLVMValueRef value)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	int count = (int)LLVMGetNumArgOperands(call);

	if (is_atomic(call))
		count_type(self, LLVMTypeOf(call));
	if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee))
		return;
	for (int i = 0; i < count && i < (int)LLVMCountParams(callee); i++)
		if (LLVMGetOperand(call, (unsigned)i) == value)
			want(self, LLVMGetParam(callee, (unsigned)i));
}

/* Follow the use USER of VALUE, a pointer into the memory, or a variable that contains such a
 * pointer. */
static void follow(element_search *self, LLVMValueRef user, LLVMValueRef value)
{
	bool variable = LLVMIsAAllocaInst(value) != NULL;

	if (LLVMIsALoadInst(user)) {
		if (variable)
			want(self, user);
		else
			count_type(self, LLVMTypeOf(user));
	} else if (LLVMIsAStoreInst(user)) {
		LLVMValueRef stored = LLVMGetOperand(user, 0), to = LLVMGetOperand(user, 1);

		if (to == value && !variable)
			count_type(self, LLVMTypeOf(stored));
		else if (stored == value && LLVMIsAAllocaInst(to))
			want(self, to);
	} else if (LLVMIsAAtomicRMWInst(user)) {
		count_type(self, LLVMTypeOf(user));
	} else if (LLVMIsACallInst(user)) {
		follow_call(self, user, value);
	} else if (LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind) {
		want(self, user);
	}
}

static const char *most_used(const element_search *self)
{
	unsigned best = 0;

	for (unsigned i = 1; i < TYPES; i++)
		if (self->counts[i] > self->counts[best])
			best = i;
	return self->counts[best] ? types[best].name : NULL;
}

static const char *of_leaf(const hr_program *program, const hr_node *node, unsigned input)
{
	LLVMValueRef function = program->functions[node->function]->llvm;
	element_search self = {0};
	const char *name;

	if (LLVMIsDeclaration(function) || input >= LLVMCountParams(function))
		return NULL;
	want(&self, LLVMGetParam(function, input));
	while (self.waiting.count) {
		LLVMValueRef value = HR_LAST(&self.waiting);

		self.waiting.count--;
		for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
			follow(&self, LLVMGetUser(use), value);
	}
	name = most_used(&self);
	hr_map_free(&self.seen);
	HR_VEC_FREE(&self.waiting);
	return name;
}

const char *hr_elements_of(const hr_program *program, const hr_node *node, unsigned input)
{
	const char *found = NULL;

	if (!node->internal)
		return of_leaf(program, node, input);
	for (unsigned i = 0; i < node->input_bind_count && !found; i++)
		if (node->input_binds[i].port == input)
			found = hr_elements_of(program, node->children[node->input_binds[i].child],
					       node->input_binds[i].child_port);
	return found;
}
