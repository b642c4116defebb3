; G1: two hints that differ.
; expect: bad-graph-call
; status: reject
declare ptr @__hpvm__createNodeND(i32, ...)
declare void @__hpvm__bindIn(ptr, i32, i32, i32)
declare void @__hpvm__hint(i32)

define void @leaf(i64 %n) {
  call void @__hpvm__hint(i32 1)
  call void @__hpvm__hint(i32 2)
  ret void
}
define void @root(i64 %n) {
  %a = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @leaf)
  call void @__hpvm__bindIn(ptr %a, i32 0, i32 0, i32 0)
  ret void
}
