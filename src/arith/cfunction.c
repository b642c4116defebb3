/* src/arith/cfunction.c -- the rows of cfunction.def as a table, and look-up by name.
 *
 * Owns:     nothing.
 * Not here: the uses of a function's properties; each module reads the columns that it needs. */
#include "src/arith/cfunction.h"

#include <string.h>

/* clang-format off */
/* --- columns ---------------------------------------------------------------------------------- */

#define OPENCL_EXACT(function)    {HR_DEVICE_EXACT, #function, {0, 0}, HR_WHY_NO_REASON}
#define OPENCL_NEAR(f, d)         {HR_DEVICE_NEAR, NULL, {d, f}, HR_WHY_NO_REASON}
#define OPENCL_AS(function)       {HR_DEVICE_AS, #function, {0, 0}, HR_WHY_NO_REASON}
#define OPENCL_PARTS(function, f) {HR_DEVICE_PARTS, #function, {f, f}, HR_WHY_NO_REASON}
#define OPENCL_LACKS(reason)      {HR_DEVICE_LACKS, NULL, {0, 0}, HR_WHY_##reason}
#define NVIDIA_INSTRUCTION        {HR_DEVICE_INSTRUCTION, NULL, {0, 0}, HR_WHY_NO_REASON}
#define NVIDIA_EXACT              {HR_DEVICE_EXACT, NULL, {0, 0}, HR_WHY_NO_REASON}
#define NVIDIA_NEAR(f, d)         {HR_DEVICE_NEAR, NULL, {d, f}, HR_WHY_NO_REASON}
#define NVIDIA_OWN(f, d)          {HR_DEVICE_OWN, NULL, {d, f}, HR_WHY_NO_REASON}
#define NVIDIA_LACKS(reason)      {HR_DEVICE_LACKS, NULL, {0, 0}, HR_WHY_##reason}
#define GLIBC_ULP(f, d)           {d, f}
#define BATCH_LANES               true
#define BATCH_EACH                false

/* --- facts ------------------------------------------------------------------------------------ */

#define ACCESS(...)             .access = {__VA_ARGS__}
#define READS(argument, ...)    {HR_ACCESSES_READS, argument, __VA_ARGS__}
#define WRITES(argument, ...)   {HR_ACCESSES_WRITES, argument, __VA_ARGS__}
#define ARG(k)                  k, HR_TIMES_ONCE, 0, HR_HOW_EXACTLY, 0
#define TIMES(k, l)             k, l, 0, HR_HOW_EXACTLY, 0
#define TEXT                    HR_LENGTH_TEXT, HR_TIMES_ONCE, 0, HR_HOW_EXACTLY, 0
#define TEXT_IN(n)              HR_LENGTH_TEXT, n, 0, HR_HOW_EXACTLY, 0
#define COPY(k)                 HR_LENGTH_TEXT, HR_TIMES_ONCE, 0, HR_HOW_COPIES, k
#define APPENDED(k)             HR_LENGTH_TEXT, HR_TIMES_ONCE, 0, HR_HOW_APPENDS, k
#define APPENDED_IN(k, n)       HR_LENGTH_TEXT, n, 0, HR_HOW_APPENDS, k
#define PRINTED(k)              HR_LENGTH_TEXT, HR_TIMES_ONCE, 0, HR_HOW_PRINTS, k
#define PRINTED_IN(k, n)        HR_LENGTH_TEXT, n, 0, HR_HOW_PRINTS, k
#define RESULTING_TEXT          HR_LENGTH_TEXT, HR_TIMES_ONCE, 0, HR_HOW_AFTER, 0
#define SOME_TEXT               HR_LENGTH_TEXT, HR_TIMES_ONCE, 0, HR_HOW_AT_MOST, 0
#define UP_TO(k)                k, HR_TIMES_ONCE, 0, HR_HOW_AT_MOST, 0
#define RETURNED(k)             k, HR_TIMES_ONCE, 0, HR_HOW_RETURNS, 0
#define RETURNED_TIMES(k, l)    k, l, 0, HR_HOW_RETURNS, 0
#define BYTES(n)                HR_LENGTH_BYTES, HR_TIMES_ONCE, n, HR_HOW_EXACTLY, 0
#define NUMBER                  HR_LENGTH_NUMBER, HR_TIMES_ONCE, 0, HR_HOW_EXACTLY, 0
#define ANY                     HR_LENGTH_ANY, HR_TIMES_ONCE, 0, HR_HOW_EXACTLY, 0
#define STATE(s)                .state = HR_STATE_##s
#define HEAP(kind, s)           .state = HR_STATE_HEAP, .heap = HR_HEAP_##kind, .shown = s
#define MAY_ALLOCATE            .heap = HR_HEAP_UNKNOWN
#define TAKES(function)         HEAP(FREE, ""), .plain = #function
#define STOPS(how)              .stops = HR_STOPS_##how
#define CALLS_BACK              .calls_back = true
#define BLOCK(b)                .block = HR_BLOCK_##b
#define APART                   .apart = true
#define SYNC(how)               .sync = HR_SYNC_##how
#define INTRINSIC(function)     .intrinsic = "llvm." #function
#define INSTRUCTION_OF(function)  INTRINSIC(function), .instruction = true
#define EITHER_ZERO             .either_zero = true
#define ALLOWED                 .sandbox = HR_SANDBOX_ALLOWED
#define ALLOWED_STREAM(k)       .sandbox = HR_SANDBOX_STREAM, .sandbox_argument = k
#define ALLOWED_CALLING(k)      .sandbox = HR_SANDBOX_CALLING, .sandbox_argument = k
#define ALLOWED_CHARACTER       .sandbox = HR_SANDBOX_CHARACTER
#define ALLOWED_TABLE(n)        .sandbox = HR_SANDBOX_TABLE, .sandbox_argument = n
#define ALLOWED_OPENING         .sandbox = HR_SANDBOX_OPENING
#define ALLOWED_OPAQUE          .sandbox = HR_SANDBOX_OPAQUE
#define FORMS                   .forms = true
#define NOT_C                   .not_c = true
#define OPENCL(function)        .opencl = OPENCL_AS(function)
#define NVIDIA(function)        .nvidia = {HR_DEVICE_AS, #function, {0, 0}, HR_WHY_NO_REASON}
/* clang-format on */

