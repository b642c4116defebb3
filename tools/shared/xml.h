/* tools/shared/xml.h -- text in XML. */
#ifndef HR_XML_H
#define HR_XML_H

#include <stdio.h>

/* Characters that XML 1.0 cannot hold become question marks. TEXT may be NULL. */
void tool_print_xml(FILE *file, const char *text);

#endif
