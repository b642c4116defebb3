/* src/file/npz.h -- archives of arrays as numpy.savez and numpy.savez_compressed write them: a ZIP file with
 * an entry NAME.npy for each array.
 *
 * An archive that is read is untrusted input. Entries are stored or deflated, of any size (ZIP64);
 * everything else is refused by name. */
#ifndef HR_NPZ_H
#define HR_NPZ_H

#include "src/file/npy.h"

/* --- npz.c: reading --------------------------------------------------------------------------- */

typedef struct hr_npz hr_npz;

/* On an error, the functions return NULL or false, with *WHY as for hr_npy_read(). */
hr_npz *hr_npz_open(const char *path, const char **why) __attribute__((warn_unused_result));
void hr_npz_close(hr_npz *archive); /* may be NULL */
size_t hr_npz_count(const hr_npz *archive);
/* Return the name of array I, without .npy; in the order of the archive. Valid until it is closed. */
const char *hr_npz_name(const hr_npz *archive, size_t i);
/* Set *I to the array NAME. Return false if there is none. */
bool hr_npz_find(const hr_npz *archive, const char *name, size_t *i);
bool hr_npz_read(const hr_npz *archive, size_t i, hr_npy *array, const char **why)
	__attribute__((warn_unused_result));

/* --- npz_write.c: writing --------------------------------------------------------------------- */

typedef struct hr_npz_writer hr_npz_writer;

/* Begin an archive, which appears at PATH when it is complete. PATH is borrowed. Return NULL and set *ERROR to an errno on
 * failure. */
hr_npz_writer *hr_npz_begin(const char *path, int *error) __attribute__((warn_unused_result));
/* Append an array. Return 0 or an errno. */
int hr_npz_add(hr_npz_writer *writer, const char *name, const hr_npy *array)
	__attribute__((warn_unused_result));
/* Finish and free. Without KEEP nothing is left, and a file that existed keeps its contents. Return 0 or an errno. */
int hr_npz_end(hr_npz_writer *writer, bool keep) __attribute__((warn_unused_result));

#endif
