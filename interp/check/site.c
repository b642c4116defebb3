/* interp/check/site.c -- sites: places in code that access memory, and their static properties.
 *
 * Owns:      nothing; sites live in the checker's arena. */
#include "interp/check/check_state.h"

static check_site **sites_of(hr_checker *checker, const hr_code *code)
{
	uint64_t sites;

	if (!hr_map_get(&checker->codes, hr_map_key(code), &sites)) {
		sites = hr_map_key(
			hr_arena_array(&checker->arena, code->word_count, sizeof(check_site *)));
		hr_map_put(&checker->codes, hr_map_key(code), sites);
	}
	return (check_site **)(uintptr_t)sites;
}

static uint32_t place_number(hr_checker *checker, const check_site *site)
{
	const uint64_t source = hr_origin_source(site->code, site->word);
	uint64_t number = site->number;

	if (source && !hr_map_get(&checker->places, source, &number))
		hr_map_put(&checker->places, source, number);
	return (uint32_t)number;
}

static check_site *new_site(hr_checker *checker, const hr_code *code, uint32_t word)
{
	check_site *site = HR_ARENA_NEW(&checker->arena, check_site);

	site->code = code;
	site->word = word;
	site->number = ++checker->site_count;
	site->place = place_number(checker, site);
	site->origin[0] = hr_origin_of_access(code, word, false);
	site->origin[1] = hr_origin_of_access(code, word, true);
	site->align[0] = hr_origin_align(code, word, false);
	site->align[1] = hr_origin_align(code, word, true);
	site->floating = hr_origin_floating(code, word);
	site->ordering = hr_origin_ordering(code, word);
	if (site->ordering.changes && checker->run->program->changes_acquire)
		site->ordering.acquires = true;
	site->orders = hr_origin_orders(code, word);
	site->memory[0] = hr_origin_memory(code, word, false);
	site->memory[1] = hr_origin_memory(code, word, true);
	return site;
}

check_site *hr_check_site(hr_checker *checker, const hr_code *code, uint32_t word)
{
	check_site **sites = sites_of(checker, code);

	if (!sites[word])
		sites[word] = new_site(checker, code, word);
	return sites[word];
}
