/* tools/fuzz/target_npz.c -- the fuzz target for archives of NumPy's arrays (src/file/npz.h): what is read is written and read
 * again. */
#include <string.h>

#include "src/file/npz.h"
#include "tools/fuzz/fuzz.h"

/* Return the arrays of ARCHIVE that can be read as an archive again, or NULL if none can. */
static hr_npz *write_again(const hr_npz *archive)
{
	int error;
	hr_npz_writer *writer = hr_npz_begin(fuzz_path("again.npz"), &error);
	const char *why;

	if (!writer)
		hr_bug("an archive cannot be begun: %s", strerror(error));
	for (size_t i = 0; i < hr_npz_count(archive); i++) {
		hr_npy array;

		if (!hr_npz_read(archive, i, &array, &why))
			continue;
		error = hr_npz_add(writer, hr_npz_name(archive, i), &array);
		hr_free(array.data);
		if (error)
			hr_bug("an array cannot be written: %s", strerror(error));
	}
	error = hr_npz_end(writer, true);
	if (error)
		hr_bug("an archive cannot be ended: %s", strerror(error));
	archive = hr_npz_open(fuzz_path("again.npz"), &why);
	if (!archive)
		hr_bug("an archive that was written cannot be read: %s", why);
	return (hr_npz *)(uintptr_t)archive;
}

static void compare(const hr_npz *archive, const hr_npz *again)
{
	for (size_t i = 0; i < hr_npz_count(again); i++) {
		hr_npy array, other;
		const char *why;
		size_t index;

		if (!hr_npz_find(archive, hr_npz_name(again, i), &index) ||
		    !hr_npz_read(archive, index, &array, &why) ||
		    !hr_npz_read(again, i, &other, &why))
			hr_bug("an array that was written cannot be read");
		if (other.count != array.count || other.dims != array.dims ||
		    memcmp(other.data, array.data, array.count * array.bytes) != 0)
			hr_bug("an array that was written differs from what is read");
		hr_free(array.data);
		hr_free(other.data);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *why;
	hr_npz *archive, *again;

	fuzz_write("arrays.npz", data, size);
	archive = hr_npz_open(fuzz_path("arrays.npz"), &why);
	if (!archive)
		return 0;
	again = write_again(archive);
	compare(archive, again);
	hr_npz_close(archive);
	hr_npz_close(again);
	return 0;
}
