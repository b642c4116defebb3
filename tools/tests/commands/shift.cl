__kernel void shift(read_only image2d_t in, write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));

  write_imagef(out, at + (int2)(1, 0), read_imagef(in, at));
}
