; dot of kernels.py; shared memory: 4096 bytes
; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: nounwind
define ptx_kernel void @dot(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3, i32 %4, i32 %5, ptr addrspace(1) nofree readnone captures(none) %6, ptr addrspace(1) nofree readnone captures(none) %7) local_unnamed_addr #0 !dbg !4 {
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !14
  %10 = shl i32 %9, 5, !dbg !14
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !15
  %12 = lshr i32 %11, 5, !dbg !15
  %13 = and i32 %12, 3, !dbg !15
  %14 = or disjoint i32 %13, 4, !dbg !15
  %15 = or disjoint i32 %13, 8, !dbg !15
  %16 = or disjoint i32 %13, 12, !dbg !15
  %17 = or disjoint i32 %13, 16, !dbg !15
  %18 = or disjoint i32 %13, 20, !dbg !15
  %19 = or disjoint i32 %13, 24, !dbg !15
  %20 = or i32 %12, 28, !dbg !15
  %21 = or disjoint i32 %13, %10, !dbg !14
  %22 = or disjoint i32 %14, %10, !dbg !14
  %23 = or disjoint i32 %15, %10, !dbg !14
  %24 = or disjoint i32 %16, %10, !dbg !14
  %25 = or disjoint i32 %17, %10, !dbg !14
  %26 = or disjoint i32 %18, %10, !dbg !14
  %27 = or disjoint i32 %19, %10, !dbg !14
  %28 = or disjoint i32 %20, %10, !dbg !14
  %29 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !16
  %30 = shl nuw nsw i32 %29, 5, !dbg !16
  %31 = and i32 %11, 31, !dbg !17
  %32 = or disjoint i32 %30, %31, !dbg !16
  %33 = icmp slt i32 %21, %3, !dbg !18
  %34 = icmp slt i32 %22, %3, !dbg !18
  %35 = icmp slt i32 %23, %3, !dbg !18
  %36 = icmp slt i32 %24, %3, !dbg !18
  %37 = icmp slt i32 %25, %3, !dbg !18
  %38 = icmp slt i32 %26, %3, !dbg !18
  %39 = icmp slt i32 %27, %3, !dbg !18
  %40 = icmp slt i32 %28, %3, !dbg !18
  %41 = mul i32 %5, %21, !dbg !19
  %42 = mul i32 %5, %22, !dbg !19
  %43 = mul i32 %5, %23, !dbg !19
  %44 = mul i32 %5, %24, !dbg !19
  %45 = mul i32 %5, %25, !dbg !19
  %46 = mul i32 %5, %26, !dbg !19
  %47 = mul i32 %5, %27, !dbg !19
  %48 = mul i32 %5, %28, !dbg !19
  %49 = sext i32 %41 to i64, !dbg !20
  %50 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %49, !dbg !20
  %51 = sext i32 %42 to i64, !dbg !20
  %52 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %51, !dbg !20
  %53 = sext i32 %43 to i64, !dbg !20
  %54 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %53, !dbg !20
  %55 = sext i32 %44 to i64, !dbg !20
  %56 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %55, !dbg !20
  %57 = sext i32 %45 to i64, !dbg !20
  %58 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %57, !dbg !20
  %59 = sext i32 %46 to i64, !dbg !20
  %60 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %59, !dbg !20
  %61 = sext i32 %47 to i64, !dbg !20
  %62 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %61, !dbg !20
  %63 = sext i32 %48 to i64, !dbg !20
  %64 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %63, !dbg !20
  %65 = icmp slt i32 %32, %4, !dbg !21
  %66 = icmp sgt i32 %5, 0, !dbg !22
  br i1 %66, label %.lr.ph, label %.._crit_edge_crit_edge, !dbg !22

.._crit_edge_crit_edge:                           ; preds = %8
  %.pre = zext nneg i32 %32 to i64, !dbg !23
  %.pre31 = shl nuw nsw i32 %11, 3, !dbg !24
  %.pre33 = shl nuw nsw i32 %11, 1, !dbg !24
  %.pre35 = and i32 %11, 64, !dbg !24
  br label %._crit_edge, !dbg !22

