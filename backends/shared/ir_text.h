/* backends/shared/ir_text.h -- LLVM IR that is written as text and then parsed: where code is
 * mostly loops, that reads better than calls that build it. */
#ifndef HR_IR_TEXT_H
#define HR_IR_TEXT_H

#include "src/base/status.h"
#include "src/base/vec.h"

typedef HR_VEC(char) hr_ir_text;

void hr_ir_write(hr_ir_text *text, const char *format, ...) HR_PRINTF(2, 3);

#endif
