/* interp/engine/unwind.c -- exceptions in interpreted host code (Itanium C++ ABI).
 *
 * What is raised is raised by C code: by the C++ library, for a throw of the program or one of its own. Each call of
 * C code from host code is made in a frame with a personality routine, which stands for the interpreted frames
 * since C code last entered the engine. It searches them for a landing pad; if it is to unwind them, the call
 * returns, and the engine goes to the landing pad of each frame in turn. When it has left the last one, the
 * exception goes on in the C code that entered the engine.
 *
 * Invariant: a frame of C of this program is left by return only.
 * Owns:      nothing.
 * Not here:  the code of landing pads (ir/lower/call.c), exceptions in leaves, which end the program. */
#include "interp/engine/unwind.h"

#include <unwind.h>

#include "interp/engine/engine.h"
#include "interp/run/thread.h"

#ifdef __x86_64__

/* What the C++ library of GNU keeps before the header of an exception. */
typedef struct cxx_header {
	const void *
		type; /* its std::type_info; of a dependent exception, the object of the primary one */
	void *handlers[4];
	int handler_count, selector;
	const void *action, *area;
	_Unwind_Ptr temporary;
	void *adjusted; /* the object, as the catch clause that is chosen sees it */
} cxx_header;

static const uint64_t PRIMARY = 0x474e5543432b2b00, DEPENDENT = 0x474e5543432b2b01; /* GNUCC++ */

typedef struct guard {
	hr_thread *thread;
	uint8_t *frame;
	const uint32_t *pc;
	bool refuses;
} guard;

static cxx_header *header_of(struct _Unwind_Exception *exception)
{
	return (cxx_header *)(void *)((uint8_t *)exception - sizeof(cxx_header));
}

/* Virtual functions of std::type_info in the library of GNU. */
enum { IS_POINTER = 2, DO_CATCH = 4 };
typedef bool is_pointer_function(const void *self);
typedef bool do_catch_function(const void *self, const void *type, void **object, unsigned outer);

static void *virtual_function(const void *type, unsigned i)
{
	return (*(void *const *const *)type)[i];
}

/* Return true if a catch clause of TYPE takes EXCEPTION; set *OBJECT to what it sees. */
static bool type_takes(const void *type, struct _Unwind_Exception *exception, void **object)
{
	const cxx_header *header = header_of(exception);
	void *thrown = exception + 1;
	union {
		void *address;
		is_pointer_function *is_pointer;
		do_catch_function *do_catch;
	} f;

	if (exception->exception_class == DEPENDENT) {
		thrown = (void *)(uintptr_t)header->type;
		header = (const cxx_header *)(const void *)((const uint8_t *)thrown -
							    sizeof(*exception)) -
			 1;
	} else if (exception->exception_class != PRIMARY) {
		return !type; /* of another language */
	}
	*object = thrown;
	if (!type)
		return true;
	f.address = virtual_function(header->type, IS_POINTER);
	if (f.is_pointer(header->type))
		*object = *(void **)thrown;
	f.address = virtual_function(type, DO_CATCH);
	return f.do_catch(type, header->type, object, 1);
}

/* Return the first clause of LANDING that takes EXCEPTION, or the number of clauses; set *OBJECT. */
static uint32_t clause_for(const hr_landing *landing, uint8_t *frame,
			   struct _Unwind_Exception *exception, void **object)
{
	uint32_t i = 0;

	while (i < landing->clause_count &&
	       !type_takes((const void *)HR_REG(frame, I64, landing->clauses[i]), exception,
			   object))
		i++;
	return i;
}

static const hr_landing *landing_at(uint8_t *frame, const uint32_t *pc)
{
	return *pc == HR_OP_call ? hr_frame_of(frame)->code->calls[pc[1]].landing : NULL;
}

/* Return true if one of the interpreted frames that G stands for catches EXCEPTION. */
static bool is_caught(const guard *g, struct _Unwind_Exception *exception)
{
	uint8_t *frame = g->frame;
	const uint32_t *pc = g->pc;
	void *object;

	while (pc) {
		const hr_landing *landing = landing_at(frame, pc);
		const hr_frame *link = hr_frame_of(frame);

		if (landing && (landing->refused || clause_for(landing, frame, exception, &object) <
							    landing->clause_count))
			return true;
		pc = link->call;
		frame = link->caller;
	}
	return false;
}

extern const char hr_unwind_landed[] __attribute__((visibility("hidden")));
_Unwind_Reason_Code
hr_unwind_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
		      struct _Unwind_Exception *exception, struct _Unwind_Context *context)
	__attribute__((visibility("hidden")));

_Unwind_Reason_Code hr_unwind_personality(int version, _Unwind_Action actions,
					  _Unwind_Exception_Class class,
					  struct _Unwind_Exception *exception,
					  struct _Unwind_Context *context)
{
	const guard *g = *(guard *const *)_Unwind_GetCFA(context);

