; Every atomic of a leaf, and a barrier: four instances change cells of a global variable.
; host: 5 96 0 3 7 8 3 0 4 -4
; graph| graph of 2 nodes
; graph| root_cloned: internal
; graph|   in 0 cells: ptr in out
; graph|   in 1 size: i64
; graph|   out 0: i64
; graph|   bind in 0 (cells) -> count_cloned.0 (cells)
; graph|   bind in 1 (size) -> count_cloned.1 (size)
; graph|   bind out count_cloned.0 -> 0
; graph|   count_cloned [4]: leaf, barriers
; graph|     in 0 cells: ptr in out
; graph|     in 1 size: i64
; graph|     out 0: i64
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.out = type <{ i64 }>

@.i32 = private unnamed_addr constant [5 x i8] c"%d \00\00", align 1
@cells = dso_local global [10 x i32] [i32 1, i32 100, i32 9, i32 -5, i32 2, i32 15, i32 0, i32 0, i32 0, i32 0], align 16

declare i8* @llvm.hpvm.getNode() #1
declare i64 @llvm.hpvm.getNodeInstanceID.x(i8*) #1
declare i32 @llvm.hpvm.atomic.add(i8*, i32) #1
declare i32 @llvm.hpvm.atomic.sub(i8*, i32) #1
declare i32 @llvm.hpvm.atomic.min(i8*, i32) #1
declare i32 @llvm.hpvm.atomic.max(i8*, i32) #1
declare void @llvm.hpvm.barrier() #1
declare i32 @llvm.hpvm.atomic.xchg(i8*, i32) #1
declare i32 @llvm.hpvm.atomic.and(i8*, i32) #1
declare i32 @llvm.hpvm.atomic.or(i8*, i32) #1
declare i32 @llvm.hpvm.atomic.xor(i8*, i32) #1
declare i32 @llvm.hpvm.atomic.inc(i8*) #1
declare i32 @llvm.hpvm.atomic.dec(i8*) #1
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
define dso_local %struct.out @count_cloned(i32* inout %cells, i64 %size) #0 {
entry:
  %node = call i8* @llvm.hpvm.getNode()
  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(i8* %node)
  %n = trunc i64 %x to i32
  %p0 = bitcast i32* %cells to i8*
  %old0 = call i32 @llvm.hpvm.atomic.add(i8* %p0, i32 1)
  %p1 = getelementptr inbounds i8, i8* %p0, i64 4
  %old1 = call i32 @llvm.hpvm.atomic.sub(i8* %p1, i32 1)
  %p2 = getelementptr inbounds i8, i8* %p0, i64 8
  %old2 = call i32 @llvm.hpvm.atomic.min(i8* %p2, i32 %n)
  %p3 = getelementptr inbounds i8, i8* %p0, i64 12
  %old3 = call i32 @llvm.hpvm.atomic.max(i8* %p3, i32 %n)
  %p4 = getelementptr inbounds i8, i8* %p0, i64 16
  call void @llvm.hpvm.barrier()
  %old4 = call i32 @llvm.hpvm.atomic.xchg(i8* %p4, i32 7)
  %p5 = getelementptr inbounds i8, i8* %p0, i64 20
  %old5 = call i32 @llvm.hpvm.atomic.and(i8* %p5, i32 8)
  %p6 = getelementptr inbounds i8, i8* %p0, i64 24
  %old6 = call i32 @llvm.hpvm.atomic.or(i8* %p6, i32 %n)
  %p7 = getelementptr inbounds i8, i8* %p0, i64 28
  %old7 = call i32 @llvm.hpvm.atomic.xor(i8* %p7, i32 1)
  %p8 = getelementptr inbounds i8, i8* %p0, i64 32
  %old8 = call i32 @llvm.hpvm.atomic.inc(i8* %p8)
  %p9 = getelementptr inbounds i8, i8* %p0, i64 36
  %old9 = call i32 @llvm.hpvm.atomic.dec(i8* %p9)
  %ret.0 = insertvalue %struct.out undef, i64 %size, 0
  ret %struct.out %ret.0
}

; Function Attrs: nounwind uwtable
define dso_local %struct.out @root_cloned(i32* inout %cells, i64 %size) #0 {
entry:
  %n = call i8* @llvm.hpvm.createNode1D(i8* bitcast (%struct.out (i32*, i64)* @count_cloned to i8*), i64 4)
  call void @llvm.hpvm.bind.input(i8* %n, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(i8* %n, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.output(i8* %n, i32 0, i32 0, i1 false)
  ret %struct.out undef
}

; Function Attrs: nounwind uwtable
define dso_local i32 @main() #0 {
entry:
  call void @llvm.hpvm.init()
  call void @llvm_hpvm_track_mem(i8* bitcast ([10 x i32]* @cells to i8*), i64 40)
  %args = alloca <{ i32*, i64, i64 }>, align 8
  %arg.0 = getelementptr inbounds <{ i32*, i64, i64 }>, <{ i32*, i64, i64 }>* %args, i32 0, i32 0
  store i32* getelementptr inbounds ([10 x i32], [10 x i32]* @cells, i32 0, i32 0), i32** %arg.0, align 1
  %arg.1 = getelementptr inbounds <{ i32*, i64, i64 }>, <{ i32*, i64, i64 }>* %args, i32 0, i32 1
  store i64 40, i64* %arg.1, align 1
  %args.raw = bitcast <{ i32*, i64, i64 }>* %args to i8*
  %graph = call i8* @llvm.hpvm.launch(i8* bitcast (%struct.out (i32*, i64)* @root_cloned to i8*), i8* %args.raw, i1 false)
  call void @llvm.hpvm.wait(i8* %graph)
  call void @llvm_hpvm_request_mem(i8* bitcast ([10 x i32]* @cells to i8*), i64 40)
  br label %show

show:
  %j = phi i64 [ 0, %entry ], [ %after, %show ]
  %cell = getelementptr inbounds [10 x i32], [10 x i32]* @cells, i64 0, i64 %j
  %result = load i32, i32* %cell, align 4
  call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.i32, i64 0, i64 0), i32 %result)
  %after = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %after, 10
  br i1 %again, label %show, label %end

end:
  call void @llvm_hpvm_untrack_mem(i8* bitcast ([10 x i32]* @cells to i8*))
  call void @llvm.hpvm.cleanup()
  ret i32 0
}

attributes #0 = { nounwind uwtable "no-frame-pointer-elim"="false" "unsafe-fp-math"="false" }
attributes #1 = { nounwind }
attributes #2 = { "target-cpu"="x86-64" }
