/* interp/tensor/heap.c -- create, find and free the tensors of a run.
 *
 * Invariant: a handle is in the table exactly while its tensor lives. A few freed tensors are
 *            remembered, so that a diagnostic can say what freed the tensor of a stale handle.
 * Owns:      tensors, their values and bounds.
 * Clauses:   T (every operation creates a new tensor), M1 for their lifetime.
 * Not here:  what operations compute (apply.c), the host's functions (interp/host/tensor_api.c). */
#include <string.h>

#include "interp/check/sandbox.h"
#include "interp/run/end.h"
#include "interp/tensor/blocks.h"
#include "interp/tensor/tensors.h"
#include "src/base/alloc.h"
#include "src/base/map.h"

enum { REMEMBERED = 256 };

struct hr_tensors {
	hr_run *run;
	pthread_mutex_t lock;
	hr_map known;                 /* handle to the same handle */
	hr_map executions;            /* hr_objects to the first tensor of the execution */
	hr_tensor *live;              /* newest first */
	hr_tensor *ended[REMEMBERED]; /* ring buffer */
	uint64_t ended_count, made, mark;
	uint64_t versions; /* number of versions so far */
	/* tensors with smaller serials are exact; see hr_tensors_exact() */
	uint64_t exact;
	hr_aliases *aliases;
	hr_blocks blocks;
	bool repeats;          /* see hr_tensors_repeat() */
	bool by_backend;       /* see hr_tensors_by_backend() */
	hr_rounding rounding;  /* see hr_tensors_rounded() */
	hr_all_counts *counts; /* NULL: none yet */
};

static hr_tensors *tensors_of(hr_run *run)
{
	hr_tensors *tensors = __atomic_load_n(&run->tensors, __ATOMIC_ACQUIRE);

	if (tensors)
		return tensors;
	pthread_mutex_lock(&run->lock);
	if (!run->tensors) {
		tensors = hr_alloc_zero(sizeof(*tensors));
		tensors->run = run;
		tensors->mark = UINT64_MAX;
		tensors->aliases = hr_aliases_new();
		pthread_mutex_init(&tensors->lock, NULL);
		pthread_mutex_init(&tensors->blocks.lock, NULL);
		__atomic_store_n(&run->tensors, tensors, __ATOMIC_RELEASE);
	}
	tensors = run->tensors;
	pthread_mutex_unlock(&run->lock);
	return tensors;
}

/* --- memory: the program chooses the sizes, so exhaustion is a diagnostic, not an abort --- */

static size_t bound_bytes(const hr_tensor *tensor)
{
	return tensor->count * sizeof(float);
}

static void free_all_values(hr_tensors *tensors, hr_tensor *tensor)
{
	if (!tensor->mapped)
		hr_block_release(&tensors->blocks, tensor->data, tensor->bytes);
	hr_block_release(&tensors->blocks, tensor->bound, bound_bytes(tensor));
	tensor->data = tensor->bound = NULL;
}

void hr_tensors_free(hr_tensors *tensors)
{
	if (!tensors)
		return;
	while (tensors->live) {
		hr_tensor *next = tensors->live->next;

		free_all_values(tensors, tensors->live);
		hr_storage_drop(tensors->live->alias.storage);
		hr_free(tensors->live);
		tensors->live = next;
	}
	for (size_t i = 0; i < REMEMBERED; i++)
		hr_free(tensors->ended[i]);
	hr_map_free(&tensors->known);
	hr_map_free(&tensors->executions);
	hr_aliases_free(tensors->aliases);
	hr_all_counts_free(tensors->counts);
	hr_blocks_free(&tensors->blocks);
	pthread_mutex_destroy(&tensors->lock);
	hr_free(tensors);
}

/* --- creating --------------------------------------------------------------------------------- */

static void link_tensor(hr_tensors *tensors, hr_tensor *tensor)
{
	uint64_t first = 0;

	pthread_mutex_lock(&tensors->lock);
	tensor->serial = tensors->made++;
	tensor->version = tensor->result ? 0 : ++tensors->versions;
	tensor->alias.storage = hr_storage_new();
	tensor->next = tensors->live;
	if (tensor->next)
		tensor->next->previous = tensor;
	tensors->live = tensor;
	hr_map_put(&tensors->known, hr_map_key(tensor), hr_map_key(tensor));
	if (tensor->result && !tensor->bound && !tensor->mapped)
		tensors->by_backend = true;
	if (tensor->execution) {
		hr_map_get(&tensors->executions, hr_map_key(tensor->execution), &first);
		tensor->sibling = (hr_tensor *)(uintptr_t)first;
		hr_map_put(&tensors->executions, hr_map_key(tensor->execution), hr_map_key(tensor));
	}
	pthread_mutex_unlock(&tensors->lock);
}

