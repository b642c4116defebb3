; functions of kernels.py; shared memory: 0 bytes
; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@.str = private unnamed_addr constant [11 x i8] c"__CUDA_FTZ\00", align 1

; Function Attrs: nounwind
define ptx_kernel void @functions(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2, ptr addrspace(1) nofree readnone captures(none) %3, ptr addrspace(1) nofree readnone captures(none) %4) local_unnamed_addr #0 !dbg !6 {
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !14
  %7 = shl i32 %6, 7, !dbg !14
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !15
  %9 = and i32 %8, 127, !dbg !15
  %10 = or disjoint i32 %7, %9, !dbg !14
  %11 = icmp slt i32 %10, %2, !dbg !16
  %12 = sext i32 %10 to i64, !dbg !17
  %13 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %12, !dbg !17
  %14 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b"(i32 1065353216, ptr addrspace(1) %13, i1 %11) #6, !dbg !18
  %15 = bitcast i32 %14 to float, !dbg !18
  %16 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !19
  %.not.i5 = icmp eq i32 %16, 0, !dbg !19
  %17 = tail call float @llvm.nvvm.fabs.ftz.f32(float %15), !dbg !19
  %18 = tail call float @llvm.nvvm.fabs.f32(float %15), !dbg !19
  %.0.i6 = select i1 %.not.i5, float %18, float %17, !dbg !19
  %19 = fcmp oge float %.0.i6, 1.002960e+00, !dbg !19
  br i1 %19, label %__nv_fabsf.exit1.i, label %21, !dbg !19

__nv_fabsf.exit1.i:                               ; preds = %5
  %20 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !19
  %.not1.i21 = icmp eq i32 %20, 0, !dbg !19
  %.01.i22 = select i1 %.not1.i21, float %18, float %17, !dbg !19
  br label %__internal_fmad.exit.i, !dbg !19

21:                                               ; preds = %5
  %22 = fmul float %15, %15, !dbg !19
  br label %__internal_fmad.exit.i, !dbg !19

__internal_fmad.exit.i:                           ; preds = %21, %__nv_fabsf.exit1.i
  %23 = phi float [ f0x3F210A14, %__nv_fabsf.exit1.i ], [ f0x3E0375D3, %21 ], !dbg !19
  %24 = phi float [ f0x3F69B4F9, %__nv_fabsf.exit1.i ], [ f0xBEC093AC, %21 ], !dbg !19
  %25 = phi float [ f0x3E235519, %__nv_fabsf.exit1.i ], [ f0x3DE718AF, %21 ], !dbg !19
  %26 = phi float [ f0xBD24D99A, %__nv_fabsf.exit1.i ], [ f0xBCDC1BE7, %21 ], !dbg !19
  %27 = phi float [ f0x3C09919F, %__nv_fabsf.exit1.i ], [ f0x3BAAD5EA, %21 ], !dbg !19
  %28 = phi float [ f0xBAAE005B, %__nv_fabsf.exit1.i ], [ f0xBA574D20, %21 ], !dbg !19
  %29 = phi float [ f0x38EB4C3A, %__nv_fabsf.exit1.i ], [ f0x38B1E96A, %21 ], !dbg !19
  %30 = phi float [ %.01.i22, %__nv_fabsf.exit1.i ], [ %22, %21 ], !dbg !19
  %31 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !19
  %.not2.i7 = icmp eq i32 %31, 0, !dbg !19
  %32 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %29, float %30, float %28) #6, !dbg !19
  %33 = tail call float @llvm.nvvm.fma.rn.f(float %29, float %30, float %28) #6, !dbg !19
  %.02.i8 = select i1 %.not2.i7, float %33, float %32, !dbg !19
  %34 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !19
  %.not3.i9 = icmp eq i32 %34, 0, !dbg !19
  %35 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i8, float %30, float %27) #6, !dbg !19
  %36 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i8, float %30, float %27) #6, !dbg !19
  %.03.i10 = select i1 %.not3.i9, float %36, float %35, !dbg !19
  %37 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !19
  %.not4.i11 = icmp eq i32 %37, 0, !dbg !19
  %38 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i10, float %30, float %26) #6, !dbg !19
  %39 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i10, float %30, float %26) #6, !dbg !19
  %.04.i12 = select i1 %.not4.i11, float %39, float %38, !dbg !19
  %40 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !19
  %.not5.i13 = icmp eq i32 %40, 0, !dbg !19
  %41 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i12, float %30, float %25) #6, !dbg !19
  %42 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i12, float %30, float %25) #6, !dbg !19
  %.05.i14 = select i1 %.not5.i13, float %42, float %41, !dbg !19
  %43 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !19
  %.not6.i15 = icmp eq i32 %43, 0, !dbg !19
  %44 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i14, float %30, float %24) #6, !dbg !19
  %45 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i14, float %30, float %24) #6, !dbg !19
  %.06.i16 = select i1 %.not6.i15, float %45, float %44, !dbg !19
  %46 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !19
  %.not7.i17 = icmp eq i32 %46, 0, !dbg !19
  %47 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i16, float %30, float %23) #6, !dbg !19
  %48 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i16, float %30, float %23) #6, !dbg !19
  %.07.i18 = select i1 %.not7.i17, float %48, float %47, !dbg !19
  %49 = fneg float %30, !dbg !19
  %50 = select i1 %19, float %49, float %15, !dbg !19
  %51 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !19
  %.not8.i19 = icmp eq i32 %51, 0, !dbg !19
  %52 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i18, float %50, float %50) #6, !dbg !19
  %53 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i18, float %50, float %50) #6, !dbg !19
  %.08.i20 = select i1 %.not8.i19, float %53, float %52, !dbg !19
  br i1 %19, label %54, label %__nv_erff.exit, !dbg !19

