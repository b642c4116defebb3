/* tools/import/stablehlo/table.c -- the table of operations. */
#include <string.h>

#include "tools/import/stablehlo/stablehlo_private.h"

static const hlo_operation operations[] = {
#define OPERATION(name, least, most, handler, argument)                                            \
	{name, least, most, hlo_op_##handler, argument, false, false},
#define ELEMENT(name, least, most, handler, argument)                                              \
	{name, least, most, hlo_op_##handler, argument, false, true},
#define CONTROL(name, least, most, handler, argument)                                              \
	{name, least, most, hlo_op_##handler, argument, true, false},
#define LACKS(names, reason)
#include "tools/import/stablehlo/stablehlo.def"
#undef OPERATION
#undef ELEMENT
#undef CONTROL
#undef LACKS
};

static const char *const lacking[][2] = {
#define OPERATION(...)
#define ELEMENT(...)
#define CONTROL(...)
#define LACKS(names, reason) {" " names " ", reason},
#include "tools/import/stablehlo/stablehlo.def"
#undef OPERATION
#undef ELEMENT
#undef CONTROL
#undef LACKS
};

const hlo_operation *hlo_operation_named(const char *name)
{
	for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++)
		if (strcmp(operations[i].name, name) == 0)
			return &operations[i];
	return NULL;
}

const char *hlo_operation_lacks(const char *name)
{
	const size_t length = strlen(name);

	for (size_t i = 0; i < sizeof(lacking) / sizeof(*lacking); i++)
		for (const char *at = strstr(lacking[i][0], name); length && at;
		     at = strstr(at + 1, name))
			if (at > lacking[i][0] && at[-1] == ' ' && at[length] == ' ')
				return lacking[i][1];
	if (strncmp(name, "mhlo.", strlen("mhlo.")) == 0)
		return "it is of the dialect mhlo: convert the module to stablehlo";
	return "this operation is not supported";
}
