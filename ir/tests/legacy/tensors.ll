; A network of two layers in HPVM 1.0's manner: a node for each tensor operation, handles with sizes of
; 0, the hint for tensors, numbers of nodes.
; graph| graph of 4 nodes
; graph| net_cloned: internal, hint cpu
; graph|   in 0 x: ptr in
; graph|   in 1 x_bytes: i64
; graph|   in 2 w: ptr in
; graph|   in 3 w_bytes: i64
; graph|   in 4 b: ptr in
; graph|   in 5 b_bytes: i64
; graph|   out 0: ptr
; graph|   out 1: i64
; graph|   edge conv_cloned.0 ==> add_cloned.0 (t1), all-to-all
; graph|   edge conv_cloned.1 ==> add_cloned.1 (bytes_t1), all-to-all
; graph|   edge add_cloned.0 ==> relu_cloned.0 (t1), all-to-all
; graph|   edge add_cloned.1 ==> relu_cloned.1 (bytes_t1), all-to-all
; graph|   bind in 0 (x) -> conv_cloned.0 (t1)
; graph|   bind in 1 (x_bytes) -> conv_cloned.1 (bytes_t1)
; graph|   bind in 2 (w) -> conv_cloned.2 (t2)
; graph|   bind in 3 (w_bytes) -> conv_cloned.3 (bytes_t2)
; graph|   bind in 4 (b) -> add_cloned.2 (t2)
; graph|   bind in 5 (b_bytes) -> add_cloned.3 (bytes_t2)
; graph|   bind out relu_cloned.0 -> 0
; graph|   bind out relu_cloned.1 -> 1
; graph|   conv_cloned: leaf, hint tensor
; graph|     in 0 t1: ptr in
; graph|     in 1 bytes_t1: i64
; graph|     in 2 t2: ptr in
; graph|     in 3 bytes_t2: i64
; graph|     out 0: ptr
; graph|     out 1: i64
; graph|   add_cloned: leaf, hint tensor
; graph|     in 0 t1: ptr in
; graph|     in 1 bytes_t1: i64
; graph|     in 2 t2: ptr in
; graph|     in 3 bytes_t2: i64
; graph|     out 0: ptr
; graph|     out 1: i64
; graph|   relu_cloned: leaf, hint cudnn
; graph|     in 0 t1: ptr in
; graph|     in 1 bytes_t1: i64
; graph|     out 0: ptr
; graph|     out 1: i64
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.out.conv = type <{ i8*, i64 }>
%struct.out.add = type <{ i8*, i64 }>
%struct.out.relu = type <{ i8*, i64 }>
%struct.out.net = type <{ i8*, i64 }>

declare i8* @llvm.hpvm.tensor.convolution(i8*, i8*, i32, i32, i32, i32) #1
declare i8* @llvm.hpvm.tensor.add(i8*, i8*) #1
declare i8* @llvm.hpvm.tensor.relu(i8*) #1
declare i8* @llvm.hpvm.createNode(i8*) #1
declare void @llvm.hpvm.bind.input(i8*, i32, i32, i1) #1
declare i8* @llvm.hpvm.createEdge(i8*, i8*, i1, i32, i32, i1) #1
declare void @llvm.hpvm.bind.output(i8*, i32, i32, i1) #1
declare i8* @llvm.hpvm.launch(i8*, i8*, i1) #1

; Function Attrs: nounwind uwtable
define dso_local %struct.out.conv @conv_cloned(i8* in %t1, i64 %bytes_t1, i8* in %t2, i64 %bytes_t2) #0 {
entry:
  %0 = call i8* @llvm.hpvm.tensor.convolution(i8* %t1, i8* %t2, i32 2, i32 2, i32 1, i32 1)
  %ret.0 = insertvalue %struct.out.conv undef, i8* %0, 0
  %ret.1 = insertvalue %struct.out.conv %ret.0, i64 0, 1
  ret %struct.out.conv %ret.1
}

