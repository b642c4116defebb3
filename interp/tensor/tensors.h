/* interp/tensor/tensors.h -- the tensors of a run: handles, ownership, and operations of nodes on
 * them.
 *
 * A handle is the address of an hr_tensor, which begins with the `struct Tensor` of programs. A
 * handle is looked up before it is dereferenced, so an invented handle or a use after free is
 * detected.
 *
 * Lifetime: a tensor that the host creates lives until the host frees it. The result of an
 * operation belongs to the graph execution that computed it and is freed when the execution ends,
 * unless the root returns it: then the host owns it. All tensors are freed at the end of the run.
 *
 * Values: the host sees the values of a result only after hpvm_request_tensor(); before, host_data
 * is null.
 *
 * Thread-safe, except for the values of one tensor. */
#ifndef HR_TENSORS_H
#define HR_TENSORS_H

#include "interp/run/thread.h"
#include "interp/tensor/alias.h"
#include "interp/tensor/array.h"
#include "interp/tensor/counts.h"
#include "interp/tensor/rounded.h"
#include "src/file/npy.h"

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

/* Element types: those of programs, and HR_TENSOR_OTHERS + twice an hr_elem, + 1 for the wide form: of
 * tensor programs. */
enum { HR_TENSOR_FLOAT, HR_TENSOR_DOUBLE, HR_TENSOR_HALF, HR_TENSOR_INT8, HR_TENSOR_OTHERS = 16 };
enum { HR_TENSOR_NCHW, HR_TENSOR_NHWC };
enum { HR_TENSOR_ON_HOST, HR_TENSOR_ON_DEVICE };

typedef struct hr_tensor hr_tensor;
struct hr_tensor {
	hr_tensor_view view;
	size_t sizes[HR_RANK_MOST]; /* view.dim_sizes points here */
	void *data;                 /* owns, unless MAPPED; NULL if the values are never read */
	bool mapped;                /* DATA is in a file that the run has mapped */
	/* size of DATA; the program may overwrite the size in VIEW */
	size_t bytes;
	uint64_t count;  /* number of elements */
	float *bound;    /* for each element; NULL if all are exact; owns */
	uint64_t serial; /* in the order of creation */
	/* identifies the values: unique among all tensors and their earlier values; 0 for a
	 * result */
	uint64_t version;
	bool result; /* the tensor is the result of an operation */
	/* the hr_objects of the execution that owns the tensor, and the thread that made it; NULL if the host does */
	const void *execution;
	const hr_thread *maker;
	hr_alias alias;             /* where HPVM 1.0 would keep it */
	const char *freed_by;       /* what freed it; set when the tensor is freed */
	hr_tensor *next, *previous; /* list of all live tensors of the run */
	hr_tensor *sibling;         /* next tensor of the same execution */
};

typedef struct hr_tensors hr_tensors;
void hr_tensors_free(hr_tensors *tensors);

/* --- heap.c ----------------------------------------------------------------------------------- */

/* The purpose of a tensor: for the host; the result of an operation, with a bound; a result that a
 * backend computes, without a bound and therefore taken as exact; a result that is never read,
 * without values; a constant, whose values are elsewhere. */
typedef enum hr_tensor_use {
	HR_TENSOR_OF_HOST,
	HR_TENSOR_RESULT,
	HR_TENSOR_COMPUTED,
	HR_TENSOR_UNSEEN,
	HR_TENSOR_MAPPED,
} hr_tensor_use;
/* Create a tensor of SHAPE without values. The host owns it, unless it is a result and THREAD is
 * inside an execution, which then owns it. Reports memory-limit, with WHAT. */
hr_status hr_tensor_new(hr_run *run, hr_thread *thread, const hr_dims *shape, int32_t type,
			hr_tensor_use use, const char *what, hr_tensor **out) HR_MUST_CHECK;
/* Return the live tensor HANDLE. Otherwise return NULL and set *WHY to a text that says what HANDLE
 * is. */
/* Host code may access the values of TENSOR, also in the sandbox. */
void hr_tensor_lend(hr_run *run, const hr_tensor *tensor);
hr_tensor *hr_tensor_find(hr_run *run, const void *handle, const char **why);
/* Set DIMS to the shape of TENSOR, which the program may have changed. Return false if the shape
 * does not match the number of elements. */