54:                                               ; preds = %__internal_fmad.exit.i
  %55 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i20), !dbg !19
  %56 = fsub float 1.000000e+00, %55, !dbg !19
  %57 = bitcast float %56 to i32, !dbg !19
  %58 = and i32 %14, -2147483648, !dbg !19
  %59 = or i32 %58, %57, !dbg !19
  %60 = bitcast i32 %59 to float, !dbg !19
  br label %__nv_erff.exit, !dbg !19

__nv_erff.exit:                                   ; preds = %__internal_fmad.exit.i, %54
  %r.0.i = phi float [ %60, %54 ], [ %.08.i20, %__internal_fmad.exit.i ], !dbg !19
  %61 = fcmp olt float %15, f0x00800000, !dbg !20
  %62 = fmul float %15, f0x4B000000, !dbg !20
  %.02.i = select i1 %61, float %62, float %15, !dbg !20
  %i.i.0.i = select i1 %61, float -2.300000e+01, float 0.000000e+00, !dbg !20
  %63 = bitcast float %.02.i to i32, !dbg !20
  %64 = add i32 %63, -1059760811, !dbg !20
  %65 = and i32 %64, -8388608, !dbg !20
  %66 = sub i32 %63, %65, !dbg !20
  %67 = bitcast i32 %66 to float, !dbg !20
  %68 = sitofp i32 %65 to float, !dbg !20
  %69 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !20
  %.not.i3 = icmp eq i32 %69, 0, !dbg !20
  %70 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %68, float f0x34000000, float %i.i.0.i) #6, !dbg !20
  %71 = tail call float @llvm.nvvm.fma.rn.f(float %68, float f0x34000000, float %i.i.0.i) #6, !dbg !20
  %.08.i = select i1 %.not.i3, float %71, float %70, !dbg !20
  %72 = fadd float %67, -1.000000e+00, !dbg !20
  %73 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !20
  %.not1.i = icmp eq i32 %73, 0, !dbg !20
  %74 = tail call float @llvm.nvvm.fma.rn.ftz.f(float f0xBE055027, float %72, float f0x3E1039F6) #6, !dbg !20
  %75 = tail call float @llvm.nvvm.fma.rn.f(float f0xBE055027, float %72, float f0x3E1039F6) #6, !dbg !20
  %.010.i = select i1 %.not1.i, float %75, float %74, !dbg !20
  %76 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !20
  %.not2.i = icmp eq i32 %76, 0, !dbg !20
  %77 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.010.i, float %72, float f0xBDF8CDCC) #6, !dbg !20
  %78 = tail call float @llvm.nvvm.fma.rn.f(float %.010.i, float %72, float f0xBDF8CDCC) #6, !dbg !20
  %.011.i = select i1 %.not2.i, float %78, float %77, !dbg !20
  %79 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !20
  %.not3.i = icmp eq i32 %79, 0, !dbg !20
  %80 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.011.i, float %72, float f0x3E0F2955) #6, !dbg !20
  %81 = tail call float @llvm.nvvm.fma.rn.f(float %.011.i, float %72, float f0x3E0F2955) #6, !dbg !20
  %.012.i = select i1 %.not3.i, float %81, float %80, !dbg !20
  %82 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !20
  %.not4.i = icmp eq i32 %82, 0, !dbg !20
  %83 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.012.i, float %72, float f0xBE2AD8B9) #6, !dbg !20
  %84 = tail call float @llvm.nvvm.fma.rn.f(float %.012.i, float %72, float f0xBE2AD8B9) #6, !dbg !20
  %.09.i = select i1 %.not4.i, float %84, float %83, !dbg !20
  %85 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !20
  %.not5.i = icmp eq i32 %85, 0, !dbg !20
  %86 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.09.i, float %72, float 2.001230e-01) #6, !dbg !20
  %87 = tail call float @llvm.nvvm.fma.rn.f(float %.09.i, float %72, float 2.001230e-01) #6, !dbg !20
  %.05.i = select i1 %.not5.i, float %87, float %86, !dbg !20
  %88 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !20
  %.not6.i = icmp eq i32 %88, 0, !dbg !20
  %89 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i, float %72, float f0xBE7FFF22) #6, !dbg !20
  %90 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i, float %72, float f0xBE7FFF22) #6, !dbg !20
  %.01.i = select i1 %.not6.i, float %90, float %89, !dbg !20
  %91 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !20
  %.not7.i = icmp eq i32 %91, 0, !dbg !20
  %92 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.01.i, float %72, float f0x3EAAAA78) #6, !dbg !20
  %93 = tail call float @llvm.nvvm.fma.rn.f(float %.01.i, float %72, float f0x3EAAAA78) #6, !dbg !20
  %.0.i4 = select i1 %.not7.i, float %93, float %92, !dbg !20
  %94 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !20
  %.not8.i = icmp eq i32 %94, 0, !dbg !20
  %95 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.0.i4, float %72, float -5.000000e-01) #6, !dbg !20
  %96 = tail call float @llvm.nvvm.fma.rn.f(float %.0.i4, float %72, float -5.000000e-01) #6, !dbg !20
  %.07.i = select i1 %.not8.i, float %96, float %95, !dbg !20
  %97 = fmul float %72, %.07.i, !dbg !20
  %98 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !20
  %.not9.i = icmp eq i32 %98, 0, !dbg !20
  %99 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %97, float %72, float %72) #6, !dbg !20
  %100 = tail call float @llvm.nvvm.fma.rn.f(float %97, float %72, float %72) #6, !dbg !20
  %.06.i = select i1 %.not9.i, float %100, float %99, !dbg !20
  %101 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !20
  %.not10.i = icmp eq i32 %101, 0, !dbg !20
  %102 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.08.i, float f0x3F317218, float %.06.i) #6, !dbg !20
  %103 = tail call float @llvm.nvvm.fma.rn.f(float %.08.i, float f0x3F317218, float %.06.i) #6, !dbg !20
  %.04.i = select i1 %.not10.i, float %103, float %102, !dbg !20
  %104 = icmp ugt i32 %63, 2139095039, !dbg !20
  br i1 %104, label %__nv_fmaf_rn.exit.i.i, label %__nv_logf.exit, !dbg !20

