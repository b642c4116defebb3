/* tools/fuzz/target_bitcode.c -- the fuzz target for bitcode, which is changed by structure: modules stay readable, and
 * valid to LLVM. */
#include "tools/fuzz/fuzz.h"
#include "tools/fuzz/module.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_program("input.bc", data, size);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	return fuzz_change_module(data, size, most, seed);
}
