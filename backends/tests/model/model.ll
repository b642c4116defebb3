; A small tensor program: element by element, reductions in wide values, a product, movement, integers, an If.
@text.0 = private unnamed_addr constant [65 x i8] c"constant type=f32 shape=8 values=0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8\00"
@text.1 = private unnamed_addr constant [4 x i8] c"mul\00"
@text.2 = private unnamed_addr constant [6 x i8] c"widen\00"
@text.3 = private unnamed_addr constant [34 x i8] c"constant type=f32 shape= values=8\00"
@text.4 = private unnamed_addr constant [18 x i8] c"sum axes=1 keep=1\00"
@text.5 = private unnamed_addr constant [4 x i8] c"div\00"
@text.6 = private unnamed_addr constant [4 x i8] c"sub\00"
@text.7 = private unnamed_addr constant [5 x i8] c"sqrt\00"
@text.8 = private unnamed_addr constant [7 x i8] c"narrow\00"
@text.9 = private unnamed_addr constant [4 x i8] c"dot\00"
@text.10 = private unnamed_addr constant [19 x i8] c"transpose perm=1,0\00"
@text.11 = private unnamed_addr constant [22 x i8] c"maximum axes=1 keep=1\00"
@text.12 = private unnamed_addr constant [4 x i8] c"exp\00"
@text.13 = private unnamed_addr constant [5 x i8] c"less\00"
@text.14 = private unnamed_addr constant [6 x i8] c"where\00"
@text.15 = private unnamed_addr constant [4 x i8] c"add\00"
@text.16 = private unnamed_addr constant [14 x i8] c"concat axis=0\00"
@text.17 = private unnamed_addr constant [34 x i8] c"constant type=f32 shape= values=0\00"
@text.18 = private unnamed_addr constant [13 x i8] c"sum axes=0,1\00"
@text.19 = private unnamed_addr constant [5 x i8] c"tanh\00"

declare void @__hpvm__hint(i32)
declare void @__hpvm__attributes(i32, ...)
declare void @__hpvm__return(i32, ...)
declare ptr @__hpvm__createNodeND(i32, ...)
declare ptr @__hpvm__edge(ptr, ptr, i32, i32, i32, i32)
declare void @__hpvm__bindIn(ptr, i32, i32, i32)
declare void @__hpvm__bindOut(ptr, i32, i32, i32)
declare ptr @__hpvm__tensor_op(ptr, i32, ...)
declare i64 @__hpvm__tensor_integer(ptr)

define void @Scale(ptr "hpvm.type"="f32 2" %x) "hpvm.operator"="Mul" "hpvm.value.0"="scaled" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %x, i32 0)
  %w = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.0, i32 0) "hpvm.type"="f32 1"
  %y = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.1, i32 2, ptr %x, ptr %w) "hpvm.type"="f32 2"
  call void (i32, ...) @__hpvm__return(i32 1, ptr %y)
  ret void
}

define void @Norm(ptr %x) "hpvm.operator"="LayerNormalization" "hpvm.value.0"="normal" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %x, i32 0)
  %a = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.2, i32 1, ptr %x)
  %n = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.3, i32 0)
  %b = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.2, i32 1, ptr %n)
  %s = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.4, i32 1, ptr %a)
  %m = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.5, i32 2, ptr %s, ptr %b)
  %d = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.6, i32 2, ptr %a, ptr %m)
  %q = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.1, i32 2, ptr %d, ptr %d)
  %t = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.4, i32 1, ptr %q)
  %v = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.5, i32 2, ptr %t, ptr %b)
  %r = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.7, i32 1, ptr %v)
  %z = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.5, i32 2, ptr %d, ptr %r)
  %y = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.8, i32 1, ptr %z)
  call void (i32, ...) @__hpvm__return(i32 1, ptr %y)
  ret void
}

define void @Product(ptr %x, ptr %w) "hpvm.operator"="MatMul" "hpvm.value.0"="logits" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 2, ptr %x, ptr %w, i32 0)
  %y = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.9, i32 2, ptr %x, ptr %w)
  call void (i32, ...) @__hpvm__return(i32 1, ptr %y)
  ret void
}

define void @Turn(ptr %x) "hpvm.operator"="Transpose" "hpvm.value.0"="turned" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %x, i32 0)
  %y = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.10, i32 1, ptr %x)
  call void (i32, ...) @__hpvm__return(i32 1, ptr %y)
  ret void
}

