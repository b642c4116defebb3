; M8: Atomics of different sizes at overlapping bytes race.
;: negative
;: options --kernel k --grid 2 --block 1 --check=race
;: schedules reference
;: exit trap
;: diagnostic data-race error
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@data = internal addrspace(1) global i32 0, align 4
@flag = internal addrspace(1) global i64 0, align 8

declare spir_func i64 @_Z12get_group_idj(i32)
declare void @llvm.trap()

; group 0 writes the data and the flag; group 1 reads the data if it sees the flag
define spir_kernel void @k() {
  %group = call spir_func i64 @_Z12get_group_idj(i32 0)
  %first = icmp eq i64 %group, 0
  br i1 %first, label %write, label %read
write:
  store atomic i64 1, ptr addrspace(1) @flag monotonic, align 8
  br label %done
read:
  %f = load atomic i32, ptr addrspace(1) @flag monotonic, align 4
  %set = icmp eq i32 %f, 7
  br i1 %set, label %use, label %done
use:
  %v = load i32, ptr addrspace(1) @data
  %good = icmp eq i32 %v, 42
  br i1 %good, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
