; K4: What is not known is refused by name before the run.
;: negative
;: options --kernel k --grid 1 --block 1
;: exit unsupported
;: diagnostic kernel-needs error
;: stderr tcgen05.alloc
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(i1 %never) {
  br i1 %never, label %reached, label %done
reached:
  call void asm sideeffect "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$0], 32;", "r"(i32 0)
  br label %done
done:
  ret void
}
