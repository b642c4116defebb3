#!/bin/sh
# traces/viewer/embed.sh FILE... -- print C source (viewer_files.h) that contains these files line
# by line.
set -eu
echo '/* Made by traces/viewer/embed.sh. */'
echo '#include "traces/export/viewer_files.h"'
echo '#include <stddef.h>'
number=0
for file; do
	number=$((number + 1))
	printf '\nstatic const char *const lines_%d[] = {\n' "$number"
	sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n",/' "$file"
	echo 'NULL};'
done
printf '\nconst viewer_file viewer_files[] = {\n'
number=0
for file; do
	number=$((number + 1))
	printf '\t{"%s", lines_%d},\n' "${file##*/}" "$number"
done
printf '\t{NULL, NULL},\n};\n'
