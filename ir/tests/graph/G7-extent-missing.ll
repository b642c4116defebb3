; G7: two dimensions, one extent.
; expect: bad-graph-call
; status: reject
declare ptr @__hpvm__createNodeND(i32, ...)

define void @leaf() {
  ret void
}
define void @root(i64 %n, double %d) {
  %a = call ptr (i32, ...) @__hpvm__createNodeND(i32 2, ptr @leaf, i64 1)
  ret void
}
