; dot of kernels.py; shared memory: 2048 bytes
; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgpu9.42-amd-amdhsa"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

; Function Attrs: norecurse nounwind
define amdgpu_kernel void @dot(ptr addrspace(1) inreg nofree readonly captures(none) %0, ptr addrspace(1) inreg nofree readonly captures(none) %1, ptr addrspace(1) inreg nofree writeonly captures(none) %2, i32 inreg %3, i32 inreg %4, i32 inreg %5, ptr addrspace(1) inreg nofree readnone captures(none) %6, ptr addrspace(1) inreg nofree readnone captures(none) %7) local_unnamed_addr #0 !dbg !4 {
  %9 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !14
  %10 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %9), !dbg !14
  %11 = lshr i32 %10, 6, !dbg !14
  %12 = and i32 %11, 3, !dbg !14
  %13 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !15
  %14 = shl i32 %13, 5, !dbg !15
  %15 = and i32 %9, 63, !dbg !16
  %16 = shl nuw nsw i32 %12, 6, !dbg !16
  %17 = or disjoint i32 %16, %15, !dbg !16
  %18 = and i32 %9, 31, !dbg !16
  %19 = and i32 %17, 224, !dbg !16
  %20 = lshr exact i32 %19, 3, !dbg !16
  %21 = lshr i32 %17, 5, !dbg !16
  %22 = or disjoint i32 %14, %18, !dbg !15
  %23 = or disjoint i32 %21, %14, !dbg !15
  %24 = or disjoint i32 %23, 8, !dbg !15
  %25 = or disjoint i32 %23, 16, !dbg !15
  %26 = or disjoint i32 %23, 24, !dbg !15
  %27 = tail call i32 @llvm.amdgcn.workgroup.id.y(), !dbg !17
  %28 = shl i32 %27, 5, !dbg !17
  %29 = and i32 %9, 32, !dbg !18
  %30 = lshr exact i32 %29, 3, !dbg !18
  %31 = or disjoint i32 %30, %28, !dbg !17
  %32 = or disjoint i32 %31, 1, !dbg !17
  %33 = or disjoint i32 %31, 2, !dbg !17
  %34 = or disjoint i32 %31, 3, !dbg !17
  %35 = or disjoint i32 %31, 8, !dbg !17
  %36 = or disjoint i32 %31, 9, !dbg !17
  %37 = or disjoint i32 %31, 10, !dbg !17
  %38 = or disjoint i32 %31, 11, !dbg !17
  %39 = or disjoint i32 %31, 16, !dbg !17
  %40 = or disjoint i32 %31, 17, !dbg !17
  %41 = or disjoint i32 %31, 18, !dbg !17
  %42 = or disjoint i32 %31, 19, !dbg !17
  %43 = or disjoint i32 %31, 24, !dbg !17
  %44 = or disjoint i32 %31, 25, !dbg !17
  %45 = or disjoint i32 %31, 26, !dbg !17
  %46 = or disjoint i32 %31, 27, !dbg !17
  %47 = or disjoint i32 %28, %18, !dbg !17
  %48 = icmp slt i32 %23, %3, !dbg !19
  %49 = icmp slt i32 %24, %3, !dbg !19
  %50 = icmp slt i32 %25, %3, !dbg !19
  %51 = icmp slt i32 %26, %3, !dbg !19
  %52 = mul i32 %23, %5, !dbg !20
  %53 = mul i32 %24, %5, !dbg !20
  %54 = mul i32 %25, %5, !dbg !20
  %55 = mul i32 %26, %5, !dbg !20
  %56 = sext i32 %52 to i64, !dbg !21
  %57 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %56, !dbg !21
  %58 = sext i32 %53 to i64, !dbg !21
  %59 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %58, !dbg !21
  %60 = sext i32 %54 to i64, !dbg !21
  %61 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %60, !dbg !21
  %62 = sext i32 %55 to i64, !dbg !21
  %63 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %62, !dbg !21
  %64 = icmp slt i32 %47, %4, !dbg !22
  %invariant.op = or disjoint i32 %20, 1, !dbg !23
  %invariant.op2 = or disjoint i32 %20, 2, !dbg !23
  %invariant.op4 = or disjoint i32 %20, 3, !dbg !23
  %65 = icmp sgt i32 %5, 0, !dbg !23
  br i1 %65, label %.lr.ph, label %._crit_edge, !dbg !23

