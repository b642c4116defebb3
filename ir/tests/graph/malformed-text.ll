; No end of the function.
; expect: malformed-file
; status: reject
define void @f() {
  ret vo
