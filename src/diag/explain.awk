# explain.awk -- converts docs/diagnostics.md to table rows for explain.c:
#	EXPLANATION("name", "meaning", "example", "fix")    a section "### name"
#	CLAUSE("G1", "sentences")                            an item "- **G1** sentences"
# The line below a section's title, with severity and clause, comes from diag.def and is left out.
function quote(text) {
	out = ""
	for (at_ = 1; at_ <= length(text); at_++) {   # not gsub(), whose treatment of backslashes differs between awks
		c = substr(text, at_, 1)
		out = out (c == "\\" || c == "\"" ? "\\" c : c == "\t" ? "\\t" : c == "\n" ? "\\n" : c)
	}
	return "\"" out "\""
}
function join(text, line) { return text == "" ? line : text " " line }
function section_ends() {
	if (name != "")
		print "EXPLANATION(" quote(name) ", " quote(meaning) ", " quote(example) ", " quote(fix) ")"
	name = meaning = example = fix = ""; in_fix = 0
}
BEGIN { print "/* Made of docs/diagnostics.md by explain.awk. */" }
/^```/ { in_code = !in_code; next }
in_code { if (name != "") example = example == "" ? $0 : example "\n" $0; next }
/^#/ { section_ends() }
/^### / { name = $2; next }
/^#/ { next }
name == "" && match($0, /^- \*\*[A-Z][0-9]*\*\* /) {
	text = $0; sub(/^- \*\*[A-Z][0-9]*\*\* /, "", text)
	clause = $2; gsub(/\*/, "", clause)
	print "CLAUSE(" quote(clause) ", " quote(text) ")"
	next
}
name == "" || /^\*\*(error|warning|off)\*\*/ || /^$/ { next }
{
	line = $0
	at = index(line, "*Fix:* ")
	if (at) {
		if (at > 1)
			meaning = join(meaning, substr(line, 1, at - 2))
		fix = substr(line, at + 7)
		in_fix = 1
	} else if (in_fix) {
		fix = join(fix, line)
	} else {
		meaning = join(meaning, line)
	}
}
END { section_ends() }
