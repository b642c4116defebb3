/* interp/tensor/tensors.h -- the tensors of a run: handles, who owns them, and operations of nodes
 * on them.
 *
 * A handle is the address of an hr_tensor, whose first part is the `struct Tensor` of programs. It
 * is looked up and never followed before that, so a handle that is made up or used after its end is
 * found out.
 *
 * Life: what the host creates lives until the host frees it. What an operation gives belongs to the
 * execution of the graph that it ran in, and ends with it, unless the root gives it to the host:
 * then it is the host's. All ends with the run. Where its values are: the host sees those of a
 * result after hpvm_request_tensor() only; before, its host_data is null.
 *
 * Safe from several threads, but for the values of one tensor. */
#ifndef HR_TENSORS_H
#define HR_TENSORS_H

#include "interp/run/thread.h"
#include "interp/tensor/alias.h"
#include "interp/tensor/array.h"
#include "interp/tensor/rounded.h"

/* struct Tensor of src/tensorUtils.h. */
typedef struct hr_tensor_view {
	int32_t data_type, cur_type, data_format, data_placement;
	void *descriptors[4];
	void *host_data, *gpu_data, *gpu_half_data;
	size_t num_elems, size_in_bytes;
	int32_t num_dims;
	size_t *dim_sizes;
} hr_tensor_view;
_Static_assert(sizeof(hr_tensor_view) == 104, "programs know the layout");
_Static_assert(offsetof(hr_tensor_view, host_data) == 48, "programs know the layout");
_Static_assert(offsetof(hr_tensor_view, dim_sizes) == 96, "programs know the layout");

enum { HR_TENSOR_FLOAT, HR_TENSOR_DOUBLE, HR_TENSOR_HALF, HR_TENSOR_INT8, HR_TENSOR_TYPES };
enum { HR_TENSOR_NCHW, HR_TENSOR_NHWC };
enum { HR_TENSOR_ON_HOST, HR_TENSOR_ON_DEVICE };

typedef struct hr_tensor hr_tensor;
struct hr_tensor {
	hr_tensor_view view;
	size_t sizes[HR_TENSOR_DIMS]; /* what view.dim_sizes points to */
	void *data;                   /* NULL: nobody looks at it; owns */
	size_t bytes;                 /* of it; the program may spoil what the view says */
	uint64_t count;               /* of elements */
	float *bound;                 /* by element; NULL: exact; owns */
	uint64_t serial;              /* in the order of making */
	/* of its values, as no other tensor's or earlier values' is; 0: of a result */
	uint64_t version;
	bool result;                /* of an operation */
	const void *execution;      /* that it ends with (its hr_objects), or NULL: the host's */
	hr_alias alias;             /* where HPVM 1.0 would have it */
	const char *freed_by;       /* after its end */
	hr_tensor *next, *previous; /* all live ones of the run */
	hr_tensor *sibling;         /* the next of its execution */
};

typedef struct hr_tensors hr_tensors;
void hr_tensors_free(hr_tensors *tensors);

/* --- heap.c ----------------------------------------------------------------------------------- */

/* What a tensor is made for: for the host; as the result of an operation, with a bound or, where
 * somebody else computes it, without one, which counts as exact; as a result that nobody will look
 * at, which has no values. */
typedef enum hr_tensor_use {
	HR_TENSOR_OF_HOST,
	HR_TENSOR_RESULT,
	HR_TENSOR_COMPUTED,
	HR_TENSOR_UNSEEN
} hr_tensor_use;
/* A tensor of SHAPE without values; the host's, or of THREAD's execution when it is inside one and
 * a result. Reports memory-limit, with WHAT. */
hr_status hr_tensor_new(hr_run *run, hr_thread *thread, const hr_dims *shape, int32_t type,
			hr_tensor_use use, const char *what, hr_tensor **out) HR_MUST_CHECK;
