/* backends/registry/registry.h -- finds backend modules and loads them.
 *
 * A module is looked for as backend-NAME.so in the folders of --backend-path, in order, then in
 * that of the installation (or of the build tree that the command lies in). It is first loaded in a
 * process of its own, so that one that crashes, hangs or ends the process is a line of text.
 * Threads: none of this is called from several threads at once. */
#ifndef HR_REGISTRY_H
#define HR_REGISTRY_H

#include <stdio.h>

#include "backends/registry/settings.h"
#include "src/base/status.h"

typedef struct hr_registry hr_registry;

typedef struct hr_backend_entry {
	char *name;    /* of the file; owned */
	char *path;    /* owned */
	bool tried;    /* opened, and asked for its devices, in a process of its own */
	bool sound;    /* its table can be read, which was tried in a process of its own */
	char *out;     /* why it cannot be used; NULL: it can, as far as is known; owned */
	char *devices; /* a line for each; NULL until it is tried; owned */
	const hr_backend *table;  /* NULL until it is read */
	hr_backend_host host;     /* with the values of its options; valid when these are set */
	const char **values;      /* of its options; NULL: not set yet; owned */
	const hr_backend *module; /* the table; NULL until it is open */
	void *state;
} hr_backend_entry;

/* Where modules are, and what they are told. */
typedef struct hr_backend_search {
	const char *const *paths; /* --backend-path */
	size_t path_count;
	/* --backend-option, and options of tools that are short for it */
	const hr_backend_setting *settings;
	size_t setting_count;
} hr_backend_search;

/* SEARCH and HOST are borrowed and outlive the registry. */
hr_registry *hr_registry_new(const hr_backend_search *search, const hr_backend_host *host);
void hr_registry_free(hr_registry *registry); /* closes what is open */
/* The name of the NUMBER-th that was found, in alphabetical order; NULL: there are no more. */
const char *hr_registry_name(const hr_registry *registry, size_t number);
/* A module was found for NAME, usable or not. */
bool hr_registry_has(hr_registry *registry, const char *name);
/* Tries NAME in a process of its own, once. Who loads several tries all of them first: a module
 * that is loaded may have started a device that no fork of this process can use. */
void hr_registry_try(hr_registry *registry, const char *name);
/* Why NAME cannot be used, as far as trying it tells; NULL: it can. Loads nothing. Borrowed, until
 * the next call for a name. */
const char *hr_registry_out(hr_registry *registry, const char *name);
/* The backend NAME, loaded. NULL: *why says why not; borrowed. */
const hr_backend_entry *hr_registry_load(hr_registry *registry, const char *name, const char **why);
/* The entry of NAME with its `table` and `host`, with which the caller opens and closes it
 * (backends/worker/worker.h). NULL: *why says why not; borrowed. */
const hr_backend_entry *hr_registry_module(hr_registry *registry, const char *name,
					   const char **why);
/* The entry of NAME with its `table` alone, also if it is out: its options and its emitter need no
 * device. NULL: as above. */
const hr_backend_entry *hr_registry_table(hr_registry *registry, const char *name,
					  const char **why);
/* Return whether every setting of --backend-option is for a module that was found, for an option
 * that it has, and a value that it accepts; if not, TEXT says what is wrong. */
bool hr_registry_accepts(hr_registry *registry, char text[HR_SETTING_TEXT]);
/* All that were found, each with its devices or the reason it is out, and its options. */
void hr_registry_print(hr_registry *registry, FILE *stream);

#endif
