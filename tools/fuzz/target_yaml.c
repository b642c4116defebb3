/* tools/fuzz/target_yaml.c -- the fuzz target for YAML (src/file/yaml_tree.h), which args and cases are written in. */
#include "src/base/status.h"
#include "src/file/yaml_tree.h"
#include "tools/fuzz/fuzz.h"

/* Ask for everything that a node can tell. */
static void look(const hr_yaml *node)
{
	unsigned __int128 magnitude;
	bool negative, overflow, value;
	const char *digits;

	if (hr_yaml_bool(node, &value) &&
	    (hr_yaml_int(node, &negative, &magnitude, &overflow) || hr_yaml_float(node, &digits)))
		hr_bug("'%s' is a boolean and a number", node->text);
	(void)hr_yaml_is_null(node);
	for (size_t i = 0; i < node->count; i++) {
		look(node->items[i]);
		if (node->kind == HR_YAML_MAP &&
		    hr_yaml_get(node, node->keys[i]->text) != node->items[i])
			hr_bug("a key of a map is not found");
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	hr_yaml_error error;
	hr_arena arena;
	hr_yaml *tree;

	hr_arena_init(&arena);
	tree = hr_yaml_parse((const char *)data, size, &arena, &error);
	if (tree)
		look(tree);
	hr_arena_free(&arena);
	return 0;
}
