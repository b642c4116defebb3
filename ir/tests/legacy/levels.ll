; Three levels; queries of the node and of its parent: dimensions, own number, extents.
; Each cell holds 1000 * dimensions + 100 * parent's x + 10 * x + y, plus the extents' product.
; host: 2006 2007 2008 2016 2017 2018 2106 2107 2108 2116 2117 2118
; graph| graph of 3 nodes
; graph| top_cloned: internal, hint cpu
; graph|   in 0 to: ptr out
; graph|   in 1 toSize: i64
; graph|   in 2 tiles: i64
; graph|   out 0: i64
; graph|   bind in 0 (to) -> tile_cloned.0 (to)
; graph|   bind in 1 (toSize) -> tile_cloned.1 (toSize)
; graph|   bind out tile_cloned.0 -> 0
; graph|   tile_cloned [tiles]: internal, hint cpu
; graph|     in 0 to: ptr out
; graph|     in 1 toSize: i64
; graph|     out 0: i64
; graph|     bind in 0 (to) -> cell_cloned.0 (to)
; graph|     bind in 1 (toSize) -> cell_cloned.1 (toSize)
; graph|     bind out cell_cloned.0 -> 0
; graph|     cell_cloned [2 x 3]: leaf, hint gpu
; graph|       in 0 to: ptr out
; graph|       in 1 toSize: i64
; graph|       out 0: i64
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.out.cell = type <{ i64 }>
%struct.out.tile = type <{ i64 }>
%struct.out.top = type <{ i64 }>

@.i64 = private unnamed_addr constant [5 x i8] c"%ld \00", align 1
@cells = common global [12 x i64] zeroinitializer, align 16

declare i8* @llvm.hpvm.getNode() #1
declare i64 @llvm.hpvm.getNodeInstanceID.x(i8*) #1
declare i8* @llvm.hpvm.getParentNode(i8*) #1
declare i32 @llvm.hpvm.getNumDims(i8*) #1
declare i64 @llvm.hpvm.getNodeInstanceID.y(i8*) #1
declare i64 @llvm.hpvm.getNumNodeInstances.x(i8*) #1
declare i64 @llvm.hpvm.getNumNodeInstances.y(i8*) #1
declare i8* @llvm.hpvm.createNode2D(i8*, i64, i64) #1
declare void @llvm.hpvm.bind.input(i8*, i32, i32, i1) #1
declare void @llvm.hpvm.bind.output(i8*, i32, i32, i1) #1
declare i8* @llvm.hpvm.createNode1D(i8*, i64) #1
declare void @llvm.hpvm.init() #1
declare i8* @llvm.hpvm.launch(i8*, i8*, i1) #1
declare void @llvm.hpvm.wait(i8*) #1
declare void @llvm.hpvm.cleanup() #1
declare i32 @printf(i8* nocapture readonly, ...) #2
declare void @llvm_hpvm_track_mem(i8*, i64) #2
declare void @llvm_hpvm_request_mem(i8*, i64) #2
declare void @llvm_hpvm_untrack_mem(i8*) #2

; Function Attrs: nounwind uwtable
define dso_local %struct.out.cell @cell_cloned(i64* out %to, i64 %toSize) #0 {
entry:
  %node = call i8* @llvm.hpvm.getNode()
  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(i8* %node)
  %parent = call i8* @llvm.hpvm.getParentNode(i8* %node)
  %dims = call i32 @llvm.hpvm.getNumDims(i8* %node)
  %px = call i64 @llvm.hpvm.getNodeInstanceID.x(i8* %parent)
  %y = call i64 @llvm.hpvm.getNodeInstanceID.y(i8* %node)
  %nx = call i64 @llvm.hpvm.getNumNodeInstances.x(i8* %node)
  %ny = call i64 @llvm.hpvm.getNumNodeInstances.y(i8* %node)
  %cells = mul i64 %nx, %ny
  %before = mul i64 %px, %cells
  %row = mul i64 %x, %ny
  %inRow = add i64 %row, %y
  %index = add i64 %before, %inRow
  %wide = zext i32 %dims to i64
  %v0 = mul i64 %wide, 1000
  %v1 = mul i64 %px, 100
  %v2 = mul i64 %x, 10
  %s0 = add i64 %v0, %v1
  %s1 = add i64 %s0, %v2
  %s2 = add i64 %s1, %y
  %s3 = add i64 %s2, %cells
  %place = getelementptr inbounds i64, i64* %to, i64 %index
  store i64 %s3, i64* %place, align 8
  %ret.0 = insertvalue %struct.out.cell undef, i64 %toSize, 0
  ret %struct.out.cell %ret.0
}

