"""bench/network.py -- networks as HPVM-C programs: a node for each tensor operation, random weights,
timed launches.

    net = Network((1, 3, 32, 32))
    x = net.op("convolution", net.input, net.weights((16, 3, 3, 3)), numbers=(1, 1, 1, 1))
    open("net.c", "w").write(net.program(x))

The program's arguments are the number of timed launches, which an untimed one precedes, and
optionally a file, to which it writes the result as raw floats. It prints the milliseconds of each
launch.
"""
CALLS = {"add": 2, "mul": 2, "convolution": 2, "group_convolution": 2, "batchnorm": 5, "relu": 1, "clipped_relu": 1,
         "tanh": 1, "sigmoid": 1, "softmax": 1, "pool_max": 1, "pool_min": 1, "pool_mean": 1}

HEAD = """#include <stdio.h>
#include <tensorUtils.h>
#include <time.h>

"""

MAIN = """
static void *make(const size_t *d, double scale, double offset)
{
	static unsigned long state = 1;
	size_t count = d[0] * d[1] * d[2] * d[3];
	float *values = malloc(count * sizeof(float));
	void *tensor = create4DTensor(0, 0, d[0], d[1], d[2], d[3]);

	for (size_t i = 0; i < count; i++) {
		state = state * 6364136223846793005 + 1442695040888963407;
		values[i] = (float)(((double)(state >> 40) / (1 << 23) - 1) * scale + offset);
	}
	initTensorData(tensor, values, count * sizeof(float));
	free(values);
	return tensor;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

int main(int argc, char **argv)
{
	static struct __attribute__((packed)) {
		struct { void *tensor; size_t bytes; } in[INPUTS], out;
	} arguments;

	__hpvm__init();
	for (int i = 0; i < INPUTS; i++)
		arguments.in[i].tensor = make(dims[i], scales[i], offsets[i]);
	for (int i = 0; i <= atoi(argv[1]); i++) {
		double begun = now();
		__hpvm__wait(__hpvm__launch(0, (void *)Root, &arguments));
		if (i)
			printf("%.4f\\n", now() - begun);
		hpvm_request_tensor(arguments.out.tensor, 0);
		if (argc > 2 && i == atoi(argv[1])) {
			FILE *file = fopen(argv[2], "wb");
			struct Tensor *t = arguments.out.tensor;

			fwrite(t->host_data, sizeof(float), t->num_elems, file);
			fclose(file);
		}
		freeTensor(arguments.out.tensor);
	}
	__hpvm__cleanup();
	return 0;
}
"""


