/*
 * How often words stand near one another: the sum of 1 / (1 + distance), as src/model/score.ts defines it.
 *
 * A match gives each word of the run a place of its own. Its distance is the largest minus the smallest of
 * (position - number of the word in the run). For each place of the first word the nearest match counts.
 */
#include "pinakes.h"

/*
 * The places of word i around a place of the first word, as bits: bit k is set when the word stands at
 * first + i - slop + k. The match with a distance of 0 has bit `slop` of every word.
 */
typedef uint32_t nearby;

/* Whether all words have a place within the same `width` bits from `low` on. */
static int has_all(const nearby *words, uint32_t count, uint32_t low, uint32_t width) {
  nearby window = ((1u << width) - 1) << low;
  for (uint32_t i = 0; i < count; i++) {
    if ((words[i] & window) == 0) return 0;
  }
  return 1;
}

/*
 * Whether the words can have such places without two of them at the same one. Goes from word to word with
 * the set of all that can be taken so far: bit t of `states` is set when the places t (bits from `low` on, seen
 * from the current word) can be those that are taken. Seen from the next word all lie one bit lower.
 */
static int has_distinct(const nearby *words, uint32_t count, uint32_t low, uint32_t width) {
  uint64_t states = 1;
  for (uint32_t i = 0; i < count && states != 0; i++) {
    uint32_t places = (words[i] >> low) & ((1u << width) - 1);
    uint64_t next = 0;
    for (uint32_t taken = 0; taken < 1u << width; taken++) {
      if ((states >> taken & 1) == 0) continue;
      for (uint32_t free = places & ~taken; free != 0; free &= free - 1) {
        uint32_t lowest = free & (~free + 1);
        next |= UINT64_C(1) << ((taken | lowest) >> 1);
      }
    }
    states = next;
  }
  return states != 0;
}

/* The smallest distance of a match, or more than `slop`. */
static uint32_t smallest_distance(const nearby *words, uint32_t count, uint32_t slop) {
  /* With a distance of 0 the words follow one another, so that no place is taken twice. */
  if (has_all(words, count, slop, 1)) return 0;
  for (uint32_t distance = 1; distance <= slop; distance++) {
    for (uint32_t low = slop - distance; low <= slop; low++) {
      if (!has_all(words, count, low, distance + 1)) continue;
      if (has_distinct(words, count, low, distance + 1)) return distance;
    }
  }
  return slop + 1;
}

/* The places of a word from `low` on, of which those before are never asked for again. */
static nearby find_nearby(struct positions *word, int64_t low, uint32_t slop) {
  while (word->at < word->end && *word->at < low) word->at++;
  nearby places = 0;
  for (const int64_t *at = word->at; at < word->end && *at - low <= 2 * (int64_t)slop; at++) {
    places |= 1u << (*at - low);
  }
  return places;
}

double phrase_frequency(struct positions *words, uint32_t count, uint32_t slop) {
  nearby near[MAX_WORDS];
  double frequency = 0;
  for (const int64_t *first = words[0].at; first < words[0].end; first++) {
    near[0] = 1u << slop;
    uint32_t found = 1;
    while (found < count) {
      near[found] = find_nearby(&words[found], *first + found - slop, slop);
      if (near[found] == 0) break;
      found++;
    }
    if (found < count) continue;
    uint32_t distance = smallest_distance(near, count, slop);
    if (distance <= slop) frequency += 1.0 / (1.0 + distance);
  }
  return frequency;
}