/* Return the new tensor, or NULL if memory is exhausted. */
static hr_tensor *make(hr_tensors *tensors, const hr_dims *shape, int32_t type, uint64_t count,
		       size_t bytes, hr_tensor_use use)
{
	hr_tensor *tensor = hr_alloc_zero(sizeof(*tensor));

	tensor->view.data_type = tensor->view.cur_type = type;
	tensor->view.num_elems = tensor->count = count;
	tensor->view.size_in_bytes = tensor->bytes = bytes;
	tensor->view.num_dims = (int32_t)shape->rank;
	tensor->view.dim_sizes = tensor->sizes;
	for (unsigned i = 0; i < shape->rank; i++)
		tensor->sizes[i] = shape->dim[i];
	tensor->mapped = use == HR_TENSOR_MAPPED;
	if (use != HR_TENSOR_UNSEEN && !tensor->mapped)
		tensor->data = hr_block_take(&tensors->blocks, bytes);
	if (use == HR_TENSOR_RESULT && tensor->data)
		tensor->bound = hr_block_take(&tensors->blocks, bound_bytes(tensor));
	if (use == HR_TENSOR_UNSEEN || tensor->mapped ||
	    (tensor->data && (tensor->bound || use != HR_TENSOR_RESULT)))
		return tensor;
	free_all_values(tensors, tensor);
	hr_free(tensor);
	return NULL;
}

hr_status hr_tensor_new(hr_run *run, hr_thread *thread, const hr_dims *shape, int32_t type,
			hr_tensor_use use, const char *what, hr_tensor **out)
{
	bool result = use != HR_TENSOR_OF_HOST, wide = false;
	hr_elem elem = hr_tensor_elem(type, &wide);
	uint64_t count = hr_dims_count(shape);
	hr_tensors *tensors = tensors_of(run);
	hr_tensor *tensor = NULL;
	size_t bytes;

	if (count == UINT64_MAX ||
	    __builtin_mul_overflow(count, wide ? sizeof(double) : hr_elem_bytes(elem), &bytes))
		bytes = SIZE_MAX;
	else
		tensor = make(tensors, shape, type, count, bytes, use);
	if (!tensor)
		return hr_report_at(run, thread, HR_D_memory_limit, what, bytes);
	tensor->result = result;
	tensor->view.data_placement = result ? HR_TENSOR_ON_DEVICE : HR_TENSOR_ON_HOST;
	tensor->execution = result && thread ? thread->allocations : NULL;
	tensor->maker = tensor->execution ? thread : NULL;
	if (!result) {
		memset(tensor->data, 0xff, bytes); /* NaN, so that a read shows */
		tensor->view.host_data = tensor->data;
		hr_tensor_lend(run, tensor);
	}
	hr_sandbox_grant(run->checker, tensor, sizeof(tensor->view) + sizeof(tensor->sizes), false);
	link_tensor(tensors, tensor);
	*out = tensor;
	return HR_OK;
}

void hr_tensor_lend(hr_run *run, const hr_tensor *tensor)
{
	hr_sandbox_grant(run->checker, tensor->data, tensor->bytes, true);
}

/* --- finding ---------------------------------------------------------------------------------- */

/* Return what freed HANDLE, or "no tensor". The caller holds the lock. */
static const char *what_it_is(const hr_tensors *tensors, const void *handle)
{
	for (size_t i = 0; i < REMEMBERED; i++)
		if (tensors->ended[i] == handle)
			return tensors->ended[i]->freed_by;
	return "not a tensor";
}

hr_tensor *hr_tensor_find(hr_run *run, const void *handle, const char **why)
{
	hr_tensors *tensors = tensors_of(run);
	uint64_t value;
	bool known;

	if (!handle) {
		*why = "null";
		return NULL;
	}
	pthread_mutex_lock(&tensors->lock);
	known = hr_map_get(&tensors->known, hr_map_key(handle), &value);
	if (!known)
		*why = what_it_is(tensors, handle);
	pthread_mutex_unlock(&tensors->lock);
	return known ? (hr_tensor *)(uintptr_t)value : NULL;
}

