/* interp/host/site.c -- the source positions of calls of the runtime in compiled host code, for
 * diagnostics.
 *
 * Compiled code has no source positions. So directly before every call of a function of the runtime
 * (and of a node function, which is an error to report, and of functions that free memory) it notes
 * the number of the call, and the called function takes the note. A call through a pointer notes
 * nothing, and is not mistaken for another call.
 *
 * Invariant: call number N of the table is the same in the program's module and the compiled one.
 * Owns:      the table (hr_host.calls), for as long as the run; the calls in it belong to the
 *            program.
 * Clauses:   where of diagnostics about host code (H1-H3, H5, S).
 * Not here:  which call a thread carries out (interp/run/site.c); faults in host code, which happen
 *            between such calls (crash.c). */
#include "interp/run/site.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "interp/host/host_jit.h"
#include "interp/host/host_runtime.h"
#include "interp/host/host_state.h"
#include "interp/memory/device_copies.h"
#include "interp/tensor/tensors.h"
#include "ir/program/hpvm_names.h"
#include "ir/program/lookup.h"
#include "src/arith/cfunction.h"

static hr_where where_of(const hr_run *run, uint32_t number)
{
	return hr_where_running(run->program, run->host->calls.data[number - 1]);
}

/* --- preparing the module --------------------------------------------------------------------- */

static bool is_node(const hr_program *program, const char *name)
{
	const hr_function *function = hr_program_function(program, name);

	return function && (function->leaf_node || function->internal_node);
}

/* Return true for a function of the host tensor API, unless the program defines it. */
static bool is_tensor_call(LLVMValueRef callee)
{
	size_t length;

	return LLVMIsDeclaration(callee) &&
	       hr_tensor_host_function(LLVMGetValueName2(callee, &length));
}

/* The C library's, and not the program's. */
static bool is_free(const hr_run *run, LLVMValueRef callee)
{
	size_t length;

	return LLVMIsDeclaration(callee) &&
	       hr_runtime_is_free(run, LLVMGetValueName2(callee, &length));
}

/* The known function of the C library that it calls, and not one of the program's; or NULL. */
static const hr_cfunction *c_call(const hr_program *program, LLVMValueRef instruction,
				  hr_cfunction_form *form)
{
	const hr_function *function;
	const hr_cfunction *known;
	LLVMValueRef callee;
	const char *name;
	size_t length;

	if (!LLVMIsACallInst(instruction) && !LLVMIsAInvokeInst(instruction))
		return NULL;
	callee = LLVMIsAFunction(LLVMGetCalledValue(instruction));
	name = callee ? LLVMGetValueName2(callee, &length) : "";
	known = hr_cfunction_named(name, strlen(name), form);
	if (!known || !known->access[0].kind ||
	    LLVMGetNumArgOperands(instruction) < hr_cfunction_parameters(known))
		return NULL;
	function = hr_program_function(program, name);
	return function && function->defined ? NULL : known;
}

/* What host code's own variables hold is no tracked memory that a device could write. */
static bool is_access(const hr_program *program, LLVMValueRef instruction)
{
	if (LLVMIsALoadInst(instruction))
		return !LLVMIsAAllocaInst(LLVMGetOperand(instruction, 0));
	if (LLVMIsAStoreInst(instruction))
		return !LLVMIsAAllocaInst(LLVMGetOperand(instruction, 1));
	return LLVMIsAMemIntrinsic(instruction) || c_call(program, instruction, NULL);
}

static bool is_site(const hr_run *run, LLVMValueRef instruction)
{
	LLVMValueRef callee;
	size_t length;

	if (run->host->watches_accesses && is_access(run->program, instruction))
		return true;
	if (!LLVMIsACallInst(instruction) && !LLVMIsAInvokeInst(instruction))
		return false;
	if (hr_hpvm_call_of(instruction).op != HR_H_NONE)
		return true;
	callee = LLVMIsAFunction(LLVMGetCalledValue(instruction));
	return callee && (is_node(run->program, LLVMGetValueName2(callee, &length)) ||
			  is_tensor_call(callee) || is_free(run, callee));
}

typedef struct cursor {
	LLVMBasicBlockRef block;
	LLVMValueRef instruction; /* the next to visit; NULL for the first of the next block */
} cursor;

