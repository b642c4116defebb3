
@roots = dso_local global [5 x ptr] [ptr @Scale, ptr @Numbers, ptr @Sum, ptr @Vector, ptr @Network], align 16

define dso_local void @Scale_leaf(ptr noundef %a, i64 %a_bytes, ptr noundef %b, i64 noundef %b_bytes, float noundef %factor, i32 noundef %offset) {
entry:
  call void @__hpvm__hint(i32 noundef 1)
  call void (i32, ...) @__hpvm__attributes(i32 noundef 1, ptr noundef %a, i32 noundef 1, ptr noundef %b)
  %call = call ptr @__hpvm__getNode()
  %call1 = call i64 @__hpvm__getNodeInstanceID_x(ptr noundef %call)
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %call1
  %0 = load float, ptr %arrayidx, align 4
  %conv = sitofp i32 %offset to float
  %1 = call float @llvm.fmuladd.f32(float %0, float %factor, float %conv)
  %arrayidx2 = getelementptr inbounds float, ptr %b, i64 %call1
  store float %1, ptr %arrayidx2, align 4
  call void (i32, ...) @__hpvm__return(i32 noundef 1, i64 noundef %b_bytes)
  ret void
}

declare void @__hpvm__hint(i32 noundef)

declare void @__hpvm__attributes(i32 noundef, ...)

declare i64 @__hpvm__getNodeInstanceID_x(ptr noundef)

declare ptr @__hpvm__getNode()

declare float @llvm.fmuladd.f32(float, float, float)

declare void @__hpvm__return(i32 noundef, ...)

define dso_local void @Scale(ptr noundef %a, i64 %a_bytes, ptr noundef %b, i64 %b_bytes, float %factor, i32 %offset, i64 noundef %count) {
entry:
  call void @__hpvm__hint(i32 noundef 1)
  call void (i32, ...) @__hpvm__attributes(i32 noundef 1, ptr noundef %a, i32 noundef 1, ptr noundef %b)
  %call = call ptr (i32, ...) @__hpvm__createNodeND(i32 noundef 1, ptr noundef nonnull @Scale_leaf, i64 noundef %count)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 0, i32 noundef 0, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 1, i32 noundef 1, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 2, i32 noundef 2, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 3, i32 noundef 3, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 4, i32 noundef 4, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 5, i32 noundef 5, i32 noundef 0)
  call void @__hpvm__bindOut(ptr noundef %call, i32 noundef 0, i32 noundef 0, i32 noundef 0)
  ret void
}

declare ptr @__hpvm__createNodeND(i32 noundef, ...)

declare void @__hpvm__bindIn(ptr noundef, i32 noundef, i32 noundef, i32 noundef)

declare void @__hpvm__bindOut(ptr noundef, i32 noundef, i32 noundef, i32 noundef)

define dso_local void @Numbers_leaf(i1 noundef zeroext %flag, i8 noundef signext %byte, i16 noundef zeroext %half, i64 noundef %word, double noundef %number, half noundef %tiny) {
entry:
  call void @__hpvm__hint(i32 noundef 1)
  call void (i32, ...) @__hpvm__attributes(i32 noundef 0, i32 noundef 0)
  %conv = zext i1 %flag to i32
  %conv1 = sext i8 %byte to i32
  %conv2 = zext i16 %half to i32
  %mul = fmul double %number, 2.000000e+00
  %conv3 = fpext half %tiny to double
  call void (i32, ...) @__hpvm__return(i32 noundef 6, i32 noundef %conv, i32 noundef %conv1, i32 noundef %conv2, i64 noundef %word, double noundef %mul, double noundef %conv3)
  ret void
}

define dso_local void @Numbers(i1 zeroext %flag, i8 signext %byte, i16 zeroext %half, i64 %word, double %number, half %tiny) {
entry:
  call void @__hpvm__hint(i32 noundef 1)
  call void (i32, ...) @__hpvm__attributes(i32 noundef 0, i32 noundef 0)
  %call = call ptr (i32, ...) @__hpvm__createNodeND(i32 noundef 0, ptr noundef nonnull @Numbers_leaf)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 0, i32 noundef 0, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 1, i32 noundef 1, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 2, i32 noundef 2, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 3, i32 noundef 3, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 4, i32 noundef 4, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 5, i32 noundef 5, i32 noundef 0)
  call void @__hpvm__bindOut(ptr noundef %call, i32 noundef 0, i32 noundef 0, i32 noundef 0)
  call void @__hpvm__bindOut(ptr noundef %call, i32 noundef 1, i32 noundef 1, i32 noundef 0)
  call void @__hpvm__bindOut(ptr noundef %call, i32 noundef 2, i32 noundef 2, i32 noundef 0)
  call void @__hpvm__bindOut(ptr noundef %call, i32 noundef 3, i32 noundef 3, i32 noundef 0)
  call void @__hpvm__bindOut(ptr noundef %call, i32 noundef 4, i32 noundef 4, i32 noundef 0)
  call void @__hpvm__bindOut(ptr noundef %call, i32 noundef 5, i32 noundef 5, i32 noundef 0)
  ret void
}

