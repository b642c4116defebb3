/* backends/opencl/device/drivers.c -- loads the drivers, each with its own LLVM.
 *
 * PoCL and Rusticl are linked with libclang-cpp, which refers to some functions of its LLVM without
 * a version (Debian 13). The dynamic linker looks such names up in the program first, which is
 * linked with another LLVM, so the driver calls functions of both and crashes. RTLD_DEEPBIND looks
 * names up in the driver's own libraries first. The ICD loader, which loads the same files
 * afterwards, gets what is loaded.
 * Owns:      nothing; drivers stay loaded as long as the process lives, as with the ICD loader.
 * Not here:  the choice of a device (choose.c). */
#define _GNU_SOURCE 1
#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/opencl/device/opencl.h"

/* Sanitizers do not support RTLD_DEEPBIND. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { HOW = RTLD_LAZY | RTLD_LOCAL };
#else
enum { HOW = RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND };
#endif

static const char suffix[] = ".icd";

static bool is_icd(const char *name)
{
	size_t length = strlen(name);

	return length > strlen(suffix) && strcmp(name + length - strlen(suffix), suffix) == 0;
}

/* Load the library that the first line of the file at PATH names. Errors are left to the ICD
 * loader. */
static void load_named(const char *path)
{
	FILE *file = fopen(path, "re");
	char library[PATH_MAX] = "";

	if (!file)
		return;
	if (fgets(library, sizeof(library), file)) {
		library[strcspn(library, "\r\n")] = '\0';
		(void)dlopen(library, HOW);
	}
	fclose(file);
}

/* The drivers are where OCL_ICD_VENDORS says to the ICD loader: a directory or a file of the
 * form .icd; otherwise in its usual directory. */
void ocl_load_drivers(void)
{
	const char *vendors = getenv("OCL_ICD_VENDORS");
	const char *folder = vendors && *vendors ? vendors : "/etc/OpenCL/vendors";
	DIR *directory = opendir(folder);
	struct dirent *entry;
	char path[PATH_MAX];

	if (!directory && is_icd(folder))
		load_named(folder);
	while (directory && (entry = readdir(directory)) != NULL)
		if (is_icd(entry->d_name) &&
		    snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name) < PATH_MAX)
			load_named(path);
	if (directory)
		closedir(directory);
}
