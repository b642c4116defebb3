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

uint8_t *mock_snapshot(const void *from, uint64_t bytes)
{
	uint8_t *copy = malloc(bytes + 1);

	MOCK_RULE(copy, "memory", "the mock itself has no memory left");
	if (bytes)
		memcpy(copy, from, bytes);
	return copy;
}

nv_result cuMemcpyHtoDAsync_v2(nv_address to, const void *from, size_t bytes, nv_stream stream)
{
	MOCK_CALL(cuMemcpyHtoDAsync_v2, MOCK_CONTEXT, "%llx, %p, %zu bytes, %p", to, from, bytes,
		  (void *)stream);
	mock_work work = {.kind = MOCK_COPY_IN, .to = to, .bytes = bytes};

	mock_host_bytes(from, bytes, "the source");
	if (bytes)
		(void)mock_device_bytes(to, bytes, "the destination");
	/* Otherwise it was copied to a staging buffer when the call returned. */
	if (mock_is_pinned(from, bytes))
		work.host = (void *)(uintptr_t)from;
	work.copy = mock_snapshot(from, bytes);
	return mock_enqueue(stream, work);
}

nv_result cuMemcpyDtoHAsync_v2(void *to, nv_address from, size_t bytes, nv_stream stream)
{
	MOCK_CALL(cuMemcpyDtoHAsync_v2, MOCK_CONTEXT, "%p, %llx, %zu bytes, %p", to, from, bytes,
		  (void *)stream);
	mock_work work = {.kind = MOCK_COPY_OUT, .host = to, .from = from, .bytes = bytes};
	bool used = mock_host_in_use(to, bytes);

	mock_host_bytes(to, bytes, "the destination");
	if (bytes)
		(void)mock_device_bytes(from, bytes, "the source");
	(void)mock_enqueue(stream, work);
	if (!mock_is_pinned(to, bytes) && !mock_is_capturing())
		mock_wait_for(mock_stream_of(stream));
	else if (!used)                  /* otherwise an earlier copy uses it */
		memset(to, 0xa5, bytes); /* a detectable pattern for reads that come too early */
	return NV_SUCCESS;
}

nv_result cuMemcpyDtoDAsync_v2(nv_address to, nv_address from, size_t bytes, nv_stream stream)
{
	MOCK_CALL(cuMemcpyDtoDAsync_v2, MOCK_CONTEXT, "%llx, %llx, %zu bytes, %p", to, from, bytes,
		  (void *)stream);
	if (bytes) {
		(void)mock_device_bytes(to, bytes, "the destination");
		(void)mock_device_bytes(from, bytes, "the source");
	}
	return mock_enqueue(stream,
			    (mock_work){.kind = MOCK_COPY, .to = to, .from = from, .bytes = bytes});
}

static nv_result set(nv_address address, unsigned value, unsigned unit, size_t count,
		     nv_stream stream)
{
	MOCK_RULE(count <= SIZE_MAX / unit, "size", "%zu times %u bytes", count, unit);
	MOCK_RULE(address % unit == 0, "alignment", "%llx is no multiple of %u", address, unit);
	if (count)
		(void)mock_device_bytes(address, count * unit, "the memory");
	return mock_enqueue(stream, (mock_work){.kind = MOCK_SET,
						.to = address,
						.bytes = count * unit,
						.value = value,
						.unit = unit});
}

nv_result cuMemsetD8Async(nv_address address, unsigned char value, size_t count, nv_stream stream)
{
	MOCK_CALL(cuMemsetD8Async, MOCK_CONTEXT, "%llx, %u, %zu, %p", address, value, count,
		  (void *)stream);
	return set(address, value, 1, count, stream);
}

nv_result cuMemsetD32Async(nv_address address, unsigned value, size_t count, nv_stream stream)
{
	MOCK_CALL(cuMemsetD32Async, MOCK_CONTEXT, "%llx, %x, %zu, %p", address, value, count,
		  (void *)stream);
	return set(address, value, 4, count, stream);
}
