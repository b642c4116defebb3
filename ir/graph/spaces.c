/* ir/graph/spaces.c -- which memory the address spaces of kernels are (K2).
 *
 * Not here:  where an address lies when a kernel runs (interp/check/access/space.c). */
#include "ir/graph/spaces.h"

#include <string.h>

enum { SPACES = 6 };

hr_space_table hr_spaces_of(const char *triple)
{
	return !strncmp(triple, "nvptx", 5)    ? HR_SPACES_NVPTX
	       : !strncmp(triple, "amdgcn", 6) ? HR_SPACES_AMDGPU
					       : HR_SPACES_SPIR;
}

hr_memory_kind hr_space_kind(hr_space_table table, unsigned number)
{
	static const hr_memory_kind kinds[HR_SPACES_TABLES][SPACES] = {
		[HR_SPACES_SPIR] = {HR_MEMORY_PRIVATE, HR_MEMORY_GLOBAL, HR_MEMORY_CONSTANT,
				    HR_MEMORY_SHARED},
		[HR_SPACES_NVPTX] = {HR_MEMORY_ANY, HR_MEMORY_GLOBAL, HR_MEMORY_ANY,
				     HR_MEMORY_SHARED, HR_MEMORY_CONSTANT, HR_MEMORY_PRIVATE},
		[HR_SPACES_AMDGPU] = {HR_MEMORY_ANY, HR_MEMORY_GLOBAL, HR_MEMORY_ANY,
				      HR_MEMORY_SHARED, HR_MEMORY_CONSTANT, HR_MEMORY_PRIVATE},
	};

	return number < SPACES ? kinds[table][number] : HR_MEMORY_ANY;
}

const char *hr_memory_name(hr_space_table table, hr_memory_kind kind)
{
	static const char *const names[HR_MEMORY_KINDS] = {[HR_MEMORY_ANY] = "generic",
							   [HR_MEMORY_PRIVATE] = "private",
							   [HR_MEMORY_GLOBAL] = "global",
							   [HR_MEMORY_CONSTANT] = "constant",
							   [HR_MEMORY_SHARED] = "local"};

	if (table == HR_SPACES_NVPTX && kind == HR_MEMORY_SHARED)
		return "shared";
	return table == HR_SPACES_NVPTX && kind == HR_MEMORY_PRIVATE ? "local" : names[kind];
}
