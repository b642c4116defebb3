/* ir/program/program.c -- the tables of a program: functions, globals, look-up by name and by
 * value.
 *
 * Invariant: functions[i]->id == i and globals[i]->id == i, in the module's order.
 * Owns:      context, module, tables; hr_program_free() frees all of them.
 * Not here:  files (ir/load/load.c), graphs (ir/lift/lift.c), code (ir/lower/lower.c). */
#include <pthread.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "ir/program/copy.h"
#include "ir/program/lookup.h"
#include "ir/program/root.h"
#include "ir/program/tables.h"
#include "ir/program/types.h"
#include "src/base/map.h"

/* --- the lock --------------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void hr_program_lock(void)
{
	pthread_mutex_lock(&lock);
}

void hr_program_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

/* --- look-up ---------------------------------------------------------------------------------- */

typedef struct lookup {
	hr_map functions; /* LLVMValueRef to id */
	hr_map globals;
	hr_map graphs;   /* id of the root to index */
	hr_map files;    /* LLVM's text of a debug location to the program's copy */
	hr_map texts;    /* instructions of functions that have been printed, to their texts */
	hr_map printed;  /* these functions */
	hr_strmap names; /* functions, and aliases of functions, to id */
} lookup;

static lookup *lookup_of(const hr_program *program)
{
	return program->lookup;
}

/* --- addresses -------------------------------------------------------------------------------- */

static int64_t step_offset(const hr_program *program, LLVMTypeRef *type, LLVMValueRef index)
{
	LLVMTypeRef aggregate = *type;

	if (LLVMGetTypeKind(aggregate) == LLVMStructTypeKind) {
		unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);

		*type = LLVMStructGetTypeAtIndex(aggregate, field);
		return (int64_t)LLVMOffsetOfElement(program->layout, aggregate, field);
	}
	*type = LLVMGetElementType(aggregate);
	return (int64_t)((uint64_t)LLVMConstIntGetSExtValue(index) *
			 LLVMABISizeOfType(program->layout, *type));
}

bool hr_constant_offset(const hr_program *program, void *gep, int64_t *offset)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	unsigned count = (unsigned)LLVMGetNumOperands(gep);
	uint64_t sum = 0;

	for (unsigned i = 1; i < count; i++) {
		LLVMValueRef index = LLVMGetOperand(gep, i);

		if (!LLVMIsAConstantInt(index) || LLVMGetIntTypeWidth(LLVMTypeOf(index)) > 64)
			return false;
		if (i == 1)
			sum += (uint64_t)LLVMConstIntGetSExtValue(index) *
			       LLVMABISizeOfType(program->layout, type);
		else
			sum += (uint64_t)step_offset(program, &type, index);
	}
	*offset = (int64_t)sum;
	return true;
}

bool hr_symbol_of(const hr_program *program, void *value, hr_symbol *symbol)
{
	uint64_t sum = 0, id;
	int64_t offset;

	for (;;) {
		if (LLVMIsAFunction(value) || LLVMIsAGlobalVariable(value))
			break;
		if (LLVMIsAGlobalAlias(value)) {
			value = LLVMAliasGetAliasee(value);
			continue;
		}
		if (!LLVMIsAConstantExpr(value))
			return false;
		switch (LLVMGetConstOpcode(value)) {
		case LLVMBitCast:
		case LLVMAddrSpaceCast: break;
		case LLVMGetElementPtr:
			if (!hr_constant_offset(program, value, &offset))
				return false;
			sum += (uint64_t)offset;
			break;
		default: return false;
		}
		value = LLVMGetOperand(value, 0);
	}
	symbol->is_function = LLVMIsAFunction(value);
	if (!hr_map_get(symbol->is_function ? &lookup_of(program)->functions
					    : &lookup_of(program)->globals,
			hr_map_key(value), &id))
		return false;
	symbol->id = (uint32_t)id;
	symbol->addend = (int64_t)sum;
	return true;
}

