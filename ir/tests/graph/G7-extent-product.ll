; G7: 2^63 instances.
; expect: extent-invalid
; status: reject
declare ptr @__hpvm__createNodeND(i32, ...)

define void @leaf() {
  ret void
}
define void @root(i64 %n, double %d) {
  %a = call ptr (i32, ...) @__hpvm__createNodeND(i32 2, ptr @leaf, i64 4294967296, i64 2147483648)
  ret void
}
