/* src/file/npz.c -- reads archives of NumPy arrays.
 *
 * The directory of the archive is read at once, and each array when it is asked for. Sizes and offsets are
 * those of the directory; each is checked against the size of the file before it is used. What a deflated
 * entry gives is at most what its bytes can hold, so memory is bounded by the size of the file.
 * Invariant: names are unique, without bytes 0.
 * Owns:      the open file, names.
 * Not here:  the arrays themselves (npy.c), writing (npz_write.c). */
#include "src/file/npz.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "src/base/alloc.h"
#include "src/base/map.h"
#include "src/file/file.h"
#include "src/file/zip_format.h"

/* Deflate gives at most 258 bytes for 2 bits. */
enum { MOST_INFLATED = 1032 };

typedef struct npz_entry {
	char *name; /* owned */
	unsigned flags, method;
	uint32_t crc;
	uint64_t packed, size, offset;
} npz_entry;

struct hr_npz {
	int file;
	uint64_t bytes;     /* size of the file */
	npz_entry *entries; /* owns */
	size_t count;
	hr_strmap names; /* to the index */
};

static const char truncated[] = "it is truncated";
static const char malformed[] = "its ZIP directory is malformed";

/* --- bytes of the file ------------------------------------------------------------------------ */

/* Read SIZE bytes from OFFSET. Return NULL, or why that failed. */
static const char *read_at(const hr_npz *archive, uint64_t offset, void *to, uint64_t size)
{
	uint8_t *at = to;

	if (offset > archive->bytes || size > archive->bytes - offset)
		return truncated;
	while (size) {
		ssize_t count = pread(archive->file, at, size, (off_t)offset);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return count ? strerror(errno) : truncated;
		at += count;
		offset += (uint64_t)count;
		size -= (uint64_t)count;
	}
	return NULL;
}

/* --- the directory ---------------------------------------------------------------------------- */

typedef struct npz_directory {
	uint64_t offset, size, count;
} npz_directory;

/* Read where the directory is from the ZIP64 record that ends at END, if there is one. */
static const char *read_end_64(const hr_npz *archive, uint64_t end, npz_directory *directory)
{
	uint8_t record[ZIP64_END_BYTES];
	const char *why;

	if (end < ZIP64_LOCATOR_BYTES)
		return NULL;
	why = read_at(archive, end - ZIP64_LOCATOR_BYTES, record, ZIP64_LOCATOR_BYTES);
	if (why || zip_get(record, 4) != ZIP64_LOCATOR)
		return why;
	why = read_at(archive, zip_get(record + ZIP64_LOCATOR_OFFSET, 8), record, sizeof(record));
	if (why)
		return why;
	if (zip_get(record, 4) != ZIP64_END)
		return malformed;
	directory->count = zip_get(record + ZIP64_END_COUNT, 8);
	directory->size = zip_get(record + ZIP64_END_SIZE, 8);
	directory->offset = zip_get(record + ZIP64_END_OFFSET, 8);
	return NULL;
}

/* The record at the end is followed by a comment of at most 65535 bytes. */
static const char *find_directory(const hr_npz *archive, npz_directory *directory)
{
	uint64_t most = ZIP_END_BYTES + UINT16_MAX,
		 size = archive->bytes < most ? archive->bytes : most,
		 start = archive->bytes - size, at = size;
	uint8_t *tail = hr_alloc(size + 1);
	const char *why = read_at(archive, start, tail, size);
	bool found = false;

	while (!why && !found && at-- > 0)
		found = size - at >= ZIP_END_BYTES && zip_get(tail + at, 4) == ZIP_END &&
			zip_get(tail + at + ZIP_END_COMMENT, 2) == size - at - ZIP_END_BYTES;
	if (found) {
		directory->count = zip_get(tail + at + ZIP_END_COUNT, 2);
		directory->size = zip_get(tail + at + ZIP_END_SIZE, 4);
		directory->offset = zip_get(tail + at + ZIP_END_OFFSET, 4);
		why = read_end_64(archive, start + at, directory);
	}
	hr_free(tail);
	return why ? why : found ? NULL : "it is not an NPZ file";
}

/* Replace FIELD, of 4 bytes, by the next number of the ZIP64 field at *AT if all its bits are set. */
static bool take_64(uint64_t *field, const uint8_t **at, const uint8_t *end)
{
	if (*field != UINT32_MAX)
		return true;
	if (end - *at < 8)
		return false;
	*field = zip_get(*at, 8);
	*at += 8;
	return true;
}

