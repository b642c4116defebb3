/* interp/check/text.c -- texts for diagnostics: names of memory, its origin, and values.
 *
 * Owns:      nothing; texts are in the checker's arena.
 * Not here:  texts about undefined values (interp/check/uninit/text.c). */
#include "interp/check/check_state.h"
#include "interp/memory/memory.h"

const char *hr_check_did_text(hr_checker *checker, const char *node, const check_site *site,
			      const char *did)
{
	hr_where where = {0};

	if (site)
		where = hr_code_where(site->code, site->word);
	if (!node) /* host code */
		return where.file && where.line
			       ? hr_arena_printf(&checker->arena, "%s at %s:%u:%u", did, where.file,
						 where.line, where.column)
		       : where.function
			       ? hr_arena_printf(&checker->arena, "%s in '%s'", did, where.function)
			       : did;
	if (where.file && where.line)
		return hr_arena_printf(&checker->arena, "%s by '%s' at %s:%u:%u", did, node,
				       where.file, where.line, where.column);
	return where.function ? hr_arena_printf(&checker->arena, "%s by '%s' in '%s'", did, node,
						where.function)
			      : hr_arena_printf(&checker->arena, "%s by '%s'", did, node);
}

const char *hr_check_allocated_text(hr_checker *checker, const check_object *object)
{
	if (object->variable)
		return hr_arena_printf(&checker->arena, "shared variable '%s' of %s",
				       object->variable,
				       hr_instance_text(&checker->arena, object->node, object->kind,
							object->dims, object->instance));
	return hr_check_did_text(checker, object->node, object->site, "allocated");
}

const char *hr_check_origin(hr_checker *checker, uint64_t address)
{
	const check_object *object = hr_check_object_at(checker, address);
	check_block block;
	char by[HR_TRACKED_BY];

	if (object)
		return hr_check_allocated_text(checker, object);
	if (hr_check_block_at(checker, address, &block))
		return hr_check_did_text(checker, block.node, block.site, "allocated");
	if (*hr_tracked_by(checker->run->tracker, (const void *)address, by))
		return hr_arena_printf(&checker->arena, "tracked%s", by);
	return NULL;
}

const char *hr_check_tracked_text(hr_checker *checker, uint64_t address)
{
	const char *origin = hr_check_origin(checker, address);

	return origin ? hr_arena_printf(&checker->arena, " (%s)", origin) : "";
}

const char *hr_check_argument_name(hr_checker *checker, const hr_node *leaf, unsigned port)
{
	char note[HR_PORT_NOTE];

	return hr_arena_printf(&checker->arena, "argument %u%s of '%s'", port,
			       hr_port_note(&leaf->inputs[port], note), hr_node_title(leaf));
}

hr_diag_facts hr_check_argument_facts(hr_checker *checker, const hr_node *leaf,
				      const check_range *range, uint64_t address)
{
	return (hr_diag_facts){
		.object = hr_arena_printf(&checker->arena, "byte %llu of %s",
					  (unsigned long long)(address - range->base),
					  hr_check_argument_name(checker, leaf, range->port)),
		.origin = hr_check_origin(checker, range->base)};
}

const char *hr_check_value(const check_access *access, char text[HR_VALUE_TEXT])
{
	const uint64_t bytes = access->bytes;

	if (!(access->kind & HR_ACCESS_WRITE) || !access->value ||
	    (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8))
		return NULL;
	return hr_bytes_text(access->value, (size_t)bytes, access->site->floating, text);
}

const char *hr_check_written(const check_access *access, char text[HR_CHECK_WRITTEN])
{
	char number[HR_VALUE_TEXT];

	if (!hr_check_value(access, number))
		return "";
	snprintf(text, HR_CHECK_WRITTEN, " (value %s)", number);
	return text;
}

hr_diag_facts hr_check_object_facts(hr_checker *checker, const check_access *access)
{
	hr_arena *arena = &checker->arena;
	const check_object *object = hr_check_object_at(checker, access->address);
	check_block block;
	void *base;
	size_t bytes;

	if (access->area == AREA_ARGUMENT)
		return hr_check_argument_facts(checker, checker->leaf, access->range,
					       access->address);
	if (access->area == AREA_GLOBAL || access->area == AREA_THREAD)
		return (hr_diag_facts){.object = hr_arena_printf(
					       arena, "byte %llu of '%s'",
					       (unsigned long long)(access->address - access->base),
					       access->name)};
	if (object && object->variable)
		return (hr_diag_facts){.object = hr_arena_printf(
					       arena, "byte %llu of %s",
					       (unsigned long long)(access->address - object->base),
					       hr_check_allocated_text(checker, object))};
	if (object)
		return (hr_diag_facts){
			.object = hr_arena_printf(
				arena, "byte %llu of an object",
				(unsigned long long)(access->address - object->base)),
			.origin = hr_check_allocated_text(checker, object)};
	if (hr_check_block_at(checker, access->address, &block))
		return (hr_diag_facts){.object = hr_arena_printf(
					       arena, "byte %llu of memory from %s",
					       (unsigned long long)(access->address - block.base),
					       block.name),
				       .origin = hr_check_origin(checker, access->address)};
	if (hr_tracked(checker->run->tracker, (const void *)access->address, &base, &bytes))
		return (hr_diag_facts){
			.object = hr_arena_printf(
				arena, "byte %llu of tracked memory of %zu bytes",
				(unsigned long long)(access->address - hr_map_key(base)), bytes),
			.origin = hr_check_origin(checker, access->address)};
	return (hr_diag_facts){.object = "memory that is not tracked"};
}

const char *hr_check_facts_text(hr_checker *checker, const hr_diag_facts *facts)
{
	return facts->origin
		       ? hr_arena_printf(&checker->arena, "%s (%s)", facts->object, facts->origin)
		       : facts->object;
}
