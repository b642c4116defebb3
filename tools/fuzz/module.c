/* tools/fuzz/module.c -- reads a module, changes it a few times, and writes it if it is valid.
 *
 * Invariant: only modules that LLVM's verifier accepts are written.
 * Not here:  single changes (change_instruction.c, change_function.c). */
#include "tools/fuzz/module.h"

#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>

enum { ATTEMPTS = 8 };

/* What finds most is there more than once. */
static fuzz_change *const changes[] = {
	fuzz_set_operand,   fuzz_set_operand, fuzz_set_constant,  fuzz_set_constant,
	fuzz_swap_operands, fuzz_set_flags,   fuzz_set_flags,     fuzz_replace_operation,
	fuzz_insert,        fuzz_insert,      fuzz_remove,        fuzz_duplicate,
	fuzz_call,          fuzz_call,        fuzz_set_successor, fuzz_set_attribute,
	fuzz_set_callee,    fuzz_set_global,  fuzz_set_hpvm,      fuzz_set_hpvm,
	fuzz_set_access,
};

static LLVMModuleRef read_module(LLVMContextRef context, const uint8_t *data, size_t size)
{
	LLVMMemoryBufferRef buffer =
		LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)data, size, "module");
	LLVMModuleRef module;
	LLVMBool failed = LLVMParseBitcodeInContext2(context, buffer, &module);

	LLVMDisposeMemoryBuffer(buffer);
	return failed ? NULL : module;
}

/* --- places ------------------------------------------------------------------------------------- */

static LLVMValueRef choose_function(fuzz_place *place)
{
	LLVMValueRef chosen = NULL;
	uint64_t seen = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(place->module); f; f = LLVMGetNextFunction(f))
		if (LLVMGetFirstBasicBlock(f) && fuzz_below(place->random, ++seen) == 0)
			chosen = f;
	return chosen;
}

static LLVMValueRef choose_instruction(fuzz_place *place)
{
	LLVMValueRef chosen = NULL;
	uint64_t seen = 0;

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(place->function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
		     i = LLVMGetNextInstruction(i))
			if (fuzz_below(place->random, ++seen) == 0)
				chosen = i;
	return chosen;
}

static bool choose(fuzz_place *place)
{
	place->function = choose_function(place);
	place->instruction = place->function ? choose_instruction(place) : NULL;
	return place->instruction != NULL;
}

/* --- the whole ------------------------------------------------------------------------------------ */

static void change(fuzz_place *place)
{
	uint64_t times = 1 + fuzz_below(place->random, 3);

	for (int i = 0; i < 64 && times; i++)
		if (choose(place) &&
		    changes[fuzz_below(place->random, sizeof(changes) / sizeof(*changes))](place))
			times--;
}

static bool is_valid(LLVMModuleRef module)
{
	char *why = NULL;
	bool valid = !LLVMVerifyModule(module, LLVMReturnStatusAction, &why);

	LLVMDisposeMessage(why);
	return valid;
}

/* Return the size of the changed module, or 0. */
static size_t attempt(LLVMContextRef context, fuzz_random *random, uint8_t *data, size_t size,
		      size_t most)
{
	fuzz_place place = {.random = random, .context = context};
	LLVMMemoryBufferRef written;
	size_t made = 0;

	place.module = read_module(context, data, size);
	if (!place.module)
		return 0;
	change(&place);
	if (is_valid(place.module)) {
		written = LLVMWriteBitcodeToMemoryBuffer(place.module);
		if (LLVMGetBufferSize(written) <= most) {
			made = LLVMGetBufferSize(written);
			memcpy(data, LLVMGetBufferStart(written), made);
		}
		LLVMDisposeMemoryBuffer(written);
	}
	LLVMDisposeModule(place.module);
	return made;
}

static void ignore(LLVMDiagnosticInfoRef info, void *data)
{
	(void)info;
	(void)data;
}

size_t fuzz_change_module(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	fuzz_random random = fuzz_random_new(seed);
	size_t made = 0;

	for (int i = 0; i < ATTEMPTS && !made; i++) {
		LLVMContextRef context = LLVMContextCreate();

		LLVMContextSetDiagnosticHandler(context, ignore, NULL);
		made = attempt(context, &random, data, size, most);
		LLVMContextDispose(context);
	}
	return made ? made : size;
}