static bool read_extra(npz_entry *entry, const uint8_t *extra, size_t bytes)
{
	while (bytes >= 4) {
		const uint8_t *at = extra + 4;
		size_t length = (size_t)zip_get(extra + 2, 2);

		if (length > bytes - 4)
			return false;
		if (zip_get(extra, 2) == ZIP64_EXTRA)
			return take_64(&entry->size, &at, at + length) &&
			       take_64(&entry->packed, &at, extra + 4 + length) &&
			       take_64(&entry->offset, &at, extra + 4 + length);
		extra += 4 + length;
		bytes -= 4 + length;
	}
	return true;
}

static const char *add_name(hr_npz *archive, npz_entry *entry, const uint8_t *name, size_t length)
{
	static const char suffix[] = ".npy";
	const size_t tail = sizeof(suffix) - 1;

	if (memchr(name, 0, length))
		return "the name of an array contains a byte 0";
	if (length >= tail && memcmp(name + length - tail, suffix, tail) == 0)
		length -= tail;
	entry->name = hr_alloc(length + 1);
	memcpy(entry->name, name, length);
	entry->name[length] = '\0';
	if (hr_strmap_get(&archive->names, entry->name, NULL))
		return "it has two arrays of the same name";
	hr_strmap_put(&archive->names, entry->name, archive->count - 1);
	return NULL;
}

/* Read the entry at *AT, and move *AT behind it. */
static const char *read_entry(hr_npz *archive, const uint8_t **at, const uint8_t *end)
{
	const uint8_t *record = *at;
	npz_entry *entry = &archive->entries[archive->count];
	size_t left = (size_t)(end - record), name, extra, comment;

	if (left < ZIP_ENTRY_BYTES || zip_get(record, 4) != ZIP_ENTRY)
		return malformed;
	name = (size_t)zip_get(record + ZIP_ENTRY_NAME, 2);
	extra = (size_t)zip_get(record + ZIP_ENTRY_EXTRA, 2);
	comment = (size_t)zip_get(record + ZIP_ENTRY_COMMENT, 2);
	if (left - ZIP_ENTRY_BYTES < name + extra + comment)
		return malformed;
	*entry = (npz_entry){.flags = (unsigned)zip_get(record + ZIP_ENTRY_FLAGS, 2),
			     .method = (unsigned)zip_get(record + ZIP_ENTRY_METHOD, 2),
			     .crc = (uint32_t)zip_get(record + ZIP_ENTRY_CRC, 4),
			     .packed = zip_get(record + ZIP_ENTRY_PACKED, 4),
			     .size = zip_get(record + ZIP_ENTRY_SIZE, 4),
			     .offset = zip_get(record + ZIP_ENTRY_OFFSET, 4)};
	archive->count++;
	*at = record + ZIP_ENTRY_BYTES + name + extra + comment;
	if (!read_extra(entry, record + ZIP_ENTRY_BYTES + name, extra))
		return malformed;
	return add_name(archive, entry, record + ZIP_ENTRY_BYTES, name);
}

static const char *read_directory(hr_npz *archive)
{
	npz_directory directory = {0};
	const char *why = find_directory(archive, &directory);
	const uint8_t *at;
	uint8_t *bytes;

	if (why)
		return why;
	if (directory.size > archive->bytes || directory.count > directory.size / ZIP_ENTRY_BYTES)
		return malformed;
	bytes = hr_alloc(directory.size + 1);
	at = bytes;
	archive->entries = hr_alloc_zero((directory.count + 1) * sizeof(*archive->entries));
	why = read_at(archive, directory.offset, bytes, directory.size);
	while (!why && archive->count < directory.count)
		why = read_entry(archive, &at, bytes + directory.size);
	hr_free(bytes);
	return why;
}

hr_npz *hr_npz_open(const char *path, const char **why)
{
	hr_npz *archive = hr_alloc_zero(sizeof(*archive));
	struct stat stat;

	archive->file = hr_file_open(path);
	if (archive->file < 0 || fstat(archive->file, &stat) != 0) {
		*why = strerror(errno);
	} else if (!S_ISREG(stat.st_mode)) {
		*why = "it is not a regular file";
	} else {
		archive->bytes = (uint64_t)stat.st_size;
		*why = read_directory(archive);
	}
	if (!*why)
		return archive;
	hr_npz_close(archive);
	return NULL;
}

