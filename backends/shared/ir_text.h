/* backends/shared/ir_text.h -- builds LLVM IR as text, which is then parsed. Code that consists
 * mostly of loops is more readable as text than as a sequence of builder calls. */
#ifndef HR_IR_TEXT_H
#define HR_IR_TEXT_H

#include "src/base/status.h"
#include "src/base/vec.h"

typedef HR_VEC(char) hr_ir_text;

void hr_ir_write(hr_ir_text *text, const char *format, ...) HR_PRINTF(2, 3);
/* Write the inside of a comment, readable and such that it does not end the comment. */
void hr_ir_write_comment(hr_ir_text *text, const char *comment, size_t length);

#endif
