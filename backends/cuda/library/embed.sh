#!/bin/sh
# embed.sh [BITCODE...] -- writes a library in bitcode as C to standard output; without arguments, an
# empty library.
#
# Environment: header, which declares the array; name, of the array; type, of its elements.
: "${header:=backends/cuda/library/device_library.h}" "${name:=cuda_library}" "${type:=cuda_library_part}"
echo '/* Made by embed.sh. */'
echo "#include \"$header\""
count=0 parts=
for file; do
	echo "_Alignas(16) static const unsigned char part$count[] = {"
	od -An -v -tu1 "$file" | sed 's/  */,/g;s/^,//;s/$/,/'
	echo '};'
	parts="$parts{part$count, sizeof(part$count)}, "
	count=$((count + 1))
done
echo "const $type $name[] = {$parts{0, 0}};"
[ $name != cuda_library ] || echo "const unsigned cuda_library_count = $count;"
