; S6: All value types work in streams as anywhere.
;: positive
;: exit 42
declare ptr @llvm.hpvm.createNode(ptr)
declare ptr @llvm.hpvm.createEdge(ptr, ptr, i1, i32, i32, i1)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.push(ptr, ptr)
declare ptr @llvm.hpvm.pop(ptr)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()

%all = type <{ i8, float, <4 x i32>, double }>
%one = type <{ i32 }>

define %all @give(i8 %b, float %f) {
  %d = fpext float %f to double
  %v = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 25, i32 3
  %r0 = insertvalue %all poison, i8 %b, 0
  %r1 = insertvalue %all %r0, float %f, 1
  %r2 = insertvalue %all %r1, <4 x i32> %v, 2
  %r3 = insertvalue %all %r2, double %d, 3
  ret %all %r3
}

; -3 + 8 + (1 + 2 + 3 + 25) + 8 - 2 = 42
define %one @take(i8 %b, float %f, <4 x i32> %v, double %d) {
  %b32 = sext i8 %b to i32
  %f32 = fptosi float %f to i32
  %d32 = fptosi double %d to i32
  %v0 = extractelement <4 x i32> %v, i32 0
  %v1 = extractelement <4 x i32> %v, i32 1
  %v2 = extractelement <4 x i32> %v, i32 2
  %v3 = extractelement <4 x i32> %v, i32 3
  %s0 = add i32 %b32, %f32
  %s1 = add i32 %s0, %d32
  %s2 = add i32 %s1, %v0
  %s3 = add i32 %s2, %v1
  %s4 = add i32 %s3, %v2
  %s5 = add i32 %s4, %v3
  %s6 = add i32 %s5, -2
  %r = insertvalue %one poison, i32 %s6, 0
  ret %one %r
}

define %one @root(i8 %b, float %f) {
  %a = call ptr @llvm.hpvm.createNode(ptr @give)
  %c = call ptr @llvm.hpvm.createNode(ptr @take)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 true)
  call void @llvm.hpvm.bind.input(ptr %a, i32 1, i32 1, i1 true)
  %e0 = call ptr @llvm.hpvm.createEdge(ptr %a, ptr %c, i1 false, i32 0, i32 0, i1 true)
  %e1 = call ptr @llvm.hpvm.createEdge(ptr %a, ptr %c, i1 false, i32 1, i32 1, i1 true)
  %e2 = call ptr @llvm.hpvm.createEdge(ptr %a, ptr %c, i1 false, i32 2, i32 2, i1 true)
  %e3 = call ptr @llvm.hpvm.createEdge(ptr %a, ptr %c, i1 false, i32 3, i32 3, i1 true)
  call void @llvm.hpvm.bind.output(ptr %c, i32 0, i32 0, i1 true)
  ret %one poison
}

define i32 @main() {
  %item = alloca <{ i8, float }>
  store i8 -3, ptr %item
  %f = getelementptr i8, ptr %item, i64 1
  store float 8.0, ptr %f, align 1
  call void @llvm.hpvm.init()
  %graph = call ptr @llvm.hpvm.launch(ptr @root, ptr %item, i1 true)
  call void @llvm.hpvm.push(ptr %graph, ptr %item)
  %result = call ptr @llvm.hpvm.pop(ptr %graph)
  %value = load i32, ptr %result, align 1
  call void @llvm.hpvm.wait(ptr %graph)
  call void @llvm.hpvm.cleanup()
  ret i32 %value
}

!hpvm_hint_cpu = !{!0, !1, !2}
!0 = !{ptr @root}
!1 = !{ptr @give}
!2 = !{ptr @take}
