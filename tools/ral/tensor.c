/* tools/ral/tensor.c -- tensors of libhpvm-ral and their buffers on the device.
 *
 * Invariant: a tensor of no elements has no memory.
 * Owns:      tensors, memory; they are in the context's list until they are freed.
 * Not here:  who makes results (apply.c). */
#include <string.h>

#include "tools/ral/ral_private.h"

_Static_assert((int)RAL_F16 == (int)HR_E_F16 && (int)RAL_BOOL == (int)HR_E_BOOL &&
		       (int)RAL_BOOL + 1 == (int)HR_E_COUNT,
	       "types of ral.h are those of tensors");
_Static_assert((int)RAL_RANK_MOST == (int)HR_RANK_MOST, "so are ranks");

/* --- memory ----------------------------------------------------------------------------------- */

static ral_memory *make_memory(ral *r, size_t bytes)
{
	void *buffer = r->device.allocate(r->device.state, bytes);
	ral_memory *memory;

	if (!buffer) {
		(void)ral_fail_device(r, "no memory for a tensor");
		return NULL;
	}
	memory = hr_alloc_zero(sizeof(*memory));
	*memory = (ral_memory){.buffer = buffer, .bytes = bytes, .users = 1};
	return memory;
}

static void release_memory(const ral *r, ral_memory *memory)
{
	if (!memory || --memory->users)
		return;
	if (!memory->shared)
		r->device.release(r->device.state, memory->buffer, memory->bytes);
	hr_free(memory);
}

/* --- tensors ---------------------------------------------------------------------------------- */

static ral_tensor *add_tensor(ral *r, const ral_run *run, hr_elem elem, bool wide,
			      const hr_dims *shape)
{
	ral_tensor *t = hr_alloc_zero(sizeof(*t));

	*t = (ral_tensor){.context = r,
			  .elem = elem,
			  .wide = wide,
			  .shape = *shape,
			  .count = hr_dims_count(shape),
			  .values = 1,
			  .run = run,
			  .next = r->tensors};
	t->bytes = t->count * hr_elem_bytes(hr_rowkernel_storage(elem, wide));
	if (r->tensors)
		r->tensors->previous = t;
	r->tensors = t;
	return t;
}

ral_tensor *ral_tensor_make(ral *r, const ral_run *run, hr_elem elem, bool wide,
			    const hr_dims *shape)
{
	ral_tensor *t;

	if (hr_dims_count(shape) > SIZE_MAX / sizeof(double) / 2) {
		(void)ral_fail(r, "a tensor would exceed the address space");
		return NULL;
	}
	t = add_tensor(r, run, elem, wide, shape);
	if (t->bytes)
		t->memory = make_memory(r, t->bytes);
	if (t->memory || !t->bytes)
		return t;
	ral_tensor_free(t);
	return NULL;
}

ral_tensor *ral_tensor_view(const ral_tensor *of, const ral_run *run, hr_elem elem,
			    const hr_dims *shape)
{
	ral_tensor *t = add_tensor(of->context, run, elem, of->wide, shape);

	t->memory = of->memory;
	if (t->memory)
		t->memory->users++;
	return t;
}

ral_tensor *ral_tensor_constant(ral *r, hr_elem elem, const hr_dims *shape, const void *memory)
{
	uint64_t bytes = hr_dims_count(shape) * hr_elem_bytes(elem);
	void *buffer =
		r->device.share && bytes ? r->device.share(r->device.state, memory, bytes) : NULL;
	ral_tensor *t;

	if (!buffer) {
		t = ral_tensor_make(r, NULL, elem, false, shape);
		if (t && t->bytes &&
		    r->device.write(r->device.state, t->memory->buffer, memory, t->bytes)) {
			(void)ral_fail_device(r, "a constant cannot be written");
			ral_tensor_free(t);
			return NULL;
		}
	} else {
		t = add_tensor(r, NULL, elem, false, shape);
		t->memory = hr_alloc_zero(sizeof(*t->memory));
		*t->memory =
			(ral_memory){.buffer = buffer, .bytes = bytes, .users = 1, .shared = true};
	}
	if (t)
		t->constant = true;
	return t;
}