.lr.ph:                                           ; preds = %8
  %66 = sext i32 %47 to i64
  %invariant.gep = getelementptr [2 x i8], ptr addrspace(1) %1, i64 %66, !dbg !23
  %67 = shl nuw nsw i32 %17, 1
  %68 = shl nuw nsw i32 %12, 3
  %69 = xor i32 %67, %68
  %70 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %69
  %71 = getelementptr inbounds nuw i8, ptr addrspace(3) %70, i32 1024
  %72 = xor i32 %69, 544
  %73 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %72
  %74 = getelementptr inbounds nuw i8, ptr addrspace(3) %73, i32 1024
  %75 = shl nuw nsw i32 %18, 6
  %76 = shl nuw nsw i32 %9, 2
  %77 = and i32 %76, 56
  %78 = lshr exact i32 %29, 2
  %79 = xor i32 %77, %78
  %80 = or disjoint i32 %79, %75
  %81 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %80
  %82 = xor i32 %80, 16
  %83 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %82
  %84 = xor i32 %80, 32
  %85 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %84
  %86 = xor i32 %80, 48
  %87 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %86
  %88 = shl nuw nsw i32 %9, 6
  %89 = and i32 %88, 960
  %90 = lshr exact i32 %19, 2
  %91 = and i32 %9, 16
  %92 = icmp eq i32 %91, 0
  %93 = select i1 %92, i32 0, i32 1032
  %94 = xor i32 %77, %90
  %95 = xor i32 %94, %93
  %96 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %89
  %97 = getelementptr inbounds nuw i8, ptr addrspace(3) %96, i32 %95
  %98 = xor i32 %79, %93
  %99 = or disjoint i32 %98, %89
  %100 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %99
  %101 = xor i32 %99, 16
  %102 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %101
  %103 = xor i32 %99, 32
  %104 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %103
  %105 = xor i32 %99, 48
  %106 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %105
  br label %107, !dbg !23

107:                                              ; preds = %.lr.ph, %187
  %108 = phi float [ 0.000000e+00, %.lr.ph ], [ %221, %187 ]
  %109 = phi float [ 0.000000e+00, %.lr.ph ], [ %222, %187 ]
  %110 = phi float [ 0.000000e+00, %.lr.ph ], [ %223, %187 ]
  %111 = phi float [ 0.000000e+00, %.lr.ph ], [ %224, %187 ]
  %112 = phi float [ 0.000000e+00, %.lr.ph ], [ %225, %187 ]
  %113 = phi float [ 0.000000e+00, %.lr.ph ], [ %226, %187 ]
  %114 = phi float [ 0.000000e+00, %.lr.ph ], [ %227, %187 ]
  %115 = phi float [ 0.000000e+00, %.lr.ph ], [ %228, %187 ]
  %116 = phi float [ 0.000000e+00, %.lr.ph ], [ %229, %187 ]
  %117 = phi float [ 0.000000e+00, %.lr.ph ], [ %230, %187 ]
  %118 = phi float [ 0.000000e+00, %.lr.ph ], [ %231, %187 ]
  %119 = phi float [ 0.000000e+00, %.lr.ph ], [ %232, %187 ]
  %120 = phi float [ 0.000000e+00, %.lr.ph ], [ %233, %187 ]
  %121 = phi float [ 0.000000e+00, %.lr.ph ], [ %234, %187 ]
  %122 = phi float [ 0.000000e+00, %.lr.ph ], [ %235, %187 ]
  %123 = phi float [ 0.000000e+00, %.lr.ph ], [ %236, %187 ]
  %124 = phi i32 [ 0, %.lr.ph ], [ %237, %187 ]
  %125 = or disjoint i32 %124, %18, !dbg !24
  %126 = or disjoint i32 %124, %20, !dbg !25
  %.reass = or disjoint i32 %124, %invariant.op
  %.reass3 = or disjoint i32 %124, %invariant.op2
  %.reass5 = or disjoint i32 %124, %invariant.op4
  %127 = icmp slt i32 %125, %5, !dbg !26
  %128 = and i1 %48, %127, !dbg !27
  %129 = and i1 %49, %127, !dbg !27
  %130 = and i1 %50, %127, !dbg !27
  %131 = and i1 %51, %127, !dbg !27
  %132 = sext i32 %125 to i64, !dbg !21
  %133 = getelementptr [2 x i8], ptr addrspace(1) %59, i64 %132, !dbg !21
  %134 = getelementptr [2 x i8], ptr addrspace(1) %61, i64 %132, !dbg !21
  %135 = getelementptr [2 x i8], ptr addrspace(1) %63, i64 %132, !dbg !21
  br i1 %128, label %136, label %139, !dbg !28

