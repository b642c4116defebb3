/* src/file/test_npz.c -- NPZ archives: written and read, forms of ZIP, and corrupted archives. */
#include <errno.h>
#include <zlib.h>

#include "src/base/alloc.h"
#include "src/base/test.h"
#include "src/file/file.h"
#include "src/file/npz.h"
#include "src/file/zip_format.h"

enum { ROOM = 4096 };

static const float floats[6] = {1, 2, 3, 4, 5, 6};

static hr_npy small(void)
{
	return (hr_npy){HR_NPY_FLOAT, 4, 2, {2, 3}, 6, (uint8_t *)(uintptr_t)floats};
}

/* --- archives made by hand -------------------------------------------------------------------- */

typedef struct zip_form {
	const char *name; /* of the entry */
	unsigned flags, method;
	bool wide;           /* sizes, offsets and counts are in ZIP64 fields */
	uint32_t crc_change; /* is added to the checksum */
	uint64_t size_change;
	const char *comment;
} zip_form;

static size_t pack(unsigned method, const uint8_t *file, size_t size, uint8_t *to)
{
	z_stream stream = {.next_in = (uint8_t *)(uintptr_t)file,
			   .avail_in = (uInt)size,
			   .next_out = to,
			   .avail_out = ROOM};

	if (method != ZIP_DEFLATED) {
		memcpy(to, file, size);
		return size;
	}
	ck_assert_int_eq(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
			 Z_OK);
	ck_assert_int_eq(deflate(&stream, Z_FINISH), Z_STREAM_END);
	deflateEnd(&stream);
	return stream.total_out;
}

static size_t make_file(uint8_t file[ROOM])
{
	hr_npy array = small();
	size_t header = hr_npy_make_header(&array, (char *)file);

	memcpy(file + header, floats, sizeof(floats));
	return header + sizeof(floats);
}

/* Build an archive of one array, with something before each part that its offset must pass over. */
static size_t build(const zip_form *form, uint8_t *zip)
{
	uint8_t file[ROOM], *entry, *end;
	size_t size = make_file(file), name = strlen(form->name), extra = form->wide ? 28 : 0;
	size_t local = 3, data = local + ZIP_LOCAL_BYTES + name + 5, packed, used;

	memset(zip, 0, ROOM);
	zip_put(zip + local, 4, ZIP_LOCAL);
	zip_put(zip + local + ZIP_LOCAL_NAME, 2, name);
	zip_put(zip + local + ZIP_LOCAL_EXTRA, 2, 5);
	packed = pack(form->method, file, size, zip + data);
	entry = zip + data + packed;
	zip_put(entry, 4, ZIP_ENTRY);
	zip_put(entry + ZIP_ENTRY_FLAGS, 2, form->flags);
	zip_put(entry + ZIP_ENTRY_METHOD, 2, form->method);
	zip_put(entry + ZIP_ENTRY_CRC, 4, crc32_z(0, file, size) + form->crc_change);
	zip_put(entry + ZIP_ENTRY_PACKED, 4, form->wide ? UINT32_MAX : packed);
	zip_put(entry + ZIP_ENTRY_SIZE, 4, form->wide ? UINT32_MAX : size + form->size_change);
	zip_put(entry + ZIP_ENTRY_NAME, 2, name);
	zip_put(entry + ZIP_ENTRY_EXTRA, 2, extra);
	zip_put(entry + ZIP_ENTRY_OFFSET, 4, form->wide ? UINT32_MAX : local);
	memcpy(entry + ZIP_ENTRY_BYTES, form->name, name);
	end = entry + ZIP_ENTRY_BYTES + name;
	if (form->wide) {
		zip_put(end, 2, ZIP64_EXTRA);
		zip_put(end + 2, 2, 24);
		zip_put(end + 4, 8, size + form->size_change);
		zip_put(end + 12, 8, packed);
		zip_put(end + 20, 8, local);
		end += extra;
		zip_put(end, 4, ZIP64_END);
		zip_put(end + ZIP64_END_COUNT, 8, 1);
		zip_put(end + ZIP64_END_SIZE, 8, (uint64_t)(end - entry));
		zip_put(end + ZIP64_END_OFFSET, 8, (uint64_t)(entry - zip));
		zip_put(end + ZIP64_END_BYTES, 4, ZIP64_LOCATOR);
		zip_put(end + ZIP64_END_BYTES + ZIP64_LOCATOR_OFFSET, 8, (uint64_t)(end - zip));
		end += ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES;
	}
	zip_put(end, 4, ZIP_END);
	zip_put(end + ZIP_END_COUNT, 2, form->wide ? UINT16_MAX : 1);
	zip_put(end + ZIP_END_SIZE, 4, form->wide ? UINT32_MAX : (uint64_t)(end - entry));
	zip_put(end + ZIP_END_OFFSET, 4, form->wide ? UINT32_MAX : (uint64_t)(entry - zip));
	used = (size_t)(end - zip) + ZIP_END_BYTES;
	if (form->comment) {
		zip_put(end + ZIP_END_COMMENT, 2, strlen(form->comment));
		memcpy(zip + used, form->comment, strlen(form->comment));
		used += strlen(form->comment);
	}
	return used;
}

