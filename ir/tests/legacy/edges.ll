; An allocation node feeds a grid; a one-to-one edge carries each instance's value, an all-to-all edge the
; object. In C: object[x] = 10 * x + 1, then total = sum of (object[x] + value of instance x).
; host: 70
; graph| graph of 5 nodes
; graph| all_cloned: internal
; graph|   in 0 size: i64
; graph|   in 1 n: i64
; graph|   out 0: i64
; graph|   edge room_cloned.0 ==> first_cloned.0 (object), all-to-all
; graph|   edge room_cloned.1 ==> first_cloned.1 (size), all-to-all
; graph|   edge room_cloned.0 ==> second_cloned.0 (object), all-to-all
; graph|   edge room_cloned.1 ==> second_cloned.1 (size), all-to-all
; graph|   edge first_cloned.0 --> second_cloned.2 (value), one-to-one
; graph|   edge room_cloned.0 ==> sum_cloned.0 (object), all-to-all
; graph|   edge room_cloned.1 ==> sum_cloned.1 (size), all-to-all
; graph|   edge second_cloned.0 ==> sum_cloned.2 (done), all-to-all
; graph|   bind in 0 (size) -> room_cloned.0 (size)
; graph|   bind out sum_cloned.0 -> 0
; graph|   room_cloned: allocation
; graph|     in 0 size: i64
; graph|     out 0: ptr
; graph|     out 1: i64
; graph|   first_cloned [n]: leaf
; graph|     in 0 object: ptr in out
; graph|     in 1 size: i64
; graph|     out 0: i64
; graph|     out 1: i64
; graph|   second_cloned [n]: leaf
; graph|     in 0 object: ptr in out
; graph|     in 1 size: i64
; graph|     in 2 value: i64
; graph|     out 0: i64
; graph|   sum_cloned: leaf
; graph|     in 0 object: ptr in
; graph|     in 1 size: i64
; graph|     in 2 done: i64
; graph|     out 0: i64
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.out.room = type <{ i8*, i64 }>
%struct.out.first = type <{ i64, i64 }>
%struct.out.second = type <{ i64 }>
%struct.out.sum = type <{ i64 }>
%struct.out.all = type <{ i64 }>

@.i64 = private unnamed_addr constant [5 x i8] c"%ld \00", align 1

declare i8* @llvm.hpvm.malloc(i64) #1
declare i8* @llvm.hpvm.getNode() #1
declare i64 @llvm.hpvm.getNodeInstanceID.x(i8*) #1
declare i8* @llvm.hpvm.createNode(i8*) #1
declare i8* @llvm.hpvm.createNode1D(i8*, i64) #1
declare void @llvm.hpvm.bind.input(i8*, i32, i32, i1) #1
declare i8* @llvm.hpvm.createEdge(i8*, i8*, i1, i32, i32, i1) #1
declare void @llvm.hpvm.bind.output(i8*, i32, i32, i1) #1
declare void @llvm.hpvm.init() #1
declare i8* @llvm.hpvm.launch(i8*, i8*, i1) #1
declare void @llvm.hpvm.wait(i8*) #1
declare void @llvm.hpvm.cleanup() #1
declare i32 @printf(i8* nocapture readonly, ...) #2

; Function Attrs: nounwind uwtable
define dso_local %struct.out.room @room_cloned(i64 %size) #0 {
entry:
  %memory = call i8* @llvm.hpvm.malloc(i64 %size)
  %ret.0 = insertvalue %struct.out.room undef, i8* %memory, 0
  %ret.1 = insertvalue %struct.out.room %ret.0, i64 %size, 1
  ret %struct.out.room %ret.1
}

; Function Attrs: nounwind uwtable
define dso_local %struct.out.first @first_cloned(i64* inout %object, i64 %size) #0 {
entry:
  %node = call i8* @llvm.hpvm.getNode()
  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(i8* %node)
  %ten = mul i64 %x, 10
  %one = add i64 %ten, 1
  %place = getelementptr inbounds i64, i64* %object, i64 %x
  store i64 %one, i64* %place, align 8
  %ret.0 = insertvalue %struct.out.first undef, i64 %x, 0
  %ret.1 = insertvalue %struct.out.first %ret.0, i64 %size, 1
  ret %struct.out.first %ret.1
}

; Function Attrs: nounwind uwtable
define dso_local %struct.out.second @second_cloned(i64* inout %object, i64 %size, i64 %value) #0 {
entry:
  %node = call i8* @llvm.hpvm.getNode()
  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(i8* %node)
  %place = getelementptr inbounds i64, i64* %object, i64 %x
  %old = load i64, i64* %place, align 8
  %new = add i64 %old, %value
  store i64 %new, i64* %place, align 8
  %ret.0 = insertvalue %struct.out.second undef, i64 %size, 0
  ret %struct.out.second %ret.0
}