.lr.ph:                                           ; preds = %8
  %67 = shl nuw nsw i32 %11, 1
  %68 = and i32 %67, 126
  %69 = and i32 %11, 64
  %70 = icmp eq i32 %69, 0
  %71 = select i1 %70, i32 0, i32 144
  %72 = xor i32 %71, %68
  %73 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %72
  %74 = or disjoint i32 %72, 512
  %75 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %74
  %76 = or disjoint i32 %72, 1024
  %77 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %76
  %78 = or disjoint i32 %72, 1536
  %79 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %78
  %80 = xor i32 %72, 288
  %81 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %80
  %82 = or disjoint i32 %80, 512
  %83 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %82
  %84 = or disjoint i32 %80, 1024
  %85 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %84
  %86 = or disjoint i32 %80, 1536
  %87 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %86
  %88 = zext nneg i32 %32 to i64
  %invariant.gep = getelementptr [2 x i8], ptr addrspace(1) %1, i64 %88, !dbg !22
  %89 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %72
  %90 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %74
  %91 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %76
  %92 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %78
  %93 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %80
  %94 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %82
  %95 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %84
  %96 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %86
  %97 = shl nuw nsw i32 %11, 6
  %98 = and i32 %97, 960
  %99 = shl nuw nsw i32 %11, 3
  %100 = and i32 %99, 48
  %101 = and i32 %11, 16
  %102 = shl nuw nsw i32 %69, 4
  %103 = or disjoint i32 %98, %102
  %104 = xor i32 %100, %101
  %105 = or disjoint i32 %103, %104
  %106 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %105
  %107 = xor i32 %105, 32
  %108 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %107
  %109 = shl nuw nsw i32 %31, 6
  %110 = lshr i32 %11, 1
  %111 = and i32 %110, 16
  %112 = xor i32 %100, %111
  %113 = or disjoint i32 %112, %109
  %114 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %113
  %115 = xor i32 %113, 32
  %116 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %115
  br label %117, !dbg !22

