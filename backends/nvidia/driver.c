/* backends/nvidia/driver.c -- finding and initialising the CUDA driver; what its errors mean.
 *
 * Owns:      the handle of the library.
 * Not here:  what is done with it (backends/cuda, backends/cudnn). */
#include "driver.h"

#include <stdio.h>
#include <string.h>

static const nv_symbol symbols[] = {
#define X(field, symbol, parameters) {#symbol, offsetof(nv_driver, field)},
#include "driver.def"
#undef X
};

static const char *const names[] = {"libcuda.so.1", NULL};

static const nv_library library = {
	.what = "the CUDA driver",
	.variable = "HPVM_CUDA_DRIVER",
	.names = names,
	.symbols = symbols,
	.symbol_count = sizeof(symbols) / sizeof(symbols[0]),
};

const char *nv_error_text(const nv_driver *driver, nv_result result, char *text, size_t bytes)
{
	const char *name = NULL, *words = NULL;

	if (driver->error_name && driver->error_name(result, &name) != NV_SUCCESS)
		name = NULL;
	if (driver->error_string && driver->error_string(result, &words) != NV_SUCCESS)
		words = NULL;
	if (name && words)
		snprintf(text, bytes, "%s (%s)", words, name);
	else
		snprintf(text, bytes, "error %d of the CUDA driver", result);
	return text;
}

bool nv_is_sticky(nv_result result)
{
	switch (result) {
	case NV_CONTAINED:
	case NV_ILLEGAL_ADDRESS:
	case NV_LAUNCH_TIMEOUT:
	case NV_ASSERT:
	case NV_HARDWARE_STACK_ERROR:
	case NV_ILLEGAL_INSTRUCTION:
	case NV_MISALIGNED_ADDRESS:
	case NV_INVALID_ADDRESS_SPACE:
	case NV_INVALID_PC:
	case NV_LAUNCH_FAILED:
	case NV_EXTERNAL_DEVICE:
		return true;
	default:
		return false;
	}
}

bool nv_is_memory_error(nv_result result)
{
	return result == NV_OUT_OF_MEMORY;
}

static bool initialise(nv_driver *driver, char text[HR_BACKEND_TEXT])
{
	nv_result result = driver->init(0);
	int count = 0;
	char why[160];

	if (result != NV_SUCCESS && result != NV_NO_DEVICE) {
		snprintf(text, HR_BACKEND_TEXT, "the CUDA driver cannot be initialised: %s",
			 nv_error_text(driver, result, why, sizeof(why)));
		return false;
	}
	if (driver->driver_version(&driver->version) != NV_SUCCESS)
		driver->version = 0;
	if (driver->version < NV_DRIVER_LEAST) {
		snprintf(text, HR_BACKEND_TEXT,
			 "the CUDA driver is too old: it is of CUDA %d.%d, and %d.%d is the least",
			 driver->version / 1000, driver->version % 1000 / 10, NV_DRIVER_LEAST / 1000,
			 NV_DRIVER_LEAST % 1000 / 10);
		return false;
	}
	if (result == NV_SUCCESS)
		result = driver->device_count(&count);
	if (result == NV_SUCCESS && count > 0)
		return true;
	snprintf(text, HR_BACKEND_TEXT, "no NVIDIA device: %s",
		 result == NV_SUCCESS ? "the CUDA driver knows none"
				      : nv_error_text(driver, result, why, sizeof(why)));
	return false;
}

bool nv_driver_open(nv_driver *driver, char text[HR_BACKEND_TEXT])
{
	memset(driver, 0, sizeof(*driver));
	driver->handle = nv_library_open(&library, driver, text);
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

int nv_device_number(const nv_driver *driver, nv_device device, nv_device_attribute attribute)
{
	int value = 0;

	return driver->device_attribute(&value, attribute, device) == NV_SUCCESS ? value : 0;
}

int nv_device_capability(const nv_driver *driver, nv_device device)
{
	return 10 * nv_device_number(driver, device, NV_DEVICE_MAJOR) +
	       nv_device_number(driver, device, NV_DEVICE_MINOR);
}
