; M8: where none can go on: `no-progress`, with who waits for what.
;: negative
;: exit trap
;: diagnostic no-progress error
;: options --kernel k --grid 2 --block 1
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@locks = internal addrspace(1) global [2 x i32] zeroinitializer, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

; each of two blocks holds the lock that the other one takes next, once both have one
define ptx_kernel void @k() {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %o = xor i32 %b, 1
  %own = getelementptr i32, ptr addrspace(1) @locks, i32 %b
  %other = getelementptr i32, ptr addrspace(1) @locks, i32 %o
  %first = cmpxchg ptr addrspace(1) %own, i32 0, i32 1 acquire monotonic, align 4
  br label %both
both:
  %seen = load atomic i32, ptr addrspace(1) %other acquire, align 4
  %free = icmp eq i32 %seen, 0
  br i1 %free, label %both, label %take
take:
  %got = cmpxchg ptr addrspace(1) %other, i32 0, i32 1 acquire monotonic, align 4
  %held = extractvalue { i32, i1 } %got, 1
  br i1 %held, label %done, label %take
done:
  ret void
}
