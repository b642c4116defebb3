; W1: consecutive work-items by linear id
;: positive
;: options --kernel k --grid 2 --block 5,4,2 --warp 8

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.warpid()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare void @llvm.trap()
; Lane i of warp w is work-item 8 w + i, x fastest; each group has five whole warps.
define ptx_kernel void @k() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %z4 = mul i32 %z, 4
  %zy = add i32 %z4, %y
  %zy5 = mul i32 %zy, 5
  %linear = add i32 %zy5, %x
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %warp = call i32 @llvm.nvvm.read.ptx.sreg.warpid()
  %warp8 = mul i32 %warp, 8
  %place = add i32 %warp8, %lane
  %same = icmp eq i32 %place, %linear
  %odd = trunc i32 %linear to i1
  %votes = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %odd)
  %right = icmp eq i32 %votes, 170
  %good = and i1 %same, %right
  br i1 %good, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
