/* tools/import/onnx/sequence.c -- parts of a tensor as a sequence: SplitToSequence, and SequenceAt, which takes one.
 *
 * A sequence is no value of a tensor program. Where PyTorch's exporter writes x.unbind() or x.split() as a sequence and
 * its elements, each element is a part of the tensor; other uses of a sequence are refused.
 *
 * Invariant: the name of a sequence has value 0 in its scope, and stands in the model's table. */
#include "tools/import/onnx/onnx_private.h"

typedef struct onnx_sequence {
	hr_tv whole, size; /* of each part, a scalar, or of all parts, a vector; 0: 1 */
	unsigned axis;
	bool keep; /* the axis, of parts of extent 1 */
} onnx_sequence;

static const char *key_of(const onnx_scope *scope, const char *name)
{
	return hr_arena_printf(scope->model->arena, "%s\n%s", scope->prefix, name);
}

static const onnx_sequence *sequence_of(const onnx_scope *scope, const char *name)
{
	uint64_t found;

	return hr_strmap_get(&scope->model->sequences, key_of(scope, name), &found)
		       ? (const onnx_sequence *)(uintptr_t)found
		       : NULL;
}

bool onnx_is_sequence(const onnx_scope *scope, const char *name)
{
	return sequence_of(scope, name) != NULL;
}

hr_tv op_split_to_sequence(onnx_node *o)
{
	onnx_sequence *made = HR_ARENA_NEW(o->model->arena, onnx_sequence);

	*made = (onnx_sequence){.whole = o->in[0],
				.size = onnx_in(o, 1),
				.keep = onnx_in(o, 1) || onnx_int(o, "keepdims", 1) != 0};
	if (!onnx_axis(o, onnx_int(o, "axis", 0), onnx_rank(o, o->in[0]), &made->axis))
		return 0;
	if (made->size && onnx_rank(o, made->size) > 1)
		return onnx_node_invalid(o, "its operand 1 is %s",
					 hr_t_text(o->program, made->size));
	hr_strmap_put(&o->model->sequences, key_of(o->scope, o->proto->output[0]),
		      (uint64_t)(uintptr_t)made);
	return 0;
}

/* Return the part at INDEX, a scalar, of parts that have one size. */
static hr_tv equal_part(const onnx_node *o, const onnx_sequence *of, hr_tv index)
{
	const hr_tv size = of->size ? t_cast(o, of->size, HR_E_I64) : t_integer(o, 1);
	const hr_tv extent = t_extent(o, of->whole, of->axis), zero = t_integer(o, 0);
	/* from the end: the last part may be smaller */
	const hr_tv count = t_div(o, t_add(o, extent, t_sub(o, size, t_integer(o, 1))), size);
	hr_tv start;

	index = t_where(o, t_less(o, index, zero), t_add(o, index, count), index);
	index = t_within(o, index, 0, count, "the position is not in the sequence");
	start = t_mul(o, index, size);
	return t_slice(o, of->whole, of->axis, start, t_add(o, start, size));
}

/* Return the part at INDEX of parts of the sizes in a vector, which are known. */
static hr_tv listed_part(const onnx_node *o, const onnx_sequence *of, hr_tv index)
{
	const hr_tvalue *sizes = hr_t_value(o->program, of->size);
	int64_t at, start = 0, size = 0, whole = 0;

	if (!hr_t_known(o->program, index, 0, &at))
		return onnx_node_refuse(o, "the position is not known at import");
	at += at < 0 ? (int64_t)sizes->known_count : 0;
	for (size_t i = 0; i < sizes->known_count; i++) {
		if (!hr_t_known(o->program, of->size, i, &size) || size < 0 ||
		    whole > INT64_MAX - size)
			return onnx_node_refuse(o,
						"the sizes of the parts are not known at import");
		start += (int64_t)i < at ? size : 0;
		whole += size;
	}
	if (at < 0 || (size_t)at >= sizes->known_count)
		return onnx_node_invalid(
			o, "position %lld is not in the sequence, which has %zu parts",
			(long long)at, sizes->known_count);
	if (!hr_sym_need(o->model->symbols, HR_NEED_EQUAL,
			 hr_t_value(o->program, of->whole)->extent[of->axis],
			 hr_sym_number(o->model->symbols, whole), o->label))
		return onnx_node_invalid(
			o, "the parts have %lld elements along axis %u of %s in sum",
			(long long)whole, of->axis, hr_t_text(o->program, of->whole));
	hr_t_known(o->program, of->size, (size_t)at, &size);
	return t_slice_at(o, of->whole, of->axis, start, start + size);
}

hr_tv op_sequence_at(onnx_node *o)
{
	const onnx_sequence *of = sequence_of(o->scope, o->proto->input[0]);
	hr_tv index = onnx_in(o, 1);

	if (!of)
		return onnx_node_refuse(o, "sequences are not supported, but for the parts of "
					   "SplitToSequence");
	index = t_as_scalar(o, t_cast(o, index, HR_E_I64));
	if (!of->size && !of->keep)
		return t_gather(o, of->whole, index, of->axis);
	return of->size && onnx_rank(o, of->size) ? listed_part(o, of, index)
						  : equal_part(o, of, index);
}
