# options.awk -- the options in a command's --help, or with -v manual=1 in its manual page, one in
# each line, in the same form: "-j,--jobsN", "--print-graph[=text|dot|yaml]". run-docs.sh compares
# the two.
!manual && /^  -/ {
	sub(/^  /, "")
	sub(/   *[^ ].*$/, "")       # the help text, if it begins in this line
	gsub(/ /, "")
	print
}
manual && /^\.It .*Fl / {
	out = mode = ""
	closes = 0
	for (i = 2; i <= NF; i++) {
		word = $i
		if (word == "Fl" || word == "Ar" || word == "Cm") {
			mode = word
		} else if (word == "Ns" || word == "No") {
			mode = ""
		} else if (word == "Op" || word == "Oo") {
			out = out "["
			closes += word == "Op"
			mode = ""
		} else if (word == "Oc") {
			out = out "]"
		} else if (mode == "Fl") {
			out = out "-" word
			mode = ""
		} else {
			out = out (mode == "Ar" ? toupper(word) : word)
		}
	}
	while (closes--)
		out = out "]"
	print out
}
