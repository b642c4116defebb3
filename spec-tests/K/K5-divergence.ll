; K5: A group barrier is M3 for the work-items of one group.
;: negative
;: options --kernel k --grid 3 --block 4
;: exit trap
;: diagnostic barrier-divergence error node k
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@l = internal addrspace(3) global [4 x i32] undef, align 4

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)
declare void @llvm.trap()

define spir_kernel void @k() {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %n = trunc i64 %x to i32
  %at = getelementptr [4 x i32], ptr addrspace(3) @l, i64 0, i64 %x
  store i32 %n, ptr addrspace(3) %at
  %some = icmp ult i64 %x, 2
  br i1 %some, label %wait, label %done
wait:
  call spir_func void @_Z7barrierj(i32 1)
  %other = xor i64 %x, 3
  %from = getelementptr [4 x i32], ptr addrspace(3) @l, i64 0, i64 %other
  %v = load i32, ptr addrspace(3) %from
  %expected = xor i32 %n, 3
  %good = icmp eq i32 %v, %expected
  br i1 %good, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
