/* backends/shared/cache.c -- an on-disk cache of compiled code, keyed by everything that the code
 * was made from.
 *
 * The name of a file is a hash of its key. The file contains the key, which is compared, so that
 * two keys with the same hash do no harm; neither does a truncated file. A file that another user
 * has written or can write, a link and what is no regular file are ignored. A file is first written under a temporary name, so that other processes see all of
 * it or nothing.
 * Invariant: what is read was written completely, for exactly this key, by this user.
 * Owns:      nothing; files stay until the user deletes them.
 * Not here:  the contents of an entry. */
#include "backends/shared/cache.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/alloc.h"
#include "src/base/hash.h"

typedef struct cache_head {
	char magic[16];
	uint64_t key_bytes, bytes, sum;
} cache_head;

enum { MOST_BYTES = 1 << 28 }; /* of an entry; larger files are ignored, for they may be sparse */

/* without the NUL */
static const char MAGIC[16] = {'h', 'p', 'v', 'm', '-', 'r', 'u', 'n',
			       ' ', 'c', 'a', 'c', 'h', 'e', ' ', '1'};

/* --- the key ---------------------------------------------------------------------------------- */

void hr_cache_add(hr_cache_key *key, const void *data, size_t size)
{
	uint64_t length = size;

	HR_RESERVE(key, size + sizeof(length));
	memcpy(key->data + key->count, &length, sizeof(length));
	if (size)
		memcpy(key->data + key->count + sizeof(length), data, size);
	key->count += size + sizeof(length);
}

void hr_cache_add_text(hr_cache_key *key, const char *text)
{
	hr_cache_add(key, text, strlen(text));
}

static void add_ports(hr_cache_key *key, const hr_unit_port *ports, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t what[] = {ports[i].kind,   ports[i].flags,
					 ports[i].bits,   ports[i].bytes,
					 ports[i].offset, (uint32_t)ports[i].same_as};

		hr_cache_add(key, what, sizeof(what));
	}
}

void hr_cache_add_unit(hr_cache_key *key, const hr_unit *unit)
{
	const uint32_t numbers[] = {unit->features,    unit->input_stride, unit->output_stride,
				    unit->input_count, unit->output_count, unit->inner_dims};

	hr_cache_add(key, numbers, sizeof(numbers));
	hr_cache_add(key, unit->dims, unit->level_count);
	add_ports(key, unit->inputs, unit->input_count);
	add_ports(key, unit->outputs, unit->output_count);
	hr_cache_add(key, unit->bitcode, unit->bitcode_bytes);
}

static char *file_name(const hr_cache *cache, const hr_cache_key *key)
{
	size_t room = strlen(cache->folder) + strlen(cache->prefix) + strlen(cache->suffix) + 48;
	char *name = hr_alloc(room);

	snprintf(name, room, "%s/%s%016llx%016llx%s", cache->folder, cache->prefix,
		 (unsigned long long)hr_hash(HR_HASH_FIRST, key->data, key->count),
		 (unsigned long long)hr_hash(HR_HASH_FIRST ^ 1, key->data, key->count),
		 cache->suffix);
	return name;
}

/* --- reading ---------------------------------------------------------------------------------- */

int hr_cache_open(const char *name, int flags)
{
	int file = open(name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);
	struct stat status;

	if (file < 0)
		return -1;
	if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
	    !(status.st_mode & (S_IWGRP | S_IWOTH)) && status.st_nlink == 1 &&
	    status.st_size <= MOST_BYTES)
		return file;
	close(file);
	return -1;
}

/* Read the file NAME if it may be used. The caller owns *DATA. */
static bool read_ours(const char *name, uint8_t **data, size_t *size)
{
	int file = hr_cache_open(name, O_RDONLY);
	struct stat status;
	ssize_t got = -1;

	if (file < 0)
		return false;
	if (fstat(file, &status) == 0) {
		*size = (size_t)status.st_size;
		*data = hr_alloc(*size + 1);
		got = read(file, *data, *size + 1);
	}
	close(file);
	return got == (ssize_t)*size;
}

static bool is_whole(const uint8_t *data, size_t size, const hr_cache_key *key, cache_head *found)
{
	const uint8_t *rest = data + sizeof(*found);

	if (size < sizeof(*found))
		return false;
	memcpy(found, data, sizeof(*found));
	return memcmp(found->magic, MAGIC, sizeof(MAGIC)) == 0 && found->key_bytes == key->count &&
	       found->bytes <= size && size == sizeof(*found) + key->count + found->bytes &&
	       memcmp(rest, key->data, key->count) == 0 &&
	       hr_hash(HR_HASH_FIRST, rest + key->count, found->bytes) == found->sum;
}

uint8_t *hr_cache_read(const hr_cache *cache, const hr_cache_key *key, size_t *bytes)
{
	char *name = file_name(cache, key);
	uint8_t *data = NULL, *kept = NULL;
	size_t size = 0;
	cache_head found;

	if (read_ours(name, &data, &size) && is_whole(data, size, key, &found)) {
		*bytes = found.bytes;
		kept = hr_alloc(found.bytes + 1);
		memcpy(kept, data + sizeof(found) + key->count, found.bytes);
	}
	hr_free(data);
	hr_free(name);
	return kept;
}

/* --- writing ---------------------------------------------------------------------------------- */

static bool write_all(int file, const void *data, size_t size)
{
	const char *at = data;

	while (size) {
		ssize_t done = write(file, at, size);

		if (done <= 0)
			return false;
		at += done;
		size -= (size_t)done;
	}
	return true;
}

void hr_cache_write(const hr_cache *cache, const hr_cache_key *key, const void *first,
		    size_t first_bytes, const void *body, size_t body_bytes)
{
	char *name = file_name(cache, key);
	size_t room = strlen(cache->folder) + 16;
	char *temporary = hr_alloc(room);
	cache_head made = {.key_bytes = key->count, .bytes = first_bytes + body_bytes};
	bool written = false;
	sigset_t all, before;
	int file;

	memcpy(made.magic, MAGIC, sizeof(MAGIC));
	made.sum = hr_hash(hr_hash(HR_HASH_FIRST, first, first_bytes), body, body_bytes);
	snprintf(temporary, room, "%s/.new-XXXXXX", cache->folder);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before); /* so that a signal leaves nothing */
	file = mkstemp(temporary);
	if (file >= 0) {
		written = write_all(file, &made, sizeof(made)) &&
			  write_all(file, key->data, key->count) &&
			  write_all(file, first, first_bytes) && write_all(file, body, body_bytes);
		written &= close(file) == 0;
		if (!written || rename(temporary, name) != 0)
			unlink(temporary);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	hr_free(temporary);
	hr_free(name);
}
