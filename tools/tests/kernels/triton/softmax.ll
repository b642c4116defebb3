; softmax of kernels.py; shared memory: 16 bytes
; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

; Function Attrs: nounwind
define ptx_kernel void @softmax(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2, ptr addrspace(1) nofree readnone captures(none) %3, ptr addrspace(1) nofree readnone captures(none) %4) local_unnamed_addr #0 !dbg !4 {
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !12
  %7 = and i32 %6, 127, !dbg !12
  %8 = or disjoint i32 %7, 128, !dbg !12
  %9 = icmp slt i32 %7, %2, !dbg !13
  %10 = icmp slt i32 %8, %2, !dbg !13
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !14
  %12 = mul i32 %2, %11, !dbg !14
  %13 = sext i32 %12 to i64, !dbg !15
  %14 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %13, !dbg !15
  %15 = zext nneg i32 %7 to i64, !dbg !15
  %16 = getelementptr [4 x i8], ptr addrspace(1) %14, i64 %15, !dbg !15
  %17 = zext nneg i32 %8 to i64, !dbg !15
  %18 = getelementptr [4 x i8], ptr addrspace(1) %14, i64 %17, !dbg !15
  %19 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %16, i1 %9) #7, !dbg !16
  %20 = bitcast i32 %19 to float, !dbg !16
  %21 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %18, i1 %10) #7, !dbg !16
  %22 = bitcast i32 %21 to float, !dbg !16
  %23 = tail call float @llvm.maxnum.f32(float %20, float %22), !dbg !17
  %24 = bitcast float %23 to i32, !dbg !20
  %25 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %24, i32 16, i32 31), !dbg !20
  %26 = bitcast i32 %25 to float, !dbg !20
  %27 = tail call float @llvm.maxnum.f32(float %23, float %26), !dbg !17
  %28 = bitcast float %27 to i32, !dbg !20
  %29 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %28, i32 8, i32 31), !dbg !20
  %30 = bitcast i32 %29 to float, !dbg !20
  %31 = tail call float @llvm.maxnum.f32(float %27, float %30), !dbg !17
  %32 = bitcast float %31 to i32, !dbg !20
  %33 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %32, i32 4, i32 31), !dbg !20
  %34 = bitcast i32 %33 to float, !dbg !20
  %35 = tail call float @llvm.maxnum.f32(float %31, float %34), !dbg !17
  %36 = bitcast float %35 to i32, !dbg !20
  %37 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %36, i32 2, i32 31), !dbg !20
  %38 = bitcast i32 %37 to float, !dbg !20
  %39 = tail call float @llvm.maxnum.f32(float %35, float %38), !dbg !17
  %40 = bitcast float %39 to i32, !dbg !20
  %41 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %40, i32 1, i32 31), !dbg !20
  %42 = bitcast i32 %41 to float, !dbg !20
  %43 = tail call float @llvm.maxnum.f32(float %39, float %42), !dbg !17
  %44 = lshr i32 %6, 3, !dbg !20
  %45 = and i32 %44, 12, !dbg !20
  %46 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %45, !dbg !20
  store float %43, ptr addrspace(3) %46, align 4, !dbg !20
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !20
  %47 = shl nuw nsw i32 %6, 2, !dbg !20
  %48 = and i32 %47, 12, !dbg !20
  %49 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %48, !dbg !20
  %50 = load i32, ptr addrspace(3) %49, align 4, !dbg !20
  %51 = bitcast i32 %50 to float, !dbg !20
  %52 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %50, i32 2, i32 31), !dbg !20
  %53 = bitcast i32 %52 to float, !dbg !20
  %54 = tail call float @llvm.maxnum.f32(float %51, float %53), !dbg !17
  %55 = bitcast float %54 to i32, !dbg !20
  %56 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %55, i32 1, i32 31), !dbg !20
  %57 = bitcast i32 %56 to float, !dbg !20
  %58 = tail call float @llvm.maxnum.f32(float %54, float %57), !dbg !17
  %59 = fsub float %20, %58, !dbg !23
  %60 = fsub float %22, %58, !dbg !23
  %61 = fmul float %59, f0x3FB8AA3B, !dbg !24
  %62 = tail call float @llvm.nvvm.ex2.approx.f32(float %61), !dbg !24
  %63 = fmul float %60, f0x3FB8AA3B, !dbg !24
  %64 = tail call float @llvm.nvvm.ex2.approx.f32(float %63), !dbg !24
  %65 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %13, !dbg !25
  %66 = getelementptr [4 x i8], ptr addrspace(1) %65, i64 %15, !dbg !25
  %67 = getelementptr [4 x i8], ptr addrspace(1) %65, i64 %17, !dbg !25
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !26
  %68 = fadd float %62, %64, !dbg !28
  %69 = bitcast float %68 to i32, !dbg !26
  %70 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %69, i32 16, i32 31), !dbg !26
  %71 = bitcast i32 %70 to float, !dbg !26
  %72 = fadd float %68, %71, !dbg !28
  %73 = bitcast float %72 to i32, !dbg !26
  %74 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %73, i32 8, i32 31), !dbg !26
  %75 = bitcast i32 %74 to float, !dbg !26
  %76 = fadd float %72, %75, !dbg !28
  %77 = bitcast float %76 to i32, !dbg !26
  %78 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %77, i32 4, i32 31), !dbg !26
  %79 = bitcast i32 %78 to float, !dbg !26
  %80 = fadd float %76, %79, !dbg !28
  %81 = bitcast float %80 to i32, !dbg !26
  %82 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %81, i32 2, i32 31), !dbg !26
  %83 = bitcast i32 %82 to float, !dbg !26
  %84 = fadd float %80, %83, !dbg !28
  %85 = bitcast float %84 to i32, !dbg !26
  %86 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %85, i32 1, i32 31), !dbg !26
  %87 = bitcast i32 %86 to float, !dbg !26
  %88 = fadd float %84, %87, !dbg !28
  store float %88, ptr addrspace(3) %46, align 4, !dbg !26
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !26
  %89 = load i32, ptr addrspace(3) %49, align 4, !dbg !26
  %90 = bitcast i32 %89 to float, !dbg !26
  %91 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %89, i32 2, i32 31), !dbg !26
  %92 = bitcast i32 %91 to float, !dbg !26
  %93 = fadd float %90, %92, !dbg !28
  %94 = bitcast float %93 to i32, !dbg !26
  %95 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %94, i32 1, i32 31), !dbg !26
  %96 = bitcast i32 %95 to float, !dbg !26
  %97 = fadd float %93, %96, !dbg !28
  %98 = tail call float @llvm.nvvm.div.full(float %62, float %97), !dbg !29
  %99 = tail call float @llvm.nvvm.div.full(float %64, float %97), !dbg !29
  %100 = bitcast float %98 to i32, !dbg !30
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %100, ptr addrspace(1) %66, i1 %9) #7, !dbg !30
  %101 = bitcast float %99 to i32, !dbg !30
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %101, ptr addrspace(1) %67, i1 %10) #7, !dbg !30
  ret void, !dbg !31
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #2

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #3

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.ex2.approx.f32(float) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.div.full(float, float) #6

