"""builtins.py HEADER -- writes OpenCL C that calls each overload of each builtin function of HEADER, which is clang's
opencl-c.h after the preprocessor, to standard output. Left out: images, pipes, queues, and what
ir/kernel replaces (work-item functions, barriers, printf)."""
import re
import sys

SKIP_TYPES = re.compile(r'image|_only|read_write|pipe|queue|ndrange|clk_event|reserve_id|sampler|intel|amd|arm_')
SKIP_NAMES = re.compile(r'^(read_image|write_image|get_(work_dim|global|local|enqueued|num_groups|group_id|sub_group|num_sub|max_sub|'
                        r'enqueued|fence|image|pipe)|barrier$|(read_|write_|)mem_fence$|atomic_work_item_fence$|work_group_barrier$|printf$|to_(global|local|private)$|'
                        r'intel_(?!sub_group_(shuffle|broadcast|reduce|scan|block))|amd_|arm_|read_pipe|write_pipe|atomic_.*_intel|vload_half.*_intel|split_|ctz_)')


def prototypes(text):
    text = re.sub(r'^#.*$', '', text, flags=re.M)
    text = re.sub(r'__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)', ' ', text)
    text = re.sub(r'\b(__ovld|__cnfn|__conv|__purefn)\b', ' ', text)
    for line in text.split(';'):
        found = re.fullmatch(r'\s*((?:\w+\s+)*?\w+)\s+(\w+)\s*\(([^()]*)\)\s*', line, flags=re.S)
        if found and not found[1].startswith(('typedef', 'return')):
            yield ' '.join(found[1].split()), found[2], [' '.join(p.split()) for p in found[3].split(',')]


def type_of(parameter):
    """The type of a parameter, without its name."""
    if '*' in parameter:
        return parameter[:parameter.rindex('*') + 1]
    words = parameter.split()
    known = re.compile(r'^(unsigned|signed|const|volatile|__global|__local|__private|__constant|__generic)$')
    last = [w for w in words if not known.match(w)]
    return parameter if len(last) < 2 else parameter[:parameter.rindex(last[-1])].strip()


def main():
    seen, count = set(), 0
    body = []
    for result, name, parameters in prototypes(open(sys.argv[1]).read()):
        types = [type_of(p) for p in parameters]
        if SKIP_NAMES.match(name) or any(SKIP_TYPES.search(t) for t in [result, *types]):
            continue
        if types in (['void'], ['']):
            types = []
        key = (name, tuple(types))
        if key in seen or not types:
            continue
        seen.add(key)
        names = [f'a{i}' for i in range(len(types))]
        arguments = ', '.join(f'{t} {n}' for t, n in zip(types, names))
        call = f'{name}({", ".join(names)})'
        if result != 'void':
            call = 'return ' + call
        body.append(f'{result} call_{count}({arguments}) {{ {call}; }}')
        count += 1
    print('#pragma OPENCL EXTENSION cl_khr_fp16 : enable')
    print('\n'.join(body))


main()
