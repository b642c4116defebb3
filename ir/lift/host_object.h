/* ir/lift/host_object.h -- the objects that a pointer in host code may point to, as far as the IR
 * shows them, and the accesses to an object.
 *
 * Values are LLVMValueRef passed as void *. Call with hr_program_lock() held. */
#ifndef HR_HOST_OBJECT_H
#define HR_HOST_OBJECT_H

#include "ir/program/program.h"
#include "src/base/vec.h"

/* An object, and where in it a pointer points to. */
typedef struct hr_host_object {
	void *object; /* an alloca, a global variable, a byval parameter, or a call that allocates */
	void *type;   /* LLVMTypeRef: its declared type; NULL for a call */
	bool sized;   /* bytes is known */
	uint64_t bytes;
	bool placed; /* offset is known; otherwise the pointer is somewhere in the object */
	int64_t offset;
	void *element; /* LLVMTypeRef at the pointer, where address arithmetic names it; or NULL */
} hr_host_object;
typedef HR_VEC(hr_host_object) hr_host_objects;

/* Append the objects that POINTER may point to. Return false if it may point to others, too. Each
 * source of the pointer gives one object, and null gives none. */
bool hr_host_objects_of(hr_program *program, void *pointer, hr_host_objects *objects);

/* A load or store through a pointer. */
typedef struct hr_host_access {
	void *instruction;
	int64_t offset; /* from the pointer on */
	uint64_t bytes;
	bool write, floating;
} hr_host_access;

typedef struct hr_host_accesses {
	HR_VEC(hr_host_access) all;
	HR_VEC(void *) launches; /* calls of launch and push that get the pointer, at any offset */
} hr_host_accesses;

/* Append the loads and stores at constant offsets from POINTER, in its function and in functions
 * that only it is passed to. Accesses that the IR does not show as such are left out. */
void hr_host_accesses_of(hr_program *program, void *pointer, hr_host_accesses *accesses);
void hr_host_accesses_free(hr_host_accesses *accesses);

/* Return the variable's stored values: append to VALUES what is stored to VARIABLE, an alloca or a
 * global variable of this module. Return false if it may hold other values. */
typedef HR_VEC(void *) hr_host_values;
bool hr_host_stored(void *variable, hr_host_values *values);
/* Append the calls of FUNCTION. Return false if it may be called otherwise. */
bool hr_host_calls(void *function, hr_host_values *calls);

#endif
