; K5: Work-items that have ended: choice `ended-at-barrier`: `error`.
;: negative
;: options --kernel k --grid 2 --block 4 --sem ended-at-barrier=error
;: exit trap
;: diagnostic barrier-divergence error
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@l = internal addrspace(3) global [4 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.trap()

; thread 3 ends first; the others read what it has written
define ptx_kernel void @k() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %x to i64
  %at = getelementptr [4 x i32], ptr addrspace(3) @l, i64 0, i64 %i
  store i32 %x, ptr addrspace(3) %at
  %last = icmp eq i32 %x, 3
  br i1 %last, label %done, label %wait
wait:
  call void @llvm.nvvm.barrier0()
  %other = sub i64 3, %i
  %from = getelementptr [4 x i32], ptr addrspace(3) @l, i64 0, i64 %other
  %v = load i32, ptr addrspace(3) %from
  %expected = sub i32 3, %x
  %good = icmp eq i32 %v, %expected
  br i1 %good, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
