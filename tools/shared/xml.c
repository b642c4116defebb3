/* tools/shared/xml.c -- text in XML, for reports that JUnit's readers take.
 *
 * Not here: what a report says. */
#include "tools/shared/xml.h"

void tool_print_xml(FILE *file, const char *text)
{
	for (; text && *text; text++) {
		unsigned char c = (unsigned char)*text;

		switch (c) {
		case '<': fputs("&lt;", file); break;
		case '>': fputs("&gt;", file); break;
		case '&': fputs("&amp;", file); break;
		case '"': fputs("&quot;", file); break;
		default: fputc(c < ' ' || c > '~' ? '?' : c, file); break;
		}
	}
}