; Function Attrs: nounwind uwtable
define dso_local %struct.out.add @add_cloned(i8* in %t1, i64 %bytes_t1, i8* in %t2, i64 %bytes_t2) #0 {
entry:
  %0 = call i8* @llvm.hpvm.tensor.add(i8* %t1, i8* %t2)
  %ret.0 = insertvalue %struct.out.add undef, i8* %0, 0
  %ret.1 = insertvalue %struct.out.add %ret.0, i64 0, 1
  ret %struct.out.add %ret.1
}

; Function Attrs: nounwind uwtable
define dso_local %struct.out.relu @relu_cloned(i8* in %t1, i64 %bytes_t1) #0 {
entry:
  %0 = call i8* @llvm.hpvm.tensor.relu(i8* %t1)
  %ret.0 = insertvalue %struct.out.relu undef, i8* %0, 0
  %ret.1 = insertvalue %struct.out.relu %ret.0, i64 0, 1
  ret %struct.out.relu %ret.1
}

; Function Attrs: nounwind uwtable
define dso_local %struct.out.net @net_cloned(i8* in %x, i64 %x_bytes, i8* in %w, i64 %w_bytes, i8* in %b, i64 %b_bytes) #0 {
entry:
  %conv.node = call i8* @llvm.hpvm.createNode(i8* bitcast (%struct.out.conv (i8*, i64, i8*, i64)* @conv_cloned to i8*))
  call void @llvm.hpvm.bind.input(i8* %conv.node, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(i8* %conv.node, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(i8* %conv.node, i32 2, i32 2, i1 false)
  call void @llvm.hpvm.bind.input(i8* %conv.node, i32 3, i32 3, i1 false)
  %add.node = call i8* @llvm.hpvm.createNode(i8* bitcast (%struct.out.add (i8*, i64, i8*, i64)* @add_cloned to i8*))
  %output = call i8* @llvm.hpvm.createEdge(i8* %conv.node, i8* %add.node, i1 true, i32 0, i32 0, i1 false)
  %output1 = call i8* @llvm.hpvm.createEdge(i8* %conv.node, i8* %add.node, i1 true, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(i8* %add.node, i32 4, i32 2, i1 false)
  call void @llvm.hpvm.bind.input(i8* %add.node, i32 5, i32 3, i1 false)
  %relu.node = call i8* @llvm.hpvm.createNode(i8* bitcast (%struct.out.relu (i8*, i64)* @relu_cloned to i8*))
  %output2 = call i8* @llvm.hpvm.createEdge(i8* %add.node, i8* %relu.node, i1 true, i32 0, i32 0, i1 false)
  %output3 = call i8* @llvm.hpvm.createEdge(i8* %add.node, i8* %relu.node, i1 true, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.output(i8* %relu.node, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(i8* %relu.node, i32 1, i32 1, i1 false)
  ret %struct.out.net undef
}

; Function Attrs: nounwind uwtable
define dso_local i8* @host(i8* %args.raw) #0 {
entry:
  %graph = call i8* @llvm.hpvm.launch(i8* bitcast (%struct.out.net (i8*, i64, i8*, i64, i8*, i64)* @net_cloned to i8*), i8* %args.raw, i1 false)
  ret i8* %graph
}

attributes #0 = { nounwind uwtable "no-frame-pointer-elim"="false" "unsafe-fp-math"="false" }
attributes #1 = { nounwind }
attributes #2 = { "target-cpu"="x86-64" }

!hpvm_hint_promise = !{!0, !1}
!hpvm_hint_cudnn = !{!2}
!hpvm_hint_cpu = !{!3}
!0 = !{%struct.out.conv (i8*, i64, i8*, i64)* @conv_cloned}
!1 = !{%struct.out.add (i8*, i64, i8*, i64)* @add_cloned}
!2 = !{%struct.out.relu (i8*, i64)* @relu_cloned}
!3 = !{%struct.out.net (i8*, i64, i8*, i64, i8*, i64)* @net_cloned}
