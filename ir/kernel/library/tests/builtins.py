"""builtins.py HEADER REFUSED -- writes OpenCL C that calls each overload of each builtin function of HEADER, which is clang's
opencl-c.h after the preprocessor, to standard output, and of those that hpvm-run refuses by name to the file
REFUSED. Left out: vendors' functions but those of sub-groups, and what ir/kernel replaces (work-item functions,
barriers, printf)."""
import re
import sys

SKIP_NAMES = re.compile(r'^(get_(work_dim|global|local|enqueued|num_groups|group_id|sub_group|num_sub|max_sub)|barrier$|(read_|write_|)mem_fence$|'
                        r'atomic_work_item_fence$|work_group_barrier$|printf$|'
                        r'intel_(?!sub_group_(shuffle|broadcast|reduce|scan|block))|amd_|arm_|atomic_.*_intel|vload_half.*_intel|split_|ctz_)')
SKIP_TYPES = re.compile(r'intel|amd|arm_')
# What is refused by name: images with several samples, blocks of images, events and queues of enqueue_kernel(), and which
# address space an address is in.
REFUSED_NAMES = re.compile(r'^(get_image_num_samples|get_fence|enqueue_marker|get_default_queue|create_user_event|.*_event|capture_event_profiling_info|'
                           r'is_valid_(event|reserve_id)|set_user_event_status|ndrange_.D)$')
REFUSED_TYPES = re.compile(r'msaa|queue|ndrange|clk_event|reserve_id')


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
    known = re.compile(r'^(unsigned|signed|const|volatile|(__)?(read_only|write_only|read_write)|__global|__local|__private|__constant|__generic)$')
    last = [w for w in words if not known.match(w)]
    return parameter if len(last) < 2 else parameter[:parameter.rindex(last[-1])].strip()


def declaration(type_, name):
    return f'{type_[:type_.index("[")]} {name}{type_[type_.index("["):]}' if '[' in type_ else f'{type_} {name}'


def main():
    seen = set()
    calls, refused = ([], [])
    for result, name, parameters in prototypes(open(sys.argv[1]).read()):
        types = [type_of(p) for p in parameters]
        if SKIP_NAMES.match(name) or any(SKIP_TYPES.search(t) for t in [result, *types]):
            continue
        if types in (['void'], ['']):
            types = []
        key = (name, tuple(types))
        if key in seen:
            continue
        seen.add(key)
        names = [f'a{i}' for i in range(len(types))]
        arguments = ', '.join(map(declaration, types, names)) or 'void'
        call = f'{name}({", ".join(names)})'
        if result != 'void':
            call = 'return ' + call
        is_refused = REFUSED_NAMES.match(name) or any(REFUSED_TYPES.search(t) or name[:6] == 'intel_' and 'image' in t for t in [result, *types])
        (refused if is_refused else calls).append(f'{result} call_{len(seen)}({arguments}) {{ {call}; }}')
    start = '#pragma OPENCL EXTENSION cl_khr_fp16 : enable'
    print('\n'.join([start, *calls]))
    with open(sys.argv[2], 'w') as file:
        file.write('\n'.join([start, *refused, '']))


main()