class Network:
    def __init__(self, shape):
        self.inputs = []        # shape, scale, offset
        self.nodes = []         # leaf, operands
        self.leaves = {}        # (operation, numbers) to the leaf's name
        self.input = self.weights(shape, 1.0)

    def weights(self, shape, scale=None, offset=0.0):
        """Add an input tensor, uniform in offset +- scale; by default such that sums keep their
        magnitude."""
        if scale is None:
            terms = 1
            for dim in shape[1:]:
                terms *= dim
            scale = (6.0 / max(terms, 1)) ** 0.5
        self.inputs.append((shape, scale, offset))
        return ("in", len(self.inputs) - 1)

    def op(self, operation, *operands, numbers=()):
        key = (operation, tuple(numbers))
        if key not in self.leaves:
            self.leaves[key] = "%s_%d" % (operation, len(self.leaves))
        self.nodes.append((self.leaves[key], operands))
        return ("node", len(self.nodes) - 1)

    def norm(self, x, channels):
        row = (1, channels, 1, 1)
        return self.op("batchnorm", x, self.weights(row, .1, 1), self.weights(row, .1), self.weights(row, .1),
                       self.weights(row, .1, 1), numbers=(1e-5,))

    def convolution(self, x, channels, out, k, stride=1, groups=1):
        filters = self.weights((out, channels // groups, k, k))
        pad = k // 2
        if groups > 1:
            return self.op("group_convolution", x, filters, numbers=(pad, pad, stride, stride, 1, groups))
        return self.op("convolution", x, filters, numbers=(pad, pad, stride, stride))

    # --- text

    def leaf(self, operation, numbers, name):
        names = ["abcde"[i] for i in range(CALLS[operation])]
        params = ", ".join("void *%s, size_t %s_bytes" % (n, n) for n in names)
        values = ", ".join(names + [repr(n) for n in numbers])
        return ("void %s(%s)\n{\n\t__hpvm__hint(TENSOR_TARGET);\n\t__hpvm__attributes(%d, %s, 0);\n"
                "\t__hpvm__return(2, __hpvm__tensor_%s(%s), (size_t)0);\n}\n"
                % (name, params, len(names), ", ".join(names), operation, values))

    def root(self, result):
        names = ["t%d" % i for i in range(len(self.inputs))]
        lines = ["void Root(%s)\n{" % ", ".join("void *%s, size_t %s_bytes" % (n, n) for n in names),
                 "\t__hpvm__hint(CPU_TARGET);", "\t__hpvm__attributes(%d, %s, 0);" % (len(names), ", ".join(names))]
        for i, (leaf, _) in enumerate(self.nodes):
            lines.append("\tvoid *n%d = __hpvm__createNodeND(0, (void *)%s);" % (i, leaf))
        for i, (_, operands) in enumerate(self.nodes):
            for k, (kind, number) in enumerate(operands):
                for part in 0, 1:
                    if kind == "in":
                        lines.append("\t__hpvm__bindIn(n%d, %d, %d, 0);" % (i, 2 * number + part, 2 * k + part))
                    else:
                        lines.append("\t__hpvm__edge(n%d, n%d, 1, %d, %d, 0);" % (number, i, part, 2 * k + part))
        for part in 0, 1:
            lines.append("\t__hpvm__bindOut(n%d, %d, %d, 0);" % (result[1], part, part))
        return "\n".join(lines) + "\n}\n"

    def program(self, result):
        parts = [HEAD]
        parts += [self.leaf(operation, numbers, name) for (operation, numbers), name in self.leaves.items()]
        parts.append(self.root(result))
        four = [tuple(shape) + (1,) * (4 - len(shape)) for shape, _, _ in self.inputs]
        parts.append("enum { INPUTS = %d };\n" % len(self.inputs))
        parts.append("static const size_t dims[][4] = {%s};\n" % ", ".join("{%d, %d, %d, %d}" % s for s in four))
        parts.append("static const double scales[] = {%s};\n" % ", ".join(repr(s) for _, s, _ in self.inputs))
        parts.append("static const double offsets[] = {%s};\n" % ", ".join(repr(float(o)) for _, _, o in self.inputs))
        parts.append(MAIN)
        return "".join(parts)


def resnet18(size=32, batch=1, classes=10):
    """The form for images of 32 x 32: a filter of 3 x 3 and no pool at the beginning."""
    net = Network((batch, 3, size, size))
    x = net.op("relu", net.norm(net.convolution(net.input, 3, 64, 3), 64))
    channels = 64
    for out in 64, 128, 256, 512:
        for block in range(2):
            stride = 2 if block == 0 and out != 64 else 1
            y = net.op("relu", net.norm(net.convolution(x, channels, out, 3, stride), out))
            y = net.norm(net.convolution(y, out, out, 3), out)
            if stride != 1 or channels != out:
                x = net.norm(net.convolution(x, channels, out, 1, stride), out)
            x = net.op("relu", net.op("add", y, x))
            channels = out
            size //= stride
    x = net.op("pool_mean", x, numbers=(size, size, 0, 0, 1, 1))
    x = net.op("mul", x, net.weights((1, 1, 512, classes)))
    x = net.op("add", x, net.weights((1, classes, 1, 1), .1))
    return net, net.op("softmax", x)