define void @Soft(ptr %x) "hpvm.operator"="Softmax" "hpvm.value.0"="chances" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %x, i32 0)
  %a = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.2, i32 1, ptr %x)
  %m = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.11, i32 1, ptr %a)
  %d = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.6, i32 2, ptr %a, ptr %m)
  %e = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.12, i32 1, ptr %d)
  %s = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.4, i32 1, ptr %e)
  %z = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.5, i32 2, ptr %e, ptr %s)
  %y = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.8, i32 1, ptr %z)
  call void (i32, ...) @__hpvm__return(i32 1, ptr %y)
  ret void
}

define void @Pick(ptr %x, ptr %y) "hpvm.operator"="Where" "hpvm.value.0"="picked" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 2, ptr %x, ptr %y, i32 0)
  %k = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.13, i32 2, ptr %x, ptr %y)
  %z = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.14, i32 3, ptr %k, ptr %x, ptr %y)
  call void (i32, ...) @__hpvm__return(i32 1, ptr %z)
  ret void
}

define void @Count(ptr %i) "hpvm.operator"="Add" "hpvm.value.0"="counts" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %i, i32 0)
  %q = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.1, i32 2, ptr %i, ptr %i)
  %y = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.15, i32 2, ptr %q, ptr %i)
  call void (i32, ...) @__hpvm__return(i32 1, ptr %y)
  ret void
}

define void @Join(ptr %x, ptr %y) "hpvm.operator"="Concat" "hpvm.value.0"="joined" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 2, ptr %x, ptr %y, i32 0)
  %z = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.16, i32 2, ptr %x, ptr %y)
  call void (i32, ...) @__hpvm__return(i32 1, ptr %z)
  ret void
}

define void @Choose(ptr %x) "hpvm.operator"="If" "hpvm.value.0"="chosen" {
  call void @__hpvm__hint(i32 4)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %x, i32 0)
  %l = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.17, i32 0)
  %s = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.18, i32 1, ptr %x)
  %k = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.13, i32 2, ptr %l, ptr %s)
  %i = call i64 @__hpvm__tensor_integer(ptr %k)
  %yes = icmp ne i64 %i, 0
  br i1 %yes, label %then, label %else
then:
  %t = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.19, i32 1, ptr %x)
  br label %join
else:
  %e = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.12, i32 1, ptr %x)
  br label %join
join:
  %y = phi ptr [ %t, %then ], [ %e, %else ]
  call void (i32, ...) @__hpvm__return(i32 1, ptr %y)
  ret void
}

define void @Model(ptr %x, ptr %w, ptr %ids) "hpvm.tensor.program"="input x: f32 (s0, 8)\0Ainput w: f32 (8, 4)\0Ainput ids: i64 (s1)\0A" {
  call void @__hpvm__hint(i32 1)
  call void (i32, ...) @__hpvm__attributes(i32 3, ptr %x, ptr %w, ptr %ids, i32 0)
  %Scale = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @Scale)
  %Norm = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @Norm)
  %Product = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @Product)
  %Turn = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @Turn)
  %Soft = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @Soft)
  %Pick = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @Pick)
  %Count = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @Count)
  %Join = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @Join)
  %Choose = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @Choose)
  call void @__hpvm__bindIn(ptr %Scale, i32 0, i32 0, i32 0)
  call ptr @__hpvm__edge(ptr %Scale, ptr %Norm, i32 1, i32 0, i32 0, i32 0)
  call ptr @__hpvm__edge(ptr %Norm, ptr %Product, i32 1, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %Product, i32 1, i32 1, i32 0)
  call ptr @__hpvm__edge(ptr %Product, ptr %Turn, i32 1, i32 0, i32 0, i32 0)
  call ptr @__hpvm__edge(ptr %Product, ptr %Soft, i32 1, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %Pick, i32 0, i32 0, i32 0)
  call ptr @__hpvm__edge(ptr %Scale, ptr %Pick, i32 1, i32 0, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %Count, i32 2, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %Join, i32 0, i32 0, i32 0)
  call ptr @__hpvm__edge(ptr %Scale, ptr %Join, i32 1, i32 0, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %Choose, i32 0, i32 0, i32 0)
  call void @__hpvm__bindOut(ptr %Soft, i32 0, i32 0, i32 0)
  call void @__hpvm__bindOut(ptr %Turn, i32 0, i32 1, i32 0)
  call void @__hpvm__bindOut(ptr %Pick, i32 0, i32 2, i32 0)
  call void @__hpvm__bindOut(ptr %Count, i32 0, i32 3, i32 0)
  call void @__hpvm__bindOut(ptr %Join, i32 0, i32 4, i32 0)
  call void @__hpvm__bindOut(ptr %Choose, i32 0, i32 5, i32 0)
  ret void
}
