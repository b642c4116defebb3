module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6x9xf32>, %arg1: tensor<8x3x2xf32>) -> (tensor<4x8x8xf32> {jax.result_info = "result[0]"}, tensor<2x8x8xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<4x6x9xf32>, tensor<8x3x2xf32>) -> tensor<4x8x8xf32>
    %1 = stablehlo.slice %arg0 [0:4, 0:3, 0:9] : (tensor<4x6x9xf32>) -> tensor<4x3x9xf32>
    %2 = stablehlo.convolution(%1, %arg1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<4x3x9xf32>, tensor<8x3x2xf32>) -> tensor<2x8x8xf32>
    return %0, %2 : tensor<4x8x8xf32>, tensor<2x8x8xf32>
  }
}