#define NAMED(word, text) .name = #word, .length = sizeof(#word) - 1, .signature = text

static const hr_cfunction rows[] = {
#define MATH(word, text, on_opencl, on_nvidia, ulps, how_it_moves, batch, ...)                     \
	{NAMED(word, text),                                                                        \
	 .opencl = OPENCL_##on_opencl,                                                             \
	 .nvidia = NVIDIA_##on_nvidia,                                                             \
	 .glibc = GLIBC_##ulps,                                                                    \
	 .moves = HR_MOVES_##how_it_moves,                                                         \
	 .lanes = BATCH_##batch,                                                                   \
	 .sandbox = HR_SANDBOX_ALLOWED,                                                            \
	 __VA_ARGS__},
#define FUNCTION(word, text, ...) {NAMED(word, text), __VA_ARGS__},
#define ALIAS(word, other)        {NAMED(word, ""), .same_as = #other},
#include "src/arith/cfunction.def"
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

/* --- look-up by name -------------------------------------------------------------------------- */

static bool has_forms(const hr_cfunction *row)
{
	return row->forms || strpbrk(row->signature, "dc");
}

static const hr_cfunction *row_named(const char *name, size_t length)
{
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].length == length && memcmp(rows[i].name, name, length) == 0)
			return rows[i].same_as ? hr_cfunction_find(rows[i].same_as) : &rows[i];
	return NULL;
}

/* Return the row of "lgamma_r" for "lgammaf_r": the name without the letter at LETTER. */
static const hr_cfunction *row_without_letter(const char *name, size_t length, size_t letter)
{
	char plain[32];

	if (length > sizeof(plain))
		return NULL;
	memcpy(plain, name, letter);
	memcpy(plain + letter, name + letter + 1, length - letter - 1);
	return row_named(plain, length - 1);
}

const hr_cfunction *hr_cfunction_named(const char *name, size_t length, hr_cfunction_form *form)
{
	const hr_cfunction *row = row_named(name, length);
	bool again = length > 3 && memcmp(name + length - 2, "_r", 2) == 0;
	size_t letter = length - (again ? 3 : 1);
	hr_cfunction_form other = HR_FORM_DOUBLE;

	if (!row && length > 1 && (name[letter] == 'f' || name[letter] == 'l')) {
		other = name[letter] == 'f' ? HR_FORM_FLOAT : HR_FORM_LONG_DOUBLE;
		row = row_without_letter(name, length, letter);
		row = row && has_forms(row) ? row : NULL;
	}
	if (row && form)
		*form = other;
	return row;
}