bool hr_tensor_dims(const hr_tensor *tensor, hr_dims *dims) HR_MUST_CHECK;
/* Set ARRAY to TENSOR as an operand. Return false and set *WHY if TENSOR is not FP32, not NCHW, or
 * damaged by the program. */
bool hr_tensor_array(const hr_tensor *tensor, hr_array *array, const char **why) HR_MUST_CHECK;
/* Free TENSOR. BY names the cause, a static text. */
void hr_tensor_free(hr_run *run, hr_tensor *tensor, const char *by);

/* Return a mark: the serials of tensors made from now on are not less. */
uint64_t hr_tensors_made(hr_run *run);
/* Free the results that THREAD has made in its execution since MARK, except the COUNT tensors KEPT. */
void hr_tensors_keep(hr_thread *thread, uint64_t mark, hr_tensor *const *kept, size_t count);

typedef enum hr_tensor_set { HR_TENSORS_RESULTS, HR_TENSORS_SINCE_MARK } hr_tensor_set;
/* Tensors created from now on belong to the set HR_TENSORS_SINCE_MARK. */
void hr_tensors_mark(hr_run *run);
/* Free all tensors of SET that the host owns. */
void hr_tensors_end_set(hr_run *run, hr_tensor_set set, const char *by);
/* Free the tensors of the ended execution that allocates from OBJECTS, except those in ROOT's
 * OUTPUTS (an image; may be NULL), which the host owns from now on. */
void hr_tensors_ended(hr_run *run, const hr_objects *objects, const hr_node *root,
		      const uint8_t *outputs);
/* Record that OP of THREAD has read TENSORS and returns RESULT. Report tensor-overwritten where
 * HPVM 1.0 would read a wrong value. */
hr_status hr_tensors_consume(hr_thread *thread, const hr_tensor_op *op, hr_tensor *const *tensors,
			     hr_tensor *result) HR_MUST_CHECK;
/* Record that the host has written or read the values of TENSOR by the function NAME. Report
 * tensor-overwritten likewise. */
hr_status hr_tensor_written(hr_run *run, hr_tensor *tensor, const char *name) HR_MUST_CHECK;
hr_status hr_tensor_read_by_host(hr_run *run, const hr_tensor *tensor, const char *name)
	HR_MUST_CHECK;
/* Give TENSOR's values a new version: the host may write them from now on. */
void hr_tensor_renew(hr_run *run, hr_tensor *tensor);
/* Take existing tensors as exact operands from now on, so that bounds count only the operations
 * that follow. */
void hr_tensors_exact(hr_run *run);
/* Return true if a backend has computed a result: bounds then do not include the operations before
 * it. */
bool hr_tensors_by_backend(hr_run *run);
/* Let the bounds computed from now on include the ROUNDING that the backend under test applies to
 * operands of products. */
void hr_tensors_rounded(hr_run *run, const hr_rounding *rounding);
hr_rounding hr_tensors_rounding(hr_run *run);
bool hr_tensor_is_exact(hr_run *run, const hr_tensor *tensor);
/* Declare that the rest of the execution repeats it in another order: it is not recorded as
 * overwriting anything. */
void hr_tensors_repeat(hr_run *run);
/* Return the counts of the run (counts.h), and hold the lock of all its tensors until they are unlocked. */
hr_all_counts *hr_tensors_lock_counts(hr_run *run);
void hr_tensors_unlock_counts(hr_run *run);
/* Return true if ONE and OTHER are both live tensors with equal shapes and values. */
bool hr_tensors_equal(hr_run *run, const void *one, const void *other);
/* Call TELL with the values of each tensor that hr_tensors_ended() will free. Call it before that
 * function. */
void hr_tensors_dying(hr_run *run, const hr_objects *objects, const hr_node *root,
		      const uint8_t *outputs, void (*tell)(void *data, const void *values),
		      void *data);

/* Free the bounds of TENSOR, a result that turned out to be exact; hr_tensor_computed(): that a backend has
 * computed, and that counts as exact. */
void hr_tensor_settle(hr_run *run, hr_tensor *tensor);
void hr_tensor_computed(hr_run *run, hr_tensor *tensor);
/* Return the type of tensors with elements of ELEM, and the elements of TYPE; HR_E_NONE if there is no
 * such type. */
int32_t hr_tensor_type_of(hr_elem elem, bool wide);
hr_elem hr_tensor_elem(int32_t type, bool *wide);