; Function Attrs: nounwind uwtable
define dso_local %struct.out.tile @tile_cloned(i64* out %to, i64 %toSize) #0 {
entry:
  %cell.node = call i8* @llvm.hpvm.createNode2D(i8* bitcast (%struct.out.cell (i64*, i64)* @cell_cloned to i8*), i64 2, i64 3)
  call void @llvm.hpvm.bind.input(i8* %cell.node, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(i8* %cell.node, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.output(i8* %cell.node, i32 0, i32 0, i1 false)
  ret %struct.out.tile undef
}

; Function Attrs: nounwind uwtable
define dso_local %struct.out.top @top_cloned(i64* out %to, i64 %toSize, i64 %tiles) #0 {
entry:
  %tile.node = call i8* @llvm.hpvm.createNode1D(i8* bitcast (%struct.out.tile (i64*, i64)* @tile_cloned to i8*), i64 %tiles)
  call void @llvm.hpvm.bind.input(i8* %tile.node, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(i8* %tile.node, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.output(i8* %tile.node, i32 0, i32 0, i1 false)
  ret %struct.out.top undef
}

; Function Attrs: nounwind uwtable
define dso_local i32 @main() #0 {
entry:
  call void @llvm.hpvm.init()
  call void @llvm_hpvm_track_mem(i8* bitcast ([12 x i64]* @cells to i8*), i64 96)
  %args = alloca <{ i64*, i64, i64, i64 }>, align 8
  %arg.0 = getelementptr inbounds <{ i64*, i64, i64, i64 }>, <{ i64*, i64, i64, i64 }>* %args, i32 0, i32 0
  store i64* getelementptr inbounds ([12 x i64], [12 x i64]* @cells, i32 0, i32 0), i64** %arg.0, align 1
  %arg.1 = getelementptr inbounds <{ i64*, i64, i64, i64 }>, <{ i64*, i64, i64, i64 }>* %args, i32 0, i32 1
  store i64 96, i64* %arg.1, align 1
  %arg.2 = getelementptr inbounds <{ i64*, i64, i64, i64 }>, <{ i64*, i64, i64, i64 }>* %args, i32 0, i32 2
  store i64 2, i64* %arg.2, align 1
  %args.raw = bitcast <{ i64*, i64, i64, i64 }>* %args to i8*
  %graph = call i8* @llvm.hpvm.launch(i8* bitcast (%struct.out.top (i64*, i64, i64)* @top_cloned to i8*), i8* %args.raw, i1 false)
  call void @llvm.hpvm.wait(i8* %graph)
  call void @llvm_hpvm_request_mem(i8* bitcast ([12 x i64]* @cells to i8*), i64 96)
  br label %show

show:
  %j = phi i64 [ 0, %entry ], [ %after, %show ]
  %cell = getelementptr inbounds [12 x i64], [12 x i64]* @cells, i64 0, i64 %j
  %result = load i64, i64* %cell, align 4
  call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.i64, i64 0, i64 0), i64 %result)
  %after = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %after, 12
  br i1 %again, label %show, label %end

end:
  call void @llvm_hpvm_untrack_mem(i8* bitcast ([12 x i64]* @cells to i8*))
  call void @llvm.hpvm.cleanup()
  ret i32 0
}

attributes #0 = { nounwind uwtable "no-frame-pointer-elim"="false" "unsafe-fp-math"="false" }
attributes #1 = { nounwind }
attributes #2 = { "target-cpu"="x86-64" }

!hpvm_hint_gpu = !{!0}
!hpvm_hint_cpu = !{!1, !2}
!0 = !{%struct.out.cell (i64*, i64)* @cell_cloned}
!1 = !{%struct.out.tile (i64*, i64)* @tile_cloned}
!2 = !{%struct.out.top (i64*, i64, i64)* @top_cloned}
