"""bench/networks.py -- the networks of examples/, with random weights, as HPVM-C programs (network.py)
and for PyTorch.

    net, result = networks.ALL["lenet"][0](batch)
    values = networks.ALL["lenet"][1](torch, tensors)      # tensors as in net.inputs

The PyTorch form is idiomatic: a bias is part of its convolution or product.
"""
import network


def _convolution(net, x, channels, out, k):
    return net.op("add", net.convolution(x, channels, out, k), net.weights((1, out, 1, 1), .1))


def _product(net, x, inner, out):
    return net.op("add", net.op("mul", x, net.weights((1, 1, inner, out))), net.weights((1, out, 1, 1), .1))


def lenet(batch):
    net = network.Network((batch, 1, 8, 8))
    pool = (2, 2, 0, 0, 2, 2)
    x = net.op("pool_max", net.op("tanh", _convolution(net, net.input, 1, 6, 3)), numbers=pool)
    x = net.op("pool_max", net.op("relu", _convolution(net, x, 6, 16, 3)), numbers=pool)
    x = net.op("tanh", _product(net, x, 64, 32))
    return net, net.op("softmax", _product(net, x, 32, 10))


def torch_lenet(torch, t):
    f = torch.nn.functional
    x = f.max_pool2d(f.conv2d(t[0], t[1], t[2].flatten(), padding=1).tanh(), 2)
    x = f.max_pool2d(f.conv2d(x, t[3], t[4].flatten(), padding=1).relu(), 2)
    x = torch.addmm(t[6].flatten(), x.flatten(1), t[5][0, 0]).tanh()
    return torch.addmm(t[8].flatten(), x, t[7][0, 0]).softmax(1)


def residual(batch):
    net = network.Network((batch, 1, 8, 8))
    x = net.op("relu", _convolution(net, net.input, 1, 16, 3))
    y = net.op("relu", _convolution(net, x, 16, 16, 3))
    x = net.op("relu", net.op("add", _convolution(net, y, 16, 16, 3), x))
    x = net.op("pool_max", x, numbers=(2, 2, 0, 0, 2, 2))
    y = net.op("relu", _convolution(net, x, 16, 32, 3))
    y = _convolution(net, y, 32, 32, 3)
    x = net.op("relu", net.op("add", y, net.convolution(x, 16, 32, 1)))
    x = net.op("pool_mean", x, numbers=(4, 4, 0, 0, 4, 4))
    return net, net.op("softmax", _product(net, x, 32, 10))


def torch_residual(torch, t):
    f = torch.nn.functional
    x = f.conv2d(t[0], t[1], t[2].flatten(), padding=1).relu()
    y = f.conv2d(x, t[3], t[4].flatten(), padding=1).relu()
    x = (f.conv2d(y, t[5], t[6].flatten(), padding=1) + x).relu()
    x = f.max_pool2d(x, 2)
    y = f.conv2d(x, t[7], t[8].flatten(), padding=1).relu()
    y = f.conv2d(y, t[9], t[10].flatten(), padding=1)
    x = f.avg_pool2d((y + f.conv2d(x, t[11])).relu(), 4)
    return torch.addmm(t[13].flatten(), x.flatten(1), t[12][0, 0]).softmax(1)


def mobilenet(batch):
    net = network.Network((batch, 1, 8, 8))

    def layer(x, channels, out, k, activation, **options):
        return net.op(activation, net.norm(net.convolution(x, channels, out, k, **options), out))

    x = layer(net.input, 1, 16, 3, "relu")
    x = layer(x, 16, 16, 3, "clipped_relu", groups=16)
    x = layer(x, 16, 32, 1, "relu")
    x = layer(x, 32, 32, 3, "clipped_relu", groups=32, stride=2)
    x = layer(x, 32, 64, 1, "relu")
    x = net.op("pool_mean", x, numbers=(4, 4, 0, 0, 4, 4))
    return net, net.op("softmax", _product(net, x, 64, 10))


def torch_mobilenet(torch, t):
    f = torch.nn.functional
    x = t[0]
    for i, options in enumerate(({"padding": 1}, {"padding": 1, "groups": 16}, {}, {"padding": 1, "groups": 32, "stride": 2}, {})):
        filters, gamma, beta, mean, variance = t[1 + 5 * i:6 + 5 * i]
        x = f.batch_norm(f.conv2d(x, filters, **options), mean.flatten(), variance.flatten(), gamma.flatten(), beta.flatten())
        x = f.hardtanh(x, 0, 6) if options.get("groups") else x.relu()
    return torch.addmm(t[27].flatten(), f.avg_pool2d(x, 4).flatten(1), t[26][0, 0]).softmax(1)


ALL = {"lenet": (lenet, torch_lenet), "residual": (residual, torch_residual), "mobilenet": (mobilenet, torch_mobilenet)}
