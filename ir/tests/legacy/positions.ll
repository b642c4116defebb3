; in, out and inout before, between and behind other attributes, at declarations, definitions and calls; the
; same words as names of values, blocks, types, metadata.
; graph| graph of 2 nodes
; graph| root_cloned: internal
; graph|   in 0 p: ptr in
; graph|   in 1 n: i64
; graph|   out 0: i64
; graph|   bind in 0 (p) -> leaf_cloned.0 (in)
; graph|   bind in 1 (n) -> leaf_cloned.1 (a)
; graph|   bind in 0 (p) -> leaf_cloned.2 (out)
; graph|   bind in 1 (n) -> leaf_cloned.3 (b)
; graph|   bind in 0 (p) -> leaf_cloned.4 (inout)
; graph|   bind in 1 (n) -> leaf_cloned.5 (c)
; graph|   bind in 0 (p) -> leaf_cloned.6 (both)
; graph|   bind in 1 (n) -> leaf_cloned.7 (d)
; graph|   bind in 0 (p) -> leaf_cloned.8 (neither)
; graph|   bind in 1 (n) -> leaf_cloned.9 (e)
; graph|   bind out leaf_cloned.0 -> 0
; graph|   leaf_cloned: leaf
; graph|     in 0 in: ptr in
; graph|     in 1 a: i64
; graph|     in 2 out: ptr out
; graph|     in 3 b: i64
; graph|     in 4 inout: ptr in out
; graph|     in 5 c: i64
; graph|     in 6 both: ptr in out
; graph|     in 7 d: i64
; graph|     in 8 neither: ptr
; graph|     in 9 e: i64
; graph|     out 0: i64
%in.t = type <{ i64 }>

declare void @helper(i8* in, i8* nocapture out nonnull, i8* inout readonly)
declare i8* @llvm.hpvm.createNode(i8* in)
declare void @llvm.hpvm.bind.input(i8*, i32, i32, i1)
declare void @llvm.hpvm.bind.output(i8*, i32, i32, i1)
declare i8* @llvm.hpvm.launch(i8*, i8*, i1)

define %in.t @leaf_cloned(i8* in nocapture %in, i64 %a, i8* nocapture out %out, i64 %b, i8* noalias inout nocapture %inout, i64 %c, i8* align 4 in out %both, i64 %d, i8* %neither, i64 %e) {
block0:
  br label %block
block:
  br label %again
again:
  call void @helper(i8* in %in, i8* nonnull out %out, i8* inout nocapture %inout)
  %r = insertvalue %in.t undef, i64 %a, 0
  ret %in.t %r
}

define %in.t @root_cloned(i8* in %p, i64 %n) {
  %out = call i8* @llvm.hpvm.createNode(i8* in bitcast (%in.t (i8*, i64, i8*, i64, i8*, i64, i8*, i64, i8*, i64)* @leaf_cloned to i8*))
  call void @llvm.hpvm.bind.input(i8* %out, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(i8* %out, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(i8* %out, i32 0, i32 2, i1 false)
  call void @llvm.hpvm.bind.input(i8* %out, i32 1, i32 3, i1 false)
  call void @llvm.hpvm.bind.input(i8* %out, i32 0, i32 4, i1 false)
  call void @llvm.hpvm.bind.input(i8* %out, i32 1, i32 5, i1 false)
  call void @llvm.hpvm.bind.input(i8* %out, i32 0, i32 6, i1 false)
  call void @llvm.hpvm.bind.input(i8* %out, i32 1, i32 7, i1 false)
  call void @llvm.hpvm.bind.input(i8* %out, i32 0, i32 8, i1 false)
  call void @llvm.hpvm.bind.input(i8* %out, i32 1, i32 9, i1 false)
  call void @llvm.hpvm.bind.output(i8* %out, i32 0, i32 0, i1 false)
  ret %in.t undef
}

define i8* @host(i8* %args) {
  %graph = call i8* @llvm.hpvm.launch(i8* bitcast (%in.t (i8*, i64)* @root_cloned to i8*), i8* %args, i1 false)
  ret i8* %graph
}

!in = !{!0}
!0 = !{!"out", i8* (i8*)* @host}
