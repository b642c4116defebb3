/* backends/nvidia/driver.c -- loads and initialises the CUDA driver.
 *
 * Owns:      the handle of the library.
 * Not here:  the meaning of its errors (results.c), its users (backends/cuda, backends/cudnn). */
#include "backends/nvidia/driver.h"

#include <stdio.h>
#include <string.h>

static const nv_symbol symbols[] = {
#define X(field, symbol, parameters) {#symbol, offsetof(nv_driver, field)},
#include "backends/nvidia/driver.def"
#undef X
};

static const char *const names[] = {"libcuda.so.1", NULL};

static const nv_library library = {
	.what = "the CUDA driver",
	.names = names,
	.symbols = symbols,
	.symbol_count = sizeof(symbols) / sizeof(symbols[0]),
};

static bool initialise(nv_driver *driver, char text[HR_BACKEND_TEXT])
{
	nv_result result = driver->init(0);
	int count = 0;
	char why[160];

	if (result != NV_SUCCESS && result != NV_NO_DEVICE) {
		snprintf(text, HR_BACKEND_TEXT, "cannot initialise the CUDA driver: %s",
			 nv_error_text(driver, result, why, sizeof(why)));
		return false;
	}
	if (driver->driver_version(&driver->version) != NV_SUCCESS)
		driver->version = 0;
	if (driver->version < NV_DRIVER_LEAST) {
		snprintf(
			text, HR_BACKEND_TEXT,
			"the CUDA driver is too old: it is for CUDA %d.%d; at least %d.%d is required",
			driver->version / 1000, driver->version % 1000 / 10, NV_DRIVER_LEAST / 1000,
			NV_DRIVER_LEAST % 1000 / 10);
		return false;
	}
	if (result == NV_SUCCESS)
		result = driver->device_count(&count);
	if (result == NV_SUCCESS && count > 0)
		return true;
	snprintf(text, HR_BACKEND_TEXT, "no NVIDIA device: %s",
		 result == NV_SUCCESS ? "the CUDA driver finds none"
				      : nv_error_text(driver, result, why, sizeof(why)));
	return false;
}

bool nv_driver_open(nv_driver *driver, const char *file, char text[HR_BACKEND_TEXT])
{
	memset(driver, 0, sizeof(*driver));
	driver->handle = nv_library_open(&library, file, driver, text);
	if (driver->handle && initialise(driver, text))
		return true;
	nv_driver_close(driver);
	return false;
}

void nv_driver_close(nv_driver *driver)
{
	nv_library_close(driver->handle);
	memset(driver, 0, sizeof(*driver));
}
