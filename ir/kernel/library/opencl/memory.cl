/* opencl/memory.cl -- vector loads and stores (OpenCL C 6.15.7), shuffles, asynchronous copies (6.15.11) and prefetch().
 *
 * An asynchronous copy is done by all work-items of the group, each its share, and wait_group_events() is a barrier, so
 * that a missing one is a race. The type of an event is a pointer here, which adapt.c takes for event_t. */
#include "library.clh"

#define SIZES(X, ...) X(2, ##__VA_ARGS__) X(3, ##__VA_ARGS__) X(4, ##__VA_ARGS__) X(8, ##__VA_ARGS__) X(16, ##__VA_ARGS__)
#define TYPES(X, ...) INTEGERS(X, ##__VA_ARGS__) FLOATS(X, ##__VA_ARGS__)

#define LOAD(space, n, T)                                       \
	T##n OVER vload##n(size_t at, const space T *p)    \
	{                                                       \
		T##n x;                                         \
		for (int i = 0; i < n; i++)                     \
			x[i] = p[at * n + i];                   \
		return x;                                       \
	}
#define STORE(space, n, T)                                       \
	void OVER vstore##n(T##n x, size_t at, space T *p)  \
	{                                                        \
		for (int i = 0; i < n; i++)                      \
			p[at * n + i] = x[i];                    \
	}
#define MOVE_OF(n, T) READABLE(LOAD, n, T) WRITABLE(STORE, n, T)
#define MOVE(T, ...) SIZES(MOVE_OF, T)
TYPES(MOVE)

/* --- half in memory ----------------------------------------------------------------------------- */

#define LOAD_HALF_OF(space, n, name, stride)                           \
	float##n OVER name##n(size_t at, const space half *p)     \
	{                                                              \
		float##n x;                                            \
		for (int i = 0; i < n; i++)                            \
			x[i] = (float)p[at * stride + i];              \
		return x;                                              \
	}
#define LOAD_HALF(n, ignored)                              \
	READABLE(LOAD_HALF_OF, n, vload_half, n)           \
	READABLE(LOAD_HALF_OF, n, vloada_half, (n == 3 ? 4 : n))
SIZES(LOAD_HALF, )
#define LOAD_HALF_1(space, ignored)                                                             \
	float OVER vload_half(size_t at, const space half *p) { return (float)p[at]; }          \
	float OVER vloada_half(size_t at, const space half *p) { return (float)p[at]; }
READABLE(LOAD_HALF_1, )

#define ROUNDED(T)                             \
	half OVER convert_half(T x);           \
	half OVER convert_half_rtz(T x);       \
	half OVER convert_half_rtp(T x);       \
	half OVER convert_half_rtn(T x);
ROUNDED(float)
ROUNDED(double)
#define STORE_HALF_OF(space, n, T, mode, name, stride)                                   \
	void OVER name##n##mode(T##n x, size_t at, space half *p)                   \
	{                                                                                \
		for (int i = 0; i < n; i++)                                              \
			p[at * stride + i] = convert_half##mode(x[i]);                   \
	}
#define STORE_HALF(n, T, mode)                                                           \
	WRITABLE(STORE_HALF_OF, n, T, mode, vstore_half, n)                              \
	WRITABLE(STORE_HALF_OF, n, T, mode, vstorea_half, (n == 3 ? 4 : n))
#define STORE_HALF_1(space, T, mode)                                                                           \
	void OVER vstore_half##mode(T x, size_t at, space half *p) { p[at] = convert_half##mode(x); }          \
	void OVER vstorea_half##mode(T x, size_t at, space half *p) { p[at] = convert_half##mode(x); }
#define STORE_HALVES(T, mode) SIZES(STORE_HALF, T, mode) WRITABLE(STORE_HALF_1, T, mode)
STORE_HALVES(float, ) STORE_HALVES(float, _rtz) STORE_HALVES(float, _rtp) STORE_HALVES(float, _rtn)
STORE_HALVES(double, ) STORE_HALVES(double, _rtz) STORE_HALVES(double, _rtp) STORE_HALVES(double, _rtn)

/* --- shuffle ------------------------------------------------------------------------------------ */

#define SHUFFLE(n, m, T, U)                                                         \
	T##n OVER shuffle(T##m x, U##n mask)                                   \
	{                                                                           \
		T##n result;                                                        \
		for (int i = 0; i < n; i++)                                         \
			result[i] = x[mask[i] & (m - 1)];                           \
		return result;                                                      \
	}                                                                           \
	T##n OVER shuffle2(T##m x, T##m y, U##n mask)                          \
	{                                                                           \
		T##n result;                                                        \
		for (int i = 0; i < n; i++)                                         \
			result[i] = (mask[i] & m ? y : x)[mask[i] & (m - 1)];       \
		return result;                                                      \
	}
#define SHUFFLE_FROM(m, T, U) SHUFFLE(2, m, T, U) SHUFFLE(4, m, T, U) SHUFFLE(8, m, T, U) SHUFFLE(16, m, T, U)
#define SHUFFLES(T, U, ...) SHUFFLE_FROM(2, T, U) SHUFFLE_FROM(4, T, U) SHUFFLE_FROM(8, T, U) SHUFFLE_FROM(16, T, U)
INTEGERS(SHUFFLES)
SHUFFLES(float, uint) SHUFFLES(double, ulong) SHUFFLES(half, ushort)

/* --- copies by a group -------------------------------------------------------------------------- */

typedef private void *event;
#define COPY_BETWEEN(T, to, from, to_step, from_step)                                             \
	event OVER async_work_group_copy(to T *d, const from T *s, size_t n, event e)        \
	{                                                                                         \
		size_t step = get_local_size(0) * get_local_size(1) * get_local_size(2);          \
		for (size_t i = get_local_linear_id(); i < n; i += step)                          \
			d[i] = s[i];                                                              \
		return e;                                                                         \
	}                                                                                         \
	event OVER async_work_group_strided_copy(to T *d, const from T *s, size_t n, size_t stride, event e) \
	{                                                                                         \
		size_t step = get_local_size(0) * get_local_size(1) * get_local_size(2);          \
		for (size_t i = get_local_linear_id(); i < n; i += step)                          \
			d[i * to_step] = s[i * from_step];                                        \
		return e;                                                                         \
	}
#define COPY_OF(T)                                                                                \
	COPY_BETWEEN(T, local, global, 1, stride)                                                 \
	COPY_BETWEEN(T, global, local, stride, 1)                                                 \
	void OVER prefetch(const global T *p, size_t n) { }
#define COPY_VECTOR(n, T) COPY_OF(T##n)
#define COPY(T, ...) COPY_OF(T) SIZES(COPY_VECTOR, T)
TYPES(COPY)
#define WAIT(space, ignored) \
	void OVER wait_group_events(int n, space event *e) { barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
WRITABLE(WAIT, )
