/* backends/nvidia/mock/test_mock.h -- runs calls of the mock in separate processes, for its
 * tests. */
#ifndef HR_TEST_MOCK_H
#define HR_TEST_MOCK_H

#include "backends/nvidia/mock/mock.h"
#include "src/base/test.h"

static nv_driver cu;
static nv_context context;

/* Initialise the mock and make the context of its first device current. */
static inline void begin(void)
{
	char text[HR_BACKEND_TEXT];

	if (!nv_driver_open(&cu, getenv("HPVM_CUDA_DRIVER"), text)) {
		fprintf(stderr, "%s\n", text);
		_exit(97);
	}
	if (cu.primary_retain(&context, 0) || cu.context_set(context))
		_exit(98);
}

static inline void end(void)
{
	if (cu.context_set(NULL) || cu.primary_release(0))
		_exit(98);
	nv_driver_close(&cu);
}

static inline void must(nv_result result)
{
	if (result != NV_SUCCESS) {
		fprintf(stderr, "result %d\n", result);
		_exit(96);
	}
}

static inline void must_be(nv_result expected, nv_result result)
{
	if (result != expected) {
		fprintf(stderr, "result %d, not %d\n", result, expected);
		_exit(96);
	}
}

static inline nv_address memory(size_t bytes)
{
	nv_address address = 0;

	must(cu.allocate(&address, bytes));
	return address;
}

static inline nv_stream stream(void)
{
	nv_stream made = NULL;

	must(cu.stream_create(&made, NV_STREAM_NON_BLOCKING));
	return made;
}

/* --- running them ----------------------------------------------------------------------------- */

static inline void act_on(void *data)
{
	begin();
	(*(void (**)(void))data)();
}

static inline void act_and_end(void *data)
{
	act_on(data);
	end();
}

static inline void read_messages(char text[512])
{
	FILE *file = fopen("mock.messages", "r");
	size_t count = file ? fread(text, 1, 511, file) : 0;

	text[count] = '\0';
	if (file)
		fclose(file);
}

static inline int status_of(void (*how)(void *), void (*act)(void), char text[512])
{
	int status = hr_test_exit_status(how, &act, "mock.messages");

	read_messages(text);
	unlink("mock.messages");
	return status;
}

/* Check that ACT succeeds. */
static inline void check_fine(const char *name, void (*act)(void))
{
	char text[512];
	int status = status_of(act_and_end, act, text);

	ck_assert_msg(status == 0, "%s: status %d, %s", name, status, text);
}

/* Check that ACT breaks the rule RULE, with a message that contains SAYS. */
static inline void check_wrong(const char *rule, const char *says, void (*act)(void))
{
	char text[512], expected[64];
	int status = status_of(act_on, act, text);

	snprintf(expected, sizeof(expected), "breaks the rule '%s'", rule);
	ck_assert_msg(status == MOCK_EXIT && strstr(text, expected) && strstr(text, says),
		      "%s, %s: status %d, %s", rule, says, status, text);
}

#endif