const hr_cfunction *hr_cfunction_find(const char *name)
{
	return hr_cfunction_named(name, strlen(name), NULL);
}

const hr_cfunction *hr_cfunction_of_intrinsic(const char *name, size_t length)
{
	static const char prefix[] = "llvm.";

	for (size_t i = 0; i < ROWS; i++) {
		const char *intrinsic = rows[i].intrinsic;

		if (intrinsic && strncmp(intrinsic + sizeof(prefix) - 1, name, length) == 0 &&
		    !intrinsic[sizeof(prefix) - 1 + length])
			return &rows[i];
	}
	return row_named(name, length);
}

const hr_cfunction *hr_cfunction_at(size_t number)
{
	return number < ROWS ? &rows[number] : NULL;
}

/* --- properties of a row ---------------------------------------------------------------------- */

bool hr_cfunction_keeps_nothing(const hr_cfunction *row)
{
	return row && (row->state == HR_STATE_NOTHING || row->state == HR_STATE_ENVIRONMENT) &&
	       row->stops == HR_STOPS_NOT && !row->calls_back;
}

bool hr_cfunction_follows_pointers(const hr_cfunction *row)
{
	return !row || (row->access[0].kind != HR_ACCESSES_NONE && !row->block);
}

bool hr_cfunction_writes(const hr_cfunction *row)
{
	if (!row || row->heap == HR_HEAP_REALLOC || row->heap == HR_HEAP_REALLOC_MANY)
		return true;
	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES; i++)
		if (row->access[i].kind == HR_ACCESSES_WRITES)
			return true;
	return false;
}

uint64_t hr_cfunction_bytes(const hr_cfunction_access *access, hr_cfunction_form form)
{
	static const uint8_t sizes[] = {sizeof(double), sizeof(float), sizeof(long double)};

	return access->length == HR_LENGTH_NUMBER ? sizes[form] : access->bytes;
}

unsigned hr_cfunction_parameters(const hr_cfunction *row)
{
	const char *first = row->signature, *end;

	while (*first++ != '(')
		;
	for (end = first; *end != '.' && *end != ')';)
		end++;
	return (unsigned)(end - first);
}

/* --- reasons ---------------------------------------------------------------------------------- */

static hr_cfunction_reason why_not_at_all(const hr_cfunction *row)
{
	if (!row)
		return HR_WHY_UNKNOWN;
	if (row->stops == HR_STOPS_ENDS)
		return HR_WHY_ENDS_PROCESS;
	if (row->stops == HR_STOPS_JUMPS || row->stops == HR_STOPS_RAISES)
		return HR_WHY_LEAVES_FRAME;
	if (row->state == HR_STATE_OUTSIDE)
		return HR_WHY_ACTS_OUTSIDE;
	return row->state == HR_STATE_KEEPS || row->state == HR_STATE_ENVIRONMENT
		       ? HR_WHY_KEEPS_STATE
		       : HR_WHY_NO_REASON;
}

hr_cfunction_reason hr_cfunction_why_not_native(const hr_cfunction *row)
{
	return why_not_at_all(row);
}

hr_cfunction_reason hr_cfunction_why_not_kernel(const hr_cfunction *row,
						const hr_cfunction_device *device,
						hr_cfunction_form form)
{
	hr_cfunction_reason reason = why_not_at_all(row);

	if (reason != HR_WHY_NO_REASON)
		return reason;
	if (row->state == HR_STATE_HEAP)
		return HR_WHY_CHANGES_HEAP;
	if (device->how != HR_DEVICE_LACKS)
		return form == HR_FORM_LONG_DOUBLE ? HR_WHY_LONG_DOUBLE : HR_WHY_NO_REASON;
	return device->reason == HR_WHY_NO_REASON ? HR_WHY_NO_KERNEL_CODE : device->reason;
}

const char *hr_cfunction_reason_text(hr_cfunction_reason reason)
{
	static const char *const texts[] = {
#define R(name, text) text,
		HR_CFUNCTION_REASONS(R)
#undef R
	};

	return texts[reason];
}
