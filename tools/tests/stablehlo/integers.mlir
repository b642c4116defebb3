module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x4xi32>, %arg1: tensor<6x4xi32>) -> (tensor<6x4xi32> {jax.result_info = "result[0]"}, tensor<6x4xi32> {jax.result_info = "result[1]"}, tensor<6x4xi32> {jax.result_info = "result[2]"}, tensor<6x4xi32> {jax.result_info = "result[3]"}, tensor<6x4xi32> {jax.result_info = "result[4]"}, tensor<6x4xi32> {jax.result_info = "result[5]"}, tensor<6x4xi32> {jax.result_info = "result[6]"}, tensor<6x4xi32> {jax.result_info = "result[7]"}, tensor<6x4xi32> {jax.result_info = "result[8]"}, tensor<6x4xi32> {jax.result_info = "result[9]"}, tensor<6x4xi1> {jax.result_info = "result[10]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.add %arg0, %arg1 : tensor<6x4xi32>
    %1 = stablehlo.multiply %arg0, %arg1 : tensor<6x4xi32>
    %2 = stablehlo.divide %arg0, %arg1 : tensor<6x4xi32>
    %3 = stablehlo.remainder %arg0, %arg1 : tensor<6x4xi32>
    %4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
    %5 = stablehlo.compare EQ, %arg1, %4, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
    %6 = call @_where(%5, %c, %arg1) : (tensor<6x4xi1>, tensor<i32>, tensor<6x4xi32>) -> tensor<6x4xi32>
    %7 = call @floor_divide(%arg0, %6) : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi32>
    %8 = stablehlo.and %arg0, %arg1 : tensor<6x4xi32>
    %9 = stablehlo.or %arg0, %arg1 : tensor<6x4xi32>
    %10 = stablehlo.xor %arg0, %arg1 : tensor<6x4xi32>
    %11 = stablehlo.not %arg0 : tensor<6x4xi32>
    %12 = stablehlo.popcnt %arg0 : tensor<6x4xi32>
    %13 = stablehlo.compare EQ, %arg0, %arg1, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
    return %0, %1, %2, %3, %7, %8, %9, %10, %11, %12, %13 : tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi1>
  }
  func.func private @_where(%arg0: tensor<6x4xi1>, %arg1: tensor<i32>, %arg2: tensor<6x4xi32>) -> tensor<6x4xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
    %2 = stablehlo.select %arg0, %1, %arg2 : tensor<6x4xi1>, tensor<6x4xi32>
    return %2 : tensor<6x4xi32>
  }
  func.func private @floor_divide(%arg0: tensor<6x4xi32>, %arg1: tensor<6x4xi32>) -> tensor<6x4xi32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.divide %arg0, %arg1 : tensor<6x4xi32>
    %1 = stablehlo.sign %arg0 : tensor<6x4xi32>
    %2 = stablehlo.sign %arg1 : tensor<6x4xi32>
    %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
    %4 = stablehlo.remainder %arg0, %arg1 : tensor<6x4xi32>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
    %7 = stablehlo.and %3, %6 : tensor<6x4xi1>
    %8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
    %9 = stablehlo.subtract %0, %8 : tensor<6x4xi32>
    %10 = call @_where_0(%7, %9, %0) : (tensor<6x4xi1>, tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi32>
    return %10 : tensor<6x4xi32>
  }
  func.func private @_where_0(%arg0: tensor<6x4xi1>, %arg1: tensor<6x4xi32>, %arg2: tensor<6x4xi32>) -> tensor<6x4xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<6x4xi1>, tensor<6x4xi32>
    return %0 : tensor<6x4xi32>
  }
}
