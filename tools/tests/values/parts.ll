; A loop as hpvm-import writes it: in each of three iterations, the state is doubled, and the iteration is taken from a table.
@text.0 = private unnamed_addr constant [4 x i8] c"add\00"
@text.1 = private unnamed_addr constant [14 x i8] c"gather axis=0\00"
@text.2 = private unnamed_addr constant [34 x i8] c"constant type=i64 shape= values=0\00"
@text.3 = private unnamed_addr constant [34 x i8] c"constant type=i64 shape= values=1\00"
declare void @__hpvm__hint(i32)
declare void @__hpvm__attributes(i32, ...)
declare void @__hpvm__return(i32, ...)
declare ptr @__hpvm__createNodeND(i32, ...)
declare void @__hpvm__bindIn(ptr, i32, i32, i32)
declare void @__hpvm__bindOut(ptr, i32, i32, i32)
declare ptr @__hpvm__tensor_op(ptr, i32, ...)
declare void @__hpvm__tensor_part(i32, i64)
declare ptr @__hpvm__tensor_value(i32, ptr)
define void @walk(ptr %x) #0 {
b0:
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %x, i32 0)
  call void @__hpvm__tensor_part(i32 -1, i64 -1)
  %zero = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.2, i32 0)
  %one = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.3, i32 0)
  br label %b1

b1:
  %i = phi i64 [ 0, %b0 ], [ %i1, %b1 ]
  %n = phi ptr [ %zero, %b0 ], [ %n1, %b1 ]
  %s = phi ptr [ %x, %b0 ], [ %s2, %b1 ]
  call void @__hpvm__tensor_part(i32 0, i64 %i)
  %s1 = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.0, i32 2, ptr %s, ptr %s)
  %s2 = call ptr @__hpvm__tensor_value(i32 0, ptr %s1)
  call void @__hpvm__tensor_part(i32 1, i64 %i)
  %g = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.1, i32 2, ptr %x, ptr %n)
  %g1 = call ptr @__hpvm__tensor_value(i32 0, ptr %g)
  %n1 = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.0, i32 2, ptr %n, ptr %one)
  %i1 = add i64 %i, 1
  %c = icmp slt i64 %i1, 3
  br i1 %c, label %b1, label %b2

b2:
  call void (i32, ...) @__hpvm__return(i32 1, ptr %s2)
  ret void
}

define void @Model(ptr %x) "hpvm.tensor.program"="" "hpvm.shape.0"="f32 (n, 2)" {
  call void @__hpvm__hint(i32 1)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %x, i32 0)
  %w = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @walk)
  call void @__hpvm__bindIn(ptr %w, i32 0, i32 0, i32 0)
  call void @__hpvm__bindOut(ptr %w, i32 0, i32 0, i32 0)
  ret void
}

attributes #0 = { "hpvm.operator"="Loop" "hpvm.value.0"="y" "hpvm.shape.0"="f32 (n, 2)" "hpvm.part.0"="walk/body/twice" "hpvm.part.0.operator"="Add" "hpvm.part.0.value.0"="next" "hpvm.part.1"="pick" "hpvm.part.1.operator"="Gather" "hpvm.part.1.value.0"="" }
