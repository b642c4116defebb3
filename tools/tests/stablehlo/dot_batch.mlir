module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3x4x5xf32>, %arg1: tensor<2x3x4x5xf32>) -> (tensor<2x3x4x4xf32> {jax.result_info = "result[0]"}, tensor<2x4x4xf32> {jax.result_info = "result[1]"}, tensor<4x4xf32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [HIGHEST, HIGHEST] : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>) -> tensor<2x3x4x4xf32>
    %1 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [3, 1] x [3, 1], precision = [HIGHEST, HIGHEST] : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>) -> tensor<2x4x4xf32>
    %2 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [0, 1, 3] x [0, 1, 3], precision = [HIGHEST, HIGHEST] : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>) -> tensor<4x4xf32>
    return %0, %1, %2 : tensor<2x3x4x4xf32>, tensor<2x4x4xf32>, tensor<4x4xf32>
  }
}
