/* Reads the plan of a query, written by src/index/rank-plan.ts, and trusts nothing in it. */
#include "pinakes.h"
SQLITE_EXTENSION_INIT3
#include <math.h>
#include <string.h>

#define PLAN_MAGIC 0x6e616c70 /* "plan" */
#define EARTH_RADIUS_KM 6371.0088
#define RADIANS_PER_DEGREE (3.14159265358979323846 / 180)

/* The bytes that are left. What is read behind the end is 0 and marks the plan as bad. */
struct input {
  const uint8_t *at;
  size_t left;
  int is_bad;
};

static void take(struct input *input, void *value, size_t size) {
  memset(value, 0, size);
  if (input->left < size) {
    input->is_bad = 1;
    return;
  }
  memcpy(value, input->at, size);
  input->at += size;
  input->left -= size;
}

/* A whole number from `min` to `max`. */
static uint32_t take_whole(struct input *input, uint32_t min, uint32_t max) {
  uint32_t value;
  take(input, &value, sizeof value);
  if (value >= min && value <= max) return value;
  input->is_bad = 1;
  return min;
}

static double take_number(struct input *input, double min, double max) {
  double value;
  take(input, &value, sizeof value);
  if (value >= min && value <= max) return value; /* false for what is no number */
  input->is_bad = 1;
  return min;
}

#define MAX_NUMBER 1e15
#define take_positive(input) take_number(input, 0, MAX_NUMBER)

