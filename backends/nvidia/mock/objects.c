/* backends/nvidia/mock/objects.c -- the mock's handles, live and destroyed.
 *
 * Invariant: the memory of a handle is never reused.
 * Owns:      all objects. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/nvidia/mock/mock.h"

static struct {
	mock_object **all;
	size_t count, room;
} objects;

static void *need(void *memory)
{
	if (!memory)
		mock_broken("memory", "the mock itself has no memory left");
	return memory;
}

mock_object *mock_object_new(mock_kind kind, const char *what, mock_object *owner, size_t bytes)
{
	mock_object *made = need(calloc(1, sizeof(*made)));

	if (objects.count == objects.room) {
		objects.room = objects.room ? 2 * objects.room : 64;
		objects.all = need(realloc(objects.all, objects.room * sizeof(*objects.all)));
	}
	objects.all[objects.count++] = made;
	*made = (mock_object){
		.kind = kind, .what = what, .number = objects.count, .alive = true, .owner = owner};
	made->data = bytes ? need(calloc(1, bytes)) : NULL;
	mock_log("-> %s %llu", what, (unsigned long long)made->number);
	return made;
}

mock_object *mock_object_of(const void *handle, mock_kind kind, const char *what)
{
	mock_object *found = NULL;

	MOCK_RULE(handle, "handle", "the %s is NULL", what);
	for (size_t i = objects.count; !found && i > 0; i--)
		if (objects.all[i - 1] == handle)
			found = objects.all[i - 1];
	MOCK_RULE(found, "handle", "%p, given as a %s, is nothing that was made", handle, what);
	MOCK_RULE(found->kind == kind, "handle", "%s %llu is given as a %s", found->what,
		  (unsigned long long)found->number, what);
	MOCK_RULE(found->alive, "lifetime", "%s %llu has been destroyed", found->what,
		  (unsigned long long)found->number);
	return found;
}

void mock_object_end(mock_object *object)
{
	object->alive = false;
	for (size_t i = 0; i < objects.count; i++)
		if (objects.all[i]->alive && objects.all[i]->owner == object)
			mock_object_end(objects.all[i]);
}

void mock_objects_each(mock_kind kind, void (*act)(mock_object *object, void *data), void *data)
{
	for (size_t i = 0; i < objects.count; i++)
		if (objects.all[i]->alive && objects.all[i]->kind == kind)
			act(objects.all[i], data);
}

const char *mock_objects_leak(char text[HR_BACKEND_TEXT])
{
	for (size_t i = 0; i < objects.count; i++) {
		const mock_object *object = objects.all[i];

		if (!object->alive || object->kind == MOCK_FUNCTIONS)
			continue;
		snprintf(text, HR_BACKEND_TEXT, "%s %llu has not been destroyed", object->what,
			 (unsigned long long)object->number);
		return text;
	}
	return NULL;
}

void mock_objects_lose(mock_object *context)
{
	mock_object_end(context);
}