/* The live tensor HANDLE, or NULL; then *why says what HANDLE is instead. */
hr_tensor *hr_tensor_find(hr_run *run, const void *handle, const char **why);
/* Its shape, as the program may have changed it; false: it is no shape of so many elements. */
bool hr_tensor_dims(const hr_tensor *tensor, hr_dims *dims) HR_MUST_CHECK;
/* As an operand. False, and why: no FP32, no NCHW, or spoilt by the program. */
bool hr_tensor_array(const hr_tensor *tensor, hr_array *array, const char **why) HR_MUST_CHECK;
/* Ends TENSOR; BY: what did it, a static text. */
void hr_tensor_free(hr_run *run, hr_tensor *tensor, const char *by);

typedef enum hr_tensor_set { HR_TENSORS_RESULTS, HR_TENSORS_SINCE_MARK } hr_tensor_set;
/* From here on tensors are of the set HR_TENSORS_SINCE_MARK. */
void hr_tensors_mark(hr_run *run);
/* Ends all tensors of SET that are the host's. */
void hr_tensors_end_set(hr_run *run, hr_tensor_set set, const char *by);
/* The execution that allocates from OBJECTS has ended: its tensors do, too, but for those that
 * ROOT's OUTPUTS (an image; may be NULL) name. */
void hr_tensors_ended(hr_run *run, const hr_objects *objects, const hr_node *root,
		      const uint8_t *outputs);
/* OP of THREAD has read TENSORS and gives RESULT: reports tensor-overwritten where HPVM 1.0 would
 * go wrong. */
hr_status hr_tensors_consume(hr_thread *thread, const hr_tensor_op *op, hr_tensor *const *tensors,
			     hr_tensor *result) HR_MUST_CHECK;
/* The host has given TENSOR other values by NAME, or reads it by that. */
hr_status hr_tensor_written(hr_run *run, hr_tensor *tensor, const char *name) HR_MUST_CHECK;
hr_status hr_tensor_read_by_host(hr_run *run, const hr_tensor *tensor, const char *name)
	HR_MUST_CHECK;
/* What TENSOR's values were nobody may rely on any more: the host may write them. */
void hr_tensor_renew(hr_run *run, hr_tensor *tensor);
/* Operands that are there already count as exact from now on, so that bounds are those of what
 * follows. */
void hr_tensors_exact(hr_run *run);
/* Whether somebody else has computed a result: then bounds are not those of all that went
 * before. */
bool hr_tensors_by_backend(hr_run *run);
/* What a backend that is to be judged does to operands of products: bounds are to contain it from
 * now on. */
void hr_tensors_rounded(hr_run *run, const hr_rounding *rounding);
hr_rounding hr_tensors_rounding(hr_run *run);
bool hr_tensor_is_exact(hr_run *run, const hr_tensor *tensor);
/* What follows, to the end of the execution, repeats what it has done, in another order: it
 * overwrites nothing. */
void hr_tensors_repeat(hr_run *run);
/* Both are live tensors with the same values. */
bool hr_tensors_equal(hr_run *run, const void *one, const void *other);
/* Before that: TELLs of the values of those that will end. */
void hr_tensors_dying(hr_run *run, const hr_objects *objects, const hr_node *root,
		      const uint8_t *outputs, void (*tell)(void *data, const void *values),
		      void *data);

/* --- apply.c ---------------------------------------------------------------------------------- */

/* An operation of the node that THREAD runs, on handles. NULL: it was reported, and
 * THREAD->native_trap is set. OP's operands, clip_max and threads are filled in. */
void *hr_tensor_apply(hr_thread *thread, hr_tensor_op *op, void *const handles[HR_TENSOR_OPERANDS]);

/* --- interp/host/tensor_entries.c ------------------------------------------------------------- */

/* The C function that is OP in node code, and that refuses to be called elsewhere; NULL: OP is no
 * tensor operation. */
void *hr_tensor_operation(hr_hpvm op);

/* --- interp/host/tensor_api.c ----------------------------------------------------------------- */

/* The function of the host tensor API that is called NAME, or NULL. */
void *hr_tensor_host_function(const char *name);

#endif
