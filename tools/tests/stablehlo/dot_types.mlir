module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<4x5xf32>) -> (tensor<3x5xi32> {jax.result_info = "result[0]"}, tensor<3x5xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x4xf32>) -> tensor<3x4xi8>
    %1 = stablehlo.convert %arg1 : (tensor<4x5xf32>) -> tensor<4x5xi8>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x4xi8>, tensor<4x5xi8>) -> tensor<3x5xi32>
    %3 = stablehlo.convert %arg0 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %4 = stablehlo.convert %arg1 : (tensor<4x5xf32>) -> tensor<4x5xbf16>
    %5 = stablehlo.dot_general %3, %4, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x4xbf16>, tensor<4x5xbf16>) -> tensor<3x5xf32>
    return %2, %5 : tensor<3x5xi32>, tensor<3x5xf32>
  }
}
