/* backends/nvidia/mock/memory.c -- memory of the mock's device, and of the host as far as the
 * driver knows it.
 *
 * Addresses are in a range of inaccessible pages; the bytes of an allocation are elsewhere. An
 * address range is never reused, so that an address identifies an allocation even after it was
 * freed.
 * Owns: all bytes of the device. */
#define _GNU_SOURCE 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "backends/nvidia/mock/mock.h"
#include "backends/nvidia/mock/mock_cuda.h"

enum { ALIGN = 512, FILL = 0xcd };
#define MOST_RANGE  (UINT64_C(1) << 40)
#define LEAST_RANGE (UINT64_C(1) << 32)

typedef struct allocation {
	nv_address address;
	uint64_t bytes;
	uint8_t *data; /* NULL: freed */
} allocation;

typedef struct pinned {
	uint8_t *memory;
	uint64_t bytes;
	bool registered, alive;
} pinned;

static struct {
	nv_address begin, next; /* start of the address range; next unused address */
	/* Size of the range: as large as possible, since tools such as sanitizers leave less
	 * address space. */
	uint64_t range;
	uint64_t used;
	allocation *all;
	size_t count, room;
	pinned *host;
	size_t host_count, host_room;
} self;

/* Grow an array so that it has room for one more element of SIZE bytes. */
static void *grow(void *old, size_t count, size_t *room, size_t size)
{
	if (count < *room)
		return old;
	*room = *room ? 2 * *room : 64;
	old = realloc(old, *room * size);
	MOCK_RULE(old, "memory", "the mock itself has no memory left");
	return old;
}

static bool in_range(uint64_t address)
{
	return self.begin && address >= self.begin && address < self.begin + self.range;
}

