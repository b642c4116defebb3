; A packed literal structure is the result of nodes whose values __hpvm__return and the type give alike.
;: out 8
declare void @__hpvm__hint(i32)
declare void @__hpvm__return(i32, ...)
declare ptr @__hpvm__createNodeND(i32, ...)
declare void @__hpvm__bindIn(ptr, i32, i32, i32)
declare void @__hpvm__bindOut(ptr, i32, i32, i32)
declare ptr @__hpvm__launch(i32, ...)
declare void @__hpvm__wait(ptr)
declare void @__hpvm__init()
declare void @__hpvm__cleanup()
declare i32 @printf(ptr, ...)
@f = private constant [6 x i8] c"%lld\0A\00"
define <{ i64 }> @leaf(i64 %n) {
  call void @__hpvm__hint(i32 1)
  %v = add i64 %n, 1
  call void (i32, ...) @__hpvm__return(i32 1, i64 %v)
  ret <{ i64 }> zeroinitializer
}
define <{ i64 }> @root(i64 %n) {
  call void @__hpvm__hint(i32 1)
  %a = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @leaf)
  call void @__hpvm__bindIn(ptr %a, i32 0, i32 0, i32 0)
  call void @__hpvm__bindOut(ptr %a, i32 0, i32 0, i32 0)
  ret <{ i64 }> zeroinitializer
}
define i32 @main() {
  %arguments = alloca <{ i64, i64 }>
  store i64 7, ptr %arguments, align 1
  call void @__hpvm__init()
  %g = call ptr (i32, ...) @__hpvm__launch(i32 0, ptr @root, ptr %arguments)
  call void @__hpvm__wait(ptr %g)
  %at = getelementptr i8, ptr %arguments, i64 8
  %r = load i64, ptr %at, align 1
  %p = call i32 (ptr, ...) @printf(ptr @f, i64 %r)
  call void @__hpvm__cleanup()
  ret i32 0
}
