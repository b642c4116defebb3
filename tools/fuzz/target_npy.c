/* tools/fuzz/target_npy.c -- the fuzz target for NumPy's arrays (src/file/npy.h): what is read is written and read again. */
#include <string.h>

#include "src/file/npy.h"
#include "tools/fuzz/fuzz.h"

static void free_array(hr_npy *array)
{
	hr_free(array->data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	hr_npy array = {0}, again = {0};
	const char *why;
	size_t offset;

	if (hr_npy_header(data, size, &array, &offset, &why) && offset > size)
		hr_bug("the data begins behind the end of the file");
	fuzz_write("array.npy", data, size);
	if (!hr_npy_read(fuzz_path("array.npy"), &array, &why))
		return 0;
	if (!hr_npy_write(fuzz_path("again.npy"), &array, &why) ||
	    !hr_npy_read(fuzz_path("again.npy"), &again, &why))
		hr_bug("an array that was read cannot be written and read again: %s", why);
	if (again.count != array.count || again.dims != array.dims ||
	    memcmp(again.data, array.data, array.count * array.bytes) != 0)
		hr_bug("an array that was written differs from what is read");
	free_array(&array);
	free_array(&again);
	return 0;
}
