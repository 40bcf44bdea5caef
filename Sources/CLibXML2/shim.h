#include <libxml/xmlversion.h>
// Without ICU's headers, whose types clash with those of Swift's own Foundation; nothing used here has them in it.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/tree.h>
