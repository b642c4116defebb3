; A hint of every kind, several functions to one kind, in one metadata node or in several; nodes of 0 to
; 3 dimensions; functions with names in quotes, parameters without names.
; graph| graph of 7 nodes
; graph| root_cloned: internal, hint cpu
; graph|   in 0 data: ptr in
; graph|   in 1 bytes: i64
; graph|   in 2 n: i64
; graph|   out 0: i64
; graph|   out 1: i64
; graph|   out 2: i64
; graph|   out 3: i64
; graph|   out 4: i64
; graph|   out 5: i64
; graph|   bind in 0 (data) -> cpu_cloned.0
; graph|   bind in 1 (bytes) -> cpu_cloned.1
; graph|   bind in 0 (data) -> gpu_cloned.0
; graph|   bind in 1 (bytes) -> gpu_cloned.1
; graph|   bind in 0 (data) -> either one_cloned.0
; graph|   bind in 1 (bytes) -> either one_cloned.1
; graph|   bind in 0 (data) -> cudnn_cloned.0
; graph|   bind in 1 (bytes) -> cudnn_cloned.1
; graph|   bind in 0 (data) -> promise_cloned.0
; graph|   bind in 1 (bytes) -> promise_cloned.1
; graph|   bind in 0 (data) -> none_cloned.0
; graph|   bind in 1 (bytes) -> none_cloned.1
; graph|   bind out cpu_cloned.0 -> 0
; graph|   bind out gpu_cloned.0 -> 1
; graph|   bind out either one_cloned.0 -> 2
; graph|   bind out cudnn_cloned.0 -> 3
; graph|   bind out promise_cloned.0 -> 4
; graph|   bind out none_cloned.0 -> 5
; graph|   cpu_cloned: leaf, hint cpu
; graph|     in 0: ptr in
; graph|     in 1: i64
; graph|     out 0: i64
; graph|   gpu_cloned [n]: leaf, hint gpu
; graph|     in 0: ptr in
; graph|     in 1: i64
; graph|     out 0: i64
; graph|   either one_cloned [n x 2]: leaf, hint cpu-or-gpu
; graph|     in 0: ptr in
; graph|     in 1: i64
; graph|     out 0: i64
; graph|   cudnn_cloned [3 x 2 x n]: leaf, hint cudnn
; graph|     in 0: ptr in
; graph|     in 1: i64
; graph|     out 0: i64
; graph|   promise_cloned: leaf, hint tensor
; graph|     in 0: ptr in
; graph|     in 1: i64
; graph|     out 0: i64
; graph|   none_cloned: leaf
; graph|     in 0: ptr in
; graph|     in 1: i64
; graph|     out 0: i64
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.out.leaf = type <{ i64 }>

declare i8* @llvm.hpvm.createNode(i8*) #1
declare i8* @llvm.hpvm.createNode1D(i8*, i64) #1
declare i8* @llvm.hpvm.createNode2D(i8*, i64, i64) #1
declare i8* @llvm.hpvm.createNode3D(i8*, i64, i64, i64) #1
declare void @llvm.hpvm.bind.input(i8*, i32, i32, i1) #1
declare void @llvm.hpvm.bind.output(i8*, i32, i32, i1) #1
declare i8* @llvm.hpvm.launch(i8*, i8*, i1) #1

define %struct.out.leaf @cpu_cloned(float* in, i64) #0 {
  %3 = insertvalue %struct.out.leaf undef, i64 %1, 0
  ret %struct.out.leaf %3
}

define %struct.out.leaf @gpu_cloned(float* in, i64) #0 {
  %3 = insertvalue %struct.out.leaf undef, i64 %1, 0
  ret %struct.out.leaf %3
}

define %struct.out.leaf @"either one_cloned"(float* in, i64) #0 {
  %3 = insertvalue %struct.out.leaf undef, i64 %1, 0
  ret %struct.out.leaf %3
}