136:                                              ; preds = %107
  %137 = getelementptr [2 x i8], ptr addrspace(1) %57, i64 %132
  %138 = load <1 x half>, ptr addrspace(1) %137, align 2, !dbg !28
  br label %139, !dbg !28

139:                                              ; preds = %136, %107
  %140 = phi <1 x half> [ %138, %136 ], [ zeroinitializer, %107 ], !dbg !28
  br i1 %129, label %141, label %143, !dbg !28

141:                                              ; preds = %139
  %142 = load <1 x half>, ptr addrspace(1) %133, align 2, !dbg !28
  br label %143, !dbg !28

143:                                              ; preds = %141, %139
  %144 = phi <1 x half> [ %142, %141 ], [ zeroinitializer, %139 ], !dbg !28
  br i1 %130, label %145, label %147, !dbg !28

145:                                              ; preds = %143
  %146 = load <1 x half>, ptr addrspace(1) %134, align 2, !dbg !28
  br label %147, !dbg !28

147:                                              ; preds = %145, %143
  %148 = phi <1 x half> [ %146, %145 ], [ zeroinitializer, %143 ], !dbg !28
  br i1 %131, label %149, label %151, !dbg !28

149:                                              ; preds = %147
  %150 = load <1 x half>, ptr addrspace(1) %135, align 2, !dbg !28
  br label %151, !dbg !28

151:                                              ; preds = %149, %147
  %152 = phi <1 x half> [ %150, %149 ], [ zeroinitializer, %147 ], !dbg !28
  %153 = icmp slt i32 %126, %5, !dbg !29
  %154 = icmp slt i32 %.reass, %5, !dbg !29
  %155 = icmp slt i32 %.reass3, %5, !dbg !29
  %156 = icmp slt i32 %.reass5, %5, !dbg !29
  %157 = and i1 %64, %153, !dbg !30
  %158 = and i1 %64, %154, !dbg !30
  %159 = and i1 %64, %155, !dbg !30
  %160 = and i1 %64, %156, !dbg !30
  %161 = mul i32 %.reass, %4, !dbg !31
  %162 = mul i32 %.reass3, %4, !dbg !31
  %163 = mul i32 %.reass5, %4, !dbg !31
  %164 = sext i32 %161 to i64, !dbg !32
  %165 = sext i32 %162 to i64, !dbg !32
  %166 = sext i32 %163 to i64, !dbg !32
  %gep = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %164, !dbg !32
  %gep7 = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %165, !dbg !32
  %gep9 = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %166, !dbg !32
  br i1 %157, label %167, label %171, !dbg !33

167:                                              ; preds = %151
  %168 = mul i32 %126, %4
  %169 = sext i32 %168 to i64
  %gep11 = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %169
  %170 = load <1 x half>, ptr addrspace(1) %gep11, align 2, !dbg !33
  br label %171, !dbg !33

171:                                              ; preds = %167, %151
  %172 = phi <1 x half> [ %170, %167 ], [ zeroinitializer, %151 ], !dbg !33
  %173 = extractelement <1 x half> %172, i64 0, !dbg !33
  br i1 %158, label %174, label %176, !dbg !33

174:                                              ; preds = %171
  %175 = load <1 x half>, ptr addrspace(1) %gep, align 2, !dbg !33
  br label %176, !dbg !33

176:                                              ; preds = %174, %171
  %177 = phi <1 x half> [ %175, %174 ], [ zeroinitializer, %171 ], !dbg !33
  %178 = extractelement <1 x half> %177, i64 0, !dbg !33
  br i1 %159, label %179, label %181, !dbg !33