117:                                              ; preds = %.lr.ph, %117
  %118 = phi float [ 0.000000e+00, %.lr.ph ], [ %249, %117 ]
  %119 = phi float [ 0.000000e+00, %.lr.ph ], [ %250, %117 ]
  %120 = phi float [ 0.000000e+00, %.lr.ph ], [ %251, %117 ]
  %121 = phi float [ 0.000000e+00, %.lr.ph ], [ %252, %117 ]
  %122 = phi float [ 0.000000e+00, %.lr.ph ], [ %254, %117 ]
  %123 = phi float [ 0.000000e+00, %.lr.ph ], [ %255, %117 ]
  %124 = phi float [ 0.000000e+00, %.lr.ph ], [ %256, %117 ]
  %125 = phi float [ 0.000000e+00, %.lr.ph ], [ %257, %117 ]
  %126 = phi i32 [ 0, %.lr.ph ], [ %258, %117 ]
  %127 = or disjoint i32 %126, %31, !dbg !25
  %128 = or disjoint i32 %126, %13, !dbg !26
  %129 = or disjoint i32 %126, %14, !dbg !26
  %130 = or disjoint i32 %126, %15, !dbg !26
  %131 = or disjoint i32 %126, %16, !dbg !26
  %132 = or disjoint i32 %126, %17, !dbg !26
  %133 = or disjoint i32 %126, %18, !dbg !26
  %134 = or disjoint i32 %126, %19, !dbg !26
  %135 = or disjoint i32 %126, %20, !dbg !26
  %136 = icmp slt i32 %127, %5, !dbg !27
  %137 = and i1 %33, %136, !dbg !28
  %138 = and i1 %34, %136, !dbg !28
  %139 = and i1 %35, %136, !dbg !28
  %140 = and i1 %36, %136, !dbg !28
  %141 = and i1 %37, %136, !dbg !28
  %142 = and i1 %38, %136, !dbg !28
  %143 = and i1 %39, %136, !dbg !28
  %144 = and i1 %40, %136, !dbg !28
  %145 = sext i32 %127 to i64, !dbg !20
  %146 = getelementptr [2 x i8], ptr addrspace(1) %50, i64 %145, !dbg !20
  %147 = getelementptr [2 x i8], ptr addrspace(1) %52, i64 %145, !dbg !20
  %148 = getelementptr [2 x i8], ptr addrspace(1) %54, i64 %145, !dbg !20
  %149 = getelementptr [2 x i8], ptr addrspace(1) %56, i64 %145, !dbg !20
  %150 = getelementptr [2 x i8], ptr addrspace(1) %58, i64 %145, !dbg !20
  %151 = getelementptr [2 x i8], ptr addrspace(1) %60, i64 %145, !dbg !20
  %152 = getelementptr [2 x i8], ptr addrspace(1) %62, i64 %145, !dbg !20
  %153 = getelementptr [2 x i8], ptr addrspace(1) %64, i64 %145, !dbg !20
  %154 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %146, i1 %137) #4, !dbg !29
  %155 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %147, i1 %138) #4, !dbg !29
  %156 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %148, i1 %139) #4, !dbg !29
  %157 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %149, i1 %140) #4, !dbg !29
  %158 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %150, i1 %141) #4, !dbg !29
  %159 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %151, i1 %142) #4, !dbg !29
  %160 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %152, i1 %143) #4, !dbg !29
  %161 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %153, i1 %144) #4, !dbg !29
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !29
  %162 = insertelement <1 x i16> poison, i16 %154, i64 0, !dbg !29
  store <1 x i16> %162, ptr addrspace(3) %73, align 2, !dbg !29
  %163 = insertelement <1 x i16> poison, i16 %156, i64 0, !dbg !29
  store <1 x i16> %163, ptr addrspace(3) %75, align 2, !dbg !29
  %164 = insertelement <1 x i16> poison, i16 %158, i64 0, !dbg !29
  store <1 x i16> %164, ptr addrspace(3) %77, align 2, !dbg !29
  %165 = insertelement <1 x i16> poison, i16 %160, i64 0, !dbg !29
  store <1 x i16> %165, ptr addrspace(3) %79, align 2, !dbg !29
  %166 = insertelement <1 x i16> poison, i16 %155, i64 0, !dbg !29
  store <1 x i16> %166, ptr addrspace(3) %81, align 2, !dbg !29
  %167 = insertelement <1 x i16> poison, i16 %157, i64 0, !dbg !29
  store <1 x i16> %167, ptr addrspace(3) %83, align 2, !dbg !29
  %168 = insertelement <1 x i16> poison, i16 %159, i64 0, !dbg !29
  store <1 x i16> %168, ptr addrspace(3) %85, align 2, !dbg !29
  %169 = insertelement <1 x i16> poison, i16 %161, i64 0, !dbg !29
  store <1 x i16> %169, ptr addrspace(3) %87, align 2, !dbg !29
  %170 = icmp slt i32 %128, %5, !dbg !30
  %171 = icmp slt i32 %129, %5, !dbg !30
  %172 = icmp slt i32 %130, %5, !dbg !30
  %173 = icmp slt i32 %131, %5, !dbg !30
  %174 = icmp slt i32 %132, %5, !dbg !30
  %175 = icmp slt i32 %133, %5, !dbg !30
  %176 = icmp slt i32 %134, %5, !dbg !30
  %177 = icmp slt i32 %135, %5, !dbg !30
  %178 = and i1 %65, %170, !dbg !31
  %179 = and i1 %65, %171, !dbg !31
  %180 = and i1 %65, %172, !dbg !31
  %181 = and i1 %65, %173, !dbg !31
  %182 = and i1 %65, %174, !dbg !31
  %183 = and i1 %65, %175, !dbg !31
  %184 = and i1 %65, %176, !dbg !31
  %185 = and i1 %65, %177, !dbg !31
  %186 = mul i32 %128, %4, !dbg !32
  %187 = mul i32 %129, %4, !dbg !32
  %188 = mul i32 %130, %4, !dbg !32
  %189 = mul i32 %131, %4, !dbg !32
  %190 = mul i32 %132, %4, !dbg !32
  %191 = mul i32 %133, %4, !dbg !32
  %192 = mul i32 %134, %4, !dbg !32
  %193 = mul i32 %135, %4, !dbg !32
  %194 = sext i32 %186 to i64, !dbg !33
  %195 = sext i32 %187 to i64, !dbg !33
  %196 = sext i32 %188 to i64, !dbg !33
  %197 = sext i32 %189 to i64, !dbg !33
  %198 = sext i32 %190 to i64, !dbg !33
  %199 = sext i32 %191 to i64, !dbg !33
  %200 = sext i32 %192 to i64, !dbg !33
  %201 = sext i32 %193 to i64, !dbg !33
  %gep = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %194, !dbg !33
  %gep17 = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %195, !dbg !33
  %gep19 = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %196, !dbg !33
  %gep21 = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %197, !dbg !33
  %gep23 = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %198, !dbg !33
  %gep25 = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %199, !dbg !33
  %gep27 = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %200, !dbg !33
  %gep29 = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %201, !dbg !33
  %202 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %gep, i1 %178) #4, !dbg !34
  %203 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %gep17, i1 %179) #4, !dbg !34
  %204 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %gep19, i1 %180) #4, !dbg !34
  %205 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %gep21, i1 %181) #4, !dbg !34
  %206 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %gep23, i1 %182) #4, !dbg !34
  %207 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %gep25, i1 %183) #4, !dbg !34
  %208 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %gep27, i1 %184) #4, !dbg !34
  %209 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %gep29, i1 %185) #4, !dbg !34
  %210 = insertelement <1 x i16> poison, i16 %202, i64 0, !dbg !34
  store <1 x i16> %210, ptr addrspace(3) %89, align 2, !dbg !34
  %211 = insertelement <1 x i16> poison, i16 %204, i64 0, !dbg !34
  store <1 x i16> %211, ptr addrspace(3) %90, align 2, !dbg !34
  %212 = insertelement <1 x i16> poison, i16 %206, i64 0, !dbg !34
  store <1 x i16> %212, ptr addrspace(3) %91, align 2, !dbg !34
  %213 = insertelement <1 x i16> poison, i16 %208, i64 0, !dbg !34
  store <1 x i16> %213, ptr addrspace(3) %92, align 2, !dbg !34
  %214 = insertelement <1 x i16> poison, i16 %203, i64 0, !dbg !34
  store <1 x i16> %214, ptr addrspace(3) %93, align 2, !dbg !34
  %215 = insertelement <1 x i16> poison, i16 %205, i64 0, !dbg !34
  store <1 x i16> %215, ptr addrspace(3) %94, align 2, !dbg !34
  %216 = insertelement <1 x i16> poison, i16 %207, i64 0, !dbg !34
  store <1 x i16> %216, ptr addrspace(3) %95, align 2, !dbg !34
  %217 = insertelement <1 x i16> poison, i16 %209, i64 0, !dbg !34
  store <1 x i16> %217, ptr addrspace(3) %96, align 2, !dbg !34
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !29
  %218 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %106), !dbg !29
  %219 = extractvalue { i32, i32, i32, i32 } %218, 0, !dbg !29
  %220 = extractvalue { i32, i32, i32, i32 } %218, 1, !dbg !29
  %221 = extractvalue { i32, i32, i32, i32 } %218, 2, !dbg !29
  %222 = extractvalue { i32, i32, i32, i32 } %218, 3, !dbg !29
  %223 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %108), !dbg !29
  %224 = extractvalue { i32, i32, i32, i32 } %223, 0, !dbg !29
  %225 = extractvalue { i32, i32, i32, i32 } %223, 1, !dbg !29
  %226 = extractvalue { i32, i32, i32, i32 } %223, 2, !dbg !29
  %227 = extractvalue { i32, i32, i32, i32 } %223, 3, !dbg !29
  %228 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %114), !dbg !34
  %229 = extractvalue { i32, i32, i32, i32 } %228, 0, !dbg !34
  %230 = extractvalue { i32, i32, i32, i32 } %228, 1, !dbg !34
  %231 = extractvalue { i32, i32, i32, i32 } %228, 2, !dbg !34
  %232 = extractvalue { i32, i32, i32, i32 } %228, 3, !dbg !34
  %233 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %116), !dbg !34
  %234 = extractvalue { i32, i32, i32, i32 } %233, 0, !dbg !34
  %235 = extractvalue { i32, i32, i32, i32 } %233, 1, !dbg !34
  %236 = extractvalue { i32, i32, i32, i32 } %233, 2, !dbg !34
  %237 = extractvalue { i32, i32, i32, i32 } %233, 3, !dbg !34
  %238 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %118, float %119, float %120, float %121, i32 %219, i32 %220, i32 %221, i32 %222, i32 %229, i32 %230) #4, !dbg !35
  %239 = extractvalue { float, float, float, float } %238, 0, !dbg !35
  %240 = extractvalue { float, float, float, float } %238, 1, !dbg !35
  %241 = extractvalue { float, float, float, float } %238, 2, !dbg !35
  %242 = extractvalue { float, float, float, float } %238, 3, !dbg !35
  %243 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %122, float %123, float %124, float %125, i32 %219, i32 %220, i32 %221, i32 %222, i32 %234, i32 %235) #4, !dbg !35
  %244 = extractvalue { float, float, float, float } %243, 0, !dbg !35
  %245 = extractvalue { float, float, float, float } %243, 1, !dbg !35
  %246 = extractvalue { float, float, float, float } %243, 2, !dbg !35
  %247 = extractvalue { float, float, float, float } %243, 3, !dbg !35
  %248 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %239, float %240, float %241, float %242, i32 %224, i32 %225, i32 %226, i32 %227, i32 %231, i32 %232) #4, !dbg !35
  %249 = extractvalue { float, float, float, float } %248, 0, !dbg !35
  %250 = extractvalue { float, float, float, float } %248, 1, !dbg !35
  %251 = extractvalue { float, float, float, float } %248, 2, !dbg !35
  %252 = extractvalue { float, float, float, float } %248, 3, !dbg !35
  %253 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %244, float %245, float %246, float %247, i32 %224, i32 %225, i32 %226, i32 %227, i32 %236, i32 %237) #4, !dbg !35
  %254 = extractvalue { float, float, float, float } %253, 0, !dbg !35
  %255 = extractvalue { float, float, float, float } %253, 1, !dbg !35
  %256 = extractvalue { float, float, float, float } %253, 2, !dbg !35
  %257 = extractvalue { float, float, float, float } %253, 3, !dbg !35
  %258 = add i32 %126, 32, !dbg !22
  %259 = icmp slt i32 %258, %5, !dbg !22
  br i1 %259, label %117, label %._crit_edge, !dbg !22

