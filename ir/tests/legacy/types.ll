; Typed pointers wherever they may stand, and what LLVM derived from the type pointed to; words that
; are attributes elsewhere; intrinsics named after types. No graph.
; hosts: jit
; host: 3 7 12 5 42 9 1 12 4 8 33
%struct.pair = type { i32, i32* }
%"struct.with (i8*)" = type <{ i8, void (i32, ...)*, [2 x i8*], <2 x i32*>, { i8*, i16 }* }>
%in = type { i32 }
%self = type { %self*, i32 (%self*)* }
%0 = type { i8 addrspace(1)*, void () addrspace(0)* }

@number = dso_local global i32 7, align 4
@pointer = internal constant i32* @number, align 8
@table = internal constant [2 x i32 (i32)*] [i32 (i32)* @plus, i32 (i32)* bitcast (i8* (i8*)* @same to i32 (i32)*)], align 16
@inside = internal constant { i8*, i64 } { i8* bitcast (i32* getelementptr inbounds ([3 x i32], [3 x i32]* @three, i64 0, i64 2) to i8*), i64 sub (i64 ptrtoint (i32* @number to i64), i64 ptrtoint (i32* @number to i64)) }, align 8
@three = internal constant [3 x i32] [i32 10, i32 11, i32 12], align 4
@text = private unnamed_addr constant [4 x i8] c"%d \00", align 1
@star = private constant [9 x i8] c"i8* in *\00" ; i8* in a comment
@weak = extern_weak global i32, align 4
@other = alias i32, i32* @number
@add = weak_odr alias i32 (i32), i32 (i32)* @plus
@llvm.used = appending global [1 x i8*] [i8* bitcast (%0* @spaces to i8*)], section "llvm.metadata"
@spaces = internal global %0 zeroinitializer

$group = comdat any

declare i32 @printf(i8* nocapture readonly, ...) argmemonly
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* nocapture writeonly, i8* nocapture readonly, i64, i1) argmemonly nounwind
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1)
declare void @llvm.lifetime.start.p0i8(i64, i8* nocapture) argmemonly nounwind
declare void @llvm.lifetime.end.p0i8(i64, i8* nocapture) argmemonly nounwind
declare i8* @llvm.stacksave()
declare void @llvm.stackrestore(i8*)
declare i64 @llvm.objectsize.i64.p0i8(i8*, i1, i1, i1) nounwind readnone speculatable
declare void @llvm.prefetch(i8* nocapture readonly, i32, i32, i32)
declare i32 @"not called"(void (i32*, i64)* (i8*)*, %self**, ...) inaccessiblememonly writeonly

define weak_odr i32 @plus(i32) readnone comdat($group) {
  %2 = add i32 %0, 1
  ret i32 %2
}

define internal i8* @same(i8* readnone returned) {
  ret i8* %0
}

define internal void @show(i32 %value) {
  %1 = call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([4 x i8], [4 x i8]* @text, i64 0, i64 0), i32 %value)
  ret void
}

define internal i32 @by_value(%struct.pair* byval align 8 %in, i32 %number) {
inout:
  %0 = getelementptr inbounds %struct.pair, %struct.pair* %in, i32 0, i32 0
  store i32 99, i32* %0, align 8
  br label %out

out:
  ret i32 %number
}

define internal void @result(%struct.pair* noalias sret %to, i32* %number) {
  %1 = getelementptr inbounds %struct.pair, %struct.pair* %to, i32 0, i32 0
  store i32 5, i32* %1, align 8
  %2 = getelementptr inbounds %struct.pair, %struct.pair* %to, i32 0, i32 1
  store i32* %number, i32** %2, align 8
  ret void
}

define internal i32 (i32)* @choose(i32 %which) {
  %1 = sext i32 %which to i64
  %2 = getelementptr inbounds [2 x i32 (i32)*], [2 x i32 (i32)*]* @table, i64 0, i64 %1
  %3 = load i32 (i32)*, i32 (i32)** %2, align 8
  ret i32 (i32)* %3
}

define i32 @main(i32 %argc, i8** %argv) {
  %stack = call i8* @llvm.stacksave()
  %f = call i32 (i32)* @choose(i32 0)
  %r1 = call i32 %f(i32 2)
  call void @show(i32 %r1)
  %p = load i32*, i32** @pointer, align 8
  %r2 = load i32, i32* %p, align 4
  call void @show(i32 %r2)
  %q = load i8*, i8** getelementptr inbounds ({ i8*, i64 }, { i8*, i64 }* @inside, i32 0, i32 0), align 8
  %q1 = bitcast i8* %q to i32*
  %r3 = load i32, i32* %q1, align 4
  call void @show(i32 %r3)
  %pair = alloca %struct.pair, align 8
  %raw = bitcast %struct.pair* %pair to i8*
  call void @llvm.lifetime.start.p0i8(i64 16, i8* nonnull %raw)
  call void @llvm.memset.p0i8.i64(i8* align 8 %raw, i8 0, i64 16, i1 false)
  call void @result(%struct.pair* sret %pair, i32* nonnull @other)
  %r4 = call i32 @by_value(%struct.pair* byval align 8 %pair, i32 42)
  %first = getelementptr inbounds %struct.pair, %struct.pair* %pair, i32 0, i32 0
  %r5 = load i32, i32* %first, align 8
  call void @show(i32 %r5)
  call void @show(i32 %r4)
  %copy = alloca [16 x i8], align 8
  %copy1 = getelementptr inbounds [16 x i8], [16 x i8]* %copy, i64 0, i64 0
  store i32 9, i32* %first, align 8
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %copy1, i8* align 8 %raw, i64 16, i1 false)
  %copy2 = bitcast [16 x i8]* %copy to %struct.pair*
  %copy3 = getelementptr inbounds %struct.pair, %struct.pair* %copy2, i32 0, i32 0
  %r6 = load i32, i32* %copy3, align 8
  call void @show(i32 %r6)
  call void @llvm.lifetime.end.p0i8(i64 16, i8* nonnull %raw)
  br i1 icmp eq (i32* @weak, i32* null), label %absent, label %present

present:
  br label %absent

absent:
  %r7 = phi i32 [ zext (i1 icmp eq (i32* @number, i32* @other) to i32), %0 ], [ -1, %present ]
  call void @show(i32 %r7)
  call void @show(i32 select (i1 icmp ne (i32* @number, i32* null), i32 mul (i32 sub (i32 ptrtoint (i32* getelementptr (i32, i32* @number, i64 3) to i32), i32 ptrtoint (i32* @number to i32)), i32 1), i32 5))
  call void @show(i32 4)
  %spot = alloca i32, align 4
  call void asm "movl $1, $0", "=*m,r,~{memory}"(i32* %spot, i32 8)
  %r8 = load i32, i32* %spot, align 4
  call void @show(i32 %r8)
  %old = atomicrmw add i32* %spot, i32 25 seq_cst
  %pairs = cmpxchg i32* %spot, i32 33, i32 33 seq_cst monotonic
  %r9 = extractvalue { i32, i1 } %pairs, 0
  call void @show(i32 %r9)
  call void @llvm.stackrestore(i8* %stack)
  ret i32 0
}
