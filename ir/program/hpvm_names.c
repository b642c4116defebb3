/* ir/program/hpvm_names.c -- recognises HPVM operations by name.
 *
 * Invariant: every name of hpvm_names.def is found, and no other.
 * Owns:      a table of names, sorted on first use, for the life of the process.
 * Not here:  the meaning of the operations. */
#include "ir/program/hpvm_names.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

#define IR_PREFIX  "llvm.hpvm."
#define C_PREFIX   "__hpvm__"
#define OLD_PREFIX "__visc__" /* of HPVM's predecessor, VISC */
enum { PREFIX = sizeof(C_PREFIX) - 1 };

typedef struct name_row {
	hr_hpvm_class class;
	const char *c_name, *ir_name;
	unsigned operands;
	const char *c_order, *ir_order;
} name_row;

static const name_row rows[HR_H_COUNT] = {
	{HR_HC_NONE, NULL, NULL, 0, "", ""},
#define H(ident, class, c_name, ir_name, operands, c_order, ir_order)                              \
	{HR_HC_##class, c_name, ir_name, operands, c_order, ir_order},
#define H_ALIAS(ident, c_name)
#include "ir/program/hpvm_names.def"
#undef H
#undef H_ALIAS
};

typedef struct c_name {
	const char *name;
	hr_hpvm op;
} c_name;

static c_name c_names[] = {
#define H(ident, class, c_name, ir_name, operands, c_order, ir_order) {c_name, HR_H_##ident},
#define H_ALIAS(ident, c_name)                                        {c_name, HR_H_##ident},
#include "ir/program/hpvm_names.def"
#undef H
#undef H_ALIAS
};

enum { C_NAMES = sizeof(c_names) / sizeof(*c_names) };

static int compare(const void *a, const void *b)
{
	const c_name *one = a, *other = b;

	if (!one->name || !other->name)
		return !one->name - !other->name;
	return strcmp(one->name, other->name);
}

static void sort_names(void)
{
	qsort(c_names, C_NAMES, sizeof(*c_names), compare);
}

static hr_hpvm by_c_name(const char *name)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	c_name key = {name, HR_H_NONE};
	const c_name *found;

	pthread_once(&once, sort_names);
	found = bsearch(&key, c_names, C_NAMES, sizeof(*c_names), compare);
	if (found)
		return found->op;
	return strncmp(name, C_PREFIX, PREFIX) && strncmp(name, OLD_PREFIX, PREFIX) ? HR_H_NONE
										    : HR_H_UNKNOWN;
}

static hr_hpvm by_ir_name(const char *name)
{
	for (unsigned op = 1; op < HR_H_COUNT; op++)
		if (rows[op].ir_name && !strcmp(rows[op].ir_name, name))
			return (hr_hpvm)op;
	return HR_H_UNKNOWN;
}

hr_hpvm hr_hpvm_by_name(const char *name, bool *c_form)
{
	size_t prefix = strlen(IR_PREFIX);
	bool intrinsic = !strncmp(name, IR_PREFIX, prefix);

	if (c_form)
		*c_form = !intrinsic;
	if (intrinsic)
		return by_ir_name(name + prefix);
	if (!strncmp(name, "llvm.visc.", prefix))
		return HR_H_UNKNOWN;
	/* Every HPVM-C name starts with one of three letters, which excludes most names quickly. */
	return strchr("_lw", name[0]) && *name ? by_c_name(name) : HR_H_NONE;
}

static const char *const short_names[] = {
#define H(ident, class, c_name, ir_name, operands, c_order, ir_order)
#define H_ALIAS(ident, c_name)
#define H_SHORT(name) C_PREFIX #name,
#include "ir/program/hpvm_names.def"
#undef H
#undef H_ALIAS
};
enum { SHORT_NAMES = sizeof(short_names) / sizeof(*short_names) };

