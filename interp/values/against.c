/* interp/values/against.c -- values of a run compared with those of another runtime, and replaced by them.
 *
 * Invariant: what follows a value that the other runtime gives uses its values, as exact; inputs of the
 *            root are compared and stay as they are.
 * Owns:      the rows, marks of what has been found in the archive.
 * Not here:  the report (tools/diff). */
#include "interp/values/against.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "interp/run/observer.h"
#include "interp/tensor/tensors.h"

struct hr_against {
	hr_run *run;
	const hr_npz *other;
	hr_observer observer;
	hr_values *values;
	pthread_mutex_t lock; /* of what follows */
	uint64_t *computed;   /* by value: how often */
	bool *used;           /* by array of OTHER */
	HR_VEC(hr_against_row) rows;
	hr_arena arena;
	hr_status status;
	bool said; /* the first difference has been reported */
};

/* --- elements --------------------------------------------------------------------------------- */

/* The values of a tensor and of the other runtime, of one type and shape. */
typedef struct against_pair {
	hr_elem elem;
	const void *ours, *theirs;
	const float *bound; /* NULL: exact */
} against_pair;

static void write_element(hr_elem elem, const void *data, uint64_t i, char text[HR_AGAINST_TEXT])
{
	if (hr_elem_is_real(elem))
		snprintf(text, HR_AGAINST_TEXT, "%.*g", elem == HR_E_F64 ? 17 : 9,
			 hr_elem_real(elem, data, i));
	else
		snprintf(text, HR_AGAINST_TEXT, "%" PRId64, hr_elem_integer(elem, data, i));
}

/* Return the distance of element I of both: 0 if they are equal or both NaN, infinite if one is NaN. */
static long double distance(const against_pair *pair, uint64_t i)
{
	long double ours, theirs;

	if (!hr_elem_is_real(pair->elem)) {
		ours = (long double)hr_elem_integer(pair->elem, pair->ours, i);
		theirs = (long double)hr_elem_integer(pair->elem, pair->theirs, i);
		return fabsl(ours - theirs);
	}
	ours = (long double)hr_elem_real(pair->elem, pair->ours, i);
	theirs = (long double)hr_elem_real(pair->elem, pair->theirs, i);
	if (ours == theirs || (isnan(ours) && isnan(theirs)))
		return 0;
	return isnan(ours) || isnan(theirs) ? (long double)INFINITY : fabsl(ours - theirs);
}

/* Compare all elements. */
static void compare(hr_against_row *row, const against_pair *pair)
{
	row->verdict = HR_AGAINST_SAME;
	if (memcmp(pair->ours, pair->theirs, row->count * hr_elem_bytes(pair->elem)) == 0)
		return;
	for (uint64_t i = 0; i < row->count; i++) {
		long double off = distance(pair, i);
		float bound = pair->bound ? pair->bound[i] : 0;
		double share = (double)(off / (long double)bound);

		if (off == 0)
			continue;
		if (row->verdict == HR_AGAINST_SAME)
			row->verdict = HR_AGAINST_WITHIN;
		if (isinf(bound)) {
			row->unbounded++;
			continue;
		}
		row->share = share > row->share ? share : row->share;
		if (off <= (long double)bound)
			continue;
		row->verdict = HR_AGAINST_DIFFERS;
		if (row->differing++)
			continue;
		row->first = i;
		row->bound = (double)bound;
		write_element(pair->elem, pair->ours, i, row->ours);
		write_element(pair->elem, pair->theirs, i, row->theirs);
	}
}

/* --- reports ---------------------------------------------------------------------------------- */

const char *hr_against_index(const hr_dims *shape, uint64_t flat, char text[HR_DIMS_TEXT])
{
	hr_dims index = *shape;

	for (unsigned axis = shape->rank; axis-- > 0; flat /= shape->dim[axis])
		index.dim[axis] = flat % shape->dim[axis];
	return hr_dims_text(&index, text);
}

static const char *reason(hr_against *self, const hr_against_row *row)
{
	char index[HR_DIMS_TEXT], shape[HR_DIMS_TEXT];
	const char *other = "(";

	if (row->verdict == HR_AGAINST_TYPE)
		return hr_arena_printf(&self->arena, "its elements are %s instead of %s",
				       row->other_type, row->type);
	if (row->verdict == HR_AGAINST_DIFFERS)
		return hr_arena_printf(&self->arena,
				       "element %s is %s instead of %s, with the bound %.3g",
				       hr_against_index(&row->shape, row->first, index),
				       row->theirs, row->ours, row->bound);
	for (unsigned i = 0; i < row->other_rank; i++)
		other = hr_arena_printf(&self->arena, "%s%s%" PRIu64, other, i ? ", " : "",
					row->other_shape[i]);
	return hr_arena_printf(&self->arena, "its shape is %s) instead of %s", other,
			       hr_dims_text(&row->shape, shape));
}

