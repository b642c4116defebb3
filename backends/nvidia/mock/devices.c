/* backends/nvidia/mock/devices.c -- the library and the devices that the mock simulates.
 *
 * The properties of a device are those that NVIDIA's CUDA C++ Programming Guide lists for its
 * compute capability ("Technical Specifications per Compute Capability"). 75, 80 and 90 are known;
 * others get those of the next lower one. */
#include <stdio.h>
#include <string.h>

#include "backends/nvidia/mock/mock.h"
#include "backends/nvidia/mock/mock_cuda.h"

nv_result cuInit(unsigned flags)
{
	MOCK_CALL(cuInit, MOCK_ANY, "%u", flags);
	MOCK_RULE(!flags, "flags", "flags are to be 0");
	if (!mock_option("devices", 1))
		return NV_NO_DEVICE;
	mock_initialise();
	return NV_SUCCESS;
}

nv_result cuDriverGetVersion(int *version)
{
	MOCK_CALL(cuDriverGetVersion, MOCK_ANY, "%s", "");
	*version = (int)mock_option("driver", 13000);
	return NV_SUCCESS;
}

/* The names are NVIDIA's, the descriptions are not. */
static const char *const names[][2] = {
#define V(ours, theirs, value) [value] = {#theirs, #ours},
#include "backends/nvidia/results.def"
#undef V
};

static const char *name_of(nv_result error, int column)
{
	if (error < 0 || (size_t)error >= sizeof(names) / sizeof(names[0]))
		return NULL;
	return names[error][column];
}

nv_result cuGetErrorName(nv_result error, const char **name)
{
	MOCK_CALL(cuGetErrorName, MOCK_ANY, "%d", error);
	*name = name_of(error, 0);
	return *name ? NV_SUCCESS : NV_INVALID_VALUE;
}

nv_result cuGetErrorString(nv_result error, const char **text)
{
	MOCK_CALL(cuGetErrorString, MOCK_ANY, "%d", error);
	*text = name_of(error, 0) ? "the mock was asked for this error" : NULL;
	return *text ? NV_SUCCESS : NV_INVALID_VALUE;
}

nv_result cuDeviceGetCount(int *count)
{
	MOCK_CALL(cuDeviceGetCount, MOCK_INITIALISED, "%s", "");
	*count = (int)mock_option("devices", 1);
	return NV_SUCCESS;
}

static bool is_device(int number)
{
	return number >= 0 && (uint64_t)number < mock_option("devices", 1);
}

nv_result cuDeviceGet(nv_device *device, int ordinal)
{
	MOCK_CALL(cuDeviceGet, MOCK_INITIALISED, "%d", ordinal);
	MOCK_RULE(is_device(ordinal), "device", "there is no device %d", ordinal);
	*device = ordinal;
	return NV_SUCCESS;
}

nv_result cuDeviceGetName(char *name, int length, nv_device device)
{
	MOCK_CALL(cuDeviceGetName, MOCK_INITIALISED, "%d bytes, %d", length, device);
	MOCK_RULE(is_device(device), "device", "there is no device %d", device);
	MOCK_RULE(length > 0, "size", "there is no room for a name");
	snprintf(name, (size_t)length, "Recording mock %d", device);
	return NV_SUCCESS;
}

nv_result cuDeviceGetUuid_v2(nv_uuid *uuid, nv_device device)
{
	MOCK_CALL(cuDeviceGetUuid_v2, MOCK_INITIALISED, "%d", device);
	MOCK_RULE(is_device(device), "device", "there is no device %d", device);
	*uuid = (nv_uuid){.bytes = {'d', 'o', 'u', 'b', 'l', 'e', (char)device}};
	return NV_SUCCESS;
}

nv_result cuDeviceTotalMem_v2(size_t *bytes, nv_device device)
{
	MOCK_CALL(cuDeviceTotalMem_v2, MOCK_INITIALISED, "%d", device);
	MOCK_RULE(is_device(device), "device", "there is no device %d", device);
	*bytes = mock_option("memory", UINT64_C(1) << 30);
	return NV_SUCCESS;
}

/* --- attributes ------------------------------------------------------------------------------- */

static int of_capability(int at_75, int at_80, int at_90)
{
	uint64_t capability = mock_option("capability", 90);

	return capability < 80 ? at_75 : capability < 90 ? at_80 : at_90;
}

static bool attribute(nv_device_attribute which, int *value)
{
	switch (which) {
	case NV_DEVICE_THREADS_PER_BLOCK:
	case NV_DEVICE_BLOCK_X:
	case NV_DEVICE_BLOCK_Y: *value = 1024; break;
	case NV_DEVICE_BLOCK_Z: *value = 64; break;
	case NV_DEVICE_GRID_X: *value = 0x7fffffff; break;
	case NV_DEVICE_GRID_Y:
	case NV_DEVICE_GRID_Z: *value = 65535; break;
	case NV_DEVICE_SHARED_PER_BLOCK: *value = 48 << 10; break;
	case NV_DEVICE_SHARED_OPTIN: *value = of_capability(64, 163, 227) << 10; break;
	case NV_DEVICE_SHARED_PER_PROCESSOR: *value = of_capability(64, 164, 228) << 10; break;
	case NV_DEVICE_CONSTANT_BYTES: *value = 64 << 10; break;
	case NV_DEVICE_WARP: *value = 32; break;
	case NV_DEVICE_REGISTERS_PER_BLOCK:
	case NV_DEVICE_REGISTERS_PER_PROCESSOR: *value = 64 << 10; break;
	case NV_DEVICE_THREADS_PER_PROCESSOR: *value = of_capability(1024, 2048, 2048); break;
	case NV_DEVICE_BLOCKS_PER_PROCESSOR: *value = of_capability(16, 32, 32); break;
	case NV_DEVICE_PROCESSORS: *value = 4; break;
	case NV_DEVICE_MAJOR: *value = (int)mock_option("capability", 90) / 10; break;
	case NV_DEVICE_MINOR: *value = (int)mock_option("capability", 90) % 10; break;
	case NV_DEVICE_CLOCK:
	case NV_DEVICE_MEMORY_CLOCK: *value = 1000000; break;
	case NV_DEVICE_MEMORY_BUS: *value = 256; break;
	case NV_DEVICE_L2_BYTES: *value = 4 << 20; break;
	case NV_DEVICE_COPY_ENGINES: *value = 2; break;
	case NV_DEVICE_MAPS_HOST:
	case NV_DEVICE_CONCURRENT_KERNELS:
	case NV_DEVICE_UNIFIED_ADDRESSES:
	case NV_DEVICE_HOST_REGISTER:
	case NV_DEVICE_MEMORY_POOLS: *value = 1; break;
	case NV_DEVICE_KERNEL_TIMEOUT:
	case NV_DEVICE_INTEGRATED:
	case NV_DEVICE_COMPUTE_MODE:
	case NV_DEVICE_ECC:
	case NV_DEVICE_PAGEABLE_ACCESS: *value = 0; break;
	default: return false;
	}
	return true;
}

nv_result cuDeviceGetAttribute(int *value, nv_device_attribute which, nv_device device)
{
	MOCK_CALL(cuDeviceGetAttribute, MOCK_INITIALISED, "%d, %d", which, device);
	MOCK_RULE(is_device(device), "device", "there is no device %d", device);
	MOCK_RULE(attribute(which, value), "attribute", "the mock knows nothing of attribute %d",
		  which);
	return NV_SUCCESS;
}
