/* Conditions on documents: a list of tests with jumps, so that nothing is tested that cannot matter. */
#include "pinakes.h"
#include <math.h>
#include <string.h>

#define RADIANS_PER_UNIT (3.14159265358979323846 / 180 / 1e7)

static int has_bit(const struct test *test, uint32_t value) {
  return value >> 3 < test->length && (test->data[value >> 3] >> (value & 7) & 1);
}

static int has_row(const struct test *test, uint32_t row) {
  uint32_t low = 0;
  uint32_t high = test->length;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    uint32_t value;
    memcpy(&value, test->data + 4 * (size_t)middle, 4);
    if (value == row) return 1;
    if (value < row) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return 0;
}

/* 0 landscape, 1 portrait, 2 square */
static uint32_t shape_of(uint32_t width, uint32_t height) {
  if (width == height) return 2;
  return width < height;
}

/* Haversine formula on a sphere. */
static int is_near(const struct test *test, struct columns *columns, uint32_t row) {
  uint32_t latitude = column_value(columns, COLUMN_LATITUDE, row);
  uint32_t longitude = column_value(columns, COLUMN_LONGITUDE, row);
  if (latitude == column_kinds[COLUMN_LATITUDE].absent) return 0;
  if (longitude == column_kinds[COLUMN_LONGITUDE].absent) return 0;
  double north = (latitude - 900000000.0) * RADIANS_PER_UNIT;
  double east = (longitude - 1800000000.0) * RADIANS_PER_UNIT;
  double rise = sin((north - test->latitude) / 2);
  rise *= rise;
  if (rise > test->half_sine) return 0;
  double turn = sin((east - test->longitude) / 2);
  return rise + cos(north) * test->cosine * turn * turn <= test->half_sine;
}

static int holds(const struct test *test, struct columns *columns, uint32_t row) {
  switch (test->kind) {
    case TEST_RANGE: {
      uint32_t value = column_value(columns, (int)test->column, row);
      return value >= test->min && value <= test->max;
    }
    case TEST_MEMBER:
      return has_bit(test, column_value(columns, (int)test->column, row));
    case TEST_ROWS:
      return has_row(test, row);
    case TEST_NEAR:
      return is_near(test, columns, row);
    default: {
      uint32_t width = column_value(columns, COLUMN_WIDTH, row);
      uint32_t height = column_value(columns, COLUMN_HEIGHT, row);
      if (test->kind == TEST_SHAPE) return shape_of(width, height) == test->min;
      uint32_t area = width * height; /* at most 65,535 squared: no overflow */
      return area >= test->min && area <= test->max;
    }
  }
}

int filter_passes(const struct plan *plan, struct columns *columns, uint32_t row) {
  uint32_t at = 0;
  while (at < plan->test_count) {
    const struct test *test = &plan->tests[at];
    at = holds(test, columns, row) ? test->if_true : test->if_false;
  }
  return at == plan->test_count;
}
