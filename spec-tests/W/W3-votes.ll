; W3: shuffles, votes and matches order no memory access
;: negative
;: options --kernel k --grid 1 --block 64 --check=race
;: needs --check=race
;: exit trap
;: diagnostic data-race error
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [64 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare void @llvm.trap()

define ptx_kernel void @k() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr [64 x i32], ptr addrspace(3) @s, i32 0, i32 %x
  store i32 %x, ptr addrspace(3) %own
  %p = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 true)
  %other = xor i32 %x, 31
  %at = getelementptr [64 x i32], ptr addrspace(3) @s, i32 0, i32 %other
  %v = load i32, ptr addrspace(3) %at
  %q = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 true)
  store i32 0, ptr addrspace(3) %own
  %good = icmp eq i32 %v, %other
  br i1 %good, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
