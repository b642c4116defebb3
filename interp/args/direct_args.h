/* interp/args/direct_args.h -- shared by the parts of a direct launch: elements, arrays, error
 * messages. */
#ifndef HR_DIRECT_ARGS_H
#define HR_DIRECT_ARGS_H

#include "interp/run/run.h"
#include "interp/tensor/array.h"
#include "src/file/npy.h"
#include "src/file/yaml_tree.h"

/* One scalar in its memory representation. */
typedef enum hr_sign { HR_SIGN_EITHER, HR_SIGN_SIGNED, HR_SIGN_UNSIGNED } hr_sign;
typedef struct hr_element {
	hr_con con;
	unsigned bits;
	hr_sign sign; /* which integers are in range, since an IR type has no sign */
} hr_element;

/* Consecutive elements. `typed` is false for raw bytes of unknown type, which are taken as u8. */
typedef struct hr_elements {
	hr_npy array; /* data is owned by the launch's list of memory */
	hr_element element;
	bool typed;
	bool null;  /* a null pointer without memory */
	bool fresh; /* uninitialised */
	bool any;   /* a tensor, whose type and shape are known when it is computed */
} hr_elements;

/* What is done with a result. */
typedef struct hr_check {
	const char *what;   /* "argument 'c'", "push 3, result 0"; in the arena */
	const hr_yaml *at;  /* position of save, expect or print */
	const char *save;   /* path, or NULL */
	const char *bounds; /* path for a tensor's error bounds, or NULL */
	/* a tensor's own shape, which may differ from the shape in which it is saved and
	 * compared */
	struct hr_npy *held;
	bool print;
	bool expects;
	/* if EXPECTS: as many elements as the result, or one for all of them */
	hr_elements expected;
	double absolute, relative;
	uint64_t ulps;
} hr_check;

/* A buffer that launches share. */
typedef struct hr_named_buffer {
	const char *name;
	const hr_yaml *at;
	hr_elements elements;
	hr_check check; /* when the last launch has ended */
	bool constant;  /* nothing may write it but between hr_buffer_open() */
	bool variable;  /* it is a variable of the program, which has its memory */
} hr_named_buffer;

/* The file that is being read; error messages name it. */
typedef struct hr_direct {
	hr_run *run; /* NULL while only the steps of a list of launches are known */
	hr_diags *diags;
	hr_arena arena;        /* the tree and its strings */
	const char *file;      /* as the user named it; NULL: there are no arguments */
	HR_VEC(void *) memory; /* owns: the data of all arrays */
	bool has_buffers;      /* the file is a list of launches */
	bool any_tensors; /* the root is a tensor program, whose tensors have any type and shape */
	HR_VEC(hr_named_buffer) buffers;
} hr_direct;

void hr_direct_free(hr_direct *direct);
/* Report "file:line: text" as bad-args-file. */
hr_status hr_direct_bad(hr_direct *direct, const hr_yaml *at, const char *format, ...)
	HR_PRINTF(3, 4);
/* Report a key of MAP that is not in KNOWN, which ends with NULL. */
hr_status hr_direct_check_keys(hr_direct *direct, const hr_yaml *map, const char *const *known)
	HR_MUST_CHECK;
/* Return PATH relative to the arguments' file; in the arena. */
const char *hr_direct_path(hr_direct *direct, const char *path);
/* Read a file name: a scalar that is not empty. */
hr_status hr_direct_file_name(hr_direct *direct, const hr_yaml *node, const char **path)
	HR_MUST_CHECK;

/* --- scalar.c: one element ---------------------------------------------------------------- */

enum { HR_DIRECT_TEXT = 64 };

hr_element hr_element_of_npy(hr_npy_kind kind, unsigned bytes);
/* Write NODE as an element to OUT. Report it if it is no number, no truth value, or out of
 * range. */
hr_status hr_element_read(hr_direct *direct, const hr_yaml *node, hr_element element, uint8_t *out)
	HR_MUST_CHECK;
/* Write VALUE, rounded to the float type of ELEMENT, to OUT. */
void hr_element_store(double value, hr_element element, uint8_t *out);
void hr_element_print(const uint8_t *data, hr_element element, char text[HR_DIRECT_TEXT]);
bool hr_element_is_float(hr_element element);
/* Return true if the elements are equal or both NaN; 0 and -0 are equal. */
bool hr_element_equal(const uint8_t *a, const uint8_t *b, hr_element element);
/* Return the value of a float, or of an integer as far as 113 bits can represent it. */
__float128 hr_element_value(const uint8_t *data, hr_element element);
/* Return the number of floats between two that are not NaN, or HR_ULP_FAR if it does not fit 64
 * bits. */
