; X1: Each operation's meaning, shape rule and error bound are one row of one table.
;: negative
;: exit trap
;: diagnostic shape-constraint error node Model/Leaf
;: schedules reference
@t0 = private unnamed_addr constant [37 x i8] c"constant type=f32 shape=2 values=1,2\00"
@t1 = private unnamed_addr constant [37 x i8] c"constant type=i64 shape=2 values=1,2\00"
@t2 = private unnamed_addr constant [4 x i8] c"add\00"

declare void @__hpvm__hint(i32)
declare void @__hpvm__attributes(i32, ...)
declare void @__hpvm__return(i32, ...)
declare ptr @__hpvm__createNodeND(i32, ...)
declare void @__hpvm__bindOut(ptr, i32, i32, i32)
declare ptr @__hpvm__tensor_op(ptr, i32, ...)
declare i64 @__hpvm__tensor_integer(ptr)
declare void @llvm.trap()
declare void @__hpvm__init()
declare ptr @__hpvm__launch(i32, ...)
declare void @__hpvm__wait(ptr)
declare void @__hpvm__cleanup()

define void @Leaf() "hpvm.operator"="Test" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 0, i32 0)
  %a = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @t0, i32 0)
  %b = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @t1, i32 0)
  %c = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @t2, i32 2, ptr %a, ptr %b)
  call void (i32, ...) @__hpvm__return(i32 1, ptr %c)
  ret void
}

define void @Model() "hpvm.tensor.program"="" {
  call void @__hpvm__hint(i32 1)
  call void (i32, ...) @__hpvm__attributes(i32 0, i32 0)
  %n = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @Leaf)
  call void @__hpvm__bindOut(ptr %n, i32 0, i32 0, i32 0)
  ret void
}

define i32 @main() {
  %args = alloca <{ ptr }>
  call void @__hpvm__init()
  %graph = call ptr (i32, ...) @__hpvm__launch(i32 0, ptr @Model, ptr %args)
  call void @__hpvm__wait(ptr %graph)
  call void @__hpvm__cleanup()
  ret i32 0
}
