/* backends/crosscheck/blame.c -- finds out whether a difference is an error of the backend, and
 * where it first occurs.
 *
 * The engine runs the grid again from the same memory, instance by instance: in its usual order, to
 * check that results are reproducible; in other orders, to find the results that depend on the
 * order; and with a watchpoint on the first element that differs, to find the instance and the
 * instruction that wrote it. An object or output of which some byte differs between orders is
 * excluded, because no order is the correct one (for example atomics that allocate places in an
 * array, or sums of floats in memory). Within such an object, integers that are only written by
 * atomic operations of one kind are still compared.
 * Invariant: afterwards memory holds the engine's first result.
 * Owns:      copies during a grid.
 * Clauses:   N4.
 * Not here:  comparing (compare_grid.c). */
#include <string.h>

#include "backends/bound/bound.h"
#include "backends/crosscheck/crosscheck_grid.h"
#include "backends/crosscheck/emit_findings.h"
#include "interp/check/checker.h"
#include "interp/run/value_text.h"

enum { REPORT_TEXT = 1200 };

/* The orders that are tried besides the reference order. */
static const struct {
	hr_schedule schedule;
	uint64_t seed;
} orders[] = {
	{HR_SCHEDULE_REVERSE, 0},
	{HR_SCHEDULE_RANDOM, 1},
	{HR_SCHEDULE_RANDOM, 2},
};

/* --- memory ----------------------------------------------------------------------------------- */

static void keep(hr_crosscheck *self)
{
	if (self->saved_room < self->region_bytes) {
		hr_free(self->saved);
		self->saved = hr_alloc(self->region_bytes);
		self->saved_room = self->region_bytes;
	}
	for (size_t i = 0; i < self->regions.count; i++) {
		const hr_region *region = &self->regions.data[i];

		memcpy(self->saved + region->at, region->base, region->bytes);
	}
}

/* Unchanged memory is not written: its pages may be read-only. */
static void load(const hr_region *region, const uint8_t *copy)
{
	if (memcmp(region->base, copy, region->bytes) != 0)
		memcpy(region->base, copy, region->bytes);
}

static void restart(const hr_crosscheck *self, const cross_got *got)
{
	for (size_t i = 0; i < self->regions.count; i++)
		load(&self->regions.data[i], got->ranges[i].before);
}

static void finish(const hr_crosscheck *self)
{
	for (size_t i = 0; i < self->regions.count; i++)
		load(&self->regions.data[i], self->saved + self->regions.data[i].at);
}

/* --- orders ----------------------------------------------------------------------------------- */

static void note_outputs(hr_crosscheck *self, const cross_leaf *leaf, const hr_offload_grid *grid,
			 const uint8_t *outputs)
{
	const size_t stride = leaf->unit->output_stride;
	const size_t outputs_at = self->look ? self->look->outputs : 0;

	for (unsigned o = 0; outputs && o < leaf->unit->output_count; o++) {
		const hr_unit_port *port = &leaf->unit->outputs[o];
		bool *unsure = &self->unsure[self->regions.count + o];

		for (uint64_t i = 0; i < hr_cross_instances(grid) && !*unsure; i++)
			*unsure = !hr_cross_alike(
				grid->outputs + i * stride + port->offset,
				outputs + i * stride + port->offset,
				hr_cross_undefined(self, outputs_at + i * stride + port->offset),
				port->bytes);
	}
}

/* Mark all regions of the object as unsure. */
static void note_object(hr_crosscheck *self, const hr_region *differs)
{
	for (size_t i = 0; i < self->regions.count; i++)
		if (self->regions.data[i].object == differs->object)
			self->unsure[i] = true;
}

/* By byte of an object that depends on the order: whether the byte is compared nevertheless. */
enum { UNSURE, SAME, BOUNDED };

/* Mark bytes as UNSURE that should be the same in all orders by the first run's tally, but are
 * not. */
static void note_sure(hr_crosscheck *self, const hr_region *region)
{
	uint8_t *sure = self->sure + region->at;
	const uint8_t *saved = self->saved + region->at;

	for (size_t i = 0; i < region->bytes; i++)
		if (sure[i] == SAME && region->base[i] != saved[i])
			sure[i] = UNSURE;
}

