; M8: A barrier orders the address spaces that it names, and no others
;: positive
;: options --kernel k --grid 2 --block 4
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@l = internal addrspace(3) global [4 x i32] undef, align 4
@g = internal addrspace(1) global [4 x i32] zeroinitializer, align 4

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func void @_Z7barrierj(i32)

define spir_kernel void @k() {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %group = call spir_func i64 @_Z12get_group_idj(i32 0)
  %n = trunc i64 %x to i32
  %at = getelementptr [4 x i32], ptr addrspace(1) @g, i64 0, i64 %x
  %other = xor i64 %x, 3
  %from = getelementptr [4 x i32], ptr addrspace(1) @g, i64 0, i64 %other
  %first = icmp eq i64 %group, 0
  br i1 %first, label %run, label %done
run:
  store i32 %n, ptr addrspace(1) %at
  call spir_func void @_Z7barrierj(i32 2)
  %v = load i32, ptr addrspace(1) %from
  br label %done
done:
  ret void
}