; Function Attrs: nounwind uwtable
define dso_local %struct.out.sum @sum_cloned(i64* in %object, i64 %size, i64 %done) #0 {
entry:
  %count = lshr i64 %done, 3
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %total = phi i64 [ 0, %entry ], [ %more, %body ]
  %end = icmp uge i64 %i, %count
  br i1 %end, label %out, label %body

body:
  %place = getelementptr inbounds i64, i64* %object, i64 %i
  %value = load i64, i64* %place, align 8
  %more = add i64 %total, %value
  %next = add i64 %i, 1
  br label %loop

out:
  %ret.0 = insertvalue %struct.out.sum undef, i64 %total, 0
  ret %struct.out.sum %ret.0
}

; Function Attrs: nounwind uwtable
define dso_local %struct.out.all @all_cloned(i64 %size, i64 %n) #0 {
entry:
  %room = call i8* @llvm.hpvm.createNode(i8* bitcast (%struct.out.room (i64)* @room_cloned to i8*))
  %first = call i8* @llvm.hpvm.createNode1D(i8* bitcast (%struct.out.first (i64*, i64)* @first_cloned to i8*), i64 %n)
  %second = call i8* @llvm.hpvm.createNode1D(i8* bitcast (%struct.out.second (i64*, i64, i64)* @second_cloned to i8*), i64 %n)
  %sum = call i8* @llvm.hpvm.createNode(i8* bitcast (%struct.out.sum (i64*, i64, i64)* @sum_cloned to i8*))
  call void @llvm.hpvm.bind.input(i8* %room, i32 0, i32 0, i1 false)
  %e0 = call i8* @llvm.hpvm.createEdge(i8* %room, i8* %first, i1 true, i32 0, i32 0, i1 false)
  %e1 = call i8* @llvm.hpvm.createEdge(i8* %room, i8* %first, i1 true, i32 1, i32 1, i1 false)
  %e2 = call i8* @llvm.hpvm.createEdge(i8* %room, i8* %second, i1 true, i32 0, i32 0, i1 false)
  %e3 = call i8* @llvm.hpvm.createEdge(i8* %room, i8* %second, i1 true, i32 1, i32 1, i1 false)
  %e4 = call i8* @llvm.hpvm.createEdge(i8* %first, i8* %second, i1 false, i32 0, i32 2, i1 false)
  %e5 = call i8* @llvm.hpvm.createEdge(i8* %room, i8* %sum, i1 true, i32 0, i32 0, i1 false)
  %e6 = call i8* @llvm.hpvm.createEdge(i8* %room, i8* %sum, i1 true, i32 1, i32 1, i1 false)
  %e7 = call i8* @llvm.hpvm.createEdge(i8* %second, i8* %sum, i1 true, i32 0, i32 2, i1 false)
  call void @llvm.hpvm.bind.output(i8* %sum, i32 0, i32 0, i1 false)
  ret %struct.out.all undef
}

; Function Attrs: nounwind uwtable
define dso_local i32 @main() #0 {
entry:
  call void @llvm.hpvm.init()
  %args = alloca <{ i64, i64, i64 }>, align 8
  %arg.0 = getelementptr inbounds <{ i64, i64, i64 }>, <{ i64, i64, i64 }>* %args, i32 0, i32 0
  store i64 32, i64* %arg.0, align 1
  %arg.1 = getelementptr inbounds <{ i64, i64, i64 }>, <{ i64, i64, i64 }>* %args, i32 0, i32 1
  store i64 4, i64* %arg.1, align 1
  %args.raw = bitcast <{ i64, i64, i64 }>* %args to i8*
  %graph = call i8* @llvm.hpvm.launch(i8* bitcast (%struct.out.all (i64, i64)* @all_cloned to i8*), i8* %args.raw, i1 false)
  call void @llvm.hpvm.wait(i8* %graph)
  %to = getelementptr inbounds <{ i64, i64, i64 }>, <{ i64, i64, i64 }>* %args, i32 0, i32 2
  %result = load i64, i64* %to, align 1
  call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.i64, i64 0, i64 0), i64 %result)
  call void @llvm.hpvm.cleanup()
  ret i32 0
}

attributes #0 = { nounwind uwtable "no-frame-pointer-elim"="false" "unsafe-fp-math"="false" }
attributes #1 = { nounwind }
attributes #2 = { "target-cpu"="x86-64" }
