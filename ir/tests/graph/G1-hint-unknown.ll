; G1: there is no target 77.
; expect: hint-unserved
; status: ok
declare ptr @__hpvm__createNodeND(i32, ...)
declare void @__hpvm__bindIn(ptr, i32, i32, i32)
declare void @__hpvm__hint(i32)

define void @leaf(i64 %n) {
  call void @__hpvm__hint(i32 77)
  ret void
}
define void @root(i64 %n) {
  %a = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @leaf)
  call void @__hpvm__bindIn(ptr %a, i32 0, i32 0, i32 0)
  ret void
}