static cursor start(LLVMValueRef function)
{
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);

	return (cursor){block, LLVMGetFirstInstruction(block)};
}

/* The next call of the runtime, or NULL. */
static LLVMValueRef next_site(const hr_run *run, cursor *at)
{
	while (at->block) {
		while (at->instruction) {
			LLVMValueRef instruction = at->instruction;

			at->instruction = LLVMGetNextInstruction(instruction);
			if (is_site(run, instruction))
				return instruction;
		}
		at->block = LLVMGetNextBasicBlock(at->block);
		at->instruction = at->block ? LLVMGetFirstInstruction(at->block) : NULL;
	}
	return NULL;
}

typedef struct noter {
	hr_run *run;
	LLVMBuilderRef builder;
	LLVMValueRef function;
	LLVMTypeRef type, number;
	LLVMValueRef access; /* see add_guard() */
	LLVMTypeRef access_type, size;
	LLVMTargetDataRef layout;
} noter;

static void insert_access(const noter *n, LLVMValueRef address, LLVMValueRef bytes, bool write)
{
	LLVMValueRef arguments[] = {LLVMConstInt(n->number, n->run->host->calls.count, false),
				    address, bytes, LLVMConstInt(n->number, write, false)};

	if (LLVMGetPointerAddressSpace(LLVMTypeOf(address)) == 0)
		LLVMBuildCall2(n->builder, n->access_type, n->access, arguments, 4, "");
}

static LLVMValueRef size_argument(const noter *n, LLVMValueRef call, int argument)
{
	return LLVMBuildIntCast2(n->builder, LLVMGetOperand(call, (unsigned)argument), n->size,
				 false, "");
}

static LLVMValueRef length_of(const noter *n, LLVMValueRef call, const hr_cfunction_access *one,
			      hr_cfunction_form form)
{
	LLVMValueRef bytes;

	if (one->length == HR_LENGTH_TEXT)
		return LLVMConstInt(n->size, HR_STRING_BYTES, false);
	if (one->length < 0)
		return LLVMConstInt(n->size, hr_cfunction_bytes(one, form), false);
	bytes = size_argument(n, call, one->length);
	return one->times == HR_TIMES_ONCE
		       ? bytes
		       : LLVMBuildMul(n->builder, bytes, size_argument(n, call, one->times), "");
}

/* Insert checks of the memory that a call accesses. Accesses that depend on a format string are
 * unknown. */
static void insert_call_accesses(const noter *n, LLVMValueRef call, const hr_cfunction *known,
				 hr_cfunction_form form)
{
	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES; i++) {
		const hr_cfunction_access *one = &known->access[i];
		LLVMValueRef address;

		if (one->kind == HR_ACCESSES_NONE || one->length == HR_LENGTH_ANY)
			continue;
		address = LLVMGetOperand(call, (unsigned)one->pointer);
		if (!LLVMIsAAllocaInst(address))
			insert_access(n, address, length_of(n, call, one, form),
				      one->kind == HR_ACCESSES_WRITES);
	}
}

static void insert_accesses(const noter *n, LLVMValueRef before)
{
	hr_cfunction_form form = HR_FORM_DOUBLE;
	const hr_cfunction *known = c_call(n->run->program, before, &form);
	LLVMValueRef bytes, stored;

	LLVMPositionBuilderBefore(n->builder, before);
	if (known) {
		insert_call_accesses(n, before, known, form);
	} else if (LLVMIsALoadInst(before)) {
		bytes = LLVMConstInt(n->size, LLVMStoreSizeOfType(n->layout, LLVMTypeOf(before)),
				     false);
		insert_access(n, LLVMGetOperand(before, 0), bytes, false);
	} else if (LLVMIsAStoreInst(before)) {
		stored = LLVMGetOperand(before, 0);
		bytes = LLVMConstInt(n->size, LLVMStoreSizeOfType(n->layout, LLVMTypeOf(stored)),
				     false);
		insert_access(n, LLVMGetOperand(before, 1), bytes, true);
	} else {
		bytes = LLVMBuildIntCast2(n->builder, LLVMGetOperand(before, 2), n->size, false,
					  "");
		if (!LLVMIsAMemSetInst(before))
			insert_access(n, LLVMGetOperand(before, 1), bytes, false);
		insert_access(n, LLVMGetOperand(before, 0), bytes, true);
	}
}

