/* ir/lift/lift.c -- finds the node functions, and lifts them in order.
 *
 * Invariant: after hr_lift_program() returned HR_OK, program->graphs holds validated graphs.
 * Owns:      the facts, while lifting; graphs are in the program's arena.
 * Clauses:   G1, G10.
 * Not here:  the contents of a node function (internal.c, ports.c). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif
#include "ir/lift/lift.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "ir/program/debug_names.h"
#include "ir/program/tables.h"

/* --- diagnostics ------------------------------------------------------------------------------ */

hr_facts *hr_facts_of(hr_lift *lift, const hr_function *function)
{
	return &lift->facts[function->id];
}

void hr_lift_failed(hr_lift *lift, hr_status outcome)
{
	/* A trap at run time that is found here is a structural error. */
	if (outcome == HR_TRAP)
		outcome = HR_REJECT;
	if (outcome == HR_REJECT || lift->status == HR_OK)
		lift->status = outcome != HR_OK ? outcome : lift->status;
}

enum { PATH_DEPTH = 64 };

static bool contains(const hr_function *const *functions, unsigned count, const hr_function *wanted)
{
	for (unsigned i = 0; i < count; i++)
		if (functions[i] == wanted)
			return true;
	return false;
}

/* Return "Root/Group/Leaf" of the first node that runs FUNCTION, as far as creators are known. Each
 * function occurs once, because nodes that contain themselves have no outermost one. */
static const char *path_of(hr_lift *lift, const hr_function *function)
{
	const hr_function *above[PATH_DEPTH];
	hr_program *program = lift->program;
	const char *path = NULL;

	for (unsigned depth = 0; function && depth < PATH_DEPTH; depth++) {
		const hr_facts *facts = hr_facts_of(lift, function);
		const char *label =
			facts->label ? facts->label : hr_plain_name(program, function->name);

		path = path ? hr_arena_printf(&program->arena, "%s/%s", label, path) : label;
		above[depth] = function;
		function = facts->creator_function;
		if (contains(above, depth + 1, function))
			break;
	}
	return path;
}

hr_where hr_lift_where(hr_lift *lift, const hr_function *function, void *instruction)
{
	hr_where where = {0};

	if (instruction)
		where = hr_where_instruction(lift->program, instruction);
	else if (function)
		where = function->where;
	if (function && (function->internal_node || function->leaf_node))
		where.node = path_of(lift, function);
	return where;
}

void hr_lift_report(hr_lift *lift, const hr_function *function, void *instruction, hr_diag_id id,
		    ...)
{
	hr_where where;
	va_list args;

	/* Finding the place searches the whole module, which is too slow for each edge of a large
	 * graph. */
	if (hr_diags_severity(lift->program->diags, id) == HR_SEV_OFF)
		return;
	where = hr_lift_where(lift, function, instruction);
	va_start(args, id);
	hr_lift_failed(lift, hr_vreport(lift->program->diags, id, &where, args));
	va_end(args);
}

/* --- names ------------------------------------------------------------------------------------ */

/* Skip one "<length><identifier>" of a mangled name. */
static const char *identifier(const char *text, const char **name, size_t *length)
{
	char *end;
	unsigned long count = strtoul(text, &end, 10);

	if (strlen(end) < count || !count)
		return NULL;
	*name = end;
	*length = count;
	return end + count;
}

const char *hr_plain_name(hr_program *program, const char *name)
{
	const char *at = name + 2, *last = name, *next = NULL;
	size_t length = strlen(name);
	bool nested;

	if (strncmp(name, "_Z", 2))
		return name;
	nested = *at == 'N';
	at += strspn(at, "NKLrV"); /* nested, const, internal linkage */
	if (!strncmp(at, "St", 2))
		at += 2;
	while (isdigit((unsigned char)*at) && (next = identifier(at, &last, &length))) {
		at = next + (*next == 'L');
		if (!nested)
			break;
	}
	return next ? hr_arena_strndup(&program->arena, last, length) : name;
}

/* --- HPVM calls in the module ----------------------------------------------------------------- */

static hr_function *function_around(const hr_program *program, LLVMValueRef instruction)
{
	return hr_function_of(program,
			      LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)));
}

static void note_call(hr_lift *lift, LLVMValueRef instruction)
{
	hr_hpvm_call call = hr_hpvm_call_of(instruction);
	hr_facts *facts = hr_facts_of(lift, function_around(lift->program, instruction));

	facts->classes |= 1u << hr_hpvm_class_of(call.op);
	if (call.op == HR_H_malloc)
		facts->has_malloc = true;
	if (call.op == HR_H_launch)
		HR_PUSH(&lift->host_calls, instruction);
}

/* Record every call of VALUE, a function or a cast or alias of one. */
static void scan_uses(hr_lift *lift, LLVMValueRef value)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) {
			if (LLVMGetCalledValue(user) == value)
				note_call(lift, user);
		} else if (LLVMIsAConstantExpr(user) || LLVMIsAGlobalAlias(user)) {
			scan_uses(lift, user);
		}
	}
}

