; transpose of kernels.py; shared memory: 1024 bytes
; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

; Function Attrs: nounwind
define ptx_kernel void @transpose(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2, i32 %3, ptr addrspace(1) nofree readnone captures(none) %4, ptr addrspace(1) nofree readnone captures(none) %5) local_unnamed_addr #0 !dbg !4 {
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !12
  %8 = shl i32 %7, 4, !dbg !12
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !13
  %10 = and i32 %9, 112, !dbg !13
  %11 = lshr exact i32 %10, 4, !dbg !13
  %12 = or disjoint i32 %11, 8, !dbg !13
  %13 = and i32 %9, 15, !dbg !13
  %14 = or disjoint i32 %11, %8, !dbg !12
  %15 = or disjoint i32 %12, %8, !dbg !12
  %16 = or disjoint i32 %8, %13, !dbg !12
  %17 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !14
  %18 = shl nuw nsw i32 %17, 4, !dbg !14
  %19 = or disjoint i32 %11, %18, !dbg !14
  %20 = or disjoint i32 %12, %18, !dbg !14
  %21 = or disjoint i32 %18, %13, !dbg !14
  %22 = icmp slt i32 %14, %2, !dbg !15
  %23 = icmp slt i32 %15, %2, !dbg !15
  %24 = icmp slt i32 %21, %3, !dbg !16
  %25 = and i1 %22, %24, !dbg !17
  %26 = and i1 %23, %24, !dbg !17
  %27 = mul i32 %3, %14, !dbg !18
  %28 = mul i32 %3, %15, !dbg !18
  %29 = sext i32 %27 to i64, !dbg !19
  %30 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %29, !dbg !19
  %31 = sext i32 %28 to i64, !dbg !19
  %32 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %31, !dbg !19
  %33 = zext nneg i32 %21 to i64, !dbg !19
  %34 = getelementptr [4 x i8], ptr addrspace(1) %30, i64 %33, !dbg !19
  %35 = getelementptr [4 x i8], ptr addrspace(1) %32, i64 %33, !dbg !19
  %36 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %34, i1 %25) #3, !dbg !20
  %37 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %35, i1 %26) #3, !dbg !20
  %38 = icmp slt i32 %19, %3, !dbg !21
  %39 = icmp slt i32 %20, %3, !dbg !21
  %40 = icmp slt i32 %16, %2, !dbg !22
  %41 = and i1 %40, %38, !dbg !23
  %42 = and i1 %40, %39, !dbg !23
  %43 = mul i32 %2, %19, !dbg !24
  %44 = mul i32 %20, %2, !dbg !24
  %45 = sext i32 %43 to i64, !dbg !25
  %46 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %45, !dbg !25
  %47 = sext i32 %44 to i64, !dbg !25
  %48 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %47, !dbg !25
  %49 = sext i32 %16 to i64, !dbg !25
  %50 = getelementptr [4 x i8], ptr addrspace(1) %46, i64 %49, !dbg !25
  %51 = getelementptr [4 x i8], ptr addrspace(1) %48, i64 %49, !dbg !25
  %52 = and i32 %9, 6, !dbg !26
  %53 = shl nuw nsw i32 %9, 3, !dbg !26
  %54 = and i32 %53, 8, !dbg !26
  %55 = and i32 %9, 8, !dbg !26
  %56 = icmp eq i32 %55, 0, !dbg !26
  %57 = select i1 %56, i32 0, i32 516, !dbg !26
  %58 = or disjoint i32 %57, %54, !dbg !26
  %59 = mul nuw nsw i32 %52, 80, !dbg !26
  %60 = xor i32 %59, %10, !dbg !26
  %61 = or disjoint i32 %58, %60, !dbg !26
  %62 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %61, !dbg !26
  %63 = insertelement <1 x i32> poison, i32 %36, i64 0, !dbg !26
  store <1 x i32> %63, ptr addrspace(3) %62, align 4, !dbg !26
  %64 = xor i32 %61, 4, !dbg !26
  %65 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %64, !dbg !26
  %66 = insertelement <1 x i32> poison, i32 %37, i64 0, !dbg !26
  store <1 x i32> %66, ptr addrspace(3) %65, align 4, !dbg !26
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !26
  %67 = shl nuw nsw i32 %9, 4, !dbg !26
  %68 = and i32 %67, 112, !dbg !26
  %69 = and i32 %9, 96, !dbg !26
  %70 = shl nuw nsw i32 %69, 2, !dbg !26
  %71 = lshr i32 %9, 1, !dbg !26
  %72 = and i32 %71, 12, !dbg !26
  %73 = or disjoint i32 %68, %70, !dbg !26
  %74 = or disjoint i32 %72, %69, !dbg !26
  %75 = xor i32 %73, %74, !dbg !26
  %76 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %75, !dbg !26
  %77 = load i32, ptr addrspace(3) %76, align 4, !dbg !26
  %78 = xor i32 %75, 516, !dbg !26
  %79 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %78, !dbg !26
  %80 = load i32, ptr addrspace(3) %79, align 4, !dbg !26
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %77, ptr addrspace(1) %50, i1 %41) #3, !dbg !26
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %80, ptr addrspace(1) %51, i1 %42) #3, !dbg !26
  ret void, !dbg !27
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

attributes #0 = { nounwind "nvvm.reqntid"="128" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = distinct !DISubprogram(name: "transpose", linkageName: "transpose", scope: !1, file: !1, line: 21, type: !5, scopeLine: 21, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{null, !7, !7, !9, !9, !10, !10}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!8 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !11, size: 64, dwarfAddressSpace: 1)
!11 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!12 = !DILocation(line: 22, column: 9, scope: !4)
!13 = !DILocation(line: 22, column: 35, scope: !4)
!14 = !DILocation(line: 23, column: 9, scope: !4)
!15 = !DILocation(line: 24, column: 38, scope: !4)
!16 = !DILocation(line: 24, column: 48, scope: !4)
!17 = !DILocation(line: 24, column: 37, scope: !4)
!18 = !DILocation(line: 24, column: 21, scope: !4)
!19 = !DILocation(line: 24, column: 17, scope: !4)
!20 = !DILocation(line: 24, column: 9, scope: !4)
!21 = !DILocation(line: 25, column: 68, scope: !4)
!22 = !DILocation(line: 25, column: 88, scope: !4)
!23 = !DILocation(line: 25, column: 67, scope: !4)
!24 = !DILocation(line: 25, column: 18, scope: !4)
!25 = !DILocation(line: 25, column: 14, scope: !4)
!26 = !DILocation(line: 25, column: 5, scope: !4)
!27 = !DILocation(line: 21, column: 1, scope: !4)