/* Read the first array of an archive. Return NULL, or why that failed. */
static const char *read_first(const uint8_t *zip, size_t size, hr_npy *array)
{
	const char *why = NULL;
	char path[HR_TEST_PATH];
	hr_npz *archive;

	hr_test_file(path, zip, size);
	archive = hr_npz_open(path, &why);
	unlink(path);
	if (archive && !hr_npz_count(archive))
		why = "empty";
	else if (archive && hr_npz_read(archive, 0, array, &why))
		why = NULL;
	hr_npz_close(archive);
	return why;
}

START_TEST(reads_all_forms)
{
	static const zip_form forms[] = {
		{.name = "x.npy"},
		{.name = "x.npy", .method = ZIP_DEFLATED},
		{.name = "x.npy", .wide = true},
		{.name = "x.npy", .wide = true, .method = ZIP_DEFLATED},
		{.name = "x.npy", .flags = 8, .comment = "PK\5\6 comment"},
		{.name = "layer/\xc3\xa4.npy", .flags = ZIP_UTF_8},
		{.name = "no suffix"},
	};
	uint8_t zip[ROOM];

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		hr_npy array;
		const char *why = read_first(zip, build(&forms[i], zip), &array);

		ck_assert_msg(!why, "%zu: %s", i, why);
		ck_assert_uint_eq(array.dims, 2);
		ck_assert_mem_eq(array.data, floats, sizeof(floats));
		hr_free(array.data);
	}
}
END_TEST

START_TEST(refused_forms)
{
	static const struct {
		zip_form form;
		const char *why;
	} wrong[] = {
		{{.name = "x.npy", .flags = ZIP_ENCRYPTED}, "encrypted"},
		{{.name = "x.npy", .method = 12}, "another method"},
		{{.name = "x.npy", .crc_change = 1}, "checksum"},
		{{.name = "x.npy", .size_change = 1}, "size in the ZIP directory"},
		{{.name = "x.npy", .size_change = (uint64_t)-1}, "size in the ZIP directory"},
		{{.name = "x.npy", .method = ZIP_DEFLATED, .size_change = 1}, "malformed"},
		{{.name = "x.npy", .method = ZIP_DEFLATED, .size_change = (uint64_t)-1},
		 "malformed"},
		/* a bomb */
		{{.name = "x.npy", .method = ZIP_DEFLATED, .wide = true, .size_change = 1ull << 60},
		 "size in the ZIP directory"},
	};
	uint8_t zip[ROOM];
	const char *why;
	hr_npy array;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		why = read_first(zip, build(&wrong[i].form, zip), &array);
		ck_assert_msg(why && strstr(why, wrong[i].why), "%zu: %s", i, why);
	}
	ck_assert_str_eq(read_first(zip, 0, &array), "it is not an NPZ file");
	ck_assert_str_eq(read_first((const uint8_t *)"\x93NUMPY", 6, &array),
			 "it is not an NPZ file");
	ck_assert_ptr_null(hr_npz_open("/nowhere/at/all.npz", &why));
	ck_assert_str_eq(why, "No such file or directory");
}
END_TEST

START_TEST(names_are_unique_texts)
{
	uint8_t zip[ROOM];
	size_t size = build(&(zip_form){.name = "a.npy"}, zip), at;
	hr_npy array;

	for (at = 0; zip_get(zip + at, 4) != ZIP_ENTRY; at++)
		;
	zip[at + ZIP_ENTRY_BYTES] = '\0';
	ck_assert_str_eq(read_first(zip, size, &array), "the name of an array contains a byte 0");
	zip[at + ZIP_ENTRY_BYTES] = 'a';
	/* the entry again, and then the end */
	memmove(zip + at + 51, zip + at, size - at);
	zip_put(zip + size + 51 - ZIP_END_BYTES + ZIP_END_COUNT, 2, 2);
	zip_put(zip + size + 51 - ZIP_END_BYTES + ZIP_END_SIZE, 4, 102);
	ck_assert_str_eq(read_first(zip, size + 51, &array), "it has two arrays of the same name");
}
END_TEST