hr_function *hr_function_of(const hr_program *program, void *value)
{
	hr_symbol symbol;

	if (!hr_symbol_of(program, value, &symbol) || !symbol.is_function || symbol.addend)
		return NULL;
	return program->functions[symbol.id];
}

hr_global *hr_global_of(const hr_program *program, void *value)
{
	uint64_t id;

	return hr_map_get(&lookup_of(program)->globals, hr_map_key(value), &id)
		       ? program->globals[id]
		       : NULL;
}

hr_function *hr_program_function(const hr_program *program, const char *name)
{
	uint64_t id;

	return hr_strmap_get(&lookup_of(program)->names, name, &id) ? program->functions[id] : NULL;
}

hr_graph *hr_program_graph(const hr_program *program, uint32_t root_function)
{
	uint64_t index;

	return hr_map_get(&lookup_of(program)->graphs, root_function, &index)
		       ? program->graphs[index]
		       : NULL;
}

void hr_program_index_graphs(hr_program *program)
{
	for (uint32_t i = 0; i < program->graph_count; i++)
		hr_map_put(&lookup_of(program)->graphs, program->graphs[i]->root->function, i);
}

/* --- places ----------------------------------------------------------------------------------- */

/* Return a copy of the file name in VALUE's debug location, made once. */
static const char *copy_of(hr_program *program, const char *text, unsigned length)
{
	uint64_t known;

	if (!text || !length)
		return NULL;
	if (!hr_map_get(&lookup_of(program)->files, hr_map_key(text), &known)) {
		known = hr_map_key(hr_arena_strndup(&program->arena, text, length));
		hr_map_put(&lookup_of(program)->files, hr_map_key(text), known);
	}
	return (const char *)(uintptr_t)known;
}

static void set_file(hr_program *program, hr_where *where, LLVMValueRef value)
{
	unsigned length = 0;
	const char *text = LLVMGetDebugLocFilename(value, &length);

	where->file = copy_of(program, text, length);
	length = 0;
	text = LLVMGetDebugLocDirectory(value, &length);
	where->directory = copy_of(program, text, length);
}

hr_where hr_where_function(hr_program *program, void *function)
{
	const hr_function *known = hr_function_of(program, function);
	hr_where where = {.function = known ? known->name : NULL};

	where.line = LLVMGetDebugLocLine(function);
	if (where.line)
		set_file(program, &where, function);
	return where;
}

hr_where hr_where_call(hr_program *program, void *instruction)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
	const hr_function *function = hr_function_of(program, LLVMGetBasicBlockParent(block));
	hr_where where = {.function = function ? function->name : NULL};

	where.line = LLVMGetDebugLocLine(instruction);
	if (where.line) {
		set_file(program, &where, instruction);
		where.column = LLVMGetDebugLocColumn(instruction);
	}
	return where;
}

/* Return a copy of the text of an instruction that starts at LINE: its first line, without
 * attachments, because numbers of metadata are not informative. */
static const char *keep_text(hr_program *program, const char *line)
{
	const char *start = line + strspn(line, " "), *attachments;
	size_t length = strcspn(start, "\n");
	char *text = hr_arena_strndup(&program->arena, start, length);

	attachments = strstr(text, ", !");
	if (attachments)
		text[attachments - text] = '\0';
	return text;
}

static const char *print_instruction(hr_program *program, LLVMValueRef instruction)
{
	char *printed = LLVMPrintValueToString(instruction);
	const char *text = keep_text(program, printed);

	LLVMDisposeMessage(printed);
	return text;
}

static LLVMValueRef next_instruction(LLVMValueRef instruction)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
	LLVMValueRef next = LLVMGetNextInstruction(instruction);

	while (!next && (block = LLVMGetNextBasicBlock(block)))
		next = LLVMGetFirstInstruction(block);
	return next;
}

/* Return the next line of the text of a function, at AT or later, that begins an instruction, or
 * NULL. Only such lines are indented by two spaces, but for the end of a switch. */
