/* backends/registry/settings.h -- the values of a module's options: from the command line, the
 * environment, or preset.
 *
 * This is the one place where environment variables for backends are read.
 * Not here: where settings come from on the command line (tools/session/options.c), what options a
 *           module has (its table). */
#ifndef HR_SETTINGS_H
#define HR_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "backends/backend.h"

typedef struct hr_backend_setting {
	/* whose option it is; NULL: of every backend that has one of that name */
	const char *backend;
	const char *name, *value;
	/* of a tool's option that is short for it ("--tune"); NULL: --backend-option */
	const char *spelling;
} hr_backend_setting;

/* Read "BACKEND.NAME=VALUE". Return false if TEXT is none; otherwise the caller frees SETTING with
 * hr_setting_free(). */
bool hr_setting_read(const char *text, hr_backend_setting *setting);
void hr_setting_free(hr_backend_setting *setting);

enum { HR_SETTING_TEXT = HR_OPTION_TEXT + HR_BACKEND_TEXT };

/* Set VALUES, which has room for one for each option of MODULE: the last of COUNT settings GIVEN
 * for it, or the environment's, or the preset. Return false if the module does not accept one; TEXT
 * says so. */
bool hr_settings_fill(const hr_backend *module, const hr_backend_setting *given, size_t count,
		      const char **values, char text[HR_SETTING_TEXT]);
/* Return whether MODULE, whose name is in SETTING, has the option and accepts the value; if not,
 * TEXT says why: "--backend-option cuda.graphs takes short, always, never, not 'often'". */
bool hr_settings_accepts(const hr_backend *module, const hr_backend_setting *setting,
			 char text[HR_SETTING_TEXT]);
/* Print the options of MODULE, a line for each. */
void hr_settings_print(const hr_backend *module, FILE *stream);

#endif
