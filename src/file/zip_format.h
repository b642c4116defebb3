/* src/file/zip_format.h -- the records of a ZIP file, as offsets of fields from their beginning (APPNOTE 6.3). Private to
 * npz.c and npz_write.c.
 *
 * A field of 4 bytes (2 for counts) with all bits set is in the ZIP64 part instead: sizes and the offset of an entry in its
 * extra field of this id, those of the directory in a record of their own. */
#ifndef HR_ZIP_FORMAT_H
#define HR_ZIP_FORMAT_H

#include <stdint.h>

enum {
	ZIP_LOCAL = 0x04034b50, /* before the data of an entry */
	ZIP_LOCAL_NAME = 26,    /* 2: length */
	ZIP_LOCAL_EXTRA = 28,   /* 2: length */
	ZIP_LOCAL_BYTES = 30,   /* then name, extra fields, data */

	ZIP_ENTRY = 0x02014b50, /* in the directory, at the end of the file */
	ZIP_ENTRY_FLAGS = 8,    /* 2 */
	ZIP_ENTRY_METHOD = 10,  /* 2 */
	ZIP_ENTRY_CRC = 16,     /* 4 */
	ZIP_ENTRY_PACKED = 20,  /* 4: size in the file */
	ZIP_ENTRY_SIZE = 24,    /* 4 */
	ZIP_ENTRY_NAME = 28,    /* 2: length */
	ZIP_ENTRY_EXTRA = 30,   /* 2: length */
	ZIP_ENTRY_COMMENT = 32, /* 2: length */
	ZIP_ENTRY_OFFSET = 42,  /* 4: of its local record */
	ZIP_ENTRY_BYTES = 46,   /* then name, extra fields, comment */

	ZIP_END = 0x06054b50,
	ZIP_END_COUNT = 10,   /* 2: entries */
	ZIP_END_SIZE = 12,    /* 4: of the directory */
	ZIP_END_OFFSET = 16,  /* 4: of the directory */
	ZIP_END_COMMENT = 20, /* 2: length */
	ZIP_END_BYTES = 22,   /* then the comment */

	ZIP64_LOCATOR = 0x07064b50, /* before ZIP_END */
	ZIP64_LOCATOR_OFFSET = 8,   /* 8: of ZIP64_END */
	ZIP64_LOCATOR_BYTES = 20,

	ZIP64_END = 0x06064b50,
	ZIP64_END_COUNT = 32,  /* 8 */
	ZIP64_END_SIZE = 40,   /* 8 */
	ZIP64_END_OFFSET = 48, /* 8 */
	ZIP64_END_BYTES = 56,

	ZIP64_EXTRA = 1, /* id of the extra field */
	ZIP_STORED = 0,
	ZIP_DEFLATED = 8,
	ZIP_ENCRYPTED = 1,  /* flag */
	ZIP_UTF_8 = 0x0800, /* flag: of the name */
};

/* Return the number of BYTES bytes, little-endian, at AT. */
static inline uint64_t zip_get(const uint8_t *at, unsigned bytes)
{
	uint64_t number = 0;

	while (bytes--)
		number = number << 8 | at[bytes];
	return number;
}

static inline void zip_put(uint8_t *at, unsigned bytes, uint64_t number)
{
	for (; bytes--; number >>= 8)
		*at++ = (uint8_t)number;
}

#endif