define dso_local void @Sum_leaf(ptr noundef %values, i64 noundef %bytes, i32 noundef %start) {
entry:
  call void @__hpvm__hint(i32 noundef 1)
  call void (i32, ...) @__hpvm__attributes(i32 noundef 1, ptr noundef %values, i32 noundef 0)
  %div5 = lshr i64 %bytes, 2
  %cmp6.not = icmp ult i64 %bytes, 4
  br i1 %cmp6.not, label %for.cond.cleanup, label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  %sum.0.lcssa = phi i32 [ %start, %entry ], [ %add, %for.body ]
  %conv = sext i32 %sum.0.lcssa to i64
  call void (i32, ...) @__hpvm__return(i32 noundef 1, i64 noundef %conv)
  ret void

for.body:                                         ; preds = %entry, %for.body
  %i.08 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %sum.07 = phi i32 [ %add, %for.body ], [ %start, %entry ]
  %arrayidx = getelementptr inbounds i32, ptr %values, i64 %i.08
  %0 = load i32, ptr %arrayidx, align 4
  %add = add nsw i32 %0, %sum.07
  %inc = add nuw nsw i64 %i.08, 1
  %exitcond.not = icmp eq i64 %inc, %div5
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define dso_local void @Sum(ptr noundef %values, i64 %bytes, i32 %start) {
entry:
  call void @__hpvm__hint(i32 noundef 1)
  call void (i32, ...) @__hpvm__attributes(i32 noundef 1, ptr noundef %values, i32 noundef 0)
  %call = call ptr (i32, ...) @__hpvm__createNodeND(i32 noundef 0, ptr noundef nonnull @Sum_leaf)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 0, i32 noundef 0, i32 noundef 1)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 1, i32 noundef 1, i32 noundef 1)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 2, i32 noundef 2, i32 noundef 1)
  call void @__hpvm__bindOut(ptr noundef %call, i32 noundef 0, i32 noundef 0, i32 noundef 1)
  ret void
}

define dso_local void @Vector_leaf(ptr noundef %out, i64 %out_bytes, <4 x float> noundef %v) {
entry:
  call void @__hpvm__hint(i32 noundef 1)
  call void (i32, ...) @__hpvm__attributes(i32 noundef 0, i32 noundef 1, ptr noundef %out)
  %add = fadd <4 x float> %v, %v
  store <4 x float> %add, ptr %out, align 16
  ret void
}

define dso_local void @Vector(ptr noundef %out, i64 %out_bytes, <4 x float> %v) {
entry:
  call void @__hpvm__hint(i32 noundef 1)
  call void (i32, ...) @__hpvm__attributes(i32 noundef 0, i32 noundef 1, ptr noundef %out)
  %call = call ptr (i32, ...) @__hpvm__createNodeND(i32 noundef 0, ptr noundef nonnull @Vector_leaf)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 0, i32 noundef 0, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 1, i32 noundef 1, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 2, i32 noundef 2, i32 noundef 0)
  ret void
}

define dso_local void @Add(ptr noundef %x, i64 %x_bytes, ptr noundef %b, i64 %b_bytes) {
entry:
  call void @__hpvm__hint(i32 noundef 4)
  call void (i32, ...) @__hpvm__attributes(i32 noundef 2, ptr noundef %x, ptr noundef %b, i32 noundef 0)
  %call = call ptr @__hpvm__tensor_add(ptr noundef %x, ptr noundef %b)
  call void (i32, ...) @__hpvm__return(i32 noundef 2, ptr noundef %call, i64 noundef 0)
  ret void
}

declare ptr @__hpvm__tensor_add(ptr noundef, ptr noundef)

define dso_local void @Network(ptr noundef %x, i64 %x_bytes, ptr noundef %b, i64 %b_bytes) {
entry:
  call void @__hpvm__hint(i32 noundef 1)
  call void (i32, ...) @__hpvm__attributes(i32 noundef 2, ptr noundef %x, ptr noundef %b, i32 noundef 0)
  %call = call ptr (i32, ...) @__hpvm__createNodeND(i32 noundef 0, ptr noundef nonnull @Add)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 0, i32 noundef 0, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 1, i32 noundef 1, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 2, i32 noundef 2, i32 noundef 0)
  call void @__hpvm__bindIn(ptr noundef %call, i32 noundef 3, i32 noundef 3, i32 noundef 0)
  call void @__hpvm__bindOut(ptr noundef %call, i32 noundef 0, i32 noundef 0, i32 noundef 0)
  call void @__hpvm__bindOut(ptr noundef %call, i32 noundef 1, i32 noundef 1, i32 noundef 0)
  ret void
}



