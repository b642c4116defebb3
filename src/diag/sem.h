/* src/diag/sem.h -- choices that the language leaves open: named switches, and profiles that set
 * them. */
#ifndef HR_SEM_H
#define HR_SEM_H

#include "src/diag/diag.h"

typedef enum hr_choice {
#define CHOICE(ident, name, clause, meaning) HR_SEM_##ident,
#define VALUE(choice, ident, name, meaning)
#define PROFILE_SETS(profile, choice, value)
#include "src/diag/sem.def"
#undef CHOICE
#undef VALUE
	HR_SEM_COUNT
} hr_choice;

enum hr_sem_value {
#define CHOICE(ident, name, clause, meaning) HR_SEM_BEFORE_##ident = -1,
#define VALUE(choice, ident, name, meaning)  HR_SEM_##choice##_##ident,
#include "src/diag/sem.def"
#undef CHOICE
#undef VALUE
#undef PROFILE_SETS
};

typedef struct hr_sem {
	int value[HR_SEM_COUNT];  /* an hr_sem_value of that choice */
	uint64_t stream_capacity; /* S4; 0: unbounded */
	double clip_max;          /* T6: upper limit of clipped.relu */
} hr_sem;

void hr_sem_init(hr_sem *sem); /* profile reference */

/* Return TEXT, of BYTES bytes: "reference: A; strict: B; hpvm-1.0-cpu: C; hpvm-1.0-gpu: D", the
 * result under each profile where CHOICE decides. GIVES is the result for each of its values.
 * WARNED: the reference value has a warning, which strict turns into an error. */
const char *hr_sem_profiles(hr_choice choice, const char *const gives[], bool warned, char *text,
			    size_t bytes);

/* Apply TEXT: a profile (reference, strict, hpvm-1.0-cpu, hpvm-1.0-gpu), name=value,
 * stream-capacity=N or clip-max=X. The profile strict changes severities in DIAGS. Return false and
 * set *why to the error, valid until the next call. */
bool hr_sem_option(hr_sem *sem, hr_diags *diags, const char *text, const char **why);

#endif
