; transpose of kernels.py; shared memory: 1024 bytes
; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgpu9.42-amd-amdhsa"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

; Function Attrs: mustprogress norecurse nounwind willreturn
define amdgpu_kernel void @transpose(ptr addrspace(1) inreg nofree readonly captures(none) %0, ptr addrspace(1) inreg nofree writeonly captures(none) %1, i32 inreg %2, i32 inreg %3, ptr addrspace(1) inreg nofree readnone captures(none) %4, ptr addrspace(1) inreg nofree readnone captures(none) %5) local_unnamed_addr #0 !dbg !4 {
  %7 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !12
  %8 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %7), !dbg !12
  %9 = and i32 %8, 192, !dbg !12
  %10 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !13
  %11 = shl i32 %10, 4, !dbg !13
  %12 = and i32 %7, 63, !dbg !14
  %13 = or disjoint i32 %9, %12, !dbg !14
  %14 = lshr i32 %13, 4, !dbg !14
  %15 = and i32 %7, 15, !dbg !14
  %16 = or disjoint i32 %14, %11, !dbg !13
  %17 = or disjoint i32 %11, %15, !dbg !13
  %18 = tail call i32 @llvm.amdgcn.workgroup.id.y(), !dbg !15
  %19 = shl i32 %18, 4, !dbg !15
  %20 = or disjoint i32 %14, %19, !dbg !15
  %21 = or disjoint i32 %19, %15, !dbg !15
  %22 = icmp slt i32 %16, %2, !dbg !16
  %23 = icmp slt i32 %21, %3, !dbg !17
  %24 = and i1 %23, %22, !dbg !18
  br i1 %24, label %25, label %32, !dbg !19

25:                                               ; preds = %6
  %26 = mul i32 %16, %3, !dbg !20
  %27 = sext i32 %26 to i64, !dbg !21
  %28 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %27, !dbg !21
  %29 = sext i32 %21 to i64, !dbg !21
  %30 = getelementptr [4 x i8], ptr addrspace(1) %28, i64 %29, !dbg !21
  %31 = load <1 x float>, ptr addrspace(1) %30, align 4, !dbg !19
  br label %32, !dbg !19

32:                                               ; preds = %25, %6
  %33 = phi <1 x float> [ %31, %25 ], [ zeroinitializer, %6 ], !dbg !19
  %34 = icmp slt i32 %20, %3, !dbg !22
  %35 = icmp slt i32 %17, %2, !dbg !23
  %36 = and i1 %35, %34, !dbg !24
  %37 = and i32 %7, 14, !dbg !12
  %38 = lshr i32 %13, 1, !dbg !12
  %39 = and i32 %38, 120, !dbg !12
  %40 = shl nuw nsw i32 %7, 2, !dbg !12
  %41 = and i32 %40, 4, !dbg !12
  %42 = mul nuw nsw i32 %37, 72, !dbg !12
  %43 = xor i32 %39, %42, !dbg !12
  %44 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %41, !dbg !12
  %45 = getelementptr inbounds nuw i8, ptr addrspace(3) %44, i32 %43, !dbg !12
  store <1 x float> %33, ptr addrspace(3) %45, align 4, !dbg !12
  fence syncscope("workgroup") release, !dbg !12, !mmra !25
  tail call void @llvm.amdgcn.s.barrier(), !dbg !12
  fence syncscope("workgroup") acquire, !dbg !12, !mmra !25
  br i1 %36, label %46, label %63, !dbg !12

46:                                               ; preds = %32
  %47 = lshr i32 %7, 2, !dbg !12
  %48 = and i32 %47, 4, !dbg !12
  %49 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %48, !dbg !12
  %50 = shl nuw nsw i32 %15, 3, !dbg !12
  %51 = and i32 %13, 224, !dbg !12
  %52 = shl nuw nsw i32 %51, 2, !dbg !12
  %53 = or disjoint i32 %52, %50, !dbg !12
  %54 = lshr exact i32 %51, 1, !dbg !12
  %55 = xor i32 %53, %54, !dbg !12
  %56 = getelementptr inbounds nuw i8, ptr addrspace(3) %49, i32 %55, !dbg !12
  %57 = load <1 x float>, ptr addrspace(3) %56, align 4, !dbg !12
  %58 = mul i32 %20, %2, !dbg !26
  %59 = sext i32 %58 to i64, !dbg !27
  %60 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %59, !dbg !27
  %61 = sext i32 %17 to i64, !dbg !27
  %62 = getelementptr [4 x i8], ptr addrspace(1) %60, i64 %61, !dbg !27
  store <1 x float> %57, ptr addrspace(1) %62, align 4, !dbg !12
  br label %63, !dbg !12

63:                                               ; preds = %46, %32
  ret void, !dbg !28
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #3

attributes #0 = { mustprogress norecurse nounwind willreturn "amdgpu-agpr-alloc"="0" "amdgpu-cluster-dims"="1,1,1" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-no-wwm" "denormal-fp-math-f32"="ieee" "uniform-work-group-size" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!4 = distinct !DISubprogram(name: "transpose", linkageName: "transpose", scope: !1, file: !1, line: 21, type: !5, scopeLine: 21, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{null, !7, !7, !9, !9, !10, !10}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!8 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !11, size: 64, dwarfAddressSpace: 1)
!11 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!12 = !DILocation(line: 25, column: 5, scope: !4)
!13 = !DILocation(line: 22, column: 9, scope: !4)
!14 = !DILocation(line: 22, column: 35, scope: !4)
!15 = !DILocation(line: 23, column: 9, scope: !4)
!16 = !DILocation(line: 24, column: 38, scope: !4)
!17 = !DILocation(line: 24, column: 48, scope: !4)
!18 = !DILocation(line: 24, column: 37, scope: !4)
!19 = !DILocation(line: 24, column: 9, scope: !4)
!20 = !DILocation(line: 24, column: 21, scope: !4)
!21 = !DILocation(line: 24, column: 17, scope: !4)
!22 = !DILocation(line: 25, column: 68, scope: !4)
!23 = !DILocation(line: 25, column: 88, scope: !4)
!24 = !DILocation(line: 25, column: 67, scope: !4)
!25 = !{!"amdgpu-synchronize-as", !"local"}
!26 = !DILocation(line: 25, column: 18, scope: !4)
!27 = !DILocation(line: 25, column: 14, scope: !4)
!28 = !DILocation(line: 21, column: 1, scope: !4)
