; softmax of kernels.py; shared memory: 16 bytes
; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgpu9.42-amd-amdhsa"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare !dbg !4 float @llvm.exp2.f32(float) #0

; Function Attrs: mustprogress norecurse nounwind willreturn
define amdgpu_kernel void @softmax(ptr addrspace(1) inreg nofree writeonly captures(none) %0, ptr addrspace(1) inreg nofree readonly captures(none) %1, i32 inreg %2, ptr addrspace(1) inreg nofree readnone captures(none) %3, ptr addrspace(1) inreg nofree readnone captures(none) %4) local_unnamed_addr #1 !dbg !8 {
  %6 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !15
  %7 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %6), !dbg !16
  %8 = and i32 %7, 192, !dbg !15
  %9 = and i32 %6, 63, !dbg !21
  %10 = or disjoint i32 %8, %9, !dbg !21
  %11 = icmp slt i32 %10, %2, !dbg !22
  %12 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !23
  %13 = mul i32 %2, %12, !dbg !23
  %14 = sext i32 %13 to i64, !dbg !24
  %15 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %14, !dbg !24
  %16 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %15, i16 0, i64 2147483646, i32 159744), !dbg !25
  %17 = shl nuw nsw i32 %10, 2, !dbg !25
  %18 = select i1 %11, i32 %17, i32 -2147483648, !dbg !25
  %19 = tail call float @llvm.amdgcn.raw.ptr.buffer.load.f32(ptr addrspace(8) %16, i32 %18, i32 0, i32 0), !dbg !25
  %20 = bitcast float %19 to <1 x float>, !dbg !25
  %21 = extractelement <1 x float> %20, i64 0, !dbg !25
  %22 = select i1 %11, float %21, float -inf, !dbg !25
  %23 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %22, i32 280, i32 15, i32 15, i1 true), !dbg !26
  %24 = tail call float @llvm.maxnum.f32(float %22, float %23), !dbg !28
  %25 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %24, i32 276, i32 15, i32 15, i1 true), !dbg !26
  %26 = tail call float @llvm.maxnum.f32(float %24, float %25), !dbg !28
  %27 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %26, i32 274, i32 15, i32 15, i1 true), !dbg !26
  %28 = tail call float @llvm.maxnum.f32(float %26, float %27), !dbg !28
  %29 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %28, i32 273, i32 15, i32 15, i1 true), !dbg !26
  %30 = tail call float @llvm.maxnum.f32(float %28, float %29), !dbg !28
  %31 = tail call float @llvm.amdgcn.update.dpp.f32(float %30, float %30, i32 322, i32 10, i32 15, i1 true), !dbg !26
  %32 = tail call float @llvm.maxnum.f32(float %30, float %31), !dbg !28
  %33 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %32, i32 323, i32 15, i32 15, i1 true), !dbg !26
  %34 = tail call float @llvm.maxnum.f32(float %32, float %33), !dbg !28
  %35 = tail call float @llvm.amdgcn.readlane.f32(float %34, i32 63), !dbg !26
  %36 = lshr exact i32 %8, 4, !dbg !26
  %37 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %36, !dbg !26
  %38 = insertelement <1 x float> poison, float %35, i64 0, !dbg !26
  store <1 x float> %38, ptr addrspace(3) %37, align 4, !dbg !26
  fence syncscope("workgroup") release, !dbg !26, !mmra !29
  tail call void @llvm.amdgcn.s.barrier(), !dbg !26
  fence syncscope("workgroup") acquire, !dbg !26, !mmra !29
  %39 = shl nuw nsw i32 %6, 2, !dbg !26
  %40 = and i32 %39, 12, !dbg !26
  %41 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %40, !dbg !26
  %42 = load <1 x float>, ptr addrspace(3) %41, align 4, !dbg !26
  %43 = extractelement <1 x float> %42, i64 0, !dbg !26
  %44 = bitcast float %43 to i32, !dbg !26
  %45 = tail call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %44, i32 78, i32 15, i32 15, i1 true), !dbg !26
  %46 = bitcast i32 %45 to float, !dbg !26
  %47 = tail call float @llvm.maxnum.f32(float %43, float %46), !dbg !28
  %48 = bitcast float %47 to i32, !dbg !26
  %49 = tail call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %48, i32 177, i32 15, i32 15, i1 true), !dbg !26
  %50 = bitcast i32 %49 to float, !dbg !26
  %51 = tail call float @llvm.maxnum.f32(float %47, float %50), !dbg !28
  %52 = fsub float %22, %51, !dbg !30
  %53 = fmul float %52, f0x3FB8AA3B, !dbg !31
  %54 = tail call float @llvm.exp2.f32(float %53), !dbg !31
  %55 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %14, !dbg !32
  fence syncscope("workgroup") release, !dbg !16, !mmra !29
  tail call void @llvm.amdgcn.s.barrier(), !dbg !16
  fence syncscope("workgroup") acquire, !dbg !16, !mmra !29
  %56 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %54, i32 280, i32 15, i32 15, i1 true), !dbg !16
  %57 = fadd float %56, %54, !dbg !33
  %58 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %57, i32 276, i32 15, i32 15, i1 true), !dbg !16
  %59 = fadd float %58, %57, !dbg !33
  %60 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %59, i32 274, i32 15, i32 15, i1 true), !dbg !16
  %61 = fadd float %60, %59, !dbg !33
  %62 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %61, i32 273, i32 15, i32 15, i1 true), !dbg !16
  %63 = fadd float %62, %61, !dbg !33
  %64 = tail call float @llvm.amdgcn.update.dpp.f32(float %63, float %63, i32 322, i32 10, i32 15, i1 true), !dbg !16
  %65 = fadd float %64, %63, !dbg !33
  %66 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %65, i32 323, i32 15, i32 15, i1 true), !dbg !16
  %67 = fadd float %66, %65, !dbg !33
  %68 = tail call float @llvm.amdgcn.readlane.f32(float %67, i32 63), !dbg !16
  %69 = insertelement <1 x float> poison, float %68, i64 0, !dbg !16
  store <1 x float> %69, ptr addrspace(3) %37, align 4, !dbg !16
  fence syncscope("workgroup") release, !dbg !16, !mmra !29
  tail call void @llvm.amdgcn.s.barrier(), !dbg !16
  fence syncscope("workgroup") acquire, !dbg !16, !mmra !29
  %70 = load <1 x float>, ptr addrspace(3) %41, align 4, !dbg !16
  %71 = extractelement <1 x float> %70, i64 0, !dbg !16
  %72 = bitcast float %71 to i32, !dbg !16
  %73 = tail call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %72, i32 78, i32 15, i32 15, i1 true), !dbg !16
  %74 = bitcast i32 %73 to float, !dbg !16
  %75 = fadd float %71, %74, !dbg !33
  %76 = bitcast float %75 to i32, !dbg !16
  %77 = tail call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %76, i32 177, i32 15, i32 15, i1 true), !dbg !16
  %78 = bitcast i32 %77 to float, !dbg !16
  %79 = fadd float %75, %78, !dbg !33
  %80 = fdiv float %54, %79, !dbg !34
  %81 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %55, i16 0, i64 2147483646, i32 159744), !dbg !15
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f32(float %80, ptr addrspace(8) %81, i32 %18, i32 0, i32 0), !dbg !15
  ret void, !dbg !35
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #2

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare float @llvm.amdgcn.raw.ptr.buffer.load.f32(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #4

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.update.dpp.f32(float, float, i32 immarg, i32 immarg, i32 immarg, i1 immarg) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #0

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #6

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32 immarg, i32 immarg, i32 immarg, i1 immarg) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.amdgcn.raw.ptr.buffer.store.f32(float, ptr addrspace(8) writeonly captures(none), i32, i32, i32 immarg) #7

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.readlane.f32(float, i32) #8

