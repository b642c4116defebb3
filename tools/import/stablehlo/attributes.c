/* tools/import/stablehlo/attributes.c -- attributes of an operation as numbers and lists. */
#include "tools/import/stablehlo/stablehlo_private.h"

int64_t hlo_int(const hlo_op *o, const char *name, int64_t otherwise)
{
	const mlir_attr *attr = mlir_attr_of(o->op, name);

	return attr && attr->kind == MLIR_INTEGER ? attr->integer : otherwise;
}

bool hlo_list_of(const hlo_op *o, const mlir_attr *attr, const char *name, hlo_list *out)
{
	size_t count = attr ? attr->count : 0;

	*out = (hlo_list){.given = attr != NULL};
	if (attr && attr->kind == MLIR_DENSE) {
		count = 1;
		for (unsigned i = 0; i < attr->type.rank && count <= 2 * HR_RANK_MOST; i++)
			count *= (size_t)attr->type.dim[i];
	} else if (attr && attr->kind != MLIR_LIST) {
		return hlo_invalid(o, "its attribute '%s' is no list", name);
	}
	if (count > 2 * HR_RANK_MOST)
		return hlo_refuse(o,
				  "its attribute '%s' has %zu items; tensors have at most %d "
				  "dimensions",
				  name, count, HR_RANK_MOST);
	if (attr && attr->kind == MLIR_DENSE && hr_elem_is_real(attr->type.elem))
		return hlo_invalid(o, "its attribute '%s' is no list of integers", name);
	for (size_t i = 0; i < count; i++) {
		if (attr->kind == MLIR_LIST && attr->items[i].kind != MLIR_INTEGER)
			return hlo_invalid(o, "its attribute '%s' is no list of integers", name);
		out->at[i] = mlir_integer_at(attr, i);
	}
	out->count = (unsigned)count;
	return true;
}

bool hlo_ints(const hlo_op *o, const char *name, hlo_list *out)
{
	return hlo_list_of(o, mlir_attr_of(o->op, name), name, out);
}

bool hlo_has(const hlo_list *list, int64_t axis, unsigned *at)
{
	for (unsigned i = 0; i < list->count; i++)
		if (list->at[i] == axis) {
			if (at)
				*at = i;
			return true;
		}
	return false;
}

bool hlo_axes(const hlo_op *o, const mlir_attr *attr, const char *name, unsigned rank,
	      hlo_list *out)
{
	if (!hlo_list_of(o, attr, name, out))
		return false;
	for (unsigned i = 0; i < out->count; i++) {
		unsigned first;

		if (out->at[i] < 0 || out->at[i] >= rank)
			return hlo_invalid(o, "its attribute '%s' has %lld, which is no axis of %u",
					   name, (long long)out->at[i], rank);
		if (hlo_has(out, out->at[i], &first) && first < i)
			return hlo_invalid(o, "its attribute '%s' has %lld twice", name,
					   (long long)out->at[i]);
	}
	return true;
}
