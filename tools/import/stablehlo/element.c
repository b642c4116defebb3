/* tools/import/stablehlo/element.c -- regions of scalars applied to tensors: map, and what reductions whose region is no
 * row are made of.
 *
 * Each operation of the region computes element by element, so it is translated once, for all elements: where the
 * region says tensor<f32>, its values have the shape of the arguments, or none.
 *
 * Invariant: a result has the shape of the arguments. */
#include <string.h>

#include "tools/import/stablehlo/stablehlo_private.h"

bool hlo_elements(const hlo_op *o, const mlir_region *region, const hr_tv *arguments, size_t count,
		  hr_tv **results, size_t wanted)
{
	hlo_scope scope = {.model = o->model,
			   .program = o->program,
			   .outer = o->scope,
			   .depth = o->scope->depth + 1,
			   .elements = true};
	size_t made;

	if (!hlo_region(o, &scope, region, arguments, count, results, &made))
		return false;
	if (made != wanted)
		return hlo_invalid(o, "its region returns %zu values, but must return %zu", made,
				   wanted);
	hr_t_operator(o->program, o->label, strchr(o->op->name, '.') + 1);
	for (size_t i = 0; i < made; i++)
		if (hlo_rank(o, (*results)[i]) != hlo_rank(o, arguments[0]))
			(*results)[i] = h_broadcast(o, (*results)[i], h_shape(o, arguments[0]));
	return true;
}

hr_tv hlo_op_apply(hlo_op *o)
{
	hr_tv *results;

	if (o->op->region_count != 1 || o->out_count != 1)
		return hlo_invalid(o, "it has %zu regions and %u results", o->op->region_count,
				   o->out_count);
	for (unsigned i = 1; i < o->in_count; i++)
		if (hlo_rank(o, o->in[i]) != hlo_rank(o, o->in[0]))
			return hlo_invalid(o, "operand %u is %s, but operand 0 is %s", i,
					   hr_t_text(o->program, o->in[i]),
					   hr_t_text(o->program, o->in[0]));
	return hlo_elements(o, o->op->regions, o->in, o->in_count, &results, 1) ? results[0] : 0;
}
