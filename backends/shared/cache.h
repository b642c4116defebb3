/* backends/shared/cache.h -- what modules have compiled, on disk, by all that it was made of.
 * Shared by modules. */
#ifndef HR_CACHE_H
#define HR_CACHE_H

#include "backends/backend.h"
#include "src/base/vec.h"

/* All that an entry depends on. */
typedef HR_VEC(char) hr_cache_key;

void hr_cache_add(hr_cache_key *key, const void *data, size_t size);
void hr_cache_add_text(hr_cache_key *key, const char *text);
/* What code of UNIT depends on, but for the names of things. */
void hr_cache_add_unit(hr_cache_key *key, const hr_unit *unit);

/* Where entries of one kind are: files PREFIX, a hash, SUFFIX in FOLDER, which exists. */
typedef struct hr_cache {
	const char *folder, *prefix, *suffix;
} hr_cache;

/* What is kept under KEY, *BYTES, owned by the caller; NULL: nothing is. */
uint8_t *hr_cache_read(const hr_cache *cache, const hr_cache_key *key, size_t *bytes);
/* Keeps HEAD and BODY, one behind the other. Nothing is said of what cannot be written. */
void hr_cache_write(const hr_cache *cache, const hr_cache_key *key, const void *head,
		    size_t head_bytes, const void *body, size_t body_bytes);

#endif
