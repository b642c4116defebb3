/* backends/cudnn/choose.c -- chooses the cuDNN engine for an operation graph.
 *
 * cuDNN's heuristics propose engines: mode B, then A, then the fallbacks. An engine is rejected if
 * its notes conflict with the user's settings: results that are not reproducible; rounded operands
 * (TF32, FP16); sums of other terms than the products of the formula (Winograd, FFT), which the
 * error bounds do not cover (docs/tensors.md). The first engine for which cuDNN makes a plan within
 * the workspace limit is used. If engines are to be timed, the fastest of several is used, and the
 * choice is cached.
 * Owns:      nothing; plans belong to the engine. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/cudnn/cudnn_plan.h"
#include "backends/shared/cache.h"

enum { MOST_CONFIGS = 16, MOST_NOTES = 16, MOST_TIMED = 8, ROUNDS = 5 };

static dc_status get_one(dc_card *card, dc_descriptor of, dc_attribute name, dc_attribute_type type,
			 void *value)
{
	int64_t count = 0;
	dc_status status = card->dnn.get(of, name, type, 1, &count, value);

	return status == DC_SUCCESS && count != 1 ? DC_INTERNAL_ERROR : status;
}

/* --- which engines are admitted ------------------------------------------------------------ */

static bool is_admitted(const dc_wishes *wishes, int note)
{
	switch (note) {
	case DC_NOTE_NONDETERMINISTIC: return wishes->any_order;
	case DC_NOTE_TENSOR_CORE: return wishes->math != DC_MATH_FP32;
	case DC_NOTE_DOWN_CONVERT:
	case DC_NOTE_REDUCED: return wishes->math == DC_MATH_FP16;
	case DC_NOTE_FFT:
	case DC_NOTE_WINOGRAD:
	case DC_NOTE_WINOGRAD_4X4:
	case DC_NOTE_WINOGRAD_6X6:
	case DC_NOTE_WINOGRAD_13X13: return false;
	default: return true;
	}
}

static bool keeps_wishes(dc_card *card, dc_descriptor config)
{
	dc_descriptor engine = NULL;
	int notes[MOST_NOTES];
	int64_t count = 0;
	bool keeps;
	dc_status status = card->dnn.make(DC_IS_ENGINE, &engine);

	if (status != DC_SUCCESS)
		return false;
	status = get_one(card, config, DC_CONFIG_ENGINE, DC_A_DESCRIPTOR, &engine);
	if (status == DC_SUCCESS)
		status = card->dnn.get(engine, DC_ENGINE_NOTES, DC_A_NOTE, MOST_NOTES, &count,
				       notes);
	keeps = status == DC_SUCCESS && count <= MOST_NOTES;
	for (int64_t i = 0; keeps && i < count; i++)
		keeps = is_admitted(&card->wishes, notes[i]);
	(void)card->dnn.end(engine);
	return keeps;
}

/* Return a plan for CONFIG, which the caller must keep as long as the plan lives. Return NULL if
 * there is no plan within the workspace limit. */
static dc_descriptor make_plan(dc_card *card, dc_descriptor config, uint64_t *workspace)
{
	dc_descriptor plan = NULL;
	int64_t bytes = 0;
	dc_status status = card->dnn.make(DC_IS_PLAN, &plan);

	if (status != DC_SUCCESS)
		return NULL;
	status = card->dnn.set(plan, DC_PLAN_HANDLE, DC_A_HANDLE, 1, &card->handle);
	if (status == DC_SUCCESS)
		status = card->dnn.set(plan, DC_PLAN_CONFIG, DC_A_DESCRIPTOR, 1, &config);
	if (status == DC_SUCCESS)
		status = card->dnn.finalize(plan);
	if (status == DC_SUCCESS)
		status = get_one(card, plan, DC_PLAN_WORKSPACE, DC_AN_INT64, &bytes);
	if (status == DC_SUCCESS && bytes >= 0 && (uint64_t)bytes <= card->wishes.workspace) {
		*workspace = (uint64_t)bytes;
		return plan;
	}
	(void)card->dnn.end(plan);
	return NULL;
}