__nv_fmaf_rn.exit.i.i:                            ; preds = %__nv_erff.exit
  %105 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !20
  %.not11.i = icmp eq i32 %105, 0, !dbg !20
  %106 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i, float +inf, float +inf) #6, !dbg !20
  %107 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i, float +inf, float +inf) #6, !dbg !20
  %.03.i = select i1 %.not11.i, float %107, float %106, !dbg !20
  br label %__nv_logf.exit, !dbg !20

__nv_logf.exit:                                   ; preds = %__nv_erff.exit, %__nv_fmaf_rn.exit.i.i
  %r.i.0.i = phi float [ %.03.i, %__nv_fmaf_rn.exit.i.i ], [ %.04.i, %__nv_erff.exit ], !dbg !20
  %108 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !21
  %.not.i1 = icmp eq i32 %108, 0, !dbg !21
  br i1 %.not.i1, label %111, label %109, !dbg !21

109:                                              ; preds = %__nv_logf.exit
  %110 = tail call float @llvm.nvvm.rsqrt.approx.ftz.f(float %15), !dbg !21
  br label %__nv_rsqrtf.exit, !dbg !21

111:                                              ; preds = %__nv_logf.exit
  %112 = tail call float @llvm.nvvm.rsqrt.approx.f(float %15), !dbg !21
  br label %__nv_rsqrtf.exit, !dbg !21

