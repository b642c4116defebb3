/* interp/host/host_calls.c -- a table of functions of the C library that access memory for host code.
 *
 * Host code is watched for reading what a device has written (M7), and what compiled functions of the
 * C library read is nowhere to be seen. Here is what the common ones access; of those that print, what
 * a format makes them read is not known.
 *
 * Owns:     nothing.
 * Clauses:  M7.
 * Not here: watching (site.c for compiled host code, interp/check/call.c for interpreted). */
#include "interp/host/host_calls.h"

#include <stddef.h>
#include <string.h>

#define READ(pointer, size)          {pointer, size, HR_CALL_ONCE, false}
#define WRITE(pointer, size)         {pointer, size, HR_CALL_ONCE, true}
#define READ_STRING(pointer)         {pointer, HR_CALL_STRING, HR_CALL_ONCE, false}
#define WRITE_STRING(pointer)        {pointer, HR_CALL_STRING, HR_CALL_ONCE, true}
#define READ_MANY(pointer, size, times)  {pointer, size, times, false}
#define WRITE_MANY(pointer, size, times) {pointer, size, times, true}
#define ONE(name, parameters, access)      {name, parameters, 1, {access}}
#define TWO(name, parameters, first, second) {name, parameters, 2, {first, second}}

static const hr_c_call table[] = {
	TWO("memcpy", 3, READ(1, 2), WRITE(0, 2)),
	TWO("memmove", 3, READ(1, 2), WRITE(0, 2)),
	TWO("mempcpy", 3, READ(1, 2), WRITE(0, 2)),
	TWO("__memcpy_chk", 4, READ(1, 2), WRITE(0, 2)),
	TWO("__memmove_chk", 4, READ(1, 2), WRITE(0, 2)),
	ONE("memset", 3, WRITE(0, 2)),
	ONE("__memset_chk", 4, WRITE(0, 2)),
	TWO("memcmp", 3, READ(0, 2), READ(1, 2)),
	TWO("bcmp", 3, READ(0, 2), READ(1, 2)),
	ONE("memchr", 3, READ(0, 2)),
	ONE("strlen", 1, READ_STRING(0)),
	ONE("strnlen", 2, READ_STRING(0)),
	ONE("strdup", 1, READ_STRING(0)),
	ONE("strchr", 2, READ_STRING(0)),
	ONE("strrchr", 2, READ_STRING(0)),
	TWO("strstr", 2, READ_STRING(0), READ_STRING(1)),
	TWO("strcmp", 2, READ_STRING(0), READ_STRING(1)),
	TWO("strncmp", 3, READ_STRING(0), READ_STRING(1)),
	TWO("strcasecmp", 2, READ_STRING(0), READ_STRING(1)),
	TWO("strncasecmp", 3, READ_STRING(0), READ_STRING(1)),
	TWO("strcpy", 2, READ_STRING(1), WRITE_STRING(0)),
	TWO("strncpy", 3, READ_STRING(1), WRITE(0, 2)),
	TWO("strcat", 2, READ_STRING(1), WRITE_STRING(0)),
	ONE("atoi", 1, READ_STRING(0)),
	ONE("atol", 1, READ_STRING(0)),
	ONE("atof", 1, READ_STRING(0)),
	ONE("strtol", 3, READ_STRING(0)),
	ONE("strtod", 2, READ_STRING(0)),
	ONE("puts", 1, READ_STRING(0)),
	ONE("fputs", 2, READ_STRING(0)),
	ONE("fgets", 3, WRITE_STRING(0)),
	ONE("fwrite", 4, READ_MANY(0, 1, 2)),
	ONE("fread", 4, WRITE_MANY(0, 1, 2)),
	ONE("write", 3, READ(1, 2)),
	ONE("read", 3, WRITE(1, 2)),
	ONE("pwrite", 4, READ(1, 2)),
	ONE("pread", 4, WRITE(1, 2)),
	ONE("send", 4, READ(1, 2)),
	ONE("recv", 4, WRITE(1, 2)),
	ONE("qsort", 4, WRITE_MANY(0, 1, 2)),
	ONE("bsearch", 5, READ_MANY(1, 2, 3)),
};

const hr_c_call *hr_c_call_find(const char *name)
{
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}