const char *hr_hpvm_near(const char *name, char text[HR_NEAR_TEXT])
{
	const bool intrinsic = !strncmp(name, "llvm.", 5), old = strstr(name, "visc") != NULL;
	const char *names[C_NAMES + SHORT_NAMES] = {0};
	char asked[HR_NEAR_TEXT], made[HR_H_COUNT + SHORT_NAMES][40];
	size_t count = 0;

	if (intrinsic)
		snprintf(asked, sizeof(asked), IR_PREFIX "%s", name + strlen(IR_PREFIX));
	else
		snprintf(asked, sizeof(asked), "%s%s", old ? C_PREFIX : "",
			 name + (old ? PREFIX : 0));
	for (unsigned op = 1; op < HR_H_COUNT && intrinsic; op++)
		if (rows[op].ir_name) {
			snprintf(made[op], sizeof(made[op]), IR_PREFIX "%s", rows[op].ir_name);
			names[count++] = made[op];
		}
	for (size_t i = 0; i < SHORT_NAMES && intrinsic; i++) {
		char *text_of = made[HR_H_COUNT + i];

		snprintf(text_of, sizeof(made[0]), IR_PREFIX "%s", short_names[i] + PREFIX);
		for (char *at = strchr(text_of, '_'); at; at = strchr(at, '_'))
			*at = '.';
		names[count++] = text_of;
	}
	for (size_t i = 0; i < C_NAMES && !intrinsic; i++)
		names[count++] = c_names[i].name;
	for (size_t i = 0; i < SHORT_NAMES && !intrinsic; i++)
		names[count++] = short_names[i];
	for (size_t i = 0; i < count; i++)
		if (names[i] && strcmp(names[i], asked) == 0) {
			snprintf(text, HR_NEAR_TEXT, "; did you mean '%s'?", names[i]);
			return text;
		}
	return hr_did_you_mean(asked, names, count, text);
}

static const name_row *row_of(hr_hpvm op)
{
	return &rows[op < HR_H_COUNT ? op : HR_H_NONE];
}

hr_hpvm_class hr_hpvm_class_of(hr_hpvm op)
{
	return row_of(op)->class;
}

bool hr_hpvm_is_wrapper(hr_hpvm op)
{
	return op >= HR_H_wrapper_conv_layer && op < HR_H_COUNT;
}

const char *hr_hpvm_c_name(hr_hpvm op)
{
	return row_of(op)->c_name;
}

const char *hr_hpvm_ir_name(hr_hpvm op)
{
	return row_of(op)->ir_name;
}

unsigned hr_hpvm_operands(hr_hpvm op)
{
	return row_of(op)->operands;
}

unsigned hr_hpvm_position(hr_hpvm op, bool c_form, unsigned i)
{
	const char *order = c_form ? row_of(op)->c_order : row_of(op)->ir_order;

	if (i >= strlen(order))
		hr_bug("operation %d has no operand %u", (int)op, i);
	return (unsigned)(order[i] - '0');
}

/* Return the function behind aliases and casts of a callee. */
static LLVMValueRef strip(LLVMValueRef value)
{
	for (;;) {
		LLVMOpcode op;

		if (LLVMIsAGlobalAlias(value)) {
			value = LLVMAliasGetAliasee(value);
			continue;
		}
		if (!LLVMIsAConstantExpr(value))
			return value;
		op = LLVMGetConstOpcode(value);
		if (op != LLVMBitCast && op != LLVMAddrSpaceCast)
			return value;
		value = LLVMGetOperand(value, 0);
	}
}

hr_hpvm_call hr_hpvm_call_of(void *instruction)
{
	hr_hpvm_call call = {.op = HR_H_NONE, .instruction = instruction};
	LLVMValueRef callee;
	size_t length;

	if (!LLVMIsACallInst(instruction) && !LLVMIsAInvokeInst(instruction))
		return call;
	callee = LLVMIsAFunction(strip(LLVMGetCalledValue(instruction)));
	if (!callee)
		return call;
	call.name = LLVMGetValueName2(callee, &length);
	call.op = hr_hpvm_by_name(call.name, &call.c_form);
	if (call.op == HR_H_UNKNOWN && !LLVMIsDeclaration(callee))
		call.op = HR_H_NONE;
	call.argument_count = LLVMGetNumArgOperands(instruction);
	return call;
}

void *hr_hpvm_operand(const hr_hpvm_call *call, unsigned i)
{
	unsigned position = hr_hpvm_position(call->op, call->c_form, i);

	return position < call->argument_count ? LLVMGetOperand(call->instruction, position) : NULL;
}

bool hr_hpvm_level(void *value, uint32_t *level)
{
	LLVMValueRef handle = value;
	uint32_t up = 0;

	while (handle && (LLVMIsACallInst(handle) || LLVMIsABitCastInst(handle))) {
		hr_hpvm_call c;

		if (LLVMIsABitCastInst(handle)) {
			handle = LLVMGetOperand(handle, 0);
			continue;
		}
		c = hr_hpvm_call_of(handle);
		if (c.op == HR_H_get_node) {
			*level = up;
			return true;
		}
		if (c.op != HR_H_get_parent)
			return false;
		up++;
		handle = hr_hpvm_operand(&c, 0);
	}
	return false;
}
