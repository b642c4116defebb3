; G7: 2^63-1 instances are described, not run.
; expect:
; status: ok
declare ptr @__hpvm__createNodeND(i32, ...)

define void @leaf() {
  ret void
}
define void @root(i64 %n, double %d) {
  %a = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @leaf, i64 9223372036854775807)
  ret void
}
