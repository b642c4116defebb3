/* backends/unit/unit.c -- builds the unit of a leaf: bitcode with a description.
 *
 * The leaf and the functions it calls are copied to a separate LLVM context, so that threads that
 * lower or compile the program are not disturbed. Everything is then made internal, except
 * declarations of what belongs to the program's memory or to libraries.
 * Invariant: the bitcode of a leaf is the same in every run.
 * Owns:      units.
 * Clauses:   N3 as far as it is known before a node runs, M2.
 * Not here:  HPVM's calls in the leaf (unit_rewrite.c). */
#include "backends/unit/unit.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>

#include "backends/shared/context.h"
#include "backends/shared/edit.h"
#include "interp/run/offload.h"
#include "ir/program/copy.h"
#include "ir/program/lookup.h"
#include "src/base/map.h"
#include "src/base/vec.h"

static const char *name_of(LLVMValueRef value)
{
	size_t length;

	return LLVMGetValueName2(value, &length);
}

static bool starts(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

const char *hr_unit_refusal_words(hr_unit_refusal refusal)
{
#define REFUSAL_WORDS(name, words) words,
	static const char *const all[] = {HR_REFUSALS(REFUSAL_WORDS)};
#undef REFUSAL_WORDS

	return (unsigned)refusal < HR_REFUSAL_COUNT ? all[refusal] : "an unknown reason";
}

void hr_unit_refuse(hr_made_unit *made, hr_unit_refusal refusal, const char *format, ...)
{
	va_list args;

	if (made->refusal != HR_TAKEN)
		return;
	made->refusal = refusal;
	va_start(args, format);
	vsnprintf(made->text, sizeof(made->text), format, args);
	va_end(args);
}

/* --- copying ------------------------------------------------------------------------------- */

bool *hr_unit_functions(const hr_program *program, const hr_function *leaf)
{
	bool *wanted = hr_alloc_array(program->function_count, sizeof(bool));
	HR_VEC(const hr_function *) waiting = {0};

	wanted[leaf->id] = true;
	HR_PUSH(&waiting, leaf);
	while (waiting.count) {
		const hr_function *function = HR_LAST(&waiting);

		waiting.count--;
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function->llvm); block;
		     block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
			     at = LLVMGetNextInstruction(at)) {
				const hr_function *called =
					LLVMIsACallInst(at)
						? hr_function_of(program, LLVMGetCalledValue(at))
						: NULL;

				if (!called || !called->defined || wanted[called->id])
					continue;
				wanted[called->id] = true;
				HR_PUSH(&waiting, called);
			}
	}
	HR_VEC_FREE(&waiting);
	return wanted;
}

/* --- variables and constants of the unit --------------------------------------------------- */

/* Return true if VALUE, a constant, contains the address of a function or another variable. */
static bool holds_address(LLVMValueRef value)
{
	if (LLVMIsAGlobalValue(value))
		return true;
	for (int i = 0; LLVMIsAUser(value) && i < LLVMGetNumOperands(value); i++)
		if (holds_address(LLVMGetOperand(value, (unsigned)i)))
			return true;
	return false;
}

static bool is_constant(LLVMValueRef global)
{
	return LLVMGetInitializer(global) && LLVMIsGlobalConstant(global) &&
	       !LLVMIsThreadLocal(global);
}

/* The state of a constant that contains addresses: it is closed if all of them are addresses of
 * closed constants. A constant that refers to itself remains OPEN during the search, and thus is
 * not closed; it could not be written down before itself. */
typedef enum closure { OPEN = 1, CLOSED, NOT_CLOSED } closure;

static bool is_closed(LLVMValueRef global, hr_map *known);

/* Return true if all addresses in VALUE are addresses of closed constants or of their parts. */
static bool leads_to_closed(LLVMValueRef value, hr_map *known)
{
	if (LLVMIsAGlobalVariable(value))
		return is_closed(value, known);
	if (LLVMIsAGlobalValue(value) || LLVMIsABlockAddress(value))
		return false;
	if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) != LLVMGetElementPtr &&
	    holds_address(value))
		return false;
	for (int i = 0; LLVMIsAUser(value) && i < LLVMGetNumOperands(value); i++)
		if (!leads_to_closed(LLVMGetOperand(value, (unsigned)i), known))
			return false;
	return true;
}

