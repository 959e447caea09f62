/* Attributes of documents: chunks of packed numbers, each read once while rows of it pass by. */
#include "pinakes.h"
SQLITE_EXTENSION_INIT3

const struct column_kind column_kinds[COLUMN_COUNT] = COLUMN_KINDS;
const uint8_t length_columns[FIELD_COUNT] = LENGTH_COLUMNS;

static void let_go(struct columns *columns) {
  sqlite3_blob_close(columns->blob);
  columns->blob = NULL;
}

/*
 * Turns to a chunk. One handle is moved from row to row, which takes about half the time of a statement
 * (measured at a million documents). A handle that could not be moved is of no more use.
 */
static int turn_to(struct columns *columns, int64_t chunk_id) {
  if (columns->blob != NULL) {
    int status = sqlite3_blob_reopen(columns->blob, chunk_id);
    if (status == SQLITE_OK) return SQLITE_OK;
    let_go(columns);
    if (status != SQLITE_ABORT) return status;
    /* The row it stood on was changed: begin anew. */
  }
  int status = sqlite3_blob_open(columns->db, "main", "column_chunk", "data", chunk_id, 0, &columns->blob);
  if (status != SQLITE_OK) let_go(columns);
  return status;
}

static int fetch(struct columns *columns, struct column_reader *reader, int64_t chunk_id) {
  int status = turn_to(columns, chunk_id);
  if (status == SQLITE_ERROR) return SQLITE_OK; /* there is no such chunk, and that is no mistake */
  if (status != SQLITE_OK) return status;
  if (reader->data == NULL) reader->data = sqlite3_malloc(CHUNK_BYTES);
  if (reader->data == NULL) return SQLITE_NOMEM;
  int size = sqlite3_blob_bytes(columns->blob);
  if (size > CHUNK_BYTES) size = CHUNK_BYTES;
  status = sqlite3_blob_read(columns->blob, reader->data, size, 0);
  if (status == SQLITE_OK) reader->present = (uint32_t)size;
  return status;
}

void columns_load(struct columns *columns, int column, uint32_t row) {
  struct column_reader *reader = &columns->readers[column];
  uint32_t bytes = column_kinds[column].bytes;
  uint32_t rows = CHUNK_BYTES / bytes;
  uint32_t chunk = row / rows;
  reader->first = chunk * rows;
  reader->rows = rows;
  reader->present = 0;
  if (columns->status != SQLITE_OK) return;
  columns->status = fetch(columns, reader, (int64_t)column * INT64_C(0x100000000) + chunk);
  reader->present /= bytes;
}

void columns_close(struct columns *columns) {
  let_go(columns);
  for (int column = 0; column < COLUMN_COUNT; column++) {
    sqlite3_free(columns->readers[column].data);
    columns->readers[column] = (struct column_reader){0};
  }
}
