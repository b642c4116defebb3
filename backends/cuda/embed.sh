#!/bin/sh
# embed.sh [BITCODE] -- library.c's bitcode as C on standard output; without one, nothing as C.
echo '/* Made by embed.sh. */'
echo '#include "cuda/library.h"'
if [ $# -eq 0 ]; then
	echo 'const unsigned char cuda_library[1] = {0};'
	echo 'const size_t cuda_library_bytes = 0;'
	exit
fi
echo '_Alignas(16) const unsigned char cuda_library[] = {'
od -An -v -tu1 "$1" | sed 's/  */,/g;s/^,//;s/$/,/'
echo '};'
echo 'const size_t cuda_library_bytes = sizeof(cuda_library);'
