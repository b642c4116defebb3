; functions of kernels.py; shared memory: 0 bytes
; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgpu9.42-amd-amdhsa"

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare !dbg !6 float @llvm.exp2.f32(float) #0

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define amdgpu_kernel void @functions(ptr addrspace(1) inreg nofree readonly captures(none) %0, ptr addrspace(1) inreg nofree writeonly captures(none) %1, i32 inreg %2, ptr addrspace(1) inreg nofree readnone captures(none) %3, ptr addrspace(1) inreg nofree readnone captures(none) %4) local_unnamed_addr #1 !dbg !10 {
  %6 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !17
  %7 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %6), !dbg !17
  %8 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !18
  %9 = shl i32 %8, 7, !dbg !18
  %10 = and i32 %6, 63, !dbg !19
  %.masked = and i32 %7, 64, !dbg !19
  %11 = or disjoint i32 %10, %.masked, !dbg !19
  %12 = or disjoint i32 %11, %9, !dbg !18
  %13 = icmp slt i32 %12, %2, !dbg !20
  br i1 %13, label %14, label %18, !dbg !21

14:                                               ; preds = %5
  %15 = sext i32 %12 to i64
  %16 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %15
  %17 = load <1 x float>, ptr addrspace(1) %16, align 4, !dbg !21
  br label %18, !dbg !21

18:                                               ; preds = %14, %5
  %19 = phi <1 x float> [ %17, %14 ], [ splat (float 1.000000e+00), %5 ], !dbg !21
  %20 = extractelement <1 x float> %19, i64 0, !dbg !21
  %21 = tail call float @llvm.fabs.f32(float %20), !dbg !22
  %22 = fcmp olt float %21, 1.000000e+00, !dbg !22
  br i1 %22, label %23, label %31, !dbg !22

23:                                               ; preds = %18
  %24 = fmul nnan float %20, %20, !dbg !22
  %25 = tail call noundef float @llvm.fmuladd.f32(float %24, float f0xBA1345E1, float f0x3BA10414), !dbg !22
  %26 = tail call noundef float @llvm.fmuladd.f32(float %24, float %25, float f0xBCDAC9B8), !dbg !22
  %27 = tail call noundef float @llvm.fmuladd.f32(float %24, float %26, float f0x3DE703BE), !dbg !22
  %28 = tail call noundef float @llvm.fmuladd.f32(float %24, float %27, float f0xBEC09330), !dbg !22
  %29 = tail call noundef float @llvm.fmuladd.f32(float %24, float %28, float f0x3E0375D0), !dbg !22
  %30 = tail call float @llvm.fma.f32(float %21, float %29, float %21), !dbg !22
  br label %__ocml_erf_f32.exit, !dbg !22

31:                                               ; preds = %18
  %32 = tail call noundef float @llvm.fmuladd.f32(float %21, float f0x378E98AB, float f0xB9C68948), !dbg !22
  %33 = tail call noundef float @llvm.fmuladd.f32(float %21, float %32, float f0x3B7CD369), !dbg !22
  %34 = tail call noundef float @llvm.fmuladd.f32(float %21, float %33, float f0xBCC618B2), !dbg !22
  %35 = tail call noundef float @llvm.fmuladd.f32(float %21, float %34, float f0x3DDA74E4), !dbg !22
  %36 = tail call noundef float @llvm.fmuladd.f32(float %21, float %35, float f0x3F228AFD), !dbg !22
  %37 = tail call noundef float @llvm.fmuladd.f32(float %21, float %36, float f0x3E03C728), !dbg !22
  %38 = tail call float @llvm.fma.f32(float %21, float %37, float %21), !dbg !22
  %39 = fneg float %38, !dbg !22
  %40 = tail call noundef float @llvm.exp.f32(float %39), !dbg !22
  %41 = fsub float 1.000000e+00, %40, !dbg !22
  br label %__ocml_erf_f32.exit, !dbg !22

__ocml_erf_f32.exit:                              ; preds = %23, %31
  %42 = phi float [ %30, %23 ], [ %41, %31 ], !dbg !22
  %43 = and i32 %7, 128, !dbg !17
  %44 = icmp eq i32 %43, 0, !dbg !17
  %45 = and i1 %44, %13, !dbg !17
  br i1 %45, label %46, label %62, !dbg !17

46:                                               ; preds = %__ocml_erf_f32.exit
  %47 = tail call noundef float @llvm.copysign.f32(float %42, float %20), !dbg !22
  %48 = fmul float %20, f0x3FB8AA3B, !dbg !23
  %49 = tail call float @llvm.exp2.f32(float %48), !dbg !23
  %50 = fadd float %49, %47, !dbg !22
  %51 = tail call float @llvm.log.f32(float %20), !dbg !24
  %52 = fadd float %51, %50, !dbg !22
  %53 = tail call float @llvm.amdgcn.rsq.f32(float %20), !dbg !25
  %54 = fadd float %53, %52, !dbg !22
  %55 = tail call noundef float @llvm.floor.f32(float %20), !dbg !26
  %56 = fadd float %55, %54, !dbg !22
  %57 = fdiv float %20, 3.000000e+00, !dbg !27
  %58 = fadd float %57, %56, !dbg !22
  %59 = insertelement <1 x float> poison, float %58, i64 0, !dbg !17
  %60 = sext i32 %12 to i64, !dbg !28
  %61 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %60, !dbg !28
  store <1 x float> %59, ptr addrspace(1) %61, align 4, !dbg !17
  br label %62, !dbg !17

62:                                               ; preds = %46, %__ocml_erf_f32.exit
  ret void, !dbg !29
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #2

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.log.f32(float) #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.rsq.f32(float) #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.copysign.f32(float, float) #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.exp.f32(float) #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.floor.f32(float) #0

attributes #0 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite) "amdgpu-agpr-alloc"="0" "amdgpu-cluster-dims"="1,1,1" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-no-wwm" "denormal-fp-math-f32"="ieee" "uniform-work-group-size" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 0}
!6 = !DISubprogram(name: "llvm.exp2.f32", linkageName: "llvm.exp2.f32", scope: !1, file: !1, line: 32, type: !7, scopeLine: 32, spFlags: DISPFlagOptimized)
!7 = !DISubroutineType(cc: DW_CC_normal, types: !8)
!8 = !{!9, !9}
!9 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!10 = distinct !DISubprogram(name: "functions", linkageName: "functions", scope: !1, file: !1, line: 29, type: !11, scopeLine: 29, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!11 = !DISubroutineType(cc: DW_CC_normal, types: !12)
!12 = !{null, !13, !13, !14, !15, !15}
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !9, size: 64, dwarfAddressSpace: 1)
!14 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !16, size: 64, dwarfAddressSpace: 1)
!16 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!17 = !DILocation(line: 33, column: 5, scope: !10)
!18 = !DILocation(line: 30, column: 9, scope: !10)
!19 = !DILocation(line: 30, column: 36, scope: !10)
!20 = !DILocation(line: 31, column: 29, scope: !10)
!21 = !DILocation(line: 31, column: 9, scope: !10)
!22 = !DILocation(line: 32, column: 9, scope: !10)
!23 = !DILocation(line: 32, column: 21, scope: !10)
!24 = !DILocation(line: 32, column: 33, scope: !10)
!25 = !DILocation(line: 32, column: 45, scope: !10)
!26 = !DILocation(line: 32, column: 59, scope: !10)
!27 = !DILocation(line: 32, column: 73, scope: !10)
!28 = !DILocation(line: 33, column: 14, scope: !10)
!29 = !DILocation(line: 29, column: 1, scope: !10)
