module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10xf32>) -> (tensor<10xf32> {jax.result_info = "result[0]"}, tensor<10xf32> {jax.result_info = "result[1]"}, tensor<10xf32> {jax.result_info = "result[2]"}, tensor<10xf32> {jax.result_info = "result[3]"}, tensor<10xf32> {jax.result_info = "result[4]"}, tensor<10xf32> {jax.result_info = "result[5]"}, tensor<10xf32> {jax.result_info = "result[6]"}, tensor<10xf32> {jax.result_info = "result[7]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<10xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %1 = stablehlo.divide %arg0, %0 : tensor<10xf32>
    %2 = stablehlo.composite "chlo.asin" %1 {decomposition = @chlo.asin.impl, version = 1 : i32} : (tensor<10xf32>) -> tensor<10xf32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %4 = stablehlo.divide %arg0, %3 : tensor<10xf32>
    %5 = stablehlo.composite "chlo.acos" %4 {decomposition = @chlo.acos.impl, version = 1 : i32} : (tensor<10xf32>) -> tensor<10xf32>
    %6 = stablehlo.atan2 %arg0, %cst : tensor<10xf32>
    %7 = stablehlo.composite "chlo.sinh" %arg0 {decomposition = @chlo.sinh.impl, version = 1 : i32} : (tensor<10xf32>) -> tensor<10xf32>
    %8 = stablehlo.composite "chlo.cosh" %arg0 {decomposition = @chlo.cosh.impl, version = 1 : i32} : (tensor<10xf32>) -> tensor<10xf32>
    %9 = stablehlo.composite "chlo.asinh" %arg0 {decomposition = @chlo.asinh.impl, version = 1 : i32} : (tensor<10xf32>) -> tensor<10xf32>
    %10 = stablehlo.abs %arg0 : tensor<10xf32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %12 = stablehlo.add %10, %11 : tensor<10xf32>
    %13 = call @arccosh(%12) : (tensor<10xf32>) -> tensor<10xf32>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %15 = stablehlo.divide %arg0, %14 : tensor<10xf32>
    %16 = stablehlo.composite "chlo.atanh" %15 {decomposition = @chlo.atanh.impl, version = 1 : i32} : (tensor<10xf32>) -> tensor<10xf32>
    return %2, %5, %6, %7, %8, %9, %13, %16 : tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>
  }
  func.func private @chlo.atanh.impl(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<10xf32>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<10xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<10xf32>
    %0 = stablehlo.abs %arg0 : tensor<10xf32>
    %1 = stablehlo.compare GT, %0, %cst_1 : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %2 = stablehlo.log_plus_one %arg0 : tensor<10xf32>
    %3 = stablehlo.negate %arg0 : tensor<10xf32>
    %4 = stablehlo.log_plus_one %3 : tensor<10xf32>
    %5 = stablehlo.subtract %2, %4 : tensor<10xf32>
    %6 = stablehlo.multiply %5, %cst : tensor<10xf32>
    %7 = stablehlo.select %1, %cst_0, %6 : tensor<10xi1>, tensor<10xf32>
    return %7 : tensor<10xf32>
  }
  func.func private @chlo.asinh.impl(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<10xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<10xf32>
    %cst_1 = stablehlo.constant dense<3.40282347E+38> : tensor<10xf32>
    %0 = stablehlo.sign %arg0 : tensor<10xf32>
    %1 = stablehlo.abs %arg0 : tensor<10xf32>
    %2 = stablehlo.sqrt %cst_1 : tensor<10xf32>
    %3 = stablehlo.compare GE, %1, %2 : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %4 = stablehlo.log %cst_0 : tensor<10xf32>
    %5 = stablehlo.log %1 : tensor<10xf32>
    %6 = stablehlo.add %4, %5 : tensor<10xf32>
    %7 = stablehlo.multiply %1, %1 : tensor<10xf32>
    %8 = stablehlo.add %cst, %7 : tensor<10xf32>
    %9 = stablehlo.sqrt %8 : tensor<10xf32>
    %10 = stablehlo.add %cst, %9 : tensor<10xf32>
    %11 = stablehlo.divide %7, %10 : tensor<10xf32>
    %12 = stablehlo.add %1, %11 : tensor<10xf32>
    %13 = stablehlo.log_plus_one %12 : tensor<10xf32>
    %14 = stablehlo.select %3, %6, %13 : tensor<10xi1>, tensor<10xf32>
    %15 = stablehlo.multiply %0, %14 : tensor<10xf32>
    return %15 : tensor<10xf32>
  }
  func.func private @chlo.cosh.impl(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<10xf32>
    %0 = stablehlo.log %cst : tensor<10xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<10xf32>
    %2 = stablehlo.exponential %1 : tensor<10xf32>
    %3 = stablehlo.subtract %0, %arg0 : tensor<10xf32>
    %4 = stablehlo.exponential %3 : tensor<10xf32>
    %5 = stablehlo.add %2, %4 : tensor<10xf32>
    return %5 : tensor<10xf32>
  }
  func.func private @chlo.sinh.impl(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<10xf32>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<10xf32>
    %0 = stablehlo.log %cst_0 : tensor<10xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<10xf32>
    %2 = stablehlo.exponential %1 : tensor<10xf32>
    %3 = stablehlo.subtract %0, %arg0 : tensor<10xf32>
    %4 = stablehlo.exponential %3 : tensor<10xf32>
    %5 = stablehlo.subtract %2, %4 : tensor<10xf32>
    %6 = stablehlo.exponential_minus_one %arg0 : tensor<10xf32>
    %7 = stablehlo.add %6, %cst : tensor<10xf32>
    %8 = stablehlo.divide %6, %7 : tensor<10xf32>
    %9 = stablehlo.add %6, %8 : tensor<10xf32>
    %10 = stablehlo.multiply %cst_0, %9 : tensor<10xf32>
    %11 = stablehlo.abs %arg0 : tensor<10xf32>
    %12 = stablehlo.compare LT, %11, %cst : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %13 = stablehlo.select %12, %10, %5 : tensor<10xi1>, tensor<10xf32>
    return %13 : tensor<10xf32>
  }
  func.func private @chlo.acos.impl(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<10xf32>
    %0 = stablehlo.subtract %cst, %arg0 : tensor<10xf32>
    %1 = stablehlo.add %cst, %arg0 : tensor<10xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<10xf32>
    %3 = stablehlo.sqrt %2 : tensor<10xf32>
    %4 = stablehlo.atan2 %3, %arg0 : tensor<10xf32>
    return %4 : tensor<10xf32>
  }
  func.func private @chlo.asin.impl(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<10xf32>
    %0 = stablehlo.subtract %cst, %arg0 : tensor<10xf32>
    %1 = stablehlo.add %cst, %arg0 : tensor<10xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<10xf32>
    %3 = stablehlo.sqrt %2 : tensor<10xf32>
    %4 = stablehlo.add %cst, %3 : tensor<10xf32>
    %5 = stablehlo.atan2 %arg0, %4 : tensor<10xf32>
    %6 = stablehlo.add %5, %5 : tensor<10xf32>
    return %6 : tensor<10xf32>
  }
  func.func private @arccosh(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %0 = stablehlo.composite "chlo.acosh" %arg0 {decomposition = @chlo.acosh.impl, version = 1 : i32} : (tensor<10xf32>) -> tensor<10xf32>
    return %0 : tensor<10xf32>
  }
  func.func private @chlo.acosh.impl(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<10xf32>
    %cst_0 = stablehlo.constant dense<3.40282347E+38> : tensor<10xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<10xf32>
    %0 = stablehlo.divide %cst_0, %cst_1 : tensor<10xf32>
    %1 = stablehlo.compare GE, %arg0, %0 : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %2 = stablehlo.log %cst_1 : tensor<10xf32>
    %3 = stablehlo.log %arg0 : tensor<10xf32>
    %4 = stablehlo.add %2, %3 : tensor<10xf32>
    %5 = stablehlo.subtract %arg0, %cst : tensor<10xf32>
    %6 = stablehlo.sqrt %5 : tensor<10xf32>
    %7 = stablehlo.add %arg0, %cst : tensor<10xf32>
    %8 = stablehlo.sqrt %7 : tensor<10xf32>
    %9 = stablehlo.add %8, %6 : tensor<10xf32>
    %10 = stablehlo.multiply %6, %9 : tensor<10xf32>
    %11 = stablehlo.log_plus_one %10 : tensor<10xf32>
    %12 = stablehlo.select %1, %4, %11 : tensor<10xi1>, tensor<10xf32>
    return %12 : tensor<10xf32>
  }
}
