/* backends/nvidia/mock/images.c -- the mock's cubins and fat binaries: which image the driver
 * selects, and what it contains.
 *
 * Machine code is accepted by devices of the same major compute capability and at least its minor
 * one; if there is none, PTX for at most the device's capability is compiled. The contents of an
 * image are read from its symbols. PTX that fatbinary has compressed is not read: it is only known
 * to be there.
 * Source: System V ABI ("Object Files"); NVIDIA, CUDA Binary Utilities ("What is a CUDA Binary?")
 * and CUDA C++ Programming Guide ("Binary Compatibility"). NVIDIA documents neither the layout of
 * fat binaries nor where a cubin stores its architecture: they are read as ptxas and fatbinary of
 * CUDA 12 and 13 write them. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "backends/nvidia/mock/mock.h"

enum { FAT_PTX = 1, FAT_ELF = 2, FAT_COMPRESSED = 0xa000 };

typedef struct fat_header {
	uint32_t magic;
	uint16_t version, header_bytes;
	uint64_t bytes; /* size of all entries */
} fat_header;

typedef struct fat_entry {
	uint16_t kind, version;
	uint32_t header_bytes;
	uint64_t bytes; /* size without the header */
	uint32_t unknown[3], arch, more[2];
	uint64_t flags;
} fat_entry;

static bool is_elf(const void *data)
{
	return memcmp(data, ELFMAG, SELFMAG) == 0;
}

static bool runs_on_device(unsigned arch)
{
	uint64_t capability = mock_option("capability", 90);

	return arch / 10 == capability / 10 && arch <= capability;
}

/* The architecture is in the second byte since CUDA 13. */
static unsigned arch_of(const Elf64_Ehdr *header)
{
	return header->e_ident[EI_OSABI] == 0x41 ? header->e_flags >> 8 & 0xff
						 : header->e_flags & 0xff;
}

/* --- selecting an image -------------------------------------------------------------------- */

static mock_image pick(const uint8_t *data)
{
	fat_header header;
	const uint8_t *at, *end;
	mock_image best = {.kind = MOCK_NO_IMAGE};
	unsigned best_arch = 0;

	memcpy(&header, data, sizeof(header));
	end = data + header.header_bytes + header.bytes;
	for (at = data + header.header_bytes; at < end;) {
		mock_image one = {.kind = MOCK_MACHINE_CODE};
		fat_entry entry;

		memcpy(&entry, at, sizeof(entry));
		one.data = at + entry.header_bytes;
		one.bytes = entry.bytes;
		if (entry.kind == FAT_PTX)
			one.kind = entry.flags & FAT_COMPRESSED ? MOCK_COMPRESSED : MOCK_PTX;
		mock_log("an image for sm_%u: %s", entry.arch,
			 entry.kind == FAT_PTX ? "PTX" : "machine code");
		if (entry.kind == FAT_PTX
			    ? entry.arch <= mock_option("capability", 90) &&
				      best.kind != MOCK_MACHINE_CODE
			    : runs_on_device(entry.arch) &&
				      (best.kind != MOCK_MACHINE_CODE || entry.arch > best_arch)) {
			best = one;
			best_arch = entry.arch;
		}
		at += entry.header_bytes + entry.bytes;
	}
	if (best.kind != MOCK_NO_IMAGE)
		mock_log("taken: %s for sm_%u",
			 best.kind == MOCK_MACHINE_CODE ? "machine code" : "PTX", best_arch);
	return best;
}

mock_image mock_image_for_device(const void *data)
{
	Elf64_Ehdr header;
	mock_image image = {.kind = MOCK_MACHINE_CODE, .data = data};

	if (memcmp(data, "\x50\xed\x55\xba", 4) == 0)
		return pick(data);
	memcpy(&header, data, sizeof(header));
	image.bytes = header.e_shoff + (uint64_t)header.e_shentsize * header.e_shnum;
	if (!runs_on_device(arch_of(&header)))
		image.kind = MOCK_NO_IMAGE;
	return image;
}

/* --- contents of an image ------------------------------------------------------------------ */

const uint8_t *mock_image_symbol(const uint8_t *data, const char *name, bool function,
				 uint64_t *bytes)
{
	const Elf64_Ehdr *header = (const void *)data;
	const Elf64_Shdr *sections = (const void *)(data + header->e_shoff);

	if (!is_elf(data))
		return NULL;
	for (unsigned s = 0; s < header->e_shnum; s++) {
		const Elf64_Sym *symbols = (const void *)(data + sections[s].sh_offset);
		const char *names = (const char *)data + sections[sections[s].sh_link].sh_offset;

		if (sections[s].sh_type != SHT_SYMTAB)
			continue;
		for (uint64_t i = 0; i < sections[s].sh_size / sizeof(*symbols); i++) {
			const Elf64_Sym *at = &symbols[i];

			if (ELF64_ST_TYPE(at->st_info) != (function ? STT_FUNC : STT_OBJECT) ||
			    ELF64_ST_BIND(at->st_info) != STB_GLOBAL || at->st_shndx == SHN_UNDEF ||
			    strcmp(names + at->st_name, name) != 0)
				continue;
			*bytes = at->st_size;
			return data + sections[at->st_shndx].sh_offset + at->st_value;
		}
	}
	return NULL;
}

/* Parse "NAME[4] = {1, 2, 3, 4};", an array of bytes in PTX. */
uint8_t *mock_ptx_bytes(const char *ptx, const char *name, uint64_t *bytes)
{
	size_t length = strlen(name);
	const char *at = ptx;
	uint8_t *made;

	while ((at = strstr(at, name)) != NULL && (at[length] != '[' || at == ptx || at[-1] != ' '))
		at += length;
	if (!at)
		return NULL;
	*bytes = strtoull(at + length + 1, (char **)(uintptr_t)&at, 10);
	MOCK_RULE(strncmp(at, "] = {", 5) == 0, "global",
		  "the mock reads global variables of bytes alone, not %s", name);
	made = calloc(1, *bytes + 1);
	MOCK_RULE(made, "memory", "the mock itself has no memory left");
	at += 4;
	for (uint64_t i = 0; i < *bytes && *at != '}'; i++) {
		made[i] = (uint8_t)strtoul(at + 1, (char **)(uintptr_t)&at, 10);
		MOCK_RULE(*at == ',' || *at == '}', "global",
			  "the mock reads global variables of bytes alone, not %s", name);
	}
	return made;
}