static void begin_sure(hr_crosscheck *self)
{
	for (size_t i = 0; i < self->regions.count; i++) {
		const hr_region *region = &self->regions.data[i];

		for (size_t k = 0; k < region->bytes; k++)
			self->sure[region->at + k] =
				hr_tally_commutes(&self->tally, region->base + k) ? SAME
				: self->bounded && hr_tally_sums(&self->tally, region->base + k)
					? BOUNDED
					: UNSURE;
	}
}

/* Match the objects allocated by the run that has just ended with those of the first run. */
static void match_objects(hr_crosscheck *self, const cross_leaf *leaf, const hr_offload_grid *grid,
			  uint8_t *outputs)
{
	const size_t objects_at = self->look ? self->look->objects : 0;
	const hr_object *noted = NULL;
	const cross_pair *pairs;
	size_t count = 0;
	cross_match *match;

	if (!self->objects.count)
		return;
	noted = hr_objects_noted(grid->thread->allocations, &count);
	match = hr_cross_match_begin(self->objects.data, self->objects.count, noted, count);
	for (size_t i = 0; i < self->regions.count; i++)
		hr_cross_match(match, self->saved + self->regions.data[i].at,
			       self->regions.data[i].base, self->regions.data[i].bytes);
	if (outputs)
		hr_cross_match(match, grid->outputs, outputs,
			       hr_cross_instances(grid) * leaf->unit->output_stride);
	pairs = hr_cross_match_pairs(match, &count);
	for (size_t i = 0; i < count; i++)
		self->objects_unsure |= !hr_cross_alike(
			pairs[i].right, pairs[i].got,
			hr_cross_undefined(self, objects_at + hr_cross_object_at(&self->objects,
										 pairs[i].number)),
			pairs[i].bytes);
	hr_cross_match_end(match);
}

static hr_status try_order(hr_crosscheck *self, const cross_leaf *leaf, const cross_got *got,
			   const hr_offload_grid *grid, hr_schedule schedule, uint64_t seed)
{
	size_t bytes = grid->outputs ? hr_cross_instances(grid) * leaf->unit->output_stride : 0;
	uint8_t *outputs = bytes ? hr_alloc(bytes) : NULL;
	hr_status status;

	restart(self, got);
	if (self->objects.count)
		hr_objects_note_all(grid->thread->allocations);
	status = hr_watched_again(grid, schedule, seed, outputs);
	if (status == HR_OK)
		match_objects(self, leaf, grid, outputs);
	for (size_t i = 0; i < self->regions.count && status == HR_OK; i++) {
		const hr_region *region = &self->regions.data[i];

		if (!hr_cross_alike(self->saved + region->at, region->base,
				    hr_cross_undefined(self, region->at), region->bytes))
			note_object(self, region);
		note_sure(self, region);
	}
	if (status == HR_OK)
		note_outputs(self, leaf, grid, outputs);
	hr_free(outputs);
	return status;
}

static hr_status find_unsure(hr_crosscheck *self, const cross_leaf *leaf, const cross_got *got,
			     const hr_offload_grid *grid)
{
	hr_checker *checker = self->run->checker;
	bool observed = self->run->observed;
	hr_status status;

	hr_free(self->sure);
	self->sure = hr_alloc_zero(self->region_bytes + 1);
	hr_tally_free(&self->tally);
	if (leaf->unit->features & HR_UNIT_ATOMICS && checker)
		hr_check_tally_begin(checker, &self->tally);
	status = try_order(self, leaf, got, grid, HR_SCHEDULE_REFERENCE, 0);
	if (leaf->unit->features & HR_UNIT_ATOMICS && checker)
		hr_check_watch_end(checker, observed);
	HR_TRY(status);
	begin_sure(self);
	for (size_t i = 0; i < sizeof(orders) / sizeof(*orders); i++)
		if (hr_cross_instances(grid) > 1)
			HR_TRY(try_order(self, leaf, got, grid, orders[i].schedule,
					 orders[i].seed));
	return HR_OK;
}

/* --- words ------------------------------------------------------------------------------------ */

void hr_cross_note_first(hr_crosscheck *self, hr_crosscheck_row *row, const hr_offload_grid *grid,
			 const hr_where *where, const hr_level *level, const char *text)
{
	hr_status status =
		hr_report_level(self->run, where, level, grid->thread->execution,
				row->unlooked ? HR_D_difference_unexplained : HR_D_backend_differs,
				row->backend, row->leaf->path, text);

	self->findings++;
	self->unexplained += row->unlooked != NULL;
	if (row->unlooked && self->outcome == HR_OK)
		self->outcome = HR_UNSUPPORTED;
	row->first = hr_strdup(text);
	row->file = where ? where->file : NULL;
	row->line = where && where->file ? where->line : 0;
	if (self->status == HR_OK)
		self->status = status;
}

