/*
 * The few routines of SQLite and FTS5 that the ranking uses. An extension is handed a table of all of SQLite's routines, in an order that
 * is part of SQLite's interface and only ever grows at its end: each routine is named here by its place. So nothing but this file is
 * needed to compile an extension that loads into the SQLite of Node and of better-sqlite3 alike. Meanings: https://sqlite.org/c3ref/funclist.html
 */
#ifndef PINAKES_SQLITE_API_H
#define PINAKES_SQLITE_API_H
#include <stdint.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_blob sqlite3_blob;
typedef struct sqlite3_context sqlite3_context;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_value sqlite3_value;
typedef int64_t sqlite3_int64;
typedef uint64_t sqlite3_uint64;
typedef void (*sqlite3_routine)(void);
typedef void (*sqlite3_destructor)(void *);

/* All of SQLite's routines by place, as an extension gets them. */
typedef struct sqlite3_api_routines {
  sqlite3_routine at[220];
} sqlite3_api_routines;

enum {
  SQLITE_OK = 0,
  SQLITE_ERROR = 1,
  SQLITE_ABORT = 4,
  SQLITE_NOMEM = 7,
  SQLITE_MISMATCH = 20,
  SQLITE_RANGE = 25,
};
/* Types of values. */
enum { SQLITE_BLOB = 4, SQLITE_NULL = 5 };
/* Flags of functions. */
enum { SQLITE_UTF8 = 0x1, SQLITE_DETERMINISTIC = 0x800, SQLITE_DIRECTONLY = 0x80000 };
#define SQLITE_TRANSIENT ((sqlite3_destructor)-1)

/* One file of the extension holds the table (1) and fills it (2); the others share it (3). */
#define SQLITE_EXTENSION_INIT1 const sqlite3_api_routines *sqlite3_api = 0;
#define SQLITE_EXTENSION_INIT2(routines) sqlite3_api = (routines);
#define SQLITE_EXTENSION_INIT3 extern const sqlite3_api_routines *sqlite3_api;

/* The routine at a place, by its result and its parameters. */
#define SQLITE_ROUTINE(place, result, ...) ((result(*)(__VA_ARGS__))sqlite3_api->at[place])

#define sqlite3_aggregate_context SQLITE_ROUTINE(0, void *, sqlite3_context *, int)
#define sqlite3_create_function                                                                        \
  SQLITE_ROUTINE(45, int, sqlite3 *, const char *, int, int, void *,                                   \
                 void (*)(sqlite3_context *, int, sqlite3_value **),                                   \
                 void (*)(sqlite3_context *, int, sqlite3_value **), void (*)(sqlite3_context *))
#define sqlite3_finalize SQLITE_ROUTINE(57, int, sqlite3_stmt *)
#define sqlite3_free SQLITE_ROUTINE(58, void, void *)
#define sqlite3_get_auxdata SQLITE_ROUTINE(61, void *, sqlite3_context *, int)
#define sqlite3_malloc SQLITE_ROUTINE(68, void *, int)
#define sqlite3_mprintf SQLITE_ROUTINE(69, char *, const char *, ...)
#define sqlite3_result_double SQLITE_ROUTINE(79, void, sqlite3_context *, double)
#define sqlite3_result_error SQLITE_ROUTINE(80, void, sqlite3_context *, const char *, int)
#define sqlite3_result_int SQLITE_ROUTINE(82, void, sqlite3_context *, int)
#define sqlite3_result_int64 SQLITE_ROUTINE(83, void, sqlite3_context *, sqlite3_int64)
#define sqlite3_set_auxdata SQLITE_ROUTINE(92, void, sqlite3_context *, int, void *, sqlite3_destructor)
#define sqlite3_step SQLITE_ROUTINE(94, int, sqlite3_stmt *)
#define sqlite3_value_blob SQLITE_ROUTINE(102, const void *, sqlite3_value *)
#define sqlite3_value_bytes SQLITE_ROUTINE(103, int, sqlite3_value *)
#define sqlite3_value_double SQLITE_ROUTINE(105, double, sqlite3_value *)
#define sqlite3_value_int64 SQLITE_ROUTINE(107, sqlite3_int64, sqlite3_value *)
#define sqlite3_value_type SQLITE_ROUTINE(113, int, sqlite3_value *)
#define sqlite3_prepare_v2                                                                             \
  SQLITE_ROUTINE(116, int, sqlite3 *, const char *, int, sqlite3_stmt **, const char **)
#define sqlite3_blob_bytes SQLITE_ROUTINE(121, int, sqlite3_blob *)
#define sqlite3_blob_close SQLITE_ROUTINE(122, int, sqlite3_blob *)
#define sqlite3_blob_open                                                                              \
  SQLITE_ROUTINE(123, int, sqlite3 *, const char *, const char *, const char *, sqlite3_int64, int,    \
                 sqlite3_blob **)
#define sqlite3_blob_read SQLITE_ROUTINE(124, int, sqlite3_blob *, void *, int, int)
#define sqlite3_result_error_nomem SQLITE_ROUTINE(137, void, sqlite3_context *)
#define sqlite3_result_zeroblob SQLITE_ROUTINE(145, void, sqlite3_context *, int)
#define sqlite3_result_error_code SQLITE_ROUTINE(146, void, sqlite3_context *, int)
#define sqlite3_context_db_handle SQLITE_ROUTINE(149, sqlite3 *, sqlite3_context *)
#define sqlite3_blob_reopen SQLITE_ROUTINE(176, int, sqlite3_blob *, sqlite3_int64)
#define sqlite3_malloc64 SQLITE_ROUTINE(197, void *, sqlite3_uint64)
#define sqlite3_realloc64 SQLITE_ROUTINE(199, void *, void *, sqlite3_uint64)
#define sqlite3_result_blob64                                                                          \
  SQLITE_ROUTINE(201, void, sqlite3_context *, const void *, sqlite3_uint64, sqlite3_destructor)
#define sqlite3_bind_pointer                                                                           \
  SQLITE_ROUTINE(219, int, sqlite3_stmt *, int, void *, const char *, sqlite3_destructor)

/* The full-text module: https://sqlite.org/fts5.html, section 7. Members that are not used only keep their places. */
typedef struct Fts5Context Fts5Context;
typedef struct Fts5PhraseIter {
  const unsigned char *next, *end;
} Fts5PhraseIter;

typedef struct Fts5ExtensionApi {
  int version;
  sqlite3_routine unused1[5];
  int (*xPhraseCount)(Fts5Context *);
  sqlite3_routine unused2[3];
  sqlite3_int64 (*xRowid)(Fts5Context *);
  sqlite3_routine unused3[3];
  int (*xSetAuxdata)(Fts5Context *, void *, sqlite3_destructor);
  void *(*xGetAuxdata)(Fts5Context *, int);
  int (*xPhraseFirst)(Fts5Context *, int, Fts5PhraseIter *, int *, int *);
  void (*xPhraseNext)(Fts5Context *, Fts5PhraseIter *, int *, int *);
} Fts5ExtensionApi;

typedef void (*fts5_function)(const Fts5ExtensionApi *, Fts5Context *, sqlite3_context *, int,
                              sqlite3_value **);
typedef struct fts5_api fts5_api;
struct fts5_api {
  int version;
  sqlite3_routine unused[2];
  int (*xCreateFunction)(fts5_api *, const char *, void *, fts5_function, sqlite3_destructor);
};
#endif
