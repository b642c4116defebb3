/* tools/fuzz/target_legacy.c -- the fuzz target for files of HPVM 1.0 and of older LLVM versions: what ir/legacy and
 * ir/bitcode do with them before LLVM's reader sees them.
 *
 * Not here: what LLVM's reader and later stages do with the result (target_assembly.c). */
#include <string.h>

#include "ir/bitcode/writer.h"
#include "ir/legacy/legacy.h"
#include "tools/fuzz/fuzz.h"

/* Text that was made modern is not old. */
static void convert_again(const hr_bytes *modern)
{
	hr_legacy_refusal refusal;
	hr_bytes again = {0};
	bool changed;

	if (hr_legacy_text(modern->data, modern->count, &again, &changed, &refusal) == HR_OK &&
	    changed)
		HR_VEC_FREE(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = hr_alloc(size + 1);
	hr_legacy_refusal refusal;
	hr_bytes made = {0};
	bool changed = false;

	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	if (hr_legacy_text(text, size, &made, &changed, &refusal) == HR_OK && changed) {
		if (made.data[made.count] != '\0')
			hr_bug("the text does not end with a 0");
		convert_again(&made);
	}
	HR_VEC_FREE(&made);
	changed = false;
	hr_legacy_bitcode(text, size, &made, &changed);
	HR_VEC_FREE(&made);
	(void)hr_file_writer(text, size, &made);
	HR_VEC_FREE(&made);
	hr_free(text);
	return 0;
}