static const char *instruction_line(const char *at)
{
	for (; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
		if (at[0] == ' ' && at[1] == ' ' && !strchr(" ]", at[2]))
			return at;
	return NULL;
}

static size_t count_instructions(LLVMValueRef first)
{
	size_t count = 0;

	for (; first; first = next_instruction(first))
		count++;
	return count;
}

static size_t count_lines(const char *line)
{
	size_t count = 0;

	for (; line; line = instruction_line(line + 2))
		count++;
	return count;
}

/* Print all instructions of FUNCTION at once: LLVM numbers the values of the whole function for each
 * one that it prints. Without effect on a text whose lines are not understood. */
static void print_function(hr_program *program, LLVMValueRef function)
{
	LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
	char *printed = LLVMPrintValueToString(function);
	const char *line = instruction_line(printed);

	hr_map_put(&lookup_of(program)->printed, hr_map_key(function), 0);
	if (count_lines(line) != count_instructions(at))
		line = NULL;
	for (; line; line = instruction_line(line + 2), at = next_instruction(at))
		hr_map_put(&lookup_of(program)->texts, hr_map_key(at),
			   hr_map_key(keep_text(program, line)));
	LLVMDisposeMessage(printed);
}

/* Return the text of INSTRUCTION, which is kept. */
static const char *known_text(hr_program *program, LLVMValueRef instruction)
{
	hr_map *texts = &lookup_of(program)->texts;
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
	uint64_t text;

	if (hr_map_get(texts, hr_map_key(instruction), &text))
		return (const char *)(uintptr_t)text;
	if (!hr_map_get(&lookup_of(program)->printed, hr_map_key(function), NULL))
		print_function(program, function);
	if (!hr_map_get(texts, hr_map_key(instruction), &text)) {
		text = hr_map_key(print_instruction(program, instruction));
		hr_map_put(texts, hr_map_key(instruction), text);
	}
	return (const char *)(uintptr_t)text;
}

hr_where hr_where_instruction(hr_program *program, void *instruction)
{
	hr_where where = hr_where_call(program, instruction);

	where.instruction = print_instruction(program, instruction);
	return where;
}

hr_where hr_where_running(hr_program *program, void *instruction)
{
	hr_where where;

	hr_program_lock();
	where = hr_where_call(program, instruction);
	where.instruction = known_text(program, instruction);
	hr_program_unlock();
	return where;
}

hr_where hr_code_where(const hr_code *code, uint32_t word)
{
	hr_where where = {.function = code->function ? code->function->name : NULL};
	uint32_t count = hr_code_places_to(code, word);

	return count ? hr_where_running(code->program, code->places[count - 1].llvm) : where;
}

/* --- tables ----------------------------------------------------------------------------------- */

/* Return true if USER is a call with VALUE as its callee, and not as an argument. */
static bool only_calls(LLVMValueRef user, LLVMValueRef value)
{
	unsigned count;

	if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user))
		return false;
	if (LLVMGetCalledValue(user) != value)
		return false;
	count = LLVMGetNumArgOperands(user);
	for (unsigned i = 0; i < count; i++)
		if (LLVMGetOperand(user, i) == value)
			return false;
	return true;
}

static bool address_taken(LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
		if (!only_calls(LLVMGetUser(use), function))
			return true;
	return false;
}

static const char *name_of(hr_program *program, LLVMValueRef value)
{
	size_t length;
	const char *name = LLVMGetValueName2(value, &length);

	return hr_arena_strndup(&program->arena, name, length);
}

static void add_function(hr_program *program, LLVMValueRef llvm)
{
	hr_function *function = HR_ARENA_NEW(&program->arena, hr_function);
	LLVMTypeRef type = LLVMGlobalGetValueType(llvm);

	function->name = name_of(program, llvm);
	function->id = program->function_count;
	function->llvm = llvm;
	function->defined = !LLVMIsDeclaration(llvm);
	function->variadic = LLVMIsFunctionVarArg(type);
	function->address_taken = address_taken(llvm);
	function->result = hr_type_of(program, LLVMGetReturnType(type));
	function->param_count = LLVMCountParamTypes(type);
	function->params =
		hr_arena_array(&program->arena, function->param_count, sizeof(*function->params));
	for (unsigned i = 0; i < function->param_count; i++)
		function->params[i] = hr_type_of(program, LLVMTypeOf(LLVMGetParam(llvm, i)));
	program->functions[program->function_count++] = function;
	hr_map_put(&lookup_of(program)->functions, hr_map_key(llvm), function->id);
	hr_strmap_put(&lookup_of(program)->names, function->name, function->id);
	function->where = hr_where_function(program, llvm);
}

