; W5: over the fragments that the target documents
;: positive
;: options --kernel k --grid 1 --block 32

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare void @llvm.trap()
; A has ones, and the columns of B have the number of the column: lane 4 g + t has the column g of B, and the columns 2 t
; and 2 t + 1 of the result. Each sum has 8 products.
define ptx_kernel void @k() {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %g = lshr i32 %lane, 2
  %t = and i32 %lane, 3
  %number = uitofp i32 %g to float
  %b = bitcast float %number to i32
  %d = call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $4, $4, $4}, {$5, $5}, {$6, $6, $6, $6};", "=f,=f,=f,=f,r,r,f"(i32 1065353216, i32 %b, float 1.0)
  %d0 = extractvalue { float, float, float, float } %d, 0
  %d3 = extractvalue { float, float, float, float } %d, 3
  %column = shl i32 %t, 1
  %c0 = uitofp i32 %column to float
  %sum0 = fmul float %c0, 8.0
  %want0 = fadd float %sum0, 1.0
  %want3 = fadd float %want0, 8.0
  %right0 = fcmp oeq float %d0, %want0
  %right3 = fcmp oeq float %d3, %want3
  %good = and i1 %right0, %right3
  br i1 %good, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