	(void)class;
	if (version != 1)
		return _URC_FATAL_PHASE1_ERROR;
	if (actions & _UA_FORCE_UNWIND)
		return _URC_CONTINUE_UNWIND; /* the thread ends */
	if (g->refuses)
		return _URC_FATAL_PHASE1_ERROR;
	if (actions & _UA_SEARCH_PHASE)
		return is_caught(g, exception) ? _URC_HANDLER_FOUND : _URC_CONTINUE_UNWIND;
	_Unwind_SetGR(context, __builtin_eh_return_data_regno(0),
		      (_Unwind_Word)(uintptr_t)exception);
	_Unwind_SetIP(context, (_Unwind_Ptr)hr_unwind_landed);
	return _URC_INSTALL_CONTEXT;
}

/* Call CALL(DATA) with GUARD at the top of the stack. Return NULL, or the exception that is raised. */
void *hr_unwind_guarded(void (*call)(void *), void *data, const guard *guard)
	__attribute__((visibility("hidden")));

__asm__("	.pushsection .data.rel.local,\"aw\"\n"
	"	.balign	8\n"
	"hr_unwind_personality_address:\n"
	"	.quad	hr_unwind_personality\n"
	"	.popsection\n"
	"	.pushsection .text\n"
	"	.globl	hr_unwind_guarded\n"
	"	.hidden	hr_unwind_guarded\n"
	"	.type	hr_unwind_guarded, @function\n"
	"hr_unwind_guarded:\n"
	"	.cfi_startproc\n"
	"	.cfi_personality 0x9b, hr_unwind_personality_address\n"
	"	pushq	%rbp\n"
	"	.cfi_def_cfa_offset 16\n"
	"	.cfi_offset %rbp, -16\n"
	"	movq	%rsp, %rbp\n"
	"	.cfi_def_cfa_register %rbp\n"
	"	pushq	%rdx\n"
	"	pushq	%rdx\n"
	"	movq	%rdi, %rax\n"
	"	movq	%rsi, %rdi\n"
	"	call	*%rax\n"
	"	xorl	%eax, %eax\n"
	"	.globl	hr_unwind_landed\n"
	"	.hidden	hr_unwind_landed\n"
	"hr_unwind_landed:\n"
	"	leave\n"
	"	.cfi_def_cfa %rsp, 8\n"
	"	ret\n"
	"	.cfi_endproc\n"
	"	.size	hr_unwind_guarded, . - hr_unwind_guarded\n"
	"	.popsection\n");

/* The innermost call of this thread, unless it runs interpreted code again. */
static _Thread_local const guard *innermost;

bool hr_unwind_call(hr_thread *thread, uint8_t *frame, const uint32_t *pc, bool refuses,
		    void (*call)(void *data), void *data)
{
	const guard g = {thread, frame, pc, refuses}, *outer = innermost;

	innermost = &g;
	thread->exception = hr_unwind_guarded(call, data, &g);
	innermost = outer;
	return thread->exception != NULL;
}

const void *hr_unwind_enter(void)
{
	const guard *outer = innermost;

	innermost = NULL;
	return outer;
}

void hr_unwind_leave(const void *entered)
{
	innermost = entered;
}

bool hr_unwind_may_raise(void)
{
	return innermost && !innermost->refuses;
}

hr_trap hr_unwind_land(hr_thread *thread, uint8_t *frame, const uint32_t *pc)
{
	struct _Unwind_Exception *exception = thread->exception;
	const hr_landing *landing = landing_at(frame, pc);
	void *object = NULL;
	uint32_t clause;

	if (!landing)
		return HR_TRAP_UNWINDS;
	if (landing->refused)
		return HR_TRAP_OF(unsupported_exception);
	clause = clause_for(landing, frame, exception, &object);
	if (clause == landing->clause_count && !landing->cleanup)
		return HR_TRAP_UNWINDS;
	if (clause < landing->clause_count && object)
		header_of(exception)->adjusted = object;
	HR_REG(frame, I8, landing->flag) = 1;
	HR_REG(frame, I64, landing->exception) = (uint64_t)(uintptr_t)exception;
	HR_REG(frame, I32, landing->selector) =
		clause < landing->clause_count ? landing->selectors[clause] : 0;
	thread->exception = NULL;
	return 0;
}

void hr_unwind_on(hr_thread *thread)
{
	struct _Unwind_Exception *exception = thread->exception;

	thread->exception = NULL;
	if (exception)
		_Unwind_Resume(exception);
}

#else

const void *hr_unwind_enter(void)
{
	return NULL;
}

void hr_unwind_leave(const void *entered)
{
	(void)entered;
}

bool hr_unwind_may_raise(void)
{
	return false;
}

bool hr_unwind_call(hr_thread *thread, uint8_t *frame, const uint32_t *pc, bool refuses,
		    void (*call)(void *data), void *data)
{
	(void)thread, (void)frame, (void)pc, (void)refuses;
	call(data);
	return false;
}

hr_trap hr_unwind_land(hr_thread *thread, uint8_t *frame, const uint32_t *pc)
{
	(void)thread, (void)frame, (void)pc;
	return HR_TRAP_UNWINDS;
}

void hr_unwind_on(hr_thread *thread)
{
	(void)thread;
}

#endif
