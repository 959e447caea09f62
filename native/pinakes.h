/* What the parts of the extension share: limits, the plan of a query, columns, and one row's scoring. */
#ifndef PINAKES_H
#define PINAKES_H

#include "fields.h"
#include "sqlite-api.h"
#include <stddef.h>
#include <stdint.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Columns and plans are little-endian and are read in place."
#endif

/* Limits on what a plan may ask for. Whoever exceeds them gets an SQL error. */
#define MAX_WORDS 64
#define MAX_PHRASES 448
#define MAX_BOOSTS 8
#define MAX_PRIORS 8
#define MAX_TESTS 65536
#define MAX_SLOP 5 /* VALUE_GAP of src/index/schema.ts keeps values six words apart */

/* ---- columns.c: attributes of documents, read from the table column_chunk ---- */

struct column_kind {
  uint8_t bytes; /* 0: no column has this number */
  uint32_t absent;
};

/* By number of the column. */
extern const struct column_kind column_kinds[COLUMN_COUNT];
/* By field of the full-text table, the column that counts its words. */
extern const uint8_t length_columns[FIELD_COUNT];

/* The chunk of one column that was read last: `data` holds documents from `first` on. */
struct column_reader {
  uint8_t *data;
  uint32_t first;
  uint32_t rows;    /* documents that belong to the chunk; 0: nothing was read yet */
  uint32_t present; /* documents that are really there */
};

struct columns {
  sqlite3 *db;
  int status;         /* the first error, or SQLITE_OK */
  sqlite3_blob *blob; /* moved from chunk to chunk; NULL before the first */
  struct column_reader readers[COLUMN_COUNT];
};

/* Reads another chunk; on an error `status` tells so and all values are absent. */
void columns_load(struct columns *columns, int column, uint32_t row);
/* Frees everything, so that no transaction stays open because of it. */
void columns_close(struct columns *columns);

/* The value of a document. Rows may come in any order; ascending is fast. */
static inline uint32_t column_value(struct columns *columns, int column, uint32_t row) {
  struct column_reader *reader = &columns->readers[column];
  if (row - reader->first >= reader->rows) columns_load(columns, column, row);
  uint32_t at = row - reader->first;
  if (at >= reader->present) return column_kinds[column].absent;
  switch (column_kinds[column].bytes) {
    case 1:
      return reader->data[at];
    case 2:
      return (uint32_t)reader->data[2 * (size_t)at] | (uint32_t)reader->data[2 * (size_t)at + 1] << 8;
    default: {
      const uint8_t *bytes = reader->data + 4 * (size_t)at;
      return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
             (uint32_t)bytes[3] << 24;
    }
  }
}

/* ---- plan.c: what a query asks for, as the caller encoded it ---- */

enum combine { COMBINE_SUM, COMBINE_BEST, COMBINE_BM25F };

/* `words` neighbouring query words (the plan never holds 0), moves forgiven, and the boost. */
struct boost {
  uint32_t words;
  uint32_t slop;
  double factor;
};

struct prior {
  uint32_t column;
  double table[256];
};

enum test_kind { TEST_RANGE, TEST_MEMBER, TEST_AREA, TEST_SHAPE, TEST_NEAR, TEST_ROWS, TEST_KINDS };

/*
 * One test of a filter and where to go on: the number of a later test, `test_count` when the row has passed, or
 * one more than that when it has failed. With jumps like these any nesting of and, or and not is one list.
 */
struct test {
  uint32_t kind;
  uint32_t column;
  uint32_t if_true;
  uint32_t if_false;
  uint32_t min; /* of a range or an area; the shape */
  uint32_t max;
  const uint8_t *data; /* bitmap, or row ids in ascending order */
  uint32_t length;     /* of the bitmap in bytes, of the list in row ids */
  double latitude;     /* in radians */
  double longitude;
  double cosine;    /* of the latitude */
  double half_sine; /* squared sine of half the angle of the radius */
};

struct plan {
  enum combine combine;
  uint32_t word_count;
  uint32_t phrase_count;
  uint32_t boost_count;
  uint32_t prior_count;
  uint32_t test_count;
  int needs_positions;
  double k1;
  double b;
  double weight[FIELD_COUNT];
  double mean_length[FIELD_COUNT];
  double idf[MAX_WORDS][FIELD_COUNT];
  double idf_of_all[MAX_WORDS];   /* for bm25f */
  uint32_t word_end[MAX_WORDS];   /* where the phrases of a word end in `phrase` */
  uint32_t phrase[MAX_PHRASES];   /* numbers of phrases in the full-text query */
  double phrase_weight[MAX_PHRASES]; /* what one occurrence of each counts */
  struct boost boosts[MAX_BOOSTS];
  struct prior *priors;
  struct test *tests;
  uint8_t *bytes; /* own copy of what the tests point to */
};

/* Gives a plan or, with a code other than SQLITE_OK, none. SQLITE_MISMATCH: the bytes are no plan. */
int plan_read(const uint8_t *bytes, size_t size, struct plan **result);
void plan_free(struct plan *plan);

/* ---- filter.c ---- */

/* Whether a document passes the tests of the plan. */
int filter_passes(const struct plan *plan, struct columns *columns, uint32_t row);

/* ---- phrase.c ---- */

/* Positions of a word in one field of a document, ascending. */
struct positions {
  const int64_t *at;
  const int64_t *end;
};

/* The sum of 1 / (1 + distance) over the matches of a run of words. Moves the starts of the lists. */
double phrase_frequency(struct positions *words, uint32_t count, uint32_t slop);

/* ---- score.c ---- */

/* The work on one query: the plan, the columns, and room for the positions in the current row. */
struct scan {
  const void *source; /* where the plan was read from, to notice another one */
  size_t source_size;
  struct plan *plan;
  struct columns columns;
  int64_t *positions; /* field * 2^32 + position */
  size_t capacity;
  size_t used;
  double frequency[MAX_WORDS][FIELD_COUNT];
  uint32_t fields[MAX_WORDS];                   /* bits of the fields that hold the word */
  size_t field_start[MAX_WORDS][FIELD_COUNT + 1]; /* in `positions` */
};

/* The score of the current row of a full-text query. */
int score_row(struct scan *scan, const Fts5ExtensionApi *api, Fts5Context *context, uint32_t row,
              double *score);

/* ---- top.c: aggregates ---- */

int top_register(sqlite3 *db);

#endif
