/* src/file/test_npy.c -- NPY files: reading, writing, refused files, and corrupted headers. */
#include "src/base/alloc.h"
#include "src/base/test.h"
#include "src/file/npy.h"

/* Build a file of version MAJOR with HEADER and SIZE bytes of data in memory; return its size. */
static size_t build(uint8_t *file, unsigned major, const char *header, const void *data,
		    size_t size)
{
	size_t length = strlen(header), start = major == 1 ? 10 : 12;

	memcpy(file, "\x93NUMPY", 6);
	file[6] = (uint8_t)major;
	file[7] = 0;
	file[8] = (uint8_t)length;
	file[9] = (uint8_t)(length >> 8);
	if (major > 1)
		file[10] = file[11] = 0;
	memcpy(file + start, header, length);
	if (size)
		memcpy(file + start + length, data, size);
	return start + length + size;
}

static bool read_bytes(const uint8_t *file, size_t size, hr_npy *array, const char **why)
{
	char path[HR_TEST_PATH];
	bool ok;

	hr_test_file(path, file, size);
	ok = hr_npy_read(path, array, why);
	unlink(path);
	return ok;
}

#define F4 "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"

START_TEST(reads_all_versions)
{
	static const float data[6] = {1, 2, 3, 4, 5, 6};
	uint8_t file[256];
	const char *why = NULL;
	hr_npy array;

	for (unsigned major = 1; major <= 3; major++) {
		size_t size = build(file, major, F4 "    \n", data, sizeof(data));

		ck_assert_msg(read_bytes(file, size, &array, &why), "%s", why);
		ck_assert_int_eq(array.kind, HR_NPY_FLOAT);
		ck_assert_uint_eq(array.bytes, 4);
		ck_assert_uint_eq(array.dims, 2);
		ck_assert_uint_eq(array.shape[0], 2);
		ck_assert_uint_eq(array.shape[1], 3);
		ck_assert_uint_eq(array.count, 6);
		ck_assert_mem_eq(array.data, data, sizeof(data));
		hr_free(array.data);
	}
}
END_TEST

START_TEST(header_forms)
{
	static const struct {
		const char *header;
		unsigned dims;
		uint64_t count;
	} forms[] = {
		{"{\"descr\":\"<i8\",\"fortran_order\":False,\"shape\":()}", 0, 1},
		{"{'shape': (4,), 'fortran_order': False, 'descr': '<i8'}\n", 1, 4},
		{"{'descr': '<i8', 'fortran_order': False, 'shape': (2L, 2L), }\n", 2, 4},
		{"{'descr': '<i8', 'fortran_order': False, 'shape': (0, 99999999999999), }\n", 2,
		 0},
		{"{'descr': '=i8', 'fortran_order': False, 'shape': (1,1,1,), }", 3, 1},
	};
	const char *why = NULL;
	uint8_t file[256];
	uint64_t data[4] = {1, 2, 3, 4};
	hr_npy array;

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		size_t size = build(file, 1, forms[i].header, data, forms[i].count * 8);

		ck_assert_msg(read_bytes(file, size, &array, &why), "%zu: %s", i, why);
		ck_assert_uint_eq(array.dims, forms[i].dims);
		ck_assert_uint_eq(array.count, forms[i].count);
		hr_free(array.data);
	}
}
END_TEST

START_TEST(refused_headers)
{
	static const struct {
		const char *header, *why;
	} wrong[] = {
		{"{'descr': '<f4', 'fortran_order': True, 'shape': (1,), }", "Fortran"},
		{"{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }", "big-endian"},
		{"{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", "not supported"},
		{"{'descr': '<f3', 'fortran_order': False, 'shape': (1,), }", "not supported"},
		{"{'descr': '|S4', 'fortran_order': False, 'shape': (1,), }", "not supported"},
		{"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "not supported"},
		{"{'descr': '<f16', 'fortran_order': False, 'shape': (1,), }", "not supported"},
		{"{'descr': '<f1', 'fortran_order': False, 'shape': (1,), }", "not supported"},
		{"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }",
		 "not a scalar type"},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (1), }", "tuple"},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': 1, }", "tuple"},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "numbers"},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (,), }", "numbers"},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (1 2), }", "numbers"},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2", "numbers"},
		{"{'descr': '<f4', 'fortran_order': False, }", "lacks"},
		{"{'descr': '<f4', 'fortran_order': 0, 'shape': (1,), }", "neither"},
		{"{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}",
		 "twice"},
		{"{'descr': '<f4', 'extra': '<f4', 'fortran_order': False, 'shape': (1,)}",
		 "unknown"},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x", "malformed"},
		{"{'descr': '<f4' 'fortran_order': False, 'shape': (1,)}", "malformed"},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)", "malformed"},
		{"", "dictionary"},
		{"{'descr': '<f4", "not a scalar type"},
		{"{'descr': '<f4~', 'fortran_order': False, 'shape': (1,)}", "not a scalar type"},
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (18446744073709551616,)}",
		 "large"},
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296)}",
		 "large"},
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (2305843009213693952,)}",
		 "large"},
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (576460752303423488,)}",
		 "truncated"},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "truncated"},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (0,)}", "after"},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
		 "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)}",
		 "32"},
	};
	uint8_t file[512], data[4] = {0};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		size_t size = build(file, 1, wrong[i].header, data, sizeof(data));
		uint8_t *zero = memchr(file, '~', size); /* stands for a zero byte */
		const char *why = NULL;
		hr_npy array = {.dims = 77};

		if (zero)
			*zero = 0;
		ck_assert_msg(!read_bytes(file, size, &array, &why), "%s", wrong[i].header);
		ck_assert_msg(strstr(why, wrong[i].why), "%s: %s", wrong[i].header, why);
		ck_assert_uint_eq(array.dims, 77);
	}
}
END_TEST