attributes #0 = { nounwind "nvvm.reqntid"="128" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #4 = { convergent nocallback nounwind }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #7 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = distinct !DISubprogram(name: "softmax", linkageName: "softmax", scope: !1, file: !1, line: 44, type: !5, scopeLine: 44, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{null, !7, !7, !9, !10, !10}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!8 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !11, size: 64, dwarfAddressSpace: 1)
!11 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!12 = !DILocation(line: 45, column: 9, scope: !4)
!13 = !DILocation(line: 46, column: 52, scope: !4)
!14 = !DILocation(line: 46, column: 21, scope: !4)
!15 = !DILocation(line: 46, column: 17, scope: !4)
!16 = !DILocation(line: 46, column: 9, scope: !4)
!17 = !DILocation(line: 196, column: 12, scope: !18, inlinedAt: !20)
!18 = distinct !DILexicalBlockFile(scope: !4, file: !19, discriminator: 0)
!19 = !DIFile(filename: "standard.py", directory: "triton/language")
!20 = !DILocation(line: 216, column: 16, scope: !18, inlinedAt: !21)
!21 = !DILocation(line: 47, column: 20, scope: !22)
!22 = distinct !DILexicalBlockFile(scope: !4, file: !1, discriminator: 0)
!23 = !DILocation(line: 47, column: 16, scope: !4)
!24 = !DILocation(line: 47, column: 9, scope: !4)
!25 = !DILocation(line: 48, column: 14, scope: !4)
!26 = !DILocation(line: 314, column: 12, scope: !18, inlinedAt: !27)
!27 = !DILocation(line: 48, column: 50, scope: !22)
!28 = !DILocation(line: 287, column: 12, scope: !18, inlinedAt: !26)
!29 = !DILocation(line: 48, column: 46, scope: !4)
!30 = !DILocation(line: 48, column: 5, scope: !4)
!31 = !DILocation(line: 44, column: 1, scope: !4)
