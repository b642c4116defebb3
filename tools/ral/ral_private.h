/* tools/ral/ral_private.h -- contexts, tensors and executions of libhpvm-ral. Private to tools/ral. */
#ifndef HR_RAL_PRIVATE_H
#define HR_RAL_PRIVATE_H

#include "interp/row/parallel.h"
#include "interp/row/row.h"
#include "ir/rowkernel/rowkernel.h"
#include "src/base/arena.h"
#include "src/base/vec.h"
#include "src/ral.h"

/* Memory of the device; tensors of the same elements in another shape share it. */
typedef struct ral_memory {
	void *buffer;
	size_t bytes;
	unsigned users;
	bool shared; /* BUFFER is memory of a constant */
} ral_memory;

struct ral_tensor {
	ral *context;
	hr_elem elem;
	bool wide;
	hr_dims shape;
	uint64_t count;
	size_t bytes;
	ral_memory *memory;
	unsigned values;    /* of the execution that stand for it; 1 of the caller */
	const ral_run *run; /* that owns it; NULL: the caller does, or the context */
	bool constant;
	ral_tensor *next, *previous; /* all of the context */
};

/* A call in a program's code, once it has been reached. */
typedef struct ral_site {
	bool read;
	hr_attributes attributes;
	ral_tensor *constant;
	/* the kernel for operands of these types */
	unsigned count;
	hr_rowkernel_type *types, result;
	hr_rowkernel kernel;
	const ral_kernel *code; /* NULL: the program has none */
} ral_site;

/* A program in a context. */
typedef struct ral_loaded {
	const ral_program *program;
	ral_site *sites;
	const char *folder; /* of its library, ending in a slash, or "" */
	const char *module; /* path; NULL: none */
} ral_loaded;

typedef struct ral_provided {
	const char *row;
	ral_library *function;
	void *data;
} ral_provided;

typedef struct ral_mapped {
	const char *path;
	void *memory;
	size_t bytes;
} ral_mapped;

struct ral {
	ral_device device;
	hr_arena arena;
	const char *error;
	ral_tensor *tensors;
	HR_VEC(ral_loaded *) loaded;
	HR_VEC(ral_provided) provided;
	HR_VEC(ral_mapped) files; /* of constants */
};

struct ral_run {
	ral *context;
	ral_loaded *loaded;
	const char *where;
	hr_arena arena; /* of one call */
	bool failed;
};

/* --- context.c -------------------------------------------------------------------------------- */

/* Keep the reason why a function on R fails. Return -1. */
int ral_fail(ral *r, const char *format, ...) HR_PRINTF(2, 3);
/* The reason why a function of R's device has failed on this thread. Return -1. */
int ral_fail_device(ral *r, const char *what);

/* --- tensor.c --------------------------------------------------------------------------------- */

/* Make a tensor without values. Return NULL if there is no memory. */
ral_tensor *ral_tensor_make(ral *r, const ral_run *run, hr_elem elem, bool wide,
			    const hr_dims *shape);
/* Make a tensor of SHAPE and ELEM, as many bytes, in the memory of OF. */
ral_tensor *ral_tensor_view(const ral_tensor *of, const ral_run *run, hr_elem elem,
			    const hr_dims *shape);
/* Make a constant whose elements are MEMORY, which lives as long as the context. */
ral_tensor *ral_tensor_constant(ral *r, hr_elem elem, const hr_dims *shape, const void *memory);
void ral_tensor_free(ral_tensor *tensor);
/* Release its memory; it stays known. */
void ral_tensor_release(ral_tensor *tensor);
/* Set DATA to TENSOR with its elements on the host, as the reference has them; memory is from ARENA where
 * they have to be copied. Without VALUES: only type and shape. Return false if the device fails. */
bool ral_tensor_data(const ral_tensor *tensor, hr_arena *arena, bool values, hr_tensor_data *data)
	HR_MUST_CHECK;

/* --- apply.c ---------------------------------------------------------------------------------- */

/* Run the call at SITE. Return NULL if it fails. */
ral_tensor *ral_apply_site(ral_run *run, ral_site *site, const char *text, unsigned count,
			   ral_tensor *const *operands);

/* --- cpu.c ------------------------------------------------------------------------------------ */

void ral_cpu(unsigned threads, ral_device *device);

/* --- hpvm.c, in libhpvm-ral-hpvm --------------------------------------------------------------- */

/* Set *DEVICE for the options "check=all:backend=cpu". Return 0, or as ral_device_failed(). */
int ral_hpvm_device(const char *options, ral_device *device);

#endif