bool hr_tensor_dims(const hr_tensor *tensor, hr_dims *dims)
{
	hr_dims now = {.rank = (unsigned)tensor->view.num_dims};

	if (now.rank > HR_RANK_MOST || tensor->view.dim_sizes != tensor->sizes)
		return false;
	for (unsigned i = 0; i < now.rank; i++)
		now.dim[i] = tensor->sizes[i];
	if (hr_dims_count(&now) != tensor->count || tensor->view.num_elems != tensor->count)
		return false;
	*dims = now;
	return true;
}

void hr_tensor_settle(hr_run *run, hr_tensor *tensor)
{
	hr_block_release(&tensors_of(run)->blocks, tensor->bound, bound_bytes(tensor));
	tensor->bound = NULL;
}

void hr_tensor_computed(hr_run *run, hr_tensor *tensor)
{
	hr_tensors *tensors = tensors_of(run);

	hr_tensor_settle(run, tensor);
	pthread_mutex_lock(&tensors->lock);
	tensors->by_backend = true;
	pthread_mutex_unlock(&tensors->lock);
}

int32_t hr_tensor_type_of(hr_elem elem, bool wide)
{
	if (!wide)
		switch (elem) {
		case HR_E_F32: return HR_TENSOR_FLOAT;
		case HR_E_F64: return HR_TENSOR_DOUBLE;
		case HR_E_F16: return HR_TENSOR_HALF;
		case HR_E_I8: return HR_TENSOR_INT8;
		default: break;
		}
	return HR_TENSOR_OTHERS + 2 * (int32_t)elem + wide;
}

hr_elem hr_tensor_elem(int32_t type, bool *wide)
{
	static const hr_elem first[] = {HR_E_F32, HR_E_F64, HR_E_F16, HR_E_I8};
	int32_t other = type - HR_TENSOR_OTHERS;

	*wide = other > 0 && other % 2;
	return type >= 0 && type <= HR_TENSOR_INT8            ? first[type]
	       : other > 1 && other / 2 < (int32_t)HR_E_COUNT ? (hr_elem)(other / 2)
							      : HR_E_NONE;
}

bool hr_tensor_array(const hr_tensor *tensor, hr_array *array, const char **why)
{
	const hr_tensor_view *view = &tensor->view;

	*why = view->data_type == HR_TENSOR_DOUBLE   ? "of type double"
	       : view->data_type == HR_TENSOR_HALF   ? "of type half"
	       : view->data_type == HR_TENSOR_INT8   ? "of type int8"
	       : view->data_type != HR_TENSOR_FLOAT  ? "not of type float"
	       : view->data_format != HR_TENSOR_NCHW ? "in the unsupported format NHWC"
	       : view->host_data && view->host_data != tensor->data
		       ? "invalid: the program has overwritten its host_data"
		       : NULL;
	if (*why)
		return false;
	if (!hr_tensor_dims(tensor, &array->shape)) {
		*why = "invalid: its dimensions do not match its number of elements";
		return false;
	}
	array->value = tensor->data;
	array->bound = tensor->bound;
	return true;
}

/* --- freeing ---------------------------------------------------------------------------------- */

/* The caller holds the lock. TENSOR must be in no list of an execution. */
static void end_tensor(hr_tensors *tensors, hr_tensor *tensor, const char *by)
{
	hr_tensor **place = &tensors->ended[tensors->ended_count++ % REMEMBERED];

	hr_map_remove(&tensors->known, hr_map_key(tensor));
	if (tensor->previous)
		tensor->previous->next = tensor->next;
	else
		tensors->live = tensor->next;
	if (tensor->next)
		tensor->next->previous = tensor->previous;
	hr_sandbox_withdraw(tensors->run->checker, tensor);
	hr_sandbox_withdraw(tensors->run->checker, tensor->data);
	free_all_values(tensors, tensor);
	hr_storage_drop(tensor->alias.storage);
	memset(&tensor->view, 0xa5, sizeof(tensor->view));
	tensor->freed_by = by;
	hr_free(*place);
	*place = tensor;
}

void hr_tensor_free(hr_run *run, hr_tensor *tensor, const char *by)
{
	hr_tensors *tensors = tensors_of(run);

	pthread_mutex_lock(&tensors->lock);
	end_tensor(tensors, tensor, by);
	pthread_mutex_unlock(&tensors->lock);
}

void hr_tensors_mark(hr_run *run)
{
	hr_tensors *tensors = tensors_of(run);

	pthread_mutex_lock(&tensors->lock);
	tensors->mark = tensors->made;
	pthread_mutex_unlock(&tensors->lock);
}