/* Report the first row of the run that is a finding. */
static void report(hr_against *self, const hr_thread *thread, const hr_against_row *row)
{
	const hr_value *value = row->value;
	hr_status status;

	if (self->said || !hr_against_is_finding(row->verdict))
		return;
	self->said = true;
	status = hr_report_at(self->run, thread, HR_D_values_differ, value->name,
			      value->input        ? "input"
			      : *value->operator_ ? value->operator_
						  : "leaf",
			      value->where, reason(self, row));
	if (self->status == HR_OK)
		self->status = status;
}

/* --- values ----------------------------------------------------------------------------------- */

/* Read what the other runtime gives for VALUE. Return false if it gives nothing. */
static bool find_array(hr_against *self, size_t value, hr_npy *array)
{
	const char *name = hr_values_at(self->values, value)->name, *why;
	uint64_t nth = ++self->computed[value];
	size_t index;

	if (nth > 1)
		name = hr_arena_printf(&self->arena, "%s#%" PRIu64, name, nth);
	if (!hr_npz_find(self->other, name, &index))
		return false;
	self->used[index] = true;
	if (hr_npz_read(self->other, index, array, &why))
		return true;
	self->status = hr_report(self->run->diags, HR_D_malformed_file, NULL, name, why);
	return false;
}

static const char *type_name(const hr_npy *array)
{
	hr_elem elem = hr_npy_elem(array);

	return elem ? hr_elem_name(elem) : "u64";
}

static void compare_tensor(hr_against_row *row, const hr_tensor *tensor, const hr_npy *ours,
			   const hr_npy *theirs)
{
	const against_pair pair = {hr_npy_elem(ours), ours->data, theirs->data, tensor->bound};

	row->other_type = type_name(theirs);
	row->other_rank = theirs->dims;
	memcpy(row->other_shape, theirs->shape, theirs->dims * sizeof(*theirs->shape));
	if (hr_npy_elem(theirs) != pair.elem)
		row->verdict = HR_AGAINST_TYPE;
	else if (theirs->dims != ours->dims ||
		 memcmp(theirs->shape, ours->shape, ours->dims * sizeof(*ours->shape)) != 0)
		row->verdict = HR_AGAINST_SHAPE;
	else
		compare(row, &pair);
}

/* Make HANDLE a tensor like LIKE with the values of ARRAY. */
static hr_status replace(const hr_against *self, hr_thread *thread, const hr_tensor *like,
			 const hr_npy *array, void **handle)
{
	hr_tensor *made;
	hr_dims dims;

	if (!hr_npy_dims(array, &dims))
		return HR_OK;
	HR_TRY(hr_tensor_new(self->run, thread, &dims, like->view.data_type, HR_TENSOR_RESULT,
			     "a value of another runtime", &made));
	memcpy(made->data, array->data, made->bytes);
	hr_tensor_settle(self->run, made);
	*handle = made;
	return HR_OK;
}

/* Compare VALUE, whose tensor is *HANDLE, and replace it unless it is an input. The caller holds the
 * lock. */
static hr_status judge(hr_against *self, hr_thread *thread, size_t value, void **handle)
{
	const char *why;
	const hr_tensor *tensor = hr_tensor_find(self->run, *handle, &why);
	hr_against_row row = {.value = hr_values_at(self->values, value)};
	hr_npy ours, theirs;
	hr_status status = HR_OK;

	if (!tensor || !hr_tensor_npy(tensor, &ours) || !hr_npy_dims(&ours, &row.shape))
		return HR_OK;
	row.type = type_name(&ours);
	row.count = ours.count;
	if (!find_array(self, value, &theirs)) {
		/* few runtimes give values in bodies, and there is one for each iteration */
		if (row.value->part >= 0)
			return HR_OK;
		row.verdict = HR_AGAINST_MISSING;
	} else {
		compare_tensor(&row, tensor, &ours, &theirs);
		report(self, thread, &row);
		if (!row.value->input && row.verdict <= HR_AGAINST_DIFFERS)
			status = replace(self, thread, tensor, &theirs, handle);
		hr_free(theirs.data);
	}
	row.execution = self->computed[value];
	HR_PUSH(&self->rows, row);
	return status;
}

