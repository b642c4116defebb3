; A root that is an internal node with one leaf in a grid; in, out and inout at every position among
; attributes; a hint of each node as named metadata; packed named structures as results.
; host: 0 3 6 9 12 15
; graph| graph of 2 nodes
; graph| root_cloned: internal, hint cpu
; graph|   in 0 from: ptr in
; graph|   in 1 fromSize: i64
; graph|   in 2 to: ptr in out
; graph|   in 3 toSize: i64
; graph|   in 4 factor: i64
; graph|   in 5 n: i64
; graph|   out 0: i64
; graph|   bind in 0 (from) -> scale_cloned.0 (from)
; graph|   bind in 1 (fromSize) -> scale_cloned.1 (fromSize)
; graph|   bind in 2 (to) -> scale_cloned.2 (to)
; graph|   bind in 3 (toSize) -> scale_cloned.3 (toSize)
; graph|   bind in 4 (factor) -> scale_cloned.4 (factor)
; graph|   bind out scale_cloned.0 -> 0
; graph|   scale_cloned [n]: leaf, hint gpu
; graph|     in 0 from: ptr in
; graph|     in 1 fromSize: i64
; graph|     in 2 to: ptr out
; graph|     in 3 toSize: i64
; graph|     in 4 factor: i64
; graph|     out 0: i64
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.args = type <{ i32*, i64, i32*, i64, i64, i64, %struct.out.root }>
%struct.out.scale = type <{ i64 }>
%struct.out.root = type <{ i64 }>

@.i32 = private unnamed_addr constant [5 x i8] c"%d \00\00", align 1
@from = dso_local global [6 x i32] [i32 0, i32 1, i32 2, i32 3, i32 4, i32 5], align 16
@to = common dso_local global [6 x i32] zeroinitializer, align 16

declare i8* @llvm.hpvm.getNode() #1
declare i64 @llvm.hpvm.getNodeInstanceID.x(i8*) #1
declare i8* @llvm.hpvm.createNode1D(i8*, i64) #1
declare void @llvm.hpvm.bind.input(i8*, i32, i32, i1) #1
declare void @llvm.hpvm.bind.output(i8*, i32, i32, i1) #1
declare void @llvm.hpvm.init() #1
declare i8* @llvm.hpvm.launch(i8*, i8*, i1) #1
declare void @llvm.hpvm.wait(i8*) #1
declare void @llvm.hpvm.cleanup() #1
declare i32 @printf(i8* nocapture readonly, ...) #2
declare void @llvm_hpvm_track_mem(i8*, i64) #2
declare void @llvm_hpvm_request_mem(i8*, i64) #2
declare void @llvm_hpvm_untrack_mem(i8*) #2

; Function Attrs: nounwind uwtable
define dso_local %struct.out.scale @scale_cloned(i32* in nocapture readonly %from, i64 %fromSize, i32* nocapture out %to, i64 %toSize, i64 %factor) #0 {
entry:
  %node = call i8* @llvm.hpvm.getNode()
  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(i8* %node)
  %source = getelementptr inbounds i32, i32* %from, i64 %x
  %value = load i32, i32* %source, align 4
  %conv = trunc i64 %factor to i32
  %mul = mul nsw i32 %value, %conv
  %sink = getelementptr inbounds i32, i32* %to, i64 %x
  store i32 %mul, i32* %sink, align 4
  %ret.0 = insertvalue %struct.out.scale undef, i64 %toSize, 0
  ret %struct.out.scale %ret.0
}