/* Counts of another moment may exceed the number of documents. */
static double to_idf(double documents, double frequency) {
  if (frequency > documents) frequency = documents;
  return log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

static void read_words(struct input *input, struct plan *plan, double documents,
                       const double *field_documents) {
  uint32_t start = 0;
  for (uint32_t word = 0; word < plan->word_count; word++) {
    start = plan->word_end[word] = take_whole(input, start, plan->phrase_count);
    double largest = 0;
    for (int field = 0; field < FIELD_COUNT; field++) {
      double frequency = take_positive(input);
      plan->idf[word][field] = to_idf(field_documents[field], frequency);
      if (frequency > largest) largest = frequency;
    }
    plan->idf_of_all[word] = to_idf(documents, largest);
  }
  for (uint32_t i = 0; i < plan->phrase_count; i++) {
    plan->phrase[i] = take_whole(input, 0, INT32_MAX);
    plan->phrase_weight[i] = take_positive(input);
  }
}

static void read_ranking(struct input *input, struct plan *plan) {
  plan->k1 = take_positive(input);
  plan->b = take_number(input, 0, 1);
  double documents = take_positive(input);
  double field_documents[FIELD_COUNT];
  for (int field = 0; field < FIELD_COUNT; field++) {
    plan->weight[field] = take_positive(input);
    field_documents[field] = take_positive(input);
    double words = take_positive(input);
    int is_known = words > 0 && field_documents[field] > 0;
    plan->mean_length[field] = is_known ? words / field_documents[field] : 1;
  }
  read_words(input, plan, documents, field_documents);
  for (uint32_t i = 0; i < plan->boost_count; i++) {
    plan->boosts[i].words = take_whole(input, 1, plan->word_count);
    plan->boosts[i].slop = take_whole(input, 0, MAX_SLOP);
    plan->boosts[i].factor = take_positive(input);
  }
  plan->needs_positions = plan->boost_count > 0;
}

static void read_prior(struct input *input, struct prior *prior) {
  prior->column = take_whole(input, 0, COLUMN_COUNT - 1);
  if (column_kinds[prior->column].bytes != 1) input->is_bad = 1;
  for (int code = 0; code < 256; code++) prior->table[code] = take_positive(input);
}

static int is_ascending(const struct test *test) {
  uint32_t last = 0;
  for (uint32_t i = 0; i < test->length; i++) {
    uint32_t value;
    memcpy(&value, test->data + 4 * (size_t)i, 4);
    if (i > 0 && value <= last) return 0;
    last = value;
  }
  return 1;
}

static void read_test(struct input *input, const struct plan *plan, size_t size, uint32_t number,
                      struct test *test) {
  test->kind = take_whole(input, 0, TEST_KINDS - 1);
  test->column = take_whole(input, 0, COLUMN_COUNT - 1);
  if (column_kinds[test->column].bytes == 0) input->is_bad = 1;
  /* Jumps go forward, so that every row comes to an end. */
  test->if_true = take_whole(input, number + 1, plan->test_count + 1);
  test->if_false = take_whole(input, number + 1, plan->test_count + 1);
  test->min = take_whole(input, 0, UINT32_MAX);
  test->max = take_whole(input, 0, UINT32_MAX);
  uint32_t offset = take_whole(input, 0, UINT32_MAX);
  test->length = take_whole(input, 0, UINT32_MAX);
  test->latitude = take_number(input, -90, 90) * RADIANS_PER_DEGREE;
  test->longitude = take_number(input, -360, 360) * RADIANS_PER_DEGREE;
  double km = take_positive(input);
  uint64_t unit = test->kind == TEST_ROWS ? 4 : 1;
  if (offset > size || test->length * unit > size - offset) {
    input->is_bad = 1;
    return;
  }
  test->data = plan->bytes + offset;
  if (test->kind == TEST_ROWS && !is_ascending(test)) input->is_bad = 1;
  test->cosine = cos(test->latitude);
  double half_angle = km / EARTH_RADIUS_KM / 2;
  double sine = half_angle < 1.5 ? sin(half_angle) : 1; /* about half the globe: all of it */
  test->half_sine = half_angle < 1.5 ? sine * sine : 2;
}

static void *allocate(size_t count, size_t size) {
  void *room = sqlite3_malloc64((sqlite3_uint64)count * size + 1);
  if (room != NULL) memset(room, 0, count * size + 1);
  return room;
}

static int read_all(struct input *input, struct plan *plan, size_t size) {
  int is_plan = take_whole(input, 0, UINT32_MAX) == PLAN_MAGIC;
  if (!is_plan || take_whole(input, 0, UINT32_MAX) != PLAN_VERSION) return SQLITE_MISMATCH;
  plan->combine = (enum combine)take_whole(input, COMBINE_SUM, COMBINE_BM25F);
  plan->word_count = take_whole(input, 0, MAX_WORDS);
  plan->phrase_count = take_whole(input, 0, MAX_PHRASES);
  plan->boost_count = take_whole(input, 0, MAX_BOOSTS);
  plan->prior_count = take_whole(input, 0, MAX_PRIORS);
  plan->test_count = take_whole(input, 0, MAX_TESTS);
  if (input->is_bad) return SQLITE_MISMATCH;
  plan->priors = allocate(plan->prior_count, sizeof *plan->priors);
  plan->tests = allocate(plan->test_count, sizeof *plan->tests);
  if (plan->priors == NULL || plan->tests == NULL) return SQLITE_NOMEM;
  read_ranking(input, plan);
  for (uint32_t i = 0; i < plan->prior_count && !input->is_bad; i++) {
    read_prior(input, &plan->priors[i]);
  }
  for (uint32_t i = 0; i < plan->test_count && !input->is_bad; i++) {
    read_test(input, plan, size, i, &plan->tests[i]);
  }
  return input->is_bad ? SQLITE_MISMATCH : SQLITE_OK;
}

int plan_read(const uint8_t *bytes, size_t size, struct plan **result) {
  struct plan *plan = allocate(1, sizeof *plan);
  if (plan == NULL) return SQLITE_NOMEM;
  int status = SQLITE_NOMEM;
  plan->bytes = sqlite3_malloc64((sqlite3_uint64)size + 1);
  if (plan->bytes != NULL) {
    memcpy(plan->bytes, bytes, size);
    struct input input = {plan->bytes, size, 0};
    status = read_all(&input, plan, size);
  }
  if (status != SQLITE_OK) {
    plan_free(plan);
    plan = NULL;
  }
  *result = plan;
  return status;
}

void plan_free(struct plan *plan) {
  if (plan == NULL) return;
  sqlite3_free(plan->priors);
  sqlite3_free(plan->tests);
  sqlite3_free(plan->bytes);
  sqlite3_free(plan);
}
