/* ir/program/types.h -- maps LLVM's types to hr_type, and defines the layout of values in memory
 * images.
 *
 * Types are interned by structure: two types are the same pointer exactly if they have the same
 * kind, parts, offsets and alignment, whatever LLVM named them. They are valid as long as the
 * program. Not safe for several threads; hr_lower() calls it under its lock. */
#ifndef HR_TYPES_H
#define HR_TYPES_H

#include "ir/program/program.h"
#include "src/base/vec.h"

typedef HR_VEC(hr_scalar) hr_scalars;

/* Return the type for an LLVMTypeRef, or NULL if there is none: integers over 128 bits, ppc_fp128,
 * scalable vectors, opaque structures, tokens, labels, functions, target types. */
const hr_type *hr_type_of(hr_program *program, void *llvm_type);
/* The same, but NULL is reported (unsupported-type) at WHERE, which may be NULL. */
hr_status hr_type_need(hr_program *program, void *llvm_type, const hr_where *where,
		       const hr_type **type) HR_MUST_CHECK;
/* Return why hr_type_of() returned NULL: a static text. */
const char *hr_type_refusal(void *llvm_type);

/* Return the number of scalars that TYPE flattens into; saturates at UINT32_MAX. */
uint32_t hr_type_scalar_count(const hr_type *type);
/* Append the scalars of TYPE to *SCALARS in order, their offsets starting at BASE. A scalar
 * occupies (bits + 7) / 8 bytes at its offset; padding belongs to none. Elements of a vector that
 * is hr_type_bit_packed() have the offset of the byte that holds their first bit. */
void hr_type_flatten(const hr_type *type, uint32_t base, hr_scalars *scalars);
/* Return true if TYPE is or contains a vector whose elements are not whole bytes, such as <8 x i1>:
 * element i has the bits from i * bits on, lowest bit of the lowest byte first. */
bool hr_type_bit_packed(const hr_type *type);

/* Lay out a node's image of inputs or outputs: ports in order, each aligned to 16 bytes, with
 * values as in memory. Set every offset; return the size, a multiple of 16. */
uint32_t hr_ports_layout(hr_port *ports, unsigned count);
/* Return the size of the packed ports (H2): one after the other at their store size, without
 * padding. */
uint64_t hr_ports_packed(const hr_port *ports, unsigned count);

/* Free the table behind program->types. */
void hr_types_free(hr_program *program);

#endif