/* --- npy.c ------------------------------------------------------------------------------------ */

/* Return the type of ARRAY's elements; HR_E_NONE if tensors have no such type. */
hr_elem hr_npy_elem(const hr_npy *array);
/* Set the kind and size of ARRAY's elements to those of ELEM. */
void hr_npy_set_elem(hr_npy *array, hr_elem elem);
/* Set DIMS to the shape of ARRAY. Return false if it has too many dimensions. */
bool hr_npy_dims(const hr_npy *array, hr_dims *dims) HR_MUST_CHECK;
/* Set ARRAY to TENSOR, whose data it borrows; the wide form of a type is f64. Return false if the program has damaged
 * TENSOR. */
bool hr_tensor_npy(const hr_tensor *tensor, hr_npy *array) HR_MUST_CHECK;

/* --- files.c ---------------------------------------------------------------------------------- */

/* Return the BYTES bytes from OFFSET of the file NAME in the program's folder, which is mapped until the run
 * ends. Return NULL and set *WHY if it cannot be. */
const void *hr_tensor_file(hr_run *run, const char *name, uint64_t offset, uint64_t bytes,
			   const char **why);
void hr_tensor_files_free(hr_tensor_files *files);

/* --- apply.c ---------------------------------------------------------------------------------- */

/* Run an operation of the node that THREAD executes, on HANDLES. OP needs no operands, clip_max and
 * threads; they are filled in. Return the handle of the result, or NULL if an error was reported,
 * with THREAD->native_trap set. */
void *hr_tensor_apply(hr_thread *thread, hr_tensor_op *op, void *const handles[HR_TENSOR_OPERANDS]);

/* --- program.c: operations of tensor programs --------------------------------------------------- */

/* Run the row of tensor.def that TEXT names, for the node that THREAD executes, on COUNT HANDLES. Return
 * as hr_tensor_apply(). */
void *hr_tensor_row(hr_thread *thread, const char *text, unsigned count, void *const *handles);
/* Return the only element, an integer or truth value, of the tensor HANDLE; 0 if an error was reported,
 * with THREAD->native_trap set. */
int64_t hr_tensor_integer(hr_thread *thread, const void *handle);
/* hr_tensors_keep() for the COUNT HANDLES. Sets THREAD->native_trap. */
void hr_tensor_keep(hr_thread *thread, uint64_t mark, void *const *handles, unsigned count);

/* --- part.c: operators in bodies ---------------------------------------------------------------- */

/* Return the operator in a body that THREAD runs, or NULL. */
const hr_tensor_part *hr_tensor_part_of(const hr_thread *thread);
/* Return what LEAF's code says of part NUMBER: WHAT is "" (its label, unique in the leaf), "operator", or
 * "value.N" (the name of output N in the model, or ""). NULL: nothing. */
const char *hr_tensor_part_said(const hr_program *program, const hr_node *leaf, int32_t number,
				const char *what);
/* Return the path of part NUMBER of LEAF: "Model/Loop_1/body/Add_3"; in ARENA. */
const char *hr_tensor_part_path(const hr_program *program, const hr_node *leaf, int32_t number,
				hr_arena *arena);
/* Return where THREAD runs, as messages say it: "'Model/Add_3'" or, of a part, "'Model/Loop_1/body/Add_3' (Add,
 * iteration 2)"; in ARENA. */
const char *hr_tensor_where(const hr_thread *thread, hr_arena *arena);
/* Show output OUTPUT of the running part, the tensor HANDLE, to the observer. Return what takes its place;
 * NULL if an error was reported, with THREAD->native_trap set. */
void *hr_tensor_value(hr_thread *thread, unsigned output, void *handle);

/* --- interp/host/tensor_entries.c ------------------------------------------------------------- */

/* Return the C function that implements OP in node code and traps when it is called elsewhere.
 * Return NULL if OP is no tensor operation. */
void *hr_tensor_operation(hr_hpvm op);

/* --- interp/host/tensor_api.c ----------------------------------------------------------------- */

/* Return the function of the host tensor API named NAME, or NULL. */
void *hr_tensor_host_function(const char *name);

/* --- interp/host/tensor_direct.c -------------------------------------------------------------- */

/* Return the operation NAME of HPVM 1.0's tensor runtime, or NULL. */
void *hr_tensor_direct(const char *name);

#endif
