/* tools/fuzz/target_assembly.c -- the fuzz target for LLVM assembly, also of HPVM 1.0.
 *
 * Not here: bitcode (target_bitcode.c); the conversion of older files alone, which is faster (target_legacy.c). */
#include <string.h>

#include "src/base/alloc.h"
#include "tools/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_program("input.ll", data, size);
	return 0;
}
