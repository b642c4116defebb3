/* ir/program/debug_names.c -- names of values in the source, from debug information.
 *
 * A compiler drops the names of values, but describes to debuggers which value or stack slot a
 * variable is: in records attached to instructions, or, for LLVM before 22, in calls of
 * llvm.dbg.declare and llvm.dbg.value.
 *
 * Owns:     nothing.
 * Clauses:  none.
 * Not here: which variable is which parameter (ir/lift/ports.c). */
#include "ir/program/debug_names.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

typedef struct name_visit {
	hr_debug_name *call;
	void *context;
	bool everywhere; /* including variables of inner scopes and of inlined functions */
	/* Name in the IR of the only stack variable to find: "%3"; NULL: find all. */
	const char *place;
	size_t place_length;
	LLVMValueRef wanted, function;
	/* The function as text, once a record has been looked at that only its text describes: line
	 * LINES of those that show a record. The number of the record that is visited. */
	char *text;
	const char *line;
	size_t lines, record;
} name_visit;

/* Operands of a DILocalVariable. */
enum { SCOPE, NAME, AT_LEAST = 4 };

/* VARIABLE is a DILocalVariable, as a value; LOCATION is that of its description. */
static void note_name(const name_visit *to, LLVMValueRef value, LLVMValueRef variable,
		      LLVMMetadataRef location)
{
	LLVMValueRef operands[16];
	unsigned count = variable ? (unsigned)LLVMGetMDNodeNumOperands(variable) : 0, length = 0;
	const char *name;

	if (!value || count < AT_LEAST || count > sizeof(operands) / sizeof(*operands))
		return;
	if (!to->everywhere && (!location || LLVMDILocationGetInlinedAt(location)))
		return;
	LLVMGetMDNodeOperands(variable, operands);
	if (!operands[SCOPE] || !operands[NAME])
		return;
	if (!to->everywhere && LLVMGetMetadataKind(LLVMValueAsMetadata(operands[SCOPE])) !=
				       LLVMDISubprogramMetadataKind)
		return;
	name = LLVMGetMDString(operands[NAME], &length);
	if (name && length)
		to->call(to->context, value, name, length);
}

#if LLVM_VERSION_MAJOR >= 22

/* Return true if the place of the assignment that is visited is the one to find. LLVM's C interface
 * returns only its value, but prints "#dbg_assign(VALUE, VARIABLE, EXPRESSION, ID, ptr PLACE,
 * !DIExpression(...), LOCATION)". To print one record takes LLVM as long as to print the function,
 * whose records it prints in the order in which they are visited, one a line. */
static bool is_place(name_visit *to)
{
	static const char begin[] = "\n    #dbg_";
	const char *last = NULL, *end;

	if (!to->text)
		to->line = to->text = LLVMPrintValueToString(to->function);
	for (; to->line && to->lines < to->record; to->lines++)
		to->line = strstr(to->line + 1, begin);
	end = to->line ? strchr(to->line + 1, '\n') : NULL;
	if (!end)
		return false;
	for (const char *at = to->line; (at = strstr(at, ", !DIExpression(")) && at < end; at++)
		last = at;
	return last && (size_t)(last - to->line) > to->place_length + 1 &&
	       last[-1 - (ptrdiff_t)to->place_length] == ' ' &&
	       memcmp(last - to->place_length, to->place, to->place_length) == 0;
}

/* Return the value that RECORD describes as a variable. */
static LLVMValueRef value_in(name_visit *to, LLVMDbgRecordRef record)
{
	if (!to->place || LLVMDbgRecordGetKind(record) != LLVMDbgRecordAssign)
		return LLVMDbgVariableRecordGetValue(record, 0);
	return is_place(to) ? to->wanted : NULL;
}

static void note_names(name_visit *to, LLVMValueRef instruction)
{
	LLVMContextRef context = LLVMGetValueContext(instruction);

	for (LLVMDbgRecordRef at = LLVMGetFirstDbgRecord(instruction); at;
	     at = LLVMGetNextDbgRecord(at)) {
		LLVMMetadataRef variable;

		to->record++;
		if (LLVMDbgRecordGetKind(at) == LLVMDbgRecordLabel)
			continue;
		variable = LLVMDbgVariableRecordGetVariable(at);
		note_name(to, value_in(to, at),
			  variable ? LLVMMetadataAsValue(context, variable) : NULL,
			  LLVMDbgRecordGetDebugLoc(at));
	}
}

bool hr_debug_names_begin(LLVMModuleRef module)
{
	(void)module;
	return false;
}

void hr_debug_names_end(LLVMModuleRef module, bool changed)
{
	(void)module;
	(void)changed;
}

#else

enum { ADDRESS = 4 }; /* operand of llvm.dbg.assign */

/* Return the value that the metadata operand stands for, if it is just one value. */
static LLVMValueRef value_in(LLVMValueRef metadata)
{
	LLVMMetadataRef node = LLVMValueAsMetadata(metadata);
	LLVMMetadataKind kind = LLVMGetMetadataKind(node);
	LLVMValueRef value;

	if (kind != LLVMLocalAsMetadataMetadataKind)
		return NULL;
	LLVMGetMDNodeOperands(metadata, &value);
	return value;
}

static void note_names(name_visit *to, LLVMValueRef instruction)
{
	LLVMValueRef callee;
	const char *name;
	size_t length;

	if (!LLVMIsACallInst(instruction))
		return;
	callee = LLVMGetCalledValue(instruction);
	if (!LLVMIsAFunction(callee))
		return;
	name = LLVMGetValueName2(callee, &length);
	if (strcmp(name, "llvm.dbg.declare") == 0 || strcmp(name, "llvm.dbg.value") == 0 ||
	    (to->place && strcmp(name, "llvm.dbg.assign") == 0))
		note_name(to, value_in(LLVMGetOperand(instruction, name[9] == 'a' ? ADDRESS : 0)),
			  LLVMGetOperand(instruction, 1), LLVMInstructionGetDebugLoc(instruction));
}