static void note_allowed(const hr_crosscheck *self, hr_crosscheck_row *row, const cross_spot *spot)
{
	const hr_bound *bound = self->bounded ? hr_bounds_at(&self->bounds, spot->right) : NULL;

	row->bounded = bound != NULL;
	row->allowed_ulps = bound ? hr_bound_ulps(bound) : 0;
}

static void end_text(char *text, const hr_crosscheck_row *row, const cross_spot *spot)
{
	size_t used = strlen(text);
	char ulps[32];

	if (spot->rule.floating)
		used += (size_t)snprintf(
			text + used, REPORT_TEXT - used, ", %s",
			hr_ulps_text(hr_element_ulps(spot->right, spot->got, spot->rule.element),
				     ulps));
	if (row->bounded)
		used += (size_t)snprintf(text + used, REPORT_TEXT - used, " where %s are allowed",
					 hr_ulps_text(row->allowed_ulps, ulps));
	used += (size_t)snprintf(text + used, REPORT_TEXT - used, "; %llu of %llu elements differ",
				 (unsigned long long)spot->mismatches,
				 (unsigned long long)spot->elements);
	if (row->unlooked)
		snprintf(
			text + used, REPORT_TEXT - used,
			"\nwhether undefined bytes or an error of the program explain this is unknown, because the grid could not be checked: %s",
			row->unlooked);
	else if (row->undefined)
		snprintf(text + used, REPORT_TEXT - used,
			 "\n%llu undefined bytes of the results do not count",
			 (unsigned long long)row->undefined);
}

/* Emit the difference as an event; fills in the rest of *WHAT. */
static void emit_first(const hr_crosscheck *self, const cross_leaf *leaf, const cross_got *got,
		       const hr_offload_grid *grid, const cross_spot *spot,
		       hr_event_difference *what)
{
	char ulps[32];

	what->backend = got->row->backend;
	what->ranges = got->ranges;
	what->range_count = self->regions.count;
	what->element = spot->element;
	what->mismatches = spot->mismatches;
	what->elements = spot->elements;
	if (spot->rule.floating)
		what->ulps = hr_ulps_text(
			hr_element_ulps(spot->right, spot->got, spot->rule.element), ulps);
	hr_emit_event_difference(grid, leaf->leaf, leaf->varies, what);
}

/* Return the number in its grid of the instance of LEAF at LEVEL; 0 if LEVEL is not one. */
static uint64_t instance_of(const hr_node *leaf, const hr_level *level)
{
	if (!level || level->node != leaf)
		return 0;
	return hr_instance_index(level->extent, level->id);
}

static void blame_output(hr_crosscheck *self, const cross_leaf *leaf, const cross_got *got,
			 const hr_offload_grid *grid, const cross_spot *spot)
{
	hr_crosscheck_row *row = got->row;
	const hr_port *port = &leaf->leaf->outputs[spot->output];
	char right[HR_VALUE_TEXT], other[HR_VALUE_TEXT], text[REPORT_TEXT], place[REPORT_TEXT];
	const hr_where *where = &self->run->program->functions[leaf->leaf->function]->where;
	hr_level level = *grid->level;

	hr_instance_id(level.extent, spot->element, level.id);
	snprintf(text, sizeof(text), "output %u is %s instead of %s", spot->output,
		 hr_value_text(port->type, spot->got, other),
		 hr_value_text(port->type, spot->right, right));
	note_allowed(self, row, spot);
	end_text(text, row, spot);
	snprintf(place, sizeof(place), "output %u", spot->output);
	emit_first(self, leaf, got, grid, spot,
		   &(hr_event_difference){.place = place,
					  .expected = right,
					  .got = other,
					  .where = where,
					  .level = &level,
					  .instance = spot->element});
	hr_cross_note_first(self, row, grid, where, &level, text);
}

