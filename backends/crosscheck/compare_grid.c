/* backends/crosscheck/compare_grid.c -- compares the results of a grid.
 *
 * Owns:     nothing.
 * Clauses:  none; the rules are compare.h's.
 * Not here: the handling of a mismatch (blame.c). */
#include <string.h>

#include "backends/crosscheck/crosscheck_grid.h"

/* --- memory ----------------------------------------------------------------------------------- */

bool hr_cross_points_into(const hr_offload_grid *grid, const hr_port *port, const hr_region *region)
{
	uint64_t address;

	memcpy(&address, grid->inputs + port->offset, sizeof(address));
	return address - (uintptr_t)region->base < region->bytes;
}

/* Return RULE with what is known of this grid: bounds, and undefined bits, which begin at offset AT of
 * the look. */
static hr_compare_rule bounded(const hr_crosscheck *self, hr_compare_rule rule, size_t at)
{
	rule.bounds = self->bounded ? &self->bounds : NULL;
	rule.undefined = hr_cross_undefined(self, at);
	return rule;
}

static hr_compare_rule rule_for(const cross_leaf *leaf, const hr_offload_grid *grid,
				const hr_region *region)
{
	hr_stored_set set = leaf->stored.elsewhere;
	hr_compare_rule rule;

	for (unsigned i = 0; i < leaf->leaf->input_count; i++) {
		const hr_port *port = &leaf->leaf->inputs[i];

		if (port->type->kind == HR_T_PTR &&
		    (leaf->varies[i] || hr_cross_points_into(grid, port, region)))
			set = hr_stored_join(set, leaf->stored.inputs[i]);
	}
	rule = hr_stored_rule(&leaf->stored, set);
	if ((uintptr_t)region->base % rule.bytes)
		rule = (hr_compare_rule){.bytes = 1};
	return rule;
}

static void add(hr_compared *sum, cross_spot *spot, const cross_spot *here, const hr_compared *part)
{
	if (part->mismatches && !sum->mismatches) {
		*spot = *here;
		spot->element = part->first;
		spot->right += part->first * here->rule.bytes;
		spot->got += part->first * here->rule.bytes;
		spot->mismatches = part->mismatches;
		spot->elements = part->elements;
	}
	hr_compared_add(sum, part);
}

static void compare_region(const hr_crosscheck *self, const cross_leaf *leaf,
			   const hr_offload_grid *grid, const hr_region *region, const uint8_t *got,
			   hr_compared *sum, cross_spot *spot)
{
	cross_spot here = {.region = region,
			   .rule = bounded(self, rule_for(leaf, grid, region), region->at),
			   .right = region->base,
			   .got = got};
	unsigned bytes = here.rule.bytes;
	uint64_t count = region->bytes / bytes, rest = region->bytes % bytes;
	hr_compared part = hr_compare(&here.rule, here.right, bytes, got, bytes, count);

	add(sum, spot, &here, &part);
	if (!rest)
		return;
	here = (cross_spot){
		.region = region,
		.rule = bounded(self, (hr_compare_rule){.bytes = 1}, region->at + count * bytes),
		.right = region->base + count * bytes,
		.got = got + count * bytes};
	part = hr_compare(&here.rule, here.right, 1, here.got, 1, rest);
	add(sum, spot, &here, &part);
}

/* Compare the integers that must not differ in an object that depends on the order of instances. */
static void compare_sure(const hr_crosscheck *self, const cross_leaf *leaf,
			 const hr_offload_grid *grid, const hr_region *region, const uint8_t *got,
			 hr_compared *sum, cross_spot *spot)
{
	hr_compare_rule rule = bounded(self, rule_for(leaf, grid, region), region->at);
	const uint8_t *sure = self->sure + region->at;
	bool is_first = !sum->mismatches;
	hr_compared all = {0};
	unsigned bytes = rule.bytes;

	for (size_t at = 0; at + bytes <= region->bytes; at += bytes) {
		cross_spot here = {.region = region,
				   .rule = rule,
				   .right = region->base + at,
				   .got = got + at};
		hr_compared part;

		if (memchr(sure + at, 0, bytes))
			continue;
		rule.undefined = hr_cross_undefined(self, region->at + at);
		part = hr_compare(&rule, here.right, bytes, here.got, bytes, 1);
		add(sum, spot, &here, &part);
		hr_compared_add(&all, &part);
	}
	if (is_first && all.mismatches) {
		spot->mismatches = all.mismatches;
		spot->elements = all.elements;
	}
}