static bool is_closed(LLVMValueRef global, hr_map *known)
{
	uint64_t found;
	bool closed;

	if (hr_map_get(known, hr_map_key(global), &found))
		return found == CLOSED;
	hr_map_put(known, hr_map_key(global), OPEN);
	closed = is_constant(global) && leads_to_closed(LLVMGetInitializer(global), known);
	hr_map_put(known, hr_map_key(global), closed ? CLOSED : NOT_CLOSED);
	return closed;
}

/* Return true if GLOBAL is copied into the unit: a constant whose address is not significant. On a
 * device no address equals one in the program, so there all constants may be copied. Everything
 * else belongs to the program. */
static bool is_copied(LLVMValueRef global, hr_unit_home home, hr_map *known)
{
	if (!is_constant(global))
		return false;
	if (home == HR_HOME_PROGRAM && LLVMGetUnnamedAddress(global) != LLVMGlobalUnnamedAddr)
		return false;
	return home == HR_HOME_ADDRESSES ? is_closed(global, known)
					 : !holds_address(LLVMGetInitializer(global));
}

static void localise_variables(LLVMModuleRef module, hr_unit_home home)
{
	LLVMValueRef global = LLVMGetFirstGlobal(module), last = LLVMGetLastGlobal(module), next;
	hr_map known = {0};

	/* Variables created in the loop are appended behind the last. */
	for (; global; global = next) {
		next = global == last ? NULL : LLVMGetNextGlobal(global);
		if (starts(name_of(global), "llvm.")) {
			LLVMDeleteGlobal(global);
		} else if (is_copied(global, home, &known)) {
			LLVMSetLinkage(global, LLVMPrivateLinkage);
			LLVMSetComdat(global, NULL);
		} else if (!LLVMIsThreadLocal(global)) {
			hr_edit_declare_anew(module, global);
		}
	}
	hr_map_free(&known);
}

static bool is_intrinsic(LLVMValueRef function)
{
	return starts(name_of(function), "llvm.");
}

/* Return the fast-math flags that are kept from the program. nnan and ninf are not among them: they
 * do not permit other roundings, but promise something that nothing checks. */
static LLVMFastMathFlags kept_flags(const hr_program *program)
{
	if (program->sem.value[HR_SEM_fast_math] == HR_SEM_fast_math_ignored)
		return LLVMFastMathNone;
	return LLVMFastMathAllowReassoc | LLVMFastMathAllowContract | LLVMFastMathAllowReciprocal |
	       LLVMFastMathApproxFunc | LLVMFastMathNoSignedZeros;
}

static void localise_functions(LLVMModuleRef module, const char *leaf, LLVMFastMathFlags kept)
{
	LLVMValueRef function = LLVMGetFirstFunction(module), last = LLVMGetLastFunction(module);
	LLVMValueRef next;

	for (; function; function = next) {
		next = function == last ? NULL : LLVMGetNextFunction(function);
		if (LLVMIsDeclaration(function)) {
			if (!is_intrinsic(function))
				hr_edit_declare_anew(module, function);
			continue;
		}
		hr_edit_strip_function(function, kept);
		LLVMSetLinkage(function, LLVMInternalLinkage);
		LLVMSetComdat(function, NULL);
		if (strcmp(name_of(function), leaf) == 0) {
			LLVMSetLinkage(function, LLVMExternalLinkage);
			LLVMSetValueName2(function, HR_UNIT_LEAF, strlen(HR_UNIT_LEAF));
		}
	}
}

static void forget_aliases(LLVMModuleRef module)
{
	for (LLVMValueRef alias = LLVMGetFirstGlobalAlias(module); alias;
	     alias = LLVMGetNextGlobalAlias(alias)) {
		LLVMReplaceAllUsesWith(alias, LLVMAliasGetAliasee(alias));
		LLVMSetLinkage(alias, LLVMInternalLinkage);
	}
}

void hr_unit_run_passes(LLVMModuleRef module, const char *passes)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);

	if (error)
		hr_bug("'%s': %s", passes, LLVMGetErrorMessage(error));
	LLVMDisposePassBuilderOptions(options);
}

/* --- the description -------------------------------------------------------------------------- */

static uint32_t kind_of(const hr_type *type)
{
	return type->kind == HR_T_INT     ? HR_UNIT_INTEGER
	       : type->kind == HR_T_FLOAT ? HR_UNIT_FLOAT
	       : type->kind == HR_T_PTR   ? HR_UNIT_POINTER
					  : HR_UNIT_OTHER;
}