._crit_edge:                                      ; preds = %117, %.._crit_edge_crit_edge
  %.pre-phi36 = phi i32 [ %.pre35, %.._crit_edge_crit_edge ], [ %69, %117 ], !dbg !24
  %.pre-phi34 = phi i32 [ %.pre33, %.._crit_edge_crit_edge ], [ %67, %117 ], !dbg !24
  %.pre-phi32 = phi i32 [ %.pre31, %.._crit_edge_crit_edge ], [ %99, %117 ], !dbg !24
  %.pre-phi = phi i64 [ %.pre, %.._crit_edge_crit_edge ], [ %88, %117 ], !dbg !23
  %260 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %249, %117 ], !dbg !36
  %261 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %250, %117 ], !dbg !36
  %262 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %251, %117 ], !dbg !36
  %263 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %252, %117 ], !dbg !36
  %264 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %254, %117 ], !dbg !36
  %265 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %255, %117 ], !dbg !36
  %266 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %256, %117 ], !dbg !36
  %267 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %257, %117 ], !dbg !36
  %268 = and i1 %33, %65, !dbg !37
  %269 = and i1 %34, %65, !dbg !37
  %270 = and i1 %35, %65, !dbg !37
  %271 = and i1 %36, %65, !dbg !37
  %272 = and i1 %37, %65, !dbg !37
  %273 = and i1 %38, %65, !dbg !37
  %274 = and i1 %39, %65, !dbg !37
  %275 = and i1 %40, %65, !dbg !37
  %276 = mul i32 %4, %21, !dbg !38
  %277 = mul i32 %4, %22, !dbg !38
  %278 = mul i32 %4, %23, !dbg !38
  %279 = mul i32 %4, %24, !dbg !38
  %280 = mul i32 %4, %25, !dbg !38
  %281 = mul i32 %4, %26, !dbg !38
  %282 = mul i32 %4, %27, !dbg !38
  %283 = mul i32 %4, %28, !dbg !38
  %284 = sext i32 %276 to i64, !dbg !23
  %285 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %284, !dbg !23
  %286 = sext i32 %277 to i64, !dbg !23
  %287 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %286, !dbg !23
  %288 = sext i32 %278 to i64, !dbg !23
  %289 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %288, !dbg !23
  %290 = sext i32 %279 to i64, !dbg !23
  %291 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %290, !dbg !23
  %292 = sext i32 %280 to i64, !dbg !23
  %293 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %292, !dbg !23
  %294 = sext i32 %281 to i64, !dbg !23
  %295 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %294, !dbg !23
  %296 = sext i32 %282 to i64, !dbg !23
  %297 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %296, !dbg !23
  %298 = sext i32 %283 to i64, !dbg !23
  %299 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %298, !dbg !23
  %300 = getelementptr [4 x i8], ptr addrspace(1) %285, i64 %.pre-phi, !dbg !23
  %301 = getelementptr [4 x i8], ptr addrspace(1) %287, i64 %.pre-phi, !dbg !23
  %302 = getelementptr [4 x i8], ptr addrspace(1) %289, i64 %.pre-phi, !dbg !23
  %303 = getelementptr [4 x i8], ptr addrspace(1) %291, i64 %.pre-phi, !dbg !23
  %304 = getelementptr [4 x i8], ptr addrspace(1) %293, i64 %.pre-phi, !dbg !23
  %305 = getelementptr [4 x i8], ptr addrspace(1) %295, i64 %.pre-phi, !dbg !23
  %306 = getelementptr [4 x i8], ptr addrspace(1) %297, i64 %.pre-phi, !dbg !23
  %307 = getelementptr [4 x i8], ptr addrspace(1) %299, i64 %.pre-phi, !dbg !23
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !24
  %308 = shl nuw nsw i32 %11, 8, !dbg !24
  %309 = and i32 %308, 3072, !dbg !24
  %310 = shl nuw nsw i32 %11, 4, !dbg !24
  %311 = and i32 %310, 48, !dbg !24
  %312 = and i32 %.pre-phi32, 192, !dbg !24
  %313 = and i32 %.pre-phi34, 72, !dbg !24
  %314 = shl nuw nsw i32 %.pre-phi36, 2, !dbg !24
  %315 = or disjoint i32 %309, %311, !dbg !24
  %316 = xor i32 %312, %313, !dbg !24
  %317 = or disjoint i32 %315, %316, !dbg !24
  %318 = or disjoint i32 %317, %314, !dbg !24
  %319 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %318, !dbg !24
  %320 = insertelement <2 x float> poison, float %260, i64 0, !dbg !24
  %321 = insertelement <2 x float> %320, float %262, i64 1, !dbg !24
  store <2 x float> %321, ptr addrspace(3) %319, align 8, !dbg !24
  %322 = getelementptr inbounds nuw i8, ptr addrspace(3) %319, i32 512, !dbg !24
  %323 = insertelement <2 x float> poison, float %264, i64 0, !dbg !24
  %324 = insertelement <2 x float> %323, float %266, i64 1, !dbg !24
  store <2 x float> %324, ptr addrspace(3) %322, align 8, !dbg !24
  %325 = xor i32 %318, 8, !dbg !24
  %326 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %325, !dbg !24
  %327 = insertelement <2 x float> poison, float %261, i64 0, !dbg !24
  %328 = insertelement <2 x float> %327, float %263, i64 1, !dbg !24
  store <2 x float> %328, ptr addrspace(3) %326, align 8, !dbg !24
  %329 = getelementptr inbounds nuw i8, ptr addrspace(3) %326, i32 512, !dbg !24
  %330 = insertelement <2 x float> poison, float %265, i64 0, !dbg !24
  %331 = insertelement <2 x float> %330, float %267, i64 1, !dbg !24
  store <2 x float> %331, ptr addrspace(3) %329, align 8, !dbg !24
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !24
  %332 = and i32 %.pre-phi32, 120, !dbg !24
  %333 = shl nuw nsw i32 %11, 5, !dbg !24
  %334 = and i32 %333, 512, !dbg !24
  %335 = and i32 %11, 32, !dbg !24
  %336 = icmp eq i32 %335, 0, !dbg !24
  %337 = select i1 %336, i32 0, i32 1032, !dbg !24
  %338 = icmp eq i32 %.pre-phi36, 0, !dbg !24
  %339 = select i1 %338, i32 0, i32 2112, !dbg !24
  %340 = xor i32 %337, %332, !dbg !24
  %341 = xor i32 %340, %339, !dbg !24
  %342 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %334, !dbg !24
  %343 = getelementptr inbounds nuw i8, ptr addrspace(3) %342, i32 %341, !dbg !24
  %344 = load <2 x i32>, ptr addrspace(3) %343, align 8, !dbg !24
  %345 = getelementptr inbounds nuw i8, ptr addrspace(3) %343, i32 128, !dbg !24
  %346 = load <2 x i32>, ptr addrspace(3) %345, align 8, !dbg !24
  %347 = getelementptr inbounds nuw i8, ptr addrspace(3) %343, i32 256, !dbg !24
  %348 = load <2 x i32>, ptr addrspace(3) %347, align 8, !dbg !24
  %349 = getelementptr inbounds nuw i8, ptr addrspace(3) %343, i32 384, !dbg !24
  %350 = load <2 x i32>, ptr addrspace(3) %349, align 8, !dbg !24
  %.extract = extractelement <2 x i32> %344, i64 0, !dbg !24
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %.extract, ptr addrspace(1) %300, i1 %268) #4, !dbg !24
  %.extract9 = extractelement <2 x i32> %346, i64 0, !dbg !24
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %.extract9, ptr addrspace(1) %301, i1 %269) #4, !dbg !24
  %.extract10 = extractelement <2 x i32> %344, i64 1, !dbg !24
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %.extract10, ptr addrspace(1) %302, i1 %270) #4, !dbg !24
  %.extract11 = extractelement <2 x i32> %346, i64 1, !dbg !24
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %.extract11, ptr addrspace(1) %303, i1 %271) #4, !dbg !24
  %.extract12 = extractelement <2 x i32> %348, i64 0, !dbg !24
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %.extract12, ptr addrspace(1) %304, i1 %272) #4, !dbg !24
  %.extract13 = extractelement <2 x i32> %350, i64 0, !dbg !24
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %.extract13, ptr addrspace(1) %305, i1 %273) #4, !dbg !24
  %.extract14 = extractelement <2 x i32> %348, i64 1, !dbg !24
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %.extract14, ptr addrspace(1) %306, i1 %274) #4, !dbg !24
  %.extract15 = extractelement <2 x i32> %350, i64 1, !dbg !24
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %.extract15, ptr addrspace(1) %307, i1 %275) #4, !dbg !24
  ret void, !dbg !39
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