179:                                              ; preds = %176
  %180 = load <1 x half>, ptr addrspace(1) %gep7, align 2, !dbg !33
  br label %181, !dbg !33

181:                                              ; preds = %179, %176
  %182 = phi <1 x half> [ %180, %179 ], [ zeroinitializer, %176 ], !dbg !33
  %183 = extractelement <1 x half> %182, i64 0, !dbg !33
  br i1 %160, label %184, label %187, !dbg !33

184:                                              ; preds = %181
  %185 = load <1 x half>, ptr addrspace(1) %gep9, align 2, !dbg !33
  %186 = shufflevector <1 x half> %185, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>, !dbg !33
  br label %187, !dbg !33

187:                                              ; preds = %184, %181
  %188 = phi <4 x half> [ %186, %184 ], [ <half 0.000000e+00, half undef, half undef, half undef>, %181 ], !dbg !33
  fence syncscope("workgroup") release, !dbg !28, !mmra !34
  tail call void @llvm.amdgcn.s.barrier(), !dbg !28
  fence syncscope("workgroup") acquire, !dbg !28, !mmra !34
  store <1 x half> %140, ptr addrspace(3) %70, align 2, !dbg !28
  store <1 x half> %148, ptr addrspace(3) %71, align 2, !dbg !28
  store <1 x half> %144, ptr addrspace(3) %73, align 2, !dbg !28
  store <1 x half> %152, ptr addrspace(3) %74, align 2, !dbg !28
  fence syncscope("workgroup") release, !dbg !28, !mmra !34
  tail call void @llvm.amdgcn.s.barrier(), !dbg !28
  fence syncscope("workgroup") acquire, !dbg !28, !mmra !34
  %189 = load <4 x half>, ptr addrspace(3) %81, align 8, !dbg !28
  %190 = load <4 x half>, ptr addrspace(3) %83, align 8, !dbg !28
  %191 = load <4 x half>, ptr addrspace(3) %85, align 8, !dbg !28
  %192 = load <4 x half>, ptr addrspace(3) %87, align 8, !dbg !28
  fence syncscope("workgroup") release, !dbg !33, !mmra !34
  tail call void @llvm.amdgcn.s.barrier(), !dbg !33
  fence syncscope("workgroup") acquire, !dbg !33, !mmra !34
  %193 = insertelement <4 x half> poison, half %173, i64 0, !dbg !33
  %194 = insertelement <4 x half> %193, half %178, i64 1, !dbg !33
  %195 = insertelement <4 x half> %194, half %183, i64 2, !dbg !33
  %196 = shufflevector <4 x half> %195, <4 x half> %188, <4 x i32> <i32 0, i32 1, i32 2, i32 4>, !dbg !33
  store <4 x half> %196, ptr addrspace(3) %97, align 8, !dbg !33
  fence syncscope("workgroup") release, !dbg !33, !mmra !34
  tail call void @llvm.amdgcn.s.barrier(), !dbg !33
  fence syncscope("workgroup") acquire, !dbg !33, !mmra !34
  %197 = load <4 x half>, ptr addrspace(3) %100, align 8, !dbg !33
  %198 = load <4 x half>, ptr addrspace(3) %102, align 8, !dbg !33
  %199 = load <4 x half>, ptr addrspace(3) %104, align 8, !dbg !33
  %200 = load <4 x half>, ptr addrspace(3) %106, align 8, !dbg !33
  %201 = insertelement <16 x float> <float poison, float poison, float poison, float poison, float poison, float poison, float poison, float poison, float poison, float poison, float undef, float undef, float undef, float undef, float undef, float undef>, float %108, i64 0, !dbg !35
  %202 = insertelement <16 x float> %201, float %109, i64 1, !dbg !35
  %203 = insertelement <16 x float> %202, float %110, i64 2, !dbg !35
  %204 = insertelement <16 x float> %203, float %111, i64 3, !dbg !35
  %205 = insertelement <16 x float> %204, float %112, i64 4, !dbg !35
  %206 = insertelement <16 x float> %205, float %113, i64 5, !dbg !35
  %207 = insertelement <16 x float> %206, float %114, i64 6, !dbg !35
  %208 = insertelement <16 x float> %207, float %115, i64 7, !dbg !35
  %209 = insertelement <16 x float> %208, float %116, i64 8, !dbg !35
  %210 = insertelement <16 x float> %209, float %117, i64 9, !dbg !35
  %211 = insertelement <16 x float> %210, float %118, i64 10, !dbg !35
  %212 = insertelement <16 x float> %211, float %119, i64 11, !dbg !35
  %213 = insertelement <16 x float> %212, float %120, i64 12, !dbg !35
  %214 = insertelement <16 x float> %213, float %121, i64 13, !dbg !35
  %215 = insertelement <16 x float> %214, float %122, i64 14, !dbg !35
  %216 = insertelement <16 x float> %215, float %123, i64 15, !dbg !35
  %217 = tail call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %197, <4 x half> %189, <16 x float> %216, i32 0, i32 0, i32 0), !dbg !35
  %218 = tail call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %198, <4 x half> %190, <16 x float> %217, i32 0, i32 0, i32 0), !dbg !35
  %219 = tail call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %199, <4 x half> %191, <16 x float> %218, i32 0, i32 0, i32 0), !dbg !35
  %220 = tail call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %200, <4 x half> %192, <16 x float> %219, i32 0, i32 0, i32 0), !dbg !35
  %221 = extractelement <16 x float> %220, i64 0, !dbg !35
  %222 = extractelement <16 x float> %220, i64 1, !dbg !35
  %223 = extractelement <16 x float> %220, i64 2, !dbg !35
  %224 = extractelement <16 x float> %220, i64 3, !dbg !35
  %225 = extractelement <16 x float> %220, i64 4, !dbg !35
  %226 = extractelement <16 x float> %220, i64 5, !dbg !35
  %227 = extractelement <16 x float> %220, i64 6, !dbg !35
  %228 = extractelement <16 x float> %220, i64 7, !dbg !35
  %229 = extractelement <16 x float> %220, i64 8, !dbg !35
  %230 = extractelement <16 x float> %220, i64 9, !dbg !35
  %231 = extractelement <16 x float> %220, i64 10, !dbg !35
  %232 = extractelement <16 x float> %220, i64 11, !dbg !35
  %233 = extractelement <16 x float> %220, i64 12, !dbg !35
  %234 = extractelement <16 x float> %220, i64 13, !dbg !35
  %235 = extractelement <16 x float> %220, i64 14, !dbg !35
  %236 = extractelement <16 x float> %220, i64 15, !dbg !35
  %237 = add i32 %124, 32, !dbg !23
  %238 = icmp slt i32 %237, %5, !dbg !23
  br i1 %238, label %107, label %._crit_edge, !dbg !23

