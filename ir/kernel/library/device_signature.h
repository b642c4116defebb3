/* ir/kernel/library/device_signature.h -- names of functions as C++ mangles them, and OpenCL C.
 *
 * The text of a type is the same whichever target made the name: qualifiers are dropped, pointers are P and the number
 * of their address space, vectors v, their size and the letter of an element. */
#ifndef HR_KERNEL_SIGNATURE_H
#define HR_KERNEL_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>

enum { HR_SIGNATURE_TYPE = 48, HR_SIGNATURE_NAME = 96, HR_SIGNATURE_MOST = 8 };

typedef struct hr_signature {
	char name[HR_SIGNATURE_NAME];
	unsigned count;
	char types[HR_SIGNATURE_MOST][HR_SIGNATURE_TYPE];
} hr_signature;

/* Return false if MANGLED is no mangled name of a function, or has a type that no function of the library has. */
bool hr_signature_read(hr_signature *s, const char *mangled);
/* Return the number of elements of a vector, or of a vector that a pointer points to; else 1. */
unsigned hr_signature_lanes(const char *type);
/* Replace vectors of LANES elements by their elements, in the types and in the name of a conversion. */
void hr_signature_elements(hr_signature *s, unsigned lanes);
/* Remove a suffix that names a rounding mode; false: there is none. */
bool hr_signature_default_rounding(hr_signature *s);
/* Write the signature as text. */
void hr_signature_print(const hr_signature *s, char *text, size_t size);

#endif
