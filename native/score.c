/* The score of a document: the formula of src/model/ranking.ts, the same as src/model/score.ts computes. */
#include "pinakes.h"
SQLITE_EXTENSION_INIT3
#include <stdlib.h>
#include <string.h>

#define FIELD_UNIT INT64_C(0x100000000)

static int reserve(struct scan *scan) {
  if (scan->used < scan->capacity) return SQLITE_OK;
  size_t capacity = scan->capacity == 0 ? 256 : scan->capacity * 2;
  int64_t *positions = sqlite3_realloc64(scan->positions, capacity * sizeof *positions);
  if (positions == NULL) return SQLITE_NOMEM;
  scan->positions = positions;
  scan->capacity = capacity;
  return SQLITE_OK;
}

static int compare_positions(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left;
  int64_t b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

/* Unites the positions of several forms: in order, each once. */
static void unite(struct scan *scan, size_t start) {
  int64_t *positions = scan->positions + start;
  size_t count = scan->used - start;
  qsort(positions, count, sizeof *positions, compare_positions);
  size_t kept = 1;
  for (size_t i = 1; i < count; i++) {
    if (positions[i] != positions[kept - 1]) positions[kept++] = positions[i];
  }
  scan->used = start + kept;
}

static void mark_fields(struct scan *scan, uint32_t word, size_t start) {
  size_t at = start;
  for (int field = 0; field <= FIELD_COUNT; field++) {
    while (at < scan->used && scan->positions[at] < field * FIELD_UNIT) at++;
    scan->field_start[word][field] = at;
  }
}

/* Counts a word in the fields of the current row and, where the plan needs them, keeps its positions. */
static int gather(struct scan *scan, const Fts5ExtensionApi *api, Fts5Context *context, uint32_t word) {
  const struct plan *plan = scan->plan;
  double *frequency = scan->frequency[word];
  size_t start = scan->used;
  int64_t last = -1;
  int is_ordered = 1;
  uint32_t fields = 0;
  memset(frequency, 0, sizeof scan->frequency[word]);
  for (uint32_t i = word == 0 ? 0 : plan->word_end[word - 1]; i < plan->word_end[word]; i++) {
    Fts5PhraseIter iterator;
    int field, offset;
    int status = api->xPhraseFirst(context, (int)plan->phrase[i], &iterator, &field, &offset);
    if (status != SQLITE_OK) return status;
    for (; field >= 0 && field < FIELD_COUNT; api->xPhraseNext(context, &iterator, &field, &offset)) {
      frequency[field] += plan->phrase_weight[i];
      fields |= 1u << field;
      if (!plan->needs_positions) continue;
      if (reserve(scan) != SQLITE_OK) return SQLITE_NOMEM;
      int64_t position = field * FIELD_UNIT + (offset & INT32_MAX);
      is_ordered &= position > last;
      last = position;
      scan->positions[scan->used++] = position;
    }
  }
  scan->fields[word] = fields;
  if (!is_ordered) unite(scan, start);
  if (plan->needs_positions && fields != 0) mark_fields(scan, word, start);
  return SQLITE_OK;
}

/* 1 - b + b * length / mean length, for each of the fields in question. */
static void measure_fields(struct scan *scan, uint32_t row, uint32_t fields, double *norms) {
  const struct plan *plan = scan->plan;
  for (int field = 0; field < FIELD_COUNT; field++) {
    if ((fields >> field & 1) == 0) continue;
    uint32_t length = column_value(&scan->columns, length_columns[field], row);
    if (length == 0) length = 1; /* a hit says that there is at least one word */
    norms[field] = 1 - plan->b + plan->b * length / plan->mean_length[field];
  }
}

static double score_word(const struct scan *scan, uint32_t word, const double *norms) {
  const struct plan *plan = scan->plan;
  double sum = 0;
  double best = 0;
  for (int field = 0; field < FIELD_COUNT; field++) {
    double frequency = scan->frequency[word][field];
    if (frequency == 0) continue;
    if (plan->combine == COMBINE_BM25F) {
      sum += plan->weight[field] * frequency / norms[field];
      continue;
    }
    double part = plan->weight[field] * plan->idf[word][field] * frequency /
                  (frequency + plan->k1 * norms[field]);
    sum += part;
    if (part > best) best = part;
  }
  if (plan->combine == COMBINE_BEST) return best;
  if (plan->combine == COMBINE_SUM || sum == 0) return sum;
  return plan->idf_of_all[word] * sum / (sum + plan->k1);
}

/* What a run of words, from word `first` on, gets for standing together in the given fields. */
static double score_run(const struct scan *scan, const struct boost *boost, uint32_t first,
                        uint32_t fields, const double *norms) {
  const struct plan *plan = scan->plan;
  struct positions words[MAX_WORDS];
  double sum = 0;
  double best = 0;
  for (int field = 0; field < FIELD_COUNT; field++) {
    if ((fields >> field & 1) == 0) continue;
    double idf = 0;
    for (uint32_t i = 0; i < boost->words; i++) {
      const size_t *starts = scan->field_start[first + i];
      words[i].at = scan->positions + starts[field];
      words[i].end = scan->positions + starts[field + 1];
      idf += plan->idf[first + i][field];
    }
    double frequency = phrase_frequency(words, boost->words, boost->slop);
    if (frequency == 0) continue;
    double part = boost->factor * plan->weight[field] * idf * frequency /
                  (frequency + plan->k1 * norms[field]);
    sum += part;
    if (part > best) best = part;
  }
  return plan->combine == COMBINE_BEST ? best : sum;
}

static double score_boost(const struct scan *scan, const struct boost *boost, const double *norms) {
  double sum = 0;
  for (uint32_t first = 0; first + boost->words <= scan->plan->word_count; first++) {
    uint32_t fields = scan->fields[first];
    for (uint32_t i = 1; i < boost->words && fields != 0; i++) fields &= scan->fields[first + i];
    if (fields != 0) sum += score_run(scan, boost, first, fields, norms);
  }
  return sum;
}

int score_row(struct scan *scan, const Fts5ExtensionApi *api, Fts5Context *context, uint32_t row,
              double *score) {
  const struct plan *plan = scan->plan;
  uint32_t fields = 0;
  scan->used = 0;
  for (uint32_t word = 0; word < plan->word_count; word++) {
    int status = gather(scan, api, context, word);
    if (status != SQLITE_OK) return status;
    fields |= scan->fields[word];
  }
  double norms[FIELD_COUNT];
  measure_fields(scan, row, fields, norms);
  double sum = 0;
  for (uint32_t word = 0; word < plan->word_count; word++) {
    if (scan->fields[word] != 0) sum += score_word(scan, word, norms);
  }
  for (uint32_t i = 0; i < plan->boost_count; i++) sum += score_boost(scan, &plan->boosts[i], norms);
  for (uint32_t i = 0; i < plan->prior_count; i++) {
    const struct prior *prior = &plan->priors[i];
    sum *= prior->table[column_value(&scan->columns, (int)prior->column, row)];
  }
  *score = sum;
  return scan->columns.status;
}
