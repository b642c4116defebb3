; G7: an extent that is no integer.
; expect: bad-graph-call
; status: reject
declare ptr @__hpvm__createNodeND(i32, ...)

define void @leaf() {
  ret void
}
define void @root(i64 %n, double %d) {
  %a = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @leaf, double %d)
  ret void
}
