module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xf32>, %arg1: tensor<6x5xf32>) -> (tensor<4x5xf32> {jax.result_info = "result[0]"}, tensor<5x4xf32> {jax.result_info = "result[1]"}, tensor<6x6xf32> {jax.result_info = "result[2]"}, tensor<5xf32> {jax.result_info = "result[3]"}, tensor<6x5xf32> {jax.result_info = "result[4]"}, tensor<f32> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
    %1 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [0] x [1], precision = [HIGHEST, HIGHEST] : (tensor<6x5xf32>, tensor<4x6xf32>) -> tensor<5x4xf32>
    %2 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
    %3 = stablehlo.dot_general %2, %arg0, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<6x4xf32>, tensor<4x6xf32>) -> tensor<6x6xf32>
    %4 = stablehlo.slice %arg0 [0:1, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x6xf32>) -> tensor<6xf32>
    %6 = stablehlo.dot_general %5, %arg1, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<6xf32>, tensor<6x5xf32>) -> tensor<5xf32>
    %7 = stablehlo.slice %arg0 [0:1, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
    %8 = stablehlo.reshape %7 : (tensor<1x6xf32>) -> tensor<6xf32>
    %9 = stablehlo.slice %arg1 [0:1, 0:5] : (tensor<6x5xf32>) -> tensor<1x5xf32>
    %10 = stablehlo.reshape %9 : (tensor<1x5xf32>) -> tensor<5xf32>
    %11 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %12 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<6x5xf32>
    %15 = stablehlo.multiply %13, %14 : tensor<6x5xf32>
    %16 = stablehlo.slice %arg0 [0:1, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
    %17 = stablehlo.reshape %16 : (tensor<1x6xf32>) -> tensor<6xf32>
    %18 = stablehlo.slice %arg1 [0:6, 0:1] : (tensor<6x5xf32>) -> tensor<6x1xf32>
    %19 = stablehlo.reshape %18 : (tensor<6x1xf32>) -> tensor<6xf32>
    %20 = stablehlo.dot_general %17, %19, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<6xf32>, tensor<6xf32>) -> tensor<f32>
    return %0, %1, %3, %6, %15, %20 : tensor<4x5xf32>, tensor<5x4xf32>, tensor<6x6xf32>, tensor<5xf32>, tensor<6x5xf32>, tensor<f32>
  }
}
