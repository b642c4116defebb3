/* src/base/environment.h -- the environment of the process. */
#ifndef HR_ENVIRONMENT_H
#define HR_ENVIRONMENT_H

/* Return C's variable `environ`. A program that refers to it by name gets a copy of its own (a copy
 * relocation), and libraries that are loaded with RTLD_DEEPBIND would read that of the C library,
 * which is never set then. */
char **hr_environment(void);

#endif