bool hr_debug_names_begin(LLVMModuleRef module)
{
	if (!LLVMIsNewDbgInfoFormat(module))
		return false;
	LLVMSetIsNewDbgInfoFormat(module, false);
	return true;
}

void hr_debug_names_end(LLVMModuleRef module, bool changed)
{
	if (changed)
		LLVMSetIsNewDbgInfoFormat(module, true);
}

#endif

void hr_debug_names(LLVMValueRef function, hr_debug_name *call, void *context)
{
	name_visit to = {.call = call, .context = context};

	if (!LLVMGetSubprogram(function))
		return;
	for (LLVMValueRef in = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); in;
	     in = LLVMGetNextInstruction(in))
		note_names(&to, in);
}

/* Operands of a DISubprogram. */
enum { SUBPROGRAM_TYPE = 4, RETAINED_NODES = 7, MOST_OPERANDS = 260 };

/* Return operand WHICH of METADATA, or NULL. */
static LLVMValueRef operand_of(LLVMValueRef metadata, unsigned which)
{
	unsigned count = (unsigned)LLVMGetMDNodeNumOperands(metadata);
	LLVMValueRef operands[MOST_OPERANDS];

	if (count <= which || count > MOST_OPERANDS)
		return NULL;
	LLVMGetMDNodeOperands(metadata, operands);
	return operands[which];
}

/* Return the number, from 1, of the parameter that VARIABLE is; 0 if it is none. Only the text of a
 * DILocalVariable shows it. */
static unsigned parameter_number(LLVMValueRef variable)
{
	char *text = LLVMPrintValueToString(variable), *at = strstr(text, "!DILocalVariable(");
	unsigned number = 0;

	at = at ? strstr(at, ", arg: ") : NULL;
	if (at)
		number = (unsigned)strtoul(at + strlen(", arg: "), NULL, 10);
	LLVMDisposeMessage(text);
	return number;
}

static void name_parameter(LLVMValueRef function, LLVMValueRef variable, hr_debug_name *call,
			   void *context)
{
	unsigned number = variable ? parameter_number(variable) : 0, length = 0;
	LLVMValueRef text = number ? operand_of(variable, NAME) : NULL;
	const char *name = text ? LLVMGetMDString(text, &length) : NULL;

	if (name && length && number <= LLVMCountParams(function))
		call(context, LLVMGetParam(function, number - 1), name, length);
}

void hr_debug_parameters(LLVMValueRef function, hr_debug_name *call, void *context)
{
	LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
	LLVMContextRef llvm = LLVMGetModuleContext(LLVMGetGlobalParent(function));
	LLVMValueRef at, type, nodes;
	unsigned count;

	if (!subprogram)
		return;
	at = LLVMMetadataAsValue(llvm, subprogram);
	type = operand_of(at, SUBPROGRAM_TYPE);
	/* Types have more operands in some versions of LLVM, and the types of the result and of
	 * the parameters last. */
	type = type ? operand_of(type, (unsigned)LLVMGetMDNodeNumOperands(type) - 1) : NULL;
	nodes = operand_of(at, RETAINED_NODES);
	if (!nodes || !type ||
	    (unsigned)LLVMGetMDNodeNumOperands(type) != LLVMCountParams(function) + 1)
		return;
	count = (unsigned)LLVMGetMDNodeNumOperands(nodes);
	for (unsigned i = 0; i < count; i++)
		name_parameter(function, operand_of(nodes, i), call, context);
}

typedef struct wanted {
	hr_arena *arena;
	LLVMValueRef value;
	const char *name;
} wanted;

static void find(void *context, LLVMValueRef value, const char *name, size_t length)
{
	wanted *w = context;

	if (value == w->value && !w->name)
		w->name = hr_arena_strndup(w->arena, name, length);
}

static const char *source_name(hr_arena *arena, LLVMValueRef value)
{
	wanted w = {.arena = arena, .value = value};
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(value));
	name_visit to = {.call = find,
			 .context = &w,
			 .everywhere = true,
			 .wanted = value,
			 .function = function};
	char *name = NULL;

	if (!LLVMGetSubprogram(function))
		return NULL;
	if (LLVMIsAAllocaInst(value)) {
		name = LLVMPrintValueToString(value);
		to.place = name + strspn(name, " ");
		to.place_length = strcspn(to.place, "=");
		to.place_length -= to.place_length > 0;
	}
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block && !w.name;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef in = LLVMGetFirstInstruction(block); in && !w.name;
		     in = LLVMGetNextInstruction(in))
			note_names(&to, in);
	if (name)
		LLVMDisposeMessage(name);
	if (to.text)
		LLVMDisposeMessage(to.text);
	return w.name;
}

const char *hr_variable_name(hr_arena *arena, LLVMValueRef value)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(value));
	bool changed = hr_debug_names_begin(LLVMGetGlobalParent(function));
	const char *name = source_name(arena, value);
	size_t length;

	hr_debug_names_end(LLVMGetGlobalParent(function), changed);
	if (name)
		return name;
	name = LLVMGetValueName2(value, &length);
	return length ? hr_arena_strndup(arena, name, length) : NULL;
}

bool hr_debug_missing(LLVMModuleRef module)
{
	return LLVMGetNamedMetadataNumOperands(module, "llvm.ident") &&
	       !LLVMGetNamedMetadataNumOperands(module, "llvm.dbg.cu");
}
