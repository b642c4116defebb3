; G6: varargs promote neither half to double nor i64 to i32.
; expect: edge-type-mismatch edge-type-mismatch
; status: reject
declare ptr @__hpvm__createNodeND(i32, ...)
declare ptr @__hpvm__edge(ptr, ptr, i32, i32, i32, i32)
declare void @__hpvm__bindIn(ptr, i32, i32, i32)
declare void @__hpvm__return(i32, ...)

define void @source(i64 %n) {
  call void (i32, ...) @__hpvm__return(i32 2, double 1.0, i32 7)
  ret void
}
define void @sink(half %x, i64 %y) {
  ret void
}
define void @root(i64 %n) {
  %a = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @source)
  %b = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @sink)
  call void @__hpvm__bindIn(ptr %a, i32 0, i32 0, i32 0)
  %e = call ptr @__hpvm__edge(ptr %a, ptr %b, i32 1, i32 0, i32 0, i32 0)
  %f = call ptr @__hpvm__edge(ptr %a, ptr %b, i32 1, i32 1, i32 1, i32 0)
  ret void
}
