/* tools/import/module/weights.h -- constants of a tensor program as text and files. */
#ifndef HR_IMPORT_WEIGHTS_H
#define HR_IMPORT_WEIGHTS_H

#include "ir/tensor/tensor_program.h"
#include "src/diag/diag.h"

typedef struct weight_folder {
	hr_arena *arena;  /* borrowed */
	hr_diags *diags;  /* borrowed */
	const char *path; /* of the folder; made when the first file is written */
	hr_strmap written;
	hr_status status; /* the first error */
} weight_folder;

/* Return the text of the row that gives VALUE, a constant of PROGRAM; its file is written. */
const char *weight_text(weight_folder *folder, const hr_tprogram *program, const hr_tvalue *value);
void weight_folder_free(weight_folder *folder);

#endif
