; G6: HPVM-C binds output 5 of a node that has no others.
; expect: output-unbound no-such-port
; status: reject
declare ptr @__hpvm__createNodeND(i32, ...)
declare void @__hpvm__bindIn(ptr, i32, i32, i32)
declare void @__hpvm__bindOut(ptr, i32, i32, i32)
declare void @__hpvm__return(i32, ...)

define void @leaf(i64 %n) {
  call void (i32, ...) @__hpvm__return(i32 1, i64 %n)
  ret void
}
define void @root(i64 %n) {
  %a = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @leaf)
  call void @__hpvm__bindIn(ptr %a, i32 0, i32 0, i32 0)
  call void @__hpvm__bindOut(ptr %a, i32 0, i32 5, i32 0)
  ret void
}