__nv_rsqrtf.exit:                                 ; preds = %109, %111
  %.0.i2 = phi float [ %110, %109 ], [ %112, %111 ], !dbg !21
  %113 = fmul float %15, f0x3FB8AA3B, !dbg !22
  %114 = tail call float @llvm.nvvm.ex2.approx.f32(float %113), !dbg !22
  %115 = fadd float %r.0.i, %114, !dbg !19
  %116 = fcmp oeq float %.02.i, 0.000000e+00, !dbg !20
  %r.i.1.i = select i1 %116, float -inf, float %r.i.0.i, !dbg !20
  %117 = fadd float %r.i.1.i, %115, !dbg !19
  %118 = fadd float %.0.i2, %117, !dbg !19
  %119 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !23
  %.not.i = icmp eq i32 %119, 0, !dbg !23
  %120 = tail call float @llvm.nvvm.floor.ftz.f(float %15), !dbg !23
  %121 = tail call float @llvm.nvvm.floor.f(float %15), !dbg !23
  %.0.i = select i1 %.not.i, float %121, float %120, !dbg !23
  %122 = fadd float %118, %.0.i, !dbg !19
  %123 = tail call float @llvm.nvvm.div.rn.f(float %15, float 3.000000e+00), !dbg !24
  %124 = fadd float %123, %122, !dbg !19
  %125 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %12, !dbg !25
  %126 = bitcast float %124 to i32, !dbg !26
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %126, ptr addrspace(1) %125, i1 %11) #6, !dbg !26
  ret void, !dbg !27
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.ex2.approx.f32(float) #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.div.rn.f(float, float) #3

declare i32 @__nvvm_reflect(ptr) local_unnamed_addr #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.floor.ftz.f(float) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.floor.f(float) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.rsqrt.approx.ftz.f(float) #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.rsqrt.approx.f(float) #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fma.rn.ftz.f(float, float, float) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fma.rn.f(float, float, float) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fabs.ftz.f32(float) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fabs.f32(float) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.ex2.approx.ftz.f32(float) #2

attributes #0 = { nounwind "nvvm.reqntid"="128" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #3 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #4 = { "disable-tail-calls"="false" "frame-pointer"="all" "less-precise-fpmad"="false" "no-infs-fp-math"="false" "no-nans-fp-math"="false" "stack-protector-buffer-size"="8" "unsafe-fp-math"="false" "use-soft-float"="false" }
attributes #5 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!llvm.ident = !{!4}
!nvvmir.version = !{!5}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = !{!"clang version 3.8.0 (tags/RELEASE_380/final)"}
!5 = !{i32 2, i32 0}
!6 = distinct !DISubprogram(name: "functions", linkageName: "functions", scope: !1, file: !1, line: 29, type: !7, scopeLine: 29, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!7 = !DISubroutineType(cc: DW_CC_normal, types: !8)
!8 = !{null, !9, !9, !11, !12, !12}
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !13, size: 64, dwarfAddressSpace: 1)
!13 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!14 = !DILocation(line: 30, column: 9, scope: !6)
!15 = !DILocation(line: 30, column: 36, scope: !6)
!16 = !DILocation(line: 31, column: 29, scope: !6)
!17 = !DILocation(line: 31, column: 17, scope: !6)
!18 = !DILocation(line: 31, column: 9, scope: !6)
!19 = !DILocation(line: 32, column: 9, scope: !6)
!20 = !DILocation(line: 32, column: 33, scope: !6)
!21 = !DILocation(line: 32, column: 45, scope: !6)
!22 = !DILocation(line: 32, column: 21, scope: !6)
!23 = !DILocation(line: 32, column: 59, scope: !6)
!24 = !DILocation(line: 32, column: 73, scope: !6)
!25 = !DILocation(line: 33, column: 14, scope: !6)
!26 = !DILocation(line: 33, column: 5, scope: !6)
!27 = !DILocation(line: 29, column: 1, scope: !6)
