/* interp/host/host_calls.h -- the memory that functions of the C library access on their own. */
#ifndef HR_HOST_CALLS_H
#define HR_HOST_CALLS_H

#include <stdbool.h>
#include <stdint.h>

/* How many bytes an access to a string has, whose length is not looked at. */
#define HR_STRING_BYTES UINT64_MAX

enum { HR_CALL_ACCESSES = 2, HR_CALL_STRING = -1, HR_CALL_ONCE = -1 };

/* An access by the number of its arguments, from 0: what argument POINTER points to, as many bytes as
 * argument SIZE (HR_CALL_STRING: a string), times argument TIMES (HR_CALL_ONCE: once). */
typedef struct hr_call_access {
	int8_t pointer, size, times;
	bool write;
} hr_call_access;

typedef struct hr_c_call {
	const char *name;
	uint8_t parameters;   /* a function of that name with fewer is another one */
	uint8_t access_count;
	hr_call_access access[HR_CALL_ACCESSES];
} hr_c_call;

/* NULL: nothing is known of a function of that name. */
const hr_c_call *hr_c_call_find(const char *name);

#endif
