/* traces/record/record_notes.h -- what a run has noted (interp/run/notes.h) becomes events in the
 * blocks of a file. */
#ifndef HR_RECORD_NOTES_H
#define HR_RECORD_NOTES_H

#include "interp/run/notes.h"
#include "traces/record/record_blocks.h"
#include "traces/record/record_fields.h"

/* Writes all NOTES, which are empty then. NOW: of the last event, and then of the last note; its
 * thread is that of all notes. */
void record_notes_write(hr_notes *notes, record_names *names, record_blocks *blocks,
			record_moment *now);

#endif
