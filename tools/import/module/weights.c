/* tools/import/module/weights.c -- constants of a tensor program: small ones as text, the elements of others in
 * files that are named by a hash of their content.
 *
 * Invariant: a file is written only if none with its content is there.
 * Not here:  who uses them (module.c). */
#include "tools/import/module/weights.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/base/hash.h"
#include "src/file/file.h"
#include "tools/import/module/output.h"

/* Constants of more elements are in files. */
enum { IN_TEXT = 16 };

static void write_values(const hr_tvalue *value, uint64_t count, FILE *text)
{
	for (uint64_t i = 0; i < count; i++) {
		fputs(i ? "," : "", text);
		if (hr_elem_is_real(value->elem))
			fprintf(text, "%a", hr_elem_real(value->elem, value->data, i));
		else
			fprintf(text, "%" PRId64, hr_elem_integer(value->elem, value->data, i));
	}
}

/* Return true if the file at PATH has the BYTES bytes DATA. */
static bool has_content(const char *path, const void *data, size_t bytes)
{
	uint8_t *found;
	size_t size;
	bool same;

	if (hr_file_read(path, &found, &size) != 0)
		return false;
	same = size == bytes && memcmp(found, data, bytes) == 0;
	hr_free(found);
	return same;
}

static bool exists(const char *path)
{
	struct stat state;

	return stat(path, &state) == 0;
}

/* Write the BYTES bytes DATA to a file in FOLDER. Return its name, or NULL if an error was reported. */
static const char *write_file(weight_folder *folder, const void *data, size_t bytes)
{
	const uint64_t first = hr_hash(HR_HASH_FIRST, data, bytes);
	const uint64_t second = hr_hash(~first, data, bytes);
	int error;

	if (mkdir(folder->path, 0777) != 0 && errno != EEXIST) {
		folder->status = output_failed(folder->diags, folder->path, errno);
		return NULL;
	}
	for (unsigned number = 0;; number++) {
		const char *name = hr_arena_printf(folder->arena, "%016" PRIx64 "%016" PRIx64,
						   first, second + number);
		const char *path = hr_arena_printf(folder->arena, "%s/%s", folder->path, name);

		if (has_content(path, data, bytes))
			return name;
		if (exists(path) && hr_strmap_get(&folder->written, name, NULL))
			continue; /* another constant of this program has the same hash */
		error = hr_file_write(path, NULL, 0, data, bytes);
		if (error) {
			folder->status = output_failed(folder->diags, path, error);
			return NULL;
		}
		hr_strmap_put(&folder->written, name, 1);
		return name;
	}
}

const char *weight_text(weight_folder *folder, const hr_tprogram *program, const hr_tvalue *value)
{
	char *made = NULL;
	const char *name, *kept;
	size_t length;
	uint64_t count = 1;
	FILE *text = open_memstream(&made, &length);

	if (!text)
		hr_bug("no memory stream");
	fprintf(text, "constant type=%s shape=", hr_elem_name(value->elem));
	for (unsigned i = 0; i < value->rank; i++) {
		int64_t extent = 0;

		if (!hr_sym_is_number(program->symbols, value->extent[i], &extent))
			hr_bug("a constant without a shape");
		count *= (uint64_t)extent;
		fprintf(text, "%s%" PRId64, i ? "," : "", extent);
	}
	if (count <= IN_TEXT) {
		fputs(" values=", text);
		write_values(value, count, text);
	} else {
		name = write_file(folder, value->data, count * hr_elem_bytes(value->elem));
		fprintf(text, " file=%s/%s", output_base(folder->path), name ? name : "");
	}
	fclose(text);
	kept = hr_arena_strdup(folder->arena, made);
	free(made);
	return kept;
}

void weight_folder_free(weight_folder *folder)
{
	hr_strmap_free(&folder->written);
}