static bool is_called(LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if ((LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) &&
		    LLVMGetCalledValue(user) == function)
			return true;
	}
	return false;
}

static bool has(const hr_facts *facts, hr_hpvm_class class)
{
	return facts->classes & 1u << class;
}

/* Sort launches in the order of functions, not of LLVM's use lists. */
static int by_function(const void *a, const void *b, void *data)
{
	const hr_program *program = data;
	const hr_function *one = function_around(program, *(void *const *)a);
	const hr_function *other = function_around(program, *(void *const *)b);

	return one->id < other->id ? -1 : one->id > other->id;
}

/* G1: a launched function must be an internal node function. */
static void note_launch(hr_lift *lift, LLVMValueRef instruction)
{
	hr_hpvm_call call = hr_hpvm_call_of(instruction);
	LLVMValueRef operand = hr_hpvm_operand(&call, 0);
	hr_function *root = operand ? hr_function_of(lift->program, operand) : NULL;
	hr_function *host = function_around(lift->program, instruction);

	if (!operand) {
		hr_lift_report(lift, host, instruction, HR_D_bad_graph_call, call.name, host->name,
			       "too few operands");
	} else if (root) {
		hr_facts_of(lift, root)->launched = true;
		if (!has(hr_facts_of(lift, root), HR_HC_GRAPH))
			hr_lift_report(lift, host, instruction, HR_D_bad_graph_call, call.name,
				       host->name,
				       root->defined ? "the root function describes no graph"
						     : "the root function has no body");
	}
}

/* A library that defines the function cannot be meant: HPVM's prefix is HPVM's. */
static void refuse_unknown(hr_lift *lift, const hr_function *unknown)
{
	char near[HR_NEAR_TEXT], text[HR_NEAR_TEXT + 40];

	for (LLVMUseRef use = LLVMGetFirstUse(unknown->llvm); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user))
			continue;
		snprintf(text, sizeof(text), "HPVM has no such operation%s",
			 hr_hpvm_near(unknown->name, near));
		hr_lift_report(lift, function_around(lift->program, user), user,
			       HR_D_unsupported_call, unknown->name, text);
		return;
	}
}

void hr_lift_scan(hr_lift *lift)
{
	const hr_program *program = lift->program;

	for (uint32_t i = 0; i < program->function_count; i++)
		if (hr_hpvm_by_name(program->functions[i]->name, NULL) != HR_H_NONE)
			scan_uses(lift, program->functions[i]->llvm);
	for (uint32_t i = 0; i < program->function_count; i++)
		if (!program->functions[i]->defined &&
		    hr_hpvm_by_name(program->functions[i]->name, NULL) == HR_H_UNKNOWN)
			refuse_unknown(lift, program->functions[i]);
	for (uint32_t i = 0; i < program->function_count; i++)
		lift->facts[i].called =
			lift->facts[i].classes && is_called(program->functions[i]->llvm);
	if (lift->host_calls.count)
		qsort_r(lift->host_calls.data, lift->host_calls.count, sizeof(void *), by_function,
			lift->program);
	for (size_t i = 0; i < lift->host_calls.count; i++)
		note_launch(lift, lift->host_calls.data[i]);
}

/* --- node functions --------------------------------------------------------------------------- */

static void note_children(hr_lift *lift, hr_function *parent)
{
	hr_graph_shape *shape = hr_facts_of(lift, parent)->shape;

	for (unsigned i = 0; i < shape->child_count; i++) {
		const hr_child *child = &shape->children[i];
		hr_facts *facts = hr_facts_of(lift, child->function);

		child->function->internal_node = has(facts, HR_HC_GRAPH);
		child->function->leaf_node = !child->function->internal_node;
		if (facts->created)
			continue;
		facts->created = true;
		facts->creator = child->instruction;
		facts->creator_function = parent;
		facts->label = child->label;
	}
}

static void make_internal(hr_lift *lift, hr_function *function)
{
	function->internal_node = true;
	hr_lift_internal(lift, function);
	note_children(lift, function);
}

/* Return true for a function with graph calls that is called and therefore not a node function,
 * unless it is a node as well. */
static bool is_helper(hr_lift *lift, const hr_function *function)
{
	const hr_facts *facts = hr_facts_of(lift, function);

	return (facts->called || !strcmp(function->name, "main")) && !facts->created &&
	       !facts->launched;
}

/* Repeat until there are no more: lifting one function shows that others are node functions. */
static void lift_internals(hr_lift *lift)
{
	const hr_program *program = lift->program;
	bool more = true;

	while (more) {
		more = false;
		for (uint32_t i = 0; i < program->function_count; i++) {
			hr_function *function = program->functions[i];

			if (!has(&lift->facts[i], HR_HC_GRAPH) || lift->facts[i].shape ||
			    !function->defined || is_helper(lift, function))
				continue;
			make_internal(lift, function);
			more = true;
		}
	}
}

/* Operands of debug information: the scope of a block, the name of a function. */
enum { BLOCK_SCOPE = 1, SUBPROGRAM_NAME = 2, SCOPES_AT_MOST = 64 };

