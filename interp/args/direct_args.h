/* interp/args/direct_args.h -- what the parts of a direct launch share: elements, arrays,
 * complaints. */
#ifndef HR_DIRECT_ARGS_H
#define HR_DIRECT_ARGS_H

#include "interp/run/run.h"
#include "interp/tensor/array.h"
#include "src/file/npy.h"
#include "src/file/yaml_tree.h"

/* One scalar as it lies in memory. */
typedef enum hr_sign { HR_SIGN_EITHER, HR_SIGN_SIGNED, HR_SIGN_UNSIGNED } hr_sign;
typedef struct hr_element {
	hr_con con;
	unsigned bits;
	hr_sign sign; /* which integers are in range; an IR type has no sign */
} hr_element;

/* Elements in a row. `typed` is false for raw bytes of which nobody said what they are: u8 then. */
typedef struct hr_elements {
	hr_npy array; /* data: owned by the launch's list of memory */
	hr_element element;
	bool typed;
	bool null;  /* no memory at all: a null pointer */
	bool fresh; /* without a value */
} hr_elements;

/* The file as it is being read; complaints name it. */
typedef struct hr_direct {
	hr_run *run;
	hr_arena arena;        /* the tree, and what hangs on it */
	const char *file;      /* as the user named it */
	HR_VEC(void *) memory; /* owns: the data of all arrays */
} hr_direct;

/* "file:line: text", as bad-args-file. */
hr_status hr_direct_bad(hr_direct *direct, const hr_yaml *at, const char *format, ...)
	HR_PRINTF(3, 4);
/* A key of MAP that is none of KNOWN, which ends with NULL, is bad. */
hr_status hr_direct_check_keys(hr_direct *direct, const hr_yaml *map, const char *const *known)
	HR_MUST_CHECK;
/* PATH as seen from the arguments' file; in the arena. */
const char *hr_direct_path(hr_direct *direct, const char *path);
/* A file name: a scalar that is not empty. */
hr_status hr_direct_file_name(hr_direct *direct, const hr_yaml *node, const char **path)
	HR_MUST_CHECK;

/* --- scalar.c: one element ---------------------------------------------------------------- */

enum { HR_DIRECT_TEXT = 64 };

hr_element hr_element_of_npy(hr_npy_kind kind, unsigned bytes);
/* Writes NODE as an element to OUT, or complains: no number, no truth value, out of range. */
hr_status hr_element_read(hr_direct *direct, const hr_yaml *node, hr_element element, uint8_t *out)
	HR_MUST_CHECK;
/* Writes VALUE, rounded to the float type of ELEMENT, to OUT. */
void hr_element_store(double value, hr_element element, uint8_t *out);
void hr_element_print(const uint8_t *data, hr_element element, char text[HR_DIRECT_TEXT]);
bool hr_element_is_float(hr_element element);
/* Exactly equal, or both no number; 0 and -0 are equal. */
bool hr_element_equal(const uint8_t *a, const uint8_t *b, hr_element element);
/* A float's value; an integer's as far as 113 bits hold it. */
__float128 hr_element_value(const uint8_t *data, hr_element element);
/* How many floats lie between two that are numbers; HR_ULP_FAR when that is no 64-bit number. */
#define HR_ULP_FAR UINT64_MAX
uint64_t hr_element_ulps(const uint8_t *a, const uint8_t *b, hr_element element);

/* --- array.c: files, literals, generators --------------------------------------------------- */

/* "f32", "i1" (also "bool"), "u8" ... as an element; *kind and *bytes as NPY has them. */
hr_status hr_direct_type(hr_direct *direct, const hr_yaml *node, hr_npy *array) HR_MUST_CHECK;
/* The array that MAP describes by exactly one of the sources of docs/args.md. DEFAULT_TYPE (or
 * NULL) is the type where MAP names none. */
hr_status hr_direct_array(hr_direct *direct, const hr_yaml *map, const hr_elements *default_type,
			  hr_elements *elements) HR_MUST_CHECK;
/* The array that a value, or a list of lists of values, is, with the elements of TYPE. */
hr_status hr_direct_values(hr_direct *direct, const hr_yaml *node, const hr_elements *type,
			   hr_elements *elements) HR_MUST_CHECK;
