/* Aggregates: the best rows with the exact number of all, and the ids of all rows. */
#include "pinakes.h"
SQLITE_EXTENSION_INIT3
#include <stdlib.h>
#include <string.h>

/* So many rows that equal the last of the best are kept besides, so that the caller can order them. */
#define KEPT_TIES 1000

struct hit {
  double score;
  uint32_t row;
  uint32_t time;
};

struct top {
  uint64_t total;
  struct hit *hits;
  size_t used;
  size_t capacity;
  size_t wanted;
  int has_cut;
  double cut; /* no row with a lower score can be among the best */
  struct columns columns;
};

/* The best first: larger score, older, smaller row id. */
static int compare_hits(const void *left, const void *right) {
  const struct hit *a = left;
  const struct hit *b = right;
  if (a->score != b->score) return a->score < b->score ? 1 : -1;
  if (a->time != b->time) return a->time > b->time ? 1 : -1;
  return (a->row > b->row) - (a->row < b->row);
}

/* Drops what is not among the best nor equal to the last of them. */
static void settle(struct top *top) {
  qsort(top->hits, top->used, sizeof *top->hits, compare_hits);
  if (top->used <= top->wanted) return;
  const struct hit *last = &top->hits[top->wanted - 1];
  size_t kept = top->wanted;
  while (kept < top->used && kept < top->wanted + KEPT_TIES && top->hits[kept].score == last->score &&
         top->hits[kept].time == last->time) {
    kept++;
  }
  top->used = kept;
  top->has_cut = 1;
  top->cut = last->score;
}

static int grow(struct top *top) {
  size_t limit = 2 * (top->wanted + KEPT_TIES);
  if (top->used >= limit) settle(top);
  if (top->used < top->capacity) return SQLITE_OK;
  size_t capacity = top->capacity == 0 ? 256 : top->capacity * 2;
  struct hit *hits = sqlite3_realloc64(top->hits, capacity * sizeof *hits);
  if (hits == NULL) return SQLITE_NOMEM;
  top->hits = hits;
  top->capacity = capacity;
  return SQLITE_OK;
}

static int add_hit(struct top *top, double score, sqlite3_int64 row) {
  if (row < 0 || row > UINT32_MAX) return SQLITE_RANGE;
  if (grow(top) != SQLITE_OK) return SQLITE_NOMEM;
  uint32_t time = column_value(&top->columns, COLUMN_TIME, (uint32_t)row);
  top->hits[top->used++] = (struct hit){score, (uint32_t)row, time};
  return top->columns.status;
}

/* Notes how many rows are wanted; every row tells it. */
static void start(struct top *top, sqlite3_value **values) {
  sqlite3_int64 wanted = sqlite3_value_int64(values[2]);
  top->wanted = wanted < 0 ? 0 : wanted > UINT32_MAX ? UINT32_MAX : (size_t)wanted;
}

/* Counts a row, and keeps it where it may be among the best. */
static int count_hit(struct top *top, double score, sqlite3_int64 row) {
  top->total++;
  if (top->wanted == 0 || (top->has_cut && score < top->cut)) return SQLITE_OK;
  return add_hit(top, score, row);
}

static void step(sqlite3_context *context, struct top *top, sqlite3_value **values) {
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return;
  start(top, values);
  top->columns.db = sqlite3_context_db_handle(context);
  int status = count_hit(top, sqlite3_value_double(values[0]), sqlite3_value_int64(values[1]));
  if (status != SQLITE_OK) sqlite3_result_error_code(context, status);
}

/* pinakes_top(score, row id, number of rows): rows without a score do not count. */
static void top_step(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  struct top *top = sqlite3_aggregate_context(context, sizeof *top);
  if (top == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  step(context, top, values);
}

/* The number of rows with a score (64 bits), then for each of the best: score, row id, time. */
static void finish(sqlite3_context *context, struct top *top) {
  if (top->used > 0) settle(top);
  size_t size = sizeof top->total + top->used * sizeof *top->hits;
  uint8_t *bytes = sqlite3_malloc64(size);
  if (bytes == NULL) {
    sqlite3_result_error_nomem(context);
  } else {
    memcpy(bytes, &top->total, sizeof top->total);
    if (top->used > 0) {
      memcpy(bytes + sizeof top->total, top->hits, top->used * sizeof *top->hits);
    }
    sqlite3_result_blob64(context, bytes, size, sqlite3_free);
  }
  sqlite3_free(top->hits);
  columns_close(&top->columns);
}

static void top_final(sqlite3_context *context) {
  struct top none = {0};
  struct top *top = sqlite3_aggregate_context(context, 0);
  finish(context, top == NULL ? &none : top);
}

/* The variants of one picture that have passed so far: the best of them, with the highest score of all. */
struct picture {
  uint64_t key; /* 0: nothing is kept here */
  double score;
  uint32_t row;
  uint32_t place;
};

struct pictures {
  struct top top; /* documents that are the only variant, then also the pictures */
  struct picture *kept;
  size_t used;
  size_t capacity; /* a power of two, or 0 */
};

static struct picture *find_picture(struct picture *kept, size_t capacity, uint64_t key) {
  size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 17) & (capacity - 1);
  while (kept[at].key != 0 && kept[at].key != key) at = (at + 1) & (capacity - 1);
  return &kept[at];
}