#define HR_ULP_FAR UINT64_MAX
uint64_t hr_element_ulps(const uint8_t *a, const uint8_t *b, hr_element element);

/* --- array.c: files, literals, generators --------------------------------------------------- */

/* Return memory for an array, with margins; the launch owns it. */
uint8_t *hr_direct_memory(hr_direct *direct, uint64_t bytes);
/* Parse a type such as "f32", "i1" (also "bool") or "u8" and set the kind and size of ARRAY to
 * those of NPY. */
hr_status hr_direct_type(hr_direct *direct, const hr_yaml *node, hr_npy *array) HR_MUST_CHECK;
/* Return the name of the type of ARRAY's elements, which hr_direct_type() reads: "f32". */
const char *hr_direct_type_name(const hr_npy *array);
/* Read the array that MAP describes by exactly one of the sources of docs/args.md. DEFAULT_TYPE (or
 * NULL) is the type if MAP has none. */
hr_status hr_direct_array(hr_direct *direct, const hr_yaml *map, const hr_elements *default_type,
			  hr_elements *elements) HR_MUST_CHECK;
/* Read an array from a value, or from nested lists of values, with elements of TYPE. */
hr_status hr_direct_values(hr_direct *direct, const hr_yaml *node, const hr_elements *type,
			   hr_elements *elements) HR_MUST_CHECK;
/* Read a shape, a number or a list of numbers, into ARRAY's dims and shape. */
hr_status hr_direct_shape(hr_direct *direct, const hr_yaml *node, hr_npy *array) HR_MUST_CHECK;
/* The keys that hr_direct_array() reads. */
extern const char *const hr_direct_array_keys[];

/* --- check.c: expected results, saved results ------------------------------------------------ */

/* Read save, print, expect and tolerance of SPEC, and report all errors in them before anything
 * runs. GOT has the type and count of the result. */
extern const char *const hr_check_keys[];
hr_status hr_check_read(hr_direct *direct, const hr_yaml *spec, const hr_elements *got,
			const char *what, hr_check *check) HR_MUST_CHECK;
/* Report, at AT, that the expected value of CHECK has another type or number of elements than GOT. */
hr_status hr_check_fit(hr_direct *direct, const hr_yaml *at, const hr_elements *got,
		       const hr_check *check) HR_MUST_CHECK;
/* Print, save and compare the result GOT. */
hr_status hr_check_do(hr_direct *direct, const hr_check *check, const hr_elements *got)
	HR_MUST_CHECK;

/* --- tensor.c --------------------------------------------------------------------------------- */

/* Create the tensor that SPEC, a map with the key `tensor`, describes. The run owns it. WHAT names
 * it in a report that it is too large. */
hr_status hr_direct_tensor(hr_direct *direct, const hr_yaml *spec, const char *what, void **handle)
	HR_MUST_CHECK;
/* Return the shapes of the tensors among the PACKED arguments, one for each input of ROOT. The
 * caller frees them with hr_free(). */
hr_dims *hr_direct_tensor_inputs(hr_direct *direct, const hr_function *root, const uint8_t *packed);
/* Read the type and shape, without data, of a result that SPEC, a map with the key `tensor`,
 * describes. */
hr_status hr_direct_tensor_result(hr_direct *direct, const hr_yaml *spec, hr_elements *elements)
	HR_MUST_CHECK;
/* Read the rest of SPEC: the tensor's own shape, and the path for error bounds. */
hr_status hr_direct_tensor_check(hr_direct *direct, const hr_yaml *spec, hr_check *check)
	HR_MUST_CHECK;
/* Return the data of the tensor HANDLE in ELEMENTS if it is as CHECK expects, and save its bounds
 * if requested. Error messages name the result of CHECK. */
hr_status hr_direct_tensor_values(hr_direct *direct, const hr_check *check, const void *handle,
				  hr_elements *elements) HR_MUST_CHECK;

/* --- needs.c ---------------------------------------------------------------------------------- */

/* Report if types or shapes of the tensors among the PACKED arguments are not what ROOT, a tensor program,
 * needs (X2). Other roots need nothing. */
hr_status hr_direct_needs(hr_direct *direct, const hr_function *root, const uint8_t *packed)
	HR_MUST_CHECK;

/* --- image.c ---------------------------------------------------------------------------------- */

