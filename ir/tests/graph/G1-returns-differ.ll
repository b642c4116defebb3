; G1: two returns of other types.
; expect: bad-graph-call
; status: reject
declare ptr @__hpvm__createNodeND(i32, ...)
declare void @__hpvm__bindIn(ptr, i32, i32, i32)
declare void @__hpvm__return(i32, ...)

define void @leaf(i64 %n) {
  call void (i32, ...) @__hpvm__return(i32 1, i64 %n)
  call void (i32, ...) @__hpvm__return(i32 1, double 0.0)
  ret void
}
define void @root(i64 %n) {
  %a = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @leaf)
  call void @__hpvm__bindIn(ptr %a, i32 0, i32 0, i32 0)
  ret void
}
