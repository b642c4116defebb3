/* front.h -- for libraries loaded in front of the real OpenCL by LD_PRELOAD: finds the real
 * functions. */
#ifndef FRONT_H
#define FRONT_H

#include <CL/cl.h>
#include <dlfcn.h>

/* The module loads the loader privately, so that RTLD_NEXT would not find it. */
static void *loader(void)
{
	static void *handle;

	if (!handle)
		handle = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
	return handle;
}

#define REAL(name) ((__typeof__(&name))dlsym(loader(), #name))

#endif
