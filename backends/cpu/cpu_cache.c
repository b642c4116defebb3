/* backends/cpu/cpu_cache.c -- compiled code on disk, by all that it was made of.
 *
 * A file's name is a hash of its key: the unit, the processor, LLVM, this backend's version. The key itself
 * is in the file and is compared, so two keys with one hash do no harm; neither does a file that is cut
 * short or that somebody else wrote. A file is written under another name first, so that other processes see
 * all of it or nothing.
 * Invariant: what is read was written whole, for this very key, by this user.
 * Owns:      nothing; files stay until somebody deletes them.
 * Not here:  how code is loaded (cpu_code.c). */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cpu.h"
#include "file.h"

#define FORMAT "hpvm-run cpu 2"

typedef HR_VEC(char) bytes;

typedef struct head {
	char magic[16];
	uint64_t key_bytes, object_bytes, sum;
	cpu_shape shape;
} head;

/* --- the key --------------------------------------------------------------------------------------- */

static void add(bytes *key, const void *data, size_t size)
{
	uint64_t length = size;

	HR_RESERVE(key, size + sizeof(length));
	memcpy(key->data + key->count, &length, sizeof(length));
	memcpy(key->data + key->count + sizeof(length), data, size);
	key->count += size + sizeof(length);
}

static void add_text(bytes *key, const char *text)
{
	add(key, text, strlen(text));
}

static void add_ports(bytes *key, const hr_unit_port *ports, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t what[] = {ports[i].kind, ports[i].flags, ports[i].bits,
					 ports[i].bytes, ports[i].offset, (uint32_t)ports[i].same_as};

		add(key, what, sizeof(what));
	}
}

static bytes make_key(const cpu_machine *machine, const hr_unit *unit)
{
	const uint32_t numbers[] = {unit->features, unit->input_stride, unit->output_stride,
				    unit->input_count, unit->output_count};
	bytes key = {0};
	unsigned version[3];

	LLVMGetVersion(&version[0], &version[1], &version[2]);
	add(&key, version, sizeof(version));
	add_text(&key, machine->triple);
	add_text(&key, machine->name);
	add_text(&key, machine->features);
	add(&key, numbers, sizeof(numbers));
	add(&key, unit->dims, unit->level_count);
	add_ports(&key, unit->inputs, unit->input_count);
	add_ports(&key, unit->outputs, unit->output_count);
	add(&key, unit->bitcode, unit->bitcode_bytes);
	return key;
}

/* FNV-1a. */
static uint64_t hash(const void *data, size_t size, uint64_t seed)
{
	const unsigned char *at = data;
	uint64_t sum = UINT64_C(0xcbf29ce484222325) ^ seed;

	for (size_t i = 0; i < size; i++)
		sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
	return sum;
}

static char *file_name(const char *folder, const bytes *key)
{
	size_t room = strlen(folder) + 48;
	char *name = hr_alloc(room);

	snprintf(name, room, "%s/%016llx%016llx.o", folder,
		 (unsigned long long)hash(key->data, key->count, 0),
		 (unsigned long long)hash(key->data, key->count, 1));
	return name;
}

/* --- reading --------------------------------------------------------------------------------------- */

static bool is_ours(const char *name)
{
	struct stat status;

	return stat(name, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid();
}

static bool is_whole(const uint8_t *data, size_t size, const bytes *key, head *found)
{
	const uint8_t *rest = data + sizeof(*found);

	if (size < sizeof(*found))
		return false;
	memcpy(found, data, sizeof(*found));
	return memcmp(found->magic, FORMAT, sizeof(FORMAT)) == 0 &&
	       found->key_bytes == key->count && found->object_bytes <= size &&
	       size == sizeof(*found) + key->count + found->object_bytes &&
	       memcmp(rest, key->data, key->count) == 0 &&
	       hash(rest + key->count, found->object_bytes, 0) == found->sum;
}

LLVMMemoryBufferRef cpu_cache_read(const char *folder, const cpu_machine *machine,
				   const hr_unit *unit, cpu_shape *shape)
{
	bytes key = make_key(machine, unit);
	char *name = file_name(folder, &key);
	LLVMMemoryBufferRef object = NULL;
	uint8_t *data;
	size_t size;
	head found;

	if (is_ours(name) && hr_file_read(name, &data, &size) == 0) {
		if (is_whole(data, size, &key, &found)) {
			object = LLVMCreateMemoryBufferWithMemoryRangeCopy(
				(const char *)data + sizeof(found) + key.count, found.object_bytes,
				"cached");
			*shape = found.shape;
		}
		hr_free(data);
	}
	hr_free(name);
	HR_VEC_FREE(&key);
	return object;
}

/* --- writing --------------------------------------------------------------------------------------- */

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

/* Nothing is said of what cannot be written: the code runs all the same. */
void cpu_cache_write(const char *folder, const cpu_machine *machine, const hr_unit *unit,
		     const cpu_shape *shape, LLVMMemoryBufferRef object)
{
	bytes key = make_key(machine, unit);
	char *name = file_name(folder, &key);
	size_t room = strlen(folder) + 16, size = LLVMGetBufferSize(object);
	char *temporary = hr_alloc(room);
	head made = {.magic = FORMAT, .key_bytes = key.count, .object_bytes = size,
		     .sum = hash(LLVMGetBufferStart(object), size, 0), .shape = *shape};
	bool written = false;
	int file;

	snprintf(temporary, room, "%s/.new-XXXXXX", folder);
	file = mkstemp(temporary);
	if (file >= 0) {
		written = write_all(file, &made, sizeof(made)) &&
			  write_all(file, key.data, key.count) &&
			  write_all(file, LLVMGetBufferStart(object), size);
		written &= close(file) == 0;
		if (!written || rename(temporary, name) != 0)
			unlink(temporary);
	}
	hr_free(temporary);
	hr_free(name);
	HR_VEC_FREE(&key);
}
