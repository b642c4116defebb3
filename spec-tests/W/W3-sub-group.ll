; W3: `sub_group_barrier` order what their lanes did before them before what those lanes do after them
;: positive
;: options --kernel k --grid 2 --block 64 --check=race,uninit
;: needs --check=race
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@s = internal addrspace(3) global [64 x i64] undef, align 8

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z17sub_group_barrierj(i32)
declare void @llvm.trap()

; The flag is CLK_LOCAL_MEM_FENCE.
define spir_kernel void @k() {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %own = getelementptr [64 x i64], ptr addrspace(3) @s, i32 0, i64 %x
  store i64 %x, ptr addrspace(3) %own
  call spir_func void @_Z17sub_group_barrierj(i32 1)
  %other = xor i64 %x, 31
  %at = getelementptr [64 x i64], ptr addrspace(3) @s, i32 0, i64 %other
  %v = load i64, ptr addrspace(3) %at
  call spir_func void @_Z17sub_group_barrierj(i32 1)
  store i64 0, ptr addrspace(3) %own
  %good = icmp eq i64 %v, %other
  br i1 %good, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
