; A streaming graph: one input keeps its value of the launch, one comes with every push.
; host: 110 220 330
; graph| graph of 3 nodes
; graph| pipe_cloned: internal
; graph|   in 0 base: i64
; graph|   in 1 value: i64
; graph|   out 0: i64
; graph|   edge add_cloned.0 ==> times_cloned.0 (a), all-to-all, streaming
; graph|   bind in 0 (base) -> add_cloned.0 (a)
; graph|   bind in 1 (value) -> add_cloned.1 (b), streaming
; graph|   bind out times_cloned.0 -> 0, streaming
; graph|   add_cloned: leaf
; graph|     in 0 a: i64
; graph|     in 1 b: i64
; graph|     out 0: i64
; graph|   times_cloned: leaf
; graph|     in 0 a: i64
; graph|     out 0: i64
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.out.add = type <{ i64 }>
%struct.out.pipe = type <{ i64 }>

@.i64 = private unnamed_addr constant [5 x i8] c"%ld \00", align 1

declare i8* @llvm.hpvm.createNode(i8*) #1
declare void @llvm.hpvm.bind.input(i8*, i32, i32, i1) #1
declare i8* @llvm.hpvm.createEdge(i8*, i8*, i1, i32, i32, i1) #1
declare void @llvm.hpvm.bind.output(i8*, i32, i32, i1) #1
declare void @llvm.hpvm.init() #1
declare i8* @llvm.hpvm.launch(i8*, i8*, i1) #1
declare void @llvm.hpvm.push(i8*, i8*) #1
declare i8* @llvm.hpvm.pop(i8*) #1
declare void @llvm.hpvm.wait(i8*) #1
declare void @llvm.hpvm.cleanup() #1
declare i32 @printf(i8* nocapture readonly, ...) #2
declare void @free(i8* nocapture) #2

; Function Attrs: nounwind uwtable
define dso_local %struct.out.add @add_cloned(i64 %a, i64 %b) #0 {
entry:
  %sum = add i64 %a, %b
  %ret.0 = insertvalue %struct.out.add undef, i64 %sum, 0
  ret %struct.out.add %ret.0
}

; Function Attrs: nounwind uwtable
define dso_local %struct.out.add @times_cloned(i64 %a) #0 {
entry:
  %product = mul i64 %a, 10
  %ret.0 = insertvalue %struct.out.add undef, i64 %product, 0
  ret %struct.out.add %ret.0
}

; Function Attrs: nounwind uwtable
define dso_local %struct.out.pipe @pipe_cloned(i64 %base, i64 %value) #0 {
entry:
  %add.node = call i8* @llvm.hpvm.createNode(i8* bitcast (%struct.out.add (i64, i64)* @add_cloned to i8*))
  %times.node = call i8* @llvm.hpvm.createNode(i8* bitcast (%struct.out.add (i64)* @times_cloned to i8*))
  call void @llvm.hpvm.bind.input(i8* %add.node, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(i8* %add.node, i32 1, i32 1, i1 true)
  %output = call i8* @llvm.hpvm.createEdge(i8* %add.node, i8* %times.node, i1 true, i32 0, i32 0, i1 true)
  call void @llvm.hpvm.bind.output(i8* %times.node, i32 0, i32 0, i1 true)
  ret %struct.out.pipe undef
}

; Function Attrs: nounwind uwtable
define dso_local i32 @main() #0 {
entry:
  call void @llvm.hpvm.init()
  %args = alloca <{ i64, i64 }>, align 8
  %arg.0 = getelementptr inbounds <{ i64, i64 }>, <{ i64, i64 }>* %args, i32 0, i32 0
  store i64 1, i64* %arg.0, align 1
  %arg.1 = getelementptr inbounds <{ i64, i64 }>, <{ i64, i64 }>* %args, i32 0, i32 1
  store i64 0, i64* %arg.1, align 1
  %args.raw = bitcast <{ i64, i64 }>* %args to i8*
  %graph = call i8* @llvm.hpvm.launch(i8* bitcast (%struct.out.pipe (i64, i64)* @pipe_cloned to i8*), i8* %args.raw, i1 true)
  br label %push

push:
  %i = phi i64 [ 10, %entry ], [ %next, %push ]
  store i64 %i, i64* %arg.1, align 1
  call void @llvm.hpvm.push(i8* %graph, i8* %args.raw)
  %next = add i64 %i, 11
  %more = icmp ult i64 %next, 43
  br i1 %more, label %push, label %pop

pop:
  %k = phi i64 [ 0, %push ], [ %after, %pop ]
  %result = call i8* @llvm.hpvm.pop(i8* %graph)
  %typed = bitcast i8* %result to i64*
  %number = load i64, i64* %typed, align 1
  call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.i64, i64 0, i64 0), i64 %number)
  call void @free(i8* %result)
  %after = add i64 %k, 1
  %again = icmp ult i64 %after, 3
  br i1 %again, label %pop, label %end

end:
  call void @llvm.hpvm.wait(i8* %graph)
  call void @llvm.hpvm.cleanup()
  ret i32 0
}

attributes #0 = { nounwind uwtable "no-frame-pointer-elim"="false" "unsafe-fp-math"="false" }
attributes #1 = { nounwind }
attributes #2 = { "target-cpu"="x86-64" }
