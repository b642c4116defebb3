// A network of two layers, for any number of rows.
module @network {
  func.func @main(%arg0: tensor<?x4xf32>) -> tensor<?x3xf32> {
    %w1 = stablehlo.constant dense<[[1.0, -1.0, 0.5, 0.0, 2.0], [0.0, 1.0, 1.0, -0.5, 0.5], [-1.0, 0.25, 0.0, 1.0, 1.0], [0.5, 0.0, -1.0, 1.0, 0.0]]> : tensor<4x5xf32>
    %w2 = stablehlo.constant dense<[[1.0, 0.0, -1.0], [0.5, 1.0, 0.0], [0.0, -0.5, 1.0], [1.0, 1.0, 1.0], [0.25, 0.0, 0.5]]> : tensor<5x3xf32>
    %h = stablehlo.dot_general %arg0, %w1, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x5xf32>) -> tensor<?x5xf32>
    %a = stablehlo.tanh %h : tensor<?x5xf32>
    %o = stablehlo.dot_general %a, %w2, contracting_dims = [1] x [0] : (tensor<?x5xf32>, tensor<5x3xf32>) -> tensor<?x3xf32>
    return %o : tensor<?x3xf32>
  }
}
