/* backends/cpu/cpu_cache.c -- the on-disk cache of compiled code, keyed by the unit, the processor,
 * LLVM and this backend's version.
 *
 * Owns:      nothing.
 * Not here:  files (backends/shared/cache.c), loading code (cpu_code.c). */
#include <string.h>

#include "backends/cpu/cpu.h"
#include "backends/shared/cache.h"

#define FORMAT "hpvm-run cpu 3"

static hr_cache_key make_key(const cpu_machine *machine, const hr_unit *unit)
{
	hr_cache_key key = {0};
	unsigned version[3];

	LLVMGetVersion(&version[0], &version[1], &version[2]);
	hr_cache_add_text(&key, FORMAT);
	hr_cache_add(&key, version, sizeof(version));
	hr_cache_add_text(&key, machine->triple);
	hr_cache_add_text(&key, machine->name);
	hr_cache_add_text(&key, machine->features);
	hr_cache_add_unit(&key, unit);
	return key;
}

static hr_cache cache_in(const char *folder)
{
	return (hr_cache){folder, "", ".o"};
}

LLVMMemoryBufferRef cpu_cache_read(const char *folder, const cpu_machine *machine,
				   const hr_unit *unit, cpu_shape *shape)
{
	hr_cache_key key = make_key(machine, unit);
	hr_cache cache = cache_in(folder);
	LLVMMemoryBufferRef object = NULL;
	size_t size;
	uint8_t *data = hr_cache_read(&cache, &key, &size);

	if (data && size > sizeof(*shape)) {
		memcpy(shape, data, sizeof(*shape));
		object = LLVMCreateMemoryBufferWithMemoryRangeCopy(
			(const char *)data + sizeof(*shape), size - sizeof(*shape), "cached");
	}
	hr_free(data);
	HR_VEC_FREE(&key);
	return object;
}

void cpu_cache_write(const char *folder, const cpu_machine *machine, const hr_unit *unit,
		     const cpu_shape *shape, LLVMMemoryBufferRef object)
{
	hr_cache_key key = make_key(machine, unit);
	hr_cache cache = cache_in(folder);

	hr_cache_write(&cache, &key, shape, sizeof(*shape), LLVMGetBufferStart(object),
		       LLVMGetBufferSize(object));
	HR_VEC_FREE(&key);
}