attributes #0 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress norecurse nounwind willreturn "amdgpu-agpr-alloc"="0" "amdgpu-cluster-dims"="1,1,1" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-no-wwm" "denormal-fp-math-f32"="ieee" "uniform-work-group-size" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #5 = { convergent mustprogress nocallback nofree nounwind willreturn memory(none) }
attributes #6 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #7 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #8 = { convergent nocallback nofree nounwind willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!4 = !DISubprogram(name: "llvm.exp2.f32", linkageName: "llvm.exp2.f32", scope: !1, file: !1, line: 47, type: !5, scopeLine: 47, spFlags: DISPFlagOptimized)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{!7, !7}
!7 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!8 = distinct !DISubprogram(name: "softmax", linkageName: "softmax", scope: !1, file: !1, line: 44, type: !9, scopeLine: 44, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!9 = !DISubroutineType(cc: DW_CC_normal, types: !10)
!10 = !{null, !11, !11, !12, !13, !13}
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !7, size: 64, dwarfAddressSpace: 1)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !14, size: 64, dwarfAddressSpace: 1)
!14 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!15 = !DILocation(line: 48, column: 5, scope: !8)
!16 = !DILocation(line: 314, column: 12, scope: !17, inlinedAt: !19)
!17 = distinct !DILexicalBlockFile(scope: !8, file: !18, discriminator: 0)
!18 = !DIFile(filename: "standard.py", directory: "triton/language")
!19 = !DILocation(line: 48, column: 50, scope: !20)
!20 = distinct !DILexicalBlockFile(scope: !8, file: !1, discriminator: 0)
!21 = !DILocation(line: 45, column: 9, scope: !8)
!22 = !DILocation(line: 46, column: 52, scope: !8)
!23 = !DILocation(line: 46, column: 21, scope: !8)
!24 = !DILocation(line: 46, column: 17, scope: !8)
!25 = !DILocation(line: 46, column: 9, scope: !8)
!26 = !DILocation(line: 216, column: 16, scope: !17, inlinedAt: !27)
!27 = !DILocation(line: 47, column: 20, scope: !20)
!28 = !DILocation(line: 196, column: 12, scope: !17, inlinedAt: !26)
!29 = !{!"amdgpu-synchronize-as", !"local"}
!30 = !DILocation(line: 47, column: 16, scope: !8)
!31 = !DILocation(line: 47, column: 9, scope: !8)
!32 = !DILocation(line: 48, column: 14, scope: !8)
!33 = !DILocation(line: 287, column: 12, scope: !17, inlinedAt: !16)
!34 = !DILocation(line: 48, column: 46, scope: !8)
!35 = !DILocation(line: 44, column: 1, scope: !8)
