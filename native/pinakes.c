/*
 * A loadable extension of SQLite: ranks the rows of a full-text query and tests conditions on them.
 *
 *   pinakes_rank(text, plan)      score of the row, NULL when it fails the plan's conditions
 *   pinakes_keep(text, plan)      1 when the row passes the plan's conditions, else 0
 *   pinakes_matches(id, plan)     the same for a row id, outside of full-text queries
 *   pinakes_top(score, id, k)     total and best rows (top.c)
 *   pinakes_ids(id)               all row ids, packed (top.c)
 *   pinakes_version()             what plans are checked by
 *
 * A plan must stay the same throughout a query. Nothing is shared between connections: what a query needs
 * hangs on its cursor and goes with it.
 */
#include "pinakes.h"
SQLITE_EXTENSION_INIT1
#include <string.h>

static void scan_free(void *pointer) {
  struct scan *scan = pointer;
  columns_close(&scan->columns);
  plan_free(scan->plan);
  sqlite3_free(scan->positions);
  sqlite3_free(scan);
}

static void report(sqlite3_context *context, int status) {
  if (status == SQLITE_MISMATCH) {
    sqlite3_result_error(context, "pinakes: this is no plan that can be read", -1);
  } else if (status == SQLITE_RANGE) {
    sqlite3_result_error(context, "pinakes: a row or a phrase is out of range", -1);
  } else {
    sqlite3_result_error_code(context, status);
  }
}

static int scan_open(sqlite3_context *context, sqlite3_value *value, struct scan **result) {
  if (sqlite3_value_type(value) != SQLITE_BLOB) return SQLITE_MISMATCH;
  const void *source = sqlite3_value_blob(value);
  size_t size = (size_t)sqlite3_value_bytes(value);
  if (source == NULL) return SQLITE_MISMATCH;
  struct scan *scan = sqlite3_malloc64(sizeof *scan);
  if (scan == NULL) return SQLITE_NOMEM;
  memset(scan, 0, sizeof *scan);
  scan->source = source;
  scan->source_size = size;
  scan->columns.db = sqlite3_context_db_handle(context);
  int status = plan_read(source, size, &scan->plan);
  if (status == SQLITE_OK) {
    *result = scan;
  } else {
    scan_free(scan);
  }
  return status;
}

static int is_same(const struct scan *scan, sqlite3_value *value) {
  return scan != NULL && scan->source == sqlite3_value_blob(value) &&
         scan->source_size == (size_t)sqlite3_value_bytes(value);
}

/* Every phrase number must be one of the query's. */
static int check_phrases(const struct plan *plan, uint32_t count) {
  for (uint32_t i = 0; i < plan->phrase_count; i++) {
    if (plan->phrase[i] >= count) return SQLITE_RANGE;
  }
  return SQLITE_OK;
}

/* The work on the query that the current row belongs to. */
static int scan_of(const Fts5ExtensionApi *api, Fts5Context *fts, sqlite3_context *context,
                   sqlite3_value *value, struct scan **result) {
  *result = api->xGetAuxdata(fts, 0);
  if (is_same(*result, value)) return SQLITE_OK;
  struct scan *scan;
  int status = scan_open(context, value, &scan);
  if (status != SQLITE_OK) return status;
  status = check_phrases(scan->plan, (uint32_t)api->xPhraseCount(fts));
  if (status != SQLITE_OK) {
    scan_free(scan);
    return status;
  }
  *result = scan;
  return api->xSetAuxdata(fts, scan, scan_free); /* frees it when it fails */
}

struct row {
  struct scan *scan;
  uint32_t id;
  int passes;
};

static int open_row(const Fts5ExtensionApi *api, Fts5Context *fts, sqlite3_context *context, int count,
                    sqlite3_value **values, struct row *row) {
  if (count != 1) return SQLITE_MISMATCH;
  int status = scan_of(api, fts, context, values[0], &row->scan);
  if (status != SQLITE_OK) return status;
  sqlite3_int64 id = api->xRowid(fts);
  if (id < 0 || id > UINT32_MAX) return SQLITE_RANGE;
  row->id = (uint32_t)id;
  row->passes = filter_passes(row->scan->plan, &row->scan->columns, row->id);
  return row->scan->columns.status;
}

static void rank(const Fts5ExtensionApi *api, Fts5Context *fts, sqlite3_context *context, int count,
                 sqlite3_value **values) {
  struct row row;
  double score = 0;
  int status = open_row(api, fts, context, count, values, &row);
  if (status == SQLITE_OK && row.passes) status = score_row(row.scan, api, fts, row.id, &score);
  if (status != SQLITE_OK) {
    report(context, status);
  } else if (row.passes) {
    sqlite3_result_double(context, score);
  }
}

static void keep(const Fts5ExtensionApi *api, Fts5Context *fts, sqlite3_context *context, int count,
                 sqlite3_value **values) {
  struct row row;
  int status = open_row(api, fts, context, count, values, &row);
  if (status != SQLITE_OK) {
    report(context, status);
  } else {
    sqlite3_result_int(context, row.passes);
  }
}

static void matches(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  struct scan *scan = sqlite3_get_auxdata(context, 1);
  if (!is_same(scan, values[1])) {
    int status = scan_open(context, values[1], &scan);
    if (status != SQLITE_OK) {
      report(context, status);
      return;
    }
    sqlite3_set_auxdata(context, 1, scan, scan_free);
    /* It may have been freed at once, for want of memory or because the argument is no constant. */
    scan = sqlite3_get_auxdata(context, 1);
    if (scan == NULL) {
      sqlite3_result_error_nomem(context);
      return;
    }
  }
  sqlite3_int64 id = sqlite3_value_int64(values[0]);
  int passes = id >= 0 && id <= UINT32_MAX &&
               filter_passes(scan->plan, &scan->columns, (uint32_t)id);
  if (scan->columns.status != SQLITE_OK) {
    report(context, scan->columns.status);
  } else {
    sqlite3_result_int(context, passes);
  }
}

static void version(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  (void)values;
  sqlite3_result_int64(context, PLAN_VERSION);
}

/* How an extension gets at the full-text module: https://sqlite.org/fts5.html, section 7. */
static fts5_api *find_fts5(sqlite3 *db) {
  fts5_api *found = NULL;
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &statement, NULL) == SQLITE_OK) {
    sqlite3_bind_pointer(statement, 1, (void *)&found, "fts5_api_ptr", NULL);
    sqlite3_step(statement);
  }
  sqlite3_finalize(statement);
  return found;
}

#ifdef _WIN32
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
int sqlite3_pinakes_init(sqlite3 *db, char **message, const sqlite3_api_routines *routines) {
  SQLITE_EXTENSION_INIT2(routines);
  fts5_api *fts5 = find_fts5(db);
  if (fts5 == NULL) {
    *message = sqlite3_mprintf("this SQLite has no full-text search");
    return SQLITE_ERROR;
  }
  int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
  int status = fts5->xCreateFunction(fts5, "pinakes_rank", NULL, rank, NULL);
  if (status == SQLITE_OK) status = fts5->xCreateFunction(fts5, "pinakes_keep", NULL, keep, NULL);
  if (status == SQLITE_OK) {
    status = sqlite3_create_function(db, "pinakes_matches", 2, flags, NULL, matches, NULL, NULL);
  }
  if (status == SQLITE_OK) {
    status = sqlite3_create_function(db, "pinakes_version", 0, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                                     version, NULL, NULL);
  }
  return status == SQLITE_OK ? top_register(db) : status;
}