static void insert_note(const noter *n, LLVMValueRef before)
{
	LLVMValueRef number = LLVMConstInt(n->number, n->run->host->calls.count, false);

	LLVMPositionBuilderBefore(n->builder, before);
	LLVMBuildCall2(n->builder, n->type, n->function, &number, 1, "");
}

static void note_function(const noter *n, LLVMValueRef original, LLVMValueRef copy)
{
	cursor theirs = start(original), ours = start(copy);
	LLVMValueRef call;

	while ((call = next_site(n->run, &theirs)) != NULL) {
		LLVMValueRef same = next_site(n->run, &ours);

		if (!same)
			hr_bug("a copy of a function lacks calls");
		HR_PUSH(&n->run->host->calls, call);
		if (n->run->host->watches_accesses && is_access(n->run->program, same))
			insert_accesses(n, same);
		else
			insert_note(n, same);
	}
}

static void add_attribute(LLVMValueRef function, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));

	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(context, kind, 0));
}

/* Return a function that calls hr.host.access if an access may have to be reported, which is rare.
 * It is inlined. */
static LLVMValueRef add_guard(const noter *n, const hr_run *run, LLVMModuleRef module)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMValueRef access = LLVMAddFunction(module, HR_JIT_HOST_ACCESS, n->access_type);
	LLVMValueRef guard = LLVMAddFunction(module, "hr.host.access.guard", n->access_type);
	LLVMBasicBlockRef ask = LLVMAppendBasicBlockInContext(context, guard, "");
	LLVMBasicBlockRef look = LLVMAppendBasicBlockInContext(context, guard, "");
	LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(context, guard, "");
	LLVMValueRef head = LLVMConstInt(n->size, hr_map_key(run->split), false);
	LLVMValueRef count, none = LLVMConstInt(n->number, 0, false), arguments[4];

	add_attribute(access, "cold");
	add_attribute(guard, "alwaysinline");
	LLVMSetLinkage(guard, LLVMInternalLinkage);
	LLVMGetParams(guard, arguments);
	LLVMPositionBuilderAtEnd(n->builder, ask);
	count = LLVMBuildLoad2(n->builder, n->number,
			       LLVMConstIntToPtr(head, LLVMPointerTypeInContext(context, 0)), "");
	LLVMSetOrdering(count, LLVMAtomicOrderingMonotonic);
	LLVMSetAlignment(count, 4);
	LLVMBuildCondBr(n->builder, LLVMBuildICmp(n->builder, LLVMIntEQ, count, none, ""), done,
			look);
	LLVMPositionBuilderAtEnd(n->builder, look);
	LLVMBuildCall2(n->builder, n->access_type, access, arguments, 4, "");
	LLVMBuildBr(n->builder, done);
	LLVMPositionBuilderAtEnd(n->builder, done);
	LLVMBuildRetVoid(n->builder);
	return guard;
}

/* Inline the guard. If that fails it is called, which is also correct. */
static void inline_guard(LLVMModuleRef module)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();

	LLVMConsumeError(LLVMRunPasses(module, "always-inline", NULL, options));
	LLVMDisposePassBuilderOptions(options);
}

/* Tracked memory goes nowhere else. */
static bool has_device_leaf(const hr_program *program)
{
	for (uint32_t i = 0; i < program->function_count; i++) {
		const hr_function *function = program->functions[i];

		if (function->leaf_node && hr_is_device(function->hint))
			return true;
	}
	return false;
}

void hr_jit_note_sites(hr_run *run, LLVMModuleRef module)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	const hr_program *program = run->program;
	noter n = {.run = run,
		   .builder = LLVMCreateBuilderInContext(context),
		   .number = LLVMInt32TypeInContext(context)};

	n.type = LLVMFunctionType(LLVMVoidTypeInContext(context), &n.number, 1, false);
	n.function = LLVMAddFunction(module, HR_JIT_NOTE_SITE, n.type);
	run->site_where = where_of;
	run->host->watches_accesses = run->split && has_device_leaf(program);
	if (run->host->watches_accesses) {
		LLVMTypeRef parameters[4] = {n.number, LLVMPointerTypeInContext(context, 0),
					     LLVMInt64TypeInContext(context), n.number};

		n.size = parameters[2];
		n.layout = LLVMGetModuleDataLayout(module);
		n.access_type =
			LLVMFunctionType(LLVMVoidTypeInContext(context), parameters, 4, false);
		n.access = add_guard(&n, run, module);
	}
	run->host->calls.count = 0;
	for (uint32_t i = 0; i < program->function_count; i++) {
		LLVMValueRef copy = hr_jit_host_function(module, program->functions[i]);

		if (copy)
			note_function(&n, program->functions[i]->llvm, copy);
	}
	if (run->host->watches_accesses)
		inline_guard(module);
	LLVMDisposeBuilder(n.builder);
}