._crit_edge:                                      ; preds = %187, %8
  %239 = phi float [ 0.000000e+00, %8 ], [ %221, %187 ], !dbg !36
  %240 = phi float [ 0.000000e+00, %8 ], [ %222, %187 ], !dbg !36
  %241 = phi float [ 0.000000e+00, %8 ], [ %223, %187 ], !dbg !36
  %242 = phi float [ 0.000000e+00, %8 ], [ %224, %187 ], !dbg !36
  %243 = phi float [ 0.000000e+00, %8 ], [ %225, %187 ], !dbg !36
  %244 = phi float [ 0.000000e+00, %8 ], [ %226, %187 ], !dbg !36
  %245 = phi float [ 0.000000e+00, %8 ], [ %227, %187 ], !dbg !36
  %246 = phi float [ 0.000000e+00, %8 ], [ %228, %187 ], !dbg !36
  %247 = phi float [ 0.000000e+00, %8 ], [ %229, %187 ], !dbg !36
  %248 = phi float [ 0.000000e+00, %8 ], [ %230, %187 ], !dbg !36
  %249 = phi float [ 0.000000e+00, %8 ], [ %231, %187 ], !dbg !36
  %250 = phi float [ 0.000000e+00, %8 ], [ %232, %187 ], !dbg !36
  %251 = phi float [ 0.000000e+00, %8 ], [ %233, %187 ], !dbg !36
  %252 = phi float [ 0.000000e+00, %8 ], [ %234, %187 ], !dbg !36
  %253 = phi float [ 0.000000e+00, %8 ], [ %235, %187 ], !dbg !36
  %254 = phi float [ 0.000000e+00, %8 ], [ %236, %187 ], !dbg !36
  %255 = icmp slt i32 %22, %3, !dbg !37
  %256 = icmp slt i32 %31, %4, !dbg !38
  %257 = icmp slt i32 %32, %4, !dbg !38
  %258 = icmp slt i32 %33, %4, !dbg !38
  %259 = icmp slt i32 %34, %4, !dbg !38
  %260 = icmp slt i32 %35, %4, !dbg !38
  %261 = icmp slt i32 %36, %4, !dbg !38
  %262 = icmp slt i32 %37, %4, !dbg !38
  %263 = icmp slt i32 %38, %4, !dbg !38
  %264 = icmp slt i32 %39, %4, !dbg !38
  %265 = icmp slt i32 %40, %4, !dbg !38
  %266 = icmp slt i32 %41, %4, !dbg !38
  %267 = icmp slt i32 %42, %4, !dbg !38
  %268 = icmp slt i32 %43, %4, !dbg !38
  %269 = icmp slt i32 %44, %4, !dbg !38
  %270 = icmp slt i32 %45, %4, !dbg !38
  %271 = icmp slt i32 %46, %4, !dbg !38
  %272 = and i1 %255, %256, !dbg !39
  %273 = and i1 %255, %257, !dbg !39
  %274 = and i1 %255, %258, !dbg !39
  %275 = and i1 %255, %259, !dbg !39
  %276 = and i1 %255, %260, !dbg !39
  %277 = and i1 %255, %261, !dbg !39
  %278 = and i1 %255, %262, !dbg !39
  %279 = and i1 %255, %263, !dbg !39
  %280 = and i1 %255, %264, !dbg !39
  %281 = and i1 %255, %265, !dbg !39
  %282 = and i1 %255, %266, !dbg !39
  %283 = and i1 %255, %267, !dbg !39
  %284 = and i1 %255, %268, !dbg !39
  %285 = and i1 %255, %269, !dbg !39
  %286 = and i1 %255, %270, !dbg !39
  %287 = and i1 %255, %271, !dbg !39
  %288 = mul i32 %4, %22, !dbg !40
  %289 = sext i32 %288 to i64, !dbg !41
  %290 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %289, !dbg !41
  %291 = sext i32 %32 to i64, !dbg !41
  %292 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %291, !dbg !41
  %293 = sext i32 %33 to i64, !dbg !41
  %294 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %293, !dbg !41
  %295 = sext i32 %34 to i64, !dbg !41
  %296 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %295, !dbg !41
  %297 = sext i32 %35 to i64, !dbg !41
  %298 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %297, !dbg !41
  %299 = sext i32 %36 to i64, !dbg !41
  %300 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %299, !dbg !41
  %301 = sext i32 %37 to i64, !dbg !41
  %302 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %301, !dbg !41
  %303 = sext i32 %38 to i64, !dbg !41
  %304 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %303, !dbg !41
  %305 = sext i32 %39 to i64, !dbg !41
  %306 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %305, !dbg !41
  %307 = sext i32 %40 to i64, !dbg !41
  %308 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %307, !dbg !41
  %309 = sext i32 %41 to i64, !dbg !41
  %310 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %309, !dbg !41
  %311 = sext i32 %42 to i64, !dbg !41
  %312 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %311, !dbg !41
  %313 = sext i32 %43 to i64, !dbg !41
  %314 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %313, !dbg !41
  %315 = sext i32 %44 to i64, !dbg !41
  %316 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %315, !dbg !41
  %317 = sext i32 %45 to i64, !dbg !41
  %318 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %317, !dbg !41
  %319 = sext i32 %46 to i64, !dbg !41
  %320 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %319, !dbg !41
  %321 = icmp eq i32 %12, 0, !dbg !14
  %322 = and i1 %272, %321, !dbg !14
  br i1 %322, label %323, label %327, !dbg !14

