; G7: a negative extent.
; expect: extent-invalid
; status: reject
declare ptr @__hpvm__createNodeND(i32, ...)

define void @leaf() {
  ret void
}
define void @root(i64 %n, double %d) {
  %a = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @leaf, i32 -1)
  ret void
}
