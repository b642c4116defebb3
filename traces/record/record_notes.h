/* traces/record/record_notes.h -- turn the notes of a run (interp/run/notes.h) into events in the
 * blocks of a file. */
#ifndef HR_RECORD_NOTES_H
#define HR_RECORD_NOTES_H

#include "interp/run/notes.h"
#include "traces/record/record_blocks.h"
#include "traces/record/record_fields.h"

/* Write and clear NOTES. NOW is the moment of the last event, and is set to that of the last note;
 * its thread is that of all notes. */
void record_notes_write(hr_notes *notes, record_names *names, record_blocks *blocks,
			record_moment *now);

#endif