static hr_unit_port *describe_ports(hr_made_unit *made, const hr_port *ports, unsigned count,
				    const bool *varies)
{
	hr_unit_port *made_ports = hr_arena_array(&made->arena, count + 1, sizeof(*made_ports));

	for (unsigned i = 0; i < count; i++) {
		const hr_type *type = ports[i].type;
		hr_unit_port *port = &made_ports[i];

		port->name = hr_arena_strdup(&made->arena, ports[i].name);
		port->kind = kind_of(type);
		port->bits = port->kind == HR_UNIT_OTHER   ? 0
			     : port->kind == HR_UNIT_FLOAT ? 8 * (uint32_t)type->store_size
							   : type->bits;
		port->bytes = (uint32_t)type->store_size;
		port->offset = ports[i].offset;
		port->same_as = -1;
		port->flags = (ports[i].in ? HR_PORT_IN : 0u) | (ports[i].out ? HR_PORT_OUT : 0u) |
			      (varies && varies[i] ? HR_PORT_VARIES : 0u);
		if (hr_port_has_size(ports, count, i))
			port->flags |= HR_PORT_SIZED;
		else if (ports[i].unsized && port->kind == HR_UNIT_POINTER)
			port->flags |= HR_PORT_OBJECT;
	}
	return made_ports;
}

hr_made_unit *hr_unit_describe(const hr_program *program, const hr_node *leaf,
			       const hr_node *deepest, const bool *varies)
{
	hr_made_unit *made = hr_alloc_zero(sizeof(*made));
	hr_unit *unit = &made->unit;
	uint32_t levels = deepest->depth + 1;
	uint8_t *dims;

	hr_arena_init(&made->arena);
	dims = hr_arena_array(&made->arena, levels, 1);
	for (uint32_t i = 0; i < levels; i++, deepest = deepest->parent)
		dims[i] = (uint8_t)deepest->dims;
	unit->bytes = sizeof(*unit);
	unit->name = hr_arena_strdup(&made->arena, leaf->name);
	unit->triple = hr_arena_strdup(&made->arena, LLVMGetTarget(program->module));
	unit->layout = hr_arena_strdup(&made->arena, LLVMGetDataLayoutStr(program->module));
	unit->llvm = LLVM_VERSION_MAJOR;
	unit->inputs = describe_ports(made, leaf->inputs, leaf->input_count, varies);
	unit->outputs = describe_ports(made, leaf->outputs, leaf->output_count, NULL);
	unit->input_count = leaf->input_count;
	unit->output_count = leaf->output_count;
	unit->input_stride = hr_inputs_stride(leaf);
	unit->output_stride = hr_outputs_stride(leaf);
	unit->level_count = levels;
	unit->dims = dims;
	unit->hint = (uint32_t)leaf->hint;
	return made;
}

typedef struct symbol {
	const char *name;
	bool function;
} symbol;

static int by_symbol(const void *left, const void *right)
{
	return strcmp(((const symbol *)left)->name, ((const symbol *)right)->name);
}

static void keep_symbols(hr_made_unit *made, symbol *all, size_t count)
{
	const char **names = hr_arena_array(&made->arena, count + 1, sizeof(*names));
	uint8_t *functions = hr_arena_array(&made->arena, count + 1, 1);

	if (count)
		qsort(all, count, sizeof(*all), by_symbol);
	for (size_t i = 0; i < count; i++) {
		names[i] = hr_arena_strdup(&made->arena, all[i].name);
		functions[i] = all[i].function;
	}
	made->unit.symbols = names;
	made->unit.functions = functions;
	made->unit.symbol_count = (uint32_t)count;
}

static bool has_licence(LLVMModuleRef module)
{
	hr_instructions all = {0};
	bool has = false;

	hr_edit_list(module, &all);
	for (size_t i = 0; i < all.count && !has; i++)
		has = LLVMCanValueUseFastMathFlags(all.data[i]) &&
		      LLVMGetFastMathFlags(all.data[i]);
	HR_VEC_FREE(&all);
	return has;
}