static void add_global(hr_program *program, LLVMValueRef llvm)
{
	hr_global *global = HR_ARENA_NEW(&program->arena, hr_global);
	LLVMTypeRef type = LLVMGlobalGetValueType(llvm);

	global->name = name_of(program, llvm);
	global->id = program->global_count;
	global->llvm = llvm;
	global->defined = !LLVMIsDeclaration(llvm);
	global->constant = LLVMIsGlobalConstant(llvm);
	global->thread_local_ = LLVMIsThreadLocal(llvm);
	global->align = LLVMGetAlignment(llvm);
	if (LLVMTypeIsSized(type)) {
		global->bytes = LLVMABISizeOfType(program->layout, type);
		if (!global->align)
			global->align = LLVMPreferredAlignmentOfGlobal(program->layout, llvm);
	}
	program->globals[program->global_count++] = global;
	hr_map_put(&lookup_of(program)->globals, hr_map_key(llvm), global->id);
}

static void add_alias_name(hr_program *program, LLVMValueRef alias)
{
	const hr_function *function = hr_function_of(program, alias);
	size_t length;

	if (function)
		hr_strmap_put(&lookup_of(program)->names, LLVMGetValueName2(alias, &length),
			      function->id);
}

void hr_program_tabulate(hr_program *program)
{
	LLVMModuleRef module = program->module;
	size_t functions = 0, globals = 0;
	LLVMValueRef value;

	program->lookup = hr_alloc_zero(sizeof(lookup));
	hr_copies_new(program);
	for (value = LLVMGetFirstFunction(module); value; value = LLVMGetNextFunction(value))
		functions++;
	for (value = LLVMGetFirstGlobal(module); value; value = LLVMGetNextGlobal(value))
		globals++;
	program->functions = hr_arena_array(&program->arena, functions, sizeof(hr_function *));
	program->globals = hr_arena_array(&program->arena, globals, sizeof(hr_global *));
	for (value = LLVMGetFirstFunction(module); value; value = LLVMGetNextFunction(value))
		add_function(program, value);
	for (value = LLVMGetFirstGlobal(module); value; value = LLVMGetNextGlobal(value))
		add_global(program, value);
	for (value = LLVMGetFirstGlobalAlias(module); value; value = LLVMGetNextGlobalAlias(value))
		add_alias_name(program, value);
}

void hr_program_drop_tables(hr_program *program)
{
	lookup *tables = program->lookup;

	if (!tables)
		return;
	hr_map_free(&tables->functions);
	hr_map_free(&tables->globals);
	hr_map_free(&tables->graphs);
	hr_map_free(&tables->files);
	hr_map_free(&tables->texts);
	hr_map_free(&tables->printed);
	hr_strmap_free(&tables->names);
	hr_free(tables);
	program->lookup = NULL;
	hr_copies_free(program);
}

void hr_program_free(hr_program *program)
{
	if (!program)
		return;
	hr_program_drop_tables(program);
	hr_types_free(program);
	hr_roots_forget(program);
	if (program->module)
		LLVMDisposeModule(program->module);
	LLVMContextDispose(program->context);
	hr_arena_free(&program->arena);
	hr_free(program);
}

const char *hr_said_of(const hr_function *function, const char *name)
{
	LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
		function->llvm, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
		(unsigned)strlen(name));
	unsigned length;

	/* LLVM ends the text with a byte 0 */
	return attribute ? LLVMGetStringAttributeValue(attribute, &length) : NULL;
}