/* --- outputs ---------------------------------------------------------------------------------- */

static void compare_output(const hr_crosscheck *self, const cross_leaf *leaf, const cross_got *got,
			   const hr_offload_grid *grid, unsigned output, hr_compared *sum,
			   cross_spot *spot)
{
	const hr_unit_port *port = &leaf->unit->outputs[output];
	size_t stride = leaf->unit->output_stride;
	cross_spot here = {.output = output,
			   .rule = bounded(self, hr_stored_output_rule(&leaf->stored, port),
					   (self->look ? self->look->outputs : 0) + port->offset),
			   .right = grid->outputs + port->offset,
			   .got = got->outputs + port->offset};
	hr_compared part = hr_compare(&here.rule, here.right, stride, here.got, stride,
				      hr_cross_instances(grid));

	if (part.mismatches && !sum->mismatches) {
		*spot = here;
		spot->element = part.first;
		spot->right += part.first * stride;
		spot->got += part.first * stride;
		spot->mismatches = part.mismatches;
		spot->elements = part.elements;
	}
	hr_compared_add(sum, &part);
}

/* --- objects ---------------------------------------------------------------------------------- */

static void compare_pair(const hr_crosscheck *self, const cross_leaf *leaf, const cross_pair *pair,
			 hr_compared *sum, cross_spot *spot)
{
	const size_t bits =
		self->look ? self->look->objects + hr_cross_object_at(&self->objects, pair->number)
			   : 0;
	cross_spot here = {.pair = pair,
			   .rule = hr_stored_rule(&leaf->stored, leaf->stored.elsewhere),
			   .right = pair->right,
			   .got = pair->got};
	unsigned bytes = here.rule.bytes;
	uint64_t count = pair->bytes / bytes;
	hr_compared part;

	here.rule.undefined = hr_cross_undefined(self, bits);
	part = hr_compare(&here.rule, here.right, bytes, here.got, bytes, count);
	add(sum, spot, &here, &part);
	here.rule = (hr_compare_rule){.bytes = 1,
				      .undefined = hr_cross_undefined(self, bits + count * bytes)};
	here.right = pair->right + count * bytes;
	here.got = pair->got + count * bytes;
	part = hr_compare(&here.rule, here.right, 1, here.got, 1, pair->bytes % bytes);
	add(sum, spot, &here, &part);
}

hr_compared hr_cross_compare(const hr_crosscheck *self, const cross_leaf *leaf,
			     const cross_got *got, const hr_offload_grid *grid, cross_spot *spot)
{
	hr_compared sum = {0};

	for (size_t i = 0; i < self->regions.count; i++)
		if (!self->unsure[i])
			compare_region(self, leaf, grid, &self->regions.data[i],
				       got->ranges[i].after, &sum, spot);
		else if (self->sure)
			compare_sure(self, leaf, grid, &self->regions.data[i], got->ranges[i].after,
				     &sum, spot);
	for (unsigned i = 0; i < leaf->unit->output_count; i++)
		if (leaf->unit->outputs[i].same_as < 0 && !self->unsure[self->regions.count + i])
			compare_output(self, leaf, got, grid, i, &sum, spot);
	for (size_t i = 0; i < got->pairs.count && !self->objects_unsure; i++)
		compare_pair(self, leaf, &got->pairs.data[i], &sum, spot);
	return sum;
}
