; W5: are collectives
;: negative
;: options --kernel k --grid 1 --block 32
;: exit trap
;: diagnostic warp-divergence error
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
define ptx_kernel void @k() {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %low = icmp ult i32 %lane, 16
  br i1 %low, label %product, label %done
product:
  %d = call { i32, i32 } asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {$0, $1}, {$2, $2}, {$2}, {$2, $2};", "=r,=r,r"(i32 0)
  br label %done
done:
  ret void
}