START_TEST(refused_files)
{
	uint8_t file[128], two = 2;
	size_t size = build(file, 1, F4, NULL, 0);
	const char *why = NULL;
	hr_npy array;

	ck_assert(!hr_npy_read("/nowhere/at/all.npy", &array, &why));
	ck_assert_str_eq(why, "No such file or directory");
	ck_assert(!hr_npy_read("/", &array, &why));
	ck_assert(!read_bytes(file, 5, &array, &why) && strstr(why, "not an NPY"));
	file[6] = 4;
	ck_assert(!read_bytes(file, size, &array, &why) && strstr(why, "version"));
	file[6] = 2;
	ck_assert(!read_bytes(file, 11, &array, &why) && strstr(why, "truncated"));
	ck_assert(!read_bytes(file, size, &array, &why));
	size = build(file, 1, "{'descr': '|b1', 'fortran_order': False, 'shape': (1,)}", &two, 1);
	ck_assert(!read_bytes(file, size, &array, &why) && strstr(why, "neither 0 nor 1"));
}
END_TEST

/* Headers truncated anywhere, and with any byte changed: each gets a result, and nothing beyond the
 * bytes is read (each file is at the end of a block of exactly its size, so that a sanitizer
 * detects that). */
START_TEST(mangled_headers_end_well)
{
	uint8_t file[256];
	size_t size = build(file, 1, F4 "  \n", NULL, 0), offset;
	const char *why;
	hr_npy array;

	for (size_t cut = 0; cut <= size; cut++) {
		uint8_t *copy = hr_alloc(cut);

		memcpy(copy, file, cut);
		ck_assert_int_eq(hr_npy_header(copy, cut, &array, &offset, &why), cut == size);
		hr_free(copy);
	}
	for (size_t i = 0; i < size; i++) {
		for (unsigned byte = 0; byte < 256; byte++) {
			uint8_t *copy = hr_alloc(size);

			memcpy(copy, file, size);
			copy[i] = (uint8_t)byte;
			if (hr_npy_header(copy, size, &array, &offset, &why))
				ck_assert_uint_le(offset, size);
			hr_free(copy);
		}
	}
}
END_TEST

START_TEST(written_files_are_read_again)
{
	static const struct {
		hr_npy_kind kind;
		unsigned bytes;
	} types[] = {{HR_NPY_BOOL, 1}, {HR_NPY_INT, 1},   {HR_NPY_INT, 2},   {HR_NPY_INT, 4},
		     {HR_NPY_INT, 8},  {HR_NPY_UINT, 1},  {HR_NPY_UINT, 2},  {HR_NPY_UINT, 4},
		     {HR_NPY_UINT, 8}, {HR_NPY_FLOAT, 2}, {HR_NPY_FLOAT, 4}, {HR_NPY_FLOAT, 8}};
	uint8_t data[6 * 8];
	char path[HR_TEST_PATH];

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)(i & 1);
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		for (unsigned dims = 0; dims <= 3; dims++) {
			hr_npy array = {types[i].kind, types[i].bytes, dims, {2, 3, 1}, 0, data},
			       back;
			const char *why = NULL;

			ck_assert(hr_npy_measure(&array));
			hr_test_file(path, "", 0);
			ck_assert(hr_npy_write(path, &array, &why));
			ck_assert_msg(hr_npy_read(path, &back, &why), "%s", why);
			unlink(path);
			ck_assert_int_eq(back.kind, array.kind);
			ck_assert_uint_eq(back.bytes, array.bytes);
			ck_assert_uint_eq(back.dims, dims);
			ck_assert_uint_eq(back.count, array.count);
			ck_assert_mem_eq(back.shape, array.shape, dims * sizeof(array.shape[0]));
			ck_assert_mem_eq(back.data, data, array.count * array.bytes);
			hr_free(back.data);
		}
	}
}
END_TEST

START_TEST(header_is_aligned_as_numpy_does_it)
{
	uint8_t data = 1, file[256];
	hr_npy array = {HR_NPY_UINT, 1, 1, {1}, 1, &data};
	const char *why = NULL;
	char path[HR_TEST_PATH];
	FILE *stream;
	size_t size;

	hr_test_file(path, "", 0);
	ck_assert(hr_npy_write(path, &array, &why));
	stream = fopen(path, "rb");
	size = fread(file, 1, sizeof(file), stream);
	fclose(stream);
	unlink(path);
	ck_assert_uint_eq(size, 128 + 1);
	ck_assert_mem_eq(file + 10, "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }",
			 57);
	ck_assert_int_eq(file[127], '\n');
	ck_assert(!hr_npy_write("/nowhere/at/all.npy", &array, &why));
	ck_assert_str_eq(why, "No such file or directory");
}
END_TEST

HR_TEST_MAIN("npy", reads_all_versions, header_forms, refused_headers, refused_files,
	     mangled_headers_end_well, written_files_are_read_again,
	     header_is_aligned_as_numpy_does_it)
