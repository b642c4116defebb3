; What is wrong in old assembly is wrong at its own line.
; expect: malformed-file 5

define i8* @f(i8** %p) {
  %q = load i8**, i8*** %r, align 8
  ret i8* null
}
