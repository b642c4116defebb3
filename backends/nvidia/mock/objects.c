/* backends/nvidia/mock/objects.c -- the mock's handles, live and destroyed.
 *
 * Invariant: the memory of a handle is never reused.
 * Owns:      all objects. */
#include "backends/nvidia/mock/mock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
	db_object **all;
	size_t count, room;
} objects;

static void *need(void *memory)
{
	if (!memory)
		db_broken("memory", "the double itself has no memory left");
	return memory;
}

db_object *db_object_new(db_kind kind, const char *what, db_object *owner, size_t bytes)
{
	db_object *made = need(calloc(1, sizeof(*made)));

	if (objects.count == objects.room) {
		objects.room = objects.room ? 2 * objects.room : 64;
		objects.all = need(realloc(objects.all, objects.room * sizeof(*objects.all)));
	}
	objects.all[objects.count++] = made;
	*made = (db_object){.kind = kind, .what = what, .number = objects.count, .alive = true, .owner = owner};
	made->data = bytes ? need(calloc(1, bytes)) : NULL;
	db_log("-> %s %llu", what, (unsigned long long)made->number);
	return made;
}

db_object *db_object_of(const void *handle, db_kind kind, const char *what)
{
	db_object *found = NULL;

	DB_RULE(handle, "handle", "the %s is NULL", what);
	for (size_t i = objects.count; !found && i > 0; i--)
		if (objects.all[i - 1] == handle)
			found = objects.all[i - 1];
	DB_RULE(found, "handle", "%p, given as a %s, is nothing that was made", handle, what);
	DB_RULE(found->kind == kind, "handle", "%s %llu is given as a %s", found->what,
		(unsigned long long)found->number, what);
	DB_RULE(found->alive, "lifetime", "%s %llu has been destroyed", found->what,
		(unsigned long long)found->number);
	return found;
}

void db_object_end(db_object *object)
{
	object->alive = false;
	for (size_t i = 0; i < objects.count; i++)
		if (objects.all[i]->alive && objects.all[i]->owner == object)
			db_object_end(objects.all[i]);
}

void db_objects_each(db_kind kind, void (*act)(db_object *object, void *data), void *data)
{
	for (size_t i = 0; i < objects.count; i++)
		if (objects.all[i]->alive && objects.all[i]->kind == kind)
			act(objects.all[i], data);
}

const char *db_objects_leak(char text[HR_BACKEND_TEXT])
{
	for (size_t i = 0; i < objects.count; i++) {
		const db_object *object = objects.all[i];

		if (!object->alive || object->kind == DB_FUNCTIONS)
			continue;
		snprintf(text, HR_BACKEND_TEXT, "%s %llu has not been destroyed", object->what,
			 (unsigned long long)object->number);
		return text;
	}
	return NULL;
}

void db_objects_lose(db_object *context)
{
	db_object_end(context);
}
