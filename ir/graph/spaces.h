/* ir/graph/spaces.h -- which memory the address spaces of kernels are (K2). */
#ifndef HR_SPACES_H
#define HR_SPACES_H

typedef enum hr_memory_kind {
	HR_MEMORY_ANY, /* generic, or unknown */
	HR_MEMORY_PRIVATE,
	HR_MEMORY_GLOBAL,
	HR_MEMORY_CONSTANT,
	HR_MEMORY_SHARED,
	HR_MEMORY_KINDS,
} hr_memory_kind;

/* The target that numbers address spaces. */
typedef enum hr_space_table {
	HR_SPACES_NONE, /* no kernel: numbers say nothing */
	HR_SPACES_SPIR, /* and clang's -ffake-address-space-map */
	HR_SPACES_NVPTX,
	HR_SPACES_AMDGPU,
	HR_SPACES_TABLES,
} hr_space_table;

/* Return the table of the target TRIPLE of kernels. */
hr_space_table hr_spaces_of(const char *triple);
/* Return the memory that pointers into address space NUMBER point to. */
hr_memory_kind hr_space_kind(hr_space_table table, unsigned number);
/* Return the target's name of memory: "local" in OpenCL C is "shared" in CUDA. */
const char *hr_memory_name(hr_space_table table, hr_memory_kind kind);

#endif
