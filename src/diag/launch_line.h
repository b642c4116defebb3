/* src/diag/launch_line.h -- what launched the graph that runs, for reports that come later. */
#ifndef HR_DIAG_LAUNCH_LINE_H
#define HR_DIAG_LAUNCH_LINE_H

#include "src/diag/diag.h"

/* Return the line of hr_diags_set_launch(), or NULL. */
const char *hr_diags_launch(const hr_diags *diags);

#endif