/* Archives truncated anywhere, and with any byte changed to some values: each gets a result. */
START_TEST(mangled_archives_end_well)
{
	static const uint8_t bytes[] = {0, 1, 0x7f, 0x80, 0xff};
	static const zip_form forms[] = {{.name = "x.npy", .method = ZIP_DEFLATED},
					 {.name = "x.npy", .wide = true}};
	uint8_t zip[ROOM], copy[ROOM];

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		size_t size = build(&forms[i], zip);
		hr_npy array;

		for (size_t cut = 0; cut < size; cut++)
			ck_assert_ptr_nonnull(read_first(zip, cut, &array));
		for (size_t at = 0; at < size; at++)
			for (size_t k = 0; k < sizeof(bytes); k++) {
				memcpy(copy, zip, size);
				copy[at] = bytes[k];
				if (!read_first(copy, size, &array))
					hr_free(array.data);
			}
	}
}
END_TEST

/* --- writing ---------------------------------------------------------------------------------- */

START_TEST(written_archives_are_read_again)
{
	static const char *const names[] = {"a", "layer3/conv", "\xc3\xa4", "x.npy", ""};
	enum { NAMES = sizeof(names) / sizeof(names[0]) };
	int error;
	const char *why = NULL;
	char path[HR_TEST_PATH];
	hr_npy array = small(), empty = {HR_NPY_BF16, 2, 1, {0}, 0, NULL}, back;
	hr_npz_writer *writer;
	hr_npz *archive;
	size_t index;

	hr_test_file(path, "old", 3);
	writer = hr_npz_begin(path, &error);
	for (size_t i = 0; i < NAMES; i++)
		ck_assert_int_eq(hr_npz_add(writer, names[i], i == 2 ? &empty : &array), 0);
	ck_assert_int_eq(hr_npz_end(writer, true), 0);
	archive = hr_npz_open(path, &why);
	unlink(path);
	ck_assert_msg(archive, "%s", why);
	ck_assert_uint_eq(hr_npz_count(archive), NAMES);
	for (size_t i = 0; i < NAMES; i++) {
		ck_assert_str_eq(hr_npz_name(archive, i), names[i]);
		ck_assert(hr_npz_find(archive, names[i], &index) && index == i);
		ck_assert_msg(hr_npz_read(archive, i, &back, &why), "%s", why);
		ck_assert_int_eq(back.kind, i == 2 ? HR_NPY_BF16 : HR_NPY_FLOAT);
		ck_assert_mem_eq(back.data, floats, back.count * back.bytes);
		hr_free(back.data);
	}
	ck_assert(!hr_npz_find(archive, "b", &index));
	hr_npz_close(archive);
}
END_TEST

START_TEST(many_arrays_need_zip64)
{
	enum { MANY = 65600 };
	uint8_t byte = 0;
	hr_npy array = {HR_NPY_UINT, 1, 0, {0}, 1, &byte};
	const char *why = NULL;
	char path[HR_TEST_PATH], name[16];
	hr_npz_writer *writer;
	hr_npz *archive;
	int error;

	hr_test_file(path, "", 0);
	writer = hr_npz_begin(path, &error);
	for (unsigned i = 0; i < MANY; i++) {
		snprintf(name, sizeof(name), "%u", i);
		byte = (uint8_t)i;
		ck_assert_int_eq(hr_npz_add(writer, name, &array), 0);
	}
	ck_assert_int_eq(hr_npz_end(writer, true), 0);
	archive = hr_npz_open(path, &why);
	unlink(path);
	ck_assert_msg(archive, "%s", why);
	ck_assert_uint_eq(hr_npz_count(archive), MANY);
	ck_assert(hr_npz_read(archive, MANY - 1, &array, &why));
	ck_assert_uint_eq(*array.data, (MANY - 1) & 0xff);
	hr_free(array.data);
	hr_npz_close(archive);
}
END_TEST

START_TEST(an_archive_that_is_not_kept_leaves_the_old_file)
{
	hr_npy array = small();
	uint8_t *bytes;
	char path[HR_TEST_PATH];
	hr_npz_writer *writer;
	size_t size;
	int error;

	hr_test_file(path, "old", 3);
	writer = hr_npz_begin(path, &error);
	ck_assert_int_eq(hr_npz_add(writer, "x", &array), 0);
	ck_assert_int_eq(hr_npz_end(writer, false), 0);
	ck_assert_int_eq(hr_file_read(path, &bytes, &size), 0);
	unlink(path);
	ck_assert_uint_eq(size, 3);
	hr_free(bytes);
	ck_assert_ptr_null(hr_npz_begin("/nowhere/at/all.npz", &error));
	ck_assert_int_eq(error, ENOENT);
}
END_TEST

HR_TEST_MAIN("npz", reads_all_forms, refused_forms, names_are_unique_texts,
	     mangled_archives_end_well, written_archives_are_read_again, many_arrays_need_zip64,
	     an_archive_that_is_not_kept_leaves_the_old_file)