void ral_tensor_release(ral_tensor *t)
{
	release_memory(t->context, t->memory);
	t->memory = NULL;
}

void ral_tensor_free(ral_tensor *t)
{
	ral *r = t->context;

	if (t->previous)
		t->previous->next = t->next;
	else
		r->tensors = t->next;
	if (t->next)
		t->next->previous = t->previous;
	ral_tensor_release(t);
	hr_free(t);
}

/* --- elements on the host ----------------------------------------------------------------------- */

static const void *host_memory(const ral_tensor *t, hr_arena *arena)
{
	const ral_device *device = &t->context->device;
	void *copy;

	if (device->host)
		return t->memory->buffer;
	copy = hr_arena_alloc(arena, t->bytes);
	return device->read(device->state, t->memory->buffer, copy, t->bytes) ? NULL : copy;
}

bool ral_tensor_data(const ral_tensor *t, hr_arena *arena, bool values, hr_tensor_data *data)
{
	static const double nothing;
	const hr_elem storage = hr_rowkernel_storage(t->elem, t->wide);
	const void *from = &nothing;
	double *wide;

	*data = (hr_tensor_data){
		.elem = t->elem, .wide = t->wide, .shape = t->shape, .count = t->count};
	if (!values)
		return true;
	if (t->bytes)
		from = host_memory(t, arena);
	if (!from)
		return false;
	data->data = (void *)(uintptr_t)from;
	if (!t->wide || storage == HR_E_F64)
		return true;
	wide = hr_arena_array(arena, t->count + 1, sizeof(*wide));
	for (uint64_t i = 0; i < t->count; i++)
		wide[i] = hr_elem_real(storage, from, i);
	data->data = wide;
	return true;
}

/* --- for callers ------------------------------------------------------------------------------- */

ral_tensor *ral_tensor_new(ral *r, ral_type type, unsigned rank, const int64_t *extents,
			   const void *data)
{
	hr_dims shape = {.rank = rank};
	ral_tensor *t;

	if (type <= RAL_NONE || type > RAL_BOOL || rank > RAL_RANK_MOST) {
		(void)ral_fail(r, "a tensor has no type, or more than %d dimensions",
			       RAL_RANK_MOST);
		return NULL;
	}
	for (unsigned i = 0; i < rank; i++) {
		if (extents[i] < 0) {
			(void)ral_fail(r, "extent %u of a tensor is negative", i);
			return NULL;
		}
		shape.dim[i] = (uint64_t)extents[i];
	}
	t = ral_tensor_make(r, NULL, (hr_elem)type, false, &shape);
	if (t && t->bytes && r->device.write(r->device.state, t->memory->buffer, data, t->bytes)) {
		(void)ral_fail_device(r, "a tensor cannot be written");
		ral_tensor_free(t);
		return NULL;
	}
	return t;
}

void ral_drop(ral *r, ral_tensor *tensor)
{
	(void)r;
	if (tensor && !tensor->constant && --tensor->values == 0)
		ral_tensor_free(tensor);
}

ral_type ral_type_of(const ral_tensor *tensor)
{
	return (ral_type)tensor->elem;
}

unsigned ral_rank(const ral_tensor *tensor)
{
	return tensor->shape.rank;
}

int64_t ral_extent(const ral_tensor *tensor, unsigned axis)
{
	return axis < tensor->shape.rank ? (int64_t)tensor->shape.dim[axis] : 1;
}

int64_t ral_count(const ral_tensor *tensor)
{
	return (int64_t)tensor->count;
}

size_t ral_bytes(const ral_tensor *tensor)
{
	return tensor->bytes;
}

void *ral_buffer(const ral_tensor *tensor)
{
	return tensor->memory ? tensor->memory->buffer : NULL;
}

int ral_read(ral *r, const ral_tensor *tensor, void *data, size_t bytes)
{
	if (bytes != tensor->bytes)
		return ral_fail(r, "the tensor has %zu bytes, not %zu", tensor->bytes, bytes);
	if (bytes && r->device.read(r->device.state, tensor->memory->buffer, data, bytes))
		return ral_fail_device(r, "a tensor cannot be read");
	return 0;
}