/* A shape: a number or a list of them; to ARRAY's dims and shape. */
hr_status hr_direct_shape(hr_direct *direct, const hr_yaml *node, hr_npy *array) HR_MUST_CHECK;
/* The keys that hr_direct_array() reads, and only these. */
extern const char *const hr_direct_array_keys[];

/* --- check.c: expected results, saved results ------------------------------------------------ */

typedef struct hr_check {
	const char *what;   /* "argument 'c'", "push 3, result 0"; in the arena */
	const hr_yaml *at;  /* where save, expect or print stands */
	const char *save;   /* path, or NULL */
	const char *bounds; /* of a tensor: where its error bounds are saved, or NULL */
	/* of a tensor: its shape, which may not be the one that it is saved and compared in */
	struct hr_npy *held;
	bool print;
	bool expects;
	hr_elements expected; /* if expects: as many as were got, or one for all of them */
	double absolute, relative;
	uint64_t ulps;
} hr_check;

/* Reads SPEC's save, print, expect and tolerance, all that can be wrong with them included, before
 * anything runs. GOT says what will be there: type and count. */
extern const char *const hr_check_keys[];
hr_status hr_check_read(hr_direct *direct, const hr_yaml *spec, const hr_elements *got,
			const char *what, hr_check *check) HR_MUST_CHECK;
/* Prints, saves and compares. */
hr_status hr_check_do(hr_direct *direct, const hr_check *check, const hr_elements *got)
	HR_MUST_CHECK;

/* --- tensor.c --------------------------------------------------------------------------------- */

/* The tensor that SPEC, a map with the key `tensor`, describes; the run's. WHAT: for a report that
 * it is too large. */
hr_status hr_direct_tensor(hr_direct *direct, const hr_yaml *spec, const char *what, void **handle)
	HR_MUST_CHECK;
/* The shapes of the tensors among the arguments that lie at PACKED: one for each input of ROOT; the
 * caller's, hr_free(). */
hr_dims *hr_direct_tensor_inputs(hr_direct *direct, const hr_function *root, const uint8_t *packed);
/* What the result SPEC, a map with the key `tensor`, is to be seen as; without data. */
hr_status hr_direct_tensor_result(hr_direct *direct, const hr_yaml *spec, hr_elements *elements)
	HR_MUST_CHECK;
/* Reads what else SPEC says of that: the tensor's own shape, and where the error bounds go. */
hr_status hr_direct_tensor_check(hr_direct *direct, const hr_yaml *spec, hr_check *check)
	HR_MUST_CHECK;
/* Its data, when HANDLE is such a tensor, whose bounds are saved, if CHECK wants them; complaints
 * name CHECK. */
hr_status hr_direct_tensor_values(hr_direct *direct, const hr_check *check, const void *handle,
				  hr_elements *elements) HR_MUST_CHECK;

/* --- pack.c: the arguments of one launch or push ---------------------------------------------- */

typedef struct hr_arguments {
	uint8_t *packed; /* as H2 wants it, with room for the outputs; in the arena */
	size_t inputs_bytes;
	hr_elements *buffers; /* one for each input; what pointers point to */
	uint64_t *into;       /* one for each input: how many bytes into that */
	hr_check *checks;     /* of buffers; one for each input */
	bool *checked;        /* whether there is one; of this file's part, not of BASE's */
} hr_arguments;

/* NODE is a list or a map, or NULL for none. BASE (or NULL) gives what NODE's map leaves out.
 * PREFIX begins what complaints and results are called: "" or "push 3, ". */
hr_status hr_arguments_read(hr_direct *direct, const hr_function *root, const hr_yaml *node,
			    const hr_yaml *at, const hr_arguments *base, const char *prefix,
			    hr_arguments *arguments) HR_MUST_CHECK;
/* One value of TYPE in its memory image as elements: a scalar, or a vector or array of scalars; of
 * anything else, bytes. Borrows DATA. */
hr_elements hr_elements_of_type(const hr_type *type, uint8_t *data);

#endif
