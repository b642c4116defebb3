/* backends/cuda/translate/find.c -- finds the files of a CUDA toolkit: libdevice, ptxas.
 *
 * Owns:     nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/cuda/translate/cuda_code.h"
#include "src/base/alloc.h"

static const char *const usual[] = {"/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda",
				    "/usr/lib/nvidia-cuda-toolkit"};

/* Return the path FOLDER/REST if the file may be accessed with mode WAY (access(2)), otherwise
 * NULL. */
static char *try(const char *folder, size_t length, const char *rest, int way)
{
	size_t room = length + strlen(rest) + 2;
	char *path = hr_alloc(room);

	snprintf(path, room, "%.*s/%s", (int)length, folder, rest);
	if (access(path, way) == 0)
		return path;
	hr_free(path);
	return NULL;
}

/* REST in the toolkit NAMED and no other, or, if that is NULL, in the first one that has it. */
static char *in_toolkits(const char *named, const char *rest, int way)
{
	char *found = NULL;

	if (named)
		return try(named, strlen(named), rest, way);
	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]) && !found; i++)
		found = try(usual[i], strlen(usual[i]), rest, way);
	return found;
}

char *cuda_find_libdevice(const cuda_tools *tools)
{
	if (tools->libdevice)
		return access(tools->libdevice, R_OK) == 0 ? hr_strdup(tools->libdevice) : NULL;
	return in_toolkits(tools->toolkit, "nvvm/libdevice/libdevice.10.bc", R_OK);
}

char *cuda_find_tool(const cuda_tools *tools, const char *name)
{
	const char *path = tools->toolkit ? NULL : getenv("PATH");
	char rest[64], *found;

	snprintf(rest, sizeof(rest), "bin/%s", name);
	found = in_toolkits(tools->toolkit, rest, X_OK);
	while (!found && path && *path) {
		size_t length = strcspn(path, ":");

		if (length)
			found = try(path, length, name, X_OK);
		path += length + (path[length] == ':');
	}
	return found;
}
