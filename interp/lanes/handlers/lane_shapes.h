/* interp/lanes/handlers/lane_shapes.h -- handlers of pure operations, generated from rows of
 * src/arith/op.def. Private to ops.c and shared.c, which define ROW_HANDLER(name), the declaration
 * of a handler, and ROW_LOOP and STRIP_LOOP, the pragmas for loops over all lanes and over the
 * lanes of a strip (lane_loop.h).
 *
 *  UNIFORM_<shape>(ident, T1, T2)  u_<ident>: once, for all lanes
 *  FORMS_<shape>(ident, T1, T2)    v<k>_<ident>: on arrays; bit k of the form: source k is an array
 *  STRIPS_<shape>(ident, T1, T2)   v_<ident>: all forms; the handler's number tells which one
 *  ARRAYS_<shape>(ident, T1, T2)   v_<ident>, and the form whose sources are all arrays
 *
 * All are loops over hr_a_<ident>, which a C compiler vectorises.
 *
 * Not here:  which of them a row has (lane_forms.h). */
#ifndef HR_LANE_SHAPES_H
#define HR_LANE_SHAPES_H

#include "interp/lanes/handlers/lane_set.h"
#include "interp/lanes/handlers/lane_tests.h"

/* Elements of an array that may be in program memory, at any alignment. */
#define VIEW(T) typedef hr_c_##T view_##T __attribute__((aligned(1), may_alias));
VIEW(I8)
VIEW(I16)
VIEW(I32)
VIEW(I64)
VIEW(F16)
VIEW(B16)
VIEW(F32)
VIEW(F64)

