module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x9xf32>) -> (tensor<4x9xf32> {jax.result_info = "result[0]"}, tensor<4x9xf32> {jax.result_info = "result[1]"}, tensor<4xf32> {jax.result_info = "result[2]"}, tensor<4x9xf32> {jax.result_info = "result[3]"}, tensor<4x9xf32> {jax.result_info = "result[4]"}, tensor<4x9xf32> {jax.result_info = "result[5]"}, tensor<4x9xf32> {jax.result_info = "result[6]"}, tensor<4x9xf32> {jax.result_info = "result[7]"}, tensor<4x9xf32> {jax.result_info = "result[8]"}) {
    %cst = stablehlo.constant dense<1.12837911> : tensor<4x9xf32>
    %cst_0 = stablehlo.constant dense<-0.37612626> : tensor<4x9xf32>
    %cst_1 = stablehlo.constant dense<0.112835854> : tensor<4x9xf32>
    %cst_2 = stablehlo.constant dense<-0.0268538129> : tensor<4x9xf32>
    %cst_3 = stablehlo.constant dense<0.00518832775> : tensor<4x9xf32>
    %cst_4 = stablehlo.constant dense<-8.0101937E-4> : tensor<4x9xf32>
    %cst_5 = stablehlo.constant dense<7.85386146E-5> : tensor<4x9xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<4x9xf32>
    %cst_7 = stablehlo.constant dense<-88.7228394> : tensor<4x9xf32>
    %cst_8 = stablehlo.constant dense<0.564189494> : tensor<4x9xf32>
    %cst_9 = stablehlo.constant dense<-0.282076746> : tensor<4x9xf32>
    %cst_10 = stablehlo.constant dense<0.42184633> : tensor<4x9xf32>
    %cst_11 = stablehlo.constant dense<-1.01526523> : tensor<4x9xf32>
    %cst_12 = stablehlo.constant dense<2.92101908> : tensor<4x9xf32>
    %cst_13 = stablehlo.constant dense<-7.49551868> : tensor<4x9xf32>
    %cst_14 = stablehlo.constant dense<1.297720e+01> : tensor<4x9xf32>
    %cst_15 = stablehlo.constant dense<-10.477664> : tensor<4x9xf32>
    %cst_16 = stablehlo.constant dense<0.563825965> : tensor<4x9xf32>
    %cst_17 = stablehlo.constant dense<-0.274112701> : tensor<4x9xf32>
    %cst_18 = stablehlo.constant dense<3.404880e-01> : tensor<4x9xf32>
    %cst_19 = stablehlo.constant dense<-0.494451523> : tensor<4x9xf32>
    %cst_20 = stablehlo.constant dense<0.621000468> : tensor<4x9xf32>
    %cst_21 = stablehlo.constant dense<-0.582473278> : tensor<4x9xf32>
    %cst_22 = stablehlo.constant dense<0.368742466> : tensor<4x9xf32>
    %cst_23 = stablehlo.constant dense<-0.138703942> : tensor<4x9xf32>
    %cst_24 = stablehlo.constant dense<2.326820e-02> : tensor<4x9xf32>
    %cst_25 = stablehlo.constant dense<2.000000e+00> : tensor<4x9xf32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<4x9xf32>
    %cst_27 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %cst_28 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_30 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %cst_31 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_33 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_33) applies stablehlo.maximum across dimensions = [1] : (tensor<4x9xf32>, tensor<f32>) -> tensor<4xf32>
    %1 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x9xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x9xf32>
    %6 = stablehlo.exponential %5 : tensor<4x9xf32>
    %7 = stablehlo.reduce(%6 init: %cst_32) applies stablehlo.add across dimensions = [1] : (tensor<4x9xf32>, tensor<f32>) -> tensor<4xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x9xf32>
    %10 = stablehlo.divide %6, %9 : tensor<4x9xf32>
    %11 = call @log_softmax(%arg0) : (tensor<4x9xf32>) -> tensor<4x9xf32>
    %12 = stablehlo.reduce(%arg0 init: %cst_33) applies stablehlo.maximum across dimensions = [1] : (tensor<4x9xf32>, tensor<f32>) -> tensor<4xf32>
    %13 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %14 = stablehlo.maximum %13, %12 : tensor<4xf32>
    %15 = stablehlo.is_finite %14 : (tensor<4xf32>) -> tensor<4xi1>
    %16 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %17 = stablehlo.select %15, %14, %16 : tensor<4xi1>, tensor<4xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x9xf32>
    %20 = stablehlo.subtract %arg0, %19 : tensor<4x9xf32>
    %21 = stablehlo.exponential %20 : tensor<4x9xf32>
    %22 = stablehlo.reduce(%21 init: %cst_32) applies stablehlo.add across dimensions = [1] : (tensor<4x9xf32>, tensor<f32>) -> tensor<4xf32>
    %23 = stablehlo.abs %22 : tensor<4xf32>
    %24 = stablehlo.log %23 : tensor<4xf32>
    %25 = stablehlo.add %24, %17 : tensor<4xf32>
    %26 = stablehlo.multiply %arg0, %arg0 : tensor<4x9xf32>
    %27 = stablehlo.multiply %26, %arg0 : tensor<4x9xf32>
    %28 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %29 = stablehlo.multiply %28, %27 : tensor<4x9xf32>
    %30 = stablehlo.add %arg0, %29 : tensor<4x9xf32>
    %31 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %32 = stablehlo.multiply %31, %30 : tensor<4x9xf32>
    %33 = stablehlo.tanh %32 : tensor<4x9xf32>
    %34 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %35 = stablehlo.add %34, %33 : tensor<4x9xf32>
    %36 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %37 = stablehlo.multiply %36, %35 : tensor<4x9xf32>
    %38 = stablehlo.multiply %arg0, %37 : tensor<4x9xf32>
    %39 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %40 = stablehlo.multiply %39, %arg0 : tensor<4x9xf32>
    %41 = stablehlo.negate %arg0 : tensor<4x9xf32>
    %42 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %43 = stablehlo.multiply %41, %42 : tensor<4x9xf32>
    %44 = stablehlo.multiply %43, %43 : tensor<4x9xf32>
    %45 = stablehlo.negate %44 : tensor<4x9xf32>
    %46 = stablehlo.abs %43 : tensor<4x9xf32>
    %47 = stablehlo.divide %cst_26, %44 : tensor<4x9xf32>
    %48 = stablehlo.exponential %45 : tensor<4x9xf32>
    %49 = stablehlo.divide %cst_26, %46 : tensor<4x9xf32>
    %50 = stablehlo.multiply %48, %49 : tensor<4x9xf32>
    %51 = stablehlo.compare LT, %46, %cst_25 : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<4x9xi1>
    %52 = stablehlo.multiply %cst_24, %47 : tensor<4x9xf32>
    %53 = stablehlo.add %52, %cst_23 : tensor<4x9xf32>
    %54 = stablehlo.multiply %53, %47 : tensor<4x9xf32>
    %55 = stablehlo.add %54, %cst_22 : tensor<4x9xf32>
    %56 = stablehlo.multiply %55, %47 : tensor<4x9xf32>
    %57 = stablehlo.add %56, %cst_21 : tensor<4x9xf32>
    %58 = stablehlo.multiply %57, %47 : tensor<4x9xf32>
    %59 = stablehlo.add %58, %cst_20 : tensor<4x9xf32>
    %60 = stablehlo.multiply %59, %47 : tensor<4x9xf32>
    %61 = stablehlo.add %60, %cst_19 : tensor<4x9xf32>
    %62 = stablehlo.multiply %61, %47 : tensor<4x9xf32>
    %63 = stablehlo.add %62, %cst_18 : tensor<4x9xf32>
    %64 = stablehlo.multiply %63, %47 : tensor<4x9xf32>
    %65 = stablehlo.add %64, %cst_17 : tensor<4x9xf32>
    %66 = stablehlo.multiply %65, %47 : tensor<4x9xf32>
    %67 = stablehlo.add %66, %cst_16 : tensor<4x9xf32>
    %68 = stablehlo.multiply %cst_15, %47 : tensor<4x9xf32>
    %69 = stablehlo.add %68, %cst_14 : tensor<4x9xf32>
    %70 = stablehlo.multiply %69, %47 : tensor<4x9xf32>
    %71 = stablehlo.add %70, %cst_13 : tensor<4x9xf32>
    %72 = stablehlo.multiply %71, %47 : tensor<4x9xf32>
    %73 = stablehlo.add %72, %cst_12 : tensor<4x9xf32>
    %74 = stablehlo.multiply %73, %47 : tensor<4x9xf32>
    %75 = stablehlo.add %74, %cst_11 : tensor<4x9xf32>
    %76 = stablehlo.multiply %75, %47 : tensor<4x9xf32>
    %77 = stablehlo.add %76, %cst_10 : tensor<4x9xf32>
    %78 = stablehlo.multiply %77, %47 : tensor<4x9xf32>
    %79 = stablehlo.add %78, %cst_9 : tensor<4x9xf32>
    %80 = stablehlo.multiply %79, %47 : tensor<4x9xf32>
    %81 = stablehlo.add %80, %cst_8 : tensor<4x9xf32>
    %82 = stablehlo.select %51, %67, %81 : tensor<4x9xi1>, tensor<4x9xf32>
    %83 = stablehlo.multiply %50, %82 : tensor<4x9xf32>
    %84 = stablehlo.compare LT, %45, %cst_7 : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<4x9xi1>
    %85 = stablehlo.select %84, %cst_6, %83 : tensor<4x9xi1>, tensor<4x9xf32>
    %86 = stablehlo.compare LT, %43, %cst_6 : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<4x9xi1>
    %87 = stablehlo.subtract %cst_25, %85 : tensor<4x9xf32>
    %88 = stablehlo.select %86, %87, %85 : tensor<4x9xi1>, tensor<4x9xf32>
    %89 = stablehlo.multiply %43, %43 : tensor<4x9xf32>
    %90 = stablehlo.multiply %cst_5, %89 : tensor<4x9xf32>
    %91 = stablehlo.add %90, %cst_4 : tensor<4x9xf32>
    %92 = stablehlo.multiply %91, %89 : tensor<4x9xf32>
    %93 = stablehlo.add %92, %cst_3 : tensor<4x9xf32>
    %94 = stablehlo.multiply %93, %89 : tensor<4x9xf32>
    %95 = stablehlo.add %94, %cst_2 : tensor<4x9xf32>
    %96 = stablehlo.multiply %95, %89 : tensor<4x9xf32>
    %97 = stablehlo.add %96, %cst_1 : tensor<4x9xf32>
    %98 = stablehlo.multiply %97, %89 : tensor<4x9xf32>
    %99 = stablehlo.add %98, %cst_0 : tensor<4x9xf32>
    %100 = stablehlo.multiply %99, %89 : tensor<4x9xf32>
    %101 = stablehlo.add %100, %cst : tensor<4x9xf32>
    %102 = stablehlo.multiply %43, %101 : tensor<4x9xf32>
    %103 = stablehlo.subtract %cst_26, %102 : tensor<4x9xf32>
    %104 = stablehlo.abs %43 : tensor<4x9xf32>
    %105 = stablehlo.compare LT, %104, %cst_26 : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<4x9xi1>
    %106 = stablehlo.select %105, %103, %88 : tensor<4x9xi1>, tensor<4x9xf32>
    %107 = stablehlo.multiply %40, %106 : tensor<4x9xf32>
    %108 = call @silu(%arg0) : (tensor<4x9xf32>) -> tensor<4x9xf32>
    %109 = call @relu6(%arg0) : (tensor<4x9xf32>) -> tensor<4x9xf32>
    %110 = call @softplus(%arg0) : (tensor<4x9xf32>) -> tensor<4x9xf32>
    %111 = call @elu(%arg0) : (tensor<4x9xf32>) -> tensor<4x9xf32>
    return %10, %11, %25, %38, %107, %108, %109, %110, %111 : tensor<4x9xf32>, tensor<4x9xf32>, tensor<4xf32>, tensor<4x9xf32>, tensor<4x9xf32>, tensor<4x9xf32>, tensor<4x9xf32>, tensor<4x9xf32>, tensor<4x9xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x9xf32>) -> tensor<4x9xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<4x9xf32>, tensor<f32>) -> tensor<9xf32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<9xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<4x9xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x9xf32>
    %6 = stablehlo.exponential %5 : tensor<4x9xf32>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x9xf32>, tensor<f32>) -> tensor<9xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
    %9 = stablehlo.log %8 : tensor<1x9xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<4x9xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<4x9xf32>
    return %11 : tensor<4x9xf32>
  }
  func.func private @silu(%arg0: tensor<4x9xf32>) -> tensor<4x9xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.negate %arg0 : tensor<4x9xf32>
    %1 = stablehlo.exponential %0 : tensor<4x9xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %3 = stablehlo.add %2, %1 : tensor<4x9xf32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %5 = stablehlo.divide %4, %3 : tensor<4x9xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<4x9xf32>
    return %6 : tensor<4x9xf32>
  }
  func.func private @relu6(%arg0: tensor<4x9xf32>) -> tensor<4x9xf32> {
    %cst = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x9xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %3 = stablehlo.minimum %1, %2 : tensor<4x9xf32>
    return %3 : tensor<4x9xf32>
  }
  func.func private @softplus(%arg0: tensor<4x9xf32>) -> tensor<4x9xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x9xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<4x9xf32>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<4x9xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<4x9xf32>
    %7 = stablehlo.abs %3 : tensor<4x9xf32>
    %8 = stablehlo.negate %7 : tensor<4x9xf32>
    %9 = stablehlo.exponential %8 : tensor<4x9xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<4x9xf32>
    %11 = stablehlo.add %1, %10 : tensor<4x9xf32>
    %12 = stablehlo.select %4, %6, %11 : tensor<4x9xi1>, tensor<4x9xf32>
    return %12 : tensor<4x9xf32>
  }
  func.func private @elu(%arg0: tensor<4x9xf32>) -> tensor<4x9xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %1 = stablehlo.compare GT, %arg0, %0, FLOAT : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<4x9xi1>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %3 = stablehlo.compare GT, %arg0, %2, FLOAT : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<4x9xi1>
    %4 = call @_where(%3, %cst_0, %arg0) : (tensor<4x9xi1>, tensor<f32>, tensor<4x9xf32>) -> tensor<4x9xf32>
    %5 = stablehlo.exponential_minus_one %4 : tensor<4x9xf32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %7 = stablehlo.multiply %6, %5 : tensor<4x9xf32>
    %8 = call @_where_0(%1, %arg0, %7) : (tensor<4x9xi1>, tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<4x9xf32>
    return %8 : tensor<4x9xf32>
  }
  func.func private @_where(%arg0: tensor<4x9xi1>, %arg1: tensor<f32>, %arg2: tensor<4x9xf32>) -> tensor<4x9xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %2 = stablehlo.select %arg0, %1, %arg2 : tensor<4x9xi1>, tensor<4x9xf32>
    return %2 : tensor<4x9xf32>
  }
  func.func private @_where_0(%arg0: tensor<4x9xi1>, %arg1: tensor<4x9xf32>, %arg2: tensor<4x9xf32>) -> tensor<4x9xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4x9xi1>, tensor<4x9xf32>
    return %0 : tensor<4x9xf32>
  }
}
