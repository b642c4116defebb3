/* src/file/line_table.c -- read the line tables of DWARF 2 to 5 in a relocatable object.
 *
 * A line table is a program for a small machine, whose state is an address, a line and a file; each
 * row that it emits holds up to the address of the next. In a relocatable object the addresses are
 * relocations against sections.
 *
 * Invariant: nothing outside the object is read, whatever it contains.
 * Owns:      nothing.
 * Not here:  which objects (interp/host/jit.c), files and columns, which are not looked at. */
#include "src/file/line_table.h"

#include <elf.h>
#include <stdbool.h>
#include <string.h>

typedef struct elf_object {
	const uint8_t *data;
	size_t size;
	const Elf64_Shdr *sections;
	unsigned count;
	const Elf64_Shdr *symbols, *names, *lines, *relocations; /* NULL: none */
	unsigned section; /* of the instruction that is looked for */
	uint64_t address; /* in the section */
} elf_object;

/* A part of the object that is read from AT on. */
typedef struct line_reader {
	const uint8_t *at, *end;
} line_reader;

static bool is_inside(const elf_object *o, uint64_t offset, uint64_t bytes)
{
	return offset <= o->size && bytes <= o->size - offset;
}

static const Elf64_Shdr *section_named(const elf_object *o, const Elf64_Shdr *names,
				       const char *name)
{
	for (unsigned i = 0; i < o->count; i++) {
		const Elf64_Shdr *s = &o->sections[i];
		size_t length = strlen(name) + 1;

		if (s->sh_name < names->sh_size && names->sh_size - s->sh_name >= length &&
		    memcmp(o->data + names->sh_offset + s->sh_name, name, length) == 0)
			return s;
	}
	return NULL;
}

static bool find_sections(elf_object *o)
{
	const Elf64_Ehdr *head = (const Elf64_Ehdr *)(const void *)o->data;
	const Elf64_Shdr *names;

	if (o->size < sizeof(*head) || memcmp(o->data, ELFMAG, SELFMAG) != 0 ||
	    head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_shentsize != sizeof(Elf64_Shdr) ||
	    head->e_shstrndx >= head->e_shnum ||
	    !is_inside(o, head->e_shoff, head->e_shnum * sizeof(Elf64_Shdr)))
		return false;
	o->sections = (const Elf64_Shdr *)(const void *)(o->data + head->e_shoff);
	o->count = head->e_shnum;
	for (unsigned i = 0; i < o->count; i++)
		if (o->sections[i].sh_type != SHT_NOBITS &&
		    !is_inside(o, o->sections[i].sh_offset, o->sections[i].sh_size))
			return false;
	names = &o->sections[head->e_shstrndx];
	o->lines = section_named(o, names, ".debug_line");
	for (unsigned i = 0; i < o->count; i++) {
		const Elf64_Shdr *s = &o->sections[i];

		if (s->sh_type == SHT_SYMTAB && s->sh_link < o->count) {
			o->symbols = s;
			o->names = &o->sections[s->sh_link];
		}
		if (s->sh_type == SHT_RELA && o->lines && &o->sections[s->sh_info] == o->lines)
			o->relocations = s;
	}
	return o->lines && o->symbols && o->relocations;
}

static const Elf64_Sym *symbols_of(const elf_object *o, size_t *count)
{
	*count = o->symbols->sh_size / sizeof(Elf64_Sym);
	return (const Elf64_Sym *)(const void *)(o->data + o->symbols->sh_offset);
}

