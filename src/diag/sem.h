/* src/diag/sem.h -- where the language leaves a choice: named switches and the profiles that set
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
	double clip_max;          /* T6: what clipped.relu gives at most */
} hr_sem;

void hr_sem_init(hr_sem *sem); /* profile reference */

/* "reference: A; strict: B; hpvm-1.0-cpu: C; hpvm-1.0-gpu: D": what each profile gives where CHOICE
 * decides; GIVES: what each of its values gives. WARNED: the value of reference has a warning,
 * which strict makes an error. Gives TEXT, which has room for BYTES. */
const char *hr_sem_profiles(hr_choice choice, const char *const gives[], bool warned, char *text,
			    size_t bytes);

/* TEXT is a profile (reference, strict, hpvm-1.0-cpu, hpvm-1.0-gpu), name=value, or
 * stream-capacity=N or clip-max=X. strict changes severities in DIAGS. On false *why says what is
 * wrong with it, until the next call. */
bool hr_sem_option(hr_sem *sem, hr_diags *diags, const char *text, const char **why);

#endif