static void blame_object(hr_crosscheck *self, const cross_leaf *leaf, const cross_got *got,
			 const hr_offload_grid *grid, const cross_spot *spot)
{
	char right[HR_VALUE_TEXT], other[HR_VALUE_TEXT], text[REPORT_TEXT], place[REPORT_TEXT / 2];
	const hr_where *where = &self->run->program->functions[leaf->leaf->function]->where;
	hr_crosscheck_row *row = got->row;
	size_t byte = (size_t)(spot->right - spot->pair->right);

	snprintf(place, sizeof(place),
		 "element %zu (byte %zu) of the object of %llu bytes from allocation number %zu",
		 byte / spot->rule.bytes, byte, (unsigned long long)spot->pair->bytes,
		 spot->pair->number);
	hr_bytes_text(spot->got, spot->rule.bytes, spot->rule.floating, other);
	hr_bytes_text(spot->right, spot->rule.bytes, spot->rule.floating, right);
	snprintf(text, sizeof(text), "%s is %s instead of %s", place, other, right);
	note_allowed(self, row, spot);
	end_text(text, row, spot);
	emit_first(self, leaf, got, grid, spot,
		   &(hr_event_difference){.place = place,
					  .expected = right,
					  .got = other,
					  .where = where,
					  .level = grid->level->parent});
	hr_cross_note_first(self, row, grid, where, grid->level->parent, text);
}

/* Find the last writer of the byte at ADDRESS by running the engine once more. */
static hr_status find_writer(const hr_crosscheck *self, const cross_got *got,
			     const hr_offload_grid *grid, const uint8_t *address, bool *written,
			     hr_last_write *write)
{
	hr_checker *checker = self->run->checker;
	bool observed = self->run->observed;
	hr_status status;

	*written = false;
	if (!checker)
		return HR_OK;
	restart(self, got);
	hr_check_watch_begin(checker, hr_map_key(address));
	status = hr_watched_again(grid, HR_SCHEDULE_REFERENCE, 0, NULL);
	*written = hr_check_last_write(checker, write);
	hr_check_watch_end(checker, observed);
	return status;
}

static const uint8_t *first_byte(const cross_spot *spot)
{
	const uint8_t *right = spot->right, *got = spot->got;

	while (*right == *got)
		right++, got++;
	return right;
}

/* Return the size of the element to show, and its address in *START: the last value that was
 * written, if that is an integer inside the region. */
static unsigned element_bytes(const cross_spot *spot, bool written, const hr_last_write *write,
			      uint8_t **start)
{
	uintptr_t region = (uintptr_t)spot->region->base;

	*start = (uint8_t *)(uintptr_t)spot->right;
	if (spot->rule.bytes > 1 || !written ||
	    (write->bytes != 2 && write->bytes != 4 && write->bytes != 8) ||
	    write->address < region || write->address + write->bytes > region + spot->region->bytes)
		return spot->rule.bytes;
	*start = (uint8_t *)(uintptr_t)write->address;
	return (unsigned)write->bytes;
}

static hr_status blame_memory(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
			      const hr_offload_grid *grid, const cross_spot *spot)
{
	char object[HR_REGION_TEXT], text[REPORT_TEXT], place[REPORT_TEXT],
		values[2][HR_VALUE_TEXT];
	const hr_where *where;
	const hr_level *level;
	hr_last_write write = {0};
	uint8_t *base, *start;
	bool written, floating;
	unsigned bytes;
	hr_status status = find_writer(self, got, grid, first_byte(spot), &written, &write);

	finish(self);
	HR_TRY(status);
	bytes = element_bytes(spot, written, &write, &start);
	floating = spot->rule.floating || (written && write.floating);
	hr_region_text(self->run, leaf->leaf, grid->inputs, spot->region, start, &base, object);
	snprintf(text, sizeof(text), "element %zu (byte %zu) of %s is %s instead of %s",
		 (size_t)(start - base) / bytes, (size_t)(start - base), object,
		 hr_bytes_text(got->ranges[spot->region - self->regions.data].after +
				       (start - spot->region->base),
			       bytes, floating, values[0]),
		 hr_bytes_text(start, bytes, floating, values[1]));
	if (!written)
		strncat(text, ", which the leaf must not write", sizeof(text) - strlen(text) - 1);
	note_allowed(self, got->row, spot);
	end_text(text, got->row, spot);
	where = written ? &write.where : &leaf->leaf->where;
	level = written ? write.level : grid->level->parent;
	snprintf(place, sizeof(place), "element %zu (byte %zu) of %s",
		 (size_t)(start - base) / bytes, (size_t)(start - base), object);
	/* The text so far ends with the origin of the object. */
	if (place[strlen(place) - 1] == ',')
		place[strlen(place) - 1] = 0;
	emit_first(self, leaf, got, grid, spot,
		   &(hr_event_difference){.place = place,
					  .expected = values[1],
					  .got = values[0],
					  .where = where,
					  .level = level,
					  .instance = instance_of(leaf->leaf, level)});
	hr_cross_note_first(self, got->row, grid, where, level, text);
	return HR_OK;
}

