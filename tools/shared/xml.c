/* tools/shared/xml.c -- print text in XML, for reports in JUnit's format.
 *
 * Not here:  the contents of reports. */
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