/* --- lines ------------------------------------------------------------------------------------ */

void hr_jit_read_lines(hr_arena *arena, LLVMModuleRef module, hr_jit_lines *lines, hr_map *numbers)
{
	LLVMValueRef function = LLVMGetFirstFunction(module);
	const char *text, *last = NULL, *kept = NULL, *directory = NULL;
	LLVMBasicBlockRef block;
	LLVMValueRef in;
	unsigned length, line;

	for (; function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block;
		     block = LLVMGetNextBasicBlock(block))
			for (in = LLVMGetFirstInstruction(block); in;
			     in = LLVMGetNextInstruction(in)) {
				line = LLVMGetDebugLocLine(in);
				text = line ? LLVMGetDebugLocFilename(in, &length) : NULL;
				if (!text)
					continue;
				if (text != last) {
					kept = hr_arena_strndup(arena, text, length);
					directory = LLVMGetDebugLocDirectory(in, &length);
					directory = directory ? hr_arena_strndup(arena, directory,
										 length)
							      : NULL;
				}
				last = text;
				HR_PUSH(lines, (hr_jit_line){kept, directory, line});
				hr_map_put(numbers, hr_map_key(in), lines->count);
			}
}

static void add_flag(LLVMModuleRef module, const char *name, unsigned value)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMValueRef number = LLVMConstInt(LLVMInt32TypeInContext(context), value, false);

	if (!LLVMGetModuleFlag(module, name, strlen(name)))
		LLVMAddModuleFlag(module, LLVMModuleFlagBehaviorWarning, name, strlen(name),
				  LLVMValueAsMetadata(number));
}

static void write_function_lines(LLVMDIBuilderRef builder, LLVMMetadataRef file,
				 LLVMMetadataRef type, LLVMValueRef function, const hr_map *numbers)
{
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
	LLVMMetadataRef self;
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
	size_t length;
	const char *name = LLVMGetValueName2(function, &length);

	self = LLVMDIBuilderCreateFunction(builder, file, name, length, "", 0, file, 1, type, true,
					   true, 1, LLVMDIFlagZero, false);
	LLVMSetSubprogram(function, self);
	for (; block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef in = LLVMGetFirstInstruction(block); in;
		     in = LLVMGetNextInstruction(in)) {
			uint64_t number = 0;

			(void)hr_map_get(numbers, hr_map_key(in), &number);
			LLVMInstructionSetDebugLoc(
				in, LLVMDIBuilderCreateDebugLocation(context, (unsigned)number, 0,
								     self, NULL));
		}
}

void hr_jit_write_lines(const hr_program *program, LLVMModuleRef module, const hr_map *numbers)
{
	LLVMDIBuilderRef builder = LLVMCreateDIBuilder(module);
	LLVMMetadataRef file = LLVMDIBuilderCreateFile(builder, "host", 4, "", 0), type;

	add_flag(module, "Debug Info Version", LLVMDebugMetadataVersion());
	add_flag(module, "Dwarf Version", 4);
	(void)LLVMDIBuilderCreateCompileUnit(builder, LLVMDWARFSourceLanguageC, file, "", 0, false,
					     "", 0, 0, "", 0, LLVMDWARFEmissionLineTablesOnly, 0,
					     false, false, "", 0, "", 0);
	type = LLVMDIBuilderCreateSubroutineType(builder, file, NULL, 0, LLVMDIFlagZero);
	for (uint32_t i = 0; i < program->function_count; i++) {
		LLVMValueRef copy = hr_jit_host_function(module, program->functions[i]);

		if (copy)
			write_function_lines(builder, file, type, copy, numbers);
	}
	LLVMDIBuilderFinalize(builder);
	LLVMDisposeDIBuilder(builder);
}
