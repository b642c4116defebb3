/* src/file/npz_write.c -- writes archives of NumPy arrays, uncompressed.
 *
 * Equal arrays give equal bytes: all entries have the date 1980-01-01.
 * Invariant: the archive is complete when it appears at its path (rewrite.c).
 * Owns:      the directory until the end.
 * Not here:  reading (npz.c). */
#include <errno.h>
#include <string.h>
#include <zlib.h>

#include "src/base/vec.h"
#include "src/file/npz.h"
#include "src/file/rewrite.h"
#include "src/file/zip_format.h"

enum { DATE = 1 << 5 | 1 }; /* 1980-01-01 */

struct hr_npz_writer {
	hr_rewrite output;
	uint64_t offset, count;
	HR_VEC(uint8_t) directory;
};

hr_npz_writer *hr_npz_begin(const char *path, int *error)
{
	hr_npz_writer *writer = hr_alloc_zero(sizeof(*writer));

	*error = hr_rewrite_begin(&writer->output, path);
	if (!*error)
		return writer;
	hr_free(writer);
	return NULL;
}

static int put(hr_npz_writer *writer, const void *bytes, size_t size)
{
	errno = 0;
	if (size && fwrite(bytes, 1, size, writer->output.stream) != size)
		return errno ? errno : EIO;
	writer->offset += size;
	return 0;
}

static void remember(hr_npz_writer *writer, const void *bytes, size_t size)
{
	HR_RESERVE(&writer->directory, size + 1);
	memcpy(writer->directory.data + writer->directory.count, bytes, size);
	writer->directory.count += size;
}

static bool is_ascii(const char *name)
{
	while (*name)
		if ((unsigned char)*name++ > 0x7f)
			return false;
	return true;
}

/* What the local record and the directory say alike, 26 bytes from the version on: version, flags, method,
 * time, date, checksum, both sizes, length of the name. */
static void make_common(uint8_t common[26], const char *name, uint32_t crc, uint64_t size)
{
	uint64_t shown = size < UINT32_MAX ? size : UINT32_MAX;

	zip_put(common, 2, 45); /* with ZIP64 */
	zip_put(common + 2, 2, is_ascii(name) ? 0 : ZIP_UTF_8);
	zip_put(common + 4, 2, ZIP_STORED);
	zip_put(common + 6, 2, 0);
	zip_put(common + 8, 2, DATE);
	zip_put(common + 10, 4, crc);
	zip_put(common + 14, 4, shown);
	zip_put(common + 18, 4, shown);
	zip_put(common + 22, 2, strlen(name) + 4);
	zip_put(common + 24, 2, 28); /* extra field */
}

/* The ZIP64 field has the sizes and the offset in this order, those that are not shown. Return its length. */
static size_t make_extra(uint8_t extra[28], uint64_t size, uint64_t offset, bool local)
{
	size_t used = 4;

	for (unsigned i = 0; i < 2 && size >= UINT32_MAX; i++, used += 8)
		zip_put(extra + used, 8, size);
	if (!local && offset >= UINT32_MAX) {
		zip_put(extra + used, 8, offset);
		used += 8;
	}
	zip_put(extra, 2, ZIP64_EXTRA);
	zip_put(extra + 2, 2, used - 4);
	return used > 4 ? used : 0;
}

static int write_local(hr_npz_writer *writer, const char *name, uint8_t common[26], uint64_t size)
{
	uint8_t record[ZIP_LOCAL_BYTES], extra[28];
	size_t more = make_extra(extra, size, 0, true);
	int error;

	zip_put(common + 24, 2, more);
	zip_put(record, 4, ZIP_LOCAL);
	memcpy(record + 4, common, 26);
	error = put(writer, record, sizeof(record));
	error = error ? error : put(writer, name, strlen(name));
	error = error ? error : put(writer, ".npy", 4);
	return error ? error : put(writer, extra, more);
}

static void add_entry(hr_npz_writer *writer, const char *name, uint8_t common[26], uint64_t size,
		      uint64_t offset)
{
	uint8_t record[ZIP_ENTRY_BYTES] = {0}, extra[28];
	size_t more = make_extra(extra, size, offset, false);

	zip_put(common + 24, 2, more);
	zip_put(record, 4, ZIP_ENTRY);
	zip_put(record + 4, 2, 45);
	memcpy(record + 6, common, 26);
	zip_put(record + ZIP_ENTRY_OFFSET, 4, offset < UINT32_MAX ? offset : UINT32_MAX);
	remember(writer, record, sizeof(record));
	remember(writer, name, strlen(name));
	remember(writer, ".npy", 4);
	remember(writer, extra, more);
	writer->count++;
}

int hr_npz_add(hr_npz_writer *writer, const char *name, const hr_npy *array)
{
	const uint64_t offset = writer->offset, data = array->count * array->bytes;
	char head[HR_NPY_HEADER];
	size_t header = hr_npy_make_header(array, head);
	uint8_t common[26];
	uLong crc = crc32_z(0, (const uint8_t *)head, header);
	int error;

	if (strlen(name) > UINT16_MAX - 4)
		return ENAMETOOLONG;
	crc = data ? crc32_z(crc, array->data, data) : crc;
	make_common(common, name, (uint32_t)crc, header + data);
	error = write_local(writer, name, common, header + data);
	error = error ? error : put(writer, head, header);
	error = error ? error : put(writer, array->data, data);
	if (!error)
		add_entry(writer, name, common, header + data, offset);
	return error;
}

/* Write the records that say where the directory, which begins at OFFSET, is. */
static int write_end(hr_npz_writer *writer, uint64_t offset)
{
	uint8_t end[ZIP_END_BYTES] = {0}, wide[ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES] = {0},
		*locator = wide + ZIP64_END_BYTES;
	uint64_t size = writer->directory.count, count = writer->count;
	bool is_wide = count >= UINT16_MAX || size >= UINT32_MAX || offset >= UINT32_MAX;
	int error = 0;

	zip_put(end, 4, ZIP_END);
	zip_put(end + 8, 2, is_wide ? UINT16_MAX : count);
	zip_put(end + ZIP_END_COUNT, 2, is_wide ? UINT16_MAX : count);
	zip_put(end + ZIP_END_SIZE, 4, is_wide ? UINT32_MAX : size);
	zip_put(end + ZIP_END_OFFSET, 4, is_wide ? UINT32_MAX : offset);
	zip_put(wide, 4, ZIP64_END);
	zip_put(wide + 4, 8, ZIP64_END_BYTES - 12);
	zip_put(wide + 12, 2, 45);
	zip_put(wide + 14, 2, 45);
	zip_put(wide + 24, 8, count);
	zip_put(wide + ZIP64_END_COUNT, 8, count);
	zip_put(wide + ZIP64_END_SIZE, 8, size);
	zip_put(wide + ZIP64_END_OFFSET, 8, offset);
	zip_put(locator, 4, ZIP64_LOCATOR);
	zip_put(locator + ZIP64_LOCATOR_OFFSET, 8, writer->offset);
	zip_put(locator + 16, 4, 1);
	if (is_wide)
		error = put(writer, wide, sizeof(wide));
	return error ? error : put(writer, end, sizeof(end));
}

int hr_npz_end(hr_npz_writer *writer, bool keep)
{
	uint64_t offset = writer->offset;
	int error = 0, failed;

	if (keep)
		error = put(writer, writer->directory.data, writer->directory.count);
	if (keep && !error)
		error = write_end(writer, offset);
	failed = hr_rewrite_end(&writer->output, keep && !error);
	HR_VEC_FREE(&writer->directory);
	hr_free(writer);
	return error ? error : failed;
}
