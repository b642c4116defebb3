/* tools/shared/xml.h -- print text in XML. */
#ifndef HR_XML_H
#define HR_XML_H

#include <stdio.h>

/* Print TEXT, which may be NULL. Characters that XML 1.0 cannot represent become question marks. */
void tool_print_xml(FILE *file, const char *text);

#endif