323:                                              ; preds = %._crit_edge
  %324 = sext i32 %31 to i64
  %325 = getelementptr [4 x i8], ptr addrspace(1) %290, i64 %324
  %326 = insertelement <1 x float> poison, float %239, i64 0
  store <1 x float> %326, ptr addrspace(1) %325, align 4, !dbg !14
  br label %327, !dbg !14

327:                                              ; preds = %323, %._crit_edge
  %328 = and i1 %273, %321, !dbg !14
  br i1 %328, label %329, label %331, !dbg !14

329:                                              ; preds = %327
  %330 = insertelement <1 x float> poison, float %240, i64 0
  store <1 x float> %330, ptr addrspace(1) %292, align 4, !dbg !14
  br label %331, !dbg !14

331:                                              ; preds = %329, %327
  %332 = and i1 %274, %321, !dbg !14
  br i1 %332, label %333, label %335, !dbg !14

333:                                              ; preds = %331
  %334 = insertelement <1 x float> poison, float %241, i64 0
  store <1 x float> %334, ptr addrspace(1) %294, align 4, !dbg !14
  br label %335, !dbg !14

335:                                              ; preds = %333, %331
  %336 = and i1 %275, %321, !dbg !14
  br i1 %336, label %337, label %339, !dbg !14

337:                                              ; preds = %335
  %338 = insertelement <1 x float> poison, float %242, i64 0
  store <1 x float> %338, ptr addrspace(1) %296, align 4, !dbg !14
  br label %339, !dbg !14