/* Makes room for one more: at most half of the places are taken. */
static int grow_pictures(struct pictures *pictures) {
  if (2 * (pictures->used + 1) <= pictures->capacity) return SQLITE_OK;
  size_t capacity = pictures->capacity == 0 ? 256 : 2 * pictures->capacity;
  struct picture *kept = sqlite3_malloc64(capacity * sizeof *kept);
  if (kept == NULL) return SQLITE_NOMEM;
  memset(kept, 0, capacity * sizeof *kept);
  for (size_t i = 0; i < pictures->capacity; i++) {
    const struct picture *one = &pictures->kept[i];
    if (one->key != 0) *find_picture(kept, capacity, one->key) = *one;
  }
  sqlite3_free(pictures->kept);
  pictures->kept = kept;
  pictures->capacity = capacity;
  return SQLITE_OK;
}

static int add_variant(struct pictures *pictures, uint64_t key, double score, uint32_t row) {
  if (grow_pictures(pictures) != SQLITE_OK) return SQLITE_NOMEM;
  uint32_t place = column_value(&pictures->top.columns, COLUMN_PICTUREPLACE, row);
  struct picture *one = find_picture(pictures->kept, pictures->capacity, key);
  if (one->key == 0) {
    pictures->used++;
    *one = (struct picture){key, score, row, place};
    return SQLITE_OK;
  }
  if (score > one->score) one->score = score;
  if (place < one->place) {
    one->place = place;
    one->row = row;
  }
  return SQLITE_OK;
}

/* pinakes_pictures(score, row id, number of rows): as pinakes_top, but the variants of a picture count as one row. */
static void pictures_step(sqlite3_context *context, int count, sqlite3_value **values) {
  struct pictures *pictures = sqlite3_aggregate_context(context, sizeof *pictures);
  if (pictures == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  sqlite3_int64 row = sqlite3_value_int64(values[1]);
  if (sqlite3_value_type(values[0]) == SQLITE_NULL || row < 0 || row > UINT32_MAX) {
    step(context, &pictures->top, values);
    return;
  }
  struct columns *columns = &pictures->top.columns;
  columns->db = sqlite3_context_db_handle(context);
  uint64_t key = (uint64_t)column_value(columns, COLUMN_PICTURELOW, (uint32_t)row) << 32 |
                 column_value(columns, COLUMN_PICTUREHIGH, (uint32_t)row);
  if (key == 0) {
    step(context, &pictures->top, values);
    return;
  }
  (void)count;
  start(&pictures->top, values);
  int status = add_variant(pictures, key, sqlite3_value_double(values[0]), (uint32_t)row);
  if (status == SQLITE_OK) status = columns->status;
  if (status != SQLITE_OK) sqlite3_result_error_code(context, status);
}

static void pictures_final(sqlite3_context *context) {
  struct pictures none = {0};
  struct pictures *pictures = sqlite3_aggregate_context(context, 0);
  if (pictures == NULL) pictures = &none;
  int status = SQLITE_OK;
  for (size_t i = 0; i < pictures->capacity && status == SQLITE_OK; i++) {
    const struct picture *one = &pictures->kept[i];
    if (one->key != 0) status = count_hit(&pictures->top, one->score, one->row);
  }
  sqlite3_free(pictures->kept);
  finish(context, &pictures->top);
  if (status != SQLITE_OK) sqlite3_result_error_code(context, status);
}

struct ids {
  uint32_t *rows;
  size_t used;
  size_t capacity;
  int is_unordered;
};

static int add_id(struct ids *ids, sqlite3_int64 row) {
  if (row < 0 || row > UINT32_MAX) return SQLITE_RANGE;
  if (ids->used == ids->capacity) {
    size_t capacity = ids->capacity == 0 ? 1024 : ids->capacity * 2;
    uint32_t *rows = sqlite3_realloc64(ids->rows, capacity * sizeof *rows);
    if (rows == NULL) return SQLITE_NOMEM;
    ids->rows = rows;
    ids->capacity = capacity;
  }
  if (ids->used > 0 && ids->rows[ids->used - 1] > row) ids->is_unordered = 1;
  ids->rows[ids->used++] = (uint32_t)row;
  return SQLITE_OK;
}

static void ids_step(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  struct ids *ids = sqlite3_aggregate_context(context, sizeof *ids);
  if (ids == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return;
  int status = add_id(ids, sqlite3_value_int64(values[0]));
  if (status != SQLITE_OK) sqlite3_result_error_code(context, status);
}

static int compare_rows(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left;
  uint32_t b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

static void ids_final(sqlite3_context *context) {
  struct ids *ids = sqlite3_aggregate_context(context, 0);
  if (ids == NULL || ids->used == 0) {
    sqlite3_result_zeroblob(context, 0);
    return;
  }
  if (ids->is_unordered) qsort(ids->rows, ids->used, sizeof *ids->rows, compare_rows);
  sqlite3_result_blob64(context, ids->rows, ids->used * sizeof *ids->rows, sqlite3_free);
}

int top_register(sqlite3 *db) {
  int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
  int status = sqlite3_create_function(db, "pinakes_top", 3, flags, NULL, NULL, top_step, top_final);
  if (status != SQLITE_OK) return status;
  status = sqlite3_create_function(db, "pinakes_pictures", 3, flags, NULL, NULL, pictures_step, pictures_final);
  if (status != SQLITE_OK) return status;
  return sqlite3_create_function(db, "pinakes_ids", 1, flags, NULL, NULL, ids_step, ids_final);
}
