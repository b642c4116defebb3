/* src/base/environment.c -- the environment of the process, found by the dynamic linker. */
#define _GNU_SOURCE 1
#include "src/base/environment.h"

#include <dlfcn.h>

char **hr_environment(void)
{
	char ***variable = dlsym(RTLD_DEFAULT, "environ");

	return *variable;
}
