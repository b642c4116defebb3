/* tools/fuzz/target_args.c -- the fuzz target for files of arguments (docs/args.md): the roots of one module are launched
 * with them.
 *
 * The first line chooses the root: a comment that names it. Files that an input may name are a.npy and a.raw. */
#include <string.h>

#include "src/base/alloc.h"
#include "src/base/hash.h"
#include "tools/fuzz/args_module.h"
#include "tools/fuzz/fuzz.h"

static const char *const roots[] = {"Scale", "Numbers", "Sum", "Vector", "Add", "Network"};

/* 2 x 3 floats, which are all 0. */
static void write_array(void)
{
	static const char head[] =
		"\x93NUMPY\x01\x00\x76\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
	uint8_t array[128 + 24];

	memset(array, ' ', 128);
	memcpy(array, head, sizeof(head) - 1);
	array[127] = '\n';
	memset(array + 128, 0, 24);
	fuzz_write("a.npy", array, sizeof(array));
	fuzz_write("a.raw", array, 64);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *root = roots[0];

	for (size_t i = 0; i < sizeof(roots) / sizeof(*roots); i++) {
		const size_t length = strlen(roots[i]);

		if (size > length + 2 && !memcmp(data, "# ", 2) &&
		    !memcmp(data + 2, roots[i], length))
			root = roots[i];
	}
	write_array();
	fuzz_write("arguments.yaml", data, size);
	fuzz_launch(args_module, root, fuzz_path("arguments.yaml"),
		    hr_hash(HR_HASH_FIRST, data, size));
	fuzz_clear();
	return 0;
}
