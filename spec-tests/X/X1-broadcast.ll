; X1: A tensor program is a graph of operations on tensors of a static rank.
;: positive
;: schedules reference
@t0 = private unnamed_addr constant [43 x i8] c"constant type=i8 shape=2,1 values=100,-100\00"
@t1 = private unnamed_addr constant [40 x i8] c"constant type=i8 shape=3 values=100,1,0\00"
@t2 = private unnamed_addr constant [4 x i8] c"add\00"
@t3 = private unnamed_addr constant [57 x i8] c"constant type=i8 shape=2,3 values=-56,101,100,0,-99,-100\00"
@t4 = private unnamed_addr constant [6 x i8] c"equal\00"
@t5 = private unnamed_addr constant [8 x i8] c"minimum\00"

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
  %w = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @t3, i32 0)
  %e = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @t4, i32 2, ptr %c, ptr %w)
  %all = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @t5, i32 1, ptr %e)
  %is = call i64 @__hpvm__tensor_integer(ptr %all)
  %right = icmp eq i64 %is, 1
  br i1 %right, label %done, label %wrong
wrong:
  call void @llvm.trap()
  unreachable
done:
  call void (i32, ...) @__hpvm__return(i32 1, ptr %all)
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
