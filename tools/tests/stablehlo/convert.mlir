module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9xf32>) -> (tensor<9xi32> {jax.result_info = "result[0]"}, tensor<9xi8> {jax.result_info = "result[1]"}, tensor<9xui8> {jax.result_info = "result[2]"}, tensor<9xf32> {jax.result_info = "result[3]"}, tensor<9xf32> {jax.result_info = "result[4]"}, tensor<9xi1> {jax.result_info = "result[5]"}, tensor<9xi32> {jax.result_info = "result[6]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.convert %arg0 : (tensor<9xf32>) -> tensor<9xi32>
    %1 = stablehlo.convert %arg0 : (tensor<9xf32>) -> tensor<9xi8>
    %2 = stablehlo.convert %arg0 : (tensor<9xf32>) -> tensor<9xui8>
    %3 = stablehlo.convert %arg0 : (tensor<9xf32>) -> tensor<9xbf16>
    %4 = stablehlo.convert %3 : (tensor<9xbf16>) -> tensor<9xf32>
    %5 = stablehlo.convert %arg0 : (tensor<9xf32>) -> tensor<9xf16>
    %6 = stablehlo.convert %5 : (tensor<9xf16>) -> tensor<9xf32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %8 = stablehlo.compare NE, %arg0, %7, FLOAT : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
    %9 = stablehlo.convert %8 : tensor<9xi1>
    %10 = stablehlo.bitcast_convert %arg0 : (tensor<9xf32>) -> tensor<9xi32>
    return %0, %1, %2, %4, %6, %9, %10 : tensor<9xi32>, tensor<9xi8>, tensor<9xui8>, tensor<9xf32>, tensor<9xf32>, tensor<9xi1>, tensor<9xi32>
  }
}
