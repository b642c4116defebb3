; A tensor program as hpvm-import writes it: named and unnamed values of several types, a value of rank 0, an empty one.
@text.0 = private unnamed_addr constant [53 x i8] c"constant type=f32 shape=3 values=0x1p0,0x1p1,0x1.8p1\00"
@text.1 = private unnamed_addr constant [4 x i8] c"add\00"
@text.2 = private unnamed_addr constant [4 x i8] c"mul\00"
@text.3 = private unnamed_addr constant [4 x i8] c"exp\00"
@text.4 = private unnamed_addr constant [12 x i8] c"cast to=i64\00"
@text.5 = private unnamed_addr constant [5 x i8] c"less\00"
@text.6 = private unnamed_addr constant [12 x i8] c"cast to=f16\00"
@text.7 = private unnamed_addr constant [13 x i8] c"cast to=bf16\00"
@text.8 = private unnamed_addr constant [34 x i8] c"constant type=i32 shape= values=7\00"
@text.9 = private unnamed_addr constant [37 x i8] c"constant type=i32 shape=0,3 values=0\00"
declare void @__hpvm__hint(i32)
declare void @__hpvm__attributes(i32, ...)
declare void @__hpvm__return(i32, ...)
declare ptr @__hpvm__createNodeND(i32, ...)
declare ptr @__hpvm__edge(ptr, ptr, i32, i32, i32, i32)
declare void @__hpvm__bindIn(ptr, i32, i32, i32)
declare void @__hpvm__bindOut(ptr, i32, i32, i32)
declare ptr @__hpvm__tensor_op(ptr, i32, ...)
define void @"layer1/sum"(ptr %x) "hpvm.operator"="Add" "hpvm.value.0"="layer1/sum_output" "hpvm.value.1"="layer1/twice" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %x, i32 0)
  %c = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.0, i32 0)
  %s = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.1, i32 2, ptr %x, ptr %c)
  %t = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.2, i32 2, ptr %x, ptr %c)
  call void (i32, ...) @__hpvm__return(i32 2, ptr %s, ptr %t)
  ret void
}

define void @"Exp_1"(ptr %s) "hpvm.operator"="Exp" "hpvm.value.0"="layer2/exp" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %s, i32 0)
  %e = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.3, i32 1, ptr %s)
  call void (i32, ...) @__hpvm__return(i32 1, ptr %e)
  ret void
}

define void @"Cast_2"(ptr %e) "hpvm.operator"="Cast" "hpvm.value.0"="ids" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %e, i32 0)
  %i = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.4, i32 1, ptr %e)
  call void (i32, ...) @__hpvm__return(i32 1, ptr %i)
  ret void
}

define void @"Less_3"(ptr %x, ptr %t) "hpvm.operator"="Less" "hpvm.value.0"="mask" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 2, ptr %x, ptr %t, i32 0)
  %m = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.5, i32 2, ptr %x, ptr %t)
  call void (i32, ...) @__hpvm__return(i32 1, ptr %m)
  ret void
}

define void @"Cast_4"(ptr %t) "hpvm.operator"="Cast" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %t, i32 0)
  %h = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.6, i32 1, ptr %t)
  call void (i32, ...) @__hpvm__return(i32 1, ptr %h)
  ret void
}

define void @"Cast_5"(ptr %t) "hpvm.operator"="Cast" "hpvm.value.0"="a\3Ab\5B0\5D\20\C3\A9" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %t, i32 0)
  %b = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.7, i32 1, ptr %t)
  call void (i32, ...) @__hpvm__return(i32 1, ptr %b)
  ret void
}

define void @"Constant_6"() "hpvm.operator"="Constant" "hpvm.value.0"="layer1_twice" "hpvm.value.1"="empty" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 0, i32 0)
  %k = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.8, i32 0)
  %z = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.9, i32 0)
  call void (i32, ...) @__hpvm__return(i32 2, ptr %k, ptr %z)
  ret void
}

define void @Model(ptr %x) "hpvm.tensor.program"="" {
  call void @__hpvm__hint(i32 1)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %x, i32 0)
  %n0 = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @"layer1/sum")
  %n1 = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @"Exp_1")
  %n2 = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @"Cast_2")
  %n3 = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @"Less_3")
  %n4 = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @"Cast_4")
  %n5 = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @"Cast_5")
  %n6 = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @"Constant_6")
  call void @__hpvm__bindIn(ptr %n0, i32 0, i32 0, i32 0)
  call ptr @__hpvm__edge(ptr %n0, ptr %n1, i32 1, i32 0, i32 0, i32 0)
  call ptr @__hpvm__edge(ptr %n1, ptr %n2, i32 1, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %n3, i32 0, i32 0, i32 0)
  call ptr @__hpvm__edge(ptr %n0, ptr %n3, i32 1, i32 1, i32 1, i32 0)
  call ptr @__hpvm__edge(ptr %n0, ptr %n4, i32 1, i32 1, i32 0, i32 0)
  call ptr @__hpvm__edge(ptr %n0, ptr %n5, i32 1, i32 1, i32 0, i32 0)
  call void @__hpvm__bindOut(ptr %n0, i32 0, i32 0, i32 0)
  call void @__hpvm__bindOut(ptr %n0, i32 1, i32 1, i32 0)
  call void @__hpvm__bindOut(ptr %n1, i32 0, i32 2, i32 0)
  call void @__hpvm__bindOut(ptr %n2, i32 0, i32 3, i32 0)
  call void @__hpvm__bindOut(ptr %n3, i32 0, i32 4, i32 0)
  call void @__hpvm__bindOut(ptr %n4, i32 0, i32 5, i32 0)
  call void @__hpvm__bindOut(ptr %n5, i32 0, i32 6, i32 0)
  call void @__hpvm__bindOut(ptr %n6, i32 0, i32 7, i32 0)
  call void @__hpvm__bindOut(ptr %n6, i32 1, i32 8, i32 0)
  ret void
}