/* Judge the values of NODE, whose PORTS are in IMAGE. */
static hr_status judge_all(hr_against *self, hr_thread *thread, const hr_node *node,
			   const hr_port *ports, uint8_t *image)
{
	size_t first, count = hr_values_of(self->values, node, &first);
	hr_status status = HR_OK;

	pthread_mutex_lock(&self->lock);
	for (size_t i = first; i < first + count && status == HR_OK; i++) {
		uint8_t *at = image + ports[hr_values_at(self->values, i)->port].offset;
		void *handle;

		memcpy(&handle, at, sizeof(handle));
		status = judge(self, thread, i, &handle);
		memcpy(at, &handle, sizeof(handle));
	}
	pthread_mutex_unlock(&self->lock);
	return status;
}

static hr_status began(void *data, const hr_node *root, const uint8_t *inputs)
{
	uint8_t *image = hr_alloc(root->inputs_bytes + 1u);
	hr_status status;

	memcpy(image, inputs, root->inputs_bytes); /* inputs are not replaced */
	status = judge_all(data, hr_thread_peek(), root, root->inputs, image);
	hr_free(image);
	return status;
}

static hr_status ended(void *data, hr_thread *thread, const hr_node *leaf, uint8_t *outputs)
{
	return judge_all(data, thread, leaf, leaf->outputs, outputs);
}

static hr_status inner(void *data, hr_thread *thread, unsigned output, void **handle)
{
	hr_against *self = data;
	hr_status status = HR_OK;
	size_t value;

	if (!hr_values_inner(self->values, thread->part.leaf, thread->part.number, output, &value))
		return HR_OK;
	pthread_mutex_lock(&self->lock);
	status = judge(self, thread, value, handle);
	pthread_mutex_unlock(&self->lock);
	return status;
}

/* --- making, reading -------------------------------------------------------------------------- */

hr_against *hr_against_new(hr_run *run, const hr_npz *other)
{
	hr_against *self = hr_alloc_zero(sizeof(*self));

	self->run = run;
	self->other = other;
	self->observer = (hr_observer){self, began, ended, inner};
	self->values = hr_values_new(run->program);
	self->computed =
		hr_alloc_zero((hr_values_count(self->values) + 1) * sizeof(*self->computed));
	self->used = hr_alloc_zero(hr_npz_count(other) + 1);
	pthread_mutex_init(&self->lock, NULL);
	hr_arena_init(&self->arena);
	run->observer = &self->observer;
	return self;
}

void hr_against_free(hr_against *self)
{
	if (!self)
		return;
	self->run->observer = NULL;
	hr_values_free(self->values);
	hr_free(self->computed);
	hr_free(self->used);
	HR_VEC_FREE(&self->rows);
	hr_arena_free(&self->arena);
	pthread_mutex_destroy(&self->lock);
	hr_free(self);
}

const hr_against_row *hr_against_rows(const hr_against *self, size_t *count)
{
	*count = self->rows.count;
	return self->rows.data;
}

/* Return true if NAME is that of the bounds of an array of the archive, as --save-bounds saves them. */
static bool is_bound(const hr_against *self, const char *name)
{
	static const char end[] = ".bound";
	const size_t length = strlen(name), tail = sizeof(end) - 1;
	char *of;
	size_t index;
	bool found;

	if (length <= tail || strcmp(name + length - tail, end) != 0)
		return false;
	of = hr_strdup(name);
	of[length - tail] = '\0';
	found = hr_npz_find(self->other, of, &index);
	hr_free(of);
	return found;
}

const char *hr_against_unknown(const hr_against *self, size_t *i)
{
	while (*i < hr_npz_count(self->other))
		if (!self->used[(*i)++] && !is_bound(self, hr_npz_name(self->other, *i - 1)))
			return hr_npz_name(self->other, *i - 1);
	return NULL;
}

/* Return true if some array of the archive is a value of the program. */
static bool any_is_known(const hr_against *self)
{
	for (size_t i = 0; i < hr_npz_count(self->other); i++)
		if (self->used[i])
			return true;
	return false;
}

hr_status hr_against_status(const hr_against *self)
{
	size_t at = 0;

	if (self->status != HR_OK || !self->rows.count || any_is_known(self))
		return self->status;
	return hr_report(self->run->diags, HR_D_no_such_value, NULL, hr_against_unknown(self, &at),
			 ", nor any other array of the archive");
}
