#include <libxml/xmlversion.h>
// Without the headers of ICU, whose types clash with those of Foundation; none of the functions used here needs them.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/tree.h>