; Function Attrs: nounwind uwtable
define dso_local %struct.out.root @root_cloned(i32* in %from, i64 %fromSize, i32* inout %to, i64 %toSize, i64 %factor, i64 %n) #0 {
entry:
  %scale_cloned.node = call i8* @llvm.hpvm.createNode1D(i8* bitcast (%struct.out.scale (i32*, i64, i32*, i64, i64)* @scale_cloned to i8*), i64 %n)
  call void @llvm.hpvm.bind.input(i8* %scale_cloned.node, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(i8* %scale_cloned.node, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(i8* %scale_cloned.node, i32 2, i32 2, i1 false)
  call void @llvm.hpvm.bind.input(i8* %scale_cloned.node, i32 3, i32 3, i1 false)
  call void @llvm.hpvm.bind.input(i8* %scale_cloned.node, i32 4, i32 4, i1 false)
  call void @llvm.hpvm.bind.output(i8* %scale_cloned.node, i32 0, i32 0, i1 false)
  ret %struct.out.root undef
}

; Function Attrs: nounwind uwtable
define dso_local i32 @main(i32 %argc, i8** nocapture readnone %argv) #0 {
entry:
  call void @llvm.hpvm.init()
  call void @llvm_hpvm_track_mem(i8* bitcast ([6 x i32]* @from to i8*), i64 24)
  call void @llvm_hpvm_track_mem(i8* bitcast ([6 x i32]* @to to i8*), i64 24)
  %args = alloca %struct.args, align 8
  %arg.0 = getelementptr inbounds %struct.args, %struct.args* %args, i32 0, i32 0
  store i32* getelementptr inbounds ([6 x i32], [6 x i32]* @from, i64 0, i64 0), i32** %arg.0, align 1
  %arg.1 = getelementptr inbounds %struct.args, %struct.args* %args, i32 0, i32 1
  store i64 24, i64* %arg.1, align 1
  %arg.2 = getelementptr inbounds %struct.args, %struct.args* %args, i32 0, i32 2
  store i32* getelementptr inbounds ([6 x i32], [6 x i32]* @to, i64 0, i64 0), i32** %arg.2, align 1
  %arg.3 = getelementptr inbounds %struct.args, %struct.args* %args, i32 0, i32 3
  store i64 24, i64* %arg.3, align 1
  %arg.4 = getelementptr inbounds %struct.args, %struct.args* %args, i32 0, i32 4
  store i64 3, i64* %arg.4, align 1
  %arg.5 = getelementptr inbounds %struct.args, %struct.args* %args, i32 0, i32 5
  store i64 6, i64* %arg.5, align 1
  %args.raw = bitcast %struct.args* %args to i8*
  %graph = call i8* @llvm.hpvm.launch(i8* bitcast (%struct.out.root (i32*, i64, i32*, i64, i64, i64)* @root_cloned to i8*), i8* %args.raw, i1 false)
  call void @llvm.hpvm.wait(i8* %graph)
  call void @llvm_hpvm_request_mem(i8* bitcast ([6 x i32]* @to to i8*), i64 24)
  br label %show

show:
  %j = phi i64 [ 0, %entry ], [ %after, %show ]
  %cell = getelementptr inbounds [6 x i32], [6 x i32]* @to, i64 0, i64 %j
  %result = load i32, i32* %cell, align 4
  call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.i32, i64 0, i64 0), i32 %result)
  %after = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %after, 6
  br i1 %again, label %show, label %end

end:
  call void @llvm_hpvm_untrack_mem(i8* bitcast ([6 x i32]* @from to i8*))
  call void @llvm_hpvm_untrack_mem(i8* bitcast ([6 x i32]* @to to i8*))
  call void @llvm.hpvm.cleanup()
  ret i32 0
}

attributes #0 = { nounwind uwtable "no-frame-pointer-elim"="false" "unsafe-fp-math"="false" }
attributes #1 = { nounwind }
attributes #2 = { "target-cpu"="x86-64" }

!hpvm_hint_gpu = !{!0}
!hpvm_hint_cpu = !{!1}
!0 = !{%struct.out.scale (i32*, i64, i32*, i64, i64)* @scale_cloned}
!1 = !{%struct.out.root (i32*, i64, i32*, i64, i64, i64)* @root_cloned}
