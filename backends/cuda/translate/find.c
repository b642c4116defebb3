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

/* Return the toolkit that CUDA_HOME or CUDA_PATH names, or NULL. If one is named, no other is
 * searched. */
static const char *named_toolkit(void)
{
	const char *named = getenv("CUDA_HOME");

	if (!named || !*named)
		named = getenv("CUDA_PATH");
	return named && *named ? named : NULL;
}

/* Return the path of REST in a toolkit. */
static char *in_toolkits(const char *rest, int way)
{
	const char *named = named_toolkit();
	char *found = NULL;

	if (named)
		return try(named, strlen(named), rest, way);
	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]) && !found; i++)
		found = try(usual[i], strlen(usual[i]), rest, way);
	return found;
}

char *cuda_find_libdevice(void)
{
	const char *named = getenv("HPVM_LIBDEVICE");

	if (named)
		return access(named, R_OK) == 0 ? hr_strdup(named) : NULL;
	return in_toolkits("nvvm/libdevice/libdevice.10.bc", R_OK);
}

char *cuda_find_tool(const char *name)
{
	const char *path = named_toolkit() ? NULL : getenv("PATH");
	char rest[64], *found;

	snprintf(rest, sizeof(rest), "bin/%s", name);
	found = in_toolkits(rest, X_OK);
	while (!found && path && *path) {
		size_t length = strcspn(path, ":");

		if (length)
			found = try(path, length, name, X_OK);
		path += length + (path[length] == ':');
	}
	return found;
}