; Function Attrs: convergent nocallback nofree nounwind memory(argmem: read)
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) readonly captures(none)) #3

; Function Attrs: convergent nocallback nofree nounwind memory(argmem: read)
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) readonly captures(none)) #3

attributes #0 = { nounwind "nvvm.reqntid"="128" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { convergent nocallback nofree nounwind memory(argmem: read) }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
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
!14 = !DILocation(line: 53, column: 12, scope: !4)
!15 = !DILocation(line: 53, column: 39, scope: !4)
!16 = !DILocation(line: 53, column: 69, scope: !4)
!17 = !DILocation(line: 53, column: 96, scope: !4)
!18 = !DILocation(line: 57, column: 47, scope: !4)
!19 = !DILocation(line: 57, column: 25, scope: !4)
!20 = !DILocation(line: 57, column: 21, scope: !4)
!21 = !DILocation(line: 58, column: 58, scope: !4)
!22 = !DILocation(line: 55, column: 5, scope: !4)
!23 = !DILocation(line: 60, column: 14, scope: !4)
!24 = !DILocation(line: 60, column: 5, scope: !4)
!25 = !DILocation(line: 56, column: 24, scope: !4)
!26 = !DILocation(line: 56, column: 62, scope: !4)
!27 = !DILocation(line: 57, column: 57, scope: !4)
!28 = !DILocation(line: 57, column: 46, scope: !4)
!29 = !DILocation(line: 57, column: 13, scope: !4)
!30 = !DILocation(line: 58, column: 45, scope: !4)
!31 = !DILocation(line: 58, column: 44, scope: !4)
!32 = !DILocation(line: 58, column: 25, scope: !4)
!33 = !DILocation(line: 58, column: 21, scope: !4)
!34 = !DILocation(line: 58, column: 13, scope: !4)
!35 = !DILocation(line: 59, column: 17, scope: !4)
!36 = !DILocation(line: 54, column: 13, scope: !4)
!37 = !DILocation(line: 60, column: 41, scope: !4)
!38 = !DILocation(line: 60, column: 18, scope: !4)
!39 = !DILocation(line: 52, column: 1, scope: !4)