void hr_npz_close(hr_npz *archive)
{
	if (!archive)
		return;
	if (archive->file >= 0)
		close(archive->file);
	for (size_t i = 0; i < archive->count; i++)
		hr_free(archive->entries[i].name);
	hr_free(archive->entries);
	hr_strmap_free(&archive->names);
	hr_free(archive);
}

size_t hr_npz_count(const hr_npz *archive)
{
	return archive->count;
}

const char *hr_npz_name(const hr_npz *archive, size_t i)
{
	return archive->entries[i].name;
}

bool hr_npz_find(const hr_npz *archive, const char *name, size_t *i)
{
	uint64_t index;

	if (!hr_strmap_get(&archive->names, name, &index))
		return false;
	*i = (size_t)index;
	return true;
}

/* --- arrays ----------------------------------------------------------------------------------- */

static const char *check_entry(const hr_npz *archive, const npz_entry *entry)
{
	if (entry->flags & ZIP_ENCRYPTED)
		return "it is encrypted";
	if (entry->method != ZIP_STORED && entry->method != ZIP_DEFLATED)
		return "it is compressed by another method than deflate";
	if (entry->packed > archive->bytes)
		return truncated;
	if (entry->method == ZIP_STORED ? entry->size != entry->packed
					: entry->size / MOST_INFLATED > entry->packed)
		return "its size in the ZIP directory is wrong";
	return NULL;
}

/* Inflate FROM to exactly ENTRY's size at TO. */
static const char *inflate_entry(const npz_entry *entry, const uint8_t *from, uint8_t *to)
{
	z_stream stream = {.next_in = (uint8_t *)(uintptr_t)from, .next_out = to};
	uint64_t left = entry->packed, room = entry->size;
	int result = inflateInit2(&stream, -MAX_WBITS); /* without the header of zlib */

	if (result != Z_OK)
		return "it cannot be decompressed";
	while (result == Z_OK) {
		uInt in = left < UINT32_MAX ? (uInt)left : UINT32_MAX,
		     out = room < UINT32_MAX ? (uInt)room : UINT32_MAX;

		stream.avail_in = in;
		stream.avail_out = out;
		result = inflate(&stream, Z_NO_FLUSH);
		left -= in - stream.avail_in;
		room -= out - stream.avail_out;
	}
	inflateEnd(&stream);
	return result == Z_STREAM_END && room == 0 && left == 0
		       ? NULL
		       : "its compressed data are malformed";
}

static uint32_t crc_of(const uint8_t *bytes, size_t size)
{
	return (uint32_t)crc32_z(0, bytes, size);
}

/* Read the data of ENTRY from OFFSET to TO, which has its size. */
static const char *read_data(const hr_npz *archive, const npz_entry *entry, uint64_t offset,
			     uint8_t *to)
{
	uint8_t *packed = entry->method == ZIP_STORED ? NULL : hr_alloc(entry->packed + 1);
	const char *why = read_at(archive, offset, packed ? packed : to, entry->packed);

	if (!why && packed)
		why = inflate_entry(entry, packed, to);
	hr_free(packed);
	if (!why && crc_of(to, entry->size) != entry->crc)
		why = "its checksum is wrong";
	return why;
}

bool hr_npz_read(const hr_npz *archive, size_t i, hr_npy *array, const char **why)
{
	const npz_entry *entry = &archive->entries[i];
	uint8_t local[ZIP_LOCAL_BYTES], *bytes;

	*why = check_entry(archive, entry);
	if (!*why)
		*why = read_at(archive, entry->offset, local, sizeof(local));
	if (!*why && zip_get(local, 4) != ZIP_LOCAL)
		*why = malformed;
	if (*why)
		return false;
	bytes = hr_alloc(entry->size + 1);
	*why = read_data(archive, entry,
			 entry->offset + ZIP_LOCAL_BYTES + zip_get(local + ZIP_LOCAL_NAME, 2) +
				 zip_get(local + ZIP_LOCAL_EXTRA, 2),
			 bytes);
	if (!*why)
		return hr_npy_take(bytes, entry->size, array, why);
	hr_free(bytes);
	return false;
}
