/* backends/shared/cache.h -- an on-disk cache of compiled code, keyed by everything that the code
 * was made from. Shared by modules. */
#ifndef HR_CACHE_H
#define HR_CACHE_H

#include "backends/backend.h"
#include "src/base/vec.h"

/* The bytes of everything that a cache entry depends on. */
typedef HR_VEC(char) hr_cache_key;

void hr_cache_add(hr_cache_key *key, const void *data, size_t size);
void hr_cache_add_text(hr_cache_key *key, const char *text);
/* Add to KEY what code compiled from UNIT depends on, except the names of things. */
void hr_cache_add_unit(hr_cache_key *key, const hr_unit *unit);

/* The location of the entries of one kind: the file of an entry is FOLDER/PREFIX, a hash, SUFFIX.
 * FOLDER exists. */
typedef struct hr_cache {
	const char *folder, *prefix, *suffix;
} hr_cache;

/* Open the file NAME in a cache, with FLAGS of open(). Return -1 if it cannot be opened or must not be
 * used: it is a link, no regular file, of another user, writable by others, or too large. */
int hr_cache_open(const char *name, int flags);
/* Return the entry stored under KEY, owned by the caller, and its size in *BYTES. Return NULL if
 * there is none. */
uint8_t *hr_cache_read(const hr_cache *cache, const hr_cache_key *key, size_t *bytes);
/* Store HEAD followed by BODY under KEY. A failure to write is ignored. */
void hr_cache_write(const hr_cache *cache, const hr_cache_key *key, const void *head,
		    size_t head_bytes, const void *body, size_t body_bytes);

#endif
