; M8: Work-items that wait for one another let others run
;: positive
;: options --kernel k --grid 3 --block 2
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@flags = internal addrspace(1) global [7 x i32] zeroinitializer, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

; each thread but the last waits until the next one, perhaps of another block, has set its flag
define ptx_kernel void @k() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %twice = shl i32 %b, 1
  %i = add i32 %twice, %x
  %after = add i32 %i, 1
  %own = getelementptr i32, ptr addrspace(1) @flags, i32 %i
  %next = getelementptr i32, ptr addrspace(1) @flags, i32 %after
  %last = icmp eq i32 %i, 5
  br i1 %last, label %set, label %wait
wait:
  %seen = load atomic i32, ptr addrspace(1) %next acquire, align 4
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %wait, label %set
set:
  store atomic i32 1, ptr addrspace(1) %own release, align 4
  ret void
}