/* --- candidates ------------------------------------------------------------------------------- */

typedef struct candidate {
	dc_descriptor config, plan; /* owned */
	uint64_t workspace;
} candidate;

typedef struct candidates {
	candidate all[MOST_TIMED];
	size_t count, wanted;
} candidates;

static void end_candidate(dc_card *card, candidate *of)
{
	(void)card->dnn.end(of->plan);
	(void)card->dnn.end(of->config);
}

/* Add CONFIG, which the function then owns, to the candidates if it is admitted. */
static void consider(dc_card *card, dc_descriptor config, candidates *to)
{
	candidate made = {.config = config};

	if (to->count < to->wanted && keeps_wishes(card, config))
		made.plan = make_plan(card, config, &made.workspace);
	if (made.plan)
		to->all[to->count++] = made;
	else
		(void)card->dnn.end(config);
}

static void ask_mode(dc_card *card, dc_descriptor graph, int mode, candidates *to)
{
	dc_descriptor heuristics = NULL, configs[MOST_CONFIGS];
	int64_t made = 0, count = 0;
	dc_status status = card->dnn.make(DC_IS_HEURISTICS, &heuristics);

	if (status != DC_SUCCESS)
		return;
	status = card->dnn.set(heuristics, DC_HEURISTICS_GRAPH, DC_A_DESCRIPTOR, 1, &graph);
	if (status == DC_SUCCESS)
		status = card->dnn.set(heuristics, DC_HEURISTICS_MODE, DC_A_HEURISTICS_MODE, 1,
				       &mode);
	if (status == DC_SUCCESS)
		status = card->dnn.finalize(heuristics);
	while (status == DC_SUCCESS && made < MOST_CONFIGS) {
		status = card->dnn.make(DC_IS_CONFIG, &configs[made]);
		made += status == DC_SUCCESS;
	}
	if (status == DC_SUCCESS)
		status = card->dnn.get(heuristics, DC_HEURISTICS_RESULTS, DC_A_DESCRIPTOR,
				       MOST_CONFIGS, &count, configs);
	for (int64_t i = 0; i < made; i++)
		if (status == DC_SUCCESS && i < count)
			consider(card, configs[i], to);
		else
			(void)card->dnn.end(configs[i]);
	(void)card->dnn.end(heuristics);
}

/* --- timing ----------------------------------------------------------------------------------- */

/* Return the milliseconds of one call; negative if it fails. */
static float time_one(dc_card *card, dc_engine *engine, void *const *at, nv_event begin,
		      nv_event end)
{
	float milliseconds = 0;
	dc_status status = dc_engine_call(card, engine, at);
	nv_result result = card->cu.event_record(begin, card->stream);

	for (unsigned i = 0; i < ROUNDS && status == DC_SUCCESS; i++)
		status = dc_engine_call(card, engine, at);
	if (result == NV_SUCCESS)
		result = card->cu.event_record(end, card->stream);
	if (result == NV_SUCCESS)
		result = card->cu.event_wait(end);
	if (result == NV_SUCCESS)
		result = card->cu.event_elapsed(&milliseconds, begin, end);
	return status == DC_SUCCESS && result == NV_SUCCESS ? milliseconds / (float)ROUNDS : -1;
}

/* Time the candidates on memory without contents. */
static size_t fastest(dc_card *card, dc_engine *engine, const candidates *from, nv_event begin,
		      nv_event end)
{
	void *at[DC_OPERANDS];
	float least = -1;
	size_t best = 0;
	nv_result result;

	for (uint32_t i = 0; i < engine->id_count; i++) {
		int32_t block = dc_card_room(card, engine->bytes[i], &result);

		if (block < 0)
			return 0;
		at[i] = (void *)(uintptr_t)card->blocks.data[block].at;
	}
	for (size_t i = 0; i < from->count; i++) {
		float time;

		if (dc_card_workspace(card, from->all[i].workspace) != NV_SUCCESS)
			continue;
		engine->plan = from->all[i].plan;
		engine->workspace = from->all[i].workspace;
		time = time_one(card, engine, at, begin, end);
		if (time >= 0 && (least < 0 || time < least)) {
			least = time;
			best = i;
		}
	}
	return best;
}

