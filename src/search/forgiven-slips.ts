// How many slips of the fingers a search forgives.

/** How many slips are forgiven in a word: none in the shortest, two in long ones. */
export function forgivenSlips(word: string): number {
  const letters = [...word].length;
  if (letters < 3) return 0;
  return letters < 6 ? 1 : 2;
}