static LLVMValueRef operand_of(LLVMValueRef metadata, unsigned which)
{
	LLVMValueRef operands[32];
	unsigned count = (unsigned)LLVMGetMDNodeNumOperands(metadata);

	if (count <= which || count > sizeof(operands) / sizeof(*operands))
		return NULL;
	LLVMGetMDNodeOperands(metadata, operands);
	return operands[which];
}

/* Return the source function that CALL was inlined from, according to debug information; NULL if it
 * was not inlined, or that is unknown. The name has *length characters and belongs to the
 * module. */
static const char *inlined_from(const hr_function *function, LLVMValueRef call, unsigned *length)
{
	LLVMMetadataRef location = LLVMInstructionGetDebugLoc(call), scope, own;
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function->llvm));
	LLVMValueRef at, name;

	if (!location || !LLVMDILocationGetInlinedAt(location))
		return NULL;
	own = LLVMGetSubprogram(function->llvm);
	scope = LLVMDILocationGetScope(location);
	for (unsigned i = 0; scope && i < SCOPES_AT_MOST; i++) {
		if (scope == own)
			return NULL;
		at = LLVMMetadataAsValue(context, scope);
		if (LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind) {
			name = operand_of(at, SUBPROGRAM_NAME);
			return name ? LLVMGetMDString(name, length) : NULL;
		}
		at = operand_of(at, BLOCK_SCOPE);
		scope = at ? LLVMValueAsMetadata(at) : NULL;
	}
	return NULL;
}

/* Return the first call in FUNCTION of an operation that only node functions may use. If FROM is
 * not NULL, consider only inlined calls, and set *from to the source function, whose name has
 * *length characters and belongs to the module. */
static LLVMValueRef misplaced(const hr_function *function, const char **name, const char **from,
			      unsigned *length)
{
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function->llvm);

	for (; block; block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef instruction = LLVMGetFirstInstruction(block);

		for (; instruction; instruction = LLVMGetNextInstruction(instruction)) {
			hr_hpvm_call call = hr_hpvm_call_of(instruction);
			hr_hpvm_class class = hr_hpvm_class_of(call.op);

			if (class == HR_HC_NONE || class == HR_HC_HOST ||
			    (from && !(*from = inlined_from(function, instruction, length))))
				continue;
			*name = call.name;
			return instruction;
		}
	}
	return NULL;
}

/* G10. A helper is reported in the same manner if the compiler has inlined it, as far as that is
 * known: src/hpvm.h prevents clang from inlining it, and debug information shows it. */
static void check_inlined(hr_lift *lift, const hr_function *function)
{
	const char *name, *from;
	char helper[256], into[300];
	unsigned length = 0;
	LLVMValueRef call = misplaced(function, &name, &from, &length);

	if (!call)
		return;
	snprintf(helper, sizeof(helper), "%.*s", (int)length, from);
	snprintf(into, sizeof(into), "\nthe compiler inlined it into '%.256s'", function->name);
	hr_lift_report(lift, function, call, HR_D_intrinsic_outside_node, helper, name, into);
}

/* G10. A function that is not called may be a node function of another program, and is not an
 * error. Functions that a kernel calls may do what it may do. */
static void check_outsiders(hr_lift *lift)
{
	const hr_program *program = lift->program;

	for (uint32_t i = 0; i < program->function_count && !program->kernel; i++) {
		const hr_function *function = program->functions[i];
		const hr_facts *facts = &lift->facts[i];
		LLVMValueRef call;
		const char *name;

		if (function->internal_node || function->leaf_node) {
			check_inlined(lift, function);
			continue;
		}
		if (!(facts->classes & ~(1u << HR_HC_HOST | 1u << HR_HC_NONE)))
			continue;
		if (!facts->called && !has(facts, HR_HC_HOST) && strcmp(function->name, "main"))
			continue;
		call = misplaced(function, &name, NULL, NULL);
		if (call)
			hr_lift_report(lift, function, call, HR_D_intrinsic_outside_node,
				       function->name, name, "");
	}
}

static void lift_ports(hr_lift *lift)
{
	const hr_program *program = lift->program;
	bool changed = hr_debug_names_begin(program->module);

	for (uint32_t i = 0; i < program->function_count; i++) {
		hr_function *function = program->functions[i];

		if (function->internal_node || function->leaf_node)
			hr_lift_ports(lift, function);
	}
	hr_debug_names_end(program->module, changed);
	hr_lift_hint_metadata(lift);
}

hr_status hr_lift_program(hr_program *program)
{
	hr_lift lift = {.program = program};

	lift.facts = hr_alloc_array(program->function_count, sizeof(*lift.facts));
	hr_lift_scan(&lift);
	lift_internals(&lift);
	check_outsiders(&lift);
	lift_ports(&lift);
	hr_validate(&lift);
	if (lift.status == HR_OK)
		hr_graph_expand(&lift);
	hr_program_index_graphs(program);
	HR_VEC_FREE(&lift.host_calls);
	hr_free(lift.facts);
	return lift.status;
}
