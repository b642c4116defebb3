; G1: operands are missing; both faults are reported.
; expect: bad-graph-call edge-not-siblings
; status: reject
declare ptr @__hpvm__createNodeND(i32, ...)
declare void @__hpvm__bindOut(...)

define void @leaf() {
  ret void
}
define void @root() {
  %a = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @leaf)
  call void (...) @__hpvm__bindOut(ptr %a)
  call void (...) @__hpvm__bindOut(ptr null, i32 0, i32 0, i32 0)
  ret void
}
