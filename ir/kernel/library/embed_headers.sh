#!/bin/sh
# embed_headers.sh HEADER... -- writes headers as C to standard output: hr_cuda_headers of library.h. Their names are those
# below library/cuda/.
#
# Environment: forward, names of headers that only include the first one.
echo '/* Made by embed_headers.sh. */'
echo '#include "ir/kernel/library/library.h"'
count=0 rows=
for file; do
	echo "static const unsigned char text$count[] = {"
	od -An -v -tu1 "$file" | sed 's/  */,/g;s/^,//;s/$/,/'
	echo '};'
	rows="$rows{\"${file##*library/cuda/}\", text$count, sizeof(text$count)}, "
	count=$((count + 1))
done
echo "static const unsigned char include[] = \"#include \\\"${1##*/}\\\"\\n\";"
for name in $forward; do
	rows="$rows{\"$name\", include, sizeof(include) - 1}, "
done
echo "const hr_kernel_header hr_cuda_headers[] = {$rows{0, 0, 0}};"
