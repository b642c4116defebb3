/* src/base/map.h -- hash maps from 64-bit keys and text keys to 64-bit values.
 *
 * Maps support look-up only and cannot be iterated, so that no result depends on hash order. Text
 * keys are copied. A map set to zero bytes is an empty map. */
#ifndef HR_MAP_H
#define HR_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hr_map {
	uint64_t *keys, *values; /* owns */
	unsigned char *used;     /* owns */
	size_t count, capacity;  /* capacity is 0 or a power of two */
} hr_map;

void hr_map_put(hr_map *map, uint64_t key, uint64_t value);        /* replaces */
bool hr_map_get(const hr_map *map, uint64_t key, uint64_t *value); /* value may be NULL */
void hr_map_remove(hr_map *map, uint64_t key);
void hr_map_free(hr_map *map);

/* Return a pointer as a key. */
static inline uint64_t hr_map_key(const void *pointer)
{
	return (uint64_t)(uintptr_t)pointer;
}

typedef struct hr_strmap {
	char **keys;      /* owns the array and the texts; NULL where empty */
	uint64_t *values; /* owns */
	size_t count, capacity;
} hr_strmap;

void hr_strmap_put(hr_strmap *map, const char *key, uint64_t value); /* replaces */
bool hr_strmap_get(const hr_strmap *map, const char *key, uint64_t *value);
void hr_strmap_free(hr_strmap *map);

#endif