339:                                              ; preds = %337, %335
  %340 = and i1 %276, %321, !dbg !14
  br i1 %340, label %341, label %343, !dbg !14

341:                                              ; preds = %339
  %342 = insertelement <1 x float> poison, float %243, i64 0
  store <1 x float> %342, ptr addrspace(1) %298, align 4, !dbg !14
  br label %343, !dbg !14

343:                                              ; preds = %341, %339
  %344 = and i1 %277, %321, !dbg !14
  br i1 %344, label %345, label %347, !dbg !14

345:                                              ; preds = %343
  %346 = insertelement <1 x float> poison, float %244, i64 0
  store <1 x float> %346, ptr addrspace(1) %300, align 4, !dbg !14
  br label %347, !dbg !14

347:                                              ; preds = %345, %343
  %348 = and i1 %278, %321, !dbg !14
  br i1 %348, label %349, label %351, !dbg !14

349:                                              ; preds = %347
  %350 = insertelement <1 x float> poison, float %245, i64 0
  store <1 x float> %350, ptr addrspace(1) %302, align 4, !dbg !14
  br label %351, !dbg !14

351:                                              ; preds = %349, %347
  %352 = and i1 %279, %321, !dbg !14
  br i1 %352, label %353, label %355, !dbg !14

353:                                              ; preds = %351
  %354 = insertelement <1 x float> poison, float %246, i64 0
  store <1 x float> %354, ptr addrspace(1) %304, align 4, !dbg !14
  br label %355, !dbg !14

355:                                              ; preds = %353, %351
  %356 = and i1 %280, %321, !dbg !14
  br i1 %356, label %357, label %359, !dbg !14

357:                                              ; preds = %355
  %358 = insertelement <1 x float> poison, float %247, i64 0
  store <1 x float> %358, ptr addrspace(1) %306, align 4, !dbg !14
  br label %359, !dbg !14

359:                                              ; preds = %357, %355
  %360 = and i1 %281, %321, !dbg !14
  br i1 %360, label %361, label %363, !dbg !14

361:                                              ; preds = %359
  %362 = insertelement <1 x float> poison, float %248, i64 0
  store <1 x float> %362, ptr addrspace(1) %308, align 4, !dbg !14
  br label %363, !dbg !14

363:                                              ; preds = %361, %359
  %364 = and i1 %282, %321, !dbg !14
  br i1 %364, label %365, label %367, !dbg !14

365:                                              ; preds = %363
  %366 = insertelement <1 x float> poison, float %249, i64 0
  store <1 x float> %366, ptr addrspace(1) %310, align 4, !dbg !14
  br label %367, !dbg !14

367:                                              ; preds = %365, %363
  %368 = and i1 %283, %321, !dbg !14
  br i1 %368, label %369, label %371, !dbg !14

369:                                              ; preds = %367
  %370 = insertelement <1 x float> poison, float %250, i64 0
  store <1 x float> %370, ptr addrspace(1) %312, align 4, !dbg !14
  br label %371, !dbg !14

