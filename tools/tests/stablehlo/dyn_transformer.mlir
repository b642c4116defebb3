module @jit_transformer attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?xi32>, %arg1: tensor<11x8xf32>, %arg2: tensor<8x2x4xf32>, %arg3: tensor<8x5xf32>, %arg4: tensor<8xf32>, %arg5: tensor<8xf32>) -> (tensor<?x?xi32> {jax.result_info = "result[0]"}, tensor<?x?x5xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, n). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (b, n). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'n' = {1} from specification 'n' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4:2 = call @_wrapped_jax_export_main(%0, %1, %arg0, %arg1, %arg2, %arg3, %arg4, %arg5) : (tensor<i32>, tensor<i32>, tensor<?x?xi32>, tensor<11x8xf32>, tensor<8x2x4xf32>, tensor<8x5xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<?x?xi32>, tensor<?x?x5xf32>)
    return %4#0, %4#1 : tensor<?x?xi32>, tensor<?x?x5xf32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?xi32>, %arg3: tensor<11x8xf32>, %arg4: tensor<8x2x4xf32>, %arg5: tensor<8x5xf32>, %arg6: tensor<8xf32>, %arg7: tensor<8xf32>) -> (tensor<?x?xi32> {jax.result_info = "result[0]"}, tensor<?x?x5xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %c = stablehlo.constant dense<5> : tensor<1xi32>
    %cst_1 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_3 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %c_4 = stablehlo.constant dense<true> : tensor<i1>
    %c_5 = stablehlo.constant dense<2> : tensor<1xi32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %cst_10 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_12 = stablehlo.constant dense<8> : tensor<1xi32>
    %c_13 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_14 = stablehlo.constant dense<1> : tensor<i32>
    %c_15 = stablehlo.constant dense<11> : tensor<i32>
    %c_16 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_broadcast_in_dim %c_16, %2, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x?xi32>
    %4 = stablehlo.compare LT, %arg2, %3, SIGNED : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
    %5 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.concatenate %5, %6, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %8 = stablehlo.dynamic_broadcast_in_dim %c_15, %7, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x?xi32>
    %9 = stablehlo.add %arg2, %8 : tensor<?x?xi32>
    %10 = stablehlo.select %4, %9, %arg2 : tensor<?x?xi1>, tensor<?x?xi32>
    %11 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %13 = stablehlo.concatenate %11, %12, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %14 = stablehlo.dynamic_broadcast_in_dim %10, %13, dims = [0, 1] : (tensor<?x?xi32>, tensor<3xi32>) -> tensor<?x?x1xi32>
    %15 = "stablehlo.gather"(%arg3, %14) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 8>}> : (tensor<11x8xf32>, tensor<?x?x1xi32>) -> tensor<?x?x8xf32>
    %16 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %17 = stablehlo.dynamic_iota %16, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %18 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %19 = stablehlo.dynamic_broadcast_in_dim %c_14, %18, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %20 = stablehlo.multiply %19, %17 : tensor<?xi32>
    %21 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %22 = stablehlo.dynamic_broadcast_in_dim %c_16, %21, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %23 = stablehlo.add %22, %20 : tensor<?xi32>
    %24 = stablehlo.convert %23 : (tensor<?xi32>) -> tensor<?xf32>
    %25 = stablehlo.sine %24 : tensor<?xf32>
    %26 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %27 = stablehlo.concatenate %c_13, %26, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %28 = stablehlo.dynamic_broadcast_in_dim %25, %27, dims = [1] : (tensor<?xf32>, tensor<3xi32>) -> tensor<1x?x1xf32>
    %29 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %30 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %31 = stablehlo.concatenate %29, %30, %c_12, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %32 = stablehlo.dynamic_broadcast_in_dim %28, %31, dims = [0, 1, 2] : (tensor<1x?x1xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %33 = stablehlo.add %15, %32 : tensor<?x?x8xf32>
    %34 = stablehlo.reduce(%33 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x?xf32>
    %35 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %36 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %37 = stablehlo.concatenate %35, %36, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %38 = stablehlo.dynamic_broadcast_in_dim %34, %37, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %39 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %40 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %41 = stablehlo.concatenate %39, %40, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %42 = stablehlo.dynamic_broadcast_in_dim %cst_10, %41, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %43 = stablehlo.divide %38, %42 : tensor<?x?x1xf32>
    %44 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %45 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %46 = stablehlo.concatenate %44, %45, %c_12, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %47 = stablehlo.dynamic_broadcast_in_dim %43, %46, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %48 = stablehlo.subtract %33, %47 : tensor<?x?x8xf32>
    %49 = call @_var(%arg0, %arg1, %33, %c_16) : (tensor<i32>, tensor<i32>, tensor<?x?x8xf32>, tensor<i32>) -> tensor<?x?x1xf32>
    %50 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %51 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %52 = stablehlo.concatenate %50, %51, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %53 = stablehlo.dynamic_broadcast_in_dim %cst_9, %52, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %54 = stablehlo.add %49, %53 : tensor<?x?x1xf32>
    %55 = stablehlo.rsqrt %54 : tensor<?x?x1xf32>
    %56 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %57 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %58 = stablehlo.concatenate %56, %57, %c_12, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %59 = stablehlo.dynamic_broadcast_in_dim %55, %58, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %60 = stablehlo.multiply %48, %59 : tensor<?x?x8xf32>
    %61 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %62 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %63 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %64 = stablehlo.concatenate %62, %63, %c_12, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %65 = stablehlo.dynamic_broadcast_in_dim %61, %64, dims = [0, 1, 2] : (tensor<1x1x8xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %66 = stablehlo.multiply %60, %65 : tensor<?x?x8xf32>
    %67 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %68 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %69 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %70 = stablehlo.concatenate %68, %69, %c_12, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %71 = stablehlo.dynamic_broadcast_in_dim %67, %70, dims = [0, 1, 2] : (tensor<1x1x8xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %72 = stablehlo.add %66, %71 : tensor<?x?x8xf32>
    %73 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x2x4xf32>
    %74 = stablehlo.multiply %arg4, %73 : tensor<8x2x4xf32>
    %75 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x2x4xf32>
    %76 = stablehlo.multiply %arg4, %75 : tensor<8x2x4xf32>
    %77 = stablehlo.dot_general %arg4, %72, contracting_dims = [0] x [2], precision = [HIGHEST, HIGHEST] : (tensor<8x2x4xf32>, tensor<?x?x8xf32>) -> tensor<2x4x?x?xf32>
    %78 = stablehlo.transpose %77, dims = [2, 0, 3, 1] : (tensor<2x4x?x?xf32>) -> tensor<?x2x?x4xf32>
    %79 = stablehlo.dot_general %74, %72, contracting_dims = [0] x [2], precision = [HIGHEST, HIGHEST] : (tensor<8x2x4xf32>, tensor<?x?x8xf32>) -> tensor<2x4x?x?xf32>
    %80 = stablehlo.transpose %79, dims = [2, 0, 3, 1] : (tensor<2x4x?x?xf32>) -> tensor<?x2x?x4xf32>
    %81 = stablehlo.dot_general %76, %72, contracting_dims = [0] x [2], precision = [HIGHEST, HIGHEST] : (tensor<8x2x4xf32>, tensor<?x?x8xf32>) -> tensor<2x4x?x?xf32>
    %82 = stablehlo.transpose %81, dims = [2, 0, 3, 1] : (tensor<2x4x?x?xf32>) -> tensor<?x2x?x4xf32>
    %83 = stablehlo.dot_general %78, %80, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [HIGHEST, HIGHEST] : (tensor<?x2x?x4xf32>, tensor<?x2x?x4xf32>) -> tensor<?x2x?x?xf32>
    %84 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %85 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %86 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %87 = stablehlo.concatenate %84, %c_5, %85, %86, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %88 = stablehlo.dynamic_broadcast_in_dim %cst_6, %87, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x2x?x?xf32>
    %89 = stablehlo.divide %83, %88 : tensor<?x2x?x?xf32>
    %90 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %91 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %92 = stablehlo.concatenate %90, %91, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %93 = stablehlo.dynamic_broadcast_in_dim %c_4, %92, dims = [] : (tensor<i1>, tensor<2xi32>) -> tensor<?x?xi1>
    %94 = call @tril(%arg0, %arg1, %93) : (tensor<i32>, tensor<i32>, tensor<?x?xi1>) -> tensor<?x?xi1>
    %95 = call @_where_0(%arg0, %arg1, %94, %89, %cst_3) : (tensor<i32>, tensor<i32>, tensor<?x?xi1>, tensor<?x2x?x?xf32>, tensor<f32>) -> tensor<?x2x?x?xf32>
    %96 = stablehlo.reduce(%95 init: %cst_2) applies stablehlo.maximum across dimensions = [3] : (tensor<?x2x?x?xf32>, tensor<f32>) -> tensor<?x2x?xf32>
    %97 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %98 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %99 = stablehlo.concatenate %97, %c_5, %98, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %100 = stablehlo.dynamic_broadcast_in_dim %cst_2, %99, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x2x?xf32>
    %101 = stablehlo.maximum %100, %96 : tensor<?x2x?xf32>
    %102 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %103 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %104 = stablehlo.concatenate %102, %c_5, %103, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %105 = stablehlo.dynamic_broadcast_in_dim %101, %104, dims = [0, 1, 2] : (tensor<?x2x?xf32>, tensor<4xi32>) -> tensor<?x2x?x1xf32>
    %106 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %107 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %108 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %109 = stablehlo.concatenate %106, %c_5, %107, %108, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %110 = stablehlo.dynamic_broadcast_in_dim %105, %109, dims = [0, 1, 2, 3] : (tensor<?x2x?x1xf32>, tensor<4xi32>) -> tensor<?x2x?x?xf32>
    %111 = stablehlo.subtract %95, %110 : tensor<?x2x?x?xf32>
    %112 = stablehlo.exponential %111 : tensor<?x2x?x?xf32>
    %113 = stablehlo.reduce(%112 init: %cst_11) applies stablehlo.add across dimensions = [3] : (tensor<?x2x?x?xf32>, tensor<f32>) -> tensor<?x2x?xf32>
    %114 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %115 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %116 = stablehlo.concatenate %114, %c_5, %115, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %117 = stablehlo.dynamic_broadcast_in_dim %113, %116, dims = [0, 1, 2] : (tensor<?x2x?xf32>, tensor<4xi32>) -> tensor<?x2x?x1xf32>
    %118 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %119 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %120 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %121 = stablehlo.concatenate %118, %c_5, %119, %120, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %122 = stablehlo.dynamic_broadcast_in_dim %117, %121, dims = [0, 1, 2, 3] : (tensor<?x2x?x1xf32>, tensor<4xi32>) -> tensor<?x2x?x?xf32>
    %123 = stablehlo.divide %112, %122 : tensor<?x2x?x?xf32>
    %124 = stablehlo.dot_general %82, %123, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3], precision = [HIGHEST, HIGHEST] : (tensor<?x2x?x4xf32>, tensor<?x2x?x?xf32>) -> tensor<?x2x4x?xf32>
    %125 = stablehlo.transpose %124, dims = [0, 3, 1, 2] : (tensor<?x2x4x?xf32>) -> tensor<?x?x2x4xf32>
    %126 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %127 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %128 = stablehlo.concatenate %126, %127, %c_12, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %129 = stablehlo.dynamic_reshape %125, %128 : (tensor<?x?x2x4xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %130 = stablehlo.add %72, %129 : tensor<?x?x8xf32>
    %131 = stablehlo.transpose %arg3, dims = [1, 0] : (tensor<11x8xf32>) -> tensor<8x11xf32>
    %132 = stablehlo.dot_general %130, %131, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<?x?x8xf32>, tensor<8x11xf32>) -> tensor<?x?x11xf32>
    %133 = call @argmax(%arg0, %arg1, %132) : (tensor<i32>, tensor<i32>, tensor<?x?x11xf32>) -> tensor<?x?xi32>
    %134 = stablehlo.dot_general %130, %arg5, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<?x?x8xf32>, tensor<8x5xf32>) -> tensor<?x?x5xf32>
    %135 = stablehlo.multiply %134, %134 : tensor<?x?x5xf32>
    %136 = stablehlo.multiply %135, %134 : tensor<?x?x5xf32>
    %137 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %138 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %139 = stablehlo.concatenate %137, %138, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %140 = stablehlo.dynamic_broadcast_in_dim %cst_1, %139, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x5xf32>
    %141 = stablehlo.multiply %140, %136 : tensor<?x?x5xf32>
    %142 = stablehlo.add %134, %141 : tensor<?x?x5xf32>
    %143 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %144 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %145 = stablehlo.concatenate %143, %144, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %146 = stablehlo.dynamic_broadcast_in_dim %cst_0, %145, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x5xf32>
    %147 = stablehlo.multiply %146, %142 : tensor<?x?x5xf32>
    %148 = stablehlo.tanh %147 : tensor<?x?x5xf32>
    %149 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %150 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %151 = stablehlo.concatenate %149, %150, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %152 = stablehlo.dynamic_broadcast_in_dim %cst, %151, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x5xf32>
    %153 = stablehlo.add %152, %148 : tensor<?x?x5xf32>
    %154 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %155 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %156 = stablehlo.concatenate %154, %155, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %157 = stablehlo.dynamic_broadcast_in_dim %cst_8, %156, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x5xf32>
    %158 = stablehlo.multiply %157, %153 : tensor<?x?x5xf32>
    %159 = stablehlo.multiply %134, %158 : tensor<?x?x5xf32>
    %160 = call @log_softmax(%arg0, %arg1, %159) : (tensor<i32>, tensor<i32>, tensor<?x?x5xf32>) -> tensor<?x?x5xf32>
    return %133, %160 : tensor<?x?xi32>, tensor<?x?x5xf32>
  }
  func.func private @_var(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?x8xf32>, %arg3: tensor<i32>) -> tensor<?x?x1xf32> {
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %c = stablehlo.constant dense<8> : tensor<1xi32>
    %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<1> : tensor<1xi32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg2 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x?xf32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.concatenate %1, %2, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %4 = stablehlo.dynamic_broadcast_in_dim %0, %3, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %5 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.concatenate %5, %6, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %8 = stablehlo.dynamic_broadcast_in_dim %cst_0, %7, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %9 = stablehlo.divide %4, %8 : tensor<?x?x1xf32>
    %10 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %10, %11, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %13 = stablehlo.dynamic_broadcast_in_dim %9, %12, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %14 = stablehlo.subtract %arg2, %13 : tensor<?x?x8xf32>
    %15 = stablehlo.multiply %14, %14 : tensor<?x?x8xf32>
    %16 = stablehlo.convert %arg3 : (tensor<i32>) -> tensor<f32>
    %17 = stablehlo.subtract %cst_0, %16 : tensor<f32>
    %18 = stablehlo.reduce(%15 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x?xf32>
    %19 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %20 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.concatenate %19, %20, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %22 = stablehlo.dynamic_broadcast_in_dim %18, %21, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %23 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %24 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %25 = stablehlo.concatenate %23, %24, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %26 = stablehlo.dynamic_broadcast_in_dim %17, %25, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %27 = stablehlo.divide %22, %26 : tensor<?x?x1xf32>
    %28 = stablehlo.compare GT, %17, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %29 = call @_where(%arg0, %arg1, %28, %27, %cst) : (tensor<i32>, tensor<i32>, tensor<i1>, tensor<?x?x1xf32>, tensor<f32>) -> tensor<?x?x1xf32>
    return %29 : tensor<?x?x1xf32>
  }
  func.func private @_where(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<i1>, %arg3: tensor<?x?x1xf32>, %arg4: tensor<f32>) -> tensor<?x?x1xf32> {
    %c = stablehlo.constant dense<1> : tensor<1xi32>
    %0 = stablehlo.convert %arg4 : tensor<f32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.concatenate %1, %2, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %4 = stablehlo.dynamic_broadcast_in_dim %0, %3, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %5 = stablehlo.select %arg2, %arg3, %4 : tensor<i1>, tensor<?x?x1xf32>
    return %5 : tensor<?x?x1xf32>
  }
  func.func private @tril(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?xi1>) -> tensor<?x?xi1> {
    %c = stablehlo.constant dense<false> : tensor<i1>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
    %4 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.concatenate %4, %5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %7 = stablehlo.dynamic_broadcast_in_dim %c_0, %6, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x?xi32>
    %8 = stablehlo.add %3, %7 : tensor<?x?xi32>
    %9 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %10 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.concatenate %9, %10, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %12 = stablehlo.dynamic_iota %11, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
    %13 = stablehlo.compare GE, %8, %12, SIGNED : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
    %14 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %15 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %16 = stablehlo.concatenate %14, %15, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %17 = stablehlo.dynamic_broadcast_in_dim %c, %16, dims = [] : (tensor<i1>, tensor<2xi32>) -> tensor<?x?xi1>
    %18 = stablehlo.select %13, %arg2, %17 : tensor<?x?xi1>, tensor<?x?xi1>
    return %18 : tensor<?x?xi1>
  }
  func.func private @_where_0(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?xi1>, %arg3: tensor<?x2x?x?xf32>, %arg4: tensor<f32>) -> tensor<?x2x?x?xf32> {
    %c = stablehlo.constant dense<2> : tensor<1xi32>
    %0 = stablehlo.convert %arg4 : tensor<f32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.concatenate %1, %c, %2, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %5 = stablehlo.dynamic_broadcast_in_dim %arg2, %4, dims = [2, 3] : (tensor<?x?xi1>, tensor<4xi32>) -> tensor<?x2x?x?xi1>
    %6 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.concatenate %6, %c, %7, %8, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %10 = stablehlo.dynamic_broadcast_in_dim %0, %9, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x2x?x?xf32>
    %11 = stablehlo.select %5, %arg3, %10 : tensor<?x2x?x?xi1>, tensor<?x2x?x?xf32>
    return %11 : tensor<?x2x?x?xf32>
  }
  func.func private @argmax(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<?x?x11xf32>) -> tensor<?x?xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c_0 = stablehlo.constant dense<11> : tensor<1xi32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %3 = stablehlo.dynamic_iota %2, dim = 2 : (tensor<3xi32>) -> tensor<?x?x11xi32>
    %4:2 = stablehlo.reduce(%arg2 init: %cst), (%3 init: %c) across dimensions = [2] : (tensor<?x?x11xf32>, tensor<?x?x11xi32>, tensor<f32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
     reducer(%arg3: tensor<f32>, %arg5: tensor<f32>) (%arg4: tensor<i32>, %arg6: tensor<i32>)  {
      %5 = stablehlo.compare GT, %arg3, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %7 = stablehlo.or %5, %6 : tensor<i1>
      %8 = stablehlo.compare EQ, %arg3, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %9 = stablehlo.compare LT, %arg4, %arg6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %10 = stablehlo.and %8, %9 : tensor<i1>
      %11 = stablehlo.or %7, %10 : tensor<i1>
      %12 = stablehlo.select %7, %arg3, %arg5 : tensor<i1>, tensor<f32>
      %13 = stablehlo.select %11, %arg4, %arg6 : tensor<i1>, tensor<i32>
      stablehlo.return %12, %13 : tensor<f32>, tensor<i32>
    }
    return %4#1 : tensor<?x?xi32>
  }
  func.func private @log_softmax(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?x5xf32>) -> tensor<?x?x5xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<5> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg2 init: %cst_1) applies stablehlo.maximum across dimensions = [2] : (tensor<?x?x5xf32>, tensor<f32>) -> tensor<?x?xf32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %4 = stablehlo.dynamic_broadcast_in_dim %cst_1, %3, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %5 = stablehlo.maximum %4, %0 : tensor<?x?xf32>
    %6 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.concatenate %6, %7, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %9 = stablehlo.dynamic_broadcast_in_dim %5, %8, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %10 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %10, %11, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %13 = stablehlo.dynamic_broadcast_in_dim %9, %12, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x5xf32>
    %14 = stablehlo.subtract %arg2, %13 : tensor<?x?x5xf32>
    %15 = stablehlo.exponential %14 : tensor<?x?x5xf32>
    %16 = stablehlo.reduce(%15 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<?x?x5xf32>, tensor<f32>) -> tensor<?x?xf32>
    %17 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %19 = stablehlo.concatenate %17, %18, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %20 = stablehlo.dynamic_broadcast_in_dim %16, %19, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %21 = stablehlo.log %20 : tensor<?x?x1xf32>
    %22 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %23 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %24 = stablehlo.concatenate %22, %23, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %25 = stablehlo.dynamic_broadcast_in_dim %21, %24, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x5xf32>
    %26 = stablehlo.subtract %14, %25 : tensor<?x?x5xf32>
    return %26 : tensor<?x?x5xf32>
  }
}
