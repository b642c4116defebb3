/* tools/fuzz/target_cache.c -- the fuzz target for entries of the cache of compiled code (backends/shared/cache.h). */
#include <dirent.h>
#include <string.h>

#include "backends/shared/cache.h"
#include "src/base/alloc.h"
#include "src/base/hash.h"
#include "tools/fuzz/fuzz.h"

/* As in the head of an entry. */
enum { KEY_BYTES_AT = 16, BYTES_AT = 24, SUM_AT = 32, HEAD = 40 };

static hr_cache_key key;

static const char *entry_name(const hr_cache *cache)
{
	static char name[256];
	struct dirent *entry;
	DIR *folder;

	if (*name)
		return name;
	hr_cache_add_text(&key, "a key");
	hr_cache_write(cache, &key, "head", 4, "body", 4);
	folder = opendir(cache->folder);
	while (folder && (entry = readdir(folder)))
		if (strstr(entry->d_name, cache->suffix))
			snprintf(name, sizeof(name), "%s", entry->d_name);
	if (folder)
		closedir(folder);
	if (!*name)
		hr_bug("the cache has written no entry");
	return name;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const hr_cache cache = {fuzz_folder(), "fuzz-", ".entry"};
	size_t bytes = 0;
	uint8_t *read;

	fuzz_write(entry_name(&cache), data, size);
	read = hr_cache_read(&cache, &key, &bytes);
	if (read && bytes != size - HEAD - key.count)
		hr_bug("an entry is read with another size");
	hr_free(read);
	return 0;
}

/* Let some entries have the sizes and the checksum that their contents call for. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	fuzz_random random = fuzz_random_new(seed);
	uint64_t key_bytes, bytes, sum;

	size = LLVMFuzzerMutate(data, size, most);
	if (size < HEAD || fuzz_below(&random, 4) == 0)
		return size;
	memcpy(&key_bytes, data + KEY_BYTES_AT, sizeof(key_bytes));
	if (key_bytes > size - HEAD)
		return size;
	bytes = size - HEAD - key_bytes;
	sum = hr_hash(HR_HASH_FIRST, data + HEAD + key_bytes, bytes);
	memcpy(data + BYTES_AT, &bytes, sizeof(bytes));
	memcpy(data + SUM_AT, &sum, sizeof(sum));
	return size;
}