static const allocation *find(uint64_t address)
{
	size_t low = 0, high = self.count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (self.all[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &self.all[low - 1] : NULL;
}

static void make_range(void)
{
	void *range = MAP_FAILED;

	for (self.range = MOST_RANGE; range == MAP_FAILED && self.range >= LEAST_RANGE;) {
		range = mmap(NULL, self.range, PROT_NONE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (range == MAP_FAILED)
			self.range /= 2;
	}
	MOCK_RULE(range != MAP_FAILED, "memory", "there is no range of addresses for the device");
	self.begin = self.next = (nv_address)(uintptr_t)range;
}

nv_address mock_memory_new(uint64_t bytes, nv_result *result)
{
	allocation made = {.bytes = bytes};

	*result = NV_OUT_OF_MEMORY;
	if (!self.begin)
		make_range();
	if (bytes > mock_option("memory", UINT64_C(1) << 30) - self.used ||
	    bytes > self.begin + self.range - self.next - 2 * ALIGN)
		return 0;
	made.data = malloc(bytes);
	if (!made.data)
		return 0;
	memset(made.data, FILL, bytes);
	made.address = self.next;
	self.next += (bytes + 2 * ALIGN - 1) / ALIGN * ALIGN;
	self.used += bytes;
	self.all = grow(self.all, self.count, &self.room, sizeof(*self.all));
	self.all[self.count++] = made;
	*result = NV_SUCCESS;
	mock_log("-> %llx", made.address);
	return made.address;
}

uint8_t *mock_device_bytes(nv_address address, uint64_t bytes, const char *what)
{
	const allocation *found = find(address);

	MOCK_RULE(in_range(address), "device-pointer", "%s, %llx, is no device address", what,
		  address);
	MOCK_RULE(found && address - found->address <= found->bytes, "bounds",
		  "%s, %llx, is in no allocation", what, address);
	MOCK_RULE(found->data, "lifetime", "%s, %llx, is in memory that has been freed", what,
		  address);
	MOCK_RULE(bytes <= found->bytes - (address - found->address), "bounds",
		  "%llu bytes at %s, %llu bytes into an allocation of %llu",
		  (unsigned long long)bytes, what, address - found->address,
		  (unsigned long long)found->bytes);
	return found->data + (address - found->address);
}

uint64_t mock_bytes_from(nv_address address)
{
	const allocation *found = find(address);

	return found && address - found->address < found->bytes
		       ? found->bytes - (address - found->address)
		       : 0;
}

bool mock_device_pointer(uint64_t value, const char *what)
{
	if (!in_range(value))
		return false;
	(void)mock_device_bytes(value, 0, what);
	return true;
}

/* Ask the system whether memory can be read. */
static bool is_mapped(const void *memory, uint64_t bytes)
{
	long page = sysconf(_SC_PAGESIZE);
	uintptr_t begin = (uintptr_t)memory / (uintptr_t)page * (uintptr_t)page;
	uintptr_t end = (uintptr_t)memory + bytes;

	return bytes == 0 || madvise((void *)begin, end - begin, MADV_NORMAL) == 0;
}

void mock_host_bytes(const void *memory, uint64_t bytes, const char *what)
{
	MOCK_RULE(memory || !bytes, "host-pointer", "%s is NULL", what);
	MOCK_RULE(!in_range((uintptr_t)memory), "host-pointer", "%s, %p, is a device address", what,
		  memory);
	MOCK_RULE(is_mapped(memory, bytes), "host-pointer",
		  "%llu bytes at %s, %p, are not all there", (unsigned long long)bytes, what,
		  memory);
}

static pinned *find_host(const void *memory)
{
	for (size_t i = self.host_count; i > 0; i--) {
		pinned *at = &self.host[i - 1];

		if (at->alive && (const uint8_t *)memory >= at->memory &&
		    (const uint8_t *)memory < at->memory + at->bytes)
			return at;
	}
	return NULL;
}

bool mock_is_pinned(const void *memory, uint64_t bytes)
{
	const pinned *at = find_host(memory);

	return (at && bytes <= at->bytes - (uint64_t)((const uint8_t *)memory - at->memory)) ||
	       mock_option_is("pageable", "slow");
}

void mock_memory_lose(void)
{
	for (size_t i = 0; i < self.count; i++) {
		free(self.all[i].data);
		self.all[i].data = NULL;
	}
	self.used = 0;
}

const char *mock_memory_leak(char text[HR_BACKEND_TEXT])
{
	for (size_t i = 0; i < self.count; i++)
		if (self.all[i].data) {
			snprintf(text, HR_BACKEND_TEXT, "%llu bytes at %llx have not been freed",
				 (unsigned long long)self.all[i].bytes, self.all[i].address);
			return text;
		}
	for (size_t i = 0; i < self.host_count; i++)
		if (self.host[i].alive) {
			snprintf(text, HR_BACKEND_TEXT, "%llu bytes of the host at %p are still %s",
				 (unsigned long long)self.host[i].bytes,
				 (void *)self.host[i].memory,
				 self.host[i].registered ? "registered" : "allocated");
			return text;
		}
	return NULL;
}

/* --- the calls -------------------------------------------------------------------------------- */

nv_result cuMemGetInfo_v2(size_t *free_bytes, size_t *bytes)
{
	MOCK_CALL(cuMemGetInfo_v2, MOCK_CONTEXT, "%s", "");
	*bytes = mock_option("memory", UINT64_C(1) << 30);
	*free_bytes = *bytes - self.used;
	return NV_SUCCESS;
}

static nv_result allocate(nv_address *address, size_t bytes)
{
	nv_result result;
	nv_address made;

	MOCK_RULE(bytes, "size", "0 bytes are asked for");
	made = mock_memory_new(bytes, &result);
	if (made)
		*address = made;
	return result;
}

static nv_result release(nv_address address)
{
	allocation *found = (allocation *)find(address);

	(void)mock_device_bytes(address, 0, "the memory to be freed");
	MOCK_RULE(found->address == address, "free", "%llx is %llu bytes into an allocation",
		  address, address - found->address);
	MOCK_RULE(!mock_in_use(address, found->bytes), "free",
		  "work that is not done yet uses %llx", address);
	memset(found->data, FILL, found->bytes);
	free(found->data);
	found->data = NULL;
	self.used -= found->bytes;
	return NV_SUCCESS;
}

void mock_memory_end(nv_address address)
{
	(void)release(address);
}

nv_result cuMemAlloc_v2(nv_address *address, size_t bytes)
{
	MOCK_CALL(cuMemAlloc_v2, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%zu bytes", bytes);
	return allocate(address, bytes);
}

nv_result cuMemFree_v2(nv_address address)
{
	MOCK_CALL(cuMemFree_v2, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%llx", address);
	return release(address);
}

nv_result cuMemAllocAsync(nv_address *address, size_t bytes, nv_stream stream)
{
	MOCK_CALL(cuMemAllocAsync, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%zu bytes, %p", bytes,
		  (void *)stream);
	(void)mock_stream_of(stream);
	return allocate(address, bytes);
}

/* Earlier work in the stream is executed first; pending work of other streams must not use the
 * memory. */
nv_result cuMemFreeAsync(nv_address address, nv_stream stream)
{
	MOCK_CALL(cuMemFreeAsync, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%llx, %p", address,
		  (void *)stream);
	mock_drain(mock_stream_of(stream));
	return release(address);
}

static void add_host(void *memory, uint64_t bytes, bool registered)
{
	self.host = grow(self.host, self.host_count, &self.host_room, sizeof(*self.host));
	self.host[self.host_count++] =
		(pinned){.memory = memory, .bytes = bytes, .registered = registered, .alive = true};
}

nv_result cuMemHostAlloc(void **memory, size_t bytes, unsigned flags)
{
	void *made;

	MOCK_CALL(cuMemHostAlloc, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%zu bytes, flags %x", bytes,
		  flags);
	MOCK_RULE(bytes, "size", "0 bytes are asked for");
	MOCK_RULE(!(flags & ~7u), "flags", "unknown flags: %x", flags);
	made = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
	if (!made)
		return NV_OUT_OF_MEMORY;
	memset(made, FILL, bytes);
	add_host(made, bytes, false);
	*memory = made;
	return NV_SUCCESS;
}

static pinned *host_at(const void *memory, bool registered)
{
	pinned *found = find_host(memory);

	MOCK_RULE(found && found->memory == memory, "free", "%p is not %s", memory,
		  registered ? "registered" : "host memory of the driver");
	MOCK_RULE(found->registered == registered, "free", "%p was %s", memory,
		  found->registered ? "registered" : "allocated");
	MOCK_RULE(!mock_host_in_use(memory, found->bytes), "free",
		  "work that is not done yet uses %p", memory);
	return found;
}

nv_result cuMemFreeHost(void *memory)
{
	pinned *found;

	MOCK_CALL(cuMemFreeHost, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%p", memory);
	found = host_at(memory, false);
	found->alive = false;
	free(memory);
	return NV_SUCCESS;
}

nv_result cuMemHostRegister_v2(void *memory, size_t bytes, unsigned flags)
{
	MOCK_CALL(cuMemHostRegister_v2, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%p, %zu bytes, flags %x",
		  memory, bytes, flags);
	MOCK_RULE(bytes, "size", "0 bytes are to be registered");
	MOCK_RULE(!(flags & ~15u), "flags", "unknown flags: %x", flags);
	mock_host_bytes(memory, bytes, "the memory");
	if (find_host(memory) || find_host((uint8_t *)memory + bytes - 1))
		return NV_HOST_MEMORY_ALREADY_REGISTERED;
	add_host(memory, bytes, true);
	return NV_SUCCESS;
}

nv_result cuMemHostUnregister(void *memory)
{
	MOCK_CALL(cuMemHostUnregister, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%p", memory);
	host_at(memory, true)->alive = false;
	return NV_SUCCESS;
}

/* The address is only passed on, never dereferenced. */
nv_result cuMemHostGetDevicePointer_v2(nv_address *address, void *memory, unsigned flags)
{
	MOCK_CALL(cuMemHostGetDevicePointer_v2, MOCK_CONTEXT, "%p", memory);
	MOCK_RULE(!flags, "flags", "flags are to be 0");
	MOCK_RULE(find_host(memory), "host-pointer", "%p is neither allocated nor registered",
		  memory);
	*address = (nv_address)(uintptr_t)memory;
	return NV_SUCCESS;
}

/* --- synchronous copies -------------------------------------------------------------------- */

nv_result cuMemcpyHtoD_v2(nv_address to, const void *from, size_t bytes)
{
	MOCK_CALL(cuMemcpyHtoD_v2, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%llx, %p, %zu bytes", to, from,
		  bytes);
	mock_host_bytes(from, bytes, "the source");
	mock_drain_blocking();
	mock_order_host(to, bytes, true);
	if (bytes)
		memcpy(mock_device_bytes(to, bytes, "the destination"), from, bytes);
	return NV_SUCCESS;
}

nv_result cuMemcpyDtoH_v2(void *to, nv_address from, size_t bytes)
{
	MOCK_CALL(cuMemcpyDtoH_v2, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%p, %llx, %zu bytes", to, from,
		  bytes);
	mock_host_bytes(to, bytes, "the destination");
	mock_drain_blocking();
	mock_order_host(from, bytes, false);
	if (bytes)
		memcpy(to, mock_device_bytes(from, bytes, "the source"), bytes);
	return NV_SUCCESS;
}

nv_result cuMemsetD8_v2(nv_address address, unsigned char value, size_t count)
{
	MOCK_CALL(cuMemsetD8_v2, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%llx, %u, %zu bytes", address,
		  value, count);
	mock_drain_blocking();
	mock_order_host(address, count, true);
	if (count)
		memset(mock_device_bytes(address, count, "the memory"), value, count);
	return NV_SUCCESS;
}
