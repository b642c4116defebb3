/* interp/host/host_structors.c -- the functions that run before and after main.
 *
 * Owns:      nothing.
 * Not here:  running them (jit.c, interp.c). */
#include "interp/host/host_structors.h"

#include <errno.h>
#include <fenv.h>
#include <stdint.h>

/* LIST names an array of { i32 priority, ptr function, ptr data }. DATA is always in the module. */
static hr_structors read_list(LLVMModuleRef module, const char *list)
{
	hr_structors structors = {0};
	LLVMValueRef global = LLVMGetNamedGlobal(module, list), array;
	int count;

	array = global ? LLVMGetInitializer(global) : NULL;
	count = array ? LLVMGetNumOperands(array) : 0;
	for (int i = 0; i < count; i++) {
		LLVMValueRef entry = LLVMGetOperand(array, (unsigned)i), function;
		size_t length;

		if (LLVMGetNumOperands(entry) < 2)
			continue;
		function = LLVMGetOperand(entry, 1);
		if (LLVMIsAGlobalAlias(function))
			function = LLVMAliasGetAliasee(function);
		if (!LLVMIsAFunction(function))
			continue; /* null: the end mark of old compilers */
		HR_PUSH(&structors,
			(hr_structor){LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0)), function,
				      hr_strdup(LLVMGetValueName2(function, &length))});
	}
	return structors;
}

/* Insertion sort: stable, and the lists are short and mostly sorted. */
static void sort(hr_structors *structors)
{
	for (size_t i = 1; i < structors->count; i++) {
		hr_structor moving = structors->data[i];
		size_t at = i;

		for (; at > 0 && structors->data[at - 1].priority > moving.priority; at--)
			structors->data[at] = structors->data[at - 1];
		structors->data[at] = moving;
	}
}

hr_structors hr_host_constructors(LLVMModuleRef module)
{
	hr_structors structors = read_list(module, "llvm.global_ctors");

	sort(&structors);
	return structors;
}

hr_structors hr_host_destructors(LLVMModuleRef module)
{
	hr_structors structors = read_list(module, "llvm.global_dtors");

	sort(&structors);
	for (size_t low = 0, high = structors.count; low + 1 < high; low++, high--) {
		hr_structor swapped = structors.data[low];

		structors.data[low] = structors.data[high - 1];
		structors.data[high - 1] = swapped;
	}
	return structors;
}

void hr_host_clean_state(void)
{
	fesetenv(FE_DFL_ENV);
	errno = 0;
}

void hr_structors_free(hr_structors *structors)
{
	for (size_t i = 0; i < structors->count; i++)
		hr_free((char *)structors->data[i].name);
	HR_VEC_FREE(structors);
}
