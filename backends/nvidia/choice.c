/* backends/nvidia/choice.c -- chooses the device, and queries its properties.
 *
 * Not here: how the properties are used (backends/cuda/device/device.c, backends/cudnn/card.c). */
#define _GNU_SOURCE 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/nvidia/driver.h"

static bool is_wanted(const char *wanted, int ordinal, const char *name)
{
	char *end;
	long number = wanted ? strtol(wanted, &end, 10) : 0;

	return !wanted || (*end == '\0' ? number == ordinal : strcasestr(name, wanted) != NULL);
}

bool nv_device_choose(const nv_driver *driver, const char *wanted, nv_device *device,
		      char name[NV_DEVICE_NAME], char text[HR_BACKEND_TEXT])
{
	int count = 0;

	if (driver->device_count(&count) != NV_SUCCESS)
		count = 0;
	for (int i = 0; i < count; i++) {
		if (driver->device_get(device, i) != NV_SUCCESS)
			continue;
		if (driver->device_name(name, NV_DEVICE_NAME, *device) != NV_SUCCESS)
			snprintf(name, NV_DEVICE_NAME, "device %d", i);
		if (is_wanted(wanted, i, name))
			return true;
	}
	if (wanted)
		snprintf(text, HR_BACKEND_TEXT,
			 "none of %d NVIDIA devices matches '%.80s' (option 'device')", count,
			 wanted);
	else
		snprintf(text, HR_BACKEND_TEXT, "no usable NVIDIA device");
	return false;
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