static bool find_function(elf_object *o, const char *function, uint64_t offset)
{
	size_t count, length = strlen(function) + 1;
	const Elf64_Sym *symbols = symbols_of(o, &count);

	for (size_t i = 0; i < count; i++) {
		const Elf64_Sym *s = &symbols[i];

		if (ELF64_ST_TYPE(s->st_info) != STT_FUNC || s->st_name >= o->names->sh_size ||
		    o->names->sh_size - s->st_name < length ||
		    memcmp(o->data + o->names->sh_offset + s->st_name, function, length) != 0)
			continue;
		o->section = s->st_shndx;
		o->address = s->st_value + offset;
		return true;
	}
	return false;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static uint64_t fixed(line_reader *c, unsigned bytes)
{
	uint64_t value = 0;

	if ((size_t)(c->end - c->at) < bytes) {
		c->at = c->end;
		return 0;
	}
	memcpy(&value, c->at, bytes); /* both are little-endian, or of one byte */
	c->at += bytes;
	return value;
}

static uint64_t leb(line_reader *c, bool is_signed)
{
	uint64_t value = 0;
	unsigned shift = 0;
	uint8_t byte = 0;

	do {
		byte = (uint8_t)fixed(c, 1);
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80 && c->at < c->end);
	if (is_signed && shift < 64 && byte & 0x40)
		value |= ~UINT64_C(0) << shift;
	return value;
}

/* --- the machine ------------------------------------------------------------------------------ */

typedef struct machine {
	const elf_object *object;
	uint8_t step, base, range, opcode_base; /* of the header; base is signed */
	const uint8_t *lengths;
	unsigned section;
	uint64_t address, line;
	bool has_row; /* the last row of this sequence: */
	uint64_t row_address, row_line;
	uint32_t found; /* the line; 0: not yet */
} machine;

static void begin_sequence(machine *m)
{
	m->section = 0;
	m->address = 0;
	m->line = 1;
	m->has_row = false;
}

static void emit_row(machine *m)
{
	if (m->has_row && m->section == m->object->section &&
	    m->row_address <= m->object->address && m->object->address < m->address)
		m->found = (uint32_t)m->row_line;
	m->has_row = true;
	m->row_address = m->address;
	m->row_line = m->line;
}

/* Set the address from the relocation at PLACE in the section. */
static void set_address(machine *m, uint64_t place)
{
	const elf_object *o = m->object;
	size_t count = o->relocations->sh_size / sizeof(Elf64_Rela), symbol_count;
	const Elf64_Rela *all =
		(const Elf64_Rela *)(const void *)(o->data + o->relocations->sh_offset);
	const Elf64_Sym *symbols = symbols_of(o, &symbol_count);

	for (size_t i = 0; i < count; i++) {
		uint64_t symbol = ELF64_R_SYM(all[i].r_info);

		if (all[i].r_offset != place || symbol >= symbol_count)
			continue;
		m->section = symbols[symbol].st_shndx;
		m->address = symbols[symbol].st_value + (uint64_t)all[i].r_addend;
	}
}

static void run_extended(machine *m, line_reader *c)
{
	enum { END_SEQUENCE = 1, SET_ADDRESS = 2 };
	uint64_t length = leb(c, false);
	const uint8_t *end = length <= (uint64_t)(c->end - c->at) ? c->at + length : c->end;
	uint64_t code = length ? fixed(c, 1) : 0;

	if (code == END_SEQUENCE) {
		emit_row(m);
		begin_sequence(m);
	} else if (code == SET_ADDRESS) {
		set_address(m, (uint64_t)(c->at - m->object->data) - m->object->lines->sh_offset);
	}
	c->at = end;
}

static void run_standard(machine *m, line_reader *c, uint8_t code)
{
	enum { COPY = 1, ADVANCE_PC, ADVANCE_LINE, CONST_ADD_PC = 8, FIXED_ADVANCE_PC };

	switch (code) {
	case COPY: emit_row(m); break;
	case ADVANCE_PC: m->address += leb(c, false) * m->step; break;
	case ADVANCE_LINE: m->line += leb(c, true); break;
	case CONST_ADD_PC:
		m->address += (uint64_t)((255 - m->opcode_base) / m->range) * m->step;
		break;
	case FIXED_ADVANCE_PC: m->address += fixed(c, 2); break;
	default:
		for (uint8_t i = 0; i < m->lengths[code - 1]; i++)
			(void)leb(c, false);
	}
}

static void run_program(machine *m, line_reader *c)
{
	begin_sequence(m);
	while (c->at < c->end && !m->found) {
		uint8_t code = (uint8_t)fixed(c, 1);

		if (code == 0) {
			run_extended(m, c);
		} else if (code < m->opcode_base) {
			run_standard(m, c, code);
		} else {
			uint8_t over = (uint8_t)(code - m->opcode_base);

			m->address += (uint64_t)(over / m->range) * m->step;
			m->line += (uint64_t)((int8_t)m->base + over % m->range);
			emit_row(m);
		}
	}
}

/* Run one unit of the section. Return false if it is of a kind that is not known. */
static bool run_unit(machine *m, line_reader *all)
{
	uint64_t bytes = fixed(all, 4), version, header;
	line_reader c = {all->at, all->end};

	if (bytes > (uint64_t)(all->end - all->at)) /* also the mark of 64-bit DWARF */
		return false;
	c.end = all->at = all->at + bytes;
	version = fixed(&c, 2);
	if (version < 2 || version > 5)
		return false;
	if (version >= 5)
		(void)fixed(&c, 2); /* sizes of addresses and of segment selectors */
	header = fixed(&c, 4);
	if (header > (uint64_t)(c.end - c.at))
		return false;
	line_reader program = {c.at + header, c.end};

	m->step = (uint8_t)fixed(&c, 1);
	if (version >= 4)
		(void)fixed(&c, 1); /* operations in an instruction */
	(void)fixed(&c, 1);         /* is a statement */
	m->base = (uint8_t)fixed(&c, 1);
	m->range = (uint8_t)fixed(&c, 1);
	m->opcode_base = (uint8_t)fixed(&c, 1);
	m->lengths = c.at;
	if (!m->range || !m->opcode_base || (size_t)(c.end - c.at) < m->opcode_base)
		return false;
	run_program(m, &program);
	return true;
}

uint32_t hr_line_at(const uint8_t *object, size_t size, const char *function, uint64_t offset)
{
	elf_object o = {.data = object, .size = size};
	machine m = {.object = &o};
	line_reader all;

	if (!object || !find_sections(&o) || !find_function(&o, function, offset))
		return 0;
	all = (line_reader){o.data + o.lines->sh_offset,
			    o.data + o.lines->sh_offset + o.lines->sh_size};
	while (all.at < all.end && !m.found)
		if (!run_unit(&m, &all))
			return 0;
	return m.found;
}
