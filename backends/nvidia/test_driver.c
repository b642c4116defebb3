/* backends/nvidia/test_driver.c -- tests the messages if the driver is missing, and the
 * classification of errors. */
#include <dlfcn.h>

#include "backends/nvidia/driver.h"
#include "src/base/test.h"

START_TEST(a_missing_library)
{
	nv_driver driver;
	char text[HR_BACKEND_TEXT];

	ck_assert(!nv_driver_open(&driver, "/nowhere/libcuda.so.1", text));
	ck_assert_msg(strstr(text, "the CUDA driver: cannot load /nowhere/libcuda.so.1 (named by "
				   "an option): cannot open shared object file"),
		      "%s", text);
	ck_assert_ptr_null(driver.handle);
}
END_TEST

START_TEST(a_missing_symbol)
{
	nv_driver driver;
	char text[HR_BACKEND_TEXT];

	ck_assert(!nv_driver_open(&driver, "libm.so.6", text));
	ck_assert_str_eq(
		text,
		"the CUDA driver is too old or another library: libm.so.6 has no symbol cuInit");
	ck_assert_ptr_null(driver.handle);
}
END_TEST

START_TEST(no_driver_or_one)
{
	nv_driver driver;
	char text[HR_BACKEND_TEXT] = "";

	if (nv_driver_open(&driver, NULL, text)) {
		ck_assert_int_ge(driver.version, NV_DRIVER_LEAST);
		nv_driver_close(&driver);
		return;
	}
	ck_assert_msg(strstr(text, "CUDA driver"), "%s", text);
	ck_assert_ptr_null(strchr(text, '\n'));
}
END_TEST

/* A library that is loaded already is preferred to one that is listed before it. */
START_TEST(what_is_loaded)
{
	static const char *const names[] = {MOCK_PATH, "libc.so.6", NULL}, *const one[] = {
										   MOCK_PATH, NULL};
	nv_library library = {.what = "a library", .names = names};
	void *loaded = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD), *handle;
	char text[HR_BACKEND_TEXT] = "";

	ck_assert_ptr_nonnull(loaded);
	ck_assert_ptr_null(dlopen(MOCK_PATH, RTLD_NOW | RTLD_NOLOAD));
	handle = nv_library_open(&library, NULL, NULL, text);
	ck_assert_ptr_eq(handle, loaded);
	nv_library_close(handle);
	library.names = one;
	handle = nv_library_open(&library, NULL, NULL, text);
	ck_assert_msg(handle && handle != loaded, "%s", text);
	nv_library_close(handle);
	dlclose(loaded);
}
END_TEST

START_TEST(kinds_of_errors)
{
	static const int sticky[] = {214, 220, 226, 700, 702, 710, 714, 715,
				     716, 717, 718, 719, 721, 810, 911};
	const nv_driver none = {0};
	unsigned next = 0;
	char text[160];

	for (int code = 0; code < 1000; code++) {
		bool is = next < sizeof(sticky) / sizeof(sticky[0]) && sticky[next] == code;

		next += is;
		ck_assert_msg(nv_is_sticky(code) == is, "%d", code);
	}
	ck_assert(nv_is_memory_error(NV_OUT_OF_MEMORY) && !nv_is_memory_error(NV_INVALID_VALUE));
	ck_assert_str_eq(nv_error_text(&none, 700, text, sizeof(text)),
			 "error 700 of the CUDA driver (CUDA_ERROR_ILLEGAL_ADDRESS)");
	ck_assert_str_eq(nv_error_text(&none, 998, text, sizeof(text)),
			 "error 998 of the CUDA driver");
	ck_assert_str_eq(
		nv_error_text(&none, 34, text, sizeof(text)),
		"it is the toolkit's stub library, which contains no driver (CUDA_ERROR_STUB_LIBRARY)");
}
END_TEST

HR_TEST_MAIN("driver", a_missing_library, a_missing_symbol, no_driver_or_one, what_is_loaded,
	     kinds_of_errors)