#define ARRAY_SOURCE(T, k)                                                                         \
	(*(const view_##T *const *)(const void *)(batch->frame + pc[k]) + (size_t)first_lane(batch))

/* A source in form F: A_1 is an array found by its slot, A_0 is one value. */
#define SOURCE_0(T, k, name) const hr_c_##T name##_ = ONE(T, k)
#define SOURCE_1(T, k, name) const view_##T *const name##_ = ARRAY_SOURCE(T, k)
#define VALUE_0(name)        name##_
#define VALUE_1(name)        name##_[i]

/* A source of a handler for all forms: its elements in a strip of lanes, and the distance to the
 * next strip. A single value is first copied to a whole strip. */
#define STRIP_SOURCE(T, k, bit, name)                                                              \
	hr_c_##T name##_all[LANE_STRIP] __attribute__((aligned(LANE_STRIP)));                      \
	const unsigned name##_step = pc[0] >> (bit) & 1 ? LANE_STRIP : 0;                          \
	const view_##T *name##_ = name##_step ? ARRAY_SOURCE(T, k) : fill_##T(name##_all, ONE(T, k))
#define FILL(T)                                                                                    \
	static __attribute__((noinline, unused))                                                   \
	const view_##T *fill_##T(hr_c_##T *all, hr_c_##T value)                                    \
	{                                                                                          \
		LANES_LOOP for (unsigned i = 0; i < LANE_STRIP; i++) all[i] = value;               \
		return all;                                                                        \
	}
FILL(I8)
FILL(I16)
FILL(I32)
FILL(I64)
FILL(F16)
FILL(B16)
FILL(F32)
FILL(F64)
/* The element of lane I of the window, before the first strip is done. */
#define LANE_OF(name, i) name##_[name##_step ? (i) : 0]

#define EACH_AT_ONCE(i)  ROW_LOOP for (unsigned i = 0; i < count; i++)
#define EACH_OF_STRIP(i) STRIP_LOOP for (unsigned i = 0; i < LANE_STRIP; i++)

/* --- once for all lanes ----------------------------------------------------------------------- */

#define UNIFORM_UN(ident, T1, T2)                                                                  \
	ROW_HANDLER(u_##ident)                                                                     \
	{                                                                                          \
		ONE(T1, 1) = hr_a_##ident(ONE(T2, 2));                                             \
		return pc + 3;                                                                     \
	}
#define UNIFORM_UNI(ident, T1, T2)                                                                 \
	ROW_HANDLER(u_##ident)                                                                     \
	{                                                                                          \
		ONE(T1, 1) = hr_a_##ident(ONE(T2, 2), pc[3]);                                      \
		return pc + 4;                                                                     \
	}
#define UNIFORM_BIN(ident, T1, T2)                                                                 \
	ROW_HANDLER(u_##ident)                                                                     \
	{                                                                                          \
		ONE(T1, 1) = hr_a_##ident(ONE(T2, 2), ONE(T2, 3));                                 \
		return pc + 4;                                                                     \
	}
#define UNIFORM_TER(ident, T1, T2)                                                                 \
	ROW_HANDLER(u_##ident)                                                                     \
	{                                                                                          \
		ONE(T1, 1) = hr_a_##ident(ONE(T2, 2), ONE(T2, 3), ONE(T2, 4));                     \
		return pc + 5;                                                                     \
	}
#define UNIFORM_TRAP(ident, T1, call, words)                                                       \
	ROW_HANDLER(u_##ident)                                                                     \
	{                                                                                          \
		hr_c_##T1 value = 0;                                                               \
		hr_trap trap = call;                                                               \
		if (trap) {                                                                        \
			batch->at = pc;                                                            \
			return hr_lane_trap(batch, LANE_NONE, trap);                               \
		}                                                                                  \
		ONE(T1, 2) = value;                                                                \
		return pc + (words);                                                               \
	}
#define UNIFORM_TRAP1(ident, T1, T2)                                                               \
	UNIFORM_TRAP(ident, T1, hr_a_##ident(ONE(T2, 3), pc[4], &value), 5)
#define UNIFORM_TRAP2(ident, T1, T2)                                                               \
	UNIFORM_TRAP(ident, T1, hr_a_##ident(ONE(T1, 3), ONE(T1, 4), &value), 5)
#define UNIFORM_JUMP(ident, T1, T2)                                                                \
	ROW_HANDLER(u_##ident)                                                                     \
	{                                                                                          \
		return jump(batch, pc + 3, hr_a_##ident(ONE(T2, 1), ONE(T2, 2)));                  \
	}
#define UNIFORM_SELECT(ident, T1, T2)                                                              \
	ROW_HANDLER(u_##ident)                                                                     \
	{                                                                                          \
		ONE(T1, 1) = ONE(I8, 2) ? ONE(T1, 3) : ONE(T1, 4);                                 \
		return pc + 5;                                                                     \
	}

/* --- on arrays, one form ---------------------------------------------------------------------- */

#define FORM_BIN_(ident, T1, T2, F, A, B)                                                          \
	ROW_HANDLER(v##F##_##ident)                                                                \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		SOURCE_##A(T2, 2, a);                                                              \
		SOURCE_##B(T2, 3, b);                                                              \
		EACH_AT_ONCE(i)                                                                    \
			d[i] = hr_a_##ident(VALUE_##A(a), VALUE_##B(b));                           \
		return pc + 4;                                                                     \
	}
#define FORMS_BIN(ident, T1, T2)                                                                   \
	FORM_BIN_(ident, T1, T2, 1, 1, 0)                                                          \
	FORM_BIN_(ident, T1, T2, 2, 0, 1)                                                          \
	FORM_BIN_(ident, T1, T2, 3, 1, 1)
#define FORM_TER_(ident, T1, T2, F, A, B, C)                                                       \
	ROW_HANDLER(v##F##_##ident)                                                                \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		SOURCE_##A(T2, 2, a);                                                              \
		SOURCE_##B(T2, 3, b);                                                              \
		SOURCE_##C(T2, 4, c);                                                              \
		EACH_AT_ONCE(i)                                                                    \
			d[i] = hr_a_##ident(VALUE_##A(a), VALUE_##B(b), VALUE_##C(c));             \
		return pc + 5;                                                                     \
	}
#define FORMS_TER(ident, T1, T2)                                                                   \
	FORM_TER_(ident, T1, T2, 1, 1, 0, 0)                                                       \
	FORM_TER_(ident, T1, T2, 2, 0, 1, 0)                                                       \
	FORM_TER_(ident, T1, T2, 3, 1, 1, 0)                                                       \
	FORM_TER_(ident, T1, T2, 4, 0, 0, 1)                                                       \
	FORM_TER_(ident, T1, T2, 5, 1, 0, 1)                                                       \
	FORM_TER_(ident, T1, T2, 6, 0, 1, 1)                                                       \
	FORM_TER_(ident, T1, T2, 7, 1, 1, 1)
#define FORM_JUMP_0(ident, T2, F, A, B)                                                            \
	ROW_HANDLER(v##F##_##ident)                                                                \
	{                                                                                          \
		WINDOW;                                                                            \
		uint8_t yes[HR_LANE_MAX] __attribute__((aligned(LANE_STRIP)));                     \
		uint64_t *to = &batch->condition[first_lane(batch) / LANE_STRIP];                  \
		SOURCE_##A(T2, 1, a);                                                              \
		SOURCE_##B(T2, 2, b);                                                              \
		EACH_AT_ONCE(i)                                                                    \
			yes[i] = hr_a_##ident(VALUE_##A(a), VALUE_##B(b));                         \
		for (unsigned i = 0; i < count; i += LANE_STRIP)                                   \
			*to++ = bits_of(yes + i);                                                  \
		return pc + 3;                                                                     \
	}
#define FORM_JUMP_1(ident, T2, F, A, B)                                                            \
	ROW_HANDLER(v##F##_##ident)                                                                \
	{                                                                                          \
		WINDOW;                                                                            \
		uint64_t *to = &batch->condition[first_lane(batch) / LANE_STRIP];                  \
		SOURCE_##A(T2, 1, a);                                                              \
		SOURCE_##B(T2, 2, b);                                                              \
		for (unsigned i = 0; i < count; i += LANE_STRIP)                                   \
			*to++ = TEST_LANES(ident, T2, A, B, i);                                    \
		return pc + 3;                                                                     \
	}
#define FORMS_JUMP(ident, T1, T2)                                                                  \
	HR_PASTE(FORM_JUMP_, IS_TEST(I8, T2))(ident, T2, 1, 1, 0)                                  \
		HR_PASTE(FORM_JUMP_, IS_TEST(I8, T2))(ident, T2, 2, 0, 1)                          \
			HR_PASTE(FORM_JUMP_, IS_TEST(I8, T2))(ident, T2, 3, 1, 1)
#define FORM_SELECT_(ident, T1, F, A, B, C)                                                        \
	ROW_HANDLER(v##F##_##ident)                                                                \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		SOURCE_##A(I8, 2, a);                                                              \
		SOURCE_##B(T1, 3, b);                                                              \
		SOURCE_##C(T1, 4, c);                                                              \
		EACH_AT_ONCE(i) {                                                                  \
			hr_c_##T1 yes = VALUE_##B(b), no = VALUE_##C(c);                           \
			d[i] = VALUE_##A(a) ? yes : no;                                            \
		}                                                                                  \
		return pc + 5;                                                                     \
	}
#define FORMS_SELECT(ident, T1, T2)                                                                \
	FORM_SELECT_(ident, T1, 1, 1, 0, 0)                                                        \
	FORM_SELECT_(ident, T1, 2, 0, 1, 0)                                                        \
	FORM_SELECT_(ident, T1, 3, 1, 1, 0)                                                        \
	FORM_SELECT_(ident, T1, 4, 0, 0, 1)                                                        \
	FORM_SELECT_(ident, T1, 5, 1, 0, 1)                                                        \
	FORM_SELECT_(ident, T1, 6, 0, 1, 1)                                                        \
	FORM_SELECT_(ident, T1, 7, 1, 1, 1)
#define ARRAYS_TER(ident, T1, T2) FORM_TER_(ident, T1, T2, 7, 1, 1, 1) STRIPS_TER(ident, T1, T2)

/* --- on arrays, all forms --------------------------------------------------------------------- */

#define STRIPS_UN(ident, T1, T2)                                                                   \
	ROW_HANDLER(v_##ident)                                                                     \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		SOURCE_1(T2, 2, a);                                                                \
		EACH_AT_ONCE(i)                                                                    \
			d[i] = hr_a_##ident(VALUE_1(a));                                           \
		return pc + 3;                                                                     \
	}
#define STRIPS_UNI(ident, T1, T2)                                                                  \
	ROW_HANDLER(v_##ident)                                                                     \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		const uint32_t immediate = pc[3];                                                  \
		SOURCE_1(T2, 2, a);                                                                \
		LANES_LOOP for (unsigned i = 0; i < count; i++) d[i] =                             \
			hr_a_##ident(VALUE_1(a), immediate);                                       \
		return pc + 4;                                                                     \
	}
#define STRIPS_BIN_0(ident, T1, T2)                                                                \
	ROW_HANDLER(v_##ident)                                                                     \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *d = ARRAY(T1, 1);                                                       \
		hr_c_##T1 *const end = d + count;                                                  \
		STRIP_SOURCE(T2, 2, 0, a);                                                         \
		STRIP_SOURCE(T2, 3, 1, b);                                                         \
		for (; d < end; d += LANE_STRIP, a_ += a_step, b_ += b_step)                       \
			EACH_OF_STRIP(i)                                                           \
				d[i] = hr_a_##ident(a_[i], b_[i]);                                 \
		return pc + 4;                                                                     \
	}
/* Comparisons of words. */
#define STRIPS_BIN_1(ident, T1, T2)                                                                \
	ROW_HANDLER(v_##ident)                                                                     \
	{                                                                                          \
		WINDOW;                                                                            \
		uint8_t *d = ARRAY(I8, 1);                                                         \
		uint8_t *const end = d + count;                                                    \
		STRIP_SOURCE(T2, 2, 0, a);                                                         \
		STRIP_SOURCE(T2, 3, 1, b);                                                         \
		for (; d < end; d += LANE_STRIP, a_ += a_step, b_ += b_step)                       \
			PUT_TEST(d, ident, T2, 1, 1, 0);                                           \
		return pc + 4;                                                                     \
	}
#define STRIPS_BIN(ident, T1, T2) HR_PASTE(STRIPS_BIN_, IS_TEST(T1, T2))(ident, T1, T2)
#define STRIPS_TER(ident, T1, T2)                                                                  \
	ROW_HANDLER(v_##ident)                                                                     \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *d = ARRAY(T1, 1);                                                       \
		hr_c_##T1 *const end = d + count;                                                  \
		STRIP_SOURCE(T2, 2, 0, a);                                                         \
		STRIP_SOURCE(T2, 3, 1, b);                                                         \
		STRIP_SOURCE(T2, 4, 2, c);                                                         \
		for (; d < end; d += LANE_STRIP, a_ += a_step, b_ += b_step, c_ += c_step)         \
			EACH_OF_STRIP(i)                                                           \
				d[i] = hr_a_##ident(a_[i], b_[i], c_[i]);                          \
		return pc + 5;                                                                     \
	}
#define STRIPS_SELECT(ident, T1, T2)                                                               \
	ROW_HANDLER(v_##ident)                                                                     \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *d = ARRAY(T1, 1);                                                       \
		hr_c_##T1 *const end = d + count;                                                  \
		STRIP_SOURCE(I8, 2, 0, a);                                                         \
		STRIP_SOURCE(T1, 3, 1, b);                                                         \
		STRIP_SOURCE(T1, 4, 2, c);                                                         \
		for (; d < end; d += LANE_STRIP, a_ += a_step, b_ += b_step, c_ += c_step)         \
			EACH_OF_STRIP(i) {                                                         \
				hr_c_##T1 yes = b_[i], no = c_[i];                                 \
				d[i] = a_[i] ? yes : no;                                           \
			}                                                                          \
		return pc + 5;                                                                     \
	}
/* Traps of all lanes are checked first, because the result may overwrite a source. */
#define STRIPS_TRAP1(ident, T1, T2)                                                                \
	ROW_HANDLER(v_##ident)                                                                     \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 2);                                                 \
		const uint32_t immediate = pc[4];                                                  \
		hr_trap bad = 0;                                                                   \
		SOURCE_1(T2, 3, a);                                                                \
		for (unsigned i = 0; i < count; i++) {                                             \
			hr_c_##T1 value = 0;                                                       \
			bad |= hr_a_##ident(VALUE_1(a), immediate, &value);                        \
		}                                                                                  \
		for (unsigned i = 0; bad && i < count; i++) {                                      \
			hr_c_##T1 value = 0;                                                       \
			hr_trap trap = hr_a_##ident(VALUE_1(a), immediate, &value);                \
			if (trap && runs(batch, i)) {                                              \
				batch->at = pc;                                                    \
				return hr_lane_trap(batch, lane_of(batch, i), trap);               \
			}                                                                          \
		}                                                                                  \
		for (unsigned i = 0; i < count; i++) {                                             \
			hr_c_##T1 value = 0;                                                       \
			(void)hr_a_##ident(VALUE_1(a), immediate, &value);                         \
			d[i] = value;                                                              \
		}                                                                                  \
		return pc + 5;                                                                     \
	}
#define STRIPS_TRAP2(ident, T1, T2)                                                                \
	ROW_HANDLER(v_##ident)                                                                     \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 2);                                                 \
		hr_trap bad = 0;                                                                   \
		STRIP_SOURCE(T1, 3, 0, a);                                                         \
		STRIP_SOURCE(T1, 4, 1, b);                                                         \
		const view_##T1 *a = a_, *b = b_;                                                  \
		for (unsigned s = 0; s < count; s += LANE_STRIP, a += a_step, b += b_step)         \
			for (unsigned i = 0; i < LANE_STRIP; i++) {                                \
				hr_c_##T1 value = 0;                                               \
				bad |= hr_a_##ident(a[i], b[i], &value);                           \
			}                                                                          \
		for (unsigned i = 0; bad && i < count; i++) {                                      \
			hr_c_##T1 value = 0;                                                       \
			hr_trap trap = hr_a_##ident(LANE_OF(a, i), LANE_OF(b, i), &value);         \
			if (trap && runs(batch, i)) {                                              \
				batch->at = pc;                                                    \
				return hr_lane_trap(batch, lane_of(batch, i), trap);               \
			}                                                                          \
		}                                                                                  \
		for (unsigned s = 0; s < count; s += LANE_STRIP, a_ += a_step, b_ += b_step)       \
			EACH_OF_STRIP(i) {                                                         \
				hr_c_##T1 value = 0;                                               \
				(void)hr_a_##ident(a_[i], b_[i], &value);                          \
				d[s + i] = value;                                                  \
			}                                                                          \
		return pc + 5;                                                                     \
	}
#define STRIPS_JUMP_0(ident, T2)                                                                   \
	ROW_HANDLER(v_##ident)                                                                     \
	{                                                                                          \
		WINDOW;                                                                            \
		uint8_t yes[LANE_STRIP] __attribute__((aligned(LANE_STRIP)));                      \
		uint64_t *to = &batch->condition[first_lane(batch) / LANE_STRIP];                  \
		const uint64_t *const end = to + count / LANE_STRIP;                               \
		STRIP_SOURCE(T2, 1, 0, a);                                                         \
		STRIP_SOURCE(T2, 2, 1, b);                                                         \
		for (; to < end; a_ += a_step, b_ += b_step) {                                     \
			EACH_OF_STRIP(i)                                                           \
				yes[i] = hr_a_##ident(a_[i], b_[i]);                               \
			*to++ = bits_of(yes);                                                      \
		}                                                                                  \
		return pc + 3;                                                                     \
	}
#define STRIPS_JUMP_1(ident, T2)                                                                   \
	ROW_HANDLER(v_##ident)                                                                     \
	{                                                                                          \
		WINDOW;                                                                            \
		uint64_t *to = &batch->condition[first_lane(batch) / LANE_STRIP];                  \
		const uint64_t *const end = to + count / LANE_STRIP;                               \
		STRIP_SOURCE(T2, 1, 0, a);                                                         \
		STRIP_SOURCE(T2, 2, 1, b);                                                         \
		for (; to < end; a_ += a_step, b_ += b_step)                                       \
			*to++ = TEST_LANES(ident, T2, 1, 1, 0);                                    \
		return pc + 3;                                                                     \
	}
#define STRIPS_JUMP(ident, T1, T2) HR_PASTE(STRIPS_JUMP_, IS_TEST(I8, T2))(ident, T2)

/* Operations from words to bytes are comparisons (lane_tests.h). */
#ifdef HAS_TESTS
#define NO_BYTE_I8      0
#define NO_BYTE_I16     1
#define NO_BYTE_I32     1
#define NO_BYTE_I64     1
#define NO_BYTE_F32     1
#define NO_BYTE_F64     1
#define NO_WORD_I8      1
#define NO_WORD_I16     1
#define NO_WORD_I32     0
#define NO_WORD_I64     0
#define NO_WORD_F32     0
#define NO_WORD_F64     0
#define NOT_0           1
#define NOT_1           0
#define IS_TEST(T1, T2) HR_PASTE(NOT_, HR_EITHER(NO_BYTE_##T1, NO_WORD_##T2))
#else
#define IS_TEST(T1, T2) 0
#endif

/* End a block whose lanes all take the same branch; WORDS: first target, second target, steps. */
static inline const uint32_t *jump(hr_batch *batch, const uint32_t *words, bool first)
{
	const uint32_t *to = batch->version->words.data + words[first ? 0 : 1];

	batch->left -= (int64_t)words[2] * batch->active;
	return batch->left < 0 ? hr_lane_pause(batch, to) : to;
}

#endif