define %struct.out.leaf @cudnn_cloned(float* in, i64) #0 {
  %3 = insertvalue %struct.out.leaf undef, i64 %1, 0
  ret %struct.out.leaf %3
}

define %struct.out.leaf @promise_cloned(float* in, i64) #0 {
  %3 = insertvalue %struct.out.leaf undef, i64 %1, 0
  ret %struct.out.leaf %3
}

define %struct.out.leaf @none_cloned(float* in, i64) #0 {
  %3 = insertvalue %struct.out.leaf undef, i64 %1, 0
  ret %struct.out.leaf %3
}

; Function Attrs: nounwind uwtable
define dso_local <{ i64, i64, i64, i64, i64, i64 }> @root_cloned(float* in %data, i64 %bytes, i64 %n) #0 {
entry:
  %a = call i8* @llvm.hpvm.createNode(i8* bitcast (%struct.out.leaf (float*, i64)* @cpu_cloned to i8*))
  %b = call i8* @llvm.hpvm.createNode1D(i8* bitcast (%struct.out.leaf (float*, i64)* @gpu_cloned to i8*), i64 %n)
  %c = call i8* @llvm.hpvm.createNode2D(i8* bitcast (%struct.out.leaf (float*, i64)* @"either one_cloned" to i8*), i64 %n, i64 2)
  %d = call i8* @llvm.hpvm.createNode3D(i8* bitcast (%struct.out.leaf (float*, i64)* @cudnn_cloned to i8*), i64 3, i64 2, i64 %n)
  %e = call i8* @llvm.hpvm.createNode(i8* bitcast (%struct.out.leaf (float*, i64)* @promise_cloned to i8*))
  %f = call i8* @llvm.hpvm.createNode(i8* bitcast (%struct.out.leaf (float*, i64)* @none_cloned to i8*))
  call void @llvm.hpvm.bind.input(i8* %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(i8* %a, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(i8* %b, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(i8* %b, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(i8* %c, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(i8* %c, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(i8* %d, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(i8* %d, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(i8* %e, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(i8* %e, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(i8* %f, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(i8* %f, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.output(i8* %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(i8* %b, i32 0, i32 1, i1 false)
  call void @llvm.hpvm.bind.output(i8* %c, i32 0, i32 2, i1 false)
  call void @llvm.hpvm.bind.output(i8* %d, i32 0, i32 3, i1 false)
  call void @llvm.hpvm.bind.output(i8* %e, i32 0, i32 4, i1 false)
  call void @llvm.hpvm.bind.output(i8* %f, i32 0, i32 5, i1 false)
  ret <{ i64, i64, i64, i64, i64, i64 }> undef
}

; Function Attrs: nounwind uwtable
define dso_local i8* @host(i8* %args.raw) #0 {
entry:
  %graph = call i8* @llvm.hpvm.launch(i8* bitcast (<{ i64, i64, i64, i64, i64, i64 }> (float*, i64, i64)* @root_cloned to i8*), i8* %args.raw, i1 false)
  ret i8* %graph
}

attributes #0 = { nounwind uwtable "no-frame-pointer-elim"="false" "unsafe-fp-math"="false" }
attributes #1 = { nounwind }
attributes #2 = { "target-cpu"="x86-64" }

!hpvm_hint_cpu = !{!0, !1}
!hpvm_hint_gpu = !{!2}
!hpvm_hint_cpu_gpu = !{!3}
!hpvm_hint_cudnn = !{!4}
!hpvm_hint_promise = !{!5}
!0 = !{<{ i64, i64, i64, i64, i64, i64 }> (float*, i64, i64)* @root_cloned}
!1 = !{%struct.out.leaf (float*, i64)* @cpu_cloned}
!2 = !{%struct.out.leaf (float*, i64)* @gpu_cloned}
!3 = !{%struct.out.leaf (float*, i64)* @"either one_cloned"}
!4 = !{%struct.out.leaf (float*, i64)* @cudnn_cloned}
!5 = !{%struct.out.leaf (float*, i64)* @promise_cloned}