/* Set the type of ELEMENTS to that of the channels that SPEC, an argument with the key `image`, names; false: it names none. */
bool hr_direct_image_elements(const hr_yaml *spec, hr_elements *elements);
/* Make HANDLE the descriptor of the image in TEXELS that SPEC describes, for a parameter of TYPE, as "image2d_t". */
hr_status hr_direct_image(hr_direct *direct, const hr_yaml *spec, const char *type,
			  const hr_elements *texels, hr_elements *handle) HR_MUST_CHECK;
/* Make HANDLE the sampler that SPEC describes. WHAT names the argument. */
hr_status hr_direct_sampler(hr_direct *direct, const hr_yaml *spec, const char *what,
			    hr_elements *handle) HR_MUST_CHECK;

/* --- pack.c: the arguments of one launch or push ---------------------------------------------- */

typedef struct hr_arguments {
	/* in the layout of H2, with room for the outputs; in the arena */
	uint8_t *packed;
	size_t inputs_bytes;
	unsigned
		count; /* of buffers: one for each input, then one for each pointer within an input, and for each image or sampler */
	hr_elements *buffers; /* the memory that pointers point to */
	uint64_t *into;       /* for each buffer: the pointer's offset in that memory */
	hr_check *checks;     /* checks of buffers; one for each */
	/* for each buffer: this part of the file, not BASE, has a check */
	bool *checked;
} hr_arguments;

/* Read arguments from NODE, a list, a map, or NULL for none. BASE (or NULL) provides arguments that
 * NODE's map omits. PREFIX begins the names of results in messages: "" or "push 3, ". */
hr_status hr_arguments_read(hr_direct *direct, const hr_function *root, const hr_yaml *node,
			    const hr_yaml *at, const hr_arguments *base, const char *prefix,
			    hr_arguments *arguments) HR_MUST_CHECK;
/* Return the buffer NAME of a list of launches, or NULL. */
const hr_named_buffer *hr_direct_buffer(const hr_direct *direct, const char *name);
/* Return one value of TYPE in its memory image as elements: a scalar, or a vector or array of
 * scalars; otherwise as bytes. Borrows DATA. */
hr_elements hr_elements_of_type(const hr_type *type, uint8_t *data);

/* --- variables.c ------------------------------------------------------------------------------ */

/* The keys of named buffers and of variables. */
extern const char *const hr_buffer_keys[];
/* Add the variables that FILE has to the buffers, and set them. */
hr_status hr_variables_read(hr_direct *direct, const hr_yaml *file) HR_MUST_CHECK;
/* The host is going to write BUFFER, if OPEN, or has written it. */
void hr_buffer_open(const hr_named_buffer *buffer, bool open);
/* Print, save and compare the buffers as their checks say. */
hr_status hr_buffers_check(hr_direct *direct) HR_MUST_CHECK;

/* --- part.c: one execution of a root, or one push ---------------------------------------------- */

typedef struct hr_part {
	hr_arguments arguments;
	hr_check *results;    /* one for each output */
	hr_elements *outputs; /* without data until the execution has returned */
	bool *tensors;        /* the outputs that are checked as tensors */
} hr_part;

/* Set *ROOT to the root of a graph that NAME is. */
hr_status hr_direct_root(hr_run *run, const char *name, hr_function **root) HR_MUST_CHECK;
/* Read `args` and `results` of MAP (or NULL); BASE and PREFIX as for hr_arguments_read(). */
hr_status hr_part_read(hr_direct *direct, const hr_function *root, const hr_yaml *map,
		       const hr_arguments *base, const char *prefix, hr_part *part) HR_MUST_CHECK;
/* Track the memory of BUFFER, which WHAT in LINE describes; or request it and end that. */
hr_status hr_buffer_track(hr_direct *direct, const hr_elements *buffer, const char *what,
			  unsigned line) HR_MUST_CHECK;
hr_status hr_buffer_untrack(hr_direct *direct, const hr_elements *buffer) HR_MUST_CHECK;
/* The same for each buffer that ARGUMENTS do not share with others. */
hr_status hr_part_track(hr_direct *direct, const hr_arguments *arguments) HR_MUST_CHECK;
hr_status hr_part_untrack(hr_direct *direct, const hr_arguments *arguments) HR_MUST_CHECK;
/* Check the packed outputs at OUTPUTS, or the buffers of ARGUMENTS, all of them; return the first
 * error. */
hr_status hr_part_check_outputs(hr_direct *direct, const hr_function *root, hr_part *part,
				uint8_t *outputs) HR_MUST_CHECK;
hr_status hr_part_check_buffers(hr_direct *direct, const hr_arguments *arguments) HR_MUST_CHECK;

#endif