static void list_symbols(hr_made_unit *made, LLVMModuleRef module)
{
	hr_unit *unit = &made->unit;
	HR_VEC(symbol) all = {0};

	for (LLVMValueRef at = LLVMGetFirstFunction(module); at; at = LLVMGetNextFunction(at))
		if (LLVMIsDeclaration(at) && !is_intrinsic(at) && !starts(name_of(at), "hpvm_")) {
			unit->features |= HR_UNIT_CALLS;
			HR_PUSH(&all, (symbol){name_of(at), true});
		}
	for (LLVMValueRef at = LLVMGetFirstGlobal(module); at; at = LLVMGetNextGlobal(at)) {
		if (!LLVMIsDeclaration(at))
			continue;
		if (!name_of(at)[0])
			hr_unit_refuse(made, HR_REFUSES_VARIABLE, "a variable without a name");
		unit->features |= HR_UNIT_VARIABLES;
		HR_PUSH(&all, (symbol){name_of(at), false});
	}
	keep_symbols(made, all.data, all.count);
	HR_VEC_FREE(&all);
}

/* --- building units ------------------------------------------------------------------------ */

void hr_unit_finish(hr_made_unit *made, LLVMModuleRef module)
{
	char *why = NULL;

	hr_unit_run_passes(module, "globaldce");
	if (LLVMVerifyModule(module, LLVMReturnStatusAction, &why))
		hr_bug("the unit of '%s' is not valid: %s", made->unit.name, why);
	LLVMDisposeMessage(why);
	list_symbols(made, module);
	if (has_licence(module))
		made->unit.features |= HR_UNIT_FAST_MATH;
	if (made->refusal != HR_TAKEN)
		return;
	made->bitcode = LLVMWriteBitcodeToMemoryBuffer(module);
	made->unit.bitcode = LLVMGetBufferStart(made->bitcode);
	made->unit.bitcode_bytes = LLVMGetBufferSize(made->bitcode);
}

/* Return MODULE, the code of a kernel of another language, for this machine; if that cannot be,
 * MODULE itself, and MADE refuses. */
static LLVMModuleRef flattened(hr_made_unit *made, LLVMModuleRef module)
{
	LLVMModuleRef flat = hr_unit_flatten(module);

	if (!flat) {
		hr_unit_refuse(made, HR_REFUSES_TARGET, "its types have another layout: %s",
			       LLVMGetDataLayoutStr(module));
		return module;
	}
	LLVMDisposeModule(module);
	made->unit.layout = hr_arena_strdup(&made->arena, LLVMGetDataLayoutStr(flat));
	return flat;
}

hr_made_unit *hr_unit_make_module(const hr_program *program, const hr_node *leaf,
				  const bool *varies, hr_unit_home home, LLVMContextRef context,
				  LLVMModuleRef *out)
{
	const hr_function *function = program->functions[leaf->function];
	hr_made_unit *made = hr_unit_describe(program, leaf, leaf, varies);
	LLVMModuleRef module = hr_leaf_copy(program, function, hr_unit_functions,
					    home != HR_HOME_PROGRAM, context);

	if (program->kernel)
		module = flattened(made, module);
	LLVMSetModuleIdentifier(module, "unit", 4);
	LLVMSetSourceFileName(module, "unit", 4);
	forget_aliases(module);
	localise_functions(module, function->name, kept_flags(program));
	localise_variables(module, home);
	hr_unit_run_passes(module, "globaldce,function(sroa)");
	hr_unit_rewrite(made, program, leaf, module);
	*out = module;
	return made;
}

hr_made_unit *hr_unit_make(const hr_program *program, const hr_node *leaf, const bool *varies,
			   hr_unit_home home)
{
	LLVMContextRef context = hr_context_new();
	LLVMModuleRef module;
	hr_made_unit *made = hr_unit_make_module(program, leaf, varies, home, context, &module);

	if (made->refusal == HR_TAKEN) {
		hr_unit_take_traps(made, module);
		hr_unit_finish(made, module);
		hr_unit_describe_traps(made);
	}
	LLVMDisposeModule(module);
	hr_context_free(context);
	return made;
}

void hr_unit_free(hr_made_unit *made)
{
	if (!made)
		return;
	if (made->bitcode)
		LLVMDisposeMemoryBuffer(made->bitcode);
	hr_tensor_leaf_free(&made->leaf);
	for (uint32_t i = 0; i < made->unit.stage_count; i++)
		hr_unit_free(made->stages[i]);
	hr_free(made->stages);
	hr_arena_free(&made->arena);
	hr_free(made);
}