/* --- judging a difference ------------------------------------------------------------------ */

static void conclude_order(hr_crosscheck_row *row)
{
	if (row->verdict >= HR_VERDICT_ORDER)
		return;
	row->verdict = HR_VERDICT_ORDER;
	hr_free(row->why);
	row->why = hr_strdup("the difference depends on the order of instances; see hpvm-run "
			     "--check=order");
}

void hr_cross_restart(hr_crosscheck *self, const cross_got *got, cross_suspended *suspended)
{
	keep(self);
	restart(self, got);
	*suspended = (cross_suspended){.regions = self->regions,
				       .region_bytes = self->region_bytes,
				       .saved_room = self->saved_room,
				       .unsure = self->unsure,
				       .saved = self->saved,
				       .objects = self->objects,
				       .objects_unsure = self->objects_unsure};
	self->objects = (hr_objects_list){0};
	self->regions = (hr_regions){0};
	suspended->sure = self->sure;
	suspended->bounded = self->bounded;
	suspended->bounds = self->bounds;
	self->bounds = (hr_bounds){0};
	self->sure = NULL;
	self->unsure = NULL;
	self->saved = NULL;
	self->saved_room = 0;
}

void hr_cross_return(hr_crosscheck *self, cross_suspended *suspended)
{
	HR_VEC_FREE(&self->regions);
	hr_free(self->unsure);
	hr_free(self->saved);
	self->regions = suspended->regions;
	self->region_bytes = suspended->region_bytes;
	self->saved_room = suspended->saved_room;
	self->unsure = suspended->unsure;
	hr_free(self->sure);
	self->sure = suspended->sure;
	HR_VEC_FREE(&self->bounds.of);
	self->bounds = suspended->bounds;
	self->bounded = suspended->bounded;
	self->objects_unsure = suspended->objects_unsure;
	HR_VEC_FREE(&self->objects);
	self->objects = suspended->objects;
	self->saved = suspended->saved;
	finish(self);
}

hr_status hr_cross_excuse(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
			  const hr_offload_grid *grid, cross_spot *spot, hr_compared *sum)
{
	bool found = false;
	hr_status status;

	keep(self);
	memset(self->unsure, 0, self->regions.count + leaf->leaf->output_count);
	status = find_unsure(self, leaf, got, grid);
	finish(self);
	HR_TRY(status);
	*sum = hr_cross_compare(self, leaf, got, grid, spot);
	for (size_t i = 0; i < self->regions.count + leaf->leaf->output_count; i++)
		found |= self->unsure[i];
	if (found || self->objects_unsure)
		conclude_order(got->row);
	return HR_OK;
}

bool hr_cross_bound(hr_crosscheck *self, const cross_got *got, const hr_offload_grid *grid,
		    char text[HR_BACKEND_TEXT])
{
	const hr_liberties liberties = hr_liberties_of(got->unit->entry->module);
	const char *why;
	const hr_backend_entry *compiler = hr_built_compiler(self->built, &why);
	const hr_bound_grid of = {.unit = &got->unit->made->unit,
				  .compiler = compiler ? compiler->table : NULL,
				  .options = compiler ? compiler->host.options : NULL,
				  .grid = &got->what,
				  .outputs = grid->outputs,
				  .symbol = hr_built_symbol,
				  .seconds = self->policy->limits.seconds};

	if (!of.compiler || got->unit->made->trap_count) {
		snprintf(text, HR_BACKEND_TEXT, "%s",
			 of.compiler ? "an instance may end in a failed check" : why);
		return false;
	}
	keep(self);
	restart(self, got);
	self->bounds.of.count = 0;
	self->bounded = hr_bound_run(&of, &liberties, &self->bounds, text);
	finish(self);
	return self->bounded;
}

hr_status hr_cross_blame(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
			 const hr_offload_grid *grid, const cross_spot *spot)
{
	if (spot->region)
		return blame_memory(self, leaf, got, grid, spot);
	if (spot->pair) {
		blame_object(self, leaf, got, grid, spot);
		return HR_OK;
	}
	blame_output(self, leaf, got, grid, spot);
	return HR_OK;
}
