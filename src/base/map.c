/* src/base/map.c -- open addressing with linear probing; deletion shifts back.
 *
 * Invariant: at most 3/4 of the slots are used, so every probe ends. */
#include "src/base/map.h"

#include <string.h>

#include "src/base/alloc.h"
#include "src/base/hash.h"

static size_t mix(uint64_t key)
{
	key ^= key >> 32;
	key *= UINT64_C(0x9e3779b97f4a7c15);
	return (size_t)(key ^ key >> 29);
}

static size_t slot_of(const hr_map *map, uint64_t key)
{
	size_t slot = mix(key) & (map->capacity - 1);

	while (map->used[slot] && map->keys[slot] != key)
		slot = (slot + 1) & (map->capacity - 1);
	return slot;
}

static void grow(hr_map *map)
{
	hr_map bigger = {.capacity = map->capacity ? map->capacity * 2 : 16};

	bigger.keys = hr_alloc_array(bigger.capacity, sizeof(*bigger.keys));
	bigger.values = hr_alloc_array(bigger.capacity, sizeof(*bigger.values));
	bigger.used = hr_alloc_array(bigger.capacity, 1);
	for (size_t i = 0; i < map->capacity; i++)
		if (map->used[i])
			hr_map_put(&bigger, map->keys[i], map->values[i]);
	hr_map_free(map);
	*map = bigger;
}

void hr_map_put(hr_map *map, uint64_t key, uint64_t value)
{
	size_t slot;

	if (4 * (map->count + 1) > 3 * map->capacity)
		grow(map);
	slot = slot_of(map, key);
	map->count += !map->used[slot];
	map->used[slot] = 1;
	map->keys[slot] = key;
	map->values[slot] = value;
}

bool hr_map_get(const hr_map *map, uint64_t key, uint64_t *value)
{
	size_t slot;

	if (!map->capacity)
		return false;
	slot = slot_of(map, key);
	if (!map->used[slot])
		return false;
	if (value)
		*value = map->values[slot];
	return true;
}

void hr_map_remove(hr_map *map, uint64_t key)
{
	size_t hole, next;

	if (!map->capacity)
		return;
	hole = slot_of(map, key);
	if (!map->used[hole])
		return;
	map->count--;
	map->used[hole] = 0;
	for (next = (hole + 1) & (map->capacity - 1); map->used[next];
	     next = (next + 1) & (map->capacity - 1)) {
		uint64_t moved = map->keys[next], value = map->values[next];

		/* re-inserting finds the freed slot if it is on its probe path */
		map->used[next] = 0;
		map->count--;
		hr_map_put(map, moved, value);
	}
}

void hr_map_free(hr_map *map)
{
	hr_free(map->keys);
	hr_free(map->values);
	hr_free(map->used);
	memset(map, 0, sizeof(*map));
}

static size_t text_slot(const hr_strmap *map, const char *key)
{
	size_t slot = mix(hr_hash(HR_HASH_FIRST, key, strlen(key))) & (map->capacity - 1);

	while (map->keys[slot] && strcmp(map->keys[slot], key) != 0)
		slot = (slot + 1) & (map->capacity - 1);
	return slot;
}

static void grow_text(hr_strmap *map)
{
	hr_strmap bigger = {.count = map->count,
			    .capacity = map->capacity ? map->capacity * 2 : 16};

	bigger.keys = hr_alloc_array(bigger.capacity, sizeof(*bigger.keys));
	bigger.values = hr_alloc_array(bigger.capacity, sizeof(*bigger.values));
	for (size_t i = 0; i < map->capacity; i++) {
		size_t slot;

		if (!map->keys[i])
			continue;
		slot = text_slot(&bigger, map->keys[i]);
		bigger.keys[slot] = map->keys[i];
		bigger.values[slot] = map->values[i];
	}
	hr_free(map->keys);
	hr_free(map->values);
	*map = bigger;
}

void hr_strmap_put(hr_strmap *map, const char *key, uint64_t value)
{
	size_t slot;

	if (4 * (map->count + 1) > 3 * map->capacity)
		grow_text(map);
	slot = text_slot(map, key);
	if (!map->keys[slot]) {
		map->keys[slot] = hr_strdup(key);
		map->count++;
	}
	map->values[slot] = value;
}

bool hr_strmap_get(const hr_strmap *map, const char *key, uint64_t *value)
{
	size_t slot;

	if (!map->capacity)
		return false;
	slot = text_slot(map, key);
	if (!map->keys[slot])
		return false;
	if (value)
		*value = map->values[slot];
	return true;
}

void hr_strmap_free(hr_strmap *map)
{
	for (size_t i = 0; i < map->capacity; i++)
		hr_free(map->keys[i]);
	hr_free(map->keys);
	hr_free(map->values);
	memset(map, 0, sizeof(*map));
}
