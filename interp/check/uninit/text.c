/* interp/check/uninit/text.c -- descriptions of uninitialised memory.
 *
 * Owns:      nothing; texts belong to the checker's arena.
 * Clauses:   M6 (uninitialised, its origin).
 * Not here:  findings, and which memory is uninitialised (uninit.c). */
#include "interp/check/uninit/check_uninit.h"

static const char *place_text(hr_arena *arena, hr_where where)
{
	if (where.file && where.line)
		return hr_arena_printf(arena, "at %s:%u:%u", where.file, where.line, where.column);
	return where.function ? hr_arena_printf(arena, "in '%s'", where.function) : "by the host";
}

const char *hr_uninit_site_text(hr_arena *arena, const check_site *site)
{
	return place_text(arena, hr_code_where(site->code, site->word));
}

const char *hr_uninit_level_text(hr_arena *arena, const hr_level *level)
{
	return level ? hr_instance_text(arena, level->node->path, level->node->kind, level->dims,
					level->id)
		     : "the host";
}

const check_range *hr_uninit_range_at(const hr_checker *checker, uint64_t address)
{
	for (size_t i = 0; i < checker->ranges.count; i++) {
		const check_range *range = &checker->ranges.data[i];

		if (address - range->base < range->end - range->base)
			return range;
	}
	return NULL;
}

const char *hr_uninit_host_text(hr_checker *checker, uint64_t address)
{
	check_access access = {.address = address, .range = hr_uninit_range_at(checker, address)};
	hr_diag_facts facts;

	if (access.range)
		access.area = AREA_ARGUMENT;
	facts = hr_check_object_facts(checker, &access);
	return hr_check_facts_text(checker, &facts);
}

static const char *object_text(hr_checker *checker, const origin *raw, uint64_t address)
{
	hr_arena *arena = &checker->arena;
	const check_object *object = hr_check_object_at(checker, address);

	if (!object)
		return hr_arena_printf(arena, "an object allocated %s", raw->text);
	if (object->variable)
		return hr_arena_printf(arena, "byte %llu of %s",
				       (unsigned long long)(address - object->base),
				       hr_check_allocated_text(checker, object));
	return hr_arena_printf(
		arena, "byte %llu of an object of %llu bytes, allocated by %s %s",
		(unsigned long long)(address - object->base),
		(unsigned long long)(object->end - object->base),
		hr_instance_text(arena, object->node, object->kind, object->dims, object->instance),
		raw->text);
}

/* The name is looked up only on request, because most names are not needed. */
static const char *variable_name(hr_arena *arena, const origin *raw)
{
	const hr_variable *found = hr_check_variable(raw->code, raw->offset);
	const char *name = found ? hr_origin_variable(raw->code, found) : NULL;
	const char *of = raw->code->function->name;

	return name ? hr_arena_printf(arena, "'%s' of '%s'", name, of)
		    : hr_arena_printf(arena, "a variable of '%s'", of);
}

static const char *variable_text(hr_checker *checker, const origin *raw, const uint8_t *frame,
				 uint64_t address)
{
	const char *name;

	/* a lane's variable: its speculative run fails and the text is discarded
	 * (interp/lanes/run/check.c) */
	if (!raw->code)
		return "a variable";
	name = variable_name(&checker->arena, raw);
	while (frame) {
		const hr_frame *link = hr_frame_of((uint8_t *)frame);
		uint64_t offset = address - hr_map_key(frame) - raw->offset;

		if (link->code == raw->code && offset < raw->end - raw->offset)
			return hr_arena_printf(&checker->arena, "byte %llu of %s",
					       (unsigned long long)offset, name);
		frame = link->call ? link->caller : NULL;
	}
	return name;
}

const char *hr_uninit_memory_text(hr_checker *checker, const origin *raw, const uint8_t *frame,
				  uint64_t address)
{
	switch (raw->kind) {
	case RAW_VARIABLE: return variable_text(checker, raw, frame, address);
	case RAW_OBJECT: return object_text(checker, raw, address);
	case RAW_HOST:
	case RAW_FRESH:
		return hr_arena_printf(&checker->arena, "%s%s",
				       hr_uninit_host_text(checker, address), raw->text);
	default: return raw->text;
	}
}