void hr_tensors_end_set(hr_run *run, hr_tensor_set set, const char *by)
{
	hr_tensors *tensors = tensors_of(run);

	pthread_mutex_lock(&tensors->lock);
	for (hr_tensor *at = tensors->live, *next; at; at = next) {
		next = at->next;
		if (!at->execution &&
		    (at->result || (set == HR_TENSORS_SINCE_MARK && at->serial >= tensors->mark)))
			end_tensor(tensors, at, by);
	}
	pthread_mutex_unlock(&tensors->lock);
}

uint64_t hr_tensors_made(hr_run *run)
{
	hr_tensors *tensors = tensors_of(run);
	uint64_t made;

	pthread_mutex_lock(&tensors->lock);
	made = tensors->made;
	pthread_mutex_unlock(&tensors->lock);
	return made;
}

static bool is_among(const hr_tensor *tensor, hr_tensor *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == tensor)
			return true;
	return false;
}

/* An execution's tensors are listed newest first, so those before MARK are not looked at. */
void hr_tensors_keep(hr_thread *thread, uint64_t mark, hr_tensor *const *kept, size_t count)
{
	hr_tensors *tensors = tensors_of(thread->run);
	const uint64_t key = hr_map_key(thread->allocations);
	uint64_t first = 0;
	hr_tensor *list, **link = &list;

	pthread_mutex_lock(&tensors->lock);
	hr_map_get(&tensors->executions, key, &first);
	list = (hr_tensor *)(uintptr_t)first;
	while (*link && (*link)->serial >= mark) {
		hr_tensor *at = *link;

		if (at->maker != thread || is_among(at, kept, count)) {
			link = &at->sibling;
			continue;
		}
		*link = at->sibling;
		end_tensor(tensors, at, "freed by __hpvm__tensor_keep()");
	}
	if (first)
		hr_map_put(&tensors->executions, key, hr_map_key(list));
	pthread_mutex_unlock(&tensors->lock);
}

/* Return true if one of the pointers that ROOT returns is TENSOR. */
static bool is_given(const hr_tensor *tensor, const hr_node *root, const uint8_t *outputs)
{
	for (unsigned i = 0; outputs && i < root->output_count; i++) {
		const void *given;

		if (root->outputs[i].type->kind != HR_T_PTR)
			continue;
		memcpy(&given, outputs + root->outputs[i].offset, sizeof(given));
		if (given == tensor)
			return true;
	}
	return false;
}

void hr_tensors_dying(hr_run *run, const hr_objects *objects, const hr_node *root,
		      const uint8_t *outputs, void (*tell)(void *data, const void *values),
		      void *data)
{
	hr_tensors *tensors = __atomic_load_n(&run->tensors, __ATOMIC_ACQUIRE);
	uint64_t first = 0;

	if (!tensors)
		return;
	pthread_mutex_lock(&tensors->lock);
	hr_map_get(&tensors->executions, hr_map_key(objects), &first);
	for (const hr_tensor *at = (hr_tensor *)(uintptr_t)first; at; at = at->sibling)
		if (at->data && !is_given(at, root, outputs))
			tell(data, at->data);
	pthread_mutex_unlock(&tensors->lock);
}

void hr_tensors_ended(hr_run *run, const hr_objects *objects, const hr_node *root,
		      const uint8_t *outputs)
{
	hr_tensors *tensors = __atomic_load_n(&run->tensors, __ATOMIC_ACQUIRE);
	uint64_t first = 0;

	if (!tensors)
		return;
	pthread_mutex_lock(&tensors->lock);
	hr_map_get(&tensors->executions, hr_map_key(objects), &first);
	hr_map_remove(&tensors->executions, hr_map_key(objects));
	tensors->repeats = false;
	for (hr_tensor *at = (hr_tensor *)(uintptr_t)first, *next; at; at = next) {
		next = at->sibling;
		at->sibling = NULL;
		at->execution = NULL;
		if (!is_given(at, root, outputs))
			end_tensor(tensors, at, "of an execution that has ended");
	}
	pthread_mutex_unlock(&tensors->lock);
}

/* --- what HPVM 1.0 would overwrite ------------------------------------------------------------ */

static hr_status report(hr_run *run, const hr_thread *thread, const hr_alias_finding *finding)
{
	hr_status first = HR_OK;

	for (unsigned i = 0; i < finding->count; i++) {
		hr_status status =
			hr_report_at(run, thread, HR_D_tensor_overwritten, finding->text[i]);

		first = first != HR_OK ? first : status;
	}
	return first;
}

