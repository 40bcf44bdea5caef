#ifndef HEROES_CPQ_SHIM_H
#define HEROES_CPQ_SHIM_H

#include <libpq-fe.h>

// Swift does not import macros for characters.
enum { heroes_pq_severity = PG_DIAG_SEVERITY_NONLOCALIZED };
enum { heroes_pq_sqlstate = PG_DIAG_SQLSTATE };
enum { heroes_pq_message = PG_DIAG_MESSAGE_PRIMARY };

#endif
