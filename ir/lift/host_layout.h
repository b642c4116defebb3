/* ir/lift/host_layout.h -- whether host code lays out the structure of a launch, push or pop as the
 * root expects (H2), as far as its IR shows. */
#ifndef HR_HOST_LAYOUT_H
#define HR_HOST_LAYOUT_H

#include "ir/graph/print_c.h"
#include "ir/program/program.h"

enum { HR_HOST_OBJECT_TEXT = 200, HR_HOST_MISMATCH_TEXT = 480 };

typedef struct hr_host_layout {
	/* every object that may be passed is known, and none has more than ROOM bytes from the
	 * pointer on; OBJECT (LLVMValueRef) is the largest */
	bool bounded;
	uint64_t room;
	void *object;
	/* what is passed is a block of malloc(), or a similar function of the C library, and the
	 * pointer points to byte HEAP_OFFSET of it */
	bool heap;
	uint64_t heap_offset;
	char mismatch
		[HR_HOST_MISMATCH_TEXT]; /* how it is laid out otherwise; "": it is not known to be */
	bool outside; /* pop: the mismatch is an access outside, which is always made */
} hr_host_layout;

/* Return what is known of the argument or result of INSTRUCTION (LLVMValueRef), a call of launch,
 * push or pop that expects PACKED of ROOT. Takes hr_program_lock(). */
hr_host_layout hr_host_layout_of(hr_program *program, void *instruction, const hr_node *root,
				 hr_packed packed);

/* Set TEXT to what OBJECT (LLVMValueRef) is: "variable 'a' of 'main'". Takes hr_program_lock(). */
void hr_host_object_text(hr_program *program, void *object, char text[HR_HOST_OBJECT_TEXT]);

/* Set TEXT to what is behind BYTES of the structure: "output 0 (double)". */
void hr_host_field_after(const hr_node *root, hr_packed packed, uint64_t bytes, char text[96]);

#endif
