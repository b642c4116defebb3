/* src/diag/sem.c -- parsing of --sem.
 *
 * Not here: the effect of a choice, which is where the clause is implemented. */
#include "src/diag/sem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/diag/near.h"

struct choice_value {
	hr_choice choice;
	const char *name;
};

static const char *const choice_names[] = {
#define CHOICE(ident, name, clause, meaning) name,
#define VALUE(choice, ident, name, meaning)
#define PROFILE_SETS(profile, choice, value)
#include "src/diag/sem.def"
#undef CHOICE
#undef VALUE
};

static const struct choice_value values[] = {
#define CHOICE(ident, name, clause, meaning)
#define VALUE(choice, ident, name, meaning) {HR_SEM_##choice, name},
#include "src/diag/sem.def"
#undef CHOICE
#undef VALUE
#undef PROFILE_SETS
};

enum profile {
	PROFILE_reference,
	PROFILE_strict,
	PROFILE_hpvm_1_0_cpu,
	PROFILE_hpvm_1_0_gpu,
	PROFILES
};

static const char *const profile_names[] = {"reference", "strict", "hpvm-1.0-cpu", "hpvm-1.0-gpu"};

void hr_sem_init(hr_sem *sem)
{
	memset(sem, 0, sizeof(*sem));
	sem->clip_max = 6;
}

static void set_values(hr_sem *sem, enum profile profile)
{
	hr_sem_init(sem);
#define CHOICE(ident, name, clause, meaning)
#define VALUE(choice, ident, name, meaning)
#define PROFILE_SETS(profile_, choice, value_)                                                     \
	if (profile == PROFILE_##profile_)                                                         \
		sem->value[HR_SEM_##choice] = HR_SEM_##choice##_##value_;
#include "src/diag/sem.def"
#undef CHOICE
#undef VALUE
#undef PROFILE_SETS
}

static void set_profile(hr_sem *sem, hr_diags *diags, enum profile profile)
{
	set_values(sem, profile);
	if (profile != PROFILE_strict)
		return;
	hr_diags_option(diags, "-Werror");
	hr_diags_set_severity(diags, HR_D_edge_source_shared, HR_SEV_ERROR);
	hr_diags_set_severity(diags, HR_D_edge_carries_pointer, HR_SEV_ERROR);
	hr_diags_set_severity(diags, HR_D_fmuladd_rounding, HR_SEV_ERROR);
}

const char *hr_sem_profiles(hr_choice choice, const char *const gives[], bool warned, char *text,
			    size_t bytes)
{
	size_t used = 0;

	for (int p = 0; p < PROFILES && used < bytes; p++) {
		bool error = warned && p == PROFILE_strict;
		hr_sem sem;

		set_values(&sem, (enum profile)p);
		used += (size_t)snprintf(text + used, bytes - used, "%s%s: %s", p ? "; " : "",
					 profile_names[p],
					 error ? "an error" : gives[sem.value[choice]]);
	}
	return text;
}

static bool set_value(hr_sem *sem, int choice, const char *name)
{
	int nth = 0;

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		if ((int)values[i].choice != choice)
			continue;
		if (strcmp(values[i].name, name) == 0) {
			sem->value[choice] = nth;
			return true;
		}
		nth++;
	}
	return false;
}

static bool set_capacity(hr_sem *sem, const char *text, const char **why)
{
	char *end;
	unsigned long long number;

	if (strcmp(text, "unbounded") == 0) {
		sem->stream_capacity = 0;
		return true;
	}
	number = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || number == 0) {
		*why = "stream-capacity must be a number of at least 1, or 'unbounded'";
		return false;
	}
	sem->stream_capacity = number;
	return true;
}

static bool set_clip(hr_sem *sem, const char *text, const char **why)
{
	char *end;
	double number = strtod(text, &end);

	if (end == text || *end || !(number >= 0) || !isfinite(number)) {
		*why = "clip-max must be a number of at least 0";
		return false;
	}
	sem->clip_max = number;
	return true;
}

/* What TEXT, a profile or a choice, or of CHOICE a value, is instead, behind WORDS; valid until the
 * next call on this thread. */
static const char *unknown(const char *words, const char *text, int choice)
{
	static _Thread_local char why[120 + HR_NEAR_TEXT];
	const char *names[(size_t)PROFILES + HR_SEM_COUNT + sizeof(values) / sizeof(values[0])];
	char name[64], near[HR_NEAR_TEXT];
	size_t count = 0;

	for (size_t i = 0; choice >= 0 && i < sizeof(values) / sizeof(values[0]); i++)
		if ((int)values[i].choice == choice)
			names[count++] = values[i].name;
	for (int i = 0; choice < 0 && i < PROFILES; i++)
		names[count++] = profile_names[i];
	for (int i = 0; choice < 0 && i < HR_SEM_COUNT; i++)
		names[count++] = choice_names[i];
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(text, "="), text);
	snprintf(why, sizeof(why), "%s%s", words, hr_did_you_mean(name, names, count, near));
	return why;
}

bool hr_sem_option(hr_sem *sem, hr_diags *diags, const char *text, const char **why)
{
	const char *equals = strchr(text, '=');

	if (!equals) {
		for (int p = 0; p < PROFILES; p++) {
			if (strcmp(profile_names[p], text) == 0) {
				set_profile(sem, diags, (enum profile)p);
				return true;
			}
		}
		*why = unknown("unknown profile (reference, strict, hpvm-1.0-cpu, hpvm-1.0-gpu)",
			       text, -1);
		return false;
	}
	if (strncmp(text, "stream-capacity=", 16) == 0)
		return set_capacity(sem, equals + 1, why);
	if (strncmp(text, "clip-max=", 9) == 0)
		return set_clip(sem, equals + 1, why);
	for (int choice = 0; choice < HR_SEM_COUNT; choice++) {
		if (strlen(choice_names[choice]) != (size_t)(equals - text) ||
		    strncmp(choice_names[choice], text, (size_t)(equals - text)) != 0)
			continue;
		if (set_value(sem, choice, equals + 1)) {
			if (choice == HR_SEM_fmuladd) /* the user has chosen it */
				hr_diags_set_severity(diags, HR_D_fmuladd_rounding, HR_SEV_OFF);
			return true;
		}
		*why = unknown("the choice has no such value", equals + 1, choice);
		return false;
	}
	*why = unknown("unknown choice", text, -1);
	return false;
}
