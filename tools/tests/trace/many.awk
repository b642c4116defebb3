# many.awk -- awk -v groups=20 -v leaves=19 -f many.awk: print an HPVM-C program whose graph has
# GROUPS internal nodes in rows of four. Each has LEAVES leaves, each of which takes a value from
# the previous one, and every third one from two.
BEGIN {
	print "#include <stdio.h>\n#include \"hpvm.h\"\n"
	for (g = 0; g < groups; g++) {
		for (l = 0; l < leaves; l++) {
			name = sprintf("Stage%02d_Step%02d", g, l)
			two = l % 3 == 2
			printf "void %s(long a%s)\n{\n\t__hpvm__hint(CPU_TARGET);\n", name, two ? ", long b" : ""
			printf "\tfor (long i = 0; i < %d; i++)\n\t\ta += a >> 3 ^ i;\n", (g * 7 + l * 5) % 23 * 4 + 2
			printf "\t__hpvm__return(1, a%s);\n}\n\n", two ? " + b" : ""
		}
		printf "void Stage%02d(long a)\n{\n\t__hpvm__hint(CPU_TARGET);\n", g
		for (l = 0; l < leaves; l++) {
			printf "\tvoid *n%d = __hpvm__createNodeND(0, Stage%02d_Step%02d);\n", l, g, l
			if (l == 0)
				print "\t__hpvm__bindIn(n0, 0, 0, 0);"
			else
				printf "\t__hpvm__edge(n%d, n%d, 1, 0, 0, 0);\n", l % 4 == 3 ? l - 2 : l - 1, l
			if (l % 3 == 2)
				printf "\t__hpvm__edge(n%d, n%d, 1, 0, 1, 0);\n", l - 2, l
		}
		printf "\t__hpvm__bindOut(n%d, 0, 0, 0);\n}\n\n", leaves - 1
	}
	print "void Root(long a)\n{\n\t__hpvm__hint(CPU_TARGET);"
	for (g = 0; g < groups; g++) {
		printf "\tvoid *n%d = __hpvm__createNodeND(0, Stage%02d);\n", g, g
		if (g < 4)
			printf "\t__hpvm__bindIn(n%d, 0, 0, 0);\n", g
		else
			printf "\t__hpvm__edge(n%d, n%d, 1, 0, 0, 0);\n", g - 4, g
	}
	printf "\t__hpvm__bindOut(n%d, 0, 0, 0);\n}\n\n", groups - 1
	print "int main(void)\n{\n\tstruct __attribute__((packed)) {\n\t\tlong a, result;\n\t} arguments = {7, 0};\n"
	print "\t__hpvm__init();\n\tfor (int i = 0; i < 3; i++) {\n\t\tvoid *graph = __hpvm__launch(0, Root, &arguments);\n"
	print "\t\t__hpvm__wait(graph);\n\t}\n\tprintf(\"%ld\\n\", arguments.result);\n\t__hpvm__cleanup();\n\treturn 0;\n}"
}