371:                                              ; preds = %369, %367
  %372 = and i1 %284, %321, !dbg !14
  br i1 %372, label %373, label %375, !dbg !14

373:                                              ; preds = %371
  %374 = insertelement <1 x float> poison, float %251, i64 0
  store <1 x float> %374, ptr addrspace(1) %314, align 4, !dbg !14
  br label %375, !dbg !14

375:                                              ; preds = %373, %371
  %376 = and i1 %285, %321, !dbg !14
  br i1 %376, label %377, label %379, !dbg !14

377:                                              ; preds = %375
  %378 = insertelement <1 x float> poison, float %252, i64 0
  store <1 x float> %378, ptr addrspace(1) %316, align 4, !dbg !14
  br label %379, !dbg !14

379:                                              ; preds = %377, %375
  %380 = and i1 %286, %321, !dbg !14
  br i1 %380, label %381, label %383, !dbg !14

381:                                              ; preds = %379
  %382 = insertelement <1 x float> poison, float %253, i64 0
  store <1 x float> %382, ptr addrspace(1) %318, align 4, !dbg !14
  br label %383, !dbg !14

383:                                              ; preds = %381, %379
  %384 = and i1 %287, %321, !dbg !14
  br i1 %384, label %385, label %387, !dbg !14

385:                                              ; preds = %383
  %386 = insertelement <1 x float> poison, float %254, i64 0
  store <1 x float> %386, ptr addrspace(1) %320, align 4, !dbg !14
  br label %387, !dbg !14

387:                                              ; preds = %385, %383
  ret void, !dbg !42
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

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half>, <4 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #4

attributes #0 = { norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-cluster-dims"="1,1,1" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-no-wwm" "denormal-fp-math-f32"="ieee" "uniform-work-group-size" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!4 = distinct !DISubprogram(name: "dot", linkageName: "dot", scope: !1, file: !1, line: 52, type: !5, scopeLine: 52, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{null, !7, !7, !9, !11, !11, !11, !12, !12}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!8 = !DIBasicType(name: "half", size: 16, encoding: DW_ATE_float)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !13, size: 64, dwarfAddressSpace: 1)
!13 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!14 = !DILocation(line: 60, column: 5, scope: !4)
!15 = !DILocation(line: 53, column: 12, scope: !4)
!16 = !DILocation(line: 53, column: 39, scope: !4)
!17 = !DILocation(line: 53, column: 69, scope: !4)
!18 = !DILocation(line: 53, column: 96, scope: !4)
!19 = !DILocation(line: 57, column: 47, scope: !4)
!20 = !DILocation(line: 57, column: 25, scope: !4)
!21 = !DILocation(line: 57, column: 21, scope: !4)
!22 = !DILocation(line: 58, column: 58, scope: !4)
!23 = !DILocation(line: 55, column: 5, scope: !4)
!24 = !DILocation(line: 56, column: 24, scope: !4)
!25 = !DILocation(line: 56, column: 62, scope: !4)
!26 = !DILocation(line: 57, column: 57, scope: !4)
!27 = !DILocation(line: 57, column: 46, scope: !4)
!28 = !DILocation(line: 57, column: 13, scope: !4)
!29 = !DILocation(line: 58, column: 45, scope: !4)
!30 = !DILocation(line: 58, column: 44, scope: !4)
!31 = !DILocation(line: 58, column: 25, scope: !4)
!32 = !DILocation(line: 58, column: 21, scope: !4)
!33 = !DILocation(line: 58, column: 13, scope: !4)
!34 = !{!"amdgpu-synchronize-as", !"local"}
!35 = !DILocation(line: 59, column: 17, scope: !4)
!36 = !DILocation(line: 54, column: 13, scope: !4)
!37 = !DILocation(line: 60, column: 42, scope: !4)
!38 = !DILocation(line: 60, column: 52, scope: !4)
!39 = !DILocation(line: 60, column: 41, scope: !4)
!40 = !DILocation(line: 60, column: 18, scope: !4)
!41 = !DILocation(line: 60, column: 14, scope: !4)
!42 = !DILocation(line: 52, column: 1, scope: !4)
