; A value that is used before it exists.
; expect: invalid-module
; status: reject
define i32 @f() {
entry:
  br label %next
next:
  %x = add i32 %y, 1
  %y = add i32 1, 1
  ret i32 %x
}
