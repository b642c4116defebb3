/* backends/opencl/device/choose.c -- lists the devices of all platforms and chooses one.
 *
 * Owns:      nothing.
 * Not here:  the properties of the chosen device (device.c). */
#define _GNU_SOURCE 1
#include <stdio.h>
#include <string.h>

#include "backends/opencl/device/opencl.h"

enum { MOST_PLATFORMS = 16, MOST_DEVICES = 16 /* devices of one platform */, MOST = 64 };

typedef struct found {
	cl_platform_id platform;
	cl_device_id id;
	bool accelerator;
	char platform_name[128], name[128];
} found;

/* All devices, in the order of the ICD loader and of each platform. */
typedef struct all {
	found devices[MOST];
	unsigned count;
	cl_uint platforms;
	char last_platform[128];
} all;

static bool has(const cl_device_id *list, cl_uint count, cl_device_id id)
{
	for (cl_uint i = 0; i < count; i++)
		if (list[i] == id)
			return true;
	return false;
}

static cl_uint devices_of(cl_platform_id platform, cl_device_type type,
			  cl_device_id list[MOST_DEVICES])
{
	cl_uint count = 0;

	if (clGetDeviceIDs(platform, type, MOST_DEVICES, list, &count) != CL_SUCCESS)
		return 0;
	return count < MOST_DEVICES ? count : MOST_DEVICES;
}

static void look_at(all *self, cl_platform_id platform)
{
	cl_device_id devices[MOST_DEVICES], accelerators[MOST_DEVICES];
	cl_uint count, special;

	clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(self->last_platform) - 1,
			  self->last_platform, NULL);
	count = devices_of(platform, CL_DEVICE_TYPE_ALL, devices);
	special = devices_of(platform, CL_DEVICE_TYPE_ACCELERATOR, accelerators);
	for (cl_uint i = 0; i < count && self->count < MOST; i++) {
		found *device = &self->devices[self->count++];

		device->platform = platform;
		device->id = devices[i];
		device->accelerator = has(accelerators, special, devices[i]);
		memcpy(device->platform_name, self->last_platform, sizeof(device->platform_name));
		clGetDeviceInfo(devices[i], CL_DEVICE_NAME, sizeof(device->name) - 1, device->name,
				NULL);
	}
}

/* Return all devices; owned by the caller. */
static all *find_all(void)
{
	cl_platform_id platforms[MOST_PLATFORMS];
	all *self = hr_alloc_zero(sizeof(*self));

	ocl_load_drivers();
	if (clGetPlatformIDs(MOST_PLATFORMS, platforms, &self->platforms) != CL_SUCCESS)
		self->platforms = 0;
	self->platforms = self->platforms < MOST_PLATFORMS ? self->platforms : MOST_PLATFORMS;
	for (cl_uint i = 0; i < self->platforms; i++)
		look_at(self, platforms[i]);
	return self;
}

static void print_name(char *text, size_t room, const found *device)
{
	snprintf(text, room, "%.60s: %.100s", device->platform_name, device->name);
}

/* Return true if WANTED is a part of "PLATFORM: DEVICE", ignoring case. */
static bool is_like(const found *device, const char *wanted)
{
	char whole[300];

	snprintf(whole, sizeof(whole), "%s: %s", device->platform_name, device->name);
	return strcasestr(whole, wanted) != NULL;
}

/* Return the number of the chosen device, or the number of devices if none matches. */
static unsigned choose(const all *self, const char *wanted, bool sequential)
{
	for (unsigned i = 0; i < self->count; i++)
		if (wanted ? is_like(&self->devices[i], wanted)
			   : sequential && self->devices[i].accelerator)
			return i;
	return wanted ? self->count : 0;
}

static void explain_none(const all *self, const char *wanted, char text[HR_BACKEND_TEXT])
{
	int at = 0;

	if (!self->platforms)
		snprintf(text, HR_BACKEND_TEXT,
			 "there is no OpenCL platform: no driver (ICD) is installed");
	else if (!self->count)
		snprintf(text, HR_BACKEND_TEXT, "no device on %u OpenCL platform%s (%s)",
			 self->platforms, self->platforms == 1 ? "" : "s", self->last_platform);
	else
		at = snprintf(text, HR_BACKEND_TEXT,
			      "none of %u OpenCL devices matches '%.40s' (option 'device')",
			      self->count, wanted);
	for (unsigned i = 0; i < self->count && at < HR_BACKEND_TEXT - 1; i++) {
		char name[170];

		print_name(name, sizeof(name), &self->devices[i]);
		at += snprintf(text + at, (size_t)(HR_BACKEND_TEXT - at), "%s %s", i ? ";" : ":",
			       name);
	}
}

bool ocl_device_choose(ocl_device *device, char text[HR_BACKEND_TEXT])
{
	const char *wanted = device->host->options[OCL_OPTION_device];
	all *self = find_all();
	unsigned which = choose(self, wanted, device->target.sequential);
	bool there = which < self->count;

	if (there) {
		const found *taken = &self->devices[which];

		device->which = which;
		device->platform = taken->platform;
		device->id = taken->id;
		memcpy(device->platform_name, taken->platform_name, sizeof(device->platform_name));
		memcpy(device->name, taken->name, sizeof(device->name));
		clGetDeviceInfo(device->id, CL_DRIVER_VERSION, sizeof(device->driver) - 1,
				device->driver, NULL);
	} else {
		explain_none(self, wanted, text);
	}
	hr_free(self);
	return there;
}

uint32_t ocl_device_others(const ocl_device *device, hr_device *list, uint32_t room)
{
	all *self = find_all();
	uint32_t count = 0;

	for (unsigned i = 0; i < self->count; i++) {
		char name[170];

		if (i == device->which)
			continue;
		print_name(name, sizeof(name), &self->devices[i]);
		if (count < room)
			snprintf(list[count].name, HR_BACKEND_TEXT,
				 "%s, not used (option 'device' selects one)", name);
		count++;
	}
	hr_free(self);
	return count;
}