static size_t time_all(dc_card *card, dc_engine *engine, const candidates *from)
{
	nv_event begin = NULL, end = NULL;
	size_t best = 0;

	if (card->cu.event_create(&begin, 0) == NV_SUCCESS &&
	    card->cu.event_create(&end, 0) == NV_SUCCESS)
		best = fastest(card, engine, from, begin, end);
	if (begin)
		(void)card->cu.event_destroy(begin);
	if (end)
		(void)card->cu.event_destroy(end);
	return best;
}

/* --- the cache -------------------------------------------------------------------------------- */

enum { KEY = 3 * HR_BACKEND_TEXT, LINE = KEY + 64 };

/* A line of the cache has the key of what was timed, and the number of the fastest engine among
 * those that the user's settings admit. */
static void print_key(const dc_card *card, const char *key, char whole[KEY])
{
	const dc_wishes *wishes = &card->wishes;

	snprintf(whole, KEY, "%s, math %d, %s order, workspace %llu: %s\t", card->name,
		 (int)wishes->math, wishes->any_order ? "any" : "fixed",
		 (unsigned long long)wishes->workspace, key);
}

static bool find_cached(const dc_card *card, const char *key, size_t *number)
{
	char path[4096], line[LINE], whole[KEY];
	bool found = false;
	int descriptor;
	FILE *file;

	if (!card->cache)
		return false;
	snprintf(path, sizeof(path), "%s/cudnn-engines", card->cache);
	print_key(card, key, whole);
	descriptor = hr_cache_open(path, O_RDONLY);
	file = descriptor >= 0 ? fdopen(descriptor, "r") : NULL;
	while (file && fgets(line, sizeof(line), file))
		if (strncmp(line, whole, strlen(whole)) == 0) {
			*number = strtoul(line + strlen(whole), NULL, 10);
			found = true;
		}
	if (file)
		fclose(file);
	return found;
}

static void keep(const dc_card *card, const char *key, size_t number)
{
	char path[4096], whole[KEY];
	int file;

	if (!card->cache)
		return;
	print_key(card, key, whole);
	snprintf(path, sizeof(path), "%s/cudnn-engines", card->cache);
	file = hr_cache_open(path, O_WRONLY | O_APPEND | O_CREAT);
	if (file < 0)
		return;
	/* one write, so that several processes may append */
	snprintf(whole + strlen(whole), KEY - strlen(whole), "%zu\n", number);
	(void)!write(file, whole, strlen(whole));
	close(file);
}

static size_t best_of(dc_card *card, const char *key, dc_engine *engine, const candidates *from)
{
	size_t number = 0;

	if (!card->wishes.tune || from->count == 1)
		return 0;
	if (find_cached(card, key, &number) && number < from->count)
		return number;
	number = time_all(card, engine, from);
	keep(card, key, number);
	return number;
}

bool dc_choose(dc_card *card, dc_descriptor graph, const char *key, dc_engine *engine)
{
	static const int modes[] = {DC_MODE_B, DC_MODE_A, DC_MODE_FALLBACK};
	candidates found = {.wanted = card->wishes.tune ? MOST_TIMED : 1};
	size_t best;

	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]) && found.count < found.wanted; i++)
		ask_mode(card, graph, modes[i], &found);
	if (!found.count)
		return false;
	best = best_of(card, key, engine, &found);
	if (engine->pack)
		(void)card->dnn.end(engine->pack);
	engine->pack = NULL;
	for (size_t i = 0; i < found.count; i++)
		if (i != best)
			end_candidate(card, &found.all[i]);
	HR_PUSH(&engine->made, found.all[best].config);
	HR_PUSH(&engine->made, found.all[best].plan);
	engine->plan = found.all[best].plan;
	engine->workspace = found.all[best].workspace;
	return true;
}
