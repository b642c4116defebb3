#!/bin/sh
# embed.sh [BITCODE...] -- writes the math library in bitcode as C to standard output; without
# arguments, an empty library.
echo '/* Made by embed.sh. */'
echo '#include "backends/cuda/library/device_library.h"'
count=0 parts=
for file; do
	echo "_Alignas(16) static const unsigned char part$count[] = {"
	od -An -v -tu1 "$file" | sed 's/  */,/g;s/^,//;s/$/,/'
	echo '};'
	parts="$parts{part$count, sizeof(part$count)}, "
	count=$((count + 1))
done
echo "const cuda_library_part cuda_library[] = {$parts{0, 0}};"
echo "const unsigned cuda_library_count = $count;"
