/* backends/nvidia/results.c -- the meaning of the CUDA driver's errors. */
#include <stdio.h>

#include "backends/nvidia/driver.h"

/* Return NVIDIA's name of RESULT, or NULL if it is not in results.def. */
static const char *known_name(nv_result result)
{
	switch (result) {
#define V(ours, theirs, value)                                                                     \
	case value: return #theirs;
#include "backends/nvidia/results.def"
#undef V
	default: return NULL;
	}
}

/* A driver provides names and descriptions; the stub library of a toolkit provides neither. */
const char *nv_error_text(const nv_driver *driver, nv_result result, char *text, size_t bytes)
{
	const char *name = NULL, *words = NULL;

	if (driver->error_name && driver->error_name(result, &name) != NV_SUCCESS)
		name = NULL;
	if (driver->error_string && driver->error_string(result, &words) != NV_SUCCESS)
		words = NULL;
	if (!name)
		name = known_name(result);
	if (!words && result == NV_STUB_LIBRARY)
		words = "it is the toolkit's stub library, which contains no driver";
	if (name && words)
		snprintf(text, bytes, "%s (%s)", words, name);
	else if (name)
		snprintf(text, bytes, "error %d of the CUDA driver (%s)", result, name);
	else
		snprintf(text, bytes, "error %d of the CUDA driver", result);
	return text;
}

bool nv_is_sticky(nv_result result)
{
	switch (result) {
	case NV_ECC_UNCORRECTABLE:
	case NV_NVLINK_UNCORRECTABLE:
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
	case NV_TENSOR_MEMORY_LEAK:
	case NV_MPS_CLIENT_TERMINATED:
	case NV_EXTERNAL_DEVICE: return true;
	default: return false;
	}
}

bool nv_is_memory_error(nv_result result)
{
	return result == NV_OUT_OF_MEMORY;
}
