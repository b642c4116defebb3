/* backends/nvidia/mock/copies.c -- the mock's asynchronous copies and memsets, which are executed
 * later in a stream.
 *
 * Pageable host memory is copied to a staging buffer before the call returns; a copy to pageable
 * memory has ended when the call returns.
 * Clauses of the driver's documents: "API synchronization behavior".
 * Not here: synchronous copies (memory.c). */
#include <stdlib.h>
#include <string.h>

#include "backends/nvidia/mock/mock.h"
#include "backends/nvidia/mock/mock_cuda.h"
#include "backends/nvidia/mock/mock_streams.h"

uint8_t *db_snapshot(const void *from, uint64_t bytes)
{
	uint8_t *copy = malloc(bytes + 1);

	DB_RULE(copy, "memory", "the double itself has no memory left");
	if (bytes)
		memcpy(copy, from, bytes);
	return copy;
}

nv_result cuMemcpyHtoDAsync_v2(nv_address to, const void *from, size_t bytes, nv_stream stream)
{
	DB_CALL(cuMemcpyHtoDAsync_v2, DB_CONTEXT, "%llx, %p, %zu bytes, %p", to, from, bytes, (void *)stream);
	db_work work = {.kind = DB_COPY_IN, .to = to, .bytes = bytes};

	db_host_bytes(from, bytes, "the source");
	if (bytes)
		(void)db_device_bytes(to, bytes, "the destination");
	/* Otherwise it was copied to a staging buffer when the call returned. */
	if (db_is_pinned(from, bytes))
		work.host = (void *)(uintptr_t)from;
	work.copy = db_snapshot(from, bytes);
	return db_enqueue(stream, work);
}

nv_result cuMemcpyDtoHAsync_v2(void *to, nv_address from, size_t bytes, nv_stream stream)
{
	DB_CALL(cuMemcpyDtoHAsync_v2, DB_CONTEXT, "%p, %llx, %zu bytes, %p", to, from, bytes, (void *)stream);
	db_work work = {.kind = DB_COPY_OUT, .host = to, .from = from, .bytes = bytes};
	bool used = db_host_in_use(to, bytes);

	db_host_bytes(to, bytes, "the destination");
	if (bytes)
		(void)db_device_bytes(from, bytes, "the source");
	(void)db_enqueue(stream, work);
	if (!db_is_pinned(to, bytes) && !db_is_capturing())
		db_wait_for(db_stream_of(stream));
	else if (!used) /* otherwise an earlier copy uses it */
		memset(to, 0xa5, bytes); /* a detectable pattern for reads that come too early */
	return NV_SUCCESS;
}

nv_result cuMemcpyDtoDAsync_v2(nv_address to, nv_address from, size_t bytes, nv_stream stream)
{
	DB_CALL(cuMemcpyDtoDAsync_v2, DB_CONTEXT, "%llx, %llx, %zu bytes, %p", to, from, bytes,
		(void *)stream);
	if (bytes) {
		(void)db_device_bytes(to, bytes, "the destination");
		(void)db_device_bytes(from, bytes, "the source");
	}
	return db_enqueue(stream, (db_work){.kind = DB_COPY, .to = to, .from = from, .bytes = bytes});
}

static nv_result set(nv_address address, unsigned value, unsigned unit, size_t count, nv_stream stream)
{
	DB_RULE(count <= SIZE_MAX / unit, "size", "%zu times %u bytes", count, unit);
	DB_RULE(address % unit == 0, "alignment", "%llx is no multiple of %u", address, unit);
	if (count)
		(void)db_device_bytes(address, count * unit, "the memory");
	return db_enqueue(stream, (db_work){.kind = DB_SET, .to = address, .bytes = count * unit,
					    .value = value, .unit = unit});
}

nv_result cuMemsetD8Async(nv_address address, unsigned char value, size_t count, nv_stream stream)
{
	DB_CALL(cuMemsetD8Async, DB_CONTEXT, "%llx, %u, %zu, %p", address, value, count, (void *)stream);
	return set(address, value, 1, count, stream);
}

nv_result cuMemsetD32Async(nv_address address, unsigned value, size_t count, nv_stream stream)
{
	DB_CALL(cuMemsetD32Async, DB_CONTEXT, "%llx, %x, %zu, %p", address, value, count, (void *)stream);
	return set(address, value, 4, count, stream);
}