hr_status hr_tensors_consume(hr_thread *thread, const hr_tensor_op *op, hr_tensor *const *operands,
			     hr_tensor *result)
{
	hr_tensors *tensors = tensors_of(thread->run);
	const char *name = hr_hpvm_ir_name(op->op);
	hr_alias_finding finding = {0};

	pthread_mutex_lock(&tensors->lock);
	for (unsigned i = 0; i < op->operand_count && !tensors->repeats; i++)
		hr_alias_read(tensors->aliases, &operands[i]->alias, thread, name, &finding);
	if (!tensors->repeats && hr_overwrites_operand(op->op) &&
	    result->count == operands[0]->count) {
		hr_storage_drop(result->alias.storage);
		result->alias = hr_alias_overwrite(tensors->aliases, &operands[0]->alias, thread,
						   name, &finding);
	}
	pthread_mutex_unlock(&tensors->lock);
	return report(thread->run, thread, &finding);
}

hr_status hr_tensor_written(hr_run *run, hr_tensor *tensor, const char *name)
{
	hr_tensors *tensors = tensors_of(run);
	hr_alias_finding finding = {0};
	hr_alias before = tensor->alias;

	pthread_mutex_lock(&tensors->lock);
	tensor->alias = hr_alias_overwrite(tensors->aliases, &before, NULL, name, &finding);
	hr_storage_drop(before.storage);
	if (tensor->version)
		tensor->version = ++tensors->versions;
	pthread_mutex_unlock(&tensors->lock);
	return report(run, hr_thread_peek(), &finding);
}

void hr_tensor_renew(hr_run *run, hr_tensor *tensor)
{
	hr_tensors *tensors = tensors_of(run);

	pthread_mutex_lock(&tensors->lock);
	if (tensor->version)
		tensor->version = ++tensors->versions;
	pthread_mutex_unlock(&tensors->lock);
}

void hr_tensors_exact(hr_run *run)
{
	hr_tensors *tensors = tensors_of(run);

	pthread_mutex_lock(&tensors->lock);
	tensors->exact = tensors->made;
	pthread_mutex_unlock(&tensors->lock);
}

bool hr_tensors_by_backend(hr_run *run)
{
	hr_tensors *tensors = tensors_of(run);
	bool is;

	pthread_mutex_lock(&tensors->lock);
	is = tensors->by_backend;
	pthread_mutex_unlock(&tensors->lock);
	return is;
}

void hr_tensors_rounded(hr_run *run, const hr_rounding *rounding)
{
	tensors_of(run)->rounding = *rounding;
}

hr_rounding hr_tensors_rounding(hr_run *run)
{
	return tensors_of(run)->rounding;
}

bool hr_tensor_is_exact(hr_run *run, const hr_tensor *tensor)
{
	return tensor->serial < __atomic_load_n(&tensors_of(run)->exact, __ATOMIC_RELAXED);
}

hr_status hr_tensor_read_by_host(hr_run *run, const hr_tensor *tensor, const char *name)
{
	hr_tensors *tensors = tensors_of(run);
	hr_alias_finding finding = {0};

	pthread_mutex_lock(&tensors->lock);
	hr_alias_read(tensors->aliases, &tensor->alias, NULL, name, &finding);
	pthread_mutex_unlock(&tensors->lock);
	return report(run, hr_thread_peek(), &finding);
}

void hr_tensors_repeat(hr_run *run)
{
	hr_tensors *tensors = __atomic_load_n(&run->tensors, __ATOMIC_ACQUIRE);

	if (!tensors)
		return;
	pthread_mutex_lock(&tensors->lock);
	tensors->repeats = true;
	pthread_mutex_unlock(&tensors->lock);
}

hr_all_counts *hr_tensors_lock_counts(hr_run *run)
{
	hr_tensors *tensors = tensors_of(run);

	pthread_mutex_lock(&tensors->lock);
	if (!tensors->counts)
		tensors->counts = hr_all_counts_new();
	return tensors->counts;
}

void hr_tensors_unlock_counts(hr_run *run)
{
	pthread_mutex_unlock(&tensors_of(run)->lock);
}

bool hr_tensors_equal(hr_run *run, const void *one, const void *other)
{
	const char *why;
	const hr_tensor *a = hr_tensor_find(run, one, &why), *b = hr_tensor_find(run, other, &why);
	hr_dims a_dims, b_dims;

	if (!a || !b || !hr_tensor_dims(a, &a_dims) || !hr_tensor_dims(b, &b_dims))
		return false;
	return a_dims.rank == b_dims.rank &&
	       memcmp(a_dims.dim, b_dims.dim, a_dims.rank * sizeof(*a_dims.dim)) == 0 &&
	       a->bytes == b->bytes && memcmp(a->data, b->data, a->bytes) == 0;
}
